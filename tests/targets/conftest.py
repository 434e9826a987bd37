"""The programs that prove the page's code, built for Node."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock

WEB = Path(__file__).parents[2] / "web"

Built = Callable[[str], Path]


@pytest.fixture(scope="session")
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Where a program in ``web/proof`` lies, built once for all processes of one run of the tests, and never kept.

    Whether this process is one of several is asked of pytest: what the environment says is inherited by a run within
    a run, whose folder lies beside those of earlier runs.
    """
    if shutil.which("node") is None or not (WEB / "node_modules" / ".installed").exists():
        problem = "Node or what npm installs is missing: run 'make page'"
        if os.environ.get("CI"):
            pytest.fail(problem)
        pytest.skip(problem)
    place = tmp_path_factory.getbasetemp()
    place = place.parent if hasattr(request.config, "workerinput") else place

    def build(name: str) -> Path:
        program = place / "proof" / f"{name}.mjs"
        with FileLock(place / "proof.lock"):
            if not program.exists():
                command = ["npx", "vite", "build", "--config", "vite.proof.config.ts", "--outDir", str(program.parent)]
                done = subprocess.run(
                    command, cwd=WEB, env=os.environ | {"FIELDSTONE_PROOF": name}, capture_output=True, check=False
                )
                assert done.returncode == 0, done.stderr.decode()
        return program

    return build
