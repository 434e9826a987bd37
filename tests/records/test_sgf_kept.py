"""SGF: what other programs write beside the moves is kept, and nothing that is kept becomes a part of the game."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldstone import Record, RecordError
from fieldstone.messages import LANGUAGES
from fieldstone.records.reading import record_from_data
from fieldstone.records.record import ClockRules, NodeClock
from fieldstone.records.sgf import record_from_sgf, record_to_sgf
from fieldstone.records.sgf_viewer import record_to_viewer_sgf
from tests.fuzz.laws import laws
from tests.records.conftest import random_record


def record_with(at_move: Any, at_root: Any, **parts: Any) -> Record:
    """A record of one move whose unknown keys `sgf` hold anything."""
    move = {"move": "b2", "sgf": at_move, "comment": parts.pop("comment", "")}
    return record_from_data(
        {"format": "fieldstone-record", "version": 1, "game": "vacu", "options": {"size": 3}, "moves": [move]}
        | {"sgf": at_root, **parts}
    )


def check_kept(record: Record) -> None:
    """Both forms of SGF give the record back."""
    for write in (record_to_sgf, record_to_viewer_sgf):
        content = write(record)
        assert record_from_sgf(content) == record
        assert write(record_from_sgf(content)) == content


# The key `sgf` of records ------------------------------------------------------------------------

HOSTILE: list[Any] = [
    *({"TR": ["aa];W[ca"]}, {"TR": ["aa]"]}, {"TR": ["aa\\"]}, {"TR": []}, {"TR": "aa"}, {"TR": [5, "aa"]}),
    *({"tr": ["aa"]}, {"T R": ["aa"]}, {"": ["aa"]}, {"Ä": ["aa"]}, {"LB": ["aa:x"], "x": None}),
    *({"W": ["aa"]}, {"B": ["aa"]}, {"AB": ["aa"]}, {"PL": ["W"]}, {"BL": ["3"]}, {"C": ["x"]}, {"FSMOVE": ["a1"]}),
    *({"FSNODE": ["{}"]}, {"FSRECORD": ["{}"]}, {"RE": ["B+R"]}, {"RE": ["W+3"]}, {"RE": ["?"]}, {"KM": ["5"]}),
    *({"TM": ["7"]}, {"TM": ["7"], "OT": ["x"]}, {"DT": ["2026-11-21"]}, {"PB": ["x"]}, {"CA": ["latin-1"]}),
    *({"N": ["x"], "CR": ["aa"]}, {}, [], None, 5, "TR", True),
]  # fmt: skip


@pytest.mark.parametrize("held", HOSTILE, ids=str)
def test_anything_in_the_key_comes_back(held: Any) -> None:
    check_kept(record_with(held, None))
    check_kept(record_with({"LB": ["aa:x"]}, held))
    check_kept(
        record_with(None, held, result={"winner": 2, "reason": "resignation"}, comment="x", started="2026-11-20")
    )


NAMES = st.sampled_from(["TR", "LB", "RE", "DT", "TM", "OT", "BL", "N", "CR", "PL", "B", "C", "KM", "FSMOVE", "x"])
VALUES = st.one_of(st.text("ab]\\[;()B+R0?.\n\t", max_size=6), st.sampled_from(["B+R", "600", "aa", "2026-11-21"]))
HELD = st.one_of(
    st.dictionaries(NAMES, st.one_of(st.lists(VALUES, max_size=3), VALUES, st.none()), max_size=4),
    VALUES,
    st.lists(VALUES, max_size=2),
)


@given(HELD, HELD)
@laws(200)
def test_the_key_is_never_believed(at_move: Any, at_root: Any) -> None:
    check_kept(record_with(at_move, at_root))


def test_good_properties_stand_as_such() -> None:
    record = record_with({"LB": ["aa:x"], "N": ["hi"]}, {"GN": ["a \\] b"]})
    assert b"LB[aa:x]N[hi]" in record_to_sgf(record)
    assert b"GN[a \\] b]" in record_to_sgf(record)
    shown = record_to_viewer_sgf(record)
    assert b"LB[aa:x]" in shown
    assert b"N[Black b2]" in shown
    assert b"N[hi]" not in shown  # the name of a node is the move there, and a node has one name


def test_what_cannot_be_written_is_refused() -> None:
    for held in ({1, 2}, float("nan"), {"TR": ["\ud800"]}):
        with pytest.raises(RecordError):
            record_to_sgf(record_with(held, None))


# Texts -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["a\tb", "a\r\nb", "a\rb", "a\nb", "\\\n", "\\\\\n\\", "\v\f", "\t", " a ", "]\\\r"])
def test_texts_come_back_exactly(text: str) -> None:
    seats = [{"name": text}, {"name": "Bo"}]
    check_kept(record_with(None, None, comment=text, event=text, place=text, seats=seats))
    data = {"format": "fieldstone-record", "version": 1, "game": "vacu", "moves": [], "comment": text}
    check_kept(record_from_data(data))


def test_texts_that_were_changed_in_sgf_count() -> None:
    record = record_with(None, None, comment="a\tb", event="c\nd", seats=[{"name": "e\tf"}, {}])
    content = record_to_sgf(record)
    for old, new in ((b"C[a\tb]", b"C[new]"), (b"EV[c\nd]", b"EV[other]"), (b"PB[e\tf]", b"PB[Ana]")):
        assert old in content
        content = content.replace(old, new)
    read = record_from_sgf(content)
    assert (read.nodes[0].comment, read.event, read.seats[0].name) == ("new", "other", "Ana")


# Files of other programs -------------------------------------------------------------------------

KEPT = [
    ("(;RU[vacu]SZ[9];B[ee]TR[aa]N[hi]CR[cc])", b"TR[aa]N[hi]CR[cc]"),
    ("(;RU[vacu]SZ[9]TM[600];B[ee]BL[3])", b"TM[600]"),
    ("(;RU[vacu]SZ[9]TM[600];B[ee]BL[3.25])", b"BL[3.25]"),
    ("(;RU[vacu]SZ[9]TM[60]OT[5x30 byo-yomi];B[ee])", b"TM[60]OT[5x30 byo-yomi]"),
    ("(;RU[vacu]SZ[9]TM[60]OT[25/300 Canadian];B[ee])", b"TM[60]OT[25/300 Canadian]"),
    ("(;RU[vacu]SZ[9]TM[soon];B[ee]BL[-2]WL[7])", b"BL[-2]WL[7]"),
    ("(;RU[vacu(size=3)];LB[aa:A];B[bb])", b"LB[aa:A]"),
    ("(;RU[vacu(size=3)]LB[cc:C];LB[aa:A];B[bb])", b"LB[cc:C][aa:A]"),
    ("(;RU[vacu(size=3)];B[bb];TR[aa];W[aa])", b"B[bb]TR[aa]"),
    ("(;GM[1]RU[vacu]SZ[3]PL[B];B[bb]PL[W])", b"B[bb]PL[W]"),
    ("(;RU[kaomi]KM[6.5];B[ee])", b"KM[6.5]"),
    *((f"(;RU[vacu(size=3)]RE[{text}];B[bb])", f"RE[{text}]".encode())
      for text in ("Draw", "0", "B+3.5", "W+", "?", "", "Void", "black won")),
    *((f"(;RU[vacu(size=3)]DT[{text}])", f"DT[{text}]".encode())
      for text in ("2026", "2026-11", "2026-11-21,22", "2026-13-45", "autumn")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "part"), KEPT, ids=[text for text, _ in KEPT])
def test_other_programs_get_back_what_they_wrote(text: str, part: bytes) -> None:
    record = record_from_sgf(text.encode())
    assert part in record_to_sgf(record)
    check_kept(record)


def test_clocks_are_read() -> None:
    record = record_from_sgf(b"(;RU[vacu]SZ[9]TM[600]OT[10 fischer];B[ee]BL[3];W[aa]WL[x])")
    assert record.clock == ClockRules("increment", 600, 10)
    assert record.nodes[0].clock == NodeClock(left=3)
    assert record.nodes[1].extra["sgf"] == {"WL": ["x"]}
    assert record_from_sgf(b"(;RU[vacu]TM[60]OT[3x20 byo-yomi])").clock == ClockRules("byoyomi", 60, None, 3, 20)
    assert record_from_sgf(b"(;RU[vacu]TM[ 60\x1c]OT[3x20 byo-yomi])").clock == ClockRules("byoyomi", 60, None, 3, 20)


def test_numbers_have_no_exponent() -> None:
    record = record_with(None, None, clock={"kind": "increment", "main": 12_345_678, "increment": 0})
    assert b"TM[12345678]" in record_to_sgf(record)


def test_rectangles() -> None:
    record = record_from_sgf(b"(;RU[convacu]SZ[4]AB[aa:bb]AW[dc:dd]PL[B])")
    assert record.start == "convacu(size=4) BB../BB../...W/...W B"
    for value in ("aa:", "aa:zz", "aa:bb:cc", ":"):
        with pytest.raises(RecordError, match="not a point of this board"):
            record_from_sgf(f"(;RU[convacu]SZ[4]AB[{value}])".encode())


# What contradicts itself -------------------------------------------------------------------------

REFUSED = [
    ("(;RU[vacu(size=3)]SZ[19])", r"SZ\[19\] and RU\[vacu\(size=3,komi=0,setup=fixed\)\] contradict each other"),
    ("(;RU[vacu(size=3)]KM[7])", r"KM\[7\] and RU\[vacu\(size=3"),
    ("(;RU[Iago]SZ[19])", r"SZ\[19\] and RU\[iago\]"),
    ("(;RU[vacu(size=3,setup=auction)]KM[7];FSMOVE[komi 5])", r"KM\[7\] and komi 5"),
    ('(;RU[vacu(size=3)]RE[B+R]FSRECORD[{"result":{"winner":2,"reason":"resignation"}}])',
     r"RE\[B\+R\] contradicts the game, whose result is W\+R \(resignation\)"),
    ('(;RU[vacu(size=3)]RE[W+T]FSRECORD[{"result":{"winner":2,"reason":"resignation"}}])', r"is W\+R \(resignation"),
    ('(;RU[vacu(size=3)]RE[W+3]FSRECORD[{"result":{"winner":2,"reason":"resignation"}}])', r"is W\+R \(resignation"),
    ('(;RU[vacu(size=3)]RE[0]FSRECORD[{"result":{"winner":2,"reason":"resignation"}}])', r"is W\+R \(resignation"),
    ("(;RU[vacu];B[ee]FSMOVE[a1])", "node 1 contains more than one move"),
    ('(;RU[vacu];B[ee]LB[aa:1]FSNODE[{"sgf":5}])', "FSNODE.sgf must be object, not 5"),
    ('(;RU[vacu];B[ee]LB[aa:1]FSNODE[{"sgf":{"LB":5}}])', "FSNODE.sgf.LB must be array, not 5"),
    ("(;RU[vacu]) rubbish", "after the end of the game, at line 1, column 13: “rubbish”"),
    ("(;RU[vacu](;B[ee])\n)\n)", r"at line 3, column 1: “\)”"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=[text for text, _ in REFUSED])
def test_contradictions_are_refused(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message) as caught:
        record_from_sgf(text.encode())
    for language in LANGUAGES:
        assert caught.value.sentence(language)


def test_the_rules_say_who_has_won() -> None:
    """A game that has ended by the rules: other winners and reasons are refused, other ways to say it are not."""
    plain = random_record("kaomi", {"size": 3, "pie": False}, 1, lines=1)
    assert plain.result is not None
    won, lost = ("B", "W") if plain.result.winner == 1 else ("W", "B")
    content = record_to_sgf(plain).decode()
    assert f"RE[{won}+]" in content

    def read(text: str) -> Record:
        return record_from_sgf(content.replace(f"RE[{won}+]", f"RE[{text}]").encode())

    for text in (f"{won}+", f"{won.lower()}+", f"{won}+3.5", "?"):
        assert read(text).result == plain.result
        check_kept(read(text))
    for text in (f"{lost}+", f"{lost}+R", f"{won}+R", "0", "Draw", f"{lost}+3.5"):
        with pytest.raises(RecordError, match=r"contradicts the game"):
            read(text)
    assert read(f"{won}+3.5").extra["sgf"] == {"RE": [f"{won}+3.5"]}  # Kaomi counts no points


def test_margins_are_those_of_the_game() -> None:
    plain = random_record("vacu", {"size": 3}, 1, lines=1)
    content = record_to_sgf(plain).decode()
    margin = content.partition("RE[")[2].partition("]")[0]
    assert record_from_sgf(content.replace(f"RE[{margin}]", f"RE[{margin[:2]}]").encode()) == plain
    with pytest.raises(RecordError, match=rf"RE\[{margin[0]}\+77\] contradicts the game, whose result is"):
        record_from_sgf(content.replace(f"RE[{margin}]", f"RE[{margin[0]}+77]").encode())


def test_blanks_may_follow() -> None:
    assert record_from_sgf(b"(;RU[vacu];B[ee])\r\n \t\n").nodes[0].move == "e5"
