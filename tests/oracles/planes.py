"""What a network sees of a game, written from the table of planes in docs/research.md with dictionaries and lists."""

from __future__ import annotations

from .base import BLACK, DRAW, EMPTY, OTHER, WHITE, KomiOracle, Oracle, Point, rim
from .iago import Iago
from .kaomi import Kaomi, Squared
from .vacu import Convacu, Vacu
from .vadus import Vadus

Grid = list[list[float]]
Content = dict[Point, float]


def planes(game: Oracle, seat: int) -> dict[str, Grid]:
    """The planes of player `seat` by name: rows from the bottom, the columns of a hexagonal board slanted."""
    own = next(colour for colour in (BLACK, WHITE) if game.seat_of[colour] == seat)
    seen = {"board": everywhere(game, 1), "own": where(game, own), "opponent": where(game, OTHER[own])}
    seen["to_move"] = everywhere(game, game.to_move == own)
    if isinstance(game, Vacu | Convacu):
        seen |= repetitions(game, own)
        seen["passed"] = everywhere(game, game.passes > 0)
    if isinstance(game, Convacu):
        top_and_bottom = {(x, y): float(y in (0, game.size - 1)) for x, y in game.cells}  # C1
        left_and_right = {(x, y): float(x in (0, game.size - 1)) for x, y in game.cells}
        edges = (top_and_bottom, left_and_right)
        seen["own_edges"], seen["opponent_edges"] = edges if own == BLACK else edges[::-1]
    if isinstance(game, Vacu):
        seen["own_button"] = everywhere(game, game.button == own)
        seen["opponent_button"] = everywhere(game, game.button == OTHER[own])
        seen |= komi(game, own, len(game.cells) + 1)
    if isinstance(game, Squared):
        seen |= komi(game, own, len(game.cells) ** 2 + 2)
    if isinstance(game, Vacu | Kaomi | Squared):
        seen["black"] = everywhere(game, own == BLACK)
    if isinstance(game, Kaomi):
        stones = len(game.cells) - len(game.points_with(EMPTY))
        seen["swap_open"] = everywhere(game, game.pie and stones < 2 and game.seat_of[BLACK] == 1)  # K10
    if isinstance(game, Iago):
        seen["own_captives"] = where(game, own.lower())
        seen["opponent_captives"] = where(game, OTHER[own].lower())
        seen["outer"] = dict.fromkeys(game.outer, 1.0)
        seen["centre"] = {game.centre: 1.0}
    if isinstance(game, Vadus):
        seen["rim"] = dict.fromkeys(rim(game.board), 1.0)
        seen["last_stone"] = everywhere(game, game.stones_left == 1)
        seen["passed"] = everywhere(game, game.passes > 0)
    return {name: grid(game, content) for name, content in seen.items()}


def everywhere(game: Oracle, value: float) -> Content:
    return dict.fromkeys(game.cells, float(value))


def where(game: Oracle, content: str) -> Content:
    return dict.fromkeys(game.points_with(content), 1.0)


def komi(game: KomiOracle, own: str, most: int) -> dict[str, Content]:
    """Komi in the place of whoever holds White, and how far its naming has come."""
    share = min(game.komi / most, 1.0)
    return {
        "own_komi": everywhere(game, share if own == WHITE else 0),
        "opponent_komi": everywhere(game, share if own == BLACK else 0),
        "naming_komi": everywhere(game, game.phase == "name"),
        "choosing_side": everywhere(game, game.phase == "choose"),
    }


def repetitions(game: Vacu | Convacu, own: str) -> dict[str, Content]:
    """V9: each stone is tried; the position after it is looked for among those before it."""
    counts: dict[Point, int] = {}
    for move in game.legal():
        if move in game.board.point and game.phase == "play" and game.to_move == own:
            trial = game.copy()
            trial.play(move)
            *before, (now, _) = trial.history
            count = [position for position, _ in before].count(now)
            if trial.winner is None or (trial.winner == DRAW and trial.termination == "repetition"):
                counts[game.board.point[move]] = count
    return {
        "second_time": {point: float(count == 1) for point, count in counts.items()},
        "third_time": {point: float(count >= 2) for point, count in counts.items()},
    }


def grid(game: Oracle, content: Content) -> Grid:
    """Numbers by point, as rows from the bottom; a row of a hexagonal board is moved to the right below the middle."""
    rows = game.board.rows[::-1]
    width = max(map(len, rows))
    middle = len(rows) // 2
    lines = []
    for number, row in enumerate(rows):
        first = max(0, middle - number) if len(game.board.directions) == 6 else 0
        line = [0.0] * first + [content.get(point, 0.0) for point in row]
        lines.append(line + [0.0] * (width - len(line)))
    return lines
