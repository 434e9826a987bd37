"""AbstractPlay's game records: valid by their schema, the same game when read again, and what is refused."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fieldstone
from fieldstone import Record, RecordError
from fieldstone.messages import LANGUAGES
from fieldstone.records.abstractplay import (
    record_from_abstractplay,
    record_from_abstractplay_data,
    record_to_abstractplay,
)
from fieldstone.records.formats import read_any
from fieldstone.records.record import Result, Seat
from fieldstone.records.replaying import checked
from tests.records.conftest import SPECS, random_record
from tests.records.test_fuzz import LAWS, SEEDS, damaged, places, values

# Transcribed from the published schema (see the comment in it); tests/records knows no other.
SCHEMA = json.loads(
    (Path(fieldstone.__file__).parent / "records" / "abstractplay.schema.json").read_text(encoding="utf-8")
)
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def is_rfc3339(text: object) -> bool:
    return (
        isinstance(text, str)
        and re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([.]\d+)?(Z|[+-]\d\d:\d\d)", text) is not None
    )


CHECKER = jsonschema.FormatChecker(formats=())
CHECKER.checkers["date-time"] = (is_rfc3339, ())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA, format_checker=CHECKER)

# What the published schema says: of each place the types, the keys, those that must be there, whether others may be.
Fact = tuple[str, str, str, bool]
FACTS: dict[str, Fact] = {
    "": ("object", "header moves", "header moves", False),
    "header": (
        "object",
        "game event round site date-start date-end date-generated unrated pied players startingPosition",
        "game site date-start date-end date-generated players",
        True,
    ),
    "header.game": ("object", "name variants", "name", False),
    "header.game.name": ("string", "", "", True),
    "header.game.variants": ("array", "", "", True),
    "header.game.variants[]": ("string", "", "", True),
    "header.event": ("string", "", "", True),
    "header.round": ("string", "", "", True),
    "header.site": ("object", "name gameid", "name", False),
    "header.site.name": ("string", "", "", True),
    "header.site.gameid": ("number string", "", "", True),
    "header.date-start": ("string date-time", "", "", True),
    "header.date-end": ("string date-time", "", "", True),
    "header.date-generated": ("string date-time", "", "", True),
    "header.unrated": ("boolean", "", "", True),
    "header.pied": ("boolean", "", "", True),
    "header.players": ("array", "", "", True),
    "header.players[]": ("object", "name userid score is_ai result", "name result", True),
    "header.players[].name": ("string", "", "", True),
    "header.players[].userid": ("string", "", "", True),
    "header.players[].score": ("number", "", "", True),
    "header.players[].is_ai": ("boolean", "", "", True),
    "header.players[].result": ("integer", "", "", True),
    "header.startingPosition": ("string", "", "", True),
    "moves": ("array", "", "", True),
    "moves[]": ("array", "", "", True),
    "moves[][]": ("null object string", "sequence move result", "move", False),
    "moves[][].sequence": ("integer", "", "", True),
    "moves[][].move": ("string", "", "", True),
    "moves[][].result": ("array string", "", "", True),
    "moves[][].result[]": ("object", "", "", True),
}


def facts_of(schema: dict[str, Any], place: str = "") -> dict[str, Fact]:
    """The same facts of a schema, without our own key."""
    types = schema["type"]
    named = [types] if isinstance(types, str) else sorted(types)
    keys = {key: inner for key, inner in schema.get("properties", {}).items() if key != "x-fieldstone"}
    found: dict[str, Fact] = {
        place: (
            " ".join([*named, *filter(None, [schema.get("format")])]),
            " ".join(sorted(keys)),
            " ".join(sorted(schema.get("required", []))),
            schema.get("additionalProperties", True),
        )
    }
    for key, inner in keys.items():
        found |= facts_of(inner, f"{place}.{key}".lstrip("."))
    return found | (facts_of(schema["items"], f"{place}[]") if "items" in schema else {})


def test_the_schema_is_the_published_one() -> None:
    wanted = {
        place: (types, " ".join(sorted(keys.split())), " ".join(sorted(needed.split())), others)
        for place, (types, keys, needed, others) in FACTS.items()
    }
    assert facts_of(SCHEMA) == wanted
    header = SCHEMA["properties"]["header"]["properties"]
    assert header["players"]["minItems"] == 1
    assert header["players"]["uniqueItems"] is header["game"]["properties"]["variants"]["uniqueItems"] is True


def test_times_are_looked_at() -> None:
    VALIDATOR.validate(foreign())
    for text in ("2026-11-20", "2026-11-20T10:00Z", "2026-11-20T10:00:00"):
        assert not VALIDATOR.is_valid(change("header.date-start", text))


def written(moves: str, **parts: Any) -> Any:
    state = fieldstone.parse_position(moves)
    return json.loads(record_to_abstractplay(Record.from_state(state, **parts), NOW))


@pytest.mark.parametrize(("name", "options"), SPECS, ids=[f"{name}-{n}" for n, (name, _) in enumerate(SPECS)])
@pytest.mark.parametrize("seed", range(4))
def test_the_same_game_comes_back(name: str, options: dict[str, Any], seed: int) -> None:
    record = random_record(name, options, seed)
    content = record_to_abstractplay(record, NOW)
    data = json.loads(content)
    VALIDATOR.validate(data)
    for key in ("date-start", "date-end", "date-generated"):
        assert datetime.fromisoformat(data["header"][key]).tzinfo is not None
    again = read_any(content)
    assert again.state() == record.state()
    assert (again.result, again.event, again.place) == (record.result, record.event, record.place)
    assert [seat.name for seat in again.seats] == [seat.name for seat in record.seats]
    assert record_from_abstractplay(record_to_abstractplay(again, NOW)) == again


def test_an_auction() -> None:
    lost = Result(2, "resignation")
    white = written("vacu(size=9,setup=auction) moves komi 5,white,e5,c3", result=lost)
    assert white["moves"] == [["5", "play-second"], ["e5", "c3"]]
    assert white["header"]["game"] == {"name": "Vacu", "variants": ["size-9", "komi-0", "setup-auction"]}
    assert [player["result"] for player in white["header"]["players"]] == [0, 1]
    black = written("vacu(size=9,setup=auction) moves komi 5,black,e5,c3", result=lost)
    assert black["moves"] == [["5", "e5"], ["c3", None]]
    early = written("vacu(size=9,setup=auction) moves komi 5,black", result=lost)
    assert early["moves"] == [["5", "play-first"]]
    for data, moves in ((white, "komi 5,white,e5,c3"), (black, "komi 5,black,e5,c3"), (early, "komi 5,black")):
        record = record_from_abstractplay_data(data)
        assert ",".join(move.text for move in record.state().history) == moves
        assert record.result == lost


def test_a_swap_is_a_flag_and_black_comes_first() -> None:
    seats = (Seat("Ana", "human"), Seat("Bo", "computer"))
    data = written("kaomi(size=4) moves c3,swap,a1,d4", seats=seats, result=Result(2, "time"))
    assert data["header"]["pied"] is True
    assert [player["name"] for player in data["header"]["players"]] == ["Bo", "Ana"]
    assert [player["result"] for player in data["header"]["players"]] == [1, 0]
    assert data["moves"] == [["c3", "a1"], ["d4", None]]
    record = record_from_abstractplay_data(data)
    assert [node.move for node in record.nodes] == ["c3", "swap", "a1", "d4"]
    assert (record.result, record.seats) == (Result(2, "time"), seats)
    del data["header"]["pied"]
    data["header"]["pie-invoked"] = True
    assert record_from_abstractplay_data(data).nodes == record.nodes


def test_a_start_with_white_to_move() -> None:
    data = written("vacu(size=3) .B./B.B/.B. W moves button", result=Result(1, "resignation"))
    assert data["header"]["startingPosition"] == "vacu(size=3,komi=0,setup=fixed) .B./B.B/.B. W"
    assert data["moves"] == [[None, "button"]]
    assert record_from_abstractplay_data(data).state().record.button == 2


def foreign() -> dict[str, Any]:
    """A game as another site might write it."""
    return {
        "header": {
            "game": {"name": "Vadus", "variants": ["size-3"]},
            "site": {"name": "Abstract Play", "gameid": "x1"},
            "date-start": "2026-11-20T10:00:00.123Z",
            "date-end": "2026-11-21T10:00:00Z",
            "date-generated": "2026-11-21T10:00:01Z",
            "unrated": True,
            "players": [{"name": "A", "userid": "u1", "result": 0, "is_ai": False}, {"name": "B", "result": 0}],
            "tournament": {"id": 7},
        },
        "moves": [["c3", {"move": "d4,a1", "result": "!"}], [{"move": "pass", "sequence": 1}, None]],
    }


def test_records_from_elsewhere() -> None:
    record = record_from_abstractplay_data(foreign())
    assert [node.move for node in record.nodes] == ["c3", "d4", "a1", "pass"]
    assert record.result == Result(None, "agreement")
    assert record.place == "Abstract Play"
    again = json.loads(record_to_abstractplay(record, NOW))["header"]
    for key in ("game", "site", "unrated", "tournament", "date-end"):
        assert again[key] == foreign()["header"][key]
    assert again["players"][0]["userid"] == "u1"


def test_what_other_programs_say_is_kept() -> None:
    data = foreign()
    data["header"] |= {"round": "semifinal"}  # without an event
    data["header"]["site"]["name"] = "Fieldstone"
    data["header"]["players"][1] |= {"rating": 1500, "country": ["KR"]}
    record = record_from_abstractplay_data(data)
    assert record.place == "Fieldstone"
    assert record.extra["round"] == "semifinal"
    again = json.loads(record_to_abstractplay(record, NOW))
    VALIDATOR.validate(again)
    assert again["header"]["players"][1].items() >= {"rating": 1500, "country": ["KR"]}.items()
    assert again["moves"][0] == ["c3", {"move": "d4,a1", "result": "!"}]
    assert record_from_abstractplay_data(again) == record


def test_what_a_record_knows_comes_back_and_nothing_else() -> None:
    state = fieldstone.parse_position("vadus(size=3) moves c3,d4,a1")
    bare = checked(Record.from_state(state, result=Result(1, "time")))
    assert record_from_abstractplay(record_to_abstractplay(bare, NOW)) == bare  # no names, no dates, no place
    seats = (Seat("", "random"), Seat("Player 2", "computer", level=7, extra={"team": 3, "userid": [1]}))
    rich = [
        replace(bare, seats=seats, place="Fieldstone"),
        replace(bare, started="2026-11-21T09:30:00Z"),
        replace(bare, extra={"round": 3, "mood": "calm", "gameid": None}),
        replace(bare, event="Cup"),
        replace(bare, event="Cup", extra={"round": 3}),
        replace(bare, event="Cup", extra={"round": "-", "gameid": "x"}),
    ]
    for record in rich:
        content = record_to_abstractplay(record, NOW)
        VALIDATOR.validate(json.loads(content))
        assert record_from_abstractplay(content) == record


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("2026-11-21t00:00:00z", "2026-11-21T00:00:00Z"),
        ("2026-11-21T09:30:00.1234567+09:00", "2026-11-21T09:30:00.123456+09:00"),
        ("2026-11-21 09:30:00-03:30", "2026-11-21T09:30:00-03:30"),
        ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z"),
    ],
)
def test_times_are_read_as_rfc_3339_allows(text: str, read: str) -> None:
    record = record_from_abstractplay_data(change("header.date-start", text))
    assert record.started == read
    again = json.loads(record_to_abstractplay(record, NOW))
    assert VALIDATOR.is_valid(again)


def change(place: str, value: Any) -> dict[str, Any]:
    """The foreign game with one thing changed, such as ``header.site.name``; None removes it."""
    data: Any = foreign()
    *path, last = place.split(".")
    holder = data
    for step in path:
        holder = holder[int(step) if step.isdigit() else step]
    key: Any = int(last) if last.isdigit() else last
    if value is None:
        del holder[key]
    else:
        holder[key] = value
    return dict(data)


REFUSED = [
    (change("header.site", None), "header is missing site"),
    (change("header.site.where", "x"), "header.site contains a key that is not allowed"),
    (change("header.players", []), "header.players is too short"),
    (change("header.players.1.result", "1"), r"header.players\[1\].result must be integer"),
    (change("header.players.1", {"name": "A", "userid": "u1", "result": 0, "is_ai": False}), "the same item twice"),
    (change("header.players", [{"name": "A", "result": 1}]), "two players, not 1"),
    (change("header.game.name", "Go"), "is of “Go”, which is not one of the games here: Vacu; "),
    (change("header.game.variants", ["size"]), "“size” is not a valid variant"),
    (change("header.game.variants", ["size-3", "size-4"]), "“size-4” is not a valid variant"),
    (change("header.game.variants", ["size-99"]), "size must be a whole number from 2 to 13"),
    (change("header.date-start", "soon"), "header.date-start must be a date"),
    (change("header.date-end", "2026-02-30T10:00:00Z"), "header.date-end must be a date"),
    (change("header.x-fieldstone", {"seats": [1, 2]}), r"header.x-fieldstone.seats\[0\] must be object"),
    (change("header.startingPosition", "vadus"), r"is of vadus\(size=9\), but the record is of vadus\(size=3\)"),
    (change("header.startingPosition", "vadus x"), "start position cannot be read"),
    (change("header.pied", True), r"round 1 \(swap\) is illegal in vadus"),
    (change("moves", {}), "moves must be array"),
    (change("moves.0", "c3"), r"moves\[0\] must be array"),
    (change("moves.0.0", 3), r"moves\[0\]\[0\] must be null, string, object, not 3"),
    (change("moves.0", ["c3", "d4,a1", "b1"]), "round 1 has 3 entries"),
    (change("moves.0.1", "c3,a1"), r"round 1 \(c3\) is illegal in vadus\(size=3\).*c3 is occupied: .*\(W2\)"),
    (change("moves.0.1", "z9"), r"round 1 \(z9\) is illegal.*“z9” is not a move"),
    (change("moves.0.1", "d4"), r"round 1 \(d4\): a turn of two stones"),
    (change("moves.0.0", "pass"), r"round 1 \(pass\) is illegal"),
    (change("moves.1", [None, "a2,a3"]), r"round 2 \(a2,a3\): it is not the turn of the player in column 2"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_what_is_refused(data: Any, message: str) -> None:
    with pytest.raises(RecordError, match=message) as caught:
        record_from_abstractplay_data(data)
    for language in LANGUAGES:
        assert caught.value.sentence(language)


def test_unfinished_games_have_no_record() -> None:
    with pytest.raises(RecordError, match="only finished games"):
        written("kaomi(size=4) moves c3")


FILES = [record_to_abstractplay(record, NOW) for record in SEEDS]


@given(damaged(FILES))
@LAWS
def test_damaged_files(content: bytes) -> None:
    try:
        record = record_from_abstractplay(content)
    except RecordError:
        return
    assert record_from_abstractplay(record_to_abstractplay(record, NOW)).state() == record.state()


@given(st.sampled_from(FILES), st.data())
@LAWS
def test_changed_files(content: bytes, data: st.DataObject) -> None:
    changed = json.loads(content)
    holder, key = data.draw(st.sampled_from(places(changed)))
    holder[key] = data.draw(values)
    try:
        record = record_from_abstractplay_data(changed)
    except RecordError:
        return
    assert record.result is not None
