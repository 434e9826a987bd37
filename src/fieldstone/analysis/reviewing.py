"""Reviewing a game: every position searched, every move compared with the best one.

A search looks much less at the move that was played than at those which it prefers, so the values of one search are not
fair to it. And the value of a position before a move is not of the same kind as that after it: a search that begins one
move later sees one move further. So the position after the move and the one after the best move are searched by
themselves, with the same effort, and compared; what is proven counts above all that.

Who judges by points wants the largest margin that costs no chance of winning. That is mostly the best move too; where
it is another, as when a pass would end a won game too early, that one is searched as well.
"""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from fieldstone.analysis.analysing import analyse
from fieldstone.analysis.errors import AnalysisError
from fieldstone.analysis.keeping import ReviewFile, open_review
from fieldstone.analysis.result import Analysis
from fieldstone.analysis.review import PROVEN, Better, MoveReview, Review, as_chance, move_as_data, move_from_data
from fieldstone.core.entries import margin_of
from fieldstone.core.outcome import Colour
from fieldstone.core.record import PLAYING
from fieldstone.core.rng import scramble
from fieldstone.files import as_number
from fieldstone.play.ruleset import Move
from fieldstone.play.state import State
from fieldstone.search.limit import ONE_SECOND, Limit
from fieldstone.search.ranking import HALF, NEARLY

EXACT = {"win": 1.0, "draw": 0.5, "loss": 0.0}
DIGITS = 6  # after the point of what is kept: the file says exactly what the review says
SEARCHES = 3  # searches for a move, at most: after it, after the best one, and after the best one by points


@dataclass(frozen=True)
class Look:
    """What a search, or the end of the game, says of a position.

    Attributes
    ----------
    chance, margin : of player 1; no margin where nothing is counted
    proven : for player 1
    line : the best move's text and those of the moves expected after it
    dearest : the move that brings the most points of those that win nearly as often; None where that is the best one
    next_proven : what is certain for its player after the move that was played here
    """

    chance: float
    margin: float | None
    proven: str | None
    line: tuple[str, ...] = ()
    dearest: str | None = None
    next_proven: str | None = None

    def chance_of(self, seat: int) -> float:
        """Return the winning chance of a player."""
        return self.chance if seat == 1 else round(1.0 - self.chance, DIGITS)

    def margin_of(self, seat: int) -> float | None:
        """Return the expected margin of a player."""
        return self.margin if seat == 1 or self.margin is None else 0.0 - self.margin

    def proven_of(self, seat: int) -> str | None:
        """Return what is certain for a player."""
        return self.proven if seat == 1 else opposite(self.proven)


def opposite(proven: str | None) -> str | None:
    """Return the same result as the other player sees it."""
    return {"win": "loss", "loss": "win"}.get(proven or "", proven)


def review(
    state: State,
    limit: Limit = ONE_SECOND,
    on_progress: Callable[[Review], None] | None = None,
    stop: Callable[[], bool] | None = None,
    *,
    seed: int = 1,
    path: Path | None = None,
    again: bool = False,
) -> Review:
    """Return what every move of a game was worth; the state is not modified.

    Parameters
    ----------
    state : the game, finished or not
    limit : of each search; there are one to three for a move. With simulations alone, a seed repeats a review exactly
    on_progress : gets what has been reviewed so far after each move
    stop : is asked a hundred times a second or so; when it says True, what is finished is returned, as after Ctrl-C
    seed : of the searches
    path : a file in which every finished move is kept; another call with the same game, limit and seed goes on from it
    again : begin anew, whatever the file holds

    Raises
    ------
    AnalysisError
        No move has been played, or the file cannot be gone on with; it is as it was then.
    OSError
        The file cannot be read or written.
    """
    if not state.history:
        raise AnalysisError("review.no-moves")
    identity = {"record": state.to_text(history=True), "limit": str(limit), "seed": seed}
    reviewer = _Reviewer(state, limit, seed, stop)
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(open_review(path, identity, again)) if path is not None else None
        if file is not None:
            _take_entries(reviewer, file)
        with contextlib.suppress(KeyboardInterrupt):  # what is finished is an answer
            for entry in reviewer.run():
                if file is not None:
                    file.add(entry)
                if on_progress is not None:
                    on_progress(reviewer.result())
    return reviewer.result()


def _take_entries(reviewer: "_Reviewer", file: ReviewFile) -> None:
    """Take over the moves of a file; raises AnalysisError when they are not the moves of this game."""
    for number, entry in enumerate(file.entries):
        try:
            reviewer.take(entry)
        except (LookupError, ValueError, TypeError, AttributeError):
            raise AnalysisError("review.file-strange", file=str(file.path), line=number + 2) from None
    file.go_on()


def _look_from_data(data: dict[str, Any]) -> Look:
    """Return the look that was kept as data. Raises LookupError, ValueError or TypeError when they are none."""
    line, dearest = data["line"], data["dearest"]
    texts = line if dearest is None else [*line, dearest]
    if data["proven"] not in PROVEN or data["next_proven"] not in PROVEN or not all(type(one) is str for one in texts):
        raise ValueError("no look")
    margin = None if data["margin"] is None else as_number(data["margin"])
    return Look(as_chance(data["chance"]), margin, data["proven"], tuple(line), dearest, data["next_proven"])


def dearest_of(found: Analysis) -> Move:
    """Return the move with the largest margin of those that win nearly as often as the best and were looked at."""
    best = found.moves[0]
    alike = [one for one in found.moves if one.chance is not None and one.chance >= found.chance - NEARLY]
    most = max((one.visits for one in alike if one.proven is None), default=0)
    known = [one for one in alike if one.margin is not None and (one.proven or one.visits >= HALF * most)]
    return max(known, key=lambda one: one.margin or 0.0, default=best).move


class _Reviewer:
    """One review under way."""

    def __init__(self, state: State, limit: Limit, seed: int, stop: Callable[[], bool] | None) -> None:
        self.limit, self.seed, self.stop = limit, seed, stop
        self.record = state.to_text(history=True)
        self.played = state.history
        self.state = state.copy()
        while self.state.history:
            self.state.undo()
        self.looks: list[Look] = []
        self.moves: list[MoveReview] = []

    def result(self) -> Review:
        """Return what has been reviewed."""
        # What a move is worth may be known from the search before it.
        chances = [move.chance if move.seat == 1 else round(1.0 - move.chance, DIGITS) for move in self.moves]
        return Review(
            self.state.game,
            self.record,
            len(self.played),
            str(self.limit),
            self.seed,
            (*(look.chance for look in self.looks[:1]), *chances),
            tuple(look.margin for look in self.looks),
            tuple(self.moves),
        )

    def take(self, entry: dict[str, Any]) -> None:
        """Take over what an earlier review found.

        Raises LookupError, ValueError, TypeError or AttributeError when it does not fit.
        """
        look = _look_from_data(entry["look"])
        if self.looks:
            move = move_from_data(self.state.game, entry["move"])
            if move.ply != len(self.looks) or move.move != self.played[move.ply - 1]:
                raise ValueError("another move")
            self.state.play(move.move)
            self.moves.append(move)
        self.looks.append(look)

    def run(self) -> Iterator[dict[str, Any]]:
        """Review what is left, giving each position when it is done; ends early when told to stop."""
        while len(self.looks) <= len(self.played):
            entry = self._next()
            if entry is None:
                return
            yield entry

    def _next(self) -> dict[str, Any] | None:
        """Review the next move, or look at the start position; returns None when told to stop on the way."""
        ply = len(self.looks)
        before = self.state
        after = before.copy()
        if ply:
            after.play(self.played[ply - 1])
        look = self._look(after, SEARCHES * ply, self.played[ply] if ply < len(self.played) else None)
        if look is None:
            return None
        move = None
        if ply:
            move = self._compare(before, self.looks[-1], look)
            if move is None:
                return None
            self.moves.append(move)
        self.looks.append(look)
        self.state = after
        return {"look": asdict(look), "move": None if move is None else move_as_data(move)}

    def _look(self, state: State, number: int, played: Move | None = None) -> Look | None:
        """Return what a search of its own says of a position, the rules if the game is over; None when told to stop."""
        outcome = state.outcome
        if outcome is not None:
            seat = 0 if outcome.winner is None else state.seat_of(outcome.winner)
            proven = ("draw", "win", "loss")[seat]
            return Look(EXACT[proven], final_margin(state), proven)
        seed = scramble(2 * self.seed) ^ scramble(2 * number + 1)
        found = analyse(state, self.limit, stop=self.stop, seed=seed, owners=False)
        if not found.complete:
            return None
        margin, dearest = found.margin_of(1), dearest_of(found)
        return Look(
            round(found.chance_of(1), DIGITS),
            None if margin is None else round(margin, DIGITS) + 0.0,
            found.proven if found.seat == 1 else opposite(found.proven),
            tuple(move.text for move in found.moves[0].line),
            None if dearest == found.moves[0].move else dearest.text,
            next((move.proven for move in found.moves if move.move == played), None),
        )

    def _compare(self, before: State, root: Look, after: Look) -> MoveReview | None:
        """Return what the move after `before` was worth; `root` and `after` are the positions around it."""
        ply, seat = len(self.looks), before.seat
        played = self.played[ply - 1]
        proven = after.proven_of(seat) or root.next_proven
        chance = EXACT[proven] if proven else after.chance_of(seat)
        forced = len(before.legal_moves()) == 1
        wanted = [] if forced else [root.line[0]] if root.dearest is None else [root.line[0], root.dearest]
        others: list[Better] = []
        for number, text in enumerate(wanted, start=SEARCHES * ply + 1):
            if text != played.text:
                other = self._try(before, root, before.game.move(text), number)
                if other is None:
                    return None
                others.append(other)
        if root.proven is not None:  # nobody does better than what is proven
            chance = min(chance, EXACT[root.proven_of(seat) or ""])
        own = Better(played, (), chance, after.margin_of(seat))
        better = next((one for one in others if one.move.text == root.line[0]), own)
        return MoveReview(
            ply,
            played,
            seat,
            before.to_move if before.record.setup == PLAYING else None,
            forced,
            chance,
            own.margin,
            proven,
            better if better.chance > chance else own,
            best_by_points(own, others),
            tuple(map(before.game.move, after.line)),
        )

    def _try(self, before: State, root: Look, move: Move, number: int) -> Better | None:
        """Return what another move would have been worth to the player to move; None when told to stop."""
        seat = before.seat
        trial = before.copy()
        trial.play(move)
        look = self._look(trial, number)
        if look is None:
            return None
        certain, known = root.proven_of(seat), look.proven_of(seat)
        if move.text == root.line[0]:
            known = certain or known
        chance = EXACT[known] if known else look.chance_of(seat)
        if certain is not None:
            chance = min(chance, EXACT[certain])
        line = (move, *map(before.game.move, look.line))
        return Better(move, line, chance, look.margin_of(seat))


def best_by_points(own: Better, others: list[Better]) -> Better | None:
    """Return the largest margin of the move played and of others that win nearly as often as any; None without points.

    Others are not better that bring points and lose the game.
    """
    if own.margin is None:
        return None
    most = max(one.chance for one in (own, *others))
    safe = [one for one in others if one.margin is not None and one.chance >= most - NEARLY]
    return max([own, *safe], key=lambda one: one.margin or 0.0)


def final_margin(state: State) -> float | None:
    """Return player 1's margin at the end of a game, in the points of the searches; None where none are counted."""
    if not state.game.spec.score.counts:
        return None
    lead = margin_of(state.game.adapter.rules, state.copy()._states) / 2
    return lead if state.seat_of(Colour.BLACK) == 1 else 0.0 - lead
