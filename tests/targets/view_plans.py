"""What the server says of positions, for the page's own code: `web/proof/views.ts` reads it.

A plan is a list of questions, each with the answer or the problem that Python has: views, moves, reasons, in all three
languages, of random games, of positions that are set up by hand, and of texts that cannot be read.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import fieldstone
from fieldstone import State, parse_position
from fieldstone.games.spec import Choice
from fieldstone.messages import LANGUAGES
from fieldstone.play.game import Game
from fieldstone.server.lines import play, read_line
from fieldstone.server.problems import ProblemError, problem_of
from fieldstone.server.views.position import played_moves, view_of
from fieldstone.targets.specs import engine_files
from tests.targets.plans import CONFORMANCE

Job = dict[str, Any]
SHOWN = 0.12  # of the plies of a random game
WORDS = ("pass", "button", "swap", "black", "white", "komi 2", "komi 3", "komi 9999", "komi", "KOMI 0", "nonsense", "")
DETAILS = ("setup", "komi", "seats", "passes", "button", "left", "over", "none", "")
VALUES = (
    *("komi", "side", "done", "-", "0", "1", "2", "7", "99999", "1234567890", "٣", "BW", "WB", "B", "W", ""),
    *("repetition", "two-passes", "board-full", "last-group", "nothing", "x" * 50, "𝔾" * 50),
)
UNREADABLE = (
    *("", "   ", " moves ", "moves", "nothing", "nothing(size=5)", "{name}(", "{name})", "{name}()", "{name}(size=)"),
    *("{name}(size=99)", "{name}(size=٣)", "{name}(size=5,size=5)", "{name}(=5)", "{name}(size)", "{name}(size =5)"),
    *("{name}(none=1)", "{name}(setup=AUCTION)", "{name}(setup=auction,komi=2)", "{name}(komi=3)"),
    *("{name}(pie=False)", "{name} B", "{name} .. X", "{name} .. B", "{name} ...../..... B", "{Name}"),
    *("{name} moves", "{name} moves moves", "{name} moves a1,,a2", "{name} moves a1 a2", "{name} moves zz"),
    *("{name}\u00a0moves\u2003a1", "{name}\x1cmoves\x85a1", "\ufeff{name}", "{name} moves 𝔾𝔾𝔾", "{name} moves a1,a1"),
    *("{name} moves " + "x" * 60, "{name}(" + "x" * 200 + ")", "{name}(size=" + "𝔾" * 60 + ")", "𝔾" * 80),
    *("constructor", "__proto__", "{name}(constructor=1)", "{name}(__proto__=1)"),
)


def answer(language: str, kind: str, line: str, move: str = "") -> Job:
    """Return a question with what the server answers."""
    found: Any
    try:
        state = read_line(line)
        if kind == "after":
            play(state, move)
        if kind in ("view", "after"):
            found = view_of(state, language).model_dump(mode="json", by_alias=True)
        elif kind == "moves":
            found = [one.model_dump(mode="json", by_alias=True) for one in played_moves(state)]
        else:
            found = state.why_illegal(move, language)
    except ProblemError as error:
        found = problem_of(error, language).model_dump(mode="json", by_alias=True)
    return {"language": language, "kind": kind, "line": line, "move": move, "answer": found}


def random_options(name: str, chance: random.Random) -> dict[str, Any]:
    """Return options drawn by lot; large boards are rarer."""
    options: dict[str, Any] = {}
    for option, one in fieldstone.games()[name].options.items():
        if isinstance(one, Choice):
            options[option] = chance.choice(one.choices)
        elif option == "size":
            options[option] = min(chance.randrange(one.low, one.high + 1, one.step) for _ in range(2))
        elif chance.random() < 0.5:
            options[option] = min(one.high, one.low + one.step * chance.randrange(20))
    if options.get("setup") == "auction":
        options.pop("komi", None)
    return options


def any_text(game: Game, chance: random.Random) -> str:
    """Return a move, a turn, or no move at all."""
    points = game.board.names
    single = chance.choice(points) if chance.random() < 0.6 else chance.choice(WORDS)
    second = chance.choice((*points, "pass"))
    kinds = (single, single, f"{single},{second}", f" {single.upper()} ", f"{single},", f"{single},{second},{second}")
    return chance.choice(kinds)


def game_jobs(state: State, chance: random.Random, plies: int, shown: float = SHOWN) -> Iterator[Job]:
    """Yield questions about a random game that goes on from a state, which is played on."""
    for _ in range(plies):
        line = state.to_text(history=True)
        moves = state.legal_moves()
        if not moves:
            break
        move = chance.choice(moves).text
        if chance.random() < shown:
            language = chance.choice(LANGUAGES)
            yield answer(language, "view", line)
            yield answer(language, "after", line, move)
            yield answer(language, "after", line, any_text(state.game, chance))
            yield answer(language, "why", line, any_text(state.game, chance))
        state.play(move)
    line = state.to_text(history=True)
    language = chance.choice(LANGUAGES)
    yield answer(language, "view", line)
    yield answer(language, "moves", line)
    yield answer(language, "why", line, any_text(state.game, chance))
    yield answer(language, "after", line, chance.choice(state.game.moves).text)
    broken = line.split(",")
    broken.insert(chance.randrange(len(broken) + 1), chance.choice(("a1", "zz", "pass", "", "black")))
    yield answer(language, "view", ",".join(broken))


def by_hand(state: State, chance: random.Random) -> Iterator[Job]:
    """Yield questions about the text of a position, as it is and changed by lot; moves follow it."""
    text = state.to_text()
    language = chance.choice(LANGUAGES)
    yield answer(language, "view", text)
    yield answer(language, "view", f"{text} moves {','.join(any_text(state.game, chance) for _ in range(2))}")
    yield from game_jobs(parse_position(text), chance, 3)
    game, *parts = text.split(" ")
    for _ in range(3):
        changed = list(parts)
        if chance.random() < 0.5:
            place = chance.randrange(len(changed[0]))
            changed[0] = changed[0][:place] + chance.choice(".BWbw/x𝔾") + changed[0][place + chance.randrange(2) :]
        if chance.random() < 0.3:
            changed[1] = chance.choice(("B", "W", "b", "x" * 70))
        for _ in range(chance.randrange(3)):
            changed.append(f"{chance.choice(DETAILS)}={chance.choice(VALUES)}"[: chance.choice((100, 4))])
        yield answer(chance.choice(LANGUAGES), "view", " ".join([game, *changed]))


def random_jobs(name: str, seed: int, games: int) -> list[Job]:
    """Return questions about so many random games of a game and about positions from them."""
    chance = random.Random(f"{seed} {name} views")
    jobs: list[Job] = []
    for _ in range(games):
        game = fieldstone.load(name, **random_options(name, chance))
        state = game.new_state()
        plies = chance.choice((4, 20, 60, 400))
        shown = min(1.0, SHOWN * 60 / min(plies, game.points + 5), 8 / min(plies, 2 * game.points + 5))
        jobs += game_jobs(state, chance, plies, shown)
        jobs += by_hand(state, chance)
        early = game.new_state()
        jobs += game_jobs(early, chance, chance.randrange(4), 1.0)
        jobs += by_hand(early, chance)
    for text in UNREADABLE:
        line = text.replace("{name}", name).replace("{Name}", name.capitalize())
        for language in LANGUAGES:
            jobs.append(answer(language, "view", line))
    return jobs


def ended_jobs(name: str) -> list[Job]:
    """Return questions about stored games, one for each way in which the game can end: a repetition (V9) too."""
    jobs: list[Job] = []
    seen: set[str] = set()
    for file in CONFORMANCE.glob(f"{name}.jsonl"):
        for line in file.read_text(encoding="utf-8").splitlines():
            stored = json.loads(line)
            state = fieldstone.load(stored["game"], **stored["options"]).new_state()
            for ply in stored["plies"]:
                state.play(ply["move"])
            if state.outcome is None or state.outcome.termination in seen:
                continue
            seen.add(state.outcome.termination)
            text, history = state.to_text(history=True), state.to_text()
            for language in LANGUAGES:
                jobs += [answer(language, "view", text), answer(language, "moves", text)]
                jobs += [answer(language, "view", history), answer(language, "why", text, "a1")]
    return jobs


def write_plan(folder: Path, jobs: Sequence[Job]) -> Path:
    """Write a plan, and the files of the games that it needs, to a folder; returns where the plan lies."""
    files = dict(engine_files())
    for name, content in files.items():
        (folder / name).write_bytes(content)
    plan = folder / "plan.jsonl"
    lines = [json.dumps({"folder": str(folder), "files": list(files)}), *map(json.dumps, jobs)]
    plan.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return plan
