"""All that anybody asks of a game without its compiled rules: one `GameSpec` a game, in the game's own folder.

Each field says what something *is*; nobody outside a game's folder asks *which* game it has before it.
"""

import importlib
import importlib.util
import operator
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

from fieldstone.core.errors import OptionError
from fieldstone.messages import say

if TYPE_CHECKING:
    from fieldstone.games.adapter import Adapter

OptionValue = int | str | bool


@dataclass(frozen=True)
class Excluded:
    """Values of another `option` with which an option cannot be given: it is its default then.

    `told` is the key of the sentence that says why.
    """

    option: str
    values: tuple[OptionValue, ...]
    told: str


NAMED_KOMI = Excluded("setup", ("auction",), "option.auction")  # S1: the players name komi


@dataclass(frozen=True)
class Number:
    """An option that is a whole number from `low` to `high` in steps of `step`; not with what `not_with` says.

    `power`, where it is not 0: more than the number of the board's points to this power makes no sense (S4), and a form
    offers no more. In a position or a record it stands as it was given.
    """

    default: int
    low: int
    high: int
    step: int = 1
    not_with: tuple[Excluded, ...] = ()
    power: int = 0

    def sensible(self, points: int) -> int:
        """Return the highest value that makes sense on a board of so many points."""
        return min(self.high, points**self.power // self.step * self.step) if self.power else self.high

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
    """An option that is one of a few words, or yes or no; not with what `not_with` says."""

    default: OptionValue
    choices: tuple[OptionValue, ...]
    not_with: tuple[Excluded, ...] = ()

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
class BoardStyle:
    """What an empty board looks like, and what is set on it.

    Attributes
    ----------
    shape : of the board
    cells : whether points are cells, not crossings of lines
    stars : points with a small dot: as on Go boards of such a size, the centre alone, or none
    edges : whether top and bottom belong to Black and left and right to White, and show it
    rim : whether the outer points are an area of their own, and the centre is marked
    discs : whether the pieces are flat discs with a red side, which captives show, and not stones
    """

    shape: Literal["square", "hexagon"]
    cells: bool = False
    stars: Literal["go", "centre", ""] = ""
    edges: bool = False
    rim: bool = False
    discs: bool = False


@dataclass(frozen=True)
class Line:
    """A line of a score breakdown. Those of a game add up to the score, or are its factors where it is a product.

    Attributes
    ----------
    name : of a number in `ScoreStyle.parts`, or of a fact in `PartsStyle.facts`
    to : whose it is: each colour has a number of its own ("each"), White has it alone ("white"), or one who is named by
        the fact ("holder")
    worth : what the holder gets for it
    counts : whether it is a part of the score
    """

    name: str
    to: Literal["each", "white", "holder"] = "each"
    worth: float = 0
    counts: bool = True

    @property
    def told(self) -> str:
        """The key of its words."""
        return f"score.line.{self.name}"


# What the board may show of a score, in the order in which it is explained.
Glyph = Literal["territory", "area-0", "area-1", "joined", "wall", "ends", "surplus", "worth", "pair", "deciding"]


@dataclass(frozen=True)
class ScoreStyle:
    """How a score is composed and told.

    Attributes
    ----------
    kind : "points", a number for each colour; "groups", the sizes or values of groups, highest first; "product", a
        number that is a product of two; or "none", where nothing is counted
    unit : what a margin is counted in: points, the size of a group, or its value
    told : the key of the sentence that tells it
    tie : the key of the sentence that says how equal scores were decided; None where nothing is said
    territory : whether empty points count for who surrounds them
    parts : what the score is made of: names of the numbers that `add_score_parts` sums, in their order
    whole : whether scores are whole numbers, and not floats, for half points
    legend : the key of the sentence that explains how it is counted
    lines : what it adds up from, line by line
    glyphs : the key of the words for each thing that the board shows of it
    decides : the key of the sentence that tells by which group the game is decided, as it stands; None where groups do
        not decide
    expected, expected_told : how these are shown to people, a format with the names, and the key of the sentence that
        tells what is expected of them at the end; None where there are none
    rule : the number of the rule by which nothing is counted, where that is so
    """

    kind: Literal["points", "groups", "product", "none"]
    unit: Literal["points", "group", "value"] = "points"
    told: str = "score.points"
    tie: str | None = "end.equal"
    territory: bool = False
    whole: bool = True
    parts: tuple[str, ...] = ()
    expected: str | None = None
    expected_told: str | None = None
    legend: str = "legend.none"
    lines: tuple[Line, ...] = ()
    glyphs: Mapping[Glyph, str] = field(default_factory=dict)
    decides: str | None = None
    rule: str = ""

    def __post_init__(self) -> None:
        if not self.counts and not self.rule:
            raise ValueError("a score that counts nothing names the `rule` that says so")

    @property
    def counts(self) -> bool:
        """Whether anything is counted, so that there is a margin to win by."""
        return self.kind != "none"

    @property
    def keys(self) -> Iterator[str]:
        """The keys of all that is told of it."""
        yield from filter(None, (self.told, self.tie, self.legend, self.expected_told, self.decides))
        yield from (line.told for line in self.lines)
        yield from self.glyphs.values()


# What a move may do beside setting a stone, in the order in which it is told: fields of a `Preview`.
EFFECTS = ("removed", "flipped", "captured", "released", "pushed", "returned")

Detail = Literal["number", "colour", "point", "points", "moves"]
Column = Literal["number", "colour", "place", "yes", "stones", "connection", "ends", "rest"]
BY_POINTS = ("stones", "connection", "ends", "rest")  # those of them that are told by points, not in a column


@dataclass(frozen=True)
class Sentence:
    """A sentence of the catalogues that a kernel names by a code, and what it speaks of.

    Attributes
    ----------
    key : of the sentence
    details : the names in it and what each stands for, in the order of the kernel's numbers: a "number"; a "colour"; a
        "point", by its number; "points", their number and then each of them; or "moves", the text that was asked about,
        for which there is no number
    rule : the number of the rule, where the sentence has a place for it
    """

    key: str
    details: Mapping[str, Detail] = field(default_factory=dict)
    rule: str = ""


# Why a move is illegal, as several games say it, by the codes in `fieldstone.core.telling`. S1, S4
REASONS = (
    Sentence("illegal.name-komi", {"high": "number"}),
    Sentence("illegal.name-even-komi", {"high": "number"}),
    Sentence("illegal.choose-side", {"komi": "number"}),
    Sentence("illegal.setup-over"),
)

# What is wrong with a position, as several games say it, by the codes from 1 on in `fieldstone.core.positions`. S1, S4
PROBLEMS = (
    Sentence("position.komi-missing", {"high": "number"}),
    Sentence("position.komi-missing-even", {"high": "number"}),
    Sentence("position.komi", {"komi": "number", "high": "number"}),
    Sentence("position.komi-even", {"komi": "number", "high": "number"}),
    Sentence("position.naming"),
    Sentence("position.choosing"),
)

# What a position text may add to board and side, in the order of the columns in `fieldstone.core.positions`, and the
# words for the numbers there; 0 is usual and is not written. Komi is a number itself.
DETAILS: Mapping[str, Mapping[str, int]] = {
    "setup": {"komi": 1, "side": 2, "done": 0},
    "komi": {},
    "seats": {"BW": 0, "WB": 1},
    "passes": {"0": 0, "1": 1, "2": 2},
    "button": {"-": 0, "B": 1, "W": 2},
    "left": {"1": 1, "2": 2},
}
UNSETTLED = {"komi": ("komi", "seats"), "side": ("seats",)}  # S1: what cannot be said at these stages of the setup


@dataclass(frozen=True)
class DutyStyle:
    """What the rules of a game may ask of the side to move beyond moving.

    Attributes
    ----------
    kind : its name, for programs
    told : the sentence that tells it; it may have {points} too, all that is legal
    short : the key of the few words that stand beside a board
    """

    kind: str
    told: Sentence
    short: str


@dataclass(frozen=True)
class PartsStyle:
    """What a position is made of, by name, in the order in which `parts` has it.

    Attributes
    ----------
    colours : numbers of each colour: the first of those that `add_score_parts` sums
    groups : what is told of a group. The columns that `count_parts` writes, in their order: a "number", a "colour", the
        "place" of another group or -1, or whether something holds, "yes"; and what is told by points, for which there
        is no column: its "stones", those of its "connection" part, the two "ends" of that, and the "rest" of them
    facts : the numbers that `count_parts` writes for the whole position, in their order
    areas : where discs count apart, by the number of the area
    score : whether the scores stand beside them
    """

    colours: tuple[str, ...] = ()
    groups: Mapping[str, Column] = field(default_factory=dict)
    facts: Mapping[str, Column] = field(default_factory=dict)
    areas: tuple[str, ...] = ()
    score: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of groups that `count_parts` writes."""
        return tuple(name for name, kind in self.groups.items() if kind not in BY_POINTS)


@dataclass(frozen=True)
class GameSpec:
    """One game or variant.

    In the package `home` lie its modules: `rules` with its kernels; `adapter` with
    ``make_adapter(name, rules, **options)``, the Python side of them; and those that are loaded when somebody needs
    them: `heuristics`, `solving`, `planes`, `tuning`. Beside them lie ``text/<language>.json``, its part of the
    catalogues, and its guides.

    Attributes
    ----------
    name : what `fieldstone.load` takes
    home : the package with its rules, which variants share
    designers, year : credit; () and None where nobody knows
    rank : where it stands in menus; a variant stands after its base game
    turn_rule : the number of the rule that says what a turn is
    symbols : what stands on a point in a position text, by its code in the kernels
    board, score : how they look, and are told
    base : the game that it is a variant of, or None
    variant : 0 for a base game; its variants are numbered from 1, and the kernels know them by that
    options : by name
    fixed_size : the size of the board, where there is no option for it
    usual_sizes : those that the rules call usual or recommend
    parts : what a position is made of
    effects : what a move may do beside setting a stone; of `EFFECTS`
    reasons : why a move is illegal; the kernels number them from `OWN_REASON` on
    problems : what may be wrong with a position; the kernels number them from `OWN_PROBLEM` on
    duties : what the rules may ask of the side to move; the kernels number them from 1 on
    turn_length : the moves of a turn, but for the first turn of the game
    draws : on which boards the rules leave room for a draw: on "all", on those with an "even" number of points, or on
        "none"
    endings : what ends this game and is no `Termination`: names, each with the key of the sentence that tells it;
        the kernels number them from `OWN_ENDING` on
    ending_rules : the number of the rule by which the game ends so, for each of its endings
    network : the file in the package with a small network that plays it (`fieldstone.search.net`), which says itself
        for which options it was made; "" where there is none
    """

    name: str
    home: str
    designers: tuple[str, ...]
    year: int | None
    rank: int
    turn_rule: str
    board: BoardStyle
    score: ScoreStyle
    base: str | None = None
    variant: int = 0
    symbols: str = ".BW"
    options: Mapping[str, Number | Choice] = field(default_factory=dict)
    fixed_size: int = 0
    usual_sizes: tuple[int, ...] = ()
    parts: PartsStyle = PartsStyle()
    effects: tuple[str, ...] = ()
    reasons: tuple[Sentence, ...] = ()
    problems: tuple[Sentence, ...] = ()
    duties: tuple[DutyStyle, ...] = ()
    turn_length: int = 1
    draws: Literal["all", "even", "none"] = "none"
    endings: Mapping[str, str] = field(default_factory=dict)
    ending_rules: Mapping[str, str] = field(default_factory=dict)
    network: str = ""

    @property
    def family(self) -> str:
        """The name of the base game, which stands for the compiled rules that it shares with its variants."""
        return self.base or self.name

    @cached_property
    def all_reasons(self) -> tuple[Sentence, ...]:
        """Why a move is illegal, by the kernels' codes: what several games say, then `reasons`."""
        return (*REASONS, Sentence("illegal.no-turn", {"moves": "moves"}, self.turn_rule), *self.reasons)

    @cached_property
    def all_problems(self) -> tuple[Sentence, ...]:
        """What may be wrong with a position, by the kernels' codes from 1 on: what several say, then `problems`."""
        return (*PROBLEMS, *self.problems)

    def may_be_drawn(self, points: int) -> bool:
        """Say whether a game on a board of so many points may end without a winner."""
        return self.draws == "all" or (self.draws == "even" and points % 2 == 0)

    def title(self, language: str = "en") -> str:
        """Return what people call it."""
        return say(f"title.{self.name}", language)

    def tagline(self, language: str = "en") -> str:
        """Return one line about it for people."""
        return say(f"tagline.{self.name}", language)

    def module(self, name: str) -> ModuleType:
        """Return a module of the game's home. Raises ModuleNotFoundError when there is none of this name."""
        return importlib.import_module(f"{self.home}.{name}")

    def has_module(self, name: str) -> bool:
        """Say whether the game's home has a module of this name."""
        return _is_module(f"{self.home}.{name}")

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
        for name, option in self.options.items():
            for excluded in option.not_with:
                if values[excluded.option] in excluded.values and values[name] != option.default:
                    raise OptionError(excluded.told, game=self.name)
        return values

    def numbers(self, options: Mapping[str, Any]) -> list[int]:
        """Return all options as kernels read them, see `fieldstone.core.kernels.fill_rules`.

        Numbers are what they are, yes and no 1 and 0, of other choices the place among them.
        """
        values = [self.variant]
        for name, option in self.options.items():
            value = options[name]
            if isinstance(option, Choice) and isinstance(value, str):
                value = option.choices.index(value)
            values.append(int(value))
        return values

    def adapter(self, options: Mapping[str, Any]) -> "Adapter":
        """Import the game's compiled rules and return the Python adapter of them for these options."""
        from fieldstone.core.entries import new_rules  # the compiler is loaded when somebody plays

        rules = new_rules(self.module("rules").RULES, self.numbers(options))
        adapter: Adapter = self.module("adapter").make_adapter(self.name, rules, **options)
        adapter.spec, adapter.symbols = self, self.symbols
        return adapter


@cache
def _is_module(name: str) -> bool:
    return importlib.util.find_spec(name) is not None
