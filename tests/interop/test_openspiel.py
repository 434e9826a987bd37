"""OpenSpiel's own tests and algorithms on our games, and what it hears of them beside what we know."""

from __future__ import annotations

import pickle
import random
import re
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import mcts, minimax
from open_spiel.python.bots.gtp import CommandError, GTPBot
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

import fieldstone
from fieldstone import OptionError
from fieldstone.interop import openspiel
from fieldstone.play.observation import sight_of
from fieldstone.search.solver.solve import Solver
from tests.brought import brought, with_brought
from tests.oracles import Oracle, make

ROOT = Path(__file__).parent.parent.parent
BROUGHT = [
    f"{openspiel.spiel_name(name)}({','.join(f'{key}={value}' for key, value in options.items())})"
    for name, options in brought()
]
SPECS = with_brought(
    [
        "fieldstone_vacu(size=4,komi=3)",
        "fieldstone_vacu(size=2,setup=auction,max_game_length=30)",
        "fieldstone_convacu(size=3)",
        "fieldstone_kaomi(size=4)",
        "fieldstone_kaomi(size=3,pie=False)",
        "fieldstone_squared(size=3,komi=6)",
        "fieldstone_squared(size=2,setup=auction)",
        "fieldstone_iago",
        "fieldstone_iago_free",
        "fieldstone_vadus(size=3)",
    ],
    BROUGHT,
)
NAMES = [f"fieldstone_{name.replace('-', '_')}" for name in fieldstone.games()]
specs = pytest.mark.parametrize("spec", SPECS)


def moves(state: Any) -> list[str]:
    """The legal moves by their strings."""
    return [state.action_to_string(action) for action in state.legal_actions()]


def play(spec: str, *names: str) -> Any:
    """A state after these moves."""
    state = pyspiel.load_game(spec).new_initial_state()
    for name in names:
        state.apply_action(state.string_to_action(name))
    return state


def passed(suite: unittest.TestSuite) -> None:
    """Run tests of OpenSpiel's and see none fail."""
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun > 0
    assert not [text for _, text in (*result.failures, *result.errors)]


# OpenSpiel's tests -----------------------------------------------------------------------------


@specs
def test_random_simulation(spec: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(spec), num_sims=2, serialize=True, verbose=False)


@pytest.fixture(scope="module")
def api_test() -> Any:
    """OpenSpiel's test of its interface, for our games only."""
    from open_spiel.integration_tests import api_test

    flags.FLAGS(["api_test", "--test_only_games=fieldstone_"])
    return api_test


def test_the_interface(api_test: Any) -> None:
    """With the default parameters: the tests on parts of the tree."""
    classes = list(api_test._create_test_case_classes())
    assert sorted(made.game_name for made in classes) == sorted(NAMES)
    for made in classes:
        passed(unittest.defaultTestLoader.loadTestsFromTestCase(made))


def count(game: Oracle, left: int) -> tuple[int, int]:
    """The states where somebody moves, and the ends, of all games of at most `left` more moves; by the oracle."""
    if game.winner is not None or left == 0:
        return 0, 1
    playing, over = 1, 0
    for move in game.legal():
        after = game.copy()
        after.play(move)
        below = count(after, left - 1)
        playing, over = playing + below[0], over + below[1]
    return playing, over


@pytest.mark.parametrize(
    ("name", "options", "length"),
    [
        ("kaomi", {"size": 2}, None),
        ("squared", {"size": 2, "komi": 2}, None),
        ("convacu", {"size": 1}, 24),
        ("convacu", {"size": 2}, 4),
        ("vacu", {"size": 2, "komi": 1}, 4),
    ],
)
def test_whole_trees(api_test: Any, name: str, options: dict[str, Any], length: int | None) -> None:
    """The tests on whole trees, with the numbers of states from the oracle."""
    parameters = options | ({} if length is None else {openspiel.LENGTH: length})
    game = pyspiel.load_game(openspiel.spiel_name(name), parameters)
    playing, over = count(make(name, **options), game.max_game_length())
    kind = type("Whole", (api_test.EnforceAPIOnFullTreeBase,), {"game": game, "game_name": str(game)})
    api_test.TOTAL_NUM_STATES[str(game)] = (0, playing, over)
    api_test.PERFECT_RECALL_NUM_STATES[str(game)] = playing
    passed(unittest.defaultTestLoader.loadTestsFromTestCase(kind))


@specs
def test_simulation_in_python(spec: str) -> None:
    """Copies, both kinds of serialisation, pickles of games, types and states."""
    from open_spiel.python.tests import games_sim_test

    games_sim_test.GamesSimTest("test_breakthrough").sim_game(pyspiel.load_game(spec))


@specs
def test_playthroughs_are_repeated(spec: str, tmp_path: Path) -> None:
    """Everything OpenSpiel can ask about a game, written down twice."""
    from open_spiel.python.algorithms import generate_playthrough

    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["test"])
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(spec, None, seed=1), encoding="utf-8")
    kept, again = generate_playthrough.replay(str(file))
    assert kept == again


# Its algorithms --------------------------------------------------------------------------------


@specs
def test_mcts_in_c_plays_whole_games(spec: str) -> None:
    game = pyspiel.load_game(spec)
    bots = [
        pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, seed), 2.0, 4, 50, True, seed, False) for seed in (1, 2)
    ]
    returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 3)
    assert returns in ([1, -1], [-1, 1], [0, 0])


def test_mcts_in_c_sees_what_wins() -> None:
    """C1: the last stone of a connection, in a proven search."""
    state = play("fieldstone_convacu(size=3)", "a1", "b1", "a2", "b2")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(state.get_game(), evaluator, 2.0, 300, 50, True, 1, False)
    assert state.action_to_string(bot.step(state)) == "a3"
    assert state.action_to_string(bot.mcts_search(state).best_child().action) == "a3"


def test_bots_in_c_play_other_games_as_before() -> None:
    game = pyspiel.load_game("tic_tac_toe")
    state = game.new_initial_state()
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 20, 50, True, 1, False)
    assert bot.step(state) in state.legal_actions()


def test_mcts_in_python_sees_what_wins() -> None:
    state = play("fieldstone_convacu(size=3)", "a1", "b1", "a2", "b2")
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(state.get_game(), 2.0, 100, mcts.RandomRolloutEvaluator(1, rng), solve=True, random_state=rng)
    assert state.action_to_string(bot.step(state)) == "a3"


@pytest.mark.parametrize(
    ("spec", "begun"),
    [
        ("kaomi(size=2)", []),
        ("kaomi(size=2,pie=False)", []),
        ("squared(size=2,komi=2)", []),
        ("convacu(size=2)", []),
        ("vadus(size=2)", ["a1", "a2", "b1", "c1"]),
        ("vadus(size=2)", ["b2", "a2"]),
    ],
)
def test_alpha_beta_agrees_with_our_solver(spec: str, begun: list[str]) -> None:
    state = play(f"fieldstone_{spec}", *begun)
    game = state.get_game()
    value, best = minimax.alpha_beta_search(game, state, maximum_depth=game.max_game_length())
    assert best in state.legal_actions()
    solved = Solver(megabytes=4.0).solve(state.fieldstone, "result", nodes=1_000_000)
    assert value == solved.value


# What it hears ---------------------------------------------------------------------------------


@specs
def test_states_are_ours(spec: str) -> None:
    rng = random.Random(spec)
    game = pyspiel.load_game(spec)
    state, ours = game.new_initial_state(), game.fieldstone.new_state()
    sight = sight_of(game.fieldstone)
    memory = make_observation(game, INFO_STATE_OBS_TYPE)
    assert game.observation_tensor_shape() == list(sight.shape)
    assert game.information_state_tensor_size() == np.prod(sight.shape) + game.max_game_length()
    while not state.is_terminal():
        assert state.current_player() == ours.seat - 1
        legal = state.legal_actions()
        assert legal == sorted(move.action for move in ours.legal_moves())
        assert moves(state) == [game.fieldstone.moves[action].text for action in legal]
        assert state.legal_actions(1 - state.current_player()) == []
        for player in (0, 1):
            planes = sight.see(ours, player + 1)
            assert np.array_equal(np.reshape(state.observation_tensor(player), sight.shape), planes)
            memory.set_from(state, player)
            assert np.array_equal(memory.dict["planes"], planes)
            history = (np.round(memory.dict["history"] * len(game.fieldstone.moves)).astype(int) - 1).tolist()
            played = [move.action for move in ours.history]
            assert history == played + [-1] * (game.max_game_length() - len(played))
        assert str(state).startswith(ours.to_text())
        assert state.returns() == [0, 0]
        action = rng.choice(legal)
        state.apply_action(action)
        ours.play(game.fieldstone.moves[action])
    assert state.fieldstone == ours
    winner = None if ours.outcome is None else ours.outcome.winner
    first = 0 if winner is None else 1 if ours.seat_of(winner) == 1 else -1
    assert state.returns() == [first, -first]


def test_decisions_of_the_setup() -> None:
    state = play("fieldstone_vacu(size=2,setup=auction)", "komi 3")
    assert (state.current_player(), moves(state)) == (1, ["black", "white"])
    state.apply_action(state.string_to_action("black"))
    assert state.current_player() == 1  # S1: seat 2 has taken Black
    state = play("fieldstone_kaomi(size=2)", "a1", "swap")
    assert state.current_player() == 0  # K10: White's turn again, now the other player's
    turn = play("fieldstone_vadus(size=2)", "a1")
    assert [turn.current_player(), play("fieldstone_vadus(size=2)", "a1", "a2").current_player()] == [1, 1]


def test_strings_tell_states_apart() -> None:
    """Equal where the past no longer counts, different where it does (V9), whatever the order."""
    spec = "fieldstone_vadus(size=2)"
    assert str(play(spec, "a1", "a2", "b1")) == str(play(spec, "a1", "b1", "a2"))
    spec = "fieldstone_vacu(size=3)"
    one, other = play(spec, "a1", "b1", "c1", "c3"), play(spec, "c1", "c3", "a1", "b1")
    assert one.fieldstone.to_text() == other.fieldstone.to_text()
    assert str(one) != str(other)
    assert str(one) == str(play(spec, "a1", "b1", "c1", "c3"))
    assert one.information_state_string() != other.information_state_string()


@pytest.mark.parametrize(
    ("spec", "length", "named"),
    [
        ("fieldstone_vadus(size=2)", 12, ["pass"]),
        ("fieldstone_vadus(size=3)", 30, ["pass"]),
        ("fieldstone_kaomi(size=3)", 10, ["swap"]),
        ("fieldstone_kaomi(size=3,pie=False)", 9, []),
        ("fieldstone_squared(size=3)", 9, []),
        ("fieldstone_squared(size=2,setup=auction)", 6, []),
    ],
)
def test_the_longest_games(spec: str, length: int, named: list[str]) -> None:
    """W2, W3, K8, K10, S1: a word whenever it does not end the game at once, and the bound is reached."""
    game = pyspiel.load_game(spec)
    assert game.max_game_length() == length
    state = game.new_initial_state()
    while not state.is_terminal():
        legal = moves(state)
        words = [word for word in named if word in legal and not state.fieldstone.record.passes]
        stones = [move for move in legal if move not in named]
        state.apply_action(state.string_to_action((words or stones or legal)[0]))
    assert len(state.history()) == length


def test_games_that_are_called_off() -> None:
    assert pyspiel.load_game("fieldstone_vacu(size=9)").max_game_length() == 344
    state = play("fieldstone_vacu(size=3,max_game_length=3)", "a1", "b2")
    assert not state.is_terminal()
    state.apply_action(state.string_to_action("c3"))
    assert state.is_terminal()
    assert (state.current_player(), state.legal_actions(), state.returns()) == (
        pyspiel.PlayerId.TERMINAL,
        [],
        [0, 0],
    )
    assert state.fieldstone.outcome is None
    with pytest.raises(fieldstone.IllegalMoveError, match="the game was called off after 3 moves"):
        state.apply_action(1)
    assert state.is_terminal()
    assert len(state.fieldstone.history) == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("vacu(size=1)", "vacu: size must be a whole number from 2 to 19, not “1”"),
        ("squared(komi=3)", "squared: komi must be an even number from 0 to 28560, not “3”"),
        ("vacu(setup=pie)", "vacu: setup must be fixed or auction, not “pie”"),
        ("vacu(setup=auction,komi=3)", "with setup=auction the players set komi (S1), so leave komi out"),
        ("convacu(max_game_length=-1)", "max_game_length must be a whole number from 0 to 1000000, not “-1”"),
    ],
)
def test_bad_values(text: str, said: str) -> None:
    with pytest.raises(OptionError, match=re.escape(said)):
        pyspiel.load_game(f"fieldstone_{text}")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "vacu(colour=red)",
            "Unknown parameter 'colour'. Available parameters are: komi, max_game_length, setup, size",
        ),
        ("iago(size=5)", "Unknown parameter 'size'"),
        ("vacu(size=big)", "Wrong type for parameter size"),
        ("kaomi(pie=7)", "Wrong type for parameter pie"),
    ],
)
def test_bad_parameters(text: str, said: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=re.escape(said)):
        pyspiel.load_game(f"fieldstone_{text}")


def test_bad_actions() -> None:
    state = play("fieldstone_kaomi(size=2)", "a1")
    before = str(state)
    with pytest.raises(fieldstone.IllegalMoveError, match="a1 is occupied"):
        state.apply_action(0)
    for action in (-3, 99):
        with pytest.raises(fieldstone.InvalidMoveError, match=f"{action} is no action of kaomi"):
            state.action_to_string(0, action)
    with pytest.raises(pyspiel.SpielError, match="Couldn't find an action matching z9"):
        state.string_to_action("z9")
    assert str(state) == before
    with pytest.raises(ValueError, match="take no parameters"):
        make_observation(state.get_game(), None, {"planes": 3})


def test_parameters_are_the_options() -> None:
    for name, facts in fieldstone.games().items():
        (kind,) = (one for one in pyspiel.registered_games() if one.short_name == openspiel.spiel_name(name))
        options = {key: option.default for key, option in facts.options.items()}
        extra = {openspiel.LENGTH: 0} if name in ("vacu", "convacu") else {}
        assert kind.parameter_specification == options | extra
        game = pyspiel.load_game(kind.short_name)
        assert game.fieldstone == fieldstone.load(name)
        page = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
        assert f"`{kind.short_name}`" in page


# In processes of its own -----------------------------------------------------------------------


def run(*arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, encoding="utf-8", timeout=300, check=check, cwd=ROOT
    )


def test_pickles_are_read_elsewhere(tmp_path: Path) -> None:
    """In a process that has not heard of the games; both game and state are of use there, and the process ends well."""
    state = play("fieldstone_squared(size=2,setup=auction)", "komi 4", "white")
    file = tmp_path / "state"
    file.write_bytes(pickle.dumps((state.get_game(), state)))
    code = (
        "import pickle, sys; game, state = pickle.load(open(sys.argv[1], 'rb')); again = game.new_initial_state();"
        "again.apply_action(7); state.apply_action(0); print(game, again, state, sep='\\n')"
    )
    said = run("-W", "ignore::ResourceWarning", "-c", code, str(file)).stdout.splitlines()
    state.apply_action(0)
    again = play("fieldstone_squared(size=2,setup=auction)", state.get_game().fieldstone.moves[7].text)
    assert said == [str(state.get_game()), str(again), str(state)]


def documented() -> list[list[str]]:
    """The programs of OpenSpiel that docs/research.md runs, AlphaZero apart."""
    page = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
    lines = re.findall(r"^python (-m fieldstone\.interop\.openspiel_run .*)$", page, re.MULTILINE)
    return [line.replace('"', "").split() for line in lines if "alpha_zero" not in line]


@pytest.mark.parametrize("arguments", documented(), ids=lambda arguments: str(arguments[2]))
def test_documented_programs_run(arguments: list[str]) -> None:
    said = run(*arguments).stdout
    assert "Returns:" in said or "Utility for player 0" in said


def external(notation: str) -> GTPBot:
    """OpenSpiel's own bot for programs that speak GTP, with ours."""
    command = [sys.executable, "-m", "fieldstone.cli", "gtp", "--game", "vacu(size=9)", "--level", "1", "--seed", "1"]
    return GTPBot(pyspiel.load_game("fieldstone_vacu(size=9)"), [*command, "--notation", notation])


def test_its_bot_plays_over_gtp() -> None:
    """A whole game on a board with a column i, against a program that takes any other move."""
    bot = external("rules")
    try:
        state = play("fieldstone_vacu(size=9)", "i9")
        bot.inform_action(pyspiel.load_game("fieldstone_vacu(size=9)").new_initial_state(), 0, state.history()[0])
        while not state.is_terminal() and len(state.history()) < 20:
            state.apply_action(bot.step(state))
            taken = state.legal_actions()[len(state.history()) * 7 % len(state.legal_actions())]
            bot.inform_action(state, state.current_player(), taken)
            state.apply_action(taken)
        moves = bot.gtp_cmd("fieldstone-state").partition(" moves ")[2].split(",")
        assert [move.strip() for move in moves] == [str(move) for move in state.fieldstone.history]
    finally:
        bot.close()


def test_gtp_itself_has_no_column_i() -> None:
    bot = external("gtp")
    try:
        state = play("fieldstone_vacu(size=9)")
        with pytest.raises(CommandError, match="i9 is no vertex of this board"):
            bot.inform_action(state, 0, state.string_to_action("i9"))
        assert bot.gtp_cmd("fieldstone-notation rules") == "rules"
        bot.inform_action(state, 0, state.string_to_action("i9"))
    finally:
        bot.close()


def test_running_nothing() -> None:
    done = run("-m", "fieldstone.interop.openspiel_run", check=False)
    assert done.returncode == 1
    assert "usage: python -m fieldstone.interop.openspiel_run MODULE" in done.stderr


def test_without_the_libraries() -> None:
    """A sentence says which extra is missing; whoever does not ask for them needs none."""
    code = (
        "import sys\nsys.modules.update(pyspiel=None, pettingzoo=None)\nimport fieldstone\nfieldstone.games()\n"
        "for name in ('openspiel', 'pettingzoo'):\n"
        "    try:\n        __import__(f'fieldstone.interop.{name}')\n"
        "    except ModuleNotFoundError as error:\n        print(error.name, error)"
    )
    said = run("-c", code).stdout.splitlines()
    assert len(documented()) == len(said) == 2
    for line, library in zip(said, ("open_spiel", "pettingzoo"), strict=True):
        assert line.endswith(
            f"({library}) is not installed; it comes with the extra 'research': pip install 'fieldstone[research]'"
        )
