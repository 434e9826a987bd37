"""OpenSpiel's AlphaZero, unchanged, as docs/research.md runs it: `make alphazero`, which installs what it needs.

Its libraries are half a gigabyte, so this is no part of `make test`.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_alphazero_learns_two_steps(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"^python (-m \S+ open_spiel\.python\.examples\.alpha_zero .*)$", page, re.MULTILINE)
    done = subprocess.run(
        [sys.executable, *shlex.split(command.replace("$PWD", str(tmp_path)))],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = (tmp_path / "alphazero" / "learner.jsonl").read_text(encoding="utf-8").splitlines()
    steps = [json.loads(line) for line in lines]
    assert [step["step"] for step in steps] == [1, 2]
    assert all(step["total_states"] > 0 and step["loss"]["sum"] > 0 for step in steps)
    assert (tmp_path / "alphazero" / "checkpoint-2").exists()
