"""Analyses: the numbers agree with each other and with the rules, and are said for the right player."""

from __future__ import annotations

import itertools
import json
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import fieldstone
from fieldstone import Analysis, Colour, Limit, analyse, load, parse_position
from fieldstone.analysis import analysing
from fieldstone.analysis.data import analysis_as_data
from fieldstone.analysis.errors import AnalysisError
from fieldstone.messages import LANGUAGES, say
from fieldstone.play.parts import parts_of
from fieldstone.search import steps
from fieldstone.search.engine import Search
from fieldstone.search.error import DRIFT, SPREAD, UNSEEN, error_of
from fieldstone.search.finding import add_batches, begin_finding, new_finding
from fieldstone.search.mcts.tree import ROOT
from fieldstone.search.memory import Memory
from fieldstone.search.player import SearchPlayer
from fieldstone.search.steps import state as at
from tests.analysis.conftest import FINISHED
from tests.brought import with_brought
from tests.search.trees import read_children

SPECS: list[tuple[str, dict[str, Any]]] = with_brought(
    [
        ("vacu", {"size": 4}), ("vacu", {"size": 3, "setup": "auction"}), ("convacu", {"size": 4}),
        ("kaomi", {"size": 4}), ("squared", {"size": 4, "komi": 2}), ("iago", {}), ("iago-free", {}),
        ("vadus", {"size": 3}),
    ]
)  # fmt: skip
SMALL = Limit(simulations=300)


def some_state(name: str, options: dict[str, Any], plies: int, seed: int = 5) -> fieldstone.State:
    """A random game after some plies."""
    rng = random.Random(seed)
    state = fieldstone.load(name, **options).new_state()
    for _ in range(plies):
        if state.outcome is None:
            state.play(rng.choice(state.legal_moves()))
    return state


# The numbers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), SPECS, ids=lambda value: str(value))
def test_the_numbers_agree(name: str, options: dict[str, Any]) -> None:
    state = some_state(name, options, 4)
    before = state.to_text(history=True)
    found = analyse(state, SMALL, seed=1)
    assert state.to_text(history=True) == before
    assert sorted(move.move for move in found.moves) == state.legal_moves()
    assert found.complete
    assert found.proven is not None or found.simulations == 300
    assert 0 < sum(move.visits for move in found.moves) <= found.simulations
    assert found.chance == found.moves[0].chance
    assert (found.to_move, found.seat, found.ply) == (state.to_move, state.seat, 4)
    assert 0 <= found.chance <= 1
    assert (found.error == 0) == (found.proven is not None)
    for move in found.moves:
        assert move.line[0] == move.move
        assert (move.chance is None) == (move.visits == 0 and move.proven is None)
        trial = state.copy()
        for one in move.line:
            trial.play(one)  # every line can be played
    assert (found.margin is None) == (not state.game.spec.score.counts)
    assert found.owners is not None
    assert len(found.owners) == state.game.points
    assert all(-1 <= owner <= 1 for owner in found.owners)


def test_a_seed_repeats_an_analysis() -> None:
    state = some_state("vacu", {"size": 5}, 6)
    assert analyse(state, SMALL, seed=7) == analyse(state, SMALL, seed=7)
    assert analyse(state, SMALL, seed=7) != analyse(state, SMALL, seed=8)


@pytest.mark.parametrize("name", ["kaomi", "vacu"])
def test_the_order_is_that_of_the_player(name: str) -> None:
    for plies in (0, 3, 9, 12):
        state = some_state(name, {"size": 4}, plies)
        player = SearchPlayer(simulations=500, seed=3)
        player.think(state)
        found = analyse(state, Limit(simulations=500), seed=3)
        if found.proven is None:
            played = [(one.move, one.visits, one.chance, one.margin) for one in player.candidates()]
            assert [(one.move, one.visits, one.chance, one.margin) for one in found.moves] == played


def test_several_trees_are_read_as_one() -> None:
    state = some_state("kaomi", {"size": 4}, 3)
    both = SearchPlayer(simulations=800, seed=1, threads=2)
    both.think(state)
    alone = []
    for tree in both.trees:
        below = read_children(tree.nodes, ROOT)
        alone.append({int(node["action"]): (int(node["visits"]), float(node["wins"])) for node in below})
        assert sum(visits for visits, _ in alone[-1].values()) == 400
    for move in both.candidates():
        visits = sum(one[move.move.action][0] for one in alone)
        wins = sum(one[move.move.action][1] for one in alone)
        assert move.visits == visits
        assert move.chance == (pytest.approx(wins / visits) if visits else None)
    found = analyse(state, Limit(simulations=800), memory=Memory(1, threads=2), seed=1)
    for one in found.moves:
        trial = state.copy()
        for played in one.line:
            trial.play(played)  # lines that several trees agree on can be played


def test_what_other_threads_prove_is_proven() -> None:
    state = parse_position("kaomi(size=2) moves a1,swap,a2,b1")
    search = Search(state, Limit(simulations=100), kind=at.THINK, memory=Memory(1, threads=2, exact=False))
    search.run()
    proven = search.result().proven
    assert proven is not None
    search.memory.trees[0].nodes[:] = np.zeros_like(search.memory.trees[0].nodes)
    assert search.result().proven == proven


# For whom they are said ------------------------------------------------------------------------


def test_numbers_are_those_of_the_side_to_move() -> None:
    rows = ".BBBB../BBBBB../.BBBB../BBBB.../..B..../.....W./....W.W"
    black, white = (analyse(parse_position(f"vacu(size=7) {rows} {side}"), SMALL, seed=1) for side in "BW")
    assert black.to_move is Colour.BLACK
    assert white.to_move is Colour.WHITE
    assert black.chance > 0.9 > 0.1 > white.chance
    assert black.margin is not None
    assert white.margin is not None
    assert black.margin > 10 > -10 > white.margin
    for found in (black, white):
        assert found.chance_of(1) > 0.9
        assert found.chance_of(1) + found.chance_of(2) == 1
        assert found.margin_of(1) == -(found.margin_of(2) or 0)
        assert found.owners is not None
        assert sum(found.owners) > 10  # Black's points, whoever is to move


@pytest.mark.parametrize("seats", ["BW", "WB"])
def test_seats_are_not_colours(seats: str) -> None:
    """White owns nearly everything, so the player who holds White wins."""
    state = parse_position(f"kaomi(size=4) BWBW/WWWW/BWBB/B.B. B seats={seats}".replace(" seats=BW", ""))
    found = analyse(state, Limit(simulations=2000), seed=1)
    white = state.seat_of(Colour.WHITE)
    assert white == (2 if seats == "BW" else 1)
    assert found.seat == 3 - white
    assert (found.proven, found.chance) == ("loss", 0.0)
    assert found.chance_of(white) == 1.0
    assert (found.margin_of(white) or 0) > 0


def test_a_swap_is_seen_by_who_swaps() -> None:
    """The first stone is so good that White takes it: the swap wins for player 2, who holds Black after it."""
    state = parse_position("kaomi(size=3) moves b2")
    found = analyse(state, Limit(simulations=3000), seed=1)
    assert found.seat == 2
    assert found.moves[0].move.text == "swap"
    after = state.copy()
    after.play("swap")
    swapped = analyse(after, Limit(simulations=3000), seed=1)
    assert (swapped.seat, swapped.to_move) == (1, Colour.WHITE)
    assert swapped.chance_of(2) == pytest.approx(found.chance, abs=0.1)
    assert found.chance > 0.7


@pytest.mark.parametrize("told", [None, lambda _: None])
@pytest.mark.parametrize("game", ["kaomi", "vacu(size=19)", "vadus"])
def test_a_stop_is_answered_at_once(game: str, told: Callable[[Analysis], None] | None) -> None:
    """Also on boards where the games behind the expected owners take long."""
    state, best = parse_position(game), 60.0
    for _ in range(6):  # a busy machine may be late now and then
        end = time.perf_counter() + 0.5

        def stop(end: float = end) -> bool:
            return time.perf_counter() > end

        found = analyse(state, Limit(seconds=60), told, stop, seed=1)
        best = min(best, time.perf_counter() - end)
        assert not found.complete
        assert found.owners is not None
        if best < 0.05:
            break
    assert best < 0.05


def test_ctrl_c_ends_an_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only the step that is under way."""
    serve, calls = Search._serve, iter(range(10_000))

    def interrupted(search: Search, moved: float) -> None:
        if next(calls) == 20:
            raise KeyboardInterrupt
        serve(search, moved)

    monkeypatch.setattr(Search, "_serve", interrupted)
    found = analyse(some_state("kaomi", {"size": 7}, 2), Limit(simulations=8000), seed=1)
    assert not found.complete
    assert found.simulations < 8000


# Proofs, owners, errors ------------------------------------------------------------------------


def test_a_proof_has_no_error() -> None:
    state = parse_position("kaomi(size=3) BWB/WBW/BW. B")
    found = analyse(state, SMALL, seed=1)
    state.play(found.moves[0].move)
    assert state.outcome is not None
    wanted = "win" if state.outcome.winner is Colour.BLACK else "loss"
    assert (found.proven, found.error, found.distance) == (wanted, 0.0, 1)
    assert found.chance == {"win": 1.0, "loss": 0.0}[wanted]
    assert found.simulations < 300


def test_owners_of_a_finished_board() -> None:
    state = parse_position(FINISHED)
    found = analyse(state, Limit(simulations=500), seed=1)
    true: dict[str, float] = {}
    for name, symbol in zip(state.game.board.names, state.game.board.symbols(state.rows()), strict=True):
        true[name] = {"B": 1.0, "W": -1.0, ".": 0.0}[symbol]
    for colour, names in parts_of(state)["territory"].items():
        true |= dict.fromkeys(names, 1.0 if colour == "B" else -1.0)
    assert found.owners is not None
    assert found.owners == pytest.approx(tuple(true.values()), abs=0.1)
    assert set(true.values()) == {1.0, -1.0}
    assert found.moves[0].move.text == "pass"
    assert found.margin == pytest.approx(4.5, abs=0.5)  # 15 to 10, and the button is White's


def error(chance: float, visits: int, variance: float, batches: list[tuple[int, float]]) -> float:
    counts, sums = np.array([count for count, _ in batches], dtype=np.int64), np.array([one for _, one in batches])
    return float(error_of(chance, visits, variance, counts, sums.astype(np.float64), len(counts)))


def test_the_stated_error() -> None:
    assert error(0.5, 0, 0.25, []) == 0.5
    assert error(0.5, 1000, 0.25, []) == pytest.approx(UNSEEN * 0.5 / 10, rel=0.01)
    assert error(1.0, 10, 0.0, []) > 0.05  # ten wins of ten prove nothing
    # A judgement may be wrong as a whole.
    assert error(0.5, 1000, 0.0025, []) == pytest.approx(UNSEEN * 0.3 / 10, rel=0.01)
    even, apart = [(100, 50.0)] * 10, [(100, 45.0)] * 5 + [(100, 55.0)] * 5
    alone = error(0.5, 1000, 0.25, [])
    assert error(0.5, 1000, 0.25, even) == pytest.approx(alone)
    assert error(0.5, 1000, 0.25, apart) == pytest.approx(alone + DRIFT * 0.1 + SPREAD * 0.05)
    assert error(0.5, 1, 0.25, []) == 0.5  # never more than that


@pytest.mark.parametrize("parts", [10, 8, 20])
def test_the_error_of_two_workers_sees_that_both_drift(parts: int) -> None:
    """What is early in one belongs to what is early in the other, also where one has longer or shorter batches."""
    finding, runs = new_finding(2, 2), []
    for batches in (10, parts):
        run = np.zeros(1, dtype=at.RUN)
        run["batches"], size = batches, 1000 // batches
        run["batch_counts"][0, :batches] = size
        run["batch_sums"][0, : batches // 2], run["batch_sums"][0, batches // 2 : batches] = 0.45 * size, 0.55 * size
        runs.append(run)
    begin_finding(runs[0], finding)
    for number, run in enumerate(runs):
        finding.found["made"] = 1000 * number
        add_batches(run, finding)
    made = int(finding.found["batches"][0])
    both = list(zip(finding.counts[:made].tolist(), finding.sums[:made].tolist(), strict=True))
    assert sum(count for count, _ in both) == 2000
    one = [(100, 45.0)] * 5 + [(100, 55.0)] * 5
    rest = error(0.5, 1000, 0.25, [(200, 100.0)] * 10)
    assert error(0.5, 1000, 0.25, both) == pytest.approx(
        rest + error(0.5, 1000, 0.25, one) - error(0.5, 1000, 0.25, []), rel=0.1
    )


@pytest.mark.parametrize(("game", "plies"), [("kaomi", 20), ("vacu", 20), ("iago", 20), ("vadus", 21), ("vadus", 60)])
def test_the_error_is_more_than_what_another_seed_changes(game: str, plies: int) -> None:
    """Also in Vadus, where positions are judged before the game is over, and simulations differ little."""
    found = analysed_by_seeds(game, plies, net=game != "iago")
    assert statistics.stdev(one.chance for one in found) < statistics.mean(one.error for one in found) < 0.2


def test_the_error_of_a_network_is_more_than_what_another_seed_changes() -> None:
    """That of Iago counts half beside a random game, so that seeds differ; in this position its word still drifts."""
    found = analysed_by_seeds("iago", 20, net=True)
    assert statistics.stdev(one.chance for one in found) < statistics.mean(one.error for one in found)


def analysed_by_seeds(game: str, plies: int, net: bool) -> list[Analysis]:
    """Analyse a position after random moves with twelve seeds."""
    state, drawn = load(game).new_state(), random.Random(3)
    for _ in range(plies):
        state.play(drawn.choice([move for move in state.legal_moves() if move.text not in ("swap", "pass")]))
    return [analyse(state, Limit(simulations=1000), seed=seed, owners=False, net=net) for seed in range(12)]


# Parts -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("name", "options"), SPECS, ids=lambda value: str(value))
def test_the_parts_add_up_to_the_score(name: str, options: dict[str, Any], seed: int) -> None:
    for plies in (0, 7, 15, 400):
        state = some_state(name, options, plies, seed)
        parts, scores = parts_of(state), state.scores()
        json.dumps(parts)
        if state.record.setup or not state.game.spec.score.counts:
            continue
        if name == "vacu":
            sums = {colour: parts["stones"][colour] + len(parts["territory"][colour]) for colour in "BW"}
            sums["W"] += parts["komi"]
            button = parts["button"]
            assert {colour: sums[colour] + (0.5 if colour == button else 0) for colour in "BW"} == scores
        elif name == "kaomi":
            left = [group for group in parts["groups"] if group["cancelled_by"] is None]
            assert {c: [g["size"] for g in left if g["colour"] == c] for c in "BW"} == scores
            assert parts["biggest"] is None or parts["groups"][parts["biggest"]] == left[0]
            for number, group in enumerate(parts["groups"]):
                other = group["cancelled_by"]
                assert other is None or parts["groups"][other]["cancelled_by"] == number
        elif name == "squared":
            sums = {c: sum(g["square"] for g in parts["groups"] if g["colour"] == c) for c in "BW"}
            assert sums["W"] + parts["komi"] == scores["W"]
            assert sums["B"] == scores["B"]
        elif name.startswith("iago"):
            for colour in "BW":
                own = parts[colour]
                assert max(1, own["inner"]) * max(1, own["outer"]) == own["score"] == scores[colour]
                assert own["captives"] == "".join(state.rows()).count(colour.lower())
        else:
            for colour in "BW":
                values = [group["value"] for group in parts["groups"] if group["colour"] == colour]
                assert values == scores[colour]
            for group in parts["groups"]:
                assert len(group["connection"]) + group["surplus"] == group["size"] == len(group["stones"])
                assert set(group["connection"]) <= set(group["stones"])
                assert bool(group["connection"]) == (group["edge_stones"] >= 2)


# Limits, stops, refusals ------------------------------------------------------------------------


def test_intermediate_results_come_often() -> None:
    seen: list[Analysis] = []
    found = analyse(some_state("vacu", {"size": 5}, 2), Limit(seconds=0.7), seen.append, seed=1)
    assert 1 <= len(seen) <= 4
    assert [one.simulations for one in seen] == sorted(one.simulations for one in seen)
    assert not any(one.complete for one in seen)
    assert found.simulations >= seen[-1].simulations


class Solving(Search):
    """Its solver seems to be at work for a while: `asked` how often it has gone on."""

    patience, asked = 40, 0


@pytest.fixture
def solving(monkeypatch: pytest.MonkeyPatch) -> list[Solving]:
    """Searches whose solver takes its time."""
    made: list[Solving] = []
    step = steps.step

    def slow(worker: Any, *arguments: Any) -> None:
        run = worker.run[0]
        if run.phase == at.LOOKED and made[-1].asked < made[-1].patience and not run.stopped:
            made[-1].asked += 1
            time.sleep(0.02)
        else:
            step(worker, *arguments)

    def make(*arguments: Any, **options: Any) -> Solving:
        made.append(Solving(*arguments, **options))
        return made[-1]

    monkeypatch.setattr(steps, "step", slow)
    monkeypatch.setattr(analysing, "Search", make)
    return made


@pytest.mark.parametrize("interrupted", [False, True])
def test_the_solver_lets_others_know_how_it_goes(solving: list[Solving], interrupted: bool) -> None:
    """Its part of the time may be half of it. What is told has been searched for, and Ctrl-C gives it."""
    seen: list[Analysis] = []

    def show(found: Analysis) -> None:
        if solving[-1].asked >= solving[-1].patience:
            return
        seen.append(found)
        if interrupted:
            raise KeyboardInterrupt

    found = analyse(some_state("kaomi", {"size": 4}, 2), Limit(seconds=1.0), show, seed=1)
    assert len(seen) == 1 if interrupted else len(seen) >= 2
    assert all(one.simulations > 0 and one.moves[0].chance is not None for one in seen)
    assert found.complete != interrupted
    assert found.simulations >= seen[-1].simulations


def test_the_solver_can_be_stopped(solving: list[Solving]) -> None:
    state = some_state("kaomi", {"size": 4}, 2)
    found = analyse(state, Limit(seconds=1.0), stop=lambda: bool(solving and solving[-1].asked), seed=1)
    assert 1 <= solving[-1].asked <= 2
    assert found.simulations > 0
    assert not found.complete


def test_whichever_limit_comes_first() -> None:
    state = some_state("vacu", {"size": 5}, 2)
    assert analyse(state, Limit(seconds=600, simulations=100), seed=1).simulations == 100
    few = analyse(state, Limit(seconds=0.05, simulations=10**9), seed=1)
    assert 0 < few.simulations < 10**6
    assert few.complete
    assert str(Limit(0.5, 3)) == "seconds=0.5,simulations=3"


def test_a_stop_gives_what_is_known() -> None:
    state = some_state("kaomi", {"size": 5}, 2)
    at_once = analyse(state, Limit(seconds=600), stop=lambda: True, seed=1)
    assert (at_once.simulations, at_once.complete, at_once.chance, at_once.error) == (0, False, 0.5, 0.5)
    assert [move.move for move in at_once.moves] == state.legal_moves()
    answers = itertools.chain([False] * 4, itertools.repeat(True))
    later = analyse(state, Limit(simulations=16000), stop=lambda: next(answers), seed=1)
    assert 0 < later.simulations < 2000  # in the middle of a step
    assert not later.complete


def test_ctrl_c_gives_what_is_known() -> None:
    def interrupt(_: Analysis) -> None:
        raise KeyboardInterrupt

    found = analyse(some_state("kaomi", {"size": 5}, 2), Limit(seconds=600), interrupt, seed=1)
    assert found.simulations > 0
    assert not found.complete


def test_an_analysis_goes_on_with_what_is_known() -> None:
    state, memory = some_state("kaomi", {"size": 5}, 2), Memory(1)
    first = analyse(state, SMALL, memory=memory, seed=1)
    second = analyse(state, SMALL, memory=memory, seed=1)
    assert first.simulations == second.simulations == 300
    assert sum(move.visits for move in second.moves) > 500


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals(language: str) -> None:
    finished = some_state("kaomi", {"size": 2}, 10)
    with pytest.raises(AnalysisError, match="the game is over") as over:
        analyse(finished)
    assert "{" not in say(over.value.key, language, **over.value.details)
    wrong_limits: list[tuple[dict[str, Any], str]] = [
        ({}, "seconds, simulations"), ({"seconds": 0}, "0"), ({"seconds": float("nan")}, "nan"),
        ({"seconds": float("inf")}, "inf"), ({"simulations": 0}, "0"), ({"simulations": -3}, "-3"),
    ]  # fmt: skip
    for limit, named in wrong_limits:
        with pytest.raises(AnalysisError, match=named) as wrong:
            Limit(**limit)
        assert "{" not in say(wrong.value.key, language, **wrong.value.details)
    assert fieldstone.analyse is analyse


# JSON --------------------------------------------------------------------------------------------

KEYS = [
    "id",
    "game",
    "position",
    "turnNumber",
    "isDuringSearch",
    "rootInfo",
    "moveInfos",
    "ownership",
    "expected",
    "parts",
]
ROOT_KEYS = [
    "currentPlayer", "seat", "winrate", "winrateError", "scoreLead", "visits", "proven", "distance",
]  # fmt: skip
MOVE_KEYS = ["move", "order", "visits", "winrate", "scoreLead", "proven", "distance", "pv"]


@pytest.mark.parametrize(("name", "options"), SPECS, ids=lambda value: str(value))
def test_json(name: str, options: dict[str, Any]) -> None:
    state = some_state(name, options, 3)
    found = analyse(state, SMALL, seed=1)
    data = json.loads(json.dumps(analysis_as_data(found)))
    assert list(data) == KEYS
    assert list(data["rootInfo"]) == ROOT_KEYS
    assert all(list(info) == MOVE_KEYS for info in data["moveInfos"])
    assert [info["order"] for info in data["moveInfos"]] == list(range(len(state.legal_moves())))
    assert data["position"] == state.to_text()
    assert data["turnNumber"] == 3
    assert data["isDuringSearch"] is False
    assert len(analysis_as_data(found, 2)["moveInfos"]) == min(2, len(found.moves))
    assert analysis_as_data(found, name="mine")["id"] == "mine"
    assert (data["expected"] is None) == (not state.game.spec.score.parts)
    # The same games tell who owns each point and, where points are counted one by one, what the score is made of.
    counted = {"vacu": ("stones", "territory"), "iago": ("inner", "outer")}.get(state.game.spec.family)
    if counted and data["expected"] is not None:
        black, white = (sum(data["expected"][colour][name] for name in counted) for colour in "BW")
        assert black - white == pytest.approx(sum(data["ownership"]), abs=0.1)
    # The owners stand in the order of the characters of the position text.
    assert found.owners is not None
    by_name = dict(zip(state.game.board.names, found.owners, strict=True))
    marks = [f"{index:04}" for index in range(state.game.points)]
    order = [
        int(mark) for row in state.game.board.rows(marks) for mark in map("".join, zip(*[iter(row)] * 4, strict=True))
    ]
    wanted = [by_name[state.game.board.names[index]] for index in order]
    assert data["ownership"] == pytest.approx(wanted, abs=0.001)
