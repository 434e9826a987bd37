"""Everything that people read, in English, Korean and Japanese: one catalogue a language, JSON, flat keys."""

import json
import os
import re
from collections.abc import Mapping
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
    said = texts[key].format(**words)
    return with_particles(said) if language == "ko" else said


# Korean particles that depend on whether the sound before them ends in a consonant: with one, without one.
PARTICLES = {
    "은(는)": ("은", "는"),
    "이(가)": ("이", "가"),
    "을(를)": ("을", "를"),
    "(이)": ("이", ""),
    "(으)로": ("으로", "로"),
}
PARTICLE = re.compile(rf"(\w)([^\w\s(]*)({'|'.join(map(re.escape, PARTICLES))})")
CONSONANT_DIGITS = "013678"  # how they are read: 영, 일, 삼, 육, 칠, 팔
VOWELS = "aeiouyAEIOUY"
SYLLABLES = 11172  # that there are, from 가 on
RIEUL = 8  # the final ㄹ, after which 로 needs no 으


def with_particles(text: str) -> str:
    """Return a Korean text with the particles that fit; after a letter whose sound is not known, both stay."""

    def chosen(found: re.Match[str]) -> str:
        before, between, both = found.groups()
        closed, open_ = PARTICLES[both]
        syllable = ord(before) - ord("가")
        if 0 <= syllable < SYLLABLES:
            final = syllable % 28
            consonant = final != 0 and not (both == "(으)로" and final == RIEUL)
        elif before.isdecimal():
            consonant = before in CONSONANT_DIGITS and not (both == "(으)로" and before in "178")
        elif before in VOWELS:
            consonant = False
        else:
            return found[0]
        return before + between + (closed if consonant else open_)

    return PARTICLE.sub(chosen, text)


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
