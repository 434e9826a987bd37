"""The compiled rules: made ready in the background, and waited for by what needs them."""

import asyncio
import logging
import threading

from fieldstone.games import GAMES
from fieldstone.warm import RULES, WarmUp, is_warm, steps_of

LOOK_EVERY = 0.1  # seconds
log = logging.getLogger(__name__)


class Kernels:
    """Compiles the rules in processes of its own, and loads them into this one.

    What is asked for while it is not ready is waited for; if compiling fails, or is not wanted, it is compiled where
    it is used.
    """

    def __init__(self) -> None:
        self._compiling = False
        self._stopping = threading.Event()
        self._warm_up: WarmUp | None = None
        self._known: set[str] = set()

    def start(self) -> None:
        """Begin to compile what is missing, and to load what is there."""
        self._warm_up = WarmUp(list(GAMES), parts=RULES)
        self._compiling = not self._warm_up.ready
        threading.Thread(target=self._compile, args=(self._warm_up,), daemon=True).start()
        threading.Thread(target=self._load, daemon=True).start()

    def _compile(self, going: WarmUp) -> None:
        try:
            going.wait()
        except RuntimeError as error:
            if not self._stopping.is_set():
                log.warning("%s", error)
        finally:
            self._compiling = False

    def _load(self) -> None:
        """Call everything once, so that nobody waits for it to be read from the disk."""
        families = {spec.family: name for name, spec in GAMES.items() if spec.base is None}.values()
        for name in families:
            while self._compiling and not is_warm(name, RULES):
                if self._stopping.wait(LOOK_EVERY):
                    return
            for step in (step for part in RULES for step in steps_of(name, part)):
                if self._stopping.is_set():
                    return
                step()

    def stop(self) -> None:
        """Leave the rest for another time."""
        self._stopping.set()
        if self._warm_up is not None:
            self._warm_up.stop()

    def is_ready(self, name: str) -> bool:
        """Say whether nothing has to be waited for; names that are no game need nothing."""
        return name not in GAMES or name in self._known or not self._compiling or is_warm(name, RULES)

    async def ready(self, name: str) -> None:
        """Wait until the rules of a game are compiled; meanwhile it goes before the other games."""
        if not self.is_ready(name) and self._warm_up is not None:
            self._warm_up.prefer(name)
        while not self.is_ready(name):
            await asyncio.sleep(LOOK_EVERY)
        self._known.add(name)
