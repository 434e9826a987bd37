"""The batched environment against a plain loop over states, and against what Gymnasium expects of one."""

from __future__ import annotations

import copy
import random
import subprocess
import sys
import tracemalloc
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.passive_env_checker import check_action_space, check_obs, check_observation_space
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from fieldstone import Colour, Game, IllegalMoveError, OptionError, Termination, check_consistency
from fieldstone.interop.vector import GameVectorEnv
from fieldstone.play.game import read_game
from fieldstone.play.observation import sight_of
from fieldstone.play.parse import parse_position
from tests.api.test_batch import cycle_from
from tests.brought import brought_texts, with_brought

NEXT_STEP, SAME_STEP, DISABLED = MODES = list(AutoresetMode)
GAMES = with_brought(
    [
        "vacu(size=2)",
        "vacu(size=4,komi=3)",
        "vacu(size=3,setup=auction)",
        "convacu(size=1)",
        "convacu(size=3)",
        "kaomi(size=3)",
        "kaomi(size=3,pie=false)",
        "squared(size=3,komi=6)",
        "squared(size=2,setup=auction)",
        "iago",
        "iago-free",
        "vadus(size=2)",
    ],
    brought_texts(),
)
games = pytest.mark.parametrize("game", GAMES)
modes = pytest.mark.parametrize("mode", MODES, ids=lambda mode: str(mode.value))


class Twin:
    """One game of the environment, played by a State in plain Python."""

    def __init__(self, game: Game, mode: AutoresetMode, max_plies: int, planes: bool) -> None:
        self.game, self.mode, self.max_plies, self.planes = game, mode, max_plies, planes
        self.begin()

    def begin(self) -> None:
        """What a reset does."""
        self.state, self.ended = self.game.new_state(), False

    def observation(self) -> list[Any]:
        """What stands on each point, row by row from the bottom; or what who is to move sees."""
        if self.planes:
            seen: list[Any] = sight_of(self.game).see(self.state).tolist()
            return seen
        return [self.game.adapter.symbols.index(symbol) for row in reversed(self.state.rows()) for symbol in row]

    def mask(self) -> list[int]:
        """The actions that the next step accepts."""
        if self.ended:
            return list(range(self.game.num_actions)) if self.mode is NEXT_STEP else []
        return sorted(move.action for move in self.state.legal_moves())

    def step(self, action: int) -> dict[str, Any]:
        """Play, and say what the environment should say of it."""
        said = {"reward": 0.0, "rewards": [0.0, 0.0], "terminated": False, "truncated": False, "ending": 0}
        if self.ended:
            self.begin()
            return said
        mover = self.state.seat
        self.state.play(self.game.moves[action])
        outcome = self.state.outcome
        if outcome is not None:
            said["terminated"], said["ending"] = True, self.game.endings.index(outcome.termination) + 1
            if outcome.winner is not None:
                winner = self.state.seat_of(outcome.winner)
                said["rewards"] = [1.0, -1.0] if winner == 1 else [-1.0, 1.0]
                said["reward"] = 1.0 if winner == mover else -1.0
        else:
            said["truncated"] = len(self.state.history) >= self.max_plies
        self.ended = bool(said["terminated"] or said["truncated"])
        if self.ended and self.mode is SAME_STEP:
            said["final"] = self.observation()
            self.begin()
        return said


def assert_stands(twins: list[Twin], observations: Any, infos: dict[str, Any]) -> None:
    """What stands on the boards, who is to move and what is accepted."""
    assert observations.tolist() == [twin.observation() for twin in twins]
    assert [np.flatnonzero(row).tolist() for row in infos["action_mask"]] == [twin.mask() for twin in twins]
    assert infos["player"].tolist() == [twin.state.seat - 1 for twin in twins]
    assert infos["colour"].tolist() == [int(twin.state.to_move is Colour.WHITE) for twin in twins]


@pytest.mark.boundscheck
@modes
@pytest.mark.parametrize(
    ("game", "longest"),
    [
        *((game, 70) for game in GAMES),
        *with_brought(
            [
                pytest.param("vacu(size=3)", 7, marks=pytest.mark.pure),
                pytest.param("squared(size=2,setup=auction)", 4, marks=pytest.mark.pure),
                ("vadus", 3),
            ],
            [],
        ),
    ],
)
@pytest.mark.parametrize("observation", ["cells", "planes"])
def test_games_go_as_states_do(game: str, longest: int, mode: AutoresetMode, observation: str) -> None:
    rng = random.Random(1)
    env = GameVectorEnv(game, 5, observation=observation, autoreset_mode=mode, max_plies=longest)
    twins = [Twin(env.game, mode, longest, observation == "planes") for _ in range(5)]
    observations, infos = env.reset(seed=1)
    assert infos["rewards"].tolist() == [[0.0, 0.0]] * 5
    cut, ended, won = 0, 0, 0
    for _ in range(120):
        assert_stands(twins, observations, infos)
        actions = [rng.choice(twin.mask()) if twin.mask() else -7 for twin in twins]
        if -7 in actions:
            which = np.array([twin.ended for twin in twins])
            for twin in twins:
                if twin.ended:
                    twin.begin()
            observations, infos = env.reset(options={"reset_mask": which})
            continue
        wanted = [twin.step(action) for twin, action in zip(twins, actions, strict=True)]
        observations, rewards, terminated, truncated, infos = env.step(actions)
        for name, given in (("reward", rewards), ("terminated", terminated), ("truncated", truncated)):
            assert given.tolist() == [one[name] for one in wanted]
        assert infos["rewards"].tolist() == [one["rewards"] for one in wanted]
        assert infos["ending"].tolist() == [one["ending"] for one in wanted]
        finals = [one.get("final") for one in wanted]
        assert ("final_obs" in infos) == any(finals)
        if any(finals):
            assert infos["_final_obs"].tolist() == infos["_final_info"].tolist() == [one is not None for one in finals]
            for number in np.flatnonzero(infos["_final_obs"]).tolist():
                assert infos["final_obs"][number].tolist() == finals[number]
                assert infos["final_info"]["ending"][number] == wanted[number]["ending"]
                assert infos["final_info"]["rewards"][number].tolist() == wanted[number]["rewards"]
        cut += sum(one["truncated"] for one in wanted)
        ended += sum(one["terminated"] for one in wanted)
        won += sum(one["reward"] == 1.0 for one in wanted)
    assert (cut > 0) == (longest < 70)
    assert (ended > 0) == (game != "vadus" and longest != 4)
    assert (won > 0) == (ended > 0 and game != "convacu(size=1)")  # C5: a draw
    for place, twin in enumerate(twins):
        assert env.state(place).to_text() == twin.state.to_text()


@modes
def test_repetition_ends_a_game(mode: AutoresetMode) -> None:
    """V9: the game that goes round twice is a draw at the third appearance, in a second game as in a first."""
    state = parse_position("vacu(size=3) moves a1,b2,a2,b3,a3,button,pass")
    way = [*(move.action for move in state.history), *2 * cycle_from(state)]
    env = GameVectorEnv("vacu(size=3)", 2, autoreset_mode=mode)
    env.reset(seed=1)
    for _ in range(2):
        for number, action in enumerate(way, start=1):
            _, rewards, terminated, _, infos = env.step([action, action])
            assert terminated.tolist() == [number == len(way)] * 2
        assert infos["ending"].tolist() == [list(Termination).index(Termination.REPETITION) + 1] * 2
        assert infos["rewards"].tolist() == [[0.0, 0.0]] * 2
        assert rewards.tolist() == [0.0, 0.0]
        if mode is DISABLED:
            env.reset(options={"reset_mask": terminated.copy()})
        elif mode is NEXT_STEP:
            env.step([0, 0])


# Random numbers and threads --------------------------------------------------------------------


def played(env: GameVectorEnv, seed: Any, steps: int = 60) -> list[bytes]:
    """All that a run says, for each game by itself."""
    said = [b""] * env.num_envs
    observations, infos = env.reset(seed=seed)
    for _ in range(steps):
        actions = env.random_actions().copy()
        observations, rewards, terminated, truncated, infos = env.step(actions)
        if env.mode is DISABLED and (terminated | truncated).any():
            observations, infos = env.reset(options={"reset_mask": terminated | truncated})
        arrays = (actions, observations, rewards, terminated, truncated, infos["action_mask"], infos["player"])
        said = [before + b"".join(array[game].tobytes() for array in arrays) for game, before in enumerate(said)]
    return said


@modes
@pytest.mark.parametrize("game", ["vacu(size=3,setup=auction)", "convacu(size=4)", "kaomi(size=3)", "iago", "vadus"])
def test_threads_and_batch_size_change_nothing(game: str, mode: AutoresetMode) -> None:
    how: dict[str, Any] = {"autoreset_mode": mode, "random_plies": 3}
    alone = played(GameVectorEnv(game, 300, threads=1, **how), 7)
    for threads in (2, 3):
        assert played(GameVectorEnv(game, 300, threads=threads, **how), 7) == alone
    assert played(GameVectorEnv(game, 1, **how), 7 + 250) == alone[250:251]
    assert played(GameVectorEnv(game, 3, **how), [9, 7 + 250, 7]) == [alone[2], alone[250], alone[0]]
    assert len(set(alone)) > 250


def test_seeds() -> None:
    """A seed repeats what follows; without one the numbers go on as they are, and come from the system at first."""
    env = GameVectorEnv("kaomi(size=5,pie=false)", 40, random_plies=6)
    first = env.reset(seed=11)[0].copy()
    going_on = env.reset()[0].copy()
    assert (first != going_on).any()
    assert (env.reset(seed=11)[0] == first).all()
    assert (env.reset()[0] == going_on).all()
    assert (first != 0).sum(axis=1).tolist() == [6] * 40
    others = [GameVectorEnv("kaomi(size=5,pie=false)", 40, random_plies=6).reset()[0] for _ in range(2)]
    assert (others[0] != others[1]).any()
    which = np.arange(40) % 2 == 0
    now = env.reset(seed=11, options={"reset_mask": which})[0]
    assert (now[which] == first[which]).all()
    assert (now[~which] == going_on[~which]).all()


@games
def test_random_openings_leave_a_game_to_play(game: str) -> None:
    """Openings of so many plies that the game would be over have fewer."""
    env = GameVectorEnv(game, 50, random_plies=14, max_plies=15, autoreset_mode=SAME_STEP)
    _, infos = env.reset(seed=1)
    for _ in range(20):
        assert infos["action_mask"].any(axis=1).all()
        assert not any(env.state(number).outcome for number in range(50))
        infos = env.step(env.random_actions())[-1]


def test_random_actions_are_uniform() -> None:
    env = GameVectorEnv("iago-free", 30_000)
    env.reset(seed=5)
    counts = np.bincount(env.random_actions(), minlength=61)
    legal = np.flatnonzero(env.reset()[1]["action_mask"][0])
    assert np.flatnonzero(counts).tolist() == legal.tolist()
    expected = 30_000 / len(legal)
    assert np.abs(counts[legal] - expected).max() < 5 * expected**0.5


# What is refused -------------------------------------------------------------------------------


@modes
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("wrong", [-1, 61, 2**63, 0])
def test_an_illegal_action_moves_nothing(mode: AutoresetMode, threads: int, wrong: int) -> None:
    env = GameVectorEnv("iago", 300, threads=threads, autoreset_mode=mode, copy=True)
    env.reset(seed=1)
    before, infos = env.step(env.random_actions())[0], env.reset(options={"reset_mask": np.arange(300) > 400})[1]
    actions = env.random_actions().astype(np.uint64 if wrong > 2**62 else np.int64)
    good = actions.copy()
    actions[277] = actions[290] = wrong
    states = env.states.tobytes()
    with pytest.raises(IllegalMoveError, match=r"^game 277: ") as caught:
        env.step(actions)
    if wrong == 0:
        assert "illegal move 'a1'" in str(caught.value)
        assert env.state(277).to_text() in str(caught.value)
    assert env.states.tobytes() == states
    observations, after = env.reset(options={"reset_mask": np.arange(300) > 400})
    assert (observations == before).all()
    assert (after["action_mask"] == infos["action_mask"]).all()
    env.step(good)
    assert (env.states["ply"] == 2).all()


def test_wrong_calls_are_refused() -> None:
    for game, how, said in (
        ("kaomi", {"num_envs": 0}, "num_envs must be a whole number from 1 to 10000000, not 0"),
        ("kaomi", {"num_envs": 2.5}, "num_envs"),
        ("kaomi", {"threads": 0}, "threads must be a whole number from 1"),
        ("kaomi", {"max_plies": 0}, "max_plies must be a whole number from 1"),
        ("kaomi(size=3)", {"max_plies": 10**30}, "max_plies must be a whole number from 1 to 1000000, not 1000"),
        ("kaomi", {"num_envs": 10**8}, "num_envs must be a whole number from 1 to 10000000, not 100000000"),
        ("vacu", {"num_envs": 10**6, "max_plies": 10**4}, "not 1,000,000 × 10,000"),
        ("kaomi", {"random_plies": 9, "max_plies": 9}, "random_plies must be a whole number from 0 to 8, not 9"),
        ("kaomi", {"observation": "all"}, "observation must be 'cells' or 'planes', not 'all'"),
        ("kaomi", {"autoreset_mode": "now"}, "'NextStep', 'SameStep', 'Disabled', not 'now'"),
        ("kaomi(size=99)", {}, "size"),
        ("chess", {}, "there is no game “chess”"),
    ):
        with pytest.raises(ValueError, match=said):
            GameVectorEnv(game, **how)
    with pytest.raises(OptionError):
        GameVectorEnv("vacu(colour=red)")
    env = GameVectorEnv("kaomi(size=3)", 4)
    for call in (lambda: env.step([0] * 4), env.random_actions):
        with pytest.raises(ResetNeeded, match="have not begun"):
            call()
    some = np.arange(4) > 1
    with pytest.raises(ValueError, match="have not begun"):
        env.reset(options={"reset_mask": some})
    env.reset(seed=1)
    before = env.states.tobytes()
    wrong: list[Any] = [0, [0], [0] * 5, [[0] * 4], [0.0] * 4, [True] * 4, ["0"] * 4, [None] * 4]
    for actions in wrong:
        with pytest.raises(ValueError, match="4 whole numbers"):
            env.step(actions)
    wrong = [-1, 1.5, "1", [1, 2, 3], [1, 2, 3, -4], [1, 2, 3, "4"]]
    for seed in wrong:
        with pytest.raises(ValueError, match="seed must be a whole number from 0, or 4 of them"):
            env.reset(seed=seed)
    for which in (some[:3], some.astype(np.int8), True):
        with pytest.raises(ValueError, match="4 bools"):
            env.reset(options={"reset_mask": which})
    with pytest.raises(ValueError, match="knows no option 'mask', only 'reset_mask'"):
        env.reset(options={"mask": some})
    with pytest.raises(IndexError, match="no game 4 among 4"):
        env.state(4)
    assert env.states.tobytes() == before


def test_a_game_that_has_ended_waits_for_its_reset() -> None:
    env = GameVectorEnv("kaomi(size=2,pie=false)", 3, autoreset_mode=DISABLED)
    env.reset()
    for action in range(4):
        *_, terminated, _, infos = env.step([action] * 3)
    assert terminated.all()
    assert not infos["action_mask"].any()
    assert env.random_actions().tolist() == [0, 0, 0]
    with pytest.raises(ResetNeeded, match="game 0 has ended"):
        env.step([0, 0, 0])
    which = np.array([True, False, True])
    _, infos = env.reset(options={"reset_mask": which})
    assert infos["action_mask"].any(axis=1).tolist() == which.tolist()
    with pytest.raises(ResetNeeded, match="game 1 has ended"):
        env.step([0, 0, 0])
    env.reset(options={"reset_mask": ~which})
    env.step([0, 1, 2])


# Memory ----------------------------------------------------------------------------------------


@modes
@pytest.mark.parametrize("observation", ["cells", "planes"])
@pytest.mark.parametrize("wanted", [False, True])
def test_views_and_copies(mode: AutoresetMode, wanted: bool, observation: str) -> None:
    """Views are of the same memory at each step; copies stay as they are, also when somebody writes to them."""
    how: dict[str, Any] = {"observation": observation, "autoreset_mode": mode, "max_plies": 9}
    env = GameVectorEnv("vacu(size=3)", 20, copy=wanted, **how)

    def flat(given: Any) -> list[Any]:
        arrays = []
        for one in given:
            arrays += flat(one.values()) if isinstance(one, dict) else [one]
        return arrays

    env.reset(seed=1)
    # The memory of a step, where nothing ends: what is shown then is shown always.
    first = flat(env.step(env.random_actions()))
    kept = [array.copy() for array in first]
    second = flat(env.step(env.random_actions()))
    assert len(first) == len(second) == 9
    for before, value, after in zip(first, kept, second, strict=True):
        assert np.shares_memory(before, after) != wanted
        if wanted:
            assert (before == value).all()
    for array in first:
        array[:] = 1  # whatever others write there, the games go on as they would have
    plain = GameVectorEnv("vacu(size=3)", 20, **how)
    plain.reset(seed=1)
    for _ in range(2):
        plain.step(plain.random_actions())
    for one, other in zip(flat(env.step(env.random_actions())), flat(plain.step(plain.random_actions())), strict=True):
        assert (one == other).all()


def test_memory_is_bounded() -> None:
    """However long it runs, a step leaves nothing behind."""
    env = GameVectorEnv("convacu(size=5)", 500)
    env.reset(seed=1)

    def run() -> int:
        for _ in range(300):
            env.step(env.random_actions())
        return tracemalloc.get_traced_memory()[0]

    run()
    tracemalloc.start()
    try:
        before = run()
        assert run() - before < 50_000
    finally:
        tracemalloc.stop()


def test_a_copy_of_the_environment_goes_its_own_way() -> None:
    env = GameVectorEnv("kaomi(size=4)", 30)
    env.reset(seed=2)
    env.step(env.random_actions())
    twin = copy.deepcopy(env)
    for _ in range(30):
        ours, theirs = env.step(env.random_actions()), twin.step(twin.random_actions())
        assert (ours[0] == theirs[0]).all()
        assert (ours[-1]["action_mask"] == theirs[-1]["action_mask"]).all()
    assert not np.shares_memory(ours[0], theirs[0])


# Gymnasium -------------------------------------------------------------------------------------


@games
@modes
@pytest.mark.parametrize("observation", ["cells", "planes"])
def test_gymnasium_makes_and_checks_it(game: str, mode: AutoresetMode, observation: str) -> None:
    """Gymnasium has no checker for vector environments, only for spaces and observations: of the batch, of a row."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make_vec(
            "fieldstone.interop.vector:fieldstone/Game-v0",
            num_envs=6,
            game=game,
            observation=observation,
            autoreset_mode=mode,
        )
        assert env.metadata["autoreset_mode"] is mode
        assert isinstance(env.unwrapped, GameVectorEnv)
        assert env.num_envs == 6
        for space in (env.observation_space, env.single_observation_space):
            check_observation_space(space)
        for space in (env.action_space, env.single_action_space):
            check_action_space(space)
        observations, infos = env.reset(seed=1)
        for _ in range(4):
            check_obs(observations, env.observation_space, "step")
            check_obs(observations[0], env.single_observation_space, "step")
            actions = np.array([env.single_action_space.sample(mask=row) for row in infos["action_mask"]])
            if mode is DISABLED and not infos["action_mask"].any(axis=1).all():
                break
            assert env.action_space.contains(actions)
            observations, rewards, terminated, truncated, infos = env.step(actions)
            assert (rewards.shape, rewards.dtype) == ((6,), np.float32)
            assert (terminated.shape, terminated.dtype) == (truncated.shape, truncated.dtype) == ((6,), np.bool_)
            assert (infos["rewards"].shape, infos["rewards"].dtype) == ((6, 2), np.float32)
        env.close()
    assert str(env) == "GameVectorEnv(fieldstone/Game-v0, num_envs=6)"


def test_one_game_is_made_by_another_call() -> None:
    given: list[dict[str, Any]] = [{}, {"game": "kaomi(size=3)", "render_mode": "rgb_array"}]
    for options in given:
        with pytest.raises(gymnasium.error.Error, match=r"gymnasium\.make_vec\('fieldstone\.interop\.vector"):
            gymnasium.make("fieldstone.interop.vector:fieldstone/Game-v0", **options)


def test_nothing_happens_after_close() -> None:
    env = GameVectorEnv("kaomi(size=3)", 2)
    env.reset(seed=1)
    env.close()
    env.close()
    for call in (env.reset, env.render, env.random_actions, lambda: env.step([0, 0])):
        with pytest.raises(gymnasium.error.ClosedEnvironmentError, match=r"comes after close\(\)"):
            call()


def test_games_are_shown() -> None:
    env = GameVectorEnv("vacu(size=3)", 2, render_mode="ansi")
    assert env.metadata["render_modes"] == ["ansi", "rgb_array"]
    with pytest.raises(ResetNeeded, match="render"):
        env.render()
    env.reset(seed=1)
    env.step([0, 4])
    assert env.render() == (str(env.state(0)), str(env.state(1)))
    made = gymnasium.make_vec(
        "fieldstone.interop.vector:fieldstone/Game-v0", num_envs=2, game="iago", render_mode="rgb_array"
    )
    made.reset(seed=1)
    shown: Any = made.render()
    assert len(shown) == 2
    assert all(picture.dtype == np.uint8 and picture.shape[1:] == (240, 3) for picture in shown)
    with pytest.raises(ValueError, match="render_mode must be None or one of 'ansi', 'rgb_array', not 'human'"):
        GameVectorEnv("iago", 2, render_mode="human")


def test_nothing_is_shown_without_a_mode(caplog: pytest.LogCaptureFixture) -> None:
    env = GameVectorEnv("kaomi(size=3)", 2)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="give a render_mode"):
        assert env.render() is None


@pytest.mark.parametrize("mode", [NEXT_STEP, SAME_STEP])
def test_gymnasium_wraps_it(mode: AutoresetMode) -> None:
    """The lengths that Gymnasium counts are those of the games, which have nine placements here."""
    env = GameVectorEnv("kaomi(size=3,pie=false)", 4, autoreset_mode=mode)
    rows = DictInfoToList(RecordEpisodeStatistics(env))
    rows.reset(seed=1)
    ended = 0
    for _ in range(40):
        *_, infos = rows.step(env.random_actions())
        for row in infos:
            assert row["action_mask"].shape == (9,)
            if "episode" in row:
                ended += 1
                assert row["episode"]["l"] == 9
                assert row["episode"]["r"] == row.get("final_info", row)["rewards"][0]  # the last stone is player 1's
    assert ended == 16


def test_without_gymnasium_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['gymnasium'] = None; import fieldstone.interop.vector"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "pip install 'fieldstone[research]'" in done.stderr.splitlines()[-1]


def test_states_of_the_environment_are_states() -> None:
    env = GameVectorEnv(read_game("vacu(size=5)"), 3)
    env.reset()
    env.step([0, 1, 2])
    assert [env.state(number).rows()[-1] for number in (0, 1, -1)] == ["B....", ".B...", "..B.."]
    check_consistency(env.state(1))
