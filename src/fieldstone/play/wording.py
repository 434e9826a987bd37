"""Scores and endings in the words of the message catalogues, for the terminal and the page alike."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from fieldstone.core.outcome import Outcome, Termination
from fieldstone.games.spec import GameSpec
from fieldstone.play.state import State

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
    rules = state.game.adapter.rules[0]
    step = int(rules.komi_step)
    return (int(rules.komi_count) - 1) * step, step


def halves(score: float) -> str:
    """Return points with halves written as such."""
    whole, half = divmod(score, 1)
    if not half:
        return str(int(whole))
    return f"{int(whole)}½" if whole else "½"


def values(numbers: Sequence[int], say: Say, *, in_words: bool = False) -> str:
    """Return the sizes or values of groups as a list, equal ones counted where there are many: "5, 2, -1 (×9)".

    In a sentence that is said in words.
    """
    if not numbers:
        return say("list.none")
    shown: list[str] = []
    for number, run in groupby(numbers):
        alike = len(list(run))
        if alike < SHORTEST_RUN:
            shown.extend([str(number)] * alike)
        elif in_words:
            shown.append(say("list.runs-more" if shown else "list.runs", number=number, count=alike))
        else:
            shown.append(f"{number} (×{alike})")
    return listed([*shown[:LONGEST_LIST], "…"] if len(shown) > LONGEST_LIST else shown, say)


def score_texts(state: State, say: Say, *, in_words: bool = False) -> dict[str, str]:
    """Return the score of each colour ("B", "W") as people read it, alone or in a sentence; empty where none counts."""
    scores, kind = state.scores(), state.game.spec.score.kind
    if kind == "none":
        return dict.fromkeys(scores, "")
    if kind == "groups":
        return {colour: values(numbers, say, in_words=in_words) for colour, numbers in scores.items()}
    if kind == "product":
        factors = state.game.adapter.factors(state.record)
        return {colour.value: f"{one} × {other} = {scores[colour]}" for colour, (one, other) in factors.items()}
    return {colour: halves(score) for colour, score in scores.items()}


def score_sentence(state: State, say: Say) -> str:
    """Return what the game counts, as if it ended here."""
    style, komi = state.game.spec.score, int(state.record.komi)
    if not style.counts:
        return say(style.told)
    texts = score_texts(state, say, in_words=True)
    if style.kind == "points" and komi:
        return say("score.points-komi", black=texts["B"], white=texts["W"], komi=komi)
    return say(style.told, black=texts["B"], white=texts["W"])


def deciding_sentence(state: State, groups: Sequence[Mapping[str, Any]], say: Say) -> str:
    """Return by which of its groups the game is decided, as it stands, or that none is left; empty where none does."""
    style = state.game.spec.score
    if style.decides is None or not groups:
        return ""
    deciding = next((group for group in groups if group["deciding"]), None)
    if deciding is None:
        return "" if style.tie is None else _tie_sentence(state, style.tie, say)
    others = (group for group in groups if group["colour"] != deciding["colour"] and group.get("cancelled_by") is None)
    worth, rival = (_worth(group, say) for group in (deciding, next(others, None)))
    return say(style.decides, colour=deciding["colour"], worth=worth, rival=rival)


def _worth(group: Mapping[str, Any] | None, say: Say) -> str:
    """Return what a group is compared by."""
    return say("list.none") if group is None else str(group.get("value", len(group["stones"])))


def _tie_sentence(state: State, key: str, say: Say) -> str:
    """Return how equal scores are decided; some sentences name the `colour` that moved last (K9)."""
    return say(key, colour=state.to_move.other.value)


def tie_key(state: State, outcome: Outcome) -> str | None:
    """Return the key of a sentence on how equal scores were decided (V10, Q3, K9, I10), if they were equal."""
    scores: dict[str, Any] = outcome.scores
    if scores["B"] != scores["W"] or outcome.termination is Termination.REPETITION:
        return None
    return state.game.spec.score.tie


def ending_key(spec: GameSpec, termination: str) -> str:
    """Return the key of the sentence that says what ended a game."""
    return spec.endings.get(termination, f"end.{termination}")


def ending_sentences(state: State, outcome: Outcome, say: Say, winner: str) -> list[str]:
    """Return who won (called `winner`), what ended the game, and how equal scores were decided: a sentence each."""
    parts = [say("end.draw") if outcome.winner is None else say("end.win", who=winner)]
    parts.append(say(ending_key(state.game.spec, outcome.termination)))
    tie = tie_key(state, outcome)
    return parts if tie is None else [*parts, _tie_sentence(state, tie, say)]
