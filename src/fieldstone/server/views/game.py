"""Stored games as they go over the wire."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

from fieldstone.core.record import PLAYING
from fieldstone.games import GAMES
from fieldstone.play.state import State
from fieldstone.play.wording import ending_key, sentences
from fieldstone.records.record import FORFEIT, RESIGNATION, TIME
from fieldstone.server import schema
from fieldstone.server.clocks import Clock, Rules
from fieldstone.server.language import speaker
from fieldstone.server.lines import read_line
from fieldstone.server.problems import ProblemError
from fieldstone.server.schema import seat_number
from fieldstone.server.sessions import transitions
from fieldstone.server.storage.models import Result, StoredGame
from fieldstone.server.views.position import outcome_of, played_moves, view_of
from fieldstone.server.views.styles import board_of

# Sentences about whoever has lost.
ENDINGS = {RESIGNATION: "end.resigned", TIME: "end.time", FORFEIT: "end.forfeit"}

# A komi that was set is a move, or stands with a position: both come after the options.
KOMI = re.compile(r"\).*?\bkomi[ =](\d+)")

# Colours were exchanged or chosen by a move, or before the position that a game began at.
EXCHANGED = re.compile(r"\).*?(?:\bseats=WB\b|\b(?:swap|black)\b)")
# In an auction they are open until a side is chosen, unless the game began at a position after that.
OPEN = re.compile(r"\(.*?\bsetup=auction\b.*?\)(?: moves\b|$|.*? setup=)(?!.*\bwhite\b)")

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def moment_text(microseconds: int) -> str:
    """Return a moment in ISO 8601, UTC, to the microsecond."""
    return (EPOCH + timedelta(microseconds=microseconds)).isoformat(timespec="microseconds").replace("+00:00", "Z")


def read_moment(text: str) -> int:
    """Return the microseconds since 1970 of a moment in ISO 8601. Raises ProblemError, 422."""
    try:
        moment = datetime.fromisoformat(text)
        since = moment.replace(tzinfo=moment.tzinfo or UTC) - EPOCH
    except (ValueError, OverflowError):
        raise ProblemError(422, "no-moment", text=text[:40]) from None
    return since // timedelta(microseconds=1)


def summary_of(stored: StoredGame, language: str) -> schema.GameSummary:
    """Return a game as lists show it; the rules are not asked."""
    outcome = None if stored.result is None else _short_outcome(stored, stored.result, language)
    return schema.GameSummary(**_shared(stored), outcome=outcome)


def game_of(stored: StoredGame, language: str, now: float) -> schema.StoredGame:
    """Return a game with everything that its page shows; `now` is the time on its clocks."""
    state = read_line(stored.line)
    outcome = outcome_of(state, language)
    if outcome is None and stored.result is not None:
        outcome = _called_off(state, stored, stored.result, language)
    seat = stored.on_move
    thinking = seat is not None and transitions.is_computers(stored, seat)
    return schema.StoredGame(
        **_shared(stored),
        outcome=outcome,
        clock_rules=None if stored.rules is None else _rules(stored.rules),
        clock=None if stored.clock is None else _clock(stored.clock, now),
        moves=list(played_moves(state)),
        view=view_of(state, language, outcome),
        thinking=thinking,
        can_undo=transitions.undo_target(stored, state) is not None,
    )


def at_moment(shown: schema.StoredGame, now: float) -> schema.StoredGame:
    """Return what `game_of` has made, with its clocks at another moment."""
    if shown.clock is None:
        return shown
    return shown.model_copy(update={"clock": shown.clock.model_copy(update={"now": now})})


def _shared(stored: StoredGame) -> dict[str, Any]:
    return {
        "id": stored.id,
        "created": moment_text(stored.created),
        "updated": moment_text(stored.updated),
        "game_text": stored.game,
        "game": stored.name,
        "komi": int(found[1]) if (found := KOMI.search(stored.line)) else None,
        "seats": schema.BySeat(first=_seat(stored, 1), second=_seat(stored, 2)),
        "colours": _colours(stored.line),
        "plies": stored.plies,
        "status": "over" if stored.result else "playing",
        "on_move": None if stored.on_move is None else seat_number(stored.on_move),
        "rows": list(stored.rows),
        "shape": stored.shape,
        "board": board_of(stored.name, stored.shape),
        "handed": [schema.HandedOver(after=after, until=until) for after, until in stored.handed],
        "imported": stored.imported and stored.revision == 0,
    }


def _colours(line: str) -> schema.BySeat[schema.ColourName | None]:
    if EXCHANGED.search(line):
        return schema.BySeat[schema.ColourName | None](first="W", second="B")
    if OPEN.search(line):
        return schema.BySeat[schema.ColourName | None](first=None, second=None)
    return schema.BySeat[schema.ColourName | None](first="B", second="W")


def _seat(stored: StoredGame, seat: int) -> schema.SeatInfo:
    who = stored.seats[seat]
    number = seat_number(who.number or seat)
    return schema.SeatInfo(kind=who.kind, level=who.level, name=who.name, number=number)


def _short_outcome(stored: StoredGame, result: Result, language: str) -> schema.Outcome:
    """Return who won and what ended the game, without the count."""
    say = speaker(language)
    winner = None if result.winner is None else say(f"colour.{result.winner}")
    loser = "" if result.winner is None else say(f"colour.{'W' if result.winner == 'B' else 'B'}")
    return _outcome(stored, result, winner, loser, language)


def _called_off(state: State, stored: StoredGame, result: Result, language: str) -> schema.Outcome:
    """Return the end of a game that was given up or lost by time.

    While colours are open, players go by their numbers.
    """
    if state.record.setup == PLAYING or result.winner_seat is None:
        return _short_outcome(stored, result, language)
    say = speaker(language)
    seats = (result.winner_seat, 3 - result.winner_seat)
    winner, loser = (say("who.seat", seat=stored.seats[seat].number or seat) for seat in seats)
    return _outcome(stored, result, winner, loser, language)


def _outcome(stored: StoredGame, result: Result, winner: str | None, loser: str, language: str) -> schema.Outcome:
    say = speaker(language)
    parts = [say("end.draw") if winner is None else say("end.win", who=winner)]
    if result.termination in ENDINGS:
        parts.append(say(ENDINGS[result.termination], who=loser))
    elif stored.name in GAMES:
        parts.append(say(ending_key(GAMES[stored.name], result.termination)))
    return schema.Outcome(
        winner=result.winner,
        winner_seat=None if result.winner_seat is None else seat_number(result.winner_seat),
        termination=result.termination,
        sentence=sentences(parts, say),
    )


def _rules(rules: Rules) -> schema.IncrementRules | schema.ByoyomiRules:
    if rules.periods:
        return schema.ByoyomiRules(kind="byoyomi", main=rules.main, periods=rules.periods, period=rules.period)
    return schema.IncrementRules(kind="increment", main=rules.main, increment=rules.increment)


def _clock(clock: Clock, now: float) -> schema.ClockState:
    return schema.ClockState(
        left=schema.BySeat(first=clock.left[1], second=clock.left[2]),
        periods=schema.BySeat(first=clock.periods[1], second=clock.periods[2]),
        running=None if clock.running is None else seat_number(clock.running),
        now=now,
        since=clock.since,
    )
