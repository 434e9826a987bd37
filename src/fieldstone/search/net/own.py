"""The networks that games bring with them."""

import warnings
from functools import cache
from pathlib import Path

from fieldstone.games import folder_of
from fieldstone.games.spec import GameSpec
from fieldstone.play.game import Game
from fieldstone.search.net.file import Net, NetError, read_net


def net_path(spec: GameSpec) -> Path | None:
    """Return where the network of a game lies, None where it has none."""
    return folder_of(spec.home) / spec.network if spec.network else None


def net_of(spec: GameSpec) -> Net | None:
    """Return the network that a game brings, for whichever board; None where it brings none.

    One that cannot be used is told once, as a warning; whoever asks does without it.
    """
    path = net_path(spec)
    return None if path is None else _read(path)


def own_net(game: Game) -> Net | None:
    """Return the network that a game brings for its board and options, None where it brings none for these."""
    net = net_of(game.spec)
    return net if net is not None and net.game == str(game) else None


@cache
def _read(path: Path) -> Net | None:
    try:
        return read_net(path)
    except NetError as error:
        warnings.warn(str(NetError("net.left-out", problem=error.sentence)), RuntimeWarning, stacklevel=2)
        return None
