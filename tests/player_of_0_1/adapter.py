"""The one place that knows how a level is asked for its move: all else here is texts, and stays when a search changes.

A level is a number of simulations, so its move depends on nothing but the position and the seed. `max` plays by the
clock and cannot be recorded; what stands for it are its settings of 0.1, with a fixed number of simulations. That says
nothing of how it spends its time. 0.1 knew no networks: the highest levels are looked at as they play without one, as
on boards for which a game brings none.
"""

from __future__ import annotations

from fieldstone import State
from fieldstone.games.tuning import Level
from fieldstone.search.levels import LevelPlayer, level_of

LEVELS: tuple[int | str, ...] = (*range(1, 11), "max")
SIMULATIONS_OF_MAX = 2_000
MEGABYTES = 1024.0  # of a player in 0.1, whose trees never filled that; the levels of today have less


def choose(state: State, level: int | str, seed: int) -> str:
    """Return the move of a level, 1 to 10 or "max", as text, from a player that has seen nothing before.

    Ctrl-C ends the thinking of a player with the best move so far, which is not the move of its level: here it goes on
    to whoever asked.
    """
    chosen = Level(SIMULATIONS_OF_MAX) if level == "max" else level_of(state.game, level)
    player = LevelPlayer(chosen._replace(net=False, net_simulations=None), seed, megabytes=MEGABYTES)
    move = player.choose(state)
    if player.interrupted:
        raise KeyboardInterrupt
    return move.text
