"""Reading a record: from a file, from bytes, or from data that have already been taken apart.

The order is that of cost: bytes are counted before they are read, brackets before they are taken apart, the form is
checked before a move is played.
"""

import json
import re
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

from fieldstone.core.errors import shortened
from fieldstone.records.errors import RecordError
from fieldstone.records.limits import DEEPEST, LARGEST, LONGEST_NUMBER, MOST_VALUES
from fieldstone.records.record import Node, Record, Seat
from fieldstone.records.replaying import checked, load_game
from fieldstone.records.schema import FORMAT, VERSION, check_shape
from fieldstone.records.shaping import part_from_data

_TEXTS = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_HALF_CHARACTER = re.compile(r"[\ud800-\udfff]")


def read_record(path: str | Path) -> Record:
    """Return the record in a ``*.fieldstone.json`` file, every move of it played through the rules.

    Raises
    ------
    RecordError
        The file holds no record, or one that breaks a limit or a rule: the text says where.
    OSError
        The file cannot be read.
    """
    return record_from_bytes(read_bytes(path))


def read_bytes(path: str | Path, limit: int = LARGEST) -> bytes:
    """Return the bytes of a file, reading no more than `limit`. Raises RecordError when it has more, and OSError."""
    with Path(path).open("rb") as file:
        content = file.read(limit + 1)
    if len(content) > limit:
        raise RecordError("record.too-large", limit=limit)
    return content


def record_from_bytes(content: bytes) -> Record:
    """Return the record that JSON in UTF-8 holds. Raises RecordError as `read_record` does."""
    return record_from_data(parse_json(content))


def record_from_data(data: object) -> Record:
    """Return the record that JSON data hold; they are not modified. Raises RecordError as `read_record` does."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError("record.no-record", format=FORMAT)
    if data.get("version") != VERSION:
        raise RecordError("record.version", version=shortened(data.get("version")), known=VERSION)
    check_shape(data)
    for key in ("started", "ended"):
        _check_date(key, data.get(key))
    nodes = tuple(
        part_from_data(Node, node, after=node.get("after", before)) for before, node in enumerate(data["moves"])
    )
    first, second = (part_from_data(Seat, seat) for seat in data.get("seats", ({}, {})))
    rest = {key: value for key, value in data.items() if key not in ("format", "version", "options", "moves")}
    record = part_from_data(
        Record, rest, game=load_game(data["game"], data.get("options", {})), nodes=nodes, seats=(first, second)
    )
    return checked(record)


def _check_date(key: str, text: str | None) -> None:
    try:
        datetime.fromisoformat(text or "2000-01-01")
    except ValueError:
        raise RecordError("record.date", where=key, value=shortened(text)) from None


# JSON ------------------------------------------------------------------------------------------------------------


def parse_json(content: bytes) -> Any:
    """Return the data of a JSON text in UTF-8 that keeps the limits. Raises RecordError where it does not."""
    if len(content) > LARGEST:
        raise RecordError("record.too-large", limit=LARGEST)
    _check_size(content)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError("record.no-utf8", place=error.start) from None
    try:
        data = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_real,
            parse_constant=_no_number,
        )
    except json.JSONDecodeError as error:
        raise RecordError("record.no-json", line=error.lineno, column=error.colno) from None
    if "\\u" in text and _HALF_CHARACTER.search(json.dumps(data, ensure_ascii=False)):
        raise RecordError("record.half-character")
    return data


def _check_size(content: bytes) -> None:
    """Count brackets and values outside of texts, before anything is built of them."""
    signs = re.sub(rb"[^][{},:]+", b"", _TEXTS.sub(b"", content))
    if signs.count(b",") + signs.count(b":") + signs.count(b"[") + signs.count(b"{") > MOST_VALUES:
        raise RecordError("record.too-many", limit=MOST_VALUES)
    depth = 0
    for sign in signs:
        if sign in b"[{":
            depth += 1
            if depth > DEEPEST:
                raise RecordError("record.too-deep", limit=DEEPEST)
        elif sign in b"]}":
            depth -= 1


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        key, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        raise RecordError("record.key-twice", name=shortened(key))
    return data


def _whole(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        _no_number(text)
    return int(text)


def _real(text: str) -> float:
    value = float(text) if len(text) <= LONGEST_NUMBER else float("inf")
    if value in (float("inf"), -float("inf")):
        _no_number(text)
    return value


def _no_number(text: str) -> NoReturn:
    raise RecordError("record.number", value=shortened(text))
