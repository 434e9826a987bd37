"""Solving in steps: what the exact solver is asked in the course of a search, and what is made of its answers."""

import math
from typing import Any

from fieldstone.core.entries import play_with_history
from fieldstone.core.jit import jit
from fieldstone.core.maths import log
from fieldstone.core.mixing import int64
from fieldstone.core.record import ONGOING, copy_words
from fieldstone.games.tuning import Settings
from fieldstone.search.mcts.simulate import seat_to_move
from fieldstone.search.mcts.tree import reopen
from fieldstone.search.ranking import LONGEST_LINE, MoveTable, assess, promising_wins, tally
from fieldstone.search.solver.values import NO_LIMIT, begin_solving, best_found, solve_on, worth
from fieldstone.search.solver.values import ROOT as SPOT
from fieldstone.search.steps.grow import begin_part
from fieldstone.search.steps.state import (
    AHEAD_PART,
    ANALYSE,
    CHOOSE,
    DECIDE,
    END,
    FIRST_POSITIONS,
    GATHER,
    GOES_ON,
    LARGER,
    LARGER_MARGIN,
    LARGER_MOVES,
    LEAST_SECONDS,
    LOOK_EVERY,
    LOOKED,
    MARGIN,
    MOVES,
    POSITIONS_A_SECOND,
    POSITIONS_A_SIMULATION,
    PROVEN,
    RESULT,
    SEARCH,
    SOLVER_PART,
    Worker,
)


@jit
def prove_on(worker: Worker, now: float) -> bool:
    """Go on with the solver for a piece; returns whether it is through, or has to end."""
    run, solving = worker.run[0], worker.space.solving[0]
    if run.pending:
        rate = run.pending / max(now - run.before, 1e-6)
        run.positions = max(int64(FIRST_POSITIONS), int64(min(2.0 * run.positions, rate * LOOK_EVERY)))
        run.pending = 0
    if solve_on(worker.space, 0) or run.stopped or now >= run.solver_end or now >= run.until:  # 0: what the table knows
        return True
    before = int64(solving.spent)
    over = solve_on(worker.space, int64(run.positions))
    run.before, run.pending = now, max(int64(1), int64(solving.spent) - before)
    return over


@jit
def take_solution(worker: Worker) -> bool:
    """Take over what the solver has found of the root, if that is a value and a move that keeps it."""
    space, table = worker.space, worker.table
    solving, found = space.solving[0], table.solution[0]
    best = best_found(solving, space.line)
    if solving.low != solving.high or best < 0:
        return False
    found.known, found.by_margin, found.value = 1, solving.by_margin, solving.low
    found.best, found.length = best, 0
    found.lead = float(solving.lead) if solving.ended and solving.points else math.nan
    if solving.length > 0 and space.line[0] == best:
        found.length = solving.length
    table.lengths[best] = max(1, int64(found.length))
    table.lines[best, 0] = best
    for place in range(min(int64(found.length), int64(LONGEST_LINE))):
        table.lines[best, place] = space.line[place]
    return True


@jit
def has_more(worker: Worker) -> bool:
    """Say whether it is proven that the player to move wins, but not by how many points."""
    found = worker.table.solution[0]
    return bool(worker.run[0].points and found.known and not found.by_margin and found.value > 0)


@jit
def note_value(run: Any, table: MoveTable, action: int, value: int, length: int) -> None:
    """Note what a move brings, with a line of `length` plies."""
    run.found = int64(run.found or value > 0)
    table.values[action], table.solved[action] = value, 1
    table.lines[action, 0], table.lengths[action] = action, length


@jit
def seeks_points(worker: Worker) -> bool:
    """Say whether to search on though the result is known, and see to it that the tree does not end by it."""
    run, found = worker.run[0], worker.table.solution[0]
    if run.greedy or found.by_margin:
        return not found.by_margin
    if not (has_more(worker) and run.compiled):
        return False
    run.greedy = 1
    reopen(worker.nodes)
    return True


@jit
def begin_main_part(worker: Worker) -> None:
    """After the solver, begin with the search, unless that can add nothing."""
    run = worker.run[0]
    decides = run.kind == CHOOSE and not run.again
    begin_part(run, 1.0, int64(decides))
    run.phase, run.proving = SEARCH, 0
    if decides and worker.table.solution[0].known:
        run.over = int64(not seeks_points(worker))  # another worker may have proven the result as well


# What the solver is asked ------------------------------------------------------------------------


@jit
def positions_for(run: Any, part: float) -> int:
    """Return how many positions the solver may reach in a part of the limit; where time is the limit, any number."""
    return NO_LIMIT if run.limit == 0 else max(int64(1), int64(part * run.limit * POSITIONS_A_SIMULATION))


@jit
def may_solve(worker: Worker, now: float) -> bool:
    """Say whether the position is near enough to the end for the time that there is, and how much of that is for it."""
    run = worker.run[0]
    part = AHEAD_PART if run.always else SOLVER_PART
    run.left = positions_for(run, part)
    run.solver_end = now + part * run.seconds
    seconds = part * run.seconds if run.limit == 0 else run.left / POSITIONS_A_SECOND
    far = run.exact_from + log(seconds) / log(run.growth)
    return bool(run.exact and (run.always or worker.states[0].empty_count <= far))


@jit
def look_at_moves(worker: Worker) -> None:
    """Before the solver goes on, see what the search knows of the moves: about what margin, which first.

    For the margin that is this worker's tree alone, and of a larger win the driver has gathered what all know.
    """
    run, table, phase = worker.run[0], worker.table, int64(worker.run[0].phase)
    if phase != LARGER:
        run.count = tally(worker.nodes, table, int64(0))
    known = int64(table.solution[0].known)
    table.solution[0].known = int64(known and phase != MARGIN)
    assess(table, int64(run.count), run.leads != 0, False)
    table.solution[0].known = known
    run.guess = table.moves[table.order[0]].margin if run.count > 0 else math.nan


@jit
def begin_proof(worker: Worker, now: float) -> None:
    """Have the solver begin with the root, by what the phase asks for, within `left` positions."""
    run, space = worker.run[0], worker.space
    copy_words(space.spot_words[SPOT], worker.words[0])
    by_margin, guess = int64(run.phase != RESULT), math.nan
    if by_margin:
        guess = float(run.guess)
    if run.phase == MARGIN:
        run.solver_end = max(now + LEAST_SECONDS, float(run.solver_end))
    begin_solving(space, int64(worker.known[0]), by_margin, guess, int64(run.left), int64(0))
    run.positions, run.pending, run.proving = FIRST_POSITIONS, 0, 1


@jit
def begin_late(worker: Worker, now: float) -> None:
    """After the search has proven the result, have the solver look for the margin, however empty the board is.

    What is left of the search would tell little of it; see `forget_guesses`.
    """
    run = worker.run[0]
    run.late, run.phase, run.proving = 1, MARGIN, 0
    run.left, run.solver_end = positions_for(run, SOLVER_PART), now + SOLVER_PART * (run.began + run.seconds - now)


@jit
def begin_moves(worker: Worker, now: float) -> None:
    """List all moves, the best first, to be solved by themselves within a part of the limit."""
    run, table = worker.run[0], worker.table
    run.listed, run.index = run.count, 0
    for place in range(run.count):
        table.listed[place] = table.order[place]
    run.left, run.solver_end = positions_for(run, SOLVER_PART), now + SOLVER_PART / 2 * run.seconds


@jit
def begin_larger(worker: Worker, now: float) -> None:
    """Go on with the margin, where the solver has proven no more than a win: a search has told about how large."""
    run = worker.run[0]
    run.limit, run.look_at_end = run.simulations, 0
    run.phase, run.status = DECIDE, GATHER
    left = run.began + run.seconds - now
    if run.exact and has_more(worker) and not run.stopped and (left > 0 or run.limit > 0):
        run.listed, run.index = promising_wins(worker.table, int64(run.count)), 0
        run.left, run.solver_end = positions_for(run, SOLVER_PART), now + SOLVER_PART * left
        run.phase, run.status = LARGER_MARGIN, GOES_ON


@jit
def next_move(worker: Worker, now: float) -> bool:
    """Begin to solve the next of the listed moves by itself; returns False when none is left, or no time."""
    run, space, table = worker.run[0], worker.space, worker.table
    if run.index == run.listed or run.stopped or (run.phase == LARGER_MOVES and run.found):
        return False
    action = int64(table.moves[table.listed[run.index]].action)
    by_margin = int64(table.solution[0].by_margin)
    copy_words(space.spot_words[SPOT], worker.words[0])
    after, known = space.spots[SPOT], int64(worker.known[0])
    play_with_history(worker.rules[0], after, space.proof.keys, known, action)
    if after.over == ONGOING:
        if run.left < 1 or now >= run.solver_end:
            return False
        run.positions, run.pending, run.proving = FIRST_POSITIONS, 0, 1
        begin_solving(space, known + 1, by_margin, math.nan, int64(run.left), int64(0))
        return True
    seat = seat_to_move(worker.states[0])
    note_value(run, table, action, worth(worker.rules[0], after, seat, by_margin), 1)
    run.index += 1
    return True


@jit
def take_value(worker: Worker) -> None:
    """Take over what the solver has found after the present one of the listed moves."""
    run, space, table = worker.run[0], worker.space, worker.table
    solving = space.solving[0]
    action = int64(table.moves[table.listed[run.index]].action)
    run.index, run.proving = run.index + 1, 0
    if run.limit > 0:
        run.left -= solving.spent
    if solving.low != solving.high:
        return
    same = solving.seat == seat_to_move(worker.states[0])
    note_value(run, table, action, int64(solving.low if same else -solving.low), 1 + int64(solving.length))
    for place in range(min(int64(solving.length), int64(LONGEST_LINE - 1))):
        table.lines[action, place + 1] = space.line[place]


@jit
def take_answer(worker: Worker, now: float) -> None:
    """Take what the solver says of the position: go on with the margin, with every move by itself, or the search.

    If the margin of a larger win is too far, it is asked whether a move that promises to win by more wins as well: each
    in turn, from the one that promises most, until one does.
    """
    run = worker.run[0]
    found, spent = take_solution(worker), int64(worker.space.solving[0].spent)
    run.proving = run.found = 0
    if run.phase == LARGER_MARGIN:
        run.phase, run.status = DECIDE, GATHER
        if not found and not run.stopped:
            run.left = positions_for(run, SOLVER_PART / 2)
            run.solver_end = now + SOLVER_PART / 2 * (run.began + run.seconds - now)
            run.phase, run.status = LARGER_MOVES, GOES_ON
    elif run.phase == MARGIN and run.late and not found:
        run.phase = SEARCH
    elif run.phase == RESULT and found and run.points:
        run.left = NO_LIMIT if run.limit == 0 else max(int64(1), int64(run.left) - spent)
        run.phase = MARGIN
    elif run.kind == ANALYSE and worker.table.solution[0].known:
        run.phase, run.index = MOVES, -1
    else:
        begin_main_part(worker)


@jit
def prove_step(worker: Worker, settings: Settings, now: float) -> None:
    """Solve a piece further, or see what there is to solve; `now` is seconds by the driver's clock."""
    run, phase = worker.run[0], int64(worker.run[0].phase)
    if phase == END:
        return
    run.status = GOES_ON
    fresh = run.proving == 0
    if fresh and (phase in (MARGIN, LARGER) or (phase == MOVES and run.index < 0)):
        look_at_moves(worker)
    if phase == PROVEN:
        begin_late(worker, now)
    elif phase == LOOKED:
        if may_solve(worker, now):
            run.phase, run.proving = RESULT, 0
        else:
            begin_main_part(worker)
    elif phase == LARGER:
        begin_larger(worker, now)
    elif fresh and phase in (MOVES, LARGER_MOVES):
        if run.index < 0:
            begin_moves(worker, now)
        if not next_move(worker, now):
            if phase == LARGER_MOVES:
                run.phase, run.status = DECIDE, GATHER
            else:
                begin_main_part(worker)
    elif fresh:
        begin_proof(worker, now)
    elif prove_on(worker, now):
        if phase in (MOVES, LARGER_MOVES):
            take_value(worker)
        else:
            take_answer(worker, now)
