"""How many examples Hypothesis makes: few and always the same in the tests, many other ones by `make fuzz`."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

USUAL = 200
EXAMPLES = int(os.environ.get("FIELDSTONE_FUZZ", "0"))


def laws(examples: int) -> settings:
    """Return the settings of a test with so many examples.

    FIELDSTONE_FUZZ says how many there are of what usually has 200; all other tests get more by the same factor.
    """
    return settings(
        derandomize=not EXAMPLES,
        deadline=None,
        max_examples=max(1, examples * EXAMPLES // USUAL) if EXAMPLES else examples,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
