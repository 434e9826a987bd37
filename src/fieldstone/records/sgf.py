"""Records as SGF, FF[4]: the tree with moves, for all games, and back.

What SGF has properties for stands in them; all else stands as JSON in private ones, so that nothing is lost:
``FSMOVE`` for a move that is no point and no pass, ``FSNODE`` and ``FSRECORD`` for what else a node and the game have.
Properties of other programs are kept under the key ``sgf`` of a record and of its moves.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from typing import Any

from fieldstone.boards.board import Board
from fieldstone.core.errors import OptionError, shortened
from fieldstone.core.outcome import Colour
from fieldstone.core.record import PLAYING
from fieldstone.games import GAMES
from fieldstone.play.game import Game, load, read_game
from fieldstone.play.state import State
from fieldstone.records.errors import RecordError, as_utf8, titles_of_games
from fieldstone.records.reading import parse_json, record_from_data
from fieldstone.records.record import CLAIMED, FORFEIT, RESIGNATION, TIME, ClockRules, Record, Result
from fieldstone.records.replaying import checked, walk
from fieldstone.records.schema import FORMAT, VERSION
from fieldstone.records.sgf_grammar import SgfNode, decode, escape, parse, serialise, unescape
from fieldstone.records.shaping import part_to_data, record_to_data
from fieldstone.version import __version__

GM = "99"  # none of the numbers that SGF knows: a Go program must not replay these games by its own rules
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
CLAIMS = {RESIGNATION: "R", TIME: "T", FORFEIT: "F"}
MOVE, NODE, RECORD = "FSMOVE", "FSNODE", "FSRECORD"
PRIVATE = {MOVE, NODE, RECORD}
HEADERS = {"FF", "CA", "AP", "GM", "SZ", "RU", "PB", "PW", "EV", "PC", "C"}
STONES = {"AB", "AW", "AE"}
# What stands in the key `sgf` is never written as one of these, since it would be read as part of the game.
NEVER = HEADERS | STONES | PRIVATE | {"B", "W"}
VALUE = re.compile(r"(?:[^\]\\]|\\.)*+", re.DOTALL)
SECONDS = r"\d{1,9}(?:\.\d{1,9})?"


# Points ----------------------------------------------------------------------------------------------------------


def point_to_sgf(board: Board, name: str) -> str:
    """Return a point as SGF has it: two letters, the row counted from the top; on hexagons the name itself."""
    if board.shape == "hexagon":
        return name
    return LETTERS[ord(name[0]) - 97] + LETTERS[board.size - int(name[1:])]


def point_from_sgf(board: Board, value: str) -> str:
    """Return the name of a point, or "pass" for an empty value. Raises RecordError for what is neither."""
    passes = ("", "tt") if board.shape == "square" and board.size <= 19 else ("",)
    if value in passes:
        return "pass"
    if board.shape == "hexagon" and value.lower() in board.index:
        return value.lower()
    places = [LETTERS.find(letter) for letter in value]
    if board.shape == "square" and len(places) == 2 and all(0 <= place < board.size for place in places):
        return f"{chr(97 + places[0])}{board.size - places[1]}"
    last = point_to_sgf(board, board.names[-1]) if board.shape == "hexagon" else LETTERS[board.size - 1] * 2
    first = board.names[0] if board.shape == "hexagon" else "aa"
    raise RecordError("sgf.point", value=shortened(value), first=first, last=last)


def points_from_sgf(board: Board, value: str) -> list[str]:
    """Return the names of the points in a value of ``AB`` or ``AW``: one, or a rectangle by two of its corners."""
    corners = value.split(":")
    if board.shape != "square" or len(corners) != 2:
        return [point_from_sgf(board, value)]
    names = [point_from_sgf(board, corner) for corner in corners]
    if "pass" in names:
        raise RecordError("sgf.point", value=shortened(value), first="aa", last=LETTERS[board.size - 1] * 2)
    columns, rows = sorted(name[0] for name in names), sorted(int(name[1:]) for name in names)
    return [name for name in board.names if columns[0] <= name[0] <= columns[1] and rows[0] <= int(name[1:]) <= rows[1]]


# Writing ---------------------------------------------------------------------------------------------------------


def record_to_sgf(record: Record) -> bytes:
    """Return a record as SGF in UTF-8, the moves as moves. Raises RecordError when it could not be read again."""
    record = checked(record)
    movers: dict[int, Colour | None] = {}
    end = record.new_state()
    last = record.main_line[-1] if record.main_line else 0
    for number, state in walk(record):
        movers[number] = state.to_move if state.record.setup == PLAYING else None
        if number == last:
            end = state.copy()

    def write(shown: bool) -> bytes:
        nodes = [SgfNode(-1, root_values(record, end, GM, _start_values(record), shown))]
        for node in record.nodes:
            values = _move_values(record.game, node, movers[node.after])
            nodes.append(SgfNode(node.after, node_values(node, values, shown)))
        return as_utf8(serialise(nodes, dict(enumerate(record.children))))

    return read_again(record, write)


def read_again(record: Record, write: Callable[[bool], bytes]) -> bytes:
    """Return what `write` makes of a checked record, properties in the key `sgf` shown as such if that is safe.

    If they would not come back as they are, all of them stay in the private JSON. Raises RecordError when the content
    could not be read again.
    """
    content = write(True)
    try:
        if record_from_sgf(content) == record.in_order():
            return content
    except RecordError:
        pass  # a property that another program would believe: it is not shown
    content = write(False)
    record_from_sgf(content)
    return content


def root_values(
    record: Record, end: State, kind: str, stones: Mapping[str, list[str]], shown: bool
) -> dict[str, list[str]]:
    """Return the properties of the first node.

    Parameters
    ----------
    end : the end of the main line
    kind : the value of ``GM``
    stones : what puts up the start position
    shown : whether properties in the key `sgf` may be written as such
    """
    game = record.game
    texts = {
        "FF": "4",
        "CA": "UTF-8",
        "AP": f"Fieldstone:{__version__}",
        "GM": kind,
        "SZ": str(game.board.size),
        "RU": str(game),
        "KM": str(int(end.record.komi)) if "komi" in game.options else "",
        "PB": _called(record, end.seat_of(Colour.BLACK)),
        "PW": _called(record, end.seat_of(Colour.WHITE)),
        "EV": record.event,
        "PC": record.place,
        "DT": (record.started or "")[:10],
        **_clock_texts(record.clock),
        "RE": _result_text(record, end),
        "C": record.comment,
    }
    data = record_to_data(record)
    for name in ("format", "version", "game", "options", "moves"):
        del data[name]
    for name, simple in (("event", True), ("place", True), ("comment", False)):
        _leave_out(data, name, simple)
    values = {name: [escape(text)] for name, text in texts.items() if text} | dict(stones)
    return _with_private(values, RECORD, data, shown)


def node_values(node: Any, values: dict[str, list[str]], shown: bool) -> dict[str, list[str]]:
    """Return the properties of a node; `values` are those of its move, `shown` as in `root_values`."""
    if node.comment:
        values = values | {"C": [escape(node.comment)]}
    data = part_to_data(node, "move", "after")
    _leave_out(data, "comment", simple=False)
    return _with_private(values, NODE, data, shown)


def _plain(text: str, simple: bool) -> str:
    """Return what SGF makes of a text: it knows no tabs, only one kind of line break, and in simple texts none."""
    return unescape(escape(text), simple)


def _leave_out(data: dict[str, Any], name: str, simple: bool) -> None:
    """Take a text out of the private data if SGF holds it as it is."""
    if name in data and _plain(data[name], simple) == data[name]:
        del data[name]


def _with_private(values: dict[str, list[str]], name: str, data: dict[str, Any], shown: bool) -> dict[str, list[str]]:
    """Return properties with those of other programs, and with what must stay JSON in the private one of that name."""
    held = data.get("sgf")
    if shown and isinstance(held, dict):
        fitting = {key: points for key, points in held.items() if key not in values and _fits(key, points)}
        values = values | fitting
        if fitting:
            data["sgf"] = {key: rest for key, rest in held.items() if key not in fitting}
            if not data["sgf"]:
                del data["sgf"]
    if not data:
        return values
    try:
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except (ValueError, TypeError, RecursionError):
        raise RecordError("record.no-data") from None
    return values | {name: [escape(text)]}


def _fits(name: str, values: object) -> bool:
    """Whether what stands in the key `sgf` as a property is one: it has not been checked."""
    if not (name.isascii() and name.isalpha() and name.isupper()) or name in NEVER:
        return False
    return (
        isinstance(values, list)
        and bool(values)
        and all(isinstance(value, str) and VALUE.fullmatch(value) is not None for value in values)
    )


def _start_values(record: Record) -> dict[str, list[str]]:
    """Return the stones of a start position that is not the usual one; it stands in full in ``FSRECORD``."""
    if record.start is None:
        return {}
    state, board = record.new_state(), record.game.board
    values: dict[str, list[str]] = {"AB": [], "AW": []}
    for name, symbol in zip(board.names, board.symbols(state.rows()), strict=True):
        if symbol != ".":
            values[f"A{symbol.upper()}"].append(point_to_sgf(board, name))
    values["PL"] = [state.to_move.value]
    return {name: points for name, points in values.items() if points}


def _called(record: Record, number: int) -> str:
    """Return the name of the player of a seat; of one without a name, who that is, for other programs."""
    seat = record.seats[number - 1]
    if seat.name or seat.kind is None:
        return seat.name
    if seat.kind == "human":
        return f"Player {number}"
    return seat.kind.capitalize() + (f", level {seat.level}" if seat.level is not None else "")


def _decimal(number: float) -> str:
    """Return a number as SGF has it: exactly, without an exponent."""
    text = f"{Decimal(repr(number)):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _clock_texts(clock: ClockRules | None) -> dict[str, str]:
    """Return the values of ``TM`` and ``OT``, the latter as most programs write it."""
    if clock is None:
        return {}
    overtime = ""
    if clock.kind == "byoyomi" and clock.periods is not None and clock.period is not None:
        overtime = f"{clock.periods}x{_decimal(clock.period)} byo-yomi"
    elif clock.kind == "increment" and clock.increment:
        overtime = f"{_decimal(clock.increment)} fischer"
    return {"TM": _decimal(clock.main), "OT": overtime}


def _result_text(record: Record, end: State) -> str:
    """Return the value of ``RE``: "B+R", "W+12.5", "0", or nothing while the game goes on."""
    result = record.result
    if result is None:
        return ""
    if result.winner is None:
        return "0"
    winner = Colour.BLACK if end.seat_of(Colour.BLACK) == result.winner else Colour.WHITE
    how = CLAIMS.get(result.reason, "")
    if not how and record.game.spec.score.kind == "points":
        scores = end.scores()
        how = f"{abs(scores['B'] - scores['W']):g}"
    return f"{winner.value}+{how}"


def _move_values(game: Game, node: Any, mover: Colour | None) -> dict[str, list[str]]:
    move = node.move
    if mover is not None and (move == "pass" or move in game.board.index):
        point = "" if move == "pass" else point_to_sgf(game.board, move)
        values = {mover.value: [point]}
        if node.clock is not None and node.clock.left is not None:
            values[f"{mover.value}L"] = [_decimal(node.clock.left)]
        return values
    return {MOVE: [move]}


# Reading ---------------------------------------------------------------------------------------------------------


def record_from_sgf(content: bytes) -> Record:
    """Return the record in an SGF file, every move played through the rules. Raises RecordError.

    Files for viewers are read too: their moves stand in ``FSMOVE``. Headers that contradict each other, or the game,
    are refused; those that say nothing that a record could hold are kept as properties of other programs.
    """
    nodes = parse(decode(content))
    root = nodes[0].values
    game = _game(root)
    data = _json(root, RECORD)
    moves = _moves(game, nodes)
    data |= {"format": FORMAT, "version": VERSION, "game": game.name, "options": dict(game.options)}
    data["moves"] = moves.data
    texts = {"event": _exact(root, "EV", data, "event"), "place": _exact(root, "PC", data, "place")}
    texts["comment"] = "\n".join(filter(None, (_exact(root, "C", data, "comment"), *moves.early)))
    data |= {key: text for key, text in texts.items() if text}
    if "started" not in data and _is_date(_text(root, "DT")):
        data["started"] = _text(root, "DT")
    if "start" not in data and not root.keys().isdisjoint({"AB", "AW"}):
        data["start"] = _start(game, root)
    used = HEADERS | PRIVATE - {NODE} | {"B", "W"}
    if "clock" not in data and (clock := _clock(root)):
        data["clock"] = clock
        used |= {"TM", "OT"}
    record = record_from_data(data)
    _check_colours(record, moves.colours)
    end = record.state()
    _check_headers(record, end, root)
    record = _with_names(record, end, root)
    record, believed = _with_result(record, end, root)
    ours = {"DT": (record.started or "")[:10], **_clock_texts(record.clock)}
    used |= {name for name, text in ours.items() if _text(root, name) == text != ""}
    used |= {"RE"} if believed else set()
    used |= {"KM"} if "komi" in game.options else set()
    if not root.keys().isdisjoint({"AB", "AW"}) or (_is_viewer(root) and RECORD in root):
        used |= {"AB", "AW", "PL"}
    extra = dict(record.extra)
    _keep(extra, RECORD, {name: values for name, values in root.items() if name not in used})
    _keep(extra, RECORD, moves.foreign)
    return replace(record, extra=extra)


def _text(values: Mapping[str, list[str]], name: str) -> str:
    """Return the text of a property, empty if there is none."""
    return unescape(values[name][0], simple=name != "C") if values.get(name) else ""


def _exact(values: Mapping[str, list[str]], name: str, private: Mapping[str, Any], key: str) -> str:
    """Return the text of a property as it was before SGF changed its blanks, if the private data still know it."""
    text, kept = _text(values, name), private.get(key)
    return kept if isinstance(kept, str) and _plain(kept, simple=name != "C") == text else text


def _keep(data: dict[str, Any], where: str, found: Mapping[str, list[str]]) -> None:
    """Add properties of other programs to the key `sgf`. Raises RecordError where something else stands there."""
    if not found:
        return
    held = data.get("sgf", {})
    if not isinstance(held, dict):
        raise RecordError("record.must-be", where=f"{where}.sgf", allowed="object", value=shortened(held))
    held = dict(held)
    for name, values in found.items():
        old = held.get(name, [])
        if not isinstance(old, list):
            raise RecordError("record.must-be", where=f"{where}.sgf.{name}", allowed="array", value=shortened(old))
        held[name] = [*old, *(value for value in values if value not in old)]
    data["sgf"] = held


def _is_viewer(root: Mapping[str, list[str]]) -> bool:
    """Whether a file is one for viewers, in which stones, names and marks are there for the eyes only."""
    return _text(root, "GM").strip() == "1"


def _json(values: Mapping[str, list[str]], name: str) -> dict[str, Any]:
    """Return the JSON object in a private property. Raises RecordError when there is something else in it."""
    if name not in values:
        return {}
    data = parse_json(_text(values, name).encode("utf-8", "replace"))
    if not isinstance(data, dict):
        raise RecordError("record.must-be", where=name, allowed="object", value=shortened(data))
    return data


def _is_date(text: str) -> bool:
    """Whether a text is one whole day; SGF also has parts of dates, and lists of them."""
    try:
        return re.fullmatch(r"\d{4}-\d\d-\d\d", text) is not None and bool(date.fromisoformat(text))
    except ValueError:
        return False


def _clock(root: Mapping[str, list[str]]) -> dict[str, Any] | None:
    """Return the clock rules that ``TM`` and ``OT`` mean, as data; None where a record has no such rules."""
    main, overtime = _seconds(_text(root, "TM")), _text(root, "OT").strip().lower()
    if main is None:
        return None
    if not overtime:
        return {"kind": "increment", "main": main, "increment": 0.0}
    if match := re.fullmatch(rf"({SECONDS}) fischer", overtime, re.ASCII):
        return {"kind": "increment", "main": main, "increment": float(match[1])}
    if match := re.fullmatch(rf"(\d{{1,9}})x({SECONDS}) byo-yomi", overtime, re.ASCII):
        return {"kind": "byoyomi", "main": main, "periods": int(match[1]), "period": float(match[2])}
    return None


def _seconds(text: str) -> float | None:
    text = text.strip()  # of more than `float` would: of separators such as U+001C too
    return float(text) if re.fullmatch(SECONDS, text, re.ASCII) else None


def _game(root: Mapping[str, list[str]]) -> Game:
    """Return the game that ``RU`` names; size and komi may stand in ``SZ`` and ``KM`` instead."""
    text = _text(root, "RU").strip()
    name = text.partition("(")[0].strip().lower().replace(" ", "-")
    titles = {spec.title().lower().replace(" ", "-"): spec.name for spec in GAMES.values()}
    name = titles.get(name, name)
    if name not in GAMES:
        if not text:
            raise RecordError("sgf.no-rules", games=titles_of_games, example=next(iter(GAMES.values())).title())
        raise RecordError("sgf.no-game", rules=shortened(text), games=titles_of_games)
    try:
        if "(" in text:
            return read_game(name + text[text.index("(") :])
        given = {"size": _text(root, "SZ"), "komi": _text(root, "KM").removesuffix(".0")}
        return load(name, **{key: value for key, value in given.items() if value and key in GAMES[name].options})
    except OptionError as error:
        raise RecordError("record.game", problem=error.sentence) from None


@dataclass
class _Moves:
    """Reads what the nodes say.

    Attributes
    ----------
    data : the moves, as data of a record
    colours : of each move, where SGF names one
    early : comments that stand before the first move
    foreign : properties of other programs that stand there
    """

    data: list[dict[str, Any]] = field(default_factory=list)
    colours: list[str | None] = field(default_factory=list)
    early: list[str] = field(default_factory=list)
    foreign: dict[str, list[str]] = field(default_factory=dict)


def _moves(game: Game, nodes: list[SgfNode]) -> _Moves:
    """Return the moves; comment and properties of a node without one are added to those of the move before."""
    found = _Moves()
    numbers: list[int] = []  # of the last move at each node
    viewer = _is_viewer(nodes[0].values)
    early: dict[str, Any] = {}
    for place, node in enumerate(nodes):
        before = numbers[node.after] if node.after >= 0 else 0
        move = _move(game, node, place, viewer)
        if move is not None:
            found.colours.append(move[0])
            found.data.append(_node_data(node, place, move, before, viewer))
            before = len(found.data)
        elif place:
            comment = _text(node.values, "C")
            if before:
                data = found.data[before - 1]
                if comment:
                    data["comment"] = "\n".join(filter(None, (data.get("comment"), comment)))
            else:
                data = early
                found.early.extend(filter(None, [comment]))
            _keep(data, NODE, {name: values for name, values in node.values.items() if name != "C"})
        numbers.append(before)
    found.foreign = early.get("sgf", {})
    return found


def _node_data(node: SgfNode, place: int, move: tuple[str | None, str], before: int, viewer: bool) -> dict[str, Any]:
    """Return a move as data of a record."""
    colour, text = move
    data: dict[str, Any] = {"move": text, "after": before}
    if not place:
        return data  # the first node is that of the whole game
    values, private = node.values, _json(node.values, NODE)
    comment = _exact(values, "C", private, "comment")
    if comment:
        data["comment"] = comment
    data |= {key: value for key, value in private.items() if key not in data}
    used = {"C", "B", "W", MOVE, NODE}
    if viewer and MOVE in values:
        used |= STONES | {"PL", "N", "CR"}
    if colour is not None and f"{colour}L" in values:
        left = _text(values, f"{colour}L")
        if "clock" not in data and (seconds := _seconds(left)) is not None:
            data["clock"] = {"left": seconds}
            used.add(f"{colour}L")
        elif _left(data.get("clock")) == left:
            used.add(f"{colour}L")
    _keep(data, NODE, {name: found for name, found in values.items() if name not in used})
    return data


def _left(clock: object) -> str:
    """Return the seconds left on a clock in private data as SGF has them; what is no clock is refused elsewhere."""
    left = clock.get("left") if isinstance(clock, dict) else None
    return _decimal(left) if isinstance(left, int | float) else ""


def _move(game: Game, node: SgfNode, place: int, viewer: bool) -> tuple[str | None, str] | None:
    """Return the colour and the text of a node's move, or None. Raises RecordError for more than one, or stones."""
    values = node.values
    made = [name for name in ("B", "W", MOVE) if name in values]
    if len(made) > 1 or any(len(values[name]) != 1 for name in made):
        raise RecordError("sgf.two-moves", node=place)
    if place and not (viewer and MOVE in values) and not values.keys().isdisjoint(STONES):
        raise RecordError("sgf.stones", node=place)
    if not made:
        return None
    if made == [MOVE]:
        return None, _text(values, MOVE)
    return made[0], point_from_sgf(game.board, _text(values, made[0]).strip())


def _start(game: Game, root: Mapping[str, list[str]]) -> str:
    """Return the position text of a start that other programs have put up as stones."""
    symbols = dict.fromkeys(game.board.names, ".")
    for colour in "BW":
        for value in root.get(f"A{colour}", []):
            symbols |= dict.fromkeys(points_from_sgf(game.board, value), colour)
    symbols.pop("pass", None)
    side = _text(root, "PL")[:1].upper() or "B"
    return f"{game} {'/'.join(game.board.rows(list(symbols.values())))} {side}"


def _check_colours(record: Record, colours: list[str | None]) -> None:
    """Raise RecordError where SGF says another colour than the one to move."""
    if not any(colours):
        return
    movers = {number: state.to_move.value for number, state in walk(record)}
    for number, (node, colour) in enumerate(zip(record.nodes, colours, strict=True), start=1):
        if colour not in (None, movers[node.after]):
            raise RecordError("sgf.colour", number=number, move=node.move, colour=colour)


def _check_headers(record: Record, end: State, root: Mapping[str, list[str]]) -> None:
    """Raise RecordError where size or komi are others than those of the game that ``RU`` names."""
    game = record.game
    size, komi = _text(root, "SZ").strip(), _text(root, "KM").strip()
    if size not in ("", str(game.board.size), f"{game.board.size}:{game.board.size}"):
        raise RecordError("sgf.contradiction", given=f"SZ[{shortened(size)}]", other=f"RU[{game}]")
    if "komi" in game.options and komi and not _is_number(komi, end.record.komi):
        other = f"RU[{game}]" if end.record.komi == game.options["komi"] else f"komi {end.record.komi}"
        raise RecordError("sgf.contradiction", given=f"KM[{shortened(komi)}]", other=other)


def _is_number(text: str, number: float) -> bool:
    return re.fullmatch(r"[+-]?\d{1,9}(\.\d{0,9})?", text, re.ASCII) is not None and float(text) == number


def _with_names(record: Record, end: State, root: Mapping[str, list[str]]) -> Record:
    """Return a record with the players' names in ``PB`` and ``PW``, which speak of the colours at the end."""
    seats = list(record.seats)
    for colour in Colour:
        name, seat = f"P{colour.value}", end.seat_of(colour) - 1
        text = _exact(root, name, {"name": seats[seat].name}, "name")[:200]
        if text and text != _called(record, seat + 1):
            seats[seat] = replace(seats[seat], name=text)
    return replace(record, seats=(seats[0], seats[1]))


def _with_result(record: Record, end: State, root: Mapping[str, list[str]]) -> tuple[Record, bool]:
    """Return a record with the result in ``RE``, where nothing else says it; and whether ``RE`` could be used.

    Raises RecordError where ``RE`` says another result than the rules or ``FSRECORD``.
    """
    text = _text(root, "RE").strip()
    match = re.fullmatch(r"([BW])\+([RTF][A-Z]*|\d{1,9}(?:\.\d{1,9})?|)", text.upper(), re.ASCII)
    if match is None and text.upper() not in ("0", "DRAW"):
        return record, False
    winner = None if match is None else end.seat_of(Colour(match[1]))
    how = "" if match is None else match[2]
    reason = {letter: reason for reason, letter in CLAIMS.items()}.get(how[:1])
    if record.result is None:
        if winner is None or reason is None:
            return record, False
        return replace(record, result=Result(winner, reason)), True
    result, ours = record.result, _result_text(record, end)
    margin = ours.partition("+")[2]
    differs = reason is not None and reason != result.reason
    if how[:1].isdigit() and (margin or result.reason in CLAIMED):
        differs = not _is_number(margin, float(how))
    if differs or winner != result.winner:
        raise RecordError("sgf.result", given=shortened(text), found=ours, reason=result.reason)
    return record, not how[:1].isdigit() or bool(margin)
