"""The rules one by one: hand-made positions, the sentences that say why not, and where the source cites them."""

import ast
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import fieldstone
from fieldstone import IllegalMoveError, OptionError, PositionError, State, check_consistency, parse_position
from tests.cases import NoPosition, Played, Refused, iago, kaomi, vacu, vadus

pytestmark = [pytest.mark.pure, pytest.mark.boundscheck]

GAMES = Path(fieldstone.__file__).parent / "games"

MODULES = (vacu, kaomi, iago, vadus)
PLAYED: list[Played] = [case for module in MODULES for case in module.PLAYED]
REFUSED: list[Refused] = [case for module in MODULES for case in module.REFUSED]
NO_POSITION: list[NoPosition] = [case for module in MODULES for case in module.NO_POSITION]

# How many rules each letter has.
RULES = {"S": 4, "V": 11, "C": 5, "K": 10, "Q": 3, "I": 10, "F": 1, "W": 6}
# What a preview says beside the points that a move is about.
OTHERS = ("move", "faces")
NUMBERS = [f"{letter}{number}" for letter, count in RULES.items() for number in range(1, count + 1)]


def effects(state: State, move: str) -> dict[str, object]:
    """What a preview says, without what is empty; points that a move pushes in any order."""
    preview = state.preview(move)
    assert preview.move == move
    found = {field.name: getattr(preview, field.name) for field in fields(preview) if field.name not in OTHERS}
    return {name: set(value) for name, value in found.items() if value}


def assert_faces(state: State, faces: tuple[tuple[str, str], ...]) -> None:
    """What a preview said of stones that turn over is what lies there after the move."""
    board = state.game.board
    now = board.symbols(state.rows())
    assert [now[board.index[point]] for point, _ in faces] == [face for _, face in faces]


def assert_illegal(state: State, move: str) -> None:
    """A game that goes on refuses the move, and a game that is over all moves; nothing changes."""
    before = state.to_text(history=True)
    with pytest.raises(IllegalMoveError):
        state.play(move)
    assert state.to_text(history=True) == before


@pytest.mark.parametrize("case", PLAYED, ids=lambda case: f"{case.rule}-{case.position}-{case.moves}")
def test_played(case: Played) -> None:
    state = parse_position(case.position)
    *first, last = case.moves.split(",")
    for move in first:
        state.play(move)
    assert state.outcome is None
    if case.legal:
        assert " ".join(map(str, state.legal_moves())) == case.legal
    assert effects(state, last) == {name: set(value) for name, value in case.effects.items() if value}
    assert state.why_illegal(last) is None
    faces = state.preview(last).faces
    assert {point for point, _ in faces} == {
        point for name in ("flipped", "captured", "released") for point in case.effects.get(name, ())
    }
    state.play(last)
    check_consistency(state)
    assert_faces(state, faces)
    assert "/".join(state.rows()) == case.rows
    outcome = state.outcome
    if outcome is None:
        assert case.over == ""
    else:
        assert (outcome.termination, outcome.winner or "draw") == (case.over, case.winner)
        assert "over" in (state.why_illegal(last) or "")
        assert_illegal(state, last)
    if case.scores is not None:
        assert state.scores() == case.scores
    if case.seats:
        assert f"{state.to_move}{state.seat}" == case.seats
        assert state.seat_of(state.to_move) == 3 - state.seat_of(state.to_move.other) == state.seat


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"{case.rule}-{case.position}-{case.move}")
def test_refused(case: Refused) -> None:
    state = parse_position(case.position)
    for language in ("en", "ko", "ja"):
        why = state.why_illegal(case.move, language)
        assert why is not None
        assert re.search(rf"\b{case.rule}\b", why)
        assert not re.search(r"[{}]", why)
    with pytest.raises(IllegalMoveError, match=re.escape(state.why_illegal(case.move) or "-")):
        state.play(case.move)
    assert_illegal(state, case.move)


@pytest.mark.parametrize("case", NO_POSITION, ids=lambda case: f"{case.rule}-{case.text}")
def test_no_position(case: NoPosition) -> None:
    with pytest.raises(PositionError, match=rf"\b{case.rule}\b"):
        parse_position(case.text)


# The options -------------------------------------------------------------------------------------

OPTIONS: list[tuple[str, str, dict[str, Any], str]] = [
    ("V11", "vacu", {"size": 1}, "size must be a whole number from 2 to 19, not “1”"),
    ("V11", "vacu", {"size": 20}, "size must be a whole number from 2 to 19"),
    ("C4", "convacu", {"komi": 1}, "no option “komi”; its options: size"),
    ("C5", "convacu", {"size": 0}, "size must be a whole number from 1 to 19"),
    ("K1", "kaomi", {"size": 14}, "size must be a whole number from 2 to 13"),
    ("K10", "kaomi", {"pie": "maybe"}, "pie must be true or false, not “maybe”"),
    ("Q2", "squared", {"komi": 3}, "komi must be an even number from 0"),
    ("Q2", "squared", {"pie": True}, "no option “pie”"),
    ("W1", "vadus", {"size": 1}, "size must be a whole number from 2 to 13"),
    ("W1", "vadus", {"size": "9x9"}, "size must be a whole number from 2 to 13"),
    ("S1", "vacu", {"setup": "auction", "komi": 3}, "the players set komi"),
    ("S2", "vacu", {"setup": "haggling"}, "setup must be fixed or auction"),
    ("S3", "kaomi", {"setup": "auction"}, "no option “setup”"),
    ("S3", "iago", {"setup": "auction"}, "no option “setup”; its options: none"),
]


@pytest.mark.parametrize(("rule", "name", "options", "why"), OPTIONS)
def test_options_refused(rule: str, name: str, options: dict[str, Any], why: str) -> None:
    with pytest.raises(OptionError, match=re.escape(why)):
        fieldstone.load(name, **options)


@pytest.mark.parametrize(
    ("name", "options", "same"),
    [
        ("vacu", {}, {"size": 9, "komi": 0, "setup": "fixed"}),
        ("vacu", {"size": "5", "setup": "Auction"}, {"size": 5, "komi": 0, "setup": "auction"}),
        ("convacu", {}, {"size": 9}),
        ("kaomi", {"pie": "FALSE"}, {"size": 7, "pie": False}),
        ("squared", {"komi": "4"}, {"size": 7, "komi": 4, "setup": "fixed"}),
        ("vadus", {}, {"size": 9}),
    ],
)
def test_defaults(name: str, options: dict[str, Any], same: dict[str, Any]) -> None:
    assert fieldstone.load(name, **options).options == same


# The lines of K7 ---------------------------------------------------------------------------------


def on_a_board(line: kaomi.Line, across: bool, mirrored: bool) -> tuple[str, list[str]]:
    """The position with the line in the middle row or column, Black to move; and the names of its squares.

    Stones far from the line make the numbers of both colours equal (K1).
    """
    before = line.before[::-1] if mirrored else line.before
    size, at = len(before), before.index("*")
    middle = size // 2
    rows = [["."] * size for _ in range(size)]
    rows[middle] = list(before.replace("*", "."))
    lead = before.count("W") - before.count("B")
    far = [(row, column) for row in range(size) for column in range(size) if row != middle and column != at]
    for row, column in far[: abs(lead)]:
        rows[row][column] = "B" if lead > 0 else "W"
    squares = [f"{chr(97 + column)}{size - middle}" for column in range(size)]
    if not across:
        rows = [[rows[row][column] for row in reversed(range(size))] for column in reversed(range(size))]
        squares = [f"{chr(97 + size - 1 - middle)}{column + 1}" for column in range(size)]
    text = f"kaomi(size={size},pie=false) {'/'.join(''.join(row) for row in rows)} B"
    return text, squares[::-1] if mirrored else squares


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("across", [False, True])
@pytest.mark.parametrize("line", kaomi.LINES, ids=lambda line: f"{line.rule}-{line.before}")
def test_worked_line(line: kaomi.Line, across: bool, mirrored: bool) -> None:
    text, squares = on_a_board(line, across, mirrored)
    state = parse_position(text)
    at = squares[line.before.index("*")]
    preview = state.preview(at)
    assert preview.placed == (at,)
    assert set(preview.pushed) == {(squares[start], squares[end]) for start, end in line.pushed}
    assert set(preview.returned) == {squares[square] for square in line.returned}
    assert len(preview.pushed) + len(preview.returned) == len(line.pushed) + len(line.returned)
    state.play(at)
    check_consistency(state)
    names = state.game.board.names
    stones = dict(zip(names, state.game.board.symbols(state.rows()), strict=True))
    assert "".join(stones[square] for square in squares) == line.after.replace("*", "B")


# Vadus's groups and comparisons -------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "values"), vadus.VALUES)
def test_values(rows: str, values: list[int]) -> None:
    left = "" if rows.count("B") % 2 else " left=1"  # an even number: the first stone of two stands
    assert parse_position(f"vadus(size=3) {rows} B{left}").scores() == {"B": values, "W": []}


@pytest.mark.parametrize(("rows", "winner", "values"), vadus.DUELS)
def test_comparison(rows: str, winner: str, values: dict[str, list[int]]) -> None:
    state = parse_position(f"vadus(size=3) {rows} B")
    state.play("pass")
    state.play("pass")
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.scores) == (winner, values)
    assert parse_position(state.to_text()).outcome == state.outcome


# The source -----------------------------------------------------------------------------------------


def cited(text: str) -> set[str]:
    """All numbers of rules in a text; `K2-K6` and `K2 to K6` name those between too."""
    found = set(re.findall(r"\b[SVCKQIFW]\d+\b", text, re.ASCII))  # Japanese leaves no blank around a number
    for letter, first, last in re.findall(r"\b([SVCKQIFW])(\d+)(?:-| to )\1(\d+)\b", text):
        found |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
    return found


def without_heading(path: Path) -> str:
    """The source of a module without its own docstring, which may name all rules at once."""
    source = path.read_text(encoding="utf-8")
    heading = ast.get_docstring(ast.parse(source), clean=False) or ""
    return source.replace(heading, "", 1)


def test_every_rule_is_cited_where_it_is() -> None:
    found = set[str]().union(*(cited(without_heading(path)) for path in sorted(GAMES.rglob("*.py"))))
    assert [number for number in NUMBERS if number not in found] == []
    assert sorted(found - set(NUMBERS)) == []


def test_every_rule_has_a_test_here() -> None:
    found = {case.rule for case in PLAYED} | {case.rule for case in REFUSED} | {case.rule for case in NO_POSITION}
    found |= {line.rule for line in kaomi.LINES} | {rule for rule, *_ in OPTIONS} | {"W4", "W5", "W6"}
    assert [number for number in NUMBERS if number not in found] == []
