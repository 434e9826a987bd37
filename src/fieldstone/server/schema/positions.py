"""Positions and lines: what is drawn of them, and what is asked about them."""

from typing import Any, Literal

from pydantic import Field

from fieldstone.server.schema.base import (
    LONGEST_LINE,
    LONGEST_MOVE,
    ByColour,
    BySeat,
    ColourName,
    Input,
    Model,
    SeatNumber,
    Shape,
    Sparse,
    missing,
)
from fieldstone.server.schema.styles import BoardStyle, Detail, ScoreStyle


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
