"""Records as SGF, FF[4]: the tree with moves, for all games, and back.

What SGF has properties for stands in them; all else stands as JSON in private ones, so that nothing is lost:
``FSMOVE`` for a move that is no point and no pass, ``FSNODE`` and ``FSRECORD`` for what else a node and the game have.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from fieldstone.boards.board import Board
from fieldstone.core.errors import OptionError
from fieldstone.core.outcome import Colour
from fieldstone.core.record import PLAYING
from fieldstone.game import Game, load, read_game
from fieldstone.games import GAMES
from fieldstone.records.errors import RecordError, as_utf8, shortened, titles_of_games
from fieldstone.records.reading import parse_json, record_from_data
from fieldstone.records.record import FORFEIT, RESIGNATION, TIME, Record, Result
from fieldstone.records.replaying import checked, walk
from fieldstone.records.schema import FORMAT, VERSION
from fieldstone.records.sgf_grammar import SgfNode, decode, escape, parse, serialise, unescape
from fieldstone.records.shaping import part_to_data, record_to_data
from fieldstone.state import State

GM = "99"  # none of the numbers that SGF knows: a Go program must not replay these games by its own rules
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
CLAIMS = {RESIGNATION: "R", TIME: "T", FORFEIT: "F"}
MOVE, NODE, RECORD = "FSMOVE", "FSNODE", "FSRECORD"
OWN = {"FF", "CA", "AP", "GM", "SZ", "RU", "KM", "PB", "PW", "EV", "PC", "DT", "RE", "C", "B", "W", "BL", "WL", "TM"}
OWN |= {MOVE, NODE, RECORD}
SETUP = {"AB", "AW", "AE", "PL"}


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


# Writing ---------------------------------------------------------------------------------------------------------


def record_to_sgf(record: Record) -> bytes:
    """Return a record as SGF in UTF-8, the moves as moves. Raises RecordError when it is not sound."""
    record = checked(record)
    movers: dict[int, Colour | None] = {}
    end = record.new_state()
    last = record.main_line[-1] if record.main_line else 0
    for number, state in walk(record):
        movers[number] = state.to_move if state.record.setup == PLAYING else None
        if number == last:
            end = state.copy()
    nodes = [SgfNode(-1, root_values(record, end, GM))]
    for node in record.nodes:
        nodes.append(SgfNode(node.after, _node_values(record.game, node, movers[node.after])))
    return as_utf8(serialise(nodes, dict(enumerate(record.children))))


def root_values(record: Record, end: State, kind: str) -> dict[str, list[str]]:
    """Return the properties of the first node; `end` is the end of the main line, `kind` the value of ``GM``."""
    from fieldstone import __version__

    game = record.game
    seats = {colour: record.seats[end.seat_of(colour) - 1] for colour in Colour}
    komi = int(end.record.komi) if "komi" in game.options else 0
    texts = {
        "FF": "4",
        "CA": "UTF-8",
        "AP": f"Fieldstone:{__version__}",
        "GM": kind,
        "SZ": str(game.board.size),
        "RU": str(game),
        "KM": str(komi) if "komi" in game.options else "",
        "PB": seats[Colour.BLACK].name,
        "PW": seats[Colour.WHITE].name,
        "EV": record.event,
        "PC": record.place,
        "DT": (record.started or "")[:10],
        "TM": "" if record.clock is None else f"{record.clock.main:g}",
        "RE": _result_text(record, end),
        "C": record.comment,
        RECORD: _private(record),
    }
    values = {name: [escape(text)] for name, text in texts.items() if text}
    return values | (_start_values(record) if kind == GM else {}) | _foreign(record.extra)


def _private(record: Record) -> str:
    """Return as JSON what SGF has no properties for."""
    data = record_to_data(record)
    for name in ("format", "version", "game", "options", "moves", "event", "place", "comment"):
        data.pop(name, None)
    data.pop("sgf", None)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _foreign(extra: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the properties of other programs that were read with a node."""
    found = extra.get("sgf")
    if not isinstance(found, dict):
        return {}
    return {
        name: [value for value in values if isinstance(value, str)]
        for name, values in found.items()
        if name.isascii() and name.isalpha() and name.isupper() and name not in OWN | SETUP and isinstance(values, list)
    }


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


def _result_text(record: Record, end: State) -> str:
    """Return the value of ``RE``: "B+R", "W+12.5", "0", or nothing while the game goes on."""
    result = record.result
    if result is None:
        return ""
    if result.winner is None:
        return "0"
    winner = Colour.BLACK if end.seat_of(Colour.BLACK) == result.winner else Colour.WHITE
    how = CLAIMS.get(result.reason, "")
    if not how and record.game.name in ("vacu", "squared"):
        scores = end.scores()
        how = f"{abs(scores['B'] - scores['W']):g}"
    return f"{winner.value}+{how}"


def node_values(node: Any) -> dict[str, list[str]]:
    """Return the properties of a node beside its move."""
    values = {"C": [escape(node.comment)]} if node.comment else {}
    data = part_to_data(node, "move", "after", "comment")
    data.pop("sgf", None)
    if data:
        values[NODE] = [escape(json.dumps(data, ensure_ascii=False, separators=(",", ":")))]
    return values


def _node_values(game: Game, node: Any, mover: Colour | None) -> dict[str, list[str]]:
    move = node.move
    if mover is not None and (move == "pass" or move in game.board.index):
        point = "" if move == "pass" else point_to_sgf(game.board, move)
        values = {mover.value: [point]}
    else:
        values = {MOVE: [move]}
    if mover is not None and node.clock is not None and node.clock.left is not None:
        values[f"{mover.value}L"] = [f"{node.clock.left:g}"]
    return values | node_values(node) | _foreign(node.extra)


# Reading ---------------------------------------------------------------------------------------------------------


def record_from_sgf(content: bytes) -> Record:
    """Return the record in an SGF file, every move played through the rules. Raises RecordError.

    Files for viewers are read too: their moves stand in ``FSMOVE``.
    """
    nodes = parse(decode(content))
    root = nodes[0].values
    game = _game(root)
    data = _json(root, RECORD)
    moves = _moves(game, nodes)
    data |= {"format": FORMAT, "version": VERSION, "game": game.name, "options": dict(game.options)}
    data["moves"] = moves.data
    comment = "\n".join(filter(None, (_text(root, "C"), *moves.early)))
    texts = {"event": _text(root, "EV"), "place": _text(root, "PC"), "comment": comment}
    data |= {key: text for key, text in texts.items() if text}
    if "started" not in data and _is_date(_text(root, "DT")):
        data["started"] = _text(root, "DT")
    if "start" not in data and not root.keys().isdisjoint({"AB", "AW"}):
        data["start"] = _start(game, root)
    foreign = {name: values for name, values in root.items() if name not in OWN | SETUP}
    if foreign:
        data["sgf"] = foreign
    record = record_from_data(data)
    _check_colours(record, moves.colours)
    return _with_result(_with_names(record, root), root)


def _text(values: Mapping[str, list[str]], name: str) -> str:
    """Return the text of a property, empty if there is none."""
    return unescape(values[name][0], simple=name != "C") if values.get(name) else ""


def _json(values: Mapping[str, list[str]], name: str) -> dict[str, Any]:
    """Return the JSON object in a private property. Raises RecordError when there is something else in it."""
    if name not in values:
        return {}
    data = parse_json(_text(values, name).encode("utf-8", "replace"))
    if not isinstance(data, dict):
        raise RecordError("record.must-be", where=name, allowed="object", value=shortened(data))
    return data


def _is_date(text: str) -> bool:
    return len(text) == 10 and text[4] == text[7] == "-" and text.replace("-", "").isdigit() and text.isascii()


def _game(root: Mapping[str, list[str]]) -> Game:
    """Return the game that ``RU`` names; size and komi may stand in ``SZ`` and ``KM`` instead."""
    text = _text(root, "RU").strip()
    name = text.partition("(")[0].strip().lower().replace(" ", "-")
    titles = {facts.title.lower().replace(" ", "-"): facts.name for facts in GAMES.values()}
    name = titles.get(name, name)
    if name not in GAMES:
        if not text:
            raise RecordError("sgf.no-rules", games=titles_of_games)
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
    """What nodes say.

    Attributes
    ----------
    data : the moves, as data of a record
    colours : of each move, where SGF names one
    early : comments that stand before the first move
    """

    data: list[dict[str, Any]] = field(default_factory=list)
    colours: list[str | None] = field(default_factory=list)
    early: list[str] = field(default_factory=list)


def _moves(game: Game, nodes: list[SgfNode]) -> _Moves:
    """Return the moves; the comment of a node without one is added to that of the move before."""
    found = _Moves()
    numbers: list[int] = []  # of the last move at each node
    for place, node in enumerate(nodes):
        before = numbers[node.after] if node.after >= 0 else 0
        move = _move(game, node, place)
        comment = _text(node.values, "C") if place else ""
        if move is not None:
            found.colours.append(move[0])
            found.data.append(_node_data(node, place, move[1], before, comment))
            before = len(found.data)
        elif comment and before:
            data = found.data[before - 1]
            data["comment"] = "\n".join(filter(None, (data.get("comment"), comment)))
        elif comment:
            found.early.append(comment)
        numbers.append(before)
    return found


def _node_data(node: SgfNode, place: int, move: str, before: int, comment: str) -> dict[str, Any]:
    """Return a move as data of a record."""
    data: dict[str, Any] = {"move": move, "after": before}
    if comment:
        data["comment"] = comment
    if place:
        data |= {key: value for key, value in _json(node.values, NODE).items() if key not in data}
        foreign = {name: values for name, values in node.values.items() if name not in OWN | SETUP | {"N", "CR"}}
        if foreign:
            data["sgf"] = foreign
    return data


def _move(game: Game, node: SgfNode, place: int) -> tuple[str | None, str] | None:
    """Return the colour and the text of a node's move, or None. Raises RecordError for more than one, or stones."""
    values = node.values
    if MOVE in values:
        return None, _text(values, MOVE)
    made = [colour for colour in ("B", "W") if colour in values]
    if len(made) > 1 or any(len(values[colour]) != 1 for colour in made):
        raise RecordError("sgf.two-moves", node=place)
    if place and not values.keys().isdisjoint({"AB", "AW", "AE"}):
        raise RecordError("sgf.stones", node=place)
    if not made:
        return None
    return made[0], point_from_sgf(game.board, _text(values, made[0]).strip())


def _start(game: Game, root: Mapping[str, list[str]]) -> str:
    """Return the position text of a start that other programs have put up as stones."""
    symbols = dict.fromkeys(game.board.names, ".")
    for colour in "BW":
        for value in root.get(f"A{colour}", []):
            symbols[point_from_sgf(game.board, value)] = colour
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


def _with_names(record: Record, root: Mapping[str, list[str]]) -> Record:
    """Return a record with the players' names in ``PB`` and ``PW``, which speak of the colours at the end."""
    end, seats = record.state(), list(record.seats)
    for colour in Colour:
        name = _text(root, f"P{colour.value}")[:200]
        seat = end.seat_of(colour) - 1
        if name:
            seats[seat] = replace(seats[seat], name=name)
    return replace(record, seats=(seats[0], seats[1]))


def _with_result(record: Record, root: Mapping[str, list[str]]) -> Record:
    """Return a record with the result in ``RE``, where nothing else says it."""
    winner, plus, how = _text(root, "RE").partition("+")
    reasons = {letter: reason for reason, letter in CLAIMS.items()}
    reason = reasons.get(how[:1].upper())
    if record.result is not None or not plus or winner not in tuple(Colour) or reason is None:
        return record
    return replace(record, result=Result(record.state().seat_of(Colour(winner)), reason))
