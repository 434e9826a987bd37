"""Searching in steps: simulations a piece at a time, until a part of the limit is used or nothing is left to find."""

import math
from typing import Any

from fieldstone.core.jit import jit
from fieldstone.core.mixing import int64
from fieldstone.core.record import copy_words
from fieldstone.games.tuning import Ending, Settings
from fieldstone.search.mcts.simulate import simulate
from fieldstone.search.mcts.tree import BITS, MASK, ROOT, UNPROVEN, WON, Nodes
from fieldstone.search.steps.state import (
    ANALYSE,
    BATCHES,
    CHOOSE,
    DECIDED_EVERY,
    DONE,
    END,
    FEWEST_TO_LOOK,
    FIRST_CHUNK,
    GATHER,
    GOES_ON,
    GROW,
    LARGER,
    LOOK,
    LOOK_EVERY,
    LOOKED,
    POINTS,
    PROVEN,
    SEARCH,
    SETTLED,
    THINK,
    Worker,
)


@jit
def begin_part(run: Any, part: float, decides: int) -> None:
    """Begin to search up to a part of the limit; `decides` ends that as soon as no other move can catch up."""
    run.part, run.decides = part, decides
    run.target = run.share
    if part < 1.0:
        run.target = min(int64(run.share), max(int64(FEWEST_TO_LOOK), int64(math.ceil(part * run.share))))
    run.chunk, run.searched, run.grown, run.pending = FIRST_CHUNK, 0.0, 0, 0


@jit
def is_open(nodes: Nodes) -> bool:
    """Say whether the root is not proven."""
    return nodes[0].proven[ROOT] == UNPROVEN


@jit
def has_won(nodes: Nodes) -> bool:
    """Say whether a move of the root is proven to win; a greedy search goes on after that."""
    first, found = int(nodes[0].first[ROOT]), False
    below, low = nodes[first >> BITS], first & MASK
    for child in range(low, low + nodes[0].children[ROOT]):
        found = found or below.proven[child] == WON
    return found


@jit
def asks_margin(worker: Worker) -> bool:
    """Say whether an analysis has just proven the result, and the solver is still to be asked for the margin."""
    run = worker.run[0]
    if run.kind != ANALYSE or run.phase != SEARCH or run.late or not (run.main and run.points and run.exact):
        return False
    return bool(not worker.table.solution[0].known and (has_won(worker.nodes) or not is_open(worker.nodes)))


@jit
def is_decided(nodes: Nodes, left: float) -> bool:
    """Say whether no other move of the root can be visited as often as the first with `left` more simulations."""
    first = int(nodes[0].first[ROOT])
    below, low = nodes[first >> BITS], first & MASK
    most, second = int64(-1), int64(-1)
    for child in range(low, low + nodes[0].children[ROOT]):
        visits = int64(below.visits[child])
        if visits > most:
            most, second = visits, most
        elif visits > second:
            second = visits
    return second >= 0 and most - second > left


@jit
def count_time(run: Any, now: float) -> None:
    """Count the time that the last piece of simulations has taken, and see how long the next may be."""
    spent = max(now - run.before, 1e-6)
    run.searched, run.grown, run.made = run.searched + spent, run.grown + run.new, run.made + run.new
    rate, chunk = max(int64(run.new), int64(1)) / spent, 2.0 * run.chunk
    chunk = min(chunk, rate * LOOK_EVERY, rate * (run.until - now))
    if run.limit == 0:  # not over the limit by a whole look
        chunk = min(chunk, rate * (run.part * run.seconds - (now - run.began)))
    run.chunk, run.pending = max(int64(1), int64(chunk)), 0


@jit
def is_enough(worker: Worker, now: float) -> bool:
    """Say whether the part of the search under way is over.

    Where simulations are the limit, nothing may depend on how fast they are made: then it is looked only every
    DECIDED_EVERY of them whether the move is decided. Where time is, how many are left is told by how fast these are
    made: of the time until now the solver may have had a part.
    """
    run = worker.run[0]
    if not is_open(worker.nodes):
        return True
    timed = run.limit == 0
    done = (now - run.began) / run.seconds if timed else run.made / max(int64(1), int64(run.share))
    if run.made > 0:
        if run.stopped or run.over or now >= run.until or (done >= run.part if timed else run.made >= run.target):
            return True
        hurry = run.decides and (timed or run.hurried)
        if hurry and (run.grown > 0 if timed else run.made % DECIDED_EVERY == 0):
            settled = worker.table.solution[0].known or has_won(worker.nodes)
            if settled and (run.searched / run.seconds if timed else done) >= SETTLED:
                return True
            left = float(run.share - run.made)
            if timed:
                left = (run.seconds - (now - run.began)) * run.grown / run.searched
            if is_decided(worker.nodes, left):
                return True
    run.progress = min(done, 1.0)
    return False


@jit
def note_batch(worker: Worker) -> None:
    """Count what the last simulations gave, in batches of equal size; when there are too many, two become one."""
    run, nodes = worker.run[0], worker.nodes
    visits, wins = int64(nodes[0].visits[ROOT]), float(nodes[0].wins[ROOT])
    fresh = visits - run.batch_visits
    if fresh < run.batch_size:
        return
    if run.batches == BATCHES:
        for place in range(BATCHES // 2):
            run.batch_counts[place] = run.batch_counts[2 * place] + run.batch_counts[2 * place + 1]
            run.batch_sums[place] = run.batch_sums[2 * place] + run.batch_sums[2 * place + 1]
        run.batches, run.batch_size = BATCHES // 2, 2 * run.batch_size
        if fresh < run.batch_size:
            return
    run.batch_counts[run.batches], run.batch_sums[run.batches] = fresh, fresh - (wins - run.batch_wins)
    run.batches += 1
    run.batch_visits, run.batch_wins = visits, wins


@jit
def with_greed(settings: Settings, greedy: float) -> Settings:
    """Return settings of a search that goes on after a win is proven, or does not."""
    ending = Ending(greedy, settings.ending.settled, settings.ending.pass_margin)
    return Settings(settings.selection, settings.amaf, settings.leads, settings.leaves, ending)


@jit
def plan(worker: Worker, now: float) -> int:
    """Return how many simulations come next, 0 when this part of the search is over."""
    run = worker.run[0]
    if run.pending:
        if run.kind == ANALYSE:
            note_batch(worker)
        count_time(run, now)
    if is_enough(worker, now):
        return int64(0)
    asked = max(int64(run.chunk), int64(run.batch))
    if run.limit > 0:
        asked = min(asked, int64(run.target - run.made))
        if run.decides and run.hurried:
            asked = min(asked, DECIDED_EVERY - int64(run.made) % DECIDED_EVERY)
    if run.kind == ANALYSE:
        waiting = int64(worker.nodes[0].visits[ROOT]) - int64(run.batch_visits)
        asked = min(asked, max(int64(1), int64(run.batch_size) - waiting))
    run.asked, run.before, run.pending = asked, now, int64(asked > 0)
    return max(int64(0), asked)


@jit
def end_part(run: Any) -> None:
    """After a part of the search: the first worker goes on, the others are through."""
    if run.phase == LOOK and run.main:
        run.phase, run.status = LOOKED, GOES_ON
        return
    run.total += run.made
    run.made, run.phase, run.status = 0, END, GATHER if run.main else DONE
    if run.main:
        run.look_at_end = int64(run.kind != THINK and not run.again)
        if run.kind == CHOOSE:
            run.phase = LARGER if run.again else POINTS


@jit
def search_step(worker: Worker, settings: Settings, now: float) -> None:
    """Search a piece further, or have the driver do so; `now` is seconds by its clock."""
    run = worker.run[0]
    if run.phase != LOOK and run.phase != SEARCH:
        return
    if asks_margin(worker):
        run.phase, run.status = PROVEN, GOES_ON
        return
    asked = plan(worker, now)
    if asked == 0:
        end_part(run)
        return
    run.status = GOES_ON if run.compiled else GROW
    if not run.compiled:
        return
    rules, words, nodes, known = worker.rules[0], worker.words, worker.nodes, worker.known[0]
    state, scratch, told = worker.states[1], worker.scratch[0], with_greed(settings, float(run.greedy))
    run.new = 0
    while run.new < asked and is_open(nodes):
        copy_words(words[1], words[0])
        simulate(rules, state, nodes, scratch, worker.keys, known, worker.marks, worker.rng, told)
        run.new += 1
