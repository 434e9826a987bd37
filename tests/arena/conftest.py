"""The program in this process, in another one, and in a terminal: as for the other commands."""

import pytest

from fieldstone.warm import warm_up
from tests.brought import names_with_brought
from tests.cli.conftest import run, start, terminal

__all__ = ["FAULTY", "run", "start", "terminal"]

# What a worker is started with to have a player who does something that it should not.
FAULTY = """
from fieldstone.jobs import worker
from fieldstone.arena.players import KINDS, Kind
class Faulty:
    def choose(self, state):
        print("what a player prints does no harm")
        {fault}
KINDS["random"] = Kind(dict, lambda *arguments: Faulty())
worker.main()
"""


@pytest.fixture(autouse=True, scope="session")
def compiled() -> None:
    """Kaomi lies in the cache, so that nothing is said of compiling it, and no test waits for it."""
    warm_up(names_with_brought(["kaomi"]))
