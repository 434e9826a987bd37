"""A player that searches: settings per game, a tree that is kept from move to move, time and stops."""

import importlib
import time
from dataclasses import dataclass

import numpy as np

from fieldstone.core.entries import sample_margins
from fieldstone.core.record import NAMING_KOMI
from fieldstone.core.rng import make_rng
from fieldstone.game import Game, Move
from fieldstone.search.mcts import DEEPEST, SCRATCH, Settings, search
from fieldstone.search.random import Progress
from fieldstone.search.tree import ROOT, UNPROVEN, copy_subtree, new_tree, reset_node
from fieldstone.state import State

# By folder of the game; how they were found is in docs/design.md.
SETTINGS = {
    "vacu": Settings(exploration=0.3, equivalence=1000.0, unvisited=0.5),
    "kaomi": Settings(exploration=0.3, equivalence=300.0, unvisited=0.6),
    "iago": Settings(exploration=0.5, unvisited=1.0, lead_part=0.8, lead_scale=50.0),
    "vadus": Settings(exploration=0.3, equivalence=3000.0, unvisited=0.5),
}
PLAIN = Settings()

KOMI_GAMES = 2000  # playouts behind the komi that is named
LOOK_EVERY = 0.01  # seconds between two looks at the clock, about


@dataclass(frozen=True)
class Candidate:
    """What a search knows of one move, for the player to move.

    Attributes
    ----------
    move : the move
    visits : simulations that went through it
    value : the part of a win that they gave, 0 to 1; None without visits
    proven : "win", "loss", "draw" or None
    distance : plies after the move within which a proven win comes, whatever the loser does; of a draw, of one line
    """

    move: Move
    visits: int
    value: float | None
    proven: str | None
    distance: int


class SearchPlayer:
    """Plays by Monte Carlo tree search; a proven win is played the shortest way, a proven loss put off."""

    def __init__(
        self,
        seconds: float = 1.0,
        simulations: int | None = None,
        seed: int | None = None,
        settings: Settings | None = None,
        megabytes: float = 256.0,
        clock: str = "wall",
        reuse: bool = True,
    ) -> None:
        """Think for `seconds` a move, or for a number of simulations: then a seed repeats a game exactly.

        `settings` None means those found best for the game, `megabytes` bounds the tree: when it is full the search
        goes on without growing; there is always room for two thousand nodes. Raises ValueError when a number is not
        positive.
        """
        if seconds <= 0 or megabytes <= 0 or (simulations is not None and simulations < 1):
            raise ValueError(
                f"seconds, simulations and megabytes must be positive, not {seconds}, {simulations}, {megabytes}"
            )
        self.seconds = seconds
        self.clock = time.perf_counter if clock == "wall" else time.thread_time
        self.reuse = reuse
        self.simulations = simulations
        self.rng = make_rng(time.time_ns() if seed is None else seed)
        # Whole numbers would be compiled for anew.
        self.settings = None if settings is None else Settings(*map(float, settings))
        self.megabytes = megabytes
        self._tree: _Tree | None = None

    def choose(self, state: State, on_progress: Progress | None = None) -> Move:
        """Return the move to play; `on_progress` is told the part of the thinking done.

        Raises ValueError when the game is over.
        """
        moves = state.legal_moves()
        if not moves:
            raise ValueError("the game is over")
        if state.record.setup == NAMING_KOMI:
            return self._fair_komi(state, moves)
        if len(moves) == 1:
            return moves[0]
        self.think(state, on_progress)
        return self.candidates()[0].move

    def think(self, state: State, on_progress: Progress | None = None) -> int:
        """Search from a state; returns the simulations made."""
        tree = self._tree_for(state)
        begin = self.clock()
        made, chunk = 0, 16
        while tree.open:
            now = self.clock() - begin
            done = now / self.seconds if self.simulations is None else made / self.simulations
            if done >= 1 and made > 0:
                break
            if on_progress is not None:
                on_progress(min(done, 1.0))
            asked = chunk if self.simulations is None else min(chunk, self.simulations - made)
            made += tree.search(asked, self.rng)
            spent = max(self.clock() - begin - now, 1e-6)
            chunk = max(1, min(2 * chunk, int(asked * LOOK_EVERY / spent)))
        return made

    def candidates(self) -> list[Candidate]:
        """Return what the last search knows of each legal move, the one to play first."""
        if self._tree is None:
            return []
        return self._tree.candidates()

    def _tree_for(self, state: State) -> "_Tree":
        """Return the tree to search in: what is left of the last one if the game has gone on from there."""
        settings = SETTINGS[state.game.facts.folder] if self.settings is None else self.settings
        tree = self._tree
        if tree is None or not self.reuse or tree.game != state.game or tree.settings != settings:
            tree = _Tree(state.game, settings, self.megabytes)
        tree.move_to(state)
        self._tree = tree
        return tree

    def _fair_komi(self, state: State, moves: list[Move]) -> Move:
        """S1: name the komi that half of all random games would have beaten (margins are in half points)."""
        trial = state.copy()
        trial.play(moves[0])
        trial.play("white")
        states = np.zeros(2, dtype=state.game.face.dtype)
        states[0] = trial.record
        margins = np.zeros(KOMI_GAMES, dtype=np.int64)
        words = states.view(np.uint64).reshape(2, -1)
        sample_margins(state.game.face.rules, states, words, self.rng, margins)
        fair = float(np.median(margins)) / 2 + int(moves[0].text.removeprefix("komi "))
        return min(moves, key=lambda move: abs(int(move.text.removeprefix("komi ")) - fair))


class _Tree:
    """A tree with the position at its root, and all that a search works on."""

    def __init__(self, game: Game, settings: Settings, megabytes: float) -> None:
        importlib.import_module(f"fieldstone.games.{game.facts.folder}.knowledge")
        self.game = game
        self.settings = settings
        self.nodes = new_tree(megabytes / 2)
        self.spare = new_tree(megabytes / 2)  # zeros that nobody has written to take no memory
        self.scratch = np.zeros(1, dtype=SCRATCH)
        self.marks = np.zeros((2, game.num_actions), dtype=np.int64)
        self.tally = np.full((2, game.num_actions), 0.5)
        self.states = np.zeros(2, dtype=game.face.dtype)
        self.words = self.states.view(np.uint64).reshape(2, -1)
        self.keys = np.zeros(1, dtype=np.uint64)
        self.start = b""
        self.known = 0
        self.line: tuple[Move, ...] | None = None  # the game up to the root; None while that is unknown

    @property
    def open(self) -> bool:
        """Whether the root is not proven."""
        return bool(self.nodes[ROOT]["proven"] == UNPROVEN)

    def move_to(self, state: State) -> None:
        """Make a state the root, keeping what is known below it."""
        before, line = self.line, state.history
        self.line = None  # Ctrl-C on the way: the next call begins anew
        kept = ROOT if before is not None and state.start == self.start and line[: len(before)] == before else -1
        for move in line[len(before or ()) :]:
            kept = self._child(kept, move.action) if kept >= 0 else -1
        if kept < 0:
            reset_node(self.nodes[ROOT], -1, 3 - state.seat)
            self.scratch["used"] = 1
        elif kept != ROOT:
            self.scratch["used"] = copy_subtree(self.nodes, kept, self.spare)
            self.nodes, self.spare = self.spare, self.nodes
        past = state.keys
        self.known = len(past)
        self.keys = np.zeros(self.known + DEEPEST, dtype=np.uint64)
        self.keys[: self.known] = past
        self.states[0] = state.record
        self.start, self.line = state.start, line

    def _child(self, index: int, action: int) -> int:
        """Return the node that a move leads to, -1 if it is not in the tree."""
        node = self.nodes[index]
        first = int(node["first"])
        found = np.flatnonzero(self.nodes["action"][first : first + int(node["children"])] == action)
        return first + int(found[0]) if len(found) else -1

    def search(self, simulations: int, rng: np.ndarray) -> int:
        """Make simulations; returns how many (fewer when the root is proven)."""
        return int(
            search(
                self.game.face.rules,
                self.states,
                self.words,
                self.nodes,
                self.scratch,
                self.keys,
                self.known,
                self.marks,
                self.tally,
                rng,
                self.settings,
                simulations,
            )
        )

    def candidates(self) -> list[Candidate]:
        root = self.nodes[ROOT]
        found = []
        for node in self.nodes[root["first"] : root["first"] + root["children"]]:
            visits = int(node["visits"])
            found.append(
                Candidate(
                    self.game.moves[int(node["action"])],
                    visits,
                    float(node["value"]) / visits if visits else None,
                    (None, "win", "loss", "draw")[int(node["proven"])],
                    int(node["distance"]),
                )
            )
        # The root leaves proven draws alone: they count by their value beside the move that was visited most.
        open_moves = [candidate for candidate in found if candidate.proven is None]
        best = max(open_moves, key=_visited, default=None)
        content = best is None or (best.value or 0.0) < 0.5
        ranks = {"win": 3, "draw": 2 if content else 1, None: 1 if content else 2, "loss": 0}
        return sorted(found, key=lambda candidate: (ranks[candidate.proven], *_visited(candidate)), reverse=True)


def _visited(candidate: Candidate) -> tuple[float, float]:
    """Return what orders moves of one kind: the shortest win, the longest loss, else the most visits."""
    if candidate.proven == "win":
        return -candidate.distance, 0.0
    if candidate.proven == "loss":
        return candidate.distance, 0.0
    return candidate.visits, candidate.value or 0.0
