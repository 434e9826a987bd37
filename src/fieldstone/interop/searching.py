"""A search that another program has asked for: it ends at a limit, or when that program says so."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from fieldstone.play.ruleset import Move
from fieldstone.play.state import State
from fieldstone.search.levels import LevelPlayer
from fieldstone.search.limit import Limit
from fieldstone.search.player import SearchPlayer

Stop = Callable[[], bool]


@dataclass(frozen=True)
class Choice:
    """A move that was chosen.

    Attributes
    ----------
    move : the move
    chance : of winning, as the player to move sees it, 0 to 1; None where it was not searched for
    visits : simulations behind it, those of earlier moves that were kept included
    """

    move: Move
    chance: float | None
    visits: int


def choose(player: LevelPlayer | SearchPlayer, state: State, stop: Stop, limit: Limit | None = None) -> Choice:
    """Let a player choose; it ends when `stop` says so or at the limit (None: its own), with the best move so far.

    Raises ValueError when the game is over.
    """
    search = player.search if isinstance(player, LevelPlayer) else player
    move = player.choose(state, None, stop, limit)
    if not search.thought:
        return Choice(move, None, 0)
    return Choice(move, search.win_chance(), sum(one.visits for one in search.candidates()))


def state_after(state: State, plies: int) -> State:
    """Return the state after the first `plies` moves of a state's history, with its own start."""
    if plies == len(state.history):
        return state.copy()
    earlier = State(state.game, np.frombuffer(bytearray(state.start), dtype=state.game.adapter.dtype))
    for move in state.history[:plies]:
        earlier.play(move)
    return earlier
