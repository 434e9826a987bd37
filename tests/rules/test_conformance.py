"""The stored games, every field of every ply, and the stored counts of turn sequences, through the public API."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

import fieldstone
from fieldstone import State, check_consistency
from fieldstone.core.library import compiler_is_off
from fieldstone.play.perft import perft

DATA = Path(__file__).parent.parent / "conformance" / "data"
FILES = sorted(DATA.glob("*.jsonl"))

COMPILED = not compiler_is_off()

# How many games of each file the run with the compiler off plays, from the top.
FIRST = 15

# How many turn sequences it counts at most.
FEW = 1_300


def games() -> list[Any]:
    """All stored games, named by file and number."""
    found = []
    for file in FILES:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            marks = [pytest.mark.boundscheck, *([pytest.mark.pure] if number <= FIRST else [])]
            found.append(pytest.param(json.loads(line), id=f"{file.stem}-{number}", marks=marks))
    return found


def counts() -> list[Any]:
    """All stored counts, named by game and depth."""
    found = []
    for row in json.loads((DATA / "perft.json").read_text(encoding="utf-8")):
        for depth, count in enumerate(row["counts"], start=1):
            name = "-".join([row["game"], *(f"{option}={value}" for option, value in row["options"].items())])
            marks = [pytest.mark.boundscheck, *([pytest.mark.pure] if count <= FEW else [])]
            found.append(pytest.param(row["game"], row["options"], depth, count, id=f"{name}-{depth}", marks=marks))
    return found


def as_stored(state: State, stored: dict[str, Any]) -> dict[str, Any]:
    """What the API says of a state, with the fields that the file has for it."""
    outcome = state.outcome
    now: dict[str, Any] = {"rows": state.rows(), "scores": state.scores()}
    if "move" in stored:
        now["move"] = stored["move"]
    if outcome is not None:
        now["winner"] = "draw" if outcome.winner is None else outcome.winner.value
        assert state.legal_moves() == []
        assert outcome.scores == state.scores()
        return now
    now["to_move"] = state.to_move.value
    if "legal_count" in stored:
        moves = state.legal_moves()
        text = " ".join(str(move) for move in moves)
        now["legal_count"] = len(moves)
        now["legal_sha"] = hashlib.sha256(text.encode()).hexdigest()[:16]
        if "legal" in stored:
            now["legal"] = text
    return now


def test_every_game_has_a_file() -> None:
    assert {file.stem for file in FILES} == set(fieldstone.games())


@pytest.mark.parametrize("stored", games())
def test_stored_game(stored: dict[str, Any]) -> None:
    state = fieldstone.load(stored["game"], **stored["options"]).new_state()
    assert as_stored(state, stored["start"]) == stored["start"]
    check_consistency(state)
    for ply in stored["plies"]:
        state.play(ply["move"])
        assert as_stored(state, ply) == ply
        if COMPILED:  # it replays the game, which takes long with the compiler off
            check_consistency(state)
    check_consistency(state)
    assert (state.outcome is not None) == stored["finished"]


@pytest.mark.parametrize(("name", "options", "depth", "count"), counts())
def test_stored_count(name: str, options: dict[str, Any], depth: int, count: int) -> None:
    assert perft(fieldstone.load(name, **options).new_state(), depth) == count
