"""The answer to ``help``: what can be typed, and what the signs mean."""

from collections.abc import Iterator

from rich.cells import cell_len
from rich.text import Text

from fieldstone.cli.terminal.board import glyphs
from fieldstone.cli.terminal.screen import Screen, pad
from fieldstone.play.game import Game

COMMANDS = {
    "moves": "moves",
    "why": "why {point}",
    "undo": "undo",
    "save": "save game.txt",
    "level": "level 7",
    "rules": "rules",
    "board": "board",
    "resign": "resign",
    "quit": "quit",
}
Row = tuple[str, str]


def show_help(screen: Screen, game: Game) -> None:
    """Write the moves of a game, the commands and the signs."""
    point = game.board.names[game.points // 3]
    commands = [(form.format(point=point), screen.say(f"help.cmd-{name}")) for name, form in COMMANDS.items()]
    for title, rows in (
        ("moves", [*move_rows(screen, game)]),
        ("commands", commands),
        ("signs", [*_signs(screen, game)]),
    ):
        screen.write()
        screen.write(Text(screen.say(f"help.{title}"), "bold"))
        width = max(cell_len(form) for form, _ in rows)
        for form, meaning in rows:
            screen.write_indented(meaning, width + 4, first=f"  {pad(form, width)}  ")
    screen.write()
    screen.tell("help.ascii")


def move_rows(screen: Screen, game: Game) -> Iterator[Row]:
    """Yield each kind of move of a game, as an example and in words."""
    names = game.board.names
    key = "help.hex-point" if game.board.shape == "hexagon" else "help.point"
    yield names[len(names) // 3], screen.say(key, first=names[0], last=names[-1])
    if game.spec.turn_length > 1:
        yield f"{names[0]},{names[-1]}", screen.say("help.turn")
    named_moves = game.adapter.named_moves
    if "pass" in named_moves:
        yield "pass", screen.say(f"help.pass-{game.name}")
    for word in ("button", "swap"):
        if word in named_moves:
            yield word, screen.say(f"help.{word}")
    if "black" in named_moves:
        yield "komi 6", screen.say("help.komi")
        yield "black, white", screen.say("help.side")


def _signs(screen: Screen, game: Game) -> Iterator[Row]:
    """Yield the signs of the board and their meanings."""
    shapes = glyphs(screen.plain)
    yield shapes.black, screen.say("help.sign-black")
    yield shapes.white, screen.say("help.sign-white")
    if game.spec.board.discs:
        yield shapes.black_captive, screen.say("help.sign-black-captive")
        yield shapes.white_captive, screen.say("help.sign-white-captive")
    if game.spec.board.rim:
        yield shapes.outer, screen.say("help.sign-outer")
        yield shapes.centre, screen.say("help.sign-centre")
    yield shapes.empty, screen.say("help.sign-empty")
    if {"removed", "pushed"} & set(game.spec.effects):
        yield shapes.gone, screen.say("help.sign-gone")
    yield f"[{shapes.black}]", screen.say("help.sign-last")
    if game.spec.effects:
        yield f"({shapes.black})", screen.say("help.sign-changed")
