"""What goes over the wire, as web/src/lib/types.ts has it; the OpenAPI description is made from these models."""

from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    StrictBool,
    StrictInt,
    StrictStr,
    model_serializer,
)
from pydantic.alias_generators import to_camel

from fieldstone.core.outcome import Colour

T = TypeVar("T")

ColourName = Literal["B", "W"]
SeatNumber = Literal[1, 2]
Shape = Literal["square", "hexagon"]
OptionValue = StrictBool | StrictInt | StrictStr
LevelName = Annotated[StrictInt, Field(ge=1, le=10)] | Literal["max"]

LONGEST_LINE = 20_000  # characters of a position or a move list
LONGEST_MOVE = 80
LONGEST_NAME = 40
DAY = 86_400.0


def colour_name(colour: Colour) -> ColourName:
    """Return a colour as it goes over the wire."""
    return "B" if colour is Colour.BLACK else "W"


def seat_number(seat: int) -> SeatNumber:
    """Return a seat as it goes over the wire."""
    return 1 if seat == 1 else 2


class Model(BaseModel):
    """A JSON object whose keys are in camelCase."""

    model_config = ConfigDict(alias_generator=to_camel, validate_by_name=True, validate_by_alias=True)


class Input(Model):
    """A JSON object from outside: nothing unknown may stand in it."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class Sparse(Model):
    """A JSON object without the keys that nobody has set."""

    @model_serializer(mode="wrap")
    def _only_what_is_set(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        names = {to_camel(name) for name in self.model_fields_set} | self.model_fields_set
        return {key: value for key, value in handler(self).items() if key in names}


class ByColour(Model, Generic[T]):
    """Something for each colour."""

    black: T = Field(validation_alias="B", serialization_alias="B")
    white: T = Field(validation_alias="W", serialization_alias="W")


class BySeat(Input, Generic[T]):
    """Something for each player."""

    first: T = Field(validation_alias="1", serialization_alias="1")
    second: T = Field(validation_alias="2", serialization_alias="2")

    def of(self, seat: int) -> T:
        """Return that of player 1 or 2."""
        return self.first if seat == 1 else self.second


# -- positions ----------------------------------------------------------------------------------------------------


class Push(Model):
    """A stone that moves in Kaomi; `wraps`: over the edge and back on at the other side (K4)."""

    start: str = Field(validation_alias="from", serialization_alias="from")
    end: str = Field(validation_alias="to", serialization_alias="to")
    wraps: bool


class Effects(Model):
    """What a move does to the board; points by name. A stone may be placed and removed by the same move (V5)."""

    placed: list[str] = []
    removed: list[str] = []
    flipped: list[str] = []
    captured: list[str] = []
    released: list[str] = []
    pushed: list[Push] = []
    returned: list[str] = []


class PlayedMove(Model):
    """A move of a game: `ply` moves were made before it; `turn` counts turns from 0."""

    ply: int
    move: str
    seat: SeatNumber
    colour: ColourName
    turn: int
    effects: Effects


class Group(Sparse):
    """A group of stones, and what it is worth."""

    colour: ColourName
    points: list[str]
    connection: list[str] | None = None
    value: int | None = None
    cancelled_by: int | None = None


class Count(Sparse):
    """What the score is made of; each game has some of these."""

    territory: ByColour[list[str]] | None = None
    stones: ByColour[int] | None = None
    inner: ByColour[int] | None = None
    outer: ByColour[int] | None = None
    captives: ByColour[int] | None = None
    groups: list[Group] | None = None


class Outcome(Model):
    """How a game ended; `winner` is null for a draw."""

    winner: ColourName | None
    winner_seat: SeatNumber | None
    termination: str
    sentence: str


class KomiRange(Model):
    """What may be named as komi (S4)."""

    low: int
    high: int
    step: int


class Legal(Model):
    """The legal moves: points, words, and while komi is being named its range."""

    points: list[str]
    words: list[str]
    komi: KomiRange | None


class View(Model):
    """A position with everything that is drawn of it."""

    game_text: str
    game: str
    options: dict[str, bool | int | str]
    position: str
    line: str
    ply: int
    shape: Shape
    size: int
    points: list[str]
    rows: list[str]
    to_move: ColourName | None
    seat: SeatNumber | None
    seats: ByColour[SeatNumber]
    setup: Literal["komi", "side"] | None
    komi: int | None
    passes: int
    button: Literal["B", "W", "-"] | None
    stones_left: int | None
    turn_open: bool
    legal: Legal
    obliged: Literal["capture", "pass"] | None
    effects: dict[str, Effects]
    scores: ByColour[Any]
    score_text: ByColour[str]
    count: Count
    last: PlayedMove | None
    outcome: Outcome | None


class Line(Input):
    """A position text or a move list."""

    line: str = Field(max_length=LONGEST_LINE)


class LineAndMove(Line):
    """A move, or a whole turn, after the last position of a line."""

    move: str = Field(max_length=LONGEST_MOVE)


class Moves(Model):
    """The moves of a line."""

    moves: list[PlayedMove]


class TreeNode(Model):
    """A move in a tree: it follows the node of the number `after`, counted from 1; 0 is the start."""

    after: int
    move: str
    seat: SeatNumber
    colour: ColourName
    turn: int
    comment: str


class Tree(Model):
    """The moves of a game with its variations, the main line first; `comment` is on the whole."""

    comment: str
    nodes: list[TreeNode]


class Why(Model):
    """Why a move is illegal, in a sentence; null if it is legal."""

    reason: str | None


# -- games that are played ------------------------------------------------------------------------------------------


class SeatInfo(Model):
    """Who sits there; a human has no level. The name is empty unless somebody has given one.

    `number`: which player it is, where there is no name: the seat in a first game, and the same after a rematch.
    """

    kind: Literal["human", "computer"]
    level: LevelName | None
    name: str
    number: SeatNumber


class NewSeat(Input):
    """Who shall sit there; a computer plays at level 5 unless told otherwise."""

    kind: Literal["human", "computer"]
    level: LevelName | None = None
    name: str = Field(default="", max_length=LONGEST_NAME)


class IncrementRules(Input):
    """Fischer's clock: after each turn `increment` seconds are added."""

    kind: Literal["increment"]
    main: float = Field(ge=1, le=DAY)
    increment: float = Field(ge=0, le=3600)


class ByoyomiRules(Input):
    """After the main time there are some periods; one is used up when a turn takes longer than it."""

    kind: Literal["byoyomi"]
    main: float = Field(ge=0, le=DAY)
    periods: int = Field(ge=1, le=100)
    period: float = Field(ge=1, le=3600)


ClockRules = Annotated[IncrementRules | ByoyomiRules, Field(discriminator="kind")]


class ClockState(Model):
    """The clocks in seconds; times of day are seconds since 1970 by the server's clock."""

    left: BySeat[float]
    periods: BySeat[int]
    running: SeatNumber | None
    now: float
    since: float


class GameSummary(Model):
    """A game as lists show it."""

    id: str
    created: str
    updated: str
    game_text: str
    game: str
    seats: BySeat[SeatInfo]
    plies: int
    status: Literal["playing", "over"]
    on_move: SeatNumber | None
    outcome: Outcome | None
    rows: list[str]
    shape: Shape


class StoredGame(GameSummary):
    """A game with everything that its page shows.

    `imported`: it was read from a file, and nobody has played on since.
    """

    clock_rules: ClockRules | None
    clock: ClockState | None
    moves: list[PlayedMove]
    view: View
    thinking: bool
    preparing: bool
    can_undo: bool
    imported: bool


class GameList(Model):
    """Games, the last changed first; `more`: there are older ones."""

    games: list[GameSummary]
    more: bool


class NewGame(Input):
    """A game to be played, from the empty board or from the last position of `line`."""

    game: str = Field(max_length=40)
    options: dict[str, OptionValue] = {}
    seats: BySeat[NewSeat]
    clock: ClockRules | None = None
    line: str | None = Field(default=None, max_length=LONGEST_LINE)


class MoveAtPly(Input):
    """A move or a whole turn by a client that knows of `ply` moves."""

    move: str = Field(max_length=LONGEST_MOVE)
    ply: int = Field(ge=0)


class AtPly(Input):
    """A wish of a client that knows of `ply` moves."""

    ply: int = Field(ge=0)


class Resignation(Input):
    """Who gives up."""

    seat: SeatNumber


class Empty(Input):
    """Nothing to say."""


# -- what there is to play ------------------------------------------------------------------------------------------


class NumberOption(Model):
    """An option that is a whole number."""

    default: int
    low: int
    high: int
    step: int


class ChoiceOption(Model):
    """An option that is one of a few values."""

    default: bool | str
    choices: list[bool | str]


class GameFacts(Model):
    """What is known of a game before it is played."""

    name: str
    title: str
    base: str | None
    designers: list[str]
    year: int
    tagline: str
    shape: Shape
    options: dict[str, NumberOption | ChoiceOption]
    usual_sizes: list[int]
    levels: int


class Problem(Model):
    """What went wrong, after RFC 9457; `detail` is a sentence for people."""

    type: str
    title: str
    status: int
    detail: str
