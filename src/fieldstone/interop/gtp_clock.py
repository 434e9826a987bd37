"""The time that a GTP client gives, and how much of it one move may take."""

from fieldstone.core.outcome import Colour

MOVES_TO_GO = 25  # a share of the main time is what so many moves would leave
RESERVE = 0.05  # seconds for what is not thinking
PART = 0.9  # of a stone's share of a byo-yomi period
SHORTEST = 0.01


class Clock:
    """Main time and byo-yomi of both colours, in seconds (4.2 of the specification)."""

    def __init__(self) -> None:
        self._settings: tuple[float, float, int] | None = None
        self._left: dict[Colour, tuple[float, int]] = {}

    def set(self, main: float, period: float, stones: int) -> None:
        """Begin anew; a period above 0 for no stones means that there is no limit."""
        self._settings = None if period > 0 and stones == 0 else (main, period, stones)
        self.restart()

    def restart(self) -> None:
        """Give both colours the whole time again."""
        self._left = {}
        if self._settings is not None:
            main, period, stones = self._settings
            start = (main, 0) if main > 0 else (period, stones)
            self._left = dict.fromkeys(Colour, start)

    def tell(self, colour: Colour, seconds: float, stones: int) -> None:
        """Take over what the client's clock shows: stones are 0 in main time."""
        self._left[colour] = (seconds, stones)

    def share(self, colour: Colour) -> float | None:
        """Return the seconds that a move may take; None where there is no limit."""
        if colour not in self._left:
            return None
        seconds, stones = self._left[colour]
        if stones > 0:
            return max(SHORTEST, PART * seconds / stones - RESERVE)
        share = seconds / MOVES_TO_GO
        if self._settings is not None and self._settings[2] > 0:
            share = max(share, min(seconds, self._settings[1] / self._settings[2]))
        return max(SHORTEST, share - RESERVE)

    def spend(self, colour: Colour, seconds: float) -> None:
        """Count a move, for clients that do not tell what is left."""
        if colour not in self._left:
            return
        left, stones = self._left[colour]
        left -= seconds
        if stones > 0:
            stones -= 1
        if (left <= 0 or stones == 0) and self._settings is not None and self._settings[2] > 0:
            if stones == 0 and left > 0 and self._left[colour][1] == 0:
                self._left[colour] = (left, 0)  # still main time
            else:
                self._left[colour] = (self._settings[1], self._settings[2])
            return
        self._left[colour] = (max(0.0, left), stones)
