"""Record what each level plays: `python tests/player_of_0_1/record.py`. It goes on where it was stopped.

What lies here was recorded with version 0.1, before its search was rebuilt. It is the opponent by which later versions
are judged, so it is never written anew: a version that plays otherwise is another player. Where that is meant, record
it in a folder of its own (`--folder`).

There are 100 positions of each game, in one file a game, a line a position: the game, the moves that lead there, a
seed, and the move of each level. Three of four come from games between players of level 2 after a few moves by lot, the
fourth from games by lot alone. They are spread over the whole length of a game, and any number of them from the first
on is spread nearly as evenly, so a sample is simply the first lines. Most are of the default size and setup; of Vacu
and Squared every tenth has a komi, and every tenth begins with naming one and choosing a side; of Kaomi every tenth
is played without the pie rule, and every tenth is at the choice whether to swap.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

import fieldstone  # noqa: E402
from fieldstone import State  # noqa: E402
from tests.player_of_0_1.adapter import LEVELS, choose  # noqa: E402

COUNT = 100
GOLDEN = (5**0.5 - 1) / 2  # its multiples, without their whole parts, are spread evenly however many there are
SAVE_EVERY = 20.0  # seconds
NAMED = {"vacu": range(16), "squared": range(0, 62, 2)}  # komis that are named by lot: about fair ones


def start_of(name: str, number: int) -> tuple[State, int | None]:
    """Return the start of the game that leads to a position, and how many moves to make if that is fixed."""
    tenth, chance = number % 10, random.Random(f"{name} start {number}")
    if name == "kaomi":
        return fieldstone.load(name, pie=tenth != 4).new_state(), 1 if tenth == 9 else None
    if name not in NAMED or tenth not in (4, 9):
        return fieldstone.load(name).new_state(), None
    komi = chance.choice(NAMED[name])
    if tenth == 4:
        return fieldstone.load(name, komi=komi).new_state(), None
    state = fieldstone.load(name, setup="auction").new_state()
    kind = number // 10 % 4
    if kind > 0:
        state.play(f"komi {komi}")
    if kind > 1:
        state.play(chance.choice(["black", "white"]))
    return state, 0 if kind < 2 else None


def position(name: str, number: int) -> State:
    """Return one of the positions of a game: one in which there is something to choose."""
    state, fixed = start_of(name, number)
    chance, by_lot = random.Random(f"{name} {number}"), number % 4 == 3
    begin, few = len(state.history), chance.randrange(1, 5)
    while state.outcome is None and (fixed is None or len(state.history) < fixed):
        played = len(state.history) - begin
        if by_lot or played < few:
            state.play(chance.choice(state.legal_moves()))
        else:
            state.play(choose(state, 2, seed=number * 1000 + played))
    made = len(state.history) - begin
    wanted = begin + (made if fixed is not None else int(made * (number * GOLDEN % 1.0)))
    while len(state.history) > wanted or len(state.legal_moves()) < 2:
        state.undo()
    return state


def positions(name: str) -> list[dict[str, Any]]:
    """Return the lines of a game, without any level's move."""
    lines = []
    for number in range(COUNT):
        state = position(name, number)
        moves = ",".join(move.text for move in state.history)
        lines.append({"game": str(state.game), "moves": moves, "seed": 1000 + number, "levels": {}})
        say(f"{name}: position {number + 1} of {COUNT}", last=number + 1 == COUNT)
    return lines


def read(file: Path) -> list[dict[str, Any]]:
    """Return the lines of a game's file."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def state_of(line: dict[str, Any]) -> State:
    """Return the position of a line, with its history."""
    return fieldstone.parse_position(f"{line['game']} moves {line['moves']}".rstrip())


def write(file: Path, lines: Iterable[dict[str, Any]]) -> None:
    """Write a game's file in one step, so that an interruption leaves the old one or the new one."""
    new = file.with_suffix(".new")
    new.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines), encoding="utf-8")
    new.replace(file)


def say(text: str, last: bool) -> None:
    """Tell the progress: on a terminal in one line, elsewhere only what is finished."""
    if sys.stdout.isatty():
        print(f"\r{text}\x1b[K", end="\n" if last else "", flush=True)
    elif last:
        print(text, flush=True)


def record(file: Path, level: int | str, count: int) -> None:
    """Have one level play in the first `count` positions of a file where it has not yet."""
    lines, begin, saved = read(file), time.process_time(), time.monotonic()
    try:
        open_lines = [line for line in lines[:count] if str(level) not in line["levels"]]
        for made, line in enumerate(open_lines, start=1):
            line["levels"][str(level)] = choose(state_of(line), level, line["seed"])
            spent = time.process_time() - begin
            say(f"{file.stem} level {level}: {made} of {len(open_lines)}, {spent:.1f} s", last=made == len(open_lines))
            if time.monotonic() - saved > SAVE_EVERY:
                write(file, lines)
                saved = time.monotonic()
    finally:
        for line in lines:
            line["levels"] = {str(one): line["levels"][str(one)] for one in LEVELS if str(one) in line["levels"]}
        write(file, lines)


def main() -> int:
    """Record what is missing; returns the exit status."""
    names = [*fieldstone.games()]
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n")[0])
    parser.add_argument("--folder", type=Path, default=HERE, help="where the files are (default: beside this script)")
    parser.add_argument("--games", nargs="+", choices=names, default=names, metavar="GAME")
    parser.add_argument("--levels", nargs="+", choices=[*map(str, LEVELS)], default=[*map(str, LEVELS)], metavar="N")
    parser.add_argument("--count", type=int, default=COUNT, help="positions of each game, from the first on")
    asked = parser.parse_args()
    try:
        asked.folder.mkdir(parents=True, exist_ok=True)
        for name in asked.games:
            if not (asked.folder / f"{name}.jsonl").exists():
                write(asked.folder / f"{name}.jsonl", positions(name))
        for level in LEVELS:
            for name in asked.games:
                if str(level) in asked.levels:
                    record(asked.folder / f"{name}.jsonl", level, asked.count)
    except KeyboardInterrupt:
        print("\nStopped. The same command goes on from here.")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
