"""The sockets of those who have signed in, which are closed at all processes when they sign out."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Sequence

from sqlalchemy import Engine

from fieldstone.server.storage import people as storage


class SignedSockets:
    """Open sockets, by the hashes of the tokens with which they were opened."""

    def __init__(self, engine: Engine, now: Callable[[], int], tell_others: Callable[[str, str], None]) -> None:
        """`tell_others` tells the other processes something, by its kind and name."""
        self._engine = engine
        self._now = now
        self._tell_others = tell_others
        self._open: dict[str, dict[object, Callable[[], None]]] = {}

    @contextlib.contextmanager
    def watch(self, token: str, close: Callable[[], None]) -> Iterator[None]:
        """Close what somebody has opened with the token of a hash as soon as that is not valid any more."""
        key = object()
        self._open.setdefault(token, {})[key] = close
        try:
            yield
        finally:
            kept = self._open.get(token, {})
            kept.pop(key, None)
            if not kept:
                self._open.pop(token, None)

    def signed_out(self, tokens: Sequence[str]) -> None:
        """Close what was opened with some tokens, here and at the other processes."""
        for token in tokens:
            self.close(token)
            self._tell_others("signed-out", token)

    def close(self, token: str) -> None:
        """Close what was opened with a token."""
        for close in list(self._open.pop(token, {}).values()):
            close()

    async def check(self) -> None:
        """Close what was opened with tokens that are not valid any more: that was perhaps not heard."""
        for token in list(self._open):
            if await asyncio.to_thread(storage.signed_in, self._engine, token, self._now()) is None:
                self.close(token)
