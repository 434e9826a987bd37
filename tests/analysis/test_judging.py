"""The judgement of moves: the kernels beside plain recursion, and what has to hold whatever was found."""

from __future__ import annotations

import math
import os
import random

import pytest

from fieldstone.search.judging import ENDED, SLOTS, Judging, count_look, new_judging, next_look
from fieldstone.search.mcts.tree import DRAWN, LOST, UNPROVEN, WON
from tests.oracles.judging import EXACT, Found, Ply, name_of, values

SEED = int(os.environ["FIELDSTONE_SEED"])
NUMBERS = {None: UNPROVEN, "win": WON, "loss": LOST, "draw": DRAWN}
NAMES = (None, "slip", "mistake", "blunder")
SCALE = 20.0


def some_found(chance: random.Random, sure: float, decided: str | None = None) -> Found:
    """Something that a search may find; in some cases it is proven, and in a decided game always."""
    if decided or chance.random() < sure:
        proven = decided or chance.choice(["win", "loss", "draw"])
        if chance.random() < 0.5:  # by how much is not known
            return Found(EXACT[proven], 0.0, None, None, proven)
        return Found(EXACT[proven], 0.0, float(chance.randrange(-9, 10)), 0.0, proven)
    drift = chance.choice([None, 0.0, chance.random() * 3])
    margin = None if chance.random() < 0.1 else round(chance.uniform(-40, 40), 3)
    return Found(round(chance.random(), 6), round(chance.uniform(0.001, 0.3), 6), margin, drift)


def some_game(chance: random.Random) -> tuple[list[Ply], Found]:
    """A game of which all has been found."""
    game = []
    decided = chance.choice(["win", "loss", "draw"]) if chance.random() < 0.3 else None
    for _ in range(chance.randrange(1, 8)):
        ply = Ply(chance.choice([1, 2]), 0, chance.choice([1, 5, 9]))
        if ply.choices > 1:
            ply.look = some_found(chance, 0.0, decided)
            ply.best, ply.dearest = chance.randrange(3), chance.randrange(3)
            for action in {ply.best, ply.dearest} - {0}:
                ply.after[action] = some_found(chance, 0.2, decided)
        game.append(ply)
    return game, some_found(chance, 0.3, decided)


def judging_of(game: list[Ply], last: Found, rounds: int = 1) -> Judging:
    """The same for the kernels."""
    judging = new_judging(len(game) + 1)
    plan = judging.plan[0]
    plan.plies, plan.counts, plan.scale = len(game), 1, SCALE

    def write(slot: int, found: Found) -> None:
        look = judging.looks[slot]
        look.rounds, look.chance, look.error, look.proven = rounds, found.chance, found.error, NUMBERS[found.proven]
        look.margin = math.nan if found.margin is None else found.margin
        look.drift = math.nan if found.drift is None else found.drift

    for place, ply in enumerate(game):
        spot = judging.judged[place]
        spot.seat, spot.played, spot.choices = ply.seat, ply.played, ply.choices
        if ply.look is not None:
            write(SLOTS * place, ply.look)
            look = judging.looks[SLOTS * place]
            look.best, look.dearest, look.next = ply.best, ply.dearest, NUMBERS[ply.next_proven]
        for action, found in ply.after.items():
            write(SLOTS * place + (1 if action == ply.best else 2), found)
    write(SLOTS * len(game), last)
    return judging


def look_again(judging: Judging, slot: int, error: float) -> None:
    """What a longer search writes where it finds the same moves best."""
    look = judging.looks[slot]
    count_look(judging, slot, int(look.rounds) + 1, int(look.best), int(look.dearest))
    look.error = error


@pytest.mark.parametrize("number", range(150))
def test_the_kernels_judge_by_the_definitions(number: int) -> None:
    game, last = some_game(random.Random(f"{SEED} {number}"))
    worth, verdicts = values(game, last)
    judging = judging_of(game, last, ENDED)
    assert next_look(judging) == -1
    assert judging.plan[0].first == 0
    for place, value in enumerate(worth):
        spot = judging.judged[place]
        assert (spot.chance, spot.least, spot.most) == pytest.approx((value.chance, value.least, value.most))
        assert spot.margin == pytest.approx(math.nan if value.margin is None else value.margin, nan_ok=True)
    for place, verdict in enumerate(verdicts):
        spot = judging.judged[place]
        assert (spot.best, spot.dearest) == (verdict.best, verdict.dearest)
        assert (spot.loss, spot.loss_error) == pytest.approx((verdict.loss, verdict.loss_error))
        assert spot.lost == pytest.approx(math.nan if verdict.lost is None else verdict.lost, nan_ok=True)
        if verdict.lost is not None:
            assert spot.lost_error == pytest.approx(
                math.nan if verdict.lost_error is None else verdict.lost_error, nan_ok=True
            )
        by, name = name_of(verdict, worth[place], worth[place + 1], SCALE)
        assert (("chance", "points")[spot.by], NAMES[spot.verdict]) == (by, name)
        # What a move gave away is the difference of two values that the graph shows, in its player's eyes.
        sign = 1 if spot.seat == 1 else -1
        assert spot.loss == pytest.approx(sign * (spot.chance - judging.judged[place + 1].chance), abs=1e-12)
        assert spot.loss >= 0
        if verdict.lost is not None:
            assert spot.lost == pytest.approx(sign * (spot.margin - judging.judged[place + 1].margin), abs=1e-9)
    for seat, total in enumerate(judging.sums, start=1):
        own = [spot for spot in judging.judged[: len(game)] if spot.seat == seat and spot.choices > 1]
        assert total.moves == len(own)
        assert total.best == sum(spot.best == spot.played and not spot.verdict for spot in own)
        assert total.best + sum(total.verdicts[1:]) <= total.moves


def test_all_positions_are_looked_at_from_the_end() -> None:
    chance = random.Random(5)
    game, last = some_game(chance)
    while len(game) < 4:
        game, last = some_game(chance)
    whole, judging = judging_of(game, last), judging_of(game, last)
    for look in judging.looks:
        look.rounds = 0
    asked = []
    while (slot := next_look(judging)) >= 0 and not judging.plan[0].again:
        asked.append(slot)
        judging.looks[slot] = whole.looks[slot]
    assert asked[0] == SLOTS * len(game)
    assert [slot // SLOTS for slot in asked] == sorted((slot // SLOTS for slot in asked), reverse=True)
    assert set(asked) == {slot for slot, look in enumerate(whole.looks) if look.rounds}


def test_what_a_verdict_hangs_on_is_looked_at_again() -> None:
    """Both values alike, at first four times as long and then sixteen times, within what all of them may take."""
    game = [Ply(1, 0, 9, Found(0.5, 0.1, 0.0), best=1, dearest=1, after={1: Found(0.55, 0.3, 0.0)})]
    end = SLOTS * 7
    judging = judging_of([*game, *[Ply(2, 0, 1)] * 6], Found(0.4, 0.29, 0.0))
    assert judging.judged[0].verdict == 0
    for again, slot in enumerate((1, end)):  # the larger error first
        assert next_look(judging) == slot
        assert judging.plan[0].again == 1
        look_again(judging, slot, 0.28 - again / 100)
    assert next_look(judging) == 1
    assert judging.plan[0].again == 2
    look_again(judging, 1, 0.1)
    assert next_look(judging) == -1  # 24 of 3 * 8 times the limit have been taken
    judging.looks[end].error = 0.3
    short = judging_of(game, Found(0.4, 0.3, 0.0))
    assert next_look(short) == 1
    look_again(short, 1, 0.3)
    assert next_look(short) == -1  # another would take more than 3 * 2 times the limit
    sure = judging_of([*game, Ply(2, 0, 1), Ply(1, 0, 1)], Found(0.4, 0.01, 0.0))
    assert next_look(sure) == 1
    look_again(sure, 1, 0.01)
    assert next_look(sure) == -1  # it has become certain
    assert NAMES[sure.judged[0].verdict] == "mistake"


def test_a_position_is_looked_at_again_where_the_move_that_was_played_has_lost_and_others_may_not() -> None:
    """After a forced move, too: which of the two moves around it has lost the game hangs on that."""
    won = Ply(1, 0, 9, Found(0.9, 0.1, 0.0), best=1, dearest=1, after={1: Found(1.0, 0.0, 0.0)})
    open_still = Ply(1, 0, 9, Found(0.51, 0.49, 0.0), best=0, dearest=0)
    judging = judging_of([won, Ply(2, 0, 1), open_still], Found(0.0, 0.0, 0.0))
    assert next_look(judging) == SLOTS * 2
    assert [spot.chance for spot in judging.judged] == [1.0, 0.0, 0.0, 0.0]
    assert judging.judged[1].error == judging.judged[2].error == pytest.approx(1.0)
    assert NAMES[judging.judged[0].verdict] is None
    # What is found there tells which of them it was.
    look_again(judging, SLOTS * 2, 0.0)
    judging.looks[SLOTS * 2].chance, judging.looks[SLOTS * 2].proven = 0.0, NUMBERS["loss"]
    assert next_look(judging) == -1
    assert [NAMES[spot.verdict] for spot in judging.judged[:3]] == ["blunder", None, None]


def test_a_position_is_looked_at_again_where_its_search_saw_more_than_what_followed_brought() -> None:
    """Its best move is the one that was played, so no other has been looked into: the move before is no blunder yet."""
    before = Ply(1, 0, 9, Found(0.8, 0.1, 0.0), best=1, dearest=1, after={1: Found(0.8, 0.05, 0.0)})
    seen = Ply(1, 0, 9, Found(0.84, 0.08, 0.0), best=0, dearest=0)
    judging = judging_of([before, seen, *[Ply(2, 0, 1)] * 6], Found(0.2, 0.01, 0.0))
    assert next_look(judging) == SLOTS
    spot = judging.judged[1]
    assert (spot.chance, spot.least, spot.most) == pytest.approx((0.2, 0.19, 0.84))
    assert [NAMES[one.verdict] for one in judging.judged[:2]] == [None, None]
    # A longer search finds the better move: who played the other has lost the game there.
    count_look(judging, SLOTS, 2, 1, 1)
    assert next_look(judging) == SLOTS + 1
    judging.looks[SLOTS + 1] = judging.looks[1]
    assert next_look(judging) == -1
    assert [NAMES[one.verdict] for one in judging.judged[:2]] == [None, "blunder"]
    # One that agrees with what followed says that the move before was the blunder.
    count_look(judging, SLOTS, 3, 0, 0)
    judging.looks[SLOTS].chance = 0.22
    assert next_look(judging) == -1
    assert [NAMES[one.verdict] for one in judging.judged[:2]] == ["blunder", None]
    assert spot.error == pytest.approx(0.01)


def test_what_was_found_after_a_move_that_is_no_longer_the_best_is_forgotten() -> None:
    after = {1: Found(0.4, 0.1, 0.0), 2: Found(0.3, 0.1, 9.0)}
    ply = Ply(1, 0, 9, Found(0.5, 0.1, 0.0), best=1, dearest=2, after=after)
    judging = judging_of([ply], Found(0.2, 0.1, 0.0))
    count_look(judging, 0, 2, 3, 2)
    assert next_look(judging) == 1
    assert (judging.plan[0].again, judging.plan[0].first, judging.plan[0].longer) == (0, 0, 4)
    assert [spot.best for spot in judging.judged[:1]] == [2]
    # The other was the dearest before: it counts no longer.
    count_look(judging, 1, 1, -1, -1)
    count_look(judging, 0, 3, 3, 3)
    assert judging.looks[2].rounds == 0
    assert judging.plan[0].longer == 4 + 16


def test_a_blunder_that_may_be_hidden_is_looked_for() -> None:
    """Where the chance may be wrong by one; what is surely good or surely a blunder is not looked at again."""

    def asked(best: Found, played: Found) -> int:
        game = [Ply(1, 0, 9, Found(0.5, 0.4, 0.0), best=1, dearest=1, after={1: best}), *[Ply(2, 0, 1)] * 5]
        return next_look(judging_of(game, played))

    assert asked(Found(0.54, 0.21, 0.0), Found(0.5, 0.19, 0.0)) == 1  # 4% ± 28, and 54% ± 21
    assert asked(Found(0.54, 0.19, 0.0), Found(0.5, 0.19, 0.0)) == -1  # 4% ± 27
    assert asked(Found(0.51, 0.1, 0.0), Found(0.5, 0.1, 0.0)) == -1  # 1% ± 14
    assert asked(Found(0.9, 0.1, 0.0), Found(0.5, 0.1, 0.0)) == -1  # 40% ± 14
    assert asked(Found(0.1, 0.01, 0.0), Found(0.5, 0.21, 0.0)) == SLOTS * 6  # the played one is the best: how good?


@pytest.mark.parametrize(
    ("loss", "errors", "name"),
    [
        (0.34, (0.2, 0.21), "slip"),  # ± 29: it may have been 5%
        (0.34, (0.1, 0.1), "blunder"),
        (0.34, (0.15, 0.1), "mistake"),
        (0.06, (0.04, 0.0), "slip"),  # it has lost something
        (0.06, (0.05, 0.05), None),
        (0.244, (0.046, 0.0), "mistake"),  # reads as 24% ± 5
    ],
)
def test_a_blunder_is_one_with_all_its_error_taken_off(
    loss: float, errors: tuple[float, float], name: str | None
) -> None:
    best = Found(0.4 + loss, errors[0], 0.0)
    judging = judging_of(
        [Ply(1, 0, 9, Found(0.5, 0.3, 0.0), best=1, dearest=1, after={1: best})], Found(0.4, errors[1], 0.0)
    )
    next_look(judging)
    spot = judging.judged[0]
    assert spot.loss == pytest.approx(loss)
    assert spot.loss_error == pytest.approx(math.hypot(*errors))
    assert NAMES[spot.verdict] == name


def test_a_decided_game_is_judged_by_points() -> None:
    """A game that is lost by 81 to nothing has worse moves than a slip of 9%."""
    last = Found(0.0, 0.0, -162.0, 0.0, "loss")
    game = [Ply(1, 0, 9, Found(0.09, 0.01, -2.0), best=1, dearest=1, after={1: Found(0.09, 0.01, -2.0, 1.0)})]
    judging = judging_of(game, last, ENDED)
    next_look(judging)
    spot = judging.judged[0]
    assert (spot.by, NAMES[spot.verdict], spot.lost, spot.weight) == (1, "blunder", 160.0, 8.0)
    judging.looks[1].drift = math.nan  # how much it was is not known
    next_look(judging)
    assert NAMES[spot.verdict] is None
