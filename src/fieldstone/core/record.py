"""The fields that the record of every game begins with, the small numbers that stand in them, and copies of records."""

from typing import Any

import numpy as np
import numpy.typing as npt

from fieldstone.core.jit import jit

EMPTY, BLACK, WHITE = 0, 1, 2

PLAYING, NAMING_KOMI, CHOOSING_SIDE = 0, 1, 2

ONGOING, TWO_PASSES, LAST_GROUP, CONNECTION, REPETITION, BOARD_FULL, INNER_AREA_FULL, PLAYOUT_CAP = range(8)
OWN_ENDING = 8  # the first of the endings that a game has for itself, `GameSpec.endings`

Field = tuple[str, Any] | tuple[str, Any, int] | tuple[str, Any, tuple[int, ...]]
RecordArray = npt.NDArray[np.void]
Codes = npt.NDArray[np.int8]
Mask = npt.NDArray[np.bool_]
Options = npt.NDArray[np.int64]

HEADER: list[Field] = [
    ("key", np.uint64),  # Zobrist key of what counts for repetition (V9) or for transpositions
    ("komi", np.int32),  # points added to White's score
    ("ply", np.int32),  # moves made since the start position
    ("to_move", np.int8),  # BLACK or WHITE; during the setup provisional: seat 1 is Black
    ("over", np.int8),  # ONGOING, or what ended the game
    ("winner", np.int8),  # BLACK, WHITE or 0 (a draw, or not over)
    ("setup", np.int8),  # PLAYING, NAMING_KOMI, CHOOSING_SIDE (S1)
    ("exchanged", np.int8),  # 1 when seat 1 holds White
    ("passes", np.int8),  # passes in succession
]


def record_dtype(fields: list[Field]) -> np.dtype[np.void]:
    """Return an aligned dtype whose scalars are `np.record`, so that ``state.cells`` reads with the compiler off too.

    Gaps between fields are fields too, so that copies are equal byte by byte, and its size is a multiple of 8 bytes, so
    that records can be copied as rows of uint64.

    Raises ValueError for a field that every NumPy scalar has as an attribute (such as size): it would read as that.
    """
    filled: list[Field] = []
    end = 0
    aligned = np.dtype([*fields, ("end", np.uint64)], align=True)
    for field in [*fields, ("end", np.uint64)]:
        if hasattr(np.record, field[0]):
            raise ValueError(f"a field cannot be called {field[0]!r}")
        placed, offset = aligned.fields[field[0]][:2]  # type: ignore[index]
        if offset > end:
            filled.append((f"gap_{end}", np.uint8, offset - end))
        filled.append(field)
        end = offset + placed.itemsize
    return np.dtype((np.record, np.dtype(filled[:-1], align=True)))


@jit
def copy_words(to: Any, source: Any) -> None:
    """Copy a record to another, both given as their memory, (itemsize / 8,) uint64.

    An assignment of one array to another asks for memory, in case that they overlap.
    """
    for index in range(source.size):
        to[index] = source[index]
