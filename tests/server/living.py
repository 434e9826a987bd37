"""The short games of the page's first screen: `python tests/server/living.py` lets the computer play them anew."""

import json
from pathlib import Path

from fieldstone.game import load
from fieldstone.search.levels import level_player

FILE = Path(__file__).parents[2] / "web" / "src" / "home" / "living.json"
SEED = 7
LEVEL = 5
# Boards small enough to be read at a glance, and as many plies as a quiet minute has room for.
GAMES = {"vacu": ({"size": 9}, 44), "kaomi": ({"size": 6}, 36), "iago": ({}, 60), "vadus": ({"size": 5}, 45)}


def played(name: str, options: dict[str, int], plies: int) -> list[str]:
    """Return the rows of each position joined by slashes: where nothing but the turn has changed it is left out."""
    game = load(name, **options)
    player = level_player(game, LEVEL, seed=SEED)
    state = game.new_state()
    frames = ["/".join(state.rows())]
    while state.outcome is None and len(frames) <= plies:
        state.play(player.choose(state))
        rows = "/".join(state.rows())
        if rows != frames[-1]:
            frames.append(rows)
    return frames


def main() -> None:
    """Write the games into the page's sources."""
    games = {name: played(name, options, plies) for name, (options, plies) in GAMES.items()}
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(json.dumps(games, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
