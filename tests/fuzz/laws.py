"""How many examples Hypothesis makes: few and always the same in the tests, many and others each time by `make fuzz`."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

EXAMPLES = int(os.environ.get("FIELDSTONE_FUZZ", "0"))


def laws(examples: int) -> settings:
    """Return the settings of a test that makes so many examples; `make fuzz` makes more by the same factor for all."""
    return settings(
        derandomize=not EXAMPLES,
        deadline=None,
        max_examples=examples * max(1, EXAMPLES),
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
