"""The guides of the games for the page: their steps, each with a position to play in."""

import asyncio
import re
from dataclasses import asdict, dataclass, field
from functools import cache

from fastapi import APIRouter
from markdown_it import MarkdownIt

from fieldstone.games import GAMES
from fieldstone.play.guides import EXAMPLE, example_fields, guide_text, rules_of, short_of
from fieldstone.server.language import Language
from fieldstone.server.lines import read_line
from fieldstone.server.problems import ProblemError
from fieldstone.server.schema import Model, View
from fieldstone.server.services import Context
from fieldstone.server.views.position import view_of

router = APIRouter(prefix="/api/guides", tags=["guides"])

STEP = re.compile(r"^## (?:\d+\. )?(.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Example:
    """A position of a guide, and what to do in it.

    Attributes
    ----------
    position : a position text
    moves : the turn to find, one or two moves; empty if there is none
    illegal : moves that the step says are not allowed
    count : whether the step is about what is counted
    """

    position: str
    moves: tuple[str, ...]
    illegal: tuple[str, ...]
    count: bool


@dataclass(frozen=True)
class Step:
    """A section of a guide: a title, HTML, and the example if it has one."""

    title: str
    html: str
    example: Example | None


@dataclass(frozen=True)
class RuleText:
    """A rule of the game: its number, HTML, and the guide and the step from 1 whose example shows it, if one does."""

    number: str
    html: str
    guide: str
    step: int


@dataclass(frozen=True)
class ShortText:
    """A sentence of the game in short: text, and the guide and the step from 1 whose example shows it, if one does."""

    text: str
    guide: str
    step: int


@dataclass(frozen=True)
class GuideText:
    """A guide, read but without boards.

    Attributes
    ----------
    title, credit : the name of the game and who designed it
    introduction : HTML of what stands before the first section
    steps : its sections
    """

    title: str
    credit: str
    introduction: str
    steps: tuple[Step, ...] = field(default=())


@cache
def read_guide(name: str, language: str) -> GuideText:
    """Return the guide of a game in a language. Raises KeyError if there is no such game."""
    head, *sections = STEP.split(guide_text(name, language))
    title, credit, *introduction = (part for part in re.split(r"\n\n+", head.strip()) if part)
    steps = tuple(_read_step(title, text) for title, text in zip(sections[::2], sections[1::2], strict=True))
    html = _html("\n\n".join(introduction))
    return GuideText(title.removeprefix("# ").strip(), credit, html, steps)


@cache
def read_rules(name: str, language: str) -> tuple[RuleText, ...]:
    """Return the rules that hold in a game, sentence by sentence. Raises KeyError if there is no such game."""
    return tuple(
        RuleText(rule.number, _html(rule.sentence(language)), rule.guide, rule.step) for rule in rules_of(name)
    )


@cache
def read_short(name: str, language: str) -> tuple[ShortText, ...]:
    """Return what tells the game in short. Raises KeyError if there is no such game."""
    return tuple(ShortText(brief.sentence(language), brief.guide, brief.step) for brief in short_of(name))


def _read_step(title: str, text: str) -> Step:
    prose, *examples = EXAMPLE.split(text)
    example = _read_example(examples[0]) if examples else None
    return Step(title.strip(), _html(prose + "".join(examples[1::2])), example)


def _read_example(text: str) -> Example:
    """Return the example of a fenced block."""
    fields = example_fields(text)
    moves = tuple(move for turn in fields.get("try", []) for move in turn.split(","))
    return Example(fields["position"][0], moves, tuple(fields.get("illegal", [])), "count" in fields.get("show", []))


@cache
def _markdown() -> MarkdownIt:
    """Return what makes HTML of paragraphs, lists, emphasis and code; HTML inside the Markdown stays text."""
    allowed = ("paragraph", "list", "emphasis", "backticks", "escape", "entity", "newline")
    return MarkdownIt("zero", {"html": False, "linkify": False}).enable(list(allowed))


def _html(text: str) -> str:
    return str(_markdown().render(text)).strip()


# -- over HTTP ---------------------------------------------------------------------------------------------------------


class GuideStep(Model):
    """A step of a guide: a turn to find in a position, or moves that are not allowed there."""

    title: str
    html: str
    """Paragraphs and lists, HTML made by the server from our own Markdown."""
    view: View | None
    """The position to play in, if the step has one."""
    moves: tuple[str, ...]
    """The turn to find: do it, see what happens. One or two moves."""
    illegal: tuple[str, ...]
    """Moves that the step says are not allowed."""
    count: bool
    """Whether the step is about what is counted."""


class GuideRule(Model):
    """A rule of a game."""

    number: str
    """By which sentences cite it."""
    html: str
    """A paragraph: HTML as in the steps, with numbers of other rules."""
    guide: str
    """The game in whose guide an example shows it, or ""."""
    step: int
    """The step there, from 1, or 0."""


class GuideShort(Model):
    """A sentence of those that tell a game in short."""

    text: str
    guide: str
    """The game in whose guide an example shows it, or ""."""
    step: int
    """The step there, from 1, or 0."""


class Guide(Model):
    """A guide with its positions drawn."""

    game: str
    title: str
    credit: str
    """Who designed it, with the word for that: "Design: …", text."""
    introduction: str
    """What the game is about: HTML as in the steps."""
    steps: list[GuideStep]
    short: list[GuideShort]
    """The game in short, in plain words; empty if nobody has written it."""
    rules: list[GuideRule]
    """All that hold in the game, sentence by sentence."""


@router.get("/{game}")
async def guide(game: str, language: Language, context: Context) -> Guide:
    """Return the guide to a game: its rules in small steps."""
    if game not in GAMES:
        raise ProblemError(404, "no-such-game", game=game[:40], games=", ".join(GAMES))
    await context.kernels.ready(game)
    return await asyncio.to_thread(_drawn, game, language)


@cache
def _drawn(game: str, language: str) -> Guide:
    text = read_guide(game, language)
    steps = [_draw(step, language) for step in text.steps]
    rules = [GuideRule(**asdict(rule)) for rule in read_rules(game, language)]
    short = [GuideShort(**asdict(brief)) for brief in read_short(game, language)]
    return Guide(
        game=game,
        title=text.title,
        credit=text.credit,
        introduction=text.introduction,
        steps=steps,
        short=short,
        rules=rules,
    )


def _draw(step: Step, language: str) -> GuideStep:
    example = step.example
    return GuideStep(
        title=step.title,
        html=step.html,
        view=None if example is None else view_of(read_line(example.position), language),
        moves=() if example is None else example.moves,
        illegal=() if example is None else example.illegal,
        count=example is not None and example.count,
    )
