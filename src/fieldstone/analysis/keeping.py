"""The file of a review: a line that says what is reviewed, then a line for each look, appended at once.

A process that is killed can leave half a line at the end, and nothing worse: that is cut off, and its position looked
into again. `docs/json.md` describes the lines.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fieldstone.analysis.errors import AnalysisError
from fieldstone.files import InUseError, append_line, cut_off, open_alone, read_all, read_entry

FORMAT = 6
NEEDED = ("record", "limit", "seed")  # in the first line; the network is there only where one judges
DIGITS = 8  # of a network's hash that are told
BEGIN = b'{"format":'


class ReviewFile:
    """The file of one review, locked by this process while it is open. Made by `open_review`.

    Nothing is written before `go_on`: what turns out to be no file of this review stays as it is.

    Attributes
    ----------
    entries : one for each look, in their order
    """

    def __init__(self, path: Path, identity: Mapping[str, Any], number: int) -> None:
        self.path = path
        self._number = number
        self.entries: list[dict[str, Any]] = []
        lines = read_all(path).split(b"\n")
        rest = lines.pop()
        if not lines and not (BEGIN.startswith(rest[: len(BEGIN)]) or rest.startswith(BEGIN)):
            raise AnalysisError("review.file-strange", file=str(path), line=1)
        if lines:
            self._check(lines[0], identity)
        for place, line in enumerate(lines[1:], start=2):
            self._take(line, place)
        self._half = len(rest)
        given = {name: value for name, value in identity.items() if value is not None}
        self._head = None if lines else {"format": FORMAT, "review": given}

    def go_on(self) -> None:
        """Cut off an incomplete last line, and write the first line if there is none; the rest has been checked."""
        if self._half:
            cut_off(self._number, self._half)
        if self._head is not None:
            append_line(self._number, self._head)

    def add(self, entry: dict[str, Any]) -> None:
        """Append a look."""
        append_line(self._number, entry)
        self.entries.append(entry)

    def _check(self, line: bytes, identity: Mapping[str, Any]) -> None:
        """Raise AnalysisError unless the first line is that of this review."""
        try:
            head = read_entry(line)
            known, there = head["format"], head["review"]
            if known == FORMAT:
                same = all(there[name] is not None for name in NEEDED)
                same = same and {name: there.get(name) for name in identity} == dict(identity)
        except (ValueError, KeyError, TypeError):
            raise AnalysisError("review.file-strange", file=str(self.path), line=1) from None
        if known != FORMAT:
            raise AnalysisError("review.file-format", file=str(self.path), format=known, known=FORMAT)
        if same:
            return
        if there["record"] != identity["record"]:
            raise AnalysisError("review.file-game", file=str(self.path))
        old, new = (_settings(one) for one in (there, identity))
        raise AnalysisError("review.file-settings", file=str(self.path), there=old, here=new)

    def _take(self, line: bytes, place: int) -> None:
        try:
            entry = read_entry(line)
            if not isinstance(entry, dict) or "slot" not in entry:
                raise ValueError("no entry")
        except ValueError:
            raise AnalysisError("review.file-strange", file=str(self.path), line=place) from None
        self.entries.append(entry)


def _settings(identity: Mapping[str, Any]) -> str:
    """Return what a review goes by, in short."""
    network = identity.get("network")
    by = "" if network is None else f",network={str(network)[:DIGITS]}"
    return f"{identity['limit']},seed={identity['seed']}{by}"


@contextmanager
def open_review(path: Path, identity: Mapping[str, Any], again: bool = False) -> Iterator[ReviewFile]:
    """Open the file of a review, made if need be, for this process alone.

    `identity` says what is reviewed: the record, the limit, the seed, and the hash of the network that judges, None for
    playouts. With `again` what a review has written there is forgotten; a file of something else is not touched.

    Raises
    ------
    AnalysisError
        Another process has it open; it is no file of a review, or of another one. It is as it was then.
    OSError
        It cannot be read or written.
    """
    try:
        with open_alone(path) as number:
            if again and os.pread(number, len(BEGIN), 0) == BEGIN:
                os.ftruncate(number, 0)
            yield ReviewFile(path, identity, number)
    except InUseError:
        raise AnalysisError("review.file-locked", file=str(path)) from None
