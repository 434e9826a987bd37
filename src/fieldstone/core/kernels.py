"""What every game implements, and what follows from it for all games alike.

`rules` is the game's rules record (it never changes), `state` one record of the game's dtype, `action` a whole number:
a point of the board, or one of the words (pass, button, swap, a side, a komi) that the rules number after the
points. Nothing is checked here: `advance` in `fieldstone.core.entries` is the checked entry.
"""

from typing import Any

from fieldstone.core.dispatch import generic
from fieldstone.core.jit import jit
from fieldstone.core.record import ONGOING, PLAYOUT_CAP
from fieldstone.core.rng import Rng

Rules = Any
Record = Any


@generic
def start(rules: Rules, state: Record) -> None:
    """Set up the start position in a record of zeros."""


@generic
def arrange(rules: Rules, state: Record, codes: Any) -> None:
    """Put stones on a board that `start` has emptied, without playing them.

    `codes` is a (points,) int8 array of what stands on each point; `state.to_move` is set already.
    """


@generic
def is_legal(rules: Rules, state: Record, action: int) -> bool:
    """Say whether `action` (0 <= action < number of actions) is legal; the game must not be over."""


@generic
def fill_mask(rules: Rules, state: Record, mask: Any) -> None:
    """Write to `mask` which actions are legal, as `is_legal` says, but faster for all at once.

    `mask` is an array of bool or uint8, as long as there are actions, or longer. The game must not be over. Only `mask`
    is modified.
    """


@generic
def play(rules: Rules, state: Record, action: int) -> None:
    """Play a legal action: `state` is modified, `over` and `winner` set when the game ends by it.

    Repetition (V9) needs the history and is looked at by the caller.
    """


@generic
def ending_action(rules: Rules, state: Record) -> int:
    """Return the pass that would end the game, if a legal one does; -1 if not. The game must not be over."""


@generic
def random_action(rules: Rules, state: Record, rng: Rng) -> int:
    """Return one of the legal actions, each equally likely; the game must not be over. `rng` moves on."""


@generic
def playout_action(rules: Rules, state: Record, rng: Rng) -> int:
    """Return a legal action drawn with light knowledge of the game; it must not be over. `rng` moves on."""


@generic
def margin(rules: Rules, state: Record) -> int:
    """Return Black's lead if the game ended as it stands, in half points (Vacu) or in half units of the game's own.

    Positive where Black would win, negative where White would, 0 where it would be a draw. Only scratch fields of
    `state` are modified.
    """


@generic
def promise(rules: Rules, state: Record) -> int:
    """Return a number that grows with how well Black stands in a finished game, for the search to blend in."""


@generic
def prepare_appraisals(rules: Rules, state: Record) -> None:
    """Look at a position whose moves are going to be appraised; the game must not be over. Only scratch is modified."""


@generic
def appraise_move(rules: Rules, state: Record, action: int) -> int:
    """Return a guess at `promise` after a legal move, quicker than playing it; only scratch fields are modified.

    The position has been prepared, and nothing but moves have been appraised since.
    """


@generic
def add_owners(rules: Rules, state: Record, owners: Any) -> None:
    """Add whose each point is, as the game counts it when it ends as it stands: 1 Black's, -1 White's, 0 nobody's.

    `owners` is a (points,) float64 array. Only it and scratch fields of `state` are modified.
    """


@generic
def add_score_parts(rules: Rules, state: Record, sums: Any) -> None:
    """Add what the score of each colour is made of, as the game counts it when it ends as it stands.

    `sums` is a (2, 4) float64 array: Black's and White's numbers, in the order of the names in
    `fieldstone.analysis.parts.SCORE_PARTS`. Only it and scratch fields of `state` are modified.
    """


@generic
def fill_planes(rules: Rules, state: Record, colour: int, keys: Any, known: int, planes: Any) -> None:
    """Write what a network sees of a position in the place of `colour`, BLACK or WHITE.

    `planes` is a (planes, cells) float32 array of zeros, a plane for each name in `fieldstone.games.<game>.planes`,
    where the bodies are too; `keys[:known]` are the keys of the positions that have stood on the table, the present one
    last. Only `planes` is modified.
    """


@generic
def turn_goes_on(rules: Rules, state: Record) -> bool:
    """Say, after a move, whether it was the first of the two stones of a turn (W2)."""


@generic
def position_key(rules: Rules, state: Record) -> Any:
    """Return a 64-bit key of all that the rest of the game depends on, apart from the history, for the player to move.

    Finer than `state.key` where that is made for V9 (komi, passes, who has the button), and coarser where the seats no
    longer matter (a swap that is over). The bodies are in `fieldstone.games.<game>.solving`.
    """


@generic
def stones_to_win(rules: Rules, state: Record, colour: int) -> int:
    """Return a guess at how many stones `colour` must still place to win, 0 where there is none to make.

    Only scratch fields of `state` are modified. The bodies are in `fieldstone.games.<game>.solving`.
    """


@generic
def repetition_counts(rules: Rules) -> bool:
    """Say whether the third appearance of a position ends the game (V9)."""


@generic
def playout_cap(rules: Rules) -> int:
    """Return the number of plies after which a playout is called off as a draw (games that can cycle), else a bound."""


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
