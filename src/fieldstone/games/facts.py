"""What is known of a game without its compiled rules: names, people, options and their ranges."""

import importlib
import operator
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, SupportsIndex

from fieldstone.core.errors import OptionError
from fieldstone.messages import say

if TYPE_CHECKING:
    from fieldstone.games.face import Face

OptionValue = int | str | bool


@dataclass(frozen=True)
class Number:
    """An option that is a whole number from `low` to `high` in steps of `step`."""

    default: int
    low: int
    high: int
    step: int = 1

    def allowed(self, language: str) -> str:
        """Return the range in words."""
        key = "option.even" if self.step == 2 else "option.whole"
        return say(key, language, low=self.low, high=self.high)

    def read(self, value: object) -> OptionValue | None:
        """Return the value as this option holds it, or None if it is not allowed."""
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
            value = int(value)
        if isinstance(value, SupportsIndex) and not isinstance(value, bool):
            value = operator.index(value)  # NumPy's whole numbers too
        if type(value) is not int or not self.low <= value <= self.high or (value - self.low) % self.step:
            return None
        return value


@dataclass(frozen=True)
class Choice:
    """An option that is one of a few words, or yes or no."""

    default: OptionValue
    choices: tuple[OptionValue, ...]

    def allowed(self, language: str) -> str:
        """Return the choices in words."""
        return say("list.or", language).join(str(choice).lower() for choice in self.choices)

    def read(self, value: object) -> OptionValue | None:
        """Return the value as this option holds it, or None if it is not allowed."""
        for choice in self.choices:
            if value == choice and type(value) is type(choice):
                return choice
            if isinstance(value, str) and value.lower() == str(choice).lower():
                return choice
        return None


@dataclass(frozen=True)
class GameFacts:
    """The facts of one game or variant, and the way to its rules.

    Attributes
    ----------
    name : what `fieldstone.load` takes
    title : what people call it
    folder : the folder below `fieldstone.games` with its rules
    base : the game that it is a variant of, or None
    designers, year : credit
    tagline : one line for people
    options : by name
    """

    name: str
    title: str
    folder: str
    base: str | None
    designers: tuple[str, ...]
    year: int
    tagline: str
    options: Mapping[str, Number | Choice] = field(default_factory=dict)

    def _names(self, language: str) -> str:
        """Return the names of the options, for an error message."""
        return ", ".join(self.options) or say("list.none", language)

    def read_options(self, given: Mapping[str, object]) -> dict[str, Any]:
        """Return all options with defaults filled in, in their order.

        Raises OptionError naming the option, the value and what would be allowed.
        """
        for name in given:
            if name not in self.options:
                raise OptionError("option.unknown", game=self.name, option=name[:40], options=self._names)
        values = {}
        for name, option in self.options.items():
            value = option.read(given[name]) if name in given else option.default
            if value is None:
                shown = str(given[name])[:40]
                raise OptionError("option.value", game=self.name, option=name, allowed=option.allowed, value=shown)
            values[name] = value
        if values.get("setup") == "auction" and values["komi"] != 0:
            raise OptionError("option.auction", game=self.name)
        return values

    def face(self, options: Mapping[str, Any]) -> "Face":
        """Import the game's compiled rules and return the Python face of them for these options."""
        module = importlib.import_module(f"fieldstone.games.{self.folder}.face")
        face: Face = module.make_face(self.name, **options)
        return face


_REGISTERED: dict[str, GameFacts] = {}


def register(facts: GameFacts) -> None:
    """Make a game known by its name. Raises ValueError when the name is taken."""
    if facts.name in _REGISTERED:
        raise ValueError(f"the name {facts.name!r} is taken")
    _REGISTERED[facts.name] = facts


def registered() -> dict[str, GameFacts]:
    """Return the facts of all games by name, variants after their base games."""
    return dict(_REGISTERED)
