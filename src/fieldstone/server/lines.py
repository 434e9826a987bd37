"""Positions, move lists and moves that come from outside."""

from fieldstone.core.errors import IllegalMoveError, InvalidMoveError, OptionError, PositionError
from fieldstone.play.parse import moves_in, parse_position
from fieldstone.play.state import State
from fieldstone.server.problems import IllegalError, ProblemError


def read_line(text: str) -> State:
    """Return the state of a position text or a move list. Raises ProblemError, 422."""
    before, word, after = f" {' '.join(text.split())} ".partition(" moves ")
    try:
        state = parse_position(before)
    except (OptionError, PositionError) as error:
        raise ProblemError(422, "position", problem=error.sentence) from None
    for number, move in enumerate(moves_in(after) if word else [], start=1):
        play(state, move, number)
    return state


def play(state: State, move: str, number: int | None = None) -> None:
    """Play a move or a whole turn; `number` is its place in a list. Raises IllegalError; then nothing has changed."""
    try:
        state.play(move)
    except (InvalidMoveError, IllegalMoveError) as error:
        before, text = state.copy(), str(error)

        def why(language: str) -> str:
            reason = before.why_illegal(move, language) or text
            if number is None:
                return reason
            return ProblemError(422, "in-list", number=number, move=move[:40], reason=reason).sentence(language)

        raise IllegalError(why) from None
