"""The guides as the page gets them: complete in three languages, each example playable."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

import fieldstone
from fieldstone.messages import LANGUAGES
from fieldstone.play.guides import guide_text, rules_of, short_of
from fieldstone.server.http.guides import Example, read_guide
from tests.brought import names_with_brought
from tests.server.conftest import InProcess

ALLOWED = {"p", "ul", "ol", "li", "code", "em", "strong", "br"}


class Tags(HTMLParser):
    """Collects what stands in HTML: tags with their attributes, and the text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(" ".join([tag, *(name for name, _ in attrs)]))

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", names_with_brought(fieldstone.games()))
def test_guides_are_complete(server: InProcess, name: str, language: str) -> None:
    guide = server.get(f"/api/guides/{name}?lang={language}")
    assert guide.keys() == {"game", "title", "credit", "introduction", "steps", "short", "rules"}
    assert guide["game"] == name
    for designer in fieldstone.games()[name].designers:
        assert designer in guide["credit"]
    source = guide_text(name, language)
    assert guide["title"] == source.splitlines()[0].removeprefix("# ")
    steps = guide["steps"]
    assert len(steps) == source.count("\n## ")
    assert sum(step["view"] is not None for step in steps) == source.count("```fieldstone")
    for step in steps:
        assert step.keys() == {"title", "html", "view", "moves", "illegal", "count"}
        assert not re.match(r"\d", step["title"])
        assert Tags(step["html"]).found <= ALLOWED
        assert Tags(step["html"]).text.strip()
        assert "```" not in step["html"]
    assert Tags(guide["introduction"]).found <= ALLOWED
    assert Tags(guide["introduction"]).text.strip()
    assert [rule["number"] for rule in guide["rules"]] == [rule.number for rule in rules_of(name)]
    for rule in guide["rules"]:
        assert Tags(rule["html"]).found <= ALLOWED
        assert "*" not in Tags(re.sub(r"<code>.*?</code>", "", rule["html"])).text


@pytest.mark.parametrize("name", names_with_brought(fieldstone.games()))
def test_rules_have_examples(name: str) -> None:
    """What shows a rule is a position of a guide of the family; every game has rules with a number of its own."""
    family = fieldstone.games()[name].family
    assert rules_of(name)
    for rule in rules_of(name):
        if rule.guide:
            assert fieldstone.games()[rule.guide].family == family
            assert read_guide(rule.guide, "en").steps[rule.step - 1].example is not None
        else:
            assert rule.step == 0
    assert any(rule.guide == name for rule in rules_of(name))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", fieldstone.games())
def test_every_game_is_told_in_short(server: InProcess, name: str, language: str) -> None:
    """In a few plain sentences, of which one or two are shown on a board of the family's guides."""
    short = server.get(f"/api/guides/{name}?lang={language}")["short"]
    assert 5 <= len(short) <= 6
    for brief in short:
        assert brief["text"]
        assert brief["text"][-1] in ".。"
        assert not re.search(r"[A-Z]\d|[*`]", brief["text"])
    examples = [read_guide(one.guide, language).steps[one.step - 1].example for one in short_of(name) if one.guide]
    assert 2 <= len(examples) <= 3
    assert all(example is not None and example.moves for example in examples)


def shown(number: str, name: str) -> tuple[fieldstone.State, Example]:
    """The position that shows a rule, and what is done in it."""
    rule = next(rule for rule in rules_of(name) if rule.number == number)
    example = read_guide(rule.guide, "en").steps[rule.step - 1].example
    assert example is not None
    return fieldstone.parse_position(example.position), example


@pytest.mark.parametrize(
    ("name", "number", "effect"),
    [
        ("vacu", "V4", "removed"),
        ("vacu", "V5", "flipped"),
        ("convacu", "C3", "flipped"),
        ("kaomi", "K2", "pushed"),
        ("kaomi", "K3", "pushed"),
        ("kaomi", "K4", "pushed"),
        ("kaomi", "K5", "returned"),
        ("kaomi", "K7", "pushed"),
        ("iago", "I3", "captured"),
        ("iago", "I4", "released"),
        ("iago", "I6", "released"),
    ],
)
def test_examples_show_what_their_rules_say(name: str, number: str, effect: str) -> None:
    state, example = shown(number, name)
    assert getattr(state.preview(example.moves[0]), effect)


@pytest.mark.parametrize(
    ("name", "number", "winner"),
    [
        *(("vacu", "V7", "B"), ("convacu", "C1", "B"), ("kaomi", "K8", "B"), ("kaomi", "K9", "B")),
        *(("squared", "Q1", "B"), ("squared", "Q3", None), ("iago", "I8", "B"), ("iago", "I10", "B")),
        *(("vadus", "W3", "B"), ("vadus", "W6", "W")),
    ],
)
def test_examples_of_endings_end(name: str, number: str, winner: str | None) -> None:
    state, example = shown(number, name)
    for move in example.moves:
        state.play(move)
    assert state.outcome is not None
    assert state.outcome.winner == winner


@pytest.mark.parametrize(("name", "number"), [("iago", "I5"), ("squared", "Q2")])
def test_examples_of_what_is_not_allowed(name: str, number: str) -> None:
    state, example = shown(number, name)
    assert all(number in (state.why_illegal(move) or "") or number == "Q2" for move in example.illegal)


@pytest.mark.parametrize("name", names_with_brought(fieldstone.games()))
def test_every_step_is_playable(server: InProcess, name: str) -> None:
    """The whole turn of a step can be played in its view, and what is not allowed there cannot."""
    for step in server.get(f"/api/guides/{name}")["steps"]:
        view = step["view"]
        if view is None:
            assert step["moves"] == step["illegal"] == []
            continue
        assert bool(step["moves"]) != bool(step["illegal"])
        assert view["game"] == name
        assert len(step["moves"]) <= 2
        if step["moves"]:
            legal = view["legal"]["points"] + view["legal"]["namedMoves"]
            assert step["moves"][0] in legal
            after = server.post("/api/positions/play", {"line": view["line"], "move": ",".join(step["moves"])})
            assert after["ply"] == len(step["moves"])
        for move in step["illegal"]:
            answer = server.post("/api/positions/why", {"line": view["line"], "move": move})
            assert answer["reason"]


def test_guides_speak_the_language_of_the_browser(server: InProcess) -> None:
    titles = [
        server.get("/api/guides/vacu", headers={"Accept-Language": name})["steps"][0]["title"]
        for name in ("en", "ko", "ja")
    ]
    assert len(set(titles)) == 3


@pytest.mark.parametrize("name", ["go", "VACU", "..%2Fvacu", "vacu%2F..", "%00", "x" * 500])
def test_no_guide(server: InProcess, name: str) -> None:
    server.get(f"/api/guides/{name}", 404)


def test_markdown_of_every_kind_is_safe(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "# T\n\nBy *me*\n\nIntro <script>alert(1)</script>\n\n## 1. A <b>title</b>\n\n"
        "A [link](javascript:x) ![picture](http://x/y.png) `code` **bold** <img src=x onerror=y>\n\n1. one\n2. two\n"
    )
    monkeypatch.setattr("fieldstone.server.http.guides.guide_text", lambda name, language: text)
    guide = read_guide.__wrapped__("any", "en")
    assert guide.credit == "By *me*"
    assert Tags(guide.introduction).found == {"p"}
    (step,) = guide.steps
    assert step.title == "A <b>title</b>"  # text, which the page does not take for HTML
    assert Tags(step.html).found == {"p", "code", "strong", "ol", "li"}
    assert step.example is None
