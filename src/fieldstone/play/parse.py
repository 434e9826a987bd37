"""Reading positions and move lists: the inverse of `State.to_text`. How they are written stands in `codec`."""

import re
from collections.abc import Callable

from fieldstone.core.errors import IllegalMoveError, InvalidMoveError, PositionError
from fieldstone.play.codec import read_record
from fieldstone.play.game import read_game
from fieldstone.play.state import State

NUMBERING = re.compile(r"[0-9]+\.", re.ASCII)
LONGEST = 1_000_000  # characters: some hundred thousand moves


def parse_position(text: str) -> State:
    """Return the state that a position text, or a move list, describes.

    Raises
    ------
    PositionError
        The text cannot be read, the rules do not allow the position, or a move of the list is illegal: it names the
        part that is wrong and what would be allowed.
    OptionError
        The game does not exist or an option is outside its range.
    """
    if not isinstance(text, str):
        raise PositionError("position.no-str", kind=type(text).__name__)
    if len(text) > LONGEST:
        raise PositionError("position.too-long", limit=LONGEST, length=len(text))
    before, word, after = f" {' '.join(text.split())} ".partition(" moves ")
    parts = before.split()
    if not parts:
        raise PositionError("position.empty")
    game = read_game(parts[0])
    state = State(game) if len(parts) == 1 else State(game, read_record(game, parts[1:]))
    if word:
        _play_list(state, after)
    return state


def moves_in(text: str) -> list[str]:
    """Return the moves of a list: between commas or, where there is none, between blanks, numbered ("1. d4") or not.

    A number belongs to the word before it ("komi 7").
    """
    if "," in text:
        return [move for move in map(str.strip, text.split(",")) if move]
    moves: list[str] = []
    for word in text.split():
        if NUMBERING.fullmatch(word):
            continue
        if moves and word[0] in "0123456789":
            moves[-1] += f" {word}"
        else:
            moves.append(word)
    return moves


def _play_list(state: State, moves: str) -> None:
    """Play the moves of a list; raises PositionError naming the number of the first bad one."""
    for number, move in enumerate(moves_in(moves), start=1):
        try:
            state.play(move)
        except (InvalidMoveError, IllegalMoveError) as error:
            raise PositionError(
                "position.in-list", number=number, move=move[:40], why=_why(state, move, error)
            ) from None


def _why(state: State, move: str, error: ValueError) -> Callable[[str], str]:
    """Return why a move cannot be played, in any language."""
    return lambda language: state.why_illegal(move, language) or str(error)
