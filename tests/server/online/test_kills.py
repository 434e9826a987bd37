"""Some of what `make soak` does for long: people play while the server is killed, and while they lose their lines."""

import json
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parents[3] / "bench"


def test_nothing_told_is_lost_by_kill_9(tmp_path: Path) -> None:
    results = tmp_path / "kills.jsonl"
    command = [sys.executable, str(BENCH / "kills.py"), "--kills", "2", "--pairs", "3", "--results", str(results)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(results.read_text())
    assert found["kills"] == 2
    assert found["moves"] > 2 * found["pairs"]  # they have played before and after


def test_people_who_lose_their_lines(tmp_path: Path) -> None:
    command = [sys.executable, str(BENCH / "crowd.py"), "--minutes", "0.1", "--pairs", "4"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
