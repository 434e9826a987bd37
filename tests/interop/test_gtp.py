"""GTP 2: the form of commands and responses, the games, what is refused, time, analyses."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import fieldstone
from fieldstone import OptionError
from fieldstone.core.outcome import Colour
from fieldstone.interop.gtp import LONGEST_LINE, Gtp
from fieldstone.interop.gtp_clock import Clock
from fieldstone.interop.gtp_syntax import COLUMNS, from_vertex, to_vertex
from fieldstone.play.game import read_game
from fieldstone.records.sgf import record_to_sgf
from tests.interop.conftest import ENVIRONMENT, PATIENCE

DOCS = Path(__file__).parents[2] / "docs" / "engines.md"


class Session:
    """A session in this process."""

    def __init__(self, game: str = "vacu(size=5)", **options: Any) -> None:
        self.said = ""
        if not options.keys() & {"level", "seconds"}:
            options["level"] = 1
        self.gtp = Gtp(read_game(game), self._hear, megabytes=4.0, seed=1, **options)

    def _hear(self, text: str) -> None:
        self.said += text

    def send(self, *lines: str) -> str:
        """Send lines, and return all that is said to them."""
        self.said = ""
        self.gtp.serve(io.BytesIO("".join(f"{line}\n" for line in lines).encode()))
        return self.said

    def ask(self, line: str) -> str:
        """Send a command that succeeds; returns its response."""
        said = self.send(line)
        assert re.fullmatch(r"=.*\n\n", said, re.DOTALL), said
        return said[1:].strip()

    def refuse(self, line: str) -> str:
        """Send a command that fails; returns why."""
        said = self.send(line)
        assert re.fullmatch(r"\? .*\n\n", said), said
        return said[2:].strip()


# Form ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "response"),
    [
        (b"protocol_version", "= 2\n\n"),
        (b"17 name", "=17 Fieldstone\n\n"),
        (b"  03\tname   # a comment", "=03 Fieldstone\n\n"),
        (b"na\x07me\r", "= Fieldstone\n\n"),
        (b"name # caf\xc3\xa9 \xff", "= Fieldstone\n\n"),
        (b"", ""), (b"   \t ", ""), (b"# name", ""), (b"\r", ""),
        (b"fly", "? unknown command\n\n"), (b"8 fly", "?8 unknown command\n\n"), (b"9", "?9 unknown command\n\n"),
        (b"NAME", "? unknown command\n\n"), (b"12345678901 name", "? unknown command\n\n"),
        (b"known_command fly", "= false\n\n"), (b"known_command genmove", "= true\n\n"),
        (b"name x", "? syntax error: name takes 0 arguments, not 1\n\n"),
        (b"play b", "? syntax error: play takes 2 to 3 arguments, not 1\n\n"),
        (b"clear_board", "=\n\n"),
    ],
)  # fmt: skip
def test_commands_and_responses(line: bytes, response: str) -> None:
    session = Session()
    session.gtp.take(line)
    assert session.said == response


def test_a_line_without_end_gets_an_error() -> None:
    session = Session()
    session.gtp.serve(io.BytesIO(b"x" * (LONGEST_LINE + 5) + b"\nname"))
    assert session.said == f"? syntax error: a line has at most {LONGEST_LINE} bytes\n\n= Fieldstone\n\n"


def test_all_commands_are_listed_known_and_documented() -> None:
    session = Session()
    listed = session.ask("list_commands").splitlines()
    required = {"protocol_version", "name", "version", "known_command", "list_commands", "quit", "boardsize",
                "clear_board", "komi", "play", "genmove"}  # fmt: skip
    assert set(listed) >= required
    page = DOCS.read_text(encoding="utf-8")
    for name in listed:
        assert session.ask(f"known_command {name}") == "true"
        assert f"`{name}" in page, name


def test_quit_ends_it() -> None:
    assert Session().send("5 quit", "name") == "=5\n\n"


def test_vertices_skip_i() -> None:
    board = fieldstone.load("vacu", size=19).board
    assert [to_vertex(name) for name in ("a1", "h3", "i3", "j10", "s19")] == ["A1", "H3", "J3", "K10", "T19"]
    for name in board.names:
        assert from_vertex(board, to_vertex(name)) == name
        assert from_vertex(board, to_vertex(name).lower()) == name
    for wrong in ("I3", "i1", "A0", "A01", "A20", "U1", "", "A", "1A", "é1", "pass"):
        assert from_vertex(board, wrong) is None
    assert len(COLUMNS) == 25


# Games -----------------------------------------------------------------------------------------


def test_a_game_by_hand() -> None:
    session = Session()
    for line in ("boardsize 3", "komi 2", "clear_board", "play B b2", "play white A1", "play b C3"):
        assert session.ask(line) == ""
    assert session.ask("showboard") == (
        "vacu(size=3,komi=2,setup=fixed)\n   A B C\n 3 . . B 3\n 2 . B . 2\n 1 W . . 1\n   A B C\nWhite to move"
    )
    assert session.ask("undo") == ""
    assert session.ask("fieldstone-state") == "vacu(size=3,komi=2,setup=fixed) moves b2,a1"
    assert session.ask("final_score") == "W+2"
    assert session.ask("final_status_list alive").split() == ["A1", "B2"]
    assert session.ask("final_status_list dead") == session.ask("final_status_list seki") == ""


def test_a_pass_is_the_button_until_somebody_has_it() -> None:
    session = Session()
    for line in ("play b c3", "play w pass", "play b pass", "play w pass"):
        session.ask(line)
    state = fieldstone.parse_position(session.ask("fieldstone-state"))
    assert [move.text for move in state.history] == ["c3", "button", "pass", "pass"]
    assert state.outcome is not None
    assert session.ask("final_score") == "B+24.5"
    assert session.ask("genmove b") == "pass"  # the game is over: a client passes until it ends too
    assert session.send("genmove_analyze w 10") == "=\nplay pass\n\n"
    session.ask("play w pass")
    for _ in range(4):
        session.ask("undo")
    assert session.ask("fieldstone-state").endswith("moves c3,button,pass")


def test_our_own_words() -> None:
    session = Session("kaomi(size=3,pie=true)")
    session.ask("play b b2")
    session.ask("fieldstone-swap")
    assert session.ask("fieldstone-state").endswith("moves b2,swap")
    session = Session("vacu(size=3,setup=auction)")
    assert "fieldstone-komi" in session.refuse("genmove b")
    assert "fieldstone-komi" in session.refuse("analyze b")
    session.ask("fieldstone-komi 5")
    session.ask("fieldstone-side black")
    session.ask("play b b2")
    session.ask("fieldstone-button")
    assert session.ask("fieldstone-state").endswith("moves komi 5,black,b2,button")
    assert session.ask("fieldstone-game squared(size=3,setup=auction)").startswith("squared(size=3")
    assert re.fullmatch(r"komi \d+", session.ask("fieldstone-genmove"))
    assert session.ask("fieldstone-genmove") in ("black", "white")


def test_genmove_never_swaps() -> None:
    """Where the best move is to swap, the best that GTP can say is played; our own command swaps."""
    position = "kaomi(size=3,pie=true) moves b2"
    session = Session(level="max", seconds=0.1)
    session.ask(f"fieldstone-state {position}")
    assert re.fullmatch("[ABC][123]", session.ask("genmove w"))
    session.ask(f"fieldstone-state {position}")
    assert session.ask("fieldstone-genmove w") == "swap"


def test_other_games_are_scored() -> None:
    session = Session("kaomi(size=3,pie=false)")
    session.ask("fieldstone-state kaomi(size=3,pie=false) BWB/WWB/BBW W")
    assert session.ask("final_score") == "W+3"
    session.ask("fieldstone-state squared(size=4,komi=6) BB../.WB./.W../..W. B")
    assert session.ask("final_score") == "W+6"
    session.ask("fieldstone-state convacu(size=4) .BW./WBW./.BW./.B.. W")
    assert session.ask("final_score") == "B+1"
    assert "convacu is not won by points (C4)" in Session("convacu(size=4)").refuse("final_score")
    session.ask("fieldstone-state vacu(size=3) .B./B.B/.B. W button=B")
    assert session.ask("final_status_list black_territory").split() == ["A1", "A3", "B2", "C1", "C3"]
    assert session.ask("final_status_list white_territory") == ""


@pytest.mark.parametrize("name", ["game.sgf", "my game 2.sgf"])
def test_a_file_is_loaded(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    state = fieldstone.parse_position("kaomi(size=5) moves c3,swap,c4,a1")
    file.write_bytes(record_to_sgf(fieldstone.Record.from_state(state)))
    session = Session()
    session.ask(f"loadsgf {file}")
    assert session.ask("fieldstone-state") == state.to_text(history=True)
    session.ask(f"loadsgf {file} 3")
    assert session.ask("fieldstone-state").endswith("moves c3,swap")
    session.ask(f"loadsgf {file} 100")
    assert session.ask("fieldstone-state") == state.to_text(history=True)
    before = session.ask("fieldstone-state")
    hexagon = tmp_path / "iago.sgf"
    hexagon.write_bytes(record_to_sgf(fieldstone.Record.from_state(fieldstone.load("iago").new_state())))
    broken = tmp_path / "broken.sgf"
    broken.write_bytes(b"(;B[aa")
    for wrong in (hexagon, broken, tmp_path, tmp_path / "none.sgf"):
        assert session.refuse(f"loadsgf {wrong}").startswith("cannot load file")
    assert session.ask("fieldstone-state") == before


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("boardsize 1", "unacceptable size"), ("boardsize 25", "unacceptable size"), ("boardsize x", "syntax error"),
        ("boardsize 5.5", "syntax error"), ("komi 6.5", "unacceptable komi"), ("komi -1", "unacceptable komi"),
        ("komi x", "syntax error"), ("komi nan", "syntax error"), ("komi 1e400", "syntax error"),
        ("undo", "cannot undo"),
        ("play g c3", "syntax error"), ("play b z9", "syntax error"), ("play b i1", "syntax error"),
        ("play w c3", "illegal move: it is black's turn"), ("play b c3 c4", "syntax error"),
        ("play b swap", "illegal move"),
        ("play b resign", "syntax error"), ("genmove w", "illegal move: it is black's turn"),
        ("genmove x", "syntax error"), ("fieldstone-swap", "illegal move"), ("fieldstone-komi 3", "illegal move"),
        ("fieldstone-side b", "illegal move"), ("fieldstone-side x", "syntax error"),
        ("fieldstone-game go", "unacceptable game"), ("fieldstone-game iago", "unacceptable game"),
        ("fieldstone-state vacu(size=3) moves z9", "unacceptable position"), ("fieldstone-state iago", "unacceptable"),
        ("time_settings 1 2", "syntax error"), ("time_settings 1 2 x", "syntax error"),
        ("time_left b -1 0", "syntax error"),
        ("final_status_list x", "syntax error"), ("analyze w", "illegal move"), ("analyze b 10 x", "syntax error"),
        ("loadsgf x.sgf 0", "cannot load file"),
    ],
)  # fmt: skip
def test_what_is_refused(line: str, why: str) -> None:
    session = Session()
    assert session.refuse(line).startswith(why)
    assert session.ask("fieldstone-state") == "vacu(size=5,komi=0,setup=fixed) moves"


def test_what_the_rules_forbid_is_said() -> None:
    session = Session()
    session.ask("play b c3")
    assert session.refuse("play w c3") == "illegal move: c3 is occupied: you can play only where nothing stands (V3)."
    assert "(K2)" in Session("kaomi(size=3)").refuse("play b pass")
    assert Session("convacu(size=3)").refuse("komi 1").startswith("unacceptable komi")
    assert Session("convacu(size=3)").ask("komi 0") == ""
    assert Session("squared(size=3)").refuse("komi 3").startswith("unacceptable komi")


def test_komi_keeps_the_game() -> None:
    session = Session()
    session.ask("play b c3")
    session.ask("komi 7.0")
    assert session.ask("fieldstone-state") == "vacu(size=5,komi=7,setup=fixed) moves c3"
    session.ask("boardsize 3")
    assert session.ask("fieldstone-state") == "vacu(size=3,komi=7,setup=fixed) moves"


def test_a_game_without_a_square_board_is_refused(run: Callable[..., Any]) -> None:
    square = {name for name in fieldstone.games() if fieldstone.load(name).board.shape == "square"}
    assert {spec.name for spec in fieldstone.games().values() if spec.board.shape == "square"} == square
    for name in set(fieldstone.games()) - square:
        with pytest.raises(OptionError, match="square boards") as caught:
            Session(name)
        assert caught.value.details["game"] == name
        assert set(caught.value.details["games"].split(", ")) == square
    for language, word in (("en", "square"), ("ko", "네모난"), ("ja", "四角い")):
        assert word in run("gtp", "--game", "vadus", "--language", language, status=2).output


def test_a_level_that_another_game_has_not(tmp_path: Path) -> None:
    """A session of a level above 10 stays with its game, as it stands."""
    session = Session("kaomi(size=3,pie=false)", level=12)
    session.ask("play b b2")
    before = session.ask("fieldstone-state")
    file = tmp_path / "game.sgf"
    file.write_bytes(b"(;RU[vacu(size=3)];B[bb])")
    why = "unacceptable game: vacu has levels 1 to 10, and max, but not 12"
    assert session.refuse("fieldstone-game vacu(size=3)") == why
    assert session.refuse("fieldstone-state vacu(size=3) .../.B./... W") == why
    assert session.refuse(f"loadsgf {file}").endswith(why)
    assert session.refuse("fieldstone-game vadus").startswith("unacceptable game: GTP is for games on square boards")
    assert session.ask("fieldstone-state") == before
    assert session.ask("fieldstone-game squared(size=3)").startswith("squared(size=3")
    with pytest.raises(ValueError, match="levels 1 to 10 and 'max', not 12"):
        Session("vacu(size=3)", level=12)


def test_the_program(start: Callable[..., Any]) -> None:
    done = start("gtp", "--game", "vacu(size=3)", "--level", "2", typed=b"1 showboard\n2 genmove b\n\n3 quit\nname\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert re.fullmatch(rb"=1 vacu\(.*?\n\n=2 [A-C][1-3]\n\n=3\n\n", done.stdout, re.DOTALL)
    assert b"--level must be a number from 1 to 10, or max, in vacu" in start("gtp", "--level", "11").stderr
    typed = b"genmove b\nfieldstone-notation\n"
    said = start("gtp", "--game", "kaomi(size=3)", "--level", "1", "--notation", "rules", typed=typed).stdout
    assert re.fullmatch(rb"= [a-c][1-3]\n\n= rules\n\n", said)
    assert b"--notation" in start("gtp", "--notation", "x").stderr


def test_quit_ends_the_program_although_its_input_goes_on() -> None:
    command = [sys.executable, "-m", "fieldstone.cli", "gtp", "--game", "kaomi(size=5)"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ | ENVIRONMENT
    ) as process:
        assert process.stdin is not None
        process.stdin.write(b"quit\n")
        process.stdin.flush()
        assert process.wait(PATIENCE) == 0


def test_ctrl_c_ends_the_program_in_the_middle_of_an_analysis() -> None:
    command = [sys.executable, "-m", "fieldstone.cli", "gtp", "--game", "kaomi(size=5)"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ | ENVIRONMENT
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"1 analyze b 10\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"=1\n"
        assert process.stdout.readline().startswith(b"info move ")
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130  # although its input goes on
        assert process.stdout.read().endswith(b"\n\n")
        assert process.stderr is not None
        assert process.stderr.read() == b""


# Time and analyses -----------------------------------------------------------------------------


def test_the_clock() -> None:
    clock = Clock()
    assert clock.share(Colour.BLACK) is None
    clock.set(100, 0, 0)
    assert clock.share(Colour.BLACK) == pytest.approx(3.95)
    clock.spend(Colour.BLACK, 50)
    assert clock.share(Colour.BLACK) == pytest.approx(1.95)
    assert clock.share(Colour.WHITE) == pytest.approx(3.95)
    clock.spend(Colour.BLACK, 500)
    assert clock.share(Colour.BLACK) == 0.01
    clock.set(10, 30, 5)
    assert clock.share(Colour.BLACK) == pytest.approx(5.95)
    clock.spend(Colour.BLACK, 11)  # now in byo-yomi: 30 seconds for 5 stones
    assert clock.share(Colour.BLACK) == pytest.approx(0.9 * 6 - 0.05)
    for _ in range(4):
        clock.spend(Colour.BLACK, 7)
    assert clock.share(Colour.BLACK) == pytest.approx(0.9 * 2 - 0.05)
    clock.spend(Colour.BLACK, 1)
    assert clock.share(Colour.BLACK) == pytest.approx(0.9 * 6 - 0.05)
    clock.tell(Colour.BLACK, 3, 1)
    assert clock.share(Colour.BLACK) == pytest.approx(0.9 * 3 - 0.05)
    clock.set(0, 1, 0)  # no limit
    assert clock.share(Colour.BLACK) is None


def test_time_is_kept() -> None:
    session = Session("kaomi(size=5,pie=false)", seconds=600.0)
    session.ask("time_settings 0 1 10")
    assert re.fullmatch("[A-E][1-5]", session.ask("genmove b"))
    session.ask("time_left white 1 5")
    assert re.fullmatch("[A-E][1-5]", session.ask("genmove w"))


def test_analyses() -> None:
    session = Session("kaomi(size=5,pie=false)")
    said = session.send("7 lz-analyze b 1")
    assert said.startswith("=7\n")
    assert said.endswith("\n\n")
    assert said.count("\n\n") == 1
    session = Session("vacu(size=3,komi=1)")
    session.gtp._lines.put((b"name",))  # ends the analysis at once, and is answered then
    session.gtp.take(b"kata-analyze interval 10 ownership true")
    assert session.said.startswith("=\n")
    assert session.said.endswith("\n")


def test_numbers_in_the_manner_of_katago(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session("vacu(size=3,komi=1)")
    monkeypatch.setattr(session.gtp, "_interrupted", lambda: "info" in session.said)
    session.gtp.take(b"3 kata-analyze w interval 1")
    assert session.said == "?3 illegal move: it is black's turn\n\n"
    session.said = ""
    session.gtp.take(b"3 kata-analyze b interval 1 ownership true")
    line = re.search(
        r"info move (\w\d|pass) visits \d+ winrate [01]\.\d{6} scoreLead -?[\d.]+ order 0 pv .*ownership (.*)",
        session.said,
    )
    assert line
    assert len(line[2].split()) == 9
    assert session.said.endswith("\n\n")


def test_a_move_and_what_was_thought() -> None:
    session = Session("vacu(size=3,komi=1)", seconds=0.2)
    said = session.send("4 genmove_analyze b 10")
    assert re.fullmatch(r"=4\ninfo move [^\n]*\nplay ([A-C][1-3]|pass)\n\n", said), said
    assert session.ask("fieldstone-state") != "vacu(size=3,komi=1,setup=fixed) moves"


@pytest.mark.parametrize("command", ["analyze", "lz-analyze", "kata-analyze", "genmove_analyze"])
@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("b 10 avoid b C3,D4 5", "avoid is not supported"), ("b 10 allow b C3 1", "allow is not supported"),
        ("b 10 avoid w C3 1 avoid w D4 1", "avoid is not supported"),
        ("b 10 pvVisits true", "syntax error: pvVisits is not supported"),
        ("b 10 deeply true", "syntax error: deeply is not known"), ("b 10 x", "syntax error: x has no value"),
        ("b 10 maxmoves 0", "syntax error: a whole number from 1"), ("b maxmoves x", "syntax error: a whole number"),
        ("b 10 minmoves -1", "syntax error: a whole number from 0"),
        ("b 10 maxmoves 3 maxmoves 5", "syntax error: maxmoves is given twice"),
        ("b 10 interval 20", "syntax error: interval is given twice"), ("b maxmoves", "syntax error: maxmoves has no"),
    ],
)  # fmt: skip
def test_what_an_analysis_would_not_do_is_refused(command: str, words: str, why: str) -> None:
    """Whoever asks for it would believe that it is done."""
    session = Session()
    assert session.refuse(f"{command} {words}").startswith(why)
    assert session.ask("fieldstone-state") == "vacu(size=5,komi=0,setup=fixed) moves"


def test_what_katago_alone_says_is_for_its_own_command() -> None:
    session = Session()
    assert session.refuse("lz-analyze b 10 ownership true") == "ownership goes with kata-analyze only"
    assert session.refuse("analyze b 10 rootInfo true") == "rootInfo goes with kata-analyze only"
    assert "true or false" in session.refuse("kata-analyze b 10 ownership yes")


def analysed(monkeypatch: pytest.MonkeyPatch, line: str, game: str = "vacu(size=3,komi=1)") -> str:
    """The first line of an analysis."""
    session = Session(game)
    monkeypatch.setattr(session.gtp, "_interrupted", lambda: session.said.count("info") > 0)
    session.gtp.take(line.encode())
    return session.said.splitlines()[1]


def test_an_analysis_has_so_many_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    said = analysed(monkeypatch, "kata-analyze b interval 1 maxmoves 2 pvVisits false")
    assert said.count("info move") == 2
    said = analysed(monkeypatch, "kata-analyze b 1 minmoves 100 maxmoves 100", "vacu(size=7)")
    assert said.count("info move") == 50  # all that are legal
    assert re.search(r"info move \w+ visits 0 winrate [01]\.\d+ order \d+ pv \w+", said)


def test_an_analysis_of_the_position_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    said = analysed(monkeypatch, "kata-analyze b 1 rootInfo true ownership true maxmoves 1")
    assert re.fullmatch(
        r"info move .* pv [\w ]+ rootInfo visits \d+ winrate [01]\.\d{6} scoreLead -?[\d.]+ ownership( -?[\d.]+){9}",
        said,
    )


def test_a_move_for_a_regression_suite() -> None:
    """It is not played, and the same each time; nothing of it is seen by the clock."""
    session = Session("kaomi(size=5,pie=false)", level=2)
    session.ask("time_settings 10 0 0")
    session.ask("play b c3")
    before = session.ask("fieldstone-state")
    moves = {session.ask("reg_genmove w") for _ in range(3)}
    assert len(moves) == 1
    assert session.ask("fieldstone-state") == before
    assert session.gtp.clock._left[Colour.WHITE] == (10, 0)
    assert "black's turn" not in session.ask("genmove w")
    assert session.refuse("reg_genmove w").startswith("illegal move: it is black's turn")
    over = Session("vacu(size=3)")
    over.ask("fieldstone-state vacu(size=3) moves b2,button,pass,pass")
    assert over.ask("reg_genmove b") == "pass"
    assert "fieldstone-komi" in Session("vacu(size=3,setup=auction)").refuse("reg_genmove b")


def test_time_of_the_processor() -> None:
    session = Session("kaomi(size=5,pie=false)", seconds=0.3)
    before = float(session.ask("cputime"))
    session.ask("genmove b")
    assert float(session.ask("cputime")) > before


def test_points_as_the_rules_write_them() -> None:
    """Columns with i, and the moves of the rules where GTP has none."""
    session = Session("vacu(size=9)")
    assert session.refuse("play b i9").startswith("syntax error")
    assert session.ask("fieldstone-notation") == "gtp"
    assert session.ask("fieldstone-notation rules") == "rules"
    session.ask("play b i9")
    assert "a b c d e f g h i\n" in session.send("showboard")
    assert session.ask("final_status_list alive") == "i9"
    assert "(V8)" in session.refuse("play w pass")  # a pass is no button here
    session.ask("play w button")
    assert session.refuse("play b j1").startswith("illegal move")
    assert session.ask("fieldstone-notation gtp") == "gtp"
    session.ask("play b J8")
    assert session.ask("fieldstone-state").endswith("moves i9,button,i8")
    assert "gtp or rules" in session.refuse("fieldstone-notation x")
    session = Session("vacu(size=3,setup=auction)", notation="rules")
    assert re.fullmatch(r"komi \d+", session.ask("genmove b"))


def test_the_example_is_a_session() -> None:
    (block,) = re.findall(r"^```text\n(.*?)^```$", DOCS.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    lines = re.findall(r"^[^=?\n].*", block, re.MULTILINE)
    said = Session().send(*lines)
    assert said == "".join(f"{line}\n" if line[:1] in "=?" or not line else "" for line in block.splitlines())
