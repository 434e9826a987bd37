"""Garbage for every target: seeds with damage, and bytes from nowhere. `make fuzz` tries far more."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldstone.warm import warm_up
from tests.fuzz.laws import laws
from tests.fuzz.target import Target, attempt, found
from tests.fuzz.targets import TARGETS

KEPT = [(name, path) for name in TARGETS for path in found(name)]


@pytest.fixture(autouse=True, scope="session")
def compiled() -> None:
    """No attempt waits for the compiler."""
    warm_up(["vacu", "kaomi", "iago", "vadus"])


@st.composite
def contents(draw: st.DrawFn, target: Target, seeds: list[bytes]) -> bytes:
    """A seed with a few cuts, repetitions and insertions, or bytes from nowhere."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.binary(max_size=200))
    content = draw(st.sampled_from(seeds))
    word = st.sampled_from([word.encode() for word in target.tokens])
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(content)))
        end = min(len(content), start + draw(st.integers(0, 40)))
        middle = draw(st.one_of(st.just(b""), st.just(content[start:end] * 2), st.binary(max_size=6), word))
        content = content[:start] + middle + content[end:]
    return content


@pytest.mark.parametrize("name", TARGETS)
def test_garbage(name: str) -> None:
    target = TARGETS[name]
    seeds = target.seeds()

    @laws(target.examples)
    @given(contents(target, seeds))
    def garbage(content: bytes) -> None:
        attempt(target, content)

    garbage()


@pytest.mark.parametrize("name", TARGETS)
def test_seeds_are_accepted(name: str) -> None:
    """Else the target would refuse everything, and find nothing."""
    accepted = [attempt(TARGETS[name], seed) for seed in TARGETS[name].seeds()]
    assert sum(accepted) >= len(accepted) / 2


@pytest.mark.parametrize(("name", "path"), KEPT, ids=[f"{name}-{path.name}" for name, path in KEPT])
def test_what_has_broken_something_once(name: str, path: Path) -> None:
    attempt(TARGETS[name], path.read_bytes())
