"""One game between people, in memory: a numbered list of events, and what has come of them.

An event is made by `OnlineGame.decide` and its neighbours, which ask the rules and the clocks, and takes effect in
`apply`, by which a game is also read back from its events. Who may do what is asked in `rights` alone.
"""

import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, NamedTuple

from fieldstone.play.state import State
from fieldstone.records.record import AGREEMENT, FORFEIT, RESIGNATION, TIME
from fieldstone.server.lines import play, read_line
from fieldstone.server.online import clocks
from fieldstone.server.storage.online import Row, StoredOnlineGame

SEATS = (1, 2)
# Ends of games that have not begun, which nobody has won.
ABORTED, WITHDRAWN, DECLINED, EXPIRED = "aborted", "withdrawn", "declined", "expired"
DAY = clocks.DAY
INVITED = {False: 3 * DAY, True: 14 * DAY}  # how long an invitation is open; True: to a game with days a turn
SOUGHT = {False: DAY // 24, True: 3 * DAY}  # how long one to anybody is
REMATCH_OF = "rematch "
GATHERING = DAY  # how long a live game waits until both are there
LONGEST_PAUSE = 14 * DAY  # after which the clocks go on by themselves

Offered = Literal["takeback", "draw", "pause", "rematch"]
# What players can say to each other; there is no free text.
Phrase = Literal["hello", "luck", "nice", "oops", "moment", "thanks", "good-game", "bye"]
# What the one who offers it may move meanwhile; the other's move is an answer too.
OUTLASTING = ("draw", "pause")
Event = dict[str, Any]
Offers = dict[str, int]  # who has made an offer that waits for an answer, by what was offered


class Phase(StrEnum):
    """Where a game is: it waits for a second player, or until both are there; it is played, or paused; it is over."""

    OPEN = "open"
    JOINED = "joined"
    PLAYING = "playing"
    PAUSED = "paused"
    OVER = "over"


class Taker(NamedTuple):
    """Who takes a seat: the hash of its token, the person's id (None: a guest), and the browser."""

    token: str
    person: str | None = None
    device: str | None = None


@dataclass
class OnlineGame:
    """A game between people.

    Attributes
    ----------
    tokens : the hashes of the tokens, by seat
    people, devices : the ids of those with accounts, and the browsers in which seats were taken, by seat
    seq : the number of the last event; not all of them need be on the disk yet
    position_seq : that of the last event that changed the position
    offers : who has made an offer that waits for an answer, by what was offered
    declined : offers that have been declined in this position
    offered : how often each player has offered what in this position
    takebacks : how often something has been taken back in this game
    gifts : how often time has been given in this position
    said : how often each player has said something in this position
    result : who has won (a seat, or None) and how; None while the game goes on
    next : the id of the rematch
    sought : anybody may take the free seat, which is told to be 1 or 2, or 0 where chance has decided; None: a guest
    public : whether the lobby lists the game
    rated : whether the ratings of both change with it
    challenged : the id of the person who alone may take the free seat; None: it is no challenge
    annulled : whether it does not count any more
    apart : whether its players are known not to play each other any more
    told : the events that are on the disk, and so may be told
    nonces : the numbers of the events that a player has asked for, by seat and nonce
    lag : the round trip to each player, as the server has measured it
    """

    id: str
    origin: str
    invitation: str | None
    start: str
    rules: clocks.Rules
    tokens: dict[int, str]
    created: int
    state: State
    clock: clocks.Clock
    phase: Phase = Phase.OPEN
    seq: int = 0
    position_seq: int = 0
    updated: int = 0
    deadline: int | None = None
    offers: Offers = field(default_factory=dict)
    declined: set[tuple[str, int]] = field(default_factory=set)
    offered: Counter[tuple[str, int]] = field(default_factory=Counter)
    takebacks: int = 0
    gifts: int = 0
    said: dict[int, int] = field(default_factory=lambda: dict.fromkeys(SEATS, 0))
    result: tuple[int | None, str] | None = None
    next: str | None = None
    sought: int | None = None
    public: bool = False
    rated: bool = False
    challenged: str | None = None
    annulled: bool = False
    apart: bool = False
    people: dict[int, str] = field(default_factory=dict)
    devices: dict[int, str] = field(default_factory=dict)
    told: list[Event] = field(default_factory=list)
    nonces: dict[tuple[int, str], int] = field(default_factory=dict)
    lag: dict[int, int] = field(default_factory=lambda: {1: 0, 2: 0})

    # -- what there is ----------------------------------------------------------------------------------------------

    @property
    def on_move(self) -> int:
        """The seat whose decision is next; 0 when nobody may move."""
        return self.state.seat if self.phase is Phase.PLAYING else 0

    @property
    def invited(self) -> bool:
        """Whether the game began with an invitation; a rematch does not."""
        return not self.origin.startswith(REMATCH_OF)

    @property
    def is_sought(self) -> bool:
        """Whether anybody may take the free seat."""
        return self.phase is Phase.OPEN and self.sought is not None

    @property
    def kept_seat(self) -> int | None:
        """The seat that is kept for whoever is challenged, or was; None: it is no challenge."""
        return None if self.challenged is None else kept_among(self.people, self.challenged)

    @property
    def hides_seats(self) -> bool:
        """Whether chance has left a seat free: which one is told when it is taken, else nobody would take White."""
        return self.is_sought and not self.sought

    @property
    def is_live(self) -> bool:
        """Whether both have to be there."""
        return self.rules.kind != "days"

    @property
    def may_be_drawn(self) -> bool:
        """Whether the rules of the game have a draw, so that the players may agree on one."""
        return self.state.game.spec.may_be_drawn(self.state.game.points)

    @property
    def told_seq(self) -> int:
        """The number of the last event that may be told."""
        return int(self.told[-1]["seq"]) if self.told else 0

    def takeback_ply(self, seat: int) -> int | None:
        """Return the ply before a player's last own decision, None where there is none."""
        past = self.state.copy()
        while past.plies:
            past.undo()
            if past.seat == seat:
                return past.plies
        return None

    def seat(self, seat: int, who: Taker) -> None:
        """Let somebody sit in a seat."""
        self.tokens[seat] = who.token
        if who.person is not None:
            self.people[seat] = who.person
        if who.device is not None:
            self.devices[seat] = who.device

    def taker(self, seat: int) -> Taker:
        """Return who sits in a seat."""
        return Taker(self.tokens[seat], self.people.get(seat), self.devices.get(seat))

    # -- what happens -----------------------------------------------------------------------------------------------

    def join(self, who: Taker, now: int) -> Event:
        """Take the free seat."""
        seat = next(seat for seat in SEATS if seat not in self.tokens)
        self.seat(seat, who)
        event = self._event("join", now, seat=seat)
        if not self.is_live:
            self.clock = clocks.started(self.clock, self.state.seat, now)
        return self._settle(event)

    def gather(self, now: int) -> Event:
        """Begin a live game, as both are there."""
        event = self._event("start", now)
        self.clock = clocks.started(self.clock, self.state.seat, now)
        return self._settle(event)

    def move(self, seat: int, text: str, now: int, cost: clocks.Spent) -> Event:
        """Play a move or a whole turn, at what it has cost. Raises ProblemError; then nothing has changed."""
        before = self.state.plies
        play(self.state, text)
        moves = ",".join(str(move) for move in self.state.played_since(before))
        event = self._event("move", now, seat=seat, move=moves, used=cost.used, compensated=cost.compensated)
        if self.state.outcome is not None:
            self.clock = clocks.stopped(self.rules, self.clock, self.clock.since + cost.used)
        elif not self.state.turn_open:
            self.clock = clocks.pressed(self.rules, self.clock, cost, self.state.seat, now)
        return self._settle(event)

    def offer(self, seat: int, what: Offered, now: int) -> Event:
        """Offer something to the other player."""
        return self._settle(self._event("offer", now, seat=seat, what=what))

    def decline(self, seat: int, what: Offered, now: int) -> Event:
        """Decline an offer, or withdraw one's own."""
        return self._settle(self._event("decline", now, seat=seat, what=what))

    def take_back(self, seat: int, now: int) -> Event:
        """Go back to before the last decision of the player who has asked for it; `seat` has agreed."""
        ply = self.takeback_ply(3 - seat)
        assert ply is not None
        event = self._event("takeback", now, seat=seat, ply=ply)
        self.apply(event)
        self.clock = clocks.switched(self.rules, self.clock, self.state.seat, now)
        return self._settled(event)

    def pause(self, seat: int, now: int) -> Event:
        """Stop the clocks until somebody resumes; `seat` has agreed."""
        event = self._event("pause", now, seat=seat)
        self.clock = clocks.paused(self.clock, now)
        return self._settle(event)

    def resume(self, seat: int | None, now: int) -> Event:
        """Let the clocks go on; None: by themselves."""
        event = self._event("resume", now, **_by(seat))
        self.clock = clocks.resumed(self.clock, now)
        return self._settle(event)

    def give(self, seat: int, now: int) -> Event:
        """Give time to the other player."""
        event = self._event("time", now, seat=seat, given=clocks.GIFT)
        self.clock = clocks.given(self.clock, 3 - seat)
        return self._settle(event)

    def say(self, seat: int, phrase: Phrase, now: int) -> Event:
        """Say something to the other player, and to all who watch: nothing else changes by it."""
        event = self._event("say", now, seat=seat, phrase=phrase)
        self.apply(event)
        return event

    def renew(self, seat: int, game_id: str, now: int) -> Event:
        """Agree to a rematch, which is another game."""
        return self._settle(self._event("rematch", now, seat=seat, next=game_id))

    def end(self, winner: int | None, how: str, now: int, seat: int | None = None) -> Event:
        """End the game otherwise than by its rules; `seat` has wanted it, None: it ends by itself.

        A rated game counts only once both have moved: until then it is called off, however it ends.
        """
        if self.rated and self.phase is not Phase.OPEN and not all(self.clock.moved):
            winner, how = None, ABORTED
        event = self._event("end", now, **_by(seat), winner=winner, how=how)
        if self.phase is Phase.PAUSED:
            self.clock = clocks.resumed(self.clock, now)
        if self.clock.running:
            self.clock = clocks.stopped(self.rules, self.clock, now)
        return self._settle(event)

    def agree(self, seat: int, now: int) -> Event:
        """End the game as a draw; `seat` has agreed."""
        return self.end(None, AGREEMENT, now, seat)

    def resign(self, seat: int, now: int) -> Event:
        """Give the game up."""
        return self.end(3 - seat, RESIGNATION, now, seat)

    def call_off(self, now: int) -> Event:
        """End a game that goes on so that nobody has won."""
        return self.end(None, WITHDRAWN if self.phase is Phase.OPEN else ABORTED, now)

    def annul(self, now: int) -> Event:
        """Let a game that is over not count."""
        return self._settle(self._event("annul", now))

    def abort(self, seat: int, now: int) -> Event:
        """Call off a game that has not really begun, or withdraw the invitation to it."""
        return self.end(None, WITHDRAWN if self.phase is Phase.OPEN else ABORTED, now, seat)

    def claim(self, seat: int, now: int) -> Event:
        """Win against somebody who has left."""
        return self.end(seat, FORFEIT, now, seat)

    def act(self, seat: int, what: str, about: Any, now: int) -> Event:
        """Do what a player wants and may, other than to move and to agree to a rematch.

        `about` is what is offered, accepted or declined, or what is said.
        """
        match what:
            case "say":
                return self.say(seat, about, now)
            case "offer":
                return self.offer(seat, about, now)
            case "decline":
                return self.decline(seat, about, now)
            case "accept":
                accepted = {"takeback": self.take_back, "draw": self.agree, "pause": self.pause}
                return accepted[about](seat, now)
        others = {"resign": self.resign, "abort": self.abort, "claim": self.claim, "resume": self.resume}
        return {**others, "more-time": self.give}[what](seat, now)

    def expire(self, now: int) -> Event:
        """Go on as the deadline has passed: the game ends, by time or before it has begun, or a pause does."""
        if self.phase is Phase.OPEN:
            return self.end(None, EXPIRED, now)
        if self.phase is Phase.PAUSED:
            return self.resume(None, now)
        loser = self.clock.running
        if not loser or (self.is_live and not self.clock.moved[loser - 1]):
            return self.end(None, ABORTED, now)
        return self.end(3 - loser, TIME, now)

    # -- how an event takes effect ------------------------------------------------------------------------------------

    def _event(self, kind: str, now: int, **more: Any) -> Event:
        return {"seq": self.seq + 1, "kind": kind, "at": now, **more}

    def _settle(self, event: Event) -> Event:
        if event["kind"] != "move":  # which the rules have played already
            self.apply(event)
        else:
            self._note(event)
            self._after_move()
        return self._settled(event)

    def _settled(self, event: Event) -> Event:
        """Set what follows from an event that has taken effect: when the game goes on by itself."""
        self.updated = event["at"]
        if self.phase is Phase.OVER:
            self.deadline = None
        elif self.phase is Phase.PAUSED:
            self.deadline = self.clock.since + LONGEST_PAUSE
        elif self.phase is Phase.PLAYING:
            self.deadline = clocks.flag_time(self.rules, self.clock, self.lag[self.clock.running])
        else:
            self.deadline = event["at"] + GATHERING
        return event

    def _note(self, event: Event) -> None:
        self.seq = event["seq"]
        if event["kind"] in ("move", "takeback"):
            self.position_seq = self.seq
            self.gifts = 0
            self.said = dict.fromkeys(SEATS, 0)
            self.declined.clear()
            self.offered.clear()
        elif event["kind"] == "offer":
            self.offered[event["what"], event["seat"]] += 1
        elif event["kind"] == "decline" and event["seat"] != self.offers[event["what"]]:  # else it was withdrawn
            self.declined.add((event["what"], self.offers[event["what"]]))
        self.offers = offers_after(self.offers, event)

    def _after_move(self) -> None:
        outcome = self.state.outcome
        if outcome is not None:
            winner = None if outcome.winner is None else self.state.seat_of(outcome.winner)
            self._finish(winner, str(outcome.termination))

    def _finish(self, winner: int | None, how: str) -> None:
        self.result = (winner, how)
        self.phase = Phase.OVER
        self.said = dict.fromkeys(SEATS, 0)
        self.offers.clear()
        self.declined.clear()
        self.offered.clear()

    def apply(self, event: Event) -> None:
        """Let an event take effect, but for the clocks, which are kept as they are."""
        self._note(event)
        match event["kind"]:
            case "join":
                self.phase = Phase.JOINED if self.is_live else Phase.PLAYING
                self.invitation = None
            case "start":
                self.phase = Phase.PLAYING
            case "move":
                self.state.play(event["move"])
                self._after_move()
            case "takeback":
                self.takebacks += 1
                while self.state.plies > event["ply"]:
                    self.state.undo()
            case "pause":
                self.phase = Phase.PAUSED
            case "resume":
                self.phase = Phase.PLAYING
            case "time":
                self.gifts += 1
            case "rematch":
                self.next = event["next"]
            case "end":
                self._finish(event["winner"], event["how"])
            case "annul":
                self.annulled = True
            case "say":
                self.said[event["seat"]] += 1

    # -- as rows ----------------------------------------------------------------------------------------------------

    def row(self) -> Row:
        """Return the row of the game as it stands."""
        return {
            "id": self.id,
            "origin": self.origin,
            "invitation": self.invitation,
            "start": self.start,
            "name": self.state.game.name,
            "rules": clocks.to_json(self.rules),
            "created": self.created,
            "updated": self.updated,
            "phase": str(self.phase),
            "seq": self.seq,
            "clock": clocks.to_json(self.clock),
            "running": self.clock.running,
            "since": self.clock.since,
            "deadline": self.deadline,
            "sought": self.sought,
            "public": self.public,
            "rated": self.rated,
            "challenged": self.challenged,
        }

    def seat_row(self, seat: int) -> Row:
        """Return the row of a seat that has just been taken."""
        return {"game_id": self.id, "seat": seat, **self.taker(seat)._asdict(), "before": None, "after": None}

    def event_row(self, event: Event, nonce: str | None) -> Row:
        """Return the row of an event."""
        data = {name: value for name, value in event.items() if name not in _COLUMNS}
        columns = {name: event.get(name) for name in _COLUMNS}
        return {"game_id": self.id, **columns, "data": data, "nonce": nonce}


def _by(seat: int | None) -> Event:
    return {} if seat is None else {"seat": seat}


_COLUMNS = ("seq", "kind", "seat", "at", "used", "compensated")


def offers_after(offers: Offers, event: Event) -> Offers:
    """Return which offers wait for an answer after an event. The rules may end a game by a move, which settles all."""
    match event["kind"]:
        case "offer":
            return {**offers, event["what"]: event["seat"]}
        case "decline":
            return {what: seat for what, seat in offers.items() if what != event["what"]}
        case "pause":  # nothing is taken back while the clocks stand
            return {what: seat for what, seat in offers.items() if what not in ("pause", "takeback")}
        case "move":
            return {what: seat for what, seat in offers.items() if what in OUTLASTING and seat == event["seat"]}
        case "takeback" | "rematch" | "end":
            return {}
    return offers


def kept_among(people: Mapping[int, str | None], challenged: str) -> int:
    """Return the seat of who is challenged, among those of people who sit there: it may be free still."""
    return next(seat for seat in SEATS if people.get(seat, challenged) == challenged)


def any_seat() -> int:
    """Return a seat, by chance."""
    return secrets.choice(SEATS)


def new_game(
    game_id: str,
    origin: str,
    invitation: str | None,
    start: State,
    rules: clocks.Rules,
    takers: Mapping[int, Taker],
    now: int,
    sought: int | None = None,
    public: bool = False,
    rated: bool = False,
) -> OnlineGame:
    """Return a game that nobody has been told of; with both seats taken it waits for nobody."""
    clock, text = clocks.new_clock(rules), start.to_text()
    game = OnlineGame(game_id, origin, invitation, text, rules, {}, now, start, clock, updated=now)
    game.sought, game.public, game.rated = sought, public, rated
    for seat, who in takers.items():
        game.seat(seat, who)
    if len(takers) < len(SEATS):
        game.deadline = now + (INVITED if sought is None else SOUGHT)[not game.is_live]
    elif game.is_live:
        game.phase, game.deadline = Phase.JOINED, now + GATHERING
    else:
        game.phase, game.clock = Phase.PLAYING, clocks.started(game.clock, start.seat, now)
        game.deadline = clocks.flag_time(rules, game.clock)
    return game


def rematch_of(game: OnlineGame, game_id: str, now: int, is_rated: bool) -> OnlineGame:
    """Return the same game anew, with the seats exchanged; both get in by the tokens that they have."""
    start = game.state.copy()
    while start.plies:
        start.undo()
    takers = {3 - seat: game.taker(seat) for seat in game.tokens}
    origin = f"{REMATCH_OF}{game.id}"
    return new_game(game_id, origin, None, start, game.rules, takers, now, public=game.public, rated=is_rated)


def game_of(stored: StoredOnlineGame) -> OnlineGame:
    """Return the game that was stored: its events are played again. The rules of the game must be ready."""
    row = stored.game
    rules = clocks.rules_of(row["rules"])
    game = OnlineGame(
        row["id"],
        row["origin"],
        row["invitation"],
        row["start"],
        rules,
        stored.seats,
        row["created"],
        read_line(row["start"]),
        clocks.clock_of(row["clock"], row["running"], row["since"]),
        updated=row["updated"],
        deadline=row["deadline"],
        sought=row["sought"],
        public=row["public"],
        rated=row["rated"],
        challenged=row["challenged"],
        people={seat: one.person for seat, one in stored.players.items() if one.person is not None},
        devices={seat: one.device for seat, one in stored.players.items() if one.device is not None},
    )
    for one in stored.events:
        event = event_of(one)
        game.apply(event)
        game.told.append(event)
        if one["nonce"] is not None:
            game.nonces[one["seat"], one["nonce"]] = one["seq"]
    game.phase = Phase(row["phase"])
    return game


def event_of(row: Row) -> Event:
    """Return the event of a row."""
    event = {name: row[name] for name in ("seq", "kind", "at")}
    optional = {name: row[name] for name in ("seat", "used", "compensated") if row[name] is not None}
    return {**event, **optional, **row["data"]}
