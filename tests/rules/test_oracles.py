"""The oracles against the conformance files, the worked lines and hand-made rare positions."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.oracles import NAMES, Oracle, make

DATA = Path(__file__).parent.parent / "conformance" / "data"
PERFT_LIMIT = 100_000  # all stored counts; the oracles need a few seconds for them

FILES = sorted(DATA.glob("*.jsonl"))
GAMES = [
    pytest.param(json.loads(line), id=f"{file.stem}-{number}")
    for file in FILES
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
]
PERFT = json.loads((DATA / "perft.json").read_text(encoding="utf-8"))


# The conformance files -------------------------------------------------------------------------


def state_as_in_the_files(game: Oracle, ply: dict[str, Any]) -> dict[str, Any]:
    """The state after a ply, with the fields that the files have for it."""
    state: dict[str, Any] = {"rows": game.rows(), "scores": game.scores()}
    if "move" in ply:
        state["move"] = ply["move"]
    if game.winner is not None:
        state["winner"] = game.winner
        return state
    state["to_move"] = game.to_move
    if "legal_count" in ply:
        legal = game.legal()
        text = " ".join(legal)
        state["legal_count"] = len(legal)
        state["legal_sha"] = hashlib.sha256(text.encode()).hexdigest()[:16]
        if "legal" in ply:
            state["legal"] = text
    return state


def test_every_game_has_a_file() -> None:
    assert {file.stem for file in FILES} == set(NAMES)


@pytest.mark.parametrize("record", GAMES)
def test_conformance(record: dict[str, Any]) -> None:
    game = make(record["game"], **record["options"])
    assert state_as_in_the_files(game, record["start"]) == record["start"]
    for ply in record["plies"]:
        game.play(ply["move"])
        assert state_as_in_the_files(game, ply) == ply
        # The files leave the legal moves out only for Vadus and at the end.
        assert "legal_sha" in ply or record["game"] == "vadus" or game.winner is not None
    assert (game.winner is not None) == record["finished"]
    assert (game.termination is not None) == record["finished"]


def perft(game: Oracle, depth: int) -> int:
    """Sequences of `depth` whole turns."""
    if depth == 1:
        return len(game.legal_turns())
    count = 0
    for turn in game.legal_turns():
        twin = game.copy()
        twin.play(turn)
        count += perft(twin, depth - 1)
    return count


@pytest.mark.parametrize("row", PERFT, ids=lambda row: f"{row['game']}{row['options']}")
def test_perft(row: dict[str, Any]) -> None:
    for depth, count in enumerate(row["counts"], start=1):
        if count <= PERFT_LIMIT:
            assert perft(make(row["game"], **row["options"]), depth) == count, depth


# The interface ---------------------------------------------------------------------------------

SMALL: list[tuple[str, dict[str, Any]]] = [
    ("vacu", {"size": 3, "setup": "auction"}),
    ("vacu", {"size": 3, "komi": 1}),
    ("convacu", {"size": 3}),
    ("kaomi", {"size": 4}),
    ("squared", {"size": 3, "setup": "auction"}),
    ("iago", {}),
    ("iago-free", {}),
    ("vadus", {"size": 3}),
]


@pytest.mark.parametrize(("name", "options"), SMALL)
def test_random_games_keep_the_interface(name: str, options: dict[str, Any]) -> None:
    rng = random.Random(5)
    for _ in range(5):
        game = make(name, **options)
        while game.winner is None:
            legal = game.legal()
            assert legal
            assert legal == sorted(set(legal))
            assert game.seat in (1, 2)
            assert game.termination is None
            before = game.position()
            twin = game.copy()
            with pytest.raises(ValueError, match="is illegal"):
                game.play("z99")
            move = rng.choice(legal)
            game.play(move)
            assert twin.position() == before != game.position()
            twin.play(move)
            assert twin.position() == game.position()
            assert twin.events == game.events
        assert game.legal() == game.legal_turns() == []
        assert game.termination is not None
        with pytest.raises(ValueError, match="is illegal"):
            game.play("a1")


@pytest.mark.parametrize(
    ("name", "options", "why"),
    [
        ("go", {}, "no game"),
        ("vacu", {"size": 1}, "size must"),
        ("vacu", {"size": 20}, "size must"),
        ("vacu", {"setup": "haggle"}, "setup must"),
        ("kaomi", {"size": 14}, "size must"),
        ("squared", {"komi": 3}, "multiple of 2"),
        ("vadus", {"size": 1}, "size must"),
    ],
)
def test_refused_options(name: str, options: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        make(name, **options)


@pytest.mark.parametrize(("name", "size", "count"), [("vacu", 3, 10), ("vacu", 9, 82), ("squared", 3, 41)])
@pytest.mark.parametrize("side", ["black", "white"])
def test_auction(name: str, size: int, count: int, side: str) -> None:
    """S1, S4: player 1 names komi, player 2 takes a side."""
    game = make(name, size=size, setup="auction")
    assert (game.to_move, game.seat, len(game.legal())) == ("B", 1, count)
    assert game.legal()[0] == "komi 0"
    assert "komi 8" in game.legal()
    assert ("komi 7" in game.legal()) == (name == "vacu")
    for wrong in ("komi -1", "komi 08", f"komi {size**4 + 2}", "a1", "black"):
        with pytest.raises(ValueError, match="is illegal"):
            game.play(wrong)
    game.play("komi 8")
    assert (game.to_move, game.seat, game.legal()) == ("W", 2, ["black", "white"])
    game.play(side)
    assert (game.to_move, game.seat) == ("B", 2 if side == "black" else 1)
    assert game.scores() == {"B": 0, "W": 8}
    game.play("a1")
    assert (game.to_move, game.seat) == ("W", 1 if side == "black" else 2)
    other = make(name, size=size, komi=8)
    other.play("a1")
    assert (game.position() == other.position()) == (side == "white")
