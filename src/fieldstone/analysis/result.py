"""The result of an analysis, as data that nothing changes."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from fieldstone.core.outcome import Colour
from fieldstone.play.game import Game
from fieldstone.search.result import MoveInfo

SHOWN_MOVES = 10  # in a notebook


@dataclass(frozen=True, repr=False)
class Analysis:
    """What is known of a position.

    Attributes
    ----------
    game : the game and its options
    position : the position text
    ply : moves played before it
    to_move : the colour to move; provisional while sides are being chosen
    seat : the player to move, 1 or 2: whom `chance`, `margin` and `proven` speak of
    chance : of winning with the best move, 0 to 1, a draw counting as half a win
    error : how far the truth may be from `chance`: the value of a search twenty times as long lies within in about nine
        of ten positions; 0 where it is proven
    margin : of the best move, in points; None where nothing is known, where nothing is
        counted, and where the result is proven, but not the margin
    simulations : made for this analysis
    proven : "win", "loss", "draw" or None
    distance : plies within which a proven result comes (a bound)
    moves : every legal move, best first
    owners : for each point, in the order of `game.board.names`, whose it is expected to be at the end, from -1
        (White's) to 1 (Black's); None when it was not asked for
    expected : what the score at the end is expected to be made of, by colour and name, as docs/json.md describes it;
        None where `owners` is None, and where a score has no parts
    parts : what the present position is made of, as docs/json.md describes it
    complete : whether the limit was reached or the result proven; False when it was stopped before that
    """

    game: Game
    position: str
    ply: int
    to_move: Colour
    seat: int
    chance: float
    error: float
    margin: float | None
    simulations: int
    proven: str | None
    distance: int
    moves: tuple[MoveInfo, ...]
    owners: tuple[float, ...] | None
    expected: Mapping[str, Mapping[str, float]] | None
    parts: Mapping[str, Any]
    complete: bool

    def __repr__(self) -> str:
        return f"<Analysis of {self.position}: {self._summary()}>"

    def _summary(self) -> str:
        """Return who is to move, what is known of the position, and the best moves, in one line."""
        known = f"proven {self.proven}" if self.proven else f"chance {self.chance:.3f} ± {self.error:.3f}"
        margin = "" if self.margin is None else f", margin {self.margin:+.1f}"
        best = ", ".join(one.move.text for one in self.moves[:3])
        stopped = "" if self.complete else ", stopped early"
        colour = self.to_move.name.title()
        return f"{colour} to move, {known}{margin}, {self.simulations} simulations{stopped}; best {best}"

    def _repr_html_(self) -> str:
        """Return the summary and a table of the best moves: what a notebook shows of an analysis."""
        head = "".join(f"<th>{name}</th>" for name in ("move", "visits", "chance", "margin", "line"))
        rows = []
        for one in self.moves[:SHOWN_MOVES]:
            chance = "" if one.chance is None else one.proven or f"{one.chance:.3f}"
            margin = "" if one.margin is None else f"{one.margin:+.1f}"
            cells = (one.move.text, str(one.visits), chance, margin, " ".join(move.text for move in one.line))
            rows.append("".join(f"<td>{escape(cell)}</td>" for cell in cells))
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return f"<p>{escape(str(self.game))}: {escape(self._summary())}</p><table><tr>{head}</tr>{body}</table>"

    def chance_of(self, seat: int) -> float:
        """Return the winning chance of player 1 or 2."""
        return self.chance if seat == self.seat else 1.0 - self.chance

    def margin_of(self, seat: int) -> float | None:
        """Return the expected margin of player 1 or 2, in points."""
        if self.margin is None:
            return None
        return self.margin if seat == self.seat else 0.0 - self.margin
