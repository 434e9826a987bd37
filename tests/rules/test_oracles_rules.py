"""The oracles in the worked lines of K7 and in hand-made positions for rare rules."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

import pytest

from tests.oracles import Oracle, make
from tests.oracles.base import Point
from tests.oracles.iago import Iago
from tests.oracles.kaomi import Kaomi, push_line
from tests.oracles.vacu import Convacu, Vacu
from tests.oracles.vadus import Vadus

DATA = Path(__file__).parent.parent / "conformance" / "data"


def play(game: Oracle, moves: str) -> Oracle:
    """Play moves, told apart by blanks, and return the game."""
    for move in moves.split():
        game.play(move)
    return game


def cell(game: Oracle, name: str) -> str:
    """What stands on a point."""
    return game.cells[game.board.point[name]]


def outcome(game: Oracle) -> tuple[str | None, str | None]:
    """Who won and how it ended."""
    return game.winner, game.termination


# Vacu and Convacu ------------------------------------------------------------------------------


def test_v5_no_suicide_without_a_flip() -> None:
    game = Vacu(size=3).arrange([".B.", "B..", "..."], "W")
    assert "a3" not in game.legal()
    assert "b2" in game.legal()


def test_v5_capture_without_liberties_is_a_flip() -> None:
    game = play(make("vacu", size=2), "a2 a1 b2 b1")
    assert game.rows() == ["WW", ".."]
    assert game.events == {"flip"}
    assert (game.termination, game.winner, game.scores()) == ("last-group", "W", {"B": 0, "W": 4})


def test_v5_flipped_groups_merge() -> None:
    game = Vacu(size=3).arrange(["B..", "WB.", ".W."], "B")
    game.play("a1")  # b1 still has c1, a2 has nothing left
    assert game.rows() == ["B..", "BB.", ".W."]
    assert game.events == {"flip", "merge-after-flip"}


@pytest.mark.parametrize(("komi", "winner"), [(3, "B"), (4, "draw"), (5, "W")])
def test_v7_the_last_group_gone_the_score_decides(komi: int, winner: str) -> None:
    game = play(make("vacu", size=2, komi=komi), "a2 b2 b1")
    assert game.rows() == ["B.", ".B"]
    assert (game.events, game.termination, game.winner) == ({"capture"}, "last-group", winner)


def test_v8_button_then_passes() -> None:
    game = make("vacu", size=2)
    assert game.legal() == ["a1", "a2", "b1", "b2", "button"]
    play(game, "button pass")
    assert game.winner is None
    assert game.legal() == ["a1", "a2", "b1", "b2", "pass"]
    play(game, "pass")
    assert outcome(game) == ("B", "two-passes")
    assert game.scores() == {"B": 0.5, "W": 0.0}  # V3: an empty board is nobody's


CYCLE = ["pass", "a3", "c1", "c2", "pass", "b1", "a1", "a2", "pass", "c3", "pass", "b1"]


@pytest.mark.parametrize(
    ("opening", "begin"),
    [("a1 b2 a2 b3 button", 0), ("a1 b2 a2 b3 a3 button pass", 2)],
)
def test_v9_positions_left_by_button_and_pass_count(opening: str, begin: int) -> None:
    """The button or a pass leaves the position that the cycle comes back to twice."""
    game = play(Vacu(size=3), opening)
    start = game.rows()
    turns = [*CYCLE[begin:], *CYCLE[:begin]]
    play(game, " ".join(turns * 2).rsplit(" ", 1)[0])
    assert game.winner is None
    game.play(turns[-1])
    assert game.rows() == start
    assert outcome(game) == ("draw", "repetition")
    assert game.events >= {"repetition", "repetition-with-pass"}


def test_v9_checked_only_after_a_board_play() -> None:
    board = ["BW.", "BW.", "B.."]
    game = Vacu(size=3)
    game.button = "B"
    appearance = game.arrange(board, "W").history[0]
    game.arrange(board, "B")
    game.history = [appearance, appearance, *game.history]
    game.play("pass")
    assert game.winner is None  # the third appearance, but left by a pass
    turns = [*CYCLE[2:], *CYCLE[:2]]
    play(game, " ".join(turns[:-1]))
    assert game.winner is None
    game.play(turns[-1])
    assert outcome(game) == ("draw", "repetition")  # the fourth


def test_v9_a_button_taken_makes_another_position() -> None:
    board = [".W.", "BW.", "B.."]
    untaken = Vacu(size=3).arrange(board, "W")
    by_black, by_white = Vacu(size=3), Vacu(size=3)
    by_black.arrange(board, "B").play("button")
    by_white.button = "W"
    by_white.arrange(board, "W")
    assert by_black.history[-1][0] == by_white.history[-1][0]  # by whom does not matter here
    assert by_black.position() != by_white.position()  # but it does for the score
    assert untaken.history[-1][0] != by_white.history[-1][0]


def test_v9_repetition_in_convacu() -> None:
    """The stored game that ends in a cycle does so without a pass."""
    lines = (DATA / "convacu.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    (drawn,) = (record for record in records if record["plies"][-1].get("winner") == "draw")
    game = make("convacu", **drawn["options"])
    for ply in drawn["plies"]:
        game.play(ply["move"])
    assert game.termination == "repetition"
    assert "repetition" in game.events
    assert "repetition-with-pass" not in game.events


@pytest.mark.parametrize(
    ("rows", "mover", "move", "winner"),
    [
        (["B..", ".W.", "B.."], "B", "a2", "B"),
        (["...", "W.W", "B.B"], "W", "b2", "W"),
        (["...", "B.B", "W.."], "B", "b2", None),  # C1: left and right are White's
    ],
)
def test_c1_connection(rows: list[str], mover: str, move: str, winner: str | None) -> None:
    game = make("convacu", size=3).arrange(rows, mover)
    game.play(move)
    assert outcome(game) == (winner, "connection" if winner else None)


def test_c2_forced_pass() -> None:
    game = make("convacu", size=2).arrange([".B", "B."], "W")
    assert game.legal() == ["pass"]
    game.play("pass")
    assert game.events == {"forced-pass"}
    assert "pass" not in game.legal()


def test_c4_removing_the_last_group_does_not_end_the_game() -> None:
    game = play(make("convacu", size=3), "b1 a1 a2")
    assert game.rows() == ["...", "B..", ".B."]
    assert game.events == {"capture"}
    assert game.winner is None


def test_c5_two_forced_passes() -> None:
    game = play(Convacu(size=1), "pass pass")
    assert outcome(game) == ("draw", "two-passes")


# Kaomi and Squared -----------------------------------------------------------------------------

WORKED_LINES = [  # K7
    (".*W..", ".*.W.", {"push"}),
    ("*WB..", "*.WB.", {"push", "train"}),
    ("*W", "*W", {"full-line"}),
    ("B*W", "B*W", {"full-line"}),
    ("W.*WB", "BW*.W", {"push", "train", "wrap", "wrap-train"}),
    (".W*WB", "W.*WB", {"push", "collision"}),
    ("B.W*WB", "BW.*WB", {"push", "collision"}),
]


@pytest.mark.parametrize("across", [True, False])
@pytest.mark.parametrize("mirrored", [True, False])
@pytest.mark.parametrize(("before", "after", "events"), WORKED_LINES)
def test_k7_worked_lines(before: str, after: str, events: set[str], mirrored: bool, across: bool) -> None:
    if mirrored:
        before, after = before[::-1], after[::-1]
    size, at = len(before), before.index("*")
    game = Kaomi(size=size)
    line = [(i, size // 2) if across else (size // 2, i) for i in range(size)]
    game.cells.update(zip(line, before.replace("*", "."), strict=True))
    game.play(game.board.name[line[at]])
    assert "".join(game.cells[square] for square in line) == after.replace("*", "B")
    assert game.events == events


def push_around(line: str, at: int) -> str:
    """Another reading of K2-K6: the line as a ring that is cut at the new stone.

    Both trains run along the ring up to the first gap on their way. Without a gap nothing moves;
    a gap that both reach goes to the train that did not have to go over the edge to reach it.
    """
    size = len(line)
    ring = [(at + offset) % size for offset in range(1, size)]
    gaps = [index for index in ring if line[index] == "."]
    if not gaps:
        return line
    after = list(line)
    to_the_right = at + 1 < size and line[at + 1] != "."
    to_the_left = at > 0 and line[at - 1] != "."
    right = ring[: ring.index(gaps[0]) + 1]
    left = ring[ring.index(gaps[-1]) :][::-1]
    if to_the_right and to_the_left and len(gaps) == 1:
        to_the_right = gaps[0] > at
        to_the_left = gaps[0] < at
    for run in [right] * to_the_right + [left] * to_the_left:
        for source, target in reversed(list(itertools.pairwise(run))):
            after[target], after[source] = line[source], "."
    return "".join(after)


@pytest.mark.parametrize("size", range(2, 8))
def test_k2_to_k6_every_short_line(size: int) -> None:
    for at in range(size):
        for stones in itertools.product(".BW", repeat=size - 1):
            line = "".join([*stones[:at], ".", *stones[at:]])
            assert push_line(line, at)[0] == push_around(line, at), (line, at)


def test_k7_rows_and_columns_move_apart() -> None:
    game = Kaomi(size=4).arrange(["....", ".W..", "W.B.", ".B.."], "W")
    game.play("b2")  # a2 and b1 go over the edge to where c2 and b3 go, so they come back
    assert game.rows() == [".W..", "....", "WW.B", ".B.."]
    assert game.events == {"push", "collision"}
    game = Kaomi(size=4).arrange(["....", ".W..", "WWBB", ".B.."], "W")
    game.cells[(1, 1)] = "."
    game.play("b2")  # the row is full and stays, the column moves as before
    assert game.rows() == [".W..", "....", "WWBB", ".B.."]
    assert game.events == {"push", "collision", "full-line"}


@pytest.mark.parametrize(
    ("rows", "move", "left", "winner"),
    [
        (["WBB", "BWB", "BW."], "c1", {"B": [2], "W": [1]}, "B"),  # 3, 2 against 3, 1
        (["WBWW", "WWWB", "BBBW", "BBB."], "d1", {"B": [1, 1], "W": [2]}, "W"),  # 6, 1, 1 and 6, 2
        (["BWB", "BWB", "BW."], "c1", {"B": [3, 2], "W": [4]}, "W"),  # no pair
    ],
)
def test_k8_pairs_are_taken_off(rows: list[str], move: str, left: dict[str, list[int]], winner: str) -> None:
    game = Kaomi(size=len(rows)).arrange(rows, "W")
    game.play(move)
    assert (game.winner, game.scores()) == (winner, left)


def test_k9_all_paired() -> None:
    game = play(make("kaomi", size=2), "a1 a2 b1 b2")
    assert game.scores() == {"B": [], "W": []}
    assert outcome(game) == ("B", "board-full")  # White placed the last stone
    assert game.events == {"full-line", "all-paired"}


def test_k10_swap() -> None:
    game = play(make("kaomi", size=3), "a1")
    assert (game.to_move, game.seat, "swap" in game.legal()) == ("W", 2, True)
    game.play("swap")
    assert (game.to_move, game.seat, "swap" in game.legal()) == ("W", 1, False)
    assert game.rows() == ["...", "...", "B.."]
    assert game.events == {"swap"}
    game.play("c3")
    assert (game.to_move, game.seat, "swap" in game.legal()) == ("B", 2, False)
    assert "swap" not in play(make("kaomi", size=3, pie=False), "a1").legal()
    assert "swap" not in play(make("squared", size=3), "a1").legal()
    assert "swap" not in play(make("kaomi", size=3), "a1 c3 b2").legal()


@pytest.mark.parametrize(("komi", "winner"), [(0, "draw"), (2, "W")])
def test_q3_equal_scores(komi: int, winner: str) -> None:
    game = play(make("squared", size=2, komi=komi), "a1 a2 b1 b2")
    assert game.scores() == {"B": 4, "W": 4 + komi}
    assert game.winner == winner


# Iago ------------------------------------------------------------------------------------------

EMPTY_IAGO = [".....", "......", ".......", "........", "........."]
EMPTY_IAGO += EMPTY_IAGO[-2::-1]


def iago(mover: str, **discs: str) -> Oracle:
    """A board with some discs on it."""
    return put(Iago(), mover, discs)


def put(game: Iago, mover: str, discs: dict[str, str]) -> Iago:
    """Put some discs on an empty board."""
    game.arrange(EMPTY_IAGO, mover)
    for name, disc in discs.items():
        game.cells[game.board.point[name]] = disc
    return game


def iago_filled(mover: str, inner: str, **discs: str) -> Oracle:
    """A board with `inner` on every inner hex but for some discs (or dots)."""
    game = iago(mover)
    for name, point in game.board.point.items():
        if len(game.board.neighbours[point]) == 6:
            game.cells[point] = discs.get(name, inner)
    return game


def test_i5_the_most_captives() -> None:
    discs = {"c2": "B", "c3": "W", "g2": "B", "g3": "W", "g4": "W", "g6": "w"}
    forced = iago("B", **discs)
    assert forced.legal() == ["g5"]
    free = put(Iago(free=True), "B", discs)
    assert {"c4", "g5", "b2"} <= set(free.legal())
    assert "e5" not in free.legal()
    free.play("c4")  # F1: a placement that lines up a capture makes it
    assert cell(free, "c3") == "w"
    assert free.events == {"capture"}


def test_i3_releases_need_the_rim_or_the_centre() -> None:
    game = iago("B", d2="B", d3="b")
    game.play("d4")
    assert cell(game, "d3") == "b"
    assert game.events == set()
    game = iago("B", d1="B", d2="w", d3="b")
    game.play("d4")
    assert (cell(game, "d2"), cell(game, "d3"), game.events) == ("W", "B", {"release"})
    game = iago("B", e3="B", e4="w")
    assert "e5" in game.legal()  # I6: the centre is open to a release
    game.play("e5")
    assert cell(game, "e4") == "W"


def test_i3_mixed_lines_do_nothing() -> None:
    game = iago("B", d1="B", d2="W", d3="b")
    assert "d8" not in game.legal()
    game.play("d4")
    assert (cell(game, "d2"), cell(game, "d3"), game.events) == ("W", "b", set())


def test_i4_all_lines_together() -> None:
    game = iago("B", e1="B", e2="w", c3="B", d3="W", e4="W", e5="B")
    assert game.legal() == ["e3"]
    game.play("e3")
    assert game.events == {"capture", "release", "capture-and-release", "multi-line"}
    assert [cell(game, name) for name in ("e2", "d3", "e4")] == ["W", "w", "w"]


def test_i7_the_centre_as_a_last_resort() -> None:
    game = iago_filled("W", "B", e5=".")
    assert game.legal() == ["e5"]
    game.play("e5")
    assert game.events == {"centre-exception", "zero-area"}
    assert (game.winner, game.scores()) == ("B", {"B": 36, "W": 1})
    assert game.termination == "inner-area-full"


def test_i7_not_while_the_outer_area_has_a_placement() -> None:
    game = iago_filled("B", "w", e5=".", d4="B")
    assert game.legal() == ["a1", "a4", "d1", "d8", "h1"]  # the releases that end at d4
    game.play("d1")
    assert [cell(game, name) for name in ("d2", "d3", "d5")] == ["W", "W", "w"]
    assert game.winner is None


@pytest.mark.parametrize(("centre", "winner"), [("b", "W"), ("w", "B"), ("B", "B")])
def test_i10_ties(centre: str, winner: str) -> None:
    game = iago_filled("W", "w", e5=centre, c3=".")
    game.play("c3")
    assert game.scores() == {"B": 1, "W": 1}
    assert game.winner == winner
    assert {"tie", "zero-area"} <= game.events


# Vadus -----------------------------------------------------------------------------------------


def test_w2_turns() -> None:
    game = make("vadus", size=2)
    assert game.legal() == game.legal_turns() == ["a1", "a2", "b1", "b2", "b3", "c1", "c2"]
    with pytest.raises(ValueError, match="is illegal"):
        game.play("a1,a2")
    game.play("b2")
    assert (game.to_move, len(game.legal()), len(game.legal_turns())) == ("W", 7, 16)
    twin = game.copy()
    game.play("a1")
    assert (game.to_move, game.seat) == ("W", 2)
    assert game.legal() == game.legal_turns() == ["a2", "b1", "b3", "c1", "c2"]
    with pytest.raises(ValueError, match="is illegal"):
        game.play("a2,b1")
    game.play("c2")
    for wrong in ("a1,a1", "a1,b2", "a1,pass", "a1,", "a1,b1,c1"):
        with pytest.raises(ValueError, match="is illegal"):
            twin.play(wrong)
    assert twin.to_move == "W"
    assert twin.rows() == ["..", ".B.", ".."]
    twin.play("c2,a1")  # any order is read
    assert twin.position() == game.position()
    assert twin.to_move == "B"


def test_w3_on_a_full_board_only_passing_is_left() -> None:
    game = play(make("vadus", size=2), "b2 a1,a2 b1,b3 c1,c2")
    assert game.winner is None
    assert game.legal() == ["pass"]
    play(game, "pass pass")
    assert outcome(game) == ("B", "two-passes")
    assert game.scores() == {"B": [3], "W": [2, 2]}


@pytest.mark.parametrize(
    ("rows", "values"),
    [
        (["...", "....", "..B..", "....", "..."], [-1]),  # a lone stone
        (["...", "....", ".....", "....", "B.."], [-1]),
        (["...", "....", ".....", "....", "BB."], [2]),
        (["...", "....", "BBBBB", "....", "..."], [5]),
        (["...", "....", ".....", ".BB.", "BBB"], [2 - 3]),
        (["B..", ".B..", "..BB.", "....", "..."], [-4]),  # one edge stone
        (["B..", "....", "..B..", "....", "BB."], [2, -1, -1]),
    ],
)
def test_w5_values(rows: list[str], values: list[int]) -> None:
    game = make("vadus", size=3).arrange(rows, "W")
    assert game.scores() == {"B": values, "W": []}


def connects(part: set[Point]) -> bool:
    """W5: whether some stones are connected and two of them stand on the rim."""
    trial = Vadus(size=3)
    trial.cells.update(dict.fromkeys(part, "B"))
    return len(part & trial.edge) >= 2 and trial.region(min(part)) == part


def test_w5_by_trying_every_subgroup() -> None:
    rng = random.Random(7)
    for _ in range(60):
        game = Vadus(size=3)
        for point in rng.sample(sorted(game.cells), rng.randrange(2, 13)):
            game.cells[point] = "B"
        values = []
        for group in game.regions("B"):
            parts = (
                set(part)
                for stones in range(2, len(group) + 1)
                for part in itertools.combinations(sorted(group), stones)
            )
            fewest = next((len(part) for part in parts if connects(part)), 0)
            values.append(fewest - (len(group) - fewest))
        assert game.scores() == {"B": sorted(values, reverse=True), "W": []}


@pytest.mark.parametrize(
    ("rows", "winner", "events"),
    [
        (["B..", "....", ".....", "....", "..W"], "draw", {"draw"}),
        (["B..", "....", ".....", "....", "W.W"], "W", {"value-tie", "list-runs-out"}),
        (["B.B", "....", ".....", "....", "WW."], "W", set()),
        (["BB.", "....", "..B..", "....", "WW."], "B", {"value-tie", "list-runs-out"}),
        (["BB.", ".BB.", ".....", "....", "WW."], "W", set()),
        (["...", "....", "..B..", "....", "..."], "B", {"list-runs-out"}),
    ],
)
def test_w6_who_wins(rows: list[str], winner: str, events: set[str]) -> None:
    game = play(make("vadus", size=3).arrange(rows, "B"), "pass pass")
    assert (game.winner, game.events) == (winner, events)
