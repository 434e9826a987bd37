"""Compiling on first use, where it can be seen and stopped, before somebody waits for a move."""

import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import numpy as np

from fieldstone.core.cache import cache_folder, repair_cache, warn_not_kept, what_is_not_kept
from fieldstone.core.library import library_in
from fieldstone.games import GAMES, folder_of

# What is compiled apart, each part in a process of its own, and in how many steps. The first is needed for a board and
# what people do on it, two more before the computer chooses its first move.
STEPS = {"rules": 5, "thinking": 2, "solving": 2, "batches": 8}
ALL = tuple(STEPS)
RULES = ("rules",)
TO_PLAY = ("rules", "thinking", "solving")
MOST_PROCESSES = 4  # each takes some hundred megabytes
NOT_KEPT = "not kept: "  # begins the last line of a compiling process whose work is lost


def _marker(name: str, part: str) -> Path:
    """Return the file that says that a part of a game lies in the cache; variants share their base game's."""
    return cache_folder() / f"{GAMES[name].family}-{part}.ready"


def has_library(name: str) -> bool:
    """Say whether the kernels of a game are there as a native library that can be used here."""
    return library_in(folder_of(GAMES[name].home)) is not None


def is_warm(name: str, parts: Sequence[str] = ALL) -> bool:
    """Say whether the kernels of a game, or some parts of them, are there already: in its library, or in the cache."""
    return has_library(name) or all(_marker(name, part).exists() for part in parts)


def repair() -> int:
    """Have what is damaged in the cache compiled again by the next warm-up; returns how many functions that are."""
    damaged = repair_cache()
    if damaged:
        for marker in cache_folder().glob("*.ready"):  # nobody knows to which parts a function belongs
            marker.unlink(missing_ok=True)
    return damaged


def steps_of(name: str, part: str) -> Iterator[Callable[[], Any]]:
    """Yield what compiles one kernel after the other."""
    from fieldstone.play.game import load

    kinds = {"rules": _rules, "thinking": _thinking, "solving": _solving, "batches": _batches}
    yield from kinds[part](load(name))


def _rules(game: Any) -> Iterator[Callable[[], Any]]:
    """Yield the steps to all that people do with a position."""
    yield game.new_state
    yield lambda: game.new_state().legal_moves()
    yield lambda: _play_and_undo(game)
    yield lambda: _read_back(game)
    yield lambda: _tell(game)


def _thinking(game: Any) -> Iterator[Callable[[], Any]]:
    """Yield the steps to a search; random games are most of what is compiled for it."""
    from fieldstone.core import entries
    from fieldstone.core.rng import make_rng

    states = np.zeros(2, game.adapter.dtype)
    words = states.view(np.uint64).reshape(2, -1)
    entries.start_states(game.adapter.rules, states)
    yield lambda: entries.sample_playouts(game.adapter.rules, states, words, make_rng(1), 1)
    yield lambda: _think(game)


def _solving(game: Any) -> Iterator[Callable[[], Any]]:
    """Yield the steps to an exact solution of a position shortly before the end."""
    from fieldstone.search.random import RandomPlayer

    state, player = game.new_state(), RandomPlayer(1)

    def play_out() -> None:
        while state.outcome is None:
            state.play(player.choose(state))
        for _ in range(2):
            state.undo()

    yield play_out
    yield lambda: _solve(state)


def _batches(game: Any) -> Iterator[Callable[[], Any]]:
    """Yield the steps to all the rest: batches, what counts and measures, and what a network sees."""
    from fieldstone.core import entries
    from fieldstone.core.rng import make_rng
    from fieldstone.play.observation import sight_of
    from fieldstone.play.perft import perft

    states = np.zeros(2, game.adapter.dtype)
    words = states.view(np.uint64).reshape(2, -1)
    entries.start_states(game.adapter.rules, states)
    yield lambda: entries.sample_margins(game.adapter.rules, states, words, make_rng(1), np.zeros(1, dtype=np.int64))
    yield lambda: perft(game.new_state(), 1)
    batch = game.new_batch(1)
    yield batch.legal_mask
    yield lambda: batch.random_actions(1)
    yield lambda: batch.play(batch.random_actions(1))
    yield lambda: batch.random_playouts(1)
    yield lambda: sight_of(game).see(game.new_state())
    yield lambda: _analyse(game)


def _play_and_undo(game: Any) -> None:
    state = game.new_state()
    move = state.legal_moves()[0]
    state.preview(move)
    state.play(move)
    state.why_illegal(move.text)
    state.undo()


def _read_back(game: Any) -> None:
    from fieldstone.core import entries
    from fieldstone.play.parse import parse_position

    parse_position(game.new_state().to_text()).scores()
    states = np.zeros(1, game.adapter.dtype)
    entries.start_states(game.adapter.rules, states)
    entries.margin_of(game.adapter.rules, states)


def _tell(game: Any) -> None:
    """Ask for all that is told of a position."""
    adapter, state = game.adapter, game.new_state()
    for tell in (adapter.scores, adapter.parts, adapter.score_tells, adapter.duty, adapter.stones_left):
        tell(state.record)
    adapter.reason(state.record, 0)
    adapter.turn_reason(state.record, "")
    adapter.winner_code(state.record, 1)


def _think(game: Any) -> None:
    """Search with a few simulations, play, and search in what is left of the tree."""
    from fieldstone.games.tuning import Level
    from fieldstone.search.levels import LevelPlayer

    player, state = LevelPlayer(Level(8, temperature=1.0, slack=1.0), seed=1), game.new_state()
    for _ in range(2):
        state.play(player.choose(state))


def _analyse(game: Any) -> None:
    """Analyse with two simulations, and judge a move: owners and verdicts have kernels of their own."""
    from fieldstone.analysis.analysing import analyse
    from fieldstone.analysis.reviewing import review
    from fieldstone.search.judging import new_judging, take_end
    from fieldstone.search.limit import Limit

    state, few = game.new_state(), Limit(simulations=2)
    analyse(state, few, seed=1)
    state.play(state.legal_moves()[0])
    review(state, few)
    take_end(new_judging(1), 0, 1, 1.0)


def _solve(state: Any) -> None:
    from fieldstone.search.solver.solve import Solver

    Solver(megabytes=1.0).solve(state, "margin" if state.game.spec.score.counts else "result", nodes=1000)


def load_analysis(name: str) -> None:
    """Load what an analysis needs into this process: what is compiled is read from the cache when it is first called.

    That takes some tenths of a second, which are not to go off the time of a search.
    """
    from fieldstone.play.game import load

    for step in steps_of(name, "solving"):
        step()
    _analyse(load(name))


def _compile(name: str, part: str) -> None:
    """Compile a part of the kernels of one game, printing a line after each: what the processes of `warm_up` do."""
    for number, step in enumerate(steps_of(name, part), start=1):
        step()
        print(number, flush=True)  # noqa: T201
    problem = what_is_not_kept()
    if problem is None:
        _marker(name, part).touch()
    else:
        print(f"{NOT_KEPT}{problem}", flush=True)  # noqa: T201


class WarmUp:
    """Compiles the kernels of some games into the cache, several parts at a time, while the caller goes on.

    Attributes
    ----------
    total : all steps, over all games
    """

    def __init__(self, names: Sequence[str], processes: int | None = None, parts: Sequence[str] = ALL) -> None:
        """Begin; what is there is left out, and a variant brings its base game along and the other way round.

        `processes` None: as many as there are processors, at most `MOST_PROCESSES`.
        """
        families = {GAMES[name].family: name for name in names}.values()
        self._waiting = [(name, part) for part in parts for name in families if not is_warm(name, (part,))]
        self.total = sum(STEPS[part] for _, part in self._waiting)
        self._done = 0
        self._steps: queue.Queue[str | Exception] = queue.Queue()
        self._running: list[subprocess.Popen[str]] = []
        self._stopped = False
        self._change = threading.Condition()
        self._first: str | None = None  # the folder of the game that goes before the others
        self._in_rules: set[str] = set()  # games whose rules are being compiled
        count = min(MOST_PROCESSES, os.cpu_count() or 1) if processes is None else processes
        self._workers = [threading.Thread(target=self._work, daemon=True) for _ in range(max(1, count))]
        for worker in self._workers:
            worker.start()

    def prefer(self, name: str) -> None:
        """Let what is left of a game go before the rest: somebody waits for it."""
        with self._change:
            self._first = GAMES[name].family

    def _next(self) -> tuple[str, str] | None:
        """Return what to compile next, without its rules only when they lie there; None when nothing is left."""
        with self._change:
            while self._waiting and not self._stopped:
                open_jobs = [job for job in self._waiting if job[0] not in self._in_rules]
                if open_jobs:
                    wanted = [job for job in open_jobs if GAMES[job[0]].family == self._first]
                    job = (wanted or open_jobs)[0]
                    self._waiting.remove(job)
                    if job[1] == "rules":
                        self._in_rules.add(job[0])
                    return job
                self._change.wait()
            return None

    def _work(self) -> None:
        """Compile one part after the other. All parts of a game contain its rules, and find them compiled then."""
        while (job := self._next()) is not None:
            name, part = job
            try:
                self._compile_in_process(name, part)
            finally:
                with self._change:
                    if part == "rules":
                        self._in_rules.discard(name)
                    self._change.notify_all()

    def _compile_in_process(self, name: str, part: str) -> None:
        command = [sys.executable, "-m", "fieldstone.warm", name, part]
        try:
            with tempfile.TemporaryFile("w+") as complaints:
                # In a session of its own: Ctrl-C is for the caller, who then stops what goes on.
                process = subprocess.Popen(
                    command, stdout=subprocess.PIPE, stderr=complaints, text=True, start_new_session=True
                )
                with self._change:
                    self._running.append(process)
                    if self._stopped:
                        process.terminate()
                self._watch(process, name, complaints)
        except OSError as error:
            self._steps.put(RuntimeError(f"compiling {name} failed: {error}"))

    def _watch(self, process: "subprocess.Popen[str]", name: str, complaints: IO[str]) -> None:
        """Pass on each step of a compiling process; an error of it too, unless it was ended from here."""
        with process:
            for line in process.stdout or ():
                if line.startswith(NOT_KEPT):
                    warn_not_kept(cache_folder(), line.removeprefix(NOT_KEPT).strip())
                else:
                    self._steps.put(name)
        if process.returncode != 0 and not self._stopped:
            complaints.seek(0)
            self._steps.put(RuntimeError(f"compiling {name} failed: {complaints.read().strip()[-2000:]}"))

    @property
    def ready(self) -> bool:
        """Whether nothing is left to wait for."""
        return self._done + self._steps.qsize() >= self.total

    def wait(self, on_step: Callable[[str, int, int], None] | None = None) -> None:
        """Wait for the end; see `warm_up`."""
        try:
            while self._done < self.total:
                step = self._steps.get()
                if isinstance(step, Exception):
                    raise step
                self._done += 1
                if on_step is not None:
                    on_step(step, self._done, self.total)
            for worker in self._workers:
                worker.join()  # after its last step a process notes that it is done
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """End what still goes on; what is compiled stays."""
        with self._change:
            self._stopped = True
            self._change.notify_all()
            for process in self._running:
                process.terminate()
        self._steps.put(RuntimeError("compiling was stopped"))  # whoever still waits does so no longer


def warm_up(
    names: Sequence[str],
    on_step: Callable[[str, int, int], None] | None = None,
    processes: int | None = None,
    parts: Sequence[str] = ALL,
) -> None:
    """Compile the kernels of some games into the cache, several parts at a time; what is there is left out.

    Parameters
    ----------
    names : games; a variant brings its base game along and the other way round
    on_step : is told the game, the steps done and all steps (over all games) after each kernel
    processes : at most this many at a time; None: as many as there are processors, at most `MOST_PROCESSES`
    parts : what is wanted, of `ALL`

    Raises
    ------
    KeyboardInterrupt
        Ctrl-C: what is compiled stays, and the next call goes on from there.
    RuntimeError
        A process failed; the text says how.
    """
    WarmUp(names, processes, parts).wait(on_step)


if __name__ == "__main__":
    try:
        _compile(sys.argv[1], sys.argv[2])
    except KeyboardInterrupt:
        sys.exit(130)
