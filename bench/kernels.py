"""Measure the kernels as WebAssembly, in Node, beside the same ones compiled for the processor, in one run.

    python bench/kernels.py                              # measure and print
    python bench/kernels.py --write docs/benchmarks.md   # and replace the table there

Both play the same games from the same seeds, and grow the same trees: only the speed differs.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache, partial
from itertools import chain
from pathlib import Path

import numpy as np
import report
from turns import Job, alternate, run

import fieldstone
from fieldstone.core.entries import sample_playouts, start_states
from fieldstone.core.rng import make_rng
from fieldstone.play.game import Game
from fieldstone.search.engine import Search
from fieldstone.search.limit import Limit
from fieldstone.search.memory import Memory
from fieldstone.search.net.evaluator import NetEvaluator, settings_with_net
from fieldstone.search.net.file import Net
from fieldstone.search.net.own import net_path, own_net
from fieldstone.search.steps.state import THINK
from fieldstone.targets.places import FILE, NETWORK_FILE, families, module_files, module_path

WEB = Path(__file__).resolve().parent.parent / "web"
MEGABYTES = 100.0
# Our game, its options, what to call it, playouts and simulations of a round, and the least ratios of both.
GAMES: tuple[tuple[str, dict[str, int], str, int, int, float, float], ...] = (
    ("kaomi", {"size": 7}, "Kaomi 7x7", 100_000, 60_000, 0.75, 0.85),
    ("squared", {"size": 7}, "Squared 7x7", 100_000, 60_000, 0.75, 0.75),
    ("vacu", {"size": 9}, "Vacu 9x9", 40_000, 20_000, 0.75, 0.81),
    ("convacu", {"size": 9}, "Convacu 9x9", 40_000, 20_000, 0.75, 0.75),
    ("iago", {}, "Iago", 40_000, 20_000, 0.75, 0.75),
    ("iago-free", {}, "Iago, free capture", 40_000, 20_000, 0.75, 0.75),
    ("vadus", {"size": 9}, "Vadus 9", 40_000, 10_000, 0.75, 0.75),
)
NET_SIMULATIONS, LEAST_NET = 60_000, 0.6
MOST_BYTES = 20_000
# Analyses by one worker and by two: the game, what to call it, and the least ratio. They have as long as in the page.
PAIRS = (("kaomi", {"size": 7}, "Kaomi 7x7"), ("vacu", {"size": 9}, "Vacu 9x9"))
LEAST_PAIR = 1.8
PAIR_SECONDS = 3.0


@cache
def prover() -> Path:
    """Build the program that measures in Node; returns its place."""
    command = ["npx", "vite", "build", "--config", "vite.proof.config.ts", "--logLevel", "warn"]
    subprocess.run(command, cwd=WEB, env=os.environ | {"FIELDSTONE_PROOF": "speed"}, check=True, capture_output=True)
    return WEB / "proof" / "built" / "speed.mjs"


def in_node(what: str, game: Game, **measured: float | str) -> float:
    """Return playouts or simulations a second of a fresh process: the faster of two, as the first warms up."""
    job: dict[str, object] = {
        **measured,
        "name": game.name,
        "options": game.spec.numbers(game.options),
        "texts": [move.text for move in game.moves],
        "rounds": 2,
    }
    module = module_path(fieldstone.games()[game.spec.family])
    command = ["node", str(prover()), str(module), json.dumps(job)]
    lines = subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout.splitlines()
    return max(float(json.loads(line)[what]) for line in lines)


def native_playouts(game: Game, count: int) -> float:
    """Return random games a second."""
    adapter = game.adapter
    states = np.zeros(2, adapter.dtype)
    words = states.view(np.uint64).reshape(2, -1)
    start_states(adapter.rules, states[:1])
    rng = make_rng(7)

    def once() -> float:
        begin = time.perf_counter()
        sample_playouts(adapter.rules, states, words, rng, count)
        return count / (time.perf_counter() - begin)

    return max(once(), once())


def native_simulations(game: Game, count: int, net: Net | None = None) -> float:
    """Return simulations a second of our player's search, from the start, by playouts or by a network."""
    evaluator = None if net is None else NetEvaluator(net)
    settings = None if net is None else settings_with_net(game, net)

    def once() -> float:
        memory = Memory(7, 1, MEGABYTES, exact=False)
        limit = Limit(simulations=count)
        search = Search(game.new_state(), limit, settings, kind=THINK, memory=memory, evaluator=evaluator)
        begin = time.perf_counter()
        search.run()
        return count / (time.perf_counter() - begin)

    return max(once(), once())


def speed_jobs(rounds: int) -> Iterator[Job]:
    """Give a row for the random games, and one for the searches, of each game."""
    for name, options, title, playouts, simulations, least, least_search in GAMES:
        game = fieldstone.load(name, **options)
        row = report.Row(f"random playouts, {title}", "games/s", peer="native", wanted=least)
        mine = partial(in_node, "playouts", game, playouts=playouts, simulations=1)
        yield row, partial(alternate, row, mine, partial(native_playouts, game, playouts), rounds)
        row = report.Row(f"our player, {title}", "simulations/s", peer="native", wanted=least_search)
        mine = partial(in_node, "simulations", game, playouts=1, simulations=simulations)
        yield row, partial(alternate, row, mine, partial(native_simulations, game, simulations), rounds)


def net_jobs(rounds: int) -> Iterator[Job]:
    """Give a row for the searches by the network of each game that brings one."""
    for spec in fieldstone.games().values():
        game, path = fieldstone.load(spec.name), net_path(spec)
        if path is None or (net := own_net(game)) is None:
            continue
        row = report.Row(f"our player by a network, {spec.title()}", "simulations/s", peer="native", wanted=LEAST_NET)
        module = module_path(fieldstone.games()[spec.family], NETWORK_FILE)
        by_net = {"simulations": NET_SIMULATIONS, "net": str(path), "netModule": str(module)}
        mine = partial(in_node, "simulations", game, playouts=1, **by_net)
        yield row, partial(alternate, row, mine, partial(native_simulations, game, NET_SIMULATIONS, net), rounds)


def pair_jobs(rounds: int) -> Iterator[Job]:
    """Give a row for analyses of two workers, each with a tree of its own, beside one."""
    for name, options, title in PAIRS:
        game = fieldstone.load(name, **options)
        row = report.Row(f"analysis by two workers, {title}", "simulations/s", peer="one", wanted=LEAST_PAIR)
        one, two = (partial(in_node, what, game, seconds=PAIR_SECONDS) for what in ("one", "two"))
        yield row, partial(alternate, row, two, one, rounds)


def measure_size(row: report.Row, path: Path) -> list[report.Row]:
    """Write the size of a module to a row."""
    content = path.read_bytes()
    row.ours, row.note = [float(len(gzip.compress(content, 9)))], f"{len(content):,} bytes as it is"
    return []


def size_jobs() -> Iterator[Job]:
    """Give a row for the size of each module of a game; what searches by its networks is one of its own."""
    for spec in families():
        for file in module_files(spec):
            title = f"module of {spec.title()}" if file == FILE else f"module of {spec.title()} for its networks"
            row = report.Row(f"{title}, gzip", "bytes", judged="value", wanted=float(MOST_BYTES), at_most=True)
            yield row, partial(measure_size, row, module_path(spec, file))


def main() -> int:
    """Run from the command line; 1 if a row could not be measured, or was missed and --strict."""
    return run(
        "Measure the kernels as WebAssembly, beside the native ones.",
        "kernels",
        lambda rounds, seconds: chain(speed_jobs(rounds), net_jobs(rounds), pair_jobs(rounds), size_jobs()),
    )


if __name__ == "__main__":
    sys.exit(main())
