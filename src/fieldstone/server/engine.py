"""Work for the processors beside the event loop."""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class EnginePool:
    """Runs jobs in a few threads."""

    def __init__(self, workers: int | None = None) -> None:
        self._threads = ThreadPoolExecutor(workers or os.cpu_count() or 1)
        self._stop = threading.Event()

    async def run(self, client: str, job: Callable[[Callable[[], bool]], T]) -> T:
        """Run a job for a client; it is told to stop, by the function it gets, when nobody waits for it any more."""
        given_up = threading.Event()
        future = asyncio.get_running_loop().run_in_executor(
            self._threads, job, lambda: given_up.is_set() or self._stop.is_set()
        )
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            given_up.set()
            raise

    def close(self) -> None:
        """Stop all jobs; what waits is dropped."""
        self._stop.set()
        self._threads.shutdown(wait=False, cancel_futures=True)
