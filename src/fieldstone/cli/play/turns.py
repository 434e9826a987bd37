"""Marks on the board for what happened last."""

from fieldstone.cli.terminal.board import Marks
from fieldstone.play.state import State
from fieldstone.play.turns import Event


def marks_of(state: State, events: list[Event]) -> Marks:
    """Return the marks of some events on the board as it stands now."""
    empty = {
        name
        for name, symbol in zip(state.game.board.names, state.game.board.symbols(state.rows()), strict=True)
        if symbol == "."
    }
    marks = Marks()
    for event in events:
        done = event.preview
        marks.last.update(done.placed)
        marks.changed.update(done.flipped, done.captured, done.released, (end for _, end in done.pushed))
        marks.gone.update(done.removed, (start for start, _ in done.pushed))
    marks.changed -= empty | marks.last
    marks.gone &= empty
    return marks
