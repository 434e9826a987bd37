"""Which language somebody wants to read."""

from functools import partial
from typing import Annotated, Literal

from fastapi import Depends, Query, Request
from starlette.requests import HTTPConnection

from fieldstone.messages import LANGUAGES, say
from fieldstone.play.wording import Say

LanguageName = Literal["en", "ko", "ja"]


def speaker(language: str) -> Say:
    """Return what says the texts of the catalogue in a language."""
    return partial(_say, language)


def _say(language: str, key: str, **details: object) -> str:
    return say(key, language, **details)


def language_of(request: HTTPConnection) -> str:
    """Return the language of a request: `lang` in the address, else what its browser prefers, else English."""
    asked = request.query_params.get("lang", "")
    return asked if asked in LANGUAGES else preferred(request.headers.get("accept-language", ""))


def preferred(header: str) -> str:
    """Return the language that an Accept-Language header likes best of those there are."""
    preferences = []
    for place, part in enumerate(header.split(",")[:32]):
        name, _, parameter = part.partition(";")
        language = name.strip().lower().partition("-")[0]
        quality = parameter.strip().removeprefix("q=")
        try:
            liking = float(quality) if quality else 1.0
        except ValueError:
            liking = 0.0
        if language in LANGUAGES and liking > 0:
            preferences.append((-liking, place, language))
    return min(preferences)[2] if preferences else "en"


def _language(
    request: Request, lang: Annotated[LanguageName | None, Query(description="of sentences for people")] = None
) -> str:
    return language_of(request)


Language = Annotated[str, Depends(_language)]
