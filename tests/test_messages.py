"""What people read: three catalogues with the same keys, no key missing, none left over, every sentence can be said."""

from __future__ import annotations

import ast
import pickle
import random
import re
import string
from pathlib import Path
from typing import Any

import pytest

import fieldstone
from fieldstone.core.errors import PositionError
from fieldstone.messages import LANGUAGES, catalogue, language_of_user, say, with_particles
from fieldstone.records.errors import RecordError
from fieldstone.records.formats import read_any

PACKAGE = Path(fieldstone.__file__).parent
KEY = re.compile(r"[a-z]+(?:-[a-z]+)*(?:\.[A-Za-z0-9_-]+)+")
CITED = re.compile(r"[(（](?:[VCKIWSQF]\d+)(?:[,、]\s?[VCKIWSQF]\d+)*[)）]")


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def sources() -> list[tuple[Path, ast.Module]]:
    return [(path, ast.parse(path.read_text(encoding="utf-8"))) for path in sorted(PACKAGE.rglob("*.py"))]


def texts_in(node: ast.AST) -> set[str]:
    """The strings of an expression, as "a" if … else "b" has two, without the parts of f-strings."""
    parts = {id(part) for one in ast.walk(node) if isinstance(one, ast.JoinedStr) for part in ast.walk(one)}
    return {
        one.value
        for one in ast.walk(node)
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in parts
    }


def said() -> set[str]:
    """The keys that stand in say("…") and Reason("…"), and in the errors that are said in any language."""
    found = set()
    for _, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args:
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if name in ("say", "Reason", "SaidError", "OptionError", "PositionError", "RecordError"):
                    found |= {text for text in texts_in(node.args[0]) if "." in text}
    return found


def patterns() -> list[re.Pattern[str]]:
    """What the f-strings of the sources may become, as far as they look like keys: f"colour.{…}"."""
    found = []
    for _, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                parts = [re.escape(p.value) if isinstance(p, ast.Constant) else r"[\w-]+" for p in node.values]  # type: ignore[type-var]
                if re.match(r"[a-z-]+\\\.", str(parts[0])):
                    found.append(re.compile("".join(map(str, parts))))
    return found


# Catalogues ------------------------------------------------------------------------------------


def test_there_are_three_languages() -> None:
    assert LANGUAGES == ("en", "ko", "ja")
    for unknown in ("de", "", "EN", "en.json", "../en"):
        with pytest.raises(ValueError, match="en, ko, ja"):
            catalogue(unknown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_agree(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert list(other) == list(english)  # in the same order too, so that people find their way
    assert list(other) == sorted(other)
    for key, text in other.items():
        assert KEY.fullmatch(key), key
        assert placeholders(text) == placeholders(english[key]), key
        if not key.startswith("list."):  # what stands between the words of a list
            assert text == text.strip(), key
            assert text, key
        assert set(re.findall(r"[VCKIWSQF]\d+", text)) == set(re.findall(r"[VCKIWSQF]\d+", english[key])), key


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_everything_is_translated(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    same = [key for key, text in english.items() if other[key] == text and has_words(text)]
    assert same == []


def has_words(text: str) -> bool:
    """Whether letters are left besides placeholders, marks like [bold] and the numbers of rules."""
    bare = re.sub(r"\{[^}]*\}|\[/?[a-z ]*\]|\b[VCKIWSQF]\d+\b", "", text)
    return any(letter.isalpha() for letter in bare)


def test_every_key_said_exists() -> None:
    assert said() <= set(catalogue("en"))
    assert said() >= {"illegal.occupied", "illegal.name-komi", "illegal.name-even-komi", "illegal.unknown"}


def test_every_key_is_said() -> None:
    anywhere = {text for _, tree in sources() for text in texts_in(tree)}
    made = patterns()
    unused = [key for key in catalogue("en") if key not in anywhere and not any(p.fullmatch(key) for p in made)]
    assert unused == []


def test_errors_are_said_in_any_language_and_travel() -> None:
    with pytest.raises(PositionError) as caught:
        fieldstone.parse_position("iago ...../....../......./......../B......../......../......./....../..... B")
    error = caught.value
    assert str(error) == error.sentence("en")
    assert "흑 디스크 1개" in error.sentence("ko")
    assert "黒のディスクは1個" in error.sentence("ja")
    with pytest.raises(PositionError, match="b9") as caught:
        fieldstone.parse_position("kaomi(size=3) moves b2,b9")
    assert "둘 수 있는 수가 아닙니다" in caught.value.sentence("ko")
    sent = pickle.loads(pickle.dumps(caught.value))
    assert (type(sent), str(sent)) == (PositionError, str(caught.value))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "content", [b"hello", b" ", b"(;GM[1]SZ[19];B[aa])", b"(;RU[Go])", b"{}", b"\xff\xfe", b"vacu(size=0)"]
)
def test_what_cannot_be_brought_in_is_said_without_names_of_the_house(content: bytes, language: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_any(content)
    said = caught.value.sentence(language)
    assert "iago-free" not in said
    assert (said == str(caught.value)) is (language == "en")
    assert not re.search(r"\{|\}|None", said.replace("{}", ""))


def test_colours_are_said_by_name() -> None:
    assert say("illegal.button-taken", colour="B").startswith("Black ")
    for language in LANGUAGES:
        for colour in ("B", "W"):
            assert catalogue(language)[f"colour.{colour}"] in say("illegal.button-taken", language, colour=colour)
    with pytest.raises(ValueError, match="en, ko, ja"):
        say("illegal.over", "fr")
    with pytest.raises(KeyError):
        say("illegal.nothing")


# Sentences -------------------------------------------------------------------------------------

SPECS: list[tuple[str, dict[str, Any]]] = [
    ("vacu", {"size": 3}), ("vacu", {"size": 3, "setup": "auction"}), ("convacu", {"size": 3}),
    ("convacu", {"size": 1}), ("kaomi", {"size": 3}), ("squared", {"size": 2, "setup": "auction"}), ("iago", {}),
    ("iago-free", {}), ("vadus", {"size": 3}),
]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "options"), SPECS, ids=lambda value: str(value))
def test_every_reason_can_be_said(name: str, options: dict[str, Any], language: str) -> None:
    """Each illegal move of random games gets a sentence that cites a rule."""
    rng = random.Random(4)
    for _ in range(3):
        state = fieldstone.load(name, **options).new_state()
        while True:
            legal = state.legal_moves()
            for move in state.game.moves:
                sentence = state.why_illegal(str(move), language)
                assert (sentence is None) == (move in legal)
                if sentence is not None:
                    assert "{" not in sentence
                    assert CITED.search(sentence)
            unknown = state.why_illegal("nonsense", language)
            assert unknown is not None
            assert "nonsense" in unknown
            if not legal:
                break
            state.play(rng.choice(legal))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["B", "W", "{point}", "{", "}", "%s", "[bold]", "\\"])
def test_what_people_typed_is_quoted_as_it_is(text: str, language: str) -> None:
    sentence = fieldstone.load("vacu", size=3).new_state().why_illegal(text, language)
    assert sentence is not None
    assert text in sentence


# The user's language ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": ""}, "en"),
        ({"LANG": "ko_KR.UTF-8"}, "ko"),
        ({"LANG": "ja_JP"}, "ja"),
        ({"LANG": "ja"}, "ja"),
        ({"LC_MESSAGES": "ja_JP", "LANG": "ko_KR"}, "ja"),
        ({"LC_ALL": "ko_KR", "LC_MESSAGES": "ja_JP", "LANG": "en_GB"}, "ko"),
        ({"LC_ALL": "", "LANG": "ko_KR"}, "ko"),
        ({"FIELDSTONE_LANGUAGE": "en", "LC_ALL": "ko_KR"}, "en"),
        ({"FIELDSTONE_LANGUAGE": "ja", "LANG": "C"}, "ja"),
        ({"LANG": "kok_IN"}, "en"),  # Konkani
    ],
)
def test_language_of_user(environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FIELDSTONE_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language_of_user() == language


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("흑이(가) 백을(를) 잡습니다", "흑이 백을 잡습니다"),
        ("두기이(가)", "두기가"),
        ("a1은(는) a2은(는) b10은(는)", "a1은 a2는 b10은"),
        ("“vacu”이(가), “5”을(를)", "“vacu”가, “5”를"),
        ("칠(으)로 점(으)로 판1(으)로 수(으)로", "칠로 점으로 판1로 수로"),
        ("“chess”은(는), “집”(이)라는", "“chess”은(는), “집”이라는"),
        ("괄호(이)와 흑은(는)", "괄호와 흑은"),
    ],
)
def test_korean_particles_follow_the_sound_before_them(text: str, expected: str) -> None:
    assert with_particles(text) == expected


def test_particles_are_chosen_when_something_is_said() -> None:
    assert say("illegal.outer-area", "ko", point="a2").startswith("a2는 ")
    assert say("illegal.outer-area", "ko", point="a1").startswith("a1은 ")
