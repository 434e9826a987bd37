"""The browser of somebody who may have an account, for tests."""

from typing import Any

import httpx

from tests.server.conftest import Running
from tests.server.online.authenticator import Authenticator


class Person(Running):
    """A browser with cookies of its own at a server; passkeys are for localhost, not for addresses in numbers."""

    def __init__(self, server: Running) -> None:
        port = server.client.base_url.port
        self.origin = f"http://localhost:{port}"
        self.client = httpx.Client(base_url=self.origin, timeout=60)

    def register(self, name: str, authenticator: Authenticator | None = None, status: int = 200, **more: Any) -> Any:
        made = authenticator or Authenticator(self.origin)
        begun = self.post("/api/account/passkey/options", {"name": name})
        answer = {"ticket": begun["ticket"], "credential": made.make(begun["options"]), **more}
        return self.post("/api/account/passkey", answer, status)

    def sign_in(self, authenticator: Authenticator, status: int = 200) -> Any:
        begun = self.post("/api/account/passkey/sign-in/options")
        answer = {"ticket": begun["ticket"], "credential": authenticator.sign(begun["options"])}
        return self.post("/api/account/passkey/sign-in", answer, status)

    def cookie(self) -> str:
        return "; ".join(f"{one.name}={one.value}" for one in self.client.cookies.jar)
