"""Engines in other processes, asked from Python: moves, analyses, and what becomes of engines that fail."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import fieldstone
from fieldstone import OptionError
from fieldstone.interop.client import GtpEngine, LinesEngine, ResignationError
from fieldstone.interop.process import CommandError, EngineError, EngineTimeoutError

OURS = [sys.executable, "-m", "fieldstone.cli"]
LINES = (*OURS, "engine", "--threads", "1", "--megabytes", "8")
GTP = (*OURS, "gtp", "--level", "1", "--seed", "1", "--megabytes", "8")
LOOP = "import sys, json\nfor line in sys.stdin:\n    "


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], list[str]]:
    """Write a program in Python, and return its command line."""

    def write(code: str) -> list[str]:
        file = tmp_path / "program.py"
        file.write_text(code, encoding="utf-8")
        return [sys.executable, str(file)]

    return write


# JSON lines ------------------------------------------------------------------------------------


def test_a_move_and_an_analysis() -> None:
    state = fieldstone.parse_position("vacu(size=3,komi=1) moves b2")
    with LinesEngine(LINES) as engine:
        assert engine.running
        chosen = engine.choose(state, level=3, seed=1)
        assert chosen.move in state.legal_moves()
        found = engine.analyse(state, visits=200, seed=1, owners=True)
        few = engine.analyse(state, visits=50, seed=1, most_moves=2)
        assert engine.choose(state, seconds=0.05).move in state.legal_moves()
        with pytest.raises(EngineError, match=r"error: level must be a number from 1 to 12, or .max., not 13"):
            engine.choose(state, level=13)
        assert engine.ask({"action": "query_version"})["version"] == fieldstone.__version__
    assert not engine.running
    assert found.visits == 200
    assert found.chance == found.moves[0].chance == found.data["rootInfo"]["winrate"]
    assert {one.move for one in found.moves} == set(state.legal_moves())
    assert found.moves[0].line[0] == found.moves[0].move
    assert sum(one.visits or 0 for one in found.moves) <= 200
    assert len(few.moves) == 2
    assert few.owners is None
    assert found.owners is not None
    # The answer has them from the top row down, and the client in the order of the points.
    assert list(found.owners[6:]) == found.data["ownership"][:3]
    assert "moveInfos" not in repr(found)


def test_a_program_of_ones_own_is_asked_by_a_command_line() -> None:
    state = fieldstone.load("kaomi", size=3).new_state()
    engine = LinesEngine(shlex.join(LINES))
    engine.start()
    try:
        with pytest.raises(RuntimeError, match="started already"):
            engine.start()
        assert engine.choose(state, visits=20).move in state.legal_moves()
    finally:
        engine.close()
        engine.close()
    with pytest.raises(EngineError, match="is not running"):
        engine.choose(state)


@pytest.mark.parametrize(
    ("command", "program"), [("'", None), ("", ""), ([], ""), ("no-such-program -x", "no-such-program")]
)
def test_a_command_that_starts_nothing(command: str | list[str], program: str | None) -> None:
    with pytest.raises(CommandError) as caught:
        LinesEngine(command)
    assert caught.value.program == program


def test_no_time_is_no_timeout() -> None:
    with pytest.raises(ValueError, match="timeout must be above 0"):
        LinesEngine(LINES, timeout=0)


def test_an_answer_that_comes_too_late_is_none_to_the_next_query(program: Callable[[str], list[str]]) -> None:
    code = LOOP + "q = json.loads(line); import time; time.sleep(0.6 if q['id'] == '1' else 0)\n    "
    code += "print(json.dumps({'id': q['id'], 'move': 'b2' if q['id'] == '1' else 'c3'}), flush=True)"
    state = fieldstone.load("kaomi", size=3).new_state()
    with LinesEngine(program(code)) as engine:
        begin = time.monotonic()
        with pytest.raises(EngineTimeoutError, match=r"no answer within 0\.2 seconds"):
            engine.choose(state, timeout=0.2)
        assert time.monotonic() - begin < 30
        assert str(engine.choose(state).move) == "c3"


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("import sys; sys.exit('out of order')", "exit status 1: out of order"),
        (LOOP + "print('what?', flush=True)", "no JSON object: what\\?"),
        (LOOP + 'print(\'{"id": "1", "move": "z9"}\', flush=True)', "'z9' is no move of kaomi"),
        (LOOP + 'print(\'{"id": "1"}\', flush=True)', "no move"),
    ],
)
def test_a_program_that_fails_is_told_of(program: Callable[[str], list[str]], code: str, problem: str) -> None:
    with LinesEngine(program(code), timeout=20) as engine, pytest.raises(EngineError, match=problem):
        engine.choose(fieldstone.load("kaomi", size=3).new_state())


def test_a_program_that_does_not_end_is_ended(program: Callable[[str], list[str]]) -> None:
    with LinesEngine(program("import time\nwhile True: time.sleep(60)"), timeout=0.2) as engine:
        with pytest.raises(EngineTimeoutError):
            engine.ask({"action": "query_version"})
        assert engine.running
    assert not engine.running


# GTP -------------------------------------------------------------------------------------------


def test_a_game_over_gtp() -> None:
    state = fieldstone.load("vacu", size=3).new_state()
    with GtpEngine(state.game, GTP) as engine:
        while state.outcome is None and len(state.history) < 12:
            state.play(engine.choose(state).move)
        assert engine.ask("fieldstone-state") == state.to_text(history=True)
        state.undo()
        state.undo()
        state.play(engine.choose(state).move)  # another game than it has seen: it is told all of it
        assert engine.ask("fieldstone-state") == state.to_text(history=True)
        with pytest.raises(EngineError, match="fly: \\? unknown command"):
            engine.ask("fly")
        with pytest.raises(ValueError, match="this engine plays vacu"):
            engine.choose(fieldstone.load("kaomi").new_state())
        with pytest.raises(ValueError, match="this engine plays vacu"):
            engine.choose(fieldstone.parse_position("vacu(size=3) .B./.../... W"))


def test_an_analysis_over_gtp() -> None:
    state = fieldstone.parse_position("vacu(size=5) moves c3")
    with GtpEngine(state.game, GTP) as engine:
        found = engine.analyse(state, seconds=0.3)
        assert engine.ask("name") == "Fieldstone"
        assert found.moves[0].move in state.legal_moves()
        assert found.moves[0].line[0] == found.moves[0].move
        assert found.chance is not None
        assert 0 <= found.chance <= 1
        assert found.visits == sum(one.visits or 0 for one in found.moves)
        assert engine.choose(state).move in state.legal_moves()


STRANGER = (
    LOOP + "word = line.split()[0]\n    print({'known_command': '= false', 'genmove': %r}.get(word, '='), flush=True)"
)
STRANGER += "\n    print(flush=True)"


@pytest.mark.parametrize(("said", "move"), [("= J1", "i1"), ("= pass", "button"), ("= PASS", "button")])
def test_a_program_that_knows_nothing_of_us(program: Callable[[str], list[str]], said: str, move: str) -> None:
    state = fieldstone.load("vacu", size=9).new_state()
    with GtpEngine(state.game, program(STRANGER % said), timeout=20) as engine:
        assert str(engine.choose(state).move) == move
        with pytest.raises(EngineError, match="neither kata-analyze nor lz-analyze"):
            engine.analyse(state)


def test_a_program_may_resign(program: Callable[[str], list[str]]) -> None:
    game = fieldstone.load("vacu", size=9)
    with GtpEngine(game, program(STRANGER % "= resign"), timeout=20) as engine, pytest.raises(ResignationError):
        engine.choose(game.new_state())


def test_a_program_that_is_too_slow_is_ended(program: Callable[[str], list[str]]) -> None:
    """What it says later would be taken for another answer."""
    game = fieldstone.load("vacu", size=9)
    code = LOOP + "\n    if line.startswith('genmove'): continue\n    print('= false', end='\\n\\n', flush=True)"
    with GtpEngine(game, program(code), timeout=20) as engine:
        with pytest.raises(EngineTimeoutError):
            engine.choose(game.new_state(), timeout=0.2)
        assert not engine.running


def test_a_board_that_is_not_square() -> None:
    with pytest.raises(OptionError, match="square boards"):
        GtpEngine(fieldstone.load("iago"), GTP)
