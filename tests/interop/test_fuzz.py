"""Garbage in: an answer or a documented error comes out, soon, and what follows is answered as ever."""

from __future__ import annotations

import json
import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from fieldstone.core.outcome import Colour
from fieldstone.interop.gtp import Gtp
from fieldstone.interop.gtp_clock import Clock
from fieldstone.interop.queries import FIELDS, Action, Query, QueryError, read_query
from fieldstone.play.game import read_game
from tests.fuzz.laws import laws
from tests.interop.conftest import Talk

LAWS = laws(150)
SLOW_LAWS = laws(60)

scalars = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 30), st.sampled_from([2**31, 2**63, 10**30, -1]), st.floats(),
    st.text(max_size=6),
    st.sampled_from(["a1", "b2", "swap", "max", "terminate", "kaomi(size=3) moves b2", "vacu(size=3)"]),
)  # fmt: skip
values = st.one_of(scalars, st.lists(scalars, max_size=4), st.dictionaries(st.text(max_size=4), scalars, max_size=3))
names = st.one_of(st.sampled_from([*FIELDS, "id", "action", "terminateId"]), st.text(max_size=5))
SMALL = {"position": "kaomi(size=3) moves b2", "moves": ["swap", "a1"], "maxVisits": 4, "maxMoves": 2}
# What takes long is not asked for: a limit that may be changed, but is never left out or made large.
LIMITS = {"maxVisits": st.one_of(st.integers(-2, 8), st.text(max_size=3)), "maxSeconds": st.floats(-1, 0.01)}


def read(line: bytes) -> Query | Action | QueryError:
    """What a line asks, or why it is refused."""
    try:
        return read_query(line)[0]
    except QueryError as error:
        return error


@given(st.binary(max_size=300))
@LAWS
def test_any_bytes_are_a_query_or_refused(line: bytes) -> None:
    assert isinstance(read(line), Query | Action | QueryError)


@given(st.dictionaries(names, values, max_size=8), st.data())
@LAWS
def test_any_data_are_a_query_or_refused(given_fields: dict[str, Any], data: st.DataObject) -> None:
    line = json.dumps({"id": "a", **given_fields}).encode("utf-8", "surrogatepass")
    cut = data.draw(st.integers(0, len(line)))
    for content in (line, line[:cut], line[:cut] + b"\x00" + line[cut:]):
        assert isinstance(read(content), Query | Action | QueryError)


@given(
    st.lists(st.dictionaries(names.filter(lambda name: name not in LIMITS), values, max_size=3), max_size=4), st.data()
)
@SLOW_LAWS
def test_the_engine_answers_whatever_comes(changes: list[dict[str, Any]], data: st.DataObject) -> None:
    """Changed queries are answered or refused by name, and the one after them is answered as ever."""
    one = Talk(threads=2)
    for change in changes:
        limits = {name: data.draw(value) for name, value in LIMITS.items() if data.draw(st.booleans())}
        query = {"id": "a", **SMALL, **limits, **change}
        if "level" in query:
            query["level"] = 1 if query["level"] == "max" else query["level"]
        one.ask(json.dumps(query).encode("utf-8", "surrogatepass"))
    one.ask({"id": "last\n", **SMALL})
    answers = one.all()
    last = [answer for answer in answers if answer.get("id") == "last\n"]
    assert [answer["rootInfo"]["visits"] for answer in last if "rootInfo" in answer] == [4]
    for answer in answers:
        assert "id" in answer
        assert "the engine failed" not in answer.get("error", "")


# GTP -------------------------------------------------------------------------------------------

SESSION = Gtp(read_game("vacu(size=3)"), lambda _: None)
COMMANDS = sorted(SESSION._commands)
words = st.one_of(
    st.sampled_from(["b", "w", "black", "A1", "c3", "J9", "pass", "swap", "button", "0", "1", "3", "7.5", "-1", "1e9",
                     "komi", "alive", "vacu(size=3)", "kaomi(size=3)", "iago", "moves", "a1,b2", "true", "interval"]),
    st.text(max_size=6),
)  # fmt: skip
lines = st.one_of(
    st.binary(max_size=60),
    st.builds(
        lambda number, name, rest: " ".join([number, name, *rest]).encode("utf-8", "surrogatepass"),
        st.sampled_from(["", "1", "77"]),
        st.sampled_from([name for name in COMMANDS if name != "quit"]),
        st.lists(words, max_size=4),
    ),
)
RESPONSE = re.compile(r"[=?]\d{0,10}( [^\n]+)?\n([^\n]+\n)*\n")


@given(st.lists(lines, max_size=12))
@SLOW_LAWS
def test_gtp_answers_each_command_once(given_lines: list[bytes]) -> None:
    """Every line that is a command has one response in the form of the specification, whatever it says."""
    said: list[str] = []
    gtp = Gtp(read_game("kaomi(size=3,pie=true)"), said.append, level=1, seed=1, megabytes=1.0)
    gtp._lines.put((b"",))  # ends each analysis at once
    for line in [*given_lines, b"9 name"]:
        said.clear()
        gtp.take(line)
        answer = "".join(said)
        assert answer == "" or RESPONSE.fullmatch(answer), (line, answer)
    assert answer == "=9 Fieldstone\n\n"


@given(
    st.lists(
        st.tuples(st.sampled_from(["set", "tell", "spend"]), st.integers(0, 10**6), st.integers(0, 10**6),
                  st.integers(0, 30)), max_size=20,
    )
)  # fmt: skip
@LAWS
def test_a_clock_gives_some_time_and_no_more_than_there_is(steps: list[tuple[str, int, int, int]]) -> None:
    clock = Clock()
    for kind, one, other, stones in steps:
        if kind == "set":
            clock.set(one, other, stones)
        elif kind == "tell":
            clock.tell(Colour.BLACK, one, stones)
        else:
            clock.spend(Colour.BLACK, one / 10)
        share = clock.share(Colour.BLACK)
        assert share is None or share > 0
        if kind == "tell":
            assert share is not None
            assert share <= max(one, 0.01)
