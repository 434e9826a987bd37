"""Several processes that serve the same games from one PostgreSQL: whoever writes first decides, and all hear of it."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from tests.server.conftest import InProcess, OwnProcess, Start
from tests.server.online.people import DAYS, FISCHER, Player, invite, join, nonce, secret, seek
from tests.server.postgres import Postgres

PATIENCE = 20.0
LISTENER = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'fieldstone listener'"


@pytest.fixture
def address(postgres_address: str) -> str:
    return postgres_address


@pytest.fixture
def two(start: Start) -> tuple[InProcess, InProcess]:
    """Two servers, each of which knows of the other only what the database tells."""
    return start(online=True), start(online=True)


def across(two: tuple[InProcess, InProcess], **more: Any) -> tuple[Player, Player]:
    """Return two players at a new game, each at another server."""
    made, token, invitation = invite(two[0], **more)
    _, other = join(two[1], made, invitation)
    first, second = Player(two[0], made["id"], token), Player(two[1], made["id"], other)
    begun = "join" if made["rules"]["kind"] == "days" else "start"
    for one in (first, second):
        if not any(event["kind"] == begun for event in one.events.values()):
            one.hear_of(begun)
    return first, second


def until(condition: Callable[[], Any]) -> Any:
    """Wait until something holds, and return what it is."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("it never holds")


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """Do some things at the same time, and return what came of each."""
    results: list[Any] = [None] * len(works)
    ready = threading.Barrier(len(works))

    def do(at: int, work: Callable[[], Any]) -> None:
        ready.wait()
        results[at] = work()

    threads = [threading.Thread(target=do, args=one) for one in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def bare(events: dict[int, Any]) -> list[Any]:
    """Return events without what is only told around them."""
    around = ("type", "game", "clock", "now", "nonce")
    return [{name: one[name] for name in one if name not in around} for _, one in sorted(events.items())]


# -- playing --------------------------------------------------------------------------------------------------------


def test_a_game_to_its_rematch(two: tuple[InProcess, InProcess]) -> None:
    first, second = across(two)
    first.done("move", move="c3")
    heard = second.hear_of("move")
    assert heard["move"] == "c3"
    assert heard["clock"]["running"] == 2
    second.done("move", move="d3")
    first.hear_of("move")
    first.done("offer", offer="takeback")
    second.hear_of("offer")
    second.done("accept", offer="takeback")
    assert first.hear_of("takeback")["ply"] == 0
    first.done("move", move="b2")
    second.hear_of("move")
    second.done("more-time")
    first.hear_of("time")
    first.done("resign")
    assert second.hear_of("end")["how"] == "resignation"
    assert bare(first.events) == bare(second.events)
    second.done("offer", offer="rematch")
    first.hear_of("offer")
    first.done("accept", offer="rematch")
    game = second.hear_of("rematch")["next"]
    first.game, second.game = game, game
    assert (first.hello()["seat"], second.hello()["seat"]) == (2, 1)


def test_they_know_that_both_are_there(two: tuple[InProcess, InProcess]) -> None:
    first, second = across(two)
    watcher = Player(two[1], first.game)
    first.until("here", lambda message: (message["seats"], message["watchers"]) == ([True, True], 1))
    watcher.leave()
    second.leave()
    first.until("here", lambda message: (message["seats"], message["watchers"]) == ([True, False], 0))


def test_who_has_left_can_be_beaten_from_elsewhere(two: tuple[InProcess, InProcess]) -> None:
    first, second = across(two, clock={"kind": "fischer", "main": 600, "increment": 0})
    first.done("move", move="c3")
    second.hear_of("move")
    second.done("move", move="d3")
    first.hear_of("move")
    second.refused("online-no-claim", "claim")
    games = two[1].app.state.services.online
    now = games._steady
    games._steady = lambda: now() + 61
    second.refused("online-no-claim", "claim")  # the other is there, at the other process
    first.leave()
    second.until("here", lambda message: message["seats"] == [False, True])
    games._steady = lambda: now() + 122
    second.done("claim")
    assert second.events[second.seq]["how"] == "forfeit"


# -- races ----------------------------------------------------------------------------------------------------------


def test_two_guests_press_join_at_once(two: tuple[InProcess, InProcess]) -> None:
    for _ in range(3):
        game, _, invitation = invite(two[0])
        for server in two:
            server.get(f"/api/online/games/{game['id']}/events")  # it is in memory at both
        path = f"/api/online/games/{game['id']}/join"

        def press(server: InProcess, path: str = path, invitation: str = invitation) -> int:
            return server.client.post(path, json={"invitation": invitation, "token": secret()}).status_code

        assert sorted(at_once(lambda: press(two[0]), lambda: press(two[1]))) == [200, 409]
        events = [server.get(f"/api/online/games/{game['id']}/events")["events"] for server in two]
        assert [event["kind"] for event in events[0]].count("join") == 1
        assert events[0][0] == events[1][0]


def test_one_guest_who_presses_join_at_both_has_one_seat(two: tuple[InProcess, InProcess]) -> None:
    game, _, invitation = invite(two[0])
    token = secret()
    joined = at_once(*(lambda server=server: join(server, game, invitation, token=token)[0] for server in two))
    assert [one["seat"] for one in joined] == [2, 2]


def test_who_has_joined_elsewhere_has_the_seat_before_that_is_heard(
    two: tuple[InProcess, InProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page joins over HTTP and then opens its line, at once; the next process may know nothing of it yet."""
    made, _, invitation = invite(two[0], clock=DAYS)
    monkeypatch.setattr(two[0].app.state.services.online.following, "_known", lambda game_id: None)
    _, other = join(two[1], made, invitation)
    second = Player(two[0], made["id"], other)
    assert second.hello()["seat"] == 2
    assert two[0].get(f"/api/online/games/{made['id']}/events", headers={"X-Seat-Token": other})["seat"] == 2


def test_what_is_heard_while_a_game_is_read_is_not_forgotten(
    two: tuple[InProcess, InProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, token, invitation = invite(two[0], clock=DAYS)
    join(two[0], made, invitation)
    first = Player(two[0], made["id"], token)
    there = two[1].app.state.services.online
    read_alerts = there.seats.read_alerts

    async def read_late(room: Any) -> None:
        """Go on when a move was made that the game as it has been read does not have."""
        await asyncio.to_thread(first.done, "move", move="c3")
        while made["id"] not in there.following._late:
            await asyncio.sleep(0.01)
        await read_alerts(room)

    monkeypatch.setattr(there.seats, "read_alerts", read_late)
    told = two[1].get(f"/api/online/games/{made['id']}/events")
    assert [event["kind"] for event in told["events"]] == ["join", "move"]


def test_what_is_asked_for_at_both_is_made_once(two: tuple[InProcess, InProcess]) -> None:
    token = secret()
    made = at_once(*(lambda server=server: invite(server, token=token)[0]["id"] for server in two))
    assert made[0] == made[1]


def test_the_same_command_at_both_is_done_once(two: tuple[InProcess, InProcess]) -> None:
    """As when a line breaks after the move was sent, and the page says it again to another process."""
    first, second = across(two)
    again = Player(two[1], first.game, first.token)
    for number, point in enumerate(("c3", "d3", "b3")):
        mover, others = (first, (again,)) if number % 2 == 0 else (second, ())
        name, seq = nonce(), mover.seq
        answers = at_once(*(partial(one.do, "move", name, move=point, seq=seq) for one in (mover, *others)))
        assert all(answer == answers[0] for answer in answers)
        assert answers[0]["seq"] == 3 + number
        if number % 2 == 0:
            second.hear_of("move")
        else:
            first.hear_of("move")
            again.hear_of("move")


def test_who_is_too_slow_hears_what_the_rules_say(two: tuple[InProcess, InProcess]) -> None:
    """Nobody hears that another process was quicker: what was wanted is decided anew, with what has happened."""
    first, second = across(two, clock=DAYS)
    for number, point in enumerate(("c3", "d3", "b2", "d2", "b4", "d4")):
        mover, other = (first, second) if number % 2 == 0 else (second, first)
        offer, move = at_once(partial(other.do, "offer", offer="draw"), partial(mover.do, "move", move=point))
        assert move["type"] == "done"
        if offer["type"] == "refused":  # the position was another one by then
            assert offer["problem"]["type"].endswith("online-stale")
        until(lambda: all(one.hello(one.seq) for one in (first, second)) and bare(first.events) == bare(second.events))
    both = at_once(lambda: first.do("offer", offer="pause"), lambda: second.do("offer", offer="pause"))
    assert [one["type"] for one in both] == ["done", "done"]  # the later one has agreed
    assert [event["kind"] for event in first.hello()["events"]][-2:] == ["offer", "pause"]
    ends = at_once(lambda: first.do("resign"), lambda: second.do("resign"))
    assert sorted(one["type"] for one in ends) == ["done", "refused"]
    [refused] = [one for one in ends if one["type"] == "refused"]
    assert refused["problem"]["type"].endswith(":over")
    assert [event["kind"] for event in first.hello()["events"]].count("end") == 1


# -- the lobby ------------------------------------------------------------------------------------------------------


def lobby(server: InProcess) -> Any:
    return server.get("/api/online/lobby")


def test_a_seek_is_listed_and_joined_everywhere(two: tuple[InProcess, InProcess]) -> None:
    made, token = seek(two[0], public=True)
    maker = Player(two[0], made["id"], token)
    until(lambda: [one for one in lobby(two[1])["seeks"] if one["id"] == made["id"]])
    _, other = join(two[1], made, None)
    guest = Player(two[1], made["id"], other)
    until(lambda: not any(lobby(server)["seeks"] for server in two))
    until(lambda: all([one["id"] for one in lobby(server)["games"]] == [made["id"]] for server in two))
    maker.until("event", lambda event: event["kind"] == "start")
    maker.done("move", move="c3")
    guest.hear_of("move")
    until(lambda: lobby(two[1])["games"][0]["moves"] == 1)
    guest.done("resign")
    until(lambda: not any(lobby(server)["games"] for server in two))


def test_what_is_listed_goes_with_its_end_where_it_is_not_in_memory(two: tuple[InProcess, InProcess]) -> None:
    made, token = seek(two[0], public=True, clock={"kind": "days", "days": 1})
    maker = Player(two[0], made["id"], token)
    join(two[0], made, None)
    there = two[1].app.state.services.online
    until(lambda: lobby(two[1])["games"] and there._rooms.there(made["id"]))
    there._rooms.forget(there._rooms.there(made["id"]))  # as after an error of the database
    maker.hear_of("join")
    maker.done("resign")
    until(lambda: not lobby(two[1])["games"])
    maker.leave()


def test_makers_are_counted_everywhere(two: tuple[InProcess, InProcess]) -> None:
    clock = {"kind": "days", "days": 1}
    made = [seek(two[number % 2], clock=clock)[0]["id"] for number in range(3)]
    until(lambda: all({one["id"] for one in lobby(server)["seeks"]} == set(made) for server in two))
    for server in two:
        seek(server, status=429, clock=clock)


def test_who_is_at_a_game_seeks_no_other(two: tuple[InProcess, InProcess]) -> None:
    made = [seek(server) for server in two]
    players = [Player(two[0], game["id"], token) for game, token in made]
    until(lambda: all(len(lobby(server)["seeks"]) == 2 for server in two))
    guest = join(two[1], made[0][0], None)
    assert guest[0]["seat"] == 2
    end = players[1].hear_of("end")
    assert end["how"] == "withdrawn"
    until(lambda: not any(lobby(server)["seeks"] for server in two))


# -- what goes on by itself -------------------------------------------------------------------------------------------


def leaders(servers: Any) -> list[bool]:
    return [server.app.state.services.online._processes.leads for server in servers]


def test_one_does_what_goes_on_by_itself_and_another_when_it_has_gone(
    two: tuple[InProcess, InProcess],
) -> None:
    until(lambda: sum(leaders(two)) == 1)
    leader, other = two if leaders(two)[0] else two[::-1]
    first, _ = across((other, leader), clock=DAYS)
    leader.stop()
    until(lambda: leaders([other]) == [True])
    games = other.app.state.services.online
    now = games._steady
    games._steady = lambda: now() + 25 * 3600
    assert first.hear_of("end")["how"] == "time"


def test_clocks_stand_only_while_no_process_runs(start: Start, two: tuple[InProcess, InProcess]) -> None:
    first, _ = across(two, clock=DAYS)
    since = first.hello()["clock"]["since"]
    third = start(online=True)
    assert Player(third, first.game, first.token).hello()["clock"]["since"] == since
    for server in (*two, third):
        server.stop()
    moved = Player(start(online=True), first.game, first.token).hello()["clock"]["since"]
    assert moved >= since + 15_000


# -- what breaks ----------------------------------------------------------------------------------------------------


def test_a_listener_that_is_cut_misses_nothing(two: tuple[InProcess, InProcess], postgres_server: Postgres) -> None:
    first, second = across(two, clock=DAYS)
    cut = threading.Event()

    def cutting() -> None:
        while not cut.wait(0.02):
            postgres_server.execute(LISTENER)

    thread = threading.Thread(target=cutting)
    thread.start()
    try:
        for number, point in enumerate(("c3", "d3", "b2", "d2")):
            mover, other = (first, second) if number % 2 == 0 else (second, first)
            mover.done("move", move=point)
            assert other.hear_of("move")["move"] == point  # a little later
        first.done("resign")
    finally:
        cut.set()
        thread.join()
    assert second.hear_of("end")["how"] == "resignation"
    assert bare(first.events) == bare(second.events)


def test_a_database_that_starts_again_loses_nothing(
    two: tuple[InProcess, InProcess], postgres_server: Postgres
) -> None:
    first, second = across(two, clock=DAYS)
    first.done("move", move="c3")
    second.hear_of("move")
    postgres_server.stop()
    second.say(type="do", game=second.game, nonce="meanwhile", seq=second.seq, what="move", move="d3")
    time.sleep(0.3)
    postgres_server.start()
    assert second.until("event", lambda event: event.get("nonce") == "meanwhile")["move"] == "d3"
    assert first.hear_of("move")["move"] == "d3"
    first.done("move", move="b2")
    assert second.hear_of("move")["move"] == "b2"
    assert bare(first.events) == bare(second.events)


@pytest.fixture
def spawned(address: str) -> Iterator[list[OwnProcess]]:
    running = [OwnProcess(address, online=True) for _ in range(2)]
    yield running
    for one in running:
        one.kill()


def test_a_process_that_is_killed_takes_no_game_with_it(spawned: list[OwnProcess], address: str) -> None:
    """A sample of what `bench/kills.py` does to all of them in turn."""
    made, token, invitation = invite(spawned[0], clock=FISCHER)
    _, other = join(spawned[1], made, invitation)
    first, second = Player(spawned[0], made["id"], token), Player(spawned[1], made["id"], other)
    until(lambda: any(event["kind"] == "start" for event in first.events.values()) or first.hello(first.seq) is None)
    second.hello(second.seq)
    first.done("move", move="c3")
    second.hear_of("move")
    second.done("move", move="d3")
    first.hear_of("move")
    first.say(type="do", game=first.game, nonce="on its way", seq=first.seq, what="move", move="b2")
    spawned[0].kill()
    back = Player(spawned[1], first.game, first.token)
    assert bare(back.events)[: len(first.events)] == bare(first.events)
    answer = back.do("move", "on its way", move="b2", seq=first.seq)
    assert answer["type"] == "done"
    assert [event.get("move") for event in back.events.values()].count("b2") == 1
    second.until("event", lambda event: event.get("move") == "b2")
    second.until("here", lambda message: message["seats"] == [True, True])
    back.leave()
    second.until("here", lambda message: message["seats"] == [False, True])  # the dead process is forgotten too
