"""One game of a match, from its opening to its end."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from fieldstone.arena.match import Match, Task, player_seed
from fieldstone.arena.players import NO_NETS, PROGRAMS, Counting, Nets, make_player, read_spec
from fieldstone.core.errors import IllegalMoveError, InvalidMoveError
from fieldstone.core.outcome import Colour
from fieldstone.interop.client import ResignationError
from fieldstone.play.game import Game, read_game
from fieldstone.play.state import State
from fieldstone.search.net.file import read_net

FORMAT = 1
AGREED_MOVES = 4  # of each player, in a row, at which both must be sure
# After each move that does not end the game: the position, and for each seat the chance of seat 1 at each of its moves.
Watch = Callable[[State, list[list[float]]], None]
CLOCKS = {"cpu": time.process_time, "wall": time.perf_counter}  # a process plays one game at a time


def longest(game: Game) -> int:
    """Return the number of plies after which a game is stopped as a draw. The rules end every game long before that."""
    return 1000 + 100 * game.points


class _Forfeit(Exception):  # noqa: N818  # no error of ours: a way for a game to end
    def __init__(self, seat: int, how: str, problem: str | None = None) -> None:
        super().__init__(how)
        self.seat, self.how, self.problem = seat, how, problem


class _Seat:
    """A player in a seat, its moves counted and timed."""

    def __init__(self, match: Match, task: Task, number: int, nets: Nets) -> None:
        self.number = number
        self.seed = player_seed(match, task, number)
        self.clock = CLOCKS[match.clock]
        self.moves = 0
        self.seconds = 0.0
        self.player: Counting | None = None
        self.chances: list[float] = []  # that seat 1 wins, as this player saw it at each of its moves that `see` is for
        self._made = (match.players[task.seats[number - 1]], read_game(match.game), match.clock, nets)

    def play(self, state: State) -> None:
        """Let the player choose and play its move; raises _Forfeit when it crashes or breaks the rules."""
        begin = self.clock()
        try:
            if self.player is None:
                text, game, clock, nets = self._made
                spec = read_spec(text)
                if spec.kind in PROGRAMS:  # the processor time of another program cannot be measured here
                    self.clock = CLOCKS["wall"]
                    begin = self.clock()
                self.player = Counting(make_player(spec, game, self.seed, clock, nets))
                self.player.start()
                begin = self.clock()
            move = self.player.choose(state.copy())
        except ResignationError:
            raise _Forfeit(self.number, "resignation") from None
        except Exception as error:
            raise _Forfeit(self.number, "crash", f"{type(error).__name__}: {error}"[:500]) from None
        finally:
            self.seconds += self.clock() - begin
        try:
            state.play(move)
        except (IllegalMoveError, InvalidMoveError) as error:
            raise _Forfeit(self.number, "illegal-move", str(error)[:500]) from None
        self.moves += 1

    def see(self) -> None:
        """Ask the player for its win rate at its last move; for some players that takes as long as a few moves."""
        chance = None if self.player is None else self.player.win_chance()
        if chance is not None:
            self.chances.append(chance if self.number == 1 else 1.0 - chance)

    def close(self) -> None:
        """End the player, if it is a program."""
        if self.player is not None:
            self.player.close()


def play_game(match: Match, task: Task, watch: Watch | None = None, nets: Nets = NO_NETS) -> dict[str, Any]:
    """Play one game and return its line for the results file, as `docs/json.md` describes it.

    A player who crashes or plays what the rules do not allow has lost. `watch` sees what the players think of it.
    `nets` are what files of networks hold, for a machine that does not have them.
    """
    state = read_game(match.game).new_state()
    for text in task.opening:
        state.play(text)
    seats = [_Seat(match, task, number, nets) for number in (1, 2)]
    chances = [seat.chances for seat in seats]
    end: dict[str, Any]
    try:
        while state.outcome is None and len(state.history) < longest(state.game):
            mover = seats[state.seat - 1]
            mover.play(state)
            if state.outcome is not None:
                continue
            if match.adjudicate or watch is not None:
                mover.see()
            if watch is not None:
                watch(state, chances)
            winner = agreed_winner(chances, match.adjudicate) if match.adjudicate else None
            if winner is not None:
                end = {"winning_seat": winner, "termination": "adjudication"}
                break
        else:
            end = _ending(state)
    except _Forfeit as forfeit:
        end = {"winning_seat": 3 - forfeit.seat, "termination": forfeit.how}
        end |= {} if forfeit.problem is None else {"problem": forfeit.problem}
    finally:
        for seat in seats:
            seat.close()
    winning = end.pop("winning_seat")
    return {
        "format": FORMAT,
        "match": match.to_data(),
        "pair": task.pair,
        "seats": list(task.seats),
        "winner": None if winning is None else task.seats[winning - 1],
        "colour": None if winning is None else _colour(state, winning),
        **end,
        "scores": state.scores(),
        "plies": len(state.history),
        "moves": state.to_text(history=True),
        "opening": len(task.opening),
        "seeds": [seat.seed for seat in seats],
        "own_moves": [seat.moves for seat in seats],
        "seconds": [round(seat.seconds, 4) for seat in seats],
        "simulations": [None if seat.player is None else seat.player.simulations_made for seat in seats],
    }


def agreed_winner(chances: list[list[float]], sure: float) -> int | None:
    """Return the seat, 1 or 2, to whom both players have given at least `sure` at each of their last moves, or None.

    `chances` has for each player, move by move, the chance of seat 1.
    """
    last = [chance for own in chances for chance in own[-AGREED_MOVES:]]
    if len(last) < 2 * AGREED_MOVES:
        return None
    if min(last) >= sure:
        return 1
    return 2 if max(last) <= 1.0 - sure else None


def _ending(state: State) -> dict[str, Any]:
    if state.outcome is None:
        return {"winning_seat": None, "termination": "too-long"}
    winner = state.outcome.winner
    seat = None if winner is None else state.seat_of(winner)
    return {"winning_seat": seat, "termination": str(state.outcome.termination)}


def _colour(state: State, seat: int) -> str:
    """Return the colour that a player holds at the end."""
    return next(colour.value for colour in Colour if state.seat_of(colour) == seat)


def load_kernels(match: Match) -> None:
    """Play a game that does not count, so that no player's time goes into loading compiled code."""
    players = ("search,simulations=2", "search,simulations=3")
    play_game(replace(match, players=players), Task(0, (0, 1), ()))


def nets_of(match: Match) -> dict[str, bytes]:
    """Return what the files of networks hold that players of a match name, by their names. Raises NetError."""
    files = {str(dict(read_spec(text).options).get("file", "")) for text in match.players}
    return {file: read_net(Path(file)).to_bytes() for file in sorted(files - {""})}


def game_player(shared: tuple[Match, Nets]) -> Callable[[Task], dict[str, Any]]:
    """Return what plays a game and returns its line: the jobs of a match. `shared` are the match and `nets_of` it."""
    match, nets = shared
    load_kernels(match)
    return lambda task: play_game(match, task, nets=nets)
