"""The positions with one right move: see find_tactics.py."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fieldstone.games import GAMES

FOLDER = Path(__file__).parent / "tactics"


def puzzles(name: str) -> list[dict[str, Any]]:
    """Return the positions of a game: position (text), best, result, moves, nodes, surprise."""
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


NAMES = tuple(GAMES)
