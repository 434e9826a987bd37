"""Options that several commands have in common."""

from enum import StrEnum
from typing import Annotated, Any

import typer

from fieldstone.cli.terminal.errors import UnusableError
from fieldstone.games.tuning import HIGHEST_LEVEL

LEVELS = f"1-{HIGHEST_LEVEL}|max"  # how a level is given, and what to say of those that not every game has
ABOVE_10 = "those above 10 are for games with a network"


class Language(StrEnum):
    """The languages of the messages."""

    EN = "en"
    KO = "ko"
    JA = "ja"


LanguageOption = Annotated[
    Language | None, typer.Option("--language", help="Language of the output (default: system locale).")
]
Ascii = Annotated[bool, typer.Option("--ascii", help="Draw with ASCII characters only.")]
NoColour = Annotated[bool, typer.Option("--no-colour", "--no-color", help="No colours; the same as setting NO_COLOR.")]


def make_screen(language: Language | None = None, plain: bool = False, no_colour: bool = False) -> Any:
    """Return the screen that these options ask for."""
    from fieldstone.cli.terminal.screen import Screen

    return Screen(None if language is None else language.value, plain, not no_colour)


def check_memory(megabytes: int) -> None:
    """Raise UnusableError if the machine has less memory."""
    from fieldstone.search.settings import check_limits

    try:
        check_limits(megabytes=megabytes)
    except ValueError as error:
        raise UnusableError(str(error)) from None
