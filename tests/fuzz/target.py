"""What a target is, and what must hold of all of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

SLOWEST = 20.0  # seconds for one attempt, on a machine with a lot to do
FOUND = Path(__file__).parent / "found"  # what has broken something once


@dataclass(frozen=True)
class Target:
    """Something that reads what comes from outside.

    Attributes
    ----------
    attempt : gives it bytes; returns whether they were accepted, and raises whatever must not be raised
    seeds : bytes that are accepted, to begin with
    tokens : what is worth putting in
    longest : bytes
    examples : how many the tests try
    """

    attempt: Callable[[bytes], bool]
    seeds: Callable[[], list[bytes]]
    tokens: tuple[str, ...] = ()
    longest: int = 4096
    examples: int = 100


def attempt(target: Target, content: bytes) -> bool:
    """Give a target bytes; returns whether they were accepted. Raises AssertionError when that takes too long."""
    begin = time.perf_counter()
    accepted = target.attempt(content)
    seconds = time.perf_counter() - begin
    assert seconds < SLOWEST, f"{seconds:.1f} seconds"
    return accepted


def found(name: str) -> list[Path]:
    """Return the files with what has broken a target once."""
    return sorted((FOUND / name).glob("*"))
