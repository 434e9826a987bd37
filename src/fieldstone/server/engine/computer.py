"""The computer at the board: chooses its moves beside the event loop, and stops when it is not wanted any more."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from fieldstone.search.levels import LevelPlayer, level_player
from fieldstone.server import clocks
from fieldstone.server.engine.kernels import Kernels
from fieldstone.server.engine.pool import EnginePool
from fieldstone.server.lines import read_line
from fieldstone.server.storage.models import StoredGame
from fieldstone.warm import TO_PLAY

MOST_PLAYERS = 4  # that keep their trees


class Computer:
    """Chooses moves at a level; the last few games keep their trees from move to move."""

    def __init__(self, pool: EnginePool, kernels: Kernels) -> None:
        self._pool = pool
        self._kernels = kernels
        self._players: OrderedDict[tuple[str, int], LevelPlayer] = OrderedDict()

    async def choose(self, stored: StoredGame, now: Callable[[], float]) -> str:
        """Return the move of the computer that is on move, where `now` is the time on its clock; cancel to stop it."""
        await self._kernels.ready(stored.name, TO_PLAY)
        seat = stored.on_move
        assert seat is not None
        state = await asyncio.to_thread(read_line, stored.line)
        level = stored.seats[seat].level or "max"
        # Away with it while it thinks: should this be cancelled, it may go on for a moment.
        player = self._players.pop((stored.id, seat), None) or level_player(state.game, level)

        def job(stopped: Callable[[], bool]) -> str:
            limit = player.search.limit.within(_limit(stored, seat, now()))
            return player.choose(state, cancel=stopped, limit=limit).text

        move = await self._pool.run(f"game:{stored.id}", job)
        self._players[stored.id, seat] = player
        while len(self._players) > MOST_PLAYERS:
            self._players.popitem(last=False)
        return move

    def forget(self, game_id: str) -> None:
        """Drop the trees of a game that is over."""
        for seat in (1, 2):
            self._players.pop((game_id, seat), None)


def _limit(stored: StoredGame, seat: int, now: float) -> float | None:
    """Return the seconds that the clock allows for a move; None without a clock."""
    if stored.rules is None or stored.clock is None:
        return None
    return clocks.time_for_move(stored.rules, stored.clock, seat, now)
