"""Find positions with exactly one right move, prove that, and keep them as tests/search/tactics/*.jsonl.

Games between weak players pass by; where the solver proves, by result, that one move alone keeps what can be had and
that every other one throws it away, the position is a candidate. Of each game and size those are kept where the right
move is hardest to see: a game won or lost by the move at once is none. What the files hold already stays.

    python tests/search/find_tactics.py            all games, about a minute each
    python tests/search/find_tactics.py kaomi
"""

import argparse
import json
import random
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fieldstone
from fieldstone import State
from fieldstone.games import GAMES
from fieldstone.search.player import SearchPlayer
from fieldstone.search.random import RandomPlayer
from fieldstone.search.solver.solve import Solver

FOLDER = Path(__file__).parent / "tactics"

# By game: options, how many positions to keep, plies before the end from which positions are tried, how many at most.
SOURCES: dict[str, list[tuple[dict[str, Any], int, int, int]]] = {
    "vacu": [({"size": 4}, 10, 12, 400), ({"size": 5}, 6, 12, 400), ({"size": 6}, 4, 12, 200), ({}, 6, 14, 500)],
    "convacu": [({"size": 4}, 9, 7, 300), ({"size": 5}, 11, 7, 300), ({"size": 6}, 4, 6, 100), ({}, 4, 4, 200)],
    "kaomi": [({"size": 4}, 6, 10, 200), ({"size": 5}, 7, 9, 200), ({}, 11, 9, 300)],
    "squared": [({"size": 4}, 6, 10, 200), ({"size": 5, "komi": 4}, 7, 9, 200), ({}, 11, 9, 300)],
    "iago": [({}, 22, 14, 700)],
    "iago-free": [({}, 22, 12, 1000)],
    "vadus": [({"size": 3}, 8, 10, 200), ({"size": 4}, 8, 10, 200), ({}, 8, 12, 200)],
}
NODES = 200_000
RE_PROOF = 100_000  # of a position that is kept


def positions(name: str, options: dict[str, Any], plies: int, count: int, chance: random.Random) -> Iterator[State]:
    """Yield positions near the end of games between weak players, one or two of each game."""
    while count > 0:
        state, line = fieldstone.load(name, **options).new_state(), []
        players = [
            SearchPlayer(simulations=chance.choice((30, 100, 300)), seed=chance.getrandbits(32), megabytes=8)
            for _ in range(2)
        ]
        slip = RandomPlayer(chance.getrandbits(32))
        while state.outcome is None and len(state.history) < 3 * state.game.points:
            line.append(state.copy())
            player = slip if chance.random() < 0.05 else players[state.seat - 1]
            state.play(player.choose(state))
        if name == "vacu":
            line = made_close(state)
        late = [one for one in line[-plies:-2] if len(one.legal_moves()) > 2 and is_close(one)]
        count -= max(1, min(2, len(late)))
        yield from chance.sample(late, min(2, len(late)))


def made_close(state: State) -> list[State]:
    """Return the positions of a game of Vacu again, with a komi that makes up for Black's lead at its end."""
    scores = state.scores()
    komi = max(0, int(scores["B"] - scores["W"]))
    again = fieldstone.load("vacu", size=state.game.options["size"], komi=komi).new_state()
    line = []
    for move in state.history:
        line.append(again.copy())
        again.play(move)
    return line


def is_close(state: State) -> bool:
    """Vacu: the scores differ by little; otherwise most moves win."""
    scores = state.scores()
    return state.game.name != "vacu" or abs(scores["B"] - scores["W"]) < 4


def decides_at_once(state: State, move: Any) -> bool:
    after = state.copy()
    after.play(move)
    return after.outcome is not None


def surprise(state: State, move: Any) -> float:
    """How unlikely a short search finds the move: 1 less the part of its visits that went there."""
    player = SearchPlayer(simulations=60, seed=1, megabytes=8)
    player.think(state)
    visits = {one.move: one.visits for one in player.candidates()}
    return 1 - visits[move] / max(1, sum(visits.values()))


def puzzle(state: State, solver: Solver) -> dict[str, Any] | None:
    """Return a position with its one right move, or None where there is none or it is not proven in time."""
    solution = solver.solve(state, nodes=NODES)
    if solution.value is None or solution.result == "loss" or len(solution.line) < 3:
        return None
    solution = solver.solve(state, nodes=NODES, every=True)
    if not solution.complete or len(solution.best) != 1 or decides_at_once(state, solution.best[0]):
        return None
    # The history counts for V9 alone; where it does, and what was proven may hang on it, it is kept.
    text = state.to_text(history="vacu" in state.game.name)
    fresh = Solver(megabytes=8).solve(fieldstone.parse_position(text), nodes=RE_PROOF, every=True)
    if not fresh.complete or fresh.best != solution.best:
        return None
    return {
        "position": text,
        "best": fresh.best[0].text,
        "result": fresh.result,
        "moves": len(state.legal_moves()),
        "nodes": fresh.nodes,
        "surprise": round(surprise(state, fresh.best[0]), 2),
    }


def find(name: str) -> list[dict[str, Any]]:
    chance, kept = random.Random(zlib.crc32(name.encode())), []
    for options, wanted, plies, count in SOURCES[name]:
        found: dict[str, dict[str, Any]] = {}
        for state in positions(name, options, plies, count, chance):
            if len(found) >= 1.5 * wanted:
                break
            one = puzzle(state, Solver(megabytes=8))
            if one is not None:
                found[one["position"]] = one
        # Half of them surprising, the others as they come.
        order = sorted(found.values(), key=lambda one: -one["surprise"])
        some = order[: wanted // 2]
        rest = order[wanted // 2 :]
        some += chance.sample(rest, min(len(rest), wanted - len(some)))
        kept += some
        print(f"{name} {options}: {len(found)} found, {len(some)} kept", flush=True)
    return kept


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(GAMES))
    FOLDER.mkdir(exist_ok=True)
    for name in parser.parse_args().names:
        path = FOLDER / f"{name}.jsonl"
        before = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        lines = {one["position"]: json.dumps(one) for one in [*map(json.loads, before), *find(name)]}
        path.write_text("\n".join(lines.values()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
