"""How a match is shown: a table that lives while it is played, lines where there is no terminal, the result."""

import math
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from fieldstone.arena.match import Match
from fieldstone.arena.report import CoupleReport, PlayerReport, Report, Standings
from fieldstone.cli.terminal.narrator import Narrator
from fieldstone.cli.terminal.screen import Screen
from fieldstone.play.game import read_game

REDRAW_EVERY = 0.5  # seconds
LINE_EVERY = 10.0


class View:
    """The screen of one match; a context in which it lives."""

    def __init__(self, screen: Screen, labels: list[str], quiet: bool = False) -> None:
        """Prepare to show players by their labels; `quiet` keeps the standard output for something else."""
        self.screen, self.labels, self.quiet = screen, labels, quiet
        self._live: Live | None = None
        if screen.can_overwrite and not quiet:
            self._live = Live(console=screen.console, auto_refresh=False, transient=True)
        self._shown = self._begun = time.monotonic()
        self._at_first: int | None = None

    def __enter__(self) -> "View":
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()

    # -- while it is played -----------------------------------------------------------------------------------------

    def begin(self, match: Match, known: int, cut: int, path: Path) -> None:
        """Say what is played, and where the results go."""
        if not self.quiet:
            title = Text(Narrator(self.screen).label(read_game(match.game)), "bold")
            self.screen.write(title)
        self._note(self.screen.say("arena.file", file=path))
        if cut:
            self._note(self.screen.say("arena.cut"))
        if known:
            self._note(self.screen.say("arena.resumed", games=known))

    def watch(self, standings: Standings, game: dict[str, Any] | None) -> None:
        """Show how the match stands, now and then, and each game that was lost by a fault."""
        if self._at_first is None:
            self._at_first = standings.finished - (game is not None)
        if game is not None and "problem" in game:
            loser = next(player for player in game["seats"] if player != game["winner"])
            key = "arena.crashed" if game["termination"] == "crash" else "arena.illegal"
            said = self.screen.say(key, player=self.labels[loser], pair=game["pair"] + 1, problem=game["problem"])
            self._note(" ".join(said.split()))
        now = time.monotonic()
        if self._live is not None and now - self._shown >= REDRAW_EVERY:
            self._shown = now
            report = standings.report()
            self._live.update(Group(*self._lines(report), Text(self._progress(standings))), refresh=True)
        elif self._live is None and now - self._shown >= LINE_EVERY:
            self._shown = now
            self._note(self._progress(standings))

    def _note(self, line: str) -> None:
        """Write a line: to the standard error where the standard output is no terminal, as it is no result."""
        if self._live is not None:
            self.screen.write(line)
        else:
            encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
            sys.stderr.write(f"{line}\n".encode(encoding, "backslashreplace").decode(encoding))
            sys.stderr.flush()

    def _progress(self, standings: Standings) -> str:
        """Return how many games are finished, and about how long the others will take."""
        parts = [self.screen.say("arena.progress", finished=standings.finished, games=standings.games)]
        done = standings.finished - (self._at_first or 0)
        if done:
            left = (time.monotonic() - self._begun) / done * (standings.games - standings.finished)
            parts.append(self.screen.say("arena.left", time=_duration(left)))
        test = standings.test
        if test is not None:
            low, high = test.bounds
            parts.append(
                self.screen.say("arena.ratio", ratio=f"{test.ratio:.2f}", low=f"{low:.2f}", high=f"{high:.2f}")
            )
        return self.screen.say("list.semicolon").join(parts)

    # -- the result -------------------------------------------------------------------------------------------------

    def end(self, report: Report) -> None:
        """Write what the match says."""
        for line in self._lines(report):
            self.screen.console.print(line, soft_wrap=isinstance(line, Text) and not self.screen.console.is_terminal)

    def _lines(self, report: Report) -> Iterator[RenderableType]:
        yield self._table(report)
        if len(report.players) > 2:
            yield self._cross_table(report)
            if report.prior:
                yield Text(self.screen.say("arena.prior"))
        else:
            yield from (Text(line) for line in self._difference(report.couples[0]))
        if report.first_seat_score is not None:
            yield Text(self.screen.say("arena.first-seat", percent=_percent(report.first_seat_score)))
        yield from (Text(line) for line in self._test(report))
        for label, player in zip(self.labels, report.players, strict=True):
            if player.forfeits:
                yield Text(self.screen.say("arena.forfeits", player=label, count=player.forfeits))

    def _table(self, report: Report) -> Table:
        say, many = self.screen.say, len(report.players) > 2
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        if many:
            table.add_column("", justify="right")
        table.add_column(say("arena.player"), overflow="fold", style="bold")
        columns = ["games", "wins", "draws", "losses", "score"]
        for column in [*columns, *(["elo"] if many else []), "time", "simulations"]:
            table.add_column(say(f"arena.{column}"), justify="right", no_wrap=True)
        order = range(len(report.players))
        if many:
            order = sorted(order, key=lambda number: -(report.players[number].elo or 0))  # type: ignore[assignment]
        for number in order:
            table.add_row(*([str(number + 1)] if many else []), *self._row(report.players[number], number, many))
        return table

    def _row(self, player: PlayerReport, number: int, many: bool) -> Iterator[str]:
        yield self.labels[number].replace(",", ", ")  # so that a long one can be wrapped
        yield from map(str, (player.games, player.wins, player.draws, player.losses))
        yield "" if player.score is None else f"{_percent(player.score)}%"
        if many:
            if player.elo is None or player.elo_error is None or not player.games:
                yield ""
            else:
                yield f"{round(player.elo):+d} ± {player.elo_error:.0f}"
        yield "" if player.seconds_per_move is None else _seconds(player.seconds_per_move)
        yield "" if player.simulations_per_move is None else f"{player.simulations_per_move:,.0f}"

    def _cross_table(self, report: Report) -> Table:
        """Return the points of each player against each: rows and columns by the numbers of the players."""
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column("", justify="right")
        cells: dict[tuple[int, int], str] = {}
        for couple in report.couples:
            one, other = couple.players
            games = couple.wins + couple.draws + couple.losses
            cells[one, other] = f"{couple.wins + couple.draws / 2:g}/{games}"
            cells[other, one] = f"{couple.losses + couple.draws / 2:g}/{games}"
        numbers = range(len(report.players))
        for number in numbers:
            table.add_column(str(number + 1), justify="right", no_wrap=True)
        for row in numbers:
            table.add_row(str(row + 1), *(cells.get((row, column), "-") for column in numbers))
        return table

    def _difference(self, couple: CoupleReport) -> Iterator[str]:
        """Yield how much stronger the first of two players is."""
        if couple.elo is None:
            return
        low, high = couple.elo_interval
        label = self.labels[couple.players[0]]
        elo, least, most = map(self._elo, (couple.elo, low, high))
        yield self.screen.say("arena.difference", player=label, elo=elo, low=least, high=most)
        yield self.screen.say("arena.superiority", player=label, percent=_percent(couple.superiority))

    def _test(self, report: Report) -> Iterator[str]:
        """Yield what a sequential test says."""
        test = report.test
        if test is None:
            return
        low, high = (f"{bound:.2f}" for bound in test.bounds)
        yield self.screen.say("arena.ratio", ratio=f"{test.ratio:.2f}", low=low, high=high)
        if test.accepted is not None:
            rejected = "elo1" if test.accepted == "elo0" else "elo0"
            accepted, other = (f"{getattr(test, name):+g}" for name in (test.accepted, rejected))
            yield self.screen.say("arena.decided", elo=accepted, other=other, pairs=test.pairs)

    def _elo(self, value: float) -> str:
        if math.isfinite(value):
            return f"{round(value):+d}"
        return ("+" if value > 0 else "-") + ("inf" if self.screen.plain else "∞")


def _percent(part: float) -> str:
    """Return a part of one in percent; what is not quite all or nothing does not look like it."""
    shown = f"{100 * part:.1f}"
    return {"100.0": "99.9", "0.0": "0.1"}.get(shown, shown) if 0 < part < 1 else f"{100 * part:.0f}"


def _seconds(seconds: float) -> str:
    """Return a time for a move."""
    if seconds < 0.0001:
        return "< 0.1 ms"
    return f"{seconds:.2f} s" if seconds >= 0.1 else f"{1000 * seconds:.1f} ms"


def _duration(seconds: float) -> str:
    """Return a time to wait as hours, minutes and seconds."""
    whole = round(seconds)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
