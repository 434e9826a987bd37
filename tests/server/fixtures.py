"""What the server says, as files for the tests of the page: `python tests/server/fixtures.py` writes them anew."""

import json
import random
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from fieldstone.play.state import State
from fieldstone.server import clocks
from fieldstone.server.http import facts
from fieldstone.server.lines import read_line
from fieldstone.server.sessions import transitions
from fieldstone.server.storage.models import Seat, StoredGame
from fieldstone.server.views.game import game_of
from fieldstone.server.views.position import view_of
from fieldstone.targets.specs import games_data, sentences_data
from tests.server import keeping

FOLDER = Path(__file__).parents[2] / "web" / "src" / "fixtures"
SEED = 3
NOON = 1_800_000_000  # seconds since 1970

# Name of the file, game, moves from the start to a position where moves do something.
GAMES = {
    "vacu": ("vacu(size=5,komi=3)", 12),
    "convacu": ("convacu(size=5)", 7),
    "kaomi": ("kaomi(size=5)", 13),
    "squared": ("squared(size=4,komi=6)", 9),
    "iago": ("iago", 30),
    "iago-free": ("iago-free", 30),
    "vadus": ("vadus(size=4)", 14),
}
SETUPS = {
    "komi": "vacu(size=5,setup=auction)",
    "side": "vacu(size=5,setup=auction) moves komi 4",
    "exchanged": "vacu(size=5,setup=auction) moves komi 4,black,c3",
    "evenKomi": "squared(size=3,setup=auction)",
    "swap": "kaomi(size=5) moves c3",
    "swapped": "kaomi(size=5) moves c3,swap",
    "button": "vacu(size=5) moves c3,button,b2",
    "onePass": "vacu(size=5) moves c3,button,b2,pass",
    "turnOpen": "vadus(size=4) moves d4,c3",
    "draw": "vacu(size=3) .B./B.W/.W. B button=B over=repetition",
    "wraps": "kaomi(size=5) ...../...../B.B.W/...W./..... B",
    "flips": "vacu(size=3) .WB/WBB/... B",
}


def views() -> dict[str, dict[str, BaseModel]]:
    """The views of each game: the empty board, a middle where moves do something, and the end."""
    return {name: _views_of(line, plies) for name, (line, plies) in GAMES.items()}


def _views_of(line: str, plies: int) -> dict[str, BaseModel]:
    state, rng = read_line(line), random.Random(SEED)
    found: dict[str, BaseModel] = {"empty": view_of(state, "en")}
    while state.outcome is None:
        view = view_of(state, "en")
        if view.ply >= plies and "middle" not in found and (view.effects or view.game == "vadus"):
            found["middle"] = view
        state.play(rng.choice(_lively(state)))
    found["finished"] = view_of(state, "en")
    return found


def _lively(state: State) -> list[str]:
    """The legal moves that set a stone, if there are any that are not a pass or a swap."""
    legal = [move.text for move in state.legal_moves()]
    return [text for text in legal if text not in ("pass", "swap")] or legal


def stored() -> dict[str, BaseModel]:
    """A game against the computer, and one that has ended by time."""
    line = "vacu(size=5,komi=3) moves c3,b2,button,d4"
    rules = clocks.Rules(300.0, increment=5.0)
    seats = {1: Seat("human", name="Ada"), 2: Seat("computer", level=4)}
    clock = clocks.Clock({1: 290.5, 2: 299.0}, {1: 0, 2: 0}, 1, float(NOON))
    stored_one = StoredGame("abcDEF123456", line, seats, NOON * 10**6, NOON * 10**6, rules=rules, clock=clock)
    going = transitions.described(stored_one, read_line(line))
    return {
        "playing": game_of(going, "en", NOON + 2.5),
        "lostByTime": game_of(transitions.settled(going, NOON + 1000.0, 0.0), "en", NOON + 1000.0),
    }


def all_facts() -> list[Any]:
    """The facts as the server sends them."""
    return [one.model_dump(by_alias=True) for one in facts.facts_of("en")]


def files() -> dict[str, str]:
    """The texts of all files by name."""
    made: dict[str, Any] = {f"views-{name}.json": found for name, found in views().items()}
    made["views-setup.json"] = {name: view_of(read_line(line), "en") for name, line in SETUPS.items()}
    made["games.json"] = stored()
    texts = {
        name: _text({key: one.model_dump(by_alias=True) for key, one in found.items()}) for name, found in made.items()
    }
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in all_facts())
    engine = {"games": games_data(), "sentences": sentences_data("en")}
    return texts | {
        "facts.json": f"[\n{lines}\n]\n",
        "engine.json": _text(engine),
        "keeper.json": _text(keeping.fixture()),
    }


def _text(found: dict[str, Any]) -> str:
    """One line for each thing, so that differences can be read."""
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(one, ensure_ascii=False)}" for key, one in found.items())
    return f"{{\n{lines}\n}}\n"


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
