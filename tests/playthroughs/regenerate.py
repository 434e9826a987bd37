"""Write the recorded playthroughs anew: one text a game and variant. Then read the difference.

Each is a seeded random game on a small board, every move with all that follows from it, and one on the board that the
game has by default, in fewer words. Run it as a script from anywhere.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

import fieldstone  # noqa: E402
from fieldstone import Move, State  # noqa: E402

# By name of the text: the game, the options on a small board, and the seed.
PLAYTHROUGHS: dict[str, tuple[str, dict[str, Any], int]] = {
    "vacu": ("vacu", {"size": 3, "komi": 1}, 103),
    "vacu-auction": ("vacu", {"size": 3, "setup": "auction"}, 360),
    "convacu": ("convacu", {"size": 3}, 92),
    "kaomi": ("kaomi", {"size": 4}, 2),
    "squared": ("squared", {"size": 3, "komi": 2}, 3),
    "squared-auction": ("squared", {"size": 2, "setup": "auction"}, 0),
    "iago": ("iago", {}, 6),
    "iago-free": ("iago-free", {}, 5),
    "vadus": ("vadus", {"size": 3}, 191),
}

EVERY = 25  # plies between two looks at a board of the default size


def random_game(game: fieldstone.Game, seed: int) -> Iterator[tuple[Move, State]]:
    """Yield each move of a random game with the state after it; the same with every version of Python."""
    rng = random.Random(seed)
    state = game.new_state()
    while state.outcome is None:
        moves = state.legal_moves()
        move = moves[int(rng.random() * len(moves))]
        state.play(move)
        yield move, state


def shorten(texts: list[str]) -> str:
    """Texts with blanks between them; of many the first and last, and how many."""
    return " ".join(texts) if len(texts) <= 70 else f"{' '.join(texts[:4])} ... {texts[-1]} ({len(texts)})"


def describe(state: State) -> Iterator[str]:
    """Yield the lines that say all about a state."""
    rows = state.rows()
    hexagons = max(state.game.board.row_lengths) if state.game.board.shape == "hexagon" else 0
    yield from (f"  {' ' * max(0, hexagons - len(row))}{' '.join(row)}" for row in rows)
    outcome = state.outcome
    if outcome is None:
        moves = [str(move) for move in state.legal_moves()]
        yield f"to move: {state.to_move.name.title()}, seat {state.seat}"
        yield f"legal: {shorten(moves)}"
    yield "scores: " + ", ".join(f"{colour} {score}" for colour, score in state.scores().items())
    if outcome is not None:
        yield f"over: {outcome.termination}, winner: {outcome.winner or 'draw'}"
    yield f"position: {state.to_text()}"


def effects(state: State, move: Move) -> str:
    """What the move does beside placing its stone, in words."""
    preview = state.preview(move)
    pushed = [f"{start}>{end}" for start, end in preview.pushed]
    parts = {name: getattr(preview, name) for name in ("removed", "flipped", "captured", "released", "returned")}
    texts = [f"{name} {' '.join(points)}" for name, points in {"pushed": pushed, **parts}.items() if points]
    return "".join(f"; {text}" for text in texts)


def small_game(game: fieldstone.Game, seed: int) -> Iterator[str]:
    """Yield the lines of a game with every ply."""
    yield f"# {game}"
    before = game.new_state()
    yield from describe(before)
    for move, state in random_game(game, seed):
        yield ""
        yield f"{len(state.history)}. {move}{effects(before, move)}"
        yield from describe(state)
        before = state.copy()


def large_game(game: fieldstone.Game, seed: int) -> Iterator[str]:
    """Yield the lines of a game with a look now and then, and all its moves at the end."""
    yield f"# {game}, every {EVERY} plies"
    for move, state in random_game(game, seed):
        ply = len(state.history)
        if ply % EVERY == 0 or state.outcome is not None:
            yield ""
            yield f"{ply}. {move}"
            yield from describe(state)
        if state.outcome is not None:
            yield ""
            yield f"game: {state.to_text(history=True)}"


def playthrough(key: str) -> str:
    """Return the text of one playthrough."""
    name, options, seed = PLAYTHROUGHS[key]
    small = fieldstone.load(name, **options)
    usual = fieldstone.load(name, **{option: value for option, value in options.items() if option == "setup"})
    lines = list(small_game(small, seed))
    if usual != small:
        lines += ["", "", *large_game(usual, seed)]
    return "\n".join([*lines, ""])


def path(key: str) -> Path:
    """Return where the text of a playthrough lies."""
    return HERE / f"{key}.txt"


def main() -> None:
    """Write all texts; a text without a game is removed."""
    for old in HERE.glob("*.txt"):
        if old.stem not in PLAYTHROUGHS:
            old.unlink()
            print(f"removed {old.name}")
    for key in PLAYTHROUGHS:
        text = playthrough(key)
        file = path(key)
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
            print(f"wrote {file.name}")


if __name__ == "__main__":
    main()
