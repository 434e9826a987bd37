"""The files by which a page runs the games itself."""

from __future__ import annotations

import pytest

from fieldstone.games import GAMES
from fieldstone.messages import LANGUAGES
from fieldstone.targets import fresh
from fieldstone.targets.places import NETWORK_FILE, families, has_network, module_path
from tests.server.conftest import InProcess

HASH = fresh._hash_here
NAMES = ["games.json", "sentences.en.json", "sentences.ko.json", "sentences.ja.json"]


@pytest.mark.parametrize("name", NAMES)
def test_data_is_json(server: InProcess, name: str) -> None:
    answer = server.client.get(f"/engine/{name}")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.json()


def test_every_game_is_there(server: InProcess) -> None:
    assert set(server.get("/engine/games.json")["games"]) == set(GAMES)


@pytest.mark.parametrize("family", [spec.name for spec in families() if spec.home.startswith("fieldstone.")])
def test_modules_are_modules(server: InProcess, family: str) -> None:
    answer = server.client.get(f"/engine/{family}.wasm")
    assert answer.headers["content-type"] == "application/wasm"
    assert answer.content == module_path(GAMES[family]).read_bytes()
    answer = server.client.get(f"/engine/{family}.network.wasm")
    if has_network(GAMES[family]):
        assert answer.headers["content-type"] == "application/wasm"
        assert answer.content == module_path(GAMES[family], NETWORK_FILE).read_bytes()
    else:
        assert answer.status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_module_of_other_sources_is_refused(
    server: InProcess, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page would play other rules than the server; all other files are handed out."""
    monkeypatch.setattr(fresh, "_hash_here", lambda name, files: "0" * 16 if name == "kaomi" else HASH(name, files))
    for name in ("kaomi.wasm", "kaomi.network.wasm"):
        problem = server.get(f"/engine/{name}", 500, headers={"Accept-Language": language})
        assert problem["type"].endswith(":stale-kernels")
        assert GAMES["kaomi"].title(language) in problem["detail"]
        assert "make kernels" in problem["detail"]
    for name in ("games.json", "iago.wasm"):
        assert server.client.get(f"/engine/{name}").status_code == 200


def test_what_a_browser_has_is_not_sent_again(server: InProcess) -> None:
    first = server.client.get("/engine/games.json")
    tag = first.headers["etag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}'):
        again = server.client.get("/engine/games.json", headers={"If-None-Match": known})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert server.client.get("/engine/games.json", headers={"If-None-Match": '"other"'}).status_code == 200
    head = server.client.head("/engine/games.json")
    assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", tag)


@pytest.mark.parametrize("name", ["gone.json", "convacu.wasm", "sentences.fr.json", "x" * 5000, "", "a/b"])
def test_there_is_nothing_else(server: InProcess, name: str) -> None:
    """A variant has no module of its own; no address leads to the page or to another file."""
    assert server.get(f"/engine/{name}", 404)["type"].endswith(":no-address")
