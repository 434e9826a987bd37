"""Everything that people read, in English, Korean and Japanese: one catalogue a language, JSON, flat keys.

A text whose words depend on a number has plural forms, by the categories of CLDR, and names the number that chooses
among them: ``{"by": "moves", "one": "{moves} move", "other": "{moves} moves"}``. A plain text serves every number.
"""

import json
import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "ko", "ja")
Text = str | dict[str, str]
BY = "by"  # names the number in a text with plural forms; the other keys are categories
# The categories of CLDR that whole numbers have in a language, the last one being for all other values as well.
CATEGORIES = {"en": ("one", "other"), "ko": ("other",), "ja": ("other",)}


_FOLDERS = [Path(__file__).parent]


def add_texts(folder: Path) -> None:
    """Make the texts of a game known, which lie in a file for each language like those here."""
    if folder not in _FOLDERS:
        _FOLDERS.append(folder)
        catalogue.cache_clear()


def drop_texts(folder: Path) -> None:
    """Forget the texts of a game that cannot be used."""
    if folder in _FOLDERS:
        _FOLDERS.remove(folder)
        catalogue.cache_clear()


@cache
def catalogue(language: str) -> dict[str, Text]:
    """Return the texts of a language by key, those of the games among them.

    Raises ValueError naming the languages there are, or a key that two files have.
    """
    if language not in LANGUAGES:
        raise ValueError(f"there is no language {language!r}; the languages: {', '.join(LANGUAGES)}")
    texts: dict[str, Text] = {}
    for folder in _FOLDERS:
        file = folder / f"{language}.json"
        try:
            more: dict[str, Text] = json.loads(file.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{file} is not JSON: {error}") from None
        if twice := sorted(texts.keys() & more.keys()):
            raise ValueError(f"{folder.parent.name} says again what is said elsewhere: {', '.join(twice)}")
        texts |= more
    return dict(sorted(texts.items()))


def plural(value: Any, language: str) -> str:
    """Return the category of a number as it is written: "one" for 1 in English, and "other"."""
    return "one" if str(value) == "1" and "one" in CATEGORIES[language] else "other"


def forms(text: Text) -> list[str]:
    """Return all that may be said for a text: itself, or its plural forms."""
    return [text] if isinstance(text, str) else [form for name, form in text.items() if name != BY]


def say(key: str, language: str = "en", **details: Any) -> str:
    """Return the text of a key with its details filled in; the detail `colour` ("B" or "W") is said by its name."""
    text = catalogue(language)[key]
    if not isinstance(text, str):
        text = text[plural(details[text[BY]], language)]
    words = {name: say(f"colour.{value}", language) if name == "colour" else value for name, value in details.items()}
    return text.format(**words)


class SaidError(ValueError):
    """Input that cannot be used, in the words of the catalogues: it names the input and what would be allowed.

    Attributes
    ----------
    key, details : the sentence in the catalogues, so that it can be said in any language; a detail may itself be a
        sentence: a function from a language to a text
    """

    def __init__(self, key: str, **details: Any) -> None:
        self.key = key
        self.details = details
        super().__init__(self.sentence("en"))

    def sentence(self, language: str) -> str:
        """Return what is wrong, in "en", "ko" or "ja"."""
        return say(self.key, language, **_said(self.details, language))

    def __reduce__(self) -> tuple[Any, ...]:
        """Go to another process with details that can: what is a function here is its English text there."""
        return _again, (type(self), self.key, _said(self.details, "en"))


def _said(details: Mapping[str, Any], language: str) -> dict[str, Any]:
    return {name: value(language) if callable(value) else value for name, value in details.items()}


def _again(kind: type[SaidError], key: str, details: dict[str, Any]) -> SaidError:
    return kind(key, **details)


def language_of_user() -> str:
    """Return the language of the environment (FIELDSTONE_LANGUAGE, LC_ALL, LC_MESSAGES, LANG), English if unknown."""
    for name in ("FIELDSTONE_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            language = re.split(r"[_.@-]", value)[0].lower()
            return language if language in LANGUAGES else "en"
    return "en"
