"""The bounds of what may be set for a search, and of what it may take."""

import os
from typing import Any

from fieldstone.games.tuning import Settings

NAMES = tuple(Settings().values())
LEAST = Settings.of(
    exploration=0.0, unvisited=0.0, lead_scale=0.01, horizon=0.0, urgency=0.0, settled=0.5, pass_margin=0.0
).values()
MOST = Settings.of(
    exploration=1e6, equivalence=1e9, unvisited=1e9, lead_part=1.0, lead_scale=1e6, prior=1e6, expansion_threshold=1e9,
    doubt=1e6, knowledge=1.0, greedy=1.0, urgency=1e6,
).values()  # fmt: skip
WHOLE = ("prior", "knowledge", "greedy")
USUAL_MEGABYTES = 1024.0
MOST_MEGABYTES = 131_072.0  # above that there are more nodes than a node can name
MOST_LIMITS = {"seconds": 1e9, "simulations": 1e9, "threads": 1024}


def checked_settings(settings: Settings) -> Settings:
    """Return settings as floats; whole numbers would be compiled for anew.

    Raises ValueError naming what is not a number, or not one that is allowed.
    """
    return Settings().having(**{name: _checked(name, value) for name, value in settings.values().items()})


def _checked(name: str, value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = float("nan")
    whole, least, most = name in WHOLE, LEAST[name], MOST[name]
    if not least <= number <= most or (whole and number != int(number)):
        kind = "a whole number " if whole else ""
        raise ValueError(f"{name} must be {kind}from {least:.12g} to {most:.12g}, not {value!r}")
    return number


def check_limits(**limits: float | None) -> None:
    """Raise ValueError naming what is not positive or too large of `seconds`, `simulations`, `megabytes`, `threads`."""
    for name, value in limits.items():
        most = most_megabytes() if name == "megabytes" else MOST_LIMITS[name]
        if value is not None and not 0 < value <= most:
            raise ValueError(f"{name} must be positive and at most {most:.12g}, not {value}")


def most_megabytes() -> float:
    """Return the most that trees may take: the memory of the machine, where it tells, but never less than is usual."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20
    except (AttributeError, ValueError, OSError):  # Windows
        return MOST_MEGABYTES
    return min(max(USUAL_MEGABYTES, memory), MOST_MEGABYTES)
