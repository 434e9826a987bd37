"""How often would a game that both players think decided have ended otherwise? Counted in games played to the end.

    python bench/adjudication.py vacu 7 --games 40

The two players are the level that is named and the one below it. For each chance of winning that `fieldstone arena
--adjudicate` might be given, a line says how many of the games would have been ended early, how many of those with the
wrong winner, and what part of all plies would have been saved.
"""

from __future__ import annotations

import argparse
import multiprocessing
from itertools import islice
from typing import NamedTuple

from fieldstone.arena.match import Match, Task, schedule
from fieldstone.arena.players import read_spec
from fieldstone.arena.playing import agreed_winner, play_game
from fieldstone.play.game import read_game
from fieldstone.play.state import State

CHANCES = (0.9, 0.95, 0.98, 0.99, 0.995)


class Verdict(NamedTuple):
    """What adjudication makes of a game: the ply at which it ends, and whether its winner is the right one."""

    ply: int
    right: bool


def play(match: Match, task: Task) -> tuple[int, dict[float, Verdict]]:
    """Play one game to its end; returns its plies, and the verdict by chance where there is one."""
    agreed: dict[float, tuple[int, int]] = {}

    def watch(state: State, chances: list[list[float]]) -> None:
        for sure in CHANCES:
            winner = agreed_winner(chances, sure)
            if winner is not None:
                agreed.setdefault(sure, (len(state.history), winner))

    game = play_game(match, task, watch)
    if "problem" in game:
        raise RuntimeError(game["problem"])
    winner = None if game["winner"] is None else task.seats.index(game["winner"]) + 1
    return game["plies"], {sure: Verdict(ply, seat == winner) for sure, (ply, seat) in agreed.items()}


def main() -> None:
    """Read the command line, play, and print the table."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("game")
    reader.add_argument("level", type=int)
    reader.add_argument("--games", type=int, default=40)
    reader.add_argument("--workers", type=int, default=multiprocessing.cpu_count())
    asked = reader.parse_args()
    name = str(read_game(asked.game))
    match = Match(name, tuple(str(read_spec(str(level))) for level in (asked.level, asked.level - 1)))
    tasks = list(islice(schedule(match, asked.games), asked.games))
    with multiprocessing.get_context("spawn").Pool(asked.workers) as pool:
        games = pool.starmap(play, [(match, task) for task in tasks], chunksize=1)
    plies = sum(length for length, _ in games)
    print(f"{name}, level {asked.level} and {asked.level - 1}, {len(games)} games")
    for sure in CHANCES:
        ended = [(length, verdicts[sure]) for length, verdicts in games if sure in verdicts]
        wrong = sum(not verdict.right for _, verdict in ended)
        saved = sum(length - verdict.ply for length, verdict in ended)
        print(
            f"{sure:.3f}: {len(ended)} ended early, {wrong} of them wrongly, {100 * saved / plies:.0f}% of plies saved"
        )


if __name__ == "__main__":
    main()
