"""What happened last: the moves of the latest turn, what they did, and the marks for the board."""

from dataclasses import dataclass

from fieldstone.cli.board import Marks
from fieldstone.core.outcome import Colour
from fieldstone.core.record import PLAYING
from fieldstone.games.face import Preview
from fieldstone.state import State


@dataclass(frozen=True)
class Event:
    """One move that was made.

    Attributes
    ----------
    move : its text
    seat, colour : who made it; the colour is None during the setup
    preview : what it did
    """

    move: str
    seat: int
    colour: Colour | None
    preview: Preview


def latest_events(state: State) -> list[Event]:
    """Return what the last turn did, and before it the stones of an unfinished one: empty without history."""
    past = state.copy()
    moves = []
    turns = 2 if state.turn_open else 1
    while turns and past.history:
        moves.append(past.undo())
        turns -= not past.turn_open
    events = []
    for move in reversed(moves):
        colour = past.to_move if past.record.setup == PLAYING else None
        events.append(Event(move.text, past.seat, colour, past.preview(move)))
        past.play(move)
    return events


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
