"""The pool for engine work: a few threads beside the event loop, shared out fairly among those who ask.

Threads, not processes: the kernels run without the interpreter lock, all threads share the machine code that one has
loaded, and a stop reaches a search at once. docs/http.md has the measurement behind this.

All bookkeeping happens in the thread of the event loop, so there are no locks: a working thread only reports back.
"""

import asyncio
import contextlib
import itertools
import os
import sys
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Generic, TypeVar

from fieldstone.server.allowances import Allowances
from fieldstone.server.problems import ProblemError

T = TypeVar("T")
# By how much nicer working threads are, where a system knows it of threads: the event loop goes before them. Not by
# more: one that has the interpreter lock and gets no processor would keep the event loop waiting.
NICENESS = 5
CLOSING_SECONDS = 1.0  # for jobs to see that they are stopped; a search needs a tenth of that


class Kind(IntEnum):
    """What a job is for; the lower goes first."""

    MOVE = 0
    ANALYSIS = 1


@dataclass(frozen=True)
class PoolLimits:
    """What clients may ask of the pool.

    Attributes
    ----------
    waiting : analyses that may wait, of all clients together
    waiting_each : of them, those of one client
    seconds : engine time that a client may use at once; what is used comes back at one second a second
    """

    waiting: int = 64
    waiting_each: int = 8
    seconds: float = 3600.0


class JobHandle:
    """A job's turn, as the job sees it from its own thread. Calling it says whether to stop."""

    def __init__(self, pool: "EnginePool", job: "_Job[Any]") -> None:
        self._pool = pool
        self._job = job

    def __call__(self) -> bool:
        """Whether nobody wants the result any more; to be asked often."""
        return self._job.stopping.is_set()

    def give_way(self) -> None:
        """Let others who wait go first, and come back when it is this client's turn again.

        For the pauses of a long job, which measures no time across them. Raises ProblemError when the client has
        no engine time left.
        """
        self._pool._pause(self._job)


@dataclass(eq=False)
class _Job(Generic[T]):
    """Some engine work; `going` is clear while it waits in the middle."""

    client: str
    work: Callable[[JobHandle], T]
    kind: Kind
    on_ahead: Callable[[int], None] | None
    done: "asyncio.Future[T]"
    number: int
    stopping: threading.Event = field(default_factory=threading.Event)
    going: threading.Event = field(default_factory=threading.Event)
    thread: threading.Thread | None = None
    since: float = 0.0  # when it began its turn
    ahead: int = 0  # what was told last


class EnginePool:
    """Runs engine work in a bounded number of threads.

    Analyses take at most `size` of them, and there is one more that only a computer's moves may use: so a move of a
    live game never waits for analyses. Those who wait get their turns so that each client has as many threads as any
    other, and among equals who had a turn longest ago.

    Attributes
    ----------
    size : analyses at the same time
    limits : what clients may ask
    """

    def __init__(self, size: int | None = None, limits: PoolLimits | None = None) -> None:
        """`size` None: as many as there are processors. Threads are started when there is work.

        Raises ValueError unless the size is positive.
        """
        self.size = (os.cpu_count() or 1) if size is None else size
        if self.size < 1:
            raise ValueError(f"a pool has a size of at least 1, not {size}")
        self.limits = PoolLimits() if limits is None else limits
        self._time = Allowances(self.limits.seconds, 1.0)
        self._waiting: list[_Job[Any]] = []
        self._running: list[_Job[Any]] = []
        self._turns: dict[str, int] = {}  # when each client had its last turn, by their count
        self._count = itertools.count(1)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False

    # -- for those who ask ---------------------------------------------------------------------------------------------

    async def run(
        self,
        client: str,
        work: Callable[[JobHandle], T],
        kind: Kind = Kind.MOVE,
        on_ahead: Callable[[int], None] | None = None,
    ) -> T:
        """Run some work in a thread of the pool and return its result; what it raises is raised here.

        Cancelling the caller takes a waiting job out of the queue at once and stops a running one.

        Parameters
        ----------
        client : on whose behalf, for fair turns and for the account of engine time
        work : gets its turn, which it calls to ask whether to stop
        kind : moves go before analyses
        on_ahead : is told, in the thread of the event loop, how many jobs go before this one while it waits

        Raises
        ------
        ProblemError
            429: too much is waiting already, or the client has used up its engine time. Never for a move.
        asyncio.CancelledError
            Also when the pool is closed.
        """
        self._loop = asyncio.get_running_loop()
        if self._closed:
            raise asyncio.CancelledError
        if kind is Kind.ANALYSIS:
            self._check(client)
        job: _Job[T] = _Job(client, work, kind, on_ahead, self._loop.create_future(), next(self._count))
        self._waiting.append(job)
        self._fill()
        try:
            return await job.done
        finally:
            self._release(job)

    async def close(self) -> None:
        """Stop everything and take nothing more; returns within about a second, whatever the jobs do."""
        self._closed = True
        for job in [*self._waiting, *self._running]:
            self._release(job)
            job.done.cancel()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_SECONDS):
                while self._running:
                    await asyncio.sleep(0.01)

    @property
    def running(self) -> int:
        """Jobs that have a thread at the moment."""
        return len(self._running)

    @property
    def waiting(self) -> int:
        """Jobs that wait for one."""
        return len(self._waiting)

    # -- turns, in the thread of the event loop ------------------------------------------------------------------------

    def _check(self, client: str) -> None:
        """Raise ProblemError if a client may not have one more analysis."""
        self._check_time(client)
        waiting = [job.client for job in self._waiting if job.kind is Kind.ANALYSIS]
        if len(waiting) >= self.limits.waiting or waiting.count(client) >= self.limits.waiting_each:
            raise ProblemError(429, "engine-busy")

    def _check_time(self, client: str, used: float = 0.0) -> None:
        """Raise ProblemError if a client has no engine time left, when `used` seconds are counted too."""
        if self._time.left(client) <= used:
            raise ProblemError(429, "engine-time", seconds=round(self._time.wait(client)) + 1)

    def _in_order(self) -> list[_Job[Any]]:
        """Return those who wait in the order in which they get their turns, as far as it can be known."""
        has = Counter(job.client for job in self._running)
        keys = {}
        for job in sorted(self._waiting, key=lambda job: (job.kind, job.number)):
            keys[job] = (job.kind, has[job.client], self._turns.get(job.client, 0), job.number)
            has[job.client] += 1
        return sorted(keys, key=keys.__getitem__)

    def _has_place(self, kind: Kind) -> bool:
        """Say whether one more job of a kind may run."""
        analyses = sum(job.kind is Kind.ANALYSIS for job in self._running)
        return len(self._running) <= self.size and (kind is Kind.MOVE or analyses < self.size)

    def _fill(self) -> None:
        """Give free places to those who wait, and tell the others where they stand."""
        while (job := next((one for one in self._in_order() if self._has_place(one.kind)), None)) is not None:
            self._begin(job)
        for ahead, job in enumerate(self._in_order()):
            if job.on_ahead is not None and job.ahead != ahead + 1:
                job.ahead = ahead + 1
                job.on_ahead(ahead)

    def _begin(self, job: _Job[Any]) -> None:
        self._waiting.remove(job)
        self._running.append(job)
        self._turns[job.client] = next(self._count)
        job.since = self._now()
        job.going.set()
        if job.thread is None:  # a daemon: whatever a job does, the program can end
            job.thread = threading.Thread(target=self._work, args=(job,), name=f"engine-{job.number}", daemon=True)
            job.thread.start()

    def _end(self, job: _Job[Any]) -> None:
        """Take a job's place from it and put its time on its client's account."""
        self._running.remove(job)
        self._time.spend(job.client, self._now() - job.since)

    def _now(self) -> float:
        assert self._loop is not None
        return self._loop.time()

    def _release(self, job: _Job[Any]) -> None:
        """Stop a job, if it still waits or runs."""
        job.stopping.set()
        job.going.set()
        if job in self._waiting:
            self._waiting.remove(job)
            self._fill()

    def _finished(self, job: _Job[Any], result: Any, error: BaseException | None) -> None:
        if job in self._running:
            self._end(job)
        if not job.done.done():
            if error is None:
                job.done.set_result(result)
            else:
                job.done.set_exception(error)
        if not self._closed:
            self._forget()
            self._fill()

    def _forget(self) -> None:
        """Forget the turns of clients who ask nothing at the moment, when there are many."""
        if len(self._turns) > 1000:
            present = {job.client for job in [*self._waiting, *self._running]}
            self._turns = {client: turn for client, turn in self._turns.items() if client in present}

    def _put_back(self, job: _Job[Any]) -> None:
        """Let a job wait in the middle, behind other clients; one that nobody wants any more runs to its end."""
        if job.stopping.is_set():
            job.going.set()
            return
        self._end(job)
        job.number = next(self._count)
        self._waiting.append(job)
        self._fill()

    # -- in the threads of the pool ------------------------------------------------------------------------------------

    def _work(self, job: _Job[Any]) -> None:
        _step_back()
        result, error = None, None
        try:
            result = job.work(JobHandle(self, job))
        except BaseException as raised:
            error = raised
        self._report(self._finished, job, result, error)

    def _pause(self, job: _Job[Any]) -> None:
        self._check_time(job.client, self._now() - job.since)
        # A glance from another thread: what it misses, the next pause sees.
        if any(other.client != job.client for other in list(self._waiting)):
            job.going.clear()
            self._report(self._put_back, job)
            job.going.wait()

    def _report(self, method: Callable[..., None], *details: Any) -> None:
        """Have something done in the thread of the event loop, unless that has ended."""
        assert self._loop is not None
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(method, *details)


def _step_back() -> None:
    """Let the event loop's thread go before the present one, where the system knows priorities of threads."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            thread = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICENESS)
