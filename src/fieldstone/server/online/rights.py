"""Who may do what in a game between people: every action is asked about here, and nowhere else."""

import hashlib
import hmac
import secrets
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from fieldstone.server.online import clocks
from fieldstone.server.online.game import OnlineGame, Phase
from fieldstone.server.problems import ProblemError

Action = Literal["move", "resign", "abort", "offer", "accept", "decline", "claim", "resume", "more-time", "say"]
TAKEBACK, DRAW, PAUSE, REMATCH = "takeback", "draw", "pause", "rematch"
MOST_GIFTS = 20  # of time, in one position
MOST_SAID = 4  # by one player in one position
MOST_TAKEBACKS = 100  # in a game, which would have no end else
MOST_OFFERS = 3  # of a kind, by one player in one position: what was withdrawn may be offered again


class Who(NamedTuple):
    """Who asks: by the token of a seat, as somebody who has signed in (the id), and in which browser.

    Whoever has none of them only watches.
    """

    token: str | None = None
    person: str | None = None
    device: str | None = None


def fresh_secret() -> str:
    """Return a text that nobody can guess: 192 bits, as 32 letters."""
    return secrets.token_urlsafe(24)


def hash_of(secret: str) -> str:
    """Return what is kept of a secret. Secrets are random and long, so that no slow hash is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def seat_of(game: OnlineGame, who: Who) -> int | None:
    """Return the seat of whoever asks, None for whoever only watches."""
    seat = None if who.token is None else seat_among(game.tokens, who.token)
    if seat is None and who.person is not None:
        seat = next((one for one, person in sorted(game.people.items()) if person == who.person), None)
    return seat


def may_have_joined(game: OnlineGame, who: Who | None) -> bool:
    """Say whether somebody may have the free seat, as far as is known at one of several processes."""
    return who is not None and who.token is not None and len(game.tokens) < 2 and seat_of(game, who) is None


def seat_among(tokens: Mapping[int, str], token: str) -> int | None:
    """Return the seat that a token is for, of those whose hashes there are."""
    hashed = hash_of(token)
    return next((seat for seat, known in sorted(tokens.items()) if hmac.compare_digest(known, hashed)), None)


def check_invitation(game: OnlineGame, secret: str | None, who: Who, maker_is_here: bool) -> None:
    """Raise ProblemError unless the free seat may be taken: by whom it is kept for, by the secret, or by anybody.

    Nobody comes to a live game whose maker has just gone: it is not sure that there will be one.
    """
    _must_be_open(game)
    if game.challenged is not None:
        _must_be_challenged(game, who)
    elif game.is_sought:
        if game.is_live and not maker_is_here:
            raise ProblemError(409, "online-maker-away")
    elif secret is None or game.invitation is None or not hmac.compare_digest(game.invitation, hash_of(secret)):
        raise ProblemError(403, "online-wrong-link")


def check_challenging(who: Who, to: str) -> str:
    """Return the id of whoever may challenge a person. Raises ProblemError."""
    if who.person is None:
        raise ProblemError(403, "challenge-guest")
    if who.person == to:
        raise ProblemError(409, "challenge-self")
    return who.person


def is_challenged(game: OnlineGame, who: Who) -> bool:
    """Say whether it is whoever asks that is challenged to a game."""
    return game.challenged is not None and game.challenged == who.person


def check_declining(game: OnlineGame, who: Who) -> None:
    """Raise ProblemError unless somebody may decline a game: only whoever is challenged to it."""
    _must_be_challenged(game, who)
    _must_be_open(game)


def meant(game: OnlineGame, seat: int | None, action: Action, what: str | None) -> Action:
    """Return what somebody does who asks for an action: who offers what the other has just offered accepts it.

    Two takebacks are of different moves.
    """
    crosses = action == "offer" and what in (DRAW, PAUSE, REMATCH) and seat and game.offers.get(what) == 3 - seat
    return "accept" if crosses else action


def check(game: OnlineGame, seat: int | None, action: Action, seq: int, what: str | None, absent: int | None) -> int:
    """Return the seat of whoever may do something now. Raises ProblemError.

    `seq` is the last event that they know of, `what` is what an offer is about or what is said, and `absent` for how
    many milliseconds the other player has been away on the own turn; None: is there.
    """
    if seat is None:
        raise ProblemError(403, "online-not-yours")
    _CHECKS[action](game, seat, seq, what, absent)
    return seat


def _may_move(game: OnlineGame, seat: int, seq: int, what: str | None, absent: int | None) -> None:
    _must_be_played(game)
    if seq < game.position_seq:
        raise ProblemError(409, "online-stale")
    if game.on_move != seat:
        raise ProblemError(409, "online-turn")


def _may_resign(game: OnlineGame, seat: int, seq: int, what: str | None, absent: int | None) -> None:
    _must_have_begun(game)


def _may_abort(game: OnlineGame, seat: int, seq: int, what: str | None, absent: int | None) -> None:
    _must_go_on(game)
    if all(game.clock.moved):
        raise ProblemError(409, "online-no-abort")


def _may_offer(game: OnlineGame, seat: int, seq: int, what: str | None, absent: int | None) -> None:
    if what is None:
        raise ProblemError(422, "missing", where="offer")
    if (what, seat) in game.declined:
        raise ProblemError(409, "online-no-rematch" if what == REMATCH else "online-declined")
    if what in game.offers:
        raise ProblemError(409, "online-offered")
    if game.offered[what, seat] >= MOST_OFFERS:
        raise ProblemError(409, "online-offered-enough", most=MOST_OFFERS)
    if what == REMATCH:
        if game.phase is not Phase.OVER or len(game.tokens) < 2 or game.next is not None:
            raise ProblemError(409, "online-no-rematch")
        _must_not_be_apart(game)
        return
    if what == DRAW:
        _must_have_begun(game)
        if not game.may_be_drawn:
            raise ProblemError(409, "online-no-draw")
    else:
        _must_be_played(game)
    if seq < game.position_seq:
        raise ProblemError(409, "online-stale")
    if what == TAKEBACK and game.takebacks >= MOST_TAKEBACKS:
        raise ProblemError(409, "online-takebacks", most=MOST_TAKEBACKS)
    if what == TAKEBACK and game.takeback_ply(seat) is None:
        raise ProblemError(409, "no-undo")


def _may_accept(game: OnlineGame, seat: int, seq: int, what: str | None, absent: int | None) -> None:
    if what is None or game.offers.get(what) != 3 - seat:
        raise ProblemError(409, "online-no-offer")
    if what == REMATCH:
        _must_not_be_apart(game)
    elif seq < game.position_seq:  # it would be an answer to an earlier offer
        raise ProblemError(409, "online-stale")


def _may_decline(game: OnlineGame, seat: int, seq: int, what: str | None, absent: int | None) -> None:
    if what is None or what not in game.offers:
        raise ProblemError(409, "online-no-offer")


def _may_claim(game: OnlineGame, seat: int, seq: int, what: str | None, absent: int | None) -> None:
    _must_be_played(game)
    wait = clocks.patience(game.rules)
    if wait is None or absent is None or absent < wait or game.on_move == seat or not game.clock.moved[2 - seat]:
        raise ProblemError(409, "online-no-claim")


def _may_resume(game: OnlineGame, seat: int, seq: int, what: str | None, absent: int | None) -> None:
    _must_have_begun(game)
    if game.phase is not Phase.PAUSED:
        raise ProblemError(409, "online-no-pause")
    wait = clocks.patience(game.rules)
    # The clock would run of somebody who is not there; but no pause lasts for ever because somebody has left.
    if wait is not None and absent is not None and absent < wait:
        raise ProblemError(409, "online-away", seconds=wait // clocks.SECOND)


def _may_give(game: OnlineGame, seat: int, seq: int, what: str | None, absent: int | None) -> None:
    _must_be_played(game)
    if not game.is_live or game.gifts >= MOST_GIFTS:
        raise ProblemError(409, "online-no-time")


def _may_say(game: OnlineGame, seat: int, seq: int, what: str | None, absent: int | None) -> None:
    if what is None:
        raise ProblemError(422, "missing", where="phrase")
    if game.phase is Phase.OPEN or len(game.tokens) < 2:
        raise ProblemError(409, "online-alone")
    if game.apart:
        raise ProblemError(403, "online-no-talk")
    if game.said[seat] >= MOST_SAID:
        raise ProblemError(409, "online-said-enough", most=MOST_SAID)


def _must_be_open(game: OnlineGame) -> None:
    if game.phase is Phase.OVER:
        raise ProblemError(409, "online-no-invitation")
    if game.phase is not Phase.OPEN:
        raise ProblemError(409, "online-taken")


def _must_be_challenged(game: OnlineGame, who: Who) -> None:
    if not is_challenged(game, who):
        raise ProblemError(403, "challenge-other")


def _must_not_be_apart(game: OnlineGame) -> None:
    if game.apart:
        raise ProblemError(403, "online-apart")


def _must_go_on(game: OnlineGame) -> None:
    if game.phase is Phase.OVER:
        raise ProblemError(409, "over")


def _must_have_begun(game: OnlineGame) -> None:
    _must_go_on(game)
    if game.phase in (Phase.OPEN, Phase.JOINED):
        raise ProblemError(409, "online-not-begun")


def _must_be_played(game: OnlineGame) -> None:
    _must_have_begun(game)
    if game.phase is Phase.PAUSED:
        raise ProblemError(409, "online-paused")


_CHECKS: Mapping[str, Callable[[OnlineGame, int, int, str | None, int | None], None]] = {
    "move": _may_move,
    "resign": _may_resign,
    "abort": _may_abort,
    "offer": _may_offer,
    "accept": _may_accept,
    "decline": _may_decline,
    "claim": _may_claim,
    "resume": _may_resume,
    "more-time": _may_give,
    "say": _may_say,
}
