"""What the general tests do not ask of every game: the fifth game meets each door of the program once.

Not collected by itself: `test_installed.py` runs it where the game is installed, and only there.
"""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import fieldstone
from fieldstone.core.kernels import position_key, stones_to_win
from fieldstone.games.tuning import tuning_of
from fieldstone.play.perft import perft
from fieldstone.search.levels import level_of, level_player
from fieldstone.search.solver.solve import Solver
from tests.cases import NoPosition, Played, Refused
from tests.cli.conftest import run
from tests.cli.conftest import start as process
from tests.fifth_game.cases import NO_POSITIONS, PLAYED, REFUSED
from tests.oracles import Oracle, make
from tests.search.exact import late, minimax, twin_of
from tests.server.conftest import InProcess, address, compiled, database, leaving, server, start

__all__ = ["address", "compiled", "database", "leaving", "process", "run", "server", "start"]

NAME = "atari-go"
GAME = "atari-go(size=4)"
MOVES = "b2,a1,a2,d4"  # nothing is captured yet; then b1 captures
Run = Callable[..., Any]


# The rules -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", PLAYED, ids=lambda case: f"{case.rule} {case.moves}")
def test_moves(case: Played) -> None:
    state = fieldstone.parse_position(case.position)
    *before, last = case.moves.split(",")
    for move in before:
        state.play(move)
    seen = vars(state.preview(last))
    assert {key: value for key, value in seen.items() if value and key != "move"} == case.effects
    state.play(last)
    assert "/".join(state.rows()) == case.rows
    outcome = state.outcome
    assert (outcome.termination, outcome.winner) == (case.over, case.winner) if outcome else not case.over
    assert case.scores in (None, state.scores())


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"{case.rule} {case.move}")
def test_refusals(case: Refused) -> None:
    why = fieldstone.parse_position(case.position).why_illegal(case.move)
    assert why is not None
    assert f"({case.rule})" in why


@pytest.mark.parametrize("case", NO_POSITIONS, ids=lambda case: case.text)
def test_no_positions(case: NoPosition) -> None:
    with pytest.raises(ValueError, match=case.rule):
        fieldstone.parse_position(case.text)


def sequences(twin: Oracle, depth: int) -> int:
    if depth == 0:
        return 1
    count = 0
    for move in twin.legal():
        after = twin.copy()
        after.play(move)
        count += sequences(after, depth - 1)
    return count


@pytest.mark.parametrize(("size", "depth"), [(2, 4), (3, 3)])
def test_turns_are_counted(size: int, depth: int) -> None:
    assert perft(fieldstone.load(NAME, size=size).new_state(), depth) == sequences(make(NAME, size=size), depth)


# Solver and levels ---------------------------------------------------------------------------------------------------


def test_the_solver_agrees_with_minimax() -> None:
    solver, values = Solver(megabytes=4.0), set()
    positions = late("atari-go(size=3)", 5)
    for _ in range(12):
        state = next(positions)
        found = solver.solve(state, "result")
        assert found.value == minimax(twin_of(state), "result", {}, [100_000])
        values.add(found.value)
    assert values == {1, -1}


def test_what_it_does_not_say_is_said_for_it() -> None:
    """Its rules have no body for these, and `solving` is no module of it."""
    state = fieldstone.load(NAME, size=3).new_state()
    state.play("b2")
    rules = state.game.adapter.rules[0]
    assert not state.game.spec.has_module("solving")
    assert position_key(rules, state.record) == state.record.key
    assert stones_to_win(rules, state.record, 1) == 0


def test_its_tuning_is_its_own() -> None:
    assert tuning_of(NAME) is state_of_tuning()[NAME]
    assert level_of(fieldstone.load(NAME), 3) == state_of_tuning()[NAME].levels[2]


def state_of_tuning() -> Any:
    return fieldstone.games()[NAME].module("tuning").TUNED


# The terminal --------------------------------------------------------------------------------------------------------


def test_help_names_what_can_be_done(run: Run) -> None:
    seats = ("--black", "human", "--white", "human", "--size", "3")
    said = run("play", NAME, *seats, typed="help\nb2\nwhy b2\npass\nquit\n").stdout
    assert "a1 to c3" in said
    assert "pass  " not in said
    assert "(A3)" in said


def test_commands(run: Run) -> None:
    (Path.cwd() / "game.txt").write_text(f"{GAME} moves {MOVES}", encoding="utf-8")
    line = f"{GAME} moves {MOVES}"
    found = json.loads(run("analyse", line, "--simulations", "300", "--seed", "1", "--json").stdout)
    assert found["rootInfo"]["winrate"] == 1  # the next move captures
    assert found["rootInfo"]["scoreLead"] is None
    review = json.loads(run("review", line, "--simulations", "60", "--seed", "1", "--json").stdout)
    assert len(review["moves"]) == 4
    assert json.loads(run("perft", GAME, "--depth", "1", "--json").stdout)["count"] == 16
    players = ("plain,simulations=4", "random", "--game", GAME, "--games", "2", "--workers", "1")
    assert json.loads(run("arena", *players, "--out", "games.jsonl", "--json").stdout)["finished"] == 2
    run("diagram", "game.txt", "-o", "x.png", "--width", "100")
    run("animate", "game.txt", "-o", "x.gif", "--width", "64")
    assert Image.open(io.BytesIO(Path("x.gif").read_bytes())).n_frames > 1  # type: ignore[attr-defined]
    run("record", "convert", "game.txt", "-o", "x.sgf")
    assert "RU[" in Path("x.sgf").read_text(encoding="utf-8")
    run("record", "convert", "x.sgf", "-o", "x.fieldstone.json")
    run("record", "check", "x.fieldstone.json")
    assert "Atari Go" in run("warmup", NAME).stderr + run("games").stdout


# Other programs ------------------------------------------------------------------------------------------------------


def test_gtp(process: Run) -> None:
    typed = b"1 play b a1\n2 genmove w\n3 final_score\n4 fieldstone-game\n5 quit\n"
    done = process("gtp", "--game", "atari-go(size=3)", "--level", "1", typed=typed)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"=1\n\n=2 ")


def test_lines_of_json(process: Run) -> None:
    queries = [
        {"id": "v", "action": "query_version"},
        {"id": "a", "position": GAME, "moves": MOVES.split(","), "maxVisits": 200},
    ]
    done = process("engine", typed="\n".join(map(json.dumps, queries)).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert NAME in first["games"]
    assert second["moveInfos"][0]["move"] == "b1"


# The server ----------------------------------------------------------------------------------------------------------


def test_the_server_knows_it(server: InProcess) -> None:
    facts = next(one for one in server.get("/api/facts") if one["name"] == NAME)
    assert (facts["title"], facts["designers"], facts["year"], facts["levels"]) == ("Atari Go", [], None, 10)
    asked = server.get("/api/facts", headers={"Accept-Language": "ko"})
    assert next(one for one in asked if one["name"] == NAME)["title"] == "따내기 바둑"


def test_computers_play_it_on_the_server(server: InProcess) -> None:
    game = server.new(NAME, options={"size": 4}, computer={1: 1, 2: 1})
    player = level_player(fieldstone.load(NAME, size=4), 1, seed=1)
    while game["status"] != "over":  # a page chooses the moves, and the server checks them
        game = server.reply(game, player.choose(fieldstone.parse_position(game["view"]["line"])).text)
    over = server.look(game)
    assert over["outcome"]["termination"] in ("capture", "no-move")
    assert "wins." in over["outcome"]["sentence"]
    (listed,) = [one for one in server.get("/api/games")["games"] if one["id"] == game["id"]]
    assert listed["outcome"]["sentence"] == over["outcome"]["sentence"]
    again = server.post("/api/positions", {"line": f"{GAME} moves {MOVES}"})
    assert again["game"] == NAME


def test_it_is_analysed_and_reviewed() -> None:
    state = fieldstone.parse_position(f"{GAME} moves {MOVES}")
    few = fieldstone.Limit(simulations=2000)
    assert fieldstone.analyse(state, few, seed=1).chance == 1
    assert len(fieldstone.review(state, few).moves) == 4


def test_any_record_of_it_can_be_told() -> None:
    """Every way in which it ends, and every reason why a move is illegal, in random games."""
    told, rng = set(), random.Random(3)
    for size in (2, 3, 4):
        for _ in range(60):
            state = fieldstone.load(NAME, size=size).new_state()
            while state.outcome is None:
                state.play(rng.choice(state.legal_moves()))
            told.add(state.outcome.termination)
    assert told == {"capture", "no-move"}
