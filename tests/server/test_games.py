"""Games by two people: moves, undo, ends, rematches, lists, files."""

import random
from typing import Any

import pytest

import fieldstone
from tests.brought import with_brought
from tests.server.conftest import HUMAN, InProcess

GAMES: list[tuple[str, dict[str, Any]]] = with_brought(
    [
        ("vacu", {"size": 3, "komi": 1}),
        ("vacu", {"size": 3, "setup": "auction"}),
        ("convacu", {"size": 3}),
        ("kaomi", {"size": 3}),
        ("squared", {"size": 3, "setup": "auction"}),
        ("iago", {}),
        ("iago-free", {}),
        ("vadus", {"size": 3}),
    ]
)


def choices(view: dict[str, Any]) -> list[str]:
    """What a page offers."""
    found: list[str] = view["legal"]["points"] + view["legal"]["namedMoves"]
    if view["legal"]["komi"] is not None:
        found += [f"komi {view['legal']['komi']['high']}"]
    return found


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_a_whole_game(server: InProcess, name: str, options: dict[str, Any]) -> None:
    """Moves that the page offers, to the end; now and then one is taken back."""
    rng = random.Random(5)
    game = server.new(name, options=options)
    assert (game["plies"], game["status"], game["canUndo"], game["thinking"]) == (0, "playing", False, False)
    state = fieldstone.load(name, **options).new_state()
    while game["status"] == "playing":
        assert game["view"]["line"] == state.to_text(history=True)
        assert [move["move"] for move in game["moves"]] == [move.text for move in state.history]
        if game["plies"] and rng.random() < 0.1:
            assert game["canUndo"]
            game = server.undo(game)
            state.undo()
        else:
            move = rng.choice(choices(game["view"]))
            game = server.move(game, move)
            state.play(move)
        assert game == server.look(game)
    outcome = state.outcome
    assert outcome is not None
    assert game["outcome"] == game["view"]["outcome"]
    assert game["outcome"]["termination"] == outcome.termination
    assert game["outcome"]["winner"] == (None if outcome.winner is None else outcome.winner.value)
    assert game["outcome"]["winnerSeat"] == (None if outcome.winner is None else state.seat_of(outcome.winner))
    assert server.move(game, "a1", 409)["type"].endswith(":over")
    again = server.undo(game)
    assert (again["status"], again["plies"], again["outcome"]) == ("playing", game["plies"] - 1, None)


def test_a_whole_turn(server: InProcess) -> None:
    game = server.move(server.new("vadus", options={"size": 3}), "c3")
    game = server.move(game, "a1,A2")
    assert [(move["move"], move["turn"]) for move in game["moves"]] == [("c3", 0), ("a1", 1), ("a2", 1)]
    assert server.undo(game)["plies"] == 2


def test_illegal_moves(server: InProcess) -> None:
    game = server.move(server.new(), "e5")
    for language, reason in (
        ("en", "e5 is occupied: you can play only where nothing stands (V3)."),
        ("ko", None),
        ("ja", None),
    ):
        problem = server.move(game, "e5", 422, params={"lang": language})
        assert problem["detail"] == (reason or problem["detail"])
        assert "V3" in problem["detail"]
    assert "“nonsense” is not a move here" in server.move(game, "nonsense", 422)["detail"]
    assert server.look(game) == game


def test_stale_clients(server: InProcess) -> None:
    before = server.new()
    after = server.move(before, "e5")
    assert "your page shows 0 moves, the game has 1" in server.move(before, "e4", 409)["detail"]
    assert server.undo(before, 409)["type"] == "urn:fieldstone:problem:stale"
    later = server.move(after, "e4")
    assert server.undo(after, 409)["type"] == "urn:fieldstone:problem:stale"
    assert server.undo(later | {"plies": 3}, 409)["type"] == "urn:fieldstone:problem:stale"
    assert server.look(later)["plies"] == 2


def test_nothing_to_take_back(server: InProcess) -> None:
    assert server.undo(server.new(), 409)["type"] == "urn:fieldstone:problem:no-undo"


def test_resignation(server: InProcess) -> None:
    game = server.move(server.new(), "e5")
    over = server.post(f"/api/games/{game['id']}/resign", {"seat": 2})
    assert (over["status"], over["view"]["toMove"], over["view"]["legal"]["points"]) == ("over", None, [])
    assert over["outcome"] == {
        "winner": "B", "winnerSeat": 1, "termination": "resignation", "sentence": "Black wins. White resigned.",
    }  # fmt: skip
    assert server.get(f"/api/games/{game['id']}", params={"lang": "ja"})["outcome"]["sentence"].startswith("黒")
    assert server.move(over, "e4", 409)["type"].endswith(":over")
    server.post(f"/api/games/{game['id']}/resign", {"seat": 1}, 409)
    back = server.undo(over)
    assert (back["status"], back["plies"], back["outcome"]) == ("playing", 1, None)


def test_resignation_while_colours_are_open(server: InProcess) -> None:
    game = server.new(options={"setup": "auction"})
    over = server.post(f"/api/games/{game['id']}/resign", {"seat": 1})
    assert over["outcome"]["sentence"] == "Player 2 wins. Player 1 resigned."


def test_colours_after_a_swap(server: InProcess) -> None:
    game = server.move(server.move(server.new("kaomi"), "d4"), "swap")
    over = server.post(f"/api/games/{game['id']}/resign", {"seat": 1})
    assert (over["outcome"]["winner"], over["outcome"]["winnerSeat"]) == ("B", 2)


@pytest.mark.parametrize(
    ("line", "held"),
    [
        ("vacu(size=3)", "BW"),
        ("vacu(size=3,setup=auction)", "--"),
        ("vacu(size=3,setup=auction) moves komi 4", "--"),
        ("vacu(size=3,setup=auction) moves komi 4,white", "BW"),
        ("vacu(size=3,setup=auction) moves komi 4,black,a1", "WB"),
        ("vacu(size=3,setup=auction) .../.../... B setup=komi", "--"),
        ("vacu(size=3,setup=auction) .../.../... B setup=komi moves komi 4,white", "BW"),
        ("vacu(size=3,setup=auction) .../.B./... W komi=4", "BW"),
        ("vacu(size=3,setup=auction) .../.B./... W komi=4 seats=WB", "WB"),
        ("kaomi(size=4) moves b2", "BW"),
        ("kaomi(size=4) moves b2,swap", "WB"),
        ("kaomi(size=4,pie=true) ..../.B../..../.... W seats=WB moves a1", "WB"),
    ],
)
def test_who_holds_what_in_lists(server: InProcess, line: str, held: str) -> None:
    """A list asks no rules; what it says is what the game says."""
    game = server.post("/api/games/import", {"text": line}, 201)
    (listed,) = (one for one in server.get("/api/games")["games"] if one["id"] == game["id"])
    colours = dict(zip("12", (None if one == "-" else one for one in held), strict=True))
    assert listed["colours"] == game["view"]["colours"] == colours


def test_a_rematch_changes_seats_and_not_players(server: InProcess) -> None:
    """Whoever named komi or began chooses or answers now, and is called as before."""
    game = server.new("vacu", options={"size": 5, "setup": "auction"})
    assert [game["seats"][seat]["number"] for seat in "12"] == [1, 2]
    again = server.post(f"/api/games/{game['id']}/rematch", {}, 201)
    assert [again["seats"][seat]["number"] for seat in "12"] == [2, 1]
    over = server.post(f"/api/games/{again['id']}/resign", {"seat": 1})
    assert over["outcome"]["sentence"] == "Player 1 wins. Player 2 resigned."
    third = server.post(f"/api/games/{again['id']}/rematch", {}, 201)
    assert [third["seats"][seat]["number"] for seat in "12"] == [1, 2]


def test_a_rematch(server: InProcess) -> None:
    seats = {"1": HUMAN | {"name": "Ada"}, "2": HUMAN | {"name": "Bo"}}
    clock = {"kind": "byoyomi", "main": 60, "periods": 3, "period": 10}
    game = server.post("/api/games", {"game": "vacu", "options": {"size": 5}, "seats": seats, "clock": clock}, 201)
    game = server.move(game, "c3")
    again = server.post(f"/api/games/{game['id']}/rematch", {}, 201)
    assert again["id"] != game["id"]
    assert [again["seats"][seat]["name"] for seat in "12"] == ["Bo", "Ada"]
    assert (again["plies"], again["gameText"], again["clockRules"]) == (0, game["gameText"], game["clockRules"])
    assert again["clock"]["left"] == {"1": 60.0, "2": 60.0}
    server.client.post(f"/api/games/{game['id']}/rematch").raise_for_status()


def test_a_game_from_a_position(server: InProcess) -> None:
    line = "vacu(size=3,komi=0,setup=fixed) .../.BW/... B"
    game = server.new(line=line, options={})
    assert game["gameText"] == "vacu(size=3,komi=0,setup=fixed)"
    game = server.move(game, "a1")
    assert game["view"]["line"] == f"{line} moves a1"
    again = server.post(f"/api/games/{game['id']}/rematch", {}, 201)
    assert (again["view"]["line"], again["plies"]) == (f"{line} moves", 0)
    game = server.new("kaomi", line="kaomi(size=3) moves b2,a1")
    assert (game["plies"], game["canUndo"]) == (2, True)
    finished = server.new("kaomi", line="kaomi(size=3,pie=false) BWB/WWB/BBW W")
    assert (finished["status"], finished["outcome"]["winner"]) == ("over", "W")


@pytest.mark.parametrize("name", ["A\0B", "\n", "Ada\r", "\x1b[31mred", "\x7f", "\x85", "a\u2028b"])
def test_names_without_control_characters(server: InProcess, name: str) -> None:
    """A terminal, a file or a log would obey them."""
    seats = {"1": {"kind": "human", "name": name}, "2": HUMAN}
    problem = server.post("/api/games", {"game": "vacu", "seats": seats}, 422)
    assert problem["type"] == "urn:fieldstone:problem:control"
    assert "seats.1.name" in problem["detail"]
    seats["1"] = {"kind": "human", "name": "👩🏽‍🔬 에이다, é"}
    game = server.post("/api/games", {"game": "vacu", "seats": seats}, 201)
    assert game["seats"]["1"]["name"] == "👩🏽‍🔬 에이다, é"


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"game": "chess"}, "There is no game “chess”; the games: vacu"),
        ({"options": {"size": 1}}, "size must be a whole number from 2 to 19"),
        ({"options": {"colour": "red"}}, "vacu has no option “colour”"),
        ({"options": {"size": 9.5}}, "options.size"),
        ({"line": "kaomi moves a1"}, "The game is vacu"),
        ({"line": "vacu(size=3)", "options": {"size": 4}}, "but the line is of vacu(size=3"),
        ({"line": "vacu moves a1,a1"}, "a1 is occupied: you can play only where nothing stands (V3)"),
        ({"seats": {"1": HUMAN}}, "seats.2 is missing"),
        ({"seats": {"1": HUMAN, "2": {"kind": "robot"}}}, "'human' or 'computer'"),
        ({"seats": {"1": HUMAN, "2": {"kind": "computer", "level": 13}}}, "seats.2.level"),
        (
            {"seats": {"1": HUMAN, "2": {"kind": "computer", "level": 11}}},
            "seats.2.level: in vacu the computer has levels 1 to 10, and “max” (it was 11)",
        ),
        ({"seats": {"1": HUMAN, "2": HUMAN | {"name": "x" * 41}}}, "seats.2.name"),
        ({"clock": {"kind": "increment", "main": 0, "increment": 1}}, "clock.increment.main"),
        ({"clock": {"kind": "byoyomi", "main": 0, "periods": 0, "period": 1}}, "clock.byoyomi.periods"),
        ({"clock": {"kind": "hourglass"}}, "'increment', 'byoyomi'"),
        ({"more": 1}, "more"),
    ],
)
def test_what_cannot_be_had(server: InProcess, asked: dict[str, Any], says: str) -> None:
    body = {"game": "vacu", "seats": {"1": HUMAN, "2": HUMAN}} | asked
    assert says in server.post("/api/games", body, 422)["detail"]
    assert server.get("/api/games") == {"games": [], "more": False, "unreadable": []}


def test_the_list(server: InProcess) -> None:
    made = [server.new("vacu", options={"size": 3}) for _ in range(5)]
    last = server.move(made[1], "b2")
    server.post(f"/api/games/{made[0]['id']}/resign", {"seat": 1})
    first = server.get("/api/games", params={"limit": 2})
    assert [game["id"] for game in first["games"]] == [made[0]["id"], made[1]["id"]]
    assert first["more"]
    assert first["games"][1]["rows"] == last["rows"] == ["...", ".B.", "..."]
    assert first["games"][0]["outcome"]["sentence"] == "White wins. Black resigned."
    rest = server.get("/api/games", params={"limit": 3, "before": first["games"][-1]["updated"]})
    assert [game["id"] for game in rest["games"]] == [made[4]["id"], made[3]["id"], made[2]["id"]]
    assert not rest["more"]
    everything = set(server.look(last))
    assert set(rest["games"][0]) == everything - {
        "clockRules", "clock", "moves", "view", "thinking", "canUndo"
    }  # fmt: skip


def test_deleting(server: InProcess) -> None:
    game = server.new()
    assert server.client.delete(f"/api/games/{game['id']}").status_code == 204
    assert server.get(f"/api/games/{game['id']}", 404)["type"] == "urn:fieldstone:problem:no-game"
    assert server.get("/api/games")["games"] == []


def test_ids_cannot_be_guessed(server: InProcess) -> None:
    ids = {server.new()["id"] for _ in range(20)}
    assert len(ids) == 20
    assert all(len(one) == 12 and one.isalnum() for one in ids)


# Files -----------------------------------------------------------------------------------------


def test_a_record_there_and_back(server: InProcess) -> None:
    game = server.move(server.move(server.new(computer={}), "e5"), "button")
    answer = server.client.get(f"/api/games/{game['id']}/record")
    assert answer.headers["content-disposition"] == f'attachment; filename="vacu-{game["id"]}.fieldstone.json"'
    record = answer.json()
    assert [node["move"] for node in record["moves"]] == [one["move"] for one in game["moves"]]
    for wanted in ({"record": record}, {"text": answer.text}):
        again = server.post("/api/games/import", wanted, 201)
        assert again["id"] != game["id"]
        assert (again["view"], again["moves"], again["seats"]) == (game["view"], game["moves"], game["seats"])


def test_records_of_finished_games(server: InProcess) -> None:
    game = server.move(server.new(), "e5")
    over = server.post(f"/api/games/{game['id']}/resign", {"seat": 2})
    record = server.get(f"/api/games/{game['id']}/record")
    assert record["result"] == {"winner": 1, "reason": "resignation"}
    assert server.post("/api/games/import", {"record": record}, 201)["outcome"] == over["outcome"]
    agreed = server.post(
        "/api/games/import", {"record": record | {"result": {"winner": None, "reason": "agreement"}}}, 201
    )
    assert (agreed["status"], agreed["outcome"]["winner"]) == ("over", None)
    assert "agreed" in agreed["outcome"]["sentence"]
    full = server.new("kaomi", line="kaomi(size=3,pie=false) BWB/WWB/BBW W")
    record = server.get(f"/api/games/{full['id']}/record")
    assert server.post("/api/games/import", {"record": record}, 201)["outcome"] == full["outcome"]
    server.post("/api/games/import", {"record": record | {"result": record["result"] | {"reason": "two-passes"}}}, 422)


@pytest.mark.parametrize(
    "text",
    [
        "kaomi(size=5) moves c3,swap",
        "(;FF[4]GM[99]SZ[5]RU[kaomi\\(size=5,pie=true\\)];B[cc])",
    ],
)
def test_other_files_as_games(server: InProcess, text: str) -> None:
    game = server.post("/api/games/import", {"text": text}, 201)
    assert (game["game"], game["seats"]["2"]["kind"]) == ("kaomi", "human")
    assert game["moves"][0]["move"] == "c3"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"game": "chess"}, "chess"),
        ({"moves": [{"move": "z9"}]}, "z9"),
        ({"version": 2}, "version"),
        ({"result": {"winner": None, "reason": "time"}}, "time"),
        ({"result": {"winner": 1, "reason": "checkmate"}}, "checkmate"),
        ({"result": {"winner": 1, "reason": "two-passes"}}, "two-passes"),
    ],
)
def test_records_that_are_none(server: InProcess, change: dict[str, Any], says: str) -> None:
    record = server.get(f"/api/games/{server.new()['id']}/record")
    assert says in server.post("/api/games/import", {"record": record | change}, 422)["detail"]


def test_levels_of_the_computer(server: InProcess) -> None:
    """Ten in most games; those with a network have more."""
    assert server.new("kaomi", computer={2: 12})["seats"]["2"]["level"] == 12
    assert server.new("iago", computer={1: 11})["seats"]["1"]["level"] == 11
    seats = {"1": HUMAN, "2": {"kind": "computer", "level": 12}}
    problem = server.post("/api/games", {"game": "iago", "seats": seats}, 422, params={"lang": "ko"})
    assert problem["type"] == "urn:fieldstone:problem:level"
    assert all(part in problem["detail"] for part in ("seats.2.level", "iago", "1~11", "12"))


def test_records_with_levels_of_other_games(server: InProcess) -> None:
    """What is over says who has played it; nobody plays on against a level that the game has not."""
    seats = [{"kind": "human"}, {"kind": "computer", "level": 11}]
    record = server.get(f"/api/games/{server.new()['id']}/record") | {"seats": seats}
    refused = server.post("/api/games/import", {"record": record}, 422)["detail"]
    assert "seats[1].level is 11, but in vacu the computer has levels 1 to 10" in refused
    assert len(server.get("/api/games")["games"]) == 1
    over = server.post(
        "/api/games/import", {"record": record | {"result": {"winner": 2, "reason": "resignation"}}}, 201
    )
    assert over["seats"]["2"]["level"] == 11
    for does, body in (("undo", {"ply": 0}), ("rematch", {})):
        problem = server.post(f"/api/games/{over['id']}/{does}", body, 422)
        seat = 2 if does == "undo" else 1
        assert f"seats.{seat}.level: in vacu the computer has levels 1 to 10" in problem["detail"]
    assert server.get(f"/api/games/{over['id']}") == over
    assert len(server.get("/api/games")["games"]) == 2


@pytest.mark.parametrize(
    "body", [{}, {"text": "vacu", "record": None, "more": 1}, {"record": []}, {"text": "chess"}, {"text": "(;FF[4]"}]
)
def test_imports_of_nothing(server: InProcess, body: dict[str, Any]) -> None:
    server.post("/api/games/import", body, 422)
