"""Training: what is learned, that it can be ended at any moment, and what is refused. `make test` installs JAX."""

from __future__ import annotations

import json
import math
import os
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fieldstone
from fieldstone.play.game import read_game
from fieldstone.search.net.file import read_net, seen_of
from fieldstone.search.solver.solve import Solver
from fieldstone.train.course import COURSE_FILE, Course, TrainError
from fieldstone.train.games import Playing, bytes_of, read_rows, shard_path, weights_by
from fieldstone.train.learning import (
    CHUNK,
    draw_rows,
    examine,
    exchanges,
    learn,
    lessons_of,
    net_of,
    new_student,
    shares_of,
)
from fieldstone.train.metrics import read_metrics
from tests.cli.conftest import ENVIRONMENT, Run, complaint_of
from tests.train.conftest import OPTIONS, train

GAME = fieldstone.load("kaomi", size=3)
COURSE = Course(str(GAME), hidden=8, teacher_games=50, games=50, simulations=12, steps=200)


def nets(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in sorted((folder / "nets").glob("*.net"))]


def test_what_a_run_leaves(trained: Path) -> None:
    assert sorted(path.name for path in trained.iterdir() if not path.name.startswith(".")) == [
        "checkpoint.npz", COURSE_FILE, "games", "matches", "metrics.jsonl", "nets", "report.html",
    ]  # fmt: skip
    assert len(nets(trained)) == 2
    net = read_net(trained / "nets" / "001.net", GAME)
    assert net.made["round"] == 1
    assert net.made["course"]["hidden"] == 8
    lines = read_metrics(trained / "metrics.jsonl")
    tasks = ["play", "learn", "learn", "examine", "judge"]
    assert [(line["round"], line["task"]) for line in lines] == [(number, task) for number in (0, 1) for task in tasks]
    learned = [line for line in lines if line["task"] == "learn"]
    assert learned[1]["policy"] < learned[0]["policy"]
    assert learned[1]["value"] < learned[0]["value"]


def told(folder: Path) -> list[dict[str, Any]]:
    """Return what the metrics say of learning and judging, but for the time that it took."""
    lines = [line for line in read_metrics(folder / "metrics.jsonl") if line["task"] != "play"]
    return [{name: value for name, value in line.items() if name != "seconds"} for line in lines]


def kill_when(folder: Path, ready: Callable[[], bool]) -> None:
    """Begin a run, and kill it at some moment."""
    process = subprocess.Popen(
        train(folder), env=os.environ | ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 300
    try:
        while not ready():
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.005)
    finally:
        process.kill()
        process.communicate()


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "moment",
    ["games/000-00000.npz", "checkpoint.npz", "nets/000.net", "matches/000.jsonl", "games/001-00001.npz"],
)
def test_a_run_that_is_killed_goes_on_to_the_same_networks(trained: Path, tmp_path: Path, moment: str) -> None:
    folder = tmp_path / "run"
    kill_when(folder, (folder / moment).exists)
    subprocess.run(train(folder), env=os.environ | ENVIRONMENT, check=True, capture_output=True)
    assert nets(folder) == nets(trained)
    assert told(folder) == told(trained)


@pytest.mark.slow
def test_a_run_on_ray_comes_to_the_same(trained: Path, tmp_path: Path) -> None:
    """A cluster of this machine, from the command line: games, networks and what is told, and no word of Ray's."""
    folder = tmp_path / "run"
    command = [*train(folder), "--ray", "local", "--processes", "2"]
    said = subprocess.run(
        command, env=os.environ | ENVIRONMENT, check=True, capture_output=True, text=True, timeout=300
    )
    assert said.stderr == ""
    assert "Ray: 2 CPUs of 1 machine." in said.stdout
    assert nets(folder) == nets(trained)
    assert told(folder) == told(trained)
    games = sorted(path.name for path in (trained / "games").iterdir())
    assert len(games) == 4
    assert all((folder / "games" / name).read_bytes() == (trained / "games" / name).read_bytes() for name in games)


def test_a_run_can_be_made_longer_and_its_course_is_kept(trained: Path, run: Run) -> None:
    again = run("train", "kaomi", *OPTIONS, "--rounds", "1", "--out", str(trained))
    assert "The network is in" in again.stdout
    other = run("train", "kaomi", *OPTIONS, "--rounds", "1", "--seed", "2", "--out", str(trained), status=2)
    assert "holds a training with other settings (seed 1); give the same" in complaint_of(other)


def test_games_do_not_depend_on_what_was_played_before(tmp_path: Path) -> None:
    playing = Playing(COURSE, None)
    playing.play(0, 7)
    one, other = playing.play(0, 3), Playing(COURSE, None).play(0, 3)
    for name in ("seen", "moves", "value", "lead", "owners", "weight"):
        assert (getattr(one, name) == getattr(other, name)).all()
    path = shard_path(tmp_path, 0, 3)
    path.parent.mkdir()
    path.write_bytes(bytes_of(one))
    for name in ("seen", "moves", "value", "lead", "owners", "weight"):
        assert (getattr(read_rows(path), name) == getattr(one, name)).all()


@pytest.mark.parametrize("name", ["kaomi(size=3)", "vacu(size=3)", "convacu(size=3)", "vadus(size=2)"])
def test_late_positions_have_the_values_of_the_solver(name: str) -> None:
    """These are solved from nine empty points on: each row's result is what perfect play brings, as far as it is found.

    In Vacu and Convacu with what has stood before (V9), where repetition leaves some unknown; Convacu has no points.
    """
    game = read_game(name)
    playing = Playing(replace(COURSE, game=str(game), most=2000), None)
    playing.play(0, 0)
    facts, by = playing.lesson.facts, "margin" if game.spec.score.counts else "result"
    exact, rows = 0, playing.known - 1 - int(playing.states["ply"][0])
    for row in range(rows):
        value = Solver(4.0).solve(there(playing, row), by, nodes=100_000).value  # type: ignore[arg-type]
        if facts["exact"][row] == 1:
            exact += 1
            assert value is not None
            assert facts["lead"][row] == (value if by == "margin" else 0)
            assert facts["result"][row] == (1 if value > 0 else 0 if value < 0 else 0.5)
    assert exact >= (rows if name.startswith("k") else 2)


def there(playing: Playing, row: int) -> fieldstone.State:
    """Return the state of a row of the last game; where repetition counts, with the moves that led there."""
    wanted = fieldstone.State(playing.game, playing.states[row : row + 1].copy())
    if not playing.keys[: playing.known].any():
        return wanted
    state = playing.game.new_state()
    for key in playing.keys[1 : int(playing.states["ply"][row]) + 1]:
        for move in state.legal_moves():
            state.play(move)
            if state.keys[-1] == key:
                break
            state.undo()
    assert str(state) == str(wanted)
    return state


@pytest.mark.parametrize("name", ["kaomi(size=3)", "convacu(size=3)", "vadus(size=2)"])
def test_symmetries_turn_all_of_a_row_alike(name: str) -> None:
    """A turned position is seen as the game itself sees it; where it exchanges the edges, the sides as well (C1)."""
    game = read_game(name)
    rows = Playing(replace(COURSE, game=str(game)), None).play(0, 1)
    lessons, points, row = lessons_of(game, rows), game.points, 5
    exchanging = exchanges(game)
    assert exchanging.sum() == (4 if name.startswith("c") else 0)
    known, told = np.asarray(lessons.seen[row]), np.asarray(lessons.moves[row])
    beside = seen_of(game).points * points
    for turn, symmetry in enumerate(game.adapter.board.symmetries):
        seen = known[np.asarray(lessons.inputs_turned[turn])]
        planes = known[:beside].reshape(-1, points)[:, symmetry]
        if exchanging[turn]:
            planes = np.concatenate([planes[len(planes) // 2 :], planes[: len(planes) // 2]])
        assert (seen[:beside] == planes.ravel()).all()
        assert seen[beside:].tolist() == known[beside:].tolist()
        moves = told[np.asarray(lessons.actions_turned[turn])]
        assert (moves[:points] == told[:points][symmetry]).all()


def test_a_quarter_turn_exchanges_the_edges() -> None:
    """C1: Black's edges are the top and the bottom."""
    game = read_game("convacu(size=3)")
    bottom = {game.move(name).action for name in ("a1", "b1", "c1")}
    top = {game.move(name).action for name in ("a3", "b3", "c3")}
    for one, symmetry in zip(exchanges(game), game.adapter.board.symmetries, strict=True):
        images = {int(np.flatnonzero(symmetry == point)[0]) for point in bottom}
        assert (images in (bottom, top)) == (one == 0)


def test_what_surprises_is_learned_from_more_often() -> None:
    """By the divergence of the visits from the network's priors; what has none, and games of the teacher, all alike."""
    taught = Playing(COURSE, None).play(0, 0)
    assert (taught.weight == 1).all()
    net = net_of(new_student(COURSE, GAME), COURSE, {})
    rows = Playing(COURSE, net).play(1, 0)
    known = rows.moves.any(axis=1)
    assert 0 < known.sum() < len(rows.moves)
    assert (rows.weight[~known] == 1).all()
    assert rows.weight[known].mean() == pytest.approx(1.0, abs=1e-4)
    assert rows.weight[known].min() >= 1 - COURSE.surprise
    apart = []
    for seen, moves in zip(rows.seen[known].astype(float), rows.moves[known], strict=True):
        hidden = np.maximum(seen @ net.weights.first + net.weights.first_bias, 0)
        likely = np.exp(hidden @ net.weights.policy + net.weights.policy_bias)[moves > 0]
        visits = moves[moves > 0] - 1.0
        prior, searched = likely / likely.sum(), visits / visits.sum()
        apart.append(sum(p * math.log(p / q) for p, q in zip(searched, prior, strict=True) if p > 0))
    wanted = 1 - COURSE.surprise + COURSE.surprise * np.array(apart) / np.mean(apart)
    assert np.allclose(rows.weight[known], wanted, atol=1e-3)
    assert (weights_by(np.array(apart, np.float32), 0.0) == 1).all()


def test_rows_are_drawn_by_their_weights() -> None:
    rows = Playing(COURSE, None).play(0, 0)
    weight = np.zeros(len(rows.value), np.float32)
    weight[[2, 5]] = 1, 3
    shares = shares_of(replace(rows, weight=weight))
    drawn = draw_rows(shares, COURSE, 1, 0)
    assert drawn.shape == (CHUNK, COURSE.batch)
    assert set(drawn.flat) == {2, 5}
    assert (drawn == 5).mean() == pytest.approx(0.75, abs=0.02)
    assert (drawn == draw_rows(shares, COURSE, 1, 0)).all()
    assert (drawn != draw_rows(shares, COURSE, 1, CHUNK)).any()


def test_what_is_learned_is_what_the_kernel_says() -> None:
    """The network that JAX trains and the one that the kernel asks are one: losses found from both are equal."""
    rows = Playing(COURSE, None).play(0, 0)
    lessons = lessons_of(GAME, rows)
    student, _ = learn(new_student(COURSE, GAME), COURSE, lessons, shares_of(rows), 0, 0)
    net = net_of(student, COURSE, {})
    chances = 1 / (1 + np.exp(-_chances(net, rows.seen)))
    error = float(np.square(chances - rows.value).mean())
    assert examine(student, lessons)["error"] == pytest.approx(error, abs=1e-5)
    state = GAME.new_state()
    state.play("b2")
    seen = np.zeros((1, rows.seen.shape[1]))
    seen[0, [GAME.points + GAME.move("b2").action, 2 * GAME.points]] = 1
    values, _, _ = net.judge(GAME, np.array([state.record]))
    assert values[0, 0] == pytest.approx(1 / (1 + np.exp(-_chances(net, seen)[0])), abs=1e-6)


def _chances(net: Any, seen: Any) -> Any:
    weights = net.weights
    hidden = np.maximum(seen.astype(float) @ weights.first + weights.first_bias, 0)
    narrow = np.maximum(hidden @ weights.neck + weights.neck_bias, 0)
    return (narrow @ weights.value + weights.value_bias)[:, 0]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("vacu(setup=auction)",), "komi is named first: choose setup=fixed"),
        (("kaomi", "--hidden", "4"), "--hidden must be from 8 to 1024, not 4"),
        (("kaomi", "--simulations", "0"), "--simulations must be from 8 to 60000, not 0"),
        (("kaomi", "--size", "99"), "size must be a whole number from 2 to 13, not “99”"),
        (("chess",), "chess"),
        (("kaomi", "--out", "a,b"), "choose a folder without a comma"),
        (("kaomi", "--out", "full"), "full holds other files; choose a new or an empty folder with --out"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], complaint: str, run: Run) -> None:
    Path("full").mkdir()
    Path("full/mine.txt").write_text("mine")
    assert complaint in complaint_of(run("train", *arguments, status=2))
    assert Path("full/mine.txt").read_text() == "mine"


def test_a_course_that_cannot_be_read(tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    for content in ("{", "[]", json.dumps({"format": 1}), json.dumps({"format": 2, "game": "x", "more": 1})):
        (folder / COURSE_FILE).write_text(content)
        assert "cannot be continued" in complaint_of(run("train", "kaomi", "--out", str(folder), status=2))


def test_bounds_of_a_course() -> None:
    with pytest.raises(TrainError, match="--steps must be from 50"):
        Course(str(GAME), steps=1)
