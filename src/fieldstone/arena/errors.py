"""Errors of those who set up a match."""

from fieldstone.messages import SaidError


class ArenaError(SaidError):
    """A match that cannot be played: its text names the input and what would be allowed."""
