"""Whether a review is to be believed: games of every rule set, beside searches and reviews twenty times as long.

    python bench/reviews.py                       of every game some, and a table as Markdown
    python bench/reviews.py --games 1 --plies 20  a taste

For each position of a game: whether the stated interval holds what a search says that is twenty times as long, and how
wide it is. For each move: whether a loss above 20% of the win rate was found, whether what is called a blunder is one,
and whether a longer review says otherwise.
"""

import argparse
import statistics
from dataclasses import dataclass, field

import fieldstone
from fieldstone import Limit, Review, State
from fieldstone.analysis.reviewing import review
from fieldstone.search.levels import level_player

SIMULATIONS = 5_000
LONGER = 20
LOSS = 0.2  # of the win rate: what a blunder loses
FIRST_SEED = 90_000
LEVEL = 2


@dataclass
class Counted:
    """What has been found of one rule set, or of all of them."""

    positions: int = 0
    held: int = 0
    widths: list[float] = field(default_factory=list)
    losses: int = 0
    found: int = 0
    blunders: int = 0
    wrong: int = 0
    changed: int = 0

    def add(self, short: Review, long: Review, values: list[float | None]) -> None:
        """Count one game: its review, one of twenty times the limit, and what long searches say of its positions."""
        for chance, error, value in zip(short.chances, short.errors, values, strict=True):
            if chance is None or error is None or value is None:
                continue
            self.positions += 1
            self.held += abs(chance - value) <= error + 1e-9
            self.widths.append(2 * error)
        for one, other in zip(short.moves, long.moves, strict=True):
            called = one.verdict == "blunder" and one.by == "chance"
            lost = other.loss > LOSS and other.loss - other.loss_error > LOSS / 2
            self.losses += lost
            self.found += lost and one.verdict is not None
            self.blunders += called
            self.wrong += called and other.loss < LOSS / 2
            self.changed += called and other.verdict != "blunder"

    def row(self, name: str) -> str:
        """Return a row of the table."""
        width = 100 * statistics.median(self.widths) if self.widths else 0.0
        cells = [name, str(self.positions), part(self.held, self.positions), f"{width:.1f}%"]
        cells += [part(self.found, self.losses), part(self.wrong, self.blunders), part(self.changed, self.blunders)]
        return f"| {' | '.join(cells)} |"


def part(some: int, of: int) -> str:
    """Return a part in percent, and of how many it is."""
    return f"{100 * some / of:.0f}% of {of}" if of else "–"


def some_game(name: str, number: int, plies: int | None) -> State:
    """Return a game between weak players, as far as it is wanted."""
    state = fieldstone.load(name).new_state()
    players = [level_player(state.game, LEVEL, seed=FIRST_SEED + 10 * number + seat) for seat in (1, 2)]
    while state.outcome is None and (plies is None or len(state.history) < plies):
        state.play(players[state.seat - 1].choose(state))
    return state


def long_values(state: State) -> list[float | None]:
    """Return player 1's chance in each position by a search of twenty times the limit; None where the game is over."""
    there, values = state.copy(), list[float | None]()
    while True:
        over = there.outcome is not None
        found = None if over else fieldstone.analyse(there, Limit(simulations=LONGER * SIMULATIONS), seed=1)
        values.insert(0, None if found is None else found.chance_of(1))
        if not there.history:
            return values
        there.undo()


def main() -> None:
    """Review games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3, help="of each rule set")
    parser.add_argument("--plies", type=int, help="moves of each game at most; else to its end")
    asked = parser.parse_args()
    print("| rules | positions | intervals hold | median width | losses found | no blunders | changed |")
    print("|---|---|---|---|---|---|---|")
    whole = Counted()
    for name in fieldstone.games():
        own = Counted()
        for number in range(asked.games):
            state = some_game(name, number, asked.plies)
            short = review(state, Limit(simulations=SIMULATIONS))
            long = review(state, Limit(simulations=LONGER * SIMULATIONS), seed=2)
            values = long_values(state)
            for counted in (own, whole):
                counted.add(short, long, values)
        print(own.row(name), flush=True)
    print(whole.row("all"))


if __name__ == "__main__":
    main()
