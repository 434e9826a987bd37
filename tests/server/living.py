"""The short games of the page's first screen: `python tests/server/living.py` lets the computer play them anew."""

import json
from pathlib import Path

from fieldstone.play.parse import parse_position
from fieldstone.search.levels import level_player

FILE = Path(__file__).parents[2] / "web" / "src" / "pictures" / "living.json"
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


def main() -> None:
    """Write the games into the page's sources."""
    games = {name: played(*game) for name, game in GAMES.items()}
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(json.dumps(games, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
