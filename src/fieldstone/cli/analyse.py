"""The command ``analyse``: a position searched and shown."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import JustifyMethod
from rich.table import Table
from rich.text import Text

from fieldstone.cli.board import Drawing, side_by_side
from fieldstone.cli.errors import UnusableError
from fieldstone.cli.options import check_memory
from fieldstone.cli.stopping import interrupts
from fieldstone.cli.terminal import LINES, MOSS, Screen
from fieldstone.cli.warming import ready_to_analyse
from fieldstone.cli.words import Words
from fieldstone.core.record import PLAYING

if TYPE_CHECKING:
    from fieldstone.analysis.analysing import Limit
    from fieldstone.analysis.result import Analysis, MoveAnalysis
    from fieldstone.state import State

SHOWN_MOVES = 8
BAR = 12  # cells
SURE = 0.5  # an expected owner from here on is drawn as a stone
LONGEST_LIST = 6
# What the score at the end is expected to be made of, game by game.
EXPECTED = {
    "vacu": "{stones:.1f} + {territory:.1f}",
    "kaomi": "{biggest:.1f}",
    "squared": "{squares:.1f}",
    "iago": "{inner:.1f} × {outer:.1f}",
}
GAP = 2  # cells between the columns of a table
NARROWEST_LINE = 12  # cells: the expected line gets at least so many, if need be those of the bar and of the visits


@dataclass(frozen=True)
class AnalyseWishes:
    """What the command line says of an analysis."""

    position: str
    ply: int | None
    seconds: float | None
    simulations: int | None
    seed: int | None
    megabytes: int
    moves: int | None
    as_json: bool


def run_analysis(wishes: AnalyseWishes, screen: Screen) -> bool:
    """Analyse a position and print what comes out; returns False when Ctrl-C cut it short."""
    from fieldstone.analysis.errors import AnalysisError

    try:
        return _run(wishes, screen)
    except AnalysisError as error:
        raise UnusableError(screen.say(error.key, **error.details)) from None


def make_limit(seconds: float | None, simulations: int | None, default: float) -> "Limit":
    """Return the limit that the command line asks for: `default` seconds where it says nothing."""
    from fieldstone.analysis.analysing import Limit

    return Limit(default if seconds is None and simulations is None else seconds, simulations)


def at_ply(state: "State", ply: int | None, screen: Screen) -> None:
    """Take back moves until `ply` are left. Raises UnusableError when there are not so many."""
    plies = len(state.history)
    if ply is not None and not 0 <= ply <= plies:
        raise UnusableError(screen.say("error.ply", plies=plies, ply=ply))
    while ply is not None and len(state.history) > ply:
        state.undo()


def _run(wishes: AnalyseWishes, screen: Screen) -> bool:
    from fieldstone.analysis.analysing import analyse, make_player
    from fieldstone.analysis.data import analysis_as_data
    from fieldstone.analysis.errors import AnalysisError
    from fieldstone.cli.saves import read_argument

    limit = make_limit(wishes.seconds, wishes.simulations, 2.0)
    check_memory(wishes.megabytes)
    state, _ = read_argument(wishes.position, screen)
    at_ply(state, wishes.ply, screen)
    if state.outcome is not None:
        raise AnalysisError("analyse.over")
    ready_to_analyse(state.game.name, screen)
    view = AnalysisView(screen, state)
    live = screen.can_overwrite and not wishes.as_json
    player = make_player(wishes.seed, float(wishes.megabytes))
    with interrupts() as stop:
        analysis = analyse(state, limit, view.watch if live else None, stop.is_set, seed=wishes.seed, player=player)
    if live:
        screen.overwrite("")
    if wishes.as_json:
        print(json.dumps(analysis_as_data(analysis, wishes.moves), ensure_ascii=False))
    else:
        view.show(analysis, wishes.moves or SHOWN_MOVES)
        if not analysis.complete:
            screen.tell("analyse.stopped")
    return analysis.complete


class AnalysisView:
    """Shows analyses of one position."""

    def __init__(self, screen: Screen, state: "State") -> None:
        self.screen, self.state = screen, state
        self.words = Words(screen)

    def watch(self, analysis: "Analysis") -> None:
        """Show how it looks so far, on a line that is written over."""
        best = self.words.move(analysis.moves[0].move.text)
        said = self.screen.say(
            "analyse.progress", simulations=f"{analysis.simulations:,}", move=best, percent=percent(analysis.chance)
        )
        self.screen.overwrite(said)

    def show(self, analysis: "Analysis", moves: int) -> None:
        """Write the board, how it stands, and a table of the best moves."""
        from fieldstone.cli.turns import marks_of
        from fieldstone.records.turns import latest_events

        state, screen = self.state, self.screen
        screen.write(Text(self.words.label(state.game), "bold"))
        events = latest_events(state)
        for line in self.words.events(events):
            screen.write(line)
        board = Drawing(state.game.name, state.rows(), marks_of(state, events), screen.plain).lines()
        self._draw(board, analysis)
        for fact in self.words.facts(state):
            screen.write(fact)
        for part in self._parts(analysis):
            screen.write(part)
        if analysis.expected is not None:
            screen.write(self._expected(analysis.expected))
        screen.write(self.words.turn(state))
        screen.write()
        screen.write(Text(self.verdict(analysis), "bold"))
        screen.render(self._table(analysis, moves))

    def _draw(self, board: list[Text], analysis: "Analysis") -> None:
        """Draw the board; in Vacu and Convacu also how it is expected to look at the end, where it is clear."""
        state, screen = self.state, self.screen
        if state.game.facts.folder != "vacu" or analysis.owners is None or state.record.setup != PLAYING:
            screen.draw(board)
            return
        symbols = ["B" if owner >= SURE else "W" if owner <= -SURE else "." for owner in analysis.owners]
        expected = Drawing(state.game.name, state.game.board.rows(symbols), None, screen.plain).lines()
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
        parts, name = analysis.parts, self.state.game.name
        if name == "kaomi" and parts:
            sizes = [group["size"] for group in parts["groups"] if group["cancelled_by"] is not None]
            pairs = sorted(sizes, reverse=True)[::2]
            if pairs:
                yield self.screen.say("analyse.cancelled", sizes=self._list([str(size) for size in pairs]))
        elif name == "squared" and parts:
            sides = {colour: [g["size"] for g in parts["groups"] if g["colour"] == colour] for colour in "BW"}
            black, white = (self._list([f"{size}²" for size in sizes]) for sizes in sides.values())
            yield self.screen.say("analyse.squares", black=black, white=white, komi=parts["komi"])
        elif name.startswith("iago"):
            yield self.screen.say("analyse.captives", black=parts["B"]["captives"], white=parts["W"]["captives"])
        elif name == "vadus":
            shown = {
                colour: self._list(
                    [
                        f"{group['value']} ({len(group['connection'])} − {group['surplus']})"
                        for group in parts["groups"]
                        if group["colour"] == colour and group["connection"]
                    ]
                )
                for colour in "BW"
            }
            yield self.screen.say("analyse.connections", black=shown["B"], white=shown["W"])

    def _expected(self, expected: Mapping[str, Mapping[str, float]]) -> str:
        """Return what the score at the end is expected to be made of."""
        name = self.state.game.name.removesuffix("-free")
        black, white = (EXPECTED[name].format(**expected[colour]) for colour in "BW")
        return self.screen.say(f"analyse.end-{name}", black=black, white=white)

    def _list(self, shown: list[str]) -> str:
        if not shown:
            return self.screen.say("list.none")
        return self.screen.join([*shown[:LONGEST_LIST], *(["…"] if len(shown) > LONGEST_LIST else [])])

    def verdict(self, analysis: "Analysis") -> str:
        """Return who is likely to win, or proven to, and how much is known."""
        who = self.words.on_move(self.state)
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
            "move": [Text(self.words.move(one.move.text)) for one in shown],
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

    def _chance(self, move: "MoveAnalysis") -> str:
        if move.proven is not None:
            return self.screen.say(f"analyse.{move.proven}", plies=move.distance + 1)  # this move too
        return "?" if move.chance is None else f"{percent(move.chance)} %"


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
