"""Work that may take long: a thread of its own with a short queue (a bulkhead), so that nothing else waits for it."""

import asyncio
import math
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

from fieldstone.server.allowances import Allowances
from fieldstone.server.problems import LaterError

T = TypeVar("T")

SOON = 5  # seconds after which whoever finds the queue full may try again
# Seconds for which long work keeps Python's lock while others want it. They want it some twenty times for a move: with
# the usual 5 ms each, a move beside an import took 57 ms, with these 14, and 2 alone.
SWITCH = 0.0005

asker: ContextVar[str] = ContextVar("asker", default="?")
"""By what whoever asks is counted, as `source_of` says it."""


@dataclass(frozen=True)
class LongLimits:
    """How much long work is taken on.

    Attributes
    ----------
    waiting, waiting_each : pieces that are done or wait, in all and from one address
    seconds, refill : processor seconds for one address, and what comes back of them in a second
    """

    waiting: int = 8
    waiting_each: int = 4
    seconds: float = 30.0
    refill: float = 0.1


FOR_ONE = LongLimits(waiting=64, waiting_each=64, seconds=math.inf)  # where one person alone asks


class LongWork:
    """Does one thing after the other.

    What it costs is measured and taken off the allowance of the address that has asked, which may owe some of it: how
    much a record costs is not known before.
    """

    def __init__(self, limits: LongLimits | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = LongLimits() if limits is None else limits
        self._allowances = Allowances(self._limits.seconds, self._limits.refill, clock)
        self._waiting: Counter[str] = Counter()
        self._turn = asyncio.Lock()
        self._thread = ThreadPoolExecutor(1, "long-work")

    async def run(self, work: Callable[[], T]) -> T:
        """Do something when its turn has come. Raises ProblemError, 429 or 503, where too much waits or was done."""
        source = asker.get()
        self._check(source)
        if self._waiting[source] >= self._limits.waiting_each:
            raise LaterError(429, "long-each", SOON)
        if self._waiting.total() >= self._limits.waiting:
            raise LaterError(503, "long-queue", SOON)
        self._waiting[source] += 1
        try:
            async with self._turn:
                self._check(source)
                return await asyncio.get_running_loop().run_in_executor(self._thread, self._measured, source, work)
        finally:
            self._waiting[source] -= 1
            if not self._waiting[source]:
                del self._waiting[source]

    def close(self) -> None:
        """Begin nothing any more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _check(self, source: str) -> None:
        if self._allowances.left(source) <= 0:
            raise LaterError(429, "long-often", max(SOON, math.ceil(self._allowances.wait(source))))

    def _measured(self, source: str, work: Callable[[], T]) -> T:
        began, usual = time.thread_time(), sys.getswitchinterval()
        sys.setswitchinterval(SWITCH)
        try:
            return work()
        finally:
            sys.setswitchinterval(usual)
            self._allowances.spend(source, time.thread_time() - began)
