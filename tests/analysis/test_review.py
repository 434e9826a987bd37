"""Reviews: blunders are found, nothing is lost however a review ends, and it goes on as if it had not."""

from __future__ import annotations

import itertools
import json
import random
import time
from pathlib import Path
from typing import Any

import pytest

import fieldstone
from fieldstone import Limit, Review, parse_position, review
from fieldstone.analysis.errors import AnalysisError
from fieldstone.analysis.keeping import open_review
from fieldstone.analysis.review import Better, review_as_data
from fieldstone.analysis.reviewing import Reviewer
from fieldstone.core.outcome import Colour
from fieldstone.messages import LANGUAGES, say
from tests.analysis.conftest import FINISHED
from tests.analysis.test_analyse import SPECS, some_state
from tests.cli.conftest import PATIENCE, Run, Terminal

SMALL = Limit(simulations=200)
WON = (
    "vacu(size=9,komi=0,setup=fixed) B..WBBBB./.W.BB.BB./WW.BBB.B./.W.WB.BB./BBWW.BB../.BWW.B.B./BBWWB.B../BBBBBBBBB/"
    "BBBBBBB.. B passes=1 button=B"
)
GAME = "kaomi(size=4) moves b2,swap,c2,a1,d4,d3,b3,a3"


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


# What it finds -----------------------------------------------------------------------------------


def test_nothing_is_said_of_points_where_only_the_result_is_proven() -> None:
    """Not of the position, and not of the moves that led to it or from it: the solver would have needed more time."""
    rows = "..WW./.B.bb./..wbWW./BwBBbWb./..bBwW.W./B.WwwbwB/wBWbbW./B.bwB./..WbW"
    state = parse_position(f"iago {rows} W")
    best = fieldstone.analyse(state, Limit(simulations=2_000), seed=1, owners=False).moves[0]
    state.play(best.move)
    done = review(state, Limit(simulations=2_000), seed=1)
    assert (done.chances[0], done.errors[0], done.margins[0]) == (0.0, 0.0, None)  # of Black: White has won
    move = done.moves[0]
    assert (move.loss, move.points_lost, move.points_error, move.by, move.verdict) == (0.0, None, None, "chance", None)
    assert json.loads(json.dumps(review_as_data(done), allow_nan=False))["scoreLeads"][0] is None


@pytest.mark.parametrize("by", ["chance", "points"])
def test_a_blunder_is_the_worst_move(by: str) -> None:
    """Black fills an eye, and White takes the other one and turns everything (V5)."""
    done = review(parse_position(f"{FINISHED} moves a5,a3"), Limit(simulations=1000))
    assert done.complete
    worst = done.worst(by)[0]
    assert (worst.ply, worst.move.text, worst.seat, worst.colour) == (1, "a5", 1, Colour.BLACK)
    assert worst.best_by(by).move.text == worst.best_by(by).line[0].text == "pass"
    assert worst.answer[0].text == "a3"
    assert (worst.by_chance.chance, worst.chance, worst.loss) == (1.0, 0.0, 1.0)
    assert worst.points_lost == pytest.approx(30, abs=3)  # from 4½ ahead to 25½ behind
    assert worst.verdict == "blunder"
    assert done.moves[1].loss == 0
    assert done.chances == (1.0, 0.0, 0.0)
    assert done.errors == (0.0, 0.0, 0.0)
    assert done.summary(1).blunders == 1
    assert done.summary(2).blunders == 0
    assert done.summary(2).best == 1


@pytest.mark.parametrize(("name", "options"), SPECS, ids=lambda value: str(value))
def test_the_numbers_agree(name: str, options: dict[str, Any]) -> None:
    state = some_state(name, options, 6)
    before = state.to_text(history=True)
    done = review(state, SMALL, seed=3)
    assert state.to_text(history=True) == before
    assert (done.record, done.plies, done.complete) == (before, 6, True)
    assert [move.move for move in done.moves] == list(state.history)  # in Vadus each stone is a move
    assert len(done.chances) == len(done.errors) == len(done.margins) == 7
    past = state.copy()
    for move in reversed(done.moves):
        past.undo()
        earlier, after = done.chances[move.ply - 1], done.chances[move.ply]
        assert earlier is not None
        assert after is not None
        assert move.seat == past.seat
        assert move.colour in (past.to_move, None)
        assert move.forced == (len(past.legal_moves()) == 1)
        # One number for one position: what a move gave away is the difference of two that the graph shows.
        assert (after if move.seat == 1 else 1 - after) == pytest.approx(move.chance)
        assert move.loss == pytest.approx(earlier - after if move.seat == 1 else after - earlier, abs=2e-6)
        assert move.error == done.errors[move.ply]
        assert 0 <= move.chance <= move.by_chance.chance <= 1
        assert move.loss == pytest.approx(move.by_chance.chance - move.chance, abs=2e-6)
        assert bool(move.by_chance.line) == (move.loss > 0) == (move.by_chance.move != move.move)
        assert move.verdict is None or move.weight >= 0.225
        assert move.verdict is None or move.by == "points" or move.loss > move.loss_error
        assert (move.margin is None) == (not state.game.spec.score.counts) == (move.by_points is None)
        if move.by_points is not None:
            assert bool(move.by_points.line) == ((move.points_lost or 0) > 0) == (move.by_points.move != move.move)
        for by in ("chance", "points"):
            best = move.best_by(by)
            assert best.line[:1] in ((), (best.move,))
            if not best.line:
                assert (best.chance, best.margin) == (move.chance, move.margin)
    for seat in (1, 2):
        summary = done.summary(seat)
        own = [move for move in done.moves if move.seat == seat and not move.forced]
        assert summary.moves == len(own)
        assert summary.loss * max(1, len(own)) == pytest.approx(sum(move.loss for move in own), abs=1e-5)
        assert summary.blunders == sum(move.verdict == "blunder" for move in own)


def test_the_end_of_a_game_is_exact() -> None:
    """After the swap player 1 holds White; Black's points are player 2's."""
    state = parse_position("kaomi(size=2) moves a1,swap,a2,b1,b2")
    assert state.outcome is not None
    done = review(state, SMALL)
    won = {None: 0.5, state.seat_of(state.outcome.winner or Colour.BLACK): 1.0}.get(1, 0.0)
    assert done.chances[-1] == won
    assert done.margins[-1] == -0.5  # K9: all groups cancel, and the last stone decides for Black
    assert done.moves[-1].proven == {1.0: "loss", 0.0: "win"}[won] or done.moves[-1].seat == 1
    assert done.moves[-1].answer == ()
    assert done.moves[-1].forced
    assert done.moves[-1].loss == 0


def test_what_is_expected_goes_on_after_moves_without_a_choice() -> None:
    """No search is made of a position with one move: that move is the answer, and then what was found after it."""
    state = parse_position("iago moves c3,g3,d5,e4,e7,f5,c5,g5,d2,f2,d3,c2,c1,b2,a1,b1,f4,f3,f6,d7")
    moves = review(state, Limit(simulations=60)).moves
    before = [one for one, after in itertools.pairwise(moves) if after.forced]
    assert before
    for one in before:
        assert one.answer[:1] == (moves[one.ply].move,)
        assert one.answer[1:] == moves[one.ply].answer


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["kaomi", "squared"])
def test_the_margin_at_the_end_is_what_decides(name: str, seed: int) -> None:
    """The biggest group that is left (K8) in Kaomi, all of them in Squared (Q1)."""
    options = {"komi": 2} if name == "squared" else {}
    chance, state = random.Random(seed), fieldstone.load(name, size=3 + seed % 2, **options).new_state()
    while state.outcome is None:
        state.play(chance.choice(state.legal_moves()))
    black, white = state.scores()["B"], state.scores()["W"]
    if name == "squared":
        lead = black - white
    elif not black and not white:
        lead = 0.5 if state.outcome.winner == "B" else -0.5  # K9: nothing is left, and the last stone decides
    else:
        lead = max(black, default=0) if max(black, default=0) > max(white, default=0) else -max(white)
    reviewer = Reviewer(state, SMALL, 1)
    reviewer.step()
    assert reviewer.result().margins[-1] == (lead if state.seat_of(Colour.BLACK) == 1 else -lead)


def test_a_seed_repeats_a_review() -> None:
    state = parse_position(GAME)
    assert review(state, SMALL, seed=4) == review(state, SMALL, seed=4)


@pytest.mark.parametrize("seed", range(1, 4))
def test_points_are_lost_where_no_chance_is(seed: int) -> None:
    """To pass ends the game, won already (V6); to play on takes White's dead stones too."""
    done = review(parse_position(f"{WON} moves pass"), Limit(simulations=1000), seed=seed)
    (worst,) = done.worst("points")
    assert done.worst() == [worst]  # in a decided game it is points that count
    assert (worst.chance, worst.loss, worst.proven, worst.margin) == (1.0, 0.0, "win", 48.5)
    assert worst.by == "points"
    assert worst.by_chance == Better(worst.move, (), 1.0, 48.5)
    assert worst.by_points is not None
    assert worst.by_points.move == worst.by_points.line[0] != worst.move
    assert worst.by_points.chance > 0.98
    assert worst.points_lost == pytest.approx(33, abs=3)
    summary = done.summary(1)
    assert (summary.best, summary.loss, summary.points_lost) == (0, 0.0, worst.points_lost)
    assert summary.blunders == (worst.verdict == "blunder")


def test_in_a_lost_game_points_can_be_lost() -> None:
    """White, far behind, fills an eye of the last group that lives."""
    done = review(parse_position(f"{FINISHED.replace(' B ', ' W ')} moves e5"), Limit(simulations=1000))
    (worst,) = done.worst("points")
    assert worst.by_points is not None
    assert worst.by_points.move.text == "pass"
    assert (worst.points_lost or 0) > 10


def test_points_decide_nothing_in_convacu() -> None:
    done = review(some_state("convacu", {"size": 3}, 3), SMALL)
    assert done.summary(1).points_lost is None
    assert all(move.points_lost is None and move.by == "chance" for move in done.moves)
    with pytest.raises(AnalysisError, match="C4"):
        done.worst("points")


def test_it_says_how_much_of_the_closer_looks_is_done(tmp_path: Path) -> None:
    """After all positions, of three times the limit for each of nine; a move that is found best then has its first."""
    state, told = parse_position(GAME), list[float | None]()
    path = tmp_path / "game.review.jsonl"
    review(state, SMALL, lambda done: told.append(done.again), seed=2, path=path)
    closer = [part for part in told if part is not None]
    looked = told.index(0.0)
    assert told == [None] * looked + closer + [None]
    rounds = [entry["rounds"] for entry in lines(path)[1:]]
    assert rounds[: looked + 1] == [1] * (looked + 1)
    assert set(rounds[looked + 1 :]) == {1, 2}
    assert rounds.count(2) <= 6  # of 27, and 16 more do not fit
    took = itertools.accumulate(4 if number == 2 else 0 for number in rounds)
    assert closer == [some / 27 for some in list(took)[looked:-1]]
    kept = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(kept[:-1]), encoding="utf-8")
    reviewer = Reviewer(state, SMALL, 2)
    for line in kept[1:-1]:
        reviewer.take(json.loads(line))
    assert reviewer.result().again == closer[-1]


# The file ----------------------------------------------------------------------------------------


def test_it_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    state = parse_position(GAME)
    whole = review(state, SMALL, seed=2)
    path = tmp_path / "deep" / "game.review.jsonl"

    def interrupt(done: Review) -> None:
        if len(done.moves) == 3:
            raise KeyboardInterrupt

    part = review(state, SMALL, interrupt, seed=2, path=path)
    assert (len(part.moves), part.complete) == (3, False)
    assert [one.ply for one in part.moves] == [6, 7, 8]
    assert part.chances[:5] == (None,) * 5
    kept = path.read_bytes()
    review(state, SMALL, seed=2, path=tmp_path / "whole.jsonl")
    assert (tmp_path / "whole.jsonl").read_bytes().startswith(kept)
    path.write_bytes(kept[:-7])  # killed while it wrote
    seen: list[int] = []
    assert review(state, SMALL, lambda done: seen.append(len(done.moves)), seed=2, path=path) == whole
    assert seen[0] in (2, 3)
    assert seen[-1] == 8
    again: list[int] = []
    assert review(state, SMALL, lambda done: again.append(len(done.moves)), seed=2, path=path) == whole
    assert again == []
    assert review(state, SMALL, stop=lambda: True, seed=2, path=path, again=True).moves == ()


@pytest.mark.parametrize("cut", [1, 5, 30])
def test_a_half_written_first_line(tmp_path: Path, cut: int) -> None:
    state, path = parse_position("kaomi(size=3) moves b2"), tmp_path / "r.jsonl"
    whole = review(state, SMALL, path=path)
    path.write_bytes(path.read_bytes()[:cut])
    assert review(state, SMALL, path=path) == whole


def test_files_of_something_else(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    state = parse_position(GAME)
    review(state, SMALL, path=path)
    kept = path.read_bytes()
    longer = state.copy()
    longer.play(longer.legal_moves()[0])

    def refused(state: fieldstone.State, limit: Limit = SMALL, seed: int = 1) -> None:
        before = path.read_bytes()
        with pytest.raises(AnalysisError, match=r"r\.jsonl") as error:
            review(state, limit, seed=seed, path=path)
        for language in LANGUAGES:
            assert "{" not in say(error.value.key, language, **error.value.details)
        assert path.read_bytes() == before

    refused(longer)
    path.write_bytes(kept.replace(b'"format":6', b'"format":2', 1))
    with pytest.raises(AnalysisError, match="--again"):
        review(state, SMALL, path=path)
    assert review(state, SMALL, path=path, again=True).complete
    assert path.read_bytes() == kept
    refused(state, Limit(simulations=201))
    refused(state, seed=2)
    first, *rest = kept.splitlines(keepends=True)
    for content in (
        b"precious\n", b"precious", b"[1]\n", b"{}\n", first.replace(b'"format":6', b'"format":9') + b"".join(rest),
        first + b"precious\n", first + b'{"slot":3}\n', first + rest[0] + rest[2],
    ):  # fmt: skip
        path.write_bytes(content)
        refused(state)
    path.write_bytes(b"precious")
    with pytest.raises(AnalysisError):
        review(state, SMALL, path=path, again=True)
    assert path.read_bytes() == b"precious"
    path.write_bytes(kept)
    identity = {"record": state.to_text(history=True), "limit": str(SMALL), "seed": 1}
    with open_review(path, identity):
        refused(state)
    with pytest.raises(IsADirectoryError):
        review(state, SMALL, path=tmp_path)
    with pytest.raises(AnalysisError, match="no move"):
        review(fieldstone.load("kaomi").new_state(), SMALL)


# The command -------------------------------------------------------------------------------------

REVIEW_KEYS = [
    "game", "record", "turns", "isComplete", "limit", "seed", "winrates", "winrateErrors", "scoreLeads",
    "moves", "players", "by", "worst",
]  # fmt: skip
MOVE_KEYS = [
    "ply", "move", "seat", "colour", "forced", "winrate", "winrateError", "winrateLoss", "winrateLossError",
    "scoreLead", "scoreLoss", "scoreLossError", "proven", "judgedBy", "verdict", "weight", "byChance", "byPoints",
    "answer",
]  # fmt: skip
BETTER_KEYS = ["best", "better", "winrate", "scoreLead"]
PLAYER_KEYS = ["seat", "moves", "best", "winrateLoss", "scoreLoss", "blunders", "mistakes", "slips"]


def test_json(run: Run) -> None:
    Path("g.txt").write_text(f"{GAME} players human,computer\n", encoding="utf-8")
    data = json.loads(run("review", "g.txt", "--simulations", "100", "--json").stdout)
    assert list(data) == REVIEW_KEYS
    assert all(list(move) == MOVE_KEYS for move in data["moves"])
    assert all(list(move[by]) == BETTER_KEYS for move in data["moves"] for by in ("byChance", "byPoints"))
    assert all(list(player) == PLAYER_KEYS for player in data["players"])
    assert data["record"] == parse_position(GAME).to_text(history=True)
    assert data["isComplete"] is True
    assert len(lines(Path("g.txt.review.jsonl"))) > 9
    assert data == review_as_data(review(parse_position(GAME), Limit(simulations=100)))
    again = run("review", "g.txt", "--simulations", "100", "--json", "--by", "points")
    assert json.loads(again.stdout)["moves"] == data["moves"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", ["40", "80", "120"])
def test_what_people_see(run: Run, monkeypatch: pytest.MonkeyPatch, columns: str, language: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    arguments = ("--simulations", "300", "--language", language)
    output = run("review", f"{FINISHED} moves a5,a3", *arguments).stdout
    assert "1. " in output
    assert "a5" in output
    assert "pass" in output
    assert "{" not in output
    assert not list(Path().iterdir())  # a move list has no file beside it
    plain = run("review", f"{FINISHED} moves a5,a3", *arguments, "--ascii").stdout
    assert "#" in plain
    assert "█" in output
    if language == "en":
        assert plain.isascii()
        assert "a5 ??; 100% → 0% (−100.0%, −" in output


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_see_points_that_were_lost(run: Run, language: str) -> None:
    arguments = (f"{WON} moves pass", "--simulations", "1000", "--language", language)
    assert "+48.5" in run("review", *arguments).stdout
    output = run("review", *arguments, "--by", "points").stdout
    assert say("review.worst-points", language) in output
    assert "+48.5" in output
    assert say("review.better", language, line="h1").split(" h1")[0] in output


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_in_words(run: Run, language: str) -> None:
    say_it = ("--language", language)
    Path("g.txt").write_text(GAME, encoding="utf-8")
    run("review", "g.txt", "--simulations", "5", *say_it)
    refused = run("review", "g.txt", "--simulations", "6", *say_it, status=2).stderr
    assert refused.strip() == "fieldstone: " + say(
        "review.file-settings", language, file="g.txt.review.jsonl", there="simulations=5,seed=1",
        here="simulations=6,seed=1",
    )  # fmt: skip
    run("review", "g.txt", "--simulations", "6", "--again", *say_it)
    for arguments, key in (
        (("convacu(size=3) moves a1", "--by", "points"), "review.no-points"),
        (("kaomi", "--simulations", "5"), "review.no-moves"),
    ):
        details = {"game": fieldstone.games()["convacu"].title(language), "rule": "C4"}
        assert say(key, language, **details) in run("review", *arguments, *say_it, status=2).stderr
    Path("other.txt").write_text("kaomi(size=4) moves b2", encoding="utf-8")
    assert "g.txt.review.jsonl" in run("review", "other.txt", "--out", "g.txt.review.jsonl", status=2).stderr
    run("review", "nowhere.txt", status=2)
    run("review", GAME, "--seconds", "0", status=2)
    run("review", GAME, "--simulations", "0", status=2)


def _kept(path: Path, wanted: int) -> None:
    """Wait until a file has so many lines."""
    deadline = time.monotonic() + PATIENCE
    while not path.exists() or path.read_bytes().count(b"\n") < wanted:
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("how", ["kill", "interrupt"])
def test_nothing_is_lost(tmp_path: Path, terminal: type[Terminal], how: str) -> None:
    game, kept = tmp_path / "g.txt", tmp_path / "g.txt.review.jsonl"
    game.write_text(GAME, encoding="utf-8")
    program = terminal("review", str(game), "--simulations", "20000", "--seed", "5")
    _kept(kept, 4)
    if how == "kill":
        program.process.kill()
        program.finish()
    else:
        program.interrupt()
        assert program.finish() == 130
        assert "Run the same command again to continue." in " ".join(program.seen.split())
    before = kept.read_bytes().rpartition(b"\n")[0]
    state, limit = parse_position(GAME), Limit(simulations=20000)
    done = review(state, limit, seed=5, path=kept)
    assert done.complete
    assert kept.read_bytes().startswith(before)
    assert review(state, limit, seed=5) == done
