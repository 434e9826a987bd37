"""How often, and how much: allowances that fill up again with time."""

import ipaddress
import time
from collections.abc import Callable, Hashable

from starlette.datastructures import Address

NETWORK = 64  # bits of an IPv6 address that name a network; whoever has one has all addresses in it


class Allowances:
    """An allowance for each key, which is spent and fills up again evenly (a token bucket for each).

    Attributes
    ----------
    most : what a key has that has spent nothing
    refill : what comes back in a second
    """

    def __init__(self, most: float, refill: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with full allowances; `clock` tells seconds."""
        self.most = most
        self.refill = refill
        self._clock = clock
        self._left: dict[Hashable, tuple[float, float]] = {}  # what was left, and when

    def left(self, key: Hashable) -> float:
        """Return what is left to a key; below 0 if more was spent than there was."""
        left, then = self._left.get(key, (self.most, 0.0))
        return min(self.most, left + (self._clock() - then) * self.refill)

    def spend(self, key: Hashable, amount: float) -> None:
        """Take something from a key's allowance, more than is left if need be."""
        self._left[key] = (self.left(key) - amount, self._clock())
        if len(self._left) > 1000:
            self._left = {one: kept for one, kept in self._left.items() if self.left(one) < self.most}

    def take(self, key: Hashable, amount: float = 1.0) -> bool:
        """Take something if there is enough left; returns whether there was."""
        if self.left(key) < amount:
            return False
        self.spend(key, amount)
        return True

    def wait(self, key: Hashable) -> float:
        """Return the seconds until a key has something left again."""
        return max(0.0, -self.left(key) / self.refill)


def source_of(client: Address | None) -> str:
    """Return by what a client in the network is counted: its address, or the network of an IPv6 address."""
    if client is None:
        return "?"
    try:
        address = ipaddress.IPv6Address(client.host)
    except ValueError:
        return client.host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address), NETWORK), strict=False))
