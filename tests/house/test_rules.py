"""The numbers of the rules: whatever is cited stands in docs/rules.md, and what stands there is cited."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import pytest

import fieldstone
from fieldstone.play.guides import rules_of
from tests.rules.test_rules_cited import NUMBERS, cited

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "rules.md"
FOLDERS = ("src", "web/src", "web/journeys", "tests", "docs", "bench")
ENDINGS = (".py", ".ts", ".svelte", ".md", ".json")
# What looks like a number of a rule: what a linter is told, and a key of the keyboard.
# That a rule is told is no use of it.
NO_CITATION = re.compile(r"# noqa: .*|\b[A-Z]\d{3,}\b|\"rule\.[A-Z]\d+\": .*")
NO_RULE = {("web/src/board/drawing.test.ts", "F5"), ("tests/house/test_rules.py", "F5")}
TOLD = tuple(f"src/fieldstone/games/{name}/rules.json" for name in ("vacu", "kaomi", "iago", "vadus"))
MADE = ("web/src/engine/layout.json", "web/src/board/boards.json", "web/journeys/made", "src/fieldstone/server/page")
LEFT_OUT = ("web/node_modules", "docs/_build", "tests/conformance/data", *TOLD, *MADE)


def numbers() -> list[str]:
    """The numbers of the page, in its order: each is a heading, so that links such as `rules.md#v5` lead there."""
    return re.findall(r"^### (\S+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


def files() -> list[Path]:
    """The files that may cite rules, without the page itself."""
    found = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")) if path.suffix in ENDINGS]
    return [
        path
        for path in [*found, *sorted(ROOT.glob("*.md"))]
        if path != PAGE and not str(path.relative_to(ROOT)).startswith(LEFT_OUT)
    ]


@pytest.fixture(scope="module")
def citations() -> dict[str, set[str]]:
    """Each number that is cited, with the files that do."""
    found: dict[str, set[str]] = {}
    for path in files():
        name = path.relative_to(ROOT).as_posix()
        for number in cited(NO_CITATION.sub("", path.read_text(encoding="utf-8"))):
            if (name, number) not in NO_RULE:
                found.setdefault(number, set()).add(name)
    return found


def test_every_number_that_is_cited_stands_there(citations: dict[str, set[str]]) -> None:
    assert {number: names for number, names in citations.items() if number not in numbers()} == {}


@pytest.mark.parametrize("number", numbers())
def test_every_number_that_stands_there_is_cited(number: str, citations: dict[str, set[str]]) -> None:
    """By the code of the games, and by a test."""
    assert [name for name in citations.get(number, ()) if name.startswith("src/fieldstone/games/")]
    assert [name for name in citations.get(number, ()) if name.startswith("tests/")]


def test_the_numbers_are_complete_and_in_order() -> None:
    """Each letter counts from 1, each number has its paragraph, and links within the page lead to numbers."""
    text = PAGE.read_text(encoding="utf-8")
    assert numbers() == NUMBERS
    assert len(re.findall(r"^### \S+\n\n[\w*]", text, re.MULTILINE)) == len(NUMBERS)
    for shown, target in re.findall(r"\[([A-Z][0-9]+)\]\(#([a-z0-9]+)\)", text):
        assert shown in NUMBERS
        assert target == shown.lower()


def test_messages_cite_rules() -> None:
    """The catalogues are among the files that are looked at, and cite in every language what they do in English."""
    found = []
    for language in ("en", "ko", "ja"):
        catalogues = sorted((ROOT / "src/fieldstone/games").rglob(f"{language}.json"))
        assert set(catalogues) <= set(files())
        texts = {path.parent: json.loads(path.read_text(encoding="utf-8")) for path in catalogues}
        found.append({(folder, key): cited(text) for folder, own in texts.items() for key, text in own.items()})
    assert any(found[0].values())
    assert found[0] == found[1] == found[2]


def test_the_page_says_what_the_catalogues_do() -> None:
    """``python docs/rules.py`` writes its paragraphs: nothing is written twice."""
    written = runpy.run_path(str(ROOT / "docs" / "rules.py"))["written"]
    assert written() == PAGE.read_text(encoding="utf-8")


def test_every_rule_holds_somewhere() -> None:
    """And no rule holds that is not on the page; what a rule speaks of is known where it holds."""
    held = {name: [rule.number for rule in rules_of(name)] for name in fieldstone.games()}
    assert {number for numbers_held in held.values() for number in numbers_held} == set(NUMBERS)
    for name, numbers_held in held.items():
        assert len(set(numbers_held)) == len(numbers_held), name


def test_the_designers_are_named() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for spec in fieldstone.games().values():
        assert all(designer in text for designer in spec.designers)
