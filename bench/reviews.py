"""Whether a review is to be believed: games of every rule set, beside searches twenty times as long.

    python bench/reviews.py                              # go on until every game has been measured; days of computing
    python bench/reviews.py --games 2 --only kaomi iago  # the first two games of some rule sets
    python bench/reviews.py --write docs/benchmarks.md   # of what is known, replace the table there

Each game is reviewed as the page does it at its usual pace. Then some of its moves, spread evenly over its length, and
all that were called blunders, are compared with long searches of the positions before and after them: whether the
stated intervals hold what those say, and how wide they are; whether a loss above 20% of the win rate was found; whether
what is called a blunder is one. What is known of a game is a line of bench/results/reviews.jsonl, written when it is
through. Ctrl-C loses the game that is being measured, and another call goes on with that. Where reviews search in
another way since (the format of their files tells), a game is measured anew, and long searches are not repeated. Where
another network judges since, all of it is measured anew.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from errors import GOLDEN
from report import replace_table

import fieldstone
from fieldstone import Limit, State
from fieldstone.analysis.keeping import FORMAT
from fieldstone.analysis.review import MoveReview
from fieldstone.analysis.reviewing import review
from fieldstone.search.levels import level_player
from fieldstone.search.net.own import own_net
from fieldstone.version import __version__

RESULTS = Path(__file__).resolve().parent / "results" / "reviews.jsonl"
MARK = "reviews"
GAMES = 20  # of each rule set
SIMULATIONS = 40_000  # a position: at most what the page makes of them in a second, its usual pace
FEWER = {"vadus": 12_000}  # where it makes fewer
LONGER = 20
MOVES = 4  # of each game, beside the blunders
LOSS = 0.2  # of the win rate: what a blunder loses
FIRST_SEED = 90_000
LEVEL = 2
HEADINGS = ("rules", "games", "positions", "intervals hold", "median width", "losses found", "none", "changed")


@dataclass
class Counted:
    """What has been found of one rule set, or of all of them."""

    games: int = 0
    positions: int = 0
    held: int = 0
    widths: list[float] = field(default_factory=list)
    losses: int = 0
    found: int = 0
    blunders: int = 0
    none: int = 0
    changed: int = 0

    def add(self, line: dict[str, Any]) -> None:
        """Count one game."""
        self.games += 1
        for one in line["positions"]:
            self.positions += 1
            self.held += abs(one["chance"] - one["long"]) <= one["error"] + 1e-4
            self.widths.append(2 * one["error"])
        for one in line["moves"]:
            loses = one["loses"]
            if one["drawn"] and loses > LOSS:
                self.losses += 1
                self.found += one["verdict"] is not None
            if one["verdict"] == "blunder" and one["by"] == "chance":
                self.blunders += 1
                self.none += loses < LOSS / 2
                self.changed += round(100 * loses) < 100 * LOSS

    def row(self, name: str) -> str:
        """Return a row of the table."""
        width = f"{100 * statistics.median(self.widths):.1f} points" if self.widths else "–"
        cells = [name, str(self.games), str(self.positions), part(self.held, self.positions), width]
        cells += [part(self.found, self.losses), part(self.none, self.blunders), part(self.changed, self.blunders)]
        return f"| {' | '.join(cells)} |"


def part(some: int, of: int) -> str:
    """Return a part in percent, and of how many it is."""
    return f"{some} of {of}, {some / of:.0%}" if of else "–"


def some_game(name: str, number: int) -> State:
    """Return a game between weak players."""
    state = fieldstone.load(name).new_state()
    players = [level_player(state.game, LEVEL, seed=FIRST_SEED + 10 * number + seat) for seat in (1, 2)]
    while state.outcome is None:
        state.play(players[state.seat - 1].choose(state))
    return state


class Longer:
    """Long searches of the positions of a game, each made once; `known` are those that an earlier measurement made."""

    def __init__(self, state: State, simulations: int, known: dict[int, float]) -> None:
        self._there, self._moves = state.copy(), state.history
        self._limit = Limit(simulations=LONGER * simulations)
        self.known = known

    def value(self, ply: int) -> float:
        """Return player 1's chance after so many moves."""
        if ply not in self.known:
            while len(self._there.history) > ply:
                self._there.undo()
            while len(self._there.history) < ply:
                self._there.play(self._moves[len(self._there.history)])
            self.known[ply] = round(self._chance(), 4)
        return self.known[ply]

    def _chance(self) -> float:
        outcome = self._there.outcome
        if outcome is not None:
            return 0.5 if outcome.winner is None else float(self._there.seat_of(outcome.winner) == 1)
        found = fieldstone.analyse(self._there, self._limit, seed=2, owners=False)
        if not found.complete:  # an analysis takes Ctrl-C for the end of its time
            raise KeyboardInterrupt
        return found.chance_of(1)


def distance(one: float, other: float) -> float:
    """Return how far two places in a game are apart."""
    return abs(one - other)


def chosen(moves: Iterable[MoveReview], plies: int, number: int) -> tuple[set[int], set[int]]:
    """Return the numbers of the moves that are looked at: those drawn, spread evenly, and the blunders."""
    free = [one.ply for one in moves if not one.forced]
    places = [(number * MOVES + place + 1) * GOLDEN % 1.0 for place in range(MOVES)]
    drawn = {min(free, key=partial(distance, place * plies)) for place in places}
    return drawn, {one.ply for one in moves if one.verdict == "blunder" and one.by == "chance"}


def measure(name: str, number: int, before: dict[str, Any]) -> dict[str, Any]:
    """Return what is found of one game; `before` is what an earlier measurement of it has found."""
    state, simulations = some_game(name, number), FEWER.get(name, SIMULATIONS)
    found = review(state, Limit(simulations=simulations))
    if not found.complete:
        raise KeyboardInterrupt
    judge = judge_of(name)
    if before.get("judge") != judge:
        before = {}
    drawn, blunders = chosen(found.moves, len(state.history), number)
    longer = Longer(state, simulations, {int(ply): value for ply, value in before.get("long", {}).items()})
    moves = []
    for ply in sorted(drawn | blunders):
        one = found.moves[ply - 1]
        sign = 1.0 if one.seat == 1 else -1.0
        loses = max(0.0, sign * (longer.value(ply - 1) - longer.value(ply)))
        moves.append(
            {
                "ply": ply,
                "drawn": ply in drawn,
                "loss": one.loss,
                "error": one.loss_error,
                "verdict": one.verdict,
                "by": one.by,
                "loses": round(loses, 4),
            }
        )
    near = sorted({place for ply in drawn for place in (ply - 1, ply)})
    positions = [
        {"ply": ply, "chance": found.chances[ply], "error": found.errors[ply], "long": longer.value(ply)}
        for ply in near
    ]
    return {
        "game": name,
        "number": number,
        "plies": len(state.history),
        "simulations": simulations,
        "format": FORMAT,
        "judge": judge,
        "version": __version__,
        "positions": positions,
        "moves": moves,
        "long": dict(sorted(longer.known.items())),
    }


def read() -> dict[tuple[str, int], dict[str, Any]]:
    """Return what is known, by the name and the number of a game: of what was measured twice, the last."""
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    return {(line["game"], line["number"]): line for line in map(json.loads, text.splitlines())}


def judge_of(name: str) -> str | None:
    """Return the digest of the network by which reviews of a game go; None where playouts judge."""
    net = own_net(fieldstone.load(name))
    return net.digest if net else None


def is_current(line: dict[str, Any]) -> bool:
    """Say whether reviews search today as they did for a line."""
    return bool(line["format"] == FORMAT and line.get("judge") == judge_of(line["game"]))


def table(lines: Iterable[dict[str, Any]]) -> str:
    """Return what is known as Markdown."""
    rows: dict[str, Counted] = {name: Counted() for name in (*fieldstone.games(), "all")}
    for line in lines:
        for name in (line["game"], "all"):
            rows[name].add(line)
    head = [f"| {' | '.join(HEADINGS)} |", "|---" * len(HEADINGS) + "|"]
    return "\n".join([*head, *(counted.row(name) for name, counted in rows.items())]) + "\n"


def main() -> None:
    """Measure the games that are not known yet, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES, help=f"of each rule set ({GAMES})")
    parser.add_argument("--only", nargs="+", choices=fieldstone.games(), help="some rule sets")
    parser.add_argument("--write", type=Path, help="measure nothing, and replace the table of a document")
    asked = parser.parse_args()
    known = read()
    wanted = [(name, number) for number in range(asked.games) for name in asked.only or fieldstone.games()]
    left = [] if asked.write else [one for one in wanted if one not in known or not is_current(known[one])]
    try:
        for place, (name, number) in enumerate(left):
            print(f"{place + 1} of {len(left)}: {name}, game {number + 1} of {asked.games}", flush=True)
            line = json.dumps(measure(name, number, known.get((name, number), {})), separators=(",", ":"))
            with RESULTS.open("a", encoding="utf-8") as file:
                print(line, file=file)
    except KeyboardInterrupt:
        print("Stopped; the same command goes on.")
    found = table(filter(is_current, read().values()))
    print(found)
    if asked.write:
        replace_table(asked.write, MARK, found)


if __name__ == "__main__":
    main()
