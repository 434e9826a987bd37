"""The command ``train``: a network learns a game, and how that goes is told."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fieldstone.cli.commands.looking import known_game
from fieldstone.cli.commands.workers import check_ray, open_workers
from fieldstone.cli.play.launch import check_game, make_game
from fieldstone.cli.terminal.errors import FailureError, UnusableError
from fieldstone.cli.terminal.screen import Screen
from fieldstone.cli.terminal.stopping import interrupts
from fieldstone.messages import SaidError


@dataclass(frozen=True)
class TrainRequest:
    """What the command line says of a run: `course` are fields of `fieldstone.train.course.Course`."""

    game: str
    options: Mapping[str, Any]
    out: Path | None
    rounds: int
    judged: int
    processes: int | None
    ray: str | None
    course: Mapping[str, int]


def run_training(request: TrainRequest, screen: Screen) -> bool:
    """Train a network, or go on with it; returns False when Ctrl-C cut it short."""
    try:
        return _run(request, screen)
    except SaidError as error:
        raise UnusableError(error.sentence(screen.language)) from None


def _run(request: TrainRequest, screen: Screen) -> bool:
    check_ray(request.ray, screen)
    name = known_game(request.game)
    check_game(request.game, request.options, screen)
    game = make_game(request.game, request.options)

    from fieldstone.search.net.file import sizes_for
    from fieldstone.train.course import Course, TrainError

    course = Course(str(game), **request.course)
    sizes_for(game, course.hidden, course.narrow)
    folder = request.out or Path(f"{name}-training")
    if "," in str(folder):  # matches name the networks in it, and commas part their options
        raise TrainError("train.comma", folder=str(folder))
    try:
        from fieldstone.train.report import write_report
        from fieldstone.train.run import Progress, Run, StoppedError
    except ModuleNotFoundError as error:
        raise FailureError(screen.say("train.no-library", library=error.name)) from None

    def watch(progress: Progress) -> None:
        if screen.can_overwrite:
            screen.overwrite(
                screen.say(f"train.{progress.task}", round=progress.number, done=progress.done, total=progress.total)
            )

    def note(line: dict[str, Any]) -> None:
        if line["task"] != "learn":
            screen.overwrite("") if screen.can_overwrite else None
            screen.write(_told(line, screen))
            write_report(folder, screen.language)

    screen.tell("train.begin", game=str(game), folder=folder)
    with open_workers(request.processes, request.ray, screen) as workers, interrupts() as stop:
        run = Run(folder, course, request.rounds, workers, request.judged, stop, watch, note)
        try:
            found = run.run()
        except StoppedError:
            screen.overwrite("") if screen.can_overwrite else None
            screen.tell("train.stopped", folder=folder)
            return False
    screen.tell("train.end", file=found, report=write_report(folder, screen.language))
    return True


def _told(line: Mapping[str, Any], screen: Screen) -> str:
    """Return what a line of the metrics says."""
    number = line["round"]
    if line["task"] == "play":
        return screen.say("train.played", round=number, games=line["games"], seconds=round(line["seconds"]))
    if line["task"] == "examine":
        numbers = {name: f"{line[name]:.4f}" for name in ("value", "policy")}
        return screen.say("train.learned", round=number, positions=line["positions"], **numbers)
    low, high = (f"{100 * bound:.0f}" for bound in line["interval"])
    score = f"{100 * line['score']:.1f}"
    return screen.say("train.judged", round=number, games=line["games"], score=score, low=low, high=high)
