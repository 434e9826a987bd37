"""The lobby: games that anybody may join or watch, who may do what there, and what comes of those who leave."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from fieldstone.server.online.schema import PROTOCOL
from tests.server.conftest import PATIENCE, Start
from tests.server.online.people import DAYS, FROM_ONLINE, Player, join, later, secret, seek, table

Visitor = Callable[[], "Looking"]


@pytest.fixture
def server(start: Start) -> Any:
    return start(online=True)


class Looking(Player):
    """Somebody who looks at the lobby, with what is listed there as told so far."""

    def __init__(self, server: Any) -> None:
        self.listed: dict[str, Any] = {}
        super().__init__(server, "")

    def hello(self, seq: int = 0) -> Any:
        self.say(type="hello", protocol=PROTOCOL, games=[], lobby=True)
        return self.until("lobby", lambda message: message["whole"])

    def hear(self) -> Any:
        message = super().hear()
        if message["type"] == "lobby":
            if message["whole"]:
                self.listed.clear()
            for gone in (*message["gone"], *message["over"]):
                self.listed.pop(gone, None)
            for one in (*message["seeks"], *message["games"]):
                self.listed[one["id"]] = one
        return message

    def wait(self, condition: Callable[[dict[str, Any]], bool]) -> None:
        """Hear until what is listed is as it should be."""
        while not condition(self.listed):
            self.until("lobby")


@pytest.fixture
def looking(server: Any) -> Iterator[Looking]:
    one = Looking(server)
    yield one
    one.leave()


def listed(server: Any) -> dict[str, Any]:
    found = server.get("/api/online/lobby")
    FROM_ONLINE.validate_python(found)
    return {one["id"]: one for one in (*found["seeks"], *found["games"])}


def at_last(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


# -- seeking --------------------------------------------------------------------------------------------------------


def test_a_seek_is_listed_taken_once_and_gone(server: Any, looking: Looking) -> None:
    game, token = seek(server, seat=1, public=False)
    assert (game["sought"], game["open"], game["public"]) == (True, True, False)
    maker = Player(server, game["id"], token)
    looking.wait(lambda found: game["id"] in found)
    entry = looking.listed[game["id"]]
    assert (entry["game"].partition(",")[0], entry["seat"], entry["rules"]["main"]) == ("vacu(size=5", 2, 300_000)
    joined, other = join(server, game, None)
    assert joined["seat"] == 2
    looking.wait(lambda found: game["id"] not in found)
    twice, _ = join(server, game, None, token=other)
    assert twice["seat"] == 2
    refused, _ = join(server, game, None, 409)
    assert refused["type"].endswith("online-taken")
    maker.until("event", lambda message: message["kind"] == "join")


def test_a_public_game_that_was_sought_is_listed_once(server: Any, looking: Looking) -> None:
    game, token = seek(server, public=True)
    maker = Player(server, game["id"], token)
    looking.wait(lambda found: "seat" in found.get(game["id"], {}))
    _, other = join(server, game, None)
    Player(server, game["id"], other)
    maker.hear_of("start")
    looking.wait(lambda found: "rows" in found.get(game["id"], {}))
    found = server.get("/api/online/lobby")
    assert ([one["id"] for one in found["seeks"]], [one["id"] for one in found["games"]]) == ([], [game["id"]])
    late = Looking(server)
    assert "rows" in late.listed[game["id"]]


def test_of_many_who_come_at_once_one_gets_it(server: Any) -> None:
    game, token = seek(server)
    maker = Player(server, game["id"], token)
    answers: list[int] = []
    ready = threading.Barrier(12)

    def come() -> None:
        with httpx.Client(base_url=server.client.base_url, timeout=PATIENCE) as client:
            ready.wait()
            answer = client.post(f"/api/online/games/{game['id']}/join", json={"token": secret()})
            answers.append(answer.status_code)
            if answer.status_code == 409:
                assert answer.json()["type"].endswith("online-taken")

    threads = [threading.Thread(target=come) for _ in range(12)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(answers) == [200] + [409] * 11
    events = maker.hello()["events"]
    assert [event["kind"] for event in events].count("join") == 1


@pytest.mark.parametrize("chosen", [1, 2])
def test_chance_tells_nobody_what_it_has_decided(
    server: Any, looking: Looking, chosen: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fieldstone.server.online.games.any_seat", lambda: chosen)
    game, token = seek(server, seat=None)
    assert game["seat"] == chosen
    maker = Player(server, game["id"], token)
    looking.wait(lambda found: game["id"] in found)
    assert looking.listed[game["id"]]["seat"] is None
    watcher = Player(server, game["id"])
    told = watcher.hello()
    assert told["here"]["seats"] == [False, False]
    assert told["players"][0] == told["players"][1] is not None
    joined, _ = join(server, game, None)
    assert joined["seat"] == 3 - chosen
    maker.hear_of("join")


def test_who_seeks_withdraws(server: Any, looking: Looking) -> None:
    game, token = seek(server)
    looking.wait(lambda found: game["id"] in found)
    stranger = Player(server, game["id"])
    stranger.refused("online-not-yours", "abort")
    maker = Player(server, game["id"], token)
    maker.done("abort")
    looking.wait(lambda found: game["id"] not in found)
    assert maker.events[1]["how"] == "withdrawn"
    refused, _ = join(server, game, None, 409)
    assert refused["type"].endswith("online-no-invitation")


def test_a_live_seek_goes_with_its_maker_after_a_while(server: Any, looking: Looking) -> None:
    game, token = seek(server)
    maker = Player(server, game["id"], token)
    looking.wait(lambda found: game["id"] in found)
    later(server, 21)  # who has asked once is taken to be there for so long
    maker.leave()
    looking.wait(lambda found: game["id"] not in found)  # nobody can come to somebody who is not there
    refused, _ = join(server, game, None, 409)
    assert refused["type"].endswith("online-maker-away")
    maker = Player(server, game["id"], token)
    looking.wait(lambda found: game["id"] in found)  # back in time
    maker.leave()
    looking.wait(lambda found: game["id"] not in found)
    later(server, 31)
    at_last(lambda: ends(server, game) == ["expired"])
    refused, _ = join(server, game, None, 409)
    assert refused["type"].endswith("online-no-invitation")


def ends(server: Any, game: Any) -> list[str]:
    """Return how a game has ended."""
    events = server.get(f"/api/online/games/{game['id']}/events")["events"]
    return [event["how"] for event in events if event["kind"] == "end"]


def test_a_seek_with_days_stays_for_days(server: Any) -> None:
    game, _ = seek(server, clock=DAYS)
    later(server, 2 * 24 * 3600)
    time.sleep(0.6)
    assert game["id"] in listed(server)
    later(server, 24 * 3600 + 60)
    at_last(lambda: ends(server, game) == ["expired"])
    assert game["id"] not in listed(server)


def test_whoever_begins_to_play_seeks_nobody_else(server: Any) -> None:
    """A live game wants both players: what they have sought beside it is withdrawn, and games with days are not."""
    first, _ = seek(server)
    second, _ = seek(server)
    days, _ = seek(server, clock=DAYS)
    with httpx.Client(base_url=server.client.base_url, timeout=PATIENCE) as friend:
        body = {"game": "vacu", "options": {"size": 5}, "clock": DAYS, "seat": 1, "token": secret()}
        theirs = friend.post(
            "/api/online/games", json=body | {"clock": {"kind": "fischer", "main": 60, "increment": 0}}
        )
        at_last(lambda: {one["id"] for one in (first, second, days, theirs.json())} <= listed(server).keys())
        taken = friend.post(f"/api/online/games/{second['id']}/join", json={"token": secret()})
        assert taken.status_code == 200
    for one in (first, theirs.json()):
        at_last(lambda game=one: ends(server, game) == ["withdrawn"])  # type: ignore[misc]
    at_last(lambda: listed(server).keys() == {days["id"]})


def test_nobody_takes_the_own_seek(server: Any) -> None:
    game, _ = seek(server)
    path, cookie = f"/api/online/games/{game['id']}/join", {"Cookie": "fieldstone-device=maker"}
    refused = server.post(path, {"token": secret()}, 409, headers=cookie)
    assert refused["type"].endswith("online-own-seek")


def test_who_seeks_has_a_cookie(server: Any) -> None:
    body = {"game": "vacu", "options": {"size": 5}, "clock": DAYS, "seat": 1}
    made = server.client.post("/api/online/games", json=body | {"token": secret()})
    assert "HttpOnly" in made.headers["set-cookie"]
    server.client.post("/api/online/games", json=body | {"token": secret()})
    again = server.client.post("/api/online/games", json=body | {"token": secret(), "invitation": secret()})
    assert "set-cookie" not in again.headers


def test_after_a_restart_seeks_are_there_for_who_comes_back(start: Start) -> None:
    server = start(online=True)
    game, token = seek(server)
    left, _ = seek(server)
    days, _ = seek(server, clock=DAYS)
    server.stop()
    again = start(online=True)
    maker = Player(again, game["id"], token)
    at_last(lambda: listed(again).keys() == {game["id"], days["id"]})
    later(again, 31)
    at_last(lambda: ends(again, left) == ["expired"])
    assert listed(again).keys() == {game["id"], days["id"]}
    maker.leave()


# -- attacks --------------------------------------------------------------------------------------------------------


def test_a_flood_of_seeks(start: Start) -> None:
    """One browser may seek three games at a time, one address some more, whatever it says of itself."""
    server = start(online=True, seeks=5)
    games = [seek(server, fresh=False) for _ in range(3)]
    problem, _ = seek(server, 429, fresh=False)
    assert problem["type"].endswith("online-seeks")
    for _ in range(2):
        seek(server, fresh=True)
    problem, _ = seek(server, 429, fresh=True)
    assert problem["type"].endswith("online-often")
    game, token = games[0]
    assert seek(server, token=token, fresh=True)[0]["id"] == game["id"]  # the same once more is no other
    Player(server, game["id"], token).done("abort")
    at_last(lambda: game["id"] not in server.app.state.services.online.lobby._makers)
    seek(server, fresh=False)


def test_a_game_by_link_is_neither_listed_nor_open_to_all(server: Any) -> None:
    first, second = table(server)
    assert listed(server) == {}
    body = {"game": "vacu", "options": {"size": 5}, "clock": DAYS, "seat": 1, "token": secret(), "invitation": secret()}
    game = server.post("/api/online/games", body, 201)
    assert listed(server) == {}
    refused, _ = join(server, game, None, 403)
    assert refused["type"].endswith("online-wrong-link")
    first.leave()
    second.leave()


def test_a_seek_begins_on_the_empty_board(server: Any) -> None:
    problem, _ = seek(server, 422, line="vacu(size=5) moves c3")
    assert problem["type"].endswith("online-seek-line")


def test_a_server_for_one_person_has_no_lobby(start: Start) -> None:
    server = start()
    server.get("/api/online/lobby", 404)


def test_who_goes_elsewhere_is_told_no_more(server: Any) -> None:
    first, second = table(server)
    second.say(type="hello", protocol=PROTOCOL, games=[], lobby=True)
    first.until("here", lambda message: message["seats"] == [True, False])
    second.until("lobby")
    second.say(type="hello", protocol=PROTOCOL, games=[])
    second.until("welcome")
    assert not server.app.state.services.online.lobby.watchers


# -- watching -------------------------------------------------------------------------------------------------------


def test_a_public_game_is_listed_while_it_is_played(server: Any, looking: Looking) -> None:
    first, second = table(server, public=True)
    looking.wait(lambda found: first.game in found)
    assert looking.listed[first.game]["moves"] == 0
    first.done("move", move="c3")
    looking.wait(lambda found: found[first.game]["moves"] == 1)
    assert looking.listed[first.game]["rows"].split("/")[2] == "..B.."
    second.hear_of("move")
    second.done("resign")
    looking.wait(lambda found: first.game not in found)
    first.hear_of("end")
    second.done("offer", offer="rematch")
    first.hear_of("offer")
    first.done("accept", offer="rematch")
    again = second.hear_of("rematch")["next"]
    first.game = second.game = again
    first.hello()
    second.hello()
    looking.wait(lambda found: again in found)


def test_public_games_are_listed_after_a_restart(start: Start) -> None:
    server = start(online=True)
    first, _ = table(server, public=True, clock=DAYS)
    first.done("move", move="c3")
    server.stop()
    again = start(online=True)
    at_last(lambda: first.game in listed(again))
    assert listed(again)[first.game]["moves"] == 1


def test_nothing_is_listed_that_the_disk_does_not_take(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    first, _ = table(server, public=True)
    at_last(lambda: first.game in listed(server))

    def full(*_: Any) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("fieldstone.server.online.writer.Writing.write", full)
    assert first.do("move", move="c3")["type"] == "refused"
    monkeypatch.undo()
    assert listed(server)[first.game]["moves"] == 0
    seek(server)


def test_what_is_told_of_a_move_is_small(server: Any, looking: Looking) -> None:
    """A game on the largest board, as whoever looks at the list is told of it."""
    first, _ = table(server, public=True, options={"size": 19})
    looking.wait(lambda found: first.game in found)
    assert len(json.dumps(looking.listed[first.game], separators=(",", ":"))) <= 850
