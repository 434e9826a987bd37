"""Analyses as JSON, in the manner of KataGo's analysis engine; docs/json.md describes every field."""

import hashlib
from typing import Any

from fieldstone.analysis.result import Analysis
from fieldstone.search.result import MoveInfo


def analysis_as_data(analysis: Analysis, moves: int | None = None, name: str | None = None) -> dict[str, Any]:
    """Return an analysis as plain data, its best `moves` moves (None: all of them).

    `name` becomes its `id`; None: made from the position and the ply, so that the same position has the same one.
    """
    identity = f"{analysis.position} {analysis.ply}".encode()
    return {
        "id": hashlib.sha256(identity).hexdigest()[:16] if name is None else name,
        "game": str(analysis.game),
        "position": analysis.position,
        "turnNumber": analysis.ply,
        "isDuringSearch": not analysis.complete,
        "rootInfo": {
            "currentPlayer": analysis.to_move.value,
            "seat": analysis.seat,
            "winrate": _rounded(analysis.chance, 6),
            "winrateError": _rounded(analysis.error, 6),
            "scoreLead": _rounded(analysis.margin, 3),
            "visits": analysis.simulations,
            "proven": analysis.proven,
            "distance": analysis.distance if analysis.proven else None,
        },
        "moveInfos": [_move_as_data(order, move) for order, move in enumerate(analysis.moves[:moves])],
        "ownership": _ownership(analysis),
        "expected": _expected(analysis),
        "parts": dict(analysis.parts),
    }


def _move_as_data(order: int, move: MoveInfo) -> dict[str, Any]:
    return {
        "move": move.move.text,
        "order": order,
        "visits": move.visits,
        "winrate": _rounded(move.chance, 6),
        "scoreLead": _rounded(move.margin, 3),
        "proven": move.proven,
        "distance": move.distance if move.proven else None,
        "pv": [one.text for one in move.line],
    }


def _ownership(analysis: Analysis) -> list[float] | None:
    """Return the expected owners in the order of the characters of the position text: rows from the top."""
    if analysis.owners is None:
        return None
    rows, first = [], 0
    for length in analysis.game.board.row_lengths:
        rows.append([round(owner, 3) + 0.0 for owner in analysis.owners[first : first + length]])
        first += length
    return [owner for row in reversed(rows) for owner in row]


def _expected(analysis: Analysis) -> dict[str, dict[str, float]] | None:
    if analysis.expected is None:
        return None
    return {
        colour: {name: round(number, 2) for name, number in numbers.items()}
        for colour, numbers in analysis.expected.items()
    }


def _rounded(value: float | None, digits: int) -> float | None:
    """Return a number without digits that mean nothing, and without a minus before a zero."""
    return None if value is None else round(value, digits) + 0.0
