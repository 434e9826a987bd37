"""What the JSON lines engine is asked: lines of JSON as data that has been checked. docs/engines.md describes them.

Texts of errors are English only: they are for the people who write the other program.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fieldstone.core.errors import shortened
from fieldstone.core.outcome import Colour
from fieldstone.games.tuning import HIGHEST_LEVEL
from fieldstone.interop.gtp_syntax import COLOURS
from fieldstone.play.game import example_game
from fieldstone.records.errors import RecordError
from fieldstone.records.reading import parse_json

LONGEST_ID = 200  # characters
MOST_MOVES = 20_000
MOST_TURNS = 1000
MOST_WARNINGS = 10  # about one query
MOST_STONES = 1000
LEVELS = (*range(1, HIGHEST_LEVEL + 1), "max")  # of any game

ACTIONS = ("query_version", "query_models", "clear_cache", "terminate", "terminate_all")


class QueryError(ValueError):
    """A query that cannot be answered: its text says why.

    Attributes
    ----------
    id : of the query; None where it has none that could be read
    field : what is wrong in it; None for the whole
    """

    def __init__(self, text: str, field: str | None = None, name: str | None = None) -> None:
        super().__init__(text)
        self.field = field
        self.id = name


@dataclass(frozen=True)
class SaidMove:
    """A move as a query has it, and the colour that is said to play it, if any is."""

    text: str
    colour: Colour | None = None


@dataclass(frozen=True)
class Start:
    """A first position in KataGo's way; None where nothing is said.

    Attributes
    ----------
    rules : the game, with options if need be
    columns, rows : of the board
    komi : as the query has it
    stones : those on the board, as colours and vertices
    player : the colour to move
    """

    rules: str
    columns: int | None = None
    rows: int | None = None
    komi: float | None = None
    stones: tuple[tuple[Colour, str], ...] = ()
    player: Colour | None = None


@dataclass(frozen=True)
class Query:
    """A position to analyse, or to choose a move in; fields as in docs/engines.md, None where nothing is said.

    It begins at `start` where that is given, else at `position`.
    """

    id: str
    position: str = ""
    start: Start | None = None
    moves: tuple[SaidMove, ...] = ()
    turns: tuple[int, ...] | None = None
    visits: int | None = None
    seconds: float | None = None
    priority: int = 0
    report_every: float | None = None
    owners: bool = False
    most_moves: int | None = None
    longest_line: int | None = None
    seed: int | None = None
    choose: bool = False
    level: int | str | None = None


@dataclass(frozen=True)
class Action:
    """Something to do at once: `name` is one of `ACTIONS`, `target` the query that it is about."""

    id: str
    name: str
    target: str | None = None


# -- values ---------------------------------------------------------------------------------------------------------


def _whole(low: int, high: int) -> Callable[[object], int | None]:
    return lambda value: value if type(value) is int and low <= value <= high else None


def _seconds(high: float) -> Callable[[object], float | None]:
    def read(value: object) -> float | None:
        fits = isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= high
        return float(value) if fits and isinstance(value, int | float) and math.isfinite(value) else None

    return read


def _truth(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _level(value: object) -> int | str | None:
    return value if isinstance(value, int | str) and not isinstance(value, bool) and value in LEVELS else None


def _pair(value: object) -> tuple[Colour, str] | None:
    """Return a colour and a text, as KataGo has moves and stones: ["b", "C3"]."""
    if not isinstance(value, list) or len(value) != 2 or not all(isinstance(one, str) for one in value):
        return None
    colour, text = value
    return (COLOURS[colour.lower()], text) if colour.lower() in COLOURS else None


def _moves(value: object) -> tuple[SaidMove, ...] | None:
    if not isinstance(value, list) or len(value) > MOST_MOVES:
        return None
    moves = []
    for one in value:
        pair = _pair(one)
        if pair is None and not isinstance(one, str):
            return None
        moves.append(SaidMove(one) if pair is None else SaidMove(pair[1], pair[0]))
    return tuple(moves)


def _stones(value: object) -> tuple[tuple[Colour, str], ...] | None:
    if not isinstance(value, list) or len(value) > MOST_STONES:
        return None
    pairs = [_pair(one) for one in value]
    return None if None in pairs else tuple(pair for pair in pairs if pair is not None)


def _colour(value: object) -> Colour | None:
    return COLOURS.get(value.lower()) if isinstance(value, str) else None


def _number(value: object) -> float | None:
    fits = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= 10_000
    return float(value) if fits and isinstance(value, int | float) else None


def _settings(value: object) -> dict[str, Any] | None:
    """Return those of KataGo's settings that a search here has, as fields of a query."""
    known = {"maxVisits": "maxVisits", "maxTime": "maxSeconds"}
    if not isinstance(value, dict) or not value.keys() <= known.keys():
        return None
    given = {known[key]: FIELDS[known[key]].read(one) for key, one in value.items()}
    return None if None in given.values() else {FIELDS[key].name: one for key, one in given.items()}


def _turns(value: object) -> tuple[int, ...] | None:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_TURNS:
        return None
    if not all(type(one) is int and 0 <= one <= MOST_MOVES for one in value) or len(set(value)) < len(value):
        return None
    return tuple(value)


@dataclass(frozen=True)
class _Field:
    """A field of a query: its name in `Query`, what reads a value (None: it does not fit), what would fit."""

    name: str
    read: Callable[[object], Any]
    allowed: str


_DAY = 86_400
FIELDS: Mapping[str, _Field] = {
    "position": _Field("position", _text, "a text: a position, a move list or a game"),
    "moves": _Field(
        "moves", _moves, f'a list of at most {MOST_MOVES} moves, each a text or a pair such as ["b", "c3"]'
    ),
    "analyzeTurns": _Field(
        "turns", _turns, f"a list of 1 to {MOST_TURNS} different whole numbers from 0 to {MOST_MOVES}"
    ),
    "maxVisits": _Field("visits", _whole(1, 10**9), "a whole number from 1 to 1000000000"),
    "maxSeconds": _Field("seconds", _seconds(_DAY), f"a number above 0 and at most {_DAY}"),
    "priority": _Field("priority", _whole(-(10**9), 10**9), "a whole number from -1000000000 to 1000000000"),
    "reportDuringSearchEvery": _Field("report_every", _seconds(_DAY), f"a number above 0 and at most {_DAY}"),
    "includeOwnership": _Field("owners", _truth, "true or false"),
    "maxMoves": _Field("most_moves", _whole(1, 10**6), "a whole number from 1 to 1000000"),
    "seed": _Field("seed", _whole(0, 2**62), "a whole number from 0 to 4611686018427387904"),
    "chooseMove": _Field("choose", _truth, "true or false"),
    "level": _Field("level", _level, f'a number from 1 to {HIGHEST_LEVEL}, or "max"'),
    "analysisPVLen": _Field("longest_line", _whole(1, 1000), "a whole number from 1 to 1000"),
    "overrideSettings": _Field("settings", _settings, "an object that sets maxVisits and maxTime (seconds) at most"),
}
# What stands in the place of `position`, as KataGo has it.
START_FIELDS: Mapping[str, _Field] = {
    "rules": _Field("rules", _text, "a text: a game on a square board"),
    "boardXSize": _Field("columns", _whole(1, 1000), "a whole number"),
    "boardYSize": _Field("rows", _whole(1, 1000), "a whole number"),
    "komi": _Field("komi", _number, "a number from -10000 to 10000"),
    "initialStones": _Field(
        "stones", _stones, f'a list of at most {MOST_STONES} pairs of a colour and a vertex, such as ["b", "C3"]'
    ),
    "initialPlayer": _Field("player", _colour, '"b" or "w"'),
}
# What KataGo does and this engine does not, and the value that asks for nothing.
NOT_HERE: Mapping[str, tuple[object, str]] = {
    "allowMoves": ([], "every legal move is looked at"),
    "avoidMoves": ([], "every legal move is looked at"),
    "includeMovesOwnership": (False, "ownership is estimated for the position alone"),
    "includeMovesOwnershipStdev": (False, "ownership is estimated for the position alone"),
    "includeNoResultValue": (False, "every game here has a result"),
    "includeOwnershipStdev": (False, "ownership has no deviation here"),
    "includePVVisits": (False, "lines have no counts of visits here"),
    "includePolicy": (False, "answers here have no policy"),
    "priorities": ([], "say priority, which all turns of a query share"),
    "rootFpuReductionMax": (None, "it sets KataGo's search; the one here has other settings"),
    "rootPolicyTemperature": (None, "it sets KataGo's search; the one here has other settings"),
    "whiteHandicapBonus": ("0", "no game here has handicap stones"),
}
NOT_WITH_CHOICE = ("analyzeTurns", "reportDuringSearchEvery", "includeOwnership", "maxMoves")
ACTION_FIELDS = {"terminate": ("terminateId",)}
WHOLE_QUERIES = "only whole queries are terminated: leave it out"


# -- lines ----------------------------------------------------------------------------------------------------------


def read_query(line: bytes) -> tuple[Query | Action, list[str]]:
    """Return what a line of JSON asks, and the names of fields in it that are not known. Raises QueryError."""
    try:
        data = parse_json(line)
    except RecordError as error:
        raise QueryError(f"not JSON that can be read: {error}") from None
    if not isinstance(data, dict):
        raise QueryError(f"a query is an object with id and position, or id and action, not {shortened(data)}")
    name = data.pop("id", None)
    if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_ID:
        raise QueryError(f"id must be a text of 1 to {LONGEST_ID} characters, not {shortened(repr(name))}", "id")
    try:
        return _read_action(name, data) if "action" in data else _read_position(name, data)
    except QueryError as error:
        raise QueryError(str(error), error.field, name) from None


def _read_action(name: str, data: dict[str, Any]) -> tuple[Action, list[str]]:
    action = data.pop("action")
    if action not in ACTIONS:
        raise QueryError(f"action must be one of {', '.join(ACTIONS)}, not {shortened(repr(action))}", "action")
    known = ACTION_FIELDS.get(action, ())
    if action in ("terminate", "terminate_all") and "turnNumbers" in data:
        raise QueryError(f"turnNumbers: {WHOLE_QUERIES}", "turnNumbers")
    target = None
    if action == "terminate":
        target = data.get("terminateId")
        if not isinstance(target, str):
            raise QueryError(f"terminateId must be the id of a query, not {shortened(repr(target))}", "terminateId")
    return Action(name, action, target), [key for key in data if key not in known]


def _read_position(name: str, data: dict[str, Any]) -> tuple[Query, list[str]]:
    given = _read_fields(FIELDS, data)
    for key, (nothing, why) in NOT_HERE.items():
        if key in data and data[key] != nothing:
            raise QueryError(f"{key} is not supported: {why}", key)
    given["start"] = _read_start(data)
    given |= given.pop("settings", {})
    query = Query(name, **given)
    if query.choose:
        for key in NOT_WITH_CHOICE:
            if key in data:
                raise QueryError(f"{key} does not go with chooseMove: one move is chosen, in the last position", key)
    elif query.level is not None:
        raise QueryError("level goes with chooseMove: an analysis is always at full strength", "level")
    if query.level is not None and query.visits is not None:
        raise QueryError("level and maxVisits exclude each other: a level is a number of simulations", "level")
    return query, [key for key in data if not (key in FIELDS or key in START_FIELDS or key in NOT_HERE)]


def _read_fields(fields: Mapping[str, _Field], data: dict[str, Any]) -> dict[str, Any]:
    """Return the values of those fields that are there, by their names in the data class. Raises QueryError."""
    given: dict[str, Any] = {}
    for key, field in fields.items():
        if key in data:
            given[field.name] = field.read(data[key])
            if given[field.name] is None:
                raise QueryError(f"{key} must be {field.allowed}, not {shortened(repr(data[key]))}", key)
    return given


def _read_start(data: dict[str, Any]) -> Start | None:
    """Return the first position in KataGo's way; None where `position` says it. Raises QueryError."""
    said = [key for key in START_FIELDS if key in data]
    if "position" in data:
        if said:
            raise QueryError(f"{said[0]} does not go with position, which says it all", said[0])
        return None
    if not said:
        raise QueryError(
            f"position is missing: a position, a move list or a game, such as {example_game(9)}", "position"
        )
    if "rules" not in data:
        raise QueryError(f"rules is missing: a game on a square board, such as {example_game(9)}", "rules")
    return Start(**_read_fields(START_FIELDS, data))
