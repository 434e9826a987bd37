"""The program in this process, as for the other commands, and a small network of a small board."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.arena.conftest import compiled, run
from tests.cli.conftest import COMMAND, ENVIRONMENT

__all__ = ["OPTIONS", "compiled", "run", "train", "trained"]

OPTIONS = (
    *("--size", "3", "--teacher-games", "100", "--games", "100", "--simulations", "12", "--steps", "400"),
    *("--hidden", "8", "--judge", "4", "--processes", "1"),
)


def train(folder: Path, *more: str) -> list[str]:
    return [*COMMAND, "train", "kaomi", *OPTIONS, "--rounds", "1", "--out", str(folder), *more]


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nobody has disturbed."""
    folder = tmp_path_factory.mktemp("trained") / "run"
    subprocess.run(train(folder), env=os.environ | ENVIRONMENT, check=True, capture_output=True)
    return folder
