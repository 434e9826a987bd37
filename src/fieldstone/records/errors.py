"""What is wrong with a record, as keys of the message catalogues, so that it can be said in any language."""

from fieldstone.games import GAMES
from fieldstone.messages import SaidError, say


class RecordError(SaidError):
    """A record, or a file of another format, that cannot be read or written: its text says where and why."""


def titles_of_games(language: str) -> str:
    """Return what the games are called, for an error message."""
    return say("list.semicolon", language).join(say(f"title.{name}", language) for name in GAMES)


def as_utf8(text: str) -> bytes:
    """Return a text as UTF-8. Raises RecordError where it holds half a character, which no file can hold."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise RecordError("record.half-character") from None
