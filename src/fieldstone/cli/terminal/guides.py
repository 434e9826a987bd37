"""The guides of the games in the terminal: their prose, and their examples drawn as boards."""

from rich.markdown import Markdown
from rich.text import Text

from fieldstone.cli.terminal.board import Drawing, Marks, board_of_rows, glyphs, side_by_side
from fieldstone.cli.terminal.screen import Screen
from fieldstone.games import GAMES
from fieldstone.play.guides import EXAMPLE, example_fields, guide_text
from fieldstone.play.wording import ending_key

WIDTH = 80


def show_guide(name: str, screen: Screen) -> None:
    """Write the guide of a game in the language of the screen."""
    parts = EXAMPLE.split(guide_text(name, screen.language))
    for number, part in enumerate(parts):
        if number % 2:
            _show_example(part, screen)
        elif part.strip():
            screen.render(Markdown(part))
            screen.write()


def _show_example(text: str, screen: Screen) -> None:
    fields = example_fields(text)
    game, rows, colour = fields["position"][0].split()[:3]
    name = game.partition("(")[0]
    before = Drawing(GAMES[name].board, rows.split("/"), plain=screen.plain).lines()
    if "try" not in fields:
        screen.draw(before, margin=4)
        moves = screen.join([_spoken(move, screen) for move in fields["illegal"]])
        screen.write_indented(screen.say("guide.illegal", colour=colour, moves=moves), 4)
    else:
        _show_move(fields, name, before, screen)
    screen.write()


def _show_move(fields: dict[str, list[str]], name: str, before: list[Text], screen: Screen) -> None:
    """Draw the board before and after the move of an example, and say what was played."""
    rows, colour = fields["position"][0].split()[1:3]
    move, after_rows = fields["try"][0], fields["after"][0].split("/")
    marks = _marks(rows.split("/"), after_rows, move)
    after = Drawing(GAMES[name].board, after_rows, marks, screen.plain).lines()
    both = side_by_side(before, after, glyphs(screen.plain).arrow)
    if both[0].cell_len + 4 <= min(WIDTH, screen.console.width):
        screen.draw(both, margin=4)
    else:
        screen.draw([*before, Text(), *after], margin=4)
    screen.write_indented(screen.say("guide.try", colour=colour, move=_spoken(move, screen)), 4)
    if "winner" in fields:
        winner = fields["winner"][0]
        won = screen.say("end.draw") if winner == "draw" else screen.say("guide.win", colour=winner)
        ended = screen.say(ending_key(GAMES[name], fields["over"][0]))
        screen.write_indented(screen.say("list.sentence").join([ended, won]), 4)


def _spoken(move: str, screen: Screen) -> str:
    return screen.say(f"move.{move}") if move in ("pass", "button", "swap") else move


def _marks(before: list[str], after: list[str], move: str) -> Marks:
    """Return the marks of a move by comparing the boards before and after it."""
    board = board_of_rows(before)
    marks = Marks(last=set(move.split(",")) & set(board.names))
    for name, old, new in zip(board.names, board.symbols(before), board.symbols(after), strict=True):
        if old != new and name not in marks.last:
            (marks.gone if new == "." else marks.changed).add(name)
        elif name in marks.last and new == ".":
            marks.gone.add(name)
    return marks
