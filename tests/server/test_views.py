"""What the page draws: against recorded games, and drawn by the effects alone."""

import hashlib
import json
import random
import time
from pathlib import Path
from typing import Any

import pytest

import fieldstone
from fieldstone import State
from fieldstone.core.errors import PositionError
from fieldstone.server.lines import read_line
from fieldstone.server.views.position import played_moves, view_of
from tests.oracles.base import hexagonal_board, square_board
from tests.server.fixtures import FOLDER, files

DATA = Path(__file__).parents[1] / "conformance" / "data"
TAKEN = 6  # recorded games of each file
OTHER = {"B": "W", "W": "B"}

View = dict[str, Any]


def look(state: State, language: str = "en") -> View:
    return view_of(state, language).model_dump(by_alias=True)


def recorded() -> list[Any]:
    found = []
    for file in sorted(DATA.glob("*.jsonl")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines()[:TAKEN], start=1):
            found.append(pytest.param(json.loads(line), id=f"{file.stem}-{number}"))
    return found


# Recorded games --------------------------------------------------------------------------------


@pytest.mark.parametrize("stored", recorded())
def test_recorded_game(stored: dict[str, Any]) -> None:
    state = fieldstone.load(stored["game"], **stored["options"]).new_state()
    for ply in [stored["start"], *stored["plies"]]:
        if "move" in ply:
            state.play(ply["move"])
        view = look(state)
        assert view["rows"] == ply["rows"]
        if stored["game"] != "convacu":
            assert view["scores"] == ply["scores"]
        check_count(view)
        if "winner" in ply:
            assert view["outcome"]["winner"] == (None if ply["winner"] == "draw" else ply["winner"])
            assert view["legal"] == {"points": [], "namedMoves": [], "komi": None}
            assert view["toMove"] is None
        else:
            assert view["toMove"] == ply["to_move"]
            if "legal_count" in ply:
                assert hashlib.sha256(" ".join(legal(view)).encode()).hexdigest()[:16] == ply["legal_sha"]


def legal(view: View) -> list[str]:
    found = view["legal"]["points"] + view["legal"]["namedMoves"]
    if view["legal"]["komi"] is not None:
        komi = view["legal"]["komi"]
        found += [f"komi {value}" for value in range(komi["low"], komi["high"] + 1, komi["step"])]
    return sorted(found)


def check_count(view: View) -> None:
    """The overlays add up to the score."""
    count, scores, game = view["count"], view["scores"], view["game"]
    if view["setup"] is not None:
        assert count == {}
    elif game == "vacu":
        extra = {"B": 0.0, "W": float(view["komi"])}
        if view["button"] != "-":
            extra[view["button"]] += 0.5
        for colour in "BW":
            assert count["stones"][colour] + len(count["territory"][colour]) + extra[colour] == scores[colour]
    elif game == "kaomi":
        left: dict[str, list[int]] = {"B": [], "W": []}
        for number, group in enumerate(count["groups"]):
            other = group["cancelledBy"]
            if other is None:
                left[group["colour"]].append(len(group["points"]))
            else:
                assert count["groups"][other]["cancelledBy"] == number
                assert count["groups"][other]["colour"] == OTHER[group["colour"]]
                assert len(count["groups"][other]["points"]) == len(group["points"])
        assert {colour: sorted(sizes, reverse=True) for colour, sizes in left.items()} == scores
    elif game == "squared":
        sums = {"B": 0, "W": view["komi"]}
        for group in count["groups"]:
            assert group["value"] == len(group["points"]) ** 2
            sums[group["colour"]] += group["value"]
        assert sums == scores
    elif game.startswith("iago"):
        for colour in "BW":
            assert max(1, count["inner"][colour]) * max(1, count["outer"][colour]) == scores[colour]
            assert count["captives"][colour] == "".join(view["rows"]).count(colour.lower())
    elif game == "vadus":
        values: dict[str, list[int]] = {"B": [], "W": []}
        for group in count["groups"]:
            values[group["colour"]].append(group["value"])
            check_connection(group, view["size"])
        assert {colour: sorted(found, reverse=True) for colour, found in values.items()} == scores
    if "groups" in count:
        stones = sorted(point for group in count["groups"] for point in group["points"])
        assert stones == sorted(point for point, sign in cells(view).items() if sign != ".")


def check_connection(group: dict[str, Any], size: int) -> None:
    """W5: one whole with two edge stones."""
    board, connection = hexagonal_board(size), group["connection"]
    assert set(connection) <= set(group["points"])
    assert group["value"] == 2 * len(connection) - len(group["points"])
    if connection:
        points = {board.point[name] for name in connection}
        seen = {min(points)}
        while more := {beside for point in seen for beside in board.neighbours[point]} & points - seen:
            seen |= more
        assert seen == points
        assert sum(len(board.neighbours[point]) < 6 for point in points) >= 2


def cells(view: View) -> dict[str, str]:
    return dict(zip(view["points"], "".join(view["rows"]), strict=True))


# Drawn by the effects --------------------------------------------------------------------------


def drawn(view: View, effects: dict[str, Any]) -> dict[str, str]:
    """The board as a page draws it that knows no rules."""
    board, mover = cells(view), view["toMove"]
    before = dict(board)
    for push in effects["pushed"]:
        board[push["from"]] = "."
    for push in effects["pushed"]:
        board[push["to"]] = before[push["from"]]
    board.update(dict.fromkeys(effects["placed"], mover))
    assert {*effects["faces"]} == {*effects["flipped"], *effects["captured"], *effects["released"]}
    board.update(effects["faces"])
    board.update(dict.fromkeys(effects["removed"], "."))
    return board


@pytest.mark.parametrize(
    ("line", "games"),
    [
        ("vacu(size=4,komi=2)", 3),
        ("vacu(size=3,setup=auction)", 3),
        ("convacu(size=4)", 3),
        ("kaomi(size=4)", 3),
        ("squared(size=3,setup=auction)", 3),
        ("iago", 1),
        ("iago-free", 1),
        ("vadus(size=3)", 2),
    ],
)
def test_the_effects_are_all_that_happens(line: str, games: int) -> None:
    for seed in range(games):
        state, rng = read_line(line), random.Random(seed)
        while state.outcome is None:
            view = look(state)
            board = square_board(view["size"]) if view["shape"] == "square" else hexagonal_board(view["size"])
            assert view["points"] == [board.name[point] for row in board.rows for point in row]
            for point in view["legal"]["points"]:
                effects = view["effects"].get(point, {"placed": [point]} | NOTHING)
                after = state.copy()
                after.play(point)
                seen = look(after)
                assert drawn(view, effects) == cells(seen), (view["line"], point)
                assert seen["last"]["effects"] == {"placed": [point]} | NOTHING | effects
                assert (seen["last"]["move"], seen["last"]["ply"]) == (point, view["ply"])
                assert (seen["last"]["seat"], seen["last"]["colour"]) == (view["seat"], view["toMove"])
                for push in effects["pushed"]:
                    start, end = board.point[push["from"]], board.point[push["to"]]
                    assert push["wraps"] == (end not in board.neighbours[start])
            state.play(rng.choice(state.legal_moves()))


NOTHING: View = {key: [] for key in ("removed", "flipped", "captured", "released", "pushed", "returned")} | {
    "faces": {}
}


def test_a_stone_wraps() -> None:
    """K4: the worked line `W.*WB` of the rules."""
    view = look(read_line("kaomi(size=5,pie=false) ...../...../W..WB/...../B.... B"))
    assert view["effects"]["c3"]["pushed"] == [
        {"from": "d3", "to": "e3", "wraps": False},
        {"from": "e3", "to": "a3", "wraps": True},
        {"from": "a3", "to": "b3", "wraps": False},
    ]


def test_stones_return() -> None:
    """K6: `*W` at the edge stays as it is, for it would land on the new stone."""
    view = look(read_line("kaomi(size=2,pie=false) .W/.B B"))
    assert view["effects"]["a2"]["returned"] == ["b2"]
    assert view["effects"]["a2"]["pushed"] == []


# Fields ----------------------------------------------------------------------------------------


def test_setup() -> None:
    view = look(read_line("vacu(size=5,setup=auction)"))
    assert (view["setup"], view["komi"], view["legal"]["namedMoves"]) == ("komi", None, [])
    assert view["legal"]["komi"] == {"low": 0, "high": 25, "step": 1}
    view = look(read_line("squared(size=3,setup=auction)"))
    assert view["legal"]["komi"] == {"low": 0, "high": 80, "step": 2}
    view = look(read_line("vacu(size=5,setup=auction) moves komi 4"))
    assert (view["setup"], view["komi"], view["seat"]) == ("side", 4, 2)
    assert view["legal"]["namedMoves"] == ["black", "white"]
    view = look(read_line("vacu(size=5,setup=auction) moves komi 4,black"))
    assert (view["setup"], view["seats"], view["seat"]) == (None, {"B": 2, "W": 1}, 2)
    view = look(read_line("kaomi(size=5) moves c3,swap"))
    assert (view["seats"], view["seat"], view["toMove"]) == ({"B": 2, "W": 1}, 1, "W")
    assert view["komi"] is None


@pytest.mark.parametrize(
    ("line", "colours", "exchange"),
    [
        ("vacu(size=5)", ("B", "W"), "never"),
        ("iago", ("B", "W"), "never"),
        ("vacu(size=5,setup=auction)", (None, None), "now"),
        ("vacu(size=5,setup=auction) moves komi 4", (None, None), "now"),
        ("vacu(size=5,setup=auction) moves komi 4,black", ("W", "B"), "not now"),
        ("vacu(size=5,setup=auction) moves komi 4,white", ("B", "W"), "not now"),
        ("kaomi(size=5,pie=false) moves c3", ("B", "W"), "never"),
        ("kaomi(size=5)", ("B", "W"), "not now"),  # a swap is an answer to the first stone
        ("kaomi(size=5) moves c3", ("B", "W"), "now"),
        ("kaomi(size=5) moves c3,swap", ("W", "B"), "not now"),
        ("kaomi(size=5) moves c3,b2", ("B", "W"), "not now"),
    ],
)
def test_who_holds_which_colour(line: str, colours: tuple[str | None, str | None], exchange: str) -> None:
    """S1, K10: nobody a colour for good during the setup; they change hands by the choice of a side, or a swap."""
    view = look(read_line(line))
    assert (view["colours"]["1"], view["colours"]["2"], view["exchange"]) == (*colours, exchange)


def test_moves_that_settle_the_setup() -> None:
    assert settling("vacu(size=5,setup=auction) moves komi 4,black,c3,button") == [True, True, False, False]
    assert settling("squared(size=3,setup=auction) moves komi 4,white,c3") == [True, True, False]
    assert settling("kaomi(size=5) moves c3,swap,b2") == [False, True, False]
    assert settling("convacu(size=2) moves a1,b1") == [False, False]


def settling(line: str) -> list[bool]:
    return [move.settles for move in played_moves(read_line(line))]


def test_words_that_are_offered() -> None:
    """V8: no pass before the button is taken; a pass that is not legal yet stands there (C2); in the setup nothing."""
    assert look(read_line("vacu(size=5)"))["offered"] == ["button"]
    assert look(read_line("vacu(size=5) moves c3,button"))["offered"] == ["pass"]
    assert look(read_line("vacu(size=5,setup=auction) moves komi 4"))["offered"] == []
    assert look(read_line("vacu(size=5) moves c3,button,b2,pass,pass"))["offered"] == []
    view = look(read_line("convacu(size=4)"))
    assert (view["offered"], view["legal"]["namedMoves"]) == (["pass"], [])
    assert look(read_line("kaomi(size=5)"))["offered"] == []
    assert look(read_line("kaomi(size=5) moves c3"))["offered"] == ["swap"]
    assert look(read_line("vadus(size=4) moves d4,c3"))["offered"] == ["pass"]


def test_details_that_cannot_be_said_yet() -> None:
    """S1: a text that says them at such a stage is refused, and without them it is read."""
    for line in ("vacu(size=3,setup=auction)", "kaomi(size=3)"):
        details = {detail["name"]: detail["unsettled"] for detail in look(read_line(line))["details"]}
        assert details["seats"] == (["komi", "side"] if "setup" in details else [])
        assert details.get("komi") == (["komi"] if "setup" in details else None)
    for stage, side, komi in (("komi", "B", ""), ("side", "W", " komi=3")):
        start = f"vacu(size=3,setup=auction) .../.../... {side} setup={stage}"
        read_line(start + komi)
        with pytest.raises(PositionError):
            fieldstone.parse_position(f"{start}{komi} seats=WB")
    with pytest.raises(PositionError):
        fieldstone.parse_position("vacu(size=3,setup=auction) .../.../... B setup=komi komi=3")


def test_button_and_passes() -> None:
    assert look(read_line("vacu(size=5)"))["button"] == "-"
    view = look(read_line("vacu(size=5) moves c3,button,b2,pass"))
    assert (view["button"], view["passes"]) == ("W", 1)
    assert view["scoreText"] == {"B": "25", "W": "½"}
    assert look(read_line("convacu(size=5)"))["button"] is None


def test_what_is_forced() -> None:
    """A capture in Iago (I5), not in free capture; a pass where nothing else is left (C2)."""
    forced = look(read_line("iago moves d4,d5"))
    assert (forced["obliged"], forced["legal"]["points"]) == ("capture", ["d6"])
    assert forced["duty"] == "You must capture"
    assert look(read_line("iago moves d4,d5,d6"))["obliged"] is None
    assert look(read_line("iago-free moves d4,d5"))["obliged"] is None
    assert look(read_line("convacu(size=4) WWW./WW.W/BWBB/BBBB B"))["duty"] == "You can only pass"
    assert look(read_line("convacu(size=4)"))["obliged"] is None


def test_turns_of_two_stones() -> None:
    view = look(read_line("vadus(size=4) moves d4,c3"))
    assert (view["turnOpen"], view["stonesLeft"], view["toMove"], view["last"]["turn"]) == (True, 1, "W", 1)
    assert view["legal"]["namedMoves"] == []
    view = look(read_line("vadus(size=4) moves d4,c3,c4"))
    assert (view["turnOpen"], view["stonesLeft"], view["toMove"], view["last"]["turn"]) == (False, 2, "B", 1)
    moves = list(played_moves(read_line("vadus(size=4) moves d4,c3,c4,pass,a1,a2")))
    assert [move.turn for move in moves] == [0, 1, 1, 2, 3, 3]


def test_a_line_from_a_position() -> None:
    line = "kaomi(size=3,pie=true) ..B/.../... W moves b2,a1"
    view = look(read_line(line))
    assert (view["line"], view["ply"]) == (line, 2)
    assert look(read_line(view["position"]))["ply"] == 0


ENDS = [
    (
        "vacu(size=3) .B./B.B/.B. W over=last-group",
        "Black wins. The last enemy group is gone. Score: Black 9, White 0.",
    ),
    (
        "vacu(size=5,komi=3) ..B../.BWW./BBW../.BWW./..B.. W passes=2 button=B",
        "Black wins. Both sides passed in succession. Score: Black 12½, White 8 with komi 3.",
    ),
    ("convacu(size=4) .BW./WBW./.BW./.B.. W over=connection", "Black wins. A group connects both edges of its colour."),
    (
        "kaomi(size=3,pie=false) BWB/WWB/BBW W",
        "White wins. The board is full. Groups left after cancelling: Black 2, 2; White 3.",
    ),
    (
        "kaomi(size=5) WWWBW/WWBBB/WBBWW/BBBBB/WBWBW W",
        "Black wins. The board is full. Groups left after cancelling: Black 13; White 6, 2, and 4 groups of 1 each.",
    ),
    (
        "vadus(size=3) .../.WB./..B../.W../.B. W passes=2",
        "White wins. Both sides passed in succession. Group values: Black −1, −2; White −1, −1.",
    ),
]


@pytest.mark.parametrize(("position", "sentence"), ENDS)
def test_the_end_in_a_sentence(position: str, sentence: str) -> None:
    view = look(read_line(position))
    assert view["outcome"]["sentence"].startswith(sentence)
    for language in ("ko", "ja"):
        other = look(read_line(position), language)
        assert other["outcome"]["sentence"] != view["outcome"]["sentence"]
        said = {"outcome": 0, "scoreText": 0, "score": 0, "count": 0}
        assert other | said == view | said
        told = {"legend": 0, "expectedTold": 0, "glyphs": 0}
        assert other["score"] | told == view["score"] | told
        glyphs = [[one["glyph"] for one in shown["score"]["glyphs"]] for shown in (other, view)]
        assert glyphs[0] == glyphs[1]
        assert without_words(other["count"]) == without_words(view["count"])


def without_words(count: dict[str, Any]) -> dict[str, Any]:
    """Return what is counted without what is told of it in a language."""
    lines = [line | {"told": 0} for line in count["lines"]]
    return count | {"lines": lines, "decided": bool(count["decided"])}


def loop_seconds() -> float:
    """Processor time of a loop: 4.7 ms on the machine of docs/benchmarks.md, more where a core is shared."""
    begin, total = time.thread_time(), 0
    for number in range(200_000):
        total += number
    return time.thread_time() - begin


@pytest.mark.parametrize(("game", "plies"), [("vacu(size=19)", 120), ("vadus(size=13)", 150), ("kaomi(size=13)", 80)])
def test_a_view_is_quick(game: str, plies: int) -> None:
    """A click on the board is drawn in 50 ms, the way there and back included: on a free core in less than ten loops.

    Beside the loop, because two threads that share a core each need more of its time for the same work.
    """
    state, rng = read_line(game), random.Random(1)
    while len(state.history) < plies:
        state.play(rng.choice([move for move in state.legal_moves() if move.text != "pass"]))
    took = []
    for _ in range(5):
        loop, begin = loop_seconds(), time.thread_time()
        view_of(state, "en").model_dump_json(by_alias=True)
        took.append((time.thread_time() - begin) / loop)
    assert min(took) < 10


def test_the_fixtures_of_the_page_are_up_to_date() -> None:
    """`python tests/server/fixtures.py` writes them anew."""
    assert {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.json")} == files()
