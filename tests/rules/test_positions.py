"""Positions that are read, beside the naive twins: which cannot be and why, how they have ended, who has won.

The positions come from seeded random games; some get other stones, another side to move, other details. Each row of
the table names what must have been refused in it, so that no sentence goes untested.
"""

import random
from dataclasses import dataclass, field
from typing import Any

import pytest

import fieldstone
from fieldstone import PositionError, State, parse_position
from fieldstone.games.spec import DETAILS
from tests.brought import brought, with_brought
from tests.oracles import Oracle, make

KOMI = {"position.komi-missing", "position.komi", "position.naming", "position.choosing"}
EVEN = {"position.komi-missing-even", "position.komi-even", "position.naming", "position.choosing"}
STONES = {"position.stones", "position.stones-white"}
DISCS = {"position.discs", "position.discs-white"}
TURNS = {"position.first-stone", "position.turns", "position.passes"}


@dataclass(frozen=True)
class Positions:
    """Some positions of one game: how many, and what must have been refused."""

    name: str
    options: dict[str, Any]
    count: int
    refused: set[str] = field(default_factory=set)

    def __str__(self) -> str:
        return "-".join([self.name, *(f"{name}={value}" for name, value in self.options.items())])


def some_state(name: str, options: dict[str, Any], rng: random.Random) -> State:
    state = fieldstone.load(name, **options).new_state()
    for _ in range(int(rng.random() ** 2 * 1.3 * state.game.points)):
        if state.outcome is not None:
            break
        legal = state.legal_moves()
        state.play(legal[int(rng.random() * len(legal))])
    return state


def changed(state: State, rng: random.Random) -> tuple[list[str], str, dict[str, str]]:
    """The rows, the side to move and the details of a position, with something changed as often as not."""
    _, _, side, *said = state.to_text().split()
    rows, details = state.rows(), dict(one.split("=") for one in said if not one.startswith("over="))
    if rng.random() < 0.3:
        side = "B" if side == "W" else "W"
    if rng.random() < 0.3:
        number = int(rng.random() * len(rows))
        place = int(rng.random() * len(rows[number]))
        rows[number] = rows[number][:place] + rng.choice(state.game.adapter.symbols) + rows[number][place + 1 :]
    if rng.random() < 0.1:
        full = state.game.adapter.symbols.replace(".", "")
        rows = ["".join(rng.choice(full) for _ in row) for row in rows]
    for name in state.game.adapter.detail_names:
        if rng.random() < 0.3:
            details.pop(name, None)
            if rng.random() < 0.7:
                details[name] = rng.choice([*DETAILS[name]] or ["0", "1", "2", "5", "8", "1000"])
    settled = {"komi": ("komi", "seats"), "side": ("seats",)}.get(details.get("setup", ""), ())
    return rows, side, {name: value for name, value in details.items() if name not in settled}


def compare(state: State, rows: list[str], side: str, details: dict[str, str]) -> str:
    """Read a position on both sides, and assert that they agree; returns the key of what is wrong, or the ending."""
    twin: Oracle = make(state.game.name, **state.game.options).arrange(rows, side)
    wanted = twin.problem(details)
    text = " ".join([str(state.game), "/".join(rows), side, *(f"{name}={value}" for name, value in details.items())])
    if wanted is not None:
        with pytest.raises(PositionError) as refused:
            parse_position(text)
        key, named = wanted
        said = refused.value.details
        assert (refused.value.key, said.keys()) == (key, named.keys()), text
        assert all(
            said[name] in value if isinstance(value, set) else said[name] == value for name, value in named.items()
        )
        return key
    found = parse_position(text)
    assert (found.rows(), found.to_move, found.seat) == (rows, side, twin.seat)
    shown, outcome = twin.shown_ending(), found.outcome
    assert (outcome and outcome.termination) == shown
    if outcome is not None and shown is not None:
        assert (outcome.winner or "draw") == twin.winner_after(shown)
        return shown
    for ending in found.game.endings:
        if ending in twin.hidden_endings():
            over = parse_position(f"{text} over={ending}").outcome
            assert over is not None
            assert (over.winner or "draw") == twin.winner_after(ending)
        else:
            with pytest.raises(PositionError):
                parse_position(f"{text} over={ending}")
    again = parse_position(found.to_text())
    assert again.record.tobytes() == found.record.tobytes()
    return ""


def read_all(positions: Positions) -> set[str]:
    """Read the positions of a row, and assert that all was refused that it names; returns the keys and endings."""
    seen = set()
    for seed in range(positions.count):
        rng = random.Random(seed)
        state = some_state(positions.name, positions.options, rng)
        seen.add(compare(state, *changed(state, rng)))
    assert positions.refused <= seen
    return seen


OWN = [
    Positions("vacu", {"size": 3}, 300, {"position.passes-button", "position.no-liberty", "two-passes"}),
    Positions("vacu", {"size": 3, "setup": "auction"}, 300, {*KOMI, "position.setup-vacu"}),
    Positions("vacu", {"size": 5, "komi": 3}, 100, {"position.no-liberty"}),
    Positions("convacu", {"size": 3}, 200, {"position.no-liberty", "connection"}),
    Positions("convacu", {"size": 6}, 60, {"position.no-liberty", "connection"}),
    Positions("kaomi", {"size": 3}, 300, {*STONES, "position.swapped", "board-full"}),
    Positions("kaomi", {"size": 4, "pie": False}, 60, {*STONES, "board-full"}),
    Positions("squared", {"size": 3, "setup": "auction"}, 400, {*EVEN, *STONES, "position.setup"}),
    Positions("squared", {"size": 4, "komi": 6}, 60, {*STONES, "board-full"}),
    Positions("iago", {}, 120, {*DISCS, "inner-area-full"}),
    Positions("iago-free", {}, 60, DISCS),
    Positions("vadus", {"size": 2}, 200, {*TURNS, "two-passes"}),
    Positions("vadus", {"size": 4}, 100, {*TURNS, "two-passes"}),
]
POSITIONS = with_brought(OWN, [Positions(name, options, 200) for name, options in brought()])


@pytest.mark.parametrize("positions", POSITIONS, ids=str)
def test_positions(positions: Positions) -> None:
    read_all(positions)


@pytest.mark.pure
@pytest.mark.boundscheck
@pytest.mark.parametrize("positions", [one for one in OWN if one.options.get("size") != 6], ids=str)
def test_positions_briefly(positions: Positions) -> None:
    read_all(Positions(positions.name, positions.options, min(positions.count, 40)))


def test_every_problem_is_asked_for() -> None:
    asked = set[str]().union(*(positions.refused for positions in OWN))
    specs = [fieldstone.load(positions.name).spec for positions in OWN]
    assert {problem.key for spec in specs for problem in spec.all_problems} <= asked


def test_every_ending_has_its_rule() -> None:
    for spec in fieldstone.games().values():
        assert set(spec.endings) <= set(spec.ending_rules)
        assert "" not in spec.ending_rules.values()
