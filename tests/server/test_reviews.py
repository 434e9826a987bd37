"""Reviews that are kept with their games: what a page sends is there for the next one, and only for the same moves."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from fieldstone.server.settings import sqlite_address
from fieldstone.server.storage.migrating import MIGRATIONS
from fieldstone.server.storage.store import Store
from tests.server.conftest import InProcess, Start
from tests.server.online.people import secret, table

BEST = {"best": "b2", "better": ["b2", "swap"], "winrate": 0.6, "scoreLead": None}


def a_move(ply: int, move: str, **more: Any) -> dict[str, Any]:
    return {
        "ply": ply,
        "move": move,
        "seat": 2 - ply % 2,
        "colour": "B",
        "forced": False,
        "winrate": 0.4,
        "winrateError": 0.02,
        "winrateLoss": 0.2,
        "winrateLossError": 0.03,
        "scoreLead": None,
        "scoreLoss": None,
        "scoreLossError": None,
        "proven": None,
        "judgedBy": "chance",
        "verdict": "blunder",
        "weight": 1.0,
        "byChance": BEST,
        "byPoints": None,
        "answer": ["c3"],
        **more,
    }


def a_review(game: Any, **more: Any) -> dict[str, Any]:
    """A review of a game as it stands."""
    moves = [one["move"] for one in game["moves"]]
    look = {"chance": 0.5, "margin": None, "certain": False}
    player = {"moves": 1, "best": 0, "winrateLoss": 0.2, "scoreLoss": None, "blunders": 1, "mistakes": 0, "slips": 0}
    return {
        "line": game["view"]["line"],
        "seconds": 0.3,
        "complete": True,
        "looks": [{"ply": ply, **look, "error": 0.1} for ply in range(len(moves) + 1)],
        "moves": [a_move(ply, move) for ply, move in enumerate(moves, 1)],
        "players": [{"seat": seat, **player} for seat in (1, 2)],
        **more,
    }


@pytest.fixture
def game(server: InProcess) -> Any:
    return server.move(server.move(server.new("kaomi", options={"size": 3, "pie": False}), "a1"), "c3")


def put(server: InProcess, game: Any, review: Any, status: int = 204) -> Any:
    answer = server.client.put(f"/api/games/{game['id']}/review", json=review)
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


def kept(server: InProcess, game: Any) -> Any:
    return server.get(f"/api/games/{game['id']}/review")


def test_a_review_is_there_for_the_next_browser(server: InProcess, game: Any) -> None:
    assert kept(server, game) is None
    half = a_review(game, complete=False, seconds=3.0)
    put(server, game, half)
    assert kept(server, game) == half
    put(server, game, a_review(game))
    assert kept(server, game) == a_review(game)
    assert server.look(game) == game  # nothing in the game has changed, and no list has another order


def test_a_review_of_an_older_page_does_not_know_its_errors(server: InProcess, game: Any) -> None:
    review = a_review(game)
    for look in review["looks"]:
        del look["error"]
    put(server, game, review)
    assert [look["error"] for look in kept(server, game)["looks"]] == [None] * 3


def test_a_review_is_of_the_moves_that_it_was_made_of(server: InProcess, game: Any) -> None:
    review = a_review(game)
    put(server, game, review)
    other = server.move(server.undo(game), "b1")
    assert kept(server, other) is None
    assert put(server, other, review, 409)["type"] == "urn:fieldstone:problem:other-moves"
    again = server.move(server.undo(other), "c3")
    assert kept(server, again) == review
    put(server, other := server.move(server.undo(again), "b1"), a_review(other))
    assert kept(server, other) == a_review(other)


def test_a_review_goes_with_its_game(server: InProcess, game: Any, database: Path) -> None:
    put(server, game, a_review(game))
    assert server.client.delete(f"/api/games/{game['id']}").status_code == 204
    server.get(f"/api/games/{game['id']}/review", 404)
    put(server, game, a_review(game), 404)
    with sqlite3.connect(database) as connection:
        assert connection.execute("SELECT count(*) FROM reviews").fetchone() == (0,)
    connection.close()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"looks": [{"ply": 3, "chance": 0.5, "margin": None, "certain": False}]}, "2 of the line"),
        ({"looks": [{"ply": 1, "chance": 0.5, "margin": None, "certain": False}] * 2}, "a ply comes once"),
        ({"looks": [{"ply": 1, "chance": 1.5, "margin": None, "certain": False}]}, "looks.0.chance"),
        ({"moves": [a_move(2, "c3"), a_move(1, "a1")]}, "a ply comes once"),
        ({"moves": [a_move(0, "a1")]}, "a ply comes once"),
        ({"moves": [a_move(1, "a1", verdict="awful")]}, "moves.0.verdict"),
        ({"moves": [a_move(1, "a" * 81)]}, "moves.0.move"),
        ({"moves": [a_move(1, "a1", answer=["a"] * 20_001)]}, "moves.0.answer"),
        ({"seconds": -1}, "seconds"),
        ({"script": "x"}, "script"),
        ({"players": None}, "players"),
    ],
)
def test_what_is_no_review(server: InProcess, game: Any, change: dict[str, Any], says: str) -> None:
    assert says in put(server, game, a_review(game, **change), 422)["detail"]
    assert kept(server, game) is None


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999"])
def test_numbers_that_are_none(server: InProcess, game: Any, number: str) -> None:
    text = json.dumps(a_review(game)).replace('"weight": 1.0', f'"weight": {number}')
    headers = {"Content-Type": "application/json"}
    answer = server.client.put(f"/api/games/{game['id']}/review", content=text, headers=headers)
    assert answer.status_code == 422


def test_a_damaged_review_is_none(server: InProcess, game: Any, database: Path) -> None:
    put(server, game, a_review(game))
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE reviews SET content = '{\"line\": 1}'")
    connection.close()
    assert kept(server, game) is None
    assert server.look(game) == game
    put(server, game, a_review(game))
    assert kept(server, game) == a_review(game)


def test_a_database_from_before_there_were_reviews(database: Path, server: InProcess, game: Any) -> None:
    server.stop()
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    engine = create_engine(sqlite_address(database))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0004")
    engine.dispose()
    store = Store(sqlite_address(database))
    stored = store.get(game["id"])
    assert stored is not None
    assert stored.line == game["view"]["line"]
    store.keep_review(stored.id, stored.line, "{}")
    assert store.review(stored.id, stored.line) == "{}"
    assert store.review(stored.id, "kaomi") is None
    store.close()


# -- games between people -------------------------------------------------------------------------------------------


def test_each_player_has_an_own_review_of_a_game_that_is_over(start: Start) -> None:
    server = start(online=True)
    first, second = table(server)
    path = f"/api/online/games/{first.game}/review"

    def send(token: str | None, review: Any) -> tuple[int, str]:
        headers = {} if token is None else {"X-Seat-Token": token}
        answer = server.client.put(path, json=review, headers=headers)
        return answer.status_code, answer.json()["type"].rpartition(":")[2] if answer.content else ""

    def found(token: str | None) -> Any:
        return server.get(path, headers={} if token is None else {"X-Seat-Token": token})

    first.done("move", move="c3")
    start_text = server.get(f"/api/online/games/{first.game}/events")["start"]
    view = server.post("/api/positions", {"line": f"{start_text} moves c3"})
    review = a_review({"moves": [{"move": "c3"}], "view": view})
    assert send(first.token, review) == (409, "online-not-over")
    second.until("event")
    second.done("resign")
    assert send(None, review) == (403, "online-not-yours")
    assert send(secret(), review) == (403, "online-not-yours")
    assert send(first.token, {**review, "line": start_text, "looks": [], "moves": []}) == (409, "other-moves")
    assert send(first.token, review) == (204, "")
    assert send(first.token, {**review, "seconds": 3.0}) == (204, "")
    assert found(first.token) == {**review, "seconds": 3.0}
    assert [found(one) for one in (second.token, None)] == [None, None]
    first.leave()
    second.leave()
