"""What `make soak` plays for hours: games beside their oracles, with seeds that no other test has."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from tests.rules.test_twins import CHUNKS, Chunk, play_chunk

pytestmark = pytest.mark.soak

TIMES = int(os.environ.get("FIELDSTONE_SOAK_TIMES", "20"))  # as many games as the usual test
FIRST = 1_000_000


def spread(chunk: Chunk, time: int) -> Chunk:
    """As many games of the kind, with seeds of their own, so that the processes of a run share them out."""
    return replace(chunk, first=FIRST * (1 + time) + chunk.first, met=set())


@pytest.mark.parametrize("chunk", [spread(chunk, time) for time in range(TIMES) for chunk in CHUNKS], ids=str)
def test_random_games_with_other_seeds(chunk: Chunk) -> None:
    assert play_chunk(chunk)["plies"] > 0
