"""Records as AbstractPlay's game records (``gamerecord`` 1-0-0), and back.

They hold finished games: a header, and rounds with one entry for each player. Columns stand for players in the order
of the turns: in games with an auction that is the order of the seats, elsewhere Black comes first.
"""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from fieldstone.core.errors import IllegalMoveError, InvalidMoveError, OptionError, PositionError, shortened
from fieldstone.core.outcome import Colour
from fieldstone.core.record import CHOOSING_SIDE, NAMING_KOMI
from fieldstone.games import GAMES
from fieldstone.play.game import Game, load
from fieldstone.play.parse import parse_position
from fieldstone.play.state import State
from fieldstone.records.errors import RecordError, as_utf8, titles_of_games
from fieldstone.records.limits import MOST_NODES
from fieldstone.records.reading import parse_json, record_from_data
from fieldstone.records.record import AGREEMENT, CLAIMED, RESIGNATION, Record, Seat
from fieldstone.records.replaying import checked
from fieldstone.records.schema import FORMAT, VERSION, check_shape
from fieldstone.records.shaping import part_to_data

SITE = "Fieldstone"
OWN = "x-fieldstone"
SECOND, FIRST = "play-second", "play-first"  # how AbstractPlay's games call the choice of a side (S1)
KNOWN = {"game", "event", "round", "site", "date-start", "date-end", "date-generated", "players", "startingPosition"}
KNOWN |= {"pied", "pie-invoked", OWN}
PLAYER = {"name", "userid", "score", "is_ai", "result", "seat", "colour"}  # keys of a player that are written here
FOREIGN = "abstractplay"  # the key of a record, a seat or a move that holds what only AbstractPlay's records say
NO_ROUND = "-"  # for an event whose round is not known
# RFC 3339, and what records here can hold: a day, a time without seconds or without a place on earth.
TIME = re.compile(r"([0-9-]{10})(?:[Tt ]([0-9]{2}:[0-9]{2})(?::([0-9]{2})([.][0-9]+)?)?([Zz]|[+-][0-9]{2}:[0-9]{2})?)?")


def _by_seat(game: Game) -> bool:
    """Say whether the columns are those of the seats; otherwise they are Black's and White's."""
    return game.options.get("setup") == "auction"


# Writing ---------------------------------------------------------------------------------------------------------


def record_to_abstractplay(record: Record, generated: datetime | None = None) -> bytes:
    """Return the main line of a finished record as AbstractPlay's JSON, made at a time, `generated`: now.

    Raises RecordError when the record is not sound or its game goes on.
    """
    record = checked(record)
    if record.result is None:
        raise RecordError("abstractplay.unfinished")
    end = record.state()
    now = (generated or datetime.now(UTC)).replace(microsecond=0)
    header: dict[str, Any] = {
        "game": {
            "name": GAMES[record.game.name].title(),
            "variants": [_variant(*one) for one in record.game.options.items()],
        },
        "site": {"name": record.place or SITE},
        "date-start": _time(record.started, now),
        "date-end": _time(record.ended or record.started, now),
        "date-generated": _time(None, now),
        "players": [_player(record, end, seat) for seat in _order(end)],
        OWN: _own(record),
    }
    if _can_name_a_game(record.extra.get("gameid")):
        header["site"]["gameid"] = record.extra["gameid"]
    if record.event:
        header |= {"event": record.event, "round": str(record.extra.get("round", NO_ROUND))}
    if record.start is not None:
        header["startingPosition"] = record.start
    if any(move.text == "swap" for move in end.history):
        header["pied"] = True
    data = {"header": header | _foreign(record.extra, KNOWN), "moves": _rounds(record)}
    check_shape(data, "abstractplay.schema.json")
    text = json.dumps(data, ensure_ascii=False, indent=1)
    return as_utf8(f"{text}\n")


def _own(record: Record) -> dict[str, Any]:
    """Return what AbstractPlay's records have no keys for, and which of their keys were filled in here."""
    assert record.result is not None  # it has been looked for
    invented = {
        "date-start": record.started is None,
        "date-end": record.ended is None,
        "site": not record.place,
        "round": bool(record.event) and "round" not in record.extra,
        **{f"player-{number}": not seat.name for number, seat in enumerate(record.seats, start=1)},
    }
    extra = dict(record.extra)
    extra.pop(FOREIGN, None)
    if _can_name_a_game(extra.get("gameid")):
        del extra["gameid"]
    if record.event and isinstance(extra.get("round"), str):
        del extra["round"]
    own: dict[str, Any] = {
        "reason": record.result.reason,
        "generated": [key for key, made in invented.items() if made],
        "seats": [_own_of_seat(seat) for seat in record.seats],
        "record": extra,
    }
    return {key: value for key, value in own.items() if value not in ([], {}, [{}, {}])}


def _own_of_seat(seat: Seat) -> dict[str, Any]:
    """Return what AbstractPlay's players have no keys for."""
    data = part_to_data(seat, "name")
    data.pop(FOREIGN, None)
    if data.get("kind") in ("human", "computer"):
        del data["kind"]
    if isinstance(data.get("userid"), str):
        del data["userid"]
    return data


def _foreign(extra: Mapping[str, Any], known: set[str]) -> dict[str, Any]:
    """Return what a record, a seat or a move keeps from another program's file, without the keys written here."""
    kept = extra.get(FOREIGN)
    return {key: value for key, value in kept.items() if key not in known} if isinstance(kept, dict) else {}


def _can_name_a_game(value: object) -> bool:
    return isinstance(value, str | int | float) and not isinstance(value, bool)


def _variant(name: str, value: object) -> str:
    return f"{name}-{str(value).lower()}"


def _time(text: str | None, now: datetime) -> str:
    """Return a time as RFC 3339 wants it; a day begins at midnight, UTC, and where nothing is known it is now."""
    found = TIME.fullmatch(text or "")
    if text is not None and found is not None and found[3] and found[5]:
        return text  # it is one already, and keeps its digits
    time = now if text is None else datetime.fromisoformat(text)
    return (time if time.tzinfo else time.replace(tzinfo=UTC)).isoformat().replace("+00:00", "Z")


def _order(end: State) -> tuple[int, int]:
    """Return the seats in the order of the columns."""
    if _by_seat(end.game):
        return 1, 2
    black = end.seat_of(Colour.BLACK)
    return black, 3 - black


def _player(record: Record, end: State, number: int) -> dict[str, Any]:
    """Return a player, with the result: 1 for the winner, otherwise 0."""
    seat = record.seats[number - 1]
    colour = next(colour for colour in Colour if end.seat_of(colour) == number)
    assert record.result is not None  # it has been looked for
    data: dict[str, Any] = {"name": seat.name or _nameless(number), "result": int(record.result.winner == number)}
    if isinstance(seat.extra.get("userid"), str):
        data["userid"] = seat.extra["userid"]
    if seat.kind is not None:
        data["is_ai"] = seat.kind != "human"
    score = end.scores()[colour.value]
    if isinstance(score, int | float):
        data["score"] = score
    return data | {"seat": number, "colour": colour.value} | _foreign(seat.extra, PLAYER)


def _nameless(number: int) -> str:
    """Return what a player without a name is called: AbstractPlay's records want one."""
    return f"Player {number}"


def _rounds(record: Record) -> list[list[Any]]:
    """Return the turns of the main line, two columns a round; a round without a turn has null there."""
    rounds: list[list[Any]] = []
    column = 2
    for place, text, said in _turns(record):
        if place < column or column == 2:
            rounds.append([None, None])
            column = 0
        rounds[-1][place] = {"move": text, "result": said} if said else text
        column = place + 1
    return rounds


def _turns(record: Record) -> Iterator[tuple[int, str, Any]]:
    """Yield each turn of the main line with its column, and what another program said of it."""
    state = record.new_state()
    stones: list[str] = []
    side = ""
    said: Any = None
    for one in record.main_line:
        said = _foreign(record.nodes[one - 1].extra, set()).get("result")
        move = record.nodes[one - 1].move
        place = state.seat - 1 if _by_seat(record.game) else int(state.to_move is Colour.WHITE)
        phase = state.record.setup
        state.play(move)
        if phase == NAMING_KOMI:
            yield place, move.removeprefix("komi "), said
        elif phase == CHOOSING_SIDE and move == "white":
            yield place, SECOND, said
        elif phase == CHOOSING_SIDE:
            side = FIRST  # said by what this player then plays, if anything
        elif move != "swap":  # a flag of the header
            stones.append(move)
            side = ""
            if not state.turn_open:
                yield place, ",".join(stones), said
                stones = []
    if stones or side:
        yield place, ",".join(stones) or side, said


# Reading ---------------------------------------------------------------------------------------------------------


def record_from_abstractplay(content: bytes) -> Record:
    """Return the record in AbstractPlay's JSON, every move played through the rules. Raises RecordError."""
    return record_from_abstractplay_data(parse_json(content))


def record_from_abstractplay_data(data: Any) -> Record:
    """Return the record in data that have already been taken apart. Raises RecordError."""
    check_shape(data, "abstractplay.schema.json")
    header = data["header"]
    if len(header["players"]) != 2:
        raise RecordError("abstractplay.players", count=len(header["players"]))
    own = header.get(OWN, {})
    generated = own.get("generated", [])
    game = _game(header["game"])
    state = _start(game, header.get("startingPosition"))
    start = header.get("startingPosition")
    said = _play(state, data["moves"], any(header.get(key) is True for key in ("pied", "pie-invoked")))
    order = _order(state)
    seats = {number: _seat(player, number, own) for number, player in zip(order, header["players"], strict=True)}
    parts: dict[str, Any] = own.get("record", {}) | {
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "options": dict(game.options),
        "seats": [seats[1], seats[2]],
        "moves": [{"move": move.text} | said.get(ply, {}) for ply, move in enumerate(state.history, start=1)],
        "result": _result(state, header["players"], order, own.get("reason")),
    }
    if start is not None:
        parts["start"] = start
    for key, name in (("started", "date-start"), ("ended", "date-end")):
        time = _read_time(header[name], name)
        if name not in generated:
            parts[key] = time
    if header.get("event"):
        parts["event"] = header["event"]
    played = header.get("round")
    if played is not None and str(parts.get("round")) != played and not ("round" in generated and played == NO_ROUND):
        parts["round"] = played
    if "site" not in generated or header["site"]["name"] != SITE:
        parts["place"] = header["site"]["name"]
    if "gameid" in header["site"]:
        parts["gameid"] = header["site"]["gameid"]
    foreign = {key: value for key, value in header.items() if key not in KNOWN}
    if foreign:
        parts[FOREIGN] = foreign
    return record_from_data(parts)


def _read_time(text: str, key: str) -> str:
    """Return a time of the header as records have it. Raises RecordError naming its key."""
    found = TIME.fullmatch(text)
    if found is None:
        raise RecordError("record.date", where=f"header.{key}", value=shortened(text))
    day, minute, second, fraction, offset = found.groups(default="")
    second = "59" if second == "60" else second  # a leap second, which Python does not know
    time = f"{day}T{minute}{':' if second else ''}{second}{fraction[:7]}{offset.upper()}" if minute else day
    try:
        datetime.fromisoformat(time)
    except ValueError:
        raise RecordError("record.date", where=f"header.{key}", value=shortened(text)) from None
    return time


def _game(data: Mapping[str, Any]) -> Game:
    """Return the game of a header."""
    titles = {spec.title().lower(): spec.name for spec in GAMES.values()} | {name: name for name in GAMES}
    name = titles.get(data["name"].strip().lower())
    if name is None:
        raise RecordError("abstractplay.game", game=shortened(data["name"]), games=titles_of_games)
    options = {}
    for variant in data.get("variants", []):
        option, dash, value = variant.partition("-")
        if not dash or option in options:
            raise RecordError("abstractplay.variant", variant=shortened(variant))
        options[option] = value
    try:
        return load(name, **options)
    except OptionError as error:
        raise RecordError("record.game", problem=error.sentence) from None


def _start(game: Game, text: str | None) -> State:
    if text is None:
        return game.new_state()
    try:
        state = parse_position(text)
    except (PositionError, OptionError) as error:
        raise RecordError("record.start", problem=error.sentence) from None
    if state.game != game or state.history:
        raise RecordError("record.start-game", start=str(state.game), game=str(game))
    return state


def _play(state: State, rounds: list[list[Any]], pied: bool) -> dict[int, dict[str, Any]]:
    """Play all rounds; the state is modified. Returns by ply what is said of turns, as unknown keys of a move."""
    said: dict[int, dict[str, Any]] = {}
    for number, entries in enumerate(rounds, start=1):
        if len(entries) > 2:
            raise RecordError("abstractplay.columns", round=number, count=len(entries))
        for place, text, result in _in_sequence(entries):
            if pied and state.to_move is Colour.WHITE:
                _decide(state, "swap", number)
                pied = False
            mover = state.seat - 1 if _by_seat(state.game) else int(state.to_move is Colour.WHITE)
            if place != mover:
                raise RecordError("abstractplay.turn", round=number, move=shortened(text), column=place + 1)
            for decision in _decisions(state, text):
                _decide(state, decision, number)
            if result:
                said[len(state.history)] = {FOREIGN: {"result": result}}
            if state.turn_open and state.outcome is None and (number, place) != _last(rounds):
                raise RecordError("abstractplay.half", round=number, move=shortened(text))
    if pied:
        _decide(state, "swap", len(rounds))
    return said


def _in_sequence(entries: list[Any]) -> list[tuple[int, str, Any]]:
    """Return the entries of a round with their columns, and what is said of them, in the order of play."""
    found = []
    for place, entry in enumerate(entries):
        if isinstance(entry, dict):
            found.append((entry.get("sequence", place), place, entry["move"], entry.get("result")))
        elif entry is not None:
            found.append((place, place, entry, None))
    return [one[1:] for one in sorted(found, key=lambda one: one[:2])]


def _last(rounds: list[list[Any]]) -> tuple[int, int]:
    """Return the round and the column of the last entry."""
    return len(rounds), max((place for place, entry in enumerate(rounds[-1]) if entry is not None), default=0)


def _decisions(state: State, text: str) -> list[str]:
    """Return the moves that an entry stands for."""
    phase = state.record.setup
    if phase == NAMING_KOMI:
        return [f"komi {text.strip()}"]
    if phase == CHOOSING_SIDE:
        said = {SECOND: ["white"], FIRST: ["black"]}
        return said.get(text.strip().lower(), ["black", text])
    return text.split(",", 2)


def _decide(state: State, move: str, number: int) -> None:
    """Play one decision. Raises RecordError naming the round, the position and the rule."""
    if len(state.history) >= MOST_NODES:
        raise RecordError("record.too-long", where="moves", allowed=MOST_NODES)
    try:
        state.play(state.game.move(move))
    except (IllegalMoveError, InvalidMoveError):
        here = state.copy()
        raise RecordError(
            "abstractplay.illegal",
            round=number,
            move=shortened(move),
            position=here.to_text(),
            why=lambda language: here.why_illegal(move, language) or "",
        ) from None


def _seat(player: Mapping[str, Any], number: int, own: Mapping[str, Any]) -> dict[str, Any]:
    """Return a player as data of a record."""
    data: dict[str, Any] = dict(own.get("seats", [{}, {}])[number - 1])
    invented = f"player-{number}" in own.get("generated", []) and player["name"] == _nameless(number)
    data["name"] = "" if invented else player["name"]
    if "is_ai" in player and not (player["is_ai"] and data.get("kind") == "random"):
        data["kind"] = "computer" if player["is_ai"] else "human"
    if "userid" in player:
        data["userid"] = player["userid"]
    foreign = {key: value for key, value in player.items() if key not in PLAYER}
    if foreign:
        data[FOREIGN] = foreign
    return data


def _result(state: State, players: list[Any], order: tuple[int, int], reason: object) -> dict[str, Any]:
    """Return the result as data of a record; an end that the rules do not give is a resignation unless it says more."""
    first, second = (player["result"] for player in players)
    winner = None if first == second else order[0] if first > second else order[1]
    if state.outcome is not None:
        return {"winner": winner, "reason": str(state.outcome.termination)}
    default = AGREEMENT if winner is None else RESIGNATION
    return {"winner": winner, "reason": reason if reason in CLAIMED else default}
