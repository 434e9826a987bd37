"""Openings: a few moves at random, so that players who would always play the same game play different ones."""

from collections.abc import Iterator

import numpy as np

from fieldstone.core.rng import make_rng, random_below
from fieldstone.games.tuning import Settings
from fieldstone.play.game import Game
from fieldstone.play.state import State
from fieldstone.search.engine import search
from fieldstone.search.limit import Limit
from fieldstone.search.memory import Memory
from fieldstone.search.net.evaluator import NetEvaluator, settings_with_net
from fieldstone.search.net.own import own_net
from fieldstone.search.steps.state import THINK

TRIES = 50  # to find an opening that has not been used
UNFAIR = 200  # openings in a row after which another is taken as it is: in Kaomi one of sixteen is balanced
STREAM = 0x6F70656E  # keeps these random numbers apart from those of the players
FAIR = (0.35, 0.65)  # chances of winning of the player to move, at which an opening is balanced
JUDGED_BY, MEGABYTES = Limit(simulations=2000), 16.0


def openings(game: Game, plies: int, seed: int, balanced: bool = False) -> Iterator[tuple[str, ...]]:
    """Yield openings without end, each the texts of about `plies` moves; the same for the same seed.

    All moves are points: no pass, swap, button, komi. None ends the game, and a turn that has been begun is finished
    (where turns have two stones, an opening of two plies has three). No two positions are equal, until no new one is
    found in `TRIES` tries; then all may come again. Where the players begin by naming komi there are no openings:
    they are empty. With `balanced` only those that are (`is_balanced`), unless `UNFAIR` in a row are not: an opening
    that decides the game splits its pair, however strong the players are.
    """
    rng = make_rng(seed, STREAM)
    seen: set[bytes] = set()
    unfair = 0
    while True:
        state = _random_opening(game, plies, rng)
        for _ in range(TRIES):
            if state.key not in seen:
                break
            state = _random_opening(game, plies, rng)
        else:
            seen.clear()
        seen.add(state.key)
        if balanced and unfair < UNFAIR and not is_balanced(state):
            unfair += 1
            continue
        unfair = 0
        yield tuple(move.text for move in state.history)


def is_balanced(state: State) -> bool:
    """Say whether short searches give both sides a fair chance; the same on every machine.

    One goes by playouts, which early in a game hardly know who wins, and one by the network that the game brings for
    the board. Both must: among openings that one of them finds fair are those that it misjudges, and whoever plays by
    the other would gain by them.
    """
    net = own_net(state.game)
    judges = [(None, None)] if net is None else [(None, None), (settings_with_net(state.game, net), NetEvaluator(net))]
    return all(_is_fair(state, settings, evaluator) for settings, evaluator in judges)


def _is_fair(state: State, settings: Settings | None, evaluator: NetEvaluator | None) -> bool:
    memory = Memory(seed=1, megabytes=MEGABYTES)
    found = search(state, JUDGED_BY, settings, kind=THINK, memory=memory, evaluator=evaluator)
    return FAIR[0] <= found.chance <= FAIR[1]


def _random_opening(game: Game, plies: int, rng: "np.ndarray[tuple[int], np.dtype[np.uint64]]") -> State:
    """Return a state after a random opening; it may be shorter than wanted where the game would be over."""
    state = game.new_state()
    while len(state.history) < plies or (plies and state.turn_open):
        stones = [move for move in state.legal_moves() if move.action < game.points]
        if not stones:
            break
        state.play(stones[random_below(rng, len(stones))])
        if state.outcome is not None:
            state.undo()
            break
    return state
