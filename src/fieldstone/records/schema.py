"""The JSON Schema (2020-12) of a record, version 1, and sentences for people about data that do not fit."""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from fieldstone.core.errors import shortened
from fieldstone.games import GAMES
from fieldstone.games.spec import Choice, Number
from fieldstone.records.errors import RecordError

VERSION = 1
FORMAT = "fieldstone-record"
RECORD = "schema.json"

_KEYS = {
    "type": "record.must-be",
    "enum": "record.must-be",
    "const": "record.must-be",
    "pattern": "record.must-be",
    "minimum": "record.too-small",
    "maximum": "record.too-great",
    "minLength": "record.too-short",
    "minItems": "record.too-short",
    "maxLength": "record.too-long",
    "maxItems": "record.too-long",
    "maxProperties": "record.too-long",
    "required": "record.lacks",
    "additionalProperties": "record.unknown-key",
    "uniqueItems": "record.same-twice",
}


@cache
def _text(file: str) -> str:
    return (Path(__file__).parent / file).read_text(encoding="utf-8")


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a record, a copy of its own: with what the installed games need beyond ours."""
    data: dict[str, Any] = json.loads(_text(RECORD))
    reasons = data["$defs"]["result"]["properties"]["reason"]["enum"]
    options = data["properties"]["options"]["properties"]
    for spec in GAMES.values():
        reasons += [name for name in spec.endings if name not in reasons]
        for name, option in spec.options.items():
            if name in options and not _describes(options[name], option):
                del options[name]  # what it may be depends on the game, which is asked later
    return data


def _describes(described: dict[str, Any], option: Number | Choice) -> bool:
    """Say whether the values of an option are those of its description in the schema."""
    if isinstance(option, Number):
        return described.get("type") == "integer"
    if described.get("type") == "boolean":
        return all(isinstance(choice, bool) for choice in option.choices)
    return all(choice in described.get("enum", ()) for choice in option.choices)


@cache
def _validator(file: str) -> Any:
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    # In JSON Schema 1.0 is an integer too; where numbers count things it is not to be one here.
    checker = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    described = schema() if file == RECORD else json.loads(_text(file))
    return extend(Draft202012Validator, type_checker=checker)(described)


def check_shape(data: object, file: str = RECORD) -> None:
    """Raise RecordError at the first place where data do not have the form that a schema in this folder describes."""
    problem = next(_validator(file).iter_errors(data), None)
    if problem is None:
        return
    where, keyword = _place(problem.absolute_path), problem.validator
    allowed = problem.validator_value
    if keyword == "pattern" and where in ("started", "ended"):
        raise RecordError("record.date", where=where, value=shortened(problem.instance))
    if keyword == "required":
        allowed = next(name for name in allowed if name not in problem.instance)
    elif isinstance(allowed, list):
        allowed = ", ".join(one if isinstance(one, str) else json.dumps(one) for one in allowed)
    value = shortened(json.dumps(problem.instance, ensure_ascii=False))
    raise RecordError(_KEYS[keyword], where=where, allowed=allowed, value=value)


def _place(path: Iterable[str | int]) -> str:
    """Return a place in the data, such as ``moves[3].clock.left``."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{shortened(part, 30)}" for part in path)
    return "".join(parts).lstrip(".") or "record"
