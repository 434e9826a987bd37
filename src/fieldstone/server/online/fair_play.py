"""Who does not want to play whom, and what players report of each other, for games that are in memory."""

import asyncio
from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from fieldstone.server.online.game import SEATS, OnlineGame, Taker
from fieldstone.server.online.rights import REMATCH, hash_of
from fieldstone.server.problems import ProblemError
from fieldstone.server.storage import blocks, reports
from fieldstone.server.storage.errors import problem_of

MOST_REPORTS = 500  # that the organiser reads at once
MOST_BLOCKED = 1000  # by one player
LISTED = 16  # letters of an id


class FairPlay:
    """What players want of each other, and the organiser of them."""

    def __init__(self, engine: Engine, now: Callable[[], int]) -> None:
        self._engine = engine
        self._now = now

    # -- blocking -----------------------------------------------------------------------------------------------------

    async def are_apart(self, one: Taker, other: Taker) -> bool:
        """Say whether one of two does not want to play the other. Raises ProblemError."""
        known, others = identity(one), identity(other)
        if known is None or others is None:
            return False
        return bool(await self._keep(blocks.are_apart, known, others))

    async def look(self, game: OnlineGame) -> None:
        """Note whether the players of a game do not play each other any more. Raises ProblemError."""
        if len(game.tokens) == len(SEATS):
            game.apart = await self.are_apart(game.taker(1), game.taker(2))

    async def block_person(self, person: str, other: str) -> None:
        """Play no more with a person. Raises ProblemError."""
        await self._block(person, other)

    async def unblock_person(self, person: str, other: str) -> None:
        """Play with a person again. Raises ProblemError."""
        await self._keep(blocks.unblock, person, [other])

    async def unblock_listed(self, person: str, listed: str) -> None:
        """Play again with somebody whom `blocked_by` lists under an id. Raises ProblemError."""
        found = await asyncio.to_thread(blocks.blocked_by, self._engine, person)
        known = [one.blocked for one in found if _listed(person, one.blocked) == listed]
        if not known:
            raise ProblemError(404, "block-none")
        await self._keep(blocks.unblock, person, known)

    def blocked_by(self, person: str) -> list[dict[str, Any]]:
        """Return whom a person does not want to play, each with an id that tells nobody how they are known."""
        found = blocks.blocked_by(self._engine, person)
        shown = ("name", "created", "game", "start")
        return [{"id": _listed(person, one.blocked), **{key: getattr(one, key) for key in shown}} for one in found]

    def has_blocked(self, person: str, other: str) -> bool:
        """Say whether a person does not want to play another one."""
        return blocks.has_blocked(self._engine, person, [other])

    async def block(self, game: OnlineGame, seat: int | None, person: str | None) -> tuple[str, str]:
        """Play no more with whoever sits across in a game, as a person or (None) a guest. Raises ProblemError.

        Returns by what both are known.
        """
        blocker, blocked = _blocker(game, seat, person), identity(game.taker(_other(game, seat)))
        if blocked is None:
            raise ProblemError(409, "online-no-browser")
        if blocker == blocked:  # a guest at both seats
            raise ProblemError(409, "block-self")
        await self._block(blocker, blocked, game.id)
        return blocker, blocked

    async def unblock(self, game: OnlineGame, seat: int | None, person: str | None) -> None:
        """Play again with whoever sits across in a game. Raises ProblemError.

        Who has been blocked as a guest, and has kept the game in an account since, is free again too.
        """
        await self._keep(blocks.unblock, _blocker(game, seat, person), _names(game, seat))

    async def has_blocked_at(self, game: OnlineGame, seat: int | None, person: str | None) -> bool:
        """Say whether whoever asks does not want to play with whoever sits across in a game. Raises ProblemError."""
        blocker, names = _blocker(game, seat, person), _names(game, seat)
        return await asyncio.to_thread(blocks.has_blocked, self._engine, blocker, names)

    async def _block(self, blocker: str, blocked: str, game_id: str | None = None) -> None:
        if await asyncio.to_thread(blocks.number, self._engine, blocker, blocked) >= MOST_BLOCKED:
            raise ProblemError(409, "blocks-many", limit=MOST_BLOCKED)
        await self._keep(blocks.block, blocker, blocked, self._now(), game_id)

    # -- reporting ----------------------------------------------------------------------------------------------------

    async def report(self, game: OnlineGame, seat: int | None, reason: str, text: str) -> None:
        """Tell the organiser of the other player of a game, in the place of an earlier report. Raises ProblemError."""
        own = 3 - _other(game, seat)
        await self._keep(reports.keep, game.id, own, reason, text, self._now())

    async def reports(self) -> list[dict[str, Any]]:
        """Return the reports that wait, the oldest first."""
        found = await asyncio.to_thread(reports.waiting, self._engine, MOST_REPORTS)
        return [one._asdict() for one in found]

    async def settle(self, game_id: str) -> None:
        """Note that the reports of a game were dealt with. Raises ProblemError."""
        if not await self._keep(reports.settle, game_id, self._now()):
            raise ProblemError(404, "online-no-report")

    async def _keep(self, work: Callable[..., Any], *given: Any) -> Any:
        try:
            return await asyncio.to_thread(work, self._engine, *given)
        except DBAPIError as error:
            raise problem_of(error) from None


def depends_on_blocks(what: str, about: str | None) -> bool:
    """Say whether players may do something only while neither has blocked the other.

    It is looked up each time: the block may have been made at another process, or before a restart.
    """
    return what == "say" or about == REMATCH


def identity(who: Taker) -> str | None:
    """Return by what somebody is blocked: the person, or the browser of a guest; None: there is neither."""
    return who.person or who.device


def _blocker(game: OnlineGame, seat: int | None, person: str | None) -> str:
    """Return by what whoever asks blocks somebody: as a person, or as the guest who sits there. Raises ProblemError.

    Whoever plays a person's seat by its token alone does not block for that person.
    """
    own = game.taker(3 - _other(game, seat))
    if person is not None:
        return person
    if own.person is not None or own.device is None:
        raise ProblemError(403, "sign-in-first")
    return own.device


def _names(game: OnlineGame, seat: int | None) -> list[str]:
    """Return all by which whoever sits across may have been blocked. Raises ProblemError."""
    other = game.taker(_other(game, seat))
    return [name for name in (other.person, other.device) if name is not None]


def _listed(person: str, blocked: str) -> str:
    """Return under which id a person is told of somebody, who may be known by a browser alone."""
    return hash_of(f"{person} {blocked}")[:LISTED]


def _other(game: OnlineGame, seat: int | None) -> int:
    """Return the seat across from that of whoever asks. Raises ProblemError."""
    if seat is None:
        raise ProblemError(403, "online-not-yours")
    if 3 - seat not in game.tokens:
        raise ProblemError(409, "online-nobody")
    return 3 - seat
