"""The errors that users of the library meet. All are ValueErrors that name the input and what would be allowed."""

from fieldstone.messages import SaidError


class OptionError(SaidError):
    """A game that does not exist, or an option that is unknown or outside its range."""


class InvalidMoveError(ValueError):
    """A text that is no move of this game in any position."""


class IllegalMoveError(ValueError):
    """A move that the rules do not allow in this position."""


class DiagramError(SaidError):
    """A picture that cannot be drawn as it was asked for."""


class PositionError(SaidError):
    """A position text or a move list that cannot be read, or that the rules do not allow."""


class CompilerMissingError(SaidError):
    """Kernels have to be compiled, and Numba is not installed."""

    def __init__(self, why: str) -> None:
        super().__init__("kernels.no-compiler", why=why)

    def __reduce__(self) -> tuple[object, ...]:
        """Go to another process."""
        return type(self), (self.details["why"],)


def shortened(text: object, limit: int = 60) -> str:
    """Return what stands in the input, for an error message: on one line, and not without end."""
    shown = " ".join(str(text).split())
    return shown if len(shown) <= limit else f"{shown[: limit - 1]}…"
