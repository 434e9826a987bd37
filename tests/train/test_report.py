"""The report of a run: a page of its own, in three languages, and charts that show what is not a number."""

from __future__ import annotations

import json
import math
import re
import shutil
from pathlib import Path

import pytest

from fieldstone.train.charts import Chart, Dot, ticks
from fieldstone.train.report import write_report


@pytest.fixture
def folder(trained: Path, tmp_path: Path) -> Path:
    """A run of two rounds, to write to."""
    return Path(shutil.copytree(trained, tmp_path / "run"))


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ("Strength", "Openings")), ("ko", ("기력", "첫 수")), ("ja", ("強さ", "初めの手"))],
    ids=["en", "ko", "ja"],
)
def test_a_page_of_its_own(folder: Path, language: str, words: tuple[str, ...]) -> None:
    text = write_report(folder, language).read_text(encoding="utf-8")
    assert all(f"<h2>{word}</h2>" in text for word in words)
    assert f'<html lang="{language}">' in text
    assert text.count('class="chart"') == 5  # strength, and four losses
    assert "{" not in re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)
    assert set(re.findall(r'https?://[^"]*', text)) <= {"http://www.w3.org/2000/svg"}


def test_openings_are_what_the_networks_play(folder: Path) -> None:
    """Each from the start, with moves of the board that follow from the course alone."""
    text = write_report(folder).read_text(encoding="utf-8")
    lines = re.findall(r"<tr><td>(\d+)</td><td>([a-c1-3swap ]+)</td></tr>", text)
    assert [number for number, _ in lines] == ["0", "1"]
    assert all(len(moves.split()) == 6 for _, moves in lines)
    assert write_report(folder).read_text(encoding="utf-8") == text


def test_games_are_those_of_the_last_match(folder: Path) -> None:
    """A line that a kill has cut off is none."""
    path = folder / "matches" / "001.jsonl"
    games = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    path.write_text(path.read_text(encoding="utf-8") + '{"format":1,"ma', encoding="utf-8")
    text = write_report(folder).read_text(encoding="utf-8")
    won = sum(game["winner"] == 0 for game in games)
    shown = [text.count(one) for one in ("and won.", "did not win.")]
    assert shown == [min(2, won), min(2, len(games) - won)]
    moves = games[0]["moves"].partition(" moves ")[2].replace(",", " ")
    assert moves in text


def test_before_anything_is_ready(folder: Path) -> None:
    for name in ("nets", "matches"):
        shutil.rmtree(folder / name)
    (folder / "metrics.jsonl").unlink()
    text = write_report(folder).read_text(encoding="utf-8")
    assert "No network is ready yet." in text
    assert "chart" not in text.partition("</style>")[2]


def test_who_wins_all_games_stands_at_the_end_of_the_interval() -> None:
    sure, open_ended = Dot(1, 100.0, 50.0, 150.0, "one"), Dot(2, math.inf, 200.0, math.inf, "two")
    assert (sure.shown, open_ended.shown) == (100.0, 200.0)
    assert Dot(3, -math.inf, -math.inf, -200.0, "three").shown == -200.0
    drawn = Chart("across", "up", dots=(sure, open_ended), zero=True).svg()
    assert drawn.count('class="dot beyond"') == 1
    assert drawn.count('class="dot"') == 1
    assert "inf" not in drawn
    assert "nan" not in drawn


@pytest.mark.parametrize(
    ("low", "high", "known"),
    [
        (0, 10, [0, 2, 4, 6, 8, 10]), (0.49, 0.575, [0.48, 0.5, 0.52, 0.54, 0.56, 0.58]), (3, 3, [3, 4]),
        (-120, 430, [-200, 0, 200, 400, 600]), (0, 0, [0, 0.2]),
    ],
)  # fmt: skip
def test_axes_have_round_numbers(low: float, high: float, known: list[float]) -> None:
    found = ticks(low, high)
    assert found[0] <= low
    assert found[-1] >= high
    assert found == pytest.approx(known)
