"""Deciding in steps: how a search begins, which komi is named, when to go on for points, when to pass."""

import math

from fieldstone.core.entries import play_with_history
from fieldstone.core.jit import jit
from fieldstone.core.mixing import int64
from fieldstone.core.record import NAMING_KOMI, ONGOING, copy_words
from fieldstone.games.tuning import Ending, Settings
from fieldstone.search.komi import fairest, note_trial
from fieldstone.search.mcts.simulate import is_settled
from fieldstone.search.mcts.tree import LOST, ROOT, UNPROVEN, WON
from fieldstone.search.ranking import MoveTable, assess, number_or
from fieldstone.search.steps.grow import begin_part
from fieldstone.search.steps.state import (
    BEGIN,
    CHOOSE,
    DECIDE,
    DONE,
    END,
    FEWEST_FOR_POINTS,
    FIRST_BATCH,
    GATHER,
    GOES_ON,
    LARGER,
    LOOK,
    LOOK_PART,
    LOOK_SECONDS,
    NAME,
    POINTS,
    PREPARE,
    PROBE,
    PROBES,
    REPLY,
    REPLY_CHANCE,
    SEARCH,
    START,
    Worker,
)

ENOUGH = 1.0 / 16  # of the visits of a pass: with fewer a move is not taken for as good


@jit
def sees_end(worker: Worker, winning: bool) -> bool:
    """Say whether the player to move wins, or loses, if the game ends now, and no move promises to change that.

    Of a win among the last stones this is not said.
    """
    few = winning and worker.states[0].empty_count <= worker.run[0].exact_from
    copy_words(worker.words[1], worker.words[0])
    return not few and is_settled(worker.rules[0], worker.states[1], winning)


@jit
def play_probe(worker: Worker, first: int, second: int, third: int) -> bool:
    """Say which position is to be searched: after up to three moves, -1 for none. Returns whether a game goes on."""
    run, state = worker.run[0], worker.states[1]
    run.probed, run.answered = 0, 0
    copy_words(worker.words[1], worker.words[0])
    for number in range(3):
        action = first if number == 0 else second if number == 1 else third
        if action >= 0:
            play_with_history(
                worker.rules[0], state, worker.keys, int64(worker.known[0]) + int64(run.probed), int64(action)
            )
            run.probe[run.probed] = action
            run.probed += 1
    return state.over == ONGOING


@jit
def place_of(worker: Worker, action: int) -> int:
    """Return the place of a move in the table, or -1."""
    for place in range(worker.run[0].count):
        if worker.table.moves[place].action == action:
            return place
    return -1


@jit
def choose_other(worker: Worker, margin: float) -> None:
    """Choose the first move that is no pass and not proven to lose, if there is one that is less than `margin` worse.

    Where stones do harm at the end, a pass can be the only move that wins. What few visits say of a move
    is not believed then. With a margin of 1 every move will do.
    """
    run, table = worker.run[0], worker.table
    best = table.moves[table.order[0]]
    for index in range(run.count - 1, -1, -1):
        move = table.moves[table.order[index]]
        worse = float(best.chance) - number_or(float(move.chance), 0.0)
        alike = worse < margin and move.visits >= ENOUGH * best.visits
        if move.action != run.passing and move.proven != LOST and (margin >= 1.0 or alike):
            run.choice = move.action


@jit
def decide(worker: Worker, ending: Ending, now: float) -> int:
    """Choose the move: a pass where the game is as good as over and nothing promises more, not to fill the board.

    The one who wins passes if a search finds no reply that changes it, but not among the last stones: there passes
    cost points, and filling takes nobody long. The one who loses passes only when the other one has, so that the
    game ends when both see it so. No other pass is played unless it is proven, or all else is proven to lose or, where
    time is the limit, seen to be worse by the margin: with simulations as the limit the end is solved.
    """
    run, table = worker.run[0], worker.table
    first = table.moves[table.order[0]]
    run.choice, run.phase = first.action, END
    if not run.sees_ends or run.passing < 0 or first.proven != UNPROVEN or math.isnan(first.chance):
        return GOES_ON
    passing = table.moves[place_of(worker, int64(run.passing))]
    known = number_or(passing.chance, first.chance)
    wins = min(first.chance, known) > ending.settled and passing.proven != LOST and sees_end(worker, True)
    loses = first.chance < 1.0 - ending.settled and sees_end(worker, False)
    ends = not play_probe(worker, int64(run.passing), -1, -1)
    if (loses or wins) and ends:
        run.choice = run.passing
    elif wins and not run.stopped and now < run.until:
        run.phase = REPLY
        return PROBE
    elif wins:  # without time for a look what the search has seen has to do
        run.choice = run.passing
    else:
        choose_other(worker, ending.pass_margin if run.limit == 0 else 1.0)
    return GOES_ON


@jit
def take_reply(worker: Worker) -> None:
    """Choose between the pass and another move by what a search has found of the replies to it."""
    run = worker.run[0]
    run.phase, run.choice = END, run.passing
    if run.answered > 0 and number_or(run.answer_chance, 0.5) >= REPLY_CHANCE:
        run.choice = worker.table.moves[worker.table.order[0]].action
        choose_other(worker, 1.0)


@jit
def name_komi(worker: Worker, now: float) -> int:
    """Go on with naming a komi, when the driver has answered: search for Black, then for White after Black's move."""
    run, komis = worker.run[0], worker.komis
    trials = komis.trials[0]
    more, replied = True, -1
    if run.answered > 0:
        trials.searches += 1
        chance, lead = number_or(run.answer_chance, 0.5), number_or(run.answer_lead, 0.0)
        if trials.replied:
            chance, lead = (trials.chance + 1.0 - chance) / 2, (trials.lead - lead) / 2
        elif run.answer_proven == UNPROVEN:
            replied = int64(run.answer_action)
        trials.chance, trials.lead, trials.replied = chance, lead, replied >= 0
        action = komis.actions[trials.place]
        if replied < 0 or not play_probe(worker, int64(action), int64(run.white), replied):
            more = note_trial(komis, float(trials.chance), float(trials.lead))
            replied, trials.replied = -1, 0
    run.progress = trials.searches / trials.most
    ends = run.answered < 0 or run.stopped or now >= run.until or trials.searches >= trials.most
    if not more or ends:
        run.choice, run.phase = komis.actions[fairest(komis)], END
        return GOES_ON
    play_probe(worker, int64(komis.actions[trials.place]), int64(run.white), replied)
    return PROBE


@jit
def begin(worker: Worker) -> int:
    """Begin with a position. Where time is the limit a few simulations come before it is counted."""
    run = worker.run[0]
    run.seconds = run.all_seconds
    if run.kind == CHOOSE and worker.states[0].setup == NAMING_KOMI:
        run.phase = NAME
        return GOES_ON
    if run.kind == CHOOSE and run.sees_ends and run.passing >= 0 and sees_end(worker, True):
        run.seconds *= 1.0 - 1.0 / PROBES  # the rest is for a look at what a pass brings
    run.phase, run.limit = PREPARE, run.simulations
    return START


@jit
def forget_solution(table: MoveTable) -> None:
    """Forget what a solver has found of a position."""
    table.solution[0].known = 0
    for action in range(len(table.solved)):
        table.solved[action] = 0


@jit
def prepare(worker: Worker) -> int:
    """Begin with the search that the driver has made room for."""
    run = worker.run[0]
    run.pending = run.made = 0
    run.greedy = run.greedy_first
    run.batches, run.batch_size, run.late = 0, FIRST_BATCH, 0
    run.batch_visits, run.batch_wins = int64(worker.nodes[0].visits[ROOT]), worker.nodes[0].wins[ROOT]
    decides = int64(run.kind == CHOOSE and not run.again)
    if run.main:
        forget_solution(worker.table)
        begin_part(run, min(LOOK_PART, LOOK_SECONDS / run.seconds) if run.limit == 0 else LOOK_PART, 0)
        run.phase = LOOK
    else:
        begin_part(run, 1.0, decides)
        run.phase = SEARCH
    return GOES_ON


@jit
def look_for_points(worker: Worker) -> int:
    """Search on, on low levels too, before a pass ends a game that may be won by more.

    The win is proven, so the time that is left can go into winning by more.
    """
    run, table = worker.run[0], worker.table
    run.phase = LARGER
    best, found = table.moves[table.order[0]], table.solution[0]
    ends = best.proven == WON and best.distance == 0 and run.greedy_first
    known = found.known and found.by_margin
    if not ends or known or run.stopped or not run.compiled or not 0 < run.limit < FEWEST_FOR_POINTS:
        return GATHER
    run.again, run.limit, run.phase = 1, FEWEST_FOR_POINTS, PREPARE
    return START


@jit
def decide_step(worker: Worker, settings: Settings, now: float) -> None:
    """Begin, or decide something, between searches; `now` is seconds by the driver's clock."""
    run, phase = worker.run[0], int64(worker.run[0].phase)
    if phase in (POINTS, DECIDE):
        assess(worker.table, int64(run.count), run.leads != 0, False)
    status = DONE
    if phase == BEGIN:
        status = begin(worker)
    elif phase == PREPARE:
        status = prepare(worker)
    elif phase == NAME:
        status = name_komi(worker, now)
    elif phase == POINTS:
        status = look_for_points(worker)
    elif phase == DECIDE:
        status = decide(worker, settings.ending, now)
    elif phase == REPLY:
        take_reply(worker)
    run.status = status
