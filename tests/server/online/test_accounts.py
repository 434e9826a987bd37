"""Accounts: coming in by passkey and by mail, keeping games, what is one's own, going for good."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import select, update
from websockets.exceptions import ConnectionClosed

from fieldstone.server.settings import MailServer, Settings, sqlite_address
from fieldstone.server.storage import people as storage
from fieldstone.server.storage.online import OnlineSeatRow
from tests.server.conftest import InProcess, Start
from tests.server.online.alerting import until
from tests.server.online.authenticator import Authenticator
from tests.server.online.browser import Person
from tests.server.online.mailbox import Mailbox, mail_server
from tests.server.online.people import DAYS, Player, invite, join, refusal, secret

Browse = Callable[[], Person]


@pytest.fixture(scope="module")
def post_office() -> Iterator[tuple[Mailbox, MailServer]]:
    with mail_server() as found:
        yield found


@pytest.fixture
def mailbox(post_office: tuple[Mailbox, MailServer]) -> Mailbox:
    """What is sent during a test."""
    post_office[0].__init__()  # type: ignore[misc]
    return post_office[0]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, post_office: tuple[Mailbox, MailServer]) -> Iterator[InProcess]:
    """One for all."""
    database = sqlite_address(tmp_path_factory.mktemp("accounts") / "games.sqlite")
    settings = Settings(
        database=database, warm=False, online=True, accounts=True, invitations=10_000, mail=post_office[1]
    )
    made = InProcess(settings)
    yield made
    made.stop()


@pytest.fixture(autouse=True)
def nobody(server: InProcess) -> None:
    """Let nobody be there yet, and nobody have been sent anything."""
    services = server.app.state.services
    with services.online._engine.begin() as connection:
        connection.execute(update(storage.PersonRow).values(name=None, known=None, mail=None))
    services.accounts._links._left.clear()


@pytest.fixture
def browse(server: InProcess) -> Iterator[Browse]:
    open_: list[Person] = []

    def begin() -> Person:
        open_.append(Person(server))
        return open_[-1]

    yield begin
    for one in open_:
        one.client.close()


# -- passkeys ---------------------------------------------------------------------------------------------------------


def test_a_guest_has_no_account(browse: Browse) -> None:
    browser = browse()
    assert browser.get("/api/offering") == {"online": True, "alerts": None, "passkeys": True, "mail": True}
    assert browser.get("/api/account") is None
    assert refusal(browser.get("/api/account/games", 403)) == "sign-in-first"


def test_an_account_with_a_passkey(browse: Browse) -> None:
    browser = browse()
    authenticator = Authenticator(browser.origin)
    made = browser.register(" Ada ", authenticator)
    assert (made["name"], made["mail"], len(made["passkeys"])) == ("Ada", None, 1)
    assert browser.get("/api/account") == made
    other = browse()
    assert other.sign_in(authenticator)["name"] == "Ada"
    assert other.get("/api/account")["passkeys"][0]["used"] >= made["passkeys"][0]["used"]
    assert browse().get("/api/account") is None


def test_the_cookie_is_read_by_no_script(browse: Browse) -> None:
    browser = browse()
    begun = browser.post("/api/account/passkey/options", {"name": "Ada"})
    credential = Authenticator(browser.origin).make(begun["options"])
    answer = browser.client.post("/api/account/passkey", json={"ticket": begun["ticket"], "credential": credential})
    [cookie] = [one for one in answer.headers.get_list("set-cookie") if one.startswith("fieldstone-person=")]
    assert {"HttpOnly", "SameSite=strict", "Path=/api"} <= set(cookie.split("; "))


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "x" * 21,
        "a b",
        "-a",
        "a\u202eb",
        "<b>",
        "a/b",
        "  ",
        "Alice\u1160",
        "\u115f\u1160",
        "Al\u3164ice",
        "\uffa0\uffa0",
    ],
)
def test_names_that_are_none(browse: Browse, name: str) -> None:
    assert refusal(browse().post("/api/account/passkey/options", {"name": name}, 422)) in ("name-wrong", "invalid")


@pytest.mark.parametrize(
    ("name", "status"), [("\u0410da", 422), ("Bob\u03b1", 422), ("\u0410\u043d\u043d\u0430", 200), ("Bob철수", 200)]
)
def test_names_of_letters_that_look_alike(browse: Browse, name: str, status: int) -> None:
    answer = browse().post("/api/account/passkey/options", {"name": name}, status)
    assert status == 200 or refusal(answer) == "name-mixed"


@pytest.mark.parametrize("alike", ["ada", "ADA", "Ａｄａ"])
def test_no_two_names_are_alike(browse: Browse, alike: str) -> None:
    browse().register("Ada")
    assert refusal(browse().post("/api/account/passkey/options", {"name": alike}, 409)) == "name-taken"


def test_of_two_who_want_a_name_one_gets_it(browse: Browse) -> None:
    one, other = browse(), browse()
    begun = other.post("/api/account/passkey/options", {"name": "Ada"})
    one.register("Ada")
    credential = Authenticator(other.origin).make(begun["options"])
    answer = other.post("/api/account/passkey", {"ticket": begun["ticket"], "credential": credential}, 409)
    assert refusal(answer) == "name-taken"
    assert other.get("/api/account") is None


def test_a_ticket_works_once(browse: Browse) -> None:
    browser = browse()
    begun = browser.post("/api/account/passkey/options", {"name": "Ada"})
    body = {"ticket": begun["ticket"], "credential": Authenticator(browser.origin).make(begun["options"])}
    browser.post("/api/account/passkey", body)
    assert refusal(browse().post("/api/account/passkey", body, 409)) == "passkey-late"


def test_a_signature_of_another_challenge_site_or_key(browse: Browse) -> None:
    browser = browse()
    own = Authenticator(browser.origin)
    browser.register("Ada", own)
    for made in ({"challenge": "AAAA"}, {"rpId": "elsewhere.test"}):
        begun = browser.post("/api/account/passkey/sign-in/options")
        credential = own.sign({**begun["options"], **made})
        answer = browse().post(
            "/api/account/passkey/sign-in", {"ticket": begun["ticket"], "credential": credential}, 403
        )
        assert refusal(answer) == "passkey-wrong"
    forged = Authenticator(browser.origin)
    forged.id = own.id
    assert refusal(browse().sign_in(forged, 403)) == "passkey-wrong"
    assert refusal(browse().sign_in(Authenticator(browser.origin), 403)) == "passkey-unknown"
    phishing = Authenticator("http://elsewhere.test")
    phishing.id, phishing.key = own.id, own.key
    assert refusal(browse().sign_in(phishing, 403)) == "passkey-wrong"


@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"id": "x"},
        {"id": 7, "rawId": [], "response": "x"},
        {"id": "x", "rawId": "x", "type": "public-key", "response": {}},
    ],
)
def test_answers_that_are_none(browse: Browse, credential: Any) -> None:
    browser = browse()
    begun = browser.post("/api/account/passkey/options", {"name": "Ada"})
    answer = browser.post("/api/account/passkey", {"ticket": begun["ticket"], "credential": credential}, 422)
    assert refusal(answer) == "passkey-wrong"
    begun = browser.post("/api/account/passkey/sign-in/options")
    browser.post("/api/account/passkey/sign-in", {"ticket": begun["ticket"], "credential": credential}, 403)


def test_more_passkeys_and_fewer(browse: Browse) -> None:
    browser = browse()
    first = browser.register("Ada")["passkeys"][0]["id"]
    assert refusal(browser.send("DELETE", f"/api/account/passkeys/{first}", status=409)) == "passkey-last"
    begun = browser.post("/api/account/passkey/options", {})
    second = Authenticator(browser.origin)
    browser.post("/api/account/passkey", {"ticket": begun["ticket"], "credential": second.make(begun["options"])})
    browser.send("DELETE", f"/api/account/passkeys/{first}", status=204)
    assert refusal(browser.send("DELETE", f"/api/account/passkeys/{first}", status=404)) == "passkey-none"
    [left] = browser.get("/api/account")["passkeys"]
    assert refusal(browser.send("DELETE", f"/api/account/passkeys/{left['id']}", status=409)) == "passkey-last"
    assert browse().sign_in(second)["name"] == "Ada"


def test_the_last_passkey_where_there_is_no_mail(start: Start) -> None:
    browser = Person(start(online=True, accounts=True))
    with browser.client:
        [passkey] = browser.register("Ada")["passkeys"]
        refused = browser.send("DELETE", f"/api/account/passkeys/{passkey['id']}", status=409)
        assert refusal(refused) == "passkey-only"
        assert "mail" not in refused["detail"]


# -- links ------------------------------------------------------------------------------------------------------------


def ask(browser: Person, mail: str = "Ada@Example.org", status: int = 204, language: str = "en") -> Any:
    return browser.send("POST", "/api/account/mail", {"mail": mail, "language": language}, status)


def test_an_account_by_mail(browse: Browse, mailbox: Mailbox) -> None:
    browser = browse()
    ask(browser)
    [mail] = mailbox.mails
    assert (mail["To"], mail["From"]) == ("ada@example.org", "games@example.org")
    assert mailbox.link().startswith(f"{browser.origin}/account/mail#")
    secret = mailbox.secret()
    told = browser.post("/api/account/mail/link", {"secret": secret})
    assert told == {"mail": "ada@example.org", "name": None, "adds": False}
    assert refusal(browser.post("/api/account/mail/sign-in", {"secret": secret}, 422)) == "name-wrong"
    made = browser.post("/api/account/mail/sign-in", {"secret": secret, "name": "Ada"})
    assert (made["name"], made["mail"]) == ("Ada", "ada@example.org")
    assert refusal(browse().post("/api/account/mail/sign-in", {"secret": secret}, 409)) == "mail-late"
    other = browse()
    ask(other, language="ko")
    assert "로그인" in mailbox.mails[-1]["Subject"]
    assert other.post("/api/account/mail/link", {"secret": mailbox.secret()})["name"] == "Ada"
    assert other.post("/api/account/mail/sign-in", {"secret": mailbox.secret()})["name"] == "Ada"


def test_a_passkey_account_gets_an_address(browse: Browse, mailbox: Mailbox) -> None:
    browser = browse()
    browser.register("Ada")
    ask(browser)
    # The link may be opened in another browser: it is whose it was when it was asked for, and says so.
    assert "signed in to Fieldstone as Ada" in mailbox.mails[-1].get_content()
    told = browse().post("/api/account/mail/link", {"secret": mailbox.secret()})
    assert told == {"mail": "ada@example.org", "name": "Ada", "adds": True}
    assert browse().post("/api/account/mail/sign-in", {"secret": mailbox.secret()})["name"] == "Ada"
    assert browser.get("/api/account")["mail"] == "ada@example.org"
    other = browse()
    other.register("Bob")
    ask(other)
    assert refusal(other.post("/api/account/mail/sign-in", {"secret": mailbox.secret()}, 409)) == "mail-taken"


@pytest.mark.parametrize(
    "mail", ["ada", "@example.org", "a@b", "a b@example.org", "a@example.org,b@example.org", "a@@b.org"]
)
def test_addresses_that_are_none(browse: Browse, mailbox: Mailbox, mail: str) -> None:
    assert refusal(ask(browse(), mail, 422)) == "mail-wrong"
    assert mailbox.mails == []


def test_a_header_cannot_be_slipped_into_a_mail(browse: Browse, mailbox: Mailbox) -> None:
    ask(browse(), "a@example.org\nBcc: b@example.org", 422)
    assert mailbox.mails == []


def test_nobody_is_sent_many_links(browse: Browse, mailbox: Mailbox) -> None:
    for _ in range(5):
        ask(browse())
    assert refusal(ask(browse(), status=429)) == "mail-often"
    assert len(mailbox.mails) == 5


def test_a_mail_server_that_refuses(browse: Browse, mailbox: Mailbox) -> None:
    mailbox.refuses = True
    assert refusal(ask(browse(), status=503)) == "mail-failed"


@pytest.mark.parametrize(
    ("host", "status"),
    [("203.0.113.7", 409), ("203.0.113.7:8000", 409), ("games.test", 204), ("elsewhere.test", 409), ("127.0.0.1", 409)],
)
def test_links_lead_to_this_server_alone(
    start: Callable[..., InProcess], post_office: tuple[Mailbox, MailServer], mailbox: Mailbox, host: str, status: int
) -> None:
    """Else whoever asks could have the secret of somebody else's link sent to themselves."""
    server = start(online=True, accounts=True, mail=post_office[1], names=("games.test",))
    body = {"mail": "ada@example.org", "language": "en"}
    answer = server.client.post("/api/account/mail", json=body, headers={"Host": host})
    assert (answer.status_code, len(mailbox.mails)) == (status, int(status == 204)), answer.text


def test_guessed_links(browse: Browse) -> None:
    assert refusal(browse().post("/api/account/mail/link", {"secret": "x" * 32}, 409)) == "mail-late"


# -- one's own --------------------------------------------------------------------------------------------------------


def test_a_guest_keeps_the_games(server: InProcess, browse: Browse) -> None:
    game, token, invitation = invite(server)
    _, other = join(server, game, invitation)
    first, second = Player(server, game["id"], token), Player(server, game["id"], other)
    assert first.hello()["players"] == [guest(), guest()]
    browser = browse()
    browser.register("Ada", games=[{"id": game["id"], "token": token}, {"id": game["id"][::-1], "token": token}])
    told = second.until("players")["players"]
    assert (told[0]["name"], told[1]) == ("Ada", guest())
    own = browser.get("/api/account/games")
    assert [(one["id"], one["seat"]) for one in own["games"]] == [(game["id"], 1)]
    # On any device of hers she plays on, with no token.
    device = Player(server, game["id"], cookie=browser.cookie())
    assert device.hello()["seat"] == 1
    assert device.done("move", move="a1")
    assert browse().get(f"/api/online/games/{game['id']}/events")["seat"] is None
    assert browser.get(f"/api/online/games/{game['id']}/events")["seat"] == 1


def guest() -> dict[str, Any]:
    return {"name": None, "deleted": False, "rating": None, "provisional": False, "change": None}


def test_a_foreign_seat_is_not_kept(server: InProcess, browse: Browse) -> None:
    game, token, _ = invite(server)
    one, other = browse(), browse()
    one.register("Ada", games=[{"id": game["id"], "token": token}])
    other.register("Bob", games=[{"id": game["id"], "token": token}])
    assert other.get("/api/account/games")["games"] == []
    other.send("POST", "/api/account/seats", {"games": [{"id": game["id"], "token": "x" * 24}]}, 204)
    assert other.get("/api/account/games")["games"] == []


def test_nobody_plays_both_seats_by_account(server: InProcess, browse: Browse) -> None:
    browser = browse()
    browser.register("Ada")
    game, _, invitation = invite(browser)
    again, _ = join(browser, game, invitation)
    assert again["seat"] == game["seat"]
    assert again["open"]


def test_people_play_under_their_names(browse: Browse) -> None:
    ada, bob = browse(), browse()
    ada.register("Ada")
    bob.register("Bob")
    game, _, invitation = invite(ada)
    joined, _ = join(bob, game, invitation)
    assert [one["name"] for one in joined["players"]] == ["Ada", "Bob"]
    assert [one["name"] for one in ada.get("/api/account/games")["games"][0]["players"]] == ["Ada", "Bob"]


def test_names_change(server: InProcess, browse: Browse) -> None:
    ada, bob = browse(), browse()
    ada.register("Ada")
    bob.register("Bob")
    assert refusal(ada.send("PATCH", "/api/account", {"name": "bob"}, 409)) == "name-taken"
    game, _, _ = invite(ada)
    watcher = Player(server, game["id"])
    assert ada.send("PATCH", "/api/account", {"name": "ADA"})["name"] == "ADA"
    assert watcher.until("players")["players"][0]["name"] == "ADA"
    watcher.leave()
    assert ada.send("PATCH", "/api/account", {})["name"] == "ADA"


def test_signing_out_closes_sockets(server: InProcess, browse: Browse) -> None:
    browser = browse()
    authenticator = Authenticator(browser.origin)
    browser.register("Ada", authenticator)
    game, _, _ = invite(browser)
    elsewhere = browse()
    elsewhere.sign_in(authenticator)
    player = Player(server, game["id"], cookie=elsewhere.cookie())
    assert player.hello()["seat"] == 1
    browser.send("POST", "/api/account/sign-out", {}, 204)
    assert browser.get("/api/account") is None
    assert player.hello()["seat"] == 1
    elsewhere.send("POST", "/api/account/sign-out", {"everywhere": True}, 204)
    with pytest.raises(ConnectionClosed):
        player.until("never")


def test_what_was_begun_is_no_way_back_after_signing_out_everywhere(browse: Browse, mailbox: Mailbox) -> None:
    browser = browse()
    browser.register("Ada")
    ask(browser, "thief@example.org")
    begun = browser.post("/api/account/passkey/options", {})
    browser.send("POST", "/api/account/sign-out", {"everywhere": True}, 204)
    thief = browse()
    assert refusal(thief.post("/api/account/mail/sign-in", {"secret": mailbox.secret()}, 409)) == "mail-late"
    credential = Authenticator(browser.origin).make(begun["options"])
    made = thief.post("/api/account/passkey", {"ticket": begun["ticket"], "credential": credential}, 409)
    assert refusal(made) == "passkey-late"
    assert thief.get("/api/account") is None


def test_a_passkey_that_is_known_makes_no_account(browse: Browse) -> None:
    browser, other = browse(), browse()
    authenticator = Authenticator(browser.origin)
    browser.register("Ada", authenticator)
    begun = other.post("/api/account/passkey/options", {"name": "Bob"})
    credential = authenticator.make(begun["options"])
    made = other.post("/api/account/passkey", {"ticket": begun["ticket"], "credential": credential}, 409)
    assert refusal(made) == "passkey-known"
    assert browse().register("Bob")["name"] == "Bob"  # nobody has that name


def test_a_change_that_is_refused_changes_nothing(browse: Browse, mailbox: Mailbox) -> None:
    browser = browse()
    browser.register("Ada")
    wanted = {"name": "Bea", "alerts": True, "language": "en"}
    assert refusal(browser.send("PATCH", "/api/account", wanted, 409)) == "mail-first"
    assert browser.get("/api/account")["name"] == "Ada"


def test_a_stolen_cookie_of_who_has_signed_out(browse: Browse) -> None:
    browser = browse()
    browser.register("Ada")
    cookies = dict(browser.client.cookies)
    browser.send("POST", "/api/account/sign-out", {}, 204)
    thief = browse()
    thief.client.cookies.update(cookies)
    assert thief.get("/api/account") is None


def test_export(server: InProcess, browse: Browse) -> None:
    ada, bob = browse(), browse()
    ada.register("Ada")
    game, _, invitation = invite(ada, clock=DAYS)
    _, token = join(bob, game, invitation)
    ada.post(f"/api/online/games/{game['id']}/do", {"nonce": "n", "seq": 1, "what": "move", "move": "a1"})
    made = ada.client.get("/api/account/export")
    assert "attachment" in made.headers["content-disposition"]
    content = made.json()
    assert content["account"]["name"] == "Ada"
    assert (content["mails"], content["reports"], content["challenges"]) == (None, [], [])
    [one] = content["games"]
    assert (one["moves"], [event["kind"] for event in one["events"]], one["review"]) == ("a1", ["join", "move"], None)
    assert token not in made.text


def test_open_challenges_are_exported(browse: Browse) -> None:
    ada, bob = browse(), browse()
    ada.register("Ada")
    bob.register("Bob")
    games = [invite(bob, challenged="Ada", invitation=None)[0]["id"] for _ in range(2)]
    ada.send("POST", f"/api/online/games/{games[0]}/decline", None, 204)
    made = ada.get("/api/account/export")
    [received] = made["challenges"]
    assert (received["id"], received["by"]["name"], received["mine"]) == (games[1], "Bob", False)
    assert made["games"] == []
    content = bob.get("/api/account/export")
    assert content["challenges"] == []
    assert {one["id"] for one in content["games"]} == set(games)


def test_mails_and_reports_are_exported_and_deleted(server: InProcess, browse: Browse, mailbox: Mailbox) -> None:
    ada, bob = browse(), browse()
    ask(ada)
    ada.post("/api/account/mail/sign-in", {"secret": mailbox.secret(), "name": "Ada"})
    ada.send("PATCH", "/api/account", {"alerts": True, "language": "ko"})
    bob.register("Bob")
    game, _, invitation = invite(ada)
    join(bob, game, invitation)
    for one, text in ((ada, "too strong"), (bob, "went away")):
        one.send("POST", f"/api/online/games/{game['id']}/report", {"reason": "other", "text": text}, 204)
    content = ada.get("/api/account/export")
    assert content["mails"] == {"language": "ko", "page": ada.origin}
    [report] = content["reports"]
    assert (report.pop("created") > 0, report) == (True, {"game": game["id"], "reason": "other", "text": "too strong"})
    ada.send("DELETE", "/api/account", {"name": "Ada"}, 204)
    with server.app.state.services.online._engine.begin() as connection:
        columns = (OnlineSeatRow.device.is_(None), storage.ReportRow.reason, storage.ReportRow.text)
        same = (OnlineSeatRow.game_id == storage.ReportRow.game_id) & (OnlineSeatRow.seat == storage.ReportRow.seat)
        kept = select(*columns).join(storage.ReportRow, same).order_by(OnlineSeatRow.seat)
        found = [tuple(row) for row in connection.execute(kept.where(OnlineSeatRow.game_id == game["id"]))]
    assert found == [(True, "other", ""), (False, "other", "went away")]


def test_deletion_leaves_the_other_the_game(server: InProcess, browse: Browse) -> None:
    ada, bob = browse(), browse()
    authenticator = Authenticator(ada.origin)
    ada.register("Ada", authenticator)
    bob.register("Bob")
    game, _, invitation = invite(ada)
    join(bob, game, invitation)
    assert refusal(ada.send("DELETE", "/api/account", {"name": "Bob"}, 409)) == "name-other"
    ada.send("DELETE", "/api/account", {"name": "ada"}, 204)
    assert ada.get("/api/account") is None
    assert refusal(ada.sign_in(authenticator, 403)) == "passkey-unknown"
    assert refusal(ada.get("/api/people/ada", 404)) == "person-none"
    for read_again in (False, True):
        if read_again:
            rooms = server.app.state.services.online._rooms
            for room in rooms.all():
                rooms.forget(room)
        kept = bob.get(f"/api/online/games/{game['id']}/events")
        assert [(one["name"], one["deleted"]) for one in kept["players"]] == [(None, True), ("Bob", False)]
    with server.app.state.services.online._engine.begin() as connection:
        assert {tuple(row) for row in connection.execute(select(storage.PersonRow.name, storage.PersonRow.mail))} == {
            (None, None),
            ("Bob", None),
        }
    browse().register("Ada")  # the name is free


def test_a_profile(server: InProcess, browse: Browse) -> None:
    ada = browse()
    ada.register("Ada")
    game, _, invitation = invite(ada, public=True)
    hidden, _, to_hidden = invite(ada)
    for one, link in ((game, invitation), (hidden, to_hidden)):
        _, token = join(server, one, link)
        path = f"/api/online/games/{one['id']}/do"
        server.post(path, {"nonce": "n", "seq": 1, "what": "resign"}, headers={"X-Seat-Token": token})
    profile = browse().get("/api/people/ADA")
    assert (profile["name"], [one["id"] for one in profile["games"]]) == ("Ada", [game["id"]])


def test_without_accounts(start: Callable[..., InProcess]) -> None:
    server = start(online=True)
    assert refusal(server.get("/api/account", 404)) == "accounts-none"
    game, _, _ = invite(server)
    assert game["players"] == [guest(), None]


def test_the_lobby_forgets_who_has_gone(server: InProcess, browse: Browse) -> None:
    ada = browse()
    ada.register("Ada")
    body = {"game": "vacu", "options": {"size": 5}, "clock": DAYS, "seat": 1, "token": secret()}
    sought = ada.post("/api/online/games", body, 201)["id"]

    def names() -> dict[str, Any]:
        return {one["id"]: one["player"]["name"] for one in browse().get("/api/online/lobby")["seeks"]}

    until(lambda: names().get(sought) == "Ada")
    ada.send("PATCH", "/api/account", {"name": "Beth"})
    until(lambda: names().get(sought) == "Beth")
    ada.send("DELETE", "/api/account", {"name": "Beth"}, 204)
    until(lambda: sought not in names())
    assert browse().get(f"/api/online/games/{sought}/events")["events"][-1]["how"] == "withdrawn"
