"""A registered game has a playthrough, a perft row, stored games, an oracle, and guides that are true."""

import dataclasses
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import fieldstone
from fieldstone import GameSpec, parse_position
from fieldstone.messages import LANGUAGES
from fieldstone.play.game import read_game
from tests import oracles
from tests.playthroughs import regenerate

FOLDER = Path(fieldstone.__file__).parent / "games"
DATA = Path(__file__).parent.parent / "conformance" / "data"

BLOCK = re.compile(r"^```fieldstone\n(.*?)^```$", re.DOTALL | re.MULTILINE)

Block = list[tuple[str, str]]


def guide_path(facts: GameSpec, language: str, folder: Path = FOLDER) -> Path:
    """Where a game's guide lies: ``guide.<language>.md``, and for a variant ``guide-<name>.<language>.md``."""
    name = "guide" if facts.base is None else f"guide-{facts.name}"
    return folder / facts.family / f"{name}.{language}.md"


def blocks(text: str) -> list[Block]:
    """The examples of a guide: the keys and values of each."""
    return [[split(line) for line in body.splitlines()] for body in BLOCK.findall(text)]


def split(line: str) -> tuple[str, str]:
    key, _, value = line.partition(": ")
    return key, value


def problems_of_block(facts: GameSpec, block: Block) -> Iterator[str]:
    """Yield what is wrong with one example."""
    keys = [key for key, _ in block]
    fields = dict(block)
    if (
        not set(keys) <= {"position", "try", "after", "over", "winner", "illegal", "show"}
        or keys.count("position") != 1
    ):
        yield f"has the keys {keys}"
        return
    if ("try" in keys) != ("after" in keys) or ("over" in keys) != ("winner" in keys) or keys == ["position"]:
        yield f"is incomplete: {keys}"
        return
    state = parse_position(fields["position"])
    if state.game != read_game(fields["position"].split()[0]) or state.game.name != facts.name:
        yield f"is about {state.game.name}"
    for move in (value for key, value in block if key == "illegal"):
        why = state.why_illegal(move)
        if not (why and why.endswith(".")):
            yield f"calls {move} illegal; the sentence why: {why!r}"
    if "try" in fields:
        state.play(fields["try"])
        found = {"after": "/".join(state.rows())}
        if state.outcome is not None:
            found["over"] = state.outcome.termination
            found["winner"] = state.outcome.winner.value if state.outcome.winner else "draw"
        wanted = {key: fields[key] for key in ("after", "over", "winner") if key in fields}
        if found != wanted:
            yield f"says {wanted}, but {fields['try']} leads to {found}"


def problems_of_guides(facts: GameSpec, folder: Path = FOLDER) -> Iterator[str]:
    """Yield what is wrong with the guides of a game."""
    paths = {language: guide_path(facts, language, folder) for language in LANGUAGES}
    missing = [path.name for path in paths.values() if not path.exists()]
    if missing:
        yield f"no guide {', '.join(missing)}"
        return
    examples = {language: blocks(path.read_text(encoding="utf-8")) for language, path in paths.items()}
    first, *others = LANGUAGES
    if not examples[first]:
        yield "a guide without examples"
    for language in others:
        if examples[language] != examples[first]:
            yield f"the examples in {language} differ from those in {first}"
    for number, block in enumerate(examples[first], start=1):
        for problem in problems_of_block(facts, block):
            yield f"example {number} of the guide {problem}"


def problems(facts: GameSpec) -> list[str]:
    """What a registered game lacks."""
    found = []
    if facts.name not in {name for name, _, _ in regenerate.PLAYTHROUGHS.values()}:
        found.append("no playthrough")
    if facts.name not in {row["game"] for row in json.loads((DATA / "perft.json").read_text(encoding="utf-8"))}:
        found.append("no perft row")
    if not (DATA / f"{facts.name}.jsonl").exists():
        found.append("no stored games")
    if facts.name not in oracles.NAMES:
        found.append("no oracle")
    rules = json.loads((FOLDER / facts.family / "rules.json").read_text(encoding="utf-8"))
    if not rules.get(facts.name):
        found.append("no rules")
    return [*found, *problems_of_guides(facts)]


@pytest.mark.parametrize("name", fieldstone.games())
def test_registered_game_is_complete(name: str) -> None:
    assert problems(fieldstone.games()[name]) == []


def test_nothing_is_left_of_games_that_are_not_registered() -> None:
    names = set(fieldstone.games())
    assert {name for name, _, _ in regenerate.PLAYTHROUGHS.values()} == names
    assert set(oracles.NAMES) == names
    guides = {guide_path(facts, language) for facts in fieldstone.games().values() for language in LANGUAGES}
    assert set(FOLDER.rglob("*.md")) == guides


def test_a_game_with_nothing_is_found_out() -> None:
    """The check itself: a game that somebody has registered and done no more."""
    fake = dataclasses.replace(fieldstone.games()["vacu"], name="unheard-of", base="vacu")
    assert problems(fake) == [
        "no playthrough",
        "no perft row",
        "no stored games",
        "no oracle",
        "no rules",
        "no guide guide-unheard-of.en.md, guide-unheard-of.ko.md, guide-unheard-of.ja.md",
    ]


TRUE = "position: vacu(size=2) ../.. B\ntry: a1\nafter: ../B."
OVER = "{'after': '../B.', 'over': 'x', 'winner': 'B'}"


@pytest.mark.parametrize(
    ("english", "korean", "wrong"),
    [
        (TRUE, TRUE, []),
        (TRUE, TRUE.replace("a1", "b1"), ["the examples in ko differ from those in en"]),
        (
            TRUE.replace("../B.", "B./.."),
            None,
            ["example 1 of the guide says {'after': 'B./..'}, but a1 leads to {'after': '../B.'}"],
        ),
        (
            TRUE.replace("after: ../B.", "after: ../B.\nover: x\nwinner: B"),
            None,
            [f"example 1 of the guide says {OVER}, but a1 leads to {{'after': '../B.'}}"],
        ),
        ("position: vacu(size=2) ../.. B\nillegal: pass", None, []),
        (
            "position: vacu(size=2) ../.. B\nillegal: pass\nillegal: a1",
            None,
            ["example 1 of the guide calls a1 illegal; the sentence why: None"],
        ),
        ("position: convacu(size=2) ../.. B\nillegal: pass", None, ["example 1 of the guide is about convacu"]),
        ("position: vacu(size=2) ../.. B", None, ["example 1 of the guide is incomplete: ['position']"]),
        ("place: vacu(size=2) ../.. B", None, ["example 1 of the guide has the keys ['place']"]),
        (None, None, ["a guide without examples"]),
    ],
)
def test_wrong_guides_are_found_out(english: str | None, korean: str | None, wrong: list[str], tmp_path: Path) -> None:
    facts = fieldstone.games()["vacu"]
    for language in LANGUAGES:
        example = korean if language == "ko" and korean else english
        path = guide_path(facts, language, tmp_path)
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"# Vacu\n\n```fieldstone\n{example}\n```\n" if example else "# Vacu\n", encoding="utf-8")
    assert list(problems_of_guides(facts, tmp_path)) == wrong
