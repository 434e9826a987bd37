"""The program in this process, in another one, and in a terminal: as for the other commands."""

from tests.cli.conftest import run, start, terminal

__all__ = ["run", "start", "terminal"]
