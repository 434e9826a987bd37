"""A database that version 0.1 has written: every game is there, opens as it was, and can be gone on with or exported.

web/journeys/made/0.1.made.ts made it, with what 0.1 itself said of each game and what each is there for: games.json.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import fieldstone
from tests.server.conftest import InProcess, Start

MADE = Path(__file__).parent / "data" / "0.1"
GAMES: list[dict[str, Any]] = json.loads((MADE / "games.json").read_text(encoding="utf-8"))
# The computer was to move when 0.1 was killed: it does so as soon as a page shows the game.
THINKING = [one for one in GAMES if one["onMove"] and one["seats"][str(one["onMove"])]["kind"] == "computer"]
STILL = [one for one in GAMES if one not in THINKING]
SAME = ("id", "gameText", "seats", "status", "onMove", "imported", "clockRules")
SECONDS = 60.0  # for which a running clock may have run on before a test has looked


@pytest.fixture
def server(start: Start, database: Path) -> InProcess:
    """A server of today on a copy of the database."""
    database.parent.mkdir()
    shutil.copy(MADE / "games.sqlite", database)
    return start()


def outcome(game: Any) -> Any:
    """How a game ended, without the sentence, whose words may change."""
    return game["outcome"] and {key: one for key, one in game["outcome"].items() if key != "sentence"}


def file(server: InProcess, game: Any, kind: str) -> bytes:
    answer = server.client.get(f"/api/games/{game['id']}/record", params={"format": kind})
    assert answer.status_code == 200, (game["about"], kind, answer.text)
    return answer.content


def test_what_there_is() -> None:
    """All seven games, running and finished; every way to end; every kind of clock and of opponent."""
    for name in fieldstone.games():
        assert {one["status"] for one in GAMES if one["gameText"].split("(")[0] == name} == {"playing", "over"}
    assert {one["outcome"]["termination"] for one in GAMES if one["outcome"]} == {
        "two-passes", "connection", "board-full", "inner-area-full", "repetition", "resignation", "time"
    }  # fmt: skip
    assert {one["clockRules"] and one["clockRules"]["kind"] for one in GAMES} == {None, "increment", "byoyomi"}
    seats = [seat for one in GAMES for seat in one["seats"].values()]
    assert {seat["kind"] for seat in seats} == {"human", "computer"}
    assert {seat["level"] for seat in seats} >= {None, 1, 10, "max"}
    assert any(one["seats"]["1"]["number"] == 2 for one in GAMES)  # a rematch
    assert sum(one["imported"] for one in GAMES) >= 3
    assert len(THINKING) == 1


def test_every_game_is_listed(server: InProcess) -> None:
    listed = {one["id"]: one for one in server.get("/api/games", params={"limit": 100})["games"]}
    assert listed.keys() == {one["id"] for one in GAMES}
    for game in GAMES:
        found = listed[game["id"]]
        for key in ("gameText", "seats", "status", "onMove", "rows"):
            assert found[key] == game[key], (game["about"], key)
        assert found["plies"] == len(game["moves"]), game["about"]
        assert outcome(found) == game["outcome"], game["about"]


def test_every_game_opens_as_it_was(server: InProcess) -> None:
    for game in STILL:
        found = server.look(game)
        for key in SAME:
            assert found[key] == game[key], (game["about"], key)
        assert [one["move"] for one in found["moves"]] == game["moves"], game["about"]
        assert outcome(found) == game["outcome"], game["about"]
        view = {key: found["view"][key] for key in ("line", "rows", "scoreText")}
        assert view == {key: game[key] for key in view}, game["about"]
        tree = server.get(f"/api/games/{game['id']}/tree")
        comments = [tree["comment"], *(node["comment"] for node in tree["nodes"])]
        assert (len(tree["nodes"]), [one for one in comments if one]) == (game["nodes"], game["comments"])


def test_clocks_stand_where_they_stood(server: InProcess) -> None:
    """While no server ran nobody could play: the clock that was running goes on from there."""
    for game in STILL:
        then, now = game["clock"], server.look(game)["clock"]
        if then is None:
            assert now is None
            continue
        assert (now["running"], now["periods"]) == (then["running"], then["periods"]), game["about"]
        for seat, left in then["left"].items():
            run = SECONDS if int(seat) == then["running"] else 1e-6
            assert left - run <= now["left"][seat] <= left, game["about"]
        assert then["running"] is None or now["now"] - now["since"] <= SECONDS, game["about"]


def test_every_running_game_is_gone_on_with(server: InProcess) -> None:
    for game in STILL:
        found = server.look(game)
        if found["status"] == "over":
            server.move(found, "pass", 409)
            continue
        legal = found["view"]["legal"]
        move = (["komi 3"] if legal["komi"] else [*legal["points"], *legal["namedMoves"]])[0]
        after = server.move(found, move)
        assert [one["move"] for one in after["moves"]] == [*game["moves"], move], game["about"]
        assert after["canUndo"]
        while after["thinking"]:
            after = server.reply(after)
        after = server.undo(after)
        assert [one["move"] for one in after["moves"]] == game["moves"], game["about"]
        assert after["status"] == "playing"


def test_a_computer_that_was_thinking_may_move(server: InProcess) -> None:
    assert THINKING
    for game in THINKING:
        found = server.look(game)
        assert found["thinking"], game["about"]
        assert [one["move"] for one in server.reply(found)["moves"]][:-1] == game["moves"]


def test_every_game_is_exported_and_comes_back(server: InProcess) -> None:
    for game in STILL:
        square, over = server.look(game)["shape"] == "square", game["status"] == "over"
        kinds = ["record", "sgf", "moves", *(["viewer"] if square else []), *(["abstractplay"] if over else [])]
        for kind in kinds:
            content = file(server, game, kind).decode()
            if kind == "abstractplay" and game["outcome"]["termination"] == "repetition":
                continue  # it begins at its end
            again = server.post("/api/games/import", {"text": content}, 201)
            assert again["view"]["line"] == game["line"], (game["about"], kind)
            assert kind == "moves" or outcome(again) == game["outcome"], (game["about"], kind)
        assert file(server, game, "position").decode().startswith(game["gameText"])
        assert file(server, game, "svg").startswith(b"<svg")


def test_keys_of_others_are_kept(server: InProcess) -> None:
    (game,) = (one for one in GAMES if "a key that nobody knows" in one["about"])
    assert json.loads(file(server, game, "record"))["x-other"] == {"kept": ["as", "it", "is"]}
