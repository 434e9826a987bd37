"""What every game implements, and what follows from it for all games alike.

`rules` is the game's rules record (it never changes), `state` one record of the game's dtype, `action` a whole number:
a point of the board, or one of the words (pass, button, swap, a side, a komi) that the rules number after the
points. Nothing is checked here: `advance` in `fieldstone.core.entries` is the checked entry.
"""

from typing import Any

from fieldstone.core.dispatch import default, generic
from fieldstone.core.jit import jit
from fieldstone.core.record import ONGOING, PLAYOUT_CAP
from fieldstone.core.rng import Rng, random_below

Rules = Any
Record = Any


@generic
def fill_rules(rules: Rules, options: Any) -> None:
    """Write what never changes in a game to `rules`, a record of zeros.

    `options` is a (1 + n,) int64 array, as `GameSpec.numbers` has it: the place of the game among its variants, 0 for
    the base game, then its n options in the order of its spec. Only `rules` is modified.
    """


@generic
def start(rules: Rules, state: Record) -> None:
    """Set up the start position in a record of zeros."""


@generic
def arrange(rules: Rules, state: Record, codes: Any) -> None:
    """Put stones on a board that `start` has emptied, without playing them.

    `codes` is a (points,) int8 array of what stands on each point; `state.to_move` is set already.
    """


@generic
def fill_codes(rules: Rules, state: Record, codes: Any) -> None:
    """Write what stands on each point to `codes`, (points,) int8: what `arrange` would have to be given."""


@default(fill_codes)
def fill_codes_default(rules: Rules, state: Record, codes: Any) -> None:
    """The cells are in the order of the points."""
    for point in range(rules.points):
        codes[point] = state.cells[point]


@generic
def is_legal(rules: Rules, state: Record, action: int) -> bool:
    """Say whether `action` (0 <= action < number of actions) is legal; the game must not be over."""


@generic
def fill_mask(rules: Rules, state: Record, mask: Any) -> None:
    """Write to `mask` which actions are legal, as `is_legal` says, but faster for all at once.

    `mask` is an array of bool or uint8, as long as there are actions, or longer. The game must not be over. Only `mask`
    is modified.
    """


@default(fill_mask)
def fill_mask_default(rules: Rules, state: Record, mask: Any) -> None:
    """Ask of each action."""
    for action in range(rules.num_actions):
        mask[action] = is_legal(rules, state, action)


@generic
def play(rules: Rules, state: Record, action: int) -> None:
    """Play a legal action: `state` is modified, `over` and `winner` set when the game ends by it.

    Repetition (V9) needs the history and is looked at by the caller.
    """


@generic
def ending_action(rules: Rules, state: Record) -> int:
    """Return the pass that would end the game, if a legal one does; -1 if not. The game must not be over."""


@default(ending_action)
def ending_action_default(rules: Rules, state: Record) -> int:
    """There is no pass."""
    return -1


@generic
def random_action(rules: Rules, state: Record, rng: Rng) -> int:
    """Return one of the legal actions, each equally likely; the game must not be over. `rng` moves on."""


@default(random_action)
def random_action_default(rules: Rules, state: Record, rng: Rng) -> int:
    """Count the legal actions, draw one of their places, and find it."""
    count = 0
    for action in range(rules.num_actions):
        count += int(is_legal(rules, state, action))
    left = random_below(rng, count)
    for action in range(rules.num_actions):
        if is_legal(rules, state, action):
            if left == 0:
                return action
            left -= 1
    return -1


@generic
def playout_action(rules: Rules, state: Record, rng: Rng) -> int:
    """Return a legal action drawn with light knowledge of the game; it must not be over. `rng` moves on."""


@default(playout_action)
def playout_action_default(rules: Rules, state: Record, rng: Rng) -> int:
    """Nothing is known: any legal action."""
    return random_action(rules, state, rng)


@generic
def margin(rules: Rules, state: Record) -> int:
    """Return Black's lead if the game ended as it stands, in half points or in half units of the game's own.

    Positive where Black would win, negative where White would, 0 where it would be a draw. Only scratch fields of
    `state` are modified.
    """


@generic
def static_evaluation(rules: Rules, state: Record) -> int:
    """Return a number that grows with how well Black stands in a finished game, for the search to blend in."""


@default(static_evaluation)
def static_evaluation_default(rules: Rules, state: Record) -> int:
    """The lead."""
    return margin(rules, state)


@generic
def prepare_move_evaluations(rules: Rules, state: Record) -> None:
    """Look at a position whose moves are going to be evaluated; the game must not be over. Only scratch is modified."""


@default(prepare_move_evaluations)
def prepare_move_evaluations_default(rules: Rules, state: Record) -> None:
    """Nothing has to be prepared."""


@generic
def move_evaluation(rules: Rules, state: Record, action: int) -> int:
    """Return a guess at `static_evaluation` after a legal move, quicker than playing it.

    The position has been prepared, and nothing but moves have been evaluated since. Only scratch fields are modified.
    """


@default(move_evaluation)
def move_evaluation_default(rules: Rules, state: Record, action: int) -> int:
    """Nothing is known of a move before it is played: what the position promises."""
    return static_evaluation(rules, state)


@generic
def add_owners(rules: Rules, state: Record, owners: Any) -> None:
    """Add who owns each point, as the game counts it when it ends as it stands: 1 Black's, -1 White's, 0 nobody's.

    `owners` is a (points,) float64 array. Only it and scratch fields of `state` are modified.
    """


@default(add_owners)
def add_owners_default(rules: Rules, state: Record, owners: Any) -> None:
    """Points are nobody's: for games that are not about them."""


@generic
def add_score_parts(rules: Rules, state: Record, sums: Any) -> None:
    """Add what the score of each colour is made of, as the game counts it when it ends as it stands.

    `sums` is a (2, 4) float64 array: Black's and White's numbers, in the order of the names in
    `parts` in the game's `ScoreStyle`. Only it and scratch fields of `state` are modified.
    """


@default(add_score_parts)
def add_score_parts_default(rules: Rules, state: Record, sums: Any) -> None:
    """The score is made of nothing: for games that do not count."""


@generic
def fill_planes(rules: Rules, state: Record, colour: int, keys: Any, known: int, planes: Any) -> None:
    """Write what a network sees of a position in the place of `colour`, BLACK or WHITE.

    `planes` is a (planes, cells) float32 array of zeros, a plane for each name in the game's `planes` module,
    where the bodies are too; `keys[:known]` are the keys of the positions that have stood on the table, the present one
    last. Only `planes` is modified.
    """


@generic
def list_inputs(rules: Rules, state: Record, keys: Any, known: int, inputs: Any) -> int:
    """Write the numbers of the inputs of a small network that are 1 to `inputs`; returns how many, all others are 0.

    `keys[:known]` are the keys of the positions that have stood on the table, the present one last. The inputs stand in
    the place of the player to move: first its own stones by their points, then the opponent's, then what a game says
    beside the board. Bodies are in the game's module `planes`; a game without one has no networks.
    """


@generic
def turn_goes_on(rules: Rules, state: Record) -> bool:
    """Say whether the side to move has begun its turn and goes on with it: one stone of two stands (W2)."""


@default(turn_goes_on)
def turn_goes_on_default(rules: Rules, state: Record) -> bool:
    """A turn is one move."""
    return False


@generic
def position_key(rules: Rules, state: Record) -> Any:
    """Return a 64-bit key of all that the rest of the game depends on, apart from the history, for the player to move.

    Finer than `state.key` where that is made for V9 (komi, passes, who has the button), and coarser where the seats no
    longer matter (a swap that is over). Bodies are in the game's module `solving`.
    """


@default(position_key)
def position_key_default(rules: Rules, state: Record) -> Any:
    """The key of the rules says it all."""
    return state.key


@generic
def stones_to_win(rules: Rules, state: Record, colour: int) -> int:
    """Return a guess at how many stones `colour` must still place to win, 0 where there is none to make.

    Only scratch fields of `state` are modified. Bodies are in the game's module `solving`.
    """


@default(stones_to_win)
def stones_to_win_default(rules: Rules, state: Record, colour: int) -> int:
    """No guess: for games that end by a count."""
    return 0


@generic
def repetition_counts(rules: Rules) -> bool:
    """Say whether the third appearance of a position ends the game (V9)."""


@default(repetition_counts)
def repetition_counts_default(rules: Rules) -> bool:
    """Positions cannot come back, or nobody minds."""
    return False


@generic
def repetition_detail(rules: Rules, state: Record) -> int:
    """Return what two positions must share to be the same for V9, besides the board and the colour to move."""


@default(repetition_detail)
def repetition_detail_default(rules: Rules, state: Record) -> int:
    """Nothing."""
    return 0


@generic
def playout_cap(rules: Rules) -> int:
    """Return the number of plies after which a playout is called off as a draw (games that can cycle), else a bound."""


@default(playout_cap)
def playout_cap_default(rules: Rules) -> int:
    """No playout is as long: a game without passes fills its points, whatever comes before."""
    return 4 * rules.points + 20


@jit
def playout(rules: Rules, state: Record, rng: Rng) -> None:
    """Play uniformly random legal moves to the end; `state` and `rng` are modified.

    Repetition (V9) is not looked for: a playout that reaches `playout_cap` plies is a draw.
    """
    cap = state.ply + playout_cap(rules)
    while state.over == ONGOING:
        play(rules, state, random_action(rules, state, rng))
        if state.ply >= cap and state.over == ONGOING:
            state.over = PLAYOUT_CAP
            state.winner = 0
