"""What goes over the wire about people with accounts: bodies of requests, and answers."""

from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StringConstraints

from fieldstone.server.online.schema import (
    MOST_GAMES,
    Challenge,
    GameId,
    OnlineEvent,
    OnlineStanding,
    OwnSeat,
    Secret,
    Told,
)
from fieldstone.server.reviews import Review
from fieldstone.server.schema import Input, SeatNumber

SHORTEST_NAME, LONGEST_NAME = 2, 20
LONGEST_MAIL = 254
LONGEST_REPORT = 500
WRITTEN = r"^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]*$"  # in lines, without other control characters

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=SHORTEST_NAME, max_length=LONGEST_NAME)]
Mail = Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=LONGEST_MAIL)]
Language = Literal["en", "ko", "ja"]
SizeClass = Literal["small", "medium", "large"]
Pace = Literal["fast", "slow", "days"]
ReportReason = Literal["engine", "left", "name", "other"]


class MailLinkWanted(Input):
    """A link for signing in, to be sent by mail. The answer is the same whether or not somebody has this address."""

    mail: Mail
    language: Language


class MailLink(Input):
    """The secret of such a link."""

    secret: Secret


class MailLinkTold(Told):
    """What a link is for; it has not been used up by asking."""

    mail: str
    name: str | None
    """Of the account that it is for; null: signing in makes one, which needs a name."""
    adds: bool
    """Whether that account gets this address by it."""


class Seated(Input):
    """What comes with signing in: the seats in which one has played as a guest, and which are one's own from now on."""

    games: list[OwnSeat] = Field(default_factory=list, max_length=2 * MOST_GAMES)


class MailSignIn(Seated):
    """Signing in by a link. It works once."""

    secret: Secret
    name: Name | None = None
    """Of a new account."""


class PasskeyWanted(Input):
    """A passkey to be made."""

    name: Name | None = None
    """Of a new account; without it the passkey is for whoever is signed in."""


class PasskeyOptions(Told):
    """What the browser is to be asked for."""

    ticket: str
    """To be sent with what the browser answers, once."""
    options: dict[str, Any]
    """For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`."""


class PasskeyAnswer(Seated):
    """What the browser has answered."""

    ticket: Secret
    credential: dict[str, Any]
    """What `PublicKeyCredential.toJSON` gives."""


class Passkey(Told):
    """A passkey of one's own."""

    id: str
    created: int
    used: int


class Rating(Told):
    """How strong somebody has proved to be in a game, at a class of sizes and a pace."""

    game: str
    size: SizeClass
    pace: Pace
    rating: int
    deviation: int
    games: int
    """That count."""
    provisional: bool
    """Whether it is not sure yet."""


class Blocked(Told):
    """Somebody whom one does not want to play."""

    id: str
    """By which they are unblocked."""
    name: str | None
    """Null: a guest."""
    created: int
    """When one has said so."""
    game: GameId | None
    """In which that was; null: in none."""
    start: str | None
    """The position that it began at."""


class Blocking(Told):
    """Whether a player of a game does not want to play with the other one."""

    blocked: bool


class Account(Told):
    """One's own account."""

    name: str
    mail: str | None
    created: int
    passkeys: list[Passkey]
    ratings: list[Rating]
    blocked: list[Blocked]
    """Those whom one does not want to play, guests too."""
    alerts: bool
    """Whether one is told of one's turns in games over days by mail."""
    awaited: list[GameId]
    """One's live games whose other seat nobody has taken yet, on whichever device they were begun."""


class AccountChange(Input):
    """What is to be changed of one's account; what is left out stays."""

    name: Name | None = None
    alerts: StrictBool | None = None
    language: Language = "en"
    """Of the mails."""


class SignOut(Input):
    """Signing out."""

    everywhere: StrictBool = False
    """In all browsers."""


class AccountDeletion(Input):
    """Deleting one's account, for ever."""

    name: Name
    """One's own, so that nobody does it by mistake."""


class OwnGames(Told):
    """One's own games, the latest first. The first answer has all that go on, however long ago they have changed."""

    games: list[OnlineStanding]
    more: int | None
    """What `before` has to be for the next ones; null: there are none."""


class Profile(Told):
    """What everybody may know of somebody."""

    name: str
    created: int
    ratings: list[Rating]
    games: list[OnlineStanding]
    """Those that are over and were public or rated, the latest first; `seat` is that of whose profile it is."""
    blocked: bool
    """Whether whoever asks does not want to play them."""


class ExportedGame(OnlineStanding):
    """A game of one's own with all that is known of it."""

    events: list[OnlineEvent]
    review: Review | None
    """One's own."""


class Mails(Told):
    """The mails that tell of one's turns."""

    language: Language
    page: str | None
    """The address of the page that they lead to."""


class ToldDevice(Told):
    """A browser that tells of one's turns."""

    language: Language
    created: int


class OwnReport(Told):
    """What one has told the organiser of the other player of a game."""

    game: GameId
    reason: ReportReason
    text: str
    created: int


class AccountExport(Told):
    """All that there is of somebody: the account, and the games with all their events."""

    exported: int
    account: Account
    mails: Mails | None
    """Null: none are wanted."""
    devices: list[ToldDevice]
    reports: list[OwnReport]
    challenges: list[Challenge]
    """Those to somebody that are open; one's own are among the games."""
    games: list[ExportedGame]


class Report(Input):
    """What is to be told to the organiser of the other player of a game."""

    reason: ReportReason
    text: str = Field(default="", max_length=LONGEST_REPORT, pattern=WRITTEN)


class Reported(Told):
    """A report that waits for the organiser."""

    game: GameId
    seat: SeatNumber
    """Of who has reported the other one."""
    by: str | None
    about: str | None
    """Their names; null: a guest."""
    reason: ReportReason
    text: str
    created: int


class Reports(Told):
    """The reports that wait, the oldest first."""

    reports: list[Reported]
