"""Games that are played, over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from fieldstone.core.errors import OptionError
from fieldstone.games import GAMES
from fieldstone.play.game import load
from fieldstone.play.state import State
from fieldstone.server import clocks, schema
from fieldstone.server.http.devices import Beginner, CurrentDevice, OwnGame
from fieldstone.server.http.files import FILES, FormatName, Ply, check_format, file_of
from fieldstone.server.language import Language
from fieldstone.server.lines import read_line
from fieldstone.server.problems import ProblemError
from fieldstone.server.reviews import Review
from fieldstone.server.services import Context
from fieldstone.server.sessions import transitions
from fieldstone.server.sessions.records import Import, named_in, read_import, record_of, stored_seat
from fieldstone.server.storage.models import StoredGame
from fieldstone.server.views.game import read_moment, summary_of
from fieldstone.server.views.position import tree_of

router = APIRouter(prefix="/api/games", tags=["games"])


@router.post("", status_code=201)
async def create(new: schema.NewGame, language: Language, context: Context, device: Beginner) -> schema.StoredGame:
    """Begin a game."""
    stored = await context.work(new.game, lambda: _new(new))
    return await context.present(await context.games.create(stored, device=device.own), language)


@router.get("")
async def latest(
    language: Language,
    context: Context,
    device: CurrentDevice,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
    before: Annotated[str | None, Query(max_length=40, description="`updated` of the last game of the page before")] = (
        None
    ),
) -> schema.GameList:
    """Return the games, the last changed first."""
    moment = None if before is None else read_moment(before)
    found = await context.games.latest(limit + 1, moment, device.devices)
    games = [summary_of(stored, language) for stored in found.games[:limit]]
    return schema.GameList(games=games, more=len(found.games) > limit, unreadable=found.unreadable)


@router.post("/import", status_code=201)
async def import_game(wanted: Import, language: Language, context: Context, device: Beginner) -> schema.StoredGame:
    """Keep the game of a record, or of the text of another file."""
    stored, source = await context.work_long(named_in(wanted), lambda: read_import(wanted))
    return await context.present(await context.games.create(stored, source, device.own), language)


@router.get("/{game_id}")
async def look(game_id: OwnGame, language: Language, context: Context) -> schema.StoredGame:
    """Return a game as it stands now."""
    return await context.present(await context.games.look(game_id), language)


@router.delete("/{game_id}", status_code=204)
async def remove(game_id: OwnGame, context: Context) -> None:
    """Delete a game."""
    await context.games.remove(game_id)


@router.post("/{game_id}/moves")
async def play(game_id: OwnGame, body: schema.MoveAtPly, language: Language, context: Context) -> schema.StoredGame:
    """Play a move or a whole turn, of a person or of the computer."""
    return await context.present(await context.games.play(game_id, body.move, body.ply, body.computer), language)


@router.post("/{game_id}/undo")
async def undo(game_id: OwnGame, body: schema.AtPly, language: Language, context: Context) -> schema.StoredGame:
    """Go back to the last decision of a person."""
    return await context.present(await context.games.undo(game_id, body.ply), language)


@router.post("/{game_id}/finish")
async def finish(game_id: OwnGame, body: schema.AtPly, language: Language, context: Context) -> schema.StoredGame:
    """Leave the rest of the game to the computer, which plays both sides."""
    return await context.present(await context.games.finish(game_id, body.ply), language)


@router.post("/{game_id}/resume")
async def resume(
    game_id: OwnGame, language: Language, context: Context, nothing: schema.Empty | None = None
) -> schema.StoredGame:
    """Play on oneself."""
    return await context.present(await context.games.resume(game_id), language)


@router.post("/{game_id}/resign")
async def resign(game_id: OwnGame, body: schema.Resignation, language: Language, context: Context) -> schema.StoredGame:
    """Give up."""
    return await context.present(await context.games.resign(game_id, body.seat), language)


@router.post("/{game_id}/rematch", status_code=201)
async def rematch(
    game_id: OwnGame, language: Language, context: Context, device: Beginner, nothing: schema.Empty | None = None
) -> schema.StoredGame:
    """Begin a game of the same kind with the seats exchanged."""
    return await context.present(await context.games.rematch(game_id, device.own), language)


@router.get("/{game_id}/record", response_class=Response, responses=FILES)
async def record(game_id: OwnGame, context: Context, format_name: FormatName = "record", ply: Ply = None) -> Response:
    """Return a game as a file, with the variations and comments of the record that it was read from."""
    check_format(format_name)
    stored, source = await context.games.look(game_id), await context.games.record(game_id)
    name = f"{stored.name}-{stored.id}"
    file = await context.work_long(stored.line, lambda: file_of(record_of(stored, source), format_name, name, ply))
    return file.answer()


@router.get("/{game_id}/tree")
async def tree(game_id: OwnGame, context: Context) -> schema.Tree:
    """Return the moves of a game with the variations and comments of the record that it was read from."""
    stored, source = await context.games.look(game_id), await context.games.record(game_id)
    return await context.work_long(stored.line, lambda: tree_of(record_of(stored, source)))


@router.get("/{game_id}/review")
async def review(game_id: OwnGame, context: Context) -> Review | None:
    """Return the review that is kept with a game; null if there is none of its present moves."""
    return await context.games.review(game_id)


@router.put("/{game_id}/review", status_code=204)
async def keep_review(game_id: OwnGame, body: Review, context: Context) -> None:
    """Keep a review with its game, in the place of any other."""
    await context.games.keep_review(game_id, body)


def start_of(name: str, options: dict[str, schema.OptionValue], line: str | None) -> State:
    """Return where a new game begins, as it was asked for. Raises ProblemError, 422."""
    if name not in GAMES:
        raise ProblemError(422, "no-such-game", game=name[:40], games=", ".join(GAMES))
    try:
        game = load(name, **options)
    except OptionError as error:
        raise ProblemError(422, "option", problem=error.sentence) from None
    state = game.new_state() if line is None else read_line(line)
    if state.game.name != name or (options and state.game != game):
        raise ProblemError(422, "other-game", game=str(game), line=str(state.game))
    return state


def _new(new: schema.NewGame) -> StoredGame:
    """Return a new game as it was asked for. Raises ProblemError, 422."""
    state = start_of(new.game, new.options, new.line)
    seats = {seat: stored_seat(new.seats.of(seat)) for seat in (1, 2)}
    stored = StoredGame("", "", seats, 0, 0, rules=_clock_rules(new.clock))
    return transitions.playable(transitions.described(stored, state))


def _clock_rules(asked: schema.IncrementRules | schema.ByoyomiRules | None) -> clocks.Rules | None:
    if asked is None:
        return None
    if isinstance(asked, schema.IncrementRules):
        return clocks.Rules(asked.main, increment=asked.increment)
    return clocks.Rules(asked.main, periods=asked.periods, period=asked.period)
