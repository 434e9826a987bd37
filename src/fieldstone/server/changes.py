"""What may happen to a kept game, as pure functions that return what it becomes. The rules say what is legal."""

from dataclasses import replace
from typing import Literal

from fieldstone.core.outcome import Colour
from fieldstone.records.record import RESIGNATION, TIME
from fieldstone.server import clocks
from fieldstone.server.lines import play, read_line
from fieldstone.server.problems import ProblemError
from fieldstone.server.storage.models import Kept, Result
from fieldstone.state import State


def described(kept: Kept, state: State) -> Kept:
    """Return a game with all that follows from its state and its result."""
    outcome = state.outcome
    result = kept.result
    if outcome is not None:
        winner = outcome.winner
        seat = None if winner is None else state.seat_of(winner)
        result = Result(None if winner is None else winner.value, seat, outcome.termination.value)
    return replace(
        kept,
        line=state.to_text(history=True),
        result=result,
        on_move=state.seat if result is None else None,
        name=state.game.name,
        game=str(state.game),
        rows=tuple(state.rows()),
        shape=state.game.board.shape,
        plies=len(state.history),
    )


def moved(kept: Kept, move: str, ply: int, now: float, by_computer: bool = False) -> Kept:
    """Return a game after a move or a whole turn. Raises ProblemError: over, stale, somebody else's turn, illegal."""
    if kept.result is not None:
        raise ProblemError(409, "over")
    if ply != kept.plies:
        raise ProblemError(409, "stale", ply=ply, plies=kept.plies)
    state = read_line(kept.line)
    if (kept.seats[state.seat].kind == "computer") != by_computer:
        raise ProblemError(409, "not-your-turn")
    play(state, move)
    clock = kept.clock
    if kept.rules is not None and clock is not None:
        if state.outcome is not None:
            clock = clocks.stopped(kept.rules, clock, now)
        elif not state.turn_open:
            clock = clocks.pressed(kept.rules, clock, now, state.seat)
    return described(replace(kept, clock=clock), state)


def undo_target(kept: Kept, state: State) -> int | None:
    """Return the ply to which an undo goes back: the last decision of a person; None where there is none.

    A resignation alone is taken back. What was lost by time stays lost: the flag would fall again.
    """
    if kept.result is not None and kept.result.termination == TIME:
        return None
    if kept.result is not None and kept.result.termination == RESIGNATION:
        return kept.plies
    past = state.copy()
    while past.history:
        past.undo()
        if kept.seats[past.seat].kind == "human":
            return len(past.history)
    return None


def taken_back(kept: Kept, ply: int, now: float) -> Kept:
    """Return a game back at the last decision of a person; `ply` is what the client knows.

    A computer's reply that the client has not seen yet does not matter. Raises ProblemError.
    """
    state = read_line(kept.line)
    target = undo_target(kept, state)
    if target is None:
        raise ProblemError(409, "no-undo")
    if not min(target + 1, kept.plies) <= ply <= kept.plies:
        raise ProblemError(409, "stale", ply=ply, plies=kept.plies)
    while len(state.history) > target:
        state.undo()
    clock = kept.clock
    if kept.rules is not None and clock is not None:
        clock = clocks.switched(kept.rules, clock, now, state.seat if target else None)
    return described(replace(kept, clock=clock, result=None), state)


def resigned(kept: Kept, seat: int, now: float) -> Kept:
    """Return a game that a player has given up. Raises ProblemError when it is over or the seat is a computer's."""
    if kept.result is not None:
        raise ProblemError(409, "over")
    if kept.seats[seat].kind != "human":
        raise ProblemError(409, "computer-resigns")
    return lost(kept, seat, RESIGNATION, now)


def lost(kept: Kept, seat: int, termination: str, now: float) -> Kept:
    """Return a game that a player has lost otherwise than by its rules."""
    return ended(kept, 3 - seat, termination, now)


def ended(kept: Kept, winner: int | None, termination: str, now: float) -> Kept:
    """Return a game that has ended otherwise than by its rules; no winner: drawn."""
    state = read_line(kept.line)
    colour: Literal["B", "W"] | None = None
    if winner is not None:
        colour = "B" if state.seat_of(Colour.BLACK) == winner else "W"
    clock = kept.clock
    if kept.rules is not None and clock is not None:
        clock = clocks.stopped(kept.rules, clock, now)
    return described(replace(kept, clock=clock, result=Result(colour, winner, termination)), state)


def settled(kept: Kept, now: float, began: float) -> Kept:
    """Return a game as its clock has it by now: lost when the flag has fallen.

    Time before the server `began` is not counted: nobody could play.
    """
    clock, rules = kept.clock, kept.rules
    if rules is None or clock is None or clock.running is None or kept.result is not None:
        return kept
    if clock.since < began:
        return replace(kept, clock=clocks.forgiven(clock, now))
    if clocks.has_fallen(rules, clock, now):
        return lost(kept, clock.running, TIME, now)
    return kept
