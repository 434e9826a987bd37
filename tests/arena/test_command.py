"""The command: what it prints, what it refuses, and that nothing is lost however it ends."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fieldstone.cli.commands import arena_view
from fieldstone.jobs import local
from fieldstone.messages import LANGUAGES
from tests.arena.conftest import FAULTY
from tests.cli.conftest import COMMAND, ENVIRONMENT, Run, Terminal, complaint_of

SMALL = ("--game", "kaomi", "--size", "3", "--workers", "2", "--out", "games.jsonl")
QUICK = ("plain,simulations=20", "random", *SMALL)


def lines(path: str | Path = "games.jsonl") -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]


def test_two_players(run: Run) -> None:
    result = run("arena", *QUICK, "--games", "20")
    assert "Kaomi, 3×3" in result.stdout
    assert re.search(r"plain, simulations=20 +20 +\d+ +\d+ +\d+ +\d+\.\d%", result.stdout)
    assert re.search(r"plain,simulations=20: \+\d+ Elo \(\+\d+ to \+(\d+|∞) with 95% confidence\)\.", result.stdout)
    assert "is stronger: 9" in result.stdout
    assert "Player 1 of each game scored" in result.stdout
    assert "Results: games.jsonl" in result.stderr
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert len(lines()) == 20
    again = run("arena", *QUICK, "--games", "20")
    assert again.stdout == result.stdout
    assert "The file already holds 20 games" in again.stderr
    assert len(lines()) == 20


def test_a_round_robin(run: Run) -> None:
    players = ("random", "plain,simulations=4", "plain,simulations=16")
    output = run("arena", *players, *SMALL, "--games", "6").stdout
    ranks = re.findall(r"^([123])  (?:plain|random).* ([+-]\d+) ± \d+", output, re.MULTILINE)
    assert {int(number) for number, _ in ranks} == {1, 2, 3}
    elos = [int(elo) for _, elo in ranks]
    assert elos == sorted(elos, reverse=True)
    assert abs(sum(elos)) <= 2
    assert len(re.findall(r"^ *[123] .*-", output, re.MULTILINE)) >= 3
    met = Counter(frozenset(game["seats"]) for game in lines())
    assert met == {frozenset({0, 1}): 6, frozenset({0, 2}): 6, frozenset({1, 2}): 6}
    seats = Counter(tuple(game["seats"]) for game in lines())
    assert set(seats.values()) == {3}


def test_neighbours_only(run: Run) -> None:
    players = ("random", "plain,simulations=2", "plain,simulations=4", "random,name=last")
    result = json.loads(run("arena", *players, *SMALL, "--games", "2", "--adjacent", "--json").stdout)
    assert [couple["players"] for couple in result["couples"]] == [[0, 1], [1, 2], [2, 3]]
    assert result["games"] == result["finished"] == 6
    assert [player["games"] for player in result["players"]] == [2, 4, 4, 2]


def test_json(run: Run) -> None:
    result = run("arena", *QUICK, "--games", "40", "--json", "--sprt", "0,100")
    data = json.loads(result.stdout)
    assert data["complete"] is True
    assert data["file"] == "games.jsonl"
    assert data["match"]["game"] == "kaomi(size=3,pie=true)"
    assert data["match"]["players"] == ["plain,simulations=20", "random"]
    assert data["match"]["clock"] == "cpu"
    assert data["test"]["bounds"] == pytest.approx([-2.944, 2.944], abs=1e-3)
    assert {"score", "elo", "elo_interval", "superiority", "pairs"} <= set(data["couples"][0])
    plain, lots = data["players"]
    assert plain["simulations_per_move"] > 5
    assert lots["simulations_per_move"] is None


def test_progress_where_there_is_no_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena_view, "LINE_EVERY", 0.0)
    result = run("arena", *QUICK, "--games", "6", "--json", "--sprt", "0,10")
    assert json.loads(result.stdout)["complete"]
    assert re.search(
        r"^3 of 6 games; about \d+:\d\d left; log-likelihood ratio -?\d\.\d\d \(", result.stderr, re.MULTILINE
    )


@pytest.mark.parametrize(("language", "said"), [("en", "its levels are 1 to 10"), ("ko", "1~10"), ("ja", "1～10")])
def test_a_level_that_the_game_has_not(run: Run, language: str, said: str) -> None:
    result = run("arena", "11", "10", "--game", "vacu", "--size", "3", "--language", language, status=2)
    complaint = complaint_of(result)
    assert all(part in complaint for part in ("level=11", "vacu", "max", said))
    assert list(Path().iterdir()) == []


def test_players_at_fault_are_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    code = FAULTY.format(fault="raise OSError('no\\nmore')")
    monkeypatch.setattr(local, "COMMAND", [sys.executable, "-c", code])
    result = run("arena", *QUICK, "--games", "4")
    assert result.stderr.count("random crashed in pair 1 and lost that game: OSError: no more\n") == 2
    assert "random lost 4 games by crashes or illegal moves." in result.stdout
    monkeypatch.setattr(local, "COMMAND", [sys.executable, "-c", FAULTY.format(fault="return 'z9'")])
    result = run("arena", *QUICK, "--games", "2", "--out", "other.jsonl", "--language", "ko")
    assert "둘 수 없는 수를 두어" in result.stderr


def test_a_process_that_dies(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "COMMAND", [sys.executable, "-c", FAULTY.format(fault="import os; os._exit(9)")])
    result = run("arena", *QUICK, "--games", "4", status=1)
    assert "a worker process died twice in the same game (exit status 9" in result.stderr


def test_a_sequential_test(run: Run) -> None:
    output = run("arena", *QUICK, "--games", "1000", "--sprt", "0,150").stdout
    assert re.search(r"log-likelihood ratio \d+\.\d\d \(-2\.94 to 2\.94\)", output)
    assert re.search(r"The test has decided after \d+ pairs: \+150 Elo rather than \+0\.", output)
    assert len(lines()) < 300


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(run: Run, language: str) -> None:
    output = run("arena", *QUICK, "--games", "2", "--language", language).stdout
    assert {"en": "wins", "ko": "득점률", "ja": "得点率"}[language] in output
    assert run("arena", *QUICK, "--games", "2", "--ascii").stdout.isascii()
    odd = run("arena", *QUICK, "--games", "3", "--language", language, status=2).stderr
    assert {"en": "even", "ko": "짝수", "ja": "偶数"}[language] in odd


def test_the_same_player_twice_and_a_file_name_of_its_own(run: Run) -> None:
    output = run("arena", "random", "random", "--game", "kaomi(size=2)", "--games", "4").stdout
    assert "random (2)" in output
    (path,) = Path().glob("arena-kaomi-random-random-2-*.jsonl")
    assert len(lines(path)) == 4


def test_games_that_are_decided_early_are_another_match(run: Run) -> None:
    common = (
        "search",
        "plain",
        "--simulations",
        "100",
        "--game",
        "kaomi(size=5)",
        "--games",
        "4",
        "--out",
        "games.jsonl",
    )
    run("arena", *common, "--adjudicate", "0.6")
    games = lines(Path("games.jsonl"))
    assert "adjudication" in {game["termination"] for game in games}
    assert all(game["match"]["adjudicate"] == 0.6 for game in games)
    assert "(adjudicate: 0.6, here 0.0)" in run("arena", *common, status=2).stderr


def test_options_of_the_game_and_of_all_players(run: Run) -> None:
    Path("mine.toml").write_text("simulations = 3\n")
    players = ("mine.toml", "plain", "--simulations", "5", "--opening-plies", "1", "--seed", "7")
    result = json.loads(run("arena", *players, *SMALL, "--no-pie", "--games", "2", "--json").stdout)
    assert result["match"]["game"] == "kaomi(size=3,pie=false)"
    assert result["match"]["players"] == ["search,simulations=3,name=mine", "plain,simulations=5"]
    assert all(game["opening"] == 1 for game in lines())


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("random", "--game", "kaomi"), "a match needs at least two players"),
        (("random", "random", "--game", "chess"), "there is no game “chess”; the games: "),
        (("random", "random", "--game", "kaomi", "--size", "99"), "size must be a whole number from 2 to 13"),
        (("random", "random", "--game", "kaomi", "--games", "5"), "--games must be even and at least 2"),
        (("random", "random", "--game", "kaomi", "--games", "0"), "not 0"),
        (("random", "random", "--game", "kaomi", "--games", "-2"), "not -2"),
        (("random", "nobody", "--game", "kaomi"), "there is no player “nobody”"),
        (("random", "search,seconds=-1", "--game", "kaomi"), "must be positive"),
        (
            ("random", "search,expansion_threshold=-3", "--game", "kaomi"),
            "expansion_threshold must be from 1 to 1000000000, not -3",
        ),
        (("random", "missing.toml", "--game", "kaomi"), "missing.toml: No such file"),
        (("random", "random", "--game", "kaomi", "--sprt", "5"), "--sprt takes two Elo differences"),
        (("random", "random", "--game", "kaomi", "--sprt", "5,0"), "the smaller one first"),
        (("random", "random", "--game", "kaomi", "--sprt", "0,nan"), "such as 0,20, not “0,nan”"),
        (("random", "random", "random", "--game", "kaomi", "--sprt", "0,9"), "two players, not 3"),
        (("random", "random", "--game", "kaomi", "--adjudicate", "0.4"), "or 0 to play every game to its end, not 0.4"),
        (("random", "random", "--game", "kaomi", "--adjudicate", "nan"), "above 0.5 and up to 1, such as 0.98"),
        (("random", "random", "--game", "kaomi", "--out", "."), "Is a directory"),
        (("random", "random", "--game", "kaomi", "--out", "text.txt"), "text.txt, line 1: not a match result"),
    ],
)
def test_what_cannot_be_used(run: Run, arguments: tuple[str, ...], complaint: str) -> None:
    Path("text.txt").write_text("dear diary\n")
    result = run("arena", *arguments, status=2)
    assert complaint in complaint_of(result)
    assert Path("text.txt").read_text() == "dear diary\n"


def test_another_match_is_refused(run: Run) -> None:
    run("arena", *QUICK, "--games", "2")
    before = Path("games.jsonl").read_bytes()
    result = run("arena", *QUICK, "--games", "2", "--seed", "5", status=2)
    assert "games.jsonl holds a different match (seed: 1, here 5); choose another file with --out" in result.stderr
    assert Path("games.jsonl").read_bytes() == before


# However it ends


def begin(tmp_path: Path, *arguments: str) -> "subprocess.Popen[bytes]":
    """Start the command, and wait until it has written some games."""
    process = subprocess.Popen(
        [*COMMAND, "arena", *arguments, *SMALL],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=os.environ | ENVIRONMENT,
    )
    path = tmp_path / "games.jsonl"
    deadline = time.monotonic() + 60
    while not path.exists() or path.read_bytes().count(b"\n") < 3:
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return process


def children(process: "subprocess.Popen[bytes]") -> list[int]:
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process.pid)], capture_output=True, check=False)
    return [int(number) for number in listed.stdout.split()]


def alive(number: int) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


SLOW = ("plain,simulations=400", "search,simulations=400")


def test_killed_in_the_middle(run: Run, tmp_path: Path) -> None:
    process = begin(tmp_path, *SLOW, "--games", "30")
    workers = children(process)
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    deadline = time.monotonic() + 10
    while any(map(alive, workers)):  # they notice, and leave
        assert time.monotonic() < deadline
        time.sleep(0.02)
    path = tmp_path / "games.jsonl"
    kept = path.read_bytes()
    whole = kept[: kept.rindex(b"\n") + 1]
    cut = whole[: -len(whole.splitlines()[-1]) // 2]  # in the middle of the last line
    path.write_bytes(cut)
    before = [json.loads(line) for line in cut.splitlines()[:-1]]
    result = run("arena", *SLOW, *SMALL, "--games", "30")
    assert "A half-written line at the end of the file was removed" in result.stderr
    assert f"The file already holds {len(before)} games" in result.stderr
    games = lines()
    assert games[: len(before)] == before
    assert len(games) == len({(game["pair"], *game["seats"]) for game in games}) == 30


def test_one_file_for_one_process(run: Run, tmp_path: Path) -> None:
    process = begin(tmp_path, *SLOW, "--games", "1000")
    try:
        assert "another arena is writing to it" in run("arena", *SLOW, *SMALL, "--games", "1000", status=2).stderr
    finally:
        process.send_signal(signal.SIGINT)
        output, complaints = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Traceback" not in complaints
    assert b"Stopped: " in output


def test_stopped_by_a_person(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    """Ctrl-C in the middle of a move that takes longer than anybody waits: it ends at once, and says how to go on."""
    path = tmp_path / "games.jsonl"
    arguments = ("search,seconds=1200", "random", "--game", "kaomi(size=9)", "--workers", "2", "--out", str(path))
    shown = terminal("arena", *arguments, COLUMNS="200")
    shown.wait_for("0 of 100 games")
    shown.interrupt()
    assert shown.finish() == 130
    assert f"Stopped: 0 of 100 games are saved in {path}. Run the same command again to play the rest." in shown.seen
    assert "Traceback" not in shown.seen
    assert path.read_bytes() == b""


def test_a_live_table(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    arguments = ("--game", "kaomi", "--size", "3", "--workers", "2", "--games", "200", "--out", str(path))
    shown = terminal("arena", *SLOW, *arguments, COLUMNS="150")
    assert "losses" in shown.wait_for(" of 200 games; about ")
    shown.wait_for(" left")
    shown.interrupt()
    assert shown.finish() == 130
    games = lines(path)
    assert f"Stopped: {len(games)} of 200 games" in shown.seen
