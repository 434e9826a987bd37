"""Garbage in, documented errors out: nothing else is raised, nothing has changed, and what is read can be played."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import fieldstone
from fieldstone import IllegalMoveError, InvalidMoveError, OptionError, PositionError, State, check_consistency
from tests.brought import with_brought
from tests.fuzz.laws import laws

SPECS: list[tuple[str, dict[str, Any]]] = with_brought(
    [
        ("vacu", {"size": 3}),
        ("vacu", {"size": 2, "setup": "auction"}),
        ("vacu", {"size": 5, "komi": 2}),
        ("convacu", {"size": 1}),
        ("convacu", {"size": 2}),
        ("convacu", {"size": 3}),
        ("kaomi", {"size": 3}),
        ("kaomi", {"size": 2, "pie": False}),
        ("squared", {"size": 2, "setup": "auction"}),
        ("squared", {"size": 3}),
        ("iago", {}),
        ("iago-free", {}),
        ("vadus", {"size": 2}),
        ("vadus", {"size": 3}),
    ]
)
LAWS = laws(150)

specs = st.sampled_from(SPECS)
seeds = st.integers(0, 2**32 - 1)
WORDS = [
    "a1", "b2", "c3", "d4", "e5", "pass", "button", "swap", "komi", "komi 4", "komi 0", "komi -1", "black", "white",
    ",", ",", " ", "a01", "A1", "a1 ", "z9", "\x00", "a1\n", "١", "ａ1", "\u202e", "B", "W",
]  # fmt: skip
texts = st.one_of(
    st.text(max_size=100),
    st.text("abcdefg123456789 ,.", max_size=12),
    st.lists(st.sampled_from(WORDS), max_size=6).map("".join),
)
values = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=10), st.binary(max_size=4),
    st.sampled_from(["9", "07", "+9", "9 ", "٩", "1e1", "fixed", "AUCTION", "true", "False", 9, 2, [9], (9,), {}]),
)  # fmt: skip


def play_randomly(state: State, rng: random.Random, limit: int) -> State:
    while state.outcome is None and len(state.history) < limit:
        state.play(rng.choice(state.legal_moves()))
    return state


@st.composite
def states(draw: st.DrawFn) -> State:
    name, options = draw(specs)
    state = fieldstone.load(name, **options).new_state()
    return play_randomly(state, random.Random(draw(seeds)), draw(st.one_of(st.integers(0, 12), st.just(10_000))))


# Options and moves -----------------------------------------------------------------------------


@LAWS
@given(st.one_of(st.sampled_from([name for name, _ in SPECS]), st.text(max_size=12)),
       st.dictionaries(st.one_of(st.sampled_from(["size", "komi", "setup", "pie", "name", "self", "options"]),
                                 st.text(max_size=6)), values, max_size=3))  # fmt: skip
@example("vacu", {"name": "vacu"})
@example("vacu", {"size": "9" * 50})
@example("vacu", {"size": 10**50})
@example("vacu\n", {})
def test_load(name: str, options: dict[str, Any]) -> None:
    try:
        game = fieldstone.load(name, **options)
    except OptionError:
        pass
    else:
        assert game.name == name
        assert eval(repr(game), {"fieldstone": fieldstone}) == game
        assert game.new_state().legal_moves()


@LAWS
@given(states(), texts)
@example(fieldstone.load("vadus", size=3).new_state(), "a1," * 40_000)
@example(fieldstone.load("vacu", size=3).new_state(), "\ud800")
@example(fieldstone.load("vacu", size=3).new_state(), "B")
@example(fieldstone.load("vacu", size=3).new_state(), "{point}")
@example(fieldstone.load("vacu", size=3).new_state(), "a" * 1_000_000)
@example(fieldstone.load("vacu", size=3).new_state(), "9" * 10_000)
def test_moves(state: State, text: str) -> None:
    before = (state.record.tobytes(), state.history, state.to_text())
    trial = state.copy()
    reason = state.why_illegal(text)
    assert reason is None or 0 < len(reason) < 400
    error: ValueError | None = None
    try:
        trial.play(text)
    except (InvalidMoveError, IllegalMoveError) as caught:
        error = caught
    assert (error is None) == (reason is None)
    if error is None:
        check_consistency(trial)
        twin = state.copy()
        for part in text.split(","):
            twin.play(part)
        assert twin == trial
    else:
        assert 0 < len(str(error)) < 1500
        assert (trial.record.tobytes(), trial.history, trial.to_text()) == before
        if isinstance(error, IllegalMoveError):
            assert str(reason) in str(error)
        elif len(text) <= 40:
            assert text in str(reason)  # the text itself, not a translation of it
    try:
        preview = state.preview(text)
    except (InvalidMoveError, IllegalMoveError):
        assert reason is not None or "," in text
    else:
        assert reason is None
        assert preview.move in map(str, state.legal_moves())
    assert (state.record.tobytes(), state.history, state.to_text()) == before


# Positions -------------------------------------------------------------------------------------


def must_be_playable(state: State, seed: int) -> None:
    """What is read must be sound, must be written and read again, and must come to an end."""
    check_consistency(state)
    assert (state.outcome is None) == bool(state.legal_moves())
    again = fieldstone.parse_position(state.to_text())
    assert again.to_text() == state.to_text()
    assert again.outcome == state.outcome
    play_randomly(state, random.Random(seed), 3000)
    assert state.outcome is not None
    check_consistency(state)
    while state.history:
        state.undo()
    check_consistency(state)


def parse(text: str) -> State | None:
    """Read a text if it can be read; only the documented errors, and short ones."""
    try:
        return fieldstone.parse_position(text)
    except (PositionError, OptionError) as caught:
        error = caught
    assert 0 < len(str(error)) < 1500
    return None


PARTS = [
    " ", " ", "/", ".", "B", "W", "b", "w", "=", ",", "(", ")", " moves ", "a1", "a1,b1", "pass", "passes=1",
    "passes=2", "button=B", "button=W", "left=1", "left=2", "seats=WB", "seats=BW", "komi=4", "komi=99",
    "setup=komi", "setup=side", "setup=done",
    "over=repetition", "over=two-passes", "over=last-group", "over=connection", "over=board-full",
    "over=inner-area-full", "over=playout-cap", "over=", "vacu", "iago", "size=3", "name=3", "komi=1", "\x00", "٣", "é",
]  # fmt: skip


@st.composite
def mutations(draw: st.DrawFn) -> str:
    """The text of a position, or of a game, with a few cuts, repetitions and insertions."""
    state = draw(states())
    text = state.to_text(history=draw(st.booleans()))
    for _ in range(draw(st.integers(0, 4))):
        at, end = sorted(draw(st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))))
        kind = draw(st.sampled_from(["cut", "double", "insert", "replace", "append", "append"]))
        part = draw(st.sampled_from(PARTS))
        if kind == "cut":
            text = text[:at] + text[min(end, at + 3) :]
        elif kind == "double":
            text = text[:end] + text[at:]
        elif kind == "insert":
            text = text[:at] + part + text[at:]
        elif kind == "replace":
            text = text[:at] + part + text[at + len(part) :]
        else:
            text = f"{text} {part}"
    return text[:5000]


@laws(400)
@given(mutations(), seeds)
@example("vacu(name=3) .../.../... B", 0)
@example("vacu(size=3,setup=auction) .../.../... W setup=side komi=4", 0)
@example("vacu(size=3,setup=auction) .../.../... B setup=side komi=4", 0)
@example("squared(size=2,setup=auction) ../.. W setup=side komi=4", 0)
@example("vacu(size=3) .../.../... B over=playout-cap", 0)
@example("kaomi(size=2) ../.. B seats=WB", 0)
@example("convacu(size=2) B./B. W passes=2", 0)
def test_nearly_right_positions(text: str, seed: int) -> None:
    state = parse(text)
    if state is not None:
        must_be_playable(state, seed)


@LAWS
@given(st.one_of(st.text(max_size=200), st.lists(st.sampled_from(PARTS), max_size=12).map("".join)))
@example("")
@example(" moves ")
@example("moves")
@example("\ud800 \ud800 B")
@example("vacu " * 50_000)
@example("vacu(" + "size=9," * 30 + ") B")
@example("x" * 10**6)
def test_any_text(text: str) -> None:
    state = parse(text)
    if state is not None:
        must_be_playable(state, 0)


def random_text(name: str, options: dict[str, Any], rng: random.Random) -> str:
    """A board with stones thrown on it and a few details; the numbers are right more often than by chance."""
    game = fieldstone.load(name, **options)
    colours = "BWbw" if name.startswith("iago") else "BW"
    side = rng.choice("BW")
    count = rng.choice([0, 1, rng.randint(0, game.points), rng.randint(0, game.points), game.points - 1, game.points])
    symbols = [rng.choice(colours) for _ in range(count)]
    if name not in ("vacu", "convacu") and rng.random() < 0.9:
        # K1, I2: as many of both, or one more. W2 is met by chance.
        for index in range(count):
            symbols[index] = symbols[index].translate(str.maketrans(*(("Bb", "Ww"), ("Ww", "Bb"))[index % 2 == 0]))
        side = "W" if count % 2 else "B"
    symbols += ["."] * (game.points - len(symbols))
    rng.shuffle(symbols)
    details = rng.sample([part for part in PARTS if "=" in part], rng.choice([0, 0, 0, 1, 1, 2]))
    if options.get("setup") == "auction" and rng.random() < 0.8:
        details.append(rng.choice(["komi=2", "komi=4"]))
    return " ".join([str(game), "/".join(game.board.rows(symbols)), side, *details])


@pytest.mark.parametrize(("name", "options"), SPECS, ids=lambda value: str(value))
def test_thrown_boards(name: str, options: dict[str, Any]) -> None:
    rng = random.Random(2)
    read = 0
    for seed in range(60 if name.startswith("iago") else 250):
        state = parse(random_text(name, options, rng))
        if state is not None:
            must_be_playable(state, seed)
            read += 1
    assert read >= 8


@pytest.mark.pure
@pytest.mark.parametrize("name", ["iago", "iago-free"])
def test_iago_with_only_the_centre_left(name: str) -> None:
    """I2, I7: there is always a legal move, however the discs lie."""
    rng = random.Random(3)
    game = fieldstone.load(name)
    outer = [bool((beside < 0).any()) for beside in game.board.neighbours]
    for _ in range(60):
        density = rng.random()
        symbols = [
            "." if point == "e5" or (rim and rng.random() > density) else "x"
            for point, rim in zip(game.board.names, outer, strict=True)
        ]
        discs = symbols.count("x")
        stones = [("bB" if index % 2 == 0 else "wW")[rng.random() < 0.6] for index in range(discs)]
        rng.shuffle(stones)
        board = [stones.pop() if symbol == "x" else "." for symbol in symbols]
        state = fieldstone.parse_position(f"{name} {'/'.join(game.board.rows(board))} {'W' if discs % 2 else 'B'}")
        assert state.legal_moves()
        must_be_playable(state, 1)
