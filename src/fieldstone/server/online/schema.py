"""What goes over the wire about games between people: bodies of requests, and messages of the WebSocket.

Answers and messages to the page are made without these models, which describe them; tests hold one against the other.
"""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, StrictBool, TypeAdapter
from typing_extensions import TypeAliasType

from fieldstone.server.schema import DAY as DAY_SECONDS
from fieldstone.server.schema import (
    LONGEST_LINE,
    LONGEST_MOVE,
    Input,
    Model,
    OptionValue,
    Problem,
    SeatNumber,
    Sparse,
    missing,
)

PROTOCOL = 5  # one that a page speaks which was loaded before the server changed is another one
SHORTEST_SECRET = 22  # letters and digits: 128 bits
MOST_GAMES = 32  # at which one socket is
MOST_TOLD = 64  # games of whose turns one browser is told
LONGEST_SEQ = 1_000_000

ID = r"^[A-Za-z0-9]+$"  # what ids of games are made of

GameId = Annotated[str, Field(min_length=1, max_length=16, pattern=ID)]
Secret = Annotated[str, Field(min_length=SHORTEST_SECRET, max_length=64)]
Nonce = Annotated[str, Field(min_length=1, max_length=32, pattern=r"^[ -~]+$")]  # what every database keeps
Seq = Annotated[int, Field(ge=0, le=LONGEST_SEQ)]
Offered = Literal["takeback", "draw", "pause", "rematch"]
What = Literal["move", "resign", "abort", "offer", "accept", "decline", "claim", "resume", "more-time", "say"]
Phrase = Literal["hello", "luck", "nice", "oops", "moment", "thanks", "good-game", "bye"]
How = Literal["resignation", "time", "forfeit", "agreement", "aborted", "withdrawn", "declined", "expired"]
Pair = tuple[int, int]


class FischerClock(Input):
    """Each player has `main` seconds; after each turn `increment` are added, but not beyond `cap`."""

    kind: Literal["fischer"]
    main: int = Field(ge=10, le=DAY_SECONDS)
    increment: int = Field(ge=0, le=3600)
    cap: int | None = Field(default=None, ge=10, le=7 * DAY_SECONDS)


class ByoyomiClock(Input):
    """After `main` seconds there are `periods` of `period` seconds; one is used up when a turn takes longer than it."""

    kind: Literal["byoyomi"]
    main: int = Field(ge=0, le=DAY_SECONDS)
    periods: int = Field(ge=1, le=100)
    period: int = Field(ge=5, le=3600)


class DelayClock(Input):
    """Each player has `main` seconds; the first `delay` seconds of each turn do not count."""

    kind: Literal["delay"]
    main: int = Field(ge=10, le=DAY_SECONDS)
    delay: int = Field(ge=1, le=3600)


class DaysClock(Input):
    """Each turn may take so many days."""

    kind: Literal["days"]
    days: int = Field(ge=1, le=30)


OnlineClockRules = TypeAliasType(
    "OnlineClockRules",
    Annotated[FischerClock | ByoyomiClock | DelayClock | DaysClock, Field(discriminator="kind")],
)


class Invitation(Input):
    """A game to which somebody is invited."""

    game: str = Field(max_length=40)
    options: dict[str, OptionValue] = Field(default_factory=dict)
    line: str | None = Field(default=None, max_length=LONGEST_LINE)
    """Begin at its last position instead of the empty board."""
    clock: OnlineClockRules
    seat: SeatNumber | None
    """Of whoever invites; null: by chance. The first seat is Black, or names komi."""
    token: Secret
    """By which whoever invites plays; made by the client, and the same when the request is sent again."""
    invitation: Secret | None = None
    """By which the other seat can be taken, once. Without it anybody may take it, and the lobby lists the game."""
    challenged: str | None = Field(default=None, min_length=1, max_length=40)
    """The name of the person with an account who alone may take the other seat; then there is no `invitation`."""
    public: StrictBool = False
    """Whether the lobby lists the game while it is played, for anybody to watch; else only who knows its id may."""
    rated: StrictBool = False
    """Whether the ratings of both change with it. Both have to be signed in then, and the game is as it usually is."""


class Joining(Input):
    """Taking the free seat."""

    invitation: Secret | None = None
    """Not needed where anybody may take it."""
    token: Secret
    """By which whoever joins plays; made by the client, and the same when the request is sent again."""


class Command(Input):
    """Something that a player wants to do."""

    nonce: Nonce
    """The same when the same is sent again: it is done once, and has the same answer."""
    seq: Seq
    """The last event that the player knows of."""
    what: What
    move: str | None = Field(default=None, max_length=LONGEST_MOVE)
    offer: Offered | None = None
    """What is offered, accepted or declined."""
    phrase: Phrase | None = None
    """What is said."""
    used: int | None = Field(default=None, ge=0)
    """Milliseconds of thinking by the client's own clock: it can make what is given back smaller, never larger."""

    @property
    def about(self) -> Offered | Phrase | None:
        """What is offered, accepted or declined, or what is said."""
        return self.phrase if self.what == "say" else self.offer


class Entering(Input):
    """A game of which somebody wants to be told."""

    id: GameId
    token: Secret | None = None
    seq: Seq = 0
    """The last event that is known; only later ones are told."""


class Hello(Input):
    """The first message, and again after a line was lost."""

    type: Literal["hello"]
    protocol: int
    games: list[Entering] = Field(max_length=MOST_GAMES)
    """All that one wants to be told of; of others nothing is told any more."""
    lobby: StrictBool = False
    """Whether one wants to be told what the lobby lists."""
    challenges: StrictBool = False
    """Whether one wants to be told of the challenges to oneself and by oneself; guests have none."""


class Do(Command):
    """Something that a player wants to do in a game that was named in `hello`."""

    type: Literal["do"]
    game: GameId


class Pong(Input):
    """The answer to `ping`, at once."""

    type: Literal["pong"]
    n: int


ToOnline = TypeAliasType("ToOnline", Annotated[Hello | Do | Pong, Field(discriminator="type")])
MESSAGE: TypeAdapter[Hello | Do | Pong] = TypeAdapter(ToOnline)


class Told(Model):
    """What the server says: with no keys but these."""

    model_config = ConfigDict(extra="forbid")


class SparselyTold(Sparse):
    """What the server says, without the keys that do not apply."""

    model_config = ConfigDict(extra="forbid")


class OnlineRules(Told):
    """The rules of the clocks, in milliseconds; what does not apply is 0."""

    kind: Literal["fischer", "byoyomi", "delay", "days"]
    main: int
    """Of "days": for each turn."""
    increment: int
    cap: int
    periods: int
    period: int
    delay: int


class OnlineClock(SparselyTold):
    """The clocks: milliseconds by seat, the first seat first."""

    left: Pair
    running: Literal[0, 1, 2]
    """The seat whose turn it is; 0 before the start and after the end."""
    since: int
    """When that turn began, by a clock of the server's that nobody sets; in a pause, when that did."""
    periods: Pair = missing()
    """Of byo-yomi, left; only there with it."""
    moved: tuple[bool, bool] = missing()
    """Who has finished a first turn; not there any more when both have."""
    held: int = missing()
    """In a pause only: for how long the turn had been running."""


class OnlineEvent(SparselyTold):
    """Something that has happened in a game; which keys there are beside the first three depends on the kind."""

    seq: int
    kind: Literal[
        "join",
        "start",
        "move",
        "offer",
        "decline",
        "takeback",
        "pause",
        "resume",
        "time",
        "rematch",
        "end",
        "annul",
        "say",
    ]
    at: int
    """When, in milliseconds since 1970."""
    seat: SeatNumber = missing()
    """Who has done it; some things happen by themselves, such as the fall of a flag."""
    move: str = missing()
    """A decision, or the two of a whole turn with a comma between them."""
    used: int = missing()
    compensated: int = missing()
    """Milliseconds that were given back for the time on the way."""
    what: Offered = missing()
    phrase: Phrase = missing()
    """What somebody has said: each page has its own words for it."""
    ply: int = missing()
    """So many decisions are left after a takeback."""
    given: int = missing()
    """Milliseconds that the other player has got."""
    next: str = missing()
    """The id of the rematch."""
    winner: SeatNumber | None = missing()
    how: How = missing()


class Here(Told):
    """Who is there: the players by seat, and how many watch."""

    seats: tuple[bool, bool]
    away: tuple[int | None, int | None]
    """For how many milliseconds each has been away; null: is there, or it is not told."""
    watchers: int


class Player(Told):
    """Who sits in a seat."""

    name: str | None
    """Null: a guest."""
    deleted: bool
    """Whether it was somebody who has deleted the account."""
    rating: int | None
    """In this game, at its class of sizes and its pace; before it where it is rated and over. Null: none yet."""
    provisional: bool
    """Whether that is not sure yet."""
    change: int | None
    """What a rated game has changed of it; null before its end."""


Players = tuple[Player | None, Player | None]


class KeptSeat(Told):
    """The seat of whoever is challenged to a game by name."""

    seat: SeatNumber
    me: bool
    """Whether that is whoever asks."""


class OnlineGame(Told):
    """A game between people as somebody is told of it."""

    id: str
    seat: SeatNumber | None
    """Of whoever asks; null for who only watches."""
    start: str
    """The position that it begins at."""
    rules: OnlineRules
    open: bool
    """Whether the other seat is still free."""
    drawable: bool
    """Whether the rules have a draw, so that the players may agree on one."""
    sought: bool
    """Whether anybody could or can take the other seat."""
    public: bool
    """Whether the lobby lists the game while it is played."""
    rated: bool
    """Whether the ratings of both change with it."""
    challenge: KeptSeat | None
    """The seat that is kept for one person alone, or was; null: it is no challenge."""
    players: Players
    """By seat; null where nobody sits yet, and nobody is challenged."""
    created: int
    events: list[OnlineEvent]
    """Those that are not known yet."""
    clock: OnlineClock
    here: Here
    now: int
    """When this was written, by the clock of the clocks."""


class UnknownGame(Told):
    """A game of which nothing can be told."""

    id: str
    problem: Problem


class Welcome(Told):
    """The answer to `hello`."""

    type: Literal["welcome"]
    protocol: int
    games: list[OnlineGame | UnknownGame]


class EventMessage(OnlineEvent):
    """An event, when it is on the disk, with the clocks after it."""

    type: Literal["event"]
    game: str
    nonce: str = missing()
    """To whoever has asked for it: that of the `do` that this answers."""
    clock: OnlineClock
    now: int


class PlayersMessage(Told):
    """Whenever something changes about who sits in the seats, such as their ratings at the end."""

    type: Literal["players"]
    game: str
    players: Players


class Seek(Told):
    """A game that anybody may join."""

    id: str
    game: str
    """With its options."""
    rules: OnlineRules
    seat: SeatNumber | None
    """Of whoever joins; null: chance has decided, and does not tell."""
    public: bool
    rated: bool
    player: Player
    """Who seeks."""
    created: int


class PublicGame(Told):
    """A game that anybody may watch."""

    id: str
    game: str
    rules: OnlineRules
    rows: str
    """The board from the top down, one character a point, rows with "/" between them."""
    moves: int
    rated: bool
    players: Players
    created: int


class LobbyMessage(Told):
    """What the lobby lists: all of it at first, then what has come or changed, at most once a second."""

    type: Literal["lobby"]
    whole: bool
    seeks: list[Seek]
    games: list[PublicGame]
    gone: list[str]
    """The ids of seeks that are not listed any more."""
    over: list[str]
    """The ids of games that are not."""


class Challenge(Told):
    """A game that one person has offered to another, who has not answered."""

    id: str
    game: str
    """With its options."""
    rules: OnlineRules
    seat: SeatNumber
    """Of who is challenged."""
    public: bool
    rated: bool
    by: Player
    to: Player
    mine: bool
    """Whether it is by whoever is told, else it is to them."""
    created: int
    expires: int


class AnsweredChallenge(Told):
    """A challenge that is not open any more."""

    id: str
    how: Literal["accepted", "declined", "withdrawn", "expired"]


class ChallengesMessage(Told):
    """The challenges to whoever is told and by them: all that are open, at first and after every change."""

    type: Literal["challenges"]
    open: list[Challenge]
    over: AnsweredChallenge | None
    """What the change was, if one is over by it."""


class DoneMessage(Told):
    """The answer to a `do` that has been sent before, or over another socket: it is on the disk."""

    type: Literal["done"]
    nonce: str
    seq: int
    """Of the event."""


class RefusedMessage(Told):
    """The other answer to `do`: nothing has been done."""

    type: Literal["refused"]
    nonce: str
    problem: Problem


class HereMessage(Here):
    """Whenever that changes, but at most once a second."""

    type: Literal["here"]
    game: str


class AgainMessage(Told):
    """Something could not be kept, or is asked of a game that `hello` has not named: `hello` is wanted again."""

    type: Literal["again"]
    game: str


class Ping(Told):
    """Every few seconds; by the answer the server measures the round trip."""

    type: Literal["ping"]
    n: int


class OtherProtocol(Told):
    """The page and the server do not speak the same protocol: the page has to be loaded again."""

    type: Literal["other-protocol"]
    protocol: int


class WrongMessage(Told):
    """What is wrong with a message that is none of those above."""

    type: Literal["wrong"]
    problem: Problem


FromOnline = TypeAliasType(
    "FromOnline",
    Annotated[
        Welcome
        | EventMessage
        | DoneMessage
        | RefusedMessage
        | HereMessage
        | PlayersMessage
        | LobbyMessage
        | ChallengesMessage
        | AgainMessage
        | Ping
        | OtherProtocol
        | WrongMessage,
        Field(discriminator="type"),
    ],
)


class OwnSeat(Input):
    """A seat in which somebody sits."""

    id: GameId
    token: Secret


class OwnSeats(Input):
    """The seats of which somebody wants to know how their games stand."""

    games: list[OwnSeat] = Field(max_length=MOST_GAMES)


class AlertsWanted(Input):
    """The seats in games over days of which a browser is to be told, and where; none of them: of nothing any more."""

    endpoint: str = Field(min_length=1, max_length=1024)
    key: str = Field(min_length=80, max_length=128)
    """`p256dh` of the browser's Push API, with which alerts are encrypted."""
    secret: str = Field(min_length=20, max_length=64)
    """And `auth`."""
    language: Literal["en", "ko", "ja"]
    games: list[OwnSeat] = Field(max_length=MOST_TOLD)
    account: bool = False
    """Whether it is to be told of all games of who has signed in there, too, until they sign out."""


class OnlineEnd(Told):
    """An end that the rules do not know of."""

    winner: SeatNumber | None
    how: How


class OnlineStanding(Told):
    """How a game stands, for a list of one's own games."""

    id: str
    seat: SeatNumber
    start: str
    moves: str
    """Decisions, with commas between them."""
    rules: OnlineRules
    phase: Literal["open", "joined", "playing", "paused", "over"]
    sought: bool
    offers: dict[Offered, SeatNumber]
    """Who has made an offer that waits for an answer, by what was offered."""
    end: OnlineEnd | None
    """Null too where the rules have ended the game."""
    annulled: bool
    """Whether the organiser has let it not count."""
    rated: bool
    challenge: KeptSeat | None
    players: Players
    clock: OnlineClock
    created: int
    updated: int
    now: int


class OnlineStandings(Told):
    """One's own games; those that are not there any more are left out."""

    games: list[OnlineStanding]


class DoneAnswer(Told):
    """What was done over HTTP: the number of its event."""

    seq: int


class Offering(Told):
    """What this server offers."""

    online: bool
    """Games between people on several devices."""
    alerts: str | None
    """The key by which a browser subscribes to alerts, as base64url; null where there are none."""
    passkeys: bool
    """Accounts to which one signs in by passkeys."""
    mail: bool
    """Accounts to which one signs in by links sent by mail."""
