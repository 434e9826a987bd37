"""Which file holds the games of which match, and what of them is in git's tree: a line for each match, and a table."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fieldstone import __version__
from fieldstone.arena.match import Match
from fieldstone.arena.rating import Tally, elo_of_score, pair_counts, score_interval
from fieldstone.games import GAMES
from fieldstone.games.tuning import tuning_of
from fieldstone.search.net.own import net_of
from tests.tuned import retune

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = Path(__file__).parent.parent.parent / "bench" / "matches.py"


@pytest.fixture
def matches() -> Iterator[Any]:
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("matches", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["matches"] = module  # dataclasses look there
    spec.loader.exec_module(module)
    yield module
    del sys.modules["matches"]


def changed(before: list[Any], after: list[Any]) -> set[str]:
    """The matches, without what their players are told apart by, whose file is another one."""
    stems = [contest.name.rpartition("-")[0] for contest in before]
    assert stems == [contest.name.rpartition("-")[0] for contest in after]
    return {stem for stem, one, other in zip(stems, before, after, strict=True) if one.name != other.name}


def test_every_match_has_a_file_of_its_own(matches: Any) -> None:
    for contests in (matches._strength(), matches._levels()):
        assert len({contest.name for contest in contests}) == len(contests)


def test_cards_of_networks_tell_of_the_matches_of_the_table(matches: Any) -> None:
    told = matches.cards(matches.read_lines("strength"))
    assert {name: net_of(GAMES[name]).made["matches"] for name in told} == told  # type: ignore[union-attr]
    assert set(told) == {name for name, spec in GAMES.items() if spec.network}


def test_new_settings_are_new_players(matches: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    strength, levels = matches._strength(), matches._levels()
    tuned = tuning_of("kaomi")
    retune(monkeypatch, "kaomi", tuned._replace(settings=tuned.settings.having(exploration=0.2)))
    assert changed(strength, matches._strength()) == {
        *("kaomi-plain-0.1s", "kaomi-plain-1s", "kaomi-threads"),
        *("kaomi-net-0.05s", "kaomi-net-10plain", "kaomi-net-10times"),
    }
    assert len(changed(levels, matches._levels())) == len(tuned.levels)


def test_a_new_level_changes_nothing_but_its_own_matches(matches: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    strength, levels = matches._strength(), matches._levels()
    tuned = tuning_of("kaomi")
    third = tuned.levels[2]._replace(slack=0.3)
    retune(
        monkeypatch,
        "kaomi",
        tuned._replace(levels=(*tuned.levels[:2], third, *tuned.levels[3:])),
    )
    assert changed(strength, matches._strength()) == set()
    assert changed(levels, matches._levels()) == {"kaomi-3-2", "kaomi-4-3"}


def test_games_that_are_decided_early_are_another_match(matches: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    levels = matches._levels()
    slow = {contest.name.rpartition("-")[0] for contest in levels if contest.adjudicate}
    assert {"vacu-max-10", "vadus-max-10"} <= slow
    monkeypatch.setattr(matches, "DECIDED", dict.fromkeys(matches.DECIDED, 0.9))
    assert changed(levels, matches._levels()) == slow


# What the games come to ------------------------------------------------------------------------

TABLES = ("levels", "strength")


def contests_of(matches: Any, table: str) -> list[Any]:
    """All matches of a page."""
    return list(getattr(matches, f"_{table}")())


@pytest.mark.parametrize("table", TABLES)
def test_the_tables_are_made_of_the_lines(matches: Any, table: str) -> None:
    page = (matches.ROOT / "docs" / f"{table}.md").read_text(encoding="utf-8")
    shown = page.split(matches.BEGIN)[1].split(matches.END)[0].strip()
    assert shown == matches.table_of(contests_of(matches, table), matches.read_lines(table))


@pytest.mark.parametrize("table", TABLES)
def test_every_line_is_of_a_match_and_says_how_to_play_it_again(matches: Any, table: str) -> None:
    contests, lines = contests_of(matches, table), matches.read_lines(table)
    assert [line["label"] for line in lines] == [contest.label for contest in contests]
    for contest, line in zip(contests, lines, strict=True):
        assert matches.line_of(contest, lines) is line
        assert line["command"].startswith("fieldstone arena ")
        assert line["command"].endswith(f"--out {contest.file(table).relative_to(matches.ROOT).as_posix()}")
        assert line["version"]
        assert line["commits"]


@pytest.mark.parametrize("table", TABLES)
def test_the_numbers_of_a_line_follow_from_its_pairs(matches: Any, table: str) -> None:
    for line in matches.read_lines(table):
        pairs = line["pairs"].split()
        signs = "".join(pairs)
        assert all(len(pair) == 2 for pair in pairs)
        assert line["games"] == len(signs)
        assert [line[name] for name in ("wins", "draws", "losses")] == [signs.count(sign) for sign in "210"]
        points = [sum(int(sign) for sign in pair) / 2 for pair in pairs]
        tally = Tally(line["wins"], line["draws"], line["losses"], pair_counts(points))
        assert tally.score is not None
        assert line["score"] == pytest.approx(tally.score)
        assert line["score_interval"] == pytest.approx(list(score_interval(tally)), abs=1e-6)
        assert line["elo"] is None or line["elo"] == pytest.approx(elo_of_score(tally.score), abs=1e-3)


def game(match: Match, pair: int, seats: list[int], winner: int | None) -> str:
    """A line of the arena's file, with what is read of it."""
    said = {"format": 1, "match": match.to_data(), "pair": pair, "seats": seats, "winner": winner}
    return json.dumps({**said, "seconds": [1.0, 3.0], "own_moves": [10, 10], "simulations": [500, None]}) + "\n"


def test_a_match_that_is_running_has_a_line_that_grows(
    matches: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Of a game that is played now and of half a line nothing is counted twice, and a longer line is not replaced."""
    for name in ("ROOT", "RUNNING", "RESULTS"):
        monkeypatch.setattr(matches, name, tmp_path)
    contest = next(one for one in contests_of(matches, "levels") if one.label == "kaomi-2-1")
    assert matches.summary(contest, "levels") is None
    file = contest.file("levels")
    file.parent.mkdir()
    match = Match("kaomi(size=7,pie=true)", ("level=2", "level=1"))
    played = [game(match, 0, [0, 1], 0), game(match, 0, [1, 0], None), game(match, 1, [0, 1], 1)]
    file.write_text(played[0], encoding="utf-8")
    assert matches.summary(contest, "levels") is None
    file.write_text("".join(played) + played[0][:20], encoding="utf-8")
    matches._commits(file, "abc")
    line = matches.summary(contest, "levels")
    assert (line["pairs"], line["games"], line["score"]) == ("21 0.", 3, 0.5)
    assert (line["wins"], line["draws"], line["losses"]) == (1, 1, 1)
    assert (line["version"], line["commits"]) == (__version__, ["abc"])
    assert line["seconds_per_move"] == pytest.approx([5 / 30, 7 / 30], abs=1e-6)
    assert matches._keep([contest], "levels") == matches.read_lines("levels") == [line]
    assert "| 1 – 1, 1 drawn | 3 of 200 | 50.0%" in matches.table_of([contest], [line])
    file.unlink()
    assert matches._keep([contest], "levels") == [line]


def test_lines_of_players_that_have_changed_leave(
    matches: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lines = matches.read_lines("levels")
    for name in ("RUNNING", "RESULTS"):
        monkeypatch.setattr(matches, name, tmp_path)
    (tmp_path / "levels.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    tuned = tuning_of("kaomi")
    third = tuned.levels[2]._replace(slack=0.3)
    retune(
        monkeypatch,
        "kaomi",
        tuned._replace(levels=(*tuned.levels[:2], third, *tuned.levels[3:])),
    )
    kept = matches._keep(contests_of(matches, "levels"), "levels")
    assert {line["label"] for line in lines} - {line["label"] for line in kept} == {"kaomi-3-2", "kaomi-4-3"}
