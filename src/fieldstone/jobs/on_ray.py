"""Workers of a Ray cluster (https://docs.ray.io): processes of one machine or of many, where Fieldstone is installed.

Jobs are Ray's tasks, each for one CPU, as many at the same time as the cluster has CPUs. What they have in common is
fetched once by each process. A task whose process or machine dies is given to another one by Ray.
"""

import hashlib
import logging
import os
import pickle
import secrets
import time
import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from fieldstone.jobs.work import LOOK_EVERY, Work
from fieldstone.messages import SaidError

ATTEMPTS = 4  # at a job whose process dies, or its machine
COUNT_EVERY = 5.0  # seconds between two looks at how many CPUs there are
LOCAL_MEMORY = 1 << 28  # bytes for what jobs have in common, in a cluster that is started here
PACKAGE = Path(__file__).parent.parent
# For this process and a cluster that it starts: nothing is told to the makers of Ray, and nothing to the screen.
QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ENABLE_AUTO_CONNECT": "0",  # where a cluster is lost no other one is begun
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # what the next release will do; else it warns of it
}


class RayError(SaidError):
    """No cluster to work on, or one that does not fit or fails: the text names it and what would help."""


def check_address(address: str) -> None:
    """Raise RayError unless an address is `auto`, `local`, or that of a cluster."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    remote = address.startswith("ray://") and host and port.isascii() and port.isdigit() and int(port) < 1 << 16
    if not remote and address not in ("auto", "local"):
        raise RayError("ray.address", address=address)


@contextmanager
def ray_workers(address: str, most: int | None) -> Iterator["RayWorkers"]:
    """Connect to a cluster, and leave it in the end.

    Parameters
    ----------
    address : `local` starts one of this machine, which ends with this process; `auto` is one that has been started
        here, by ``ray start`` or with this machine as one of many; ``ray://HOST:PORT`` is one elsewhere
    most : jobs at the same time; as many as there are CPUs if None

    Raises RayError where there is none, it does not fit, or Ray is not installed.
    """
    check_address(address)
    os.environ.update(QUIET)
    if address == "local":  # others on the network cannot use it; without a word of our own Ray would leave one at home
        os.environ.update(RAY_AUTH_MODE="token", RAY_AUTH_TOKEN=secrets.token_hex(32))
    try:
        import ray
    except ModuleNotFoundError as error:
        raise RayError("ray.no-library", library=error.name) from None
    own: dict[str, Any] = {}
    if address == "local":
        own = {"num_cpus": most, "include_dashboard": False, "object_store_memory": LOCAL_MEMORY}
    try:
        with warnings.catch_warnings(action="ignore"):
            ray.init(address, log_to_driver=False, logging_level=logging.FATAL, **own)
    except Exception as error:
        raise RayError("ray.no-cluster", address=address, problem=_first_line(error)) from None
    try:
        yield RayWorkers(ray, most)
    finally:
        ray.shutdown()


class RayWorkers:
    """The workers of the cluster that this process is connected to.

    Attributes
    ----------
    machines, cpus : that the cluster has, as seen last
    """

    def __init__(self, ray: Any, most: int | None) -> None:
        self._ray, self._most = ray, most
        self._do = ray.remote(num_cpus=1, max_retries=ATTEMPTS - 1)(_task())
        self._count()

    def results(self, work: Work, jobs: Iterator[Any], stop: Callable[[], bool]) -> Generator[Any, None, None]:
        """Yield what is made of jobs, as `Workers.results` does.

        Raises RayError where a job fails or four processes die over it, where machines have no Fieldstone or another
        one, and where the cluster is lost.
        """
        try:
            yield from self._results(work, jobs, stop)
        except (self._ray.exceptions.RayError, ConnectionError) as error:
            raise RayError("ray.failed", problem=_first_line(getattr(error, "cause", None) or error)) from None

    def _results(self, work: Work, jobs: Iterator[Any], stop: Callable[[], bool]) -> Generator[Any, None, None]:
        ray, common = self._ray, pickle.dumps(work)
        name, shared = hashlib.sha256(common).hexdigest(), ray.put(common)
        running: list[Any] = []
        try:
            while not stop():
                for job in islice(jobs, max(0, self._room() - len(running))):
                    running.append(self._do.remote(code_id(), name, [shared], pickle.dumps(job)))
                if not running:
                    return
                ready, running = ray.wait(running, timeout=LOOK_EVERY)
                if not ready:
                    yield None
                for one in ready:
                    yield _made(ray.get(one))
            ready, running = ray.wait(running, num_returns=len(running), timeout=0) if running else ([], [])
            for one in ready:
                yield _made(ray.get(one))
        finally:
            with suppress(Exception):  # a lost cluster, for which Ray has many errors, ends them by itself
                for one in running:
                    ray.cancel(one, force=True)

    def _room(self) -> int:
        """Return how many jobs may be done at the same time."""
        if time.monotonic() > self._counted + COUNT_EVERY:
            self._count()
        return max(1, self.cpus if self._most is None else min(self.cpus, self._most))

    def _count(self) -> None:
        nodes = [node for node in self._ray.nodes() if node["Alive"]]
        self.machines, self.cpus = len(nodes), sum(int(node["Resources"].get("CPU", 0)) for node in nodes)
        self._counted = time.monotonic()


def _made(answer: bytes | tuple[str, str]) -> Any:
    """Return what was made of a job. Raises RayError where a machine cannot make it."""
    if isinstance(answer, bytes):
        return pickle.loads(answer)
    machine, code = answer
    raise RayError("ray.other-fieldstone" if code else "ray.no-fieldstone", machine=machine)


# -- in a process of the cluster ------------------------------------------------------------------------------------

_begun: dict[str, Callable[[Any], Any]] = {}  # what does jobs of the last work, by the name of that


def _task() -> Callable[[str, str, list[Any], bytes], bytes | tuple[str, str]]:
    """Return what Ray calls. As a function in a function it travels as code, so that it runs without Fieldstone too."""

    def do(code: str, name: str, shared: list[Any], job: bytes) -> bytes | tuple[str, str]:
        import socket

        try:
            from fieldstone.jobs import on_ray
        except ImportError:
            return socket.gethostname(), ""
        if on_ray.code_id() != code:
            return socket.gethostname(), on_ray.code_id()
        return on_ray.do_job(name, shared, job)

    return do


def do_job(name: str, shared: list[Any], job: bytes) -> bytes:
    """Do a job. `shared` holds the reference of a pickled `Work`, which has a name."""
    if name not in _begun:
        import ray

        _begun.clear()
        _begun[name] = pickle.loads(ray.get(shared[0])).begin()
    return pickle.dumps(_begun[name](pickle.loads(job)))


@cache
def code_id() -> str:
    """Return 16 hex digits that are the same where the package is: its sources and its networks."""
    found = hashlib.sha256()
    for path in sorted(one for ending in ("py", "net") for one in PACKAGE.rglob(f"*.{ending}")):
        found.update(f"{path.relative_to(PACKAGE)} ".encode() + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:16]


def _first_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0].rstrip('.:')}" if lines else type(error).__name__
