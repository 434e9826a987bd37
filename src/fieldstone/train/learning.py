"""What a network learns from positions: its weights, by gradients. All that needs JAX is here.

A step draws positions of the window by their weights, each in a random symmetry. What is drawn follows from the seed,
the round and the number of the step alone, so a run that was killed goes on as if it had not been.
"""

import io
import math
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
import optax

from fieldstone.play.game import Game
from fieldstone.search.net.file import Net, seen_of, sizes_for
from fieldstone.search.net.judge import Weights
from fieldstone.train.course import Course, put
from fieldstone.train.games import Rows

Array = Any
CHUNK = 200  # steps between two looks at a stop: some seconds
LEAD_SCALE = 20.0  # half units that count as one while the lead is learned
WARMING = 0.02  # of a round's steps until learning is at its full rate


class Student(NamedTuple):
    """A network that learns, with all that is to be kept of it.

    Attributes
    ----------
    weights : as they are learned
    mean : their running mean, which plays
    moments : of the optimiser
    """

    weights: Weights
    mean: Weights
    moments: Any


class Lessons(NamedTuple):
    """Positions where JAX computes, and the symmetries of the board; see `Rows`."""

    seen: Array
    moves: Array
    value: Array
    lead: Array
    owners: Array
    inputs_turned: Array
    actions_turned: Array
    points_turned: Array


def optimiser(course: Course) -> Any:
    """Return the rule by which weights change, but for the rate."""
    return optax.chain(optax.clip_by_global_norm(1.0), optax.scale_by_adam(), optax.add_decayed_weights(course.decay))


def new_student(course: Course, game: Game) -> Student:
    """Return a network that knows nothing yet; its numbers follow from the seed."""
    sizes = sizes_for(game, course.hidden, course.narrow)
    rng = np.random.default_rng(course.seed)

    def layer(given: int, found: int, active: float, scale: float = 1.0) -> Array:
        drawn = rng.normal(0.0, scale * math.sqrt(2.0 / active), (given, found))
        return jnp.asarray(drawn, jnp.float32)

    hidden, narrow = course.hidden, course.narrow
    weights = Weights(
        layer(sizes["inputs"], hidden, game.points / 2),
        jnp.zeros(hidden, jnp.float32),
        layer(hidden, narrow, hidden),
        jnp.zeros(narrow, jnp.float32),
        layer(narrow, 2, narrow, 0.1),
        jnp.zeros(2, jnp.float32),
        layer(hidden, sizes["actions"], hidden, 0.1),
        jnp.zeros(sizes["actions"], jnp.float32),
        layer(hidden, sizes["points"], hidden, 0.1),
        jnp.zeros(sizes["points"], jnp.float32),
    )
    return Student(weights, weights, optimiser(course).init(weights))


def exchanges(game: Game) -> npt.NDArray[np.int64]:
    """Return 1 for each symmetry of the board that exchanges the edges of the players, 0 for others (C1)."""
    turned = game.adapter.board.symmetries
    if not seen_of(game).sides:
        return np.zeros(len(turned), dtype=np.int64)
    bottom = np.arange(game.board.size)
    upright = np.all(turned[:, bottom] // game.board.size == turned[:, :1] // game.board.size, axis=1)
    return np.where(upright, 0, 1)


def lessons_of(game: Game, rows: Rows) -> Lessons:
    """Return rows with the symmetries of the game's board."""
    turned = game.adapter.board.symmetries
    points, planes = game.points, seen_of(game).points
    exchanged = exchanges(game)[:, None] * seen_of(game).sides
    inputs = [turned + (plane + exchanged) % planes * points for plane in range(planes)]
    rest = np.arange(planes * points, rows.seen.shape[1])
    actions = np.arange(points, game.num_actions)

    def whole(parts: list[Any], others: Any) -> Array:
        return jnp.asarray(np.concatenate([*parts, np.tile(others, (len(turned), 1))], axis=1), jnp.int32)

    return Lessons(
        jnp.asarray(rows.seen),
        jnp.asarray(rows.moves),
        jnp.asarray(rows.value),
        jnp.asarray(rows.lead),
        jnp.asarray(rows.owners),
        whole(inputs, rest),
        whole([turned], actions),
        jnp.asarray(turned, jnp.int32),
    )


def shares_of(rows: Rows) -> npt.NDArray[np.float64]:
    """Return (n,) the shares of a draw up to each row and with it, by their weights; the last one is 1."""
    shares: npt.NDArray[np.float64] = np.cumsum(rows.weight, dtype=np.float64)
    shares /= shares[-1]
    return shares


def draw_rows(shares: npt.NDArray[np.float64], course: Course, number: int, first: int) -> npt.NDArray[np.int32]:
    """Return (CHUNK, batch) the rows that a chunk of steps of a round learns from, from its step `first` on."""
    rng = np.random.default_rng((course.seed, number, first))
    return np.searchsorted(shares, rng.random((CHUNK, course.batch)), side="right").astype(np.int32)


def _losses(weights: Weights, lessons: Lessons, index: Array, turn: Array) -> dict[str, Array]:
    """Return the mean losses over some rows, each turned by a symmetry."""

    def look(table: Array, turned: Array) -> Array:
        return jnp.take_along_axis(table[index].astype(jnp.float32), turned[turn], axis=1)

    seen, moves = look(lessons.seen, lessons.inputs_turned), look(lessons.moves, lessons.actions_turned)
    owners = (look(lessons.owners, lessons.points_turned) + 1.0) / 2.0
    hidden = jax.nn.relu(seen @ weights.first + weights.first_bias)
    narrow = jax.nn.relu(hidden @ weights.neck + weights.neck_bias)
    told = narrow @ weights.value + weights.value_bias
    legal, visits = moves > 0, jnp.maximum(moves - 1.0, 0.0)
    total = visits.sum(axis=1)
    likely = jnp.where(legal, hidden @ weights.policy + weights.policy_bias, -1e9)
    surprise = -(visits * jnp.where(legal, jax.nn.log_softmax(likely), 0.0)).sum(axis=1) / jnp.maximum(total, 1.0)
    known = total > 0
    lead = told[:, 1] / LEAD_SCALE - lessons.lead[index] / LEAD_SCALE
    return {
        "value": optax.sigmoid_binary_cross_entropy(told[:, 0], lessons.value[index]).mean(),
        "policy": jnp.where(known, surprise, 0.0).sum() / jnp.maximum(known.sum(), 1),
        "lead": optax.huber_loss(lead).mean(),
        "owners": optax.sigmoid_binary_cross_entropy(hidden @ weights.owners + weights.owners_bias, owners).mean(),
        "error": jnp.square(jax.nn.sigmoid(told[:, 0]) - lessons.value[index]).mean(),
    }


def _loss(weights: Weights, course: Course, lessons: Lessons, index: Array, turn: Array) -> tuple[Array, Any]:
    found = _losses(weights, lessons, index, turn)
    total = found["value"] + found["policy"] + course.lead_part * found["lead"] + course.owners_part * found["owners"]
    return total, found


def _chunk(
    student: Student, course: Course, lessons: Lessons, drawn: Array, number: Array, first: Array, steps: Array
) -> tuple[Student, Any]:
    """Make a chunk of steps of a round, from its step `first` on, each from a row of `drawn`."""
    root = jax.random.fold_in(jax.random.PRNGKey(course.seed % (1 << 32)), number)
    rule = optimiser(course)

    def step(student: Student, what: tuple[Array, Array]) -> tuple[Student, Any]:
        at, index = what
        key = jax.random.fold_in(root, at)
        turn = jax.random.randint(key, (course.batch,), 0, len(lessons.points_turned))
        slopes, found = jax.grad(_loss, has_aux=True)(student.weights, course, lessons, index, turn)
        changes, moments = rule.update(slopes, student.moments, student.weights)
        done = at / steps
        rate = course.rate * jnp.minimum(done / WARMING, 0.05 + 0.95 * 0.5 * (1.0 + jnp.cos(jnp.pi * done)))
        weights = jax.tree.map(lambda old, change: old - rate * change, student.weights, changes)
        mean = jax.tree.map(lambda old, new: course.average * old + (1.0 - course.average) * new, student.mean, weights)
        return Student(weights, mean, moments), found

    student, found = jax.lax.scan(step, student, (first + jnp.arange(CHUNK), drawn))
    return student, jax.tree.map(jnp.mean, found)


_learn = jax.jit(_chunk, static_argnames=("course",))


def learn(
    student: Student, course: Course, lessons: Lessons, shares: npt.NDArray[np.float64], number: int, first: int
) -> tuple[Student, dict[str, float]]:
    """Make the steps of a round from `first` on, a chunk of them; returns the student then, and its mean losses.

    `shares` are those of `shares_of` the rows.
    """
    drawn = draw_rows(shares, course, number, first)
    student, found = _learn(student, course, lessons, drawn, number, first, float(course.steps))
    return student, {name: float(value) for name, value in found.items()}


def examine(student: Student, lessons: Lessons) -> dict[str, float]:
    """Return the losses over some rows, as they stand."""
    index = jnp.arange(len(lessons.value))
    found = _losses(student.mean, lessons, index, jnp.zeros_like(index))
    return {name: float(value) for name, value in found.items()}


def net_of(student: Student, course: Course, made: dict[str, Any]) -> Net:
    """Return the network that plays as the student has learned to."""
    return Net(course.game, Weights._make(np.asarray(one, np.float32) for one in student.mean), made=made)


def write_checkpoint(student: Student, number: int, step: int, path: Path) -> None:
    """Write all that is to be known to go on, in one go."""
    file = io.BytesIO()
    leaves = {f"leaf{place}": np.asarray(one) for place, one in enumerate(jax.tree.leaves(student))}
    np.savez(file, number=np.int64(number), step=np.int64(step), **leaves)  # type: ignore[arg-type]
    put(path, file.getvalue())


def read_checkpoint(path: Path, like: Student) -> tuple[Student, int, int]:
    """Return the student of a checkpoint, its round, and the steps made in that."""
    with np.load(path, allow_pickle=False) as found:
        count = len(jax.tree.leaves(like))
        leaves = [jnp.asarray(found[f"leaf{place}"]) for place in range(count)]
        return jax.tree.unflatten(jax.tree.structure(like), leaves), int(found["number"]), int(found["step"])
