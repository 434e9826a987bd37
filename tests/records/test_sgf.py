"""SGF: there and back, read by other people's library, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from encodings.aliases import aliases
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sgfmill import sgf

import fieldstone
from fieldstone import Record, RecordError
from fieldstone.messages import LANGUAGES
from fieldstone.records.formats import FORMATS, format_by_name, read_any
from fieldstone.records.record import Node, Result, Seat
from fieldstone.records.sgf import point_from_sgf, point_to_sgf, record_from_sgf, record_to_sgf
from fieldstone.records.sgf_viewer import record_to_viewer_sgf
from tests.records.conftest import SPECS, random_record
from tests.records.test_fuzz import LAWS, SEEDS, damaged

SQUARE = [spec for spec in SPECS if fieldstone.games()[spec[0]].board.shape == "square"]
COLOURS = {"b": "B", "w": "W", None: "."}


def ids(specs: list[tuple[str, dict[str, Any]]]) -> list[str]:
    return [f"{name}-{number}" for number, (name, _) in enumerate(specs)]


# There and back ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), SPECS, ids=ids(SPECS))
@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_lost(name: str, options: dict[str, Any], seed: int) -> None:
    record = random_record(name, options, seed)
    content = record_to_sgf(record)
    assert record_from_sgf(content) == record.in_order()
    assert record_to_sgf(record_from_sgf(content)) == content
    if record.game.board.shape == "square":
        assert record_from_sgf(record_to_viewer_sgf(record)) == record.in_order()


@pytest.mark.parametrize("write", [record_to_sgf, record_to_viewer_sgf])
def test_players_without_names_are_told_apart_and_stay_without(write: Callable[[Record], bytes]) -> None:
    record = replace(random_record("kaomi", {"size": 3, "pie": False}, 1), seats=(Seat(kind="human"), Seat()))
    content = write(record)
    assert b"PB[Player 1]" in content
    assert b"PW[" not in content  # nobody has said who that is
    assert record_from_sgf(content) == record.in_order()
    record = replace(record, seats=(Seat("Ana", "human"), Seat(kind="computer", level="max")))
    content = write(record)
    assert b"PB[Ana]PW[Computer, level max]" in content
    assert record_from_sgf(content) == record.in_order()
    # Another program has given a name.
    named = record_from_sgf(content.replace(b"PW[Computer, level max]", b"PW[Deep Stone]"))
    assert named.seats[1] == Seat("Deep Stone", "computer", "max")


def test_every_point_has_two_letters() -> None:
    for size in range(2, 20):
        board = fieldstone.load("vacu", size=size).board
        values = [point_to_sgf(board, name) for name in board.names]
        assert len(set(values)) == board.points
        assert [point_from_sgf(board, value) for value in values] == list(board.names)
        assert point_to_sgf(board, "a1") == "a" + "abcdefghijklmnopqrs"[size - 1]  # rows count from the top
        assert point_from_sgf(board, "") == point_from_sgf(board, "tt") == "pass"


def test_formats_are_found_by_name_and_content() -> None:
    assert format_by_name("a.SGF").name == "sgf"
    assert format_by_name("a.viewer.sgf").name == "viewer"
    record = random_record("kaomi", {"size": 3}, 1)
    for name in ("record", "sgf", "viewer"):
        assert read_any(b"\xef\xbb\xbf\n" + FORMATS[name].write(record)) == record.in_order()


def test_brackets_in_texts() -> None:
    state = fieldstone.parse_position("vacu(size=3) moves b2")
    for comment in ("]", "\\", "a\\]b", "(;B[aa])", "line\nline", "x:y", "end\\"):
        record = Record(state.game, (Node("b2", 0, comment),), event="] \\")
        assert record_from_sgf(record_to_sgf(record)).nodes[0].comment == comment


# As another library reads it ---------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), SPECS, ids=ids(SPECS))
def test_sgfmill_reads_the_moves(name: str, options: dict[str, Any]) -> None:
    """Moves are moves, in variations too, never stones that are put up."""
    record = random_record(name, options, 5).in_order()
    game = sgf.Sgf_game.from_bytes(record_to_sgf(record))
    root = game.get_root()
    assert root.get("GM") == 99
    assert root.get("RU") == str(record.game)
    assert game.get_charset() == "UTF-8"
    assert root.get("C") == record.comment
    board, nodes = record.game.board, list(walk_sgfmill(root))
    assert len(nodes) == len(record.nodes)
    for node, ours in zip(nodes, record.nodes, strict=True):
        assert not node.has_setup_stones()
        assert (node.get("C") if node.has_property("C") else "") == ours.comment
        if node.has_property("FSMOVE"):
            assert node.get_raw("FSMOVE").decode() == ours.move
        elif board.shape == "hexagon":
            raw = node.get_raw("B" if node.has_property("B") else "W").decode()
            assert (raw or "pass") == ours.move
        else:
            _, point = node.get_move()
            shown = "pass" if point is None else f"{chr(97 + point[1])}{point[0] + 1}"
            assert shown == ours.move


def walk_sgfmill(root: Any) -> Any:
    waiting = list(reversed(list(root)))
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(list(node)))


@pytest.mark.parametrize(("name", "options"), SQUARE, ids=ids(SQUARE))
def test_viewers_show_every_position(name: str, options: dict[str, Any]) -> None:
    record = random_record(name, options, 6).in_order()
    game = sgf.Sgf_game.from_bytes(record_to_viewer_sgf(record))
    assert game.get_root().get("GM") == 1
    size = game.get_size()
    stones: dict[int, dict[tuple[int, int], str]] = {id(game.get_root()): {}}
    for number, node in enumerate([game.get_root(), *walk_sgfmill(game.get_root())]):
        board = dict(stones[id(node.parent or node)])
        black, white, empty = node.get_setup_stones()
        board |= dict.fromkeys(black, "B") | dict.fromkeys(white, "W")
        board = {point: colour for point, colour in board.items() if point not in empty}
        stones[id(node)] = board
        rows = ["".join(board.get((row, column), ".") for column in range(size)) for row in reversed(range(size))]
        state = record.state(number)
        assert rows == state.rows()
        assert not node.has_property("B")
        assert not node.has_property("W")
        assert node.get("PL") == state.to_move.value.lower()


def test_viewers_know_no_hexagons() -> None:
    with pytest.raises(RecordError, match="iago is played on a hexagonal board"):
        record_to_viewer_sgf(random_record("iago", {}, 1))


# As other programs write it ----------------------------------------------------------------------


def test_sgf_from_elsewhere() -> None:
    text = """Some words (; FF[4]GM[1]RU[Vacu]SZ[9]KM[7.0]PB[Ana]PW[Bo]RE[B+R]XX[a][b]DT[2026-11-21] CA[utf-8]
      C[First] ;B[ee] ; W [ec];C[a thought] (;B[gc]LB[gc:1]) (;B[tt];W[] C[both
      pass]))"""
    with pytest.raises(RecordError, match=r"move 4 \(pass\) is illegal in vacu\(size=9,komi=7.*button"):
        record_from_sgf(text.encode())
    record = record_from_sgf(text.replace("(;B[tt];W[] C[both", "(;B[aa] C[both").encode())
    assert str(record.game) == "vacu(size=9,komi=7,setup=fixed)"
    assert [(node.move, node.after) for node in record.nodes] == [("e5", 0), ("e7", 1), ("g7", 2), ("a9", 2)]
    assert record.nodes[1].comment == "a thought"
    assert [seat.name for seat in record.seats] == ["Ana", "Bo"]
    assert (record.result, record.started, record.comment) == (Result(1, "resignation"), "2026-11-21", "First")
    assert record.extra["sgf"] == {"XX": ["a", "b"]}
    assert record.nodes[2].extra["sgf"] == {"LB": ["gc:1"]}
    assert b"XX[a][b]" in record_to_sgf(record)
    assert b"LB[gc:1]" in record_to_sgf(record)


def test_a_start_with_stones() -> None:
    record = record_from_sgf(b"(;FF[4]RU[convacu]SZ[4]AB[ab][bb]AW[cc]PL[W];W[dd])")
    assert record.start == "convacu(size=4) ..../BB../..W./.... W"
    again = record_to_sgf(record)
    assert b"AB[" in again
    assert record_from_sgf(again) == record


def test_charsets() -> None:
    text = (
        "(;CA[Shift_JIS]RU[kaomi]C[能表示];B[dd])"  # the second byte of 能, 表 and 示 in Shift_JIS may be a backslash
    )
    assert record_from_sgf(text.encode("shift_jis")).comment == "能表示"
    assert record_from_sgf("(;RU[kaomi]C[é];B[dd])".encode("latin-1")).comment == "é"
    assert record_from_sgf("\ufeff(;RU[kaomi]C[é];B[dd])".encode()).comment == "é"


@pytest.mark.parametrize(
    ("name", "codec"),
    [
        ("MS_KANJI", "shift_jis"), ("Windows-31J", "cp932"), ("csShiftJIS", "shift_jis"), ("shift-jis", "shift_jis"),
        ("EUC-JP", "euc_jp"), ("ISO-2022-JP", "iso2022_jp"), ("csISO58GB231280", "gb2312"), ("CP936", "gbk"),
        ("Big5-HKSCS", "big5hkscs"), ("utf8", "utf-8"),
    ],
)  # fmt: skip
def test_a_charset_has_several_names(name: str, codec: str) -> None:
    text = f"(;CA[{name}]RU[kaomi]C[中心];B[dd])"
    assert record_from_sgf(text.encode(codec)).comment == "中心"


def test_every_name_of_a_charset_that_writes_ascii_as_ascii() -> None:
    for name in aliases:
        content = f"(;CA[{name.replace('_', '-')}]RU[kaomi]C[so];B[dd])".encode()
        try:
            same = content.decode(name) == content.decode()
        except (LookupError, UnicodeError):
            same = False
        if same:
            assert record_from_sgf(content).comment == "so", name
        else:
            with pytest.raises(RecordError, match="charset"):
                record_from_sgf(content)


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-be", "utf-16-le", "utf-32", "utf-8"])
def test_a_byte_order_mark_says_the_charset(codec: str) -> None:
    """Whatever CA says: editors that write so do not change it."""
    text = "(;CA[UTF-8]RU[kaomi]C[표시];B[dd])"
    content = (text if codec in ("utf-16", "utf-32") else f"\ufeff{text}").encode(codec)
    assert record_from_sgf(content).comment == "표시"
    assert read_any(content) == record_from_sgf(content)


REFUSED = [
    (b"", "not an SGF file"),
    (b"(", "not an SGF file"),
    (b"(;", "ends before its last bracket"),
    (b"(;RU[kaomi]", "ends before its last bracket"),
    (b"(;RU[kaomi", "invalid SGF at line 1, column 5"),
    (b"(;RU[kaomi];B[dd] 5)", "invalid SGF at line 1, column 18: “5\\)”"),
    (b"(;RU[kaomi]RU[vacu])", "invalid SGF at line 1"),
    (b"(;[kaomi])", "invalid SGF at line 1"),
    (b"(;RU[kaomi])(;RU[kaomi])", "several games"),
    (b"(;FF[4]GM[1]SZ[9];B[ee])", r"does not say which game it is of"),
    (b"(;RU[Go])", r"is of “Go”, which is not one of the games here"),
    (b"(;RU[vacu(size=99)])", "size must be a whole number"),
    (b"(;RU[Vacu]SZ[9:8])", "size must be a whole number"),
    (b"(;RU[Vacu]SZ[3];B[bb];B[aa])", r"move 2 \(a3\) is marked as Black, but it is the other side's turn"),
    (b"(;RU[Vacu]SZ[3];B[bb]W[aa])", "node 1 contains more than one move"),
    (b"(;RU[Vacu]SZ[3];B[bb][aa])", "node 1 contains more than one move"),
    (b"(;RU[Vacu]SZ[3];B[bb];AW[aa])", "node 2 sets up or removes stones"),
    (b"(;RU[Vacu]SZ[3];B[dd])", "“dd” is not a point of this board: aa to cc"),
    (b"(;RU[Iago];B[zz])", "“zz” is not a point of this board: a1 to i5"),
    (b"(;RU[Vacu]SZ[3];B[bb];W[bb])", r"move 2 \(b2\) is illegal in vacu\(.*\(V3\)"),
    (b"(;RU[kaomi];FSMOVE[jump])", "move 1: “jump” is not a move"),
    (b"(;RU[kaomi]FSRECORD[7])", "FSRECORD must be object"),
    (b"(;RU[kaomi]FSRECORD[{])", "invalid JSON"),
    (b"(;RU[kaomi]FSRECORD[{\"seats\": 1}])", "seats must be array"),
    (b"(;RU[kaomi];B[dd]FSNODE[{\"clock\": 1}])", r"moves\[0\].clock must be object"),
    (b"(;CA[punycode]RU[kaomi])", "charset “punycode”"),
    (b"(;CA[UTF-8]RU[\xff])", "charset “UTF-8”"),
    (b"(;CA[rot13]RU[kaomi])", "charset “rot13”"),
    (b"(;CA[UTF-16]RU[kaomi])", "charset “UTF-16”"),
    (b"(;CA[encodings.utf_8]RU[kaomi])", "charset “encodings.utf_8”"),
    (b"(;CA[]RU[kaomi])", "charset “”"),
    ("\ufeff(;RU[kaomi])".encode("utf-16-le")[:-1], "charset “utf-16”"),
    (b"(;RU[kaomi]" + b";" * 20_002 + b")", "too long: 20000"),
    (b" " * (4 * 1024 * 1024 + 1), "at most 4194304 bytes"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_what_is_refused(content: bytes, message: str) -> None:
    with pytest.raises(RecordError, match=message) as caught:
        record_from_sgf(content)
    for language in LANGUAGES:
        assert caught.value.sentence(language)


FILES = [record_to_sgf(record) for record in SEEDS]
FILES += [record_to_viewer_sgf(record) for record in SEEDS if record.game.board.shape == "square"]


@given(st.one_of(damaged(FILES), st.text("(;)[]\\ABCWRUvacu3\n", max_size=60).map(str.encode)))
@LAWS
def test_damaged_files(content: bytes) -> None:
    try:
        record = record_from_sgf(content)
    except RecordError:
        return
    again = record_from_sgf(record_to_sgf(record))
    assert [node.move for node in again.nodes] == [node.move for node in record.in_order().nodes]


@pytest.mark.parametrize("sign", ["(;", "(;B[bb]", ";", "[", "a", "\\", "]", "("])
def test_long_repetitions_take_little_time(sign: str) -> None:
    with pytest.raises(RecordError):
        record_from_sgf(("(;RU[kaomi]" + sign * (1_000_000 // len(sign))).encode())
