"""Fair play: who does not want to play whom, what players report, and what the organiser does about it."""

import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from fieldstone.server.online import fair_play
from fieldstone.server.online.accounts_schema import Reports
from fieldstone.server.storage import blocks
from tests.server.conftest import PATIENCE, Start
from tests.server.online.members import Browse, Browser, at_a_game, browsers, sit_down
from tests.server.online.people import DAYS, Player, answered, invite, join, move_both, refusal
from tests.server.test_postgres import migrated

TOKEN = "a secret of the organiser"
BY_TOKEN = {"Authorization": f"Bearer {TOKEN}"}
HOSTING = (Path(__file__).parents[3] / "docs" / "hosting.md").read_text(encoding="utf-8")
SHOWN = "dE4x7vSrJrkN"  # the id of a game there
DOCUMENTED = re.findall(r"^(fieldstone organise .*?)(?: +#.*)?$", HOSTING, re.MULTILINE)


@pytest.fixture
def server(start: Start) -> Any:
    return start(online=True, accounts=True, organiser=TOKEN)


def act(browser: Browser, player: Player, what: str, body: Any = None, status: int = 204) -> Any:
    """Do something about the other player of a game."""
    headers = {"X-Seat-Token": player.token or ""}
    return answered(browser.client.post(f"/api/online/games/{player.game}/{what}", json=body, headers=headers), status)


def organise(browser: Browser, method: str, path: str, status: int = 204, given: str = f"Bearer {TOKEN}") -> Any:
    headers = {"Authorization": given}
    return answered(browser.client.request(method, f"/api/online/{path}", headers=headers), status)


# -- blocking -------------------------------------------------------------------------------------------------------


def test_who_is_blocked_joins_no_game_and_is_joined_in_none(pair: tuple[Browser, Browser]) -> None:
    ada, bob = pair
    with at_a_game(ada, bob) as (first, _):
        act(ada, first, "block")
        act(ada, first, "block")  # once more is the same
    for own, other in ((ada, bob), (bob, ada)):  # and nobody is told who does not want to
        made, _, invitation = invite(own)
        refused, _ = join(other, made, invitation, 403)
        assert refusal(refused) == "online-apart"
        assert own.get(f"/api/online/games/{made['id']}/events")["open"]
        sought, _, _ = invite(own, clock=DAYS, invitation=None)
        refused, _ = join(other, sought, None, 403)
        assert refusal(refused) == "online-apart"
    blocks.unblock(ada.server.app.state.services.online._engine, ada.person, [bob.person])
    joined, _ = join(ada, made, invitation)
    assert joined["seat"] == 2


def test_people_are_blocked_by_name(pair: tuple[Browser, Browser], browse: Browse) -> None:
    ada, bob = pair
    made, _, invitation = invite(ada)
    for _ in range(2):
        answered(ada.client.put("/api/people/BOB/block"), 204)
    [listed] = ada.get("/api/account")["blocked"]
    assert (listed["name"], listed["game"], listed["start"]) == ("Bob", None, None)
    assert [one.get("/api/people/Bob")["blocked"] for one in (ada, bob, browse())] == [True, False, False]
    assert bob.get("/api/people/Ada")["blocked"] is False  # nobody is told who does not want to play them
    join(bob, made, invitation, 403)
    answered(ada.client.delete("/api/people/bob/block"), 204)
    assert ada.get("/api/account")["blocked"] == []
    join(bob, made, invitation)
    assert refusal(answered(ada.client.put("/api/people/Ada/block"), 409)) == "block-self"
    assert refusal(answered(ada.client.put("/api/people/nobody/block"), 404)) == "person-none"
    assert refusal(answered(browse().client.put("/api/people/Ada/block"), 403)) == "sign-in-first"


def test_nobody_blocks_everybody(
    pair: tuple[Browser, Browser], browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = pair
    browse("Cleo")
    monkeypatch.setattr(fair_play, "MOST_BLOCKED", 1)
    answered(ada.client.put("/api/people/Bob/block"), 204)
    answered(ada.client.put("/api/people/Bob/block"), 204)  # again
    assert refusal(answered(ada.client.put("/api/people/Cleo/block"), 409)) == "blocks-many"
    with at_a_game(ada, browse("Dora")) as (first, _):
        assert refusal(act(ada, first, "block", status=409)) == "blocks-many"
    answered(ada.client.delete("/api/people/Bob/block"), 204)
    answered(ada.client.put("/api/people/Cleo/block"), 204)
    answered(bob.client.put("/api/people/Cleo/block"), 204)  # each has as many


def test_a_profile_has_the_ratings(pair: tuple[Browser, Browser]) -> None:
    with at_a_game(*pair, rated=True) as (first, second):
        move_both(first, second)
        first.done("resign")
        second.hear_of("end")
    [rating] = pair[0].get("/api/people/Bob")["ratings"]
    assert rating == pair[1].get("/api/account")["ratings"][0]
    assert (rating["game"], rating["size"], rating["pace"], rating["games"]) == ("vacu", "small", "fast", 1)
    assert (rating["rating"], rating["deviation"], rating["provisional"]) == (1662, 290, True)


def test_others_are_not_concerned(browse: Browse, pair: tuple[Browser, Browser]) -> None:
    with at_a_game(*pair) as (first, _):
        act(pair[0], first, "block")
    for other in (browse("Cid"), browse()):
        made, _, invitation = invite(pair[0])
        join(other, made, invitation)


def test_there_is_no_rematch(pair: tuple[Browser, Browser]) -> None:
    with at_a_game(*pair) as (first, second):
        first.done("resign")
        second.hear_of("end")
        first.done("offer", offer="rematch")
        second.hear_of("offer")
        act(pair[0], first, "block")
        second.refused("online-apart", "accept", offer="rematch")
        first.done("decline", offer="rematch")
        second.hear_of("decline")
        second.refused("online-apart", "offer", offer="rematch")
        answer = act(pair[1], second, "do", {"nonce": "x", "seq": 9, "what": "offer", "offer": "rematch"}, 403)
        assert refusal(answer) == "online-apart"


def test_a_guest_is_blocked_by_the_browser(browse: Browse) -> None:
    ada, guest, other = browse("Ada"), browse(), browse()
    with at_a_game(ada, guest) as (first, _):
        act(ada, first, "block")
    made, _, invitation = invite(ada)
    refused, _ = join(guest, made, invitation, 403)
    assert refusal(refused) == "online-apart"
    theirs, _, to_theirs = invite(guest)
    refused, _ = join(ada, theirs, to_theirs, 403)
    assert refusal(refused) == "online-apart"
    join(other, made, invitation)


def test_a_guest_who_is_blocked_can_be_unblocked(browse: Browse) -> None:
    ada, guest, watching = browse("Ada"), browse(), browse("Cid")
    made, _, invitation = invite(ada)
    with at_a_game(ada, guest) as (first, second):
        act(ada, first, "block")
        looking = watching.player(first.game)
        unblock(guest, second)  # who has not blocked anybody changes nothing
        assert refusal(unblock(watching, looking, 403)) == "online-not-yours"
        looking.leave()
        join(guest, made, invitation, 403)
        for _ in range(2):
            unblock(ada, first)  # once more is the same
    join(guest, made, invitation)


def test_a_guest_who_has_an_account_since_can_be_unblocked(browse: Browse) -> None:
    ada, guest = browse("Ada"), browse()
    made, _, invitation = invite(ada)
    with at_a_game(ada, guest) as (first, second):
        act(ada, first, "block")
        bob = browse("Bob")
        seats = {"games": [{"id": second.game, "token": second.token}]}
        answered(bob.client.post("/api/account/seats", json=seats), 204)
        first.until("players", lambda message: message["players"][1]["name"] == "Bob")
        act(ada, first, "block")
        unblock(ada, first)
    join(guest, made, invitation)


def test_who_was_blocked_is_apart_as_a_guest_in_the_same_browser_too(browse: Browse) -> None:
    ada, bob = browse("Ada"), browse("Bob")
    with at_a_game(ada, bob) as (first, _):
        act(ada, first, "block")
    bob.client.post("/api/account/sign-out", json={}).raise_for_status()
    made, _, invitation = invite(ada)
    assert refusal(join(bob, made, invitation, 403)[0]) == "online-apart"
    join(browse(), made, invitation)  # a guest elsewhere


def test_who_shares_a_browser_with_somebody_is_not_unblocked_with_them(browse: Browse) -> None:
    ada, bob, carol = browse("Ada"), browse("Bob"), browse("Carol")
    with at_a_game(ada, bob) as (first, _):
        act(ada, first, "block")
    carol.client.cookies.set("fieldstone-device", bob.client.cookies["fieldstone-device"])
    with at_a_game(ada, carol) as (first, _):
        assert not ada.get(f"/api/online/games/{first.game}/block")["blocked"]
        act(ada, first, "block")
        ada.client.delete(f"/api/online/games/{first.game}/block").raise_for_status()
    assert [one["name"] for one in ada.get("/api/account")["blocked"]] == ["Bob"]


def test_what_depends_on_blocks_holds_back_no_move(
    browse: Browse, server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A phrase waits for the database, and a move that comes after it does not."""
    looking, go_on = threading.Event(), threading.Event()

    def slow(*_: Any) -> bool:
        looking.set()
        assert go_on.wait(PATIENCE)
        return False

    with at_a_game(browse("Ada"), browse("Bob")) as (first, second):
        monkeypatch.setattr(blocks, "are_apart", slow)
        first.say(type="do", game=first.game, nonce="phrase", seq=first.seq, what="say", phrase="hello")
        assert looking.wait(PATIENCE)
        first.done("move", move="c3")
        assert second.hear_of("move")["seq"] == first.seq
        go_on.set()
        assert second.hear_of("say")["phrase"] == "hello"


def test_a_database_that_fails_refuses_what_depends_on_blocks(browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> bool:
        raise OperationalError("SELECT 1", {}, Exception("disk I/O error"))

    with at_a_game(browse("Ada"), browse("Bob")) as (first, second):
        monkeypatch.setattr(blocks, "are_apart", broken)
        assert first.do("say", phrase="hello")["type"] == "refused"
        monkeypatch.undo()
        first.done("say", phrase="hello")
        second.hear_of("say")


def test_guests_are_listed_by_the_game_and_unblocked_from_there(browse: Browse) -> None:
    ada, guest, other = browse("Ada"), browse(), browse("Bob")
    made, _, invitation = invite(ada)
    for opponent in (guest, other):
        with at_a_game(ada, opponent) as (first, _):
            act(ada, first, "block")
    theirs, named = ada.get("/api/account")["blocked"]
    assert (theirs["name"], theirs["start"][:13], named["name"]) == (None, "vacu(size=5,k", "Bob")
    assert theirs["game"] != named["game"] == first.game
    path = f"/api/account/blocked/{theirs['id']}"
    assert refusal(ada.send("DELETE", "/api/account/blocked/nobody", None, 404)) == "block-none"
    assert refusal(other.send("DELETE", path, None, 404)) == "block-none"
    assert refusal(guest.send("DELETE", path, None, 403)) == "sign-in-first"
    ada.send("DELETE", path, None, 204)
    assert ada.get("/api/account")["blocked"] == [named]
    join(guest, made, invitation)


def test_a_guest_who_has_an_account_since_is_listed_by_name(browse: Browse) -> None:
    ada, guest, bob = browse("Ada"), browse(), browse("Bob")
    with at_a_game(ada, guest) as (first, second):
        act(ada, first, "block")
        bob.send("POST", "/api/account/seats", {"games": [{"id": second.game, "token": second.token}]}, 204)
    [listed] = ada.get("/api/account")["blocked"]
    assert listed["name"] == "Bob"
    bob.send("DELETE", "/api/account", {"name": "Bob"}, 204)
    [listed] = ada.get("/api/account")["blocked"]
    assert listed["name"] is None


def test_a_guest_who_has_an_account_since_stays_apart(browse: Browse) -> None:
    ada, guest, bob, other = browse("Ada"), browse(), browse("Bob"), browse("Cid")
    made, _, invitation = invite(ada)
    offered, _, _ = invite(bob, challenged="Ada", invitation=None)
    with at_a_game(ada, guest) as (first, second):
        act(ada, first, "block")
        bob.send("POST", "/api/account/seats", {"games": [{"id": second.game, "token": second.token}]}, 204)
    assert bob.get(f"/api/online/games/{offered['id']}/events")["events"][-1]["how"] == "withdrawn"
    assert refusal(invite(bob, status=403, challenged="Ada", invitation=None)[0]) == "online-apart"
    for one in (bob, guest):  # whether or not they have signed in
        refused, _ = join(one, made, invitation, 403)
        assert refusal(refused) == "online-apart"
    theirs, _, to_theirs = invite(bob)
    refused, _ = join(ada, theirs, to_theirs, 403)
    assert refusal(refused) == "online-apart"
    assert ada.get("/api/people/Bob")["blocked"]
    answered(ada.client.put("/api/people/Bob/block"), 204)
    assert [one["name"] for one in ada.get("/api/account")["blocked"]] == ["Bob"]  # once, however often it was said
    answered(ada.client.delete("/api/people/Bob/block"), 204)
    assert ada.get("/api/account")["blocked"] == []
    join(bob, made, invitation)
    join(other, *invite(ada)[::2])  # and nobody else was concerned


def test_guests_who_were_blocked_before_are_listed_by_a_game(browse: Browse, server: Any) -> None:
    """A database from before it was kept in which game that was."""
    ada, guest = browse("Ada"), browse()
    with at_a_game(ada, guest) as (first, _):
        act(ada, first, "block")
    with server.app.state.services.online._engine.begin() as connection:
        migrated(connection, "0010")
        migrated(connection, "head")
    [listed] = ada.get("/api/account")["blocked"]
    assert (listed["name"], listed["game"]) == (None, first.game)


def unblock(browser: Browser, player: Player, status: int = 204) -> Any:
    headers = {"X-Seat-Token": player.token or ""}
    return answered(browser.client.delete(f"/api/online/games/{player.game}/block", headers=headers), status)


def test_who_may_block(browse: Browse) -> None:
    ada, guest, watching = browse("Ada"), browse(), browse("Cid")
    made, token, invitation = invite(ada)
    alone = ada.player(made["id"], token)
    assert refusal(act(ada, alone, "block", status=409)) == "online-nobody"
    _, other = join(guest, made, invitation)
    player, looking = guest.player(made["id"], other), watching.player(made["id"])
    elsewhere = browse().player(made["id"], token)  # with the secret of a person's seat, as a guest
    assert refusal(act(browse(), elsewhere, "block", status=403)) == "sign-in-first"
    assert refusal(unblock(browse(), elsewhere, 403)) == "sign-in-first"
    assert refusal(blocks_at(browse(), elsewhere, 403)) == "sign-in-first"
    assert refusal(blocks_at(watching, looking, 403)) == "online-not-yours"
    assert refusal(act(watching, looking, "block", status=403)) == "online-not-yours"
    for one in (alone, player, looking, elsewhere):
        one.leave()


def blocks_at(browser: Browser, player: Player, status: int = 200) -> Any:
    headers = {"X-Seat-Token": player.token or ""}
    answer = answered(browser.client.get(f"/api/online/games/{player.game}/block", headers=headers), status)
    return answer["blocked"] if status == 200 else answer


@pytest.mark.parametrize("name", [None, "Bob"])
def test_a_guest_blocks_and_unblocks(browse: Browse, name: str | None) -> None:
    guest, other = browse(), browse(name)
    made, _, invitation = invite(guest)
    theirs, _, to_theirs = invite(other)
    with at_a_game(guest, other) as (first, second):
        assert not blocks_at(guest, first)
        act(guest, first, "block")
        act(guest, first, "block")  # once more is the same
        assert [blocks_at(guest, first), blocks_at(other, second)] == [True, False]  # who is blocked is not told
        second.refused("online-no-talk", "say", phrase="hello")
        for game, secret, own in ((made, invitation, other), (theirs, to_theirs, guest)):
            refused, _ = join(own, game, secret, 403)
            assert refusal(refused) == "online-apart"
        first.done("resign")
        second.hear_of("end")
        second.refused("online-apart", "offer", offer="rematch")
        for _ in range(2):
            unblock(guest, first)
        assert not blocks_at(guest, first)
        second.done("say", phrase="hello")
        second.done("offer", offer="rematch")
    join(other, made, invitation)
    join(guest, theirs, to_theirs)


def test_what_a_guest_has_said_the_account_keeps(browse: Browse) -> None:
    guest, other, ada = browse(), browse("Bob"), browse("Ada")
    made, _, invitation = invite(ada)
    with at_a_game(guest, other) as (first, _):
        act(guest, first, "block")
        offered, _, _ = invite(other, challenged="Ada", invitation=None)
        ada.send("POST", "/api/account/seats", {"games": [{"id": first.game, "token": first.token}]}, 204)
        [listed] = ada.get("/api/account")["blocked"]
        assert (listed["name"], listed["game"]) == ("Bob", first.game)
        assert blocks_at(ada, first)
        assert other.get(f"/api/online/games/{offered['id']}/events")["events"][-1]["how"] == "declined"
        refused, _ = join(other, made, invitation, 403)
        assert refusal(refused) == "online-apart"
        unblock(ada, first)
    join(other, made, invitation)
    assert ada.get("/api/account")["blocked"] == []
    with at_a_game(guest, other) as (_, _):  # the browser has nothing against Bob any more
        pass


def test_a_guest_at_both_seats_blocks_nobody(browse: Browse) -> None:
    guest = browse()
    with at_a_game(guest, guest) as (first, _):
        assert refusal(act(guest, first, "block", status=409)) == "block-self"


def test_what_guests_have_said_is_lost_where_only_people_block(browse: Browse, server: Any) -> None:
    """A database brought back to before it."""
    ada, guest = browse("Ada"), browse()
    with at_a_game(ada, guest) as (first, second):
        act(ada, first, "block")
        act(guest, second, "block")
        with server.app.state.services.online._engine.begin() as connection:
            migrated(connection, "0012")
            migrated(connection, "head")
        assert [blocks_at(ada, first), blocks_at(guest, second)] == [True, False]


# -- reporting ------------------------------------------------------------------------------------------------------


def waiting(browser: Browser) -> list[Any]:
    found = organise(browser, "GET", "reports", 200)
    Reports.model_validate(found)
    return list(found["reports"])


def test_a_report_waits_until_it_is_settled(browse: Browse) -> None:
    ada, guest = browse("Ada"), browse()
    with at_a_game(ada, guest) as (first, second):
        act(ada, first, "report", {"reason": "left", "text": "went away"})
        act(ada, first, "report", {"reason": "engine", "text": "too strong"})  # in its place
        act(guest, second, "report", {"reason": "name"})
        found = [{name: one[name] for name in one if name != "created"} for one in waiting(ada)]
        assert found == [
            {"game": first.game, "seat": 1, "by": "Ada", "about": None, "reason": "engine", "text": "too strong"},
            {"game": first.game, "seat": 2, "by": None, "about": "Ada", "reason": "name", "text": ""},
        ]
        organise(ada, "POST", f"games/{first.game}/settle")
        assert waiting(ada) == []
        assert refusal(organise(ada, "POST", f"games/{first.game}/settle", 404)) == "online-no-report"
        act(guest, second, "report", {"reason": "other", "text": "again"})
        assert [one["text"] for one in waiting(ada)] == ["again"]


def test_who_may_report(browse: Browse) -> None:
    ada, other = browse("Ada"), browse("Cid")
    made, token, _ = invite(ada)
    alone, looking = ada.player(made["id"], token), other.player(made["id"])
    assert refusal(act(ada, alone, "report", {"reason": "left"}, 409)) == "online-nobody"
    assert refusal(act(other, looking, "report", {"reason": "left"}, 403)) == "online-not-yours"
    assert refusal(act(ada, alone, "report", {"reason": "ugly"}, 422)) == "invalid"
    assert refusal(act(ada, alone, "report", {"reason": "left", "text": "x" * 501}, 422)) == "invalid"
    assert refusal(act(ada, alone, "report", {"reason": "left", "text": "a\x00"}, 422)) == "control"
    assert refusal(act(ada, alone, "report", {"reason": "left", "text": "two\nlines"}, 409)) == "online-nobody"
    for one in (alone, looking):
        one.leave()


def test_too_many_blocks_from_one_address(start: Start) -> None:
    server = start(online=True, invitations=2)
    with browsers(server) as browse, at_a_game(browse(), browse()) as (first, _):
        path, headers = f"/api/online/games/{first.game}/block", {"X-Seat-Token": first.token or ""}
        statuses = [server.client.post(path, headers=headers).status_code for _ in range(8)]
    assert set(statuses) == {204, 429}


def test_too_many_reports_from_one_address(start: Start) -> None:
    server = start(online=True, accounts=True, invitations=2)
    with browsers(server) as browse, at_a_game(browse("Ada"), browse()) as (first, _):
        ada = browse()
        statuses = []
        for _ in range(8):
            headers = {"X-Seat-Token": first.token or ""}
            path = f"/api/online/games/{first.game}/report"
            statuses.append(ada.client.post(path, json={"reason": "left"}, headers=headers).status_code)
    assert set(statuses) == {204, 429}


# -- organising -----------------------------------------------------------------------------------------------------


def test_organising_is_for_who_has_the_token(start: Start, server: Any, browse: Browse) -> None:
    browser = browse()
    for method, path in (("GET", "reports"), ("POST", "games/x/annul"), ("POST", "games/x/settle")):
        assert refusal(organise(browser, method, path, 403, "")) == "organiser-token"
        assert refusal(organise(browser, method, path, 403, TOKEN)) == "organiser-token"
        assert refusal(organise(browser, method, path, 403, "Bearer x")) == "organiser-token"
    assert refusal(organise(browser, "POST", "games/x/annul", 404)) == "no-game"
    without = start(online=True)
    assert refusal(without.get("/api/online/reports", 404, headers=BY_TOKEN)) == "no-address"


def test_a_rated_game_that_is_annulled_does_not_count(start: Start, pair: tuple[Browser, Browser]) -> None:
    with at_a_game(*pair, rated=True) as (first, second):
        move_both(first, second)
        first.done("resign")
        second.until("players", lambda message: message["players"][0]["change"] is not None)
        organise(pair[0], "POST", f"games/{first.game}/annul")
        assert "seat" not in second.hear_of("annul")
        cards = second.until("players")["players"]
        assert [(one["rating"], one["change"]) for one in cards] == [(1500, None)] * 2
        answer = organise(pair[0], "POST", f"games/{first.game}/annul", 409)
        assert refusal(answer) == "online-annulled"
    assert [one.rating().rating for one in pair] == [pytest.approx(1500)] * 2
    assert [one.rating().games for one in pair] == [0, 0]
    again = start(online=True, organiser=TOKEN)  # which reads it from the disk
    again.client.post(f"/api/online/games/{first.game}/annul", headers=BY_TOKEN)
    found = again.get(f"/api/online/games/{first.game}/events")
    assert [event["kind"] for event in found["events"]][-2:] == ["end", "annul"]
    assert [one["rating"] for one in found["players"]] == [1500, 1500]
    with at_a_game(*pair, rated=True) as (other, second):
        move_both(other, second)
        other.done("resign")
    listed = {one["id"]: one["annulled"] for one in pair[1].get("/api/account/games")["games"]}
    assert listed == {first.game: True, other.game: False}


def test_a_game_that_goes_on_is_called_off_first(pair: tuple[Browser, Browser]) -> None:
    with at_a_game(*pair, rated=True) as (first, second):
        organise(pair[0], "POST", f"games/{first.game}/annul")
        assert second.hear_of("end")["how"] == "aborted"
        second.hear_of("annul")
        first.refused("over", "move", move="c3")
    assert pair[0].ratings() == {}
    made, _, invitation = invite(pair[0])
    organise(pair[0], "POST", f"games/{made['id']}/annul")
    assert refusal(join(pair[1], made, invitation, 409)[0]) == "online-no-invitation"


# -- by commands ------------------------------------------------------------------------------------------------------


def run(*words: str, status: int = 0, **variables: str) -> tuple[str, str]:
    """Run our program; returns what it says, and what it complains of."""
    environment = {**os.environ, "FIELDSTONE_LANGUAGE": "en", "PYTHONUTF8": "1", **variables}
    command = [sys.executable, "-m", "fieldstone", *words]
    done = subprocess.run(
        command, env=environment, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False
    )
    assert done.returncode == status, done.stderr
    return done.stdout, done.stderr


def test_the_commands_of_the_page_on_hosting(browse: Browse, pair: tuple[Browser, Browser]) -> None:
    server = ["--server", str(pair[0].client.base_url)]
    first, second = sit_down(*pair, rated=True)
    act(pair[0], first, "report", {"reason": "engine", "text": "too\u202estrong\nfor Ada"})
    said = []
    for line in DOCUMENTED:
        words = line.replace(SHOWN, first.game).split()
        said.append(run(*words[1:], *server, FIELDSTONE_ORGANISER_TOKEN=TOKEN)[0])
    assert len(said) == 3
    assert re.search(rf"^{first.game}  20\d\d-.*Ada about Bob: uses a program$", said[0], re.MULTILINE)
    assert "too strong for Ada" in said[0]  # nothing that commands a terminal
    assert said[1] == f"Game {first.game} does not count any more.\n"
    assert said[2] == f"The reports of game {first.game} are settled.\n"
    second.hear_of("annul")
    assert run("organise", "reports", *server, FIELDSTONE_ORGANISER_TOKEN=TOKEN)[0] == "No reports wait.\n"
    assert json.loads(run("organise", "reports", "--json", *server, FIELDSTONE_ORGANISER_TOKEN=TOKEN)[0]) == []
    for one in (first, second):
        one.leave()


def test_what_the_commands_complain_of(server: Any) -> None:
    address = str(server.client.base_url)
    assert "is not set" in run("organise", "reports", status=1, FIELDSTONE_ORGANISER_TOKEN=" ")[1]
    given = {"FIELDSTONE_ORGANISER_TOKEN": "another one, which is wrong"}
    assert "Only whoever has the token" in run("organise", "reports", "--server", address, status=1, **given)[1]
    assert "is no address of a server" in run("organise", "reports", "--server", "ftp://x", status=2, **given)[1]
    given = {"FIELDSTONE_ORGANISER_TOKEN": TOKEN}
    assert "no game “absent”" in run("organise", "annul", "absent", "--server", address, status=1, **given)[1]
    nobody = "http://127.0.0.1:9"
    assert "does not answer as it should" in run("organise", "reports", "--server", nobody, status=1, **given)[1]
    short = run("serve", "--no-open", "--port", "0", status=1, FIELDSTONE_ORGANISER_TOKEN="short")[1]
    assert "FIELDSTONE_ORGANISER_TOKEN is too short" in short
