"""A small Monte Carlo player: upper confidence bounds over the legal moves, random playouts below them.

P. Auer, N. Cesa-Bianchi, P. Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem", Machine Learning 47,
2002.
"""

import math
import time
from collections.abc import Callable

import numpy as np

from fieldstone.core.entries import sample_margins, sample_playouts
from fieldstone.core.record import NAMING_KOMI
from fieldstone.core.rng import make_rng, scramble
from fieldstone.game import Move
from fieldstone.state import State

Progress = Callable[[float], None]

EXPLORATION = 1.0
KOMI_GAMES = 2000  # playouts behind the komi that is named
ARM_CHUNK = 8  # playouts of a move at a time
SHOW_EVERY = 0.05  # seconds between two reports of progress


class RandomPlayer:
    """Plays any legal move, all equally likely."""

    def __init__(self, seed: int | None = None) -> None:
        """Draw from `seed`, or from the clock."""
        self.rng = make_rng(time.time_ns() if seed is None else seed)

    def choose(self, state: State, on_progress: Progress | None = None) -> Move:
        """Return a legal move; the game must not be over."""
        moves = state.legal_moves()
        self.rng[0] = scramble(int(self.rng[0]))
        return moves[int(self.rng[0]) % len(moves)]


class MonteCarloPlayer:
    """Plays the move that wins most of its random playouts.

    Playouts go to the moves that look best so far, and now and then to the others (UCB1). A move that ends the game at
    once with a win is played without more ado. The komi named in an auction is the one that random play finds fair.
    """

    def __init__(self, seconds: float = 1.0, playouts: int | None = None, seed: int | None = None) -> None:
        """Think for `seconds` a move, or for a number of playouts: then a seed repeats a game exactly.

        Raises ValueError when either is not positive.
        """
        if seconds <= 0 or (playouts is not None and playouts < 1):
            raise ValueError(f"seconds and playouts must be positive, not {seconds} and {playouts}")
        self.seconds = seconds
        self.playouts = playouts
        self.rng = make_rng(time.time_ns() if seed is None else seed)

    def choose(self, state: State, on_progress: Progress | None = None) -> Move:
        """Return the move to play; the game must not be over. `on_progress` is told the part of the thinking done."""
        moves = state.legal_moves()
        if state.record.setup == NAMING_KOMI:
            return self._fair_komi(state, moves)
        if len(moves) == 1:
            return moves[0]
        arms = [_Arm(state, move) for move in moves]
        for arm in arms:
            if arm.wins_at_once:
                return arm.move
        self._explore(arms, on_progress)
        return max(arms, key=lambda arm: (arm.games, arm.points)).move

    def _explore(self, arms: "list[_Arm]", on_progress: Progress | None) -> None:
        begin = shown = time.perf_counter()
        played = 0
        while True:
            now = time.perf_counter()
            done = (now - begin) / self.seconds if self.playouts is None else played / self.playouts
            if done >= 1 and played >= ARM_CHUNK * len(arms):
                return
            if on_progress is not None and now - shown > SHOW_EVERY:
                shown = now
                on_progress(min(done, 1.0))
            arm = max(arms, key=lambda arm: arm.bound(played))
            arm.play_out(self.rng)
            played += ARM_CHUNK

    def _fair_komi(self, state: State, moves: list[Move]) -> Move:
        """S1: name the komi that half of all random games would have beaten (margins are in half points)."""
        trial = state.copy()
        trial.play("komi 0")
        trial.play("white")
        arm = _Arm.of_position(trial)
        margins = np.zeros(KOMI_GAMES, dtype=np.int64)
        sample_margins(state.game.face.rules, arm.states, arm.words, self.rng, margins)
        fair = float(np.median(margins)) / 2
        return min(moves, key=lambda move: abs(int(move.text.removeprefix("komi ")) - fair))


class _Arm:
    """One move and its playouts; `points` counts a win as 1 and a draw as one half."""

    def __init__(self, state: State, move: Move) -> None:
        after = state.copy()
        after.play(move)
        self._take(after)
        self.move = move
        self.seat = state.seat
        self.wins_at_once = after.outcome is not None and self._value(after.record.winner) == 1.0

    @classmethod
    def of_position(cls, state: State) -> "_Arm":
        arm = cls.__new__(cls)
        arm._take(state)
        return arm

    def _take(self, state: State) -> None:
        self.game = state.game
        self.states = np.zeros(2, dtype=state.game.face.dtype)
        self.states[0] = state.record
        self.words = self.states.view(np.uint64).reshape(2, -1)
        self.games = 0
        self.points = 0.0

    def _value(self, winner: int) -> float:
        """Return what a win of a colour (1, 2; 0 for a draw) is worth to the player of the move."""
        if winner == 0:
            return 0.5
        black_seat = 2 if self.states[0].exchanged else 1
        return float((winner == 1) == (self.seat == black_seat))

    def bound(self, played: int) -> float:
        """UCB1: the mean so far and what it may hide."""
        if self.games == 0:
            return math.inf
        return self.points / self.games + EXPLORATION * math.sqrt(math.log(played) / self.games)

    def play_out(self, rng: np.ndarray) -> None:
        black, white, _ = sample_playouts(self.game.face.rules, self.states, self.words, rng, ARM_CHUNK)
        draws = ARM_CHUNK - black - white
        self.points += black * self._value(1) + white * self._value(2) + draws * 0.5
        self.games += ARM_CHUNK
