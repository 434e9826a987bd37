"""What the Python classes need to know of a game beside its kernels: texts, previews, reasons, consistency."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from fieldstone.boards.board import Board
from fieldstone.core.entries import margin_of
from fieldstone.core.errors import PositionError
from fieldstone.core.outcome import Colour, Termination
from fieldstone.core.record import CHOOSING_SIDE, NAMING_KOMI, ONGOING, PLAYING, WHITE, RecordArray

Record = Any


@dataclass(frozen=True)
class Preview:
    """What a move does, as data; points by name. A stone may be placed and removed by the same move (V5).

    Attributes
    ----------
    move : the move's text
    placed : the stones or discs set on the board
    removed : stones taken off the board
    flipped : stones turned into the mover's colour
    captured, released : discs turned red, and turned back
    pushed : (from, to) of each stone that moves
    returned : stones that would have moved but go back (K5, K6)
    """

    move: str
    placed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    flipped: tuple[str, ...] = ()
    captured: tuple[str, ...] = ()
    released: tuple[str, ...] = ()
    pushed: tuple[tuple[str, str], ...] = ()
    returned: tuple[str, ...] = ()


class Reason(NamedTuple):
    """Why a move is illegal: a key of the message catalogue and what it speaks of."""

    key: str
    details: dict[str, Any]


class Duty(NamedTuple):
    """What the rules ask of the side to move.

    Attributes
    ----------
    kind : its name, for programs
    key : of the sentence that tells it
    short : of the few words that stand beside a board
    details : what both speak of; the sentence has {points} too, all that is legal
    """

    kind: str
    key: str
    short: str
    details: dict[str, Any]


class Adapter(ABC):
    """The Python adapter of one game with one set of options."""

    symbols: ClassVar[str]  # what stands on a point, by its code
    repeats: ClassVar[bool] = False  # whether a third appearance ends the game (V9)
    turn_rule: ClassVar[str]  # the rule that says what a turn is

    board: Board
    dtype: np.dtype[np.void]  # of a state
    rules: RecordArray  # (1,) the rules record
    named_moves: tuple[str, ...]  # texts of the actions after the points

    @cached_property
    def places(self) -> npt.NDArray[np.int64]:
        """Where in ``state.cells`` each point stands: (points,) int64."""
        return np.arange(self.board.points)

    @property
    def num_actions(self) -> int:
        """The number of actions, legal or not."""
        return int(self.rules[0].num_actions)

    @abstractmethod
    def codes(self, state: Record) -> npt.NDArray[np.int8]:
        """Return what stands on each point: a (points,) int8 array of indices into `symbols`."""

    @abstractmethod
    def scores(self, state: Record) -> dict[str, Any]:
        """Return the scores by colour, as the rules count them; scratch fields of `state` are modified."""

    def parts(self, state: Record) -> dict[str, Any]:
        """Return what a position is made of, as docs/formats.md describes it; scratch fields of `state` are modified.

        What several games have is called alike: `territory` (points by colour), `stones` (numbers by colour), `groups`
        (each with `colour`, `stones`, what it is worth, `value`, `square`, `connection`, `cancelled_by`, and whether it
        is `deciding`), and by colour `inner`, `outer` and `captives`.
        """
        return {}

    def told_parts(self, parts: dict[str, Any]) -> Iterator[Reason]:
        """Yield what `parts` has to say to people beyond the score: keys of the catalogue, lists as tuples of texts."""
        yield from ()

    def factors(self, state: Record) -> dict[Colour, tuple[int, int]]:
        """Return the two factors of each score, where a score is a product."""
        raise ValueError("the scores of this game are no products")

    def score_tells(self, state: Record) -> bool:
        """Say whether the score as it stands says anything yet about how the game may end."""
        return True

    def duty(self, state: Record) -> Duty | None:
        """Return what the side to move must do, where the rules ask more of it than to move."""
        return None

    def stones_left(self, state: Record) -> int | None:
        """Return how many stones the side to move has still to place in its turn; None where a turn is one move."""
        return None

    @property
    def has_button(self) -> bool:
        """Whether a button lies beside the board: `state.button` is the colour that has taken it, or 0."""
        return "button" in self.named_moves

    def details(self, state: Record) -> dict[str, str]:
        """Return what the position text adds to board and side, where it is not as usual."""
        details = {}
        if state.setup != PLAYING:
            details["setup"] = "komi" if state.setup == NAMING_KOMI else "side"
        if "black" in self.named_moves and state.setup != NAMING_KOMI:
            details["komi"] = str(state.komi)
        if state.exchanged:
            details["seats"] = "WB"
        if state.passes:
            details["passes"] = str(state.passes)
        return details

    @abstractmethod
    def set_details(self, state: Record, details: dict[str, str]) -> None:
        """Take the details out of the dictionary and into an arranged state; what is left over is unknown.

        Raises PositionError where the rules do not allow the position.
        """

    @abstractmethod
    def ending_rule(self, termination: str) -> str:
        """Return the number of the rule by which a game ends so."""

    @abstractmethod
    def ending(self, state: Record) -> str | None:
        """Return what the position alone shows to have ended the game, if anything: one of the game's endings."""

    def hidden_endings(self, state: Record) -> list[str]:
        """Return what may have ended the game although the position does not show it."""
        return []

    def turn_open(self, state: Record) -> bool:
        """Say whether the side to move has begun its turn and goes on with it (W2)."""
        return False

    def winner_code(self, state: Record, termination: str) -> int:
        """Return who has won a game that ended so in this position: 1, 2, or 0 for a draw."""
        if termination in (Termination.REPETITION, Termination.PLAYOUT_CAP):
            return 0
        states = np.array([state], dtype=self.dtype)
        lead = margin_of(self.rules, states)
        return 1 if lead > 0 else 2 if lead < 0 else 0

    @abstractmethod
    def effects(self, before: Record, action: int, after: Record) -> dict[str, Any]:
        """Return the fields of a Preview for a placement, from the states before and after it."""

    @abstractmethod
    def reason(self, state: Record, action: int) -> Reason:
        """Return why an action is illegal in a game that goes on."""

    def turn_reason(self, state: Record, moves: str) -> Reason:
        """Return why several moves, legal one after the other, are not one turn."""
        return Reason("illegal.no-turn", {"moves": moves, "rule": self.turn_rule})

    @abstractmethod
    def inconsistencies(self, state: Record) -> Iterator[str]:
        """Recompute all derived data of a state and yield what does not agree, in words."""

    def point_names(self, points: Sequence[int] | npt.NDArray[np.integer[Any]]) -> tuple[str, ...]:
        """Return the names of points, in the order of the board."""
        return tuple(self.board.names[point] for point in sorted(points))


def groups_of(codes: npt.NDArray[np.int8], neighbours: npt.NDArray[Any]) -> list[list[int]]:
    """Return the groups of stones of one colour (V2, W4), each with its first point first.

    `codes` is (points,) int8, 0 where nothing stands; `neighbours` the (points, n) table of the board, -1 for none.
    """
    groups: list[list[int]] = []
    seen: set[int] = set()
    for first in np.flatnonzero(codes).tolist():
        if first in seen:
            continue
        group = [first]
        seen.add(first)
        for point in group:
            for beside in neighbours[point].tolist():
                if beside >= 0 and beside not in seen and codes[beside] == codes[first]:
                    seen.add(beside)
                    group.append(beside)
        groups.append(group)
    return groups


def take(details: dict[str, str], name: str, allowed: Sequence[str], default: str) -> str:
    """Remove a detail and return it, or the default. Raises PositionError naming what would be allowed."""
    value = details.pop(name, default)
    if value not in allowed:
        known = ", ".join(f"{name}={one}" for one in allowed)
        raise PositionError("position.one-of", given=f"{name}={value[:40]}", allowed=known)
    return value


def set_auction(state: Record, rules: Record, details: dict[str, str]) -> None:
    """Take the details of the setup (S1) into a state: `setup`, `komi` and `seats`."""
    phase = take(details, "setup", ("komi", "side", "done"), "done")
    if phase == "komi":
        return
    komi = details.pop("komi", None)
    highest = (int(rules.komi_count) - 1) * int(rules.komi_step)
    even = rules.komi_step == 2
    if komi is None or not komi.isascii() or not komi.isdigit() or len(komi) > 9:
        raise PositionError("position.komi-missing-even" if even else "position.komi-missing", high=highest)
    if int(komi) > highest or int(komi) % int(rules.komi_step):
        raise PositionError("position.komi-even" if even else "position.komi", komi=komi, high=highest)
    state.komi = int(komi)
    if phase == "side":
        if state.to_move != WHITE:
            raise PositionError("position.choosing")
        state.setup, state.key = CHOOSING_SIDE, 0
        return
    state.setup = PLAYING
    state.exchanged = take(details, "seats", ("BW", "WB"), "BW") == "WB"


def auction_reason(state: Record, rules: Record) -> Reason:
    """Return why a move is illegal while the setup goes on (S1, S4)."""
    if state.setup == NAMING_KOMI:
        step = int(rules.komi_step)
        key = "illegal.name-even-komi" if step == 2 else "illegal.name-komi"
        return Reason(key, {"high": (int(rules.komi_count) - 1) * step})
    return Reason("illegal.choose-side", {"komi": int(state.komi)})


def header_inconsistencies(state: Record) -> Iterator[str]:
    """Yield what is wrong with the fields that all games share."""
    if state.to_move not in (1, 2):
        yield f"to_move is {state.to_move}"
    if state.over == ONGOING and state.winner != 0:
        yield f"winner is {state.winner} in a game that goes on"
    if state.exchanged not in (0, 1) or not 0 <= state.passes <= 2:
        yield f"exchanged is {state.exchanged}, passes {state.passes}"


def colour_of(code: int) -> Colour:
    """Return the colour with this number in the kernels."""
    return Colour.BLACK if code == 1 else Colour.WHITE


def changed(before: npt.NDArray[np.int8], after: npt.NDArray[np.int8], old: int, new: int) -> list[int]:
    """Return the points that held `old` before and hold `new` after."""
    return [int(point) for point in np.flatnonzero((before == old) & (after == new))]
