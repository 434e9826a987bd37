"""The kernels as WebAssembly, in Node: every record, tree and value as Python has it. Browsers: web/journeys."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

import fieldstone
from tests.brought import with_brought
from tests.search.golden.regenerate import GAMES as SMALL
from tests.targets import plans
from tests.targets.conftest import Built

SEED = int(os.environ["FIELDSTONE_SEED"])
PLIES = 2_000  # of each game; `make soak` plays more
SOAKED = 200_000
NAMES = [
    name
    for name, _ in with_brought(
        [(name, {}) for name, spec in fieldstone.games().items() if spec.home.startswith("fieldstone.")]
    )
]


@pytest.fixture(scope="session")
def prover(built: Built) -> Path:
    """The program that runs plans in Node."""
    return built("node")


def run(prover: Path, folder: Path, jobs: list[plans.Job]) -> None:
    """Run a plan; fails with what does not agree."""
    assert jobs
    plan = folder / "plan.jsonl"
    plans.write_plan(plan, jobs)
    done = subprocess.run(["node", str(prover), str(plan)], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
    assert f"{len(jobs)} jobs, 0 problems" in done.stdout


@pytest.mark.parametrize("name", sorted({file.stem for file in plans.CONFORMANCE.glob("*.jsonl")}))
def test_the_stored_games_and_counts(name: str, prover: Path, tmp_path: Path) -> None:
    run(prover, tmp_path, plans.conformance_jobs(name) + plans.perft_jobs(name, 200_000))


@pytest.mark.parametrize("name", NAMES)
def test_random_plies(name: str, prover: Path, tmp_path: Path) -> None:
    """Boards of all sizes, illegal moves and numbers of no moves too; FIELDSTONE_SEED repeats a run."""
    run(prover, tmp_path, plans.random_jobs(name, SEED, PLIES))


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_many_random_plies(name: str, prover: Path, tmp_path: Path) -> None:
    run(prover, tmp_path, plans.random_jobs(name, SEED, SOAKED))


@pytest.mark.parametrize("name", sorted(SMALL))
def test_the_recorded_trees_and_values(name: str, prover: Path, tmp_path: Path) -> None:
    run(prover, tmp_path, plans.golden_jobs(name))


@pytest.mark.parametrize("name", NAMES)
def test_counts_trees_and_values(name: str, prover: Path, tmp_path: Path) -> None:
    """Perft, every node of a tree, what the solver finds: of positions drawn by lot, in games without records too."""
    run(prover, tmp_path, plans.drawn_jobs(name, SEED))


@pytest.mark.parametrize("name", NAMES)
def test_choices_and_analyses(name: str, prover: Path, tmp_path: Path) -> None:
    """With the same seed the same moves, chances, errors, lines and trees."""
    run(prover, tmp_path, plans.thinking_jobs(name, SEED))


@pytest.mark.parametrize("name", NAMES)
def test_levels(name: str, prover: Path, tmp_path: Path) -> None:
    """With the same seed the same moves, those drawn by lot too."""
    run(prover, tmp_path, plans.level_jobs(name, SEED))


@pytest.mark.parametrize("name", [name for name in NAMES if fieldstone.games()[name].network])
def test_networks(name: str, prover: Path, tmp_path: Path) -> None:
    """Every node of the trees that a network grows, and the moves of the level that goes by it."""
    run(prover, tmp_path, plans.net_jobs(name, SEED))


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize("name", NAMES)
def test_the_strongest_levels_in_their_memory(name: str, prover: Path, tmp_path: Path) -> None:
    """The same moves where trees fill the memory of the page, and are cut between two moves."""
    run(prover, tmp_path, plans.strong_jobs(name, SEED))


@pytest.mark.parametrize("name", NAMES)
def test_the_largest_boards_have_room_in_a_worker(name: str, prover: Path, tmp_path: Path) -> None:
    """For a search, for one elsewhere beside it, and for what a second worker knows."""
    run(prover, tmp_path, plans.large_jobs(name, SEED))


@pytest.mark.parametrize("name", NAMES)
def test_analyses_by_two_workers(name: str, prover: Path, tmp_path: Path) -> None:
    """With the same seed what Python finds with two threads: visits, chances, errors, leads, their order."""
    run(prover, tmp_path, plans.pair_jobs(name, SEED))


@pytest.mark.parametrize("name", NAMES)
def test_analyses_as_data(name: str, prover: Path, tmp_path: Path) -> None:
    """All that goes over the wire: chances, errors, lines, owners, and what the score is expected to be made of."""
    run(prover, tmp_path, plans.analysis_jobs(name, SEED))


@pytest.mark.parametrize("name", NAMES)
def test_reviews(name: str, prover: Path, tmp_path: Path) -> None:
    """What each look has found, what was judged by it, and the same when it goes on from half of that."""
    run(prover, tmp_path, plans.review_jobs(name, SEED))


def test_what_is_not_the_same_is_found(prover: Path, tmp_path: Path) -> None:
    """The proof can fail: a wrong checksum, a wrong count, another tree, another move, another owner."""
    play = plans.random_jobs("kaomi", 1, 10)[0]
    play["plies"][-1]["state"] ^= 1
    count = plans.perft_jobs("kaomi", 1_000)[0] | {"count": 1}
    search = plans.golden_jobs("kaomi")[0]
    search["searches"][0]["tree"] ^= 1
    level = plans.level_jobs("kaomi", 1)[0]
    level["moves"][-1] = (level["moves"][-1] + 1) % len(level["texts"])
    analysis = plans.analysis_jobs("kaomi", 1)[1]
    analysis["data"]["rootInfo"]["winrateError"] += 1e-6
    review = plans.review_jobs("kaomi", 1)[0]
    review["data"]["moves"][0]["winrateLoss"] += 1e-6
    plan = tmp_path / "plan.jsonl"
    plans.write_plan(plan, [play, count, search, level, analysis, review])
    done = subprocess.run(["node", str(prover), str(plan)], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 1
    assert "6 jobs, 7 problems" in done.stdout
