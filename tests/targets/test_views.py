"""Views that the page makes of the kernels by itself, in Node: field by field those of the server."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

import fieldstone
from fieldstone.core.outcome import Termination
from tests.brought import with_brought
from tests.targets import plans, view_plans
from tests.targets.conftest import Built

SEED = int(os.environ["FIELDSTONE_SEED"])
GAMES = 12  # of each game; `make soak` plays more
SOAKED = 400
NAMES = [
    name
    for name, _ in with_brought(
        [(name, {}) for name, spec in fieldstone.games().items() if spec.home.startswith("fieldstone.")]
    )
]


def run(built: Built, folder: Path, jobs: list[view_plans.Job]) -> subprocess.CompletedProcess[str]:
    """Ask the questions of a plan in Node."""
    assert jobs
    command = ["node", str(built("views")), str(view_plans.write_plan(folder, jobs))]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def prove(built: Built, folder: Path, jobs: list[view_plans.Job]) -> None:
    """Fail with what does not agree."""
    done = run(built, folder, jobs)
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
    assert f"{len(jobs)} jobs, 0 problems" in done.stdout


@pytest.mark.parametrize("name", NAMES)
def test_views_are_those_of_the_server(name: str, built: Built, tmp_path: Path) -> None:
    """All sizes and options, illegal moves, positions by hand, texts that cannot be read; FIELDSTONE_SEED repeats."""
    prove(built, tmp_path, view_plans.random_jobs(name, SEED, GAMES))


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_many_views(name: str, built: Built, tmp_path: Path) -> None:
    prove(built, tmp_path, view_plans.random_jobs(name, SEED, SOAKED))


@pytest.mark.parametrize("name", sorted({file.stem for file in plans.CONFORMANCE.glob("*.jsonl")}))
def test_every_ending_is_told(name: str, built: Built, tmp_path: Path) -> None:
    jobs = view_plans.ended_jobs(name)
    prove(built, tmp_path, jobs)
    if name == "vacu":
        endings = {job["answer"]["outcome"]["termination"] for job in jobs if job["kind"] == "view"}
        assert Termination.REPETITION in endings


def test_a_wrong_field_is_found(built: Built, tmp_path: Path) -> None:
    """The proof can fail: another number, a field too many, another sentence, a refusal that is none."""
    line = "vacu(size=3) moves b2,a1"
    jobs = [view_plans.answer("en", kind, line, "b2") for kind in ("view", "moves", "why", "after")]
    jobs[0]["answer"]["count"]["stones"]["B"] = 7
    jobs[1]["answer"][0]["effects"]["more"] = []
    jobs[2]["answer"] += "!"
    jobs[3]["answer"] = jobs[0]["answer"]
    done = run(built, tmp_path, jobs)
    assert done.returncode == 1
    assert "4 jobs, 4 problems" in done.stdout
    assert "answer.count.stones.B is 1, and Python has 7" in done.stdout
