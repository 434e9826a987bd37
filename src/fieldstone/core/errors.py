"""The errors that users of the library meet. All are ValueErrors that name the input and what would be allowed."""

from fieldstone.messages import SaidError


class OptionError(SaidError):
    """A game that does not exist, or an option that is unknown or outside its range."""


class InvalidMoveError(ValueError):
    """A text that is no move of this game in any position."""


class IllegalMoveError(ValueError):
    """A move that the rules do not allow in this position."""


class PositionError(SaidError):
    """A position text or a move list that cannot be read, or that the rules do not allow."""
