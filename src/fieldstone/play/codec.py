"""Positions as one line of text, and back: the parts of it that are one record. `parse` reads whole texts.

``vacu(size=5,komi=0) ...../..B../..W../...../..... B button=W passes=1``

is a game with its options, the rows of the board from the top, the side to move, and after that only what is not as
usual: ``setup=komi|side`` while the setup goes on, ``komi=K`` once it is named, ``seats=WB`` when the players have
exchanged colours, ``button=B|W`` for who took it, ``passes=N`` in succession, ``left=1`` when one stone of two is still
to be placed, ``over=...`` for what ended the game. With history a text is a game or a position, the word ``moves``, and
the moves with commas between them.
"""

from typing import Any

import numpy as np

from fieldstone.core.errors import PositionError
from fieldstone.core.outcome import Colour
from fieldstone.core.record import ONGOING, RecordArray
from fieldstone.messages import SaidError
from fieldstone.play.ruleset import Ruleset


def position_text(game: Ruleset, state: Any) -> str:
    """Return the position of one record as a line of text."""
    rows = "/".join(game.board.rows([game.adapter.symbols[code] for code in game.adapter.codes(state)]))
    side = "B" if state.to_move == 1 else "W"
    details = game.adapter.details(state)
    if state.over != ONGOING:
        details["over"] = str(game.endings[state.over - 1])
    return " ".join([str(game), rows, side, *(f"{name}={value}" for name, value in details.items())])


def read_record(game: Ruleset, parts: list[str]) -> RecordArray:
    """Return a (1,) state record from the parts of a position text after the game."""
    if len(parts) < 2:
        raise PositionError("position.parts", text=parts[0][:60])
    codes = _read_rows(game, parts[0])
    if parts[1] not in tuple(Colour):
        raise PositionError("position.side", text=parts[1][:60])
    details = _read_details(parts[2:])
    over = details.pop("over", None)
    states = game.adapter.set_up(codes, Colour(parts[1]).code, details)
    _set_over(game, states[0], over)
    return states


def _read_rows(game: Ruleset, text: str) -> Any:
    """Return a (points,) int8 array of codes from rows with "/" between them."""
    try:
        symbols = game.board.symbols(text.split("/"))
    except SaidError as error:
        raise PositionError("position.board", text=text[:60], game=str(game), problem=error.sentence) from None
    for name, symbol in zip(game.board.names, symbols, strict=True):
        if symbol not in game.adapter.symbols:
            raise PositionError(
                "position.symbol", symbol=symbol, point=name, game=game.name, symbols=" ".join(game.adapter.symbols)
            )
    return np.array([game.adapter.symbols.index(symbol) for symbol in symbols], dtype=np.int8)


def _read_details(parts: list[str]) -> dict[str, str]:
    details: dict[str, str] = {}
    for part in parts:
        name, equals, value = part.partition("=")
        if not equals or name in details:
            raise PositionError("position.detail", text=part[:60])
        details[name] = value
    return details


def _set_over(game: Ruleset, state: Any, over: str | None) -> None:
    """End the game if the position shows that it is over, or if the text says so and it can be."""
    shown, endings = game.adapter.endings(state)
    if over is None and not shown:
        return
    allowed = [game.endings[ending - 1] for ending in endings]
    if over is not None and over not in allowed:
        if not allowed:
            raise PositionError("position.not-over", over=over[:40])
        names = ", ".join(f"over={one}" for one in allowed)
        raise PositionError("position.over", over=over[:40], allowed=names)
    state.over = endings[0 if over is None else allowed.index(over)]
    state.winner = game.adapter.winner_code(state, int(state.over))
