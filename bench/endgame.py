"""How far from the end the solver knows everything: CPU seconds to solve positions out of games between weak players.

For each game at its default size a row for each number of empty points, from few to many until most positions take too
long; printed as Markdown.

    python bench/endgame.py                     all games, up to 5 s a position
    python bench/endgame.py kaomi iago --limit 1
"""

import argparse
import math
import statistics
import time
from collections.abc import Iterator

import fieldstone
from fieldstone import State
from fieldstone.games import GAMES
from fieldstone.search.player import SearchPlayer
from fieldstone.search.solver.solve import Solver

MARKS = (0.2, 1.0, 5.0)
STEPS = {"vacu": 2, "vadus": 2, "iago": 2, "iago-free": 2}


def games_of(name: str, count: int, simulations: int) -> list[list[State]]:
    """Return all positions of some games between weak players."""
    games = []
    for seed in range(count):
        state, line = fieldstone.load(name).new_state(), []
        players = [SearchPlayer(simulations=simulations, seed=2 * seed + seat, megabytes=16) for seat in range(2)]
        while state.outcome is None and len(state.history) < 4 * state.game.points:
            line.append(state.copy())
            state.play(players[len(state.history) % 2].choose(state))
        games.append(line)
    return games


def first_with(games: list[list[State]], step: int) -> Iterator[State]:
    """Yield a position of each game, with so few empty points or, where stones are captured, so near to the end."""
    for line in games:
        for state in line:
            left = len(line) - len(state.history) if "vacu" in state.game.name else int(state.record.empty_count)
            if left <= step and not state.turn_open and len(state.legal_moves()) > 1:
                yield state
                break


def seconds_to_solve(state: State, by: str, limit: float) -> tuple[float, int]:
    """Return the CPU seconds and the positions that a fresh solver takes; infinite beyond the limit."""
    solver = Solver(megabytes=64)
    begin = time.process_time()
    solution = solver.solve(state, by=by, stop=lambda: time.process_time() - begin > limit)  # type: ignore[arg-type]
    spent = time.process_time() - begin
    return (spent if solution.value is not None else math.inf), solution.nodes


def show(seconds: float, limit: float) -> str:
    return f"{seconds:.3f}" if seconds <= limit else f"> {limit:g}"


def measure(name: str, by: str, games: list[list[State]], limit: float, first: int) -> None:
    """Print the rows of one game."""
    Solver(megabytes=1).solve(games[0][-1], by=by, nodes=100)  # type: ignore[arg-type]  # compile
    low = 1 if "vacu" in name else max(2, min(int(line[-1].record.empty_count) for line in games))
    for step in range(max(low, first), 200, STEPS.get(name, 1)):
        positions = list(first_with(games, step))
        if len(positions) < 0.7 * len(games):
            continue
        times, nodes = zip(*(seconds_to_solve(state, by, limit) for state in positions), strict=True)
        middle = statistics.median(times)
        most = sorted(times)[math.ceil(0.9 * len(times)) - 1]
        left = statistics.median(
            len(line) - len(state.history) for line in games for state in line if any(state is one for one in positions)
        )
        empties = statistics.median(int(state.record.empty_count) for state in positions)
        solved = " | ".join(f"{sum(one <= mark for one in times)}/{len(times)}" for mark in MARKS if mark <= limit)
        row = f"| {name} | {by} | {empties:g} | {left:g} | {show(middle, limit)} | {show(most, limit)} | {solved} |"
        print(row, f"{int(statistics.median(nodes))} |", flush=True)
        if sum(times[index] > limit for index in range(len(times))) > 0.5 * len(times):
            return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(GAMES))
    parser.add_argument("--limit", type=float, default=5.0, help="seconds a position")
    parser.add_argument("--first", type=int, default=2, help="empty points, or plies left, of the first row")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--simulations", type=int, default=300)
    parser.add_argument("--by", choices=("result", "margin"), action="append")
    options = parser.parse_args()
    marks = " | ".join(f"in {mark:g} s" for mark in MARKS if mark <= options.limit)
    print(f"| game | by | empty | plies left | median s | 90% s | {marks} | positions |")
    print("|" + " --- |" * (7 + marks.count("|") + 1))
    for name in options.names:
        games = games_of(name, options.games, options.simulations)
        for by in options.by or ("result", "margin"):
            if (name, by) != ("convacu", "margin"):  # C4
                measure(name, by, games, options.limit, options.first)


if __name__ == "__main__":
    main()
