"""The games beside their naive twins, ply by ply, in seeded random games.

Each row of the table plays some games of one kind and names the rare things that must have happened in them: the games
are always the same, so a row that no longer meets one of them has changed. `RARE` says what all rows of a game
together must have met.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

import fieldstone
from fieldstone import State, check_consistency
from tests.brought import brought, with_brought
from tests.oracles import NAMES, Oracle, make
from tests.oracles.vacu import Convacu, Vacu

Choose = Callable[[list[str]], str]

CAPTURES = {"capture", "multi-capture", "flip", "multi-flip", "merge-after-flip"}
PUSHES = {"push", "train", "wrap", "wrap-train", "collision", "full-line"}
LINES = {"capture", "release", "capture-and-release", "multi-line", "centre-exception", "zero-area", "tie"}
SETUP = {"seat 2 is Black", "seat 1 is Black after an auction"}
CYCLE = {"repetition", "repetition-with-pass", "repetition-without-pass", "third appearance left by a word"}

RARE = {
    "vacu": CAPTURES | CYCLE | SETUP | {"last-group", "two-passes", "draw by score"},
    "convacu": CAPTURES | CYCLE | {"connection", "forced-pass", "two-passes", "connection by a flip"},
    "kaomi": PUSHES | {"all-paired", "swap", "seat 2 is Black"},
    "squared": PUSHES | SETUP | {"draw by score"},
    "iago": LINES | {"tie with a red centre"},
    "iago-free": LINES | {"tie with a red centre"},
    "vadus": {"value-tie", "list-runs-out"},
}


@dataclass(frozen=True)
class Chunk:
    """Some random games of one kind.

    Attributes
    ----------
    name, options : the game
    games : how many, with the seeds from `first` on
    met : what must have happened in them
    scored : in how many of them the scores are compared at every ply; in the others at the end
    checked : in how many of them all derived data is computed anew at every ply
    words : how often a word (pass, button, swap) is chosen where there is one; 0: as often as each point
    """

    name: str
    options: dict[str, Any]
    games: int
    met: set[str] = field(default_factory=set)
    first: int = 0
    scored: int = 10_000
    checked: int = 3
    words: float = 0

    def __str__(self) -> str:
        return "-".join([self.name, *(f"{name}={value}" for name, value in self.options.items()), str(self.first)])


def compare(state: State, twin: Oracle, scores: bool) -> None:
    """Assert that a state and its twin agree in all that can be seen."""
    assert state.rows() == twin.rows()
    assert [str(move) for move in state.legal_moves()] == twin.legal()
    assert (state.to_move, state.seat) == (twin.to_move, twin.seat)
    outcome = state.outcome
    if outcome is None:
        assert twin.winner is None
    else:
        assert (outcome.winner or "draw", outcome.termination) == (twin.winner, twin.termination)
        assert outcome.scores == twin.scores()
    if scores:
        assert state.scores() == twin.scores()


def happenings(twin: Oracle, options: dict[str, Any]) -> set[str]:
    """What the last play did, with what the twin does not note by itself."""
    seen = set(twin.events)
    if twin.seat_of["B"] == 2:
        seen.add("seat 2 is Black")
    elif options.get("setup") == "auction" and twin.termination:
        seen.add("seat 1 is Black after an auction")
    if isinstance(twin, Vacu | Convacu) and twin.winner is None:
        now, left_by = twin.history[-1]
        if left_by != "play" and sum(position == now for position, _ in twin.history) >= 3:
            seen.add("third appearance left by a word")
    if twin.termination is not None:
        seen.add(twin.termination)
        if twin.winner == "draw" and twin.termination in ("last-group", "board-full"):
            seen.add("draw by score")
        if twin.termination == "connection" and "flip" in seen:
            seen.add("connection by a flip")
        if "repetition" in seen and "repetition-with-pass" not in seen:
            seen.add("repetition-without-pass")
        if "tie" in seen and twin.cells[twin.board.point["e5"]] in ("b", "w"):
            seen.add("tie with a red centre")
    return seen


def play_game(name: str, options: dict[str, Any], choose: Choose, scored: bool, checked: bool) -> Counter[str]:
    """Play one game on both sides to its end; returns in how many plies what happened, and "plies"."""
    state, twin = fieldstone.load(name, **options).new_state(), make(name, **options)
    counts: Counter[str] = Counter()
    compare(state, twin, scored)
    while twin.winner is None:
        move = choose(twin.legal())
        state.play(move)
        twin.play(move)
        compare(state, twin, scored)
        if checked:
            check_consistency(state)
        counts.update(happenings(twin, options))
        counts["plies"] += 1
    assert state.outcome is not None
    return counts


def randomly(seed: int, words: float = 0) -> Choose:
    """Choose at random, words with their own probability; the same moves with every version of Python."""
    rng = random.Random(seed)

    def choose(legal: list[str]) -> str:
        if words and rng.random() < words:
            legal = [move for move in legal if move.isalpha()] or legal
        return legal[int(rng.random() * len(legal))]

    return choose


def play_chunk(chunk: Chunk) -> Counter[str]:
    counts: Counter[str] = Counter()
    for index in range(chunk.games):
        choose = randomly(chunk.first + index, chunk.words)
        counts += play_game(chunk.name, chunk.options, choose, index < chunk.scored, index < chunk.checked)
    return counts


def several(
    name: str, options: dict[str, Any], games: int, chunks: int, *met: str, first: int = 0, **more: Any
) -> Iterator[Chunk]:
    """Many games of one kind in several chunks, each of which meets the same rare events."""
    for number in range(chunks):
        yield Chunk(name, options, games, set(met), first=first + number * games, **more)


OWN = [
    Chunk("vacu", {"size": 2}, 400, {"flip", "capture", "last-group", "two-passes"}),
    Chunk("vacu", {"size": 2, "komi": 4}, 200, {"flip", "draw by score"}),
    Chunk("vacu", {"size": 2, "setup": "auction"}, 200, {"flip", *SETUP}),
    *several("vacu", {"size": 3}, 500, 2, *CAPTURES),
    Chunk("vacu", {"size": 3, "setup": "auction"}, 300, {"draw by score"} | SETUP | CAPTURES),
    Chunk("vacu", {"size": 3, "komi": 2}, 300, {"capture", "flip", "two-passes"}, words=0.3),
    *several("vacu", {"size": 4, "komi": 1}, 300, 2, *CAPTURES),
    *several("vacu", {"size": 5}, 200, 2, *CAPTURES),
    Chunk("vacu", {"size": 6, "komi": 3}, 100, CAPTURES),
    Chunk("vacu", {"size": 9, "komi": 7}, 60, CAPTURES, checked=1),
    Chunk("vacu", {"setup": "auction"}, 40, SETUP, checked=1),
    Chunk("vacu", {"size": 13}, 6, {"multi-flip"}, scored=1, checked=0),
    Chunk("vacu", {"size": 19}, 2, {"multi-flip"}, scored=0, checked=0),
    Chunk("convacu", {"size": 1}, 3, {"forced-pass", "two-passes"}),
    Chunk("convacu", {"size": 2}, 400, {"forced-pass", "flip", "connection", "connection by a flip"}),
    *several("convacu", {"size": 3}, 500, 3, "forced-pass", "connection by a flip", *CAPTURES),
    *several("convacu", {"size": 4}, 300, 2, "forced-pass", *CAPTURES),
    *several("convacu", {"size": 5}, 200, 2, *CAPTURES),
    Chunk("convacu", {"size": 7}, 150, CAPTURES),
    Chunk("convacu", {}, 80, CAPTURES, checked=1),
    Chunk("convacu", {"size": 13}, 6, {"capture"}, scored=1, checked=0),
    Chunk("kaomi", {"size": 2}, 300, {"all-paired", "swap", "full-line"}),
    Chunk("kaomi", {"size": 3}, 600, {"swap", "seat 2 is Black", "full-line", "wrap"}),
    *several("kaomi", {"size": 4}, 500, 2, "swap", "all-paired", *PUSHES),
    *several("kaomi", {"size": 5, "pie": False}, 300, 2, *PUSHES),
    Chunk("kaomi", {"size": 6}, 300, {"swap", *PUSHES}, words=0.5),
    *several("kaomi", {}, 200, 2, "swap", *PUSHES),
    Chunk("kaomi", {"size": 9}, 40, PUSHES, checked=1),
    Chunk("kaomi", {"size": 13}, 8, PUSHES, scored=1, checked=0),
    Chunk("squared", {"size": 2}, 300, {"draw by score", "full-line"}),
    Chunk("squared", {"size": 2, "setup": "auction"}, 300, {"draw by score", *SETUP}),
    Chunk("squared", {"size": 3, "komi": 2}, 600, {"full-line", "wrap"}),
    *several("squared", {"size": 4}, 500, 2, "draw by score", *PUSHES),
    Chunk("squared", {"size": 4, "setup": "auction"}, 100, PUSHES | SETUP),
    *several("squared", {"size": 5, "komi": 6}, 300, 2, *PUSHES),
    Chunk("squared", {"size": 6, "komi": 10}, 200, {"draw by score", *PUSHES}),
    *several("squared", {}, 200, 2, *PUSHES),
    Chunk("squared", {"size": 8, "komi": 4}, 40, PUSHES, checked=1),
    *several("iago", {}, 250, 6, "tie with a red centre", *LINES, checked=1),
    *several("iago", {}, 250, 4, *LINES, first=1500, checked=1),
    Chunk("iago-free", {}, 250, LINES, checked=1),
    *several("iago-free", {}, 250, 2, "tie with a red centre", *LINES, first=250, checked=1),
    *several(
        "iago-free", {}, 250, 7, "tie", "centre-exception", "capture-and-release", "multi-line", first=750, checked=1
    ),
    Chunk("vadus", {"size": 2}, 800, {"value-tie", "list-runs-out"}),
    Chunk("vadus", {"size": 3}, 600, {"value-tie", "list-runs-out"}),
    Chunk("vadus", {"size": 3}, 400, {"value-tie", "list-runs-out"}, words=0.3),
    *several("vadus", {"size": 4}, 300, 2, "value-tie"),
    *several("vadus", {"size": 5}, 200, 2, "value-tie"),
    Chunk("vadus", {"size": 6}, 100, {"value-tie"}),
    Chunk("vadus", {"size": 7}, 60, {"value-tie"}, scored=20),
    Chunk("vadus", {}, 80, {"value-tie"}, scored=5, checked=1),
    Chunk("vadus", {"size": 13}, 5, scored=0, checked=0),
]
CHUNKS = with_brought(OWN, [Chunk(name, options, 200) for name, options in brought()])


@pytest.mark.sample(32)
@pytest.mark.parametrize("chunk", CHUNKS, ids=str)
def test_random_games(chunk: Chunk, record_property: Callable[[str, object], None]) -> None:
    counts = play_chunk(chunk)
    record_property("counts", dict(counts))
    assert chunk.met <= set(counts)


@dataclass(frozen=True)
class Loop:
    """A way back to the same position, found by searching all positions of a board (on 4x4 by random play).

    After `opening` the moves of `cycle` lead back to the position. Played again and again they end the game by V9;
    `met` is what must have happened by then.
    """

    name: str
    size: int
    opening: str
    cycle: str
    met: set[str]

    def __str__(self) -> str:
        return f"{self.name}-{self.size}-{self.opening.replace(' ', '')}"


BARE, PASSING, UNSEEN = {"repetition-without-pass"}, {"repetition-with-pass"}, {"third appearance left by a word"}
MERGED = {"flip", "merge-after-flip"}

LOOPS = [
    Loop("vacu", 3, "a1 b2 a2 b3 button", "pass a3 c1 c2 pass b1 a1 a2 pass c3 pass b1", PASSING),
    Loop("vacu", 3, "a1 b2 a2 b3 button", "c1 a3 pass c2 pass b1 a1 a2 pass c3 pass b1", PASSING | MERGED),
    Loop(
        "vacu",
        3,
        "a1 a3 b2 button b3",
        "b1 pass a2 pass a2 pass a3 pass c3 c1 a3 pass b1 pass c2 pass c2 pass c3 a1",
        PASSING,
    ),
    Loop(
        "vacu", 3, "a1 b2 a2 b3 button pass c3", "pass a3 pass c2 c1 c2 pass b1 a1 a2 pass c3 pass b1 pass c3", PASSING
    ),
    Loop("vacu", 3, "b1 a2 b2 a3 button c2", "c3 a1 pass b3 a3 a2 pass c1 pass b3 pass c2", PASSING | UNSEEN),
    Loop(
        "vacu",
        3,
        "b1 a3 b2 b3 button c1",
        "pass a1 pass a2 c3 a1 pass b3 pass c2 pass c1 pass c2 a3 b3 pass a2 pass c1",
        PASSING | UNSEEN,
    ),
    Loop("vacu", 4, "button d3 b3 b4 b2 a1 c4 b1 a4 c2 a3 d4", "d2 a2 c1 a1 d1 b1", BARE),
    Loop("vacu", 4, "button b4 d3 d1 a2 d4 c3 d2 b2 b3 a1 a3 c4 c1 d4 c2", "c4 a4 c3 d4 d3 a3 a4 b4 d4 b3", BARE),
    Loop("convacu", 3, "a1 a2 b1 b2 c2 c1", "b3 a3 c3 c1 a1 b1 a2 c1 b2 a3 c2 b1", BARE),
    Loop(
        "convacu",
        3,
        "a1 b3 a2 c2 b2 c3",
        "c1 b1 b1 a3 a3 b3 c1 a3 c2 c3 a1 a2 b2 b3 a3 b1 c3 a3 c3 b2 a1 c1 b1 c3 c2 a2 c2 b3 c3 c2 a1 c3",
        BARE,
    ),
    Loop("convacu", 3, "a1 a3 b1 b2 c2 b3", "c1 a2 c3 b1 c3 c2 c1 a1 c1 a3 b3 b2 c2 c3", BARE | MERGED),
    Loop(
        "convacu",
        3,
        "a1 b1 a2 b3 c1 c2",
        "b2 c1 c3 a3 c3 a1 b1 b2 c1 c3 a2 b3 a2 c2 a3 a3 a2 a1 a3 c1 b1 b1 a2 b3 c3 c2",
        BARE | {"multi-capture"},
    ),
    Loop("convacu", 3, "a1 b2 a2 b3 b1 c2 c1 c3", "a3 a2 a1 b1 a3 a1 c1 b2 c1 b3 c3 c2 pass c3", PASSING | UNSEEN),
    Loop("convacu", 3, "a2 b1 b3 b2 c2 c1 c3 a3 a3", "a1 b1 a1 b2 b3 c2 pass c1 c3 a2 c3 b3 a3 a3", PASSING | MERGED),
    Loop(
        "convacu",
        3,
        "a1 b3 b2 c3 c2",
        "b1 a3 b3 c1 a2 b1 a2 c3 a1 c1 b2 c2 c3 b1 c3 a2 a3 b2 c3 b3 pass a3 a1 a1 b1 c1 a1 c3 c2 a1 b1 b2 b3 c2",
        PASSING,
    ),
]


def image(move: str, size: int, symmetry: int) -> str:
    """One of the eight images of a move on a square board; the first four leave each edge its colour (C1)."""
    if move.isalpha():
        return move
    column, row = ord(move[0]) - ord("a"), int(move[1:]) - 1
    column = size - 1 - column if symmetry & 1 else column
    row = size - 1 - row if symmetry & 2 else row
    if symmetry & 4:
        column, row = row, column
    return f"{chr(ord('a') + column)}{row + 1}"


def scripted(script: list[str], seed: int, until: int) -> Choose:
    """Choose the moves of a script, and at random after `until` of them."""
    left = script[:until]
    wander = randomly(seed)
    return lambda legal: left.pop(0) if left else wander(legal)


def play_loop(loop: Loop, symmetry: int) -> Counter[str]:
    """Go round until V9 ends the game."""
    script = [image(move, loop.size, symmetry) for move in f"{loop.opening} {3 * (loop.cycle + ' ')}".split()]
    return play_game(loop.name, {"size": loop.size}, scripted(script, 0, len(script)), True, symmetry == 0)


def leave_loop(loop: Loop, seed: int) -> Counter[str]:
    """Go round for a while, and then anywhere."""
    script = f"{loop.opening} {loop.cycle} {loop.cycle}".split()
    until = int(random.Random(seed).random() * len(script))
    return play_game(loop.name, {"size": loop.size}, scripted(script, seed, until), True, seed == 0)


@pytest.mark.parametrize("loop", LOOPS, ids=str)
def test_repetition(loop: Loop, record_property: Callable[[str, object], None]) -> None:
    counts: Counter[str] = Counter()
    for symmetry in range(4 if loop.name == "convacu" else 8):
        played = play_loop(loop, symmetry)
        assert {"repetition", *loop.met} <= set(played)
        counts += played
    for seed in range(20):
        counts += leave_loop(loop, seed)
    record_property("counts", dict(counts))


@pytest.mark.parametrize("name", NAMES)
def test_all_rare_events_are_asked_for(name: str) -> None:
    asked: set[str] = set().union(*(chunk.met for chunk in CHUNKS if chunk.name == name))
    asked |= set().union(*(loop.met | {"repetition"} for loop in LOOPS if loop.name == name))
    assert asked >= RARE[name]


@pytest.mark.pure
@pytest.mark.boundscheck
@pytest.mark.parametrize("loop", LOOPS[::3], ids=str)
def test_repetition_briefly(loop: Loop) -> None:
    assert {"repetition", *loop.met} <= set(play_loop(loop, 0))


BRIEF = [
    Chunk("vacu", {"size": 3}, 8, {"flip", "capture", "last-group", "two-passes"}, checked=1),
    Chunk("vacu", {"size": 4, "setup": "auction"}, 12, {"flip", "capture"} | SETUP, checked=1),
    Chunk("convacu", {"size": 3}, 8, {"flip", "forced-pass", "connection"}, checked=1),
    Chunk("convacu", {"size": 1}, 1, {"forced-pass", "two-passes"}, checked=1),
    Chunk("kaomi", {"size": 5}, 4, {"train", "wrap", "collision", "full-line"}, checked=1),
    Chunk("kaomi", {"size": 2}, 4, {"all-paired", "swap"}, checked=1),
    Chunk("kaomi", {"size": 9}, 1, PUSHES, scored=0, checked=0),
    Chunk("squared", {"size": 4, "setup": "auction"}, 12, PUSHES | SETUP, checked=1),
    Chunk("iago", {}, 6, {"capture", "release"}, checked=0),
    Chunk("iago-free", {}, 6, {"capture", "release"}, checked=0),
    Chunk("vadus", {"size": 3}, 8, {"value-tie"}, checked=1),
    Chunk("vadus", {"size": 5}, 1, checked=0),
]


@pytest.mark.pure
@pytest.mark.boundscheck
@pytest.mark.parametrize("chunk", BRIEF, ids=str)
def test_random_games_briefly(chunk: Chunk) -> None:
    assert chunk.met <= set(play_chunk(chunk))
