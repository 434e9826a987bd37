"""JSON lines as KataGo's analysis engine has them: what its clients may send, and what they get."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import fieldstone
from fieldstone.interop.queries import ACTIONS, NOT_HERE, START_FIELDS
from tests.interop.conftest import ENVIRONMENT, PATIENCE, Talk

Begin = Callable[..., Talk]
PLACE = {"rules": "vacu", "boardXSize": 3, "boardYSize": 3, "komi": 1, "maxVisits": 60}
DOCS = Path(__file__).parents[2] / "docs" / "engines.md"


def answer(talk: Begin, query: dict[str, Any]) -> dict[str, Any]:
    """The one answer to a query."""
    one = talk()
    one.ask({"id": "a", **query})
    (said,) = one.all()
    assert said["id"] == "a"
    return said


# The flow of KataGo's example client -----------------------------------------------------------


class Client:
    """What KataGo's example client does: a process, a query a position, and the next line that comes is the answer."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fieldstone.cli", "engine"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ | ENVIRONMENT,
        )  # fmt: skip
        self.count = 0

    def ask(self, query: dict[str, Any]) -> Any:
        """Send a query, and read one line."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(query).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def query(self, stones: list[Any], moves: list[Any], size: int, komi: float, **more: Any) -> Any:
        """Ask about the position after some moves, with all the fields that the example sends."""
        self.count += 1
        query = {
            "id": str(self.count),
            "moves": [[colour, vertex] for colour, vertex in moves],
            "initialStones": [[colour, vertex] for colour, vertex in stones],
            "rules": "vacu",
            "komi": komi,
            "boardXSize": size,
            "boardYSize": size,
            "maxVisits": 40,
            **more,
        }
        return self.ask(query)

    def close(self) -> tuple[int, bytes]:
        """End it, and return how it ended."""
        assert self.process.stderr is not None
        _, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, errors


def test_the_flow_of_an_example_client() -> None:
    client = Client()
    try:
        first = client.query([], [("b", "D4"), ("w", "J9")], 9, 7.0)
        assert (first["turnNumber"], first["isDuringSearch"]) == (2, False)
        rows = ["........W", *["........."] * 4, "...B.....", *["........."] * 3]
        assert first["position"] == f"vacu(size=9,komi=7,setup=fixed) {'/'.join(rows)} B"
        assert first["rootInfo"]["visits"] == 40
        best = first["moveInfos"][0]
        assert re.fullmatch(r"[A-HJ][1-9]|pass", best["move"])
        assert best["pv"][0] == best["move"]
        said = client.query([], [("b", "D4"), ("w", "J9"), ("b", best["move"])], 9, 7.0)
        assert said["turnNumber"] == 3
        refused = client.query([], [], 9, 7.0, includePolicy=True)
        assert (refused["field"], refused["id"]) == ("includePolicy", "3")  # one line, and it says why
        assert client.query([], [], 9, 6.5)["field"] == "komi"
        assert client.query([("b", "C3")], [("w", "D4")], 9, 7.0)["turnNumber"] == 1
        assert client.ask({"id": "m", "action": "query_models"}) == {"id": "m", "action": "query_models", "models": []}
        assert client.ask({"id": "c", "action": "clear_cache"}) == {"id": "c", "action": "clear_cache"}
        assert client.close() == (0, b"")
    finally:
        client.process.kill()
        client.process.wait()


# Positions -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "position"),
    [
        ({}, "vacu(size=3,komi=1,setup=fixed) .../.../... B"),
        ({"boardYSize": 3, "komi": 1.0}, "vacu(size=3,komi=1,setup=fixed) .../.../... B"),
        ({"moves": [["B", "b2"], ["white", "A1"]]}, "vacu(size=3,komi=1,setup=fixed) .../.B./W.. B"),
        ({"moves": ["B2", "a1"]}, "vacu(size=3,komi=1,setup=fixed) .../.B./W.. B"),
        ({"moves": [["b", "b2"], ["w", "pass"]]}, "vacu(size=3,komi=1,setup=fixed) .../.B./... B button=W"),
        ({"initialStones": [["B", "A1"], ["w", "C3"]]}, "vacu(size=3,komi=1,setup=fixed) ..W/.../B.. B"),
        ({"initialStones": [["B", "A1"]], "initialPlayer": "w"}, "vacu(size=3,komi=1,setup=fixed) .../.../B.. W"),
        ({"initialStones": [["B", "A1"]], "moves": [["w", "b2"]]}, "vacu(size=3,komi=1,setup=fixed) .../.W./B.. B"),
        ({"rules": "kaomi(pie=false)", "komi": 0}, "kaomi(size=3,pie=false) .../.../... B"),
        ({"rules": "squared", "komi": 4, "maxVisits": 10}, "squared(size=3,komi=4,setup=fixed) .../.../... B"),
        ({"rules": "vacu(setup=auction)", "komi": 0, "moves": ["komi 5", ["w", "black"]]},
         "vacu(size=3,komi=0,setup=auction) .../.../... B komi=5 seats=WB"),
    ],
)  # fmt: skip
def test_positions(talk: Begin, fields: dict[str, Any], position: str) -> None:
    said = answer(talk, PLACE | fields)
    assert said.get("position") == position, said
    assert said["position"] == fieldstone.parse_position(position).to_text()


def test_vertices_come_and_go(talk: Begin) -> None:
    """Columns without i, also where one move is chosen; in a query with `position` all is as the rules write it."""
    nine = {"rules": "convacu", "boardXSize": 9, "boardYSize": 9, "maxVisits": 20}
    said = answer(talk, {**nine, "moves": [["b", "J9"]]})
    assert said["position"].startswith("convacu(size=9) ........B/")
    assert not [info for info in said["moveInfos"] if info["move"].startswith(("I", "i"))]
    assert [info for info in said["moveInfos"] if info["move"].startswith("J")]
    said = answer(talk, {"position": "convacu(size=9)", "maxVisits": 20, "moves": [["b", "i9"]]})
    assert said["position"].startswith("convacu(size=9) ........B/")
    assert [info for info in said["moveInfos"] if info["move"].startswith("i")]
    said = answer(talk, PLACE | {"chooseMove": True})
    assert re.fullmatch(r"[ABC][123]|pass", said["move"])


def test_lines_are_as_long_as_wanted(talk: Begin) -> None:
    said = answer(talk, PLACE | {"analysisPVLen": 1, "maxVisits": 200})
    assert {len(info["pv"]) for info in said["moveInfos"]} == {1}


def test_settings_are_limits(talk: Begin) -> None:
    said = answer(talk, PLACE | {"maxVisits": 5000, "overrideSettings": {"maxVisits": 60}})
    assert said["rootInfo"]["visits"] == 60
    said = answer(talk, {"rules": "vacu", "boardXSize": 5, "overrideSettings": {"maxTime": 0.1}})
    assert said["isDuringSearch"] is False


# What is refused, in one line ------------------------------------------------------------------

BAD: dict[str, list[Any]] = {
    "rules": [3, {"ko": "SIMPLE"}, "tromp-taylor", "Chinese", "go", "iago", "vadus(size=3)", "vacu(x=1)", ""],
    "boardXSize": [0, "9", 1.5, True],
    "boardYSize": [0, "9", 4],
    "komi": [6.5, "7", True, -1, 1e9],
    "initialStones": ["A1", ["A1"], [["B"]], [["B", "D4"]], [["B", "A1"], ["w", "a1"]], [["x", "A1"]], [["B", "pass"]]],
    "initialPlayer": ["x", 3, ["b"]],
    "moves": [[["b", "D4"]], [["b", "I1"]], [["b", "A1"], ["b", "A2"]], [["b", "A1"], ["w", "A1"]], [["b", "resign"]]],
    **{name: [] for name in NOT_HERE},
}
for _name, _value in {
    "allowMoves": [{"player": "B", "moves": ["C3"], "untilDepth": 1}],
    "avoidMoves": [{"player": "B", "moves": ["C3"], "untilDepth": 1}],
    "priorities": [1, 2],
    "rootFpuReductionMax": 0.1,
    "rootPolicyTemperature": 1.1,
    "whiteHandicapBonus": "N",
}.items():
    BAD[_name] = [_value]
for _name in NOT_HERE:
    BAD[_name] = BAD[_name] or [True]


@pytest.mark.parametrize(("field", "value"), [(field, value) for field in BAD for value in BAD[field]])
def test_one_error_names_the_field(talk: Begin, field: str, value: Any) -> None:
    said = answer(talk, PLACE | {field: value})
    assert said["field"] == field
    assert said["error"]


@pytest.mark.parametrize("name", NOT_HERE)
def test_what_asks_for_nothing_is_no_error(talk: Begin, name: str) -> None:
    said = answer(talk, PLACE | {name: NOT_HERE[name][0]})
    assert said["rootInfo"]["visits"] == 60


@pytest.mark.parametrize(
    ("query", "field", "word"),
    [
        ({"position": "vacu", "komi": 7}, "komi", "does not go with position"),
        ({"position": "vacu", "rules": "vacu"}, "rules", "does not go with position"),
        ({"boardXSize": 9, "boardYSize": 9}, "rules", "rules is missing"),
        ({"action": "terminate", "terminateId": "x", "turnNumbers": [1]}, "turnNumbers", "whole queries"),
        ({**PLACE, "rules": "vacu", "boardXSize": 1, "boardYSize": 1}, "boardXSize", "size"),
        ({**PLACE, "rules": "kaomi"}, "komi", "kaomi has no komi"),
        ({**PLACE, "rules": "kaomi", "komi": 0, "initialStones": [["b", "A1"]] * 1, "initialPlayer": "b"},
         "initialStones", "K1"),
        ({**PLACE, "moves": ["button", "pass", "pass", "a1"]}, "moves", "move 4 of moves: the game is over"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_named(talk: Begin, query: dict[str, Any], field: str, word: str) -> None:
    said = answer(talk, query)
    assert said["field"] == field
    assert word in said["error"]


def test_all_of_it_is_documented() -> None:
    page = DOCS.read_text(encoding="utf-8")
    assert [name for name in (*START_FIELDS, *NOT_HERE, *ACTIONS) if f"`{name}`" not in page] == []
