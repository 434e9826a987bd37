"""Games that are played, over HTTP."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from fieldstone.core.errors import OptionError
from fieldstone.game import load
from fieldstone.games import GAMES
from fieldstone.server import changes, clocks, schema
from fieldstone.server.context import Context
from fieldstone.server.exporting import FILES, FormatName, Ply, check_format, file_of
from fieldstone.server.language import Language
from fieldstone.server.lines import read_line
from fieldstone.server.presenting import read_moment, summary_of
from fieldstone.server.problems import ProblemError
from fieldstone.server.records import Import, named_in, read_import, record_of, sitting_of
from fieldstone.server.storage.models import Kept
from fieldstone.server.views import tree_of

router = APIRouter(prefix="/api/games", tags=["games"])

GameId = Annotated[str, Path(max_length=40)]


@router.post("", status_code=201)
async def create(new: schema.NewGame, language: Language, context: Context) -> schema.StoredGame:
    """Begin a game."""
    kept = await context.work(new.game, lambda: _new(new))
    return await context.present(await context.games.create(kept), language)


@router.get("")
async def latest(
    language: Language,
    context: Context,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
    before: Annotated[str | None, Query(max_length=40, description="`updated` of the last game of the page before")] = (
        None
    ),
) -> schema.GameList:
    """Return the games, the last changed first."""
    found = await context.games.latest(limit + 1, None if before is None else read_moment(before))
    return schema.GameList(games=[summary_of(kept, language) for kept in found[:limit]], more=len(found) > limit)


@router.post("/import", status_code=201)
async def import_game(wanted: Import, language: Language, context: Context) -> schema.StoredGame:
    """Keep the game of a record, or of the text of another file."""
    kept, source = await context.work(named_in(wanted), lambda: read_import(wanted))
    return await context.present(await context.games.create(kept, source), language)


@router.get("/{game_id}")
async def look(game_id: GameId, language: Language, context: Context) -> schema.StoredGame:
    """Return a game as it stands now."""
    return await context.present(await context.games.look(game_id), language)


@router.delete("/{game_id}", status_code=204)
async def remove(game_id: GameId, context: Context) -> None:
    """Delete a game."""
    await context.games.remove(game_id)


@router.post("/{game_id}/moves")
async def play(game_id: GameId, wish: schema.MoveAtPly, language: Language, context: Context) -> schema.StoredGame:
    """Play a move or a whole turn."""
    return await context.present(await context.games.play(game_id, wish.move, wish.ply), language)


@router.post("/{game_id}/undo")
async def undo(game_id: GameId, wish: schema.AtPly, language: Language, context: Context) -> schema.StoredGame:
    """Go back to the last decision of a person."""
    return await context.present(await context.games.undo(game_id, wish.ply), language)


@router.post("/{game_id}/resign")
async def resign(game_id: GameId, wish: schema.Resignation, language: Language, context: Context) -> schema.StoredGame:
    """Give up."""
    return await context.present(await context.games.resign(game_id, wish.seat), language)


@router.post("/{game_id}/rematch", status_code=201)
async def rematch(
    game_id: GameId, language: Language, context: Context, nothing: schema.Empty | None = None
) -> schema.StoredGame:
    """Begin a game of the same kind with the seats exchanged."""
    return await context.present(await context.games.rematch(game_id), language)


@router.get("/{game_id}/record", response_class=Response, responses=FILES)
async def record(game_id: GameId, context: Context, format_name: FormatName = "record", ply: Ply = None) -> Response:
    """Return a game as a file, with the variations and comments of the record that it was read from."""
    check_format(format_name)
    kept, source = await context.games.look(game_id), await context.games.record(game_id)
    file = await asyncio.to_thread(lambda: file_of(record_of(kept, source), format_name, f"{kept.name}-{kept.id}", ply))
    return file.answer()


@router.get("/{game_id}/tree")
async def tree(game_id: GameId, context: Context) -> schema.Tree:
    """Return the moves of a game with the variations and comments of the record that it was read from."""
    kept, source = await context.games.look(game_id), await context.games.record(game_id)
    return await asyncio.to_thread(lambda: tree_of(record_of(kept, source)))


def _new(new: schema.NewGame) -> Kept:
    """Return a game as it is wished for. Raises ProblemError, 422."""
    if new.game not in GAMES:
        raise ProblemError(422, "no-such-game", game=new.game[:40], games=", ".join(GAMES))
    try:
        game = load(new.game, **new.options)
    except OptionError as error:
        raise ProblemError(422, "option", problem=error.sentence) from None
    state = game.new_state() if new.line is None else read_line(new.line)
    if state.game.name != new.game or (new.options and state.game != game):
        raise ProblemError(422, "other-game", game=str(game), line=str(state.game))
    seats = {seat: sitting_of(new.seats.of(seat)) for seat in (1, 2)}
    return changes.described(Kept("", "", seats, 0, 0, rules=_clock_rules(new.clock)), state)


def _clock_rules(wish: schema.IncrementRules | schema.ByoyomiRules | None) -> clocks.Rules | None:
    if wish is None:
        return None
    if isinstance(wish, schema.IncrementRules):
        return clocks.Rules(wish.main, increment=wish.increment)
    return clocks.Rules(wish.main, periods=wish.periods, period=wish.period)
