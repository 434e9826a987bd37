"""Reviews of many games at the same time: each game is a job of a worker, here or on other machines."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from fieldstone.analysis.errors import AnalysisError
from fieldstone.analysis.keeping import open_review
from fieldstone.analysis.review import Review
from fieldstone.analysis.reviewing import Reviewer, identity_of, take_entries
from fieldstone.jobs.work import Work, Workers
from fieldstone.play.parse import parse_position
from fieldstone.play.state import State
from fieldstone.search.limit import Limit
from fieldstone.search.net.own import own_net


class ToReview(NamedTuple):
    """A game to review, and the file in which its review is kept; None for none."""

    state: State
    path: Path | None


def review_many(
    games: Sequence[ToReview],
    limit: Limit,
    workers: Workers,
    stop: Callable[[], bool],
    *,
    seed: int = 1,
    again: bool = False,
) -> Iterator[tuple[int, Review] | None]:
    """Yield the reviews of games as they are finished, each with the place of its game, and None now and then.

    They are those of `review`, and so are the files, in which a review that was begun is gone on with. What a worker
    has found of a game is there once that game is finished. `stop` ends it; what is being done is dropped.

    Raises
    ------
    AnalysisError
        No move of a game has been played, or a file cannot be gone on with: all are looked at before any search.
    OSError
        A file cannot be read or written.
    WorkerError
        A worker has not got through a game; on Ray RayError.
    """
    jobs = [_job(number, game, limit, seed, again) for number, game in enumerate(games)]
    with closing(workers.results(Work(game_reviewer, (limit, seed)), iter(jobs), stop)) as results:
        for made in results:
            if made is None:
                yield None
                continue
            number, entries = made
            yield number, _kept(games[number], entries, limit, seed)


def _job(number: int, game: ToReview, limit: Limit, seed: int, again: bool) -> tuple[int, str, list[dict[str, Any]]]:
    """Return what a worker is told of a game: its place, its record, and what is known already."""
    if not game.state.history:
        raise AnalysisError("review.no-moves")
    reviewer, identity = _begun(game.state, limit, seed)
    entries: list[dict[str, Any]] = []
    if game.path is not None:
        with open_review(game.path, identity, again) as file:
            take_entries(reviewer, file)
            entries = file.entries
    return number, identity["record"], entries


def _kept(game: ToReview, entries: list[dict[str, Any]], limit: Limit, seed: int) -> Review:
    """Add to the file of a review what it does not have, and return the review."""
    reviewer, identity = _begun(game.state, limit, seed)
    for entry in entries:
        reviewer.take(entry)
    if game.path is not None:
        with open_review(game.path, identity) as file:
            file.go_on()
            for entry in entries[len(file.entries) :]:
                file.add(entry)
    return reviewer.result()


def _begun(state: State, limit: Limit, seed: int) -> tuple[Reviewer, dict[str, Any]]:
    judge = own_net(state.game)
    return Reviewer(state, limit, seed, net=judge), identity_of(state, limit, seed, judge)


def game_reviewer(
    shared: tuple[Limit, int],
) -> Callable[[tuple[int, str, list[dict[str, Any]]]], tuple[int, list[dict[str, Any]]]]:
    """Return what reviews a game, from what is known of it, and returns its place and all looks: the jobs of reviews.

    `shared` are the limit of each search and the seed.
    """
    limit, seed = shared

    def do(job: tuple[int, str, list[dict[str, Any]]]) -> tuple[int, list[dict[str, Any]]]:
        number, record, known = job
        reviewer, _ = _begun(parse_position(record), limit, seed)
        for entry in known:
            reviewer.take(entry)
        return number, [*known, *iter(reviewer.step, None)]

    return do
