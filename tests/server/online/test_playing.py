"""Games between people over the server's own surface: seats, rights, commands that come twice, ends, restarts."""

import json
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from fieldstone.server.online import rights
from fieldstone.server.online.schema import PROTOCOL
from tests.server.conftest import OwnProcess, Start
from tests.server.online.people import DAYS, Player, invite, join, move_both, secret, table


@pytest.fixture
def server(start: Start) -> Any:
    return start(online=True)


def test_a_server_for_one_person_does_not_offer_it(start: Start) -> None:
    server = start()
    assert server.get("/api/offering") == {"online": False, "alerts": None, "passkeys": False, "mail": False}
    server.post("/api/online/games", {}, 404)


# -- invitations ----------------------------------------------------------------------------------------------------


def test_looking_takes_no_seat_and_only_one_is_there(server: Any) -> None:
    game, _, invitation = invite(server)
    for _ in range(3):
        assert server.get(f"/api/online/games/{game['id']}/events")["open"]
    joined, _ = join(server, game, invitation)
    assert joined["seat"] == 2
    assert not joined["open"]
    problem, _ = join(server, game, invitation, 409)
    assert problem["type"].endswith("online-taken")
    assert server.get(f"/api/online/games/{game['id']}/events")["seat"] is None  # who comes later watches


def test_inviting_and_joining_twice_is_once(server: Any) -> None:
    game, token, invitation = invite(server)
    again, _, _ = invite(server, token=token)
    assert again["id"] == game["id"]
    _, other = join(server, game, invitation)
    twice, _ = join(server, game, invitation, token=other)
    assert (twice["seat"], [event["kind"] for event in twice["events"]].count("join")) == (2, 1)


def test_a_guessed_link_opens_nothing(server: Any) -> None:
    game, _, _ = invite(server)
    problem, _ = join(server, game, secret(), 403)
    assert problem["type"].endswith("online-wrong-link")
    server.post("/api/online/games/nowhere/join", {"invitation": secret(), "token": secret()}, 404)


def test_a_withdrawn_invitation_says_so(server: Any) -> None:
    game, token, invitation = invite(server)
    player = Player(server, game["id"], token)
    player.done("abort")
    assert player.events[1]["how"] == "withdrawn"
    problem, _ = join(server, game, invitation, 409)
    assert problem["type"].endswith("online-no-invitation")
    player.leave()


def test_too_many_invitations_from_one_address(start: Start) -> None:
    server = start(online=True, invitations=2)
    invite(server)
    invite(server)
    invite(server, status=429)


def test_secrets_are_kept_as_hashes(server: Any, database: Path) -> None:
    game, token, invitation = invite(server)
    _, other = join(server, game, invitation)
    with sqlite3.connect(database) as connection:
        text = "\n".join(connection.iterdump())
    assert game["id"] in text
    assert not any(one in text for one in (token, other, invitation))


# -- playing --------------------------------------------------------------------------------------------------------


def test_a_game_to_its_rematch(two: tuple[Player, Player]) -> None:
    first, second = two
    assert first.done("move", move="c3")["seq"] == 3
    assert second.hear_of("move")["move"] == "c3"
    second.done("move", move="d3")
    first.hear_of("move")
    first.done("offer", offer="takeback")
    second.hear_of("offer")
    second.done("accept", offer="takeback")
    taken = first.hear_of("takeback")
    assert taken["ply"] == 0
    assert taken["clock"]["running"] == 1
    first.done("move", move="b2")
    first.done("resign")
    end = second.hear_of("end")
    assert (end["winner"], end["how"]) == (2, "resignation")
    second.done("offer", offer="rematch")
    first.hear_of("offer")
    first.done("accept", offer="rematch")
    game = second.hear_of("rematch")["next"]
    first.game, second.game = game, game
    assert (first.hello()["seat"], second.hello()["seat"]) == (2, 1)  # the seats are exchanged


def test_an_event_is_small(two: tuple[Player, Player]) -> None:
    first, second = two
    for number, one in enumerate("abcde"):
        first.done("move", move=f"{one}1")
        event = second.hear_of("move")
        second.done("move", move=f"{one}5" if number else "button")
        first.hear_of("move")
        assert len(json.dumps(event, separators=(",", ":"))) <= 300


def test_the_same_command_is_done_once_and_has_the_same_answer(two: tuple[Player, Player]) -> None:
    first, _ = two
    answers = [first.do("move", "same", move="c3", seq=2) for _ in range(3)]
    assert answers == [answers[0]] * 3
    assert first.hello()["events"][-1]["seq"] == 3


def test_what_comes_before_its_hello_is_not_refused(server: Any, two: tuple[Player, Player]) -> None:
    """It may have been done over an earlier line, so that no would be a lie."""
    first, _ = two
    assert first.do("move", "once", move="c3", seq=2)["seq"] == 3
    late = Player(server, first.game, first.token)
    late.say(type="do", game="another", nonce="once", seq=2, what="move", move="c3")
    assert late.until("again")["game"] == "another"
    assert late.do("move", "once", move="c3", seq=2)["seq"] == 3
    late.leave()


def test_who_may_do_what(server: Any, two: tuple[Player, Player]) -> None:
    first, second = two
    stranger = Player(server, first.game)
    foreign = Player(server, first.game, secret())
    for one in (stranger, foreign):
        for what in ("move", "resign", "abort", "claim"):
            one.refused("online-not-yours", what, move="c3")
        one.refused("online-not-yours", "offer", offer="takeback")
        one.leave()
    second.refused("online-turn", "move", move="c3")
    second.refused("no-undo", "offer", offer="takeback")
    second.refused("online-no-offer", "accept", offer="takeback")
    second.refused("online-no-claim", "claim")
    second.refused("online-no-rematch", "offer", offer="rematch")
    first.done("move", move="c3")
    first.refused("online-turn", "move", move="d3")
    second.hear_of("move")
    second.refused("illegal-move", "move", move="c3")
    second.done("move", move="d3")
    first.refused("online-stale", "move", move="e3", seq=2)
    first.refused("online-no-abort", "abort")
    first.done("offer", offer="takeback")
    first.refused("online-no-offer", "accept", offer="takeback")  # one's own offer
    first.refused("online-offered", "offer", offer="takeback")
    second.done("decline", offer="takeback")
    first.hear_of("decline")
    first.refused("online-declined", "offer", offer="takeback")
    for _ in range(3):  # what was withdrawn was not declined
        first.done("offer", offer="pause")
        first.done("decline", offer="pause")
    first.refused("online-offered-enough", "offer", offer="pause")
    second.done("resign")
    first.hear_of("end")
    first.refused("over", "move", move="e3")
    first.refused("over", "resign")


def test_more_time_for_the_other(server: Any, two: tuple[Player, Player]) -> None:
    first, second = two
    second.done("more-time")
    event = first.hear_of("time")
    assert (event["given"], event["clock"]["left"]) == (15_000, [315_000, 300_000])
    for _ in range(19):
        second.done("more-time")
    second.refused("online-no-time", "more-time")
    one, _ = table(server, clock=DAYS)
    one.refused("online-no-time", "more-time")


def test_players_say_something(server: Any, two: tuple[Player, Player]) -> None:
    """To each other and to who watches, a few times in each position; nothing else changes."""
    first, second = two
    before = server.get(f"/api/online/games/{first.game}/events")
    second.done("say", phrase="hello")
    heard = first.hear_of("say")
    assert (heard["seat"], heard["phrase"], heard["clock"]) == (2, "hello", before["clock"])
    for _ in range(rights.MOST_SAID - 1):
        second.done("say", phrase="luck")
    second.refused("online-said-enough", "say", phrase="oops")
    first.done("say", phrase="thanks")
    first.done("move", move="c3")
    second.hear_of("move")
    second.done("say", phrase="nice")
    second.refused("missing", "say")
    first.done("resign")
    second.hear_of("end")
    for _ in range(rights.MOST_SAID):
        second.done("say", phrase="good-game")
    second.refused("online-said-enough", "say", phrase="bye")
    assert server.get(f"/api/online/games/{first.game}/events")["events"][-1]["kind"] == "say"


def test_how_ones_own_games_stand(server: Any, two: tuple[Player, Player]) -> None:
    first, second = two
    move_both(first, second)
    first.done("offer", offer="takeback")
    open_game, token, _ = invite(server)
    seats = [{"id": first.game, "token": first.token}, {"id": open_game["id"], "token": token}]
    foreign = [{"id": first.game, "token": secret()}, {"id": "nowhere", "token": secret()}]
    assert server.post("/api/online/standings", {"games": foreign}) == {"games": []}
    found = {one["id"]: one for one in server.post("/api/online/standings", {"games": seats})["games"]}
    game = found[first.game]
    assert (game["seat"], game["moves"], game["phase"], game["clock"]["running"]) == (1, "c3,d3", "playing", 1)
    assert (found[open_game["id"]]["phase"], found[open_game["id"]]["moves"]) == ("open", "")
    assert (game["offers"], found[open_game["id"]]["offers"]) == ({"takeback": 1}, {})
    first.done("resign")
    [game] = server.post("/api/online/standings", {"games": seats[:1]})["games"]
    assert (game["phase"], game["end"], game["offers"]) == ("over", {"winner": 2, "how": "resignation"}, {})


def test_what_was_refused_is_not_done_when_it_comes_once_more(two: tuple[Player, Player]) -> None:
    first, second = two
    answers = [second.do("move", "early", move="d3", seq=2)]
    first.done("offer", offer="pause")
    second.hear_of("offer")
    answers += [second.do("resume", "too soon")]
    second.done("accept", offer="pause")
    answers += [second.do("resume", "too soon")]
    assert [answer["type"] for answer in answers] == ["refused"] * 3
    assert answers[1] == answers[2]


def test_before_both_have_moved_a_game_can_be_called_off(two: tuple[Player, Player]) -> None:
    first, second = two
    first.done("move", move="c3")
    second.done("abort")
    end = first.hear_of("end")
    assert (end["winner"], end["how"]) == (None, "aborted")


def test_who_comes_back_hears_what_was_missed(server: Any, two: tuple[Player, Player]) -> None:
    first, second = two
    second.leave()
    first.done("move", move="c3")
    back = Player(server, first.game, second.token)
    assert [event["kind"] for event in back.hello(seq=2)["events"]] == ["move"]
    assert [event["kind"] for event in back.hello(seq=99)["events"]] == ["join", "start", "move"]
    back.leave()


def test_they_are_told_who_is_there(server: Any, two: tuple[Player, Player]) -> None:
    first, second = two
    second.leave()
    first.until("here", lambda message: message["seats"] == [True, False])
    watcher = Player(server, first.game)
    first.until("here", lambda message: message["watchers"] == 1)
    watcher.leave()


def test_everything_by_plain_requests(server: Any) -> None:
    game, token, invitation = invite(server)
    _, other = join(server, game, invitation)
    place = f"/api/online/games/{game['id']}"

    def look(by: str, after: int = 0) -> Any:
        return server.get(f"{place}/events?after={after}", headers={"X-Seat-Token": by})

    def do(by: str, status: int = 200, **command: Any) -> Any:
        return server.post(f"{place}/do", command, status, headers={"X-Seat-Token": by})

    look(token)
    look(other)
    while look(token)["clock"]["running"] == 0:  # both are there, as they ask
        time.sleep(0.02)
    command: dict[str, Any] = {"nonce": "1", "seq": 2, "what": "move", "move": "c3"}
    assert do(token, **command) == do(token, **command) == {"seq": 3}
    assert [event["kind"] for event in look(other, 2)["events"]] == ["move"]
    assert do(other, 409, nonce="2", seq=1, what="move", move="d3")["type"].endswith("online-stale")
    server.post(f"{place}/do", command, 403)


def test_two_stones_and_the_talk_about_komi(server: Any) -> None:
    first, second = table(server, "vadus", options={"size": 4})
    first.done("move", move="d4")
    second.hear_of("move")
    second.done("move", move="c3")
    second.done("move", move="b2")
    assert [event["clock"]["running"] for event in (first.hear_of("move"), first.hear_of("move"))] == [2, 1]
    first, second = table(server, "vacu", options={"size": 5, "setup": "auction"})
    first.done("move", move="komi 4")
    second.hear_of("move")
    second.done("move", move="black")
    event = first.hear_of("move")
    assert event["clock"]["running"] == 2  # the second seat has Black


def test_another_protocol(server: Any, two: tuple[Player, Player]) -> None:
    first, _ = two
    first.say(type="hello", protocol=99, games=[])
    assert first.until("other-protocol")["protocol"] == PROTOCOL


def test_another_protocol_over_plain_requests(server: Any) -> None:
    game, token, _ = invite(server)
    place = f"/api/online/games/{game['id']}"
    spoken = {"X-Online-Protocol": str(PROTOCOL), "X-Seat-Token": token}
    assert server.get(f"{place}/events", headers=spoken)["seat"] == 1
    other = {**spoken, "X-Online-Protocol": str(PROTOCOL + 1)}
    abort = {"nonce": "abort", "seq": 0, "what": "abort"}
    for refused in (
        server.get(f"{place}/events", 409, headers=other),
        server.get("/api/online/lobby", 409, headers=other),
        server.post(f"{place}/do", abort, 409, headers=other),
    ):
        assert refused["type"].endswith("online-other-protocol")
    assert server.get(f"{place}/events")["open"]
    server.post(f"{place}/do", abort, headers=spoken)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"type":"do"}', "[" * 3000, '{"type":"hello","protocol":3}', "x" * 9999]
)
def test_garbage_is_answered(text: str, two: tuple[Player, Player]) -> None:
    first, second = two
    first.socket.send(text)
    first.until("wrong")
    first.done("move", move="c3")
    second.hear_of("move")


# -- the disk -------------------------------------------------------------------------------------------------------


def test_what_was_told_is_there_after_kill_9(database: Path) -> None:
    """A sample of what `make soak` does two hundred times."""
    spawned: list[OwnProcess] = []
    told: dict[int, Any] = {}
    try:
        for round_number in range(3):
            server = OwnProcess(database, online=True)
            spawned.append(server)
            if not round_number:
                first, second = table(server, options={"size": 9})
                game, tokens = first.game, (first.token, second.token)
            else:
                first, second = (Player(server, game, token) for token in tokens)
            for seq, event in told.items():
                assert first.events[seq]["kind"] == event["kind"]
            for point in [f"{column}{round_number * 2 + 1}" for column in "abcdef"]:
                mover, other = (
                    (first, second)
                    if not sum(e["kind"] == "move" for e in first.events.values()) % 2
                    else (second, first)
                )
                mover.done("move", move=point, seq=first.seq)
                other.hear_of("move")
            told = dict(first.events) | dict(second.events)
            server.kill()
        server = OwnProcess(database, online=True)
        spawned.append(server)
        back = Player(server, game, tokens[0])
        assert set(back.events) == set(told)
        assert sum(event["kind"] == "move" for event in back.events.values()) == 18
    finally:
        for server in spawned:
            server.kill()


def test_time_without_a_server_is_not_counted(start: Start, database: Path) -> None:
    server = start(online=True)
    first, _ = table(server, clock=DAYS)
    before = first.hello()["clock"]["since"]
    server.stop()
    away = 40 * 24 * 3600 * 1000
    with sqlite3.connect(database) as connection:
        for column, name in (("at", "online_processes"), ("updated", "online_games")):
            connection.execute(f"UPDATE {name} SET {column} = {column} - {away}")
        connection.execute(f"UPDATE online_games SET since = since - {away}, deadline = deadline - {away}")
    again = start(online=True)
    back = Player(again, first.game, first.token).hello()
    assert [event["kind"] for event in back["events"]] == ["join"]
    assert 0 <= back["clock"]["since"] - before < 60_000


def test_games_end_whether_or_not_anybody_looks(server: Any, database: Path) -> None:
    first, second = table(server, clock=DAYS)
    open_game, _, invitation = invite(server)
    first.leave()
    second.leave()
    server.app.state.services.online._steady = lambda: time.time() + 30 * 24 * 3600
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        with sqlite3.connect(database) as connection:
            ended = connection.execute("SELECT count(*) FROM online_events WHERE kind = 'end'").fetchone()[0]
        if ended == 2:
            break
        time.sleep(0.05)
    how = [
        event["how"]
        for one in (first.game, open_game["id"])
        for event in server.get(f"/api/online/games/{one}/events")["events"]
        if event["kind"] == "end"
    ]
    assert how == ["time", "expired"]
    assert join(server, open_game, invitation, 409)[0]["type"].endswith("online-no-invitation")


def test_a_move_that_comes_after_the_flag_ends_the_game(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = table(server, clock={"kind": "fischer", "main": 60, "increment": 0})
    move_both(first, second)
    games = server.app.state.services.online
    monkeypatch.setattr(games._due, "look", lambda passed, most: [])  # else the game may end by itself before
    now = games._steady
    games._steady = lambda: now() + 61
    first.refused("online-late", "move", move="e3")
    end = second.hear_of("end")
    assert (end["winner"], end["how"]) == (2, "time")


def test_a_player_who_has_left_can_be_beaten(server: Any) -> None:
    first, second = table(server, clock={"kind": "fischer", "main": 600, "increment": 0})
    move_both(first, second)
    first.leave()
    second.until("here", lambda message: message["seats"] == [False, True])
    second.refused("online-no-claim", "claim")
    games = server.app.state.services.online
    now = games._steady
    games._steady = lambda: now() + 61
    second.done("claim")
    assert second.events[second.seq]["how"] == "forfeit"


def test_nothing_is_told_that_the_disk_does_not_take(server: Any, two: tuple[Player, Player], monkeypatch: Any) -> None:
    first, second = two

    def full(*_: Any) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("fieldstone.server.online.writer.Writing.write", full)
    answer = first.do("move", move="c3")
    assert answer["type"] == "refused"
    monkeypatch.undo()
    assert [event["kind"] for event in first.hello()["events"]] == ["join", "start"]
    first.done("move", move="d3")
    second.hello()
    assert [event.get("move") for event in second.events.values()] == [None, None, "d3"]
