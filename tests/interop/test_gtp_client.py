"""Whole games conducted by a GTP client that others have written: that of Sabaki (@sabaki/gtp, from npm).

It knows nothing of our rules: it passes on vertices, keeps both engines at the same history, ends a game after two
passes. It runs in Node, which the page is built with as well: `make page` installs both.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import fieldstone
from fieldstone.play.game import read_game
from tests.interop.conftest import ENVIRONMENT

CLIENT = Path(__file__).with_name("sabaki.mjs")
GTP = [sys.executable, "-m", "fieldstone.cli", "gtp", "--level", "1", "--seed", "3", "--game"]


def conduct(*games: dict[str, Any]) -> list[dict[str, Any]]:
    """Let the client conduct games; returns what it saw of each."""
    done = subprocess.run(
        ["node", str(CLIENT), json.dumps(games)],
        capture_output=True,
        env=os.environ | ENVIRONMENT,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{done.stderr}\n('make page' installs what this test needs)"
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    ("game", "size", "komi"), [("vacu", 5, 3), ("convacu", 4, 0), ("kaomi(pie=true)", 5, 0), ("squared", 4, 6)]
)
def test_a_whole_game(game: str, size: int, komi: int) -> None:
    (seen,) = conduct({"command": [*GTP, game], "size": size, "komi": komi, "plies": 400})
    first, second = seen["ends"]
    assert first == second
    state = fieldstone.parse_position(first["state"])
    wanted = {**read_game(game).options, "size": size} | ({"komi": komi} if komi else {})
    assert dict(state.game.options) == wanted
    # The client took the button for a pass; passes after the end of the game are the client's way to end it.
    said = [("pass" if text == "button" else text) for text in map(str, state.history)]
    moves = [ours(vertex) for vertex in seen["moves"]]
    assert moves[: len(said)] == said
    assert set(moves[len(said) :]) <= {"pass"}
    assert moves[-2:] == ["pass", "pass"]
    assert ("pass", "pass") not in pairwise(moves[:-1])
    assert fieldstone.parse_position(seen["undone"]).history == state.history[: len(moves) - 3]
    score = re.fullmatch(r"0|([BW])\+\d+(\.5)?", first["score"])
    assert score
    if state.outcome is not None and state.outcome.winner is not None:
        assert score[1] == state.outcome.winner.value


def ours(vertex: str) -> str:
    """A vertex of a small board as a point."""
    return vertex.lower()


def test_an_analysis_until_another_command() -> None:
    (seen,) = conduct({"command": [*GTP[:4], "--seconds", "0.3", "--game", "kaomi(size=5,pie=false)"], "plies": 0})
    assert seen["version"] == "2"
    assert seen["lines"][0] == "="
    info = [line for line in seen["lines"] if line.startswith("info ")]
    assert info
    assert all(
        re.match(r"info move [A-E][1-5] visits \d+ winrate \d{1,5} scoreLead -?[\d.]+ order 0 pv [A-E][1-5]", line)
        for line in info
    )
    *_, last = seen["chosen"].splitlines()
    assert re.fullmatch(r"play [A-E][1-5]", last)
