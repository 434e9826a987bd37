"""From the command line to a game: which game, whose seats, from which position."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.text import Text

from fieldstone.cli.errors import UnusableError
from fieldstone.cli.players import DEFAULT_LEVEL, HIGHEST_LEVEL, Kind, Level, Strength, read_level
from fieldstone.cli.terminal import Screen, narrow, program
from fieldstone.core.errors import OptionError
from fieldstone.games import GAMES


@dataclass
class Wishes:
    """What the command line says of a game to play; None and empty where it says nothing."""

    game: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    kinds: Mapping[int, Kind] = field(default_factory=dict)
    strength: Strength | None = None
    seed: int | None = None
    file: Path | None = None


ORDER = ("vacu", "convacu", "kaomi", "squared", "iago", "iago-free", "vadus")
OPPONENTS = {
    "computer": {1: Kind.HUMAN, 2: Kind.COMPUTER},
    "friend": {1: Kind.HUMAN, 2: Kind.HUMAN},
    "watch": {1: Kind.COMPUTER, 2: Kind.COMPUTER},
}


def launch(wishes: Wishes, screen: Screen) -> None:
    """Ask what is not known yet, make ready, and play until nobody wants another game."""
    if wishes.file is not None:
        _refuse_both(wishes, screen)
    elif wishes.game is not None:
        check_game(wishes.game, wishes.options, screen)
    else:
        chosen = _ask_game(screen)
        if chosen is None:
            return
        wishes.game = chosen
        check_game(chosen, wishes.options, screen)
        if not wishes.kinds:
            kinds = _ask_opponent(screen)
            if kinds is None:
                return
            wishes.kinds = kinds
            if Kind.COMPUTER in kinds.values() and wishes.strength is None:
                level = _ask_level(screen)
                if level is None:
                    return
                wishes.strength = Strength(level)
    _play(wishes, screen)


def _play(wishes: Wishes, screen: Screen) -> None:
    from fieldstone.cli.play import Match
    from fieldstone.cli.players import Players
    from fieldstone.cli.saves import read_save
    from fieldstone.cli.warming import Preparation, warm

    kinds: dict[int, Kind] = {1: Kind.HUMAN, 2: Kind.COMPUTER}
    strength = wishes.strength
    if wishes.file is not None:
        start, saved = read_save(wishes.file, screen)
        if saved is not None:
            kinds |= saved.kinds
            strength = strength or saved.strength
    else:
        assert wishes.game is not None
        warm([wishes.game.partition("(")[0].strip()], screen, rules_only=True)
        start = make_game(wishes.game, wishes.options).new_state()
    kinds |= wishes.kinds
    players = Players(start.game, kinds, strength, wishes.seed)
    preparation = Preparation(start.game.name, screen) if players.any_computer else None
    try:
        while Match(screen, start.copy(), players, preparation).run():
            start = start.game.new_state()
    finally:
        if preparation is not None:
            preparation.stop()


def read_wish(level: str | None, seconds: float | None, screen: Screen) -> Strength | None:
    """Return how strong the computer is to play, None when nothing is said. Raises UnusableError."""
    if level is not None and seconds is not None:
        raise UnusableError(screen.say("error.level-and-seconds"))
    if seconds is not None:
        return Strength(seconds=seconds)
    if level is None:
        return None
    known = read_level(level)
    if known is None:
        raise UnusableError(screen.say("error.level", level=level[:40], highest=HIGHEST_LEVEL))
    return Strength(known)


def _refuse_both(wishes: Wishes, screen: Screen) -> None:
    given = [wishes.game] if wishes.game else []
    given += [f"--{name}" for name in wishes.options]
    if given:
        raise UnusableError(screen.say("error.load-and-game", given=screen.join(given)))


def games_in_order() -> list[str]:
    """Return the names of all games, variants after their base games; ones that are not known here come last."""
    return sorted(GAMES, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))


# -- games on the command line --------------------------------------------------------------------------------------


def split_game(text: str) -> tuple[str, dict[str, str]]:
    """Return the name and the options, unread, of a text such as ``vacu(size=5)``."""
    name, _, inside = text.strip().partition("(")
    options = {}
    for part in filter(None, inside.rstrip(")").split(",")):
        key, _, value = part.partition("=")
        options[key.strip()] = value.strip()
    return name.strip(), options


def check_game(text: str, options: Mapping[str, Any], screen: Screen) -> None:
    """Check a game and its options before anything is compiled. Raises OptionError or UnusableError."""
    name, inside = split_game(text)
    twice = [option for option in options if option in inside]
    if twice:
        raise UnusableError(screen.say("error.twice", option=twice[0], game=text.strip()))
    if name in GAMES and "(" not in text:
        GAMES[name].read_options(options)
    else:
        make_game(text, options)


def make_game(text: str, options: Mapping[str, Any]) -> Any:
    """Return the game of a name, or of a text with options, with more options. Raises OptionError."""
    from fieldstone.game import load, read_game

    if "(" not in text:
        return load(text.strip(), **options)
    game = read_game(text)
    return load(game.name, **{**game.options, **options})


# -- the menu -------------------------------------------------------------------------------------------------------


def _ask(screen: Screen, prompt: str) -> str | None:
    """Return an answer in small letters, or None when somebody leaves."""
    answer = screen.ask(prompt)
    if answer is None or narrow(answer).lower() in ("quit", "exit"):
        screen.tell("leave.goodbye")
        return None
    return narrow(answer).lower()


def _ask_game(screen: Screen) -> str | None:
    """Ask which game; returns None when nobody wants one."""
    names = games_in_order()
    titles = {name: screen.say(f"title.{name}") for name in names}
    screen.write()
    screen.write(Text(screen.say("menu.game"), "bold"))
    for number, name in enumerate(names, start=1):
        screen.write(Text(f"  {number}  ").append(titles[name], "bold"))
        screen.write_indented(screen.say(f"tagline.{name}"))
    screen.write(Text(screen.say("menu.options", program=program()), "dim"))
    while True:
        answer = _ask(screen, screen.say("menu.game-prompt"))
        if answer is None:
            return None
        answer = answer or "1"
        if answer in names:
            return answer
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        if "(" in answer:
            try:
                check_game(answer, {}, screen)
            except OptionError as error:
                screen.write(str(error))
                continue
            return answer
        screen.tell("menu.game-unknown", last=len(names), name=names[-1])


def _ask_opponent(screen: Screen) -> Mapping[int, Kind] | None:
    """Ask who plays; returns None when nobody wants to."""
    screen.write()
    screen.write(Text(screen.say("menu.opponent"), "bold"))
    for number, name in enumerate(OPPONENTS, start=1):
        screen.write(f"  {number}  {screen.say(f'menu.opponent-{name}')}")
    kinds = list(OPPONENTS.values())
    while True:
        answer = _ask(screen, screen.say("menu.opponent-prompt"))
        if answer is None:
            return None
        answer = answer or "1"
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(kinds):
            return kinds[int(answer) - 1]
        screen.tell("menu.opponent-unknown", last=len(kinds))


def _ask_level(screen: Screen) -> Level | None:
    """Ask how strong the computer shall be; returns None when somebody leaves."""
    screen.write()
    screen.write(Text(screen.say("menu.level"), "bold"))
    screen.write_indented(screen.say("menu.level-about"), 2)
    while True:
        answer = _ask(screen, screen.say("menu.level-prompt", highest=HIGHEST_LEVEL, default=DEFAULT_LEVEL))
        if answer is None:
            return None
        level = read_level(answer or str(DEFAULT_LEVEL))
        if level is not None:
            return level
        screen.tell("menu.level-unknown", highest=HIGHEST_LEVEL)
