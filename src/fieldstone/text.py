"""Positions as one line of text, and back.

``vacu(size=5,komi=0) ...../..B../..W../...../..... B button=W passes=1``

is a game with its options, the rows of the board from the top, the side to move, and after that only what is not as
usual: ``setup=komi|side`` while the setup goes on, ``komi=K`` once it is named, ``seats=WB`` when the players have
exchanged colours, ``button=B|W`` for who took it, ``passes=N`` in succession, ``left=1`` when one stone of two is still
to be placed, ``over=...`` for what ended the game. With history a text is a game or a position, the word ``moves``, and
the moves with commas between them.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from fieldstone.core.entries import arrange_state, start_states
from fieldstone.core.errors import IllegalMoveError, InvalidMoveError, PositionError
from fieldstone.core.outcome import Colour, Termination
from fieldstone.core.record import NAMING_KOMI, ONGOING, PLAYING, RecordArray
from fieldstone.game import Game, read_game
from fieldstone.messages import SaidError

if TYPE_CHECKING:
    from fieldstone.state import State

LONGEST = 1_000_000  # characters: some hundred thousand moves
ENDINGS = tuple(Termination)


def position_text(game: Game, state: Any) -> str:
    """Return the position of one record as a line of text."""
    rows = "/".join(game.board.rows([game.face.symbols[code] for code in game.face.codes(state)]))
    side = "B" if state.to_move == 1 else "W"
    details = game.face.details(state)
    if state.over != ONGOING:
        details["over"] = ENDINGS[state.over - 1].value
    return " ".join([str(game), rows, side, *(f"{name}={value}" for name, value in details.items())])


def parse_position(text: str) -> "State":
    """Return the state that a position text, or a move list, describes.

    Raises
    ------
    PositionError
        The text cannot be read, the rules do not allow the position, or a move of the list is illegal: it names the
        part that is wrong and what would be allowed.
    OptionError
        The game does not exist or an option is outside its range.
    """
    from fieldstone.state import State

    if not isinstance(text, str):
        raise PositionError("position.no-str", kind=type(text).__name__)
    if len(text) > LONGEST:
        raise PositionError("position.too-long", limit=LONGEST, length=len(text))
    before, word, after = f" {' '.join(text.split())} ".partition(" moves ")
    parts = before.split()
    if not parts:
        raise PositionError("position.empty")
    game = read_game(parts[0])
    state = State(game) if len(parts) == 1 else State(game, _read_record(game, parts[1:]))
    if word:
        _play_list(state, after)
    return state


def _play_list(state: "State", moves: str) -> None:
    """Play moves with commas between them; raises PositionError naming the number of the first bad one."""
    for number, move in enumerate(filter(None, (move.strip() for move in moves.split(","))), start=1):
        try:
            state.play(move)
        except (InvalidMoveError, IllegalMoveError) as error:
            raise PositionError(
                "position.in-list", number=number, move=move[:40], why=_why(state, move, error)
            ) from None


def _why(state: "State", move: str, error: ValueError) -> Callable[[str], str]:
    """Return why a move cannot be played, in any language."""
    return lambda language: state.why_illegal(move, language) or str(error)


def _read_record(game: Game, parts: list[str]) -> RecordArray:
    """Return a (1,) state record from the parts of a position text after the game."""
    if len(parts) < 2:
        raise PositionError("position.parts", text=parts[0][:60])
    codes = _read_rows(game, parts[0])
    if parts[1] not in tuple(Colour):
        raise PositionError("position.side", text=parts[1][:60])
    details = _read_details(parts[2:])
    states = np.zeros(1, game.face.dtype)
    start_states(game.face.rules, states)
    state = states[0]
    if state.setup != PLAYING and details.get("setup") != "komi":
        state.setup = PLAYING  # the details say how far it has come
    state.to_move = Colour(parts[1]).code
    arrange_state(game.face.rules, states, codes)
    over = details.pop("over", None)
    game.face.set_details(state, details)
    if state.setup == NAMING_KOMI and state.to_move != 1:
        raise PositionError("position.naming")
    if details:
        given = ", ".join(f"{name}={details[name]}" for name in details)
        raise PositionError("position.unknown", game=game.name, details=given[:60])
    _set_over(game, state, over)
    return states


def _read_rows(game: Game, text: str) -> Any:
    """Return a (points,) int8 array of codes from rows with "/" between them."""
    try:
        symbols = game.board.symbols(text.split("/"))
    except SaidError as error:
        raise PositionError("position.board", text=text[:60], game=str(game), problem=error.sentence) from None
    for name, symbol in zip(game.board.names, symbols, strict=True):
        if symbol not in game.face.symbols:
            raise PositionError(
                "position.symbol", symbol=symbol, point=name, game=game.name, symbols=" ".join(game.face.symbols)
            )
    return np.array([game.face.symbols.index(symbol) for symbol in symbols], dtype=np.int8)


def _read_details(parts: list[str]) -> dict[str, str]:
    details: dict[str, str] = {}
    for part in parts:
        name, equals, value = part.partition("=")
        if not equals or name in details:
            raise PositionError("position.detail", text=part[:60])
        details[name] = value
    return details


def _set_over(game: Game, state: Any, over: str | None) -> None:
    """End the game if the position shows that it is over, or if the text says so and it can be."""
    shown = game.face.ending(state)
    if over is None and shown is None:
        return
    allowed = [shown] if shown else game.face.hidden_endings(state)
    if over is not None and over not in allowed:
        if not allowed:
            raise PositionError("position.not-over", over=over[:40])
        names = ", ".join(f"over={one}" for one in allowed)
        raise PositionError("position.over", over=over[:40], allowed=names)
    termination = Termination(over) if over is not None else allowed[0]
    state.over = ENDINGS.index(termination) + 1
    state.winner = game.face.winner_code(state, termination)
