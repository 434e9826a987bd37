"""Queries as KataGo's analysis engine has them: the position by rules, sizes, komi and stones, points as vertices.

They are for the games on square boards, whose points GTP can say. docs/engines.md lists what is different here.
"""

from typing import Any

from fieldstone.core.errors import OptionError, PositionError
from fieldstone.core.outcome import Colour
from fieldstone.games import GAMES
from fieldstone.interop.gtp_board import GtpBoard, check_square
from fieldstone.interop.gtp_syntax import GtpError, from_vertex, to_vertex
from fieldstone.interop.queries import QueryError, SaidMove, Start
from fieldstone.play.game import Game, load, read_game
from fieldstone.play.parse import parse_position
from fieldstone.play.state import State


def state_of(start: Start, moves: tuple[SaidMove, ...]) -> State:
    """Return the last position of a query. Raises QueryError naming the field that is wrong."""
    game = _game(start)
    first = moves[0].colour if moves else None
    board = GtpBoard(game)
    board.begin(_begin(game, start, start.player or first or Colour.BLACK))
    for number, move in enumerate(moves, start=1):
        try:
            if board.state.outcome is not None:
                raise GtpError("the game is over")
            board.play(move.colour, move.text)
        except GtpError as error:
            raise QueryError(f"move {number} of moves: {error}", "moves") from None
    return board.state


def _game(start: Start) -> Game:
    """Return the game of a query. Raises QueryError."""
    try:
        named = check_square(read_game(start.rules))
    except OptionError:
        names = ", ".join(name for name in GAMES if load(name).board.shape == "square")
        raise QueryError(
            f"rules must be one of the games {names}, with options if need be, not {start.rules[:60]!r}; the others "
            "are said by position, and Go is not played here",
            "rules",
        ) from None
    if start.columns is not None and start.rows is not None and start.columns != start.rows:
        raise QueryError(f"boards are square: not {start.columns} columns and {start.rows} rows", "boardYSize")
    options: dict[str, Any] = dict(named.options)
    size = start.columns or start.rows
    if size is not None:
        options["size"] = size
        named = _with_options(named, options, "boardXSize" if start.columns else "boardYSize")
    if start.komi is None:
        return named
    if "komi" not in options:
        if start.komi != 0:
            raise QueryError(f"{named.name} has no komi, so that it can only be 0, not {start.komi:g}", "komi")
        return named
    komi = int(start.komi) if start.komi == int(start.komi) else start.komi
    return _with_options(named, options | {"komi": komi}, "komi")


def _with_options(game: Game, options: dict[str, Any], field: str) -> Game:
    try:
        return load(game.name, **options)
    except OptionError as error:
        raise QueryError(str(error), field) from None


def _begin(game: Game, start: Start, player: Colour) -> State:
    """Return the first position of a query. Raises QueryError."""
    if not start.stones and player is Colour.BLACK:
        return game.new_state()
    symbols = dict.fromkeys(game.board.names, ".")
    for colour, vertex in start.stones:
        point = from_vertex(game.board, vertex.lower())
        if point is None:
            raise QueryError(f"{vertex[:20]!r} is no vertex of this board", "initialStones")
        if symbols[point] != ".":
            raise QueryError(f"two stones on {vertex}", "initialStones")
        symbols[point] = colour.value
    rows = "/".join(game.board.rows([symbols[name] for name in game.board.names]))
    try:
        return parse_position(f"{game} {rows} {player.value}")
    except PositionError as error:
        raise QueryError(str(error), "initialStones" if start.stones else "initialPlayer") from None


def with_vertices(answer: dict[str, Any], game: Game) -> dict[str, Any]:
    """Return an answer with its moves as such a query says them: vertices, and a pass for the button."""

    def said(text: str) -> str:
        return to_vertex(text) if text in game.board.index else "pass" if text == "button" else text

    changed = dict(answer)
    if "move" in answer:
        changed["move"] = said(answer["move"])
    if "moveInfos" in answer:
        changed["moveInfos"] = [
            info | {"move": said(info["move"]), "pv": [said(move) for move in info["pv"]]}
            for info in answer["moveInfos"]
        ]
    return changed
