"""Which format a file has, and the way from any of them to a record and back."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fieldstone.core.errors import OptionError, PositionError, shortened
from fieldstone.games import GAMES
from fieldstone.play.game import example_line
from fieldstone.play.parse import LONGEST, parse_position
from fieldstone.records.abstractplay import record_from_abstractplay, record_to_abstractplay
from fieldstone.records.errors import RecordError
from fieldstone.records.reading import record_from_bytes
from fieldstone.records.record import Record
from fieldstone.records.replaying import checked
from fieldstone.records.sgf import record_from_sgf, record_to_sgf
from fieldstone.records.sgf_grammar import marked_charset
from fieldstone.records.sgf_viewer import record_to_viewer_sgf
from fieldstone.records.writing import record_to_bytes

_JSON_WORD = re.compile(rb"(?:null|true|false|-?[0-9][0-9.eE+-]*+)\s*+")


@dataclass(frozen=True)
class Format:
    """A format of files.

    Attributes
    ----------
    name : what people type after ``--to``
    endings : of the names of its files; the first one is usual
    read : from bytes to a record, every move played; None where it can only be written
    write : from a record to bytes
    """

    name: str
    endings: tuple[str, ...]
    read: Callable[[bytes], Record] | None
    write: Callable[[Record], bytes]


def record_from_text(text: str) -> Record:
    """Return the record of a position text or a move list. Raises RecordError."""
    if not text.strip():
        raise RecordError("record.blank", example=example_line())
    if re.split(r"[\s(]", text.strip(), maxsplit=1)[0] not in GAMES:
        raise RecordError("record.strange", text=shortened(text), example=example_line())
    try:
        return Record.from_state(parse_position(text))
    except (PositionError, OptionError) as error:
        raise RecordError("record.text", problem=error.sentence) from None


def _read_text(content: bytes) -> Record:
    if len(content) > LONGEST:
        raise RecordError("record.too-large", limit=LONGEST)
    try:
        return record_from_text(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise RecordError("record.no-utf8", place=error.start) from None


def _write_moves(record: Record) -> bytes:
    return f"{checked(record).state().to_text(history=True)}\n".encode()


def _write_position(record: Record) -> bytes:
    return f"{checked(record).state().to_text()}\n".encode()


FORMATS = {
    one.name: one
    for one in (
        Format("record", (".fieldstone.json",), record_from_bytes, record_to_bytes),
        Format("sgf", (".sgf",), record_from_sgf, record_to_sgf),
        Format("viewer", (".viewer.sgf",), record_from_sgf, record_to_viewer_sgf),
        Format("abstractplay", (".ap.json",), record_from_abstractplay, record_to_abstractplay),
        Format("moves", (".txt",), _read_text, _write_moves),
        Format("position", (), None, _write_position),
    )
}


def format_by_name(path: str | Path) -> Format:
    """Return the format that a file of this name is to have. Raises RecordError naming the endings there are."""
    name = Path(path).name.lower()
    fitting = [(len(ending), one) for one in FORMATS.values() for ending in one.endings if name.endswith(ending)]
    if fitting:
        return max(fitting, key=lambda found: found[0])[1]
    endings = ", ".join(one.endings[0] for one in FORMATS.values() if one.endings)
    raise RecordError("record.ending", file=Path(path).name, endings=endings, formats=", ".join(FORMATS))


def format_of(content: bytes) -> Format:
    """Return the format that a file's content has, by its first characters; not yet whether it can be read."""
    charset = marked_charset(content)
    if charset is not None and content[:4096].decode(charset, "ignore").lstrip()[:1] == "(":
        return FORMATS["sgf"]  # the one format that may be in another charset than UTF-8
    text = content.removeprefix(b"\xef\xbb\xbf").lstrip()
    start = text[:1]
    if start in (b"{", b"[", b'"') or _JSON_WORD.fullmatch(text):
        return FORMATS["abstractplay" if b'"fieldstone-record"' not in content and b'"header"' in content else "record"]
    return FORMATS["sgf" if start == b"(" else "moves"]


def read_any(content: bytes) -> Record:
    """Return the record that bytes in any format hold. Raises RecordError when there is none."""
    read = format_of(content).read
    assert read is not None  # `format_of` returns no other
    return read(content)
