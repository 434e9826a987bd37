"""Who sits in the seats of a game, as everybody is told of it."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Engine

from fieldstone.play.game import read_game
from fieldstone.server.online import clocks
from fieldstone.server.online.game import SEATS, OnlineGame
from fieldstone.server.online.ratings import pool_of, told
from fieldstone.server.storage import ratings as storage
from fieldstone.server.storage.online import StoredOnlineGame, StoredPlayer
from fieldstone.server.storage.people import Person, people
from fieldstone.server.storage.ratings import Pool, Rating, RatingChange

Card = dict[str, Any]  # as `schema.Player` describes it
Cards = tuple[Card | None, Card | None]  # by seat; None where nobody sits


def card(person: Person | None, player: StoredPlayer, rating: Rating | None, now: int) -> Card:
    """Return somebody as everybody is told of them; None: a guest, who has no rating."""
    return {
        "name": person and person.name,
        "deleted": person is not None and person.name is None,
        "rating": None,
        "provisional": False,
        "change": None,
        **_rated(rating, player.before, player.after, now),
    }


def _rated(rating: Rating | None, before: float | None, after: float | None, now: int) -> Card:
    """Return what is told of a rating, with what a game has changed of it."""
    found: Card = {}
    if rating is not None:
        known = told(rating, now)
        found = {"rating": known["rating"], "provisional": known["provisional"]}
    if before is not None and after is not None:
        found |= {"rating": round(before), "change": round(after) - round(before)}
    return found


def card_of(engine: Engine, person_id: str | None, game: OnlineGame, now: int) -> Card:
    """Return somebody as they sit down at a game; None: a guest."""
    player = StoredPlayer(person_id)
    if person_id is None:
        return card(None, player, None, now)
    rating = storage.of_people(engine, [person_id]).get((person_id, pool_of(game.state.game, game.rules)))
    return card(people(engine, [person_id])[person_id], player, rating, now)


def with_card(cards: Cards, seat: int, card: Card) -> Cards:
    """Return who sits there when somebody has taken a seat."""
    return (card, cards[1]) if seat == 1 else (cards[0], card)


def are_there(cards: Cards) -> bool:
    """Say whether no player has deleted the account."""
    return not any(card is not None and card["deleted"] for card in cards)


def with_change(cards: Cards, change: RatingChange, now: int) -> Cards:
    """Return who sits there when their ratings have changed, or have been given back."""
    for seat, (old, new) in change.changed.items():
        before, after = (None, None) if change.after is None else (old.rating, new.rating)
        known = cards[seat - 1] or {}
        cards = with_card(cards, seat, {**known, "change": None, **_rated(new, before, after, now)})
    return cards


def cards(engine: Engine, stored: Sequence[StoredOnlineGame], now: int) -> list[Cards]:
    """Return who sits in the seats of some games; in one that is kept for somebody, who that is."""
    seats = [_with_challenged(game) for game in stored]
    ids = {one.person for players in seats for one in players.values() if one.person is not None}
    known = people(engine, list(ids)) if ids else {}
    ratings = storage.of_people(engine, ids) if ids else {}
    found = []
    for game, players in zip(stored, seats, strict=True):
        pool, sitting = _pool_of(game), ((seat, one, one.person or "") for seat, one in players.items())
        by_seat = {seat: card(known.get(who), one, ratings.get((who, pool)), now) for seat, one, who in sitting}
        found.append((by_seat.get(1), by_seat.get(2)))
    return found


def _with_challenged(stored: StoredOnlineGame) -> dict[int, StoredPlayer]:
    challenged = stored.game["challenged"]
    free = [seat for seat in SEATS if challenged is not None and seat not in stored.players]
    return {**stored.players, **{seat: StoredPlayer(challenged) for seat in free}}


def ratings_of(engine: Engine, person_id: str, now: int) -> list[dict[str, Any]]:
    """Return all ratings of somebody as `accounts_schema.Rating` describes them, those of the most games first."""
    found = storage.of_people(engine, [person_id])
    return [{**pool._asdict(), **told(rating, now)} for (_, pool), rating in found.items()]


def _pool_of(stored: StoredOnlineGame) -> Pool:
    return pool_of(read_game(stored.game["start"].partition(" ")[0]), clocks.rules_of(stored.game["rules"]))
