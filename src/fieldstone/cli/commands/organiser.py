"""What ``fieldstone organise`` asks of a server that runs."""

import http.client
import json
import os
import urllib.error
import urllib.request
from datetime import datetime
from typing import Any
from urllib.parse import quote, urlsplit

from fieldstone.cli.terminal.errors import FailureError, UnusableError
from fieldstone.cli.terminal.screen import Screen

TOKEN = "FIELDSTONE_ORGANISER_TOKEN"
PATIENCE = 30.0  # seconds
LONGEST = 1 << 24  # bytes of an answer


class _Stay(urllib.request.HTTPRedirectHandler):
    """Goes nowhere else: the token is for this server."""

    def redirect_request(self, *_: Any) -> None:
        """Return no other request."""


_OPENER = urllib.request.build_opener(_Stay, urllib.request.ProxyHandler({}))


def as_json(value: Any) -> str:
    """Return data as it is printed for programs."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def printable(text: str) -> str:
    """Return what somebody has written, on one line, without what would command a terminal."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


class Organiser:
    """An organiser at a server."""

    def __init__(self, server: str, screen: Screen) -> None:
        """Raises UnusableError, or FailureError where the token is missing."""
        parts = urlsplit(server)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise UnusableError(screen.say("organise.address", given=server[:60]))
        token = os.environ.get(TOKEN, "").strip()
        if not token:
            raise FailureError(screen.say("organise.no-token"))
        self._server = server.rstrip("/")
        self._token = token
        self._screen = screen

    def reports(self) -> list[dict[str, Any]]:
        """Return the reports that wait. Raises FailureError."""
        found: list[dict[str, Any]] = self._ask("GET", "reports")["reports"]
        return found

    def show_reports(self) -> None:
        """Print the reports that wait."""
        screen, found = self._screen, self.reports()
        if not found:
            screen.tell("organise.none")
        for one in found:
            names = {name: one[name] or screen.say("organise.guest") for name in ("by", "about")}
            reason = one["reason"]
            when = datetime.fromtimestamp(one["created"] / 1000).astimezone()
            screen.tell(
                "organise.report",
                game=one["game"],
                when=f"{when:%Y-%m-%d %H:%M}",
                reason=screen.say(f"organise.reason.{reason}"),
                **names,
            )
            if one["text"]:
                screen.write_indented(printable(one["text"]))

    def annul(self, game: str) -> None:
        """Let a game not count. Raises FailureError."""
        self._ask("POST", f"games/{quote(game, safe='')}/annul")
        self._screen.tell("organise.annulled", game=game)

    def settle(self, game: str) -> None:
        """Note that the reports of a game were dealt with. Raises FailureError."""
        self._ask("POST", f"games/{quote(game, safe='')}/settle")
        self._screen.tell("organise.settled", game=game)

    def _ask(self, method: str, path: str) -> Any:
        headers = {"Authorization": f"Bearer {self._token}", "Accept-Language": self._screen.language}
        request = urllib.request.Request(f"{self._server}/api/online/{path}", method=method, headers=headers)
        try:
            with _OPENER.open(request, timeout=PATIENCE) as answer:
                text = answer.read(LONGEST)
                return json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            raise FailureError(self._why(error)) from None
        except (OSError, ValueError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", None) or error
            raise FailureError(self._screen.say("organise.no-answer", server=self._server, problem=reason)) from None

    def _why(self, error: urllib.error.HTTPError) -> str:
        """Return what the server says is wrong, in its own words where it has some."""
        try:
            return str(json.loads(error.read(LONGEST))["detail"])
        except (OSError, ValueError, KeyError, TypeError):
            return self._screen.say("organise.no-answer", server=self._server, problem=f"{error.code} {error.reason}")
