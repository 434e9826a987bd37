"""What goes over the wire: the page's types are made from the server's description, and that is true."""

import itertools
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from pydantic import BaseModel
from schemathesis.specs.openapi.checks import positive_data_acceptance

from fieldstone.server import reviews, schema
from fieldstone.server.app import create_app
from fieldstone.server.http import guides
from fieldstone.server.live import messages, replies
from fieldstone.server.settings import Settings, sqlite_address
from tests.server.conftest import InProcess
from tests.server.online.members import Browser

WEB = Path(__file__).parents[2] / "web"
TYPES = (WEB / "src" / "lib" / "types.ts").read_text(encoding="utf-8")
INTERFACES = dict(re.findall(r"export interface (\w+) \{\n(.*?)\n\}", TYPES, re.DOTALL))
MODELS: list[type[BaseModel]] = [
    *(
        schema.Effects,
        schema.PlayedMove,
        schema.Group,
        schema.ScoreLine,
        schema.Count,
        schema.Outcome,
        schema.View,
        schema.SeatInfo,
    ),
    *(schema.ClockState, schema.GameSummary, schema.StoredGame, schema.NewGame, schema.GameFacts, schema.Problem),
    *(schema.TreeNode, schema.GameList, guides.Guide, guides.GuideStep),
    *(reviews.Review, reviews.ReviewedMove, reviews.ReviewedPosition, reviews.BestMove, reviews.PlayerSummary),
    *(messages.Watch, messages.Unwatch, replies.GameMessage, replies.ErrorMessage),
]
MAY_BE_MISSING = {
    "Group": {"connection", "ends", "surplus", "value", "cancelledBy", "deciding"},
    "Count": {"territory", "stones", "squares", "areas", "inner", "outer", "captives", "groups"},
    "ScoreLine": {"countsAs"},
    "NewGame": {"options", "clock", "line"},
}


def test_the_page_knows_what_the_server_says() -> None:
    command = [sys.executable, str(WEB / "make_types.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("model", MODELS)
def test_the_same_keys(model: type[BaseModel]) -> None:
    """With comments between them, and without those keys that may be missing said to be there."""
    keys = dict(re.findall(r"^    (\w+)(\??): ", INTERFACES[model.__name__], re.MULTILINE))
    assert set(keys) == {field.serialization_alias or field.alias or name for name, field in model.model_fields.items()}
    assert {key for key, optional in keys.items() if optional} == MAY_BE_MISSING.get(model.__name__, set())


described = schemathesis.openapi.from_dict(create_app(Settings(warm=False)).openapi())


@described.parametrize()
@settings(max_examples=12, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
def test_requests_made_from_the_description(case: Any, server: InProcess) -> None:
    """Whatever comes, the answer is one that the description knows.

    That a text is no position does not show in the description.
    """
    validate(case, server)


numbers = itertools.count()
between_people = schemathesis.openapi.from_dict(create_app(Settings(warm=False, online=True)).openapi())


@between_people.include(path_regex="^/api/(online|account|people)").parametrize()
@settings(max_examples=8, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
def test_requests_for_games_between_people(case: Any, people: InProcess) -> None:
    validate(case, people)


@between_people.include(path_regex="^/api/(account|people)").parametrize()
@settings(max_examples=8, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
def test_requests_of_who_has_signed_in(case: Any, people: InProcess) -> None:
    """By somebody new each time, who may have signed out or be gone for good afterwards."""
    with Browser(people, f"Ada{next(numbers)}").client as client:
        [token] = [one.value for one in client.cookies.jar]
        validate(case, people, cookies={"fieldstone-person": token or ""})


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcess]:
    """A server at which people play each other, as often as they like, and have accounts; one for all requests."""
    database = sqlite_address(tmp_path_factory.mktemp("contract") / "games.sqlite")
    made = InProcess(Settings(database=database, warm=False, online=True, accounts=True, invitations=100_000))
    yield made
    made.stop()


def validate(case: Any, server: InProcess, **more: Any) -> None:
    """Call a server with what was made up, and hold its answer against the description."""
    address = str(server.client.base_url).rstrip("/")
    case.call_and_validate(base_url=address, excluded_checks=[positive_data_acceptance], **more)
