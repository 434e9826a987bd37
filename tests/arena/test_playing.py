"""One game: its line, who has won it, and players who cannot play."""

from typing import Any

import pytest

import fieldstone
from fieldstone.arena import playing
from fieldstone.arena.match import Match, Task
from fieldstone.arena.players import KINDS, Counting, Kind, make_player, read_spec
from fieldstone.arena.playing import play_game
from fieldstone.search.random import RandomPlayer
from tests.brought import names_with_brought


class Script:
    """Plays moves from a list, then the first that is legal."""

    def __init__(self, *moves: str) -> None:
        self.moves = list(moves)

    def choose(self, state: fieldstone.State) -> Any:
        return self.moves.pop(0) if self.moves else state.legal_moves()[0]


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Players called one and two, made by what the test puts there."""
    makers: dict[str, Any] = {"one": Script, "two": Script}

    def kind(name: str) -> Kind:
        return Kind(dict, lambda options, game, seed, clock: makers[name]())

    for name in makers:
        monkeypatch.setitem(KINDS, name, kind(name))
    return makers


def match(game: str = "kaomi(size=3,pie=true)") -> Match:
    return Match(str(fieldstone.parse_position(game).game), ("one", "two"))


def test_a_game(scripts: dict[str, Any]) -> None:
    scripts["one"] = lambda: RandomPlayer(1)
    scripts["two"] = lambda: RandomPlayer(2)
    game = play_game(match(), Task(4, (1, 0), ("a1", "b2")))
    state = fieldstone.parse_position(game["moves"])
    assert state.outcome is not None
    assert [str(move) for move in state.history[:2]] == ["a1", "b2"]
    assert game["plies"] == len(state.history) == 2 + sum(game["own_moves"])
    assert game["opening"] == 2
    assert (game["pair"], game["seats"]) == (4, [1, 0])
    assert game["colour"] == state.outcome.winner
    assert game["winner"] == game["seats"][0 if state.outcome.winner == "B" else 1]
    assert game["termination"] == "board-full"
    assert game["scores"] == state.scores()
    assert game["simulations"] == [None, None]
    assert all(seconds >= 0 for seconds in game["seconds"])
    assert "problem" not in game


@pytest.mark.parametrize("seats", [(0, 1), (1, 0)])
def test_results_count_for_players_not_colours(scripts: dict[str, Any], seats: tuple[int, int]) -> None:
    """Seat 2 swaps at once: from then on seat 1 plays White, and whoever wins as White sat in seat 1."""
    second = ("one", "two")[seats[1]]
    scripts[second] = lambda: Script("swap")
    game = play_game(match(), Task(0, seats, ("b2",)))
    state = fieldstone.parse_position(game["moves"])
    assert str(state.history[1]) == "swap"
    assert state.outcome is not None
    assert state.outcome.winner is not None
    seat = state.seat_of(state.outcome.winner)
    assert game["winner"] == seats[seat - 1]
    assert game["colour"] == state.outcome.winner
    assert (seat == 1) == (game["colour"] == "W")


def test_an_auction(scripts: dict[str, Any]) -> None:
    scripts["one"] = lambda: Script("komi 3")
    scripts["two"] = lambda: Script("black")
    game = play_game(match("vacu(size=3,setup=auction)"), Task(0, (0, 1), ()))
    state = fieldstone.parse_position(game["moves"])
    assert state.outcome is not None
    winner = state.outcome.winner
    assert game["winner"] == (None if winner is None else state.seat_of(winner) - 1)


@pytest.mark.parametrize("seats", [(0, 1), (1, 0)])
@pytest.mark.parametrize("move", ["komi 3", "z9", "swap", "", None, 700])
def test_an_illegal_move_loses(scripts: dict[str, Any], move: Any, seats: tuple[int, int]) -> None:
    scripts["two"] = lambda: Script(move)
    game = play_game(match(), Task(0, seats, ("b2", "a1")))
    assert game["winner"] == 0
    assert game["termination"] == "illegal-move"
    assert game["problem"]
    assert game["colour"] == ("B" if seats == (0, 1) else "W")


def test_a_crash_loses(scripts: dict[str, Any]) -> None:
    class Crash:
        def choose(self, state: fieldstone.State) -> Any:
            state.play("a1")  # its own copy: the game is not touched
            raise ZeroDivisionError("far too deep")

    scripts["one"] = Crash
    game = play_game(match(), Task(0, (0, 1), ()))
    assert (game["winner"], game["termination"]) == (1, "crash")
    assert game["problem"] == "ZeroDivisionError: far too deep"
    assert game["plies"] == 0


def test_a_player_that_cannot_be_made_loses(scripts: dict[str, Any]) -> None:
    def fail() -> None:
        raise MemoryError

    scripts["two"] = fail
    assert play_game(match(), Task(0, (0, 1), ()))["winner"] == 0


def test_a_game_that_does_not_end_is_a_draw(scripts: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "longest", lambda game: 4)
    game = play_game(match(), Task(0, (0, 1), ()))
    assert (game["winner"], game["colour"], game["termination"]) == (None, None, "too-long")
    assert game["plies"] == 4


class Sure(Script):
    """Plays the first legal move, and thinks that its chance is what it was told, or says nothing of it."""

    def __init__(self, *chances: float | None) -> None:
        super().__init__()
        self.chances = list(chances)

    def thought_chance(self) -> float | None:
        return self.chances.pop(0) if len(self.chances) > 1 else self.chances[0]


@pytest.mark.parametrize("seats", [(0, 1), (1, 0)])
def test_a_game_that_both_think_decided_ends(scripts: dict[str, Any], seats: tuple[int, int]) -> None:
    scripts["one"] = lambda: Sure(0.5, 0.97, 0.9)  # the first move does not count, the third not enough for 0.95
    scripts["two"] = lambda: Sure(0.04)
    players = Match("kaomi(size=5,pie=false)", ("one", "two"), adjudicate=0.9)
    game = play_game(players, Task(0, seats, ("a1", "b2")))
    assert (game["winner"], game["termination"]) == (0, "adjudication")
    assert game["own_moves"][seats.index(0)] == 5
    assert game["colour"] == ("B" if seats == (0, 1) else "W")
    assert fieldstone.parse_position(game["moves"]).outcome is None


@pytest.mark.parametrize("chances", [(0.97, 0.97), (0.97, 0.06), (0.97, None), (0.94, 0.03)])
def test_it_is_played_on_unless_both_agree(scripts: dict[str, Any], chances: tuple[float, float | None]) -> None:
    scripts["one"], scripts["two"] = lambda: Sure(chances[0]), lambda: Sure(chances[1])
    game = play_game(Match("kaomi(size=5,pie=false)", ("one", "two"), adjudicate=0.95), Task(0, (0, 1), ()))
    assert game["termination"] == "board-full"


def test_no_game_is_decided_early_unless_asked_for(scripts: dict[str, Any]) -> None:
    scripts["one"], scripts["two"] = lambda: Sure(1.0), lambda: Sure(0.0)
    game = play_game(Match("kaomi(size=5,pie=false)", ("one", "two")), Task(0, (0, 1), ()))
    assert game["termination"] == "board-full"


def test_nobody_is_asked_for_a_chance_that_decides_nothing(scripts: dict[str, Any]) -> None:
    class Asked(Script):
        def thought_chance(self) -> float | None:
            raise AssertionError("this takes as long as some moves")

    scripts["one"] = scripts["two"] = Asked
    played = play_game(Match("kaomi(size=3,pie=false)", ("one", "two")), Task(0, (0, 1), ()))
    assert played["termination"] == "board-full"


def test_a_game_can_be_watched(scripts: dict[str, Any]) -> None:
    """The chances are those of seat 1; the watcher changes nothing, and sees no position that is over."""
    seen: list[tuple[int, list[int], Any]] = []

    def watch(state: fieldstone.State, chances: list[list[float]]) -> None:
        assert state.outcome is None
        seen.append((len(state.history), [len(own) for own in chances], chances[(len(state.history) - 1) % 2][-1]))

    scripts["one"], scripts["two"] = lambda: Sure(0.75), lambda: Sure(0.5)
    players, task = Match("kaomi(size=3,pie=false)", ("one", "two")), Task(0, (1, 0), ("b2",))
    timeless = {"seconds": None}
    assert play_game(players, task, watch) | timeless == play_game(players, task) | timeless
    assert seen[:3] == [(2, [0, 1], 0.25), (3, [1, 1], 0.5), (4, [1, 2], 0.25)]
    assert len(seen) == 7


@pytest.mark.parametrize("text", ["2", "9", "search,simulations=50"])
def test_who_thinks_says_what_it_thinks(text: str) -> None:
    state = fieldstone.load("kaomi", size=3, pie=False).new_state()
    player = Counting(make_player(read_spec(text), state.game, 1))
    player.choose(state)
    chance = player.win_chance()
    assert chance is not None
    assert 0.0 <= chance <= 1.0
    while len(state.legal_moves()) > 1:
        state.play(state.legal_moves()[0])
    player.choose(state)
    assert player.win_chance() is None  # the last move is forced


@pytest.mark.parametrize("name", names_with_brought(fieldstone.games()))
def test_every_game_can_be_played(name: str, scripts: dict[str, Any]) -> None:
    options = {"size": 3} if "size" in fieldstone.games()[name].options else {}
    two = Match(str(fieldstone.load(name, **options)), ("random", "plain,simulations=3"))
    game = play_game(two, Task(0, (0, 1), ()))
    assert fieldstone.parse_position(game["moves"]).outcome is not None
    assert game["simulations"][0] is None
