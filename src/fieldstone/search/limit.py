"""How long to search, and how a search is told to end."""

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from fieldstone.search.errors import AnalysisError

Cancel = Callable[[], bool]


@dataclass(frozen=True)
class Limit:
    """How long to search: seconds, a number of simulations, or whichever comes first of the two.

    Raises AnalysisError (a ValueError) unless at least one is given and both are positive.
    """

    seconds: float | None = None
    simulations: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is None and self.simulations is None:
            raise AnalysisError("analyse.no-limit")
        if self.seconds is not None and not 0 < self.seconds < math.inf:
            raise AnalysisError("analyse.seconds", value=self.seconds)
        if self.simulations is not None and self.simulations < 1:
            raise AnalysisError("analyse.simulations", value=self.simulations)

    def within(self, seconds: float | None) -> "Limit":
        """Return the same limit, but of so many seconds at most; None: the same."""
        if seconds is None:
            return self
        return replace(self, seconds=seconds if self.seconds is None else min(seconds, self.seconds))

    def __str__(self) -> str:
        parts = [] if self.seconds is None else [f"seconds={self.seconds:g}"]
        if self.simulations is not None:
            parts.append(f"simulations={self.simulations}")
        return ",".join(parts)


ONE_SECOND = Limit(seconds=1.0)


class CancelToken:
    """Says whether a search is to end; each search has one of its own, so a stop that comes early is heard too."""

    def __init__(self) -> None:
        self._said = threading.Event()

    def cancel(self) -> None:
        """Have the search end that was given this, from any thread, whether it has begun or not."""
        self._said.set()

    def __call__(self) -> bool:
        """Say whether it is to end."""
        return self._said.is_set()
