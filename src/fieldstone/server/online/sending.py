"""Threads that send something to a server elsewhere. It may hang: then nothing else waits with them."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


class SendingThreads:
    """Some threads, and a bound on what waits for them."""

    def __init__(self, name: str, threads: int, waiting: int) -> None:
        self._threads = ThreadPoolExecutor(threads, name)
        self._most = threads + waiting
        self._given: set[Future[Any]] = set()

    @property
    def free(self) -> int:
        """How much more may be given to them now."""
        return self._most - len(self._given)

    async def run(self, work: Callable[..., Result], *given: object) -> Result | None:
        """Do something in one of the threads and return what comes of it; None: too much waits, and it was not done."""
        if self.free <= 0:
            return None
        future = self._threads.submit(work, *given)
        self._given.add(future)
        future.add_done_callback(self._given.discard)
        return await asyncio.wrap_future(future)

    async def close(self) -> None:
        """End when what is being sent has been; what still waits is not sent."""
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)
