"""The lint finds names of games where they must not be, and only there."""

from __future__ import annotations

from pathlib import Path

import pytest

import fieldstone
from tests.brought import brought
from tests.house import lint_names

KNOWN = lint_names.pattern(lint_names.names())


def test_it_knows_our_games() -> None:
    others = {name for name, _ in brought()}
    assert set(lint_names.names()) == set(fieldstone.games()) - others


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('game = "vacu"', "vacu"),
        ('print(f"the {game} of Iago")', "Iago"),
        ('x = {"iago-free": 1}', "iago-free"),
        ("class VacuAdapter: ...", "Vacu"),
        ("def play_vadus(): ...", "vadus"),
        ("LEVELS.KAOMI_LEVELS", "KAOMI"),
        ("def f(kaomi=1): ...", "kaomi"),
        ("from x import convacu", "convacu"),
        ('"""About Squared."""', "Squared"),
        ('"""Such as ``vacu(size=5)``."""', None),
        ("x = 1  # as in Vacu", None),
        ("evacuate = vacuum", None),
    ],
)
def test_python(code: str, found: str | None, tmp_path: Path) -> None:
    path = tmp_path / "code.py"
    path.write_text(code, encoding="utf-8")
    names = {one.name for one in lint_names.in_python(path, KNOWN)}
    assert names == (set() if found is None else {found})


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('if (game === "vacu") return;', True),
        ("const x = { kaomi: 1 };", True),
        ("export const isVacu = 1;", True),
        ('<Row game="iago-free" />', True),
        ("`${name} of vadus`", True),
        ("// as in Vacu", False),
        ("/* Vacu's\nbutton */ x", False),
        ("<!-- Iago -->", False),
        ('const a = "https://example.org"; // Vacu', False),
        ("<p>Black's</p> // Vacu's 'word'", False),
        ("vacuum", False),
        ('{"description": "A game of Vacu or of others."}', True),
        ('{"$id": "https://example.org/vacu"}', True),
        ('<meta name="description" content="Vacu and others" />', True),
    ],
)
def test_the_page(code: str, found: bool, tmp_path: Path) -> None:
    path = tmp_path / "code.svelte"
    path.write_text(code, encoding="utf-8")
    assert bool(list(lint_names.in_lines(path, KNOWN))) == found


def test_catalogues(tmp_path: Path) -> None:
    for language, text in (("en", "only Vadus"), ("ko", "바두스뿐"), ("ja", "Vadusだけ")):
        path = tmp_path / f"{language}.json"
        path.write_text(f'{{\n  "a.b": "{text}"\n}}\n', encoding="utf-8")
        assert len(list(lint_names.in_catalogue(path))) == 1, text


@pytest.mark.parametrize(
    ("file", "found"),
    [
        ("records/schema.json", True), ("server/site.py", True), ("messages/en.json", True),
        ("games/vacu/rules.json", False), ("server/page/data.json", False), ("records/notes.md", False),
    ],
)  # fmt: skip
def test_the_files_of_the_program(file: str, found: bool, tmp_path: Path) -> None:
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text('{\n    "title": "Vacu"\n}\n', encoding="utf-8")
    assert [(one.path, one.line) for one in lint_names.of_program(tmp_path)] == [(tmp_path / file, 2)] * found


@pytest.mark.parametrize(
    ("file", "found"),
    [
        ("link.ts", True), ("index.html", True), ("src/app.svelte", True), ("src/board/boards.json", True),
        ("src/pictures/living.json", False), ("src/fixtures/games.ts", False), ("src/lib/api.test.ts", False),
        ("proof/views.ts", False), ("package.json", False),
    ],
)  # fmt: skip
def test_the_files_of_the_page(file: str, found: bool, tmp_path: Path) -> None:
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text('{\n    "title": "Vacu"\n}\n', encoding="utf-8")
    assert [(one.path, one.line) for one in lint_names.of_page(tmp_path)] == [(tmp_path / file, 2)] * found


def test_the_program_knows_no_game_by_name() -> None:
    assert [str(one) for one in lint_names.of_program()] == []
