"""Other programs as players: those that play, those that fail in every way, and that none of them is left over."""

from __future__ import annotations

import json
import os
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import fieldstone
from fieldstone.arena.errors import ArenaError
from fieldstone.arena.match import Match, Task
from fieldstone.arena.players import check_player, named, read_spec
from fieldstone.arena.playing import game_player, play_game
from fieldstone.jobs.local import LocalWorkers
from fieldstone.jobs.work import Work
from fieldstone.warm import warm_up
from tests.cli.conftest import Run

GAME = "kaomi(size=3,pie=true)"
PYTHON = shlex.quote(sys.executable)
ENGINE = f"engine:{PYTHON} -m fieldstone.cli engine --threads 1"
GTP = f"gtp:{PYTHON} -m fieldstone.cli gtp"
PATIENCE = 30.0

# What speaks GTP and knows nothing of us, but plays legal moves: an empty point, else a pass.
STRANGER = """
import sys
points, black = [], True
for line in sys.stdin:
    tokens = line.split()
    if tokens[0] == "known_command":
        print("= false", end="\\n\\n\\n", flush=True)
        continue
    if tokens[0] == "boardsize":
        points = [f"{column}{row}" for column in "ABCDEFGHJ"[:int(tokens[1])] for row in range(1, int(tokens[1]) + 1)]
    if tokens[0] == "play" and tokens[2] in points:
        points.remove(tokens[2])
    said = ""
    if tokens[0] == "genmove":
        said = points.pop() if points else "PASS"
    print(f"= {said}", end="\\n\\n", flush=True)
"""


@pytest.fixture(autouse=True, scope="session")
def vacu_too() -> None:
    """Vacu lies in the cache, too."""
    warm_up(["vacu"])


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str, str], str]:
    """Write a program in Python, and return it as a player."""

    def write(kind: str, code: str) -> str:
        file = tmp_path / "program.py"
        file.write_text(code, encoding="utf-8")
        return f"{kind}:{PYTHON} {shlex.quote(str(file))}"

    return write


def one_game(
    first: str, second: str = "random", game: str = GAME, seats: tuple[int, int] = (0, 1), clock: str = "wall"
) -> dict[str, Any]:
    """The first game of a match."""
    texts = tuple(str(spec) for spec in named([read_spec(first), read_spec(second)]))
    return play_game(Match(game, texts, clock=clock), Task(0, seats, ()))


# Texts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("engine:prog", {"command": "prog"}),
        ("engine: prog --a b , level = 3", {"command": "prog --a b", "level": "3"}),
        ("engine:prog --list a,b=c,seconds=1,timeout=5", {"command": "prog --list a,b=c", "seconds": 1, "timeout": 5}),
        ("engine:prog 'a,seconds=1'", {"command": "prog 'a,seconds=1'"}),
        ("engine:prog,level=max,simulations=7", {"command": "prog", "level": "max", "simulations": 7}),
        ("gtp:prog -x --y=z", {"command": "prog -x --y=z"}),
        ("gtp:prog some.toml", {"command": "prog some.toml"}),
    ],
)  # fmt: skip
def test_texts(text: str, options: dict[str, Any]) -> None:
    spec = read_spec(text)
    assert dict(spec.options) == options
    assert read_spec(str(spec)) == spec
    assert "," not in spec.label
    assert len(spec.label) <= 40
    (once, twice) = named([spec, spec])
    assert once.label != twice.label
    assert read_spec(str(twice)) == twice


def test_times_of_the_match_are_for_those_who_say_none() -> None:
    assert dict(read_spec("engine:prog", seconds=2.0).options) == {"command": "prog", "seconds": 2.0}
    assert dict(read_spec("engine:prog,level=3", seconds=2.0).options) == {"command": "prog", "level": "3"}
    assert dict(read_spec("gtp:prog", seconds=2.0).options) == {"command": "prog"}


def test_a_program_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('player = "engine"\ncommand = "prog -x"\nlevel = "2"\n', encoding="utf-8")
    assert str(read_spec(str(file))) == "engine:prog -x,level=2,name=mine"


@pytest.mark.parametrize(
    ("text", "game", "complaint"),
    [
        ("engine", GAME, "is not a valid command line"),
        ("engine:", GAME, "is not a valid command line"),
        ("gtp:,timeout=3", GAME, "is not a valid command line"),
        ("engine:'", GAME, "is not a valid command line: No closing quotation"),
        ("engine:no-such-program-anywhere -x", GAME, "there is no program “no-such-program-anywhere”"),
        (f"{ENGINE},timeout=0", GAME, "timeout must be"),
        (f"{ENGINE},timeout=soon", GAME, "timeout must be a number"),
        (f"{ENGINE},seconds=1,seconds=2", GAME, "write each once"),
        (f"{GTP},level=3", GAME, "gtp has no option “level”; its options: command, timeout, name"),
        (GTP, "vadus(size=3)", "square boards, not for vadus"),
    ],
)
def test_what_cannot_play_is_said_before_the_match(text: str, game: str, complaint: str) -> None:
    with pytest.raises(ArenaError, match=complaint):
        check_player(read_spec(text), fieldstone.parse_position(game).game)


# Games -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [GAME, "vacu(size=3,komi=0,setup=auction)", "vacu(size=3,komi=2,setup=fixed)"])
def test_both_protocols_play_whole_games(game: str) -> None:
    played = one_game(f"{ENGINE},simulations=30", f"{GTP} --level 1", game)
    assert "problem" not in played
    state = fieldstone.parse_position(played["moves"])
    assert state.outcome is not None
    assert played["plies"] == sum(played["own_moves"])
    assert played["termination"] == state.outcome.termination
    assert played["simulations"][0] >= 30
    assert played["simulations"][1] is None


def test_a_hexagonal_game_over_json_lines() -> None:
    warm_up(["vadus"])
    played = one_game(f"{ENGINE},level=1", game="vadus(size=2)")
    assert "problem" not in played
    assert fieldstone.parse_position(played["moves"]).outcome is not None


@pytest.mark.parametrize("seats", [(0, 1), (1, 0)])
@pytest.mark.parametrize("game", ["kaomi(size=3,pie=false)", "vacu(size=3,komi=2,setup=fixed)"])
def test_a_program_that_knows_nothing_of_us(
    program: Callable[[str, str], str], game: str, seats: tuple[int, int]
) -> None:
    """Plain GTP is enough while the moves are legal; in Vacu the stranger fills what is full again, or flips."""
    played = one_game(program("gtp", STRANGER), game=game, seats=seats)
    if game.startswith("kaomi"):
        assert "pushed" not in played.get("problem", "")
        assert played["own_moves"][seats.index(0)] >= 1
    else:
        assert played["termination"] in ("two-passes", "last-group", "illegal-move", "repetition")


LOOP = "import sys, json\nfor line in sys.stdin:\n    "
MOVES = LOOP + "query = json.loads(line); print(json.dumps({'id': query['id'], 'move': %s, 'visits': %s}), flush=True)"
GTP_LOOP = LOOP + "if not line.startswith('genmove'): print('= false', end='\\n\\n', flush=True); continue\n    "


@pytest.mark.parametrize(
    ("visits", "made"), [("7", 7), ("0", 0), ("-7", None), ("True", None), ("'7'", None), ("10**99", None)]
)
def test_visits_of_a_program_are_its_simulations(
    program: Callable[[str, str], str], visits: str, made: int | None
) -> None:
    """It plays one move, and then one that there is not."""
    played = one_game(program("engine", MOVES % ("'b2' if query['id'] == '1' else 'z9'", visits)))
    assert played["termination"] == "illegal-move"
    assert played["own_moves"][0] == 1
    assert played["simulations"] == [None if made is None else 2 * made, None]


@pytest.mark.parametrize(
    ("kind", "code", "how", "problem"),
    [
        ("engine", "import sys; sys.exit('out of order')", "crash", "exit status 1: out of order"),
        ("engine", LOOP + "pass", "crash", "no answer within 1 seconds"),
        ("engine", LOOP + "print('what?', flush=True)", "crash", "no JSON object: what?"),
        ("engine", LOOP + "print('[' * 99999, flush=True)", "crash", "no JSON object: [["),
        ("engine", LOOP + "print('{\"id\": \"1\", \"error\": \"tired\"}', flush=True)", "crash", "error: tired"),
        ("engine", LOOP + "print('{\"id\": \"1\", \"noResults\": true}', flush=True)", "crash", "no move"),
        ("engine", LOOP + "print('{\"id\": \"1\", \"move\": 3}', flush=True)", "crash", "no move"),
        ("engine", LOOP + "print('{\"id\": \"1\", \"move\": \"z9\"}', flush=True)", "illegal-move", "no move of kaomi"),
        ("engine", LOOP + "print('{\"id\": \"1\", \"move\": \"swap\"}', flush=True)", "illegal-move", "illegal move"),
        ("engine", LOOP + "while True: print('{\"id\": \"other\"}', flush=True)", "crash", "no answer within 1"),
        ("engine", LOOP + "print('x' * 10_000_000, flush=True)", "crash", "no JSON object"),
        ("gtp", "import sys; sys.exit(3)", "crash", "exit status 3"),
        ("gtp", LOOP + "print('? no', end='\\n\\n', flush=True)", "crash", "known_command fieldstone-game: ? no"),
        ("gtp", LOOP + "print('= no', flush=True)", "crash", "no answer within 1 seconds"),
        ("gtp", "while True: print('= no', flush=True)", "crash", "more than 1000 lines"),
        ("gtp", "while True: print(flush=True)", "crash", "no answer within 1 seconds"),
        ("gtp", GTP_LOOP + "print('= i9', end='\\n\\n', flush=True)", "illegal-move", "no move of kaomi"),
        ("gtp", GTP_LOOP + "print('= pass', end='\\n\\n', flush=True)", "illegal-move", "'pass'"),
    ],
)  # fmt: skip
def test_a_program_that_fails_has_lost(
    program: Callable[[str, str], str], kind: str, code: str, how: str, problem: str
) -> None:
    played = one_game(f"{program(kind, code)},timeout=1")
    assert (played["winner"], played["termination"]) == (1, how)
    assert problem in played["problem"]
    assert len(played["problem"]) <= 500


def test_a_program_is_timed_by_the_clock_on_the_wall(program: Callable[[str, str], str]) -> None:
    """It spends no time of our processor, by which the other player is timed."""
    slow = MOVES.replace("query", "__import__('time').sleep(0.1); query", 1) % ("'pass'", "1")
    played = one_game(program("engine", slow), clock="cpu")
    assert played["termination"] == "illegal-move"
    assert played["seconds"][0] > 0.1
    assert played["seconds"][1] < 0.1


def test_a_program_may_resign(program: Callable[[str, str], str]) -> None:
    played = one_game(program("gtp", GTP_LOOP + "print('= resign', end='\\n\\n', flush=True)"))
    assert (played["winner"], played["termination"]) == (1, "resignation")
    assert "problem" not in played


def test_what_gtp_cannot_say_is_lost_by_who_does_not_know_us(program: Callable[[str, str], str]) -> None:
    played = one_game(program("gtp", STRANGER), f"{ENGINE},level=max,simulations=9", game="vacu(size=3,setup=auction)")
    assert played["termination"] in ("crash", "illegal-move")
    assert played["winner"] == 1


# Processes -------------------------------------------------------------------------------------


def alive(file: Path) -> bool:
    """Whether the process that wrote its number to a file still runs."""
    try:
        os.kill(int(file.read_text()), 0)
    except ProcessLookupError:
        return False
    return "State:\tZ" not in Path(f"/proc/{file.read_text()}/status").read_text()


STUBBORN = """
import os, pathlib, signal, sys, time
file = pathlib.Path(__file__).with_suffix(".pid")
file.with_suffix(".new").write_text(str(os.getpid()))
file.with_suffix(".new").rename(file)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
while True: time.sleep(60)
"""


def test_a_program_that_does_not_end_is_ended(program: Callable[[str, str], str], tmp_path: Path) -> None:
    played = one_game(f"{program('engine', STUBBORN)},timeout=1")
    assert "no answer" in played["problem"]
    assert not alive(tmp_path / "program.pid")


def test_a_match_that_is_stopped_leaves_no_program_behind(program: Callable[[str, str], str], tmp_path: Path) -> None:
    match = Match(GAME, (str(read_spec(program("engine", STUBBORN))), "random"))
    file = tmp_path / "program.pid"
    deadline = time.monotonic() + PATIENCE
    work = Work(game_player, (match, {}))
    tasks = iter([Task(0, (0, 1), ())])
    assert (
        list(filter(None, LocalWorkers(1).results(work, tasks, lambda: file.exists() or time.monotonic() > deadline)))
        == []
    )
    assert file.exists()
    while alive(file):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_the_command(run: Run, tmp_path: Path) -> None:
    players = (f"{ENGINE},level=1,name=lines", f"{GTP} --level 1,name=gtp")
    said = run("arena", *players, "--game", "kaomi(size=3)", "--games", "2", "--workers", "1", "--json").stdout
    report = json.loads(said[said.index("{") :])
    assert report["complete"]
    assert [read_spec(player["player"]).label for player in report["players"]] == ["lines", "gtp"]
    assert [player["forfeits"] for player in report["players"]] == [0, 0]
    assert "square boards" in run("arena", *players, "--game", "iago", status=2).output
