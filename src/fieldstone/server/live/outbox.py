"""What waits to be sent over one WebSocket."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable

MANY = 200  # messages that may wait before no more is asked for


class Outbox:
    """Messages in their order, of which a newer one takes the place of an older one of the same key.

    So somebody who reads slowly sees fewer states of a game, never older ones, and little piles up.
    """

    def __init__(self) -> None:
        self._messages: dict[Hashable, str] = {}
        self._filled = asyncio.Event()
        self._sent = asyncio.Event()

    def put(self, key: Hashable, text: str) -> None:
        """Add a message. To be called in the thread of the event loop."""
        self._messages[key] = text
        self._filled.set()

    async def has_room(self) -> None:
        """Wait while many messages wait."""
        while len(self._messages) > MANY:
            self._sent.clear()
            await self._sent.wait()

    async def send_all(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send what there is and what comes, until cancelled or until `send` raises something."""
        while True:
            await self._filled.wait()
            while self._messages:
                await send(self._messages.pop(next(iter(self._messages))))
                self._sent.set()
            self._filled.clear()
