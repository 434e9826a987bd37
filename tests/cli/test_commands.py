"""The other commands, and how the program is put together."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import fieldstone
from fieldstone.cli.commands import serving
from fieldstone.messages import LANGUAGES
from fieldstone.server import settings
from tests.brought import names_with_brought
from tests.cli.conftest import COMMAND, ENVIRONMENT, Run, Start, Terminal, complaint_of

GAMES = names_with_brought(("vacu", "convacu", "kaomi", "squared", "iago", "iago-free", "vadus"))
COMMANDS = (
    "play", "show", "games", "guide", "warmup", "perft", "arena", "analyse", "review", "bench", "record", "diagram",
    "animate",
)  # fmt: skip
PERFT = json.loads((Path(__file__).parent.parent / "conformance" / "data" / "perft.json").read_text(encoding="utf-8"))


def test_help(run: Run) -> None:
    output = run("--help").stdout
    assert all(command in output for command in COMMANDS)
    for command in COMMANDS:
        assert "Usage:" in run(command, "--help").stdout
    assert "Usage:" in run("bench", "playouts", "-h").stdout


def test_nothing_heavy_is_imported_for_help() -> None:
    program = (
        "import sys; sys.argv = ['fieldstone', '--help']\n"
        "from fieldstone.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "heavy = {'numba', 'numpy', 'rich', 'llvmlite'} & set(sys.modules)\n"
        "sys.exit(f'imported: {heavy}' if heavy else 0)"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


def test_version(run: Run, start: Start) -> None:
    assert run("--version").stdout == f"fieldstone {fieldstone.__version__}\n"
    assert start("--version").stdout.decode() == f"fieldstone {fieldstone.__version__}\n"


def test_without_a_command_and_a_page_help_is_shown(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(settings, "PAGE", tmp_path)
    assert "Usage:" in run(status=2).output


def test_without_a_command_the_page_is_served(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("")
    monkeypatch.setattr(settings, "PAGE", tmp_path)
    served: list[serving.ServeRequest] = []
    monkeypatch.setattr(serving, "serve", lambda request, screen: served.append(request))
    run()
    assert served == [serving.ServeRequest()]


# streams


def shell(line: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run a line of a shell in which $F is the program."""
    environment = os.environ | ENVIRONMENT | {"F": " ".join(map(shlex.quote, COMMAND))}
    return subprocess.run(["sh", "-c", line], env=environment, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("command", ["games", "games --json", "guide vacu", "--version", "--help"])
def test_closed_streams(command: str, tmp_path: Path) -> None:
    """Whoever closes a stream wants to hear nothing."""
    for closed in (">&-", "2>&-", "<&-", "<&- >&- 2>&-"):
        done = shell(f"$F {command} {closed}", tmp_path)
        assert (done.returncode, done.stderr) == (0, ""), closed
        assert (done.stdout == "") == (">&-" in closed.split())


def test_what_is_wrong_is_an_exit_status_where_nobody_hears(tmp_path: Path) -> None:
    done = shell("$F show 'vacu(size=99)' 2>&-", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")
    done = shell("$F play vacu >&- <&-", tmp_path)
    assert "Traceback" not in done.stderr


def test_nothing_that_is_opened_takes_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    (tmp_path / "line.txt").write_text("vacu(size=5) moves c3\n", encoding="utf-8")
    done = shell("$F diagram line.txt --out board.svg >&-", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").endswith("</svg>\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("command", ["games", "games --json", "guide vacu"])
def test_a_full_disk_behind_the_output(command: str, tmp_path: Path) -> None:
    done = shell(f"$F {command} >/dev/full", tmp_path)
    assert done.returncode == 1
    assert done.stderr == "fieldstone: the output cannot be written: No space left on device\n"
    assert shell(f"$F {command} >/dev/full 2>&1", tmp_path).returncode == 1
    assert shell(f"$F {command} | true", tmp_path).stderr == ""


# games


def test_the_table_of_games(run: Run) -> None:
    output = run("games").stdout
    assert max(map(len, output.splitlines())) <= 80
    for facts in fieldstone.games().values():
        assert facts.name in output
    assert "komi  0 to 28560, even (0)" in output
    assert "setup  fixed, auction (fixed)" in output


def test_the_games_as_json(run: Run) -> None:
    listed = json.loads(run("games", "--json").stdout)
    assert [game["name"] for game in listed] == GAMES
    kaomi = listed[2]
    assert kaomi["options"]["pie"] == {"default": True, "choices": [True, False]}
    assert kaomi["options"]["size"] == {"default": 7, "low": 2, "high": 13, "step": 1}
    assert listed[1]["base"] == "vacu"


def test_a_reader_that_stops_early() -> None:
    with subprocess.Popen(
        [*COMMAND, "guide", "vacu"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ | ENVIRONMENT
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


# show


def test_showing_a_position(run: Run) -> None:
    position = "vacu(size=5,komi=5) .WB../.WB../.WB../.WB../.WB.. B button=B passes=1"
    output = run("show", position).stdout
    assert "Vacu, 5×5, komi 5" in output
    assert "    5  · ○ ● · ·  5" in output
    assert "Score: Black 15½, White 15 with komi 5." in output
    assert "Black has the button (½ point)." in output
    assert "The last turn was a pass" in output
    assert "Black to move." in output
    assert "16 legal moves." in output


def test_showing_a_move_list(run: Run) -> None:
    text = "kaomi(size=2,pie=false) moves a1,b1,a2,b2"
    assert "The board is full." in run("show", text).stdout
    output = run("show", text, "--ply", "1", "--ascii").stdout
    assert "Move 1 of 4." in output
    assert "    1 [X].  1" in output
    assert "Move 0 of 4." in run("show", text, "--ply", "0").stdout
    assert "--ply must be from 0 to 4, not 5" in run("show", text, "--ply", "5", status=2).stderr


def test_showing_a_file(run: Run) -> None:
    Path("game.txt").write_text("iago moves d4,d5,d6 players human,computer\n")
    output = run("show", "game.txt", "--language", "ja").stdout
    assert "黒：d6／キャプチャ d5" in output
    assert "打てる手：" in output


@pytest.mark.parametrize("name", GAMES)
def test_showing_every_game(run: Run, name: str) -> None:
    for language in LANGUAGES:
        assert run("show", name, "--language", language).stdout


def test_showing_the_setup(run: Run) -> None:
    assert "Player 1 sets komi" in run("show", "vacu(size=5,setup=auction)").stdout
    assert "Player 2 chooses a side" in run("show", "vacu(size=5,setup=auction) moves komi 7").stdout


def test_equal_scores_are_explained(run: Run) -> None:
    iago = "iago B.W.W/wBbWBW/BwBbWwb/WwwwbWwW/.bBBBBBb./.wwWwwbW/BBbbBWW/BWbBB./.W... W"
    assert "the disc on the centre decides: in its own colour it wins for its owner" in run("show", iago).stdout
    assert "No group is left: White placed the last stone and loses." in run("show", "kaomi(size=2) WB/WB B").stdout
    assert "A draw. The board is full. The scores are equal." in run("show", "squared(size=2) WB/BW B").stdout


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("missing.txt", "neither a file nor"),
        ("", "neither a file nor"),
        ("vacu(size=5) .../... B", "neither a file nor"),
        ("kaomi moves d4,d4", "move 2 of the list"),
        ("x" * 5000, "neither a file nor"),
        ("\x00", "neither a file nor"),
        (".", "Is a directory"),
    ],
)
def test_showing_what_cannot_be_shown(run: Run, text: str, complaint: str) -> None:
    result = run("show", text, status=2)
    assert complaint in complaint_of(result)


def test_a_file_that_is_too_large(run: Run) -> None:
    with Path("large.txt").open("wb") as file:
        file.truncate(2_000_000)
    assert "too large" in run("show", "large.txt", status=2).stderr


# guide


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_guides(run: Run, name: str, language: str) -> None:
    output = run("guide", name, "--language", language).stdout
    assert "fieldstone" not in output
    assert "position:" not in output
    assert output.count("[●]") + output.count("[○]") >= 1
    ascii_only = run("guide", name, "--language", language, "--ascii").stdout
    assert "●" not in ascii_only
    assert "•" not in ascii_only


def test_a_guide_of_no_game(run: Run) -> None:
    assert "there is no game “chess”; the games: " in run("guide", "chess", status=2).stderr


# warmup, perft, bench


def test_warming_up(run: Run) -> None:
    assert run("warmup", "kaomi", "kaomi").stdout.endswith("Ready: kaomi.\n")
    assert "there is no game" in run("warmup", "kaomi", "chess", status=2).stderr


@pytest.mark.parametrize("entry", PERFT, ids=lambda entry: entry["game"])
def test_perft(run: Run, entry: dict[str, Any]) -> None:
    options = ",".join(f"{name}={str(value).lower()}" for name, value in entry["options"].items())
    game = f"{entry['game']}({options})" if options else entry["game"]
    for depth in (1, 2):
        assert f"perft({depth}) = {entry['counts'][depth - 1]} " in run("perft", game, "--depth", str(depth)).stdout


def test_perft_divided(run: Run) -> None:
    output = run("perft", "kaomi(size=2,pie=false)", "--depth", "2", "--divide").stdout
    assert output.splitlines()[:4] == ["a1: 3", "a2: 3", "b1: 3", "b2: 3"]
    assert "perft(2) = 12 " in output


def test_perft_as_json(run: Run) -> None:
    result = json.loads(run("perft", "kaomi(size=2,pie=false)", "--depth", "1", "--divide", "--json").stdout)
    assert result["count"] == 4
    assert result["complete"]
    assert result["divide"] == {"a1": 1, "a2": 1, "b1": 1, "b2": 1}
    assert fieldstone.parse_position(result["position"]).game.name == "kaomi"


def test_perft_of_a_position_and_of_nonsense(run: Run) -> None:
    position = "vadus(size=3) .../..../.B.../..../... W"
    assert "perft(1) = 154 " in run("perft", position, "--depth", "1").stdout
    assert "neither a file nor" in run("perft", "chess", "--depth", "1", status=2).stderr
    assert "size must be" in run("perft", "vacu(size=50)", "--depth", "1", status=2).stderr
    run("perft", "vacu", "--depth", "-1", status=2)


def test_perft_can_be_stopped(terminal: Callable[..., Terminal]) -> None:
    shown = terminal("perft", "vacu(size=9)", "--depth", "4", "--divide")
    shown.wait_for("a1: ")
    shown.interrupt()
    assert shown.finish() == 130
    assert "Stopped after " in shown.seen
    assert "Traceback" not in shown.seen


def test_the_speed_of_playouts(run: Run) -> None:
    arguments = ("bench", "playouts", "kaomi", "--size", "3", "--no-pie", "--seconds", "0.05", "--threads", "2")
    result = json.loads(run(*arguments, "--json").stdout)
    assert set(result) == {"games_per_s", "plies_per_s", "threads"}
    assert result["threads"] == 2
    assert result["plies_per_s"] > result["games_per_s"] > 0
    assert "games/s" in run(*arguments).stdout
    assert "there is no game" in run("bench", "playouts", "chess", status=2).stderr
    assert "no option “size”" in run("bench", "playouts", "iago", "--size", "5", status=2).stderr
