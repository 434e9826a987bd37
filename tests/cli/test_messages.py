"""The catalogues: the same keys and places in all languages, and every key that the program says."""

import re
from pathlib import Path
from string import Formatter

import pytest

import fieldstone
from fieldstone.messages import LANGUAGES, Text, catalogue, forms
from tests.brought import names_with_brought

SOURCES = Path(fieldstone.__file__).parent


def places(text: Text) -> set[str]:
    return {name for form in forms(text) for _, name, _, _ in Formatter().parse(form) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_say_the_same_things(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert list(other) == sorted(english)
    for key, text in english.items():
        assert places(other[key]) == places(text), key
        assert all(form.strip() for form in forms(other[key])) or key.startswith("list."), key


@pytest.mark.parametrize("language", ["ko", "ja"])
def test_nothing_is_left_in_english(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    same = {key for key in english if english[key] == other[key]}
    if language == "ja":  # where the names of the games stay in Latin letters
        same = {key for key in same if not key.startswith("title.")}
    # These hold no words, or none that another language has otherwise.
    alike = {"event.move", "guide.try", "label.square", "list.comma", "list.semicolon", "list.sentence", "record.text"}
    assert same <= alike


def test_the_sources_and_the_catalogue_agree() -> None:
    keys = set(catalogue("en"))
    families = "|".join(sorted({key.partition(".")[0] for key in keys}))
    in_quotes = re.compile(rf'"((?:{families})\.[a-z0-9.{{}}_!-]+)"')
    used: set[str] = set()
    for path in SOURCES.rglob("*.py"):
        for said in in_quotes.findall(path.read_text(encoding="utf-8")):
            if not said.endswith((".md", ".txt", ".json", ".net", ".o", ".so", ".wasm")):
                shape = re.sub(r"\\{.*?\\}", "[A-Za-z0-9-]+", re.escape(said))
                found = {key for key in keys if re.fullmatch(shape, key)}
                assert found, f"{path}: {said}"
                used |= found
    by_value = ("colour.", "title.", "tagline.", "effect.", "end.", "help.", "move.", "player.", "menu.opponent-")
    assert {key for key in keys - used if not key.startswith(by_value)} == set()


@pytest.mark.parametrize("name", names_with_brought(fieldstone.games()))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_a_title_and_a_tagline(name: str, language: str) -> None:
    spec = fieldstone.games()[name]
    assert spec.title(language).strip() == spec.title(language) != ""
    assert spec.tagline(language).endswith((".", "。"))


@pytest.mark.parametrize("termination", list(fieldstone.Termination))
def test_every_termination_has_its_words(termination: fieldstone.Termination) -> None:
    assert f"end.{termination.value}" in catalogue("en")
