"""The engine that speaks JSON lines: what it answers, in which order, and what it refuses."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

import fieldstone
from fieldstone.analysis.analysing import analyse
from fieldstone.analysis.data import analysis_as_data
from fieldstone.interop.json_lines import LONGEST_LINE, MOST_QUERIES, Engine, json_writer
from fieldstone.interop.lines import read_lines
from fieldstone.interop.queries import FIELDS, MOST_TURNS, MOST_WARNINGS, QueryError, read_query
from fieldstone.search.limit import Limit
from fieldstone.search.memory import Memory
from tests.interop.conftest import ENVIRONMENT, PATIENCE, Talk

Begin = Callable[..., Talk]
START = {"position": "vacu(size=3)", "maxVisits": 60, "seed": 1}
LONG = {"position": "vacu(size=9)", "maxSeconds": 600}
DOCS = Path(__file__).parents[2] / "docs" / "engines.md"


# Answers ---------------------------------------------------------------------------------------


def test_an_answer_is_an_analysis_with_the_id(talk: Begin) -> None:
    one = talk()
    one.ask({"id": "a", "position": "kaomi(size=3) moves b2", "moves": ["swap"], "maxVisits": 80, "seed": 3})
    (answer,) = one.all()
    state = fieldstone.parse_position("kaomi(size=3) moves b2,swap")
    memory = Memory(3, megabytes=4.0)
    wanted = analyse(state, Limit(simulations=80), seed=3, owners=False, memory=memory)
    assert answer == json.loads(json.dumps(analysis_as_data(wanted, name="a")))
    assert answer["ownership"] is None


def test_turns_are_answered_one_by_one_in_their_order(talk: Begin) -> None:
    one = talk()
    one.ask({**START, "id": "a", "position": "vacu(size=3) moves b2,c3,a1", "analyzeTurns": [3, 0, 1], "maxMoves": 1})
    answers = one.all()
    assert [answer["turnNumber"] for answer in answers] == [3, 0, 1]
    assert [answer["rootInfo"]["currentPlayer"] for answer in answers] == ["W", "B", "W"]
    assert all(len(answer["moveInfos"]) == 1 for answer in answers)


def test_turns_count_from_the_position_that_was_read(talk: Begin) -> None:
    one = talk()
    one.ask({**START, "id": "a", "position": "vacu(size=3) .../.BW/... B", "moves": ["a1"], "analyzeTurns": [0]})
    (answer,) = one.all()
    assert answer["position"] == "vacu(size=3,komi=0,setup=fixed) .../.BW/... B"


def test_what_is_urgent_goes_first(talk: Begin) -> None:
    one = talk()
    one.ask({**LONG, "id": "busy"})
    for name, priority in (("low", -1), ("usual", 0), ("high", 5), ("also usual", 0)):
        one.ask({**START, "id": name, "priority": priority})
    one.ask({"id": "go", "action": "terminate", "terminateId": "busy"})
    names = [answer["id"] for answer in one.all() if answer["id"] not in ("go", "busy")]
    assert names == ["high", "usual", "also usual", "low"]


def test_partial_results_come_while_it_searches(talk: Begin) -> None:
    one = talk()
    one.ask({"id": "a", "position": "vacu(size=5)", "maxSeconds": 600, "reportDuringSearchEvery": 0.01,
             "includeOwnership": True})  # fmt: skip
    first, second = one.hear(), one.hear()
    assert first["isDuringSearch"]
    assert second["rootInfo"]["visits"] > first["rootInfo"]["visits"]
    assert len(first["ownership"]) == 25
    one.ask({"id": "t", "action": "terminate_all"})
    answers = one.all()
    assert {"id": "t", "action": "terminate_all", "terminated": 1} in answers
    last = [answer for answer in answers if answer["id"] == "a"][-1]
    assert (last["isDuringSearch"], last["isTerminated"]) == (False, True)


def test_what_has_not_begun_ends_without_results(talk: Begin) -> None:
    one = talk()
    one.ask({**LONG, "id": "busy"})
    one.ask({**START, "id": "waits"})
    one.ask({"id": "t", "action": "terminate", "terminateId": "waits"})
    assert one.hear() == {"id": "waits", "isDuringSearch": False, "noResults": True}
    assert one.hear() == {"id": "t", "action": "terminate", "terminateId": "waits", "terminated": 1}
    one.ask({"id": "u", "action": "terminate", "terminateId": "nobody"})
    assert one.hear()["terminated"] == 0


def test_an_id_is_free_again_when_its_query_is_answered(talk: Begin) -> None:
    one = talk()
    one.ask({**LONG, "id": "a"})
    one.ask({**START, "id": "a"})
    refused = one.hear()
    assert (refused["id"], refused["field"]) == ("a", "id")
    one.ask({"id": "t", "action": "terminate_all"})
    assert {one.hear()["id"], one.hear()["id"]} == {"a", "t"}
    one.engine.close()
    again = talk()
    for _ in range(2):
        again.ask({**START, "id": "a"})
        assert again.hear()["rootInfo"]["visits"] == 60


@pytest.mark.parametrize("turns", [None, [0, 1]])
def test_an_id_is_free_before_its_last_answer_is_written(turns: list[int] | None) -> None:
    """Whoever reads it may ask at once under the same id."""
    held: list[bool] = []
    engine = Engine(lambda _: held.append("a" in engine._open), threads=2)
    query = {"id": "a", "position": "kaomi(size=3) moves b2", "maxVisits": 20}
    engine.take(json.dumps(query if turns is None else query | {"analyzeTurns": turns}).encode())
    engine.close()
    assert held == ([False] if turns is None else [True, False])


@pytest.mark.parametrize("asked", [{"level": 2}, {"level": "max", "maxSeconds": 0.05}, {"maxVisits": 30}, {}])
def test_a_move_is_chosen(talk: Begin, asked: dict[str, Any]) -> None:
    one = talk()
    one.ask({"id": "a", "position": "kaomi(size=3) moves b2", "chooseMove": True, "seed": 1, **asked})
    (answer,) = one.all()
    state = fieldstone.parse_position("kaomi(size=3) moves b2")
    assert state.game.move(answer["move"]) in state.legal_moves()
    assert (answer["seat"], answer["currentPlayer"], answer["turnNumber"]) == (2, "W", 1)
    assert 0 <= answer["winrate"] <= 1


def test_choosing_ends_when_it_is_stopped(talk: Begin) -> None:
    one = talk()
    one.ask({"id": "a", "position": "vacu(size=9)", "chooseMove": True, "maxSeconds": 600})
    while not one.engine._open["a"].state:
        pass
    one.ask({"id": "t", "action": "terminate", "terminateId": "a"})
    answers = {answer["id"]: answer for answer in one.all()}
    assert answers["a"].get("noResults") or answers["a"]["move"] in [m.text for m in fieldstone.load("vacu").moves]


def test_the_setup_is_played_too(talk: Begin) -> None:
    one = talk()
    one.ask({"id": "a", "position": "vacu(size=3,setup=auction)", "chooseMove": True, "maxVisits": 100, "seed": 1})
    one.ask({"id": "b", "position": "vacu(size=3,setup=auction) moves komi 9", "maxVisits": 100, "seed": 1})
    answers = {answer["id"]: answer for answer in one.all()}
    assert re.fullmatch(r"komi \d", answers["a"]["move"])
    assert answers["b"]["moveInfos"][0]["move"] == "white"


# Bad input -------------------------------------------------------------------------------------

BAD: dict[str, list[Any]] = {
    "position": [None, 3, ["vacu"], "", "go", "vacu(size=99)", "vacu(size=3) ../.. B", "vacu(size=3) moves z9"],
    "moves": ["b2", [3], ["z9"], ["b2", "b2"], ["pass"], [["b"]], [["g", "b2"]], [["b", 3]], [["w", "b2"]]],
    "analyzeTurns": [0, [], [-1], [0, 0], [True], [1], list(range(MOST_TURNS + 1))],
    "maxVisits": [0, -1, 1.5, "9", True, 10**10],
    "maxSeconds": [0, -1, "9", True, 1e9],
    "priority": [0.5, "high", True, 10**12],
    "reportDuringSearchEvery": [0, -1, "often", False],
    "includeOwnership": [1, "yes"],
    "maxMoves": [0, "all"],
    "seed": [-1, 1.0, "x", 2**70],
    "chooseMove": [1, "b2"],
    "level": [0, 13, "9", 3],
    "analysisPVLen": [0, "9", True],
    "overrideSettings": [3, [], {"wideRootNoise": 0.1}, {"maxVisits": 0}, {"maxTime": "9"}],
}


@pytest.mark.parametrize(("field", "value"), [(field, value) for field in BAD for value in BAD[field]])
def test_what_is_wrong_is_named(talk: Begin, field: str, value: Any) -> None:
    one = talk()
    one.ask({**START, "id": "a", field: value})
    (answer,) = one.all()
    assert answer.keys() - {"turnNumber"} == {"id", "error", "field"}
    assert (answer["id"], answer["field"]) == ("a", field)


def test_every_field_is_tried() -> None:
    assert BAD.keys() == FIELDS.keys()


@pytest.mark.parametrize(
    "line",
    [b"x", b"[]", b"3", b"null", b"{}", b'{"id": 3}', b'{"id": ""}', b'{"id": "a"', b'{"id": "a", "id": "b"}', b"\xff",
     b'{"id": "a", "position": NaN}', b"[" * 5000, b'{"id": "\\ud800", "position": "vacu"}'],
)  # fmt: skip
def test_what_is_no_query_gets_an_error_without_an_id(talk: Begin, line: bytes) -> None:
    one = talk()
    one.ask(line)
    (answer,) = one.all()
    assert answer["id"] is None
    assert answer["error"]


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"action": "fly"}, "action"), ({"action": 3}, "action"), ({"action": ["terminate"]}, "action"),
        ({"action": "terminate"}, "terminateId"), ({"position": "vacu", "level": 3}, "level"), ({}, "position"),
        ({"position": "vacu", "chooseMove": True, "analyzeTurns": [0]}, "analyzeTurns"),
        ({"position": "vacu", "chooseMove": True, "level": 3, "maxVisits": 9}, "level"),
        ({"position": "convacu(size=1) moves b1"}, "position"),
        ({"position": "vacu(size=3) .B./B.B/.B. W over=last-group"}, "position"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_named(talk: Begin, fields: dict[str, Any], wrong: str) -> None:
    one = talk()
    one.ask({"id": "a", "maxVisits": 5, **fields} if "level" not in fields else {"id": "a", **fields})
    (answer,) = one.all()
    assert (answer["id"], answer["field"]) == ("a", wrong)


def test_a_level_that_the_game_has_not(talk: Begin) -> None:
    one = talk()
    one.ask({"id": "a", "position": "vacu(size=3)", "chooseMove": True, "level": 11})
    (answer,) = one.all()
    assert (answer["id"], answer["field"]) == ("a", "level")
    assert answer["error"] == 'level must be a number from 1 to 10, or "max", in vacu, not 11'


def test_a_level_above_ten(talk: Begin) -> None:
    one = talk()
    one.ask(
        {"id": "a", "position": "kaomi(size=3,pie=false) BWB/WB./BW. W", "chooseMove": True, "level": 11, "seed": 1}
    )
    (answer,) = one.all()
    assert answer["move"]


def test_unknown_fields_are_told_of_and_ignored(talk: Begin) -> None:
    one = talk()
    one.ask({**START, "id": "a", **{f"unknown{number}": 1 for number in range(50)}})
    answers = one.all()
    assert [answer["field"] for answer in answers[:-1]] == [f"unknown{number}" for number in range(MOST_WARNINGS)]
    assert all("warning" in answer and answer["id"] == "a" for answer in answers[:-1])
    assert answers[-1]["rootInfo"]["visits"] == 60


def test_no_more_queries_wait_than_can(talk: Begin) -> None:
    one = talk()
    one.ask({**LONG, "id": "busy"})
    for number in range(MOST_QUERIES):
        one.ask({**START, "id": str(number)})
    refused = one.hear()
    assert refused["id"] == str(MOST_QUERIES - 1)
    assert "too much" in refused["error"]
    one.ask({"id": "t", "action": "terminate_all"})
    answers = one.all()
    assert sum(answer.get("noResults", False) for answer in answers) >= MOST_QUERIES - 2


def test_a_failure_of_the_engine_is_told_and_others_go_on(
    talk: Begin, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    one = talk()
    with monkeypatch.context() as patched:
        patched.setattr("fieldstone.interop.json_lines.analyse", lambda *_, **__: 1 / 0)
        one.ask({**START, "id": "a"})
        assert "ZeroDivisionError" in one.hear()["error"]
    one.ask({**START, "id": "a2"})
    assert one.hear()["rootInfo"]["visits"] == 60
    assert "ZeroDivisionError" in capfd.readouterr().err


def test_the_engine_stops_when_nobody_reads() -> None:
    def write(answer: dict[str, Any]) -> None:
        raise BrokenPipeError

    engine = Engine(write, 2, 4.0)
    lines = [json.dumps({**LONG, "id": str(number)}).encode() for number in range(5)]
    engine.serve(BytesIO(b"\n".join([*lines, b"x", *lines])))
    assert not any(thread.is_alive() for thread in engine._threads)


def test_lines_are_bounded() -> None:
    stream = BytesIO(b"ab\r\n" + b"c" * 200_000 + b"\n\nabc\nabcd\nend")
    assert list(read_lines(stream, 3)) == [b"ab", None, b"", b"abc", None, b"end"]
    with pytest.raises(QueryError, match="position is missing"):
        read_query(b'{"id": "a"}')


# The program -----------------------------------------------------------------------------------


def test_the_program_answers_until_its_input_ends(start: Callable[..., Any]) -> None:
    long = b'{"id": "' + b"x" * LONGEST_LINE + b'"}\n'
    lines = [{"id": "v", "action": "query_version"}, {**START, "id": "a"}, {**START, "id": "b"}]
    done = start("engine", "--threads", "2", typed=long + b"\n\r\n" + "\n".join(map(json.dumps, lines)).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers[0]["id"] is None
    assert answers[1]["version"] == fieldstone.__version__
    assert set(answers[1]["games"]) == set(fieldstone.games())
    assert {answer["id"] for answer in answers[2:]} == {"a", "b"}


def test_the_program_need_not_wait(start: Callable[..., Any]) -> None:
    done = start("engine", "kaomi", "--quit-without-waiting", typed=json.dumps({**LONG, "id": "a"}).encode())
    assert done.returncode == 0
    (answer,) = map(json.loads, done.stdout.splitlines())
    assert answer["id"] == "a"
    assert answer.get("noResults") or answer["isTerminated"]


def test_ctrl_c_ends_the_program() -> None:
    command = [sys.executable, "-m", "fieldstone.cli", "engine"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ | ENVIRONMENT
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        query = {**LONG, "id": "a", "reportDuringSearchEvery": 0.1}
        process.stdin.write(json.dumps(query).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["isDuringSearch"]
        process.send_signal(signal.SIGINT)
        answers, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (130, b"")
    assert json.loads(answers.splitlines()[-1])["isTerminated"]


def test_a_game_that_is_not_there_is_named(run: Callable[..., Any]) -> None:
    assert "there is no game “go”" in run("engine", "go", status=2).output


def test_more_memory_than_there_can_be_is_refused(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fieldstone.search.settings.most_megabytes", lambda: 3000.0)
    for command in (("engine",), ("gtp",), ("analyse", "kaomi")):
        refused = run(*command, "--megabytes", "3001", status=2).output
        assert "megabytes must be positive and at most 3000, not 3001" in refused


def test_answers_are_lines_of_utf8() -> None:
    stream = BytesIO()
    json_writer(stream)({"id": "돌\n", "half": "\ud800"})
    assert stream.getvalue() == '{"id": "돌\\n", "half": "\\ud800"}\n'.encode()


# The documentation -----------------------------------------------------------------------------


def shape(data: Any) -> Any:
    """Data without the numbers that change with the search."""
    if isinstance(data, dict):
        return {name: shape(value) for name, value in data.items()}
    if isinstance(data, list):
        return [shape(value) for value in data[:1]]
    return "number" if isinstance(data, int | float) and not isinstance(data, bool) else data


def test_the_examples_are_answered_like_that(talk: Begin) -> None:
    blocks = re.findall(r"^```json\n(.*?)^```$", DOCS.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 4
    for block in blocks:
        query, *wanted = map(json.loads, block.splitlines())
        one = talk()
        one.ask(query)
        for answer, shown in zip(one.all(), wanted, strict=True):
            assert answer.keys() == shown.keys()
            for key in set(shown) - {"moveInfos", "move", "winrate", "ownership", "version"}:
                assert shape(answer[key]) == shape(shown[key]), key


def test_every_field_is_documented() -> None:
    page = DOCS.read_text(encoding="utf-8")
    assert [field for field in FIELDS if f"`{field}`" not in page] == []
