"""Players from text: what is understood, and what is said of the rest."""

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import fieldstone
from fieldstone.arena.errors import ArenaError
from fieldstone.arena.players import Counting, check_player, make_player, named, read_spec
from fieldstone.games.tuning import PLAIN, tuning_of
from fieldstone.search.mcts.tree import ROOT, column
from fieldstone.search.net.file import Net, blank_weights, sizes_for, write_net
from fieldstone.search.player import SearchPlayer
from fieldstone.search.random import RandomPlayer

GAME = fieldstone.load("kaomi", size=3)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("5", "level=5"),
        (" level=10 ", "level=10"),
        ("max", "max"),
        ("random", "random"),
        ("plain", "plain"),
        ("plain,simulations=1", "plain,simulations=1"),
        ("search,seconds=0.1,exploration=.4", "search,exploration=0.4,seconds=0.1"),
        ("search, simulations = 1000 , name = the new one", "search,simulations=1000,name=the new one"),
        ("search,seconds=1", "search,seconds=1.0"),
        ("net,file=a.net,seconds=1,reduction=.1", "net,file=a.net,reduction=0.1,seconds=1.0"),
    ],
)
def test_texts(text: str, written: str) -> None:
    spec = read_spec(text)
    assert str(spec) == written
    assert read_spec(written) == spec


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("stockfish", "there is no player “stockfish”; the players: 1 to 12 or level=1"),
        ("13", "no player “13”"),
        ("0", "no player “0”"),
        ("-1", "no player “-1”"),
        ("²", "no player “²”"),
        ("", "no player “”"),
        ("level=1.5", "level must be a whole number, not 1.5"),
        ("seconds=1", "there is no player"),
        ("random,seconds=1", "random has no option “seconds”; its options: name"),
        ("max,level=3", "max has no option “level”"),
        ("search,depth=3", "search has no option “depth”; its options: seconds, simulations"),
        ("search,seed=3", "search has no option “seed”"),
        ("search,seconds=soon", "search: seconds must be a number, not soon"),
        ("search,seconds=nan", "must be a number, not nan"),
        ("search,seconds=inf", "must be a number, not inf"),
        ("search,simulations=0.5", "simulations must be a whole number, not 0.5"),
        ("search,simulations", "“simulations” in “search,simulations” is not a valid option: write each once"),
        ("search,seconds=1,seconds=2", "“seconds=2” in"),
        ("search,,", "“” in"),
        ("search,name=", "is not a valid player name"),
        ("search,name=" + "x" * 50, "1 to 40 characters"),
    ],
)
def test_wrong_texts(text: str, complaint: str) -> None:
    with pytest.raises(ArenaError) as caught:
        read_spec(text)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_network_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "one.net"
    write_net(Net(str(GAME), blank_weights(sizes_for(GAME, 8, 4))), path)
    found = make_player(read_spec(f"net,file={path},simulations=20,exploration=2"), GAME, 1)
    assert found.choose(GAME.new_state()) in GAME.new_state().legal_moves()
    for text, complaint in (
        ("net", "net needs the file of a network for kaomi"),
        ("net,file=missing.net", "missing.net is not a network that can be used"),
        (f"net,file={path},reduction=2", "reduction must be from 0 to 1, not 2"),
    ):
        with pytest.raises(ArenaError, match=complaint):
            check_player(read_spec(text), GAME)
    with pytest.raises(ArenaError, match=r"holds a network for kaomi\(size=3,pie=true\), not for iago"):
        check_player(read_spec(f"net,file={path}"), fieldstone.load("iago"))


def test_a_file(tmp_path: Path) -> None:
    file = tmp_path / "quick one.toml"
    file.write_text('player = "search"\nsimulations = 50\nexploration = 1\n')
    spec = read_spec(str(file))
    assert str(spec) == "search,exploration=1.0,simulations=50,name=quick one"
    assert spec.label == "quick one"
    file.write_text("level = 3\nname = 'three'\n")
    assert str(read_spec(str(file))) == "level=3,name=three"
    file.write_text("seconds = 0.5\n")
    assert read_spec(str(file)).kind == "search"


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"simulations = ", "is not valid TOML"),
        (b"\xff\xfe", "is not valid TOML"),
        (b"simulations = [1, 2]", "is not a valid option"),
        (b"simulations = true", "must be a whole number, not True"),
        (b"depth = 3", "search has no option"),
        (b"player = 'gnugo'", "there is no player “gnugo”"),
    ],
)
def test_wrong_files(tmp_path: Path, content: bytes, complaint: str) -> None:
    file = tmp_path / "player.toml"
    file.write_bytes(content)
    with pytest.raises(ArenaError, match=complaint):
        read_spec(str(file))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_spec(str(tmp_path / "missing.toml"))


def test_defaults_are_for_players_who_search_and_do_not_say() -> None:
    defaults = {"seconds": 0.5, "simulations": None}
    assert str(read_spec("search", **defaults)) == "search,seconds=0.5"
    assert str(read_spec("plain,exploration=1", **defaults)) == "plain,exploration=1.0,seconds=0.5"
    assert str(read_spec("search,simulations=9", **defaults)) == "search,simulations=9"
    assert str(read_spec("random", **defaults)) == "random"
    assert str(read_spec("3", **defaults)) == "level=3"


def test_equal_players_get_names() -> None:
    specs = named([read_spec(text) for text in ("plain", "random", "plain", "plain")])
    assert [spec.label for spec in specs] == ["plain", "random", "plain (2)", "plain (3)"]
    assert [read_spec(str(spec)) for spec in specs] == specs


@pytest.mark.parametrize(
    ("texts", "labels"),
    [
        (["search,simulations=9"] * 2, ["search,simulations=9", "search simulations=9 (2)"]),
        (["plain", "plain", "plain,name=plain (2)"], ["plain", "plain (3)", "plain (2)"]),
        (["plain", "random,name=plain"], ["plain", "plain (2)"]),
        (["random,name=" + "x" * 40] * 2, ["x" * 40, "x" * 36 + " (2)"]),
    ],
)
def test_the_names_of_equal_players_can_be_read_again(texts: list[str], labels: list[str]) -> None:
    """A name of their own has no commas, and nobody else has it."""
    specs = named([read_spec(text) for text in texts])
    assert [spec.label for spec in specs] == labels
    assert [read_spec(str(spec)) for spec in specs] == specs


def test_long_players_that_begin_alike() -> None:
    begin = "search,exploration=0.5,megabytes=3"
    specs = named([read_spec(begin + end) for end in "3344"])
    assert len({spec.label for spec in specs}) == 4
    assert [read_spec(str(spec)) for spec in specs] == specs


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("command = 'run --set a,level=3'", None),
        ("command = 'run'\nname = \"it's\"", None),
        ("command = 'run'\nlevel = '3,timeout=1'", None),
        ("command = ' run \"a,level=3\" '", 'engine:run "a,level=3",name=one'),
        ("command = 'run a,b=c'", "engine:run a,b=c,name=one"),
    ],
)
def test_commas_in_the_command_of_a_file(tmp_path: Path, content: str, said: str | None) -> None:
    """A match keeps its players as text: a command that would be read differently is refused."""
    file = tmp_path / "one.toml"
    file.write_text(f"player = 'engine'\n{content}\n")
    if said is None:
        with pytest.raises(ArenaError, match="unclear where the command ends"):
            read_spec(str(file))
        return
    assert str(read_spec(str(file))) == said
    assert read_spec(said) == read_spec(str(file))


# What is made of them


def test_search_players() -> None:
    player = make_player(read_spec("search,simulations=7,megabytes=2"), GAME, 1)
    assert isinstance(player, SearchPlayer)
    assert (player.limit.simulations, player.memory.megabytes, player.settings) == (7, 2.0, None)
    player = make_player(read_spec("search,exploration=0.9"), GAME, 1)
    assert isinstance(player, SearchPlayer)
    assert player.settings == tuning_of("kaomi").settings.having(exploration=0.9)
    assert isinstance(make_player(read_spec("random"), GAME, 1), RandomPlayer)


def test_whatever_a_search_takes_can_be_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Arguments that SearchPlayer may get one day; the clock is the match's, and an object cannot be said."""

    class Later(SearchPlayer):
        def __init__(
            self,
            seconds: float = 1.0,
            threads: "int" = 1,
            quiet: bool = False,
            clock: str = "wall",
            evaluator: "Unknown | None" = None,  # type: ignore[name-defined]  # noqa: F821
            rules: dict[str, int] | None = None,
            seed: int | None = None,
            settings: Any = None,
        ) -> None:
            super().__init__(seconds)
            self.given = (threads, quiet, clock, evaluator)

    monkeypatch.setattr("fieldstone.search.player.SearchPlayer", Later)
    made = make_player(read_spec("search,threads=2,quiet=True"), GAME, 1, "cpu")
    assert isinstance(made, Later)
    assert made.given == (2, True, "cpu", None)
    assert str(read_spec("plain,quiet=TRUE")) == "plain,quiet=true"
    with pytest.raises(ArenaError, match="quiet must be true or false, not yes"):
        read_spec("search,quiet=yes")
    for option in ("clock=wall", "evaluator=1", "rules=1", "settings=1"):
        with pytest.raises(ArenaError, match=r"has no option .*; its options: seconds, threads, quiet, exploration"):
            read_spec(f"search,{option}")


def test_a_seed_repeats_a_player() -> None:
    for text in ("random", "plain,simulations=9", "search,simulations=9"):
        moves = [make_player(read_spec(text), GAME, 5).choose(GAME.new_state()) for _ in range(2)]
        assert moves[0] == moves[1]


def test_plain_forgets() -> None:
    """Every move begins with an empty tree and the settings of plain UCT; the simulations add up."""
    inner: Any = make_player(read_spec("plain,simulations=20,unvisited=2"), GAME, 1)
    player = Counting(inner)
    state = GAME.new_state()
    for _ in range(3):
        state.play(player.choose(state))
        assert column(inner.trees[0].nodes, "visits")[ROOT] == 20
    assert inner.settings == PLAIN.having(unvisited=2.0)
    assert player.simulations_made == 60


LOWEST = tuning_of("kaomi").levels[0].simulations or 0


@pytest.mark.parametrize(("text", "moves"), [("search,simulations=10", [10, 20]), ("level=1", [LOWEST, 2 * LOWEST])])
def test_simulations_are_counted(text: str, moves: list[int]) -> None:
    state = GAME.new_state()
    player = Counting(make_player(read_spec(text), GAME, 1))
    assert player.simulations_made == 0
    for made in moves:
        state.play(player.choose(state))
        assert player.simulations_made == made


def test_simulations_for_a_komi_are_counted() -> None:
    """Whoever names one tries several, with at least a hundred simulations each."""
    state = fieldstone.load("vacu", size=3, setup="auction").new_state()
    player = Counting(make_player(read_spec("search,simulations=10"), state.game, 1))
    player.choose(state)
    made = player.simulations_made
    assert made is not None
    assert made >= 200
    assert made % 100 == 0


def test_who_makes_no_simulations() -> None:
    state = GAME.new_state()
    lots = Counting(make_player(read_spec("random"), GAME, 1))
    lots.choose(state)
    assert lots.simulations_made is None


def test_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    levels = ModuleType("fieldstone.search.levels")

    def level_player(game: fieldstone.Game, level: int | str, seed: int | None = None, clock: str = "wall") -> Any:
        asked.append((game, level, seed, clock))
        return RandomPlayer(seed)

    monkeypatch.setattr(levels, "level_player", level_player, raising=False)
    monkeypatch.setitem(sys.modules, levels.__name__, levels)
    make_player(read_spec("3"), GAME, 7)
    make_player(read_spec("max"), GAME, 8, "wall")
    assert asked == [(GAME, 3, 7, "cpu"), (GAME, "max", 8, "wall")]


def test_a_level_that_the_game_has_not() -> None:
    check_player(read_spec("11"), GAME)
    with pytest.raises(ArenaError) as caught:
        check_player(read_spec("11"), fieldstone.load("vacu"))
    assert str(caught.value) == "level=11: there is no level 11 in vacu: its levels are 1 to 10, and max"
    assert "1~10 또는 max" in caught.value.sentence("ko")
    with pytest.raises(ArenaError, match="there is no player “13”"):
        read_spec("13")


def test_numbers_that_the_player_refuses() -> None:
    for text in ("search,seconds=-1", "plain,simulations=0", "search,megabytes=0"):
        with pytest.raises(ArenaError, match=f"{text.split(',')[0]}.*must be positive"):
            check_player(read_spec(text), GAME)


def test_settings_that_the_player_refuses(tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    file.write_text('player = "plain"\nhorizon = -5\n')
    for text, complaint in (
        ("search,lead_scale=0", r"^search,lead_scale=0.0: lead_scale must be from 0.01 to 1000000, not 0.0$"),
        ("plain,prior=1e30", "prior must be a whole number from 0 to 1000000, not 1e\\+30"),
        (str(file), r"^plain,.*horizon=-5.0.*: horizon must be from 0 to 1000000000, not -5.0$"),
        ("search,megabytes=1e12", "megabytes must be positive and at most"),
    ):
        with pytest.raises(ArenaError, match=complaint):
            check_player(read_spec(text), GAME)


def test_counting_asks_a_player_who_counts() -> None:
    quiet: Any = SimpleNamespace(choose=lambda state: state.legal_moves()[0], simulations_made=3)
    assert Counting(quiet).simulations_made == 3
