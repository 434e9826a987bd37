"""A network in a file: a line that says what it is, a card, and its numbers.

The first line is `FIRST_LINE`, the second a JSON object, the *card*; what follows are the weights, 32-bit floats with
the lowest byte first, array after array in the order of `Weights`. The card says the game, the sizes, how the search
weighs what the network says (`walk`), the SHA-256 of the weights, and under `made` what it was made from, and how.
"""

import hashlib
import json
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from fieldstone.core.arrays import dims_of, make_arrays
from fieldstone.core.record import RecordArray
from fieldstone.games import GAMES
from fieldstone.games.planes import Inputs
from fieldstone.messages import SaidError
from fieldstone.play.game import Game
from fieldstone.search.net.judge import MIND, WEIGHTS, Mind, Weights, judge_many
from fieldstone.search.net.think import USUAL, Walk

FIRST_LINE = b"Fieldstone network 1\n"
LARGEST = 1 << 24  # bytes of a file
LONGEST_CARD = 1 << 16
MOST_UNITS = 4096  # of a layer
SIZES = ("inputs", "hidden", "narrow", "actions", "points")
# The bounds of `Walk`.
WALKS = {
    "exploration": (0.0, 100.0),
    "reduction": (0.0, 1.0),
    "lead_part": (0.0, 1.0),
    "lead_scale": (0.01, 1e6),
    "playout_part": (0.0, 1.0),
}
LATER = {"playout_part": 0.0}  # what files from before it was there do not say

Floats = npt.NDArray[np.float32]


class NetError(SaidError):
    """A network that there is not, or that cannot be used: the text names the file or the game."""


def games_with_networks() -> list[str]:
    """Return the names of the games that small networks can see."""
    return [name for name in GAMES if name in _inputs_of(name)]


def _inputs_of(name: str) -> Mapping[str, Inputs]:
    found: Mapping[str, Inputs] = getattr(GAMES[name].module("planes"), "INPUTS", {})
    return found


def seen_of(game: Game) -> Inputs:
    """Return what inputs a network for a game has. Raises NetError where the game has none, or komi is named (S1)."""
    inputs = _inputs_of(game.name).get(game.name)
    if inputs is None:
        raise NetError("net.no-game", game=game.name, games=", ".join(games_with_networks()))
    if game.options.get("setup") == "auction":
        raise NetError("net.auction", game=str(game))
    return inputs


def sizes_for(game: Game, hidden: int, narrow: int) -> dict[str, int]:
    """Return the sizes of a network for a game. Raises NetError where the game has none."""
    inputs = seen_of(game)
    return {
        "inputs": inputs.points * game.points + inputs.beside,
        "hidden": hidden,
        "narrow": narrow,
        "actions": game.num_actions,
        "points": game.points,
    }


@dataclass(frozen=True)
class Net:
    """A network for a game.

    Attributes
    ----------
    game : with its options, as ``str(Game)``
    weights : its numbers
    walk : how a search weighs what it says
    made : what it was made from, and how; JSON data
    """

    game: str
    weights: Weights
    walk: Walk = USUAL
    made: dict[str, Any] = field(default_factory=dict)

    @property
    def sizes(self) -> dict[str, int]:
        """How many there are of what."""
        weights = self.weights
        return dict(
            zip(
                SIZES,
                (*weights.first.shape, weights.neck.shape[1], weights.policy.shape[1], weights.owners.shape[1]),
                strict=True,
            )
        )

    @property
    def digest(self) -> str:
        """The SHA-256 of the weights."""
        return hashlib.sha256(_bytes_of(self.weights)).hexdigest()

    def new_mind(self) -> Mind:
        """Return what a search in one thread works on."""
        mind: Mind = make_arrays(MIND, {}, **self.sizes)
        return mind

    def judge(
        self,
        game: Game,
        states: RecordArray,
        keys: npt.NDArray[np.uint64] | None = None,
        known: npt.NDArray[np.int64] | None = None,
    ) -> tuple[npt.NDArray[np.float64], Floats, Floats]:
        """Judge the positions of some games that go on: (n,) records, as in `Batch.states`.

        `keys[i, :known[i]]` are those of the positions that have stood in game i, the present one last; they count only
        where repetition does (V9). Without them no position comes back.

        Returns (n, 2) chance of winning and lead in half units of the player to move, (n, actions) logarithms of how
        likely moves are, up to a constant, and (n, points) the log-odds that the player to move will own a point.
        """
        sizes, count = self.sizes, len(states)
        values = np.zeros((count, 2))
        moves, owners = (np.zeros((count, sizes[name]), np.float32) for name in ("actions", "points"))
        if keys is None or known is None:
            keys, known = np.zeros((count, 0), np.uint64), np.zeros(count, np.int64)
        mind = self.new_mind()
        judge_many(game.adapter.rules, states, keys, known, self.weights, mind, values, moves, owners)
        return values, moves, owners

    def having(self, **walk: float) -> "Net":
        """Return the same network with some ways of the search set otherwise. Raises NetError beyond their bounds."""
        for name, value in walk.items():
            low, high = WALKS[name]
            if not low <= value <= high:
                raise NetError("net.walk", name=name, low=low, high=high, value=value)
        return replace(self, walk=self.walk._replace(**walk))

    def card(self) -> dict[str, Any]:
        """Return what the file says of it."""
        return {
            "game": self.game,
            "sizes": self.sizes,
            "walk": self.walk._asdict(),
            "sha256": self.digest,
            "made": self.made,
        }

    def to_bytes(self) -> bytes:
        """Return what its file holds."""
        card = json.dumps(self.card(), ensure_ascii=False, separators=(",", ":"))
        return FIRST_LINE + card.encode() + b"\n" + _bytes_of(self.weights)


def _bytes_of(weights: Weights) -> bytes:
    return b"".join(np.ascontiguousarray(array, dtype="<f4").tobytes() for array in weights)


def write_net(net: Net, path: Path) -> None:
    """Write a network to a file, in one go: whoever reads meanwhile finds the old one or the new one."""
    new = path.with_name(f".{path.name}.{os.getpid()}")
    new.write_bytes(net.to_bytes())
    new.replace(path)


def read_net(path: Path, game: Game | None = None) -> Net:
    """Return the network in a file. Raises NetError where it holds none, or one for another game than `game`."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise NetError("net.unreadable", file=str(path), problem=getattr(error, "strerror", None) or error) from None
    try:
        net = net_from(content)
    except ValueError as error:
        raise NetError("net.unreadable", file=str(path), problem=error) from None
    if game is not None and net.game != str(game):
        raise NetError("net.other-game", file=str(path), game=net.game, wanted=str(game))
    return net


def net_from(content: bytes) -> Net:
    """Return the network of `Net.to_bytes`. Raises ValueError saying what does not fit."""
    if not content.startswith(FIRST_LINE):
        raise ValueError("not a file of a network")
    if len(content) > LARGEST:
        raise ValueError(f"more than {LARGEST} bytes")
    end = content.find(b"\n", len(FIRST_LINE), len(FIRST_LINE) + LONGEST_CARD)
    if end < 0:
        raise ValueError("its card has no end")
    card = _read_card(content[len(FIRST_LINE) : end])
    weights = _read_weights(card, content[end + 1 :])
    return Net(card["game"], weights, Walk(**card["walk"]), card["made"])


def _read_card(line: bytes) -> dict[str, Any]:
    """Return the card of a file, its entries of the right kinds. Raises ValueError."""
    try:
        card = json.loads(line)
    except (ValueError, RecursionError):
        raise ValueError("its card is not JSON") from None
    kinds = {"game": str, "sizes": dict, "walk": dict, "sha256": str, "made": dict}
    if not isinstance(card, dict) or any(not isinstance(card.get(name), kind) for name, kind in kinds.items()):
        raise ValueError(f"its card should say {', '.join(kinds)}")
    sizes, walk = card["sizes"], LATER | card["walk"]
    if set(sizes) != set(SIZES) or any(type(size) is not int or not 1 <= size <= MOST_UNITS for size in sizes.values()):
        raise ValueError(f"the sizes on its card should be {', '.join(SIZES)}, each from 1 to {MOST_UNITS}")
    if set(walk) != set(WALKS) or not all(_is_between(walk[name], *bounds) for name, bounds in WALKS.items()):
        raise ValueError(
            "its card should have under walk: "
            + ", ".join(f"{name} from {a:g} to {b:g}" for name, (a, b) in WALKS.items())
        )
    card["walk"] = {name: float(value) for name, value in walk.items()}
    return card


def _is_between(value: Any, low: float, high: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high


def _read_weights(card: dict[str, Any], content: bytes) -> Weights:
    """Return the weights of a file. Raises ValueError unless they are those of its card."""
    shapes = [dims_of(array, card["sizes"]) for array in WEIGHTS]
    wanted = 4 * sum(math.prod(shape) for shape in shapes)
    if len(content) != wanted:
        raise ValueError(f"{len(content)} bytes of weights, where its card says {wanted}")
    if hashlib.sha256(content).hexdigest() != card["sha256"]:
        raise ValueError("its weights are not those of its card: the file is damaged")
    numbers = np.frombuffer(content, dtype="<f4").astype(np.float32)
    if not np.isfinite(numbers).all() or float(np.abs(numbers).max()) > 1e6:
        raise ValueError("there are weights that are no numbers, or beyond a million")
    ends = np.cumsum([math.prod(shape) for shape in shapes])[:-1]
    parts = np.split(numbers, ends)
    return Weights._make(np.ascontiguousarray(part).reshape(shape) for part, shape in zip(parts, shapes, strict=True))


def blank_weights(sizes: Mapping[str, int]) -> Weights:
    """Return the weights of a network that knows nothing: all are 0."""
    weights: Weights = make_arrays(WEIGHTS, {}, **sizes)
    return weights
