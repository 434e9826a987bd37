"""Players as text, and players from text: the one place that knows both.

A text is a kind and its options, with commas between them: ``level=5`` (or just ``5``), ``max``, ``random``, ``plain``,
``search,seconds=0.1,exploration=0.4``. ``engine:COMMAND`` and ``gtp:COMMAND`` are other programs, options of ours after
their command lines. Or it is the path of a TOML file with the same keys, and `player` for the kind.
"""

import inspect
import itertools
import re
import tomllib
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import UnionType
from typing import TYPE_CHECKING, Any, Protocol

from fieldstone.arena.errors import ArenaError
from fieldstone.games.tuning import HIGHEST_LEVEL, has_level, highest_level_of
from fieldstone.messages import SaidError

if TYPE_CHECKING:
    from fieldstone.play.game import Game
    from fieldstone.play.ruleset import Move
    from fieldstone.play.state import State
    from fieldstone.search.net.file import Net

Value = int | float | bool | str
Nets = Mapping[str, bytes]  # what files of networks hold, by their names
NO_NETS: Nets = {}
LONGEST_NAME = 40
LARGEST_FILE = 1 << 16  # bytes
PROGRAMS = ("engine", "gtp")  # kinds with a command line
_NAMED = re.compile(r",\s*name\s*=[^,]*$")  # a name, which may end like that of a file
_LAST_OPTION = re.compile(r"(.*),\s*(name|level|seconds|simulations|timeout)\s*=([^,'\"]*)", re.DOTALL)
# The match gives the first two, options the third, and another kind of player the rest.
NOT_FROM_TEXT = ("seed", "clock", "settings", "evaluator", "net")
READERS: dict[type, tuple[Callable[[str], Value], str]] = {
    float: (float, "arena.needs-number"),
    int: (int, "arena.needs-whole-number"),
    bool: (lambda text: {"true": True, "false": False}[text.lower()], "arena.needs-true-or-false"),
    str: (str, "arena.needs-text"),
}


class Player(Protocol):
    """A program that plays."""

    def choose(self, state: "State") -> "Move | str":
        """Return a legal move, or its text."""
        ...


@dataclass(frozen=True)
class Spec:
    """A player as text says it.

    Attributes
    ----------
    kind : a key of `KINDS`
    options : names and values, sorted by name
    name : what to call the player, where the text says it
    """

    kind: str
    options: tuple[tuple[str, Value], ...] = ()
    name: str | None = None

    def __str__(self) -> str:
        """Return the text, which `read_spec` reads: equal players have equal texts."""
        given = dict(self.options)
        parts = [self.kind]
        if self.kind == "level":
            parts = [f"level={given.pop('level')}"]
        elif self.kind in PROGRAMS:
            parts = [f"{self.kind}:{given.pop('command')}"]
        parts += [f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in given.items()]
        return ",".join(parts + ([f"name={self.name}"] if self.name else []))

    @property
    def label(self) -> str:
        """The player's name in a table."""
        if self.name is None and self.kind in PROGRAMS:
            return _plain(str(self))[:LONGEST_NAME].strip()
        return self.name or str(self)


# -- from text ------------------------------------------------------------------------------------------------------


def read_spec(text: str, **defaults: Value | None) -> Spec:
    """Return the player that a text, or the TOML file that it names, describes.

    `defaults` (`seconds`, `simulations`) are for players who search and whose text sets none of them. Raises ArenaError
    naming the text and what would be allowed, and OSError when the file cannot be read.
    """
    stripped = text.strip()
    if stripped.partition(":")[0] in PROGRAMS:
        given = _read_program(stripped)
    elif stripped.endswith(".toml") and not _NAMED.search(stripped):
        given = _read_file(Path(stripped))
    else:
        given = _read_parts(stripped)
    kind = str(given.pop("player", "level" if "level" in given else "search"))
    if kind not in KINDS:
        raise ArenaError("arena.no-player", text=kind[:LONGEST_NAME], highest=HIGHEST_LEVEL)
    name = _read_name(given.pop("name", None))
    allowed = KINDS[kind].options()
    wanted = {key: _read_value(key, value, allowed, kind) for key, value in given.items()}
    if "command" in wanted:
        wanted["command"] = str(wanted["command"]).strip()
    level = wanted.get("level")
    if kind == "level" and not (isinstance(level, int) and 1 <= level <= HIGHEST_LEVEL):
        raise ArenaError("arena.no-player", text=stripped[:LONGEST_NAME], highest=HIGHEST_LEVEL)
    if kind in PROGRAMS and not wanted.get("command"):
        raise ArenaError("arena.no-command", command=stripped[:LONGEST_NAME], problem=f"{kind}:COMMAND")
    if not {"seconds", "simulations", "level"} & set(wanted):
        wanted |= {key: value for key, value in defaults.items() if value is not None and key in allowed}
    spec = Spec(kind, tuple(sorted(wanted.items())), name)
    if kind in PROGRAMS and _read_program(str(spec)) != _as_read(spec):
        raise ArenaError("arena.unclear-command", text=str(spec)[:80], options=", ".join([*allowed, "name"][1:]))
    return spec


def _as_read(spec: Spec) -> dict[str, Value]:
    """Return the keys and values that the text of a program has to have, as `_read_program` finds them."""
    named = {"name": spec.name} if spec.name is not None else {}
    return {"player": spec.kind, **{key: str(value) for key, value in spec.options}, **named}


def _read_parts(text: str) -> dict[str, Value]:
    """Return the keys and values of a text, the kind under "player"."""
    first, *rest = text.split(",")
    if first.strip().isascii() and first.strip().isdigit():
        first = f"level={first.strip()}"
    given: dict[str, Value] = {}
    for part in [f"player={first}" if "=" not in first else first, *rest]:
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not key or key in given:
            raise ArenaError("arena.no-option", text=part.strip()[:LONGEST_NAME], player=text[:80])
        given[key] = value
    if set(given) & {"player", "level"} == set():
        raise ArenaError("arena.no-player", text=first.strip()[:LONGEST_NAME], highest=HIGHEST_LEVEL)
    return given


def _read_program(text: str) -> dict[str, Value]:
    """Return the keys and values of ``engine:COMMAND``: options of ours at its end are taken off it."""
    kind, _, command = text.partition(":")
    given: dict[str, Value] = {}
    while (found := _LAST_OPTION.fullmatch(command)) is not None:
        command, key, value = found.groups()
        if key in given:
            raise ArenaError("arena.no-option", text=f"{key}={value}"[:LONGEST_NAME], player=text[:80])
        given[key] = value.strip()
    return {"player": kind, "command": command.strip(), **given}


def _read_file(path: Path) -> dict[str, Value]:
    """Return the keys and values of a TOML file; without `name` the player is called as the file is."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise ValueError(f"more than {LARGEST_FILE} bytes")
        given = tomllib.loads(content.decode())
    except (ValueError, RecursionError) as error:  # broken, too large, too deep, a number without end, a strange path
        raise ArenaError("arena.no-toml", file=str(path), problem=str(error)) from None
    for key, value in given.items():
        if not isinstance(value, (int, float, bool, str)):
            raise ArenaError("arena.no-option", text=f"{key} = {value!r}"[:LONGEST_NAME], player=str(path))
    return {"name": path.stem, **given}


def _read_name(value: Value | None) -> str | None:
    """Return a player's own name; raises ArenaError unless it is short, printable and without commas."""
    if value is None:
        return None
    name = str(value).strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable() or "," in name:
        raise ArenaError("arena.no-name", text=name[: LONGEST_NAME + 1], longest=LONGEST_NAME)
    return name


def _read_value(key: str, value: Value, allowed: Mapping[str, type], kind: str) -> Value:
    """Return the value of an option; raises ArenaError naming it and what would be allowed."""
    if key not in allowed:
        names = ", ".join([*allowed, "name"])
        raise ArenaError("arena.unknown-option", option=key[:LONGEST_NAME], player=kind, names=names)
    read, complaint = READERS[allowed[key]]
    try:
        found = read(str(value))
    except (ValueError, KeyError):
        found = None
    if found is None or (isinstance(found, float) and found - found != 0):  # nan and infinity
        raise ArenaError(complaint, option=key, player=kind, value=str(value)[:LONGEST_NAME])
    return found


# -- the kinds ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """One kind of player.

    Attributes
    ----------
    options : returns the options of its text with their types
    make : returns the player from its options, the game, a seed and the clock ("cpu", "wall")
    """

    options: Callable[[], Mapping[str, type]]
    make: Callable[[Mapping[str, Any], "Game", int, str], Player]


def make_player(spec: Spec, game: "Game", seed: int, clock: str = "cpu", nets: Nets = NO_NETS) -> Player:
    """Return a player for one game; equal seeds play alike, where no time counts.

    Raises ValueError for bad numbers, and as one an ArenaError where the game has no such level.

    A file of a network that is in `nets` is not read: that is what it holds.
    """
    options: dict[str, Any] = dict(spec.options)
    if options.get("file") in nets:
        options["content"] = nets[options["file"]]
    return KINDS[spec.kind].make(options, game, seed, clock)


def check_player(spec: Spec, game: "Game", clock: str = "cpu") -> None:
    """Make the player once; raises ArenaError when that does not work, with its reason."""
    try:
        make_player(spec, game, 1, clock)
    except (ValueError, ImportError) as error:
        problem = error.sentence if isinstance(error, SaidError) else str(error)
        raise ArenaError("arena.bad-player", player=str(spec), problem=problem) from None


def _search_parameters() -> Mapping[str, inspect.Parameter]:
    from fieldstone.search.player import SearchPlayer

    return inspect.signature(SearchPlayer).parameters


def _type_of(parameter: inspect.Parameter) -> Any:
    """Return the annotation of a parameter, evaluated if it is a text that can be."""
    from fieldstone.search import player

    if not isinstance(parameter.annotation, str):
        return parameter.annotation
    try:
        return eval(parameter.annotation, vars(player))
    except NameError:  # imported for type checkers only: nothing that a text can say
        return None


def _search_options() -> dict[str, type]:
    """Return the keywords of SearchPlayer and the names of settings that a text can set, with their types."""
    from fieldstone.search.settings import NAMES

    hints = {name: _type_of(parameter) for name, parameter in _search_parameters().items()}
    hints |= dict.fromkeys(NAMES, float)
    found = {}
    for name, hint in hints.items():
        kinds = typing.get_args(hint) if isinstance(hint, UnionType) else (hint,)
        readable = [kind for kind in kinds if kind in READERS]
        if readable and name not in NOT_FROM_TEXT:
            found[name] = readable[0]
    return found


def _make_search(options: Mapping[str, Any], game: "Game", seed: int, clock: str) -> Player:
    from fieldstone.games.tuning import tuning_of
    from fieldstone.search.player import SearchPlayer
    from fieldstone.search.settings import NAMES

    weights = {name: value for name, value in options.items() if name in NAMES}
    others = {name: value for name, value in options.items() if name not in weights}
    others["clock"] = clock
    settings = tuning_of(game.name).settings.having(**weights) if weights else None
    return SearchPlayer(seed=seed, settings=settings, **others)


def _net_options() -> dict[str, type]:
    """Return the options of a player with a network: its file, those of every search, and how it weighs."""
    from fieldstone.search.net.file import WALKS
    from fieldstone.search.settings import NAMES

    searching = {name: kind for name, kind in _search_options().items() if name not in NAMES}
    return {"file": str, **searching, **dict.fromkeys(WALKS, float)}


def _make_net(options: Mapping[str, Any], game: "Game", seed: int, clock: str) -> Player:
    from fieldstone.search.net.evaluator import NetEvaluator, settings_with_net
    from fieldstone.search.net.file import WALKS, net_from, read_net
    from fieldstone.search.net.own import own_net
    from fieldstone.search.player import SearchPlayer

    if "content" in options:
        found: Net | None = net_from(options["content"])
    else:
        found = read_net(Path(options["file"]), game) if "file" in options else own_net(game)
    if found is None:
        raise ArenaError("arena.no-net-file", game=str(game))
    net = found.having(**{name: options[name] for name in WALKS if name in options})
    others = {name: value for name, value in options.items() if name not in (*WALKS, "file", "content")}
    settings = settings_with_net(game, net)
    return SearchPlayer(seed=seed, clock=clock, settings=settings, evaluator=NetEvaluator(net), **others)


def _make_plain(options: Mapping[str, Any], game: "Game", seed: int, clock: str) -> Player:
    """Plain UCT, the yardstick: no knowledge of the game, no AMAF, no tree that is kept."""
    from fieldstone.games.tuning import PLAIN

    return _make_search({**PLAIN.values(), "reuse": False, "exact": False, **options}, game, seed, clock)


def _make_random(options: Mapping[str, Any], game: "Game", seed: int, clock: str) -> Player:
    from fieldstone.search.random import RandomPlayer

    return RandomPlayer(seed)


def _make_level(options: Mapping[str, Any], game: "Game", seed: int, clock: str) -> Player:
    from fieldstone.search.levels import level_player

    level = options.get("level", "max")
    if not has_level(game.name, level):
        raise ArenaError("arena.no-level", level=level, game=game.name, highest=highest_level_of(game.name))
    return level_player(game, level, seed=seed, clock=clock)


def _make_engine(options: Mapping[str, Any], game: "Game", seed: int, clock: str) -> Player:
    from fieldstone.arena.programs import EnginePlayer
    from fieldstone.interop.process import USUAL_TIMEOUT

    level = str(options.get("level", ""))
    limits = {
        "level": int(level) if level.isascii() and level.isdigit() else level or None,
        "maxSeconds": options.get("seconds"),
        "maxVisits": options.get("simulations"),
    }
    given = {name: value for name, value in limits.items() if value is not None}
    return EnginePlayer(options["command"], given, seed, options.get("timeout", USUAL_TIMEOUT))


def _make_gtp(options: Mapping[str, Any], game: "Game", seed: int, clock: str) -> Player:
    from fieldstone.arena.programs import GtpPlayer
    from fieldstone.interop.process import USUAL_TIMEOUT

    return GtpPlayer(options["command"], game, options.get("timeout", USUAL_TIMEOUT))


KINDS: dict[str, Kind] = {
    "level": Kind(lambda: {"level": int}, _make_level),
    "max": Kind(dict, _make_level),
    "random": Kind(dict, _make_random),
    "plain": Kind(_search_options, _make_plain),
    "search": Kind(_search_options, _make_search),
    "net": Kind(_net_options, _make_net),
    "engine": Kind(
        lambda: {"command": str, "level": str, "seconds": float, "simulations": int, "timeout": float}, _make_engine
    ),
    "gtp": Kind(lambda: {"command": str, "timeout": float}, _make_gtp),
}


class Counting:
    """A player, asked for what not every kind of player can tell."""

    def __init__(self, player: Player) -> None:
        self._player = player

    @property
    def simulations_made(self) -> int | None:
        """All simulations so far; None if the player makes none, or does not say."""
        said: int | None = getattr(self._player, "simulations_made", None)
        return said

    def choose(self, state: "State") -> "Move | str":
        """Return the player's move, or its text."""
        return self._player.choose(state)

    def win_chance(self) -> float | None:
        """Return what the player thought of its chance at its last move; None if it does not say, or did not think."""
        said: float | None = getattr(self._player, "thought_chance", lambda: None)()
        return said

    def start(self) -> None:
        """Start the player, if it is a program that has to be started."""
        getattr(self._player, "start", lambda: None)()

    def close(self) -> None:
        """End the player, if it is a program that has been started."""
        getattr(self._player, "close", lambda: None)()


def named(specs: list[Spec]) -> list[Spec]:
    """Return the players with names that tell them apart: a player with the name of an earlier one gets a number."""
    taken: set[str] = {spec.name for spec in specs if spec.name is not None}
    found: list[Spec] = []
    for spec in specs:
        if spec.label in {one.label for one in found}:
            spec = replace(spec, name=_free_name(spec.label, taken))
            taken.add(spec.label)
        found.append(spec)
    return found


def _free_name(label: str, taken: set[str]) -> str:
    """Return a name made of a label, without the signs that a text gives a meaning, that nobody has."""
    begin = _plain(label)
    numbers = (f" ({number})" for number in itertools.count(2))
    return next(
        name for end in numbers if (name := f"{begin[: LONGEST_NAME - len(end)].rstrip()}{end}".strip()) not in taken
    )


def _plain(text: str) -> str:
    """Return a text on one line without commas and quotation marks: a name that can be read again."""
    shown = "".join(sign if sign.isprintable() and sign not in ",'\"" else " " for sign in text)
    return " ".join(shown.split())
