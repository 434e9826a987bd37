"""What may happen to a stored game, as pure functions that return what it becomes. The rules say what is legal."""

from dataclasses import replace
from typing import Literal

from fieldstone.core.outcome import Colour
from fieldstone.games.tuning import has_level, highest_level_of
from fieldstone.play.state import State
from fieldstone.records.record import RESIGNATION, TIME
from fieldstone.server import clocks
from fieldstone.server.lines import play, read_line
from fieldstone.server.problems import ProblemError
from fieldstone.server.storage.models import Result, StoredGame


def described(stored: StoredGame, state: State) -> StoredGame:
    """Return a game with all that follows from its state and its result."""
    outcome = state.outcome
    result = stored.result
    if outcome is not None:
        winner = outcome.winner
        seat = None if winner is None else state.seat_of(winner)
        result = Result(None if winner is None else winner.value, seat, str(outcome.termination))
    return replace(
        stored,
        line=state.to_text(history=True),
        result=result,
        on_move=state.seat if result is None else None,
        name=state.game.name,
        game=str(state.game),
        rows=tuple(state.rows()),
        shape=state.game.board.shape,
        plies=len(state.history),
    )


def seat_without_level(stored: StoredGame) -> int | None:
    """Return a seat whose computer has a level that the game has not; None where both can play on, or it is over.

    What is over says who has played it: any level can stand there.
    """
    if stored.result is not None:
        return None
    return next((seat for seat, one in stored.seats.items() if not has_level(stored.name, one.level or "max")), None)


def playable(stored: StoredGame) -> StoredGame:
    """Return a game that begins or goes on, if its computers can play it. Raises ProblemError, 422."""
    seat = seat_without_level(stored)
    if seat is None:
        return stored
    highest, value = highest_level_of(stored.name), stored.seats[seat].level
    raise ProblemError(422, "level", where=f"seats.{seat}.level", game=stored.name, highest=highest, value=value)


def is_computers(stored: StoredGame, seat: int) -> bool:
    """Say whether the computer makes the moves of a seat: it sits there, or finishes the game for whoever does."""
    return stored.finishing or stored.seats[seat].kind == "computer"


def moved(stored: StoredGame, move: str, ply: int, now: float, by_computer: bool = False) -> StoredGame:
    """Return a game after a move or a whole turn of a person, or of the computer, which the client has chosen.

    Raises ProblemError: over, stale, the other's turn, illegal.
    """
    if stored.result is not None:
        raise ProblemError(409, "over")
    if ply != stored.plies:
        raise ProblemError(409, "stale", ply=ply, plies=stored.plies)
    state = read_line(stored.line)
    if is_computers(stored, state.seat) != by_computer:
        raise ProblemError(409, "not-the-computers-turn" if by_computer else "not-your-turn")
    play(state, move)
    clock = stored.clock
    if stored.rules is not None and clock is not None:
        if state.outcome is not None:
            clock = clocks.stopped(stored.rules, clock, now)
        elif not state.turn_open:
            clock = clocks.pressed(stored.rules, clock, now, state.seat)
    return described(replace(stored, clock=clock), state)


def undo_target(stored: StoredGame, state: State) -> int | None:
    """Return the ply to which an undo goes back: the last decision of a person; None where there is none.

    To leave the rest to the computer is one, too. A resignation alone is taken back. What was lost by time stays lost:
    the flag would fall again.
    """
    if stored.result is not None and stored.result.termination == TIME:
        return None
    if stored.result is not None and stored.result.termination == RESIGNATION:
        return stored.plies
    if stored.finishing:
        return stored.handed[-1][0]
    past = state.copy()
    while past.history:
        if stored.handed and stored.handed[-1][1] == len(past.history):
            return stored.handed[-1][0]
        past.undo()
        if stored.seats[past.seat].kind == "human":
            return len(past.history)
    return None


def taken_back(stored: StoredGame, ply: int, now: float) -> StoredGame:
    """Return a game back at the last decision of a person; `ply` is what the client knows.

    A computer's reply that the client has not seen yet does not matter. Raises ProblemError.
    """
    state = read_line(stored.line)
    target = undo_target(stored, state)
    if target is None:
        raise ProblemError(409, "no-undo")
    if not min(target + 1, stored.plies) <= ply <= stored.plies:
        raise ProblemError(409, "stale", ply=ply, plies=stored.plies)
    while len(state.history) > target:
        state.undo()
    clock = stored.clock
    if stored.rules is not None and clock is not None:
        clock = clocks.switched(stored.rules, clock, now, state.seat if target else None)
    handed = tuple(one for one in stored.handed if one[0] < target)
    return playable(described(replace(stored, clock=clock, result=None, handed=handed), state))


def handed_over(stored: StoredGame, ply: int) -> StoredGame:
    """Return a game that the computer plays to its end for both players; `ply` is what the client knows.

    Raises ProblemError: over, stale.
    """
    if stored.result is not None:
        raise ProblemError(409, "over")
    if stored.finishing:
        return stored
    if ply != stored.plies:
        raise ProblemError(409, "stale", ply=ply, plies=stored.plies)
    return replace(stored, handed=(*stored.handed, (ply, None)))


def taken_over(stored: StoredGame) -> StoredGame:
    """Return a game that persons play on themselves; one that is over stays as it has become."""
    if not stored.finishing or stored.result is not None:
        return stored
    after = stored.handed[-1][0]
    made = ((after, stored.plies),) if after < stored.plies else ()
    return replace(stored, handed=stored.handed[:-1] + made)


def resigned(stored: StoredGame, seat: int, now: float) -> StoredGame:
    """Return a game that a player has given up. Raises ProblemError when it is over or the seat is a computer's."""
    if stored.result is not None:
        raise ProblemError(409, "over")
    if stored.seats[seat].kind != "human":
        raise ProblemError(409, "computer-resigns")
    return lost(stored, seat, RESIGNATION, now)


def lost(stored: StoredGame, seat: int, termination: str, now: float) -> StoredGame:
    """Return a game that a player has lost otherwise than by its rules."""
    return ended(stored, 3 - seat, termination, now)


def ended(stored: StoredGame, winner: int | None, termination: str, now: float) -> StoredGame:
    """Return a game that has ended otherwise than by its rules; no winner: drawn."""
    state = read_line(stored.line)
    colour: Literal["B", "W"] | None = None
    if winner is not None:
        colour = "B" if state.seat_of(Colour.BLACK) == winner else "W"
    clock = stored.clock
    if stored.rules is not None and clock is not None:
        clock = clocks.stopped(stored.rules, clock, now)
    return described(replace(stored, clock=clock, result=Result(colour, winner, termination)), state)


def settled(stored: StoredGame, now: float, began: float) -> StoredGame:
    """Return a game as its clock has it by now: lost when the flag has fallen.

    Time without the server, which `began` then, is not counted: nobody could play.
    """
    clock, rules = stored.clock, stored.rules
    if rules is None or clock is None or clock.running is None or stored.result is not None:
        return stored
    if clocks.is_of_another_run(clock, now, began):
        return replace(stored, clock=clocks.forgiven(clock, now))
    if clocks.has_fallen(rules, clock, now):
        return lost(stored, clock.running, TIME, now)
    return stored
