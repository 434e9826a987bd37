"""Garbage in, RecordError out, within bounds of time; nothing is written."""

from __future__ import annotations

import copy
import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldstone import RecordError
from fieldstone.messages import LANGUAGES
from fieldstone.records.formats import read_any
from fieldstone.records.reading import record_from_bytes, record_from_data
from fieldstone.records.schema import schema
from fieldstone.records.shaping import record_to_data
from fieldstone.records.writing import record_to_bytes
from tests.fuzz.laws import laws
from tests.records.conftest import SPECS, random_record

LAWS = laws(200)
SEEDS = [random_record(name, options, 3) for name, options in SPECS]

records = st.sampled_from(SEEDS)
scalars = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8),
    st.sampled_from(["a1", "b2", "pass", "button", "swap", "komi 2", "black", "a1,b1", "time", "", 0, 1, -1, 2**70]),
)  # fmt: skip
values = st.one_of(scalars, st.lists(scalars, max_size=3), st.dictionaries(st.text(max_size=5), scalars, max_size=3))


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every place in JSON data: what holds it, and its key or number."""
    found: list[tuple[Any, Any]] = []
    waiting = [data]
    while waiting:
        one = waiting.pop()
        keys = list(one) if isinstance(one, dict) else list(range(len(one)))
        found.extend((one, key) for key in keys)
        waiting.extend(one[key] for key in keys if isinstance(one[key], dict | list))
    return found


@given(records, st.data())
@LAWS
def test_changed_records(record: Any, data: st.DataObject) -> None:
    """A value is changed, removed or added anywhere: the record is refused, or it is sound and can be written."""
    changed = copy.deepcopy(record_to_data(record))
    for _ in range(data.draw(st.integers(1, 3))):
        holder, key = data.draw(st.sampled_from(places(changed)))
        action = data.draw(st.sampled_from(["change", "remove", "double"]))
        if action == "change":
            holder[key] = data.draw(values)
        elif action == "remove":
            del holder[key]
        elif isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        if not places(changed):
            break
    try:
        read = record_from_data(changed)
    except RecordError as error:
        for language in LANGUAGES:
            error.sentence(language)
        return
    jsonschema.validate(changed, schema(), jsonschema.Draft202012Validator)
    try:
        content = record_to_bytes(read)
    except RecordError:  # NaN and the like in an unknown key, which no bytes can hold
        return
    assert record_from_bytes(content) == read


@st.composite
def damaged(draw: st.DrawFn, contents: list[bytes]) -> bytes:
    """A file with a few cuts, repetitions and insertions."""
    content = draw(st.sampled_from(contents))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(content)))
        end = min(len(content), start + draw(st.integers(0, 40)))
        middle = draw(st.sampled_from([b"", content[start:end] * 2, draw(st.binary(max_size=6))]))
        content = content[:start] + middle + content[end:]
    return content


@given(st.one_of(st.binary(max_size=200), damaged([record_to_bytes(record) for record in SEEDS])))
@LAWS
def test_damaged_files(content: bytes) -> None:
    for read in (record_from_bytes, read_any):
        try:
            record = read(content)
        except RecordError:
            continue
        assert record_from_bytes(record_to_bytes(record)).nodes == record.nodes


@given(st.text(max_size=200))
@LAWS
def test_texts(text: str) -> None:
    with pytest.raises(RecordError):
        read_any(b"vacu(size=3) moves x" + text.encode("utf-8", "replace"))


def test_numbers_are_bounded() -> None:
    for number in ("1e400", "-1e400", "9" * 5000, "1." + "0" * 5000):
        with pytest.raises(RecordError):
            record_from_bytes(f'{{"format": "fieldstone-record", "x": {number}}}'.encode())
    assert json.loads(record_to_bytes(SEEDS[0]))["version"] == 1
