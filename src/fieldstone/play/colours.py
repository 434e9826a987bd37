"""Who holds which colour, as seats are not colours: what each player holds, and whether that may change yet."""

from collections.abc import Collection
from typing import Literal, NamedTuple

from fieldstone.core.outcome import Colour
from fieldstone.core.record import PLAYING
from fieldstone.play.ruleset import SWAP
from fieldstone.play.state import State

Exchange = Literal["never", "now", "not now"]


class Holding(NamedTuple):
    """Who holds Black, 1 or 2, and whether that is `settled`: during the setup (S1) colours are provisional."""

    black: int
    settled: bool

    def of(self, seat: int) -> Colour | None:
        """Return what a seat holds: None while colours are not settled."""
        if not self.settled:
            return None
        return Colour.BLACK if seat == self.black else Colour.WHITE


def holding(state: State) -> Holding:
    """Return who holds which colour now."""
    return Holding(state.seat_of(Colour.BLACK), bool(state.record.setup == PLAYING))


def settles(before: Holding, after: Holding) -> bool:
    """Say whether a move is one of those that settle who has which colour: of the setup (S1), or a swap (K10).

    Nobody makes it for a colour, although `State` has a provisional one to move.
    """
    return not before.settled or before.black != after.black


def exchange(state: State, named: Collection[str]) -> Exchange:
    """Return whether colours may change hands at this moment: before sides are chosen (S1), or by a swap (K10).

    `named` are the legal moves that are not points. "never" in games without setup and swap.
    """
    if "seats" not in state.game.adapter.detail_names:
        return "never"
    return "now" if not holding(state).settled or SWAP in named else "not now"
