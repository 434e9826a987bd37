"""A search in steps: what thinks, as kernels over arrays, each step some milliseconds long.

A *worker* is a tree with all that is worked on; where its search has come to is one record, RUN. `step` moves it on by
one piece of whatever it is at: a first look, the exact solver by result and by margin, the search, looking for points,
proving a larger win, naming a komi, deciding whether to pass. No step knows a clock, a thread or an object: the time is
handed in, and what a step cannot do it asks of its driver (`fieldstone.search.engine`) in `status`. The driver loops,
watches the clock, hears a stop, and adds up what several workers know.

The first worker does all of that; the others search. They share its table and its solver, which they do not touch.
"""

from fieldstone.games.tuning import Settings
from fieldstone.search.steps.decide import decide_step
from fieldstone.search.steps.grow import search_step
from fieldstone.search.steps.prove import prove_step
from fieldstone.search.steps.state import (
    BEGIN,
    DECIDE,
    END,
    LARGER,
    LARGER_MARGIN,
    LARGER_MOVES,
    LOOK,
    LOOKED,
    MARGIN,
    MOVES,
    NAME,
    POINTS,
    PREPARE,
    PROVEN,
    REPLY,
    RESULT,
    SEARCH,
    Worker,
)

KERNELS = {
    **dict.fromkeys((BEGIN, NAME, PREPARE, POINTS, DECIDE, REPLY, END), decide_step),
    **dict.fromkeys((LOOK, SEARCH), search_step),
    **dict.fromkeys((LOOKED, PROVEN, RESULT, MARGIN, MOVES, LARGER, LARGER_MARGIN, LARGER_MOVES), prove_step),
}


def step(worker: Worker, settings: Settings, now: float) -> None:
    """Move a worker on by one piece; `now` is seconds by the driver's clock. `status` says what the driver is to do."""
    KERNELS[int(worker.run["phase"][0])](worker, settings, now)


def load(worker: Worker, settings: Settings) -> None:
    """Have all steps compiled or loaded, so that this takes nothing of the time of a search; nothing is changed."""
    run = worker.run[0]
    kept = int(run.phase), int(run.status)
    run.phase = END
    try:
        for kernel in (search_step, prove_step, decide_step):
            kernel(worker, settings, 0.0)
    finally:  # Ctrl-C may come while a kernel is compiled
        run.phase, run.status = kept
