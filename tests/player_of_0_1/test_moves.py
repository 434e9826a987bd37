"""The player of 0.1: every level plays what it played then, move for move.

Looking at all that was recorded takes some ten minutes of one core: `make soak` does it, or alone
`FIELDSTONE_SOAK=1 pytest -m soak tests/player_of_0_1`. Otherwise the first positions of each game are looked at, the
more the faster a level is: some 35 seconds.
"""

from __future__ import annotations

from typing import Any

import pytest

import fieldstone
from tests.player_of_0_1.adapter import LEVELS, choose
from tests.player_of_0_1.record import COUNT, HERE, read, state_of

# How many positions of each game are looked at every time; in order, any number of them is spread over a whole game.
SAMPLE = {"1": 50, "2": 50, "3": 50, "4": 40, "5": 40, "6": 30, "7": 20, "8": 12, "9": 4, "10": 2, "max": 10}
GAMES = (*fieldstone.games(),)


def differences(lines: list[dict[str, Any]], level: int | str) -> list[str]:
    """Where a level plays another move than was recorded."""
    found = []
    for number, line in enumerate(lines, start=1):
        recorded, today = line["levels"][str(level)], choose(state_of(line), level, line["seed"])
        if today != recorded:
            found.append(f"line {number}: {recorded} was recorded, {today} is played")
    return found


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", GAMES)
def test_a_level_plays_as_in_0_1(name: str, level: int | str) -> None:
    assert differences(read(HERE / f"{name}.jsonl")[: SAMPLE[str(level)]], level) == []


@pytest.mark.soak
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", GAMES)
def test_a_level_plays_as_in_0_1_everywhere(name: str, level: int | str) -> None:
    assert differences(read(HERE / f"{name}.jsonl"), level) == []


@pytest.mark.parametrize("name", GAMES)
def test_what_is_recorded(name: str) -> None:
    """100 positions of the game, with a legal move of every level, from the first moves to the last."""
    lines = read(HERE / f"{name}.jsonl")
    assert len(lines) == COUNT
    assert len({line["seed"] for line in lines}) == COUNT
    plies = []
    for line in lines:
        state = state_of(line)
        legal = {move.text for move in state.legal_moves()}
        plies.append(len(state.history))
        assert state.game.name == name
        assert len(legal) > 1
        assert list(line["levels"]) == [str(level) for level in LEVELS]
        assert legal.issuperset(line["levels"].values())
    # A sample of some size is spread as the whole is.
    for count in {one for one in SAMPLE.values() if one >= 10}:
        assert min(plies[:count]) <= max(plies) / 3
        assert max(plies[:count]) >= max(plies) / 3


def test_no_game_is_forgotten() -> None:
    assert {file.stem for file in HERE.glob("*.jsonl")} == {*GAMES}
