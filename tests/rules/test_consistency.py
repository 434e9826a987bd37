"""`check_consistency` finds what is wrong with a position, and compiled random games leave nothing wrong."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import fieldstone
from fieldstone import PositionError, State, check_consistency, parse_position
from fieldstone.core.entries import margin_of, sample_playouts
from fieldstone.core.rng import make_rng
from fieldstone.play.codec import position_text
from tests.brought import with_brought

pytestmark = [pytest.mark.pure, pytest.mark.boundscheck]

VACU = "vacu(size=3) moves a1,b1,b2,c1"
KAOMI = "kaomi(size=3) moves a1,b1,b2"
IAGO = "iago moves b2,e3,g4"
VADUS = "vadus(size=3) moves c3,a1,a2"


def place(state: State, name: str) -> int:
    """Where a point of Vacu or Vadus stands in the record's arrays."""
    return int(state.game.adapter.rules[0].place_of[state.game.board.index[name]])


def damage(name: str, value: int, index: Any = None) -> Callable[[State], None]:
    """Return what adds a value to a field of the record, or to one entry of it."""

    def change(state: State) -> None:
        record = state.record
        at = place(state, index) if isinstance(index, str) else index
        if at is None:
            record[name] = record[name] + record.dtype[name].type(value)
        else:
            record[name][at] += value

    return change


def misplace(state: State) -> None:
    """Make the list of empty places name one twice."""
    state.record["empties"][0] = state.record["empties"][1]


def move_where(state: State) -> None:
    """Forget where an empty place stands in the list."""
    state.record["where"][state.record["empties"][0]] += 1


def foreign_head(state: State) -> None:
    """Make a stone belong to a group of the other colour."""
    state.record["head"][place(state, "a1")] = place(state, "b1")


def short_circle(state: State) -> None:
    """Take a stone out of the list of its group's stones."""
    state.record["next"][place(state, "c1")] = place(state, "c1")
    state.record["next"][place(state, "b1")] = place(state, "b1")


DAMAGES = [
    (VACU, damage("key", 1), "the key is"),
    (VACU, damage("to_move", 2), "to_move is 3"),
    (VACU, damage("winner", 1), "winner is 1 in a game that goes on"),
    (VACU, damage("exchanged", 2), "exchanged is 2, passes 0"),
    (VACU, damage("passes", 3), "exchanged is 0, passes 3"),
    (VACU, damage("komi", 1), "playing the history again gives another record"),
    (VACU, damage("stones", 1, 1), "the counts are"),
    (VACU, misplace, "the list of empty points does not agree"),
    (VACU, move_where, "the places in the list of empty points"),
    (VACU, foreign_head, "the group on a1 has the heads"),
    (VACU, short_circle, "the list of stones of the group on b1"),
    (VACU, damage("liberties", 1, "a1"), "the group on a1 has"),
    (VACU, damage("liberty_squares", 1, "a1"), "the group on a1 has"),
    (KAOMI, damage("key", 1), "the key is"),
    (KAOMI, damage("row_stones", 4, 2), "the lines do not agree with the board"),
    (KAOMI, misplace, "the list of empty squares does not agree"),
    (KAOMI, move_where, "the places in the list of empty squares"),
    (IAGO, damage("key", 1), "the key is"),
    (IAGO, misplace, "the list of empty hexes does not agree"),
    (IAGO, move_where, "the places in the list of empty hexes"),
    (IAGO, damage("inner_empty", -1), "inner_empty is 33, computed 34"),
    (IAGO, damage("lines", 16, (1, 0)), "line 0 holds 10000 of kind 1, computed 0"),
    (IAGO, damage("captures", 1, (0, 60)), "the captures of Black do not agree"),
    (IAGO, damage("ties", 1), "most and ties are"),
    (VADUS, damage("key", 1), "the key is"),
    (VADUS, misplace, "the list of empty points does not agree"),
    (VADUS, move_where, "the places in the list of empty points"),
    (VADUS, damage("left", 2), "left is 4"),
]


@pytest.mark.parametrize(("text", "change", "words"), DAMAGES)
def test_damage_is_found(text: str, change: Callable[[State], None], words: str) -> None:
    state = parse_position(text)
    check_consistency(state)
    change(state)
    with pytest.raises(RuntimeError, match=re.escape(words)):
        check_consistency(state)


SMALL: list[tuple[str, dict[str, Any]]] = with_brought(
    [
        ("vacu", {"size": 3, "komi": 2}),
        ("vacu", {"size": 2, "setup": "auction"}),
        ("convacu", {"size": 2}),
        ("convacu", {"size": 4}),
        ("convacu", {"size": 1}),
        ("kaomi", {"size": 3}),
        ("squared", {"size": 3, "setup": "auction"}),
        ("iago", {}),
        ("iago-free", {}),
        ("vadus", {"size": 3}),
    ]
)


def as_state(game: fieldstone.Game, record: Any) -> State:
    """A record as a state without history."""
    return State(game, np.array([record], dtype=game.adapter.dtype))


@pytest.mark.parametrize(("name", "options"), SMALL)
def test_playouts_end_in_positions_that_are_in_order(name: str, options: dict[str, Any]) -> None:
    game = fieldstone.load(name, **options)
    batch = game.new_batch(4)
    batch.random_playouts(seed=5)
    assert batch.terminal.all()
    for record in batch.states:
        state = as_state(game, record)
        check_consistency(state)
        text = position_text(game, record)
        assert state.to_text() == text
        if "playout-cap" not in text:
            assert parse_position(text).outcome == state.outcome


@pytest.mark.parametrize(("name", "options"), SMALL)
def test_random_actions_are_legal(name: str, options: dict[str, Any]) -> None:
    """Drawn one by one, in games that go to their ends."""
    game = fieldstone.load(name, **options)
    batch = game.new_batch(3)
    for seed in range(1, 400):
        actions = batch.random_actions(seed)
        mask = batch.legal_mask()
        assert ((actions >= 0) == ~batch.terminal).all()
        assert all(mask[index, action] for index, action in enumerate(actions) if action >= 0)
        if batch.terminal.all():
            break
        batch.play(actions)
    assert batch.terminal.all()


@pytest.mark.parametrize(("name", "options"), SMALL)
def test_sampled_playouts_leave_the_position_alone(name: str, options: dict[str, Any]) -> None:
    game = fieldstone.load(name, **options)
    states = np.zeros(2, dtype=game.adapter.dtype)
    states[0] = game.new_state().record
    before = states[0].tobytes()
    words = states.view(np.uint64).reshape(2, -1)
    black, white, plies = sample_playouts(game.adapter.rules, states, words, make_rng(3), 3)
    assert states[0].tobytes() == before
    assert black + white <= 3 <= plies


@pytest.mark.parametrize(
    ("text", "margin"),
    [
        ("vacu(size=3,komi=2) .../.../B.. W", 2 * (9 - 2)),
        ("vacu(size=3,komi=2) .../.../B.. W button=W", 2 * (9 - 2) - 1),
        ("squared(size=2,komi=2) ../B. W", 2 * (1 - 2)),
        ("kaomi(size=2) ../B. W", 2),
        ("kaomi(size=2) .W/B. B", 1),  # nothing would be left: K9
        ("iago", 0),  # no disc in the centre yet
        ("iago moves b2", 0),
        ("vadus(size=2) ../.B./.. W", 1),  # White has no group
        ("vadus(size=2) BB/..B/W. W left=1", 2 * 2),
        ("vadus(size=2) .B/.../W. W left=1", 0),
    ],
)
def test_margins_of_games_that_go_on(text: str, margin: int) -> None:
    """Black's lead in half points, if the game ended here."""
    state = parse_position(text)
    assert margin_of(state.game.adapter.rules, np.array([state.record], dtype=state.game.adapter.dtype)) == margin


def test_the_one_legal_point_among_six_is_drawn() -> None:
    """Convacu draws empty points until one is legal, and after some misses looks at all of them."""
    state = parse_position("convacu(size=5) .B.B./BBBWW/BBWWB/.WBB./WWB.B W")
    (only,) = state.legal_moves()
    batch = state.game.new_batch(60)
    batch.states[:] = state.record
    assert set(batch.random_actions(7).tolist()) == {only.action}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("vacu(size=2) ../../.. B", "3 rows were given; this board has 2"),
        ("vacu(size=2) .../.. B", "row 2 from the bottom, “...”, has 3 characters; this row of the board has 2"),
        ("vacu(size=2) .b/.. B", "“b” on b2: vacu uses . B W"),
        ("vacu(size=2) ../.. B button=Q", "button=Q is not possible; possible: button=-, button=B, button=W"),
        ("vacu(size=2,setup=auction) ../.. B", "must be given: komi=0 to komi=4"),
        (
            "squared(size=2,setup=auction) ../.. B komi=x",
            "must be given: an even number, komi=0 to komi=16",
        ),
        ("vacu(size=2) ../.. B left=1", "unknown in vacu: left=1"),
        ("kaomi(size=2) ../B. W over=two-passes", "over=two-passes does not fit this position: leave it out"),
        ("vacu(size=2) ../B. W over=repetition", ""),
        ("vacu(size=2) ../B. W over=last-group", ""),
        ("vacu(size=2) .W/B. W over=last-group", "does not fit this position; possible here: over=repetition"),
        ("convacu(size=2) .W/.. B over=last-group", "does not fit this position; possible here: over=repetition"),
    ],
)
def test_texts_of_positions(text: str, words: str) -> None:
    if words:
        with pytest.raises(PositionError, match=re.escape(words)):
            parse_position(text)
    else:
        assert parse_position(text).outcome is not None
