"""Games to learn from: played by a compiled kernel, a file of some games at a time."""

import io
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from fieldstone.core.arrays import make_arrays
from fieldstone.core.rng import make_rng
from fieldstone.games.tuning import tuning_of
from fieldstone.play.game import Game, read_game
from fieldstone.search.mcts.rooted import RootedTree
from fieldstone.search.net.evaluator import settings_with_net
from fieldstone.search.net.file import Net, blank_weights, net_from, sizes_for
from fieldstone.search.net.lessons import LESSON, LESSON_STATES, PLAN, play_lesson, solve_lesson
from fieldstone.search.solver.solve import new_space, with_keys
from fieldstone.train.course import Course

MEGABYTES = 128.0  # of a tree
SOLVER_MEGABYTES = 16.0
DIGITS = 3  # of weights, and twice as many of surprises: the last bits of logarithms differ between machines
QUICK = 5  # a quick search has so many times fewer simulations


def shard_path(folder: Path, number: int, shard: int) -> Path:
    """Return where the games of a round lie."""
    return folder / "games" / f"{number:03}-{shard:05}.npz"


def net_path(folder: Path, number: int) -> Path:
    """Return where the network of a round lies."""
    return folder / "nets" / f"{number:03}.net"


@dataclass(frozen=True)
class Rows:
    """Positions to learn from.

    Attributes
    ----------
    seen : (n, inputs) uint8
    moves : (n, actions) uint16: visits and one more of legal moves; all 0 where no moves are to be learned
    value, lead : (n,) float32, what is to be said of the chance and the lead
    owners : (n, points) int8: 1 the player to move's own, -1 the opponent's
    weight : (n,) float32, how often the position is learned from, 1 on the mean
    """

    seen: npt.NDArray[np.uint8]
    moves: npt.NDArray[np.uint16]
    value: npt.NDArray[np.float32]
    lead: npt.NDArray[np.float32]
    owners: npt.NDArray[np.int8]
    weight: npt.NDArray[np.float32]


class Playing:
    """What one process plays games with, by a network or, without one, as today's player does."""

    def __init__(self, course: Course, net: Net | None) -> None:
        self.course = course
        self.game: Game = read_game(course.game)
        sizes = sizes_for(self.game, course.hidden, course.narrow)
        self.taught = net is None
        self.net = net or Net(course.game, blank_weights(sizes))
        settings = tuning_of(self.game.name).settings if net is None else settings_with_net(self.game, net)
        self.tree = RootedTree(self.game, settings, MEGABYTES)
        self.keys = np.zeros(len(self.tree.keys) + 4096, dtype=np.uint64)
        self.rows = 4 * self.game.points + 20
        made: dict[Any, Any] = {}
        self.states = make_arrays(LESSON_STATES, {"state": self.game.adapter.dtype}, made, rows=self.rows)
        self.lesson = make_arrays(LESSON, {"state": self.game.adapter.dtype}, made, rows=self.rows, **sizes)
        self.plan = np.zeros(1, dtype=PLAN)
        plan, taught = self.plan[0], self.taught
        plan.taught, plan.full, plan.quick = taught, course.simulations, max(1, course.simulations // QUICK)
        plan.share, plan.opening, plan.drawn = 1.0 if taught else course.share, course.opening, course.drawn
        plan.noise, plan.solved_from, plan.most = course.noise, course.solved_from, course.most

    def play(self, number: int, shard: int) -> Rows:
        """Play the games of a shard of a round: the same for the same seed, whatever was played before."""
        rng, found = make_rng(self.course.seed, (number << 32) | shard), []
        self.space = with_keys(new_space(self.game, SOLVER_MEGABYTES), len(self.keys))
        for _ in range(self.course.shard):
            rows = self._play_one(rng)
            if rows:
                found.append(self._read(rows))
        all_rows = join(found)
        return replace(all_rows, weight=weights_by(all_rows.weight, self.course.surprise))

    def _play_one(self, rng: Any) -> int:
        tree = self.tree
        rows = play_lesson(
            self.game.adapter.rules,
            tree.states,
            tree.words,
            tree.nodes,
            tree.scratch,
            self.keys,
            tree.marks,
            rng,
            tree.settings,
            self.net.weights,
            self.net.new_mind(),
            self.net.walk,
            self.plan,
            self.lesson,
        )
        self.known = int(tree.states["ply"][0]) + 1
        solve_lesson(self.space, self.plan, self.lesson, int(rows), self.keys, self.known)
        return int(rows)

    def _read(self, rows: int) -> Rows:
        """Return the rows of the last game; their weights are still their surprises, below 0 where there are none."""
        lesson, mix = self.lesson, self.course.mix
        facts = lesson.facts[:rows]
        full, exact = facts["full"] != 0, facts["exact"] != 0
        visits = np.where(full[:, None], lesson.visits[:rows], 0).astype(np.uint16)
        value = np.where(exact, facts["result"], (1 - mix) * facts["result"] + mix * facts["chance"])
        side = np.where(facts["colour"] == 1, 1, -1)[:, None]
        owners = (side * np.sign(lesson.owners)[None, :]).astype(np.int8)
        value, lead = value.astype(np.float32), facts["lead"].astype(np.float32)
        return Rows(lesson.seen[:rows].copy(), visits, value, lead, owners, self._surprises(rows, visits, full))

    def _surprises(self, rows: int, visits: npt.NDArray[np.uint16], full: Any) -> npt.NDArray[np.float32]:
        """Return how far searches and the network were apart: the divergence (KL) of the visits from its priors."""
        found = np.full(rows, -1.0, np.float32)
        if self.taught or not full.any():
            return found
        legal = visits[full] > 0
        known = self.known - rows + np.flatnonzero(full)
        keys = np.tile(self.keys[: self.known], (len(known), 1))
        _, likely, _ = self.net.judge(self.game, self.states[:rows][full], keys, known)
        prior = np.where(legal, likely, -np.inf)
        prior = prior - np.logaddexp.reduce(prior, axis=1, keepdims=True)
        searched = np.maximum(visits[full], 1) - 1.0
        searched /= np.maximum(searched.sum(axis=1, keepdims=True), 1.0)
        apart = np.log(np.maximum(searched, 1e-9)) - np.where(legal, prior, 0.0)
        found[full] = np.round(np.maximum((searched * apart).sum(axis=1), 0.0), 2 * DIGITS)
        return found


def weights_by(surprises: npt.NDArray[np.float32], part: float) -> npt.NDArray[np.float32]:
    """Return how often positions are learned from: in part by their surprise, 1 on the mean (Wu 2020).

    Of those that have none, below 0, each counts 1.
    """
    known = surprises >= 0
    weights = np.ones_like(surprises)
    mean = surprises[known].mean(dtype=np.float64) if known.any() else 0.0
    if mean > 0:
        weights[known] = np.round(1.0 - part + part * surprises[known] / mean, DIGITS)
    return weights


def join(parts: list[Rows]) -> Rows:
    """Return all rows together; there must be some."""
    return Rows(*(np.concatenate([getattr(part, name) for part in parts]) for name in Rows.__dataclass_fields__))


def bytes_of(rows: Rows) -> bytes:
    """Return what a file of rows holds; equal rows, equal bytes."""
    file = io.BytesIO()
    np.savez_compressed(
        file,
        seen=np.packbits(rows.seen, axis=1),
        inputs=np.int64(rows.seen.shape[1]),
        moves=rows.moves,
        value=rows.value,
        lead=rows.lead,
        owners=rows.owners,
        weight=rows.weight,
    )
    return file.getvalue()


def read_rows(path: Path) -> Rows:
    """Return the rows of a file."""
    with np.load(path, allow_pickle=False) as found:
        seen = np.unpackbits(found["seen"], axis=1, count=int(found["inputs"]))
        return Rows(seen, *(found[name] for name in ("moves", "value", "lead", "owners", "weight")))


def shard_player(shared: tuple[Course, int, bytes | None]) -> Callable[[int], tuple[int, bytes]]:
    """Return what plays a shard of a round, and returns its number and what its file holds: the jobs of a round.

    `shared` are the course, the round and what the file of the network before it holds, None in round 0.
    """
    course, number, net = shared
    playing = Playing(course, None if net is None else net_from(net))
    return lambda shard: (shard, bytes_of(playing.play(number, shard)))
