"""Scores and endings in the words of the message catalogues, for the terminal and the page alike."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from fieldstone.core.outcome import Colour, Outcome, Termination
from fieldstone.state import State

LONGEST_LIST = 12
SHORTEST_RUN = 4

Say = Callable[..., str]  # takes a key of the catalogue and its details


def listed(parts: Sequence[str], say: Say) -> str:
    """Return parts as a list in the language of `say`."""
    return say("list.comma").join(parts)


def sentences(parts: Sequence[str], say: Say) -> str:
    """Return sentences one after the other."""
    return say("list.sentence").join(parts)


def komi_range(state: State) -> tuple[int, int]:
    """Return the highest komi that can be named, and the step: 2 where it must be even (S1, S4)."""
    rules = state.game.face.rules[0]
    step = int(rules.komi_step)
    return (int(rules.komi_count) - 1) * step, step


def halves(score: float) -> str:
    """Return points with halves written as such."""
    whole, half = divmod(score, 1)
    if not half:
        return str(int(whole))
    return f"{int(whole)}½" if whole else "½"


def values(numbers: Sequence[int], say: Say) -> str:
    """Return the sizes or values of groups as a list, equal ones counted where there are many: "5, 2, -1 × 9"."""
    if not numbers:
        return say("list.none")
    shown: list[str] = []
    for number, run in groupby(numbers):
        alike = len(list(run))
        shown.extend([f"{number} × {alike}"] if alike >= SHORTEST_RUN else [str(number)] * alike)
    return listed([*shown[:LONGEST_LIST], "…"] if len(shown) > LONGEST_LIST else shown, say)


def factors(state: State) -> dict[Colour, tuple[int, int]]:
    """Return the two factors of each score of Iago: the inner and the outer one (I9)."""
    discs: dict[Colour, tuple[int, int]] = state.game.face.discs(state.record)  # type: ignore[attr-defined]
    return {colour: (max(1, inner), max(1, outer)) for colour, (inner, outer) in discs.items()}


def score_texts(state: State, say: Say) -> dict[str, str]:
    """Return the score of each colour ("B", "W") as people read it; empty in Convacu, where none counts (C4)."""
    scores, name = state.scores(), state.game.name
    if name == "convacu":
        return dict.fromkeys(scores, "")
    if name in ("kaomi", "vadus"):
        return {colour: values(numbers, say) for colour, numbers in scores.items()}
    if name.startswith("iago"):
        return {
            colour.value: f"{inner} × {outer} = {scores[colour]}" for colour, (inner, outer) in factors(state).items()
        }
    return {colour: halves(score) for colour, score in scores.items()}


def score_sentence(state: State, say: Say) -> str:
    """Return what the game counts, as if it ended here."""
    name = state.game.name
    if name == "convacu":
        return say("score.convacu")
    texts = score_texts(state, say)
    key, details = "score.points", {}
    if name in ("kaomi", "vadus"):
        key = f"score.{name}"
    elif name.startswith("iago"):
        key = "score.iago"
    elif state.record.komi:
        key, details = "score.points-komi", {"komi": int(state.record.komi)}
    return say(key, black=texts["B"], white=texts["W"], **details)


def tie_key(state: State, outcome: Outcome) -> str | None:
    """Return the key of a sentence on how equal scores were decided (V10, Q3, K9, I10), if they were equal."""
    scores: dict[str, Any] = outcome.scores
    name = state.game.name
    if scores["B"] != scores["W"] or name == "convacu" or outcome.termination is Termination.REPETITION:
        return None
    if name.startswith("iago"):
        return "end.centre"
    if name == "kaomi":
        return "end.nothing-left"
    return "end.equal"


def ending_sentences(state: State, outcome: Outcome, say: Say, winner: str) -> list[str]:
    """Return who won (called `winner`), what ended the game, and how equal scores were decided: a sentence each."""
    parts = [say("end.draw") if outcome.winner is None else say("end.win", who=winner)]
    parts.append(say(f"end.{outcome.termination.value}"))
    tie = tie_key(state, outcome)
    return parts if tie is None else [*parts, say(tie)]
