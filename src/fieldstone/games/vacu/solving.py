"""What a solver asks of Vacu and Convacu beside their rules."""

from fieldstone.core.dispatch import implements
from fieldstone.core.kernels import Record, Rules, position_key, stones_to_win
from fieldstone.core.mixing import Key, int64, number_key
from fieldstone.core.record import BLACK, EMPTY
from fieldstone.games.vacu.rules import BOTTOM, LEFT, RIGHT, RULES, TOP, has_one_liberty

FAR = 1000  # more stones than there are points


@implements(position_key, RULES)
def position_key_vacu(rules: Rules, state: Record) -> Key:
    """V6, V7: komi, passes and who has the button; S1: how far the setup has come."""
    number = int64(state.komi) + 1000 * (int64(state.passes) + 4 * int64(state.button))
    return state.key ^ number_key(number + 16000 * int64(state.setup))


@implements(stones_to_win, RULES)
def stones_to_win_vacu(rules: Rules, state: Record, colour: int) -> int:
    """C1: the stones missing on the shortest way from edge to edge; a guess, because captures may open another.

    Enemy groups with one liberty count as empty. Sweeps over the board, there and back, until nothing changes.
    """
    if not rules.connection or rules.side == 1:
        return 0
    start, goal = (BOTTOM, TOP) if colour == BLACK else (LEFT, RIGHT)
    distance = state.scratch
    for action in range(rules.points):
        distance[action] = FAR
    changed, sweep, best = True, 0, FAR
    while changed:
        changed = False
        for index in range(rules.points):
            action = index if sweep == 0 else rules.points - 1 - index
            place = rules.place_of[action]
            code = state.cells[place]
            if code == colour:
                cost = 0
            elif code == EMPTY or has_one_liberty(state, state.head[place]):
                cost = 1
            else:
                continue
            before = 0 if rules.edges[place] & start else FAR
            for beside in (place - rules.stride, place - 1, place + 1, place + rules.stride):
                other = rules.action_of[beside]
                if rules.place_of[other] == beside:
                    before = min(before, distance[other])
            if before + cost < distance[action]:
                distance[action] = before + cost
                changed = True
            if rules.edges[place] & goal:
                best = min(best, distance[action])
        sweep = 1 - sweep
    return best
