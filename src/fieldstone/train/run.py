"""A run: rounds of playing, learning and judging, in a folder, from which a run that was ended goes on.

    FOLDER/course.json          what is learned, and how
    FOLDER/games/RRR-SSSSS.npz  games of a round, some in each file
    FOLDER/checkpoint.npz       what is being learned
    FOLDER/nets/RRR.net         the network after each round
    FOLDER/matches/RRR.jsonl    its games against today's player
    FOLDER/metrics.jsonl        how it goes, a line for each thing that was done

`fieldstone.train.report` makes a page of these.

Every file is written in one go, and what it holds follows from the course alone. So after a kill at any moment the same
command goes on, and comes to the same networks.
"""

import json
import shlex
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from fieldstone.arena.match import Match
from fieldstone.arena.running import run_match
from fieldstone.jobs.work import Work, WorkerError, Workers
from fieldstone.play.game import read_game
from fieldstone.search.net.file import read_net, write_net
from fieldstone.train.course import BOUNDS, Course, TrainError, open_course, put
from fieldstone.train.games import Rows, join, net_path, read_rows, shard_path, shard_player
from fieldstone.train.learning import (
    CHUNK,
    Student,
    examine,
    learn,
    lessons_of,
    net_of,
    new_student,
    read_checkpoint,
    shares_of,
    write_checkpoint,
)
from fieldstone.train.metrics import read_metrics
from fieldstone.version import __version__

HELD_OUT = 20  # one file of games in so many is never learned from, but tells how well others are known


@dataclass(frozen=True)
class Progress:
    """How far a run is: in a round, at `play`, `learn` or `judge`, `done` of `total`."""

    number: int
    task: str
    done: int
    total: int


Watch = Callable[[Progress], None]


class StoppedError(Exception):
    """Somebody said stop; all that was finished is in the folder."""


class Run:
    """A run in a folder.

    Attributes
    ----------
    rounds : after the one in which the teacher plays
    workers : has the games played
    judged : games of each match against today's player; 0 for no matches
    """

    def __init__(
        self,
        folder: Path,
        course: Course,
        rounds: int,
        workers: Workers,
        judged: int,
        stop: threading.Event,
        watch: Watch,
        note: Callable[[dict[str, Any]], None],
    ) -> None:
        self.folder, self.course, self.rounds = folder, course, rounds
        self.workers, self.judged, self.stop, self.watch, self.note = workers, judged, stop, watch, note
        self.game = read_game(course.game)
        self.metrics = folder / "metrics.jsonl"

    def run(self) -> Path:
        """Go on to the end; returns where the last network lies. Raises TrainError, OSError, StoppedError."""
        with alone(self.folder):
            open_course(self.folder, self.course)
            for name in ("games", "nets", "matches"):
                (self.folder / name).mkdir(exist_ok=True)
            student, number, step = self._begin()
            if 0 < number <= self.rounds + 1:
                self._judge(number - 1)  # it may have been ended in that
            while number <= self.rounds:
                self._play(number)
                student = self._learn(student, number, step)
                self._judge(number)
                number, step = number + 1, 0
            return net_path(self.folder, self.rounds)

    def _begin(self) -> tuple[Student, int, int]:
        """Return the student, the round and the step that come next, and forget metrics of steps that are lost."""
        student, number, step = new_student(self.course, self.game), 0, 0
        path = self.folder / "checkpoint.npz"
        if path.exists():
            student, number, step = read_checkpoint(path, student)
        kept = [line for line in read_metrics(self.metrics) if _is_true(line, number, step)]
        put(self.metrics, "".join(json.dumps(line) + "\n" for line in kept).encode())
        return student, number, step

    def _tell(self, **line: Any) -> None:
        """Add a line to the metrics."""
        with self.metrics.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        self.note(line)

    def _look(self) -> None:
        if self.stop.is_set():
            raise StoppedError

    # -- playing --------------------------------------------------------------------------------------------------

    def _play(self, number: int) -> None:
        """Have the games of a round played that are not there yet."""
        shards = self.course.shards(number)
        missing = [shard for shard in range(shards) if not shard_path(self.folder, number, shard).exists()]
        if not missing:
            return
        begin, finished = time.monotonic(), 0
        net = None if number == 0 else read_net(net_path(self.folder, number - 1), self.game).to_bytes()
        work = Work(shard_player, (self.course, number, net))
        try:
            with closing(self.workers.results(work, iter(missing), self.stop.is_set)) as results:
                for made in results:
                    if made is not None:
                        shard, content = made
                        put(shard_path(self.folder, number, shard), content)
                        finished += 1
                    self.watch(Progress(number, "play", shards - len(missing) + finished, shards))
        except WorkerError as error:
            raise TrainError("train.worker", problem=error) from None
        self._look()
        self._tell(task="play", round=number, games=len(missing) * self.course.shard, seconds=_since(begin))

    # -- learning -------------------------------------------------------------------------------------------------

    def _learn(self, student: Student, number: int, step: int) -> Student:
        """Learn from the games of the last rounds."""
        numbers = range(max(0, number - self.course.window + 1), number + 1)
        shards = [(one, shard) for one in numbers for shard in range(self.course.shards(one))]
        held = [(one, shard) for one, shard in shards if shard % HELD_OUT == 0]
        learned = [one for one in shards if one not in held] or held
        rows = self._rows(learned)
        lessons, shares = lessons_of(self.game, rows), shares_of(rows)
        while step < self.course.steps:
            self._look()
            begin = time.monotonic()
            student, losses = learn(student, self.course, lessons, shares, number, step)
            step += CHUNK
            write_checkpoint(student, number, step, self.folder / "checkpoint.npz")
            self._tell(task="learn", round=number, step=step, seconds=_since(begin), **_rounded(losses))
            self.watch(Progress(number, "learn", min(step, self.course.steps), self.course.steps))
        made = {
            "version": __version__,
            "command": command_of(self.course, number),
            "round": number,
            "positions": len(lessons.value),
            "course": asdict(self.course),
        }
        told = examine(student, lessons_of(self.game, self._rows(held)))
        self._tell(task="examine", round=number, positions=len(lessons.value), **_rounded(told))
        write_net(net_of(student, self.course, made), net_path(self.folder, number))
        write_checkpoint(student, number + 1, 0, self.folder / "checkpoint.npz")
        return student

    def _rows(self, shards: list[tuple[int, int]]) -> Rows:
        return join([read_rows(shard_path(self.folder, number, shard)) for number, shard in shards])

    # -- judging --------------------------------------------------------------------------------------------------

    def _judge(self, number: int) -> None:
        """Let the network of a round play against today's player, both with the same simulations."""
        done = {line["round"] for line in read_metrics(self.metrics) if line["task"] == "judge"}
        if not self.judged or number in done:
            return
        simulations, begin = self.course.simulations, time.monotonic()
        names = (
            f"net,file={net_path(self.folder, number)},simulations={simulations}",
            f"search,simulations={simulations}",
        )
        match = Match(self.course.game, names, opening_plies=4, seed=self.course.seed)
        path = self.folder / "matches" / f"{number:03}.jsonl"

        def watch(standings: Any, _: Any) -> None:
            self.watch(Progress(number, "judge", standings.finished, standings.games))

        report = run_match(match, self.judged // 2, path, self.workers, stop=self.stop, watch=watch)
        self._look()
        couple = report.couples[0]
        said = {"score": couple.score, "interval": couple.score_interval}
        self._tell(task="judge", round=number, games=report.games, seconds=_since(begin), **said)


def command_of(course: Course, rounds: int) -> str:
    """Return what makes the network of a round: with all options that are not as usual."""
    usual = Course(course.game)
    asked = {"rounds": rounds} | {
        name: getattr(course, name) for name in BOUNDS if getattr(course, name) != getattr(usual, name)
    }
    options = [word for name, value in asked.items() for word in (f"--{name.replace('_', '-')}", str(value))]
    return shlex.join(["fieldstone", "train", course.game, *options])


def _is_true(line: dict[str, Any], number: int, step: int) -> bool:
    """Say whether what a line tells of has been done, where a checkpoint is at a step of a round."""
    if line["task"] == "learn":
        return (line["round"], line["step"]) <= (number, step)
    return bool(line["task"] != "examine" or line["round"] < number)


def _since(begin: float) -> float:
    return round(time.monotonic() - begin, 2)


def _rounded(losses: dict[str, float]) -> dict[str, float]:
    return {name: round(value, 5) for name, value in losses.items()}


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep a folder for this process. Raises TrainError where another has it."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / ".lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise TrainError("train.in-use", folder=str(folder)) from None
    try:
        yield
    finally:
        lock.release()
