"""The guides of the games as files: Markdown, whose fenced blocks named ``fieldstone`` are examples to play."""

import re
from importlib import resources

from fieldstone.games import GAMES

EXAMPLE = re.compile(r"^```fieldstone\n(.*?)^```\n?", re.MULTILINE | re.DOTALL)


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
