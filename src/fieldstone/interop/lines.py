"""Lines from another program, none of them longer than we can bear."""

from collections.abc import Iterator
from typing import BinaryIO

PIECE = 1 << 16  # bytes at a time of a line that is skipped


def read_lines(stream: BinaryIO, limit: int) -> Iterator[bytes | None]:
    """Yield the lines of a stream without their ends, and None for each that has more than `limit` bytes.

    No more than that is held of any line. A last line without an end is one, too.
    """
    while line := stream.readline(limit + 1):
        if len(line) > limit and not line.endswith(b"\n"):
            while (rest := stream.readline(PIECE)) and not rest.endswith(b"\n"):
                pass
            yield None
        else:
            yield line.rstrip(b"\r\n")
