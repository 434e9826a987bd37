"""How a match stands: what its finished games say, as data."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from fieldstone.arena.match import Match
from fieldstone.arena.rating import (
    Ratings,
    Tally,
    bradley_terry,
    elo_interval,
    elo_of_score,
    pair_counts,
    score_interval,
    superiority,
)
from fieldstone.arena.sprt import Sprt

Couple = tuple[int, int]


@dataclass(frozen=True)
class PlayerReport:
    """All games of one player.

    Attributes
    ----------
    player : its text
    games, wins, draws, losses, score : over all opponents; the score is the part of the points, None without games
    forfeits : games that it lost by a crash or an illegal move
    seconds_per_move, simulations_per_move : means over its own moves, by the clock of the match, of other
        programs by the wall clock; None where unknown
    elo, elo_error : Bradley-Terry rating with mean 0 and half its 95% interval; None where unknown
    """

    player: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float | None
    forfeits: int
    seconds_per_move: float | None
    simulations_per_move: float | None
    elo: float | None
    elo_error: float | None


@dataclass(frozen=True)
class CoupleReport:
    """The games of two players, as the first one sees them.

    Attributes
    ----------
    players : the numbers of the two in the match, from 0
    wins, draws, losses : of the first one
    pairs : how many complete pairs gave 0, ½, 1, 1½ and 2 points
    score, score_interval : the part of the points, and where it lies with 95% confidence
    elo, elo_interval : the same as an Elo difference; infinite where one has won everything
    superiority : likelihood that the first one is stronger
    """

    players: Couple
    wins: int
    draws: int
    losses: int
    pairs: tuple[int, int, int, int, int]
    score: float | None
    score_interval: tuple[float, float]
    elo: float | None
    elo_interval: tuple[float, float]
    superiority: float


@dataclass(frozen=True)
class TestReport:
    """How a sequential test stands.

    Attributes
    ----------
    elo0, elo1 : what it decides between
    ratio, bounds : the log-likelihood ratio, and where it decides
    pairs : how many it has looked at, in their order
    accepted : "elo0", "elo1", or None
    """

    __test__ = False  # for pytest: no test of this program

    elo0: float
    elo1: float
    ratio: float
    bounds: tuple[float, float]
    pairs: int
    accepted: str | None


@dataclass(frozen=True)
class Report:
    """A match as it stands.

    Attributes
    ----------
    match : what is played
    games : how many there are to be
    finished : how many of them are
    counted : how many of those are counted below: all but those after a sequential test's decision
    players, couples : what they say
    first_seat_score : the part of the points that seat 1 got; None without games
    prior : whether imagined draws had to help with the ratings
    test : the sequential test, if there is one
    """

    match: Match
    games: int
    finished: int
    counted: int
    players: tuple[PlayerReport, ...]
    couples: tuple[CoupleReport, ...]
    first_seat_score: float | None
    prior: bool
    test: TestReport | None

    def to_data(self) -> dict[str, Any]:
        """Return the report as JSON data; what is infinite is None there."""
        return _finite({**asdict(self), "match": self.match.to_data()})  # type: ignore[no-any-return]


def _finite(value: Any) -> Any:
    """Return JSON data without infinite and undefined numbers, rounded to what they are worth."""
    if isinstance(value, float):
        return round(value, 6) if math.isfinite(value) else None
    if isinstance(value, dict):
        return {name: _finite(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(part) for part in value]
    return value


class Standings:
    """The sums over the games of a match, kept up game by game."""

    def __init__(
        self, match: Match, pairs: int, games: Iterable[Mapping[str, Any]] = (), sprt: Sprt | None = None
    ) -> None:
        """Begin with some games; those of pairs from `pairs` on are left out. A test needs two players."""
        self.match, self.pairs, self.sprt = match, pairs, sprt
        # The points of the couple's first player, by pair.
        self._points: dict[Couple, dict[int, list[float]]] = {couple: {} for couple in match.couples}
        players = range(len(match.players))
        self._results = {couple: [0, 0, 0] for couple in match.couples}
        self._own = {player: {"seconds": 0.0, "own_moves": 0, "simulations": 0, "forfeits": 0} for player in players}
        self._first_seat = 0.0
        self._in_order: list[float] = []  # the points of the pairs from the first one on, without a gap
        self._test: tuple[int, float, str | None] = (0, 0.0, None)
        self.finished = 0
        for game in games:
            self.add(game)

    @property
    def games(self) -> int:
        """All games that are to be played."""
        return 2 * self.pairs * len(self.match.couples)

    @property
    def accepted(self) -> str | None:
        """What the test has decided."""
        return self._test[2]

    @property
    def test(self) -> TestReport | None:
        """How the test stands, if there is one."""
        if self.sprt is None:
            return None
        pairs, ratio, accepted = self._test
        return TestReport(self.sprt.elo0, self.sprt.elo1, ratio, self.sprt.bounds, pairs, accepted)

    def add(self, game: Mapping[str, Any]) -> None:
        """Count a finished game, a line of the results file."""
        first, second = game["seats"]
        couple = (min(first, second), max(first, second))
        if couple not in self._results or game["pair"] >= self.pairs:
            return
        self.finished += 1
        winner = game["winner"]
        points = 0.5 if winner is None else float(winner == couple[0])
        self._results[couple][round(2 - 2 * points)] += 1
        self._first_seat += 0.5 if winner is None else float(winner == first)
        self._points[couple].setdefault(game["pair"], []).append(points)
        for seat, player in enumerate((first, second)):
            own = self._own[player]
            for name in ("seconds", "own_moves", "simulations"):
                own[name] += (game.get(name) or (0, 0))[seat] or 0
            own["forfeits"] += "problem" in game and winner != player
        if self.sprt is not None and self.accepted is None:
            self._go_on_testing(couple, self.sprt)

    def _go_on_testing(self, couple: Couple, sprt: Sprt) -> None:
        """Let the test look at the pairs that are complete, up to the first one that is not."""
        before = len(self._in_order)
        while len(points := self._points[couple].get(len(self._in_order), [])) == 2:
            self._in_order.append(sum(points))
        if len(self._in_order) > before:
            self._test = sprt.decide(self._in_order, known=before)

    def tally(self, couple: Couple) -> Tally:
        """Return the games of two players as the first one sees them."""
        points = [sum(two) for two in self._points[couple].values() if len(two) == 2]
        wins, draws, losses = self._results[couple]
        return Tally(wins, draws, losses, pair_counts(points))

    def report(self) -> Report:
        """Return how it stands. After a decision the games of later pairs are finished but not counted."""
        tallies = {couple: self.tally(couple) for couple in self.match.couples}
        ratings = bradley_terry(tallies, len(self.match.players))
        return Report(
            self.match,
            self.games,
            self.finished,
            self.finished,
            tuple(self._player(number, tallies, ratings) for number in range(len(self.match.players))),
            tuple(_couple(couple, tally) for couple, tally in tallies.items()),
            self._first_seat / self.finished if self.finished else None,
            ratings.prior,
            self.test,
        )

    def _player(self, number: int, tallies: Mapping[Couple, Tally], ratings: Ratings) -> PlayerReport:
        seen = [
            tally if couple[0] == number else tally.turned() for couple, tally in tallies.items() if number in couple
        ]
        wins, draws, losses = (sum(getattr(one, name) for one in seen) for name in ("wins", "draws", "losses"))
        total = Tally(wins, draws, losses)
        own = self._own[number]
        moves = own["own_moves"]
        return PlayerReport(
            self.match.players[number],
            total.games,
            total.wins,
            total.draws,
            total.losses,
            total.score,
            int(own["forfeits"]),
            own["seconds"] / moves if moves else None,
            own["simulations"] / moves if moves and own["simulations"] else None,
            None if math.isnan(ratings.elo[number]) else ratings.elo[number],
            None if math.isnan(ratings.error[number]) else ratings.error[number],
        )


def _couple(couple: Couple, tally: Tally) -> CoupleReport:
    return CoupleReport(
        couple,
        tally.wins,
        tally.draws,
        tally.losses,
        tally.pairs,
        tally.score,
        score_interval(tally),
        None if tally.score is None else elo_of_score(tally.score),
        elo_interval(tally),
        superiority(tally),
    )


def final_report(match: Match, pairs: int, games: Iterable[Mapping[str, Any]], sprt: Sprt | None) -> Report:
    """Return what a match says in the end, the same whatever the number of processes that played it.

    When a test has decided, only the pairs up to its decision are counted: which later games were finished by then
    depends on chance.
    """
    known = list(games)
    report = Standings(match, pairs, known, sprt).report()
    if report.test is None or report.test.accepted is None:
        return report
    counted = Standings(match, report.test.pairs, known, sprt).report()
    return Report(**{**vars(counted), "games": report.games, "finished": report.finished})
