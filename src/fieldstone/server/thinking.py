"""The computer at the board: chooses its moves beside the event loop, and stops when it is not wanted any more."""

import asyncio
import contextlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator

from fieldstone.search.levels import LevelPlayer, level_of, level_player
from fieldstone.server import clocks
from fieldstone.server.engine import EnginePool
from fieldstone.server.kernels import Kernels
from fieldstone.server.lines import read_line
from fieldstone.server.storage.models import Kept
from fieldstone.warm import TO_PLAY

LOOK_EVERY = 0.02  # seconds between two looks whether to stop
MOST_PLAYERS = 4  # that keep their trees


class Computer:
    """Chooses moves at a level; the last few games keep their trees from move to move."""

    def __init__(self, pool: EnginePool, kernels: Kernels) -> None:
        self._pool = pool
        self._kernels = kernels
        self._players: OrderedDict[tuple[str, int], LevelPlayer] = OrderedDict()

    async def choose(self, kept: Kept) -> str:
        """Return the move of the computer that is on move; cancel to stop it."""
        await self._kernels.ready(kept.name, TO_PLAY)
        seat = kept.on_move
        assert seat is not None
        state = await asyncio.to_thread(read_line, kept.line)
        level = kept.seats[seat].level or "max"
        # Away with it while it thinks: should this be cancelled, it may go on for a moment.
        player = self._players.pop((kept.id, seat), None) or level_player(state.game, level)
        seconds = level_of(state.game, level).seconds

        def job(stopped: Callable[[], bool]) -> str:
            limit = _limit(kept, seat, time.time())
            player.search.seconds = seconds if limit is None else min(seconds, limit)
            with _watched(player, stopped, limit):
                return player.choose(state).text

        move = await self._pool.run(f"game:{kept.id}", job)
        self._players[kept.id, seat] = player
        while len(self._players) > MOST_PLAYERS:
            self._players.popitem(last=False)
        return move

    def forget(self, game_id: str) -> None:
        """Drop the trees of a game that is over."""
        for seat in (1, 2):
            self._players.pop((game_id, seat), None)


def _limit(kept: Kept, seat: int, now: float) -> float | None:
    """Return the seconds that the clock allows for a move; None without a clock."""
    if kept.rules is None or kept.clock is None:
        return None
    return clocks.time_for_move(kept.rules, kept.clock, seat, now)


@contextlib.contextmanager
def _watched(player: LevelPlayer, stopped: Callable[[], bool], limit: float | None) -> Iterator[None]:
    """Stop a player that thinks when it is not wanted any more, or at the limit: a level may count simulations."""
    done = threading.Event()
    until = None if limit is None else time.monotonic() + limit

    def watch() -> None:
        while not done.wait(LOOK_EVERY):
            if stopped() or (until is not None and time.monotonic() > until):
                player.stop()  # again and again: a search that begins only now forgets what it was told before

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
