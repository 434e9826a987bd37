"""What workers do, wherever they are: jobs that have something in common, and how they are had done.

A job, what all jobs share and what is made of a job travel as bytes, by pickle: no file is common to driver and worker.
"""

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

LOOK_EVERY = 0.1  # seconds between two checks whether to stop


class WorkerError(RuntimeError):
    """A worker did not get through a job; the text is what is known of it."""


@dataclass(frozen=True)
class Work:
    """Jobs that have something in common.

    Attributes
    ----------
    maker : a function of a module; each worker calls it once, with `shared`, and has what does a job: a function from
        the job to what is made of it, which is not None
    shared : what all jobs have in common
    """

    maker: Callable[[Any], Callable[[Any], Any]]
    shared: Any

    def begin(self) -> Callable[[Any], Any]:
        """Return what does a job."""
        return self.maker(self.shared)


class Workers(Protocol):
    """Some workers."""

    def results(self, work: Work, jobs: Iterator[Any], stop: Callable[[], bool]) -> Generator[Any, None, None]:
        """Yield what is made of jobs as it comes, and None now and then, until all are done or `stop` says so.

        A job is drawn when a worker is free. After a stop what has been finished is still yielded; what is being done
        is dropped. A worker that dies has its job given to another. Raises WorkerError, or `RayError` on Ray, when that
        happens too often, or a job fails.
        """
        ...
