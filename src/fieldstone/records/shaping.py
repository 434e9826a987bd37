"""From the parts of a record to JSON data and back: one way for all of them, by the names of their fields."""

import re
from dataclasses import MISSING, fields
from functools import cache
from typing import Any

from fieldstone.records.record import (
    ClockRules,
    Evaluation,
    Node,
    NodeClock,
    Record,
    Result,
)
from fieldstone.records.schema import FORMAT, VERSION

Kind = Any  # one of the classes of a record's parts
_PARTS: dict[tuple[Kind, str], Kind] = {
    (Node, "clock"): NodeClock,
    (Node, "evaluation"): Evaluation,
    (Record, "clock"): ClockRules,
    (Record, "evaluation"): Evaluation,
    (Record, "result"): Result,
}


@cache
def _names(kind: Kind) -> dict[str, str]:
    """Return the fields of a part by their JSON keys: ``scoreLead`` for ``score_lead``."""
    names = (one.name for one in fields(kind) if one.name != "extra")
    return {re.sub(r"_(.)", lambda match: match[1].upper(), name): name for name in names}


@cache
def _defaults(kind: Kind) -> dict[str, Any]:
    return {one.name: one.default for one in fields(kind) if one.default is not MISSING}


def part_to_data(part: Any, *without: str) -> dict[str, Any]:
    """Return a part as JSON data, `without` some fields: what has its default is left out, unknown keys come last."""
    kind: Kind = type(part)
    data = {}
    for key, name in _names(kind).items():
        value = getattr(part, name)
        if name not in without and (name not in _defaults(kind) or value != _defaults(kind)[name]):
            data[key] = part_to_data(value) if (kind, name) in _PARTS else _thawed(value)
    return data | {key: value for key, value in part.extra.items() if key not in _names(kind)}


def part_from_data(kind: Kind, data: dict[str, Any], **given: Any) -> Any:
    """Return a part from JSON data that fit the schema; fields that are `given` are not taken from them."""
    names = _names(kind)
    for key, value in data.items():
        if key in names and names[key] not in given:
            inner = _PARTS.get((kind, names[key]))
            given[names[key]] = part_from_data(inner, value) if inner else _frozen(value)
    return kind(extra={key: value for key, value in data.items() if key not in names}, **given)


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _thawed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def record_to_data(record: Record) -> dict[str, Any]:
    """Return a record as JSON data: dictionaries, lists, texts and numbers. Nothing is checked."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": record.game.name,
        "options": dict(record.game.options),
        "rulesVersion": record.rules_version,
        "seats": [part_to_data(seat) for seat in record.seats],
        "moves": [_node_to_data(number, node) for number, node in enumerate(record.nodes)],
        **part_to_data(record, "game", "rules_version", "seats", "nodes"),
    }


def _node_to_data(before: int, node: Node) -> dict[str, Any]:
    """Return a node as data; `before` is the number of the node that stands before it in the list."""
    data = part_to_data(node)
    if node.after == before:
        del data["after"]
    return data
