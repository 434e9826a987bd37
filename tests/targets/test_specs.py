"""The games as data: what Python knows of moves, boards and sentences can be told from it."""

from __future__ import annotations

import json
import re
from itertools import accumulate, product
from pathlib import Path
from typing import Any

import pytest

import fieldstone
from fieldstone.diagram.boards_file import sizes_of
from fieldstone.games.spec import Choice, GameSpec, Number
from fieldstone.messages import LANGUAGES, forms
from fieldstone.play.game import Game
from fieldstone.targets import fresh, specs

SPECS = list(fieldstone.games().values())
DATA = json.loads(specs.engine_file(specs.GAMES_FILE) or b"")
KEY = re.compile(r'"((?:colour|list|end|illegal|option|position|problem|score)\.[A-Za-z-]+)"')
ENGINE = Path(__file__).parents[2] / "web" / "src" / "engine"


def games_of(spec: GameSpec) -> list[Game]:
    """A game with each of its sizes and choices."""
    options: dict[str, list[Any]] = {
        name: list(option.choices) for name, option in spec.options.items() if isinstance(option, Choice)
    }
    if isinstance(spec.options.get("size"), Number):
        options["size"] = list(sizes_of(spec))
    return [
        fieldstone.load(spec.name, **dict(zip(options, values, strict=True))) for values in product(*options.values())
    ]


def named(shape: Any, size: int) -> list[str]:
    """The points of a board by the data: row by row from the bottom."""
    rows = [length for length, _ in shape["sizes"][str(size)]]
    cells = [(row, place) for row, length in enumerate(rows) for place in range(length)]
    if shape["letter"] == "row":
        return [f"{chr(97 + row)}{place + 1}" for row, place in cells]
    return [f"{chr(97 + place)}{row + 1}" for row, place in cells]


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_moves_are_named(spec: GameSpec) -> None:
    data = DATA["games"][spec.name]
    for game in games_of(spec):
        points = named(DATA["boards"][data["shape"]], game.board.size)
        (found,) = [one for one in data["moves"] if one["when"].items() <= dict(game.options).items()]
        texts = points + found["named"]
        if found["komi"]:
            texts += [f"komi {found['komi']['step'] * number}" for number in range(game.num_actions - len(texts))]
        assert texts == [move.text for move in game.moves]
        assert tuple(one["name"] for one in found["details"]) == game.adapter.detail_names
        assert found["button"] == game.adapter.has_button


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_neighbours_are_a_step_away(spec: GameSpec) -> None:
    for size in sizes_of(spec):
        game = fieldstone.load(spec.name, **({} if spec.fixed_size else {"size": size}))
        shape = DATA["boards"][spec.board.shape]
        rows = shape["sizes"][str(size)]
        begins = [0, *accumulate(length for length, _ in rows)]
        at = {
            (place + first, row): begins[row] + place
            for row, (length, first) in enumerate(rows)
            for place in range(length)
        }
        for (column, row), point in at.items():
            found = {at.get((column + x, row + y), -1) for x, y in shape["steps"]} - {-1}
            assert found == {int(one) for one in game.board.neighbours[point]} - {-1}


def test_an_option_excludes_what_python_refuses() -> None:
    excluded = {name: one["excluded"] for name, one in DATA["games"].items() if one["excluded"]}
    told = {"option": "setup", "values": ["auction"], "other": "komi", "only": 0, "key": "option.auction"}
    assert excluded == {"vacu": [told], "squared": [told]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_page_says_is_there(language: str) -> None:
    """Every key that its engine names; a sentence has nothing but names in its braces."""
    texts = json.loads(specs.engine_file(f"sentences.{language}.json") or b"")["texts"]
    for path in ENGINE.glob("*.ts"):
        if not path.name.endswith(".test.ts"):
            said = re.findall(
                r'"((?:colour|list|end|illegal|option|position|problem|score)\.[a-z-]+)"', path.read_text()
            )
            assert set(said) <= texts.keys(), path
    for text in texts.values():
        for form in forms(text):
            assert not re.sub(r"\{[a-z]+\}", "", form).count("{"), form


def test_the_files_are_those_that_are_built() -> None:
    found = dict(specs.engine_files())
    assert list(found) == specs.file_names()
    assert found["vacu.wasm"][:4] == b"\0asm"
    assert found["vacu.network.wasm"][:4] == b"\0asm"
    assert specs.engine_file("vacu.json") is None
    assert specs.engine_file("vacu.kernels.wasm") is None
    assert specs.engine_file("../vacu.wasm") is None


def test_a_module_that_is_not_built_is_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(fresh, "module_path", lambda _, file: tmp_path / file)
    assert [name for name, _ in specs.engine_files() if name.endswith(".wasm")] == []
