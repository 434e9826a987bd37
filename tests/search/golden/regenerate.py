"""Write the recorded search trees anew: `python tests/search/golden/regenerate.py`. Then read the difference.

Each is the whole tree after a few simulations from the start of a tiny game, of plain UCT or as the computer plays, a
line a node, depth first: a node's move stands two columns further right than that of its parent. Numbers are for the
seat that made the move.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2]))

from fieldstone import State  # noqa: E402
from fieldstone.game import read_game  # noqa: E402
from fieldstone.search.mcts import Settings  # noqa: E402
from fieldstone.search.player import SearchPlayer  # noqa: E402
from fieldstone.search.rooted import RootedTree  # noqa: E402
from fieldstone.search.tree import ROOT  # noqa: E402
from fieldstone.search.tuning import PLAIN  # noqa: E402
from tests.search.trees import read_one  # noqa: E402

SIMULATIONS = 40
GAMES = {
    "kaomi": "kaomi(size=2,pie=false)",
    "vadus": "vadus(size=2)",
    "convacu": "convacu(size=2)",
    "vacu": "vacu(size=3)",
}
KEYS = [f"{name}{how}" for name in GAMES for how in ("", "-tuned")]
PROOFS = ("", " won", " lost", " drawn")


def grow(state: State, settings: Settings | None = PLAIN) -> RootedTree:
    """Return the tree of plain UCT, or with the settings of the game for None, with a fixed seed."""
    player = SearchPlayer(simulations=SIMULATIONS, seed=7, settings=settings, megabytes=1, exact=False)
    player.think(state)
    return player.trees[0]


def describe(tree: RootedTree, index: int = ROOT, depth: int = 0) -> Iterator[str]:
    """Yield a line for each node from `index` down, its parent's lines before its own."""
    node = read_one(tree.nodes, index)
    move = "root" if index == ROOT else tree.game.moves[int(node["action"])].text
    proof = PROOFS[int(node["proven"])]
    within = f" within {node['distance']}" if proof else ""
    numbers = f"visits {node['visits']} value {node['value']:g} wins {node['wins']:g}"
    yield f"{'  ' * depth}{move} seat {node['seat']} {numbers}{proof}{within}"
    for child in range(int(node["first"]), int(node["first"]) + int(node["children"])):
        yield from describe(tree, child, depth + 1)


def text_of(key: str) -> str:
    """Return the text of one tree."""
    name, _, tuned = key.partition("-")
    game = read_game(GAMES[name])
    tree = grow(game.new_state(), None if tuned else PLAIN)
    return "\n".join([f"# {game}, {read_one(tree.nodes, ROOT)['visits']} simulations", *describe(tree), ""])


def main() -> None:
    """Write the trees that have changed."""
    for key in KEYS:
        file, text = HERE / f"{key}.txt", text_of(key)
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
            print(f"wrote {file.name}")


if __name__ == "__main__":
    main()
