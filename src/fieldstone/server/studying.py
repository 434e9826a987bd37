"""Analyses and reviews as they stream to a viewer. The searches run in the pool, in threads of its own."""

from collections.abc import Callable, Sequence
from typing import Any

from fieldstone.analysis.analysing import Limit, analyse
from fieldstone.analysis.data import analysis_as_data
from fieldstone.analysis.result import Analysis
from fieldstone.analysis.review import Review, move_as_data
from fieldstone.analysis.reviewing import review
from fieldstone.messages import say
from fieldstone.search.player import SearchPlayer
from fieldstone.server import wishes
from fieldstone.server.engine import Turn
from fieldstone.server.problems import ProblemError
from fieldstone.state import State
from fieldstone.warm import ALL, TO_PLAY

MEGABYTES = 256.0  # for the trees of an analysis
Tell = Callable[[dict[str, Any]], None]


class StudyError(ProblemError):
    """There is nothing to analyse or review; `key` is that of the sentence."""

    def __init__(self, key: str) -> None:
        super().__init__(422, key.replace(".", "-"))
        self._key = key

    def sentence(self, language: str) -> str:
        """Return what people read."""
        return say(self._key, language)


class LeftError(Exception):
    """Nobody waits for the result any more."""


def _stay(turn: Turn) -> None:
    """Raise LeftError if the job is to stop."""
    if turn():
        raise LeftError


def _asked(turn: Turn) -> Callable[[], bool]:
    """Return what an analysis asks whether to stop: being left, it ends at once, without summing up."""

    def stop() -> bool:
        _stay(turn)
        return False

    return stop


def check_study(state: State, wish: wishes.Analyse | wishes.Review) -> None:
    """Raise StudyError if there is nothing to analyse or review."""
    if isinstance(wish, wishes.Analyse):
        if state.outcome is not None:
            raise StudyError("analyse.over")
        return
    if not state.history:
        raise StudyError("review.no-moves")
    if wish.by == "points" and state.game.name == "convacu":
        raise StudyError("review.no-points")


def parts_for(wish: wishes.Analyse | wishes.Review) -> Sequence[str]:
    """Return what has to be compiled first."""
    return ALL if isinstance(wish, wishes.Analyse) and wish.owners else TO_PLAY


def stream_analysis(state: State, wish: wishes.Analyse, turn: Turn, tell: Tell) -> None:
    """Analyse a position, telling what is known about five times a second and at the end.

    Runs in a thread of the pool; `tell` gets messages as docs/http.md describes them. Raises LeftError when stopped.
    """

    def show(found: Analysis, done: bool = False) -> None:
        _stay(turn)
        data = analysis_as_data(found, wish.moves, wish.id)
        tell({"type": "analysis", "id": wish.id, "analysis": data, "done": done})

    player = SearchPlayer(megabytes=MEGABYTES, exact=False)  # an analysis asks the exact solver itself
    limit = Limit(seconds=wish.seconds)
    found = analyse(state, limit, show, _asked(turn), owners=wish.owners, player=player)
    show(found, done=True)


def stream_review(state: State, wish: wishes.Review, turn: Turn, tell: Tell) -> None:
    """Review a game, telling of each position that has been looked at and then of the whole.

    Runs in a thread of the pool and gives way to others after each move. Raises LeftError when stopped, ProblemError
    when the viewer's engine time is used up.
    """

    def show(found: Review) -> None:
        ply = len(found.moves)
        tell(
            {
                "type": "reviewed",
                "id": wish.id,
                "done": ply,
                "of": found.plies,
                "look": {"ply": ply, "chance": found.chances[ply], "margin": found.margins[ply]},
                "move": move_as_data(found.moves[-1]) if ply else None,
            }
        )
        turn.give_way()
        _stay(turn)

    found = review(state, Limit(seconds=wish.seconds), show, _asked(turn))
    worst = [move.ply for move in found.worst(wish.by)]
    tell({"type": "review", "id": wish.id, "moves": [move_as_data(move) for move in found.moves], "worst": worst})
