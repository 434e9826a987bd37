"""From the command line to a game: which game, whose seats, from which position."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.text import Text

from fieldstone.cli.play.players import DEFAULT_LEVEL, Kind, Level, Players, Strength, read_level
from fieldstone.cli.terminal.errors import UnusableError
from fieldstone.cli.terminal.screen import Screen, narrow, program
from fieldstone.core.errors import OptionError, PositionError
from fieldstone.games import GAMES
from fieldstone.games.tuning import HIGHEST_LEVEL, has_level, highest_level_of


@dataclass
class LaunchRequest:
    """What the command line says of a game to play; None and empty where it says nothing."""

    game: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    kinds: Mapping[int, Kind] = field(default_factory=dict)
    strength: Strength | None = None
    seed: int | None = None
    file: Path | None = None


OPPONENTS = {
    "computer": {1: Kind.HUMAN, 2: Kind.COMPUTER},
    "friend": {1: Kind.HUMAN, 2: Kind.HUMAN},
    "watch": {1: Kind.COMPUTER, 2: Kind.COMPUTER},
}


def launch(request: LaunchRequest, screen: Screen) -> None:
    """Ask what is not known yet, make ready, and play until nobody wants another game."""
    if request.file is not None:
        _refuse_both(request, screen)
    elif request.game is not None:
        check_game(request.game, request.options, screen)
    else:
        chosen = _ask_game(screen)
        if chosen is None:
            return
        request.game = chosen
        check_game(chosen, request.options, screen)
        check_level(request.strength, split_game(chosen)[0], screen)
        if not request.kinds:
            kinds = _ask_opponent(screen)
            if kinds is None:
                return
            request.kinds = kinds
            if Kind.COMPUTER in kinds.values() and request.strength is None:
                level = _ask_level(split_game(chosen)[0], screen)
                if level is None:
                    return
                request.strength = Strength(level)
    _play(request, screen)


def _play(request: LaunchRequest, screen: Screen) -> None:
    from fieldstone.cli.play.game import Match
    from fieldstone.cli.play.saves import read_save
    from fieldstone.cli.terminal.warming import Preparation, warm

    kinds: dict[int, Kind] = {1: Kind.HUMAN, 2: Kind.COMPUTER}
    strength = request.strength
    if request.file is not None:
        start, saved = read_save(request.file, screen)
        check_level(strength, start.game.name, screen)
        if saved is not None:
            kinds |= saved.kinds
            strength = strength or saved.strength
    else:
        assert request.game is not None
        warm([request.game.partition("(")[0].strip()], screen, rules_only=True)
        start = make_game(request.game, request.options).new_state()
    kinds |= request.kinds
    players = Players(start.game, kinds, strength, request.seed)
    if request.file is not None:
        _check_saved_level(players, start.game.name, request.file, screen)
    preparation = Preparation(start.game.name, screen) if players.any_computer else None
    try:
        while Match(screen, start.copy(), players, preparation).run():
            start = start.game.new_state()
    finally:
        if preparation is not None:
            preparation.stop()


def read_strength(level: str | None, seconds: float | None, screen: Screen, game: str | None = None) -> Strength | None:
    """Return how strong the computer is to play, None when nothing is said. Raises UnusableError.

    `game` is what the command line plays, with or without options, if it says so: not every game has every level.
    """
    if level is not None and seconds is not None:
        raise UnusableError(screen.say("error.level-and-seconds"))
    if seconds is not None:
        return Strength(seconds=seconds)
    if level is None:
        return None
    known = read_level(level)
    name = split_game(game)[0] if game else ""
    if name in GAMES and (known is None or not has_level(name, known)):
        raise _no_level(level, name, screen)
    if known is None:
        raise UnusableError(screen.say("error.level", level=level[:40], highest=HIGHEST_LEVEL))
    return Strength(known)


def check_level(strength: Strength | None, name: str, screen: Screen) -> None:
    """Raise UnusableError where the command line asks for a level that a game has not."""
    if strength is not None and not strength.fits(name):
        raise _no_level(strength.level, name, screen)


def _no_level(level: Level, name: str, screen: Screen) -> UnusableError:
    details = {"level": str(level)[:40], "game": name, "highest": highest_level_of(name)}
    return UnusableError(screen.say("error.level-of-game", **details))


def _check_saved_level(players: Players, name: str, file: Path, screen: Screen) -> None:
    """Raise UnusableError where the computer is to go on with a saved game at a level that the game has not."""
    if players.any_computer and not players.strength.fits(name):
        details = {"text": str(players.strength), "game": name, "highest": highest_level_of(name)}
        problem = PositionError("save.level-of-game", **details).sentence(screen.language)
        raise UnusableError(screen.say("error.file", file=file, problem=problem))


def _refuse_both(request: LaunchRequest, screen: Screen) -> None:
    given = [request.game] if request.game else []
    given += [f"--{name}" for name in request.options]
    if given:
        raise UnusableError(screen.say("error.load-and-game", given=screen.join(given)))


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
    from fieldstone.play.game import load, read_game

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
    names = list(GAMES)
    titles = {name: screen.say(f"title.{name}") for name in names}
    screen.write()
    screen.write(Text(screen.say("menu.game"), "bold"))
    for number, name in enumerate(names, start=1):
        screen.write(Text(f"  {number}  ").append(titles[name], "bold"))
        screen.write_indented(screen.say(f"tagline.{name}"))
    from fieldstone.play.game import example_game

    screen.write(Text(screen.say("menu.options", program=program(), example=example_game(5)), "dim"))
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


def _ask_level(name: str, screen: Screen) -> Level | None:
    """Ask how strong the computer shall be in a game; returns None when somebody leaves."""
    highest = highest_level_of(name)
    screen.write()
    screen.write(Text(screen.say("menu.level"), "bold"))
    screen.write_indented(screen.say("menu.level-about", highest=highest), 2)
    while True:
        answer = _ask(screen, screen.say("menu.level-prompt", highest=highest, default=DEFAULT_LEVEL))
        if answer is None:
            return None
        level = read_level(answer or str(DEFAULT_LEVEL), name)
        if level is not None:
            return level
        screen.tell("menu.level-unknown", highest=highest)
