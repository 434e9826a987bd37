"""What people read: three catalogues with the same keys, no key missing, none left over, every sentence can be said."""

from __future__ import annotations

import ast
import pickle
import random
import re
import string
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import fieldstone
from fieldstone.core.errors import PositionError
from fieldstone.messages import (
    CATEGORIES,
    LANGUAGES,
    Text,
    catalogue,
    forms,
    language_of_user,
    plural,
    say,
)
from fieldstone.records.errors import RecordError
from fieldstone.records.formats import read_any
from tests.brought import brought, with_brought

PACKAGE = Path(fieldstone.__file__).parent
KEY = re.compile(r"[a-z]+(?:-[a-z]+)*(?:\.[A-Za-z0-9_-]+)+")
OTHERS = re.compile(r"[(（](?:[A-Z]\d+)(?:[,、]\s?[A-Z]\d+)*[)）]")  # the rules of other packages
CITED = re.compile(r"[(（](?:[VCKIWSQF]\d+)(?:[,、]\s?[VCKIWSQF]\d+)*[)）]")


def placeholders(text: Text) -> set[str]:
    return {name for form in forms(text) for _, name, _, _ in string.Formatter().parse(form) if name is not None}


def rules_cited(text: Text) -> set[str]:
    return {rule for form in forms(text) for rule in re.findall(r"[VCKIWSQF]\d+", form)}


@cache
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
    """The keys in say("…"), Reason("…") and Sentence("…"), and in the errors that are said in any language."""
    found = set()
    for _, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args:
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if name in ("say", "Reason", "Sentence", "SaidError", "OptionError", "PositionError", "RecordError"):
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
            assert all(form == form.strip() for form in forms(text)), key
            assert all(forms(text)), key
        assert rules_cited(text) == rules_cited(english[key]), key


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_everything_is_translated(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    same = {key for key, text in english.items() if other[key] == text and has_words(text)}
    # Names of games stand in Latin letters in Japanese; a guide says once how its own is read.
    names = {key for key in english if key.startswith("title.")} if language == "ja" else set()
    assert same - names == set()


def has_words(text: Text) -> bool:
    """Whether letters are left besides placeholders, marks like [bold] and the numbers of rules."""
    bare = re.sub(r"\{[^}]*\}|\[/?[a-z ]*\]|\b[VCKIWSQF]\d+\b", "", " ".join(forms(text)))
    return any(letter.isalpha() for letter in bare)


# What the texts of a language never hold: the glossary lists the words. In running text a guide may write 二つ.
ONLY_IN_MESSAGES = {"a number in Chinese characters before a counter"}
COUNTED = "つ個手回局"
NEVER = {
    "ko": {
        "a particle in both forms": r"이\(가\)|은\(는\)|을\(를\)|와\(과\)|\(으\)로|\(이\)",
        "a particle whose form depends on what is put in": (
            r"\{(?!colour\})\w+\}[\"”)]*(?:[은는이가을를과와로]|으로)(?=[\s.,:]|$)"
        ),
        "a semicolon": r";(?!”)",  # an SGF file begins with “(;”
        "a blank before …": r"\s…",
        "뒤 for what was reached after some moves": r"\{\w+\}수 뒤",
        "해요체": r"(?<=[가-힣])(?<![세필])요(?=[\s.!?)]|$)",
        "둘 차례, which reads as two turns": r"둘 차례",
        "a word the glossary does not know": (
            r"대악수|완착|이어진 패스|검은 돌|흰 돌|경매|색 바꾸기|입력한 값|name=value"
        ),
    },
    "ja": {
        "a semicolon": r"；|;(?!」)",
        "other quotation marks than 「」": r"[“”]",
        "a blank before …": r"\s…",
        "a question without ？": r"(?:ます|です|ません)か。",
        "a number in Chinese characters before a counter": rf"[二三四五][{COUNTED}]|一つ(?!一)",
        "a mark of half width after Japanese": r"[ぁ-んァ-ヶー一-龠][,:!?]",
        "an option or a command without blanks": (
            r"--[a-z]+[ぁ-んァ-ヶ一-龠]"
            r"|[ぁ-んァ-ヶ一-龠](?:--|(?:pass|swap|button|save!|komi|level|max|help)\b)"
        ),
        "a word the glossary does not know": (
            r"訪問|証明済み|時計|バリエーション|変種|手後|緩手|解放|解析|ビューア(?!ー)|ご存じ"
        ),
    },
}


@pytest.mark.parametrize(("language", "what"), [(one, what) for one, rules in NEVER.items() for what in rules])
def test_what_a_language_never_writes(language: str, what: str) -> None:
    texts = catalogue(language)
    pages = {
        f"{page.parent.name}/{page.name}": page.read_text(encoding="utf-8")
        for page in PACKAGE.glob(f"games/*/guide*.{language}.md")
    }
    assert len(pages) == 7
    found = [key for key, text in texts.items() if any(re.search(NEVER[language][what], form) for form in forms(text))]
    if what not in ONLY_IN_MESSAGES:
        found += [name for name, text in pages.items() if re.search(NEVER[language][what], _prose(text))]
    assert found == []


def _prose(guide: str) -> str:
    """The sentences of a guide, without its examples."""
    return re.sub(r"```.*?```", "", guide, flags=re.DOTALL)


def test_every_key_said_exists() -> None:
    assert said() <= set(catalogue("en"))
    assert said() >= {"illegal.occupied", "illegal.name-komi", "illegal.name-even-komi", "illegal.unknown"}


def test_sentences_have_what_they_speak_of() -> None:
    for name, spec in fieldstone.games().items():
        duties = [style.told for style in spec.duties]
        for sentence in (*spec.all_reasons, *spec.all_problems, *duties):
            given = {
                *sentence.details,
                *(["rule"] if sentence.rule else []),
                *(["points"] if sentence in duties else []),
            }
            for language in LANGUAGES:
                assert placeholders(catalogue(language)[sentence.key]) <= given, (name, sentence.key)


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
    assert "黒のディスクは1枚" in error.sentence("ja")
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
            assert say(f"colour.{colour}", language) in say("illegal.button-taken", language, colour=colour)
    with pytest.raises(ValueError, match="en, ko, ja"):
        say("illegal.over", "fr")
    with pytest.raises(KeyError):
        say("illegal.nothing")


# Plural forms ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_those_that_the_language_needs(language: str) -> None:
    plurals = {key: text for key, text in catalogue(language).items() if not isinstance(text, str)}
    assert len(plurals) > 3 or language != "en"
    for key, text in plurals.items():
        assert set(text) == {"by", *CATEGORIES[language]}, key
        assert text["by"] in placeholders(text), key
        assert placeholders(text["other"]) == placeholders(text), key


@pytest.mark.parametrize(("value", "category"), [(0, "other"), (1, "one"), (2, "other"), (21, "other"), ("1", "one"),
                                                 (1.0, "other"), ("1.5", "other"), ("", "other")])  # fmt: skip
def test_the_number_chooses_the_form(value: object, category: str) -> None:
    assert plural(value, "en") == category
    assert plural(value, "ko") == plural(value, "ja") == "other"


def test_a_number_is_said_in_the_right_form() -> None:
    assert say("record.moves", moves=0) == "0 moves"
    assert say("record.moves", moves=1) == "1 move"
    assert say("record.moves", moves=21) == "21 moves"


# Sentences -------------------------------------------------------------------------------------

SPECS: list[tuple[str, dict[str, Any]]] = with_brought(
    [
        ("vacu", {"size": 3}), ("vacu", {"size": 3, "setup": "auction"}), ("convacu", {"size": 3}),
        ("convacu", {"size": 1}), ("kaomi", {"size": 3}), ("squared", {"size": 2, "setup": "auction"}), ("iago", {}),
        ("iago-free", {}), ("vadus", {"size": 3}),
    ]
)  # fmt: skip


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
                    assert CITED.search(sentence) or (OTHERS.search(sentence) and (name, options) in brought())
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
