"""Who sits in the seats of a game, as everybody is told of it."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Engine

from fieldstone.server.online.game import OnlineGame
from fieldstone.server.storage.online import StoredOnlineGame, StoredPlayer
from fieldstone.server.storage.people import Person, people

Card = dict[str, Any]  # as `schema.Player` describes it
Cards = tuple[Card | None, Card | None]  # by seat; None where nobody sits


def card(person: Person | None, player: StoredPlayer) -> Card:
    """Return somebody as everybody is told of them; None: a guest."""
    return {
        "name": person and person.name,
        "deleted": person is not None and person.name is None,
        "rating": None,
        "provisional": False,
        "change": None,
    }


def card_of(engine: Engine, person_id: str | None, game: OnlineGame) -> Card:
    """Return somebody as they sit down at a game; None: a guest."""
    known = {} if person_id is None else people(engine, [person_id])
    return card(_known(known, person_id), StoredPlayer(person_id))


def with_card(cards: Cards, seat: int, card: Card) -> Cards:
    """Return who sits there when somebody has taken a seat."""
    return (card, cards[1]) if seat == 1 else (cards[0], card)


def cards(engine: Engine, stored: Sequence[StoredOnlineGame]) -> list[Cards]:
    """Return who sits in the seats of some games."""
    ids = {one.person for game in stored for one in game.players.values() if one.person is not None}
    known = people(engine, list(ids)) if ids else {}
    return [
        _by_seat({seat: card(_known(known, one.person), one) for seat, one in game.players.items()}) for game in stored
    ]


def _known(known: dict[str, Person], person_id: str | None) -> Person | None:
    return None if person_id is None else known[person_id]


def _by_seat(found: dict[int, Card]) -> Cards:
    return found.get(1), found.get(2)
