"""The lobby: what anybody may join or watch. Whoever looks is told the whole of it, and then what changes."""

from collections.abc import Callable
from typing import Any, NamedTuple

from fieldstone.server.online import clocks
from fieldstone.server.online.game import OnlineGame, Phase
from fieldstone.server.online.players import Cards
from fieldstone.server.online.presence import Throttle, Watcher
from fieldstone.server.problems import ProblemError

EVERY = 1.0  # seconds between two words about what has changed
MAKER_AWAY = 30_000  # milliseconds that the maker of a live game may be away before nobody can join it any more
SEEKS = 200  # open at the same time, in all
SEEKS_EACH = 3  # and of one browser
PUBLIC = 100  # games that are listed: those that were moved in last

Entry = dict[str, Any]
Parts = tuple[dict[str, Entry], dict[str, Entry]]  # seeks and games, by their ids


class Maker(NamedTuple):
    """Who seeks somebody to play: the browser, where it is known, and the address."""

    device: str | None
    address: str


class Lobby:
    """What is listed. Only what is on the disk is put here."""

    def __init__(self, later: Callable[[float, Callable[[], None]], object], say: Callable[[Entry], str]) -> None:
        """`later` calls something after some seconds; `say` writes a message."""
        self.watchers: set[Watcher] = set()
        self._say = say
        self._seeks: dict[str, Entry] = {}
        self._games: dict[str, Entry] = {}
        self._told: Parts = {}, {}
        self._makers: dict[str, Maker] = {}
        self._throttle = Throttle(later, EVERY, self._tell_changes)

    # -- who looks --------------------------------------------------------------------------------------------------

    def enter(self, watcher: Watcher) -> None:
        """Tell somebody what there is, and from now on what changes."""
        self.watchers.add(watcher)
        watcher.tell(self._say(self.whole()))

    def leave(self, watcher: Watcher) -> None:
        """Tell somebody no more."""
        self.watchers.discard(watcher)

    def whole(self) -> Entry:
        """Return all that is listed, as a message."""
        return _message(True, (self._seeks, self._games), ({}, {}))

    def sizes(self) -> dict[str, int]:
        """Return how much is listed, and to how many it is told."""
        return {"seeks": len(self._seeks), "public": len(self._games), "looking": len(self.watchers)}

    def _tell_changes(self) -> None:
        message = _message(False, (self._seeks, self._games), self._told)
        self._told = dict(self._seeks), dict(self._games)
        if self.watchers and any(message[name] for name in ("seeks", "games", "gone", "over")):
            text = self._say(message)
            for watcher in list(self.watchers):
                watcher.tell(text)

    # -- what is listed -----------------------------------------------------------------------------------------------

    def seek(self, game: OnlineGame, players: Cards) -> None:
        """List a game that anybody may join."""
        entry = seek_of(game, players)
        if self._seeks.get(game.id) != entry:
            self._seeks[game.id] = entry
            self._throttle.want()

    def hide(self, game_id: str) -> None:
        """List a game no more that anybody could join."""
        if self._seeks.pop(game_id, None) is not None:
            self._throttle.want()

    def show(self, game_id: str, entry: Entry | None) -> None:
        """List a game that anybody may watch, as it stands; None: no more."""
        before = self._games.pop(game_id, None)
        if entry is not None:
            self._games[game_id] = entry
            if len(self._games) > PUBLIC:
                del self._games[next(iter(self._games))]
        if entry is not None or before is not None:
            self._throttle.want()

    def lists(self, game_id: str) -> bool:
        """Say whether a game is listed."""
        return game_id in self._seeks or game_id in self._games

    # -- whose it is --------------------------------------------------------------------------------------------------

    def check(self, maker: Maker, at_address: int) -> None:
        """Raise ProblemError if somebody seeks too often already; `at_address` is how often one address may."""
        own = len(self.made_by(maker.device))
        if own >= SEEKS_EACH:
            raise ProblemError(429, "online-seeks", limit=SEEKS_EACH)
        if sum(one.address == maker.address for one in self._makers.values()) >= at_address:
            raise ProblemError(429, "online-often")
        if len(self._makers) >= SEEKS:
            raise ProblemError(503, "online-lobby-full")

    def keep_maker(self, game_id: str, maker: Maker) -> None:
        """Remember who seeks, until it is over."""
        self._makers[game_id] = maker

    def forget_maker(self, game_id: str) -> Maker | None:
        """Return who has sought, and remember it no more; None where a server before this one knew."""
        return self._makers.pop(game_id, None)

    def made_by(self, device: str | None) -> list[str]:
        """Return the ids of what a browser seeks."""
        return [name for name, one in self._makers.items() if device is not None and one.device == device]


def seek_of(game: OnlineGame, players: Cards) -> Entry:
    """Return a game that anybody may join, as it is listed."""
    return {
        "id": game.id,
        "game": str(game.state.game),
        "rules": clocks.to_json(game.rules),
        "seat": game.sought or None,
        "public": game.public,
        "rated": game.rated,
        "player": players[0] or players[1],
        "created": game.created,
    }


def public_of(game: OnlineGame, players: Cards) -> Entry | None:
    """Return a game that anybody may watch, as it is listed; None where it is not, or does not go on."""
    if not game.public or game.phase not in (Phase.PLAYING, Phase.PAUSED):
        return None
    return {
        "id": game.id,
        "game": str(game.state.game),
        "rules": clocks.to_json(game.rules),
        "rows": "/".join(game.state.rows()),
        "moves": game.state.plies,
        "rated": game.rated,
        "players": players,
        "created": game.created,
    }


def _message(whole: bool, now: Parts, told: Parts) -> Entry:
    """Return what is listed now and was not, and what was listed and is not."""
    seeks, games = (
        [one for name, one in new.items() if old.get(name) is not one] for new, old in zip(now, told, strict=True)
    )
    gone, over = ([name for name in old if name not in new] for new, old in zip(now, told, strict=True))
    return {"type": "lobby", "whole": whole, "seeks": seeks, "games": games, "gone": gone, "over": over}
