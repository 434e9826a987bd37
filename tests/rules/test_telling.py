"""What people are told of positions, beside the naive twins: effects, reasons, parts, duties, in seeded random games.

At each ply legal moves are previewed, moves that are not legal are tried, and the parts of the position are compared.
Each row of the table names what must have been told in its games, so that no sentence goes untested.
"""

import math
import random
from dataclasses import dataclass, field, fields
from typing import Any

import pytest

import fieldstone
from fieldstone import Move, State
from fieldstone.core.record import ONGOING, PLAYING
from fieldstone.games.spec import EFFECTS
from fieldstone.messages import say
from fieldstone.play.parts import parts_of, score_lines
from tests.brought import brought, with_brought
from tests.oracles import Oracle, make
from tests.oracles.vadus import Vadus

MOST_TRIES = 25  # of moves of a kind at one position

OCCUPIED, SETUP = "illegal.occupied", {"illegal.name-komi", "illegal.choose-side", "illegal.setup-over"}
EVEN = {"illegal.name-even-komi", "illegal.choose-side", "illegal.setup-over"}
BUTTON = {"illegal.pass-before-button", "illegal.button-taken"}
CLOSED = {OCCUPIED, "illegal.centre", "illegal.outer-area"}
TURNS = {OCCUPIED, "illegal.first-pass", "illegal.pass-in-turn"}


@dataclass(frozen=True)
class Games:
    """Some random games of one kind, with the seeds from 0 on, and what must have been told in them."""

    name: str
    options: dict[str, Any]
    games: int
    told: set[str] = field(default_factory=set)

    def __str__(self) -> str:
        return "-".join([self.name, *(f"{name}={value}" for name, value in self.options.items())])


def some(moves: list[Move], rng: random.Random) -> list[Move]:
    """Words and some points: all where there are few."""
    words = [move for move in moves if move.text.isalpha()]
    others = [move for move in moves if not move.text.isalpha()]
    return words + (others if len(others) <= MOST_TRIES else rng.sample(others, MOST_TRIES))


def compare_effects(state: State, twin: Oracle, move: Move) -> set[str]:
    """Assert that a preview tells what the twin says; returns the kinds of what happens."""
    index, preview = state.game.board.index, state.preview(move)
    said = {one.name: getattr(preview, one.name) for one in fields(preview) if one.name != "move"}
    if move.action >= state.game.points:
        assert (preview.move, any(said.values())) == (move.text, False)
        return set()
    assert said.pop("placed") == (move.text,)
    after = state.copy()
    after.play(move)
    now = state.game.board.symbols(after.rows())
    changed = {point for kind in ("flipped", "captured", "released") for point in said.get(kind, ())}
    turned = sorted(changed, key=index.__getitem__)
    assert said.pop("faces") == tuple((point, now[index[point]]) for point in turned)
    name = twin.board.name
    for kind, points in twin.effects(move.text).items():
        assert kind in state.game.spec.effects
        if kind == "pushed":
            wanted = [(name[start], name[end]) for start, end in points]
            assert sorted(said.pop(kind)) == sorted(wanted)
        else:
            assert said.pop(kind) == tuple(sorted((name[point] for point in points), key=index.__getitem__))
    assert not any(said.values())
    return {kind for kind in EFFECTS if getattr(preview, kind)}


def compare_reasons(state: State, twin: Oracle, moves: list[Move]) -> set[str]:
    """Assert that what is said against moves is what the twin says; returns the keys."""
    keys = set()
    for move in moves:
        key, details = state.game.adapter.reason(state.record, move.action)
        assert (key, details) == twin.why_not(move.text), move
        keys.add(key)
    return keys


def compare_parts(state: State, twin: Oracle) -> None:
    """Assert that parts, scores and duties are those of the twin. Of the ways to connect in Vadus any may be told."""
    wanted: dict[str, Any] = twin.parts() if state.record.setup == PLAYING else {}
    parts = parts_of(state)
    if isinstance(twin, Vadus):
        for group in parts["groups"]:
            joined = group["connection"]
            assert set(joined) <= set(group["stones"])
            assert not joined or (twin.is_connection(joined) and len(set(joined)) == len(joined))
            assert set(group["ends"]) == {name for name in joined if twin.board.point[name] in twin.edge}
            assert sorted(group["surplus_stones"]) == sorted(set(group["stones"]) - set(joined))
            for name in ("connection", "ends", "surplus_stones"):
                group[name] = len(group[name])
    assert parts == wanted
    assert list(parts) == list(wanted)
    compare_lines(state, parts)
    adapter, record = state.game.adapter, state.record
    duty = adapter.duty(record) if record.over == ONGOING else None
    assert (duty and (duty.key, duty.details)) == twin.duty()
    assert adapter.score_tells(record) == (twin.score_tells() or not state.game.spec.score.counts)
    assert (adapter.stones_left(record), state.turn_open) == (twin.stones_left, twin.turn_open())
    if state.game.spec.score.kind == "product":
        products = {colour.value: one * other for colour, (one, other) in adapter.factors(record).items()}
        assert products == twin.scores()


def compare_lines(state: State, parts: dict[str, Any]) -> None:
    """Assert that the lines of the breakdown add up to the score, or are its factors."""
    lines, kind = score_lines(state, parts), state.game.spec.score.kind
    if not lines:
        assert not parts or kind in ("groups", "none") or not state.game.spec.score.lines
        return
    for colour, score in state.scores().items():
        counted = [line.amounts[colour] if line.counts_as is None else line.counts_as[colour] for line in lines]
        if kind == "product":
            assert math.prod(one for one in counted if one) == score
        else:
            assert sum(one for one in counted if one is not None) == score


def play(name: str, options: dict[str, Any], seed: int) -> set[str]:
    """Play a random game on both sides, and compare what is told at each ply; returns what was."""
    rng = random.Random(seed)
    state, twin = fieldstone.load(name, **options).new_state(), make(name, **options)
    told: set[str] = set()
    while True:
        compare_parts(state, twin)
        if twin.winner is not None:
            return told
        legal = state.legal_moves()
        for move in some(legal, rng):
            told |= compare_effects(state, twin, move)
        told |= compare_reasons(state, twin, some(sorted(set(state.game.moves) - set(legal)), rng))
        move = legal[int(rng.random() * len(legal))]
        state.play(move)
        twin.play(move.text)


OWN = [
    Games("vacu", {"size": 2, "setup": "auction"}, 15, {OCCUPIED, *BUTTON, *SETUP}),
    Games("vacu", {"size": 3}, 60, {OCCUPIED, "illegal.no-liberty", *BUTTON, "removed", "flipped"}),
    Games("vacu", {"size": 5, "komi": 3}, 25, {OCCUPIED, "illegal.no-liberty", *BUTTON, "removed", "flipped"}),
    Games("vacu", {}, 3, {OCCUPIED, *BUTTON, "removed", "flipped"}),
    Games("convacu", {"size": 1}, 1),
    Games("convacu", {"size": 3}, 40, {OCCUPIED, "illegal.no-liberty", "illegal.pass-not-forced", "flipped"}),
    Games("convacu", {"size": 6}, 15, {OCCUPIED, "illegal.pass-not-forced", "removed", "flipped"}),
    Games("kaomi", {"size": 2}, 20, {OCCUPIED, "illegal.swap", "returned"}),
    Games("kaomi", {"size": 5}, 40, {OCCUPIED, "illegal.swap", "pushed", "returned"}),
    Games("kaomi", {"size": 9, "pie": False}, 3, {OCCUPIED, "pushed", "returned"}),
    Games("squared", {"size": 3, "setup": "auction"}, 25, {OCCUPIED, *EVEN, "pushed", "returned"}),
    Games("squared", {"komi": 6}, 5, {OCCUPIED, "pushed", "returned"}),
    Games("iago", {}, 20, {*CLOSED, "illegal.must-capture", "captured", "released"}),
    Games("iago-free", {}, 20, {*CLOSED, "captured", "released"}),
    Games("vadus", {"size": 2}, 30, TURNS),
    Games("vadus", {"size": 4}, 20, TURNS),
    Games("vadus", {"size": 6}, 5, TURNS),
    Games("vadus", {"size": 12}, 1, TURNS),
]
GAMES = with_brought(OWN, [Games(name, options, 60) for name, options in brought()])


def play_all(games: Games) -> set[str]:
    """Play the games of a row, and assert that all was told that its row names."""
    told: set[str] = set()
    for seed in range(games.games):
        told |= play(games.name, games.options, seed)
    assert games.told <= told
    return told


@pytest.mark.sample(9)
@pytest.mark.parametrize("games", GAMES, ids=str)
def test_what_is_told(games: Games) -> None:
    play_all(games)


@pytest.mark.pure
@pytest.mark.boundscheck
@pytest.mark.parametrize(
    "games",
    [
        Games("vacu", {"size": 3}, 12, {OCCUPIED, "illegal.no-liberty", "removed", "flipped"}),
        Games("vacu", {"size": 2, "setup": "auction"}, 15, {*BUTTON, *SETUP}),
        Games("convacu", {"size": 3}, 6, {"illegal.pass-not-forced", "flipped"}),
        Games("kaomi", {"size": 4}, 4, {"illegal.swap", "pushed", "returned"}),
        Games("squared", {"size": 3, "setup": "auction"}, 4, {OCCUPIED, *EVEN}),
        Games("iago", {}, 2, {*CLOSED, "illegal.must-capture", "captured", "released"}),
        Games("iago-free", {}, 1, CLOSED),
        Games("vadus", {"size": 4}, 2, TURNS),
        Games("vadus", {"size": 7}, 1, TURNS),
    ],
    ids=str,
)
def test_what_is_told_briefly(games: Games) -> None:
    play_all(games)


def test_every_sentence_is_asked_for() -> None:
    asked = set[str]().union(*(games.told for games in OWN))
    specs = [fieldstone.load(games.name).spec for games in OWN]
    keys = {sentence.key for spec in specs for sentence in spec.all_reasons} - {key for _, _, key in NO_TURNS}
    assert keys | set(EFFECTS) == asked


NO_TURNS = [
    ("vacu(size=3)", "a1, b2", "illegal.no-turn"),
    ("kaomi", "a1, b2", "illegal.no-turn"),
    ("iago", "c3, d4", "illegal.no-turn"),
    ("vadus(size=3)", "a1, b2", "illegal.first-turn"),
    ("vadus(size=3) moves a1", "b1, b2, b3", "illegal.no-turn-of-two"),
    ("vadus(size=3) moves a1,b2", "b1, b3", "illegal.no-turn-of-two"),
]


@pytest.mark.pure
@pytest.mark.parametrize(("position", "turn", "key"), NO_TURNS)
def test_what_is_no_turn(position: str, turn: str, key: str) -> None:
    state = fieldstone.parse_position(position)
    details = {"moves": turn} if "no-turn" in key else {}
    if key == "illegal.no-turn":
        details["rule"] = state.game.spec.turn_rule
    assert state.game.adapter.turn_reason(state.record, turn) == (key, details)
    assert state.why_illegal(turn) == say(key, **details)


TOLD = [
    ("kaomi(size=4,pie=false) ...W/..../..../.B.B W", [("analyse.cancelled", {"sizes": ("1",)})]),  # K8: not d1
    ("kaomi(size=4,pie=false) ..../..../..../.... B", []),
    (
        "squared(size=3,komi=4,setup=fixed) ..W/.../BB. W",
        [("analyse.squares", {"black": ("2²",), "white": ("1²",), "komi": 4})],  # Q1
    ),
    (
        "vadus(size=3) .../BBBB/.B.W./..WW/W.. W",
        [("analyse.connections", {"black": ("3 (4 − 1)",), "white": ()})],  # W5: d1 to d4, without c2
    ),
    ("vacu(size=3,komi=0,setup=fixed) .../.../B.. W", []),
]


@pytest.mark.pure
@pytest.mark.parametrize(("position", "told"), TOLD)
def test_what_an_analysis_says_of_the_parts(position: str, told: list[tuple[str, dict[str, object]]]) -> None:
    state = fieldstone.parse_position(position)
    assert [(one.key, one.details) for one in state.game.adapter.told_parts(parts_of(state))] == told
