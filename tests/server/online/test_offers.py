"""What players of a game offer each other: draws, pauses, takebacks and rematches, also at the same time."""

from typing import Any

import pytest

from fieldstone import load
from fieldstone.server.online import clocks, rights
from tests.server.conftest import Start
from tests.server.online.people import Player, move_both, table


@pytest.fixture
def server(start: Start) -> Any:
    return start(online=True)


def offers_at(server: Any, player: Player) -> Any:
    """Return what waits for an answer, as a list of games tells it: the same as is known at the game itself."""
    [game] = server.post("/api/online/standings", {"games": [{"id": player.game, "token": player.token}]})["games"]
    assert game["offers"] == server.app.state.services.online._rooms.there(player.game).game.offers
    return game["offers"]


def test_a_draw_where_the_rules_have_one(server: Any, two: tuple[Player, Player]) -> None:
    first, second = two
    first.done("offer", offer="draw")
    first.done("move", move="c3")  # one's own move leaves the offer there
    second.hear_of("move")
    second.done("move", move="d3")  # the other's is an answer
    first.hear_of("move")
    second.refused("online-no-offer", "accept", offer="draw")
    second.done("offer", offer="draw")
    first.hear_of("offer")
    first.refused("online-stale", "accept", offer="draw", seq=3)
    first.done("accept", offer="draw")
    end = second.hear_of("end")
    assert (end["winner"], end["how"]) == (None, "agreement")
    for game, size, drawable in (("squared", 4, True), ("squared", 5, False), ("kaomi", 4, False), ("vadus", 3, False)):
        one, other = table(server, game, options={"size": size})
        assert one.hello()["drawable"] == drawable
        if not drawable:
            one.refused("online-no-draw", "offer", offer="draw")
        one.leave()
        other.leave()


def test_a_pause_that_both_want(server: Any, two: tuple[Player, Player]) -> None:
    first, second = two
    first.done("move", move="c3")
    second.hear_of("move")
    second.refused("online-no-pause", "resume")
    first.done("offer", offer="pause")
    second.hear_of("offer")
    second.done("accept", offer="pause")
    clock = first.hear_of("pause")["clock"]
    assert clock["running"] == 2
    assert clock["held"] >= 0
    games = server.app.state.services.online
    now = games._steady
    games._steady = lambda: now() + 13 * 24 * 3600  # no flag falls
    second.refused("online-paused", "move", move="d3")
    second.refused("online-paused", "offer", offer="takeback")
    first.refused("online-paused", "claim")
    first.refused("online-paused", "more-time")
    second.leave()  # whose clock would run
    gone = first.until("here", lambda message: message["seats"] == [True, False])
    assert gone["away"][0] is None
    assert gone["away"][1] < 5000  # milliseconds
    first.refused("online-away", "resume")
    second = Player(server, first.game, second.token)
    first.until("here", lambda message: message["seats"] == [True, True])
    first.done("resume")
    assert "held" not in second.hear_of("resume")["clock"]
    second.done("move", move="d3")
    first.hear_of("move")
    first.done("offer", offer="pause")
    second.hear_of("offer")
    second.done("accept", offer="pause")
    games._steady = lambda: now() + 28 * 24 * 3600
    assert "seat" not in first.hear_of("resume")  # by itself, after 14 days
    first.done("resign")


def test_nothing_is_taken_back_in_a_pause(server: Any, two: tuple[Player, Player]) -> None:
    """It would be charged to whoever is on move then."""
    first, second = two
    move_both(first, second)
    second.done("offer", offer="takeback")
    first.hear_of("offer")
    second.done("offer", offer="pause")
    first.hear_of("offer")
    first.done("accept", offer="pause")
    second.hear_of("pause")
    first.refused("online-no-offer", "accept", offer="takeback")
    assert offers_at(server, first) == {}
    first.done("resume")


def test_no_pause_lasts_because_somebody_has_left(server: Any, two: tuple[Player, Player]) -> None:
    """After as long as for a claim it ends without them; how long that is is told, also to who comes later."""
    first, second = two
    first.done("move", move="c3")
    second.hear_of("move")
    first.done("offer", offer="pause")
    second.hear_of("offer")
    second.done("accept", offer="pause")
    first.hear_of("pause")
    second.leave()
    first.until("here", lambda message: message["away"][1] is not None)
    games = server.app.state.services.online
    now, wait = games._steady, clocks.patience(games._rooms.there(first.game).game.rules)
    assert wait is not None
    games._steady = lambda: now() + wait / clocks.SECOND - 5
    first.refused("online-away", "resume")
    assert wait - 6000 < first.hello()["here"]["away"][1] < wait
    games._steady = lambda: now() + wait / clocks.SECOND
    first.done("resume")
    assert first.hello()["clock"]["running"] == 2


def test_a_paused_game_can_be_resigned(two: tuple[Player, Player]) -> None:
    first, second = two
    first.done("offer", offer="pause")
    second.hear_of("offer")
    second.done("accept", offer="pause")
    first.hear_of("pause")
    first.done("resign")
    assert second.hear_of("end")["clock"]["running"] == 0


def test_offers_are_told_to_who_has_left_the_game(server: Any, two: tuple[Player, Player]) -> None:
    first, second = two
    first.done("offer", offer="pause")
    assert offers_at(server, second) == {"pause": 1}
    first.done("move", move="c3")  # it waits still
    assert offers_at(server, second) == {"pause": 1}
    second.hear_of("move")
    second.done("move", move="d3")  # an answer too
    assert offers_at(server, second) == {}
    first.hear_of("move")
    first.done("offer", offer="takeback")
    first.done("offer", offer="pause")
    second.until("event", lambda message: message.get("what") == "pause")
    second.done("decline", offer="takeback")
    assert offers_at(server, second) == {"pause": 1}
    second.done("accept", offer="pause")
    assert offers_at(server, second) == {}
    first.hear_of("pause")
    first.done("resume")
    first.done("offer", offer="pause")
    first.done("resign")
    assert offers_at(server, second) == {}
    first.done("offer", offer="rematch")
    assert offers_at(server, second) == {"rematch": 1}
    second.until("event", lambda message: message.get("what") == "rematch")
    second.done("accept", offer="rematch")
    assert offers_at(server, second) == {}


def test_the_end_by_the_rules_settles_what_was_offered(server: Any) -> None:
    state = load("iago").new_state()
    players = table(server, "iago", options={})
    while state.outcome is None:
        player, other = players[state.seat - 1], players[2 - state.seat]
        move = str(state.legal_moves()[0])
        state.play(move)
        if state.outcome is not None:
            player.done("offer", offer="pause")
            assert offers_at(server, other) == {"pause": players.index(player) + 1}
        player.done("move", move=move)
        other.hear_of("move")
    for one in players:
        assert offers_at(server, one) == {}
        one.leave()


@pytest.mark.parametrize(("what", "then"), [("draw", "end"), ("pause", "pause"), ("rematch", "rematch")])
def test_offers_that_cross_are_an_agreement(server: Any, what: str, then: str) -> None:
    first, second = table(server, clock={"kind": "fischer", "main": 60, "increment": 0})
    if what == "rematch":
        first.done("resign")
        second.hear_of("end")
    first.done("offer", offer=what)
    second.done("offer", offer=what)  # who need not have heard of the first one
    assert first.hear_of(then)["seat"] == 2
    second.refused(
        {"draw": "over", "pause": "online-paused", "rematch": "online-no-rematch"}[what], "offer", offer=what
    )


def test_a_game_in_which_everything_is_taken_back_comes_to_an_end(
    two: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rights, "MOST_TAKEBACKS", 2)
    first, second = two
    for _ in range(2):
        first.done("move", move="c3")
        second.hear_of("move")
        first.done("offer", offer="takeback")
        second.hear_of("offer")
        second.done("accept", offer="takeback")
        first.hear_of("takeback")
    first.done("move", move="c3")
    second.hear_of("move")
    first.refused("online-takebacks", "offer", offer="takeback")
    second.done("move", move="d3")  # the game goes on


def test_takebacks_that_cross_are_two_offers(server: Any) -> None:
    first, second = table(server, clock={"kind": "fischer", "main": 60, "increment": 0})
    move_both(first, second)
    first.done("offer", offer="takeback")
    second.refused("online-offered", "offer", offer="takeback")
