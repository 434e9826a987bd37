"""The one writer of games between people: a thread that commits together what has gathered meanwhile."""

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from fieldstone.server.metrics import Histogram
from fieldstone.server.storage.errors import is_cut, is_lost_race
from fieldstone.server.storage.online import Change
from fieldstone.server.storage.writing import Writing

MOST = 200  # changes in one transaction
PATIENCE = 10.0  # seconds for which a database may be out of reach before what waits is given up
AGAIN = 0.2  # seconds between two tries

log = logging.getLogger(__name__)


class Fate:
    """Whether what has been done to a game in memory has come onto the disk; once it has not, nothing more does."""

    def __init__(self) -> None:
        self.error: Exception | None = None


@dataclass(frozen=True)
class Job:
    """A change, the fate of the game that it is of, and who is to be told of the outcome in the event loop."""

    change: Change
    fate: Fate
    done: Callable[[Exception | None], None]


class Writer:
    """Writes jobs in their order, each wholly or not at all."""

    def __init__(self, engine: Engine, commits: Histogram) -> None:
        """`commits` counts how long they take."""
        self._writing = Writing(engine)
        self._commits = commits
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Begin, in a running event loop."""
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="online writer", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """Write what is left, and end."""
        if self._thread is not None:
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)
            await asyncio.sleep(0)  # who waits for the last jobs is told

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return self._jobs.qsize()

    def is_alive(self) -> bool:
        """Say whether jobs are written."""
        return self._thread is not None and self._thread.is_alive()

    def put(self, job: Job) -> None:
        """Have something written."""
        self._jobs.put(job)

    def _run(self) -> None:
        ended = False
        while not ended:
            jobs: list[Job] = []
            first = self._jobs.get()
            while first is not None:
                jobs.append(first)
                if len(jobs) == MOST or self._jobs.empty():
                    break
                first = self._jobs.get()
            ended = first is None
            if jobs:
                self._write(jobs)
        self._writing.close()

    def _write(self, jobs: Sequence[Job]) -> None:
        sound = [job for job in jobs if job.fate.error is None]
        begun = time.perf_counter()
        try:
            self._writing.write([job.change for job in sound])
            outcomes = [job.fate.error for job in jobs]
        except Exception:  # one of them is the reason, so that each is tried by itself
            outcomes = [self._write_one(job, begun + PATIENCE) for job in jobs]
        self._commits.add(time.perf_counter() - begun)
        assert self._loop is not None
        self._loop.call_soon_threadsafe(_tell, list(zip(jobs, outcomes, strict=True)))

    def _write_one(self, job: Job, last: float) -> Exception | None:
        """Write one job; where the database cannot be reached, again and again until `last`. Returns what went wrong.

        What was on its way when the line broke may be there: then it is found there, as if another had been quicker.
        """
        while job.fate.error is None:
            try:
                self._writing.write([job.change])
                return None
            except Exception as error:
                if is_cut(error) and time.perf_counter() < last:
                    time.sleep(AGAIN)
                    continue
                if not is_lost_race(error):
                    problem = error.orig if isinstance(error, DBAPIError) else error
                    log.error("a game between people was not kept: %s", problem)
                job.fate.error = error
        return job.fate.error


def _tell(told: Sequence[tuple[Job, Exception | None]]) -> None:
    """Tell each job its own outcome: of one game one may be on the disk, and the next one not."""
    for job, error in told:
        job.done(error)
