"""A short match against plain UCT: that it runs and is recorded as it was played. It says nothing of strength."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import fieldstone
from fieldstone.arena.match import Match
from fieldstone.arena.players import read_spec
from fieldstone.arena.running import run_match

PAIRS = 20
PLAYERS = tuple(str(read_spec(text)) for text in ("search,simulations=100", "plain,simulations=100"))


def check_game(game: dict[str, Any]) -> float:
    """What a line says follows from its moves; returns what the first player got."""
    assert "problem" not in game
    state = fieldstone.parse_position(game["moves"])
    outcome = state.outcome
    assert outcome is not None
    assert game["termination"] == outcome.termination
    assert game["scores"] == outcome.scores
    assert game["plies"] == len(state.history) == game["opening"] + sum(game["own_moves"])
    assert sorted(game["seats"]) == [0, 1]
    assert all(simulations > 0 for simulations in game["simulations"])
    if outcome.winner is None:
        assert (game["winner"], game["colour"]) == (None, None)
        return 0.5
    assert game["colour"] == outcome.winner
    assert game["winner"] == game["seats"][state.seat_of(outcome.winner) - 1]
    return float(game["winner"] == 0)


@pytest.mark.parametrize("game", ["kaomi(size=4,pie=true)"])
def test_a_match_against_plain_uct(game: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    report = run_match(Match(game, PLAYERS), PAIRS, path)
    games = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(games) == report.games == report.finished == 2 * PAIRS
    assert [sum(one["seats"][0] == player for one in games) for player in (0, 1)] == [PAIRS, PAIRS]
    openings = {(one["pair"], tuple(one["moves"].split(" moves ")[1].split(",")[: one["opening"]])) for one in games}
    assert len(openings) == PAIRS  # both games of a pair begin alike
    points = sum(check_game(one) for one in games)
    couple = report.couples[0]
    assert couple.wins + couple.draws + couple.losses == 2 * PAIRS
    assert sum(couple.pairs) == PAIRS
    assert couple.score == pytest.approx(points / (2 * PAIRS))
    assert all(player.forfeits == 0 for player in report.players)
