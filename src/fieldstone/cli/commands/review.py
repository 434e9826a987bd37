"""The command ``review``: games gone through move by move."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from fieldstone.cli.commands.analyse import make_limit, percent, points
from fieldstone.cli.commands.workers import check_ray, open_workers
from fieldstone.cli.terminal.errors import FailureError, UnusableError
from fieldstone.cli.terminal.narrator import Narrator
from fieldstone.cli.terminal.screen import LINES, MOSS, Screen, can_encode
from fieldstone.cli.terminal.stopping import interrupts
from fieldstone.cli.terminal.warming import ready_to_analyse
from fieldstone.core.outcome import Colour
from fieldstone.core.record import PLAYING

if TYPE_CHECKING:
    from fieldstone.analysis.review import MoveReview, Review, Summary
    from fieldstone.play.state import State

HEIGHT = 5  # lines of the chart
BLOCKS = " ▁▂▃▄▅▆▇█"
ASCII_BLOCKS = "     ####"
LONGEST_LINE = 8  # moves
SIGNS = {None: "", "slip": " ?!", "mistake": " ?", "blunder": " ??"}


@dataclass(frozen=True)
class ReviewRequest:
    """What the command line says of a review."""

    files: list[str]
    by: str
    seconds: float | None
    simulations: int | None
    seed: int
    worst: int
    out: Path | None
    again: bool
    processes: int | None
    ray: str | None
    as_json: bool


def run_review(request: ReviewRequest, screen: Screen) -> bool:
    """Review a game and print what comes out; returns False when Ctrl-C cut it short."""
    from fieldstone.analysis.errors import AnalysisError
    from fieldstone.jobs.work import WorkerError

    check_ray(request.ray, screen)
    one = len(request.files) == 1 and request.processes is None and request.ray is None
    try:
        return _run(request, screen) if one else _run_many(request, screen)
    except AnalysisError as error:
        raise UnusableError(error.sentence(screen.language)) from None
    except WorkerError as error:
        raise FailureError(screen.say("review.worker-died", problem=error)) from None


def _run(request: ReviewRequest, screen: Screen) -> bool:
    from fieldstone.analysis.review import review_as_data
    from fieldstone.analysis.reviewing import review

    limit = make_limit(request.seconds, request.simulations, 1.0)
    state = _read(request.files[0], request.by, screen)
    path = request.out or kept_beside(request.files[0])
    with interrupts() as stop, _progress(screen, len(state.history), request.as_json) as watch:
        done = review(state, limit, watch, stop.is_set, seed=request.seed, path=path, again=request.again)
    if request.as_json:
        print(json.dumps(review_as_data(done, request.by), ensure_ascii=False))
    else:
        ReviewView(screen, state).show(done, request.by, request.worst)
    if not done.complete and not request.as_json:
        key = "review.stopped" if path is None else "review.stopped-kept"
        screen.tell(key, done=len(done.moves), moves=done.plies, **({} if path is None else {"file": path}))
    return done.complete


def _read(text: str, by: str, screen: Screen) -> "State":
    """Return a game to review, ready for it. Raises UnusableError, AnalysisError and OSError."""
    from fieldstone.analysis.errors import AnalysisError
    from fieldstone.cli.play.saves import read_argument

    state, _ = read_argument(text, screen)
    if by == "points" and not state.game.spec.score.counts:
        raise AnalysisError("review.no-points", game=state.game.spec.title, rule=state.game.spec.score.rule)
    if not state.history:
        raise AnalysisError("review.no-moves")
    ready_to_analyse(state.game.name, screen)
    return state


def _run_many(request: ReviewRequest, screen: Screen) -> bool:
    """Review games at the same time, and show each in the order of the command line, as soon as it can be."""
    from fieldstone.analysis.errors import AnalysisError
    from fieldstone.analysis.many import ToReview, review_many

    files = request.files
    if request.out is not None and len(files) > 1:
        raise AnalysisError("review.out-one")
    limit = make_limit(request.seconds, request.simulations, 1.0)
    games = [ToReview(_read(text, request.by, screen), request.out or kept_beside(text)) for text in files]
    waiting: dict[int, Review] = {}
    shown = finished = 0
    with (
        open_workers(request.processes, request.ray, screen, quiet=request.as_json) as workers,
        interrupts() as stop,
    ):
        for made in review_many(games, limit, workers, stop.is_set, seed=request.seed, again=request.again):
            if made is not None:
                waiting[made[0]] = made[1]
                finished += 1
            while shown in waiting:
                _show(files[shown], games[shown].state, waiting.pop(shown), request, screen)
                shown += 1
            if screen.can_overwrite and not request.as_json:
                screen.overwrite(screen.say("review.games", done=finished, games=len(games)))
    if screen.can_overwrite and not request.as_json:
        screen.overwrite("")
    for number in sorted(waiting):  # those after one that was not finished
        _show(files[number], games[number].state, waiting[number], request, screen)
    if finished < len(games) and not request.as_json:
        screen.tell("review.games-stopped", done=finished, games=len(games))
    return finished == len(games)


def _show(name: str, state: "State", done: "Review", request: ReviewRequest, screen: Screen) -> None:
    """Show the review of one game of several."""
    from fieldstone.analysis.review import review_as_data

    if request.as_json:
        print(json.dumps({"file": name, **review_as_data(done, request.by)}, ensure_ascii=False), flush=True)
        return
    if screen.can_overwrite:
        screen.overwrite("")
    screen.write()
    screen.write(Text(name, "bold"))
    ReviewView(screen, state).show(done, request.by, request.worst)


def kept_beside(text: str) -> Path | None:
    """Return the file beside a saved game in which its review is kept; None where the text is no file."""
    try:
        path = Path(text)
        return path.with_name(f"{path.name}.review.jsonl") if text.strip() and path.exists() else None
    except (OSError, ValueError):  # longer than names can be, or with a zero byte
        return None


@contextmanager
def _progress(screen: Screen, plies: int, quiet: bool) -> Iterator["Callable[[Review], None] | None"]:
    """Show how far a review has come, as a bar that vanishes; gives None where there is no terminal."""
    if quiet or not screen.can_overwrite or not plies:
        yield None
        return

    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=screen.console, transient=True) as progress:
        task = progress.add_task("", total=plies)

        def watch(done: "Review") -> None:
            completed: float = len(done.moves)
            said = screen.say("review.progress", done=completed, moves=done.plies)
            if done.again is not None:  # the bar begins anew
                completed, said = done.again * plies, screen.say("review.progress-again")
            progress.update(task, completed=completed, description=said)

        yield watch


class ReviewView:
    """Shows the review of one game, whose last state is `state`."""

    def __init__(self, screen: Screen, state: "State") -> None:
        self.screen, self.state = screen, state
        self.narrator = Narrator(screen)

    def show(self, review: "Review", by: str, worst: int) -> None:
        """Write the chart of the chances, what each player gave away, and the worst moves."""
        screen = self.screen
        screen.write(Text(self.narrator.label(review.game), "bold"))
        if self.state.outcome is not None:
            screen.write(self.narrator.ending(self.state, self.state.outcome))
        if review.moves:
            if review.chances[0] is not None:
                screen.write(screen.say("review.chart", who=self._player(1)))
                for line in self.chart([chance for chance in review.chances if chance is not None]):
                    screen.draw([line])
            screen.render(self._table(review))
            self._list(review, by, worst)

    def _player(self, seat: int) -> str:
        """Return a player with the colour held at the end."""
        playing = self.state.record.setup == PLAYING
        black = self.state.seat_of(Colour.BLACK)
        if not playing:
            return self.screen.say("who.seat", seat=seat)
        colour = Colour.BLACK if black == seat else Colour.WHITE
        return self.screen.say(
            "who.named", who=self.screen.say("who.seat", seat=seat), player=self.screen.say(f"colour.{colour.value}")
        )

    def chart(self, known: list[float]) -> list[Text]:
        """Return player 1's chances as a chart, a column for each position or for several."""
        width = max(1, min(len(known), self.screen.console.width - 12))
        picked = [round(column * (len(known) - 1) / max(1, width - 1)) for column in range(width)]
        chances = [known[place] for place in picked]
        blocks = BLOCKS if can_encode(BLOCKS, self.screen.console.encoding) else ASCII_BLOCKS
        lines = []
        for level in range(HEIGHT - 1, -1, -1):
            label = {HEIGHT - 1: "100%", HEIGHT // 2: " 50%", 0: "  0%"}.get(level, "    ")
            line = Text(f"{label} ", LINES)
            for chance in chances:
                # Something shows on the lowest line even where all is lost.
                filled = max(chance * HEIGHT - level, 0.125 if level == 0 else 0.0)
                line.append(blocks[round(8 * min(1.0, max(0.0, filled)))], MOSS)
            lines.append(line)
        last = len(known) - 1
        lines.append(Text(f"     0{str(last).rjust(width - 1) if width > len(str(last)) else ''}", LINES))
        return lines

    def _table(self, review: "Review") -> Table:
        """Return what each player gave away; narrow terminals get the columns that matter most."""
        say, narrow = self.screen.say, self.screen.console.width < 64
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(say("review.player"), style="bold", overflow="fold")
        summaries = [review.summary(seat) for seat in (1, 2)]
        columns = ["moves", "best", "chance", "points", "blunders", "mistakes", "slips"]
        if narrow:
            columns = ["chance", "blunders"]
        if summaries[0].points_lost is None:
            columns = [column for column in columns if column != "points"]
        for column in columns:
            table.add_column(say(f"review.{column}"), justify="right")
        for summary in summaries:
            cells = self._cells(summary)
            player = say("who.seat", seat=summary.seat) if narrow else self._player(summary.seat)
            table.add_row(player, *(cells[column] for column in columns))
        return table

    def _cells(self, summary: "Summary") -> dict[str, str]:
        points = summary.points_lost
        return {
            "moves": str(summary.moves),
            "best": str(summary.best),
            "chance": f"{100 * summary.loss:.1f}%",
            "points": "" if points is None else f"{points:.1f}",
            "blunders": str(summary.blunders),
            "mistakes": str(summary.mistakes),
            "slips": str(summary.slips),
        }

    def _list(self, review: "Review", by: str, worst: int) -> None:
        """Write the worst moves, each with what was better and what was to be expected after it."""
        listed = review.worst(by)[:worst]
        if not listed:
            if worst and review.complete:
                self.screen.tell("review.nothing")
            return
        self.screen.write()
        self.screen.write(Text(self.screen.say(f"review.worst-{by}"), "bold"))
        for move in listed:
            self.screen.write(self.headline(move, by))
            better = move.best_by("points" if move.by == "points" else by)
            self.screen.write_indented(self.screen.say("review.better", line=self._line(better.line or (better.move,))))
            if move.answer:
                said = self.screen.say("review.answer", move=move.move.text, line=self._line(move.answer))
                self.screen.write_indented(said)

    def headline(self, move: "MoveReview", by: str) -> str:
        """Return a move with what it gave away: the chances before and after it, or the points."""
        by = "points" if "points" in (by, move.by) else by
        best = move.best_by(by)
        details = {
            "ply": move.ply,
            "who": self.narrator.who(move.seat, move.colour),
            "move": self.narrator.move(move.move.text) + SIGNS[move.verdict],
            "before": _exact(best.chance),
            "after": _exact(move.chance),
            "loss": f"{100 * move.loss:.1f}" + (f" ± {100 * move.loss_error:.1f}" if move.loss_error else ""),
        }
        if move.points_lost is None or best.margin is None or move.margin is None:
            return self.screen.say("review.lost", **details)
        details["points"] = f"{move.points_lost:.1f}"
        if by == "points":
            error = f" ± {move.points_error:.1f}" if move.points_error else ""
            details |= {"before": points(best.margin), "after": points(move.margin)}
            details["points"] = f"{move.points_lost:.1f}{error}"
        return self.screen.say("review.lost-points" if by == "chance" else "review.lost-by-points", **details)

    def _line(self, line: "tuple[object, ...]") -> str:
        shown = [str(move) for move in line[:LONGEST_LINE]]
        return " ".join([*shown, *(["…"] if len(line) > LONGEST_LINE else [])])


def _exact(chance: float) -> str:
    """Return a chance in percent; only what is proven is nothing or all."""
    return f"{100 * chance:.0f}" if chance in (0.0, 1.0) else percent(chance)
