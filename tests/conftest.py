"""What holds for all tests: which of them are run when, the seed of those that draw anew in each run, and Ctrl-C."""

import os
import random
import secrets
import signal
from collections import defaultdict
from pathlib import Path

import pytest

# A shell starts programs in the background with Ctrl-C ignored, and their children inherit that. The programs that are
# tested are started as a person in the foreground would start them.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Drawn once for all processes of a run, and printed; to repeat a run, set it.
os.environ.setdefault("FIELDSTONE_SEED", str(secrets.randbelow(1 << 32)))


def pytest_report_header() -> str:
    """Say how to repeat what is drawn anew in each run."""
    return f"drawn by lot with FIELDSTONE_SEED={os.environ['FIELDSTONE_SEED']}"


# What `make quick` runs (-m quick): beginnings of names of tests, as pytest writes them. It takes a minute on two idle
# cores.
QUICK = (
    # The rules, each sentence of which is cited by a test, and one twin of each game.
    "tests/rules/test_rules_cited.py",
    "tests/rules/test_conformance.py",
    "tests/rules/test_playthroughs.py::test_playthrough",
    "tests/rules/test_twins.py::test_random_games_briefly",
    "tests/rules/test_twins.py::test_repetition_briefly",
    # What programs and people ask for.
    "tests/api/test_api.py",
    "tests/api/test_api_play.py",
    "tests/api/test_registry.py",
    "tests/house/test_messages.py",
    "tests/house/test_matches.py",
    "tests/records/test_record.py",
    # The search.
    "tests/search/test_search.py",
    "tests/search/test_golden.py",
    "tests/search/test_settings.py",
    # The server.
    "tests/server/test_games.py",
    "tests/server/test_clocks.py",
    "tests/server/test_storage.py",
)


# What `make test` runs a second time on what Numba compiles (-m jit): the first time it runs on the libraries that lie
# beside the games. What concerns the compiler itself (tests/compiler) is always run so.
JIT = (
    "tests/rules/test_conformance.py",
    "tests/rules/test_playthroughs.py::test_playthrough",
    "tests/rules/test_twins.py::test_random_games_briefly",
    "tests/rules/test_twins.py::test_repetition_briefly",
    "tests/api/test_api_play.py",
    "tests/search/test_golden.py",
    "tests/search/test_solver.py",
)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not import what a run of one marker has no test in: that takes longer than some of the runs."""
    marker = config.option.markexpr
    if collection_path.suffix != ".py":
        return None
    if marker in ("quick", "jit"):
        name = collection_path.relative_to(config.rootpath).as_posix()
        listed = QUICK if marker == "quick" else JIT
        return None if name in {one.partition("::")[0] for one in listed} else True
    if marker in ("pure", "boundscheck"):
        return None if f"mark.{marker}" in collection_path.read_text(encoding="utf-8") else True
    return None


@pytest.hookimpl(tryfirst=True)  # before -m chooses
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what is quick, and leave out what takes hours unless `make soak` asks for it."""
    for item in items:
        if item.nodeid.startswith(QUICK):
            item.add_marker(pytest.mark.quick)
        if item.nodeid.startswith(JIT):
            item.add_marker(pytest.mark.jit)
    if os.environ.get("FIELDSTONE_SOAK") != "1":
        left_out = {item for item in items if item.get_closest_marker("soak")} | not_drawn(items)
        if left_out:
            config.hook.pytest_deselected(items=[item for item in items if item in left_out])
            items[:] = [item for item in items if item not in left_out]


def not_drawn(items: list[pytest.Item]) -> set[pytest.Item]:
    """Return what is left out of the tests that have a marker `sample`: all but so many of each, drawn by lot."""
    sampled = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sample"):
            sampled[item.nodeid.partition("[")[0]].append(item)
    left_out = set()
    for name, those in sampled.items():
        marker = those[0].get_closest_marker("sample")
        assert marker is not None
        (most,) = marker.args
        lot = random.Random(f"{name} {os.environ['FIELDSTONE_SEED']}")
        left_out |= set(lot.sample(those, max(0, len(those) - most)))
    return left_out
