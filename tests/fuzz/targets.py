"""All targets by name."""

from __future__ import annotations

from tests.fuzz import files, online, protocols
from tests.fuzz.target import Target

TARGETS: dict[str, Target] = files.TARGETS | protocols.TARGETS | online.TARGETS
