"""How often the error that an analysis by playouts states holds the value of a search twenty times as long.

The positions and the values of long searches lie in tests/analysis/data/: of each game some from games between weak
players, spread over their whole length, and such where a swap or a side is to be chosen. The factors of
`fieldstone.search.error` were fitted to those of errors.jsonl; errors-unseen.jsonl has others, of other games, which
prove them. What a network judges is measured by bench/judges.py.

    python bench/errors.py            measure, and print a table of each set as Markdown
    python bench/errors.py --make     play the games and search for long: some forty minutes a set
"""

import argparse
import json
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fieldstone
from fieldstone import Limit, State
from fieldstone.search.levels import level_player

DATA = Path(__file__).parent.parent / "tests" / "analysis" / "data"
FITTED, UNSEEN = DATA / "errors.jsonl", DATA / "errors-unseen.jsonl"
FIRST_SEEDS = {FITTED: 1000, UNSEEN: 50_000}  # of the players
SIMULATIONS = 40_000
LONGER = 20
POSITIONS = 12  # of each game, beside the choices
GOLDEN = (5**0.5 - 1) / 2  # its multiples, without their whole parts, are spread evenly
CHOICES = {
    FITTED: {
        "kaomi": ["kaomi(size=5) moves c3", "kaomi(size=7) moves d4", "kaomi(size=7) moves b2"],
        "vacu": ["vacu(size=9,setup=auction) moves komi 4"],
        "squared": ["squared(size=7,setup=auction) moves komi 36"],
    },
    UNSEEN: {
        "kaomi": ["kaomi(size=5) moves b2", "kaomi(size=6) moves c3", "kaomi(size=7) moves c3"],
        "vacu": ["vacu(size=7,setup=auction) moves komi 6"],
        "squared": ["squared(size=6,setup=auction) moves komi 24"],
    },
}


def positions(file: Path, name: str) -> Iterator[str]:
    """Yield positions of a game as texts."""
    yield from CHOICES[file].get(name, [])
    for number in range(POSITIONS):
        state = fieldstone.load(name).new_state()
        first = FIRST_SEEDS[file] + 100 * number
        players = [level_player(state.game, 2, seed=first + seat) for seat in (1, 2)]
        while state.outcome is None:
            state.play(players[state.seat - 1].choose(state))
        wanted = int(len(state.history) * ((number + 1) * GOLDEN % 1.0))
        while len(state.history) > wanted or len(state.legal_moves()) < 2:
            state.undo()
        yield state.to_text(history=True)


def chance(state: State, simulations: int, seed: int) -> tuple[float, float]:
    """Return what an analysis says of a position, and the error that it states."""
    found = fieldstone.analyse(state, Limit(simulations=simulations), seed=seed, owners=False, net=False)
    return found.chance, found.error


def make() -> None:
    """Search each position for long, and write what comes out; what is there is kept."""
    for path in FIRST_SEEDS:
        known = {line["position"] for line in read(path)} if path.exists() else set()
        with path.open("a", encoding="utf-8") as file:
            for name in fieldstone.games():
                for text in positions(path, name):
                    if text not in known:
                        value, _ = chance(fieldstone.parse_position(text), SIMULATIONS * LONGER, seed=2)
                        line = {"game": name, "position": text, "chance": round(value, 4)}
                        print(json.dumps(line, separators=(",", ":")), file=file, flush=True)


def read(path: Path = UNSEEN) -> list[dict[str, Any]]:
    """Return the positions with the values of long searches."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def measure(path: Path) -> None:
    """Print how often the stated error holds the value of the long search, and how wide it is."""
    found: dict[str, list[tuple[bool, float]]] = {}
    for line in read(path):
        value, error = chance(fieldstone.parse_position(line["position"]), SIMULATIONS, seed=1)
        held = abs(value - line["chance"]) <= error + 1e-4
        for name in (line["game"], "all"):
            found.setdefault(name, []).append((held, 2 * error))
    found["all"] = found.pop("all")
    print("| game | positions | held | median width |\n|---|---|---|---|")
    for name, results in found.items():
        held = sum(one for one, _ in results)
        width = statistics.median(width for _, width in results)
        print(f"| {name} | {len(results)} | {held}, {held / len(results):.0%} | {100 * width:.1f} points |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n")[0])
    parser.add_argument("--make", action="store_true", help="play the games and search for long")
    if parser.parse_args().make:
        make()
    else:
        for one in FIRST_SEEDS:
            print(f"\n{one.name}\n")
            measure(one)
