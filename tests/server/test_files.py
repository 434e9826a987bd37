"""Games as files in every format, and files as games: nothing that was in them is lost."""

import json
from dataclasses import replace
from typing import Any

import pytest
from sgfmill import sgf

from fieldstone import parse_position
from fieldstone.records.abstractplay import record_from_abstractplay
from fieldstone.records.formats import FORMATS
from fieldstone.records.reading import record_from_bytes
from fieldstone.records.record import Record, Seat
from fieldstone.records.sgf import record_from_sgf, record_to_sgf
from fieldstone.records.sgf_viewer import record_to_viewer_sgf
from fieldstone.records.writing import record_to_bytes
from fieldstone.server.http.files import KINDS
from fieldstone.server.storage.store import Store
from tests.records.conftest import SPECS, random_record
from tests.server.conftest import InProcess, Start

SQUARE = [spec for spec in SPECS if not spec[0].startswith(("iago", "vadus"))]


def unfinished(name: str, options: dict[str, Any], seed: int) -> Record:
    """A record with variations, comments, clocks and evaluations, of a game that two people go on with."""
    record = random_record(name, options, seed, limit=7)
    people = Seat("Ana", "human", extra={"rank": 3}), Seat("하나")
    return replace(record, seats=people, result=None, final_hash=None, extra={"unknown": {"to": ["us"]}})


def data(content: bytes) -> Any:
    return json.loads(content)


def imported(server: InProcess, content: bytes) -> Any:
    return server.post("/api/games/import", {"text": content.decode()}, 201)


def file(server: InProcess, game: Any, **query: Any) -> bytes:
    answer = server.client.get(f"/api/games/{game['id']}/record", params=query)
    assert answer.status_code == 200, answer.text
    return answer.content


def test_a_game_from_a_file_says_so_until_it_is_played_on(server: InProcess) -> None:
    game = imported(server, b"kaomi(size=3,pie=false) moves b2")
    assert (game["imported"], game["onMove"]) == (True, 2)
    assert server.look(game)["imported"]
    assert server.get("/api/games")["games"][0]["onMove"] == 2
    after = server.move(game, "a1")
    assert (after["imported"], after["onMove"]) == (False, 1)
    assert not server.look(game)["imported"]
    assert not server.undo(after)["imported"]
    assert not server.new("kaomi")["imported"]
    again = server.post(f"/api/games/{game['id']}/rematch", {}, 201)
    assert not again["imported"]


# Every format ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KINDS)
def test_the_kind_and_the_name_of_each_format(server: InProcess, name: str) -> None:
    game = server.new("kaomi", line="kaomi(size=2,pie=false) moves a1,b1,b2,a2")
    assert game["status"] == "over"
    answer = server.client.get(f"/api/games/{game['id']}/record", params={"format": name, "ply": 2})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == KINDS[name]
    begin = f'attachment; filename="kaomi-{game["id"]}'
    endings = {
        "record": ".fieldstone.json", "sgf": ".sgf", "viewer": ".viewer.sgf", "abstractplay": ".ap.json",
        "moves": ".txt", "position": ".position.txt", "svg": "-2.svg", "png": "-2.png",
    }  # fmt: skip
    assert answer.headers["content-disposition"] == f'{begin}{endings[name]}"'


def test_what_is_in_them(server: InProcess) -> None:
    line = "kaomi(size=2,pie=false) moves a1,b1,b2,a2"
    game = server.new("kaomi", line=line)
    record = record_from_bytes(file(server, game))
    assert record_from_sgf(file(server, game, format="sgf")).nodes == record.nodes
    assert sgf.Sgf_game.from_bytes(file(server, game, format="viewer")).get_size() == 2
    assert record_from_abstractplay(file(server, game, format="abstractplay")).nodes == record.nodes
    assert file(server, game, format="moves").decode() == f"{line}\n"
    assert parse_position(file(server, game, format="position").decode()).key == record.state().key
    assert file(server, game, format="png").startswith(b"\x89PNG")
    assert file(server, game, format="svg", ply=0) != file(server, game, format="svg", ply=1)
    assert file(server, game, format="svg", ply=4) == file(server, game, format="svg")


@pytest.mark.parametrize(
    ("query", "says"),
    [
        (
            {"format": "pdf"},
            "no format “pdf”; the formats: record, sgf, viewer, abstractplay, moves, position, svg, png",
        ),
        ({"format": "viewer"}, "vadus"),
        ({"format": "abstractplay"}, "not finished"),
        ({"format": "svg", "ply": 2}, "There is no move 2: the game has 1 move."),
        ({"format": "svg", "ply": -1}, "ply"),
    ],
)
def test_what_cannot_be_had(server: InProcess, query: dict[str, Any], says: str) -> None:
    line = "vadus(size=3) moves c3"
    game = server.new("vadus", line=line)
    english = {"lang": "en"}
    assert says in server.get(f"/api/games/{game['id']}/record", 422, params=query | english)["detail"]
    assert says in server.post("/api/export", {"text": line}, 422, params=query | english)["detail"]


@pytest.mark.parametrize("name", [name for name, one in FORMATS.items() if one.read])
def test_files_without_a_game(server: InProcess, name: str) -> None:
    """What is sent comes back in the format that is wanted, and no game is kept."""
    record = random_record("kaomi", {"size": 3, "pie": False}, 2, lines=1)
    content = record_to_bytes(record).decode()
    for wanted in ({"text": content}, {"record": json.loads(content)}):
        answer = server.client.post("/api/export", json=wanted, params={"format": name})
        assert answer.status_code == 200, answer.text
        read = FORMATS[name].read
        assert read is not None
        assert read(answer.content).final_hash == record.final_hash
        assert 'filename="kaomi.' in answer.headers["content-disposition"]
    assert server.get("/api/games")["games"] == []


def test_an_export_of_nothing(server: InProcess) -> None:
    for body in ({}, {"text": "vacu", "record": {}}, {"text": "chess"}, {"record": {"format": "x"}}):
        server.post("/api/export", body, 422, params={"format": "sgf"})
    server.post("/api/export", {"text": "vacu"}, 422)  # in no format


# Nothing is lost ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), SPECS)
def test_a_record_comes_back_as_it_was(server: InProcess, name: str, options: dict[str, Any]) -> None:
    """Variations, comments, clocks, evaluations, dates, names, keys of others."""
    content = record_to_bytes(unfinished(name, options, 4))
    game = imported(server, content)
    assert file(server, game) == content
    assert server.get(f"/api/games/{game['id']}/tree")["nodes"]


@pytest.mark.parametrize(("name", "options"), SQUARE)
def test_sgf_comes_back_as_it_was(server: InProcess, name: str, options: dict[str, Any]) -> None:
    record = unfinished(name, options, 5)
    for write, kind in ((record_to_sgf, "sgf"), (record_to_viewer_sgf, "viewer")):
        game = imported(server, write(record))
        assert file(server, game, format=kind) == write(record_from_sgf(write(record)))


def test_sgf_that_names_another_charset_or_none(server: InProcess) -> None:
    """It came as text, so it has been read from its charset already."""
    for charset in ("", "CA[Shift_JIS]", "CA[UTF-8]"):
        game = imported(server, f"(;FF[4]{charset}SZ[5]RU[kaomi]PB[先手]C[한국어];B[cc]C[良い])".encode())
        assert game["seats"]["1"]["name"] == "先手"
        tree = server.get(f"/api/games/{game['id']}/tree")
        assert (tree["comment"], tree["nodes"][0]["comment"]) == ("한국어", "良い")


TREE = b"(;FF[4]SZ[5]RU[kaomi\\(size=5,pie=false\\)]C[all];B[cc]C[one](;W[aa];B[bb])(;W[dd]C[other]))"


def test_playing_on_makes_the_played_moves_the_main_line(server: InProcess) -> None:
    game = imported(server, TREE)
    assert [one["move"] for one in game["moves"]] == ["c3", "a5", "b4"]
    game = server.move(game, "e1")
    record = record_from_bytes(file(server, game))
    assert [(node.move, node.after, node.comment) for node in record.nodes] == [
        ("c3", 0, "one"), ("a5", 1, ""), ("b4", 2, ""), ("e1", 3, ""), ("d2", 1, "other"),
    ]  # fmt: skip
    game = server.undo(server.undo(server.undo(game)))
    assert [node.move for node in record_from_bytes(file(server, game)).nodes] == ["c3"]  # it ends where the game is
    game = server.move(game, "d2")  # into the variation
    record = record_from_bytes(file(server, game))
    assert [(node.move, node.after, node.comment) for node in record.nodes] == [
        ("c3", 0, "one"), ("d2", 1, "other"), ("a5", 1, ""), ("b4", 3, ""),
    ]  # fmt: skip
    assert record.comment == "all"


def test_results_of_records_that_are_played_on(server: InProcess) -> None:
    record = data(record_to_bytes(record_from_sgf(TREE)))
    record["result"] = {"winner": 2, "reason": "resignation", "by": "mail"}
    record["ended"] = "2026-11-21"
    game = server.post("/api/games/import", {"record": record}, 201)
    assert data(file(server, game))["result"] == record["result"]
    game = server.undo(game)
    written = data(file(server, game))
    assert "result" not in written
    assert "ended" not in written
    game = server.post(f"/api/games/{game['id']}/resign", {"seat": 2})
    assert data(file(server, game))["result"] == {"winner": 1, "reason": "resignation"}


def test_the_tree(server: InProcess) -> None:
    tree = server.get(f"/api/games/{imported(server, TREE)['id']}/tree")
    assert tree["comment"] == "all"
    assert [(one["move"], one["after"], one["comment"]) for one in tree["nodes"]] == [
        ("c3", 0, "one"), ("a5", 1, ""), ("b4", 2, ""), ("d2", 1, "other"),
    ]  # fmt: skip
    assert [(one["colour"], one["seat"], one["turn"]) for one in tree["nodes"]] == [
        ("B", 1, 0), ("W", 2, 1), ("B", 1, 2), ("W", 2, 1),
    ]  # fmt: skip


AUCTION = "vacu(size=3,setup=auction) moves komi 4,white,b2"


@pytest.mark.parametrize("line", ["vadus(size=3) moves c3,a1,b1,pass", "kaomi(size=5) moves c3,swap,c4", AUCTION])
def test_the_tree_of_a_game_without_a_file_is_its_moves(server: InProcess, line: str) -> None:
    game = server.new(line.partition("(")[0], line=line)
    tree = server.get(f"/api/games/{game['id']}/tree")
    keys = ("move", "seat", "colour", "settles", "turn")
    found, expected = ([[one[key] for key in keys] for one in moves] for moves in (tree["nodes"], game["moves"]))
    assert found == expected
    assert [one["after"] for one in tree["nodes"]] == list(range(len(game["moves"])))


def test_the_record_goes_with_its_game(server: InProcess, start: Start) -> None:
    game = imported(server, TREE)
    store: Store = server.app.state.services.games._store
    assert store.record(game["id"]) is not None
    assert server.client.delete(f"/api/games/{game['id']}").status_code == 204
    assert store.record(game["id"]) is None
    game = imported(server, TREE)
    assert file(start(), game) == file(server, game)  # another server on the same database


def test_a_rematch_has_no_record_of_the_game_before(server: InProcess) -> None:
    record = data(record_to_bytes(record_from_sgf(TREE)))
    game = server.post("/api/games/import", {"record": record | {"result": {"winner": 1, "reason": "time"}}}, 201)
    again = server.post(f"/api/games/{game['id']}/rematch", status=201)
    assert data(file(server, again))["moves"] == []
