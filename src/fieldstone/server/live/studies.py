"""Analyses and reviews as they stream to a viewer. The searches run in the pool, in threads of its own."""

from collections.abc import Callable, Sequence
from typing import Any

from fieldstone.analysis.analysing import analyse
from fieldstone.analysis.data import analysis_as_data
from fieldstone.analysis.result import Analysis
from fieldstone.analysis.review import Review, move_as_data
from fieldstone.analysis.reviewing import review
from fieldstone.messages import say
from fieldstone.play.state import State
from fieldstone.search.limit import Limit
from fieldstone.search.memory import Memory
from fieldstone.server.engine.pool import JobHandle
from fieldstone.server.live import messages
from fieldstone.server.problems import ProblemError
from fieldstone.warm import ALL, TO_PLAY

MEGABYTES = 256.0  # for the trees of an analysis
Tell = Callable[[dict[str, Any]], None]


class StudyError(ProblemError):
    """There is nothing to analyse or review; `key` is that of the sentence, `details` are functions of a language."""

    def __init__(self, key: str, **details: Callable[[str], str]) -> None:
        super().__init__(422, key.replace(".", "-"))
        self._key, self._said = key, details

    def sentence(self, language: str) -> str:
        """Return what people read."""
        return say(self._key, language, **{name: value(language) for name, value in self._said.items()})


class LeftError(Exception):
    """Nobody waits for the result any more."""


def _stay(job: JobHandle) -> None:
    """Raise LeftError if the job is to stop."""
    if job():
        raise LeftError


def _asked(job: JobHandle) -> Callable[[], bool]:
    """Return what an analysis asks whether to stop: being left, it ends at once, without summing up."""

    def stop() -> bool:
        _stay(job)
        return False

    return stop


def check_study(state: State, message: messages.Analyse | messages.Review) -> None:
    """Raise StudyError if there is nothing to analyse or review."""
    if isinstance(message, messages.Analyse):
        if state.outcome is not None:
            raise StudyError("analyse.over")
        return
    if not state.history:
        raise StudyError("review.no-moves")
    if message.by == "points" and not state.game.spec.score.counts:
        spec = state.game.spec
        raise StudyError("review.no-points", game=spec.title, rule=lambda _: spec.score.rule)


def parts_for(message: messages.Analyse | messages.Review) -> Sequence[str]:
    """Return what has to be compiled first."""
    return ALL if isinstance(message, messages.Analyse) and message.owners else TO_PLAY


def stream_analysis(state: State, message: messages.Analyse, job: JobHandle, tell: Tell) -> None:
    """Analyse a position, telling what is known about five times a second and at the end.

    Runs in a thread of the pool; `tell` gets messages as docs/http.md describes them. Raises LeftError when stopped.
    """

    def show(found: Analysis, done: bool = False) -> None:
        _stay(job)
        data = analysis_as_data(found, message.moves, message.id)
        tell({"type": "analysis", "id": message.id, "analysis": data, "done": done})

    memory = Memory(megabytes=MEGABYTES)
    limit = Limit(seconds=message.seconds)
    found = analyse(state, limit, show, _asked(job), owners=message.owners, memory=memory)
    show(found, done=True)


def stream_review(state: State, message: messages.Review, job: JobHandle, tell: Tell) -> None:
    """Review a game, telling of each position that has been looked at and then of the whole.

    Runs in a thread of the pool and gives way to others after each move. Raises LeftError when stopped, ProblemError
    when the viewer's engine time is used up.
    """

    def show(found: Review) -> None:
        ply = len(found.moves)
        tell(
            {
                "type": "reviewed",
                "id": message.id,
                "done": ply,
                "of": found.plies,
                "look": {"ply": ply, "chance": found.chances[ply], "margin": found.margins[ply]},
                "move": move_as_data(found.moves[-1]) if ply else None,
            }
        )
        job.give_way()
        _stay(job)

    found = review(state, Limit(seconds=message.seconds), show, _asked(job))
    worst = [move.ply for move in found.worst(message.by)]
    tell({"type": "review", "id": message.id, "moves": [move_as_data(move) for move in found.moves], "worst": worst})
