"""Records as SGF for Go viewers: every position is put up stone by stone, since no viewer knows these rules."""

from fieldstone.core.outcome import Colour
from fieldstone.core.record import PLAYING
from fieldstone.records.errors import RecordError, as_utf8
from fieldstone.records.record import Record
from fieldstone.records.replaying import checked, walk
from fieldstone.records.sgf import MOVE, node_values, point_to_sgf, read_again, root_values
from fieldstone.records.sgf_grammar import SgfNode, escape, serialise

GO = "1"
PROPERTIES = {"B": "AB", "W": "AW", ".": "AE"}
NAMES = {Colour.BLACK: "Black", Colour.WHITE: "White"}


def record_to_viewer_sgf(record: Record) -> bytes:
    """Return a record as SGF that any Go viewer shows right: stones set and removed in each node, no Go moves.

    `record_from_sgf` reads it again, since the moves stand in a private property too. Raises RecordError for a game on
    a hexagonal board, and for a record that could not be read again.
    """
    if record.game.board.shape != "square":
        raise RecordError("sgf.no-viewer", game=record.game.name)
    record = checked(record)
    boards: dict[int, list[str]] = {}
    movers: dict[int, tuple[int, Colour | None]] = {}
    sides: dict[int, Colour] = {}
    end = record.new_state()
    last = record.main_line[-1] if record.main_line else 0
    for number, state in walk(record):
        boards[number] = record.game.board.symbols(state.rows())
        movers[number] = state.seat, state.to_move if state.record.setup == PLAYING else None
        sides[number] = state.to_move
        if number == last:
            end = state.copy()
    empty = ["."] * record.game.points

    def write(shown: bool) -> bytes:
        stones = _stones(record, empty, boards[0]) | {"PL": [sides[0].value]}
        nodes = [SgfNode(-1, root_values(record, end, GO, stones, shown))]
        for number, node in enumerate(record.nodes, start=1):
            values = _stones(record, boards[node.after], boards[number])
            values |= {"PL": [sides[number].value], MOVE: [node.move], "N": [_name(node.move, *movers[node.after])]}
            if node.move in record.game.board.index:
                values["CR"] = [point_to_sgf(record.game.board, node.move)]
            nodes.append(SgfNode(node.after, node_values(node, values, shown)))
        return as_utf8(serialise(nodes, dict(enumerate(record.children))))

    return read_again(record, write)


def _stones(record: Record, before: list[str], after: list[str]) -> dict[str, list[str]]:
    """Return the changes from one position to the next."""
    board = record.game.board
    values: dict[str, list[str]] = {}
    for name, old, new in zip(board.names, before, after, strict=True):
        if old != new:
            values.setdefault(PROPERTIES[new], []).append(point_to_sgf(board, name))
    return values


def _name(move: str, seat: int, colour: Colour | None) -> str:
    """Return the name of a node: who moved, and the move."""
    return escape(f"{f'Player {seat}' if colour is None else NAMES[colour]} {move}")
