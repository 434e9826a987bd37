"""How often would a game that both players think decided have ended otherwise? Counted in games played to the end.

    python bench/adjudication.py vacu 7 --games 40

The two players are the level that is named and the one below it. For each chance of winning that `fieldstone arena
--adjudicate` might be given, a line says how many of the games would have been ended early, how many of those with the
wrong winner, and what part of all plies would have been saved.
"""

from __future__ import annotations

import argparse
import multiprocessing
from typing import NamedTuple

from fieldstone.arena.match import Match, Task, player_seed
from fieldstone.arena.openings import openings
from fieldstone.arena.playing import agreed_winner
from fieldstone.game import read_game
from fieldstone.search.levels import level_player

CHANCES = (0.9, 0.95, 0.98, 0.99, 0.995)


class Verdict(NamedTuple):
    """What adjudication makes of a game: the ply at which it ends, and whether its winner is the right one."""

    ply: int
    right: bool


def play(number: int, name: str, levels: tuple[int, int]) -> tuple[int, dict[float, Verdict]]:
    """Play one game to its end; returns its plies, and the verdict by chance where there is one."""
    match = Match(name, (str(levels[0]), str(levels[1])))
    game = read_game(name)
    state = game.new_state()
    found = openings(game, match.opening_plies, match.seed)
    for _ in range(number // 2):
        next(found)
    opening = next(found)
    for text in opening:
        state.play(text)
    order = (0, 1) if number % 2 == 0 else (1, 0)
    task = Task(number // 2, order, opening)
    players = [
        level_player(game, levels[who], player_seed(match, task, seat), "cpu") for seat, who in enumerate(order, 1)
    ]
    chances: list[list[float]] = [[], []]
    agreed: dict[float, tuple[int, int]] = {}
    while state.outcome is None:
        seat = state.seat
        player = players[seat - 1]
        state.play(player.choose(state))
        chance = player.thought_chance()
        if chance is not None:
            chances[seat - 1].append(chance if seat == 1 else 1.0 - chance)
        for sure in CHANCES:
            winner = agreed_winner(chances, sure)
            if sure not in agreed and winner is not None and state.outcome is None:
                agreed[sure] = len(state.history), winner
    colour = state.outcome.winner
    winner = None if colour is None else state.seat_of(colour)
    return len(state.history), {sure: Verdict(ply, seat == winner) for sure, (ply, seat) in agreed.items()}


def main() -> None:
    """Read the command line, play, and print the table."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("game")
    reader.add_argument("level", type=int)
    reader.add_argument("--games", type=int, default=40)
    reader.add_argument("--workers", type=int, default=multiprocessing.cpu_count())
    asked = reader.parse_args()
    name = str(read_game(asked.game))
    tasks = [(number, name, (asked.level, asked.level - 1)) for number in range(asked.games)]
    with multiprocessing.get_context("spawn").Pool(asked.workers) as pool:
        games = pool.starmap(play, tasks, chunksize=1)
    plies = sum(length for length, _ in games)
    print(f"{name}, level {asked.level} and {asked.level - 1}, {len(games)} games")
    for sure in CHANCES:
        ended = [(length, verdicts[sure]) for length, verdicts in games if sure in verdicts]
        wrong = sum(not verdict.right for _, verdict in ended)
        saved = sum(length - verdict.ply for length, verdict in ended)
        print(
            f"{sure:.3f}: {len(ended)} ended early, {wrong} of them wrongly, {100 * saved / plies:.0f} % of plies saved"
        )


if __name__ == "__main__":
    main()
