"""The boards of the page's first screen and its menus: `python tests/server/living.py` lets the computer play anew."""

import json
import math
from pathlib import Path
from typing import Any

from fieldstone.boards.board import Board
from fieldstone.diagram.boards_file import from_the_top
from fieldstone.diagram.geometry import geometry_of
from fieldstone.play.parse import parse_position
from fieldstone.play.parts import parts_of
from fieldstone.play.state import State
from fieldstone.search.levels import level_player

FOLDER = Path(__file__).parents[2] / "web" / "src" / "pictures"
SEED = 2
LEVEL = 8
# Boards small enough to be read at a glance, a first stone that shows the middle, and as many plies as a quiet
# minute has room for.
GAMES = {
    "vacu": ("vacu(size=9)", "e5", 44),
    "kaomi": ("kaomi(size=6)", "c3", 36),
    "iago": ("iago", "d4", 60),
    "vadus": ("vadus(size=5)", "e5", 38),
}
# Of variants one position each, in which they look unlike their game.
STILLS = {
    "convacu": ("convacu(size=9)", "e5", 200),
    "squared": ("squared(size=5,komi=4,setup=fixed)", "c3", 19),
    "iago-free": ("iago-free", "d4", 44),
}
LARGE = 3  # stones of a group that has its worth written on it


def played(game: str, first: str, plies: int) -> list[str]:
    """Return the rows of each position joined by slashes: where nothing but the turn has changed it is left out."""
    state = parse_position(game)
    player = level_player(state.game, LEVEL, seed=SEED)
    state.play(first)
    frames = ["/".join(state.rows())]
    while state.outcome is None and len(frames) <= plies:
        state.play(player.choose(state))
        rows = "/".join(state.rows())
        if rows != frames[-1]:
            frames.append(rows)
    return frames


def still(game: str, first: str, plies: int) -> dict[str, Any]:
    """Return the rows after so many plies, and what large groups are worth by their place in the rows."""
    state = parse_position(game)
    player = level_player(state.game, LEVEL, seed=SEED)
    state.play(first)
    while state.outcome is None and len(state.history) < plies:
        state.play(player.choose(state))
    numbers = worths(state)
    return {"rows": "/".join(state.rows())} | ({"numbers": numbers} if numbers else {})


def worths(state: State) -> dict[int, str]:
    """Return what large groups are worth, each at the place in the rows that is nearest to its middle."""
    board = state.game.board
    order = from_the_top(board)
    groups = [one for one in parts_of(state).get("groups", ()) if "square" in one and one["size"] >= LARGE]
    return {order.index(_middle(state, board, one["stones"])): str(one["square"]) for one in groups}


def _middle(state: State, board: Board, points: list[str]) -> int:
    spots = geometry_of(state.game.spec.board, board.size).spots
    places = [board.index[point] for point in points]
    x, y = (sum(spots[place][axis] for place in places) / len(places) for axis in (0, 1))
    return min(places, key=lambda place: math.hypot(spots[place][0] - x, spots[place][1] - y))


def main() -> None:
    """Write the boards into the page's sources."""
    games = {name: played(*game) for name, game in GAMES.items()}
    (FOLDER / "living.json").write_text(json.dumps(games, indent=1) + "\n", encoding="utf-8")
    stills = {name: still(*game) for name, game in STILLS.items()}
    (FOLDER / "stills.json").write_text(json.dumps(stills, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
