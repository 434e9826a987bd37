"""A game being played: the position, and what led to it."""

from collections.abc import Callable, Iterator
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex

import numpy as np
import numpy.typing as npt

from fieldstone.core.entries import (
    PLAYED,
    REPEATED,
    advance,
    find_refusal,
    has_repeated,
    list_legal,
    replay,
    start_states,
)
from fieldstone.core.errors import IllegalMoveError, InvalidMoveError
from fieldstone.core.outcome import Colour, Outcome
from fieldstone.core.record import ONGOING, PLAYING, REPETITION, RecordArray
from fieldstone.games.adapter import Preview, Reason
from fieldstone.messages import say
from fieldstone.play.codec import position_text
from fieldstone.play.ruleset import SWAP, Move

if TYPE_CHECKING:
    from fieldstone.play.game import Game

ROOM = 128


class State:
    """A position with its history. Made by `Game.new_state` or `fieldstone.parse_position`.

    Attributes
    ----------
    game : the game and its options
    """

    __slots__ = ("_actions", "_found", "_keys", "_start", "_states", "game")

    # Drawing lies above positions. The package names who draws when it hands out the first public name.
    drawer: ClassVar[Callable[["State"], str] | None] = None

    def __init__(self, game: "Game", states: RecordArray | None = None) -> None:
        """Begin at the start position, or at the (1,) record `states`, which is kept."""
        self.game = game
        if states is None:
            states = np.zeros(1, game.adapter.dtype)
            start_states(game.adapter.rules, states)
        self._states = states
        self._start = states.tobytes()
        self._actions: list[int] = []
        self._keys: npt.NDArray[np.uint64] = np.zeros(ROOM, dtype=np.uint64)
        self._keys[0] = states["key"][0]
        self._found: npt.NDArray[np.int64] = np.zeros(game.num_actions, dtype=np.int64)

    # -- playing ------------------------------------------------------------------------------------------------

    def play(self, move: Move | str | SupportsIndex) -> None:
        """Play a move, its text, its number, or a whole turn ("c3,d4"); the state is modified.

        Raises
        ------
        InvalidMoveError
            The text is no move of this game.
        IllegalMoveError
            The rules do not allow it here. In both cases (ValueErrors) nothing has changed.
        """
        if isinstance(move, str):
            for part in self._turn(move):
                self._play(part)
        else:
            self._play(self._own(move))

    def _own(self, move: object) -> Move:
        """Return the move of this game that `move` is, says or numbers; raises InvalidMoveError."""
        moves = self.game.moves
        if isinstance(move, Move):
            action = move.action
            return move if 0 <= action < len(moves) and moves[action] is move else self.game.move(move.text)
        if isinstance(move, str):
            return self.game.move(move)
        if isinstance(move, bool) or not isinstance(move, SupportsIndex):
            raise InvalidMoveError(f"a move is a Move, its text or its number, not {move!r}; {self.game.notation}")
        if not 0 <= index(move) < len(moves):
            raise InvalidMoveError(f"{move} is no action of {self.game}: 0 to {len(moves) - 1}")
        return moves[move]

    def _play(self, move: Move) -> None:
        known = len(self._actions) + 1
        if known >= len(self._keys):
            self._keys = np.concatenate([self._keys, np.zeros_like(self._keys)])
        result = advance(self.game.adapter.rules, self._states, self._keys, known, move.action)
        if result == PLAYED:
            self._actions.append(move.action)
        elif result == REPEATED:
            self._actions.append(move.action)
            if not self._repeats():
                self._states["over"] = ONGOING  # two positions shared a key
        else:
            reason = self._reason(move)
            why = say(reason.key, **reason.details)
            raise IllegalMoveError(f"illegal move {move.text!r} in {self.to_text()}: {why}")

    def _turn(self, text: str) -> list[Move]:
        """Return the moves of a text: one decision, or the two of one turn, both of them legal in turn (W2)."""
        parts = text.split(",") if len(text) <= 80 else [text]
        moves = [self.game.move(part) for part in parts]
        if len(moves) > 1:
            problem = self._turn_problem(moves)
            if problem is not None:
                raise IllegalMoveError(
                    f"illegal turn {text!r} in {self.to_text()}: {say(problem.key, **problem.details)}"
                )
        return moves

    def _turn_problem(self, moves: list[Move]) -> Reason | None:
        """Return why several moves are no turn here, or None."""
        trial = self.copy()
        for number, move in enumerate(moves, start=1):
            if not trial._allows(move):
                return trial._reason(move)
            trial._play(move)
            if trial.turn_open != (number < len(moves)):
                return self.game.adapter.turn_reason(self._states[0], ", ".join(map(str, moves)))
        return None

    def undo(self) -> Move:
        """Take back the last move and return it: every byte is as before it. Raises ValueError when there is none."""
        if not self._actions:
            raise ValueError("there is no move to take back")
        move = self.game.moves[self._actions.pop()]
        self._replay()
        return move

    def _replay(self) -> None:
        """Play the history again from the start."""
        self._states = np.frombuffer(bytearray(self._start), dtype=self.game.adapter.dtype)
        replay(self.game.adapter.rules, self._states, self._keys, np.array(self._actions, dtype=np.int64))
        if self._actions and self._states["over"][0] == REPETITION and not self._repeats():
            self._states["over"] = ONGOING

    def begin(self) -> "State":
        """Return the state that the history begins with."""
        return State(self.game, np.frombuffer(bytearray(self._start), dtype=self.game.adapter.dtype))

    def copy(self) -> "State":
        """Return a state of its own with the same position and history."""
        twin = State.__new__(State)
        twin.game, twin._start = self.game, self._start
        twin._states, twin._actions = self._states.copy(), self._actions.copy()
        twin._keys, twin._found = self._keys.copy(), np.zeros_like(self._found)
        return twin

    def __copy__(self) -> "State":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "State":
        return self.copy()

    def legal_moves(self) -> list[Move]:
        """Return the legal moves, sorted by their texts; single decisions (one stone each)."""
        moves = self.game.moves
        order = self.game.orders[0 if self._states["setup"][0] == PLAYING else 1]
        count = list_legal(self.game.adapter.rules, self._states, order, self._found)
        return [moves[action] for action in self._found[:count].tolist()]

    def legal_actions(self) -> list[int]:
        """Return the numbers of the legal moves, ascending; empty when the game is over."""
        count = list_legal(self.game.adapter.rules, self._states, self.game.actions, self._found)
        actions: list[int] = self._found[:count].tolist()
        return actions

    # -- looking ------------------------------------------------------------------------------------------------

    @property
    def record(self) -> Any:
        """The position as the kernels know it: a view of one record of the game's dtype. Do not write to it."""
        return self._states[0]

    @property
    def to_move(self) -> Colour:
        """The colour whose turn it is; during the setup provisional (seat 1 counts as Black)."""
        return Colour.BLACK if self._states["to_move"][0] == 1 else Colour.WHITE

    @property
    def seat(self) -> int:
        """The player whose turn it is: 1 or 2."""
        return self.seat_of(self.to_move)

    def seat_of(self, colour: Colour) -> int:
        """Return the player, 1 or 2, who holds a colour now. Raises ValueError when it is no colour."""
        return 2 if (Colour(colour) is Colour.WHITE) != bool(self._states["exchanged"][0]) else 1

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves played so far, since the start or the position that was read."""
        return self.played_since(0)

    @property
    def plies(self) -> int:
        """How many moves `history` has."""
        return len(self._actions)

    def played_since(self, plies: int) -> tuple[Move, ...]:
        """Return the moves of `history` after the first so many; what that costs does not grow with the others."""
        return tuple(map(self.game.moves.__getitem__, self._actions[plies:]))

    @property
    def turn_open(self) -> bool:
        """Whether the side to move has begun its turn and goes on with it: one stone of two stands (W2)."""
        return self.game.adapter.turn_open(self._states[0])

    @property
    def start(self) -> bytes:
        """The record that the history begins with, as bytes."""
        return self._start

    @property
    def keys(self) -> npt.NDArray[np.uint64]:
        """The 64-bit keys of all positions that have stood on the table, the present one last: (plies + 1,) uint64."""
        return self._keys[: len(self._actions) + 1].copy()

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on, else who won, what ended it, and the scores."""
        over = int(self._states["over"][0])
        if over == ONGOING:
            return None
        winner = int(self._states["winner"][0])
        return Outcome((None, Colour.BLACK, Colour.WHITE)[winner], self.game.endings[over - 1], self.scores())

    @property
    def key(self) -> bytes:
        """Equal exactly for equal positions: all that the rules remember apart from the history."""
        return position_text(self.game, self._states[0]).encode()

    def rows(self) -> list[str]:
        """Return the rows of the board from the top down, one character a point."""
        return self.game.board.rows(
            [self.game.adapter.symbols[code] for code in self.game.adapter.codes(self._states[0])]
        )

    def __getitem__(self, point: str) -> str:
        """Return what stands on a point, ``state["c3"]``, in the characters of the position text; "." for nothing.

        Raises KeyError when there is no such point.
        """
        board = self.game.board
        place = board.index.get(str(point).strip().lower())
        if place is None:
            raise KeyError(f"{point!r:.40} is no point of {self.game}: {board.names[0]} to {board.names[-1]}")
        return self.game.adapter.symbols[self.game.adapter.codes(self._states[0])[place]]

    __iter__ = None  # a state is no sequence, but Python would try to iterate over its points 0, 1, …

    def scores(self) -> dict[str, Any]:
        """Return the scores by colour ("B", "W"), as if the game ended here; what they are depends on the game."""
        return self.game.adapter.scores(self._states[0])

    def preview(self, move: Move | str | SupportsIndex) -> Preview:
        """Return what a legal move or turn would do, as data; the state stays as it is.

        Raises InvalidMoveError or IllegalMoveError as `play` does.
        """
        if isinstance(move, str) and "," in move:
            turn = self._turn(move)
            placed = self.game.adapter.point_names([stone.action for stone in turn])
            return Preview(move=",".join(stone.text for stone in turn), placed=placed)
        move = self._own(move)
        after = self.copy()
        after._play(move)
        if move.action >= self.game.points:
            return Preview(move=move.text)
        effects = self.game.adapter.effects(self._states[0], move.action, after._states[0])
        return Preview(move=move.text, **effects)

    def why_illegal(self, text: str, language: str = "en") -> str | None:
        """Return a sentence for people that says why a move or turn cannot be played, or None if it can.

        `language` is "en", "ko" or "ja"; the sentence cites the rule by its number.
        """
        try:
            moves = [self.game.move(part) for part in text.split(",")]
        except InvalidMoveError:
            moves = []
        if not moves:
            reason: Reason | None = self._unknown(text)
        elif len(moves) > 1:
            reason = self._turn_problem(moves)
        else:
            reason = None if self._allows(moves[0]) else self._reason(moves[0])
        return None if reason is None else say(reason.key, language, **reason.details)

    def _unknown(self, text: str) -> Reason:
        """Return what to say of a text that is no move of this game; of a komi that cannot be named, which can.

        Who asks for a swap where there is komi instead is told so (S1 to S3).
        """
        named_moves = self.game.adapter.named_moves
        if "black" in named_moves and text.strip().lower().startswith("komi"):
            even = "komi 1" not in named_moves
            high = named_moves[-1].removeprefix("komi ")
            return Reason("illegal.even-komi" if even else "illegal.komi", {"text": text[:40], "high": high})
        if text.strip().lower() == SWAP and "komi" in self.game.options:
            return Reason("illegal.no-swap", {"text": text.strip()})
        names = self.game.board.names
        rule = self.game.spec.turn_rule
        return Reason("illegal.unknown", {"text": text[:40], "first": names[0], "last": names[-1], "rule": rule})

    def _allows(self, move: Move) -> bool:
        """Say whether a move is legal here."""
        if self._states["over"][0] != ONGOING:
            return False
        return find_refusal(self.game.adapter.rules, self._states, np.array([move.action]), 0, 1) < 0

    def _reason(self, move: Move) -> Reason:
        if self._states["over"][0] != ONGOING:
            ending = self.game.endings[self._states["over"][0] - 1]
            return Reason("illegal.over", {"rule": self.game.spec.ending_rules[ending]})
        return self.game.adapter.reason(self._states[0], move.action)

    # -- text ---------------------------------------------------------------------------------------------------

    def to_text(self, history: bool = False) -> str:
        """Return the position as one line; with `history`, the start and the list of moves.

        `fieldstone.parse_position` reads both.
        """
        if not history:
            return position_text(self.game, self._states[0])
        fresh = State(self.game)
        begin = str(self.game)
        if self._start != fresh._start:
            begin = position_text(self.game, np.frombuffer(bytearray(self._start), dtype=self.game.adapter.dtype)[0])
        return f"{begin} moves {','.join(move.text for move in self.history)}".rstrip()

    def __str__(self) -> str:
        board = self.game.board
        rows = self.rows()
        if board.shape == "square":
            letters = " ".join(chr(97 + column) for column in range(board.size))
            lines = [f"{len(rows) - index:2} {' '.join(row)}" for index, row in enumerate(rows)]
            return "\n".join([*lines, f"   {letters}", *self._facts()])
        widest = max(board.row_lengths)
        lines = [
            " " * (widest - len(row)) + f"{chr(96 + len(rows) - index)} {' '.join(row)} {len(row)}"
            for index, row in enumerate(rows)
        ]
        return "\n".join([*lines, *self._facts()])

    def _facts(self) -> Iterator[str]:
        """Yield the lines below the board: side to move or outcome, and every detail that differs from its default."""
        outcome = self.outcome
        if outcome is None:
            yield f"{self.to_move.name.title()} to move"
        else:
            winner = "draw" if outcome.winner is None else f"{outcome.winner.name.title()} wins"
            yield f"{winner} ({outcome.termination})"
        yield from (f"{name}={value}" for name, value in self.game.adapter.details(self._states[0]).items())

    def _repr_svg_(self) -> str | None:
        """Return the position as a picture, as a notebook shows it: drawn by `drawer`."""
        return None if State.drawer is None else State.drawer(self)

    def __repr__(self) -> str:
        return f"fieldstone.parse_position({self.to_text()!r})"

    def __eq__(self, other: object) -> bool:
        """Two states are equal when game, position and history are."""
        return (
            isinstance(other, State)
            and self.game == other.game
            and self._start == other._start
            and self._actions == other._actions
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.game, self._start, tuple(self._actions))

    def _repeats(self) -> bool:
        """V9: say whether the position has stood on the table three times, comparing whole positions, not keys."""
        adapter = self.game.adapter
        states = np.concatenate([self._states, self.begin()._states])
        keys, codes = np.zeros(2, dtype=np.uint64), np.zeros((2, self.game.points), dtype=np.int8)
        return bool(has_repeated(adapter.rules, states, keys, np.array(self._actions, dtype=np.int64), codes))


def _restored(game: "Game", start: bytes, actions: tuple[int, ...]) -> State:
    """Return the state with this start position, a record as bytes, after these actions: how pickles are read."""
    state = State(game, np.frombuffer(bytearray(start), dtype=game.adapter.dtype))
    for action in actions:
        state._play(game.moves[action])
    return state


def _ending_inconsistencies(state: State) -> Iterator[str]:
    """Yield how `over` and `winner` disagree with what the position shows."""
    record, adapter = state.record, state.game.adapter
    shown, endings = adapter.endings(record)
    if record.over == ONGOING:
        if shown:
            yield f"the game goes on after {state.game.endings[endings[0] - 1]}"
        return
    termination = state.game.endings[record.over - 1]
    if record.over not in endings:
        yield f"the position does not show {termination}"
    if record.winner != adapter.winner_code(record, int(record.over)):
        yield f"winner is {record.winner} after {termination}"


def check_consistency(state: State) -> None:
    """Recompute all derived data of a state from its board and history. Raises RuntimeError listing what disagrees."""
    problems = [*state.game.adapter.inconsistencies(state.record), *_ending_inconsistencies(state)]
    again = state.copy()
    again._keys[1:] = 0
    again._replay()
    if again._states.tobytes() != state._states.tobytes():
        problems.append("playing the history again gives another record")
    known = len(state._actions) + 1
    if not np.array_equal(again._keys[:known], state._keys[:known]):
        problems.append("playing the history again gives other keys")
    if problems:
        raise RuntimeError(f"{state.to_text()}: {'; '.join(problems)}")
