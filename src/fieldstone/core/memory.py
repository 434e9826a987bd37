"""Large arrays of zeros that take no memory where nothing has been written."""

import contextlib
import mmap

import numpy as np
import numpy.typing as npt


def sparse_zeros(count: int, dtype: np.dtype[np.void]) -> npt.NDArray[np.void]:
    """Return a (count,) array of zeros that takes memory page by page, as it is written to. Raises MemoryError.

    NumPy asks the system for huge pages, 2 MB each, that are filled with zeros at the first touch. That is a waste
    where little of each is ever touched, and pays where all of it is: at small pages two threads wait for each other.
    """
    if not hasattr(mmap, "MADV_NOHUGEPAGE"):  # only Linux has such pages, and the advice against them
        return np.zeros(count, dtype=dtype)
    try:
        memory = mmap.mmap(-1, count * dtype.itemsize, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except (OSError, OverflowError) as error:
        raise MemoryError(str(error)) from None
    with contextlib.suppress(OSError):  # a system that has no huge pages knows no advice against them
        memory.madvise(mmap.MADV_NOHUGEPAGE)
    return np.frombuffer(memory, dtype=dtype)
