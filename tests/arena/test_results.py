"""The results file: what is read again, what is cut off, what is refused."""

import json
import multiprocessing
from pathlib import Path
from typing import Any

import pytest

from fieldstone.arena.errors import ArenaError
from fieldstone.arena.match import Match, Task
from fieldstone.arena.playing import play_game
from fieldstone.arena.results import default_name, open_results

MATCH = Match("kaomi(size=2,pie=false)", ("random", "random,name=other"))
PAGE = Path(__file__).parent.parent.parent / "docs" / "json.md"


def some(count: int) -> list[dict[str, Any]]:
    return [play_game(MATCH, Task(number, (number % 2, 1 - number % 2), ())) for number in range(count)]


def write(path: Path, games: list[dict[str, Any]]) -> bytes:
    with open_results(path, MATCH) as file:
        for game in games:
            file.add(game)
    return path.read_bytes()


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "games.jsonl"
    games = some(4)
    data = write(path, games)
    assert [json.loads(line) for line in data.splitlines()] == games
    with open_results(path, MATCH) as file:
        assert set(file.games) == {(number, number % 2, 1 - number % 2) for number in range(4)}
        assert [game["winner"] for game in file.games.values()] == [game["winner"] for game in games]
        assert file.cut == 0
    assert path.read_bytes() == data


def test_every_way_to_break_off_in_the_last_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    data = write(path, some(3))
    begin = data[:-1].rindex(b"\n") + 1
    for end in range(begin + 1, len(data) - 1):
        path.write_bytes(data[:end])
        with open_results(path, MATCH) as file:
            assert len(file.games) == 2
            assert file.cut == end - begin
        assert path.read_bytes() == data[:begin]
    path.write_bytes(data[:-1])  # only the end of the line is missing: nothing is lost
    with open_results(path, MATCH) as file:
        assert len(file.games) == 3
    assert path.read_bytes() == data
    path.write_bytes(b"")
    with open_results(path, MATCH) as file:
        assert file.games == {}


@pytest.mark.parametrize(
    "content",
    [
        b"no results\n",
        b"no results",
        b"# Fieldstone\n\nplays",
        b"{}\n",
        b"[]\n",
        b"7\n",
        b"\n",
        b"\xff\n",
        b'{"format":1}\n',
        b'{"format":1,"match":{}}\n',
        b'{"format":1,"match":{"players":7}}\n',
        b'{"format":1,"mat\n',
        b'{"format":1,"match":[]}',
    ],
)
def test_other_files_are_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "something"
    path.write_bytes(content)
    complaint = "something, line 1: not a match result; choose another"
    with pytest.raises(ArenaError, match=complaint), open_results(path, MATCH):
        pass
    assert path.read_bytes() == content


def test_a_broken_line_in_the_middle(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    lines = write(path, some(3)).splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[1][:50] + b"\n" + lines[2])
    with pytest.raises(ArenaError, match="line 2: not a match result"), open_results(path, MATCH):
        pass
    path.write_bytes(b"".join(lines) + lines[1])
    with pytest.raises(ArenaError, match="line 4: this game appears twice"), open_results(path, MATCH):
        pass
    path.write_bytes(b"".join(lines) + lines[1][:-1])
    with pytest.raises(ArenaError, match="line 4: this game appears twice"), open_results(path, MATCH):
        pass
    path.write_bytes(lines[0].replace(b'"format":1', b'"format":99'))
    with pytest.raises(ArenaError, match="has the format 99; this version reads 1"), open_results(path, MATCH):
        pass


@pytest.mark.parametrize(
    ("other", "complaint"),
    [
        (Match("iago", MATCH.players), r"\(game: kaomi\(size=2,pie=false\), here iago\)"),
        (Match(MATCH.game, ("random", "plain")), r"\(players: random random,name=other, here random plain\)"),
        (Match(MATCH.game, MATCH.players, seed=9), r"\(seed: 1, here 9\)"),
        (Match(MATCH.game, MATCH.players, opening_plies=3), r"\(opening-plies: 2, here 3\)"),
        (Match(MATCH.game, MATCH.players, adjacent=True), r"\(adjacent: false, here true\)"),
        (Match(MATCH.game, MATCH.players, clock="wall"), r"\(clock: cpu, here wall\)"),
        (Match(MATCH.game, MATCH.players, adjudicate=0.9), r"\(adjudicate: 0.0, here 0.9\)"),
        (Match(MATCH.game, MATCH.players, balanced=True), r"\(balanced: false, here true\)"),
    ],
)
def test_a_file_of_another_match(tmp_path: Path, other: Match, complaint: str) -> None:
    path = tmp_path / "games.jsonl"
    data = write(path, some(2))
    with pytest.raises(ArenaError, match=f"holds a different match {complaint}"), open_results(path, other):
        pass
    assert path.read_bytes() == data


def _try_to_open(path: str, answers: Any) -> None:
    try:
        with open_results(Path(path), MATCH):
            answers.put("opened")
    except ArenaError as error:
        answers.put(str(error))


def test_two_processes_cannot_write_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    context = multiprocessing.get_context("spawn")
    answers = context.SimpleQueue()
    with open_results(path, MATCH):
        other = context.Process(target=_try_to_open, args=(str(path), answers))
        other.start()
        assert "another arena is writing to it" in answers.get()
        other.join()
    with open_results(path, MATCH):
        pass


def test_names_of_files() -> None:
    name = default_name(MATCH, ["level=5", "search,seconds=0.1"])
    assert name == f"arena-kaomi-level-5-search-seconds-0.1-{MATCH.id[:8]}.jsonl"
    assert default_name(MATCH, ["a", "b", "c"]).startswith("arena-kaomi-3-players-")
    assert "/" not in default_name(MATCH, ["../../etc", "x" * 300])
    assert len(default_name(MATCH, ["../../etc", "x" * 300])) < 100


def test_the_example_in_the_documentation(tmp_path: Path) -> None:
    """A line in docs/json.md: it can be read, and playing its game again gives it."""
    (line,) = (one for one in PAGE.read_text(encoding="utf-8").splitlines() if one.startswith('{"format":1,"match":'))
    game = json.loads(line)
    match = Match.from_data(game["match"])
    assert game["match"]["id"] == match.id
    (tmp_path / "games.jsonl").write_text(f"{line}\n", encoding="utf-8")
    with open_results(tmp_path / "games.jsonl", match) as file:
        assert len(file.games) == 1
    opening = tuple(game["moves"].partition(" moves ")[2].split(",")[: game["opening"]])
    again = play_game(match, Task(game["pair"], tuple(game["seats"]), opening))
    assert {**again, "seconds": game["seconds"]} == game
