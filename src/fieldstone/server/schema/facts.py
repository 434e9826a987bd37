"""What there is to play."""

from typing_extensions import TypeAliasType

from fieldstone.server.schema.base import Model, Shape
from fieldstone.server.schema.styles import BoardStyle, ScoreStyle

NotWith = dict[str, list[bool | str]]


class NumberOption(Model):
    """An option that is a whole number."""

    default: int
    low: int
    high: int
    step: int
    not_with: NotWith
    """Values of other options with which it cannot be given: it is its default then."""
    high_by_size: dict[int, int]
    """By the size of the board the highest value that makes sense, where that is not `high` on every board."""


class ChoiceOption(Model):
    """An option that is one of a few values."""

    default: bool | str
    choices: list[bool | str]
    not_with: NotWith
    """As that of a number."""


Option = TypeAliasType("Option", NumberOption | ChoiceOption)


class GameFacts(Model):
    """What is known of a game before it is played."""

    name: str
    title: str
    base: str | None
    designers: list[str]
    year: int | None
    tagline: str
    """In the language asked for."""
    shape: Shape
    board: BoardStyle
    score: ScoreStyle
    options: dict[str, Option]
    fixed_size: int | None
    """The size of the board where there is no option for it."""
    usual_sizes: list[int]
    """Sizes that people play, smallest first; empty where there is one only."""
    levels: int
    turn_length: int
    """How many stones a whole turn sets."""
    blunder_points: float | None
    """What a blunder loses where a review judges by points; null where nothing is counted."""
