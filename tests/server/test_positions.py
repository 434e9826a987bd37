"""The endpoints that keep nothing, and the facts."""

from typing import Any

import pytest

import fieldstone
from fieldstone import parse_position
from fieldstone.games.spec import Number
from tests.server.conftest import InProcess

LEVELS = {"convacu": 12, "kaomi": 12, "squared": 12, "iago": 11, "iago-free": 11}  # with a network; all others have ten


def highest_komi(name: str) -> dict[str, int]:
    """S4: return by size the highest komi that can be named in an auction."""
    size = fieldstone.games()[name].options["size"]
    assert isinstance(size, Number)
    found = {}
    for one in range(size.low, size.high + 1):
        auction = fieldstone.load(name, size=one, setup="auction")
        found[str(one)] = max(int(move[5:]) for move in auction.adapter.named_moves if move.startswith("komi "))
    return found


def test_facts(server: InProcess) -> None:
    found = {one["name"]: one for one in server.get("/api/facts")}
    assert list(found) == ["vacu", "convacu", "kaomi", "squared", "iago", "iago-free", "vadus"]
    for name, facts in fieldstone.games().items():
        one = found[name]
        assert (one["base"], one["year"], one["designers"]) == (facts.base, facts.year, list(facts.designers))
        assert one["shape"] == fieldstone.load(name).board.shape
        assert one["levels"] == LEVELS.get(one["name"], 10)
        assert set(one["options"]) == set(facts.options)
        for option, value in facts.options.items():
            excluded = {other.option: list(other.values) for other in value.not_with}
            expected: dict[str, Any] = {"default": value.default, "notWith": excluded}
            if isinstance(value, Number):
                expected |= {"low": value.low, "high": value.high, "step": value.step}
                expected["highBySize"] = highest_komi(name) if option == "komi" else {}
            else:
                expected["choices"] = list(value.choices)
            assert one["options"][option] == expected
            for other, values in excluded.items():
                assert isinstance(value, Number)
                for given in values:
                    fieldstone.load(name, **{other: given})
                    with pytest.raises(fieldstone.OptionError):
                        fieldstone.load(name, **{other: given, option: value.default + value.step})
        assert (one["fixedSize"] is None) == ("size" in one["options"])
        assert one["fixedSize"] in (None, fieldstone.load(name).board.size)
        for size in one["usualSizes"]:
            fieldstone.load(name, size=size)
    taglines = [server.get("/api/facts", params={"lang": language})[0]["tagline"] for language in ("en", "ko", "ja")]
    assert len(set(taglines)) == 3


def test_a_position(server: InProcess) -> None:
    view = server.post("/api/positions", {"line": "kaomi(size=5) moves c3,swap"})
    assert view["line"] == "kaomi(size=5,pie=true) moves c3,swap"
    assert server.post("/api/positions", {"line": view["position"]})["rows"] == view["rows"]


def test_a_move(server: InProcess) -> None:
    view = server.post("/api/positions/play", {"line": "kaomi(size=5)", "move": "C3"})
    assert view["last"]["move"] == "c3"
    assert view["line"].endswith("moves c3")
    view = server.post("/api/positions/play", {"line": "vadus(size=3) moves c3", "move": "a1,a2"})
    assert view["line"].endswith("moves c3,a1,a2")
    assert view["last"]["move"] == "a2"


WRITTEN = {
    "kaomi(size=5) moves c3 swap c4": "c3,swap,c4",
    "kaomi(size=5) moves 1. c3 swap 2. c4": "c3,swap,c4",
    "kaomi(size=5) moves C3\nswap  c4": "c3,swap,c4",
    "vacu(size=3,setup=auction) moves komi 4 black b2": "komi 4,black,b2",
}


@pytest.mark.parametrize("line", WRITTEN)
def test_a_list_may_have_blanks_instead_of_commas_and_numbers(server: InProcess, line: str) -> None:
    assert server.post("/api/positions", {"line": line})["line"].partition(" moves ")[2] == WRITTEN[line]
    assert parse_position(line).to_text(history=True).partition(" moves ")[2] == WRITTEN[line]


def test_the_moves_of_a_line(server: InProcess) -> None:
    moves = server.post("/api/positions/moves", {"line": "kaomi(size=5) moves c3,swap,c4"})["moves"]
    assert [(move["move"], move["seat"], move["colour"], move["turn"]) for move in moves] == [
        ("c3", 1, "B", 0), ("swap", 2, "W", 1), ("c4", 1, "W", 2),
    ]  # fmt: skip
    assert moves[2]["effects"]["pushed"] == [{"from": "c3", "to": "c2", "wraps": False}]


@pytest.mark.parametrize(
    ("line", "move", "rule"),
    [
        ("kaomi(size=5) moves c3", "c3", "K2"),
        ("vacu(size=5)", "pass", "V8"),
        ("vacu(size=5,setup=auction)", "c3", "S4"),
        ("vacu(size=5,setup=auction)", "komi 26", "S4"),
        ("vadus(size=3)", "a1,a2", "W2"),
        ("vadus(size=3)", "nonsense", "W2"),
        ("iago", "a1", "I6"),
    ],
)
def test_why(server: InProcess, line: str, move: str, rule: str) -> None:
    for language in ("en", "ko", "ja"):
        body = {"line": line, "move": move}
        options: dict[str, Any] = {"params": {"lang": language}}
        reason = server.post("/api/positions/why", body, **options)["reason"]
        assert rule in reason
        problem = server.post("/api/positions/play", body, 422, **options)
        assert problem["detail"] == reason
        assert problem["type"] == "urn:fieldstone:problem:illegal-move"


def test_why_not(server: InProcess) -> None:
    assert server.post("/api/positions/why", {"line": "vadus(size=3) moves c3", "move": "a1,a2"}) == {"reason": None}


def test_who_asks_for_a_swap_is_told_of_komi(server: InProcess) -> None:
    """S3: there is komi or the pie rule, and never both."""
    for line, words in (
        ("squared(size=3)", "komi makes up"),
        ("vacu(size=3)", "komi makes up"),
        ("iago", "points have names"),
    ):
        assert words in server.post("/api/positions/why", {"line": line, "move": " Swap "})["reason"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "the text is empty"),
        ("chess", "there is no game “chess”"),
        ("vacu(size=1)", "size must be a whole number from 2 to 19"),
        ("vacu(size=3) .B./B.B W", "2 rows were given; this board has 3"),
        ("vacu(size=3) .B./B.B/.X. W", "“X” on b1"),
        (
            "vacu(size=3) moves a1,a1",
            "Move 2 of the list, “a1”: a1 is occupied: you can play only where nothing stands (V3).",
        ),
        ("vacu(size=3) moves a1,nonsense", "Move 2 of the list, “nonsense”"),
        ("vacu(size=2) BB/B. W", "liberty"),
    ],
)
def test_a_line_that_cannot_be_read(server: InProcess, line: str, says: str) -> None:
    for path, body in (("", {}), ("/play", {"move": "a1"}), ("/why", {"move": "a1"}), ("/moves", {})):
        if says == "liberty" and "BB/B." in line:
            continue  # three stones with a liberty are fine
        assert says in server.post(f"/api/positions{path}", {"line": line} | body, 422)["detail"]


@pytest.mark.parametrize(
    "body", [None, [], {}, {"line": 5}, {"line": "vacu", "more": 1}, {"line": "x" * 20_001}, {"line": None}]
)
def test_a_body_that_is_none(server: InProcess, body: Any) -> None:
    for language in ("en", "ko", "ja"):
        problem = server.post("/api/positions", body, 422, params={"lang": language})
        assert len(problem["detail"]) < 400


def test_no_json(server: InProcess) -> None:
    answer = server.client.post("/api/positions", content=b"{", headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["type"]) == (422, "urn:fieldstone:problem:no-json")


def test_languages(server: InProcess) -> None:
    def said(**options: Any) -> str:
        return str(server.post("/api/positions", {"line": "chess"}, 422, **options)["title"])

    english, korean, japanese = (said(params={"lang": language}) for language in ("en", "ko", "ja"))
    assert len({english, korean, japanese}) == 3
    assert said() == english
    assert said(headers={"accept-language": "ko-KR,ko;q=0.9,en;q=0.8"}) == korean
    assert said(headers={"accept-language": "de, en;q=0.3, ja;q=0.5"}) == japanese
    assert said(headers={"accept-language": "ja;q=0, ko;q=x, *"}) == english
    assert said(headers={"accept-language": "ko"}, params={"lang": "ja"}) == japanese
    assert said(params={"lang": "de"}) == english
