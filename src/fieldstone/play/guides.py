"""The guides of the games as files: Markdown, whose fenced blocks named ``fieldstone`` are examples to play.

Beside them lies ``rules.json``: for each game of the folder the numbers of the rules that hold in it, in the order in
which they are read, each with the game and the section of its guide whose example shows the rule, or "". And
``short.json``: for each game, sentence by sentence, the same for what tells the game in short.
"""

import json
import re
from dataclasses import dataclass
from importlib import resources
from typing import Any

from fieldstone.games import GAMES
from fieldstone.messages import say

EXAMPLE = re.compile(r"^```fieldstone\n(.*?)^```\n?", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Rule:
    """A rule that holds in a game.

    Attributes
    ----------
    number : by which code, tests and messages cite it
    guide, step : the game and the section of its guide whose example shows the rule; "" and 0 where none does
    """

    number: str
    guide: str
    step: int

    def sentence(self, language: str = "en") -> str:
        """Return what it says: a paragraph of Markdown, with the numbers of other rules that it speaks of."""
        return say(f"rule.{self.number}", language)


@dataclass(frozen=True)
class Brief:
    """A sentence of those that tell a game in short.

    Attributes
    ----------
    key : of its text, "short.", the game and its place from 1
    guide, step : the game and the section of its guide whose example shows it; "" and 0 where none does
    """

    key: str
    guide: str
    step: int

    def sentence(self, language: str = "en") -> str:
        """Return what it says, in plain words."""
        return say(self.key, language)


def rules_of(name: str) -> tuple[Rule, ...]:
    """Return the rules that hold in a game; a variant begins with its own. Raises KeyError.

    A game of another package may have no ``rules.json``, and then none are told.
    """
    return tuple(_rule(number, example) for number, example in _brought(name, "rules.json", {}).items())


def short_of(name: str) -> tuple[Brief, ...]:
    """Return the sentences that tell a game in short. Raises KeyError.

    A game of another package may have no ``short.json``, and then none are told.
    """
    shown = enumerate(_brought(name, "short.json", []), start=1)
    return tuple(Brief(f"short.{name}.{place}", *_example(example)) for place, example in shown)


def _brought(name: str, file_name: str, nothing: Any) -> Any:
    file = resources.files(GAMES[name].home) / file_name
    return json.loads(file.read_text(encoding="utf-8"))[name] if file.is_file() else nothing


def _rule(number: str, example: str) -> Rule:
    return Rule(number, *_example(example))


def _example(text: str) -> tuple[str, int]:
    guide, _, step = text.partition(" ")
    return guide, int(step or 0)


def guide_text(name: str, language: str) -> str:
    """Return the guide of a game as Markdown; a variant has one of its own. Raises KeyError."""
    spec = GAMES[name]
    file = f"guide.{language}.md" if spec.base is None else f"guide-{name}.{language}.md"
    return (resources.files(spec.home) / file).read_text(encoding="utf-8")


def example_fields(text: str) -> dict[str, list[str]]:
    """Return what an example says: lines of a key, a colon and a value; a key may come again."""
    fields: dict[str, list[str]] = {}
    for line in text.splitlines():
        key, _, value = line.partition(": ")
        fields.setdefault(key, []).append(value)
    return fields
