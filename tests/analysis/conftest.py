"""The program in this process, in another one, and in a terminal: as for the other commands."""

import pytest

from fieldstone.warm import warm_up
from tests.brought import names_with_brought
from tests.cli.conftest import run, start, terminal

__all__ = ["FINISHED", "run", "start", "terminal"]

# Both sides live with two eyes each; Black to move can only pass, or fill an eye and lose everything.
FINISHED = "vacu(size=5) .BBW./BBBWW/.BBW./BBBWW/BBBWW B button=W"


@pytest.fixture(autouse=True, scope="session")
def compiled() -> None:
    """Both games lie in the cache, so that nothing is said of compiling them, and no test waits for it."""
    warm_up(names_with_brought(["kaomi", "vacu"]))
