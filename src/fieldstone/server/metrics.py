"""What a server counts of its work, in Prometheus' text format. None of it names a person, a game or an address."""

import os
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
BEGUN = time.time()


class Histogram:
    """How long something has taken, in seconds."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """Count one more."""
        place = next((place for place, bound in enumerate(BOUNDS) if seconds <= bound), len(BOUNDS))
        self.counts[place] += 1
        self.total += seconds


class Metrics:
    """What is counted since the start.

    Attributes
    ----------
    answers : HTTP answers, by status
    events : of games between people, by kind
    refused : commands of games between people that were refused, by problem
    moves : from when a move was read from the network until its event was told
    commits : transactions of games between people
    """

    def __init__(self) -> None:
        self.answers: Counter[str] = Counter()
        self.events: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.moves = Histogram()
        self.commits = Histogram()

    def answered(self, status: int) -> None:
        """Count an HTTP answer."""
        self.answers[str(status)] += 1

    def text(self, now: Mapping[str, float]) -> str:
        """Return everything as text; `now` are the sizes of things at the moment, by their names."""
        lines: list[str] = []
        lines += _counter("fieldstone_http_answers_total", "HTTP answers.", "status", self.answers)
        lines += _counter("fieldstone_online_events_total", "Events of games between people.", "kind", self.events)
        lines += _counter("fieldstone_online_refused_total", "Commands that were refused.", "problem", self.refused)
        lines += _histogram("fieldstone_online_move_seconds", "From reading a move to telling it.", self.moves)
        lines += _histogram("fieldstone_online_commit_seconds", "Transactions of games between people.", self.commits)
        for name, value in {**now, **_process()}.items():
            kind = "counter" if name.endswith("_total") else "gauge"
            lines += [f"# TYPE {name} {kind}", f"{name} {_number(value)}"]
        return "\n".join(lines) + "\n"


def _counter(name: str, about: str, label: str, counts: Counter[str]) -> Iterable[str]:
    yield from (f"# HELP {name} {about}", f"# TYPE {name} counter")
    for value, count in sorted(counts.items()):
        yield f'{name}{{{label}="{value}"}} {count}'


def _histogram(name: str, about: str, histogram: Histogram) -> Iterable[str]:
    yield from (f"# HELP {name} {about}", f"# TYPE {name} histogram")
    below = 0
    for bound, count in zip((*map(str, BOUNDS), "+Inf"), histogram.counts, strict=True):
        below += count
        yield f'{name}_bucket{{le="{bound}"}} {below}'
    yield from (f"{name}_sum {_number(histogram.total)}", f"{name}_count {below}")


def _process() -> dict[str, float]:
    """Return what is usual of a process, as far as this system tells it."""
    found = {"process_cpu_seconds_total": time.process_time(), "process_start_time_seconds": BEGUN}
    own = Path("/proc/self")
    if own.is_dir():
        pages = int((own / "statm").read_text().split()[1])
        found["process_resident_memory_bytes"] = pages * os.sysconf("SC_PAGE_SIZE")
        found["process_open_fds"] = sum(1 for _ in (own / "fd").iterdir())
    return found


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.6f}"
