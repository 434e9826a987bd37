"""Reviewing a game: every position searched, every move compared with the best one.

A search looks much less at the move that was played than at those which it prefers, so the values of one search are not
fair to it. And the value of a position before a move is not of the same kind as that after it: a search that begins one
move later sees one move further. So the position after the move and the one after the best move are searched by
themselves, with the same effort, from the end of the game backwards, and what is found is backed up. All that is judged
by kernels (`fieldstone.search.judging`): this module asks them what to search next, has it searched, and puts into
words what they say. `web/src/engine/search/review.ts` is its twin.
"""

import contextlib
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fieldstone.analysis.analysing import look_into
from fieldstone.analysis.errors import AnalysisError
from fieldstone.analysis.keeping import ReviewFile, open_review
from fieldstone.analysis.review import PROVEN, Better, MoveReview, Review, Summary, as_chance
from fieldstone.core.entries import margin_of
from fieldstone.core.outcome import Colour
from fieldstone.core.record import PLAYING
from fieldstone.core.rng import scramble
from fieldstone.files import as_count, as_number
from fieldstone.games.tuning import tuning_of
from fieldstone.play.ruleset import Move
from fieldstone.play.state import State
from fieldstone.search.engine import POINTS_PER_LEAD, PROOFS
from fieldstone.search.judging import (
    AGAIN,
    BY_POINTS,
    DEEPER,
    ENDED,
    MOST_ROUNDS,
    SLOTS,
    count_look,
    new_judging,
    next_look,
    take_end,
    take_look,
)
from fieldstone.search.limit import ONE_SECOND, Limit
from fieldstone.search.net.file import Net
from fieldstone.search.net.own import own_net

DIGITS = 6  # after the point of what is told
MEGABYTES = 96.0  # for each search: what a browser's tab has, so that the page finds the same
WORDS = (None, "slip", "mistake", "blunder")
NUMBER = {word: number for number, word in PROOFS.items()}


def review(
    state: State,
    limit: Limit = ONE_SECOND,
    on_progress: Callable[[Review], None] | None = None,
    stop: Callable[[], bool] | None = None,
    *,
    seed: int = 1,
    path: Path | None = None,
    again: bool = False,
    megabytes: float = MEGABYTES,
    net: bool = True,
) -> Review:
    """Return what every move of a game was worth; the state is not modified.

    Parameters
    ----------
    state : the game, finished or not
    limit : of each search; there are one to three for a move, and where a verdict hangs on them others, 4 and 16 times
        as long: together at most three times the limit for each position. With simulations alone, a seed repeats a
        review exactly
    on_progress : gets what has been reviewed so far after each search, from the last move on
    stop : is asked a hundred times a second or so; when it says True, what is finished is returned, as after Ctrl-C
    seed : of the searches
    path : a file in which every finished search is kept; another call with the same game, limit and seed goes on from
        it
    again : begin anew, whatever the file holds
    megabytes : that a search may use
    net : whether positions are judged by the network that the game brings, where it has one for the board; False, and
        everywhere else: by playouts

    Raises
    ------
    AnalysisError
        No move has been played, or the file cannot be gone on with; it is as it was then.
    OSError
        The file cannot be read or written.
    """
    if not state.history:
        raise AnalysisError("review.no-moves")
    judge = own_net(state.game) if net else None
    identity = identity_of(state, limit, seed, judge)
    reviewer = Reviewer(state, limit, seed, stop, megabytes, judge)
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(open_review(path, identity, again)) if path is not None else None
        if file is not None:
            take_entries(reviewer, file)
        with contextlib.suppress(KeyboardInterrupt):  # what is finished is an answer
            while (entry := reviewer.step()) is not None:
                if file is not None:
                    file.add(entry)
                if on_progress is not None:
                    on_progress(reviewer.result())
    return reviewer.result()


def identity_of(state: State, limit: Limit, seed: int, judge: Net | None) -> dict[str, Any]:
    """Return what the file of a review begins with."""
    by = None if judge is None else judge.digest
    return {"record": state.to_text(history=True), "limit": str(limit), "seed": seed, "network": by}


def take_entries(reviewer: "Reviewer", file: ReviewFile) -> None:
    """Take over the looks of a file; raises AnalysisError when they are none of this game."""
    for number, entry in enumerate(file.entries):
        try:
            reviewer.take(entry)
        except (LookupError, ValueError, TypeError, AttributeError):
            raise AnalysisError("review.file-strange", file=str(file.path), line=number + 2) from None
    file.go_on()


class Reviewer:
    """One review under way: `step` until it returns None."""

    def __init__(
        self,
        state: State,
        limit: Limit,
        seed: int,
        stop: Callable[[], bool] | None = None,
        megabytes: float = MEGABYTES,
        net: Net | None = None,
    ) -> None:
        self.limit, self.seed, self.stop, self.megabytes, self.net = limit, seed, stop, megabytes, net
        self.record = state.to_text(history=True)
        self.played = state.history
        self.start = state.copy()
        while self.start.history:
            self.start.undo()
        self.lines: dict[int, tuple[Move, ...]] = {}
        self._colours: list[Colour | None] = []
        self.judging = new_judging(len(self.played) + 1)
        plan = self.judging.plan[0]
        plan.plies, plan.counts = len(self.played), state.game.spec.score.counts
        plan.scale = tuning_of(state.game.name).settings.leads.lead_scale
        there = self.start.copy()
        for spot, move in zip(self.judging.judged, self.played, strict=False):
            spot.seat, spot.played, spot.choices = there.seat, move.action, len(there.legal_moves())
            self._colours.append(there.to_move if there.record.setup == PLAYING else None)
            there.play(move)
        self.slot = int(next_look(self.judging))

    # -- searching ------------------------------------------------------------------------------------------------

    def step(self) -> dict[str, Any] | None:
        """Look into one more position; returns what is to be kept of it, None when all is done or on a stop."""
        if self.slot < 0:
            return None
        slot, there = self.slot, self._position(self.slot)
        if there.outcome is not None:
            lead = float(margin_of(there.game.adapter.rules, there.copy()._states))
            sign = 1 if there.seat_of(Colour.BLACK) == 1 else -1
            winner = 0 if there.outcome.winner is None else 1 if there.outcome.winner is Colour.BLACK else -1
            take_end(self.judging, slot, sign * winner, sign * lead + 0.0)
            self.lines[slot] = ()
        else:
            again = int(self.judging.plan[0].again)
            limit = _longer(self.limit, DEEPER**again)
            seed = scramble(2 * self.seed) ^ scramble(MOST_ROUNDS * slot + again)
            seen = look_into(there, limit, self.stop, seed, self.megabytes, self.net)
            if seen is None:
                return None
            finding, self.lines[slot] = seen
            take_look(self.judging, finding, slot, there.seat)
        self.slot = int(next_look(self.judging))
        return self._entry(slot)

    def _position(self, slot: int) -> State:
        """Return the position that belongs to a slot."""
        there, moves = self.start.copy(), self.start.game.moves
        place, other = divmod(slot, SLOTS)
        for move in self.played[:place]:
            there.play(move)
        if other:
            look = self.judging.looks[SLOTS * place]
            there.play(moves[int(look.best if other == 1 else look.dearest)])
        return there

    # -- keeping --------------------------------------------------------------------------------------------------

    def _entry(self, slot: int) -> dict[str, Any]:
        """Return a look as plain data, from which `take` makes it again."""
        look, moves = self.judging.looks[slot], self.start.game.moves
        return {
            "slot": slot,
            "rounds": int(look.rounds),
            "chance": float(look.chance),
            "error": float(look.error),
            "margin": _known(look.margin),
            "drift": _known(look.drift),
            "proven": PROOFS[int(look.proven)],
            "next": PROOFS[int(look.next)],
            "best": None if look.best < 0 else moves[int(look.best)].text,
            "dearest": None if look.dearest < 0 else moves[int(look.dearest)].text,
            "line": [move.text for move in self.lines[slot]],
        }

    def take(self, entry: dict[str, Any]) -> None:
        """Take over a look that was kept. Raises LookupError, ValueError, TypeError or AttributeError for others."""
        slot = self.slot
        if slot < 0 or as_count(entry["slot"]) != slot:
            raise ValueError("not the look that comes next")
        there, game = self._position(slot), self.start.game
        over, again = there.outcome is not None, int(self.judging.plan[0].again)
        if as_count(entry["rounds"]) != (ENDED if over else again + 1):
            raise ValueError("not so often looked at")
        margin, drift = (None if entry[name] is None else as_number(entry[name]) for name in ("margin", "drift"))
        legal = there.legal_moves()
        best, dearest = (None if entry[name] is None else game.move(entry[name]) for name in ("best", "dearest"))
        if [best, dearest] != [None, None] if over else not (best in legal and dearest in legal):
            raise ValueError("no move there")
        if entry["proven"] not in PROVEN or entry["next"] not in PROVEN or (drift is not None and drift < 0):
            raise ValueError("no look")
        line = tuple(map(game.move, entry["line"]))
        chance, error = as_chance(entry["chance"]), as_chance(entry["error"])
        look = self.judging.looks[slot]
        look.chance, look.error = chance, error
        look.margin, look.drift = (math.nan if one is None else one for one in (margin, drift))
        look.proven, look.next = NUMBER[entry["proven"]], NUMBER[entry["next"]]
        first, second = (-1 if one is None else one.action for one in (best, dearest))
        count_look(self.judging, slot, entry["rounds"], first, second)
        self.lines[slot] = line
        self.slot = int(next_look(self.judging))

    # -- telling --------------------------------------------------------------------------------------------------

    def result(self) -> Review:
        """Return what has been reviewed."""
        judged, plan = self.judging.judged, self.judging.plan[0]
        first = int(plan.first)
        known = [place >= first for place in range(len(judged))]
        return Review(
            self.start.game,
            self.record,
            len(self.played),
            str(self.limit),
            self.seed,
            tuple(float(one.chance) if there else None for one, there in zip(judged, known, strict=True)),
            tuple(round(float(one.error), DIGITS) if there else None for one, there in zip(judged, known, strict=True)),
            tuple(_points(one.margin) if there else None for one, there in zip(judged, known, strict=True)),
            tuple(self._move(place) for place in range(min(first, len(self.played)), len(self.played))),
            (self._summary(1), self._summary(2)),
            self.slot < 0,
            float(plan.longer) / (AGAIN * len(judged)) if first == 0 and self.slot >= 0 else None,
        )

    def _move(self, place: int) -> MoveReview:
        spot, after = self.judging.judged[place], self.judging.judged[place + 1]
        seat = int(spot.seat)
        proven = PROOFS[_proof(after)]
        return MoveReview(
            place + 1,
            self.played[place],
            seat,
            self._colours[place],
            bool(spot.choices == 1),
            _seen(float(after.chance), seat),
            round(float(after.error), DIGITS),
            _points(after.margin, seat),
            proven if seat == 1 or proven == "draw" or proven is None else "loss" if proven == "win" else "win",
            round(float(spot.loss), DIGITS),
            round(float(spot.loss_error), DIGITS),
            _points(spot.lost),
            _points(spot.lost_error),
            "points" if spot.by == BY_POINTS else "chance",
            WORDS[int(spot.verdict)],
            round(float(spot.weight), DIGITS),
            self._better(place, int(spot.best), float(spot.chance), None),
            None if math.isnan(spot.margin + after.margin) else self._dearest(place),
            self._expected(place + 1),
        )

    def _expected(self, place: int) -> tuple[Move, ...]:
        """Return the best line from a position of the game on; where there is no choice no search was made of it."""
        line = self.lines.get(SLOTS * place, ())
        if line or place == len(self.played) or self.judging.judged[place].choices != 1:
            return line
        return (self.played[place], *self._expected(place + 1))

    def _better(self, place: int, action: int, chance: float | None, margin: float | None) -> Better:
        """Return a move as the best, with what it leads to: what is not given is known from its look."""
        spot, looks, moves = self.judging.judged[place], self.judging.looks, self.start.game.moves
        seat, slot = int(spot.seat), SLOTS * place
        line: tuple[Move, ...] = ()
        if action == spot.played:
            after = self.judging.judged[place + 1]
            found, lead = float(after.chance), float(after.margin)
        else:
            slot += 1 if action == looks[slot].best else 2
            found, lead = float(looks[slot].chance), float(looks[slot].margin)
            line = (moves[action], *self.lines[slot])
        return Better(
            moves[action],
            line,
            _seen(found if chance is None else chance, seat),
            _points(lead if margin is None else margin, seat),
        )

    def _dearest(self, place: int) -> Better:
        """Return the best move by points; where none is known to bring more it is the one that was made."""
        spot = self.judging.judged[place]
        margin = None if spot.dearest == spot.played else float(spot.margin)
        return self._better(place, int(spot.dearest), None, margin)

    def _summary(self, seat: int) -> Summary:
        total = self.judging.sums[seat - 1]
        slips, mistakes, blunders = (int(number) for number in total.verdicts[1:])
        return Summary(
            seat,
            int(total.moves),
            int(total.best),
            round(float(total.loss), DIGITS),
            _points(total.lost) if self.start.game.spec.score.counts else None,
            blunders,
            mistakes,
            slips,
        )


def _longer(limit: Limit, times: int) -> Limit:
    """Return so many times a limit."""
    seconds = None if limit.seconds is None else times * limit.seconds
    return Limit(seconds, None if limit.simulations is None else times * limit.simulations)


def _known(value: float) -> float | None:
    """Return a number of a kernel, None where it is none."""
    return None if math.isnan(value) else float(value)


def _points(value: float, seat: int = 1) -> float | None:
    """Return points of half units as a player sees them, None where they are not known."""
    if math.isnan(value):
        return None
    return round(POINTS_PER_LEAD * (float(value) if seat == 1 else -float(value)), DIGITS) + 0.0


def _seen(chance: float, seat: int) -> float:
    """Return player 1's chance as a player sees it."""
    return chance if seat == 1 else round(1.0 - chance, DIGITS)


def _proof(spot: Any) -> int:
    """Return what is proven of a position, for player 1."""
    if spot.least != spot.most:
        return NUMBER[None]
    return NUMBER["win" if spot.chance == 1.0 else "loss" if spot.chance == 0.0 else "draw"]
