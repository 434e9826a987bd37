"""Whether a network judges better than playouts at equal time: analyses of one game by either, beside what comes out.

    python bench/judges.py                               # go on until all has been measured: some hours of one core
    python bench/judges.py --game squared --only long    # another game, one kind of what is measured
    python bench/judges.py --write docs/benchmarks.md    # of what is known, replace the table there

games : positions of games of the player `net`, after four random moves: how far is the chance from the result, the lead
    from that at the end, and who was expected to own each point from who did?
ends : positions from games that begin with four random moves, each played on to its end four times: twice by the
    player `net`, twice by the player `search`. How far is the chance from the results, and the lead from those?
exact : positions of such games with 14 empty points, solved: who wins is known
long : positions from games between weak players, beside searches twenty times as long of the same kind: does the stated
    error hold their value?

What is known of a position is a line of bench/results/judges.jsonl, written when it is through.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from errors import GOLDEN
from report import replace_table

import fieldstone
from fieldstone import Analysis, Limit, State
from fieldstone.core.entries import margin_of
from fieldstone.core.outcome import Colour
from fieldstone.core.record import BLACK, WHITE
from fieldstone.search.levels import level_player
from fieldstone.search.memory import Memory
from fieldstone.search.player import SearchPlayer
from fieldstone.search.solver.solve import Solver

RESULTS = Path(__file__).resolve().parent / "results" / "judges.jsonl"
MARKS = {"kaomi": "judges", "squared": "judges-squared", "iago": "judges-iago", "iago-free": "judges-iago-free"}
# Simulations of an analysis: a network makes some 34,000 in the time of 40,000 playouts.
SEARCHES = (("playouts", 40_000), ("net", 34_000), ("net", 17_000))
# Near the end, by where the games begin to be drawn from: some shorter, some longer.
LATE = {
    100: (("playouts", 40_000), ("playouts", 20_000), ("net", 34_000), ("net", 17_000), ("net", 4_000)),
    500: (("playouts", 40_000), ("playouts", 140_000), ("net", 34_000), ("net", 115_000)),
}
HALF = (("playouts", 20_000), ("playouts", 10_000), ("net", 17_000), ("net", 8_500), ("net", 2_000))
LONGER = 20
RANDOM_MOVES = 4
PLAYING = 400  # simulations of a move in games that positions are taken from
PLAYING_ON = {True: 1_500, False: 4_000}  # with a network, and without
EMPTY = 14
SOLVING = 40.0  # seconds
LEVELS, FIRST_SEEDS = (2, 7), (1000, 50_000)  # of the players of kind long
PLACES = 3  # of each game of kind games
MANY = {"games": 20, "ends": 60, "exact": 60, "long": 96}  # games
WORTH = {"win": 1.0, "draw": 0.5, "loss": 0.0}


def analysed(state: State, by: str, simulations: int, seed: int = 1, owners: bool = False) -> Analysis:
    """Return what an analysis says of a position."""
    memory = Memory(seed, 1, 96.0 if simulations < 200_000 else 1024.0)
    limit = Limit(simulations=simulations)
    found = fieldstone.analyse(state, limit, seed=seed, owners=owners, memory=memory, net=by == "net")
    if not found.complete:  # an analysis takes Ctrl-C for the end of its time
        raise KeyboardInterrupt
    return found


def looked(state: State, by: str, simulations: int, seed: int = 1) -> dict[str, Any]:
    """Return what an analysis says of a position as data, with its time on a processor."""
    begin = time.thread_time()
    return told(analysed(state, by, simulations, seed), by, simulations) | {
        "seconds": round(time.thread_time() - begin, 3)
    }


def told(found: Analysis, by: str, simulations: int) -> dict[str, Any]:
    """Return an analysis as data."""
    return {
        "by": by,
        "simulations": simulations,
        "chance": round(found.chance, 4),
        "error": round(found.error, 4),
        "margin": None if found.margin is None else round(found.margin, 2),
        "proven": found.proven,
    }


def begun(game: str, first: int, number: int) -> tuple[State, np.random.Generator, SearchPlayer]:
    """Return a game after its random moves, what draws, and who plays on."""
    state, rng = fieldstone.load(game).new_state(), np.random.default_rng(first + number)
    for _ in range(RANDOM_MOVES):
        moves = state.legal_moves()
        state.play(moves[int(rng.integers(len(moves)))])
    return state, rng, SearchPlayer(simulations=PLAYING, seed=number, net=number % 2 == 0)


def result(end: State, seat: int) -> float:
    """Return what a seat got from a finished game."""
    outcome = end.outcome
    assert outcome is not None
    return 0.5 if outcome.winner is None else float(end.seat_of(outcome.winner) == seat)


def ended(state: State, end: State, net: bool) -> dict[str, Any]:
    """Return what came of a position for the player to move."""
    lead = float(margin_of(end.game.adapter.rules, end.copy()._states)) / 2
    own = lead if state.to_move is Colour.BLACK else -lead
    return {"net": net, "result": result(end, state.seat), "lead": own}


def played_on(state: State, net: bool, seed: int) -> dict[str, Any]:
    """Return how a position ends for the player to move."""
    end, player = state.copy(), SearchPlayer(simulations=PLAYING_ON[net], seed=seed, net=net)
    while end.outcome is None:
        end.play(player.choose(end))
    return ended(state, end, net)


def games(game: str, number: int) -> Iterator[dict[str, Any]]:
    """Measure some positions of a game, with its result."""
    state, rng, _ = begun(game, 7, number)
    player = SearchPlayer(simulations=PLAYING_ON[True], seed=number, net=True)
    wanted = rng.choice(range(6, 42), PLACES, replace=False).tolist()
    places = []
    while state.outcome is None:
        if len(state.history) in wanted:
            places.append(state.copy())
        state.play(player.choose(state))
    cells = state.record.cells[: state.game.points]
    owned = (cells == BLACK).astype(float) - (cells == WHITE)
    for place in places:
        found = [(analysed(place, *one, owners=True), *one) for one in SEARCHES[:2]]
        yield {
            "ply": len(place.history),
            "searches": [told(*one) for one in found],
            "ends": [ended(place, state, True)],
            "owners": [round(float(np.mean((np.array(one.owners) - owned) ** 2)), 4) for one, *_ in found],
        }


def both(game: str, number: int) -> Iterator[dict[str, Any]]:
    """Measure two positions of a game."""
    state, rng, player = begun(game, 1000, number)
    wanted = sorted(rng.choice(range(5, 34), 2, replace=False).tolist())
    while state.outcome is None and len(state.history) <= wanted[-1]:
        if len(state.history) in wanted:
            searches = [looked(state, *one) for one in SEARCHES]
            ways = enumerate((True, True, False, False))
            ends = [played_on(state, net, 10 * number + place) for place, net in ways]
            yield {"ply": len(state.history), "searches": searches, "ends": ends}
        state.play(player.choose(state))


def solved(game: str, number: int) -> Iterator[dict[str, Any]]:
    """Measure a position near the end of a game, where the solver knows it in time."""
    at, place = divmod(number, len(LATE))
    first = list(LATE)[place]
    state, _, player = begun(game, first, at)
    while state.outcome is None and state.record.empty_count > EMPTY:
        state.play(player.choose(state))
    known = None if state.outcome is not None else Solver(256.0).solve(state, seconds=SOLVING).result
    if known is not None:
        searches = [looked(state, *one) for one in LATE[first]]
        yield {"ply": len(state.history), "searches": searches, "result": WORTH[known]}


def longer(game: str, number: int) -> Iterator[dict[str, Any]]:
    """Measure a position of a game between weak players."""
    state, (at, place) = fieldstone.load(game).new_state(), divmod(number, len(FIRST_SEEDS))
    first = FIRST_SEEDS[place] + 100 * at
    players = [level_player(state.game, LEVELS[at % 2], seed=first + seat) for seat in range(2)]
    while state.outcome is None:
        state.play(players[state.seat - 1].choose(state))
    wanted = int(len(state.history) * ((at + 1) * GOLDEN % 1.0))
    while len(state.history) > wanted or len(state.legal_moves()) < 2:
        state.undo()
    searches = [looked(state, *one) for one in HALF]
    far = [looked(state, by, LONGER * simulations, seed=2) for by, simulations in (HALF[0], HALF[2])]
    yield {"ply": len(state.history), "searches": searches, "longer": far}


KINDS: dict[str, Callable[[str, int], Iterator[dict[str, Any]]]] = {
    "games": games,
    "ends": both,
    "exact": solved,
    "long": longer,
}


def read(game: str) -> list[dict[str, Any]]:
    """Return what is known of a game."""
    lines = map(json.loads, RESULTS.read_text(encoding="utf-8").splitlines() if RESULTS.exists() else ())
    return [line for line in lines if line["game"] == game]


def row(name: str, by: str, simulations: int, every: list[dict[str, Any]]) -> str:
    """Return a row of the table: of one search, over the positions that it was made of."""
    both = [
        (line, one)
        for line in every
        for one in line["searches"]
        if (one["by"], one["simulations"]) == (by, simulations)
    ]
    lines, found = [line for line, _ in both], [one for _, one in both]
    times = [one["seconds"] for one in found if "seconds" in one]
    cells = [name, f"{by}, {simulations:,}", str(len(lines)), f"{statistics.mean(times):.2f}" if times else "–"]
    if "longer" in lines[0]:
        own = int(by == "net")
        far = [abs(one["chance"] - line["longer"][own]["chance"]) for one, line in zip(found, lines, strict=True)]
        held = sum(one <= seen["error"] + 1e-4 for one, seen in zip(far, found, strict=True))
        width = 200 * statistics.median(one["error"] for one in found)
        cells += [f"{statistics.mean(far):.3f}", "–", f"{held} of {len(lines)}", f"{width:.1f} points"]
        return f"| {' | '.join(cells)} |"
    squares, leads = [], []
    for one, line in zip(found, lines, strict=True):
        for end in line.get("ends", [{"result": line.get("result"), "lead": None}]):
            squares.append((one["chance"] - end["result"]) ** 2)
            if end["lead"] is not None:
                leads.append(abs(one["margin"] - end["lead"]))
    cells += [f"{statistics.mean(squares):.3f}", f"{statistics.mean(leads):.1f}" if leads else "–", "–", "–"]
    return f"| {' | '.join(cells)} |"


def groups(lines: list[dict[str, Any]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the positions that are told of together, with what they are called."""
    kinds: dict[str, list[dict[str, Any]]] = {kind: [one for one in lines if one["kind"] == kind] for kind in KINDS}
    for low, high in ((6, 19), (20, 31), (32, 41)):
        yield f"games of `net`, ply {low} to {high}", [one for one in kinds["games"] if low <= one["ply"] <= high]
    for net, who in ((True, "net"), (False, "search")):
        ends = [one | {"ends": [end for end in one["ends"] if end["net"] == net]} for one in kinds["ends"]]
        yield f"played on by `{who}`, ply 5 to 33", ends
    yield f"solved, {EMPTY} empty", kinds["exact"]
    yield "twenty times as long, of its kind", kinds["long"]


def table(lines: list[dict[str, Any]]) -> str:
    """Return what is known as Markdown."""
    heads = ("positions", "analysis", "", "s", "square, or distance", "lead off by", "error holds", "median width")
    rows = [f"| {' | '.join(heads)} |", "|---|---|--:|--:|--:|--:|---|---|"]
    for name, some in groups(lines):
        searches = {(one["by"], one["simulations"]) for line in some for one in line["searches"]}
        order = sorted(searches, key=lambda one: (one[0] == "net", -one[1]))
        rows += [row(name, *one, some) for one in order]
    return "\n".join(rows) + "\n"


def main() -> None:
    """Measure what is not known yet, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=MARKS, default="kaomi", help="one that brings a network (kaomi)")
    parser.add_argument("--only", choices=KINDS, help="one kind")
    parser.add_argument("--write", type=Path, help="measure nothing, and replace the table of a document")
    asked = parser.parse_args()
    known = {(line["kind"], line["number"]) for line in read(asked.game)}
    wanted = [(kind, number) for kind in KINDS for number in range(MANY[kind]) if asked.only in (None, kind)]
    try:
        for kind, number in [] if asked.write else [one for one in wanted if one not in known]:
            named = {"game": asked.game, "kind": kind, "number": number}
            lines = [named | one for one in KINDS[kind](asked.game, number)]
            with RESULTS.open("a", encoding="utf-8") as file:
                for one in lines:
                    print(json.dumps(one, separators=(",", ":")), file=file)
    except KeyboardInterrupt:
        print("Stopped; the same command goes on.")
    found = table(read(asked.game))
    print(found)
    if asked.write:
        replace_table(asked.write, MARKS[asked.game], found)


if __name__ == "__main__":
    main()
