"""What moves were worth, by the definitions: plain recursion over what was found, without a look at the kernels.

A game is a list of plies and the last position; all values are player 1's. Intervals are exact where they have no
width.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

WIN, LOSS, DRAW = "win", "loss", "draw"
EXACT = {WIN: 1.0, DRAW: 0.5, LOSS: 0.0}
NEARLY = 0.02
DECIDED = 0.1
DRIFT = 2.5
GRADES = ((1.0, "blunder"), (0.5, "mistake"), (0.25, "slip"))


@dataclass
class Found:
    """What one search has found; `drift` None: nobody knows how far the margin may be off."""

    chance: float
    error: float
    margin: float | None = None
    drift: float | None = None
    proven: str | None = None


@dataclass
class Ply:
    """A position, its search, and what was found after the best move and after the dearest."""

    seat: int
    played: int
    choices: int = 9
    look: Found | None = None
    next_proven: str | None = None
    best: int = -1
    dearest: int = -1
    after: dict[int, Found] = field(default_factory=dict)


@dataclass
class Value:
    """What a position is worth."""

    chance: float
    least: float
    most: float
    found: Found
    margin: float | None
    margin_found: Found

    @property
    def error(self) -> float:
        return max(self.most - self.chance, self.chance - self.least)


@dataclass
class Verdict:
    """What a move gave away."""

    loss: float
    loss_error: float
    lost: float | None
    lost_error: float | None
    by: str
    name: str | None
    best: int
    dearest: int


def limits(game: list[Ply], last: Found) -> list[tuple[float, float]]:
    """What is proven of each position: its chance is never outside."""
    found = []
    low, high = 0.0, 1.0
    for ply in game:
        if ply.look is not None and ply.look.proven:
            low = high = EXACT[ply.look.proven]
        found.append((low, high))
        proven = ply.next_proven
        if proven is None and ply.look is not None and ply.best == ply.played:
            proven = ply.look.proven
        low, high = (0.0, high) if ply.seat == 1 else (low, 1.0)
        if proven:
            low = high = EXACT[proven]
    found.append((EXACT[last.proven],) * 2 if last.proven else (low, high))
    return found


def kept_within(value: float, bounds: tuple[float, float]) -> float:
    return min(max(value, bounds[0]), bounds[1])


def values(game: list[Ply], last: Found) -> tuple[list[Value], list[Verdict]]:
    """All positions and all moves."""
    bounds = limits(game, last)
    ends = [kept_within(one, bounds[-1]) for one in (last.chance, last.chance - last.error, last.chance + last.error)]
    worth = [Value(ends[0], ends[1], ends[2], last, last.margin, last)]
    verdicts: list[Verdict] = []
    for place in range(len(game) - 1, -1, -1):
        value, verdict = one_ply(game[place], worth[0], bounds[place])
        worth.insert(0, value)
        verdicts.insert(0, verdict)
    return worth, verdicts


def one_ply(ply: Ply, after: Value, bounds: tuple[float, float]) -> tuple[Value, Verdict]:
    better = max if ply.seat == 1 else min
    others = {}
    for action, found in ply.after.items():
        if action == ply.best and bounds[0] == bounds[1]:
            others[action] = (bounds[0], bounds[0], bounds[0])
            continue
        # No move brings more than there is.
        chance = min(found.chance, bounds[1]) if ply.seat == 1 else max(found.chance, bounds[0])
        others[action] = (chance, max(bounds[0], chance - found.error), min(bounds[1], chance + found.error))
    chance = better([after.chance, *(one[0] for one in others.values())])
    least = better([after.least, *(one[1] for one in others.values())])
    most = better([after.most, *(one[2] for one in others.values())])
    best = ply.played
    if chance != after.chance:
        best = next(action for action in (ply.best, ply.dearest) if action in others and others[action][0] == chance)
    if least == most and ply.choices > 1 and chance != better(0.0, 1.0):
        assert ply.look is not None
        if ply.seat == 1:
            most = max(most, ply.look.chance + ply.look.error)
        else:
            least = min(least, ply.look.chance - ply.look.error)
    if ply.look is not None:  # the truth lies within what its own search says too, where that agrees
        lower, upper = ply.look.chance - ply.look.error, ply.look.chance + ply.look.error
        least = lower if least < lower <= chance else least
        most = upper if chance <= upper < most else most
        # Where it knows of more for who is to move than all that was looked into, there may be as much.
        if ply.seat == 1 and chance < lower:
            most = max(most, ply.look.chance)
        if ply.seat == 2 and chance > upper:
            least = min(least, ply.look.chance)
    kept = [kept_within(one, bounds) for one in (chance, least, most)]
    margin, dearest, margin_found = margin_of(ply, after, others, kept[0])
    source = after.found if best == ply.played else ply.after[best]
    value = Value(kept[0], kept[1], kept[2], source, margin, margin_found)
    return value, verdict_of(ply, value, after, others, best, dearest)


def margin_of(
    ply: Ply, after: Value, others: dict[int, tuple[float, float, float]], chance: float
) -> tuple[float | None, int, Found]:
    better = max if ply.seat == 1 else min
    if after.margin is None:
        if ply.choices == 1 or ply.look is None:
            return None, ply.played, after.margin_found
        return ply.look.margin, ply.played, ply.look
    if ply.look is not None and ply.choices > 1 and ply.look.proven is not None and ply.look.margin is None:
        return None, ply.played, ply.look  # who wins is known, but not by how much
    margin, dearest, found = after.margin, ply.played, after.margin_found
    for action in dict.fromkeys((ply.best, ply.dearest)):
        if action not in others or ply.after[action].margin is None:
            continue
        one = ply.after[action]
        assert one.margin is not None
        gives_up = chance - others[action][0] if ply.seat == 1 else others[action][0] - chance
        if gives_up <= NEARLY and better(one.margin, margin) == one.margin != margin:
            margin, dearest, found = one.margin, action, one
    # What comes after a move that loses much says nothing of what the best one brings.
    if dearest == ply.played and abs(chance - after.chance) > DECIDED:
        assert ply.look is not None
        return ply.look.margin, dearest, ply.look
    return margin, dearest, found


def verdict_of(
    ply: Ply, value: Value, after: Value, others: dict[int, tuple[float, float, float]], best: int, dearest: int
) -> Verdict:
    loss = abs(value.chance - after.chance)
    aside = others.get(best if best != ply.played else ply.best, (0.0, 0.0, 0.0))
    loss_error = math.hypot(after.error, max(aside[2] - aside[0], aside[0] - aside[1])) if others else 0.0
    lost = lost_error = None
    if value.margin is not None and after.margin is not None and value.margin_found is not ply.look:
        lost = abs(value.margin - after.margin)
        if value.margin_found.drift is not None and after.margin_found.drift is not None:
            lost_error = DRIFT * math.hypot(value.margin_found.drift, after.margin_found.drift)
    return Verdict(loss, loss_error, lost, lost_error, "", None, best, dearest)


def name_of(verdict: Verdict, value: Value, after: Value, scale: float) -> tuple[str, str | None]:
    """What a move is judged by, and its verdict."""
    both = (value.chance, after.chance)
    if verdict.lost is not None and (max(both) <= DECIDED or min(both) >= 1 - DECIDED):
        if verdict.lost_error is None:
            return "points", None
        sure, by = verdict.lost > verdict.lost_error, "points"
        parts, error = verdict.lost / scale, verdict.lost_error / scale
    else:
        sure, by = verdict.loss > verdict.loss_error, "chance"
        parts, error = (math.floor(one * 100 + 0.5) / 20 for one in (verdict.loss, verdict.loss_error))
    if not sure or parts < 0.25 - 1e-9:
        return by, None
    return by, next((name for least, name in GRADES if parts - error >= least - 1e-9), "slip")
