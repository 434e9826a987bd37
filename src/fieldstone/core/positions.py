"""Positions that are written down and read again: their details as numbers, whether they can be, how they have ended.

What is wrong with a position is a code; which sentence of the catalogues it stands for is data in the game's
`GameSpec`. `take_details` and `winner_after` may modify scratch fields of the position. Bodies are in the game's module
`positions`.
"""

from typing import Any

from fieldstone.core.dispatch import default, generic
from fieldstone.core.kernels import Record, Rules, margin
from fieldstone.core.record import BLACK, PLAYOUT_CAP, REPETITION, WHITE

# What a position text adds to board and side, as a (6,) int64 array: how far the setup has come (as in the record), a
# komi that has been named or -1, 1 where the seats have exchanged their colours, passes in succession, who has taken
# the button (BLACK, WHITE or 0), and the stones left in a turn, 0 where the text does not say it.
SETUP, KOMI, SEATS, PASSES, BUTTON, LEFT = range(6)
DETAILS = 6

# What is wrong with a position: what several games say, in the order of `PROBLEMS` in `fieldstone.games.spec`. What a
# game says for itself is numbered from OWN_PROBLEM on, in the order of `problems` in its spec.
NO_PROBLEM = 0
KOMI_MISSING, EVEN_KOMI_MISSING, KOMI_REFUSED, EVEN_KOMI_REFUSED, NAMING, CHOOSING = range(1, 7)
OWN_PROBLEM = 7


@generic
def write_details(rules: Rules, state: Record, details: Any) -> None:
    """Write what a text adds to board and side to `details`."""


@default(write_details)
def write_details_default(rules: Rules, state: Record, details: Any) -> None:
    """What the records of all games have."""
    details[SETUP], details[KOMI], details[SEATS] = state.setup, -1, state.exchanged
    details[PASSES], details[BUTTON], details[LEFT] = state.passes, 0, 0


@generic
def take_details(rules: Rules, state: Record, details: Any, numbers: Any) -> int:
    """Take the details into an arranged state, and say what is wrong with the position; NO_PROBLEM if nothing is.

    The details that a game does not have are as usual. What the problem speaks of is written to `numbers`, (n,) int64,
    as `fieldstone.core.telling.reason` does; n is `fieldstone.core.telling.room`.
    """


@generic
def shown_ending(rules: Rules, state: Record) -> int:
    """Return what the position alone shows to have ended the game, as it stands in `over`; ONGOING if nothing."""


@generic
def hidden_endings(rules: Rules, state: Record, endings: Any) -> int:
    """Write what may have ended the game although the position does not show it to `endings`; returns how many."""


@default(hidden_endings)
def hidden_endings_default(rules: Rules, state: Record, endings: Any) -> int:
    """The position shows how it has ended."""
    return 0


@generic
def winner_after(rules: Rules, state: Record, over: int) -> int:
    """Return who has won a game that ended so in this position: BLACK, WHITE, or 0 for a draw."""


@default(winner_after)
def winner_after_default(rules: Rules, state: Record, over: int) -> int:
    """V9: nobody, after a repetition; else the lead decides."""
    if over in (REPETITION, PLAYOUT_CAP):
        return 0
    lead = margin(rules, state)
    return BLACK if lead > 0 else WHITE if lead < 0 else 0
