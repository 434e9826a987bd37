"""Every surface answers errors as problem+json; the page's files; the description."""

from pathlib import Path
from typing import Any

import pytest

from fieldstone.server.app import create_app
from fieldstone.server.settings import Settings, default_database
from tests.server.conftest import InProcess, Start


@pytest.mark.parametrize(
    ("method", "path", "status", "name"),
    [
        ("GET", "/api", 404, "no-address"),
        ("GET", "/api/nothing", 404, "no-address"),
        ("POST", "/api/nothing", 404, "no-address"),
        ("GET", "/api/positions/", 404, "no-address"),
        ("GET", "/assets/none.js", 404, "no-address"),
        ("PUT", "/api/games", 405, "no-method"),
        ("DELETE", "/api/facts", 405, "no-method"),
        ("POST", "/somewhere", 405, "no-method"),
        ("GET", "/api/games/none", 404, "no-game"),
        ("GET", "/api/games/none/record", 404, "no-game"),
        ("DELETE", "/api/games/none", 404, "no-game"),
        ("POST", "/api/games/none/rematch", 404, "no-game"),
        ("GET", f"/api/games/{'x' * 41}", 422, "invalid"),
        ("GET", "/api/games?limit=0", 422, "invalid"),
        ("GET", "/api/games?limit=many", 422, "invalid"),
        ("GET", "/api/games?before=yesterday", 422, "no-moment"),
        ("GET", "/api/facts?lang=de", 422, "invalid"),
        ("GET", "/somewhere", 503, "no-page"),
    ],
)
def test_problems(start: Start, tmp_path: Path, method: str, path: str, status: int, name: str) -> None:
    server = start(page=tmp_path / "none")
    details = set()
    for language in ("en", "ko", "ja"):
        answer = server.client.request(method, path, headers={"accept-language": language})
        assert answer.headers["content-type"] == "application/problem+json", answer.text
        problem = answer.json()
        assert (answer.status_code, problem["status"], problem["type"]) == (
            status, status, f"urn:fieldstone:problem:{name}",
        )  # fmt: skip
        details.add(problem["detail"])
    assert len(details) == 3


def test_what_nobody_expected(server: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr("fieldstone.server.http.positions.read_line", broken)
    problem = server.post("/api/positions", {"line": "vacu"}, 500)
    assert problem["type"] == "urn:fieldstone:problem:unexpected"
    assert "secret" not in str(problem)


def test_the_page(start: Start, tmp_path: Path) -> None:
    (tmp_path / "page" / "assets").mkdir(parents=True)
    (tmp_path / "page" / "index.html").write_text("<p>the page</p>")
    (tmp_path / "page" / "assets" / "a.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    server = start(page=tmp_path / "page")
    for path in (
        "/",
        "/games/abc",
        "/analyse?line=vacu",
        "/learn/kaomi",
        "/%00",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
    ):
        answer = server.client.get(path)
        assert (answer.status_code, answer.text) == (200, "<p>the page</p>"), path
        assert answer.headers["cache-control"] == "no-cache"
    assert "immutable" in server.client.get("/assets/a.js").headers["cache-control"]
    assert server.client.get("/assets/a.js").headers["content-type"].startswith("text/javascript")
    assert server.client.head("/").status_code == 200


def test_the_page_names_its_picture_by_its_whole_address(start: Start, tmp_path: Path) -> None:
    """Where a link to it is sent; others show no picture."""
    (tmp_path / "index.html").write_text('<meta property="og:image" content="/link.png">')
    server = start(page=tmp_path)
    text = server.client.get("/learn/kaomi").text
    assert text == f'<meta property="og:image" content="{str(server.client.base_url).rstrip("/")}/link.png">'


@pytest.mark.parametrize(
    "path", ["x" * 256, "%E3%81%82" * 100, f"assets/{'x' * 5000}", "x/" * 5000, f"{'x' * 256}/index.html"]
)
def test_addresses_longer_than_a_name(
    start: Start, tmp_path: Path, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").write_text("<p>the page</p>")
    server = start(page=tmp_path / "page")
    assert server.get(f"/{path}", 404)["type"] == "urn:fieldstone:problem:no-address"
    assert server.client.head(f"/{path}").status_code == 404
    assert caplog.text == ""


def test_the_page_is_not_built(start: Start, tmp_path: Path) -> None:
    server = start(page=tmp_path / "none")
    answer = server.client.get("/new/vacu", headers={"accept": "text/html", "accept-language": "ko"})
    assert answer.status_code == 503
    assert '<html lang="ko">' in answer.text
    assert "make page" in answer.text


def test_the_description() -> None:
    """Every operation says what it answers, problems too."""
    described: dict[str, Any] = create_app(Settings(warm=False)).openapi()
    assert set(described["paths"]) == {
        "/api/facts", "/api/positions", "/api/positions/play", "/api/positions/moves", "/api/positions/why",
        "/api/games", "/api/games/import", "/api/games/{game_id}", "/api/games/{game_id}/moves",
        "/api/games/{game_id}/undo", "/api/games/{game_id}/resign", "/api/games/{game_id}/rematch",
        "/api/games/{game_id}/finish", "/api/games/{game_id}/resume",
        "/api/games/{game_id}/record", "/api/games/{game_id}/tree", "/api/export", "/api/guides/{game}",
        "/api/games/{game_id}/review", "/api/offering", "/api/health",
    }  # fmt: skip
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            answers = operation["responses"]
            good = [answers[status] for status in answers if status.startswith("2")]
            assert len(good) == 1, (path, method)
            is_file = "application/x-go-sgf" in good[0].get("content", {})  # a file of ours or of others
            assert "204" in answers or is_file or "$ref" in str(good[0]) or "items" in str(good[0]), (path, method)
            for status in ("404", "409", "422"):
                schema = answers[status]["content"]["application/problem+json"]["schema"]
                assert schema == {"$ref": "#/components/schemas/Problem"}, (path, method, status)
                assert "application/json" not in answers[status]["content"], (path, method, status)


def test_where_the_database_lies(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FIELDSTONE_DATABASE", str(tmp_path / "a b.sqlite"))
    assert default_database() == f"sqlite:///{tmp_path}/a b.sqlite"
    monkeypatch.setenv("FIELDSTONE_DATABASE", "postgresql+psycopg://host/games")
    assert Settings().database == "postgresql+psycopg://host/games"
    monkeypatch.delenv("FIELDSTONE_DATABASE")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_database().startswith("sqlite:///")
    assert default_database().endswith("games.sqlite")
