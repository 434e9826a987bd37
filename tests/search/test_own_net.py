"""The networks that games bring: what is in their files, which level goes by them, and what happens without."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

import fieldstone
from fieldstone.games import GAMES
from fieldstone.games.spec import GameSpec
from fieldstone.games.tuning import tuning_of
from fieldstone.play.game import Game
from fieldstone.search.levels import LevelPlayer, level_of, level_player
from fieldstone.search.limit import Limit
from fieldstone.search.mcts.tree import ROOT, column
from fieldstone.search.net import own
from fieldstone.search.net.file import read_net
from fieldstone.search.net.own import net_path, own_net
from tests.search.test_net import digest

WITH = [spec for spec in GAMES.values() if spec.network]
MOST_BYTES = 1_000_000
GAME = fieldstone.load("kaomi")


@pytest.mark.parametrize("spec", WITH, ids=lambda spec: spec.name)
def test_a_network_lies_in_the_package(spec: GameSpec) -> None:
    """For the usual board, not large, and its card says where it is from."""
    path = net_path(spec)
    assert path is not None
    assert path.stat().st_size <= MOST_BYTES
    net = read_net(path, fieldstone.load(spec.name))
    assert {"version", "commit", "command", "round", "positions", "course", "matches"} <= net.made.keys()
    assert own_net(fieldstone.load(spec.name)) is not None


def test_the_highest_levels_go_by_it_and_no_others() -> None:
    for name in GAMES:
        there = bool(GAMES[name].network)
        assert tuning_of(name).highest.net == there
        levels = tuning_of(name).levels
        assert [level.net for level in levels] == [False] * 8 + [there] * (len(levels) - 8)
        assert (len(levels) > 10) == there
    assert own_net(fieldstone.load("kaomi", size=5)) is None
    assert own_net(fieldstone.load("kaomi", pie=False)) is None
    assert own_net(fieldstone.load("squared", komi=2)) is None
    assert own_net(fieldstone.load("squared", setup="auction")) is None
    assert own_net(fieldstone.load("vacu")) is None
    assert own_net(fieldstone.load("convacu", size=7)) is None


def fixed(game: Game, simulations: int) -> LevelPlayer:
    """The highest level, with a limit that a machine's speed has no part in."""
    return LevelPlayer(level_of(game, "max")._replace(simulations=simulations), seed=1)


@pytest.mark.parametrize(
    ("name", "move", "known"),
    [
        ("convacu", "c3", "ddaf54de1f0bd526"),
        ("kaomi", "c3", "6912d635396887fa"),
        ("squared", "c3", "6a4eeb8df9f86ff5"),
        ("iago", "d4", "78db65864728a816"),
        ("iago-free", "d4", "afc2da613385e364"),
    ],
    ids=["convacu", "kaomi", "squared", "iago", "iago-free"],
)
def test_a_tree_grows_as_recorded(name: str, move: str, known: str) -> None:
    """All nodes to the last bit, on libraries and on what Numba compiles; the page is compared in tests/targets."""
    game = fieldstone.load(name)
    state = game.new_state()
    state.play(move)
    player = fixed(game, 600)
    player.choose(state)
    first = slice(1, 1 + len(state.legal_moves()))
    assert column(player.search.trees[0].nodes, "prior")[first].sum() == pytest.approx(1.0, abs=1e-6)
    assert digest(player.search) == known


@pytest.mark.parametrize("name", ["convacu", "kaomi", "squared", "iago", "iago-free"])
def test_a_level_makes_fewer_simulations_where_it_judges(name: str) -> None:
    nine = level_of(fieldstone.load(name), 9)
    count = nine.net_simulations
    assert nine.simulations is not None
    assert count is not None
    assert count < nine.simulations
    other = fieldstone.load(name, size=5) if "size" in GAMES[name].options else None
    for game, simulations in ((fieldstone.load(name), count), (other, nine.simulations)):
        if game is not None:
            assert level_player(game, 9).limit_for(game.new_state()) == Limit(simulations=simulations)
    few = LevelPlayer(nine._replace(simulations=900, net_simulations=300), seed=1)
    state = fieldstone.load(name).new_state()
    few.choose(state)
    assert few.simulations_made <= 300
    few.choose(state, limit=Limit(simulations=500))
    assert few.simulations_made > 300


def test_it_plays_by_the_clock() -> None:
    player = level_player(GAME, "max", seed=1)
    state = GAME.new_state()
    player.choose(state, limit=Limit(seconds=0.05))
    assert column(player.search.trees[0].nodes, "prior")[1:50].any()


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the network is looked for; nothing lies there."""
    path = tmp_path / "kaomi.net"
    monkeypatch.setattr(own, "net_path", lambda _: path)
    own._read.cache_clear()
    yield path
    own._read.cache_clear()


@pytest.mark.parametrize("content", [None, b"", b"Fieldstone network 1\n{}\n"])
def test_without_it_the_level_plays_by_playouts(elsewhere: Path, content: bytes | None) -> None:
    """Told once; then the same tree as that of the level without a network."""
    if content is not None:
        elsewhere.write_bytes(content)
    warned = r"plays without its network: .*kaomi\.net is not a network that can be used"
    with pytest.warns(RuntimeWarning, match=warned):
        assert own_net(GAME) is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        player = fixed(GAME, 300)
        move = player.choose(GAME.new_state())
    plain = LevelPlayer(player.level._replace(net=False), seed=1)
    assert plain.choose(GAME.new_state()) == move
    assert digest(plain.search) == digest(player.search)
    assert not column(player.search.trees[0].nodes, "prior")[ROOT:50].any()
