"""All games for OpenSpiel 2: importing this module registers them with `pyspiel`.

``pyspiel.load_game("fieldstone_vacu(size=9,komi=7)")`` then loads one. The names are those of Fieldstone after
``fieldstone_``, with ``_`` for ``-``; the parameters are the options. Players 0 and 1 are the seats 1 and 2, whichever
colour they hold. A decision is a move: a turn of two stones takes two, and naming komi, choosing a side and swapping
are decisions like any other. Needs the extra ``research``.
"""

from collections.abc import Mapping
from functools import cached_property, partial
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from fieldstone.core.errors import IllegalMoveError, InvalidMoveError, OptionError
from fieldstone.core.kernels import playout_cap, repetition_counts
from fieldstone.core.outcome import Colour
from fieldstone.core.record import ONGOING
from fieldstone.games import GAMES
from fieldstone.games.spec import GameSpec
from fieldstone.interop.extras import advice
from fieldstone.messages import say
from fieldstone.play.game import Game, load
from fieldstone.play.observation import sight_of
from fieldstone.play.ruleset import Move
from fieldstone.play.state import State

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(advice("OpenSpiel (open_spiel)"), name=error.name) from error

LENGTH = "max_game_length"  # the parameter of games that can go in circles
MOST = 1_000_000


def spiel_name(name: str) -> str:
    """Return the name that OpenSpiel knows a game by: ``fieldstone_iago_free`` for ``iago-free``."""
    return f"fieldstone_{name.replace('-', '_')}"


def cycles(spec: GameSpec) -> bool:
    """Say whether positions of a game can come back, so that the rules give no useful bound on its length (V9)."""
    return bool(repetition_counts(load(spec.name).adapter.rules[0]))


def read_parameters(spec: GameSpec, parameters: Mapping[str, Any]) -> tuple[Game, int]:
    """Return the game that OpenSpiel's parameters ask for, and the most moves that it can have.

    They are as many as the rules allow; where these give no bound, the parameter for it, or for 0 four moves a point
    and twenty. Raises OptionError for a bad value, naming what would be allowed.
    """
    options = dict(parameters)
    length = int(options.pop(LENGTH, 0))
    if not 0 <= length <= MOST:
        allowed = partial(say, "option.whole", low=0, high=MOST)
        raise OptionError("option.value", game=spec.name, option=LENGTH, allowed=allowed, value=length)
    game = load(spec.name, **options)
    return game, length or int(playout_cap(game.adapter.rules[0]))


class SpielGame(pyspiel.Game):
    """A game with its parameters; each game has a class of its own below this one.

    Attributes
    ----------
    spec, game_type : what is known of the game here, and there
    """

    spec: ClassVar[GameSpec]
    game_type: ClassVar[Any]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Load a game; called by OpenSpiel. Raises OptionError for a bad value, naming what would be allowed."""
        game, length = read_parameters(self.spec, params or {})
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=length,
        )
        super().__init__(self.game_type, info, params or {})

    # A game that comes out of a pickle has not been initialised here, only below: no attributes are set above.
    @cached_property
    def fieldstone(self) -> Game:
        """The Fieldstone game."""
        return read_parameters(self.spec, self.get_parameters())[0]

    def new_initial_state(self) -> "SpielState":
        """Return the start position."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return what turns states into tensors and strings. Raises ValueError for parameters: there are none."""
        if iig_obs_type is not None and not iig_obs_type.public_info:
            return IIGObserverForPublicInfoGame(iig_obs_type, params)
        return SpielObserver(self, iig_obs_type is not None and iig_obs_type.perfect_recall, params)


class SpielState(pyspiel.State):
    """A state of any of the games.

    Attributes
    ----------
    fieldstone : the Fieldstone state, with position and history; do not play in it
    """

    def __init__(self, game: SpielGame) -> None:
        """Begin a game; called by `SpielGame.new_initial_state`."""
        super().__init__(game)
        self.fieldstone: State = game.fieldstone.new_state()
        self._left = game.max_game_length()  # moves until the game is called off
        self._player = 0

    def current_player(self) -> int:
        """Return who is to move, 0 or 1, or ``pyspiel.PlayerId.TERMINAL``."""
        return self._player

    def is_terminal(self) -> bool:
        """Say whether the game is over, by its rules or because it has taken too many moves."""
        return self._player < 0

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the loser, 0 for a draw, a game called off, and one that goes on."""
        winner = int(self.fieldstone.record.winner)
        if winner == 0:
            return [0.0, 0.0]
        first = 1.0 if self.fieldstone.seat_of((Colour.BLACK, Colour.WHITE)[winner - 1]) == 1 else -1.0
        return [first, -first]

    def _legal_actions(self, player: int) -> list[int]:
        """Return the legal actions, ascending."""
        return self.fieldstone.legal_actions()

    def _apply_action(self, action: int) -> None:
        """Play an action. Raises IllegalMoveError when the rules do not allow it, or the game was called off."""
        move = self._move(action)
        if self._left <= 0:
            count = len(self.fieldstone.history)
            raise IllegalMoveError(
                f"{move.text}: the game was called off after {count} moves ({LENGTH}); nothing follows"
            )
        self.fieldstone.play(move)
        self._left -= 1
        over = self._left == 0 or self.fieldstone.record.over != ONGOING
        self._player = int(pyspiel.PlayerId.TERMINAL) if over else self.fieldstone.seat - 1

    def _action_to_string(self, player: int, action: int) -> str:
        """Return the move as the rules write it: ``e5``, ``pass``, ``komi 7``."""
        return self._move(action).text

    def _move(self, action: int) -> Move:
        moves = self.fieldstone.game.moves
        if not 0 <= action < len(moves):
            raise InvalidMoveError(f"{action} is no action of {self.fieldstone.game}: 0 to {len(moves) - 1}")
        return moves[action]

    def __str__(self) -> str:
        """Return the position as text, equal exactly for states from which the game goes on alike.

        Where a position can come back (V9) that takes the past: the moves left, and a hash of the positions that have
        stood on the table, in whatever order.
        """
        text = self.fieldstone.to_text()
        if not self.fieldstone.game.adapter.repeats:
            return text
        past = np.sort(self.fieldstone.keys)
        return f"{text} left={self._left} past={fold(past):016x}"


def fold(keys: npt.NDArray[np.uint64]) -> int:
    """Return a 64-bit hash of keys in their order (the multipliers are Knuth's for MMIX)."""
    value = len(keys)
    for key in keys.tolist():
        value = ((value ^ key) * 6364136223846793005 + 1442695040888963407) % 2**64
    return value


class SpielObserver:
    """What a player sees of a state: the planes, and with perfect recall all moves too.

    Attributes
    ----------
    tensor : all numbers in one row, float32
    dict : "planes" (planes, rows, columns) and, with perfect recall, "history" (moves,): views of the tensor
    """

    def __init__(self, game: SpielGame, perfect_recall: bool, params: Any) -> None:
        """Make room for one observation. Raises ValueError for parameters: there are none."""
        if params:
            raise ValueError(f"observations of {game} take no parameters, not {params}")
        self._sight = sight_of(game.fieldstone)
        self._recall = perfect_recall
        shapes: dict[str, tuple[int, ...]] = {"planes": self._sight.shape}
        if perfect_recall:
            shapes["history"] = (game.max_game_length(),)
        sizes = {name: int(np.prod(shape)) for name, shape in shapes.items()}
        self.tensor = np.zeros(sum(sizes.values()), dtype=np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        first = 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[first : first + sizes[name]].reshape(shape)
            first += sizes[name]

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees: the planes in that player's place; of each move (action + 1) / actions, then 0."""
        self._sight.see(state.fieldstone, player + 1, out=self.dict["planes"])
        if self._recall:
            moves = self.dict["history"]
            played = state.history()
            moves[: len(played)] = (np.array(played, dtype=np.float32) + 1) / state.fieldstone.game.num_actions
            moves[len(played) :] = 0

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the position, or with perfect recall the moves, as text."""
        return str(state.history_str() if self._recall else state)


def _register(spec: GameSpec) -> None:
    parameters: dict[str, Any] = {name: option.default for name, option in spec.options.items()}
    if cycles(spec):
        parameters[LENGTH] = 0
    game_type = pyspiel.GameType(
        short_name=spiel_name(spec.name),
        long_name=f"Fieldstone {spec.title()}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )
    # A class, not a function made here: OpenSpiel lets go of it after the interpreter has ended, and only a class
    # survives that.
    name = f"{spec.name.title().replace('-', '')}Game"
    made = type(name, (SpielGame,), {"__module__": __name__, "spec": spec, "game_type": game_type})
    globals()[name] = made  # where pickle looks for it
    pyspiel.register_game(game_type, made)


def _step(bot: Any, state: Any) -> int:
    """Return the action of an MCTSBot written in C++; replaces its method, which crashes in our states.

    In OpenSpiel 2.0.2 that method gives up the interpreter's lock, which is needed to copy a state written in Python.
    The same method of the base class keeps the lock. For states of other games all stays as it was.
    """
    action: int = (pyspiel.Bot.step if isinstance(state, SpielState) else _step_without_lock)(bot, state)
    return action


_step_without_lock = pyspiel.MCTSBot.step
pyspiel.MCTSBot.step = _step
for _facts in GAMES.values():
    _register(_facts)
