"""Everything that people read, in English, Korean and Japanese: one catalogue a language, JSON, flat keys."""

import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "ko", "ja")


@cache
def catalogue(language: str) -> dict[str, str]:
    """Return the texts of a language by key. Raises ValueError naming the languages there are."""
    if language not in LANGUAGES:
        raise ValueError(f"there is no language {language!r}; the languages: {', '.join(LANGUAGES)}")
    texts: dict[str, str] = json.loads((Path(__file__).parent / f"{language}.json").read_text(encoding="utf-8"))
    return texts


def say(key: str, language: str = "en", **details: Any) -> str:
    """Return the text of a key with its details filled in; the detail `colour` ("B" or "W") is said by its name."""
    texts = catalogue(language)
    words = {name: texts[f"colour.{value}"] if name == "colour" else value for name, value in details.items()}
    return texts[key].format(**words)


class SaidError(ValueError):
    """Input that cannot be used, in the words of the catalogues: it names the input and what would be allowed.

    Attributes
    ----------
    key, details : the sentence in the catalogues, so that it can be said in any language
    """

    def __init__(self, key: str, **details: Any) -> None:
        super().__init__(say(key, **details))
        self.key = key
        self.details = details


def language_of_user() -> str:
    """Return the language of the environment (FIELDSTONE_LANGUAGE, LC_ALL, LC_MESSAGES, LANG), English if unknown."""
    for name in ("FIELDSTONE_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            language = re.split(r"[_.@-]", value)[0].lower()
            return language if language in LANGUAGES else "en"
    return "en"
