"""What is wrong with a record, as keys of the message catalogues, so that it can be said in any language."""

from collections.abc import Callable
from typing import Any

from fieldstone.messages import say

Sentence = Callable[[str], str]


class RecordError(ValueError):
    """A record, or a file of another format, that cannot be read or written: its text says where and why.

    Attributes
    ----------
    key, details : the sentence in the message catalogues; a detail may itself be a sentence: a function from a
        language to a text
    """

    def __init__(self, key: str, **details: Any) -> None:
        self.key = key
        self.details = details
        super().__init__(self.sentence("en"))

    def sentence(self, language: str) -> str:
        """Return what is wrong, in "en", "ko" or "ja"."""
        said = {name: value(language) if callable(value) else value for name, value in self.details.items()}
        return say(self.key, language, **said)


def as_utf8(text: str) -> bytes:
    """Return a text as UTF-8. Raises RecordError where it holds half a character, which no file can hold."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise RecordError("record.half-character") from None


def shortened(text: object, limit: int = 60) -> str:
    """Return what stands in the input, for an error message: on one line, and not without end."""
    shown = " ".join(str(text).split())
    return shown if len(shown) <= limit else f"{shown[: limit - 1]}…"
