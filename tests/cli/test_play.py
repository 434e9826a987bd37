"""Games at the terminal, typed by a script."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import fieldstone
from fieldstone.messages import LANGUAGES
from tests.brought import names_with_brought
from tests.cli.conftest import COMMAND, ENVIRONMENT, PATIENCE, Run, Start, Terminal, boards, complaint_of

GAMES = names_with_brought(("vacu", "convacu", "kaomi", "squared", "iago", "iago-free", "vadus"))
TWO_PEOPLE = ("--black", "human", "--white", "human")


def play(run: Run, *arguments: str, lines: str, status: int = 0) -> str:
    """Return the output of a game between two people who type `lines`, separated by semicolons."""
    typed = "".join(f"{line.strip()}\n" for line in lines.split(";"))
    output: str = run("play", *arguments, *TWO_PEOPLE, typed=typed, status=status).stdout
    return output


# Whole games


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_of_random_players(run: Run, name: str) -> None:
    size = ("--size", "4") if name == "vadus" else ()
    output = run("play", name, *size, "--black", "random", "--white", "random", "--seed", "5").stdout
    last = output.splitlines()[-1]
    assert " wins." in last or last.startswith("A draw.")
    assert output.count("wins.") + output.count("A draw.") == 1
    assert ">" not in output.replace("->", "")


def test_a_seed_repeats_a_game(run: Run) -> None:
    arguments = ("play", "vacu(size=5)", "--black", "random", "--white", "random", "--seed")
    assert run(*arguments, "7").stdout == run(*arguments, "7").stdout != run(*arguments, "8").stdout


@pytest.mark.parametrize("name", GAMES)
def test_the_computer_plays_every_game(run: Run, name: str) -> None:
    size = () if "iago" in name else ("--size", "3")
    arguments = (*size, "--black", "computer", "--white", "random", "--seconds", "0.01", "--seed", "1")
    assert "Black (computer)" in run("play", name, *arguments).stdout


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("style", ["--ascii", "--no-colour"])
@pytest.mark.parametrize("name", ["vacu", "iago"])
def test_languages_and_styles(run: Run, name: str, language: str, style: str) -> None:
    typed = "help\nmoves\nwhy\nundo\nsave\nzz\nquit\n"
    arguments = ("play", name, "--language", language, style, "--seed", "1")
    output = run(*arguments, "--black", "human", "--white", "random", typed=typed).stdout
    assert "\x1b" not in output
    assert output.isascii() == (style == "--ascii" and language == "en")
    assert ("●" in output) == (style != "--ascii")
    assert {"en": "legal moves", "ko": "둘 수 있는 수", "ja": "打てる手"}[language] in output


# The loop


def test_moves_marks_and_scores(run: Run) -> None:
    moves = "a3;b3;d3;c4;e3;c2;c1;d4;b1;d2;e5;c3;quit"
    output = play(run, "vacu", "--size", "5", lines=moves)
    assert "Score: Black 0, White 0." in output
    assert "The button (½ point) is free" in output
    assert "Black (Player 1): a3" in output
    assert "White (Player 2): c3; removed c3; flipped d3, e3" not in output
    assert boards(output)[1][2] == "    3 [●]· · · ·  3"


def test_captures_are_marked(run: Run) -> None:
    output = play(run, "vacu", "--size", "3", lines="a1;a2;c3;b1;quit")
    assert "White (Player 2): b1; removed a1" in output
    assert boards(output)[-1] == ["    3  · · ●  3", "    2  ○ · ·  2", "    1  ×[○]·  1"]


def test_flips_are_marked(run: Run, tmp_path: Path) -> None:
    game = tmp_path / "flip.txt"
    game.write_text("vacu(size=5) ...../...W./B..../WB.../.WB.. B\n")
    output = run("play", "--load", str(game), *TWO_PEOPLE, "--ascii", typed="a1\nquit\n").stdout
    assert "Black (Player 1): a1; removed a1; flipped b1, a2" in output
    assert boards(output)[-1][3:] == ["    2 (X)X . . .  2", "    1 [_]X)X . .  1"]


def test_pushes_are_marked(run: Run) -> None:
    output = play(run, "kaomi", "--size", "5", lines="b3;c3;quit")
    assert "White (Player 2): c3; pushed b3→a3" in output
    assert boards(output)[-1][2] == "    3 (●)×[○]· ·  3"


def test_why(run: Run) -> None:
    output = play(run, "vacu", "--size", "5", lines="a1;why a1;why b1;why pass;why zz;why;quit")
    assert "a1 is occupied: you can play only where nothing stands (V3)." in output
    assert "b1: legal." in output
    assert "until the button has been taken" in output
    assert "“zz” is not a move here" in output
    assert "such as why " in output


def test_why_tells_what_a_legal_move_would_do(run: Run) -> None:
    output = play(run, "kaomi", "--size", "5", lines="b3;why c3;quit")
    assert "c3: legal. It would do this: pushed b3→a3." in output


def test_stones_that_go_back_are_told_beforehand(run: Run) -> None:
    Path("full.txt").write_text("kaomi(size=3) .../B.W/..B W")
    output = run("play", "--load", "full.txt", *TWO_PEOPLE, typed="why b2\nb2\nquit\n").stdout
    assert "b2: legal. It would do this: returned a2, c2." in output
    assert "White (Player 2): b2\n" in output


def test_an_illegal_move_changes_nothing(run: Run) -> None:
    output = play(run, "kaomi", "--size", "5", lines="c3;c3;z9;" + "x" * 200 + ";quit")
    assert "c3 is occupied: you can play only where nothing stands (K2)." in output
    assert len(boards(output)) == 2
    assert "White to move" not in output
    assert output.count("White (Player 2) to move.") == 1


def test_undo_between_two_people_takes_back_one_move(run: Run) -> None:
    output = play(run, "iago", lines="d4;d5;undo;undo;undo;quit")
    assert "Undone: d5." in output
    assert "Undone: d4." in output
    assert "You have no move to undo." in output


def test_undo_against_a_program_takes_back_its_answer_too(run: Run) -> None:
    typed = "c3\nundo\nsave game.txt\nquit\n"
    output = run("play", "kaomi(size=5,pie=false)", "--white", "random", "--seed", "1", typed=typed).stdout
    assert "Undone: c3, " in output
    assert Path("game.txt").read_text() == "kaomi(size=5,pie=false) moves players human,random\n"


def test_undo_when_the_program_began(run: Run) -> None:
    arguments = ("play", "kaomi(size=5,pie=false)", "--black", "random", "--white", "human", "--seed", "1")
    output = run(*arguments, typed="undo\nquit\n").stdout
    assert "You have no move to undo." in output


def test_undo_after_the_end(run: Run) -> None:
    output = play(run, "kaomi", "--size", "2", "--no-pie", lines="a1;b1;a2;b2;a1;moves;undo;quit")
    assert "The board is full." in output
    assert "The game is over (K8)." in output
    assert "Legal moves (0): none" in output
    assert "Undone: b2." in output
    assert output.rstrip().endswith("run fieldstone play --load FILE.")


def test_resigning_and_taking_it_back(run: Run) -> None:
    output = play(run, "iago", lines="d4;resign;d5;resign;undo;d5;resign;quit")
    assert output.count("Black (Player 1) wins. White (Player 2) resigned.") == 1
    assert output.count("White (Player 2) wins. Black (Player 1) resigned.") == 1
    assert output.count("The game is over.") == 2


def test_the_auction(run: Run) -> None:
    output = play(run, "vacu", "--size", "3", "--setup", "auction", lines="b2;komi 10;moves;3;komi 1;black;a1;quit")
    assert "Player 1 sets komi, the points added to White's score: komi 0 to komi 9." in output
    assert output.count("Komi must be set first") == 2
    assert "Legal moves (10): komi 0 to komi 9" in output
    assert "Player 1: komi 3" in output
    assert "Komi is 3. Player 2 chooses a side" in output
    assert "Player 2: chooses Black" in output
    assert "Black (Player 2) to move." in output
    assert "White (Player 1) to move." in output
    assert "Score: Black 9, White 3 with komi 3." in output


def test_the_auction_of_squared_is_even(run: Run) -> None:
    output = play(run, "squared", "--size", "3", "--setup", "auction", lines="3;moves;4;white;quit")
    assert "an even number, komi 0 to komi 80" in output
    assert "komi 0, 2, 4 … to komi 80" in output
    assert "Black (Player 1) to move." in output


def test_players_keep_their_seats_in_the_auction(run: Run) -> None:
    arguments = ("play", "squared(size=3,setup=auction)", "--white", "random", "--seed")
    for seed in "1234":
        output = run(*arguments, seed, typed="4\nquit\n").stdout
        if "Player 2 (random player): chooses Black" in output:
            assert "White (you) to move." in output
            return
    pytest.fail("none of the seeds chooses Black")


def test_the_swap(run: Run) -> None:
    output = play(run, "kaomi", "--size", "5", lines="c3;swap;d4;swap;quit")
    assert "You may swap sides instead of placing a stone: type swap." in output
    assert "White (Player 2): swaps sides" in output
    assert "White (Player 1) to move." in output
    assert "Black (Player 2) to move." in output
    assert "Only White may swap" in output


def test_no_swap_without_pie(run: Run) -> None:
    output = play(run, "kaomi", "--no-pie", lines="c3;swap;quit")
    assert "Kaomi, 7×7, no swap" in output
    assert "“swap” is not a move here" in output


def test_turns_of_two_stones(run: Run) -> None:
    output = play(run, "vadus", "--size", "4", lines="pass;d4;c3 c4;a1;pass;a1;a2;e3,e4,e5;E5,e4;pass;pass;quit")
    assert "Black may not pass the first turn (W2)." in output
    assert "White (Player 2): c3,c4" in output
    assert "One stone left to place this turn." in output
    assert "A turn is two stones: place the second one (W2)." in output
    assert "Black (Player 1): a1,a2" in output
    assert "is not one turn" in output
    assert "White (Player 2): e5,e4" in output
    assert "The last turn was a pass" in output
    assert "Both sides passed in succession." in output
    assert "Group values: Black " in output


def test_forced_captures_are_named(run: Run) -> None:
    output = play(run, "iago", lines="d4;d5;c3;d6;quit")
    assert "You must capture as many discs as possible (1): d6." in output
    assert "You must capture as many discs as possible: 1, by" in output
    assert "Black (Player 1): d6; captured d5" in output
    assert "d  : · · ●(◇[●]· :  8" in output


def test_the_button_and_the_end_of_vacu(run: Run) -> None:
    output = play(run, "vacu", "--size", "3", "--komi", "2", lines="b2;button;button;a1;pass;pass;quit")
    assert "White (Player 2): takes the button" in output
    assert "White (Player 2) has taken" not in output
    assert "White has already taken the button (V8)." in output
    assert "Score: Black 9, White 2½ with komi 2." in output
    assert "Black (Player 1) wins. Both sides passed in succession." in output


def test_the_edges_of_convacu(run: Run) -> None:
    output = play(run, "convacu", "--size", "3", lines="b1;a1;b2;a2;b3;quit")
    assert "     ━━━●━━━" in output
    assert "    2 ○ ○ ● · ○ 2" in output
    assert "Black (Player 1) wins. A group connects both edges of its colour." in output


def test_a_fullwidth_move_is_read(run: Run) -> None:
    output = play(run, "kaomi", lines="ｃ３;ＷＨＹ\u3000ｃ３;quit")
    assert "Black (Player 1): c3" in output
    assert "c3 is occupied" in output


def test_the_rules_in_the_game(run: Run) -> None:
    output = play(run, "vacu", lines="rules;quit")
    assert "13. The last group" in output
    assert "[○]" in output


# Leaving


def test_the_end_of_the_input_leaves(run: Run) -> None:
    output = run("play", "kaomi", *TWO_PEOPLE, typed="c3\n").stdout
    assert output.rstrip().endswith("play --load FILE.")
    assert run("play", "kaomi", typed="").stdout.rstrip().endswith("Goodbye.")
    assert run("play", typed="").stdout.rstrip().endswith("Goodbye.")


def test_control_c_while_the_computer_thinks() -> None:
    arguments = ["play", "kaomi", "--size", "5", "--black", "computer", "--seconds", "600"]
    with subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | ENVIRONMENT | {"PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        for line in process.stdout:
            if line.startswith(b"Groups left"):
                break
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        try:
            rest, complaint = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
        assert process.returncode == 130, (rest + complaint).decode()
    assert b"Traceback" not in rest + complaint
    assert b"Goodbye." in rest


def test_the_prompt_comes_without_a_newline() -> None:
    with subprocess.Popen(
        [*COMMAND, "play", "kaomi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ | ENVIRONMENT
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        seen = b""
        while not seen.endswith(b"Black> "):
            piece = os.read(process.stdout.fileno(), 4096)
            assert piece, seen
            seen += piece
        process.stdin.write(b"quit\n")
        process.stdin.close()
        assert process.stdout.read() == b"\nGoodbye.\n"
        assert process.wait(PATIENCE) == 0


def test_garbage_as_input(start: Start) -> None:
    garbage = bytes(range(128, 256)) + b"\n\x00\n\x1b[A\nwhy \xff\nsave \x00\n" + "돌을 두어요\n".encode() + b"quit\n"
    result = start("play", "vacu", "--size", "3", typed=garbage)
    assert result.returncode == 0
    assert b"Traceback" not in result.stdout + result.stderr


# In a terminal


def test_another_game_is_offered_in_a_terminal(terminal: Callable[..., Terminal]) -> None:
    shown = terminal("play", "kaomi(size=2,pie=false)", *TWO_PEOPLE)
    for move in ("a1", "b1", "a2", "b2"):
        shown.wait_for("> ")
        shown.type(move)
    assert "wins." in shown.wait_for("Play again? [y/N]> ")
    shown.type("y")
    assert "\x1b[38;5;" in shown.wait_for("Black> ")
    shown.type("resign")
    shown.wait_for("Play again? [y/N]> ")
    shown.type("")
    assert shown.finish() == 0


def test_thinking_is_shown_and_can_be_stopped(terminal: Callable[..., Terminal]) -> None:
    shown = terminal("play", "kaomi", "--seconds", "600")
    shown.wait_for("Black> ")
    shown.type("d4")
    shown.wait_for("White (computer) is thinking")
    shown.interrupt()
    assert shown.finish() == 130
    assert "Traceback" not in shown.seen
    assert "Goodbye." in shown.seen


@pytest.mark.parametrize("quiet", [("--no-colour",), ()])
def test_no_colours_when_they_are_not_wanted(terminal: Callable[..., Terminal], quiet: tuple[str, ...]) -> None:
    shown = terminal("play", "kaomi", *quiet, NO_COLOR="" if quiet else "1")
    seen = shown.wait_for("Black> ")
    assert "\x1b[38" not in seen
    assert "\x1b[48" not in seen
    shown.type("quit")
    assert shown.finish() == 0


def test_the_menu_in_a_terminal(terminal: Callable[..., Terminal]) -> None:
    shown = terminal("play")
    seen = shown.wait_for("number or name [1]> ")
    assert "  7  " in seen
    shown.type("99")
    shown.wait_for("a number from 1 to 7")
    shown.wait_for("> ")
    shown.type("")
    shown.wait_for("number [1]> ")
    shown.type("x")
    shown.wait_for("a number from 1 to 3")
    shown.wait_for("> ")
    shown.type("")
    shown.wait_for("or max [5]> ")
    shown.type("")
    assert "Vacu, 9×9, komi 0" in shown.wait_for("Black> ")
    shown.type("quit")
    assert shown.finish() == 0


def test_the_menu_by_name(run: Run) -> None:
    output = run("play", "--seconds", "0.01", typed="kaomi\n2\nd4\nquit\n").stdout
    assert "White (Player 2) to move." in output
    assert run("play", "--seconds", "0.01", typed="quit\n").stdout.endswith("Goodbye.\n")
    assert run("play", "--seconds", "0.01", typed="3\nquit\n").stdout.endswith("Goodbye.\n")


def test_watching_the_computer(run: Run) -> None:
    output = run("play", "--size", "2", "--seconds", "0.01", typed="kaomi\n3\n").stdout
    assert "The board is full." in output


# Without the characters


def test_a_terminal_of_ascii(start: Start) -> None:
    arguments = ("play", "iago", "--language", "ko", "--seconds", "0.01")
    result = start(*arguments, typed=b"d4\nhelp\nmoves\nquit\n", PYTHONIOENCODING="ascii")
    assert result.returncode == 0
    assert result.stdout.isascii()
    assert b"[X]" in result.stdout
    assert b"legal moves" in result.stdout


def test_a_terminal_of_latin_letters(start: Start) -> None:
    typed = b"e5\nwhy \xe9\nquit\n"
    result = start("play", "vacu", "--seconds", "0.01", typed=typed, PYTHONIOENCODING="latin-1")
    assert result.returncode == 0
    assert b"[O]" in result.stdout
    assert "“é”".encode("latin-1", "ignore") in result.stdout


# Saving


def test_saving_and_going_on(run: Run) -> None:
    output = play(run, "kaomi", "--size", "5", lines="c3;swap;d4;save game.txt;save game.txt;save! game.txt;quit")
    text = Path("game.txt").read_text()
    assert text == "kaomi(size=5,pie=true) moves c3,swap,d4 players human,human\n"
    assert output.count("fieldstone play --load game.txt") == 2
    assert "game.txt already exists; type save! game.txt to overwrite it." in output
    assert output.endswith("Goodbye.\n")
    again = run("play", "--load", "game.txt", typed="undo\nquit\n").stdout
    assert "Black (Player 2) to move." in again
    assert "Undone: d4." in again
    other = run("play", "--load", "game.txt", "--black", "random", "--seed", "1", typed="quit\n").stdout
    assert "● Black: you   ○ White: random player" in other
    assert [path.name for path in Path().iterdir()] == ["game.txt"]


def test_saving_where_it_is_not_possible(run: Run) -> None:
    Path("folder").mkdir()
    output = play(run, "kaomi", lines="save;save folder;save! folder;save no/such/place;save " + "x" * 300 + ";quit")
    assert "such as save game.txt" in output
    assert output.count("folder cannot be written: Is a directory.") == 2
    assert "place cannot be written: No such file or directory." in output
    assert "File name too long" in output
    assert [path.name for path in Path().iterdir()] == ["folder"]


def test_loading_a_finished_game(run: Run) -> None:
    Path("end.txt").write_text("kaomi(size=2,pie=false) moves a1,b1,a2,b2")
    output = run("play", "--load", "end.txt", typed="undo\nquit\n").stdout
    assert "The board is full." in output


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "the text is empty"),
        ("chess moves e4", "there is no game"),
        ("vacu(size=9) moves e5,e5", "move 2 of the list"),
        ("kaomi moves d4 players human", "two of human, computer, random"),
        ("kaomi moves d4 players human,dog", "two of human, computer, random"),
        ("\xff\xfe", "not a game file"),
    ],
)
def test_loading_what_is_no_game(run: Run, content: str, complaint: str) -> None:
    Path("bad.txt").write_text(content, encoding="latin-1")
    result = run("play", "--load", "bad.txt", status=2)
    assert complaint in complaint_of(result)
    assert "bad.txt" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["chess"], "there is no game “chess”; the games: "),
        (["vacu", "--size", "1"], "size must be a whole number from 2 to 19, not “1”"),
        (["vacu", "--size", "x"], "size must be a whole number from 2 to 19, not “x”"),
        (["vacu(size=99)"], "size must be a whole number from 2 to 19"),
        (["vacu(size=5)", "--size", "7"], "size is given twice"),
        (["vacu(size=5"], "is not a game"),
        (["iago", "--size", "5"], "iago has no option “size”; its options: none"),
        (["convacu", "--komi", "5"], "convacu has no option “komi”"),
        (["squared", "--komi", "5"], "komi must be an even number"),
        (["vacu", "--no-pie"], "vacu has no option “pie”"),
        (["vacu", "--setup", "auction", "--komi", "3"], "leave komi out"),
        (["--load", "missing.txt"], "missing.txt: No such file or directory"),
        (["--load", "."], "Is a directory"),
        (["vacu", "--load", "x"], "--load takes the game and its options from the file: leave out vacu"),
        (["--size", "5", "--load", "x"], "leave out --size"),
    ],
)
def test_arguments_that_cannot_be_used(run: Run, arguments: list[str], complaint: str) -> None:
    result = run("play", *arguments, status=2)
    assert complaint in complaint_of(result)
    assert result.stdout == ""


@pytest.mark.parametrize("arguments", [["--black", "dog"], ["--seconds", "0"], ["--language", "xx"]])
def test_arguments_of_the_wrong_kind(run: Run, arguments: list[str]) -> None:
    assert "Usage:" in run("play", "vacu", *arguments, status=2).stderr


def test_conformance_games_can_be_typed(run: Run) -> None:
    files = Path(__file__).parent.parent / "conformance" / "data"
    for name in ("vadus", "iago"):
        game: dict[str, Any] = json.loads((files / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[0])
        moves = [ply["move"] for ply in game["plies"]]
        options = ",".join(f"{key}={str(value).lower()}" for key, value in game["options"].items())
        output = play(run, f"{name}({options})" if options else name, lines=";".join([*moves, "save end.txt"]))
        winner = game["plies"][-1]["winner"]
        assert {"B": "Black (Player 1) wins.", "W": "White (Player 2) wins."}[winner] in output
        text = Path("end.txt").read_text().partition(" players ")[0]
        assert fieldstone.parse_position(text).outcome is not None
        Path("end.txt").unlink()
