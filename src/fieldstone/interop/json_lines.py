"""The engine that speaks JSON lines, in the manner of KataGo's analysis engine; docs/engines.md describes it.

One thread reads; some others search, each one position at a time. What waits is held in a queue in the order of
priority, bounded in number and size. Everything that is written is one line, whole.
"""

import heapq
import json
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from fieldstone.analysis.analysing import analyse
from fieldstone.analysis.data import analysis_as_data
from fieldstone.analysis.errors import AnalysisError
from fieldstone.analysis.result import Analysis
from fieldstone.core.errors import IllegalMoveError, InvalidMoveError, OptionError, PositionError, shortened
from fieldstone.games import GAMES
from fieldstone.games.tuning import has_level, highest_level_of
from fieldstone.interop.katago import state_of, with_vertices
from fieldstone.interop.lines import read_lines
from fieldstone.interop.queries import MOST_WARNINGS, Action, Query, QueryError, SaidMove, read_query
from fieldstone.interop.searching import choose, state_after
from fieldstone.play.parse import parse_position
from fieldstone.play.state import State
from fieldstone.search.levels import LevelPlayer, level_of
from fieldstone.search.limit import Limit
from fieldstone.search.memory import Memory
from fieldstone.search.player import SearchPlayer
from fieldstone.version import __version__

PROTOCOL = 1
LONGEST_LINE = 1 << 20  # bytes
MOST_QUERIES = 1000  # that wait or are worked on
MOST_HELD = 64 << 20  # bytes of them
DEFAULT_SECONDS = 1.0
LONGEST_END = 5.0  # seconds for searches to see that they are stopped

Write = Callable[[dict[str, Any]], None]


@dataclass(eq=False)
class _Open:
    """A query that is not answered in full yet; `left` counts the turns that are still to come."""

    query: Query
    size: int
    number: int
    left: int = 1
    state: State | None = None
    stopping: threading.Event = field(default_factory=threading.Event)


@dataclass(order=True)
class _Job:
    """A turn of a query; before the position has been read its number is not known."""

    order: tuple[int, int, int]
    open: _Open = field(compare=False)
    turn: int | None = field(compare=False, default=None)


def _complaint(name: str | None, text: str, field: str | None = None, turn: int | None = None) -> dict[str, Any]:
    """Return the answer that says what is wrong."""
    answer: dict[str, Any] = {"id": name, "error": text, "field": field}
    return answer if turn is None else answer | {"turnNumber": turn}


def _without_results(job: _Job) -> dict[str, Any]:
    """Return the answer for a turn that was stopped before it began."""
    answer: dict[str, Any] = {"id": job.open.query.id, "isDuringSearch": False, "noResults": True}
    return answer if job.turn is None else answer | {"turnNumber": job.turn}


class Engine:
    """Answers queries, several at a time."""

    def __init__(self, write: Write, threads: int = 1, megabytes: float = 256.0) -> None:
        """Begin with `threads` searches at the same time, each in at most `megabytes`.

        `write` gets each answer, from one thread at a time; when it raises OSError or ValueError nobody reads any more,
        and the engine stops.
        """
        self._write = write
        self._writing = threading.Lock()
        self._megabytes = megabytes
        self._open: dict[str, _Open] = {}
        self._waiting: list[_Job] = []
        self._change = threading.Condition()
        self._number = 0
        self._closing = False
        self._unread = False  # nobody reads the answers any more
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(threads)]
        for thread in self._threads:
            thread.start()

    # -- from outside -------------------------------------------------------------------------------------------------

    def serve(self, stream: BinaryIO, wait: bool = True) -> None:
        """Answer the lines of a stream; at its end finish what was asked or, unless `wait`, stop it."""
        for line in read_lines(stream, LONGEST_LINE):
            self.take(line)
            if self._unread:
                break
        self.close(wait)

    def take(self, line: bytes | None) -> None:
        """Begin to answer a line; None stands for one that was too long."""
        if line is not None and not line.strip():
            return
        try:
            if line is None:
                raise QueryError(f"a line has at most {LONGEST_LINE} bytes")
            asked, unknown = read_query(line)
            if isinstance(asked, Query):
                self._accept(asked, len(line))
        except QueryError as error:
            self._tell(_complaint(error.id, str(error), error.field))
            return
        for name in unknown[:MOST_WARNINGS]:
            self._tell({"id": asked.id, "warning": "unknown field: it is ignored", "field": shortened(name)})
        if isinstance(asked, Action):
            self._act(asked)

    def close(self, wait: bool = True) -> None:
        """Take nothing more; return when all is answered, or soon, with what is known, unless `wait`."""
        with self._change:
            self._closing = True
            self._change.notify_all()
        if not wait:
            self._terminate(list(self._open.values()))
        deadline = time.monotonic() + LONGEST_END
        for thread in self._threads:
            thread.join(None if wait else max(0.0, deadline - time.monotonic()))

    # -- queries and actions ------------------------------------------------------------------------------------------

    def _accept(self, query: Query, size: int) -> None:
        """Let a query wait for its turn. Raises QueryError when that is not possible."""
        with self._change:
            if query.id in self._open:
                raise QueryError("a query with this id is not finished yet", "id", query.id)
            held = sum(one.size for one in self._open.values())
            if len(self._open) >= MOST_QUERIES or held + size > MOST_HELD:
                raise QueryError(
                    f"too much waits already: at most {MOST_QUERIES} queries and {MOST_HELD} bytes", None, query.id
                )
            self._number += 1
            one = _Open(query, size, self._number)
            self._open[query.id] = one
            heapq.heappush(self._waiting, _Job((-query.priority, one.number, 0), one))
            self._change.notify()

    def _act(self, action: Action) -> None:
        answer: dict[str, Any] = {"id": action.id, "action": action.name}
        if action.name == "query_version":
            answer |= {"version": __version__, "protocol": PROTOCOL, "games": list(GAMES)}
        elif action.name == "query_models":
            answer["models"] = []  # the networks of the games cannot be chosen
        elif action.name == "clear_cache":
            pass  # nothing is kept from one query to the next
        elif action.name == "terminate":
            with self._change:
                found = [one for name, one in self._open.items() if name == action.target]
            answer |= {"terminateId": action.target, "terminated": len(found)}
            self._terminate(found)
        else:
            with self._change:
                found = list(self._open.values())
            answer["terminated"] = len(found)
            self._terminate(found)
        self._tell(answer)

    def _terminate(self, queries: list[_Open]) -> None:
        """Stop queries: what has not begun is answered without results, what has begun with what is known."""
        for one in queries:
            one.stopping.set()
        with self._change:
            dropped = [job for job in self._waiting if job.open.stopping.is_set()]
            self._waiting = [job for job in self._waiting if not job.open.stopping.is_set()]
            heapq.heapify(self._waiting)
        for job in dropped:
            self._tell(_without_results(job), job)

    def _finish(self, job: _Job) -> None:
        """Forget a query whose last turn this was."""
        with self._change:
            job.open.left -= 1
            if job.open.left == 0:
                del self._open[job.open.query.id]
            self._change.notify_all()

    # -- in the threads that search -----------------------------------------------------------------------------------

    def _work(self) -> None:
        while (job := self._next()) is not None:
            name = job.open.query.id
            try:
                answer = self._answer(job)
            except QueryError as error:
                answer = _complaint(name, str(error), error.field, job.turn)
            except Exception as error:  # whatever it is, other queries go on
                traceback.print_exc(file=sys.stderr)
                answer = _complaint(name, f"the engine failed: {type(error).__name__}: {shortened(error, 200)}")
            self._tell(answer, job)

    def _next(self) -> _Job | None:
        """Wait for something to do; None when nothing will come any more."""
        with self._change:
            while not self._waiting:
                if self._unread or (self._closing and not self._open):
                    return None
                self._change.wait()
            return heapq.heappop(self._waiting)

    def _answer(self, job: _Job) -> dict[str, Any]:
        """Return the last answer for a turn. Raises QueryError."""
        one = job.open
        if one.state is None:
            one.state = _read_state(one.query)
            self._split(job, one.state)
        assert job.turn is not None
        if one.stopping.is_set():
            return _without_results(job)
        state = state_after(one.state, job.turn)
        if state.outcome is not None:
            raise QueryError(str(AnalysisError("analyse.over")), "position")
        return self._choose(one, state) if one.query.choose else self._analyse(one, state)

    def _split(self, job: _Job, state: State) -> None:
        """Give the job its turn, and let the other turns of the query wait behind it. Raises QueryError."""
        plies = len(state.history)
        turns = job.open.query.turns or (plies,)
        if max(turns) > plies:
            raise QueryError(f"analyzeTurns: there are turns 0 to {plies}, not {max(turns)}", "analyzeTurns")
        job.turn = turns[0]
        with self._change:
            job.open.left += len(turns) - 1
            for place, turn in enumerate(turns[1:], start=1):
                heapq.heappush(self._waiting, _Job((*job.order[:2], place), job.open, turn))
            self._change.notify_all()

    def _analyse(self, one: _Open, state: State) -> dict[str, Any]:
        query, shown = one.query, time.monotonic()

        def show(found: Analysis) -> None:
            nonlocal shown
            now = time.monotonic()
            if query.report_every is None or now - shown < query.report_every or one.stopping.is_set():
                return
            shown = now
            self._tell(_analysis(found, query) | {"isDuringSearch": True})

        limit = Limit(query.seconds, query.visits) if query.seconds or query.visits else Limit(DEFAULT_SECONDS)
        memory = Memory(query.seed, megabytes=self._megabytes)
        found = analyse(state, limit, show, one.stopping.is_set, seed=query.seed, owners=query.owners, memory=memory)
        data = _analysis(found, query)
        if not found.complete:
            data["isTerminated"] = True
        return data | {"isDuringSearch": False}

    def _choose(self, one: _Open, state: State) -> dict[str, Any]:
        player = self._player(one.query, state)
        limit = player.limit_for(state).within(one.query.seconds)
        found = choose(player, state, one.stopping.is_set, limit)
        answer = {
            "id": one.query.id,
            "game": str(state.game),
            "position": state.to_text(),
            "turnNumber": len(state.history),
            "isDuringSearch": False,
            "currentPlayer": state.to_move.value,
            "seat": state.seat,
            "move": found.move.text,
            "winrate": None if found.chance is None else round(found.chance, 6),
            "visits": found.visits,
        }
        return answer if one.query.start is None else with_vertices(answer, state.game)

    def _player(self, query: Query, state: State) -> LevelPlayer | SearchPlayer:
        """Return who chooses a move for a query. Raises QueryError for a level that the game has not."""
        if query.level is not None:
            name = state.game.name
            if not has_level(name, query.level):
                allowed = f'a number from 1 to {highest_level_of(name)}, or "max", in {name}'
                raise QueryError(f"level must be {allowed}, not {query.level}", "level")
            level = level_of(state.game, query.level)
            return LevelPlayer(level, query.seed, megabytes=self._megabytes if level.simulations is None else None)
        seconds = query.seconds or DEFAULT_SECONDS
        return SearchPlayer(seconds, query.visits, query.seed, megabytes=self._megabytes)

    # -- writing ------------------------------------------------------------------------------------------------------

    def _tell(self, answer: dict[str, Any], finished: _Job | None = None) -> None:
        """Write an answer; if it is the last one for a turn, the turn is forgotten first.

        So whoever has read the last answer for a query finds its id free.
        """
        try:
            with self._writing:
                if finished is not None:
                    self._finish(finished)
                self._write(answer)
        except (OSError, ValueError):  # a pipe without a reader, or closed
            with self._change:
                self._unread = True
                self._waiting.clear()
                for one in self._open.values():
                    one.stopping.set()
                self._change.notify_all()


def _read_state(query: Query) -> State:
    """Return the last position of a query. Raises QueryError naming the field that is wrong."""
    if query.start is not None:
        return state_of(query.start, query.moves)
    try:
        state = parse_position(query.position)
    except (PositionError, OptionError) as error:
        raise QueryError(str(error), "position") from None
    for number, move in enumerate(query.moves, start=1):
        try:
            _play(state, move)
        except (InvalidMoveError, IllegalMoveError) as error:
            raise QueryError(f"move {number} of moves: {error}", "moves") from None
    return state


def _play(state: State, move: SaidMove) -> None:
    """Play a move. Raises IllegalMoveError or InvalidMoveError, for a move of the other colour as well."""
    if move.colour is not None and move.colour is not state.to_move and state.outcome is None:
        given, turn = move.colour.name.lower(), state.to_move.name.lower()
        raise IllegalMoveError(f"{move.text[:40]!r} is given to {given}, but it is {turn}'s turn")
    state.play(move.text)


def _analysis(found: Analysis, query: Query) -> dict[str, Any]:
    """Return an analysis as the answer to a query, still to be told whether it is the last one."""
    data = analysis_as_data(found, query.most_moves, query.id)
    for info in data["moveInfos"]:
        info["pv"] = info["pv"][: query.longest_line]
    return data if query.start is None else with_vertices(data, found.game)


def json_writer(stream: BinaryIO) -> Write:
    """Return what writes answers to a stream, each as one line, at once."""

    def write(answer: dict[str, Any]) -> None:
        stream.write(json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n")
        stream.flush()

    return write
