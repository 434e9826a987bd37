"""A game as immutable data: who played what, when, and what an engine or a person had to say of it.

The moves are a tree, kept as a flat list: each node says after which other one it stands. So neither reading nor
writing has to descend into a tree, however deep it is.
"""

import hashlib
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from fieldstone.core.outcome import Termination
from fieldstone.games import GAMES
from fieldstone.play.game import Game
from fieldstone.play.parse import parse_position
from fieldstone.play.state import State

RULES_VERSION = 1  # of the numbered rules; grows when a game's behaviour changes
RESIGNATION, TIME, FORFEIT, AGREEMENT = "resignation", "time", "forfeit", "agreement"
CLAIMED = (RESIGNATION, TIME, FORFEIT, AGREEMENT)  # ends that no position shows
ENDS = (
    *(end.value for end in Termination if end is not Termination.PLAYOUT_CAP),
    *(end for spec in GAMES.values() for end in spec.endings),
)

Extra = Mapping[str, Any]  # keys that this version does not know: JSON data, kept as they are


@dataclass(frozen=True)
class Seat:
    """Who sits in a seat.

    Attributes
    ----------
    name : as people are called; may be empty
    kind : "human", "computer", "random", or None where nobody has said so
    level : of the computer, 1 to `HIGHEST_LEVEL` or "max", whether its game has it or not
    seconds : a move, if the computer plays by time
    """

    name: str = ""
    kind: str | None = None
    level: int | str | None = None
    seconds: float | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True)
class ClockRules:
    """The time that players have, in seconds.

    Attributes
    ----------
    kind : "increment" (Fischer) or "byoyomi"
    main : for all moves
    increment : added after each move
    periods, period : how many byo-yomi periods follow the main time, and how long one is
    """

    kind: str
    main: float
    increment: float | None = None
    periods: int | None = None
    period: float | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True)
class NodeClock:
    """The clock of the player who made a move, in seconds: `spent` on it, `left` after it, and `periods` left."""

    spent: float | None = None
    left: float | None = None
    periods: int | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True)
class Evaluation:
    """What an engine says of a position; all numbers are those of player 1, whichever colour that is.

    Attributes
    ----------
    winrate : chance of winning, 0 to 1, a draw counting as half a win
    score_lead : expected margin in points; None where nothing is known, and where nothing is counted
    visits : simulations made
    proven : "win", "loss", "draw" or None
    line : texts of the moves that are expected to follow
    engine : who says so
    """

    winrate: float | None = None
    score_lead: float | None = None
    visits: int | None = None
    proven: str | None = None
    line: tuple[str, ...] = ()
    engine: str = ""
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True)
class Node:
    """A move in the tree, and what is said of it and of the position after it.

    Attributes
    ----------
    move : its text, one decision
    after : the number of the node that it follows, 1 or more; 0 is the start position
    """

    move: str
    after: int
    comment: str = ""
    clock: NodeClock | None = None
    evaluation: Evaluation | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True)
class Result:
    """How a game ended.

    Attributes
    ----------
    winner : the player, 1 or 2; None for a draw
    reason : a word of ``over=``, or "resignation", "time", "forfeit", "agreement"
    """

    winner: int | None
    reason: str
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, repr=False)
class Record:
    """A game from its start to its present position, with variations.

    Attributes
    ----------
    game : the game and its options
    nodes : the moves; node number n is ``nodes[n - 1]``, number 0 the start position
    seats : who sits in seat 1 and in seat 2
    start : the position text that the moves begin with; None for the start of the game
    clock : the time that players have, or None
    started, ended : ISO 8601, or None
    event, place, comment : for people; may be empty
    evaluation : of the start position
    result : of the main line; None while the game goes on
    final_hash : `position_hash` of the last position of the main line, once the record has been checked
    rules_version : of the numbered rules
    extra : keys that this version does not know; so in every part of a record
    """

    game: Game
    nodes: tuple[Node, ...] = ()
    seats: tuple[Seat, Seat] = (Seat(), Seat())
    start: str | None = None
    clock: ClockRules | None = None
    started: str | None = None
    ended: str | None = None
    event: str = ""
    place: str = ""
    comment: str = ""
    evaluation: Evaluation | None = None
    result: Result | None = None
    final_hash: str | None = None
    rules_version: int = RULES_VERSION
    extra: Extra = field(default_factory=dict)

    def __repr__(self) -> str:
        plies = len(self.main_line)
        others = len(self.nodes) - plies
        names = [seat.name or f"player {number}" for number, seat in enumerate(self.seats, start=1)]
        parts = [f"{plies} moves" + (f" and {others} in variations" if others else ""), " against ".join(names)]
        if self.start is not None:
            parts.append("from a position of its own")
        if self.result is not None:
            won = "a draw" if self.result.winner is None else f"{names[self.result.winner - 1]} won"
            parts.append(f"{won} ({self.result.reason})")
        return f"<Record of {self.game}: {', '.join(parts)}>"

    def _repr_svg_(self) -> str | None:
        """Return the last position of the main line as a picture: what a notebook shows of a record."""
        return self.state()._repr_svg_()

    @classmethod
    def from_state(cls, state: State, **parts: Any) -> "Record":
        """Return the record of a state's history; `parts` are other attributes of the record.

        A result that the rules give is filled in. Raises TypeError for a part that a record does not have.
        """
        begin, _, _ = state.to_text(history=True).partition(" moves")
        parts.setdefault("result", result_of(state))
        return cls(
            game=state.game,
            start=begin if " " in begin else None,
            nodes=line_of(move.text for move in state.history),
            final_hash=position_hash(state),
            **parts,
        )

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """For each node, from the start position (0) on, the numbers of the nodes after it, the main line first."""
        found: list[list[int]] = [[] for _ in range(len(self.nodes) + 1)]
        for number, node in enumerate(self.nodes, start=1):
            found[node.after].append(number)
        return tuple(map(tuple, found))

    @cached_property
    def main_line(self) -> tuple[int, ...]:
        """The numbers of the nodes of the main line, without the start position."""
        line, number = [], 0
        while self.children[number]:
            number = self.children[number][0]
            line.append(number)
        return tuple(line)

    def line(self, number: int) -> tuple[int, ...]:
        """Return the numbers of the nodes from the start position, which is left out, to a node."""
        line = []
        while number:
            line.append(number)
            number = self.nodes[number - 1].after
        return tuple(reversed(line))

    def new_state(self) -> State:
        """Return a state at the position that the moves begin with. Raises PositionError when `start` is none."""
        return self.game.new_state() if self.start is None else parse_position(self.start)

    def state(self, number: int | None = None) -> State:
        """Return the state after a node, or at the end of the main line.

        Raises InvalidMoveError or IllegalMoveError in a record that was not checked.
        """
        state = self.new_state()
        for one in self.main_line if number is None else self.line(number):
            state.play(self.nodes[one - 1].move)
        return state

    def in_order(self, first: Container[int] = ()) -> "Record":
        """Return this record with the main line first, then each variation as a whole, the last branch first.

        Nodes whose numbers are in `first` come before others that follow the same node.
        """
        order: list[int] = []
        waiting = [0]
        while waiting:
            order.append(waiting.pop())
            following = sorted(self.children[order[-1]], key=lambda number: number not in first)
            waiting.extend(reversed(following))
        del order[0]
        numbers = {0: 0} | {old: new for new, old in enumerate(order, start=1)}
        nodes = (replace(self.nodes[old - 1], after=numbers[self.nodes[old - 1].after]) for old in order)
        return replace(self, nodes=tuple(nodes))

    def with_main_line(self, moves: Iterable[str]) -> "Record":
        """Return this record with some moves, in their usual spelling, as its main line.

        What of it the record does not have yet is added; the moves beside it stay as variations, those after its end
        are left out. Result and hash belonged to the old main line: they are left out, too.
        """
        nodes = list(self.nodes)
        known = {(node.after, node.move): number for number, node in enumerate(nodes, start=1)}
        line, end = set(), 0
        for move in moves:
            if (end, move) not in known:
                nodes.append(Node(move, end))
                known[end, move] = len(nodes)
            end = known[end, move]
            line.add(end)
        grown = self.with_nodes(nodes).in_order(line)
        last, beyond = len(line), set()  # the line's own nodes come first
        kept: list[Node] = []
        numbers = {0: 0}
        for number, node in enumerate(grown.nodes, start=1):
            if node.after == last or node.after in beyond:
                beyond.add(number)
            else:
                kept.append(replace(node, after=numbers[node.after]))
                numbers[number] = len(kept)
        return grown.with_nodes(kept)

    def with_nodes(self, nodes: Sequence[Node]) -> "Record":
        """Return this record with other moves; result and hash, which belong to the old ones, are left out."""
        return replace(self, nodes=tuple(nodes), result=None, final_hash=None)


def line_of(moves: Any) -> tuple[Node, ...]:
    """Return the nodes of moves, given as texts, that follow each other."""
    return tuple(Node(move, after) for after, move in enumerate(moves))


def position_hash(state: State) -> str:
    """Return the SHA-256 of the position text (history does not count), 64 hexadecimal digits."""
    return hashlib.sha256(state.key).hexdigest()


def result_of(state: State) -> Result | None:
    """Return the result that the rules give, or None while the game goes on."""
    outcome = state.outcome
    if outcome is None:
        return None
    return Result(None if outcome.winner is None else state.seat_of(outcome.winner), str(outcome.termination))
