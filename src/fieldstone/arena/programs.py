"""Other programs as players: engines that speak JSON lines, and GTP. Each game starts a process and ends it."""

import json
from typing import Any

from fieldstone.arena.errors import ArenaError
from fieldstone.core.errors import OptionError
from fieldstone.interop.client import GtpEngine, LinesEngine, read_visits
from fieldstone.interop.process import SHOWN, USUAL_TIMEOUT, CommandError, EngineError, read_command
from fieldstone.play.game import Game
from fieldstone.play.state import State


def _arguments(command: str, timeout: float) -> list[str]:
    """Return the arguments of a command line. Raises ArenaError when it starts nothing, or has no time for answers."""
    try:
        arguments = read_command(command)
    except CommandError as error:
        if error.program is None:
            raise ArenaError("arena.no-command", command=command[:SHOWN], problem=str(error)) from None
        raise ArenaError("arena.no-program", command=command[:SHOWN], program=error.program[:SHOWN]) from None
    if timeout <= 0:
        raise ArenaError("arena.timeout", value=timeout)
    return arguments


class EnginePlayer:
    """Plays what a program answers that speaks JSON lines, as docs/engines.md describes them.

    Attributes
    ----------
    simulations_made : so far, by the `visits` of its answers; None until one has them
    """

    def __init__(self, command: str, fields: dict[str, Any], seed: int, timeout: float = USUAL_TIMEOUT) -> None:
        """Prepare; `fields` are fields of each query. Raises ArenaError."""
        self._engine = LinesEngine(_arguments(command, timeout), timeout)
        self._fields = {"chooseMove": True, "seed": seed, **fields}
        self.simulations_made: int | None = None
        self.start = self._engine.start
        self.close = self._engine.close

    def choose(self, state: State) -> str:
        """Return the move that the program answers, legal or not. Raises EngineError."""
        answer = self._engine.ask({"position": state.to_text(history=True), **self._fields})
        if not isinstance(answer.get("move"), str):
            raise EngineError(f"no move: {json.dumps(answer)[:SHOWN]}")
        visits = read_visits(answer)
        if visits is not None:
            self.simulations_made = (self.simulations_made or 0) + visits
        return str(answer["move"])


class GtpPlayer:
    """Plays what a program answers that speaks GTP; one that knows `fieldstone-game` is asked in our words."""

    def __init__(self, command: str, game: Game, timeout: float = USUAL_TIMEOUT) -> None:
        """Prepare. Raises ArenaError when there is no such program, or the game has no square board."""
        try:
            self._engine = GtpEngine(game, _arguments(command, timeout), timeout)
        except OptionError:
            raise ArenaError("arena.gtp-game", game=game.name) from None
        self.start = self._engine.start
        self.close = self._engine.close

    def choose(self, state: State) -> str:
        """Return the program's move, legal or not. Raises EngineError and ResignationError."""
        return self._engine.ask_move(state)
