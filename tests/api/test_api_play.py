"""The Python API at play: previews, whole Vadus turns, seats and colours, repetition, sentences, boards as text."""

from __future__ import annotations

import random
from typing import Any

import pytest

import fieldstone
from fieldstone import Colour, IllegalMoveError, InvalidMoveError, Preview, State, Termination, parse_position
from tests.brought import with_brought

pytestmark = pytest.mark.pure


def hexagon_text(name: str, size: int, stones: dict[str, str], side: str) -> str:
    """A position text of a game on a hexagonal board."""
    options = f"(size={size})" if name == "vadus" else ""
    board = fieldstone.load(name, **({"size": size} if name == "vadus" else {})).board
    return f"{name}{options} {'/'.join(board.rows([stones.get(point, '.') for point in board.names]))} {side}"


# Previews --------------------------------------------------------------------------------------


def preview(text: str, move: str) -> Preview:
    """The preview of a move, checked against what the move then does."""
    state = parse_position(text)
    before = state.record.tobytes()
    seen = state.preview(move)
    assert state.preview(state.game.move(move)) == seen
    assert (state.record.tobytes(), state.history) == (before, ())
    assert seen.move == move
    return seen


@pytest.mark.parametrize(
    ("text", "move", "effects"),
    [
        ("vacu(size=3) .../.../W.. B", "c3", {"placed": ("c3",)}),
        ("vacu(size=3) .../B../W.. B", "b1", {"placed": ("b1",), "removed": ("a1",)}),  # V4
        ("vacu(size=2) WW/.W B", "a1", {"placed": ("a1",), "removed": ("a1",), "flipped": ("b1", "a2", "b2"),
                                     "faces": (("b1", "B"), ("a2", "B"), ("b2", "B"))}),  # V5
        # V5: the placed stone takes its group with it.
        ("vacu(size=3) WWW/W.B/WWW B", "b2", {"placed": ("b2",), "removed": ("b2", "c2"),
                                             "flipped": (around := ("a1", "b1", "c1", "a2", "a3", "b3", "c3")),
                                             "faces": tuple((point, "B") for point in around)}),
        ("convacu(size=3) .../B../W.. B", "b1", {"placed": ("b1",), "removed": ("a1",)}),
        ("vacu(size=3) .../.../... B", "button", {}),
        ("vacu(size=3) .../.../... B button=W", "pass", {}),
        ("vacu(size=3,setup=auction)", "komi 4", {}),
        ("vacu(size=3,setup=auction) .../.../... W setup=side komi=4", "black", {}),
        ("kaomi(size=3) .../.../B.. W", "swap", {}),
        # K7, the worked lines; the stones far from the line only balance the numbers (K1).
        ("kaomi(size=6) B...../....../....../....../....../..W... B", "b1",
         {"placed": ("b1",), "pushed": (("c1", "d1"),)}),
        ("kaomi(size=6) W...../B...../....../....../....../.WB... B", "a1",
         {"placed": ("a1",), "pushed": (("b1", "c1"), ("c1", "d1"))}),
        ("kaomi(size=3) .../.../B.W B", "b1", {"placed": ("b1",), "returned": ("a1", "c1")}),
        ("squared(size=4) W.../..../..../.B.. B", "a1", {"placed": ("a1",), "pushed": (("b1", "c1"),)}),
        (hexagon_text("iago", 5, {"e2": "B", "e3": "W"}, "B"), "e4",
         {"placed": ("e4",), "captured": ("e3",), "faces": (("e3", "w"),)}),  # I3
        (hexagon_text("iago", 5, {"e1": "B", "e2": "w"}, "B"), "e3",
         {"placed": ("e3",), "released": ("e2",), "faces": (("e2", "W"),)}),
        (hexagon_text("iago", 5, {"e2": "B", "e3": "w"}, "B"), "e4", {"placed": ("e4",)}),  # no end is outer or centre
        (hexagon_text("iago-free", 5, {"e4": "B", "e6": "B", "e7": "W", "d4": "w"}, "B"), "e8",
         {"placed": ("e8",), "captured": ("e7",), "faces": (("e7", "w"),)}),
        (hexagon_text("vadus", 3, {"c3": "B"}, "W"), "a1", {"placed": ("a1",)}),
        (hexagon_text("vadus", 3, {"c3": "B"}, "W"), "pass", {}),
    ],
)  # fmt: skip
def test_previews(text: str, move: str, effects: dict[str, Any]) -> None:
    assert preview(text, move) == Preview(move=move, **effects)


def test_preview_of_two_trains_that_meet() -> None:
    """K5, K7: `.W*WB` becomes `W.*WB`; what came across the edge goes back."""
    seen = preview("kaomi(size=5) B..../...../...../...../.W.WB B", "c1")
    assert seen.placed == ("c1",)
    assert seen.pushed == (("b1", "a1"),)
    assert seen.returned == ("d1", "e1")


SMALL: list[tuple[str, dict[str, Any]]] = with_brought(
    [
        ("vacu", {"size": 4}), ("convacu", {"size": 4}), ("kaomi", {"size": 5}), ("squared", {"size": 4}),
        ("iago", {}), ("iago-free", {}), ("vadus", {"size": 3}),
    ]
)  # fmt: skip


@pytest.mark.parametrize(("name", "options"), SMALL)
def test_previews_say_what_happens(name: str, options: dict[str, Any]) -> None:
    """A preview applied to the old rows by hand gives the new rows."""
    rng = random.Random(11)
    state = fieldstone.load(name, **options).new_state()
    game = state.game
    while state.outcome is None:
        move = rng.choice(state.legal_moves())
        seen, side = state.preview(move), str(state.to_move)
        board = dict(zip(game.board.names, game.board.symbols(state.rows()), strict=True))
        assert all(type(field) is tuple for field in (seen.placed, seen.removed, seen.flipped, seen.pushed))
        taken = {start: board[start] for start, _ in seen.pushed}
        board |= dict.fromkeys(taken, ".")
        for start, end in seen.pushed:
            board[end] = taken[start]
        board |= dict.fromkeys(seen.placed, side)
        for point in seen.flipped:
            assert board[point] == ("W" if side == "B" else "B")
            board[point] = side
        for point in seen.removed:
            assert board[point] != "."
            board[point] = "."
        for point in (*seen.captured, *seen.released):
            board[point] = board[point].swapcase()
        assert all(board[point].islower() for point in seen.captured)
        assert all(board[point].isupper() for point in seen.released)
        state.play(move)
        assert state.rows() == game.board.rows(list(board.values()))
        assert bool(seen.placed) == (move.action < game.points)


# Whole turns (W2) ------------------------------------------------------------------------------


def test_whole_turns_of_vadus() -> None:
    state = fieldstone.load("vadus", size=3).new_state()
    state.play("a1")
    one, two, three = state.copy(), state.copy(), state.copy()
    one.play("c3,d4")
    two.play(" D4 , C3 ")
    three.play("c3")
    assert (three.to_move, three.seat, three.to_text().endswith("left=1")) == (Colour.WHITE, 2, True)
    three.play("d4")
    assert one.key == two.key == three.key
    assert [str(move) for move in one.history] == ["a1", "c3", "d4"]
    assert [str(move) for move in two.history] == ["a1", "d4", "c3"]
    assert one == three != two
    assert one.to_move == "B"
    assert str(one.undo()) == "d4"
    assert one.to_move == "W"


@pytest.mark.parametrize(
    ("before", "turn", "error", "why"),
    [
        ("", "a1,b1", IllegalMoveError, "W2"),  # Black's first turn is one stone
        ("a1", "c3,a1", IllegalMoveError, "a1 is occupied"),
        ("a1", "a1,c3", IllegalMoveError, "a1 is occupied"),
        ("a1", "c3,c3", IllegalMoveError, "c3 is occupied"),
        ("a1", "c3,pass", IllegalMoveError, "second"),
        ("a1", "pass,c3", IllegalMoveError, "W2"),
        ("a1", "pass,pass", IllegalMoveError, "W2"),
        ("a1", "c3,d4,d3", IllegalMoveError, "W2"),
        ("a1 c3", "d3,d4", IllegalMoveError, "W2"),
        ("a1", "c3,z9", InvalidMoveError, "z9"),
        ("a1", "c3,", InvalidMoveError, "''"),
        ("a1", ",", InvalidMoveError, "''"),
        ("a1 pass pass", "c3,d4", IllegalMoveError, "over"),
    ],
)
def test_turns_are_all_or_nothing(before: str, turn: str, error: type[ValueError], why: str) -> None:
    state = fieldstone.load("vadus", size=3).new_state()
    for move in before.split():
        state.play(move)
    record, text, history = state.record.tobytes(), state.to_text(), state.history
    with pytest.raises(error, match=why) as caught:
        state.play(turn)
    assert (state.record.tobytes(), state.to_text(), state.history) == (record, text, history)
    if error is IllegalMoveError:
        assert repr(turn) in str(caught.value)
        assert text in str(caught.value)
    assert state.why_illegal(turn)


@pytest.mark.parametrize(("name", "rule"), [("vacu", "V3"), ("kaomi", "K2"), ("iago", "I2")])
def test_only_vadus_has_turns_of_two_stones(name: str, rule: str) -> None:
    """A turn of one move is by the game's own rule."""
    state = fieldstone.load(name).new_state()
    legal = state.legal_moves()
    with pytest.raises(IllegalMoveError, match=rule):
        state.play(f"{legal[0]},{legal[-1]}")
    assert state.history == ()


# Seats and colours -----------------------------------------------------------------------------


def seats(state: State) -> tuple[str, int, int, int]:
    return str(state.to_move), state.seat, state.seat_of(Colour.BLACK), state.seat_of(Colour.WHITE)


@pytest.mark.parametrize(("name", "komi", "highest"), [("vacu", "komi 5", "komi 9"), ("squared", "komi 6", "komi 80")])
@pytest.mark.parametrize("side", ["black", "white"])
def test_seats_through_the_auction(name: str, komi: str, highest: str, side: str) -> None:
    """S1, S4: seat 1 names komi, seat 2 takes a side, Black begins."""
    state = fieldstone.load(name, size=3, setup="auction").new_state()
    assert seats(state) == ("B", 1, 1, 2)
    assert {str(move)[:5] for move in state.legal_moves()} == {"komi "}
    assert highest in map(str, state.legal_moves())
    state.play(komi)
    assert seats(state) == ("W", 2, 1, 2)
    assert [str(move) for move in state.legal_moves()] == ["black", "white"]
    assert state.scores()["W"] == int(komi.split()[1])
    state.play(side)
    assert seats(state) == (("B", 2, 2, 1) if side == "black" else ("B", 1, 1, 2))
    state.play("a1")
    assert seats(state)[:2] == ("W", 1 if side == "black" else 2)
    assert f"{komi.replace(' ', '=')}" in state.to_text()
    assert ("seats=WB" in state.to_text()) == (side == "black")
    assert seats(parse_position(state.to_text())) == seats(state)


def test_seats_through_the_swap() -> None:
    """K10: the players exchange colours; it is White's turn again, now the other player's."""
    state = fieldstone.load("kaomi", size=3).new_state()
    assert "swap" not in map(str, state.legal_moves())
    state.play("b2")
    assert seats(state) == ("W", 2, 1, 2)
    other = state.copy()
    other.play("a1")
    assert "swap" not in map(str, other.legal_moves())
    rows = state.rows()
    state.play("swap")
    assert seats(state) == ("W", 1, 2, 1)
    assert state.rows() == rows
    assert "swap" not in map(str, state.legal_moves())
    assert "K10" in str(state.why_illegal("swap"))
    state.play("a1")
    assert seats(state) == ("B", 2, 2, 1)
    assert "swap" not in map(str, fieldstone.load("kaomi", pie=False).new_state().game.moves)


# Outcomes and words ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "moves", "winner", "termination"),
    [
        ("vacu(size=2,komi=0)", "button,pass,pass", "B", "two-passes"),
        ("vacu(size=2,komi=4)", "a1,button,pass,pass", "W", "two-passes"),
        ("vacu(size=3,komi=9)", "a2,a1,b1", "draw", "last-group"),  # V10
        ("convacu(size=1)", "pass,pass", "draw", "two-passes"),
        ("convacu(size=2)", "a1,b1,a2", "B", "connection"),
        ("kaomi(size=2)", "a1,b2,a2,b1", "draw", "board-full"),
        ("vadus(size=2)", "b2,pass,pass", "W", "two-passes"),
    ],
)
def test_outcomes(game: str, moves: str, winner: str, termination: str) -> None:
    state = parse_position(f"{game} moves {moves}")
    outcome = state.outcome
    assert outcome is not None
    assert outcome.termination is Termination(termination)
    if game.startswith(("kaomi", "vadus")):
        assert outcome.winner is not None  # K9, W6: the colour is told by the oracles
    else:
        assert (str(outcome.winner) if outcome.winner else "draw") == winner
    assert state.legal_moves() == []
    assert "The game is over (" in (state.why_illegal("a1") or "")


def test_a_third_appearance_is_a_draw() -> None:
    """V9: the start of the cycle was left by the button, and there are passes in it; undo takes the draw back."""
    cycle = "pass,a3,c1,c2,pass,b1,a1,a2,pass,c3,pass,b1"
    state = parse_position(f"vacu(size=3) moves a1,b2,a2,b3,button,{cycle},{cycle}")
    assert state.outcome is not None
    assert state.outcome.termination is Termination.REPETITION
    assert state.outcome.winner is None
    assert state.legal_moves() == []
    assert state.to_text().endswith("over=repetition")
    assert parse_position(state.to_text()).outcome == state.outcome
    assert parse_position(state.to_text(history=True)) == state
    fieldstone.check_consistency(state)
    move = state.undo()
    assert state.outcome is None
    # Without the history the rules do not know that the position has been there before.
    fresh = parse_position(state.to_text())
    for one in (state, fresh):
        one.play(move)
    assert (state.outcome is None, fresh.outcome is None) == (False, True)
    assert state.rows() == fresh.rows()


def test_str_is_a_board_with_coordinates() -> None:
    state = parse_position("vacu(size=3,komi=2) ..W/.B./B.. W button=B")
    lines = str(state).splitlines()
    assert lines[:4] == [" 3 . . W", " 2 . B .", " 1 B . .", "   a b c"]
    assert any("White" in line for line in lines[4:])
    assert any("button=B" in line for line in lines[4:])
    lines = str(fieldstone.load("vadus", size=2).new_state()).splitlines()
    assert [line.strip()[0] for line in lines[:3]] == ["c", "b", "a"]
    assert [line.count(".") for line in lines[:3]] == [2, 3, 2]
