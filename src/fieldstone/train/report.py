"""The report of a run: a page that shows how it goes, FOLDER/report.html. It needs nothing but a browser."""

import html
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from fieldstone.arena.rating import elo_of_score
from fieldstone.diagram.animation import MOST_PLIES, animate_svg
from fieldstone.diagram.drawing import Style, draw
from fieldstone.diagram.svg import tag
from fieldstone.messages import say
from fieldstone.play.game import read_game
from fieldstone.play.parse import parse_position
from fieldstone.play.state import State
from fieldstone.search.net.evaluator import NetEvaluator, settings_with_net
from fieldstone.search.net.file import Net, read_net
from fieldstone.search.player import SearchPlayer
from fieldstone.train.charts import Chart, Dot, Spot
from fieldstone.train.course import COURSE_FILE, Course, put, read_course
from fieldstone.train.metrics import read_metrics

LOSSES = ("value", "policy", "lead", "owners")
OPENING = 6  # moves of the line that a network plays from the start
LIKELY = 6  # moves that are named on the picture of the start
SAMPLES = 2  # games won, and as many lost
MEGABYTES = 64.0
VIEWPORT = '<meta name="viewport" content="width=device-width">'
STYLE = """
:root { color-scheme: light dark; --paper: #faf7ef; --ink: #20231f; --faint: #837b69; --line: #2f6476; }
@media (prefers-color-scheme: dark) { :root { --paper: #23282a; --ink: #f0ece0; --faint: #9a9484; --line: #7fb3c4; } }
body { background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; margin: 0 auto;
       max-width: 1080px; padding: 24px 16px 64px; }
h1, h2 { font-family: Georgia, serif; font-weight: 500; }
code { overflow-wrap: anywhere; }
table { border-collapse: collapse; }
td, th { padding: 4px 16px 4px 0; text-align: left; vertical-align: top; }
.row { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr)); }
figure { margin: 0; }
figcaption { overflow-wrap: anywhere; }
svg { display: block; height: auto; max-width: 100%; }
.chart { width: 640px; }
.chart text { fill: var(--ink); font-size: 13px; font-variant-numeric: tabular-nums; }
.board svg { width: 320px; }
.grid { stroke: var(--faint); stroke-opacity: .3; }
.axis { fill: none; stroke: var(--faint); }
.line { fill: none; stroke: var(--line); stroke-width: 2; }
.whisker { stroke: var(--line); }
.dot { fill: var(--line); stroke: var(--line); stroke-width: 2; }
.beyond { fill: var(--paper); }
"""


def write_report(folder: Path, language: str = "en") -> Path:
    """Write the report of a run in its folder, in one go, in one of the languages; returns where it lies.

    Raises TrainError or NetError where a file of the run cannot be read, and OSError.
    """
    path = folder / "report.html"
    put(path, _Report(folder, language).page().encode())
    return path


@dataclass(frozen=True)
class _Game:
    """A game against today's player that has been played: its place in the match, its moves, and who had which seat."""

    pair: int
    first: bool  # whether the network had the first seat
    won: bool
    state: State


class _Report:
    """What is told of a run."""

    def __init__(self, folder: Path, language: str) -> None:
        self.folder, self.language = folder, language
        self.course: Course = read_course(folder / COURSE_FILE)
        self.game = read_game(self.course.game)
        self.metrics = read_metrics(folder / "metrics.jsonl")
        self.nets = {int(path.stem): path for path in sorted((folder / "nets").glob("*.net"))}

    def say(self, word: str, **details: Any) -> str:
        """Return a sentence of the report, in its language, as HTML."""
        return html.escape(say(f"train.report.{word}", self.language, **details))

    def page(self) -> str:
        """Return the whole page."""
        title = self.say("title", game=say(f"title.{self.game.name}", self.language))
        parts = [tag("h1", title), *self._facts(), *self._strength(), *self._losses(), *self._openings()]
        parts += self._games()
        head = tag("meta", charset="utf-8") + VIEWPORT + tag("title", title) + tag("style", STYLE)
        return f'<!doctype html>\n<html lang="{self.language}">{tag("head", head)}{tag("body", *parts)}</html>\n'

    def _lines(self, task: str) -> list[dict[str, Any]]:
        return [line for line in self.metrics if line["task"] == task]

    def _facts(self) -> Iterator[str]:
        """Yield what was asked for, and how far it is."""
        if not self.nets:
            yield tag("p", self.say("nothing"))
            return
        made = read_net(self.nets[max(self.nets)]).made
        yield tag("p", self.say("so-far", rounds=len(self.nets), games=f"{self._games_before(max(self.nets)):,}"))
        yield tag("p", self.say("command"), " ", tag("code", html.escape(made["command"])))

    def _games_before(self, number: int) -> int:
        """Return how many games had been played when a round was over."""
        games = self.course.shard
        return sum(games * self.course.shards(one) for one in range(number + 1))

    def _strength(self) -> Iterator[str]:
        """Yield how strong the networks were, over the games played until then."""
        dots = []
        for line in self._lines("judge"):
            low, high = (elo_of_score(bound) for bound in line["interval"])
            score = f"{100 * line['score']:.1f}"
            told = say("train.report.score", self.language, round=line["round"], score=score, games=line["games"])
            dots.append(Dot(self._games_before(line["round"]), elo_of_score(line["score"]), low, high, told))
        if dots:
            yield tag("h2", self.say("strength"))
            yield Chart(self._plain("games"), self._plain("elo"), dots=tuple(dots), zero=True).svg()
            yield tag("p", self.say("strength-note", simulations=self.course.simulations))

    def _plain(self, word: str) -> str:
        return say(f"train.report.{word}", self.language)

    def _losses(self) -> Iterator[str]:
        """Yield the losses while it learned, and those over positions held out, a dot a round."""
        figures = []
        for name in LOSSES:
            learned: list[Spot] = [
                (line["round"] * self.course.steps + line["step"], line[name]) for line in self._lines("learn")
            ]
            held = [((line["round"] + 1) * self.course.steps, line[name]) for line in self._lines("examine")]
            dots = [Dot(x, y, y, y, f"{y:g}") for x, y in held]
            if learned:
                chart = Chart(self._plain("steps"), self._plain(f"loss-{name}"), (tuple(learned),), tuple(dots))
                figures.append(tag("figure", chart.svg()))
        if figures:
            yield tag("h2", self.say("losses"))
            yield tag("div", *figures, class_="row")
            yield tag("p", self.say("losses-note"))

    def _openings(self) -> Iterator[str]:
        """Yield where the last network would begin, and the first moves that each plays against itself."""
        if not self.nets:
            return
        yield tag("h2", self.say("openings"))
        yield tag("div", draw(*self._start(read_net(self.nets[max(self.nets)]))), class_="board")
        yield tag("p", self.say("openings-note", simulations=self.course.simulations))
        heads = tag("tr", tag("th", self.say("round")), tag("th", self.say("moves")))
        rows = [tag("tr", tag("td", str(number)), tag("td", self._line(path))) for number, path in self.nets.items()]
        yield tag("table", heads, *rows)

    def _start(self, net: Net) -> tuple[State, Style]:
        """Return the start of a game with the likeliest moves in percent."""
        state = self.game.new_state()
        legal = [move for move in state.legal_moves() if move.text in self.game.board.names]
        _, moves, _ = net.judge(self.game, np.array([state.record]))
        weights = [math.exp(float(moves[0][move.action]) - float(moves[0].max())) for move in legal]
        order = sorted(range(len(legal)), key=lambda place: -weights[place])[:LIKELY]
        return state, Style(labels={legal[place].text: f"{100 * weights[place] / sum(weights):.0f}" for place in order})

    def _line(self, path: Path) -> str:
        """Return the first moves of a network against itself."""
        net, state = read_net(path), self.game.new_state()
        player = SearchPlayer(
            simulations=self.course.simulations,
            seed=self.course.seed,
            settings=settings_with_net(self.game, net),
            evaluator=NetEvaluator(net),
            megabytes=MEGABYTES,
        )
        while state.outcome is None and len(state.history) < OPENING:
            state.play(player.choose(state))
        return html.escape(" ".join(move.text for move in state.history))

    def _games(self) -> Iterator[str]:
        """Yield some games of the last match against today's player, which play themselves."""
        matches = sorted((self.folder / "matches").glob("*.jsonl"))
        games = list(_read_games(matches[-1])) if matches else []
        shown = [game for won in (True, False) for game in [one for one in games if one.won is won][:SAMPLES]]
        if not shown:
            return
        yield tag("h2", self.say("sample-games", round=int(matches[-1].stem)))
        figures = []
        for game in shown:
            word = ("won" if game.won else "not-won") + ("-first" if game.first else "-second")
            moving = len(game.state.history) <= MOST_PLIES
            picture = animate_svg(game.state) if moving else draw(game.state)
            moves = html.escape(" ".join(move.text for move in game.state.history))
            figures.append(tag("figure", picture, tag("figcaption", self.say(word), " ", moves), class_="board"))
        yield tag("div", *figures, class_="row")


def _read_games(path: Path) -> Iterator[_Game]:
    """Yield the finished games of a match."""
    for text in path.read_text(encoding="utf-8").splitlines():
        try:
            line = json.loads(text)
        except ValueError:  # a kill has cut it off
            return
        if line["termination"] in ("crash", "illegal-move"):
            continue
        yield _Game(line["pair"], line["seats"][0] == 0, line["winner"] == 0, parse_position(line["moves"]))
