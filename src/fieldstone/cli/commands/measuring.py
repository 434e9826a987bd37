"""The commands that count and measure: ``perft`` and ``bench playouts``."""

import json
import threading
import time
from collections.abc import Mapping
from typing import Any

from fieldstone.cli.commands.looking import known_game
from fieldstone.cli.play.launch import check_game, make_game
from fieldstone.cli.terminal.screen import Screen
from fieldstone.games import GAMES
from fieldstone.play.state import State

SHOW_EVERY = 0.1


class Tally:
    """What a perft has counted so far."""

    def __init__(self, screen: Screen, show_turns: bool, show_progress: bool) -> None:
        self.screen = screen
        self.turns: dict[str, int] = {}
        self.show_turns = show_turns
        self.show_progress = show_progress and screen.can_overwrite and not show_turns
        self.shown = time.monotonic()
        self.closed = False

    @property
    def total(self) -> int:
        """All sequences counted so far."""
        return sum(self.turns.values())

    def add(self, turn: str, count: int) -> None:
        """Take the count of one first turn."""
        if self.closed:
            return
        self.turns[turn] = count
        if self.show_turns:
            self.screen.write(f"{turn}: {count}")
        elif self.show_progress and time.monotonic() - self.shown > SHOW_EVERY:
            self.shown = time.monotonic()
            self.screen.overwrite(f"{len(self.turns)} first turns, {self.total} sequences")

    def close(self) -> None:
        """Take no more counts, and wipe the line of progress away."""
        self.closed = True
        if self.show_progress:
            self.show_progress = False
            self.screen.overwrite("")


def count_sequences(text: str, depth: int, divide: bool, as_json: bool, screen: Screen) -> bool:
    """Count the turn sequences from a game or position and print them; returns False when Ctrl-C cut it short."""
    from fieldstone.play.perft import perft

    state = _start(text, screen)
    tally = Tally(screen, divide and not as_json, not as_json)
    begin = time.perf_counter()
    totals: list[int] = []
    # In a thread of its own: compiled code cannot be interrupted, but it can be left.
    counting = threading.Thread(target=lambda: totals.append(perft(state, depth, tally.add)), daemon=True)
    try:
        counting.start()
        while counting.is_alive():
            counting.join(SHOW_EVERY)
    except KeyboardInterrupt:
        tally.close()
    complete = bool(totals)
    total = totals[0] if complete else tally.total
    seconds = time.perf_counter() - begin
    tally.close()
    if as_json:
        result: dict[str, Any] = {"position": state.to_text(), "depth": depth, "count": total, "complete": complete}
        result["seconds"] = round(seconds, 3)
        if divide:
            result["divide"] = tally.turns
        print(json.dumps(result))
    elif complete:
        screen.write(f"perft({depth}) = {total}   ({seconds:.2f} s)")
    else:
        screen.write(f"Stopped after {len(tally.turns)} first turns: {total} sequences so far   ({seconds:.2f} s)")
    return complete


def _start(text: str, screen: Screen) -> State:
    """Return the start position of a game, or the position of a text or file."""
    from fieldstone.cli.play.saves import read_argument
    from fieldstone.cli.terminal.warming import warm

    name = text.partition("(")[0].strip()
    if name in GAMES and len(text.split()) == 1:
        check_game(text, {}, screen)
        warm([name], screen)
        state: State = make_game(text, {}).new_state()
        return state
    read, _ = read_argument(text, screen)
    warm([read.game.name], screen)
    return read


def measure_playouts(
    text: str, options: Mapping[str, Any], seconds: float, threads: int, as_json: bool, screen: Screen
) -> None:
    """Play random games for some seconds on some threads and print how many there were."""
    from fieldstone.bench import playout_speed
    from fieldstone.cli.terminal.warming import warm

    known_game(text)
    check_game(text, options, screen)
    game = make_game(text, options)
    warm([game.name], screen)
    found = playout_speed(game.name, seconds=seconds, threads=threads, **game.options)
    if as_json:
        print(json.dumps({name: found[name] for name in ("games_per_s", "plies_per_s", "threads")}))
    else:
        games, plies = found["games_per_s"], found["plies_per_s"]
        screen.write(f"{game}: {games:,.0f} games/s, {plies:,.0f} plies/s on {threads} thread(s)")
