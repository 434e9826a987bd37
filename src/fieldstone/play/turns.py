"""What happened last: the moves of the latest turn, and what they did."""

from dataclasses import dataclass

from fieldstone.core.outcome import Colour
from fieldstone.core.record import PLAYING
from fieldstone.games.adapter import Preview
from fieldstone.play.state import State


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
