"""A small network of a small board, trained once for all that looks at it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import COMMAND, ENVIRONMENT

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
