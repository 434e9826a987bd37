"""The program in this process, as for the other commands."""

from tests.arena.conftest import compiled, run

__all__ = ["compiled", "run"]
