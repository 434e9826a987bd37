"""A small network as what tells a search how good a position is."""

from fieldstone.core.rng import Rng
from fieldstone.games.tuning import Settings, tuning_of
from fieldstone.play.game import Game
from fieldstone.search.mcts.rooted import RootedTree
from fieldstone.search.net.file import Net
from fieldstone.search.net.prune import prune
from fieldstone.search.net.think import think


class NetEvaluator:
    """Judges positions by a network that is a part of the compiled search: an `Evaluator`."""

    batch = 1

    def __init__(self, net: Net) -> None:
        self.net = net

    def grow(self, tree: RootedTree, simulations: int, rng: Rng) -> int:
        """Make simulations until the root is proven; returns how many. Where the tree is full, it is pruned."""
        made = self._think(tree, simulations, rng)
        while made < simulations and tree.open:
            prune(tree.nodes, tree.spare, tree.scratch)
            made += self._think(tree, simulations - made, rng)
        return made

    def _think(self, tree: RootedTree, simulations: int, rng: Rng) -> int:
        return int(
            think(
                tree.game.adapter.rules,
                tree.states,
                tree.words,
                tree.nodes,
                tree.scratch,
                tree.keys,
                tree.known,
                self.net.weights,
                self.net.new_mind(),
                self.net.walk,
                tree.greedy,
                rng,
                simulations,
            )
        )


def settings_with_net(game: Game, net: Net) -> Settings:
    """Return the settings of a search by a network: those of the game, but without AMAF, which it has no use for."""
    walk = net.walk
    return tuning_of(game.name).settings.having(
        equivalence=0.0, prior=0.0, lead_part=walk.lead_part, lead_scale=walk.lead_scale
    )
