"""Which games between people may change ratings, and which of them do."""

from fieldstone.play.game import Game
from fieldstone.play.state import State
from fieldstone.server.online import ratings
from fieldstone.server.online.game import ABORTED, DECLINED, EXPIRED, WITHDRAWN, Event, OnlineGame, Taker
from fieldstone.server.problems import ProblemError
from fieldstone.server.storage.ratings import RatingChange

ENDINGS = ("move", "end", "annul")  # events that can decide whether a game counts
NO_GAME = (ABORTED, WITHDRAWN, DECLINED, EXPIRED)  # ends by which there has been none


def check_start(start: State, person: str | None) -> None:
    """Raise ProblemError unless somebody may offer a rated game that begins there; None: a guest."""
    _check_person(person)
    if start.to_text() != start.game.new_state().to_text():
        raise ProblemError(422, "online-rated-start")
    if not is_usual(start.game):
        raise ProblemError(422, "online-rated-options")


def check_joining(game: OnlineGame, who: Taker, apart: bool) -> None:
    """Raise ProblemError unless somebody may play the other player of a game; `apart`: one of them does not want to."""
    if apart:
        raise ProblemError(403, "online-apart")
    if game.rated:
        _check_person(who.person)
        if who.device is not None and who.device in game.devices.values():
            raise ProblemError(403, "online-rated-browser")


def _check_person(person: str | None) -> None:
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


def changes(game: OnlineGame, event: Event) -> list[RatingChange]:
    """Return what an event that has just taken effect does to the ratings of the players of a rated game."""
    if game.result is None or event["kind"] not in ENDINGS:
        return []
    winner, how = game.result
    if how in NO_GAME:
        return []
    score = 0.5 if winner is None else float(winner == 1)
    after = None if event["kind"] == "annul" else ratings.game_of(score, event["at"])
    pool = ratings.pool_of(game.state.game, game.rules)
    begin = ratings.new_rating(event["at"])
    return [RatingChange(game.id, (game.people[1], game.people[2]), pool, begin, after)]
