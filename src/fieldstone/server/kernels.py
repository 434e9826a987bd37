"""The compiled rules: made ready in the background, and waited for by what needs them."""

import asyncio
import logging
import threading
from collections.abc import Sequence

from fieldstone.games import GAMES
from fieldstone.warm import ALL, RULES, WarmUp, is_warm

LOOK_EVERY = 0.1  # seconds
log = logging.getLogger(__name__)


class Kernels:
    """Compiles what people and the computer need to play, in processes of its own.

    What is asked for while it is not ready is waited for; if compiling fails, or is not wanted, it is compiled where
    it is used.
    """

    def __init__(self) -> None:
        self._warm_up: WarmUp | None = None
        self._known: set[tuple[str, Sequence[str]]] = set()

    def start(self) -> None:
        """Begin to compile what is missing."""
        self._warm_up = WarmUp(list(GAMES), parts=ALL)
        threading.Thread(target=self._wait, args=(self._warm_up,), daemon=True).start()

    def _wait(self, going: WarmUp) -> None:
        try:
            going.wait()
        except RuntimeError as error:
            log.warning("%s", error)
        finally:
            self._warm_up = None

    def stop(self) -> None:
        """Leave the rest for another time."""
        going, self._warm_up = self._warm_up, None
        if going is not None:
            going.stop()

    async def ready(self, name: str, parts: Sequence[str] = RULES) -> None:
        """Wait until some parts of a game are compiled; names that are no game need none."""
        if name not in GAMES or (name, parts) in self._known:
            return
        while self._warm_up is not None and not is_warm(name, parts):
            await asyncio.sleep(LOOK_EVERY)
        self._known.add((name, parts))
