"""Rated games: who may play them, what their ends do to ratings, and that it is done once."""

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from fieldstone import load
from fieldstone.server.online import ratings
from fieldstone.server.online.rated import is_usual
from fieldstone.server.storage import people
from fieldstone.server.storage.online import Change, read
from fieldstone.server.storage.ratings import Pool, RatingChange
from fieldstone.server.storage.upserts import insert_into
from fieldstone.server.storage.writing import Writing
from tests.server.conftest import PATIENCE, Start
from tests.server.online.members import Browse, Browser, at_a_game, hear_of_start, sit_down
from tests.server.online.people import DAYS, FISCHER, Player, invite, join, later, move_both, refusal

GAIN = 162  # of a first win against somebody as new
POOL = Pool("vacu", "small", "fast")


@pytest.fixture
def server(start: Start) -> Any:
    return start(online=True, accounts=True)


@pytest.fixture
def two(pair: tuple[Browser, Browser]) -> Iterator[tuple[Player, Player]]:
    with at_a_game(*pair, rated=True) as players:
        move_both(*players)
        yield players


def told(player: Player) -> list[tuple[Any, Any, Any]]:
    """What is told next of who sits there: rating, change, and whether it is sure."""
    found = player.until("players")["players"]
    return [(one["rating"], one["change"], one["provisional"]) for one in found]


# -- what an end does -----------------------------------------------------------------------------------------------


def test_a_rated_game_changes_both_ratings(pair: tuple[Browser, Browser], two: tuple[Player, Player]) -> None:
    watching = Player(pair[0].server, two[0].game)
    assert watching.hello()["rated"]
    two[0].done("resign")
    for one in (*two, watching):
        assert told(one) == [(1500, -GAIN, True), (1500, GAIN, True)]
    watching.leave()
    assert [round(one.rating().rating) for one in pair] == [1500 - GAIN, 1500 + GAIN]
    assert list(pair[0].ratings()) == [POOL]
    assert pair[1].rating().games == 1
    assert pair[0].rating().deviation == pytest.approx(290.2, abs=0.1)


def test_what_is_told_afterwards_is_the_same(pair: tuple[Browser, Browser], two: tuple[Player, Player]) -> None:
    two[1].done("resign")
    two[0].hear_of("end")
    seats = {"games": [{"id": two[0].game, "token": two[0].token}]}
    [listed] = pair[0].post("/api/online/standings", seats)["games"]
    assert listed["rated"]
    assert [one["rating"] for one in listed["players"]] == [1500, 1500]  # before the game
    assert [one["change"] for one in listed["players"]] == [GAIN, -GAIN]
    next_game, _, _ = invite(pair[0], rated=True)
    card = next_game["players"][0]
    assert (card["name"], card["rating"], card["change"], card["provisional"]) == ("Ada", 1500 + GAIN, None, True)
    sought, _, _ = invite(pair[1], rated=True, invitation=None)
    assert sought["players"][0]["rating"] == 1500 - GAIN


def test_it_is_kept_over_a_restart(start: Start, two: tuple[Player, Player]) -> None:
    two[0].done("resign")
    again = start(online=True, accounts=True)
    found = again.get(f"/api/online/games/{two[0].game}/events")["players"]
    assert [(one["rating"], one["change"]) for one in found] == [(1500, -GAIN), (1500, GAIN)]


def test_other_games_have_other_ratings(pair: tuple[Browser, Browser]) -> None:
    with at_a_game(*pair, rated=True, clock=DAYS) as (first, second):
        move_both(first, second)
        first.done("resign")
    with at_a_game(*pair, "squared", rated=True, options={"size": 13}) as (first, second):
        move_both(first, second)
        first.done("resign")
    assert set(pair[0].ratings()) == {("vacu", "small", "days"), ("squared", "medium", "fast")}


def test_nobody_sits_at_both_sides_of_a_rated_game_in_one_browser(browse: Browse) -> None:
    ada, bob = browse("Ada"), browse("Bob")
    made, _, invitation = invite(ada, rated=True)
    bob.client.cookies.set("fieldstone-device", ada.client.cookies["fieldstone-device"])
    refused, _ = join(bob, made, invitation, 403)
    assert refusal(refused) == "online-rated-browser"


def test_a_game_that_is_not_rated_changes_nothing(pair: tuple[Browser, Browser]) -> None:
    with at_a_game(*pair) as (first, second):
        first.done("resign")
        second.hear_of("end")
    assert pair[0].ratings() == {}


def test_ends_that_count(server: Any, pair: tuple[Browser, Browser]) -> None:
    """By agreement, by time, by a claim, and by the rules."""
    found = []
    with at_a_game(*pair, rated=True) as (first, second):
        move_both(first, second)
        first.done("offer", offer="draw")
        second.hear_of("offer")
        second.done("accept", offer="draw")
        found.append(first.hear_of("end")["how"])
    assert pair[0].rating().rating == pair[1].rating().rating == 1500
    with at_a_game(*pair, rated=True) as (first, second):
        move_both(first, second)
        later(server, 400)
        found.append(second.hear_of("end")["how"])
    assert pair[0].rating().rating < 1500 < pair[1].rating().rating
    with at_a_game(*pair, rated=True) as (first, second):
        move_both(first, second)
        first.leave()
        second.until("here", lambda message: not message["seats"][0])
        later(server, 100)
        second.done("claim")
        found.append("forfeit")
    with at_a_game(*pair, "iago", rated=True, options={}) as players:
        found.append(play_out(*players))
    assert found[:3] == ["agreement", "time", "forfeit"]
    assert pair[0].ratings()[POOL].games == 3
    assert pair[0].ratings()[Pool("iago", "small", "fast")].games == 1


def play_out(first: Player, second: Player) -> str:
    """Play a game to its end, by the first legal move each time; returns how it has ended."""
    state = load("iago").new_state()
    while state.outcome is None:
        player = (first, second)[state.seat - 1]
        other = (second, first)[state.seat - 1]
        move = str(state.legal_moves()[0])
        player.done("move", move=move)
        state.play(move)
        other.hear_of("move")
    return str(state.outcome.termination)


def test_ends_that_do_not_count(server: Any, pair: tuple[Browser, Browser]) -> None:
    with at_a_game(*pair, rated=True) as (first, second):
        first.done("abort")
        assert second.hear_of("end")["how"] == "aborted"
    with at_a_game(*pair, rated=True) as (first, second):
        later(server, 40)  # the time for the first turn is over
        assert second.hear_of("end")["how"] == "aborted"
    for clock in (FISCHER, DAYS):  # nobody gains by a game that has hardly begun
        with at_a_game(*pair, rated=True, clock=clock) as (first, second):
            first.done("move", move="c3")
            second.hear_of("move")
            second.done("resign")
            end = first.hear_of("end")
            assert (end["how"], end["winner"], end["seat"]) == ("aborted", None, 2)
    with at_a_game(*pair, rated=True) as (first, second):
        first.done("offer", offer="draw")
        second.hear_of("offer")
        second.done("accept", offer="draw")
        assert first.hear_of("end")["how"] == "aborted"
    with at_a_game(*pair, rated=True, clock=DAYS) as (first, second):
        first.done("move", move="c3")
        second.hear_of("move")
        later(server, 8 * 24 * 3600)
        assert first.hear_of("end")["how"] == "aborted"
    made, token, _ = invite(pair[0], rated=True)
    player = pair[0].player(made["id"], token)
    player.done("abort")
    assert player.events[1]["how"] == "withdrawn"
    player.leave()
    assert pair[0].ratings() == pair[1].ratings() == {}


def test_a_rematch_is_rated_and_counts(pair: tuple[Browser, Browser], two: tuple[Player, Player]) -> None:
    two[0].done("resign")
    two[1].hear_of("end")
    two[0].done("offer", offer="rematch")
    two[1].hear_of("offer")
    two[1].done("accept", offer="rematch")
    game = two[0].hear_of("rematch")["next"]
    for one in two:
        one.game, one.events = game, {}
        shown = one.hello()
    assert shown["rated"]
    assert {one["name"]: one["rating"] for one in shown["players"]} == {"Ada": 1500 - GAIN, "Bob": 1500 + GAIN}
    for one in two:
        hear_of_start(one)
    move_both(two[1], two[0])
    two[1].done("resign")  # who had won
    assert told(two[0])[1][1] > GAIN  # they are the second seat now
    assert pair[0].rating().games == 2


def test_with_somebody_who_has_gone_for_good_no_game_counts(
    pair: tuple[Browser, Browser], two: tuple[Player, Player]
) -> None:
    people.empty_person(pair[0].server.app.state.services.online._engine, pair[1].person)
    two[1].done("resign")
    two[0].hear_of("end")
    assert pair[0].ratings() == pair[1].ratings() == {}


def test_who_deletes_the_account_in_the_middle_of_a_game_has_resigned_it(
    pair: tuple[Browser, Browser], two: tuple[Player, Player]
) -> None:
    pair[1].client.request("DELETE", "/api/account", json={"name": "Bob"}).raise_for_status()
    end = two[0].hear_of("end")
    assert (end["how"], end["winner"]) == ("resignation", 1)
    assert round(pair[0].rating().rating) == 1500 + GAIN
    assert pair[1].ratings() == {}


def test_a_game_is_called_off_whose_player_deletes_the_account_before_both_have_moved(
    pair: tuple[Browser, Browser],
) -> None:
    with at_a_game(*pair, rated=True) as (first, _):
        pair[1].client.request("DELETE", "/api/account", json={"name": "Bob"}).raise_for_status()
        end = first.hear_of("end")
        assert (end["how"], end["winner"]) == ("aborted", None)
    assert pair[0].ratings() == {}


def test_no_game_keeps_an_account(
    pair: tuple[Browser, Browser], two: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither one that has just ended otherwise, nor one that cannot be read."""
    two[0].done("resign")
    monkeypatch.setattr("fieldstone.server.storage.online.unfinished_of", lambda *_: ["no-such-game", two[0].game])
    pair[1].client.request("DELETE", "/api/account", json={"name": "Bob"}).raise_for_status()
    assert pair[1].client.get("/api/account").json() is None
    assert pair[0].rating().games == 1


def test_a_rematch_with_somebody_who_has_gone_for_good_is_not_rated(
    pair: tuple[Browser, Browser], two: tuple[Player, Player]
) -> None:
    two[1].done("resign")
    two[1].done("offer", offer="rematch")
    pair[1].client.request("DELETE", "/api/account", json={"name": "Bob"}).raise_for_status()
    two[0].until("players", lambda message: message["players"][1]["deleted"])
    two[0].done("accept", offer="rematch")
    two[0].game, two[0].events = two[0].events[two[0].seq]["next"], {}
    assert not two[0].hello()["rated"]


def test_nobody_gets_a_rating_by_a_game_that_ends_while_the_account_is_deleted(
    pair: tuple[Browser, Browser], two: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = pair[0].server.app.state.services.online._engine
    deleting = threading.Thread(target=people.empty_person, args=(engine, pair[1].person))

    def insert_meanwhile(*given: Any) -> Any:
        if deleting.ident is None:
            deleting.start()
            deleting.join(0.5)
        return insert_into(*given)

    monkeypatch.setattr("fieldstone.server.storage.ratings.insert_into", insert_meanwhile)
    two[1].done("resign")
    two[0].hear_of("end")
    deleting.join(PATIENCE)
    assert pair[1].ratings() == {}


def test_what_the_disk_does_not_take_changes_nothing(
    server: Any, pair: tuple[Browser, Browser], two: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end and the ratings are one transaction."""

    def full(*_: Any) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("fieldstone.server.storage.writing.carry_out", full)
    assert two[0].do("resign")["type"] == "refused"
    monkeypatch.undo()
    assert pair[0].ratings() == {}
    stored = read(server.app.state.services.online._engine, two[0].game)
    assert stored is not None
    assert stored.game["phase"] == "playing"
    assert two[0].hello()["events"][-1]["kind"] == "move"
    two[0].done("resign")
    assert pair[0].rating().games == 1


def test_a_game_counts_once_and_is_taken_back_once(pair: tuple[Browser, Browser], two: tuple[Player, Player]) -> None:
    engine = pair[0].server.app.state.services.online._engine
    at = pair[0].server.app.state.services.online.now()
    ends = (pair[0].person, pair[1].person), POOL, ratings.new_rating(at)
    win, back = ratings.game_of(1.0, at), None
    writing = Writing(engine)
    for after, gained, games in [(win, GAIN, 1), (win, GAIN, 1), (back, 0, 0), (back, 0, 0)]:
        change = RatingChange(two[0].game, *ends, after)
        writing.write([Change(ratings=[change])])
        assert (round(pair[0].rating().rating) - 1500, pair[0].rating().games) == (gained, games)
    writing.close()


def test_games_that_end_in_one_transaction_are_counted_one_after_the_other(pair: tuple[Browser, Browser]) -> None:
    engine = pair[0].server.app.state.services.online._engine
    at = pair[0].server.app.state.services.online.now()
    games = [sit_down(*pair, rated=True) for _ in range(2)]
    ends = (pair[0].person, pair[1].person), POOL, ratings.new_rating(at), ratings.game_of(1.0, at)
    changes = [RatingChange(first.game, *ends) for first, _ in games]
    writing = Writing(engine)
    writing.write([Change(ratings=[one]) for one in changes])
    writing.close()
    assert changes[1].changed[1][0] == changes[0].changed[1][1]
    assert pair[0].rating() == changes[1].changed[1][1]
    assert pair[0].rating().games == 2
    for player in (one for game in games for one in game):
        player.leave()


# -- which games may be rated -------------------------------------------------------------------------------------


def test_guests_play_no_rated_games(browse: Browse, pair: tuple[Browser, Browser]) -> None:
    guest = browse()
    answer, _, _ = invite(guest, status=403, rated=True)
    assert refusal(answer) == "online-rated-guest"
    made, _, invitation = invite(pair[0], rated=True)
    answer, _ = join(guest, made, invitation, 403)
    assert refusal(answer) == "online-rated-guest"
    assert pair[0].get(f"/api/online/games/{made['id']}/events")["open"]  # the seat is still free
    joined, _ = join(pair[1], made, invitation)
    assert joined["seat"] == 2


def test_nobody_plays_a_rated_game_alone(pair: tuple[Browser, Browser]) -> None:
    """Whoever has invited has the seat already, in another browser too."""
    made, _, invitation = invite(pair[0], rated=True)
    joined, _ = join(pair[0], made, invitation)
    assert (joined["seat"], joined["open"]) == (1, True)


def test_a_rated_game_begins_at_the_start(pair: tuple[Browser, Browser]) -> None:
    line = "vacu(size=5) moves c3"
    answer, _, _ = invite(pair[0], status=422, rated=True, options={}, line=line)
    assert refusal(answer) == "online-rated-start"
    invite(pair[0], rated=False, options={}, line=line)
    invite(pair[0], rated=True, options={}, line="vacu(size=5)")


def test_a_rated_game_has_the_usual_options(pair: tuple[Browser, Browser]) -> None:
    answer, _, _ = invite(pair[0], status=422, rated=True, options={"size": 5, "komi": 3})
    assert refusal(answer) == "online-rated-options"
    invite(pair[0], rated=True, options={"size": 5, "setup": "auction"})


@pytest.mark.parametrize(
    ("game", "options", "usual"),
    [
        ("vacu", {}, True),
        ("vacu", {"size": 19}, True),
        ("vacu", {"setup": "auction"}, True),
        ("vacu", {"komi": 7}, False),
        ("squared", {"size": 5, "setup": "auction"}, True),
        ("squared", {"komi": 8}, False),
        ("kaomi", {"size": 9}, True),
        ("kaomi", {"pie": False}, False),
        ("convacu", {"size": 5}, True),
        ("iago", {}, True),
        ("vadus", {"size": 5}, True),
    ],
)
def test_usual_options(game: str, options: dict[str, Any], usual: bool) -> None:
    assert is_usual(load(game, **options)) == usual


def test_a_rated_seek_is_listed_as_one(pair: tuple[Browser, Browser]) -> None:
    made, _, _ = invite(pair[0], rated=True, invitation=None, clock=DAYS)
    deadline = time.monotonic() + PATIENCE
    while not (found := pair[1].get("/api/online/lobby")["seeks"]):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert [(one["id"], one["rated"], one["player"]["name"]) for one in found] == [(made["id"], True, "Ada")]
