"""What is told of games between people, as data and as text."""

import json
from typing import Any

from fieldstone.server.online import clocks, rights
from fieldstone.server.online.game import Offers, OnlineGame, Phase, event_of, kept_among, offers_after
from fieldstone.server.online.players import Cards
from fieldstone.server.online.rights import REMATCH
from fieldstone.server.storage import online as storage

_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False, ensure_ascii=False).encode


def clock_told(rules: clocks.Rules, clock: clocks.Clock, phase: Phase) -> dict[str, Any]:
    """Return the clocks as everybody is told of them."""
    told = {"left": clock.left, "running": clock.running, "since": clock.since}
    if rules.periods:
        told["periods"] = clock.periods
    if not all(clock.moved):
        told["moved"] = clock.moved
    if phase is Phase.PAUSED:
        told["held"] = clock.held
    return told


def shown(
    game: OnlineGame,
    who: rights.Who,
    after: int,
    players: Cards,
    clock: dict[str, Any],
    here: dict[str, Any],
    now: int,
) -> dict[str, Any]:
    """Return a game as somebody is told of it who knows the events up to a number."""
    known = after if 0 <= after <= game.told_seq else 0
    return {
        "id": game.id,
        "seat": rights.seat_of(game, who),
        "start": game.start,
        "rules": clocks.to_json(game.rules),
        "open": not any(event["kind"] in ("join", "end") for event in game.told) and game.invited,
        "drawable": game.may_be_drawn,
        "sought": game.sought is not None,
        "public": game.public,
        "rated": game.rated,
        "challenge": _challenge(game.kept_seat, rights.is_challenged(game, who)),
        "players": (players[0] or players[1],) * 2 if game.hides_seats else players,
        "created": game.created,
        "events": [event for event in game.told if event["seq"] > known],
        "clock": clock,
        "here": here,
        "now": now,
    }


def standing(stored: storage.StoredOnlineGame, seat: int, players: Cards, now: int) -> dict[str, Any]:
    """Return how a stored game stands, for who sits in a seat; what the moves do the page knows."""
    row = stored.game
    rules, phase = clocks.rules_of(row["rules"]), Phase(row["phase"])
    moves: list[str] = []
    offers: Offers = {}
    for event in map(event_of, stored.events):
        offers = offers_after(offers, event)
        if event["kind"] == "move":
            moves += event["move"].split(",")
        elif event["kind"] == "takeback":
            del moves[event["ply"] :]
    if phase is Phase.OVER:  # by the rules perhaps, which know what the last move has done
        offers = {what: seat for what, seat in offers.items() if what == REMATCH}
    people = {seat: one.person for seat, one in stored.players.items()}
    kept = None if row["challenged"] is None else kept_among(people, row["challenged"])
    ends = [one["data"] for one in stored.events if one["kind"] == "end"]
    return {
        "id": row["id"],
        "seat": seat,
        "start": row["start"],
        "moves": ",".join(moves),
        "rules": row["rules"],
        "phase": str(phase),
        "sought": row["sought"] is not None,
        "offers": offers,
        "end": ends[0] if ends else None,
        "annulled": any(event["kind"] == "annul" for event in stored.events),
        "rated": row["rated"],
        "challenge": _challenge(kept, kept == seat),
        "players": players,
        "clock": clock_told(rules, clocks.clock_of(row["clock"], row["running"], row["since"]), phase),
        "created": row["created"],
        "updated": row["updated"],
        "now": now,
    }


def _challenge(seat: int | None, me: bool) -> dict[str, Any] | None:
    return None if seat is None else {"seat": seat, "me": me}


def as_text(data: dict[str, Any]) -> str:
    """Return a message as JSON."""
    return _encode(data)
