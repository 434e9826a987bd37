"""Jobs on a Ray cluster: the same as on this machine, given to others when a process dies, ended at once on a stop.

`make test` installs Ray. One cluster of this machine serves all tests here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import fieldstone
from fieldstone import Limit
from fieldstone.analysis.many import ToReview, review_many
from fieldstone.arena.match import Match
from fieldstone.arena.results import key_of
from fieldstone.arena.running import run_match
from fieldstone.jobs import on_ray
from fieldstone.jobs.local import LocalWorkers
from fieldstone.jobs.on_ray import RayError, RayWorkers, check_address, ray_workers
from fieldstone.jobs.work import Work, Workers
from fieldstone.search.net.file import Net, blank_weights, sizes_for, write_net
from tests.cli.conftest import Run, complaint_of, run

__all__ = ["run"]
PATIENCE = 120.0
GAME = fieldstone.load("kaomi", size=3)


@pytest.fixture(scope="module")
def cluster() -> Iterator[RayWorkers]:
    """A cluster of two CPUs; what Ray is told by the environment is forgotten after it."""
    before = dict(os.environ)
    try:
        with ray_workers("local", 2) as workers:
            yield workers
    finally:
        os.environ.clear()
        os.environ.update(before)


def done(workers: Workers, work: Work, jobs: list[Any]) -> list[Any]:
    """Return what is made of jobs; a test does not wait for ever."""
    deadline = time.monotonic() + PATIENCE
    made = list(filter(None, workers.results(work, iter(jobs), lambda: time.monotonic() > deadline)))
    assert time.monotonic() < deadline
    return made


def adder(shared: int) -> Callable[[int], tuple[int, int]]:
    return lambda job: (job, shared + job)


def mortal(mark: str) -> Callable[[int], int]:
    """A process that does its third job dies over it, once."""

    def do(job: int) -> int:
        if job == 3 and not Path(mark).exists():
            Path(mark).touch()
            os._exit(9)
        return job

    return do


def failing(shared: str) -> Callable[[int], int]:
    def do(job: int) -> int:
        raise ValueError(shared)

    return do


def endless(folder: str) -> Callable[[int], int]:
    def do(job: int) -> int:
        Path(folder, str(os.getpid())).touch()
        while True:
            time.sleep(1)

    return do


def alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.slow
def test_the_same_is_made_as_here(cluster: RayWorkers) -> None:
    jobs = list(range(20))
    assert sorted(done(cluster, Work(adder, 5), jobs)) == sorted(done(LocalWorkers(2), Work(adder, 5), jobs))
    assert (cluster.machines, cluster.cpus) == (1, 2)
    assert done(cluster, Work(adder, 6), []) == []
    assert sorted(done(cluster, Work(adder, 6), [1, 2])) == [(1, 7), (2, 8)]  # not what was begun before


def test_a_match_is_the_same_and_a_network_travels(cluster: RayWorkers, tmp_path: Path) -> None:
    net = tmp_path / "some.net"
    write_net(Net(str(GAME), blank_weights(sizes_for(GAME, 8, 4))), net)
    match = Match(str(GAME), (f"net,file={net},simulations=10", "plain,simulations=20"))
    found = []
    for name, workers in (("here", LocalWorkers(2)), ("there", cluster)):
        path = tmp_path / f"{name}.jsonl"
        assert run_match(match, 3, path, workers).finished == 6
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        found.append([{**line, "seconds": None} for line in sorted(lines, key=key_of)])
    assert found[0] == found[1]


def test_reviews_are_the_same(cluster: RayWorkers, tmp_path: Path) -> None:
    states = [fieldstone.parse_position(f"kaomi(size=4) moves {moves}") for moves in ("b2,c2,a1,d4", "b2,swap,c3")]
    found = []
    for name, workers in (("here", LocalWorkers(2)), ("there", cluster)):
        games = [ToReview(state, tmp_path / f"{name}-{number}") for number, state in enumerate(states)]
        reviews = review_many(games, Limit(simulations=100), workers, lambda: False)
        found.append((dict(filter(None, reviews)), [game.path.read_bytes() for game in games if game.path is not None]))
    assert found[0] == found[1]
    assert len(found[0][0]) == 2


def test_a_job_whose_process_dies_is_given_to_another(cluster: RayWorkers, tmp_path: Path) -> None:
    assert sorted(done(cluster, Work(mortal, str(tmp_path / "died")), [1, 2, 3, 4])) == [1, 2, 3, 4]
    assert (tmp_path / "died").exists()


def test_a_job_that_fails_says_why(cluster: RayWorkers) -> None:
    with pytest.raises(RayError, match=r"Ray: ValueError: no more\. Everything finished is saved"):
        done(cluster, Work(failing, "no more"), [1])


def test_a_stop_ends_what_is_being_done(cluster: RayWorkers, tmp_path: Path) -> None:
    deadline = time.monotonic() + PATIENCE

    def begun() -> bool:
        return len(list(tmp_path.iterdir())) == 2 or time.monotonic() > deadline

    assert list(filter(None, cluster.results(Work(endless, str(tmp_path)), iter(range(9)), begun))) == []
    for path in tmp_path.iterdir():
        while alive(int(path.name)):
            assert time.monotonic() < deadline
            time.sleep(0.02)
    assert sorted(done(cluster, Work(adder, 0), [1, 2])) == [(1, 1), (2, 2)]


def test_another_fieldstone_is_found_out(cluster: RayWorkers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_ray, "code_id", lambda: "0123456789abcdef")
    with pytest.raises(RayError, match="of the Ray cluster has another version of Fieldstone; install the same one"):
        done(cluster, Work(adder, 1), [1])


def test_a_machine_without_fieldstone_says_so() -> None:
    """What Ray calls travels as code."""
    from ray import cloudpickle

    code = (
        "import sys; sys.modules['fieldstone'] = None; from ray import cloudpickle; "
        "print(cloudpickle.loads(sys.stdin.buffer.read())('', '', [], b'')[1] == '')"
    )
    sent = cloudpickle.dumps(on_ray._task())
    said = subprocess.run([sys.executable, "-c", code], input=sent, capture_output=True, check=True, timeout=PATIENCE)
    assert said.stdout == b"True\n"
    with pytest.raises(RayError, match="the machine far of the Ray cluster has no Fieldstone"):
        on_ray._made(("far", ""))


@pytest.mark.parametrize("address", ["auto", "local", "ray://far:10001", "ray://192.0.2.1:1"])
def test_addresses(address: str) -> None:
    check_address(address)


@pytest.mark.parametrize("address", ["", "far", "far:10001", "ray://far", "ray://:1", "ray://far:x", "ray://far:70000"])
@pytest.mark.parametrize("command", ["train kaomi", "arena 1 2 --game kaomi"])
def test_no_addresses(address: str, command: str, run: Run) -> None:
    complaint = complaint_of(run(*command.split(), "--ray", address, status=2))
    assert f"--ray {address}: an address is auto (the cluster that this machine is part of), local" in complaint


def test_without_ray(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    for name in on_ray.QUIET:
        monkeypatch.setenv(name, "")
    result = run("arena", "1", "2", "--game", "kaomi", "--size", "3", "--ray", "auto", status=1)
    assert "it comes with the extra 'ray': pip install 'fieldstone[ray]'" in complaint_of(result)
    assert not list(Path().glob("*.jsonl"))
