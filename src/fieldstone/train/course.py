"""All that decides what a network will be: its game, its size, what it learns from, and how."""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from fieldstone.messages import SaidError

FORMAT = 2
COURSE_FILE = "course.json"
# The bounds of what can be asked for.
BOUNDS = {
    "hidden": (8, 1024),
    "narrow": (4, 128),
    "teacher_games": (50, 10_000_000),
    "games": (50, 10_000_000),
    "simulations": (8, 60_000),
    "steps": (50, 10_000_000),
    "seed": (0, 2**62),
}


class TrainError(SaidError):
    """Training that cannot be begun or gone on with: the text names the input and what would be allowed."""


@dataclass(frozen=True)
class Course:
    """What a network learns, and from what; a run in a folder has one for ever.

    Attributes
    ----------
    game : with its options, as ``str(Game)``
    seed : of everything that is drawn
    hidden, narrow : units of the layers
    teacher_games : games of today's player in round 0
    games : games of the network with itself in each later round
    simulations : of a move from which moves are learned; other moves have a fifth of them
    steps : of learning in a round, each from `batch` positions
    """

    game: str
    seed: int = 1
    hidden: int = 256
    narrow: int = 32
    teacher_games: int = 3000
    games: int = 3000
    simulations: int = 400
    steps: int = 4000
    # What was found to work, and is not asked for.
    batch: int = 1024
    rate: float = 2e-3  # of learning, at the beginning of a round; it falls to a twentieth by its end
    decay: float = 1e-4  # of the weights (AdamW)
    average: float = 0.998  # how much of the weights' running mean, which is what plays, stays in a step
    mix: float = 0.5  # how much the search's own chance counts beside the result, where that is not proven
    surprise: float = 0.5  # how much of how often a position is drawn goes by what its search found beyond the network
    owners_part: float = 0.2  # how much the owners count in what is learned
    lead_part: float = 0.2  # and the lead
    window: int = 6  # rounds whose games are learned from
    shard: int = 50  # games of a file
    opening: int = 8  # random moves at the beginning of a game, at most
    drawn: int = 16  # moves after them that are drawn by their visits
    noise: float = 0.25
    share: float = 0.33  # of moves with all simulations, in games of the network
    solved_from: int = 9  # empty points
    most: int = 50_000  # positions of the solver

    def __post_init__(self) -> None:
        for name, (low, high) in BOUNDS.items():
            value = getattr(self, name)
            if not low <= value <= high:
                raise TrainError("train.bounds", name=name.replace("_", "-"), low=low, high=high, value=value)

    def shards(self, number: int) -> int:
        """Return how many files of games a round has."""
        games = self.teacher_games if number == 0 else self.games
        return -(-games // self.shard)


def open_course(folder: Path, course: Course) -> None:
    """Note what a run in a folder is to do, or look that it is what the run there does.

    Raises TrainError where it is not, or the folder holds something else, and OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / COURSE_FILE
    if not path.exists():
        if any(one.name != ".lock" for one in folder.iterdir()):
            raise TrainError("train.other-folder", folder=str(folder))
        put(path, json.dumps({"format": FORMAT, **asdict(course)}, indent=1).encode() + b"\n")
        return
    before = read_course(path)
    if before != course:
        names = [name for name, value in asdict(course).items() if getattr(before, name) != value]
        said = ", ".join(f"{name} {getattr(before, name)}" for name in names)
        raise TrainError("train.other-course", folder=str(folder), said=said)


def read_course(path: Path) -> Course:
    """Return the course in a file. Raises TrainError where there is none, OSError where it cannot be read."""
    try:
        said: Any = json.loads(path.read_bytes())
        if not isinstance(said, dict) or said.pop("format", None) != FORMAT:
            raise ValueError("of another version of Fieldstone")
        return Course(**said)
    except (ValueError, TypeError, RecursionError) as error:
        raise TrainError("train.no-course", file=str(path), problem=error) from None


def put(path: Path, content: bytes) -> None:
    """Write a file in one go: after a kill at any moment the old one is there, or the new one."""
    new = path.with_name(f".{path.name}.{os.getpid()}")
    with new.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
