"""What people do to each other is tried on both databases; and browsers and push services for tests that need some."""

from collections.abc import Iterator

import pytest

from tests.server.conftest import InProcess
from tests.server.online.members import Browse, Browser, browsers
from tests.server.online.people import Player, table
from tests.server.online.push_service import PushService, push_service


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Try a test on a file and on PostgreSQL, unless it looks into the file itself."""
    looks = "database" in metafunc.definition._fixtureinfo.argnames
    is_shared = "postgres_address" in metafunc.fixturenames  # whoever asks for it has it alone
    if "address" in metafunc.fixturenames and not looks and not is_shared:
        metafunc.parametrize("address", ["sqlite", "postgres"], indirect=True)


@pytest.fixture
def two(server: InProcess) -> Iterator[tuple[Player, Player]]:
    """Two guests at a game that has begun."""
    both = table(server)
    yield both
    for one in both:
        one.leave()


@pytest.fixture
def browse(server: InProcess) -> Iterator[Browse]:
    """What opens browsers at the server of a test."""
    with browsers(server) as opening:
        yield opening


@pytest.fixture
def pair(browse: Browse) -> tuple[Browser, Browser]:
    """Two people who have signed in."""
    return browse("Ada"), browse("Bob")


@pytest.fixture
def service() -> Iterator[PushService]:
    """A push service."""
    with push_service() as running:
        yield running
