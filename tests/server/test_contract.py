"""The two descriptions of what goes over the wire say the same: web/src/lib/types.ts and the server's models."""

import re
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from fieldstone.server import schema
from fieldstone.server.app import create_app
from fieldstone.server.settings import Settings
from tests.server.conftest import InProcess

TYPES = (Path(__file__).parents[2] / "web" / "src" / "lib" / "types.ts").read_text(encoding="utf-8")
INTERFACES = dict(re.findall(r"export interface (\w+)(?: extends \w+)? \{\n(.*?)\n\}", TYPES, re.DOTALL))
ALSO = {"NewGame": "line"}  # may be left out


def keys_in(body: str) -> dict[str, bool]:
    """The keys of an interface, and whether they may be missing."""
    return {
        name: bool(optional)
        for name, optional in re.findall(r"^    (\w+)(\??): ", re.sub(r"/\*.*?\*/", "", body), re.M)
    }


@pytest.mark.parametrize(
    "name",
    [
        "Effects", "PlayedMove", "Group", "Count", "Outcome", "View", "SeatInfo", "ClockState", "GameSummary",
        "StoredGame", "NewGame", "GameFacts", "Problem", "TreeNode",
    ],
)  # fmt: skip
def test_the_same_keys(name: str) -> None:
    expected = keys_in(INTERFACES[name])
    if name == "StoredGame":
        expected = keys_in(INTERFACES["GameSummary"]) | expected
    fields = getattr(schema, name).model_fields
    found = {field.serialization_alias or field.alias or key: field for key, field in fields.items()}
    assert set(found) == set(expected)
    for key, optional in expected.items():
        if optional:
            assert not found[key].is_required(), key


described = schemathesis.openapi.from_dict(create_app(Settings(warm=False)).openapi())


@described.parametrize()
@settings(max_examples=12, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
def test_requests_made_from_the_description(case: Any, server: InProcess) -> None:
    """Whatever comes, the answer is one that the description knows.

    That a text is no position does not show in the description.
    """
    case.call_and_validate(base_url=str(server.client.base_url).rstrip("/"), excluded_checks=[positive_data_acceptance])
