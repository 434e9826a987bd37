"""What cannot be analysed, as keys of the message catalogues."""

from typing import Any

from fieldstone.messages import say


class AnalysisError(ValueError):
    """Something that cannot be analysed: its text names it and what would be allowed.

    Attributes
    ----------
    key, details : the sentence in the message catalogues, so that it can be said in any language
    """

    def __init__(self, key: str, **details: Any) -> None:
        super().__init__(say(key, **details))
        self.key = key
        self.details = details
