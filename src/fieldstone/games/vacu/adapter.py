"""The Python adapter of Vacu and Convacu: texts, scores, previews, reasons, consistency."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from fieldstone.boards.square import square_board
from fieldstone.core.errors import PositionError
from fieldstone.core.outcome import Colour, Termination
from fieldstone.core.record import BLACK, EMPTY, PLAYING, WHITE, RecordArray
from fieldstone.core.zobrist import BUTTON_KEY, SIDE_KEY
from fieldstone.games.adapter import (
    Adapter,
    Reason,
    auction_reason,
    changed,
    colour_of,
    groups_of,
    header_inconsistencies,
    set_auction,
    take,
)
from fieldstone.games.vacu import rules as kernels

Record = Any


class VacuAdapter(Adapter):
    """Vacu, or Convacu with `connection`."""

    symbols = ".BW"
    repeats = True
    turn_rule = "V3"

    def __init__(
        self, rules: RecordArray, size: int, komi: int = 0, setup: str = "fixed", connection: bool = False
    ) -> None:
        self.board = square_board(size)
        self.dtype = kernels.STATE
        self.rules = rules
        self.named_moves = ("pass",) if connection else ("pass", "button")
        if setup == "auction":
            self.named_moves += ("black", "white", *(f"komi {number}" for number in range(self.board.points + 1)))
        self.places = self.rules[0].place_of[: self.board.points].copy()

    def codes(self, state: Record) -> npt.NDArray[np.int8]:
        """Return what stands on each point."""
        codes: npt.NDArray[np.int8] = state.cells[self.places]
        return codes

    def territories(self, state: Record) -> list[tuple[list[int], Colour | None]]:
        """V2: return the regions of empty points and their owners (None: nobody's)."""
        codes = self.codes(state)
        seen: set[int] = set()
        found = []
        for first in np.flatnonzero(codes == EMPTY):
            if int(first) not in seen:
                region, touched = self._region(codes, int(first))
                seen |= set(region)
                found.append((region, colour_of(touched.pop()) if len(touched) == 1 else None))
        return found

    def _region(self, codes: npt.NDArray[np.int8], first: int) -> tuple[list[int], set[int]]:
        """Return the points of the colour of `first` that hang together with it, and the other codes they touch."""
        region, touched = [first], set()
        for point in region:
            for beside in self.board.neighbours[point]:
                if beside >= 0:
                    if codes[beside] != codes[first]:
                        touched.add(int(codes[beside]))
                    elif int(beside) not in region:
                        region.append(int(beside))
        return region, touched

    def scores(self, state: Record) -> dict[str, Any]:
        """V6: points as floats; C4: Convacu's are Vacu's without komi and button and decide nothing."""
        scores = {Colour.BLACK: float(state.stones[BLACK]), Colour.WHITE: float(state.stones[WHITE]) + int(state.komi)}
        for region, owner in self.territories(state):
            if owner is not None:
                scores[owner] += len(region)
        if state.button:
            scores[colour_of(state.button)] += 0.5
        return {colour.value: score for colour, score in scores.items()}

    def parts(self, state: Record) -> dict[str, Any]:
        """V6: stones, territories, komi, button; C1: the groups, one of which shall join two edges."""
        territory: dict[str, list[str]] = {colour.value: [] for colour in Colour}
        for region, owner in self.territories(state):
            if owner is not None:
                territory[owner.value] += self.point_names(region)
        parts: dict[str, Any] = {
            "stones": {colour.value: int(state.stones[colour.code]) for colour in Colour},
            "territory": {colour: sorted(names) for colour, names in territory.items()},
        }
        if self.rules[0].connection:
            codes = self.codes(state)
            parts["groups"] = [
                {
                    "colour": colour_of(int(codes[group[0]])).value,
                    "stones": list(self.point_names(group)),
                    "deciding": bool(kernels.connects(state, state.head[self.places[group[0]]])),
                }
                for group in groups_of(codes, self.board.neighbours)
            ]
            return parts
        parts["komi"] = int(state.komi)
        parts["button"] = colour_of(state.button).value if state.button else None
        parts["score"] = self.scores(state)
        return parts

    def score_tells(self, state: Record) -> bool:
        """V2: while one colour alone has stones, every empty point is its territory; C4: nothing is counted."""
        return bool(self.rules[0].connection) or (state.stones[BLACK] > 0) == (state.stones[WHITE] > 0)

    def details(self, state: Record) -> dict[str, str]:
        """Add who has taken the button."""
        details = super().details(state)
        if state.button:
            details["button"] = colour_of(state.button).value
        return details

    def set_details(self, state: Record, details: dict[str, str]) -> None:
        """Take setup, button and passes; every group needs a liberty (V4, V5)."""
        rules = self.rules[0]
        if rules.komi_count:
            set_auction(state, rules, details)
        if not rules.connection:
            button = take(details, "button", ("-", "B", "W"), "-")
            if button != "-":
                state.button = Colour(button).code
                state.key ^= BUTTON_KEY
        state.passes = int(take(details, "passes", ("0", "1", "2"), "0"))
        if state.passes and not rules.connection and not state.button:
            raise PositionError("position.passes-button")
        if state.setup != PLAYING and (state.empty_count < rules.points or state.button or state.passes):
            raise PositionError("position.setup-vacu")
        for place in self.places:
            if state.cells[place] != EMPTY and state.head[place] == place and state.liberties[place] == 0:
                name = self.board.names[int(rules.action_of[place])]
                raise PositionError("position.no-liberty", point=name)

    def ending_rule(self, termination: str) -> str:
        """C1, C5, V7, V9."""
        if termination is Termination.CONNECTION:
            return "C1"
        if termination in (Termination.REPETITION, Termination.PLAYOUT_CAP):
            return "V9"
        return "C5" if self.rules[0].connection else "V7"

    def ending(self, state: Record) -> Termination | None:
        """V7, C5: two passes; C1: a connection. That the last group went is not to be seen."""
        if self.rules[0].connection and self._connected(state):
            return Termination.CONNECTION
        return Termination.TWO_PASSES if state.passes == 2 else None

    def hidden_endings(self, state: Record) -> list[str]:
        """V9: a repetition, or a playout called off; V7: only one colour is left."""
        endings: list[str] = [Termination.REPETITION, Termination.PLAYOUT_CAP] if state.setup == PLAYING else []
        one_left = (state.stones[BLACK] == 0) != (state.stones[WHITE] == 0)
        if one_left and not self.rules[0].connection:
            endings.append(Termination.LAST_GROUP)
        return endings

    def _connected(self, state: Record) -> int:
        """C1: return the colour with a group that touches both its edges, or 0."""
        for place in self.places:
            if state.cells[place] != EMPTY and state.head[place] == place and kernels.connects(state, place):
                return int(state.cells[place])
        return 0

    def winner_code(self, state: Record, termination: str) -> int:
        """C1, C5: in Convacu only a connection wins; V7: the score decides in Vacu."""
        if self.rules[0].connection:
            return self._connected(state) if termination is Termination.CONNECTION else 0
        return super().winner_code(state, termination)

    def effects(self, before: Record, action: int, after: Record) -> dict[str, Any]:
        """V4, V5: stones removed (the placed one may be among them) and flipped."""
        mover, enemy = int(before.to_move), 3 - int(before.to_move)
        old, new = self.codes(before).copy(), self.codes(after)
        removed = changed(old, new, mover, EMPTY) + changed(old, new, enemy, EMPTY)
        if new[action] == EMPTY:
            removed.append(action)
        return {
            "placed": self.point_names([action]),
            "removed": self.point_names(removed),
            "flipped": self.point_names(changed(old, new, enemy, mover)),
        }

    def reason(self, state: Record, action: int) -> Reason:
        """V3, V5, V8, C2, S1."""
        rules = self.rules[0]
        if state.setup != PLAYING:
            return auction_reason(state, rules)
        if action < rules.points:
            point = self.board.names[action]
            if self.codes(state)[action] != EMPTY:
                return Reason("illegal.occupied", {"point": point, "rule": "V3"})
            return Reason("illegal.no-liberty", {"point": point})
        if action == rules.pass_action:
            return Reason("illegal.pass-not-forced" if rules.connection else "illegal.pass-before-button", {})
        if action == rules.button_action:
            return Reason("illegal.button-taken", {"colour": colour_of(state.button)})
        return Reason("illegal.setup-over", {})

    def inconsistencies(self, state: Record) -> Iterator[str]:
        """Recompute groups, liberties, lists, counts and key."""
        yield from header_inconsistencies(state)
        rules, codes = self.rules[0], self.codes(state)
        key = np.uint64(0)
        for point in np.flatnonzero(codes != EMPTY):
            key ^= rules.zobrist[codes[point] - 1, self.places[point]]
        if state.to_move == WHITE and state.setup == PLAYING:
            key ^= SIDE_KEY
        if state.button:
            key ^= BUTTON_KEY
        if key != state.key:
            yield f"the key is {state.key}, computed {key}"
        places = (self.board.size + 2) * (self.board.size + 1) + 1
        border = np.setdiff1d(np.arange(places), self.places)
        if not (state.cells[border] == kernels.BORDER).all():
            yield "the border of the board is broken"
        if state.passes and not rules.connection and not state.button:
            yield "somebody has passed before the button was taken"
        counts = [int(np.sum(codes == code)) for code in (EMPTY, BLACK, WHITE)]
        if counts != [state.empty_count, state.stones[BLACK], state.stones[WHITE]]:
            yield f"the counts are {state.empty_count} {state.stones[1:]}, computed {counts}"
        listed = [int(place) for place in state.empties[: state.empty_count]]
        if sorted(listed) != sorted(int(self.places[point]) for point in np.flatnonzero(codes == EMPTY)):
            yield "the list of empty points does not agree with the board"
        if any(state.where[place] != index for index, place in enumerate(listed)):
            yield "the places in the list of empty points do not agree with it"
        seen: set[int] = set()
        for first in np.flatnonzero(codes != EMPTY):
            if int(first) not in seen:
                stones, _ = self._region(codes, int(first))
                seen |= set(stones)
                yield from self._group_inconsistencies(state, codes, stones)

    def _group_inconsistencies(self, state: Record, codes: npt.NDArray[np.int8], stones: list[int]) -> Iterator[str]:
        name = self.board.names[stones[0]]
        places = {int(self.places[stone]) for stone in stones}
        heads = {int(state.head[place]) for place in places}
        if len(heads) != 1 or not heads <= places:
            yield f"the group on {name} has the heads {heads}"
            return
        head = heads.pop()
        circle = [head]
        while int(state.next[circle[-1]]) != head and len(circle) <= len(places):
            circle.append(int(state.next[circle[-1]]))
        if set(circle) != places or len(circle) != len(places):
            yield f"the list of stones of the group on {name} does not agree with the board"
        pairs = [
            int(self.places[beside])
            for stone in stones
            for beside in self.board.neighbours[stone]
            if beside >= 0 and codes[beside] == EMPTY
        ]
        edges = 0
        for place in places:
            edges |= int(self.rules[0].edges[place])
        found = (state.members[head], state.edges[head], state.liberties[head], state.liberty_sum[head])
        computed = (len(stones), edges, len(pairs), sum(pairs))
        if found != computed or state.liberty_squares[head] != sum(place * place for place in pairs):
            yield f"the group on {name} has {found}, computed {computed}"


def make_adapter(name: str, rules: RecordArray, **options: Any) -> VacuAdapter:
    """Return the adapter of `name` ("vacu" or "convacu") with its options."""
    return VacuAdapter(rules, connection=name == "convacu", **options)
