"""Kept games as they go over the wire."""

import time
from datetime import UTC, datetime, timedelta
from typing import Any

from fieldstone.core.outcome import Termination
from fieldstone.core.record import PLAYING
from fieldstone.records.record import AGREEMENT, FORFEIT, RESIGNATION, TIME
from fieldstone.server import changes, schema
from fieldstone.server.clocks import Clock, Rules
from fieldstone.server.language import speaker
from fieldstone.server.lines import read_line
from fieldstone.server.problems import ProblemError
from fieldstone.server.schema import seat_number
from fieldstone.server.storage.models import Kept, Result
from fieldstone.server.views import outcome_of, played_moves, view_of
from fieldstone.state import State
from fieldstone.wording import sentences

# Sentences about whoever has lost.
ENDINGS = {RESIGNATION: "end.resigned", TIME: "end.time", FORFEIT: "end.forfeit"}

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


def summary_of(kept: Kept, language: str) -> schema.GameSummary:
    """Return a game as lists show it; the rules are not asked."""
    outcome = None if kept.result is None else _short_outcome(kept.result, language)
    return schema.GameSummary(**_shared(kept), outcome=outcome)


def stored_game(kept: Kept, language: str, now: float | None = None, preparing: bool = False) -> schema.StoredGame:
    """Return a game with everything that its page shows; `now` is the time on its clocks, in seconds since 1970.

    `preparing`: what a computer needs to think in this game is being compiled.
    """
    state = read_line(kept.line)
    outcome = outcome_of(state, language)
    if outcome is None and kept.result is not None:
        outcome = _called_off(state, kept, kept.result, language)
    seat = kept.on_move
    thinking = seat is not None and kept.seats[seat].kind == "computer"
    return schema.StoredGame(
        **_shared(kept),
        outcome=outcome,
        clock_rules=None if kept.rules is None else _rules(kept.rules),
        clock=None if kept.clock is None else _clock(kept.clock, time.time() if now is None else now),
        moves=list(played_moves(state)),
        view=view_of(state, language, outcome),
        thinking=thinking,
        preparing=thinking and preparing,
        can_undo=changes.undo_target(kept, state) is not None,
        imported=kept.imported and kept.revision == 0,
    )


def _shared(kept: Kept) -> dict[str, Any]:
    return {
        "id": kept.id,
        "created": moment_text(kept.created),
        "updated": moment_text(kept.updated),
        "game_text": kept.game,
        "game": kept.name,
        "seats": schema.BySeat(first=_seat(kept, 1), second=_seat(kept, 2)),
        "plies": kept.plies,
        "status": "over" if kept.result else "playing",
        "on_move": None if kept.on_move is None else seat_number(kept.on_move),
        "rows": list(kept.rows),
        "shape": kept.shape,
    }


def _seat(kept: Kept, seat: int) -> schema.SeatInfo:
    sitting = kept.seats[seat]
    number = seat_number(sitting.number or seat)
    return schema.SeatInfo(kind=sitting.kind, level=sitting.level, name=sitting.name, number=number)


def _short_outcome(result: Result, language: str) -> schema.Outcome:
    """Return who won and what ended the game, without the count."""
    say = speaker(language)
    winner = None if result.winner is None else say(f"colour.{result.winner}")
    loser = "" if result.winner is None else say(f"colour.{'W' if result.winner == 'B' else 'B'}")
    return _outcome(result, winner, loser, language)


def _called_off(state: State, kept: Kept, result: Result, language: str) -> schema.Outcome:
    """Return the end of a game that was given up or lost by time.

    While colours are open, players go by their numbers.
    """
    if state.record.setup == PLAYING or result.winner_seat is None:
        return _short_outcome(result, language)
    say = speaker(language)
    seats = (result.winner_seat, 3 - result.winner_seat)
    winner, loser = (say("who.seat", seat=kept.seats[seat].number or seat) for seat in seats)
    return _outcome(result, winner, loser, language)


def _outcome(result: Result, winner: str | None, loser: str, language: str) -> schema.Outcome:
    say = speaker(language)
    parts = [say("end.draw") if winner is None else say("end.win", who=winner)]
    if result.termination in tuple(Termination) or result.termination == AGREEMENT:
        parts.append(say(f"end.{result.termination}"))
    else:
        parts.append(say(ENDINGS[result.termination], who=loser))
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
