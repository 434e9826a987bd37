"""Threads that send something to a server elsewhere. It may hang: then nothing else waits with them."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")


class SendingThreads:
    """Some threads, and a bound on what waits for them."""

    def __init__(self, name: str, threads: int, waiting: int) -> None:
        self._threads = ThreadPoolExecutor(threads, name)
        self._places = threading.Semaphore(threads + waiting)

    async def run(self, work: Callable[..., Result], *given: object) -> Result | None:
        """Do something in one of the threads and return what comes of it; None: too much waits, and it was not done."""
        if not self._places.acquire(blocking=False):
            return None
        future = self._threads.submit(work, *given)
        future.add_done_callback(lambda done: self._places.release())
        return await asyncio.wrap_future(future)

    async def close(self) -> None:
        """End when what is being sent has been; what still waits is not sent."""
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)
