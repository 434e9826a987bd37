"""The command ``analyse``: a position searched and shown."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import JustifyMethod
from rich.table import Table
from rich.text import Text

from fieldstone.cli.options import check_memory
from fieldstone.cli.terminal.board import Drawing, side_by_side
from fieldstone.cli.terminal.errors import UnusableError
from fieldstone.cli.terminal.narrator import Narrator
from fieldstone.cli.terminal.screen import LINES, MOSS, Screen
from fieldstone.cli.terminal.stopping import interrupts
from fieldstone.cli.terminal.warming import ready_to_analyse
from fieldstone.core.record import PLAYING

if TYPE_CHECKING:
    from fieldstone.analysis.result import Analysis
    from fieldstone.play.state import State
    from fieldstone.search.limit import Limit
    from fieldstone.search.result import MoveInfo

SHOWN_MOVES = 8
BAR = 12  # cells
SURE = 0.5  # an expected owner from here on is drawn as a stone
LONGEST_LIST = 6
GAP = 2  # cells between the columns of a table
NARROWEST_LINE = 12  # cells: the expected line gets at least so many, if need be those of the bar and of the visits


@dataclass(frozen=True)
class AnalyseRequest:
    """What the command line says of an analysis."""

    position: str
    ply: int | None
    seconds: float | None
    simulations: int | None
    seed: int | None
    megabytes: int
    moves: int | None
    as_json: bool


def run_analysis(request: AnalyseRequest, screen: Screen) -> bool:
    """Analyse a position and print what comes out; returns False when Ctrl-C cut it short."""
    from fieldstone.analysis.errors import AnalysisError

    try:
        return _run(request, screen)
    except AnalysisError as error:
        raise UnusableError(error.sentence(screen.language)) from None


def make_limit(seconds: float | None, simulations: int | None, default: float) -> "Limit":
    """Return the limit that the command line asks for: `default` seconds where it says nothing."""
    from fieldstone.search.limit import Limit

    return Limit(default if seconds is None and simulations is None else seconds, simulations)


def at_ply(state: "State", ply: int | None, screen: Screen) -> None:
    """Take back moves until `ply` are left. Raises UnusableError when there are not so many."""
    plies = len(state.history)
    if ply is not None and not 0 <= ply <= plies:
        raise UnusableError(screen.say("error.ply", plies=plies, ply=ply))
    while ply is not None and len(state.history) > ply:
        state.undo()


def _run(request: AnalyseRequest, screen: Screen) -> bool:
    from fieldstone.analysis.analysing import analyse
    from fieldstone.analysis.data import analysis_as_data
    from fieldstone.analysis.errors import AnalysisError
    from fieldstone.cli.play.saves import read_argument
    from fieldstone.search.memory import Memory

    limit = make_limit(request.seconds, request.simulations, 2.0)
    check_memory(request.megabytes)
    state, _ = read_argument(request.position, screen)
    at_ply(state, request.ply, screen)
    if state.outcome is not None:
        raise AnalysisError("analyse.over")
    ready_to_analyse(state.game.name, screen)
    view = AnalysisView(screen, state)
    live = screen.can_overwrite and not request.as_json
    memory = Memory(request.seed, megabytes=float(request.megabytes))
    with interrupts() as stop:
        analysis = analyse(state, limit, view.watch if live else None, stop.is_set, seed=request.seed, memory=memory)
    if live:
        screen.overwrite("")
    if request.as_json:
        print(json.dumps(analysis_as_data(analysis, request.moves), ensure_ascii=False))
    else:
        view.show(analysis, request.moves or SHOWN_MOVES)
        if not analysis.complete:
            screen.tell("analyse.stopped")
    return analysis.complete


class AnalysisView:
    """Shows analyses of one position."""

    def __init__(self, screen: Screen, state: "State") -> None:
        self.screen, self.state = screen, state
        self.narrator = Narrator(screen)

    def watch(self, analysis: "Analysis") -> None:
        """Show how it looks so far, on a line that is written over."""
        best = self.narrator.move(analysis.moves[0].move.text)
        said = self.screen.say(
            "analyse.progress", simulations=f"{analysis.simulations:,}", move=best, percent=percent(analysis.chance)
        )
        self.screen.overwrite(said)

    def show(self, analysis: "Analysis", moves: int) -> None:
        """Write the board, how it stands, and a table of the best moves."""
        from fieldstone.cli.play.turns import marks_of
        from fieldstone.play.turns import latest_events

        state, screen = self.state, self.screen
        screen.write(Text(self.narrator.label(state.game), "bold"))
        events = latest_events(state)
        for line in self.narrator.events(events):
            screen.write(line)
        board = Drawing(state.game.spec.board, state.rows(), marks_of(state, events), screen.plain).lines()
        self._draw(board, analysis)
        for fact in self.narrator.facts(state):
            screen.write(fact)
        for part in self._parts(analysis):
            screen.write(part)
        if analysis.expected is not None:
            screen.write(self._expected(analysis.expected))
        screen.write(self.narrator.turn(state))
        screen.write()
        screen.write(Text(self.verdict(analysis), "bold"))
        screen.render(self._table(analysis, moves))

    def _draw(self, board: list[Text], analysis: "Analysis") -> None:
        """Draw the board; with territory also how it is expected to look at the end, where it is clear."""
        state, screen = self.state, self.screen
        if not state.game.spec.score.territory or analysis.owners is None or state.record.setup != PLAYING:
            screen.draw(board)
            return
        symbols = ["B" if owner >= SURE else "W" if owner <= -SURE else "." for owner in analysis.owners]
        expected = Drawing(state.game.spec.board, state.game.board.rows(symbols), None, screen.plain).lines()
        caption = screen.say("analyse.expected")
        width = max(line.cell_len for line in board)
        if 2 * width + 8 <= screen.console.width and screen.console.is_terminal:
            screen.draw(side_by_side(board, expected, "→"))
            screen.write(caption)
        else:
            screen.draw(board)
            screen.write(caption)
            screen.draw(expected)

    def _parts(self, analysis: "Analysis") -> Iterator[str]:
        """Yield what the position is made of, beyond the facts of the board."""
        if analysis.parts:
            for key, details in self.state.game.adapter.told_parts(dict(analysis.parts)):
                lists = {name: self._list(value) for name, value in details.items() if isinstance(value, tuple)}
                yield self.screen.say(key, **(details | lists))
            yield from self.narrator.breakdown(self.state, dict(analysis.parts))

    def _expected(self, expected: Mapping[str, Mapping[str, float]]) -> str:
        """Return what the score at the end is expected to be made of."""
        style = self.state.game.spec.score
        assert style.expected is not None
        assert style.expected_told is not None
        black, white = (style.expected.format(**expected[colour]) for colour in "BW")
        return self.screen.say(style.expected_told, black=black, white=white)

    def _list(self, shown: Sequence[str]) -> str:
        if not shown:
            return self.screen.say("list.none")
        return self.screen.join([*shown[:LONGEST_LIST], *(["…"] if len(shown) > LONGEST_LIST else [])])

    def verdict(self, analysis: "Analysis") -> str:
        """Return who is likely to win, or proven to, and how much is known."""
        who = self.narrator.on_move(self.state)
        if analysis.proven is not None:
            said = [self.screen.say(f"analyse.proven-{analysis.proven}", who=who, plies=analysis.distance)]
        else:
            error = max(0.1, 100 * analysis.error)
            said = [self.screen.say("analyse.chance", who=who, percent=percent(analysis.chance), error=f"{error:.1f}")]
            if analysis.margin is not None:
                said.append(self.screen.say("analyse.margin", margin=points(analysis.margin)))
        said.append(self.screen.say("analyse.simulated", simulations=f"{analysis.simulations:,}"))
        return self.screen.say("list.semicolon").join(said)

    def _table(self, analysis: "Analysis", moves: int) -> Table:
        """Return the best moves. The expected line gets the room that is left, and is cut where it is too long.

        Rich would narrow all columns alike, so what does not fit is left out here: first the bar, then the visits.
        """
        say, shown = self.screen.say, analysis.moves[:moves]
        columns: dict[str, list[Text]] = {
            "move": [Text(self.narrator.move(one.move.text)) for one in shown],
            "win-chance": [Text(self._chance(one)) for one in shown],
            "bar": [bar(one.chance) for one in shown],
            "points": [Text("" if one.margin is None else points(one.margin)) for one in shown],
            "visits": [Text(f"{one.visits:,}") for one in shown],
        }
        if all(one.margin is None for one in analysis.moves):
            del columns["points"]
        headers = {name: "" if name == "bar" else say(f"analyse.{name}") for name in columns}

        def left() -> int:
            widths = [max(cell_len(headers[name]), *map(len_of, cells)) for name, cells in columns.items()]
            return self.screen.table_width - sum(widths) - GAP * len(widths)

        for name in ("bar", "visits"):
            if left() < NARROWEST_LINE:
                del columns[name]
        table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0))
        for name in columns:
            justify: JustifyMethod = "left" if name in ("move", "bar") else "right"
            table.add_column(headers[name], style="bold" if name == "move" else "", justify=justify, no_wrap=True)
        width = max(1, left())
        table.add_column(Text(say("analyse.line"), no_wrap=False, overflow="fold"), no_wrap=True, width=width)
        for place, move in enumerate(shown):
            line = [one.text for one in move.line[1:]]
            table.add_row(*(cells[place] for cells in columns.values()), self.screen.cut(line, width))
        return table

    def _chance(self, move: "MoveInfo") -> str:
        if move.proven is not None:
            return self.screen.say(f"analyse.{move.proven}", plies=move.distance + 1)  # this move too
        return "?" if move.chance is None else f"{percent(move.chance)}%"


def len_of(text: Text) -> int:
    """Return the width of a text in cells."""
    return text.cell_len


def bar(chance: float | None) -> Text:
    """Return a chance as a bar."""
    full = 0 if chance is None else round(BAR * chance)
    shown = Text("━" * full, MOSS)
    shown.append("·" * (BAR - full), LINES)
    return shown


def percent(chance: float) -> str:
    """Return a chance in percent; what is not certain does not look certain."""
    return f"{min(99.9, max(0.1, 100 * chance)):.1f}"


def points(margin: float) -> str:
    """Return a margin in points with its sign."""
    return f"{margin + 0.0:+.1f}"
