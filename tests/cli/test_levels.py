"""The levels of the computer: on the command line, in the menu, in a game and in saved games."""

from collections.abc import Callable
from pathlib import Path

import pytest

from fieldstone.cli.play import saves
from fieldstone.cli.play.players import DEFAULT_LEVEL, read_level
from fieldstone.games.tuning import HIGHEST_LEVEL, Level
from fieldstone.messages import LANGUAGES
from fieldstone.play.game import Game
from fieldstone.search import levels
from fieldstone.search.levels import LevelPlayer
from tests.cli.conftest import Run, Terminal, complaint_of

WATCH = ("--black", "computer", "--white", "computer")
Asked = list[tuple[str, int | str, int | None]]


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Give every game quick levels; returns the game, level and seed of each player that is made."""
    made: Asked = []

    def level_player(game: Game, level: int | str, seed: int | None = None) -> LevelPlayer:
        made.append((game.name, level, seed))
        number = HIGHEST_LEVEL + 1 if level == "max" else int(level)
        return LevelPlayer(Level(4 * number, 1.0 / number), seed)

    monkeypatch.setattr(levels, "level_player", level_player)
    return made


@pytest.mark.parametrize(
    ("text", "level"),
    [("1", 1), ("10", 10), ("12", 12), (" 7 ", 7), ("７", 7), ("max", "max"), ("MAX", "max"), ("ｍａｘ", "max")]
    + [("07", 7)]
    + [(text, None) for text in ("", "0", "13", "-1", "5.0", "five", "1000000", "max 5", "5 5")],
)
def test_what_is_a_level(text: str, level: int | str | None) -> None:
    assert read_level(text) == level


@pytest.mark.parametrize(("game", "highest"), [("kaomi", 12), ("iago-free", 11), ("vadus", 10)])
def test_the_levels_of_a_game_are_those_of_its_search(game: str, highest: int) -> None:
    assert [read_level(str(level), game) for level in (1, highest, highest + 1)] == [1, highest, None]
    assert read_level("max", game) == "max"


# On the command line


def test_a_level_on_the_command_line(run: Run, asked: Asked) -> None:
    output = run("play", "kaomi(size=2)", *WATCH, "--level", "7", "--seed", "1").stdout
    assert asked == [("kaomi", 7, 2), ("kaomi", 7, 3)]
    assert "● Black: computer (level 7)   ○ White: computer (level 7)" in output
    assert "Black (computer): " in output
    assert "wins." in output


def test_the_middle_level_when_nothing_is_said(run: Run, asked: Asked) -> None:
    output = run("play", "vacu(size=2)", *WATCH).stdout
    assert {level for _, level, _ in asked} == {DEFAULT_LEVEL}
    assert "computer (level 5)" in output


def test_the_strongest_level(run: Run, asked: Asked) -> None:
    output = run("play", "kaomi(size=2)", "--white", "random", "--black", "computer", "--level", "max").stdout
    assert {level for _, level, _ in asked} == {"max"}
    assert "● Black: computer (level max)   ○ White: random player" in output


def test_seconds_mean_full_strength(run: Run, asked: Asked) -> None:
    output = run("play", "kaomi(size=2)", *WATCH, "--seconds", "0.01").stdout
    assert asked == []
    assert "● Black: computer (0.01 s per move)" in output


def test_a_seed_repeats_a_game_at_a_level(run: Run) -> None:
    arguments = ("play", "kaomi(size=3)", *WATCH, "--level", "2", "--seed")
    assert run(*arguments, "7").stdout == run(*arguments, "7").stdout
    assert len({run(*arguments, seed).stdout for seed in "1234"}) > 1


def test_two_people_need_no_level(run: Run, asked: Asked) -> None:
    output = run("play", "iago", "--black", "human", "--white", "human", typed="level\nlevel 7\nquit\n").stdout
    assert output.count("The computer does not play in this game.") == 2
    assert asked == []


@pytest.mark.parametrize("level", ["0", "13", "strong", ""])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_no_level(run: Run, level: str, language: str) -> None:
    result = run("play", "kaomi", "--level", level, "--language", language, status=2)
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert all(part in result.stderr for part in ("--level", "12", "max", level))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "level", "highest"), [("vacu", "11", "10"), ("vacu(size=3)", "0", "10"),
                                                        ("iago-free", "12", "11"), ("kaomi", "13", "12")])  # fmt: skip
def test_a_level_that_the_game_has_not(run: Run, game: str, level: str, highest: str, language: str) -> None:
    result = run("play", game, "--level", level, "--language", language, status=2)
    assert result.stdout == ""
    said = complaint_of(result)
    assert all(part in said for part in ("--level", game.partition("(")[0], highest, "max", level))


def test_a_level_above_ten(run: Run, asked: Asked) -> None:
    output = run("play", "kaomi(size=2)", *WATCH, "--level", "12", "--seed", "1").stdout
    assert "● Black: computer (level 12)   ○ White: computer (level 12)" in output
    assert {level for _, level, _ in asked} == {12}


@pytest.mark.parametrize("command", ["play", "gtp"])
def test_the_help_names_the_levels(run: Run, command: str) -> None:
    said = " ".join(run(command, "--help").stdout.split())
    assert f"--level 1-{HIGHEST_LEVEL}|max" in said
    assert "above 10 are for games with a network" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_level_and_seconds_exclude_each_other(run: Run, language: str) -> None:
    result = run("play", "kaomi", "--level", "3", "--seconds", "1", "--language", language, status=2)
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert "--level" in result.stderr
    assert "--seconds" in result.stderr


# In the menu


@pytest.mark.parametrize(("answer", "level"), [("", 5), ("3", 3), ("０\n99\nmax", "max")])
def test_the_menu_asks_for_the_level(run: Run, asked: Asked, answer: str, level: int | str) -> None:
    output = run("play", typed=f"kaomi\n1\n{answer}\nd4\nquit\n").stdout
    assert output.count("How strong should the computer be?") == 1
    assert output.count("1 to 12, or max [5]> ") == 1 + answer.count("\n")
    assert output.count("Please type a number from 1 to 12, or max.") == answer.count("\n")
    assert "5 a few moves, 12 far" in output
    assert f"White: computer (level {level})" in output
    assert [level for _, level, _ in asked] == [level]


def test_the_menu_names_the_highest_level_of_the_game(run: Run, asked: Asked) -> None:
    output = run("play", typed="vacu\n1\n11\n10\nquit\n").stdout
    assert output.count("1 to 10, or max [5]> ") == 2
    assert output.count("Please type a number from 1 to 10, or max.") == 1
    assert "computer (level 10)" in output
    assert "computer (level 11)" in run("play", typed="iago\n1\n12\n11\nquit\n").stdout


def test_the_menu_chooses_a_game_without_the_level_that_is_asked_for(run: Run) -> None:
    result = run("play", "--level", "11", typed="vacu\n", status=2)
    assert "--level must be a number from 1 to 10, or max, in vacu, not “11”" in result.stderr
    assert "computer (level 11)" in run("play", "--level", "11", typed="kaomi\n1\nquit\n").stdout


def test_the_menu_asks_once_for_two_computers(run: Run, asked: Asked) -> None:
    output = run("play", "--size", "2", typed="kaomi\n3\n1\n").stdout
    assert output.count("How strong") == 1
    assert [level for _, level, _ in asked] == [1, 1]
    assert "The board is full." in output


def test_the_menu_does_not_ask_what_is_known_or_not_needed(run: Run) -> None:
    assert "How strong" not in run("play", typed="kaomi\n2\nquit\n").stdout
    assert "How strong" not in run("play", "--level", "2", typed="kaomi\n1\nquit\n").stdout
    assert "How strong" not in run("play", "--seconds", "1", typed="kaomi\n1\nquit\n").stdout


def test_leaving_at_the_question_for_the_level(run: Run) -> None:
    assert run("play", typed="kaomi\n1\nquit\n").stdout.endswith("Goodbye.\n")
    assert run("play", typed="kaomi\n1\n").stdout.endswith("Goodbye.\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_question_in_every_language(run: Run, language: str) -> None:
    output = run("play", "--language", language, typed="kaomi\n1\n\nhelp\nlevel\nlevel 7\nlevel x\nquit\n").stdout
    asked = {"en": "How strong should", "ko": "얼마나 강하게", "ja": "コンピューターの強さは"}
    named = {"en": "computer (level 5)", "ko": "컴퓨터(레벨 5)", "ja": "コンピューター（レベル5）"}
    told = {"en": "plays at level 7", "ko": "레벨은 7입니다", "ja": "レベルは7です"}
    assert all(texts[language] in output for texts in (asked, named, told))
    assert "level 7  " in output


def test_the_menu_in_a_terminal(terminal: Callable[..., Terminal]) -> None:
    shown = terminal("play")
    shown.wait_for("number or name [1]> ")
    shown.type("3")
    shown.wait_for("number [1]> ")
    shown.type("")
    assert "max plays at full strength, up to 5 seconds" in " ".join(shown.wait_for("1 to 12, or max [5]> ").split())
    shown.type("4")
    assert "computer (level 4)" in shown.wait_for("Black> ")
    shown.type("quit")
    assert shown.finish() == 0


# In a game


def test_the_level_changes_in_a_game(run: Run, asked: Asked) -> None:
    typed = "d4\nlevel\nlevel 7\nmoves\na1\nLEVEL ｍａｘ\nlevel 13\nb7\nquit\n"
    output = run("play", "kaomi", "--no-pie", "--level", "2", "--seed", "1", typed=typed).stdout
    assert [level for _, level, _ in asked] == [2, 7, "max"]
    assert "The computer plays at level 2.\nTo change it, type a level after it, such as level 7" in output
    assert output.count("The computer plays at level 7.") == 1
    assert output.count("The computer plays at level max.") == 1
    assert output.count("Please type a number from 1 to 12, or max.") == 1


def test_a_level_in_a_game_that_has_it_not(run: Run, asked: Asked) -> None:
    typed = "level 11\nlevel\nquit\n"
    output = run("play", "vacu", "--level", "2", typed=typed).stdout
    assert "Please type a number from 1 to 10, or max." in output
    assert (
        "The computer plays at level 2.\nTo change it, type a level after it, such as level 7: from 1 to 10" in output
    )
    assert "The computer plays at level 11." in run("play", "kaomi", typed="level 11\nquit\n").stdout
    assert asked == []


def test_a_level_in_place_of_seconds(run: Run, asked: Asked) -> None:
    output = run("play", "kaomi", "--seconds", "0.01", typed="level\nlevel 3\nd4\nquit\n").stdout
    assert "The computer plays at full strength, 0.01 s per move." in output
    assert "The computer plays at level 3." in output
    assert [level for _, level, _ in asked] == [3]


# In saved games


def test_a_saved_game_keeps_the_level(run: Run, asked: Asked) -> None:
    run("play", "kaomi", "--level", "2", typed="level 7\nsave game.txt\nquit\n")
    text = Path("game.txt").read_text()
    assert text == "kaomi(size=7,pie=true) moves players human,computer level=7\n"
    assert "computer (level 7)" in run("play", "--load", "game.txt", typed="d4\nquit\n").stdout
    assert [level for _, level, _ in asked] == [7]
    assert "computer (level 1)" in run("play", "--load", "game.txt", "--level", "1", typed="quit\n").stdout
    assert "computer (2 s per move)" in run("play", "--load", "game.txt", "--seconds", "2", typed="quit\n").stdout
    assert "Kaomi" in run("show", "game.txt").stdout


@pytest.mark.parametrize(("asked", "kept"), [(("--level", "max"), "level=max"), (("--seconds", "2.5"), "seconds=2.5")])
def test_what_is_kept(run: Run, asked: tuple[str, str], kept: str) -> None:
    shown = run("play", "kaomi", *asked, typed="save game.txt\nquit\n").stdout.splitlines()[1:3]
    assert Path("game.txt").read_text().endswith(f" players human,computer {kept}\n")
    assert run("play", "--load", "game.txt", typed="quit\n").stdout.splitlines()[1:3] == shown


def test_an_older_saved_game_has_no_level(run: Run) -> None:
    Path("old.txt").write_text("kaomi moves d4,c3 players human,computer\n")
    assert "computer (level 5)" in run("play", "--load", "old.txt", typed="quit\n").stdout


def test_a_game_without_a_computer_is_saved_without_a_level(run: Run) -> None:
    run("play", "kaomi", "--white", "random", "--level", "2", typed="save game.txt\nquit\n")
    assert Path("game.txt").read_text().endswith(" players human,random\n")


@pytest.mark.parametrize(
    ("after", "complaint"),
    [
        ("human,computer level=13", "level= takes a number from 1 to 12, or max"),
        ("human,computer level=", "level= takes"),
        ("human,computer level=5 level=6", "level= takes"),
        ("human,computer seconds=0", "seconds= takes a number above 0, up to 3600"),
        ("human,computer seconds=nan", "seconds= takes"),
        ("human,computer seconds=x", "seconds= takes"),
        ("human,computer strength=5", "two of human, computer, random"),
        ("level=5", "two of human, computer, random"),
    ],
)
def test_saved_games_that_make_no_sense(run: Run, after: str, complaint: str) -> None:
    Path("bad.txt").write_text(f"kaomi moves players {after}\n")
    result = run("play", "--load", "bad.txt", status=2)
    assert complaint in complaint_of(result)


def test_a_saved_game_at_a_level_that_its_game_has_not(run: Run, asked: Asked) -> None:
    """It can be read, shown and converted; only the computer cannot play it on."""
    text = "vacu(size=3) moves b2 players human,computer level=11\n"
    Path("game.txt").write_text(text)
    for language, named in (("en", "from 1 to 10"), ("ko", "1부터 10까지"), ("ja", "1から10まで")):
        said = complaint_of(run("play", "--load", "game.txt", "--language", language, status=2))
        assert all(
            part in said for part in ("game.txt", "“level=11”" if language != "ja" else "「level=11」", named, "vacu")
        )
    assert "in vacu, not “12”" in complaint_of(run("play", "--load", "game.txt", "--level", "12", status=2))
    assert "computer (level 3)" in run("play", "--load", "game.txt", "--level", "3", typed="quit\n").stdout
    run("play", "--load", "game.txt", "--white", "human", typed="quit\n")
    run("show", "game.txt")
    run("record", "convert", "game.txt", "--out", "game.fieldstone.json")
    assert '"level": 11' in Path("game.fieldstone.json").read_text()
    assert Path("game.txt").read_text() == text
    Path("game.txt").write_text("kaomi moves d4 players human,computer level=12\n")
    assert "computer (level 12)" in run("play", "--load", "game.txt", typed="quit\n").stdout


def test_wrong_players_are_told_of_before_anything_is_compiled(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(saves, "warm", lambda names, screen, rules_only: asked.extend(names))
    Path("bad.txt").write_text("kaomi moves players human,dog\n")
    run("play", "--load", "bad.txt", status=2)
    assert asked == []
    Path("good.txt").write_text("kaomi moves players human,random\n")
    run("play", "--load", "good.txt", typed="quit\n")
    assert asked == ["kaomi"]


def test_blanks_in_a_saved_game(run: Run) -> None:
    Path("game.txt").write_text("kaomi moves d4  players human , computer \n level = 7\n")
    assert "computer (level 7)" in run("play", "--load", "game.txt", "--black", "random", typed="").stdout
