"""All games for PettingZoo, as environments in which one agent after the other acts (AEC).

``env("vacu", size=9)`` makes one. Agents ``player_0`` and ``player_1`` are the seats 1 and 2, whichever colour they
hold. An action is a move: an agent may act twice in a row (a turn of two stones, White after a swap), and naming komi
and choosing a side are actions like any other. Needs the extra ``research``.
"""

import sys
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from fieldstone.core.kernels import playout_cap
from fieldstone.core.record import ONGOING
from fieldstone.games import GAMES
from fieldstone.interop.extras import advice
from fieldstone.play.game import load
from fieldstone.play.observation import sight_of

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(advice("PettingZoo (pettingzoo)"), name=error.name) from error

AGENTS = ("player_0", "player_1")
MODES = ("human", "ansi", "rgb_array")
PIXELS = 480  # of a picture, from left to right

FIRST = next(iter(GAMES))  # what is played when nobody says which
Observation = dict[str, npt.NDArray[Any]]


def env(
    game: str = FIRST, render_mode: str | None = None, max_cycles: int | None = None, **options: Any
) -> AECEnv[str, Observation, int | None]:
    """Return the environment of a game with its options, in PettingZoo's usual wrappers.

    An illegal action ends the game: its agent gets -1. For the parameters and errors see `raw_env`.
    """
    made = raw_env(game, render_mode, max_cycles, **options)
    return _wrapped(made)


def parallel_env(
    game: str = FIRST, render_mode: str | None = None, max_cycles: int | None = None, **options: Any
) -> ParallelEnv[str, Observation, int | None]:
    """Return the environment for programs in which all agents act at once: only the action of who is to move counts.

    A cycle is one step here, and one move. For the other parameters and the errors see `raw_env`.
    """
    made = raw_env(game, render_mode, max_cycles, **options)
    if max_cycles is not None:
        made.max_moves = max_cycles
    return turn_based_aec_to_parallel(_wrapped(made))


def _wrapped(made: "raw_env") -> AECEnv[str, Observation, int | None]:
    ending = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ending))


class raw_env(AECEnv[str, Observation, int | None], EzPickle):  # noqa: N801 (PettingZoo's name for it)
    """The environment of a game without wrappers.

    An observation is a dict: "observation", the planes in the agent's place (planes, rows, columns), float32 from 0 to
    1; "action_mask", int8, 1 for each action that is legal now, all 0 for the agent that is not to move.

    Attributes
    ----------
    fieldstone : the Fieldstone state, with position and history; do not play in it
    max_moves : the moves after which a game is cut short (truncated), or None
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(MODES),
        "name": "fieldstone_v0",
        "is_parallelizable": True,
        "render_fps": 2,
    }

    def __init__(
        self, game: str = FIRST, render_mode: str | None = None, max_cycles: int | None = None, **options: Any
    ) -> None:
        """Load a game.

        Parameters
        ----------
        game, options : as for `fieldstone.load`
        render_mode : "human" writes the board to the terminal after each move, "ansi" returns it as text, "rgb_array"
            as an image; None for none
        max_cycles : cut a game short after this many moves of each agent, twice as many moves in all. By default
            only games that can go in circles are: after four moves a point and twenty.

        Raises OptionError for an unknown game or option or a bad value, ValueError for a bad mode or number.
        """
        EzPickle.__init__(self, game, render_mode, max_cycles, **options)
        super().__init__()
        if render_mode not in (None, *MODES):
            raise ValueError(f"render_mode must be None or one of {', '.join(MODES)}, not {render_mode!r}")
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"max_cycles must be at least 1, or None, not {max_cycles}")
        self.game = load(game, **options)
        self.render_mode = render_mode
        self.fieldstone = self.game.new_state()
        cap = int(playout_cap(self.game.adapter.rules[0])) if self.game.adapter.repeats else None
        self.max_moves = cap if max_cycles is None else 2 * max_cycles
        self.possible_agents = list(AGENTS)
        self._sight = sight_of(self.game)
        actions = self.game.num_actions
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, self._sight.shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations, always the same object."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions, always the same object."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game. There is no chance in it, so `seed` changes nothing; `options` are not looked at."""
        self.fieldstone = self.game.new_state()
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = self._mover()

    def _mover(self) -> str:
        return AGENTS[self.fieldstone.seat - 1]

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees; the arrays are new ones."""
        mask = np.zeros(self.game.num_actions, dtype=np.int8)
        if agent == self._mover():
            mask[self.fieldstone.legal_actions()] = 1
        return {"observation": self._sight.see(self.fieldstone, AGENTS.index(agent) + 1), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play an action for the agent to move, or None for one whose game is over.

        Raises IllegalMoveError when the rules do not allow it, ValueError when there is no such action; nothing has
        changed then.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < self.game.num_actions:
            raise ValueError(f"an action is a whole number from 0 to {self.game.num_actions - 1}, not {action!r}")
        self.fieldstone.play(self.game.moves[int(action)])
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.fieldstone.record.over != ONGOING:
            self.terminations = dict.fromkeys(AGENTS, True)
            outcome = self.fieldstone.outcome
            if outcome is not None and outcome.winner is not None:
                winner = AGENTS[self.fieldstone.seat_of(outcome.winner) - 1]
                self.rewards = {one: 1.0 if one == winner else -1.0 for one in AGENTS}
        elif len(self.fieldstone.history) == self.max_moves:
            self.truncations = dict.fromkeys(AGENTS, True)
        self.agent_selection = self._mover()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> npt.NDArray[np.uint8] | str | None:
        """Return the position as text or as a picture (rows, columns, 3), or write it to the terminal."""
        if self.render_mode is None:
            gymnasium.logger.warn("nothing is rendered: give a render_mode when you make the environment")
            return None
        if self.render_mode == "rgb_array":
            from fieldstone.diagram.drawing import Style
            from fieldstone.diagram.raster import picture

            return np.asarray(picture(self.fieldstone, Style(), PIXELS))
        if self.render_mode == "ansi":
            return str(self.fieldstone)
        sys.stdout.write(f"{self.fieldstone}\n\n")
        return None

    def close(self) -> None:
        """Do nothing: no window is open."""
