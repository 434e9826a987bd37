"""Write the recorded search trees anew: `python tests/search/golden/regenerate.py`. Then read the difference.

Each text is the whole tree after a few simulations from the start of a tiny game (of Iago, whose board is what it is,
from a position near the end), of plain UCT or as the computer plays, a line a node, depth first: a node's move stands
two columns further right than that of its parent. Numbers are for the seat that made the move.

Of larger trees, as the computer grows them on usual boards, large.jsonl has the number of visited nodes and a hash of
their lines; of the exact solver solved.jsonl has what it says of late positions, and how many positions it reached.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2]))

from fieldstone import State, games, parse_position  # noqa: E402
from fieldstone.games.tuning import PLAIN, Settings  # noqa: E402
from fieldstone.play.game import read_game  # noqa: E402
from fieldstone.search.mcts.rooted import RootedTree  # noqa: E402
from fieldstone.search.mcts.tree import ROOT, column  # noqa: E402
from fieldstone.search.player import SearchPlayer  # noqa: E402
from fieldstone.search.solver.solve import By, Solver  # noqa: E402
from tests.search.trees import read_one  # noqa: E402

SIMULATIONS = 40
MANY = 1000
SOLVER_NODES = 50_000
# Empty points of the positions that are solved.
LATE = {
    "iago": (10, 13, 16, 19, 20, 22),
    "iago-free": (8, 10, 12, 14, 15, 16),
    "kaomi": (4, 6, 7, 8, 9, 10),
    "squared": (4, 6, 7, 8, 9, 10),
    "vacu": (2, 3, 3, 4, 4, 4, 5, 5, 6, 6, 7, 8),
    "convacu": (14, 16, 18, 20, 22, 24, 26, 28, 30, 33, 36, 40),
    "vadus": (5, 6, 7, 8, 9, 10),
}
IAGO = "iago WbbWW/bww.b./WwBbW../.BwBWbbW/.BBB.W.B./.BwBWbw./.ww.Ww./.BBbw./.BwB. W"
FREE = "iago-free .WB../BBwBW./WBwBWW./.bB.BWBW/.BbB.WWWW/.Bb.WWBB/.BWWbWB/.W.WW./...BB W"
GAMES = {
    "kaomi": "kaomi(size=2,pie=false)",
    "squared": "squared(size=2,komi=2)",
    "vadus": "vadus(size=2)",
    "convacu": "convacu(size=2)",
    "vacu": "vacu(size=3)",
    "iago": IAGO,
    "iago-free": FREE,
}
KEYS = [f"{name}{how}" for name in GAMES for how in ("", "-tuned")]
PROOFS = ("", " won", " lost", " drawn")


def grow(state: State, settings: Settings | None = PLAIN, simulations: int = SIMULATIONS) -> RootedTree:
    """Return the tree of plain UCT, or with the settings of the game for None, with a fixed seed."""
    player = SearchPlayer(simulations=simulations, seed=7, settings=settings, megabytes=16, exact=False)
    player.think(state)
    return player.trees[0]


def describe(tree: RootedTree, index: int = ROOT, depth: int = 0, visited: bool = False) -> Iterator[str]:
    """Yield a line for each node from `index` down, its parent's lines before its own; or for each visited one."""
    node = read_one(tree.nodes, index)
    move = "root" if index == ROOT else tree.game.moves[int(node["action"])].text
    proof = PROOFS[int(node["proven"])]
    within = f" within {node['distance']}" if proof else ""
    numbers = f"visits {node['visits']} value {node['value']:g} wins {node['wins']:g}"
    yield f"{'  ' * depth}{move} seat {node['seat']} {numbers}{proof}{within}"
    for child in range(int(node["first"]), int(node["first"]) + int(node["children"])):
        if not visited or int(column(tree.nodes, "visits")[child]) > 0:
            yield from describe(tree, child, depth + 1, visited)


def text_of(key: str) -> str:
    """Return the text of one tree."""
    state = parse_position(GAMES[key.removesuffix("-tuned")])
    tree = grow(state, None if key.endswith("-tuned") else PLAIN)
    begin = state.to_text(history=True).removesuffix(" moves")
    return "\n".join([f"# {begin}, {read_one(tree.nodes, ROOT)['visits']} simulations", *describe(tree), ""])


def by_lot(name: str, left: int, seed: int) -> State:
    """Return a position of a random game on the usual board with `left` empty points, and a choice.

    Where no game of a hundred gets that far, it is the one with the fewest empty points of all that they went through.
    """
    chance = random.Random(f"{name} {left} {seed}")
    fullest = read_game(name).new_state()
    for _ in range(100):
        state = read_game(name).new_state()
        while state.outcome is None and int(state.record.empty_count) > left:
            state.play(chance.choice(state.legal_moves()))
            if state.record.empty_count < fullest.record.empty_count and has_choice(state):
                fullest = state.copy()
        if has_choice(state):
            return state
    return fullest


def has_choice(state: State) -> bool:
    """Whether the game goes on, by more than one move."""
    return state.outcome is None and len(state.legal_moves()) > 1


def large(position: str) -> dict[str, Any]:
    """Return what is recorded of a large tree."""
    tree = grow(parse_position(position), None, MANY)
    lines = list(describe(tree, visited=True))
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    return {"position": position, "nodes": len(lines), "first": lines[1].strip(), "sha256": digest}


def solved(position: str, by: By, every: bool) -> dict[str, Any]:
    """Return what is recorded of a solved position, from a solver that has seen nothing before."""
    found = Solver(4.0).solve(parse_position(position), by, nodes=SOLVER_NODES, every=every)
    # Where the limit ends the work, it ends some positions after it, depending on the clock.
    return {
        "position": position,
        "by": by,
        "every": every,
        "value": found.value,
        "best": [move.text for move in found.best],
        "complete": found.complete,
        "line": [move.text for move in found.line],
        "lead": found.lead,
        "nodes": found.nodes if found.nodes < SOLVER_NODES else None,
    }


def large_lines() -> list[dict[str, Any]]:
    """Return the lines of large.jsonl: near the start, in the middle and late, where the board has so many points."""
    found = []
    for name in games():
        points = int(read_game(name).new_state().record.empty_count)
        for seed, part in enumerate((0.9, 0.6, 0.3)):
            found.append(large(by_lot(name, int(part * points), seed).to_text(history=True)))
    return found


def solved_lines() -> list[dict[str, Any]]:
    """Return the lines of solved.jsonl, without those that were not solved within the limit."""
    found = []
    for name, lefts in LATE.items():
        for seed, left in enumerate(lefts):
            position = by_lot(name, left, seed).to_text(history=True)
            found.append(solved(position, "result", False))
            found.append(solved(position, "result" if name == "convacu" else "margin", True))  # C4
    return [line for line in found if line["nodes"] is not None and line["value"] is not None]


def text_of_lines(lines: list[dict[str, Any]]) -> str:
    """Return a file with a line of JSON for each."""
    return "".join(json.dumps(line) + "\n" for line in lines)


def read_lines(name: str) -> list[dict[str, Any]]:
    """Return the lines of large.jsonl or solved.jsonl."""
    return [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


def main() -> None:
    """Write what has changed."""
    texts = {f"{key}.txt": text_of(key) for key in KEYS}
    texts |= {"large.jsonl": text_of_lines(large_lines()), "solved.jsonl": text_of_lines(solved_lines())}
    for name, text in texts.items():
        file = HERE / name
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
            print(f"wrote {name}")


if __name__ == "__main__":
    main()
