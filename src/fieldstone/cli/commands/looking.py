"""The commands that look at games and positions: ``show`` and ``games``."""

import json
from typing import Any

from rich.table import Table
from rich.text import Text

from fieldstone.cli.play.launch import split_game
from fieldstone.cli.terminal.errors import UnusableError
from fieldstone.cli.terminal.screen import Screen
from fieldstone.core.errors import OptionError
from fieldstone.games import GAMES
from fieldstone.games.spec import Choice, Number


def known_game(text: str) -> str:
    """Return the name of the game in a text such as ``vacu(size=5)``. Raises OptionError listing the games."""
    name, _ = split_game(text)
    if name not in GAMES:
        raise OptionError("option.no-game", name=name[:40], games=", ".join(GAMES))
    return name


def show_position(text: str, ply: int | None, screen: Screen) -> None:
    """Draw the position of a text or file, after `ply` moves of its list, with its facts."""
    from fieldstone.cli.play.saves import read_argument
    from fieldstone.cli.play.turns import marks_of
    from fieldstone.cli.terminal.board import Drawing
    from fieldstone.cli.terminal.narrator import Narrator
    from fieldstone.play.parts import parts_of
    from fieldstone.play.turns import latest_events

    state, _ = read_argument(text, screen)
    plies = len(state.history)
    if ply is not None and not 0 <= ply <= plies:
        raise UnusableError(screen.say("error.ply", plies=plies, ply=ply))
    while ply is not None and len(state.history) > ply:
        state.undo()
    narrator = Narrator(screen)
    events = latest_events(state)
    screen.write(Text(narrator.label(state.game), "bold"))
    if plies:
        screen.tell("show.ply", ply=len(state.history), plies=plies)
    for line in narrator.events(events):
        screen.write(line)
    screen.draw(Drawing(state.game.spec.board, state.rows(), marks_of(state, events), screen.plain).lines())
    for fact in (*narrator.facts(state), *narrator.breakdown(state, parts_of(state))):
        screen.write(fact)
    outcome = state.outcome
    screen.write(narrator.turn(state) if outcome is None else narrator.ending(state, outcome))
    if outcome is None:
        screen.tell("show.legal", count=len(state.legal_moves()))


def games_as_json() -> str:
    """Return the specs of all games as JSON: a list in the order of the games."""
    listed = [
        {
            "name": spec.name,
            "title": spec.title(),
            "base": spec.base,
            "designers": list(spec.designers),
            "year": spec.year,
            "tagline": spec.tagline(),
            "options": {name: _option_as_data(option) for name, option in spec.options.items()},
        }
        for spec in GAMES.values()
    ]
    return json.dumps(listed, ensure_ascii=False, indent=2)


def _option_as_data(option: Number | Choice) -> dict[str, Any]:
    if isinstance(option, Number):
        return {"default": option.default, "low": option.low, "high": option.high, "step": option.step}
    return {"default": option.default, "choices": list(option.choices)}


def show_games(screen: Screen) -> None:
    """Write a table of all games."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 1, 0))
    table.add_column("name", no_wrap=True, style="bold")
    table.add_column("game", ratio=1)
    table.add_column("options (default)", no_wrap=True)
    for spec in GAMES.values():
        about = Text(spec.title(), "bold")
        credit = ", ".join(filter(None, (" and ".join(spec.designers), str(spec.year or ""))))
        about.append("".join(f"\n{line}" for line in (credit, spec.tagline()) if line), "not bold")
        options = "\n".join(_option_in_words(name, option) for name, option in spec.options.items())
        table.add_row(spec.name, about, options or "none")
    screen.render(table)


def _option_in_words(name: str, option: Number | Choice) -> str:
    if isinstance(option, Number):
        even = ", even" if option.step == 2 else ""
        return f"{name}  {option.low} to {option.high}{even} ({option.default})"
    choices = ", ".join(str(choice).lower() for choice in option.choices)
    return f"{name}  {choices} ({str(option.default).lower()})"
