"""The Python API, word by word: the names, types and errors that other programs are written against."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import fieldstone
from fieldstone import Colour, Game, IllegalMoveError, InvalidMoveError, Move, OptionError, Outcome, State, Termination
from tests.brought import with_brought

DEFAULTS: list[tuple[str, dict[str, Any], int, int]] = [
    ("vacu", {"size": 9, "komi": 0, "setup": "fixed"}, 81, 83),
    ("convacu", {"size": 9}, 81, 82),
    ("kaomi", {"size": 7, "pie": True}, 49, 50),
    ("squared", {"size": 7, "komi": 0, "setup": "fixed"}, 49, 49),
    ("iago", {}, 61, 61),
    ("iago-free", {}, 61, 61),
    ("vadus", {"size": 9}, 217, 218),
]
SMALL: list[tuple[str, dict[str, Any]]] = with_brought(
    [
        ("vacu", {"size": 4, "komi": 3}),
        ("vacu", {"size": 3, "setup": "auction"}),
        ("convacu", {"size": 4}),
        ("kaomi", {"size": 4}),
        ("kaomi", {"size": 3, "pie": False}),
        ("squared", {"size": 4, "komi": 6}),
        ("squared", {"size": 2, "setup": "auction"}),
        ("iago", {}),
        ("iago-free", {}),
        ("vadus", {"size": 3}),
    ]
)
each_small = pytest.mark.parametrize(("name", "options"), SMALL, ids=lambda value: str(value))


def played(name: str, options: Mapping[str, Any], seed: int, plies: int = 10_000) -> State:
    """A state after random moves; with the default number of plies, the end of a game."""
    rng = random.Random(seed)
    state = fieldstone.load(name, **options).new_state()
    while state.outcome is None and len(state.history) < plies:
        state.play(rng.choice(state.legal_moves()))
    return state


def snapshot(state: State) -> tuple[Any, ...]:
    """All that can be seen of a state, and every byte of its record."""
    return (
        state.record.tobytes(), state.key, state.history, state.rows(), state.to_move, state.seat, state.scores(),
        state.outcome, state.legal_moves(), str(state), state.to_text(history=True),
    )  # fmt: skip


# Games -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options", "points", "actions"), DEFAULTS)
def test_load(name: str, options: dict[str, Any], points: int, actions: int) -> None:
    game = fieldstone.load(name)
    assert isinstance(game, Game)
    assert game.name == name
    assert dict(game.options) == options
    assert list(game.options) == list(options)
    assert (game.points, game.num_actions) == (points, actions)
    assert type(game.points) is type(game.num_actions) is int
    assert len(game.moves) == actions
    assert [move.action for move in game.moves] == list(range(actions))
    assert len({str(move) for move in game.moves}) == actions
    assert game == fieldstone.load(name, **options)
    assert hash(game) == hash(fieldstone.load(name, **options))
    assert game != fieldstone.load("iago" if name != "iago" else "vadus")
    assert eval(repr(game), {"fieldstone": fieldstone}) == game
    assert pickle.loads(pickle.dumps(game)) == copy.deepcopy(game) == game


@pytest.mark.parametrize(
    ("name", "options", "actions"),
    [
        ("vacu", {"size": 5, "setup": "auction"}, 25 + 2 + 2 + 26),
        ("squared", {"size": 3, "setup": "auction"}, 9 + 2 + 41),
        ("kaomi", {"size": 5, "pie": False}, 25),
        ("convacu", {"size": 1}, 2),
        ("vadus", {"size": 13}, 469 + 1),
    ],
)
def test_actions_follow_the_options(name: str, options: dict[str, Any], actions: int) -> None:
    assert fieldstone.load(name, **options).num_actions == actions


@pytest.mark.parametrize(
    ("name", "options", "names"),
    [
        ("vacu", {"size": 1}, "from 2 to 19"),
        ("vacu", {"size": 20}, "from 2 to 19"),
        ("vacu", {"size": "nine"}, "from 2 to 19"),
        ("vacu", {"size": 9.0}, "from 2 to 19"),
        ("vacu", {"size": True}, "from 2 to 19"),
        ("vacu", {"size": None}, "from 2 to 19"),
        ("vacu", {"komi": -1}, "from 0 to 361"),
        ("vacu", {"komi": 6.5}, "from 0 to 361"),
        ("vacu", {"komi": 362}, "from 0 to 361"),
        ("vacu", {"setup": "haggle"}, "fixed or auction"),
        ("vacu", {"setup": "auction", "komi": 7}, "leave komi out"),
        ("vacu", {"pie": True}, "size, komi, setup"),
        ("convacu", {"size": 0}, "from 1 to 19"),
        ("convacu", {"komi": 0}, "its options: size"),
        ("kaomi", {"size": 14}, "from 2 to 13"),
        ("kaomi", {"pie": "maybe"}, "true or false"),
        ("kaomi", {"pie": 1}, "true or false"),
        ("squared", {"komi": 3}, "an even number from 0 to 28560"),
        ("squared", {"komi": -2}, "an even number from 0 to 28560"),
        ("squared", {"size": 1}, "from 2 to 13"),
        ("iago", {"size": 5}, "none"),
        ("iago-free", {"free": True}, "none"),
        ("vadus", {"size": 1}, "from 2 to 13"),
        ("vadus", {"size": 14}, "from 2 to 13"),
    ],
)
def test_options_out_of_range_are_refused(name: str, options: dict[str, Any], names: str) -> None:
    with pytest.raises(OptionError, match=names) as caught:
        fieldstone.load(name, **options)
    assert isinstance(caught.value, ValueError)
    assert name in str(caught.value)


def test_unknown_games_are_refused() -> None:
    for name in ("go", "", "Vacu", "vacu "):
        with pytest.raises(OptionError, match="there is no game") as caught:
            fieldstone.load(name)
        assert f"“{name}”" in str(caught.value)
        assert all(known in str(caught.value) for known, *_ in DEFAULTS)


@pytest.mark.parametrize("name", [name for name, *_ in DEFAULTS])
def test_games_are_immutable(name: str) -> None:
    game = fieldstone.load(name)
    for attribute in ("name", "options", "points", "num_actions", "board"):
        before = getattr(game, attribute)
        try:
            with pytest.raises(AttributeError):
                setattr(game, attribute, "other")
        finally:
            if getattr(game, attribute) is not before:
                setattr(game, attribute, before)
    with pytest.raises(TypeError):
        game.options["size"] = 3  # type: ignore[index]
    with pytest.raises(AttributeError):
        game.moves[0].text = "z9"  # type: ignore[misc]


def test_facts_of_all_games() -> None:
    facts = fieldstone.games()
    assert set(facts) == {name for name, *_ in DEFAULTS}
    for name, options, *_ in DEFAULTS:
        assert isinstance(facts[name], fieldstone.GameSpec)
        assert facts[name].name == name
        assert {key: option.default for key, option in facts[name].options.items()} == options
        assert facts[name].title()
        assert facts[name].tagline()
        assert facts[name].designers
        assert 2000 < (facts[name].year or 0) < 2030
    assert {name: fact.base for name, fact in facts.items() if fact.base} == {
        "convacu": "vacu", "squared": "kaomi", "iago-free": "iago",
    }  # fmt: skip
    del facts["vacu"]
    assert "vacu" in fieldstone.games()


# The package -----------------------------------------------------------------------------------

NAMES = {
    "Batch", "Colour", "DiagramError", "Game", "GameSpec", "IllegalMoveError", "InvalidMoveError", "Move",
    "OptionError", "Outcome", "PositionError", "Preview", "State", "Termination", "check_consistency", "games",
    "load", "parse_position",
}  # fmt: skip


def test_public_names() -> None:
    space: dict[str, Any] = {}
    exec("from fieldstone import *", space)
    assert space.keys() - {"__builtins__"} == set(fieldstone.__all__)
    assert set(fieldstone.__all__) >= NAMES
    assert set(dir(fieldstone)) >= NAMES
    assert fieldstone.__version__
    with pytest.raises(AttributeError, match="chess"):
        fieldstone.chess  # noqa: B018
    for error in (IllegalMoveError, InvalidMoveError, OptionError, fieldstone.PositionError):
        assert issubclass(error, ValueError)


@pytest.mark.parametrize("use", ["fieldstone.games()", "fieldstone.load; fieldstone.games()", "fieldstone.State"])
def test_importing_the_package_imports_nothing_heavy(use: str) -> None:
    code = (
        "import sys, fieldstone\n"
        "assert not {'numba', 'numpy', 'rich', 'typer'} & sys.modules.keys(), sys.modules.keys()\n"
        f"{use}\n"
        "assert len(fieldstone.games()) == 7\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


# States ----------------------------------------------------------------------------------------


@each_small
def test_names_and_types(name: str, options: dict[str, Any]) -> None:
    for plies in (0, 1, 2, 7, 10_000):
        state = played(name, options, 3, plies)
        legal = state.legal_moves()
        assert isinstance(legal, list)
        assert all(type(move) is Move for move in legal)
        assert legal == sorted(legal)
        texts = [str(move) for move in legal]
        assert texts == sorted(set(texts))
        assert all("," not in text for text in texts)  # single decisions
        assert type(state.to_move) is Colour
        assert state.to_move == state.to_move.value
        assert state.to_move in ("B", "W")
        assert state.seat in (1, 2)
        rows = state.rows()
        assert isinstance(rows, list)
        assert all(type(row) is str for row in rows)
        assert sum(map(len, rows)) == state.game.points
        scores = state.scores()
        assert list(scores) == ["B", "W"]
        assert all(type(colour) is str for colour in scores)
        assert isinstance(state.history, tuple)
        assert len(state.history) == state.record.ply
        assert isinstance(hash(state.key), int)
        assert "\n" not in state.to_text() + state.to_text(history=True)
        assert len(str(state).splitlines()) > len(rows)
        outcome = state.outcome
        assert (outcome is None) == bool(legal)
        if outcome is not None:
            assert type(outcome) is Outcome
            assert outcome.winner is None or type(outcome.winner) is Colour
            assert type(outcome.termination) is Termination
            assert isinstance(outcome.termination, str)
            assert outcome.scores == scores
            with pytest.raises(AttributeError):
                outcome.winner = None  # type: ignore[misc]


def test_colours_are_texts() -> None:
    assert [str(colour) for colour in Colour] == ["B", "W"]
    assert Colour("B") is Colour.BLACK
    assert Colour.BLACK.other is Colour.WHITE
    assert Colour.WHITE.other is Colour.BLACK
    assert {"B": 1}[Colour.BLACK] == 1


@each_small
def test_equality_copies_pickles_and_repr(name: str, options: dict[str, Any]) -> None:
    for plies in (0, 1, 5, 10_000):
        state = played(name, options, 4, plies)
        before = snapshot(state)
        twins = [state.copy(), pickle.loads(pickle.dumps(state)), copy.deepcopy(state)]
        twins.append(fieldstone.parse_position(state.to_text(history=True)))
        for twin in twins:
            assert twin == state
            assert snapshot(twin) == before
        again = eval(repr(state), {"fieldstone": fieldstone})
        assert repr(again) == repr(state)
        assert again.key == state.key
        assert (again.rows(), again.legal_moves(), again.scores()) == (
            state.rows(),
            state.legal_moves(),
            state.scores(),
        )
        assert again.outcome == state.outcome
        assert (again == state) == (not state.history)
        if state.outcome is None:
            twin = state.copy()
            twin.play(twin.legal_moves()[-1])
            assert twin != state
            assert snapshot(state) == before
            twin.undo()
            assert twin == state
        assert state != before
        with pytest.raises(TypeError):
            hash(state)


@each_small
def test_history_and_undo(name: str, options: dict[str, Any]) -> None:
    state = played(name, options, 5)
    history = state.history
    for number in range(len(history), 0, -1):
        assert state.history == history[:number]
        assert state.plies == number
        assert state.played_since(number - 1) == history[number - 1 : number]
        move = state.undo()
        assert type(move) is Move
        assert move == history[number - 1]
        assert state.outcome is None
        assert move in state.legal_moves()
    assert state == state.game.new_state()
    with pytest.raises(ValueError, match="no move"):
        state.undo()
    for move in history:
        state.play(str(move))
    assert state.history == history


@each_small
def test_actions_are_played(name: str, options: dict[str, Any]) -> None:
    """The numbers that legal_actions() gives, NumPy's too, do what the moves do."""
    state = played(name, options, 6, 3)
    for action in state.legal_actions():
        by_number, by_array, by_move = state.copy(), state.copy(), state.copy()
        by_number.play(action)
        by_array.play(np.int16(action))
        by_move.play(state.game.moves[action])
        assert by_number == by_array == by_move
        assert state.preview(action) == state.preview(state.game.moves[action])
    illegal = set(range(state.game.num_actions)) - set(state.legal_actions())
    for action in illegal:
        with pytest.raises(IllegalMoveError, match=f"illegal move '{state.game.moves[action]}'"):
            state.play(action)


@each_small
def test_what_stands_on_a_point(name: str, options: dict[str, Any]) -> None:
    state = played(name, options, 6, 3)
    board = state.game.board
    symbols = board.symbols(state.rows())
    assert [state[point] for point in board.names] == symbols
    assert [state[f" {point.upper()} "] for point in board.names] == symbols
    for wrong in ("z99", "", "pass", "a0", 0, None):
        with pytest.raises(KeyError, match=f"{board.names[0]} to {board.names[-1]}"):
            state[wrong]  # type: ignore[index]
    with pytest.raises(TypeError):
        iter(state)  # type: ignore[call-overload]


# Errors ----------------------------------------------------------------------------------------


@each_small
def test_invalid_moves(name: str, options: dict[str, Any]) -> None:
    state = played(name, options, 6, 3)
    before = snapshot(state)
    for text in ("", "z99", "a0", "e-5", "c3;d4", "a1 b1", "komi", "komi 7.5", "resign", "a1\x00", "ａ１", "a1" * 99):
        with pytest.raises(InvalidMoveError) as caught:
            state.play(text)
        message = str(caught.value)
        assert repr(text)[:20] in message
        assert str(state.game) in message
        assert f"{state.game.board.names[0]} to {state.game.board.names[-1]}" in message
        assert state.why_illegal(text)
    for other in (None, -1, state.game.num_actions, True, 1.5, b"a1", ["a1"], ("a1",), state):
        with pytest.raises(InvalidMoveError):
            state.play(other)  # type: ignore[arg-type]
        with pytest.raises(InvalidMoveError):
            state.preview(other)  # type: ignore[arg-type]
    assert snapshot(state) == before


@each_small
def test_illegal_moves(name: str, options: dict[str, Any]) -> None:
    for plies in (0, 1, 2, 4, 10_000):
        state = played(name, options, 7, plies)
        before = snapshot(state)
        legal = state.legal_moves()
        for move in state.game.moves:
            if move in legal:
                assert state.why_illegal(str(move)) is None
                continue
            for given in (move, str(move)):
                with pytest.raises(IllegalMoveError) as caught:
                    state.play(given)
                message = str(caught.value)
                assert repr(str(move)) in message
                assert state.to_text() in message
                assert str(state.why_illegal(str(move))) in message
                with pytest.raises(IllegalMoveError):
                    state.preview(given)
        assert snapshot(state) == before


def test_moves_of_another_game_are_refused() -> None:
    """A Move carries a number, and the same number may be another move elsewhere."""
    state = fieldstone.load("vacu", size=5).new_state()
    before = snapshot(state)
    strangers = [Move("a1", -1), Move("a1", 27), Move("a1", 10**6), Move("b3", 3), Move("nonsense", 3)]
    for moves in (strangers, *(fieldstone.load(other).moves for other in ("vacu", "vadus", "iago"))):
        for move in moves:
            if 0 <= move.action < state.game.num_actions and state.game.moves[move.action].text == move.text:
                continue
            twin = state.copy()
            try:
                state.play(move)
            except (InvalidMoveError, IllegalMoveError):
                with pytest.raises((InvalidMoveError, IllegalMoveError)):
                    state.preview(move)
            else:  # if anything, it is the move with its text
                assert state.history[-1].text == move.text
                assert twin.preview(move).move == move.text
                twin.play(move.text)
                assert state == twin
                state.undo()
            assert snapshot(state) == before


@each_small
def test_texts_of_moves_are_read_with_patience(name: str, options: dict[str, Any]) -> None:
    state = fieldstone.load(name, **options).new_state()
    move = state.legal_moves()[0]
    state.play(f"  {move.text.upper().replace(' ', '   ')}\t")
    assert state.history == (move,)
