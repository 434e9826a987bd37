"""What the texts say and show: every example in them runs, every picture is the one that the script draws."""

from __future__ import annotations

import doctest
import importlib
import json
import os
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import fieldstone
from fieldstone.messages import LANGUAGES
from fieldstone.play.game import read_game
from fieldstone.records.reading import record_from_data
from fieldstone.records.writing import record_to_bytes
from tests.brought import names_with_brought

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
TEXTS = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.glob("*.md"))]
FLAGS = doctest.NORMALIZE_WHITESPACE


def blocks(text: Path, language: str) -> list[tuple[int, str]]:
    """The fenced blocks of a text in one language, each with the number of its first line."""
    found = []
    content = text.read_text(encoding="utf-8")
    for match in re.finditer(rf"^```{language}\n(.*?)^```$", content, re.MULTILINE | re.DOTALL):
        found.append((content[: match.start(1)].count("\n") + 1, match[1]))
    return found


def program(*arguments: str, typed: str = "") -> str:
    """What the terminal program prints."""
    command = [sys.executable, "-m", "fieldstone.cli", *arguments]
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "100", "PYTHONUTF8": "1"}
    done = subprocess.run(
        command, env=environment, input=typed, capture_output=True, encoding="utf-8", timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# Python ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [text for text in TEXTS if blocks(text, "python")], ids=lambda text: text.stem)
def test_python_examples_run(text: Path) -> None:
    """The blocks of a text share their names, like lines typed one after the other."""
    space: dict[str, Any] = {"__name__": "__main__"}
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(verbose=False, optionflags=FLAGS)
    for line, code in blocks(text, "python"):
        if ">>>" in code:
            test = parser.get_doctest(code, space, text.name, str(text), line)
            said: list[str] = []
            runner.run(test, out=said.append, clear_globs=False)
            assert not said, "".join(said)
            space.update(test.globs)
        else:
            exec(compile("\n" * line + code, str(text), "exec"), space)


def test_the_texts_have_examples() -> None:
    assert {text.stem for text in TEXTS if blocks(text, "python")} >= {"guide", "formats", "research", "adding-a-game"}


# Quotes ----------------------------------------------------------------------------------------

QUOTE = re.compile(r"^```\{code-block\} \w+\n:caption: (\S+)\n\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FIFTH = ROOT / "tests" / "fifth_game"


def quotes() -> list[tuple[str, str]]:
    """What docs/adding-a-game.md quotes: the file and its lines."""
    return QUOTE.findall((DOCS / "adding-a-game.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("file", "quoted"), quotes(), ids=lambda value: str(value)[-40:])
def test_quotes_are_what_the_files_say(file: str, quoted: str) -> None:
    assert quoted.strip("\n") in (ROOT / file).read_text(encoding="utf-8")


def test_the_walk_names_every_file() -> None:
    """And quotes every module of the game."""
    page = (DOCS / "adding-a-game.md").read_text(encoding="utf-8")
    files = [path for path in FIFTH.rglob("*") if path.suffix in (".py", ".md", ".json", ".toml")]
    assert len(files) >= 19
    assert [path.name for path in files if path.name not in page] == []
    modules = {str(path.relative_to(ROOT)) for path in (FIFTH / "src" / "atari_go").glob("*.py")}
    assert modules <= {file for file, _ in quotes()}


# Positions and moves ---------------------------------------------------------------------------


def positions() -> list[str]:
    """All lines in docs/formats.md that are a game, a position or a move list."""
    games = "|".join(fieldstone.games())
    lines = [line for _, block in blocks(DOCS / "formats.md", "text") for line in block.splitlines()]
    return [line for line in lines if re.match(rf"({games})(\(|\s|$)", line)]


@pytest.mark.parametrize("line", positions())
def test_positions_make_the_round_trip(line: str) -> None:
    state = fieldstone.parse_position(line)
    if " " in line:
        assert state.to_text(history=" moves " in line) == line
    else:
        assert str(state.game) == line


def test_formats_show_every_game_and_detail() -> None:
    texts = " ".join(positions())
    shown = {re.split(r"[( ]", line)[0] for line in positions() if " moves " not in line}
    listed = {re.split(r"[( ]", line)[0] for line in positions() if " moves " in line}
    assert shown == listed == set(fieldstone.games())
    for detail in ("setup=komi", "setup=side", " komi=", "seats=WB", "passes=", "button=", "left=1"):
        assert detail in texts
    page = (DOCS / "formats.md").read_text(encoding="utf-8")
    for termination in fieldstone.Termination:
        assert f"| `{termination.value}` |" in page
    for name, facts in fieldstone.games().items():
        defaults = " ".join(f"`{key}={str(option.default).lower()}`" for key, option in facts.options.items())
        assert f"| `{name}` | {defaults}".rstrip() in page


# Guides ----------------------------------------------------------------------------------------


def guide(name: str, language: str) -> Path:
    """The guide of a game; a variant has one of its own beside that of its base game."""
    facts = fieldstone.games()[name]
    stem = "guide" if facts.base is None else f"guide-{name}"
    home = importlib.import_module(facts.home).__file__
    assert home is not None
    return Path(home).parent / f"{stem}.{language}.md"


def guide_examples(name: str, language: str) -> list[dict[str, list[str]]]:
    """The examples of a guide: their keys, each with its values."""
    examples = []
    for _, block in blocks(guide(name, language), "fieldstone"):
        fields: dict[str, list[str]] = {}
        for line in block.splitlines():
            key, colon, value = line.partition(": ")
            assert colon, line
            fields.setdefault(key, []).append(value)
        examples.append(fields)
    return examples


@pytest.mark.parametrize("name", names_with_brought(fieldstone.games()))
def test_every_game_has_its_guides(name: str) -> None:
    """The guides of a game show the same examples in every language, of this game and no other."""
    english = guide_examples(name, "en")
    assert len(english) >= 2
    for language in LANGUAGES:
        assert guide_examples(name, language) == english
        assert guide(name, language).read_text(encoding="utf-8").startswith("# ")
    assert {read_game(fields["position"][0].split()[0]).name for fields in english} == {name}


@pytest.mark.parametrize("name", names_with_brought(fieldstone.games()))
def test_the_examples_of_the_guides_are_true(name: str) -> None:
    for fields in guide_examples(name, "en"):
        assert fields.keys() <= {"position", "try", "after", "over", "winner", "illegal", "show"}
        assert fields.get("show", ["count"]) == ["count"]
        (position,) = fields["position"]
        state = fieldstone.parse_position(position)
        for move in fields.get("illegal", []):
            assert state.why_illegal(move), fields
        if "illegal" in fields:
            assert fields.keys() == {"position", "illegal"}
            continue
        state.play(fields["try"][0])
        assert state.rows() == fields["after"][0].split("/"), fields
        over = None if state.outcome is None else [state.outcome.termination]
        winner = None if state.outcome is None else [(state.outcome.winner or "draw")]
        assert (over, winner) == (fields.get("over"), fields.get("winner")), fields


# The terminal program --------------------------------------------------------------------------


def test_the_terminal_looks_like_that(tmp_path: Path) -> None:
    """The excerpt in the tour begins at the position of the first picture."""
    excerpt = next(block for _, block in blocks(DOCS / "guide.md", "text") if "White> d6" in block)
    wanted = [re.sub(r"^(\w+>).*", r"\1", line) for line in excerpt.splitlines() if line.strip()]
    position = next(one for one in pictures()["PICTURES"] if one.name == "vacu").position
    file = tmp_path / "game.txt"
    file.write_text(position, encoding="utf-8")
    typed = "".join(f"{line}\n" for line in (*re.findall(r"^\w+> (.*)$", excerpt, re.MULTILINE), "quit"))
    seats = ("--black", "human", "--white", "human")
    said = program("play", "--load", str(file), *seats, "--language", "en", typed=typed)
    lines = [line.rstrip() for line in said.splitlines() if line.strip()]
    starts = [index for index, line in enumerate(lines) if line == wanted[0]]
    assert any(lines[index : index + len(wanted)] == wanted for index in starts), said


def examples() -> list[Any]:
    """The JSON examples: of a record, in docs/formats.md; of games, perft, bench, an analysis, a review."""
    (record,) = (json.loads(block) for _, block in blocks(DOCS / "formats.md", "json"))
    said = [json.loads(block) for _, block in blocks(DOCS / "json.md", "json")]
    assert len(said) == 5
    return [record, *said]


def test_json_of_a_record() -> None:
    """The example is sound, and says nothing that is lost."""
    record = record_from_data(examples()[0])
    assert json.loads(record_to_bytes(record)) == examples()[0]


def test_json_of_games() -> None:
    listed = json.loads(program("games", "--json"))
    assert {one["name"] for one in listed} == set(fieldstone.games())
    assert next(one for one in listed if one["name"] == "kaomi") == examples()[1]


def test_json_of_perft() -> None:
    said = json.loads(program("perft", "vacu(size=2)", "--depth", "2", "--divide", "--json"))
    assert {**said, "seconds": 0} == {**examples()[2], "seconds": 0}


def test_json_of_bench() -> None:
    said = json.loads(program("bench", "playouts", "vacu", "--size", "3", "--seconds", "0.05", "--json"))
    assert {name: type(value) for name, value in said.items()} == {
        name: type(value) for name, value in examples()[3].items()
    }


def shape(data: Any) -> Any:
    """Data without its numbers: what does not change with the search."""
    if isinstance(data, dict):
        return {name: shape(value) for name, value in data.items()}
    if isinstance(data, list):
        return [shape(value) for value in data[:1]]
    return "number" if isinstance(data, int | float) and not isinstance(data, bool) else type(data)


def shown_with_json(command: str) -> list[str]:
    """The arguments of a command that docs/json.md shows with its output."""
    page = (DOCS / "json.md").read_text(encoding="utf-8")
    (found,) = re.findall(rf"^`fieldstone ({command} .*--json)`", page, re.MULTILINE)
    return shlex.split(found)


def test_json_of_an_analysis() -> None:
    said = json.loads(program(*shown_with_json("analyse")))
    assert shape(said) == shape(examples()[4])
    for key in ("id", "game", "position", "parts"):
        assert said[key] == examples()[4][key]
    assert len(said["ownership"]) == len(examples()[4]["ownership"])


def test_json_of_a_review() -> None:
    said = json.loads(program(*shown_with_json("review")))
    example = examples()[5]
    assert {**shape(said), "moves": None, "worst": None} == {**shape(example), "moves": None, "worst": None}
    for move, shown in zip(said["moves"], example["moves"], strict=True):
        assert list(move) == list(shown)
        assert (move["ply"], move["move"], move["seat"]) == (shown["ply"], shown["move"], shown["seat"])


# Pictures and links ----------------------------------------------------------------------------


def pictures() -> dict[str, Any]:
    """What docs/pictures.py defines."""
    return runpy.run_path(str(DOCS / "pictures.py"))


def test_pictures_are_what_the_script_draws() -> None:
    script = pictures()
    drawn = {f"{one.name}.svg": script["draw"](one) for one in script["PICTURES"]}
    kept = {path.name: path.read_text(encoding="utf-8") for path in (DOCS / "pictures").glob("*.svg")}
    assert drawn == kept, "python docs/pictures.py draws them anew"


def test_every_board_has_a_picture() -> None:
    names = {one.name for one in pictures()["PICTURES"]}
    assert names >= {name for name, facts in fieldstone.games().items() if facts.base is None}
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in names:
        assert f"docs/pictures/{name}.svg" in readme
    for facts in fieldstone.games().values():
        assert all(designer in readme for designer in facts.designers)


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.stem)
def test_links_lead_somewhere(text: Path) -> None:
    content = re.sub(r"```.*?```", "", text.read_text(encoding="utf-8"), flags=re.DOTALL)  # SGF has brackets too
    for target in re.findall(r'\]\(([^)#\s]+)[^)]*\)|src="([^"]+)"', content):
        link = "".join(target)
        assert link.startswith("https://") or (text.parent / link).exists(), link
