"""What the Python classes need to know of a game beside its kernels: it asks them, and turns numbers into names."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from fieldstone.boards.board import Board
from fieldstone.core import entries
from fieldstone.core.errors import PositionError
from fieldstone.core.outcome import Colour
from fieldstone.core.record import ONGOING, RecordArray
from fieldstone.core.telling import CAPTURED, ENDS, FLIPPED, OWNER, PART, PUSHED, RELEASED, room
from fieldstone.games.spec import BY_POINTS, DETAILS, EFFECTS, UNSETTLED, Sentence

if TYPE_CHECKING:
    from fieldstone.games.spec import GameSpec

Record = Any

TURNED = (FLIPPED, CAPTURED, RELEASED)  # effects by which a stone stays and shows another face
WORDS = {name: {number: word for word, number in words.items()} for name, words in DETAILS.items()}


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
    faces : (point, symbol) of each stone that is flipped, captured or released: what it shows afterwards
    """

    move: str
    placed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    flipped: tuple[str, ...] = ()
    captured: tuple[str, ...] = ()
    released: tuple[str, ...] = ()
    pushed: tuple[tuple[str, str], ...] = ()
    returned: tuple[str, ...] = ()
    faces: tuple[tuple[str, str], ...] = ()


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

    repeats: ClassVar[bool] = False  # whether a third appearance ends the game (V9)

    spec: "GameSpec"  # which makes the adapter
    symbols: str  # what stands on a point, by its code
    board: Board
    dtype: np.dtype[np.void]  # of a state
    rules: RecordArray  # (1,) the rules record
    named_moves: tuple[str, ...]  # texts of the actions after the points

    @property
    def num_actions(self) -> int:
        """The number of actions, legal or not."""
        return int(self.rules[0].num_actions)

    @cached_property
    def room(self) -> int:
        """The length of the arrays that kernels tell by."""
        return room(self.board.points)

    def codes(self, state: Record) -> npt.NDArray[np.int8]:
        """Return what stands on each point: a (points,) int8 array of indices into `symbols`."""
        codes = np.empty(self.board.points, dtype=np.int8)
        entries.codes_of(self.rules, alone(state), codes)
        return codes

    def _values(self, state: Record) -> dict[Colour, list[float]]:
        """Return what `write_scores` writes for each colour."""
        values, counts = np.empty((2, self.room)), np.empty(2, dtype=np.int64)
        entries.scores_of(self.rules, alone(state).copy(), values, counts)
        return {colour: values[colour.code - 1, : counts[colour.code - 1]].tolist() for colour in Colour}

    def scores(self, state: Record) -> dict[str, Any]:
        """Return the scores by colour, as the rules count them."""
        style = self.spec.score
        number = int if style.whole else float
        scores = {colour.value: [number(value) for value in values] for colour, values in self._values(state).items()}
        return scores if style.kind == "groups" else {colour: values[0] for colour, values in scores.items()}

    def factors(self, state: Record) -> dict[Colour, tuple[int, int]]:
        """Return the two factors of each score, where a score is a product."""
        return {colour: (int(one), int(other)) for colour, (_, one, other) in self._values(state).items()}

    def parts(self, state: Record) -> dict[str, Any]:
        """Return what a position is made of, as docs/formats.md describes it.

        What several games have is called alike: `territory` (points by colour), `stones` (numbers by colour), `groups`
        (each with `colour`, `stones`, what it is worth, `value`, `square`, `connection`, its `ends`, the `surplus`,
        `cancelled_by`, and whether it is `deciding`), by colour `inner`, `outer` and `captives`, and `areas`, the
        points that count in each area by colour.
        """
        style, score = self.spec.parts, self.spec.score
        points, sums = np.empty((self.board.points, 3), dtype=np.int64), np.empty((2, 4))
        groups, facts = np.empty((self.room, len(style.columns)), dtype=np.int64), np.empty(self.room, dtype=np.int64)
        count = entries.parts_of(self.rules, alone(state).copy(), points, groups, facts, sums)
        numbers = {
            colour.value: dict(zip(style.colours, map(int, sums[colour.code - 1].tolist()), strict=False))
            for colour in Colour
        }
        by_colour = score.kind == "product"
        parts: dict[str, Any] = dict(numbers) if by_colour else {}
        if not by_colour:
            parts |= {name: {colour: numbers[colour][name] for colour in numbers} for name in style.colours}
        if score.territory:
            owners = points[:, OWNER]
            parts["territory"] = {
                colour.value: sorted(self.point_names(np.flatnonzero(owners == colour.code))) for colour in Colour
            }
        if style.areas:
            parts["areas"] = {name: self._in_area(points, number) for number, name in enumerate(style.areas)}
        if style.groups:
            parts["groups"] = list(self._groups(points, groups[:count].tolist()))
        parts |= {
            name: column_value(kind, fact)
            for (name, kind), fact in zip(style.facts.items(), facts.tolist(), strict=False)
        }
        if style.score:
            parts["score"] = self.scores(state)
        return parts

    def _in_area(self, points: npt.NDArray[np.int64], area: int) -> dict[str, list[str]]:
        """Return the points that count for each colour in an area."""
        inside = points[:, PART] == area
        return {
            colour.value: list(self.point_names(np.flatnonzero(inside & (points[:, OWNER] == colour.code))))
            for colour in Colour
        }

    def _groups(self, points: npt.NDArray[np.int64], rows: list[list[int]]) -> Iterator[dict[str, Any]]:
        """Yield what is told of each group."""
        style, names = self.spec.parts, self.board.names
        lists: list[dict[str, list[str]]] = [{kind: [] for kind in BY_POINTS} for _ in rows]
        for name, (_, group, part) in zip(names, points.tolist(), strict=True):
            if group >= 0:
                own = lists[group]
                own["stones"].append(name)
                own["connection" if part else "rest"].append(name)
                if part == ENDS:
                    own["ends"].append(name)
        for own, row in zip(lists, rows, strict=True):
            columns = iter(row)
            yield {
                name: own[kind] if kind in own else column_value(kind, next(columns))
                for name, kind in style.groups.items()
            }

    def told_parts(self, parts: dict[str, Any]) -> Iterator[Reason]:
        """Yield what `parts` has to say to people beyond the score: keys of the catalogue, lists as tuples of texts."""
        yield from ()

    def score_tells(self, state: Record) -> bool:
        """Say whether the score as it stands says anything yet about how the game may end."""
        return bool(entries.score_tells_of(self.rules, alone(state)))

    def duty(self, state: Record) -> Duty | None:
        """Return what the side to move must do, where the rules ask more of it than to move."""
        numbers = np.empty(self.room, dtype=np.int64)
        code = entries.duty_of(self.rules, alone(state), numbers)
        if not code:
            return None
        style = self.spec.duties[code - 1]
        told = self.reason_by(style.told, numbers)
        return Duty(style.kind, told.key, style.short, told.details)

    def stones_left(self, state: Record) -> int | None:
        """Return how many stones the side to move has still to place in its turn; None where a turn is one move."""
        if self.spec.turn_length == 1:
            return None
        return int(entries.stones_left_of(self.rules, alone(state)))

    @property
    def has_button(self) -> bool:
        """Whether a button lies beside the board: `state.button` is the colour that has taken it, or 0."""
        return "button" in self.named_moves

    @cached_property
    def detail_names(self) -> tuple[str, ...]:
        """What the position texts of this game may add to board and side."""
        words, auction = self.named_moves, "black" in self.named_moves
        has = {
            "setup": auction,
            "komi": auction,
            "seats": auction or "swap" in words,
            "passes": "pass" in words,
            "button": self.has_button,
            "left": self.spec.turn_length > 1,
        }
        return tuple(name for name in DETAILS if has[name])

    def details(self, state: Record) -> dict[str, str]:
        """Return what the position text adds to board and side, where it is not as usual."""
        numbers = np.empty(len(DETAILS), dtype=np.int64)
        entries.details_of(self.rules, alone(state), numbers)
        details = {}
        for name, number in zip(DETAILS, numbers.tolist(), strict=True):
            if name == "komi":
                if number >= 0:
                    details[name] = str(number)
            elif number:
                details[name] = WORDS[name].get(number, str(number))
        return details

    def read_details(self, details: Mapping[str, str]) -> npt.NDArray[np.int64]:
        """Return the details of a position text as numbers, see `fieldstone.core.positions`.

        Raises PositionError for a detail that there is not here, or a value that it cannot have.
        """
        names = self.detail_names
        if "setup" in names:  # S1: what has not been settled yet is not said
            names = tuple(name for name in names if name not in UNSETTLED.get(details.get("setup", ""), ()))
        if unknown := [name for name in details if name not in names]:
            given = ", ".join(f"{name}={details[name]}" for name in unknown)
            raise PositionError("position.unknown", game=self.spec.name, details=given[:60])
        numbers = np.zeros(len(DETAILS), dtype=np.int64)
        for column, (name, words) in enumerate(DETAILS.items()):
            value = details.get(name)
            if name == "komi":
                whole = value is not None and value.isascii() and value.isdigit() and len(value) < 10
                numbers[column] = int(value) if whole else -1  # type: ignore[arg-type]
            elif value is not None:
                if value not in words:
                    known = ", ".join(f"{name}={one}" for one in words)
                    raise PositionError("position.one-of", given=f"{name}={value[:40]}", allowed=known)
                numbers[column] = words[value]
        return numbers

    def set_up(self, codes: npt.NDArray[np.int8], to_move: int, details: Mapping[str, str]) -> RecordArray:
        """Return a (1,) record of a position. Raises PositionError where the rules do not allow it."""
        states, numbers = np.zeros(1, self.dtype), np.empty(self.room, dtype=np.int64)
        code = entries.set_up(self.rules, states, codes, to_move, self.read_details(details), numbers)
        if code:
            problem = self.reason_by(self.spec.all_problems[code - 1], numbers)
            raise PositionError(problem.key, **problem.details)
        return states

    def endings(self, state: Record) -> tuple[bool, list[int]]:
        """Return whether the position shows that the game is over, and by what (`over`); else, by what it may be."""
        endings = np.empty(self.room, dtype=np.int64)
        count = int(entries.endings_of(self.rules, alone(state), endings))
        return count > 0, endings[: abs(count)].tolist()

    def winner_code(self, state: Record, over: int) -> int:
        """Return who has won a game that ended so in this position: 1, 2, or 0 for a draw."""
        return int(entries.winner_of(self.rules, alone(state).copy(), over))

    def turn_open(self, state: Record) -> bool:
        """Say whether the side to move has begun its turn and goes on with it (W2)."""
        return bool(entries.turn_open_of(self.rules, alone(state)))

    def effects(self, before: Record, action: int, after: Record) -> dict[str, Any]:
        """Return the fields of a Preview for a placement, from the states before and after it."""
        names = self.board.names
        found: dict[str, Any] = {"placed": (names[action],)}
        if not self.spec.effects:
            return found
        effects = np.empty((self.room, 3), dtype=np.int64)
        count = entries.list_effects(self.rules, alone(before), alone(after), action, effects)
        for kind, point, to in effects[:count].tolist():
            what = (names[point], names[to]) if kind == PUSHED else names[point]
            found[EFFECTS[kind]] = (*found.get(EFFECTS[kind], ()), what)
        turned = [point for kind, point, _ in effects[:count].tolist() if kind in TURNED]
        if turned:
            codes = self.codes(after)
            found["faces"] = tuple((names[point], self.symbols[codes[point]]) for point in turned)
        return found

    def reason(self, state: Record, action: int) -> Reason:
        """Return why an action is illegal in a game that goes on."""
        numbers = np.empty(self.room, dtype=np.int64)
        code = entries.reason_of(self.rules, alone(state), action, numbers)
        return self.reason_by(self.spec.all_reasons[code], numbers)

    def turn_reason(self, state: Record, moves: str) -> Reason:
        """Return why several moves, legal one after the other, are not one turn."""
        numbers = np.empty(self.room, dtype=np.int64)
        code = entries.turn_reason_of(self.rules, alone(state), numbers)
        return self.reason_by(self.spec.all_reasons[code], numbers, moves)

    def reason_by(self, sentence: Sentence, numbers: npt.NDArray[np.int64], moves: str = "") -> Reason:
        """Return a sentence with what a kernel's numbers say in it; `moves` is the text that was asked about."""
        names, place = self.board.names, 0
        details: dict[str, Any] = {}
        for name, kind in sentence.details.items():
            number = int(numbers[place])
            if kind == "moves":
                details[name] = moves
                continue
            if kind == "points":
                listed = numbers[place + 1 : place + 1 + number].tolist()
                details[name] = ", ".join(names[point] for point in listed)
                place += number
            else:
                details[name] = names[number] if kind == "point" else colour_of(number) if kind == "colour" else number
            place += 1
        if sentence.rule:
            details["rule"] = sentence.rule
        return Reason(sentence.key, details)

    @abstractmethod
    def inconsistencies(self, state: Record) -> Iterator[str]:
        """Recompute all derived data of a state and yield what does not agree, in words."""

    def point_names(self, points: Sequence[int] | npt.NDArray[np.integer[Any]]) -> tuple[str, ...]:
        """Return the names of points, in the order of the board."""
        return tuple(self.board.names[point] for point in sorted(points))


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


def column_value(kind: str, number: int) -> Any:
    """Return what a number of `count_parts` says: by name, whether or not, a place or None, or itself."""
    if kind == "colour":
        return (None, "B", "W")[number]
    if kind == "place":
        return None if number < 0 else number
    return bool(number) if kind == "yes" else number


def alone(state: Record) -> RecordArray:
    """Return a record as an array of one, of the same memory: what compiled code is given."""
    return np.asarray(state).reshape(1)
