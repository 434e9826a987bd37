"""Large arrays of zeros."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from fieldstone.core.memory import sparse_zeros

ROW = np.dtype((np.record, np.dtype([("many", np.float64, 1000), ("one", np.int64)], align=True)))


def test_they_are_zeros_that_can_be_written_to() -> None:
    rows = sparse_zeros(3, ROW)
    assert (rows.shape, rows.dtype) == ((3,), ROW)
    assert not rows["many"].any()
    assert not rows["one"].any()
    rows[1].many[7] = 2.5
    rows["one"] += 1
    assert rows["many"].sum() == 2.5
    assert rows["one"].tolist() == [1, 1, 1]


def test_too_much_is_refused() -> None:
    with pytest.raises(MemoryError):
        sparse_zeros(1 << 46, ROW)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells and is told")
def test_they_take_memory_where_they_are_written_to() -> None:
    def taken() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

    before = taken()
    rows = sparse_zeros(30_000, ROW)  # 240 MB
    rows["one"][::250] = 1  # every 2 MB
    assert taken() - before < 20 * 2**20
