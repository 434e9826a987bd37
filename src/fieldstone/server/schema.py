"""What goes over the wire. The OpenAPI description is made from these models, and web/src/lib/types.ts from that."""

from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    SerializerFunctionWrapHandler,
    StrictBool,
    StrictInt,
    StrictStr,
    model_serializer,
)
from pydantic.alias_generators import to_camel
from typing_extensions import TypeAliasType

from fieldstone.core.outcome import Colour
from fieldstone.games.spec import Glyph

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
PRINTED = r"^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$"  # no control characters, no ends of lines


def colour_name(colour: Colour) -> ColourName:
    """Return a colour as it goes over the wire."""
    return "B" if colour is Colour.BLACK else "W"


def seat_number(seat: int) -> SeatNumber:
    """Return a seat as it goes over the wire."""
    return 1 if seat == 1 else 2


class Model(BaseModel):
    """A JSON object whose keys are in camelCase."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        json_schema_serialization_defaults_required=True,  # what has a default is there all the same
        use_attribute_docstrings=True,
    )


class Input(Model):
    """A JSON object from outside: nothing unknown may stand in it."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


def missing() -> Any:
    """Return the default of a key that need not be there."""
    return Field(default=None)


class Sparse(Model):
    """A JSON object without the keys that nobody has set."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=False)

    @model_serializer(mode="wrap")
    def _only_what_is_set(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        names = {to_camel(name) for name in self.model_fields_set} | self.model_fields_set
        return {key: value for key, value in handler(self).items() if key in names}

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: Any, handler: GetJsonSchemaHandler) -> Any:
        """Describe the keys that there may be: pydantic sees a serializer, and no further."""
        return handler({key: value for key, value in core_schema.items() if key != "serialization"})


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


# -- how a game looks, and is told ---------------------------------------------------------------------------------


class BoardStyle(Model):
    """What an empty board looks like, and what is set on it."""

    model_config = ConfigDict(from_attributes=True)

    cells: bool
    """Points are cells, not crossings of lines."""
    stars: Literal["go", "centre", ""]
    """Points with a small dot: as on Go boards of such a size, the centre alone, or none."""
    edges: bool
    """Top and bottom belong to Black, left and right to White, and show it."""
    rim: bool
    """The outer points are an area of their own, and the centre is marked."""
    discs: bool
    """Flat discs with a red side, and not stones."""


class GlyphText(Model):
    """Something that the board shows of a score, and what it means."""

    glyph: Glyph
    text: str


class ScoreStyle(Model):
    """How a score is composed and told."""

    kind: Literal["points", "groups", "product", "none"]
    unit: Literal["points", "group", "value"] | None
    """What margins are counted in; null where nothing is counted."""
    territory: bool
    legend: str
    """How it is counted, in words."""
    glyphs: list[GlyphText]
    """What the board shows of it."""
    expected: str | None
    """How what an analysis expects of its parts is shown: their names stand in braces."""
    expected_told: str | None
    """The sentence around that, with places for {black} and {white}."""


class Detail(Model):
    """A detail of a position text beside board and side."""

    name: Literal["setup", "komi", "seats", "passes", "button", "left"]
    values: list[str]
    """None: any number."""
    usual: str
    """Which value is left out."""
    needs_stones: bool
    """An empty board has none."""
    unsettled: list[str] = []
    """The values of `setup` with which it cannot be said, as it has not been settled yet (S1)."""


# -- positions ----------------------------------------------------------------------------------------------------


class Push(Model):
    """A stone that is pushed; `wraps`: over the edge and back on at the other side (K4)."""

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
    """Of each stone that moves."""
    returned: list[str] = []
    """Stones that would have moved, away from the placed one, but go back (K5, K6)."""
    faces: dict[str, str] = {}
    """What each stone that is flipped, captured or released shows afterwards, as in `rows`."""


class PlayedMove(Model):
    """A move of a game."""

    ply: int
    """Moves before it."""
    move: str
    seat: SeatNumber
    colour: ColourName
    settles: bool
    """It settles who has which colour (S1, K10), and is made for no colour: `colour` is provisional."""
    turn: int
    """The turn that it belongs to, from 0: all stones of one turn have the same number (W2)."""
    effects: Effects


class Group(Sparse):
    """A group of stones, and what it is worth."""

    colour: ColourName
    points: list[str]
    connection: list[str] = missing()
    """Of the connection part (W5), empty if there is none."""
    ends: list[str] = missing()
    """The two edge stones in it."""
    surplus: list[str] = missing()
    """The stones that are subtracted (W5)."""
    value: int = missing()
    """What the group is worth, where that is not its size (Q1, W5)."""
    cancelled_by: int | None = missing()
    """The index of the group of the other colour that cancels it, null if none does (K8), or is as good (W6)."""
    deciding: bool = missing()
    """Whether it decides as things stand: the biggest left (K8), the first better one (W6), or edges joined (C1)."""


class ScoreLine(Sparse):
    """A line of a score breakdown."""

    told: str
    """What it is, in words."""
    amounts: ByColour[float | None]
    """How much of it there is; null where it is not for a colour."""
    counts_as: ByColour[float] = missing()
    """What of it is in the score, where that is something else: an area without any disc is a 1 (I9)."""


class Count(Sparse):
    """What the score is made of; each game has some of these."""

    lines: list[ScoreLine]
    """They add up to the scores, or are the factors of a product; none where groups are compared."""
    decided: str
    """By which group the game is decided, as it stands, in words; empty where none does."""

    territory: ByColour[list[str]] = missing()
    """Points of territory by owner (V2)."""
    stones: ByColour[int] = missing()
    squares: ByColour[int] = missing()
    """Sums of the squares of the sizes of groups (Q1)."""
    areas: list[ByColour[list[str]]] = missing()
    """Points that count for a colour, where areas count apart: in the first one, in the second one (I9)."""
    inner: ByColour[int] = missing()
    """Discs that show their colour, where areas count apart (I9)."""
    outer: ByColour[int] = missing()
    captives: ByColour[int] = missing()
    groups: list[Group] = missing()
    """Where groups are compared, or one of them decides: the best first, of equal ones Black's, in board order."""


class Outcome(Model):
    """How a game ended; `winner` is null for a draw."""

    winner: ColourName | None
    winner_seat: SeatNumber | None
    termination: str
    """A word of `over=`, or "resignation", "time", "forfeit", "agreement"."""
    sentence: str
    """For people, in the language asked for: what ended the game and what decided it; in lists without the count."""


class KomiRange(Model):
    """What may be named as komi (S4)."""

    low: int
    high: int
    step: int


class Legal(Model):
    """The legal moves: points, named moves, and while komi is being named its range."""

    points: list[str]
    named_moves: list[str]
    """Of "pass", "button", "swap", "black", "white"."""
    komi: KomiRange | None
    """While komi is being named."""


class View(Model):
    """A position with everything that is drawn of it."""

    game_text: str
    """A name, with options in brackets."""
    game: str
    options: dict[str, bool | int | str]
    position: str
    """The position text."""
    line: str
    """The game with its moves, as in "…(…) moves e5,c3". Identifies a place in a tree of variations."""
    ply: int
    shape: Shape
    board: BoardStyle
    score: ScoreStyle
    size: int
    points: list[str]
    """Names of the points in the order of the characters of `rows` joined: from the top down, from the left."""
    rows: list[str]
    """From the top down; "." empty, "B", "W", and "b", "w" for captives by owner."""
    named_moves: list[str]
    """Moves of the game beside the points, apart from komi: "pass", "button", "swap", "black", "white"."""
    brushes: list[str]
    """What can stand on a point."""
    details: list[Detail]
    """What the position text may say beside board and side."""
    to_move: ColourName | None
    """null when the game is over."""
    seat: SeatNumber | None
    seats: ByColour[SeatNumber]
    """Which player holds a colour. During an auction provisional."""
    colours: BySeat[ColourName | None]
    """What each player holds; null until it is settled."""
    exchange: Literal["never", "now", "not now"]
    """Whether colours may change hands at this moment, by a choice of sides (S1) or a swap (K10)."""
    setup: Literal["komi", "side"] | None
    komi: int | None
    passes: int
    button: Literal["B", "W", "-"] | None
    """Who has taken the button (V8), "-" for nobody; null in games without one."""
    stones_left: int | None
    """Stones that the side to move may still place in this turn; null where a turn is one move."""
    turn_open: bool
    """The side to move has begun its turn and goes on with it."""
    legal: Legal
    offered: list[str]
    """Moves beside the points that belong beside the board now, some of them not legal yet; none during the setup."""
    obliged: str | None
    """Why so little is legal: "capture" where that is forced (I5), "pass" where nothing else is left; an installed game
    may have other names."""
    duty: str | None
    """The same in a few words to the player, in the language asked for."""
    effects: dict[str, Effects]
    """What each legal point does, where it does more than set a stone."""
    scores: ByColour[Any]
    """As the rules count them; null where nothing is counted."""
    score_text: ByColour[str]
    """As people read them: "12½", "7, 3", "4 × 7 = 28"; empty where nothing is counted."""
    score_tells: bool
    """Whether the score says anything yet about how the game may end (V2)."""
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
    """A move in a tree of variations."""

    after: int
    """The number of the node that it follows, counted from 1; 0 is the start."""
    move: str
    seat: SeatNumber
    colour: ColourName
    settles: bool
    """As that of a played move."""
    turn: int
    comment: str


class Tree(Model):
    """The moves of a game with its variations, the main line first."""

    comment: str
    """On the whole game."""
    nodes: list[TreeNode]


class Why(Model):
    """Why a move is illegal, in a sentence; null if it is legal."""

    reason: str | None


# -- games that are played ------------------------------------------------------------------------------------------


class SeatInfo(Model):
    """Who sits there."""

    kind: Literal["human", "computer"]
    level: LevelName | None
    """null for a human."""
    name: str
    """Empty unless somebody has given one."""
    number: SeatNumber
    """Which player it is, where there is no name: the seat in a first game, and the same after a rematch."""


class NewSeat(Input):
    """Who shall sit there."""

    kind: Literal["human", "computer"]
    level: LevelName | None = None
    """Of a computer; 5 unless it is told otherwise."""
    name: str = Field(default="", max_length=LONGEST_NAME, pattern=PRINTED)


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


ClockRules = TypeAliasType("ClockRules", Annotated[IncrementRules | ByoyomiRules, Field(discriminator="kind")])


class ClockState(Model):
    """The clocks, in seconds."""

    left: BySeat[float]
    """Main time that was left when the running clock was started. In byo-yomi 0: each turn has a period."""
    periods: BySeat[int]
    """Whole periods of byo-yomi left."""
    running: SeatNumber | None
    """null before the first move, which costs nothing, and when the game is over."""
    now: float
    """When this was written, by a clock of the server's that nobody sets."""
    since: float
    """When the running clock was started, by the same clock."""


class HandedOver(Model):
    """Moves that persons have left to the computer: it has made those of both players."""

    after: int
    """The moves before them."""
    until: int | None
    """With the last of them; null: the computer finishes the game."""


class GameSummary(Model):
    """A game as lists show it."""

    id: str
    created: str
    """ISO 8601, UTC."""
    updated: str
    game_text: str
    game: str
    seats: BySeat[SeatInfo]
    plies: int
    status: Literal["playing", "over"]
    on_move: SeatNumber | None
    """Whose decision is next; null when the game is over."""
    outcome: Outcome | None
    rows: list[str]
    """For a small picture."""
    shape: Shape
    board: BoardStyle
    handed: list[HandedOver]


class StoredGame(GameSummary):
    """A game with everything that its page shows."""

    clock_rules: ClockRules | None
    clock: ClockState | None
    moves: list[PlayedMove]
    view: View
    thinking: bool
    """The computer is to move, for its own seat or a person's: whoever shows the game chooses the move."""
    can_undo: bool
    imported: bool
    """It was read from a file, and nobody has played on since."""


class GameList(Model):
    """Games, the last changed first."""

    games: list[GameSummary]
    more: bool
    """There are older ones."""
    unreadable: list[str]
    """Ids of damaged ones among them, which cannot be shown."""


class NewGame(Input):
    """A game to be played, from the empty board or from the last position of `line`."""

    game: str = Field(max_length=40)
    options: dict[str, OptionValue] = {}
    seats: BySeat[NewSeat]
    clock: ClockRules | None = None
    line: str | None = Field(default=None, max_length=LONGEST_LINE)
    """Begin at a position or after the moves of a line instead of the empty board."""


class MoveAtPly(Input):
    """A move or a whole turn by a client that knows of `ply` moves."""

    move: str = Field(max_length=LONGEST_MOVE)
    ply: int = Field(ge=0)
    computer: bool = False
    """It is the computer's: the client has chosen it for the seat that is to move."""


class AtPly(Input):
    """A request of a client that knows of `ply` moves."""

    ply: int = Field(ge=0)


class Resignation(Input):
    """Who gives up."""

    seat: SeatNumber


class Empty(Input):
    """Nothing to say."""


# -- what there is to play ------------------------------------------------------------------------------------------


NotWith = dict[str, list[bool | str]]


class NumberOption(Model):
    """An option that is a whole number."""

    default: int
    low: int
    high: int
    step: int
    not_with: NotWith
    """Values of other options with which it cannot be given: it is its default then."""


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


class Problem(Model):
    """What went wrong: application/problem+json (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    """A sentence for people, in the language asked for."""
