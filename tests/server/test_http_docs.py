"""docs/http.md: every example is true, every limit is the one that is set, every address is there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from fieldstone.cli.commands import protocols, serving
from fieldstone.server.app import create_app
from fieldstone.server.http.guards import GuardLimits
from fieldstone.server.live import online as live_online
from fieldstone.server.live.sockets import SocketLimits
from fieldstone.server.long_work import LongLimits
from fieldstone.server.schema import LONGEST_LINE, LONGEST_NAME
from fieldstone.server.services import USUAL_LINE
from fieldstone.server.settings import Settings
from tests.server.conftest import InProcess

TEXT = (Path(__file__).parents[2] / "docs" / "http.md").read_text(encoding="utf-8")
HEAD = r"^```http\n(\w+) (\S+) HTTP/1.1\nContent-Type: application/json\n\n"
EXAMPLES = re.findall(HEAD + r"(.*?)^```\n\n```json\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
LEFT_OUT = "…"


def check(said: Any, shown: Any, where: str = "answer") -> None:
    """Check that an answer is as it is shown, but for what is left out."""
    if shown == LEFT_OUT:
        return
    if isinstance(shown, dict):
        assert isinstance(said, dict), where
        for key in shown.keys() - {LEFT_OUT}:
            assert key in said, f"{where}.{key}"
            check(said[key], shown[key], f"{where}.{key}")
        assert LEFT_OUT in shown or shown.keys() == said.keys(), where
    else:
        assert said == shown, where


@pytest.mark.parametrize(("method", "path", "body", "shown"), EXAMPLES)
def test_examples(server: InProcess, method: str, path: str, body: str, shown: str) -> None:
    answer = server.client.request(method, path, json=json.loads(body), headers={"Accept-Language": "en"})
    check(answer.json(), json.loads(shown))


def test_the_version_is_that_of_the_interface() -> None:
    """It is not the program's, and the page tells what has gone since the one before."""
    version = create_app(Settings(warm=False)).openapi()["info"]["version"]
    assert version == "2"
    assert f"\n## Version {version}: what has changed since {int(version) - 1}\n" in TEXT


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == TEXT.count("```http") == 4


def test_the_conversation(server: InProcess) -> None:
    (block,) = re.findall(r"^```text\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    with connect(f"ws://127.0.0.1:{server.client.base_url.port}/api/live") as socket:
        for line in block.splitlines():
            message = json.loads(line[2:])
            if line.startswith("> "):
                socket.send(json.dumps(message))
                continue
            check(json.loads(socket.recv(30)), message)


def test_addresses() -> None:
    described = create_app(Settings(warm=False, online=True)).openapi()["paths"]
    expected = {
        (method.upper(), path.replace("{game_id}", "{id}")) for path, methods in described.items() for method in methods
    }
    assert set(re.findall(r"^\| `(\w+)` \| `(\S+)` \|", TEXT, re.MULTILINE)) == expected | {
        ("WS", "/api/live"),
        ("WS", "/api/online"),
    }


def test_limits() -> None:
    rows = dict(re.findall(r"^\| ([a-zA-Z ]+) \| ([^|]+) \|$", TEXT.partition("## Limits")[2], re.MULTILINE))
    guards, sockets, long = GuardLimits(), SocketLimits(), LongLimits()
    numbers = {
        "head of a request": [protocols.HEADER_SECONDS],
        "what is sent": [protocols.READ_SECONDS],
        "body of a request": [guards.body, guards.body_seconds],
        "line": [LONGEST_LINE],
        "message over the WebSocket": [sockets.message, serving.LONGEST_MESSAGE],
        "messages": [sockets.burst, sockets.rate],
        "sockets": [sockets.sockets, sockets.sockets_each, 1013],
        "games watched over one socket": [sockets.watches],
        "files and trees": [USUAL_LINE, long.waiting, long.waiting_each, 503, 429],
        "time for them": [long.seconds, long.refill, 429],
        "connections": [
            *(serving.MOST_CONNECTIONS, serving.MOST_CONNECTIONS_ONLINE),
            *(serving.CONNECTIONS_EACH * live_online.LIMITS.sockets_each, serving.CONNECTIONS_EACH, 503, 429),
        ],
        "name of a player": [LONGEST_NAME],
    }
    found = {
        name: [float(number.replace(",", "")) for number in re.findall(r"[\d,.]*\d", text)]
        for name, text in rows.items()
    }
    assert found == numbers
