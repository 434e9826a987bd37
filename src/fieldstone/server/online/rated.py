"""Which games between people may change ratings, and which of them do."""

from typing import Any

from fieldstone.play.game import Game
from fieldstone.play.state import State
from fieldstone.server.online import ratings
from fieldstone.server.online.game import ABORTED, EXPIRED, SEATS, WITHDRAWN, OnlineGame
from fieldstone.server.problems import ProblemError
from fieldstone.server.storage.ratings import RatingChange

NO_GAME = (ABORTED, WITHDRAWN, EXPIRED)  # ends by which there has been none


def check_start(start: State, person: str | None) -> None:
    """Raise ProblemError unless somebody may offer a rated game that begins there; None: a guest."""
    check_person(person)
    if start.to_text() != start.game.new_state().to_text():
        raise ProblemError(422, "online-rated-start")
    if not is_usual(start.game):
        raise ProblemError(422, "online-rated-options")


def check_person(person: str | None) -> None:
    """Raise ProblemError unless somebody may sit at a rated game: not a guest."""
    if person is None:
        raise ProblemError(403, "online-rated-guest")


def is_usual(game: Game) -> bool:
    """Say whether all options but the size are the usual ones, or leave to the players what another option sets."""
    options = game.spec.options
    left_to_players = {
        (excluded.option, value)
        for option in options.values()
        for excluded in option.not_with
        for value in excluded.values
    }
    return all(
        name == "size" or value == options[name].default or (name, value) in left_to_players
        for name, value in game.options.items()
    )


def change_by_end(game: OnlineGame, at: int) -> RatingChange | None:
    """Return what the end of a game does to ratings; None: nothing."""
    if not game.rated or game.result is None or game.result[1] in NO_GAME:
        return None
    winner = game.result[0]
    score = 0.5 if winner is None else float(winner == 1)
    return _change(game, at, ratings.game_of(score, at))


def change_by_annulment(game: OnlineGame, at: int) -> RatingChange | None:
    """Return what annulling a game does to ratings; None: nothing."""
    return _change(game, at, None) if game.rated and len(game.people) == len(SEATS) else None


def _change(game: OnlineGame, at: int, after: Any) -> RatingChange:
    people = (game.people[1], game.people[2])
    return RatingChange(game.id, people, ratings.pool_of(game.state.game, game.rules), ratings.new_rating(at), after)
