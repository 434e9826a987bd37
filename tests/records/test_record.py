"""The record: what is written is read, what does not fit is refused by name, and unknown keys stay."""

from __future__ import annotations

import json
import time
from typing import Any

import jsonschema
import pytest

import fieldstone
from fieldstone import Record, RecordError
from fieldstone.games import GAMES
from fieldstone.games.spec import Choice
from fieldstone.messages import LANGUAGES
from fieldstone.records import limits
from fieldstone.records.reading import record_from_bytes, record_from_data
from fieldstone.records.record import ENDS, Node, Result, position_hash
from fieldstone.records.replaying import checked, walk
from fieldstone.records.schema import schema
from fieldstone.records.shaping import record_to_data
from fieldstone.records.writing import record_to_bytes
from tests.records.conftest import SPECS, random_record

IDS = [f"{name}-{number}" for number, (name, _) in enumerate(SPECS)]


def sample() -> dict[str, Any]:
    """A small record as data, with a variation: 1 b2, 2 button, 3 c3; after 1: 4 a1."""
    state = fieldstone.parse_position("vacu(size=3,komi=2) moves b2,button,c3")
    data = record_to_data(Record.from_state(state))
    data["moves"].append({"after": 1, "move": "a1"})
    return data


def test_the_schema_knows_every_option() -> None:
    options = schema()["properties"]["options"]["properties"]
    known = {name: option for spec in GAMES.values() for name, option in spec.options.items()}
    assert options.keys() == known.keys()
    for name, option in known.items():
        choices = option.choices if isinstance(option, Choice) else (option.low, option.default, option.high)
        for choice in choices:
            jsonschema.validate(choice, options[name], jsonschema.Draft202012Validator)


# There and back ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), SPECS, ids=IDS)
@pytest.mark.parametrize("seed", range(4))
def test_what_is_written_is_read(name: str, options: dict[str, Any], seed: int) -> None:
    record = random_record(name, options, seed)
    content = record_to_bytes(record)
    again = record_from_bytes(content)
    assert again == record
    assert record_to_bytes(again) == content
    jsonschema.validate(json.loads(content), schema(), jsonschema.Draft202012Validator)
    end = again.state()
    assert end.outcome is not None
    assert again.result == Result(
        None if end.outcome.winner is None else end.seat_of(end.outcome.winner), end.outcome.termination
    )
    assert again.final_hash == position_hash(end)


@pytest.mark.parametrize(("name", "options"), SPECS, ids=IDS)
def test_state_to_record_to_state(name: str, options: dict[str, Any]) -> None:
    state = random_record(name, options, 7, lines=1, limit=9).state()
    record = record_from_bytes(record_to_bytes(Record.from_state(state)))
    assert record.state() == state
    for _, played in walk(record):
        assert played.to_text(history=True) == record.state(len(played.history)).to_text(history=True)


def test_a_record_may_begin_anywhere() -> None:
    state = fieldstone.parse_position("vacu(size=3) .B./B.B/.B. W moves button,b2")
    record = record_from_bytes(record_to_bytes(Record.from_state(state)))
    assert record.state() == state
    assert record.start == "vacu(size=3,komi=0,setup=fixed) .B./B.B/.B. W"


@pytest.mark.parametrize(
    "position",
    [
        "vacu(size=3,komi=0,setup=fixed) .B./B.B/.B. W over=last-group",
        "vacu(size=3,komi=0,setup=auction) .../.../... W setup=side komi=4",
        "vacu(size=3,komi=0,setup=auction) .../.B./... W komi=4 seats=WB",
        "kaomi(size=4,pie=true) ..../.B../..../.... W seats=WB",
        "iago ...../....../..b.B../..w...../...B...../....W.../......./....../..... W",
        "vadus(size=3) .../.WB./..B../.W../.BW W left=1",
    ],
)
def test_a_record_may_be_a_position_alone(position: str) -> None:
    record = record_from_bytes(record_to_bytes(Record.from_state(fieldstone.parse_position(position))))
    assert record.state().to_text() == position
    assert (record.result is None) == (record.state().outcome is None)


def test_the_tree() -> None:
    record = record_from_data(sample())
    assert record.main_line == (1, 2, 3)
    assert record.children == ((1,), (2, 4), (3,), (), ())
    assert record.line(4) == (1, 4)
    assert record.state(4).rows() == ["...", ".B.", "W.."]
    assert record.with_nodes(record.nodes[:1]).final_hash is None


def test_moves_get_their_usual_spelling() -> None:
    data = sample()
    data["moves"][1]["move"] = " BUTTON "
    assert record_from_data(data).nodes[1].move == "button"


def test_unknown_keys_stay() -> None:
    data = sample()
    data["clock"] = {"kind": "byoyomi", "main": 60, "periods": 3, "period": 10, "x": [1, {"y": None}]}
    data["result"] = {"winner": 1, "reason": "resignation", "x": 1.5}
    data["evaluation"] = {"winrate": 0.25, "x": True}
    data["x-site"] = {"id": "123", "tags": ["a", "한"]}
    data["seats"][0]["x-rating"] = 1500
    data["moves"][0] |= {"x": "y", "clock": {"left": 3, "x": 0}, "evaluation": {"line": ["a1", "pass"][:1], "x": ""}}
    record = record_from_data(data)
    again = json.loads(record_to_bytes(record))
    assert {**again, "finalHash": None} == {**data, "finalHash": None}
    assert record_from_data(again) == record


def test_every_end_can_be_recorded() -> None:
    reasons = schema()["$defs"]["result"]["properties"]["reason"]["enum"]
    assert set(reasons) == {*ENDS, "resignation", "time", "forfeit", "agreement"}


# What is refused ---------------------------------------------------------------------------------


def change(**parts: Any) -> dict[str, Any]:
    return sample() | parts


def with_move(number: int, **parts: Any) -> dict[str, Any]:
    data = sample()
    data["moves"][number - 1] |= parts
    return data


REFUSED: list[tuple[object, str]] = [
    ({}, "not a game that was saved here"),
    ([], "not a game that was saved here"),
    (None, "not a game that was saved here"),
    (change(format="x"), "not a game that was saved here"),
    (change(version=2), "version 2; this program reads version 1"),
    (change(version="1"), "version 1"),
    (change(rulesVersion=2), "version 2 of the rules.*up to version 1"),
    (change(rulesVersion=0), "rulesVersion must be at least 1"),
    (change(game="chess"), "no game “chess”; the games: vacu"),
    (change(game=3), "game must be string, not 3"),
    (change(options={"size": 99}), "size must be a whole number from 2 to 19"),
    (change(options={"wide": 1}), "no option “wide”"),
    (change(options=[]), "options must be object"),
    (change(moves={}), "moves must be array"),
    (change(moves=[{}]), r"moves\[0\] is missing move"),
    (change(seats=[{}]), "seats is too short: 2 at least"),
    (change(seats=[{}, {"kind": "cat"}]), r"seats\[1\].kind must be human, computer, random, null, not \"cat\""),
    (change(seats=[{"level": 13}, {}]), r"seats\[0\].level must be 1, 2"),
    (change(seats=[{"name": "x" * 201}, {}]), "name is too long: 200 at most"),
    (change(clock={"kind": "increment"}), "clock is missing main"),
    (change(clock={"kind": "increment", "main": 60}), "clock is missing increment"),
    (change(clock={"kind": "byoyomi", "main": 1e9}), "clock is missing periods"),
    (change(clock={"kind": "byoyomi", "main": 60, "periods": 3}), "clock is missing period"),
    (change(clock={"kind": "hourglass", "main": 60}), "clock.kind must be increment, byoyomi"),
    (change(options={"size": "3"}), "options.size must be integer"),
    (change(options={"size": 3, "komi": "2"}), "options.komi must be integer"),
    (change(options={"size": 3, "setup": True}), "options.setup must be fixed, auction"),
    (change(game="kaomi", options={"pie": "true"}), "options.pie must be boolean"),
    (change(started="yesterday"), "started must be a date such as"),
    (change(started="2026-02-30"), "started must be a date such as"),
    (change(ended="2026-11-21T09:30:00Z\n"), "ended must be a date such as"),
    (change(finalHash="0"), "finalHash must be"),
    (change(finalHash="0" * 64), "lead to vacu.*hash is [0-9a-f]{64}, but the record says 0000"),
    (change(start="vacu(size=3) ..."), "start position cannot be read"),
    (change(start="vacu(size=3,komi=2) moves a1"), "start must be a position without moves"),
    (change(start="vacu(size=4) ..../..../..../.... B"), r"is of vacu\(size=4.*is of vacu\(size=3"),
    (change(result={"winner": 1}), "result is missing reason"),
    (change(result={"winner": 3, "reason": "time"}), "winner must be 1, 2, null"),
    (change(result={"winner": 1, "reason": "two-passes"}), "after 3 moves, in vacu.* the game is not over"),
    (change(result={"winner": None, "reason": "time"}), "time with winner null"),
    (change(result={"winner": 2, "reason": "agreement"}), "agreement with winner 2"),
    (with_move(1, move="z9"), r"move 1: “z9” is not a move here \(V3\)"),
    (
        with_move(3, move="b2"),
        r"move 3 \(b2\) is illegal in vacu\(.*button=W: b2 is occupied: you can play only where nothing stands \(V3\)",
    ),
    (with_move(4, move="b2"), r"move 4 \(b2\) is illegal"),
    (with_move(4, move="button"), r"move 4 \(button\) is a duplicate of move 2, after move 1"),
    (with_move(2, after=2), r"move 2 \(button\) follows move 2"),
    (with_move(2, after=4), "follows move 4"),
    (with_move(2, after=-1), r"moves\[1\].after must be at least 0"),
    (with_move(2, after=1.0), r"moves\[1\].after must be integer"),
    (with_move(2, after=True), r"moves\[1\].after must be integer"),
    (with_move(2, move="a1,b1"), "turn of two stones"),
    (with_move(2, comment=7), "comment must be string"),
    (with_move(2, clock={"left": -1}), r"clock.left must be at least 0"),
    (with_move(2, evaluation={"winrate": 1.5}), "winrate must be at most 1"),
    (with_move(2, evaluation={"line": ["c3", "c3"]}), r"given after move 2 contains c3, which is illegal in vacu"),
    (with_move(2, evaluation={"line": ["z"]}), r"given after move 2 contains z"),
]


@pytest.mark.parametrize(("data", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_what_is_refused(data: object, message: str) -> None:
    with pytest.raises(RecordError, match=message) as caught:
        record_from_data(data)
    for language in LANGUAGES:
        assert caught.value.sentence(language)
    assert len(str(caught.value)) < 600


def test_results_are_those_of_the_rules() -> None:
    state = fieldstone.parse_position("vacu(size=3) moves b2,button,pass,pass")
    data = record_to_data(Record.from_state(state))
    assert data["result"] == {"winner": 1, "reason": "two-passes"}
    with pytest.raises(RecordError, match="gives the game to 2, but by the rules the winner is 1"):
        record_from_data(data | {"result": {"winner": 2, "reason": "two-passes"}})
    with pytest.raises(RecordError, match="says time, but the game ended by two-passes"):
        record_from_data(data | {"result": {"winner": 1, "reason": "time"}})
    del data["result"]
    assert record_from_data(data).result == Result(1, "two-passes")


BROKEN = [
    (b"", "invalid JSON at line 1, column 1"),
    (b"\xff", "byte 0"),
    (b'{"format": "fieldstone-record"', "invalid JSON at line 1"),
    (b'{"a": 1, "a": 2}', "key a appears twice"),
    (b'{"a": NaN}', "NaN is not a valid number"),
    (b'{"a": -Infinity}', "-Infinity is not a valid number"),
    (b'{"a": 1e999}', "1e999 is not a valid number"),
    (b'{"a": ' + b"9" * 41 + b"}", "is not a valid number"),
    (b'{"a": "\\ud800"}', "half a character"),
    (b"[" * 33 + b"]" * 33, "more than 32 nested brackets"),
    (b"[" * 100_000, "more than 32 nested brackets"),
    (b'{"a":' * 100_000, "more than 32 nested brackets"),
    (b"[" + b"[]," * 200_000 + b"[]]", "more than 300000 values"),
    (b" " * (limits.LARGEST + 1), "at most 4194304 bytes"),
]


@pytest.mark.parametrize(("content", "message"), BROKEN, ids=[message for _, message in BROKEN])
def test_what_is_no_json(content: bytes, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        record_from_bytes(content)


def test_brackets_in_texts_are_texts() -> None:
    data = sample()
    data["comment"] = "[" * 5000 + '"\\' + "{" * 5000
    assert record_from_bytes(json.dumps(data).encode()).comment == data["comment"]


def test_a_truncated_file_is_refused_wherever_it_ends() -> None:
    content = record_to_bytes(record_from_data(sample()))
    for end in range(len(content.rstrip())):
        with pytest.raises(RecordError):
            record_from_bytes(content[:end])


def test_the_largest_records_are_read_in_time() -> None:
    """Deep and broad at once: 20,000 nodes, a spine with 99 variations at each of its 200 moves."""
    game = fieldstone.load("vadus", size=13)
    points = game.board.names
    deep: list[Node] = []
    spine = 0
    for place in range(200):
        deep.extend(Node(points[other], spine) for other in range(250, 349))  # these come first: the main line is short
        deep.append(Node(points[place], spine))
        spine = len(deep)
    begin = time.process_time()
    record = checked(Record(game, tuple(deep)))
    assert (len(record.nodes), len(record.main_line), len(record.line(spine))) == (limits.MOST_NODES, 1, 200)
    assert record_from_bytes(record_to_bytes(record)) == record
    assert time.process_time() - begin < 30


def test_many_repetitions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """To find a third appearance (V9) the whole line is compared: only so many of those in one record."""
    cycle = "pass,a3,c1,c2,pass,b1,a1,a2,pass,c3,pass,b1"
    state = fieldstone.parse_position(f"vacu(size=3) moves a1,b2,a2,b3,button,{cycle},{cycle}")
    record = Record.from_state(state)
    assert checked(record).result == Result(None, "repetition")
    monkeypatch.setattr("fieldstone.records.replaying.MOST_REPEATED", len(record.nodes) - 1)
    with pytest.raises(RecordError, match="too many variations end by repetition"):
        checked(record)
