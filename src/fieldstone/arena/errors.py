"""What people can do wrong with a match, as keys of the message catalogues."""

from typing import Any

from fieldstone.messages import say


class ArenaError(ValueError):
    """A match that cannot be played: its text names the input and what would be allowed.

    Attributes
    ----------
    key, details : the sentence in the message catalogues, so that it can be said in any language
    """

    def __init__(self, key: str, **details: Any) -> None:
        super().__init__(say(key, **details))
        self.key = key
        self.details = details
