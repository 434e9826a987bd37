"""The one way to search: `search` drives the steps of `fieldstone.search.steps`, and says what they have found.

A driver only loops: it watches the clock, hears a stop, lets several workers search side by side and adds up what they
know, and searches elsewhere when a step asks for it. Everything that a search is to do is an argument of it.
"""

import math
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fieldstone.core.record import NAMING_KOMI
from fieldstone.games.tuning import Settings, tuning_of
from fieldstone.play.ruleset import Move
from fieldstone.play.state import State
from fieldstone.search import finding, ranking, steps
from fieldstone.search.finding import Finding
from fieldstone.search.komi import komis_of, most_trials
from fieldstone.search.limit import ONE_SECOND, Cancel, Limit
from fieldstone.search.mcts.evaluators import Evaluator, Playouts
from fieldstone.search.mcts.tree import DRAWN, LOST, UNPROVEN, WON
from fieldstone.search.memory import Memory
from fieldstone.search.result import MoveInfo, SearchResult
from fieldstone.search.steps import state as at
from fieldstone.search.steps.state import ANALYSE, CHOOSE, THINK, Worker

Progress = Callable[[float], None]

CLOCKS: dict[str, Callable[[], float]] = {"wall": time.perf_counter, "cpu": time.thread_time}
PROOFS = {UNPROVEN: None, WON: "win", LOST: "loss", DRAWN: "draw"}
POINTS_PER_LEAD = 0.5  # leads are in half units


def search(
    state: State,
    limit: Limit = ONE_SECOND,
    settings: Settings | None = None,
    cancel: Cancel | None = None,
    *,
    kind: int = CHOOSE,
    memory: Memory | None = None,
    keep: bool = True,
    hurried: bool = False,
    clock: str = "wall",
    evaluator: Evaluator | None = None,
    lines: int | None = 0,
    on_progress: Progress | None = None,
    on_look: Callable[["Search"], None] | None = None,
) -> SearchResult:
    """Search a position; the state is not modified.

    Parameters
    ----------
    state : a game that goes on
    limit : how long to search; with simulations alone, on one thread, a seed repeats a search exactly
    settings : how to weigh what is known; None: what was found best for the game
    cancel : is asked a hundred times a second or so; when it says True the search ends, with the best it has found
    kind : CHOOSE a move, as a player does: it ends as soon as no other move can overtake the first (with simulations as
        the limit only if `hurried`), takes the most points of a win, names a fair komi, and passes where a game is as
        good as over; ANALYSE all moves; or only THINK
    memory : what earlier searches of a game have left, and this one leaves; None: nothing
    keep : whether the tree may go on from what is in the memory
    clock : "wall", or "cpu" for the time that a processor spends on each thread, which is fair on a busy machine
    evaluator : judges positions; None: playouts
    lines : of so many moves, from the best, the expected line is told; None: of all
    on_progress : is told the part of the search done
    on_look : is given the search between two steps, to ask for its `result`

    Raises
    ------
    ValueError
        The game is over, or the clock is unknown.
    """
    if state.outcome is not None:
        raise ValueError("the game is over")
    one = Search(
        state,
        limit,
        settings,
        cancel,
        kind=kind,
        memory=memory,
        keep=keep,
        hurried=hurried,
        clock=clock,
        evaluator=evaluator,
    )
    one.run(on_progress, on_look)
    return one.result(lines)


class Search:
    """A search under way, the driver of its steps: `search` from its begin to its end, with the same arguments."""

    def __init__(
        self,
        state: State,
        limit: Limit,
        settings: Settings | None = None,
        cancel: Cancel | None = None,
        *,
        kind: int = CHOOSE,
        memory: Memory | None = None,
        keep: bool = True,
        hurried: bool = False,
        clock: str = "wall",
        evaluator: Evaluator | None = None,
    ) -> None:
        if clock not in CLOCKS:
            raise ValueError(f"the clock is {' or '.join(CLOCKS)}, not {clock!r}")
        self.state, self.limit, self.cancel, self.kind = state, limit, cancel, kind
        self.memory = Memory() if memory is None else memory
        self.settings = tuning_of(state.game.name).settings if settings is None else settings
        self.keep, self.hurried = keep, hurried
        self.evaluator: Evaluator = Playouts() if evaluator is None else evaluator
        self.compiled = type(self.evaluator) is Playouts  # then the steps judge positions themselves
        self.clock_name, self.clock = clock, CLOCKS[clock]
        self.interrupted = self.stopped = self.cut_short = False
        self.elsewhere = 0  # simulations made in other positions
        self._workers: list[Worker] = []
        self._helpers: list[threading.Thread] = []
        self._failed: list[BaseException] = []
        self._finding: Finding | None = None
        self._on_progress: Progress | None = None

    # -- running --------------------------------------------------------------------------------------------------

    def run(self, on_progress: Progress | None = None, on_look: Callable[["Search"], None] | None = None) -> None:
        """Search to the end, or until somebody says stop."""
        self._on_progress = on_progress
        moves = self.state.legal_moves()
        self._forced = moves[0] if self.kind == CHOOSE and len(moves) == 1 else None
        if self._forced is not None:
            return
        if self.kind == ANALYSE and self._is_cancelled():
            self.stopped = self.cut_short = True
            return
        begin = self.clock()
        self._make_workers(moves)
        moved = self.clock() - begin
        status = self._workers[0].run["status"]  # a field of an array is read faster than one of a record
        try:
            while status[0] != at.DONE:
                try:
                    self._attend(on_progress, on_look)
                    self._serve(moved)
                    steps.step(self._workers[0], self.settings, self.clock())
                except KeyboardInterrupt:
                    self.interrupted = True
                    self._stop()
        finally:
            self._end_helpers(at_once=True)

    @property
    def run_record(self) -> Any:
        """The state of the first worker."""
        return self._workers[0].run[0]

    def _is_cancelled(self) -> bool:
        return self.cancel is not None and self.cancel()

    def _attend(self, on_progress: Progress | None, on_look: Callable[["Search"], None] | None) -> None:
        """Hear a stop, and let others know how it goes."""
        if self.stopped:
            return
        if on_progress is not None:
            on_progress(float(self._workers[0].run["progress"][0]))
        if on_look is not None:
            on_look(self)
        if self._is_cancelled():
            self._stop()

    def _stop(self) -> None:
        """Have all workers come to their ends."""
        self.stopped = True
        self.cut_short = self.cut_short or self.run_record.phase != at.END
        for worker in self._workers:
            worker.run[0].stopped = 1

    def _serve(self, moved: float) -> None:
        """Do what the last step has asked for. What is interrupted is begun again."""
        if self._workers[0].run["status"][0] == at.GOES_ON:
            return
        run = self.run_record
        if run.status == at.START:
            self._start(moved)
        elif run.status == at.GATHER:
            self._gather()
        elif run.status == at.GROW:
            self._grow()
        elif run.status == at.PROBE:
            self._probe()
        run.status = at.GOES_ON

    # -- workers --------------------------------------------------------------------------------------------------

    def _make_workers(self, moves: Sequence[Move]) -> None:
        """Make a worker for each thread, with its tree, and one state of the search for the first."""
        memory, state = self.memory, self.state
        trees = memory.trees_for(state, self.settings, self.keep, self.cancel)
        table, space = memory.table_for(state.game), memory.space_for(state)
        naming = self.kind == CHOOSE and state.record.setup == NAMING_KOMI
        komis = komis_of(moves if naming else ())
        texts = {move.text: move.action for move in moves} if not naming else {}
        for number, (tree, rng) in enumerate(zip(trees, memory.rngs, strict=True)):
            known = np.array([tree.known], dtype=np.int64)
            run = np.zeros(1, dtype=at.RUN)
            self._workers.append(
                Worker(
                    state.game.adapter.rules,
                    tree.states,
                    tree.words,
                    tree.nodes,
                    tree.scratch,
                    tree.marks,
                    tree.keys,
                    known,
                    rng,
                    run,
                    table,
                    space,
                    komis,
                )
            )
            self._fill(run[0], number == 0, texts.get("pass", -1))
        if naming:
            trials = komis.trials[0]
            self.run_record.white = state.game.move("white").action
            most = 2 * most_trials(len(komis.actions))
            trials.most = at.PROBES if self.limit.simulations is None else most

    def _fill(self, run: Any, main: bool, passing: int) -> None:
        """Write to the state of a search what it is to do."""
        tuned = tuning_of(self.state.game.name)
        run.kind, run.main, run.compiled = self.kind, main, self.compiled
        run.batch = self.evaluator.batch
        run.simulations = run.limit = self.limit.simulations or 0
        run.all_seconds = run.seconds = math.inf if self.limit.seconds is None else self.limit.seconds
        run.until = math.inf
        if self.limit.seconds is not None and self.limit.simulations is not None:
            run.until = self.clock() + self.limit.seconds
        run.exact, run.hurried = self.memory.exact, self.hurried
        run.leads = self.settings.leads.lead_part > 0
        run.points = tuned.solving.by_margin
        run.always, run.exact_from, run.growth = tuned.solving.always, tuned.solving.exact_from, tuned.solving.growth
        run.sees_ends = self.settings.ending.settled < 1.0 and self.compiled
        run.settled = self.settings.ending.settled
        run.passing = passing
        run.greedy_first = self.settings.ending.greedy > 0
        run.choice = -1
        run.phase, run.status = at.BEGIN if main else at.PREPARE, at.GOES_ON

    def _start(self, moved: float) -> None:
        """Start the clock, and the other workers, each with its share of the simulations."""
        run, limit, count = self.run_record, int(self.run_record.limit), len(self._workers)
        if self._helpers:
            return
        if run.again:
            self._root_again()
        elif limit == 0 and not self.stopped:  # what has to be compiled or loaded takes nothing of the time
            steps.load(self._workers[0], self.settings)
        if limit == 0 and not self.compiled:
            self.evaluator.grow(self.memory.trees[0], max(at.FIRST_CHUNK, self.evaluator.batch), self.memory.rngs[0])
        for number, worker in enumerate(self._workers):
            one = worker.run[0]
            one.limit, one.share, one.again = limit, limit // count + (number < limit % count), run.again
            one.over = 0
            if number > 0:
                one.phase, one.status = at.PREPARE, at.GOES_ON
        run.began = self.clock() - moved
        if not run.again and run.until < math.inf:
            for worker in self._workers:
                worker.run[0].until = run.began + run.seconds
        helpers = [
            threading.Thread(target=self._help, args=(number,), daemon=True) for number in range(1, len(self._workers))
        ]
        for helper in helpers:
            helper.start()
            self._helpers.append(helper)

    def _root_again(self) -> None:
        """Search the same position a second time."""
        for number, tree in enumerate(self.memory.trees):
            tree.move_to(self.state, self.keep)
            self._workers[number] = self._workers[number]._replace(nodes=tree.nodes, keys=tree.keys)

    def _help(self, number: int) -> None:
        """Search in another thread: what the workers after the first do."""
        worker, main, tree = self._workers[number], self.run_record, self.memory.trees[number]
        run = worker.run[0]
        run.began = self.clock()
        try:
            while True:
                steps.step(worker, self.settings, self.clock())
                if worker.run["status"][0] == at.DONE:
                    break
                if not self.compiled and run.status == at.GROW:
                    tree.greedy = bool(run.greedy)
                    run.new = self.evaluator.grow(tree, int(run.asked), self.memory.rngs[number])
            if not tree.open and run.greedy >= main.greedy:
                self._end_all()
        except BaseException as error:
            self._failed.append(error)
            self._end_all()

    def _end_all(self) -> None:
        """Let all searches end: what they look for is known, or one has failed."""
        for worker in self._workers:
            worker.run[0].over = 1

    def _end_helpers(self, at_once: bool = False) -> None:
        """Wait for the other workers, which are told to end if the first has found what they look for."""
        if at_once or self.stopped or self.run_record.over or not self.memory.trees[0].open:
            self._end_all()
        for helper in self._helpers:
            helper.join()
        self._helpers = []
        if self._failed:
            raise self._failed.pop()

    def _gather(self) -> None:
        """Add up what all workers know of the moves."""
        run, trees, table = self.run_record, self.memory.trees, self._workers[0].table
        self._end_helpers()
        if run.look_at_end:
            for tree, worker in zip(trees, self._workers, strict=True):
                tree.greedy = bool(worker.run[0].greedy)
                tree.look_at_end()
        count = 0
        for tree in trees:
            count = int(ranking.tally(tree.nodes, table, count))
        run.count = count

    def _grow(self) -> None:
        """Have an evaluator that is not compiled do what a step has asked for."""
        run, tree, rng = self.run_record, self.memory.trees[0], self.memory.rngs[0]
        tree.greedy = bool(run.greedy)
        try:
            run.new = self.evaluator.grow(tree, int(run.asked), rng)
        except KeyboardInterrupt:
            self.interrupted = True
            self._stop()
            run.new = 0
            if run.made == 0:  # begun anew: leaves of a network that was interrupted would wait for ever
                tree.move_to(self.state)
                self._workers[0] = self._workers[0]._replace(nodes=tree.nodes, keys=tree.keys)
                run.new = self.evaluator.grow(tree, 1, rng)

    def _probe(self) -> None:
        """Search another position, with a part of the limits, and answer what it promises."""
        run, there = self.run_record, self.state.copy()
        for action in run.probe[: int(run.probed)].tolist():
            there.play(self.state.game.moves[action])
        simulations = self.limit.simulations
        if simulations is not None:
            part = max(1, simulations // at.PROBES)
            simulations = max(at.FEWEST_TO_PROBE, part) if self.compiled else part
        seconds = None
        if self.limit.seconds is not None:
            seconds = max(1e-3, min(self.limit.seconds / at.PROBES, float(run.until) - self.clock()))
        megabytes = self.memory.megabytes_for(there.game) / at.PROBES
        memory = Memory(self.memory.seed, self.memory.threads, megabytes)
        found = search(
            there,
            Limit(seconds, simulations),
            self.settings,
            self.cancel,
            kind=THINK,
            memory=memory,
            clock=self.clock_name,
            evaluator=self.evaluator,
            on_progress=None if self._on_progress is None else self._tell_probe,
        )
        self.elsewhere += found.simulations
        self.interrupted = self.interrupted or found.interrupted
        best = found.moves[0]
        run.answer_action, run.answer_chance = best.move.action, found.chance
        run.answer_lead = math.nan if best.margin is None else best.margin / POINTS_PER_LEAD
        run.answer_proven = next(proof for proof, word in PROOFS.items() if word == best.proven)
        run.answered = 1 if found.complete else -1
        if not found.complete:
            self._stop()

    def _tell_probe(self, _: float) -> None:
        """Tell how far it is: of a search elsewhere only that it goes on."""
        assert self._on_progress is not None
        run = self.run_record
        self._on_progress(float(run.progress) if run.phase == at.NAME else 1.0)

    # -- reading --------------------------------------------------------------------------------------------------

    @property
    def simulations(self) -> int:
        """All simulations made so far, in other positions too."""
        made = 0
        for worker in self._workers:
            run = worker.run[0]
            made += int(run.total) + int(run.made)
        return made + self.elsewhere

    def result(self, lines: int | None = 0) -> SearchResult:
        """Return what is known now, with the expected lines of the best `lines` moves (None: of all)."""
        return self.tell(self.look(), lines)

    def look(self) -> Finding | None:
        """Return what the workers know now, None where no tree is searched; the steps go on with what is theirs.

        It is written over by the next look.
        """
        if self._forced is not None or not self._workers or self.run_record.phase == at.NAME:
            return None
        if self._workers[0].komis.actions.size:
            return None
        first = self._workers[0]
        if self._finding is None:
            self._finding = finding.new_finding(self.state.game.num_actions, len(self._workers), first.table)
        seen = self._finding
        finding.begin_finding(first.run, seen)
        for worker, tree in zip(self._workers, self.memory.trees, strict=True):
            finding.add_worker(tree.nodes, tree.scratch, worker.run, seen)
        finding.end_finding(first.run, seen)
        return seen

    def tell(self, seen: Finding | None, lines: int | None = 0) -> SearchResult:
        """Return what a look has seen in words, with the expected lines of the best `lines` moves (None: of all)."""
        moves = self.state.game.moves
        if seen is None:
            named = self._forced is None and bool(self._workers) and self.run_record.choice >= 0
            choice = moves[int(self.run_record.choice)] if named else self._forced
            complete = not self.cut_short
            return SearchResult((), choice, False, 0.5, 0.5, None, False, self.elsewhere, complete, self.interrupted)
        found = seen.found[0]
        return SearchResult(
            self._infos(seen, lines),
            moves[int(found.choice)] if found.choice >= 0 else None,
            self.kind == CHOOSE,
            float(found.chance),
            float(found.error),
            PROOFS[int(found.proven)],
            bool(found.exact),
            self.simulations,
            not self.cut_short,
            self.interrupted,
        )

    def _infos(self, seen: Finding, lines: int | None) -> tuple[MoveInfo, ...]:
        """Return what is known of the moves, in their order."""
        moves, points, table = self.state.game.moves, self.state.game.spec.score.counts, seen.table
        order = table.order[: int(seen.found[0].count)]
        # Column by column, as there may be thousands, and reading a record from Python is slow.
        columns = [table.moves[name][order].tolist() for name in ("action", "visits", "chance", "margin", "distance")]
        words = [PROOFS[proof] for proof in table.moves["proven"][order].tolist()]
        told = []
        for number, (action, visits, chance, margin, distance) in enumerate(zip(*columns, strict=True)):
            line: tuple[Move, ...] = (moves[action],)
            if lines is None or number < lines:
                self._follow(seen, int(order[number]))
                line = tuple(moves[one] for one in table.lines[action, : int(seen.found[0].length)].tolist())
            told.append(
                MoveInfo(
                    moves[action],
                    visits,
                    None if math.isnan(chance) else chance,
                    None if math.isnan(margin) or not points else margin * POINTS_PER_LEAD,
                    words[number],
                    distance,
                    line,
                )
            )
        return tuple(told)

    def _follow(self, seen: Finding, place: int) -> None:
        """Write the line that is expected after a move, by all trees together."""
        trees = [tree.nodes for tree in self.memory.trees]
        if len(trees) == 1:
            finding.follow_line(trees[0], seen, place)
            return
        more = finding.begin_line(seen, place)
        while more:
            for number, nodes in enumerate(trees):
                finding.weigh_ply(nodes, seen, number)
            more = finding.end_ply(seen)
