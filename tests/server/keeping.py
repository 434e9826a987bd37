"""What the server makes of games, for the tests of the page that keeps them itself: clocks, what happens, records."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from fieldstone.records.reading import record_from_bytes
from fieldstone.records.sgf import record_to_sgf
from fieldstone.records.writing import record_to_bytes
from fieldstone.server import clocks
from fieldstone.server.lines import read_line
from fieldstone.server.problems import ProblemError
from fieldstone.server.sessions import transitions
from fieldstone.server.sessions.records import Import, read_import, read_wanted, record_of
from fieldstone.server.site import limits, sentences
from fieldstone.server.storage.models import Seat, StoredGame
from fieldstone.server.views.game import game_of, summary_of
from fieldstone.server.views.position import tree_of

SEED = 11
NOON = 1_800_000_000.0
CLOCKS = 60
RULES = {
    "none": None,
    "fischer": clocks.Rules(300.0, increment=5.0),
    "byoyomi": clocks.Rules(60.0, periods=3, period=10.0),
}
PEOPLE = {1: Seat("human", number=2), 2: Seat("human", name="Ben", number=1)}
AGAINST = {1: Seat("human"), 2: Seat("computer", level=3)}
ABOVE = {1: Seat("human"), 2: Seat("computer", level=11)}  # of a game that has ten

# What happens, step by step: a word, what it needs, and the seconds that have gone by since the step before.
Happening = tuple[str, tuple[Any, ...], float]
STORIES: dict[str, tuple[str, dict[int, Seat], str, list[Happening]]] = {
    "vacu": (
        "vacu(size=3)",
        PEOPLE,
        "fischer",
        [
            ("move", ("b2", 0), 5.0),
            ("move", ("a1", 1), 7.5),
            ("move", ("b2", 2), 1.0),
            ("move", ("c3", 1), 1.0),
            ("undo", (2,), 3.0),
            ("undo", (0,), 1.0),
            ("move", ("button", 1), 4.25),
            ("move", ("pass", 2), 1.0),
            ("move", ("pass", 3), 1.0),
            ("move", ("a1", 4), 1.0),
            ("undo", (4,), 1.0),
            ("resign", (1,), 2.0),
            ("resign", (2,), 2.0),
            ("undo", (3,), 2.0),
        ],
    ),
    "computer": (
        "kaomi(size=3)",
        AGAINST,
        "byoyomi",
        [
            ("move", ("b2", 0, True), 1.0),
            ("move", ("b2", 0), 1.0),
            ("move", ("a1", 1), 1.0),
            ("move", ("swap", 1, True), 12.0),
            ("move", ("a1", 2, True), 71.0),
            ("undo", (2,), 1.0),
            ("resign", (2,), 1.0),
            ("settle", (), 50.0),
            ("settle", (), 500.0),
            ("undo", (3,), 1.0),
        ],
    ),
    "finished by the computer": (
        "kaomi(size=3,pie=false)",
        AGAINST,
        "fischer",
        [
            ("finish", (1,), 1.0),
            ("resume", (), 1.0),
            ("move", ("b2", 0), 1.0),
            ("move", ("a1", 1, True), 1.0),
            ("finish", (2,), 1.0),
            ("finish", (0,), 1.0),
            ("resume", (), 1.0),
            ("finish", (2,), 1.0),
            ("move", ("c1", 2), 1.0),
            ("move", ("c1", 2, True), 1.0),
            ("move", ("a3", 3, True), 1.0),
            ("resume", (), 1.0),
            ("move", ("b1", 4, True), 1.0),
            ("move", ("b1", 4), 1.0),
            ("undo", (5,), 1.0),
            ("finish", (4,), 1.0),
            ("resign", (1,), 1.0),
            ("resume", (), 1.0),
            ("finish", (4,), 1.0),
            ("undo", (4,), 1.0),
            ("undo", (4,), 1.0),
            ("undo", (4,), 1.0),
            ("undo", (2,), 1.0),
        ],
    ),
    "auction": (
        "vacu(size=5,setup=auction)",
        PEOPLE,
        "byoyomi",
        [
            ("resign", (2,), 1.0),
            ("undo", (0,), 1.0),
            ("move", ("komi 3", 0), 1.0),
            ("settle", (), 500.0),
        ],
    ),
    "level of other games": (
        "vacu(size=3)",
        ABOVE,
        "none",
        [("resign", (1,), 1.0), ("undo", (0,), 1.0)],
    ),
    "turns": (
        "vadus(size=3)",
        PEOPLE,
        "fischer",
        [
            ("move", ("c3", 0), 1.0),
            ("move", ("a1,a2", 1), 10.0),
            ("move", ("b1", 3), 10.0),
            ("undo", (4,), 10.0),
            ("move", ("pass", 3), 1.0),
            ("move", ("pass", 4), 1.0),
        ],
    ),
    "no-undo": ("iago", AGAINST, "none", [("undo", (0,), 1.0), ("move", ("d4", 0), 1.0), ("resign", (1,), 1.0)]),
}


def clock_cases() -> Iterator[dict[str, Any]]:
    """Yield clocks and what becomes of each in all ways, at moments that matter and at others."""
    rng = random.Random(SEED)
    for number in range(CLOCKS):
        rules = list(RULES.values())[1 + number % 2]
        assert rules is not None
        left = {seat: rng.choice([0.0, 0.25, 5.0, 60.0]) for seat in (1, 2)}
        periods = {seat: rng.randint(0, rules.periods) for seat in (1, 2)}
        clock = clocks.Clock(left, periods, rng.choice([None, 1, 2]), NOON)
        now = NOON + rng.choice([-1.0, 0.0, 0.25, 4.5, 5.0, 10.0, 15.0, 25.0, 29.75, 30.0, 60.0, 90.0, 1000.0])
        following = rng.choice([1, 2])
        became = {
            "stopped": clocks.stopped(rules, clock, now),
            "pressed": clocks.pressed(rules, clock, now, following),
            "switched": clocks.switched(rules, clock, now, following),
            "reset": clocks.switched(rules, clock, now, None),
            "forgiven": clocks.forgiven(clock, now),
        }
        yield {
            "rules": clocks.to_json(rules),
            "clock": clocks.to_json(clock),
            "now": now,
            "following": following,
            "flag": clocks.flag_time(rules, clock),
            "fallen": clocks.has_fallen(rules, clock, now),
            "old": clocks.is_of_another_run(clock, now, NOON - 1),
            "became": {name: clocks.to_json(one) for name, one in became.items()},
        }


def stories() -> dict[str, Any]:
    """Return games as they go on: what happens, and what the server tells of them then, or why it refuses."""
    return {name: _story(*told) for name, told in STORIES.items()}


def _story(line: str, seats: dict[int, Seat], rules: str, happenings: list[Happening]) -> dict[str, Any]:
    known, now = RULES[rules], NOON
    clock = None if known is None else clocks.new_clock(known, now)
    moment = int(NOON) * 10**6
    stored = StoredGame("abcDEF123456", line, seats, moment, moment, rules=known, clock=clock)
    stored = transitions.described(stored, read_line(line))
    steps = [{"does": "begin", "with": [], "now": now, **_told(stored, now)}]
    for does, given, wait in happenings:
        now += wait
        try:
            stored = replace(_become(stored, does, given, now), revision=stored.revision + 1)
        except ProblemError as error:
            steps.append({"does": does, "with": list(given), "now": now, "refused": error.sentence("en")})
        else:
            steps.append({"does": does, "with": list(given), "now": now, **_told(stored, now)})
    told = {str(seat): vars(one) for seat, one in seats.items()}
    return {"line": line, "seats": told, "rules": known and clocks.to_json(known), "steps": steps}


def _become(stored: StoredGame, does: str, given: tuple[Any, ...], now: float) -> StoredGame:
    if does == "move":
        return transitions.moved(stored, given[0], given[1], now, *given[2:])
    if does == "undo":
        return transitions.taken_back(stored, given[0], now)
    if does == "finish":
        return transitions.handed_over(stored, given[0])
    if does == "resume":
        return transitions.taken_over(stored)
    if does == "resign":
        return transitions.resigned(stored, given[0], now)
    return transitions.settled(stored, now, NOON - 1)


def _told(stored: StoredGame, now: float) -> dict[str, Any]:
    return {
        "game": game_of(stored, "en", now).model_dump(mode="json", by_alias=True),
        "summary": summary_of(stored, "en").model_dump(mode="json", by_alias=True),
    }


# Records -----------------------------------------------------------------------------------------------------------

TREE = {
    "format": "fieldstone-record",
    "version": 1,
    "game": "vacu",
    "options": {"size": 5, "komi": 3},
    "seats": [{"name": "Ana", "kind": "human", "club": "Uno"}, {"kind": "random"}],
    "started": "2026-11-21T09:30:00Z",
    "event": "Open",
    "comment": "all of it",
    "clock": {"kind": "increment", "main": 60, "increment": 2},
    "moves": [
        {"move": "C3", "clock": {"left": 58.5}},
        {"move": "d3", "comment": "here"},
        {"move": "c2", "after": 1, "comment": "better", "evaluation": {"visits": 3, "line": ["b2"]}},
        {"move": "b2", "after": 3},
        {"move": "button", "after": 2},
    ],
    "result": {"winner": 1, "reason": "time"},
    "ours": [1, {"two": None}],
}


def _changed(**parts: Any) -> str:
    return json.dumps({name: value for name, value in {**TREE, **parts}.items() if value is not None})


GOOD = {
    "tree": json.dumps(TREE),
    "line": "kaomi(size=5) moves c3,swap,b2",
    "position": "vacu(size=3) .WB/WBB/... B",
    "empty": _changed(moves=[], result=None),
    "finished": "vacu(size=3) moves b2,button,pass,pass",
    "label": _changed(seats=[{}, {"kind": "computer", "level": 12}]),
    "start": _changed(
        start="vacu(size=5,komi=3) ...../...../..B../...../..... W", moves=[{"move": "a1"}], result=None, seats=None
    ),
}
BAD = {
    "blank": "  ",
    "strange": "hello, world",
    "no line": "vacu(size=5) moves c3,c3",
    "no option": "vacu(size=1)",
    "no record": "{}",
    "version": _changed(version=2),
    "lacks": _changed(moves=None),
    "move": _changed(moves=[{"move": 5}], result=None),
    "no such game": _changed(game="chess", moves=[], result=None, options={}),
    "after": _changed(moves=[{"move": "c3", "after": 4}], result=None),
    "twice": _changed(moves=[{"move": "c3"}, {"move": " C3", "after": 0}], result=None),
    "turn": _changed(moves=[{"move": "c3,d4"}], result=None),
    "reason": _changed(result={"winner": 1, "reason": "two-passes"}),
    "claim": _changed(result={"winner": None, "reason": "time"}),
    "hash": _changed(finalHash="0" * 64),
    "too great": _changed(clock={"kind": "increment", "main": 10**10, "increment": 2}),
    "periods": _changed(clock={"kind": "byoyomi", "main": 5}),
    "level": _changed(seats=[{"level": 13}, {}]),
    "level of other games": _changed(seats=[{}, {"kind": "computer", "level": 11}], result=None),
    "date": _changed(started="yesterday"),
    "deep": '{"a":' + "[" * 40 + "]" * 40 + "}",
    "rules": _changed(rulesVersion=7),
    "start of another": _changed(start="vacu(size=4,komi=3) ..../..../..../.... B"),
}
PLAYED_ON = ["c3", "c2", "a1"]

# Files of SGF from here and from elsewhere, and what is wrong with others.
SGF_GOOD = {
    "variations": "(;FF[4]SZ[5]RU[kaomi(size=5,pie=false)]C[the whole];B[cc]C[one](;W[aa];B[bb])(;W[dd]C[the other]))",
    "by a title": "(;GM[99]RU[Vacu]SZ[5]KM[3.0]PB[Ana]PW[Ben]DT[2026-11-21]RE[W+R]TM[60]OT[3x10 byo-yomi];B[cc];W[dd])",
    "of others": "(;RU[vacu(size=5)]XY[a][b\\]c]DT[2026-11];B[cc]BL[58.5]BM[1]C[a\ttab];C[more];W[dd]OB[2])",
    "stones": "(;RU[vacu(size=5)]AB[aa:bb][ee]AW[cc]PL[W];W[dd])",
    "hexagons": "(;RU[vadus(size=3)]SZ[3];B[c3];W[A1];W[a2];B[])",
    "words": "(;RU[squared(size=4,setup=auction)];FSMOVE[komi 4];FSMOVE[black]C[mine];B[bb])",
    "old": "(;FFile[4]RUles[kaomi]SiZe[7]Comment[x \\\n y];Black[cc])",
    "blanks": " \n( ;RU[iago] ; B [d4] ; W[e4]\n) \n",
    "numbers": "(;RU[vacu(size=3)]TM[0.5]OT[1.25 fischer];B[bb])",
}
SGF_BAD = {
    "of Go": "(;GM[1]FF[4]SZ[19];B[aa])",
    "of chess": "(;RU[chess];B[aa])",
    "no game": "(B[aa])",
    "cut off": "(;RU[kaomi];B[aa]",
    "several": "(;RU[kaomi];B[aa])(;RU[kaomi])",
    "rest": "(;RU[kaomi];B[aa]) and more",
    "broken": "(;RU[kaomi]\n;B[aa]W)",
    "twice": "(;RU[kaomi];B[aa]B[bb])",
    "two moves": "(;RU[kaomi];B[aa]W[bb])",
    "stones": "(;RU[kaomi];B[aa];AB[bb])",
    "point": "(;RU[kaomi(size=5)];B[zz])",
    "point of hexagons": "(;RU[vadus(size=3)];B[c9])",
    "colour": "(;RU[kaomi];W[aa])",
    "size": "(;RU[kaomi(size=5)]SZ[6];B[aa])",
    "komi": "(;RU[vacu(size=5,komi=3)]KM[4];B[aa])",
    "result": "(;RU[vacu(size=3)]RE[W+5];B[bb];FSMOVE[button];B[];W[])",
    "private": "(;RU[kaomi]FSRECORD[5];B[aa])",
    "private node": "(;RU[kaomi];B[aa]FSNODE[{])",
}


def records() -> dict[str, Any]:
    """Return texts that are read, what becomes of them, and texts that are refused with the sentence that says why."""
    return {
        "good": {name: _read(text) for name, text in GOOD.items()},
        "bad": {name: {"text": text, "problem": _refusal(text)} for name, text in BAD.items()},
        "sgf": {name: _in_sgf(text) for name, text in {**GOOD, **SGF_GOOD}.items()},
        "bad sgf": {name: {"text": text, "problem": _refusal(text)} for name, text in SGF_BAD.items()},
        "played on": json.loads(
            record_to_bytes(record_from_bytes(GOOD["tree"].encode()).with_main_line(PLAYED_ON)).decode()
        ),
    }


def _read(text: str) -> dict[str, Any]:
    stored, source = read_import(Import(text=text))
    record = record_of(stored, source)
    return {
        "text": text,
        "written": record_to_bytes(record).decode(),
        "tree": tree_of(record).model_dump(mode="json", by_alias=True),
        "seats": {str(seat): vars(one) for seat, one in stored.seats.items()},
        "line": stored.line,
        "result": stored.result and vars(stored.result),
    }


def _in_sgf(text: str) -> dict[str, Any]:
    """Return what is read from a text, and that as SGF."""
    record = read_wanted(Import(text=text))
    return {"text": text, "written": record_to_bytes(record).decode(), "sgf": record_to_sgf(record).decode()}


def _refusal(text: str) -> str:
    try:
        read_import(Import(text=text))
    except ProblemError as error:
        return error.sentence("en")
    raise AssertionError(f"{text} can be read")


def fixture() -> dict[str, Any]:
    """Return all of it."""
    return {
        "sentences": sentences("en"),
        "limits": limits(),
        "clocks": list(clock_cases()),
        "stories": stories(),
        "records": records(),
        "plain": [
            _plain("vacu(size=5)"),
            _plain("iago"),
            _plain("kaomi(size=4,pie=false) moves a1,b2,c3,d4", ((0, 1), (2, None))),
        ],
    }


def _plain(line: str, handed: tuple[tuple[int, int | None], ...] = ()) -> dict[str, Any]:
    """Return a game that was begun here, and its record."""
    stored = transitions.described(
        StoredGame("abcDEF123456", line, AGAINST, int(NOON) * 10**6, 0, rules=RULES["byoyomi"], handed=handed),
        read_line(line),
    )
    lost = transitions.resigned(stored, 1, NOON)
    return {"line": line, "handed": handed, "written": record_to_bytes(record_of(lost)).decode()}
