"""What a page has to know of the games besides their kernels: files of data, made from the specs and the catalogues.

``games.json`` holds all installed games: options and how they are numbers, names of moves, boards, networks, and what
the codes and columns of the kernels stand for. ``sentences.<language>.json`` holds what is said of positions and of
what is wrong with a text. With the modules of the games, and their networks, these are all that whoever runs the
kernels elsewhere needs.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

import numpy as np

from fieldstone.boards.board import Board
from fieldstone.core.outcome import Termination
from fieldstone.diagram.boards_file import sizes_of
from fieldstone.games import GAMES
from fieldstone.games.adapter import Adapter
from fieldstone.games.spec import DETAILS, EFFECTS, Choice, GameSpec, Line, Number, PartsStyle, Sentence
from fieldstone.games.tuning import highest_level_of
from fieldstone.messages import CATEGORIES, LANGUAGES, Text, catalogue
from fieldstone.play import shown
from fieldstone.play.game import example_game
from fieldstone.play.parse import LONGEST
from fieldstone.play.ruleset import SWAP
from fieldstone.play.wording import LONGEST_LIST, SHORTEST_RUN, ending_key
from fieldstone.search.net.own import net_of, net_path
from fieldstone.targets.fresh import read_module
from fieldstone.targets.places import FILE, families, module_files

Json = dict[str, Any]

GAMES_FILE = "games.json"
KOMI = "komi "  # and a number: the names of moves that name komi

# What is said of any game, besides the sentences that its spec names.
SENTENCES = (
    *("colour.B", "colour.W", "duty.pass", "score.points-komi"),
    *("list.comma", "list.none", "list.or", "list.runs", "list.runs-more", "list.sentence"),
    *("end.draw", "end.win", "end.resigned", "end.time", "end.forfeit", "end.agreement"),
    *("illegal.even-komi", "illegal.komi", "illegal.no-swap", "illegal.over", "illegal.unknown"),
    *("option.auction", "option.even", "option.no-game", "option.no-option", "option.no-text", "option.unknown"),
    *("option.value", "option.whole"),
    *("position.board", "position.detail", "position.empty", "position.not-over", "position.one-of", "position.over"),
    *("position.parts", "position.row", "position.rows", "position.side", "position.symbol", "position.too-long"),
    *("position.unknown", "problem.in-list", "problem.position", "problem.title-422"),
)


def engine_files() -> Iterator[tuple[str, bytes]]:
    """Yield all files that a page runs the games by, each with its name: the data, and the modules that are built.

    Raises StaleModuleError.
    """
    for name in file_names():
        content = engine_file(name)
        if content is not None:
            yield name, content


def file_names() -> list[str]:
    """Return the names of these files; a module of an installed game may not have been built, a network be missing."""
    sentences = [sentences_name(language) for language in LANGUAGES]
    networks = [spec.network for spec in GAMES.values() if spec.network]
    modules = [module_name(spec, file) for spec in families() for file in module_files(spec)]
    return [GAMES_FILE, *sentences, *modules, *networks]


def engine_file(name: str) -> bytes | None:
    """Return what one of these files holds, None where there is no such file. Raises StaleModuleError."""
    if name == GAMES_FILE:
        return _written(games_data())
    for language in LANGUAGES:
        if name == sentences_name(language):
            return _written(sentences_data(language))
    for spec in families():
        for file in module_files(spec):
            if name == module_name(spec, file):
                return read_module(spec, file)
    for spec in GAMES.values():
        path = net_path(spec)
        if path is not None and name == path.name and path.is_file():
            return path.read_bytes()
    return None


def sentences_name(language: str) -> str:
    """Return the name of the file with the sentences of a language."""
    return f"sentences.{language}.json"


def module_name(spec: GameSpec, file: str) -> str:
    """Return the name that a page knows a module of a base game by: GAME.wasm, or GAME.network.wasm."""
    return f"{spec.name}.wasm" if file == FILE else f"{spec.name}.{file}"


def _written(data: Json) -> bytes:
    return (json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


# Sentences -----------------------------------------------------------------------------------------------------------


def sentences_data(language: str) -> Json:
    """Return what is said of positions in a language, and the plural forms that it has."""
    texts = catalogue(language)
    said: dict[str, Text] = {key: texts[key] for key in sorted(_keys())}
    return {"language": language, "categories": list(CATEGORIES[language]), "texts": said}


def _keys() -> set[str]:
    keys = set(SENTENCES)
    for spec in GAMES.values():
        keys |= set(spec.score.keys)
        keys |= {sentence.key for sentence in (*spec.all_reasons, *spec.all_problems)}
        keys |= {style.short for style in spec.duties}
        keys |= {ending_key(spec, ending) for ending in _endings(spec)}
    return keys


# Games ---------------------------------------------------------------------------------------------------------------


def games_data() -> Json:
    """Return what there is to know of all installed games, and what holds for all of them."""
    return {
        "common": _common(),
        "boards": _boards(GAMES.values()),
        "games": {spec.name: _game(spec) for spec in GAMES.values()},
    }


def _common() -> Json:
    """Return what the codes of the kernels stand for in all games."""
    return {
        "example": example_game(9),
        "longest": LONGEST,
        "longestList": LONGEST_LIST,
        "shortestRun": SHORTEST_RUN,
        "colours": [None, "B", "W"],
        "setups": [shown.SETUPS[number] for number in range(len(shown.SETUPS))],
        "holders": list(shown.HOLDERS),
        "effects": list(EFFECTS),
        "faces": list(shown.FACES),
        "pass": shown.PASS,
        "swap": SWAP,
        "onlyMove": {shown.PASS: {"kind": shown.ONLY_PASS.kind, "short": shown.ONLY_PASS.short}},
        # By their columns, as the kernels write and take them.
        "details": [{"name": name, "values": dict(values)} for name, values in DETAILS.items()],
    }


def _game(spec: GameSpec) -> Json:
    style = spec.score
    return {
        "name": spec.name,
        "family": spec.family,
        "variant": spec.variant,
        "options": {name: _option(option) for name, option in spec.options.items()},
        "excluded": list(_excluded(spec)),
        "size": spec.fixed_size or None,
        "shape": spec.board.shape,
        "board": {name: getattr(spec.board, name) for name in ("cells", "stars", "edges", "rim", "discs")},
        "score": {
            "kind": style.kind,
            "unit": style.unit if style.counts else None,
            "counts": style.counts,
            "territory": style.territory,
            "told": style.told,
            "tie": style.tie,
            "legend": style.legend,
            "lines": [_line(one, spec) for one in style.lines],
            "glyphs": [{"glyph": glyph, "key": key} for glyph, key in style.glyphs.items()],
            "decides": style.decides,
            "expected": style.expected and shown.without_formats(style.expected),
            "expectedTold": style.expected_told,
        },
        "symbols": spec.symbols,
        "turnRule": spec.turn_rule,
        "turnLength": spec.turn_length,
        "levels": highest_level_of(spec.name),
        "moves": list(_moves(spec)),
        "effects": bool(spec.effects),
        "reasons": [_sentence(one) for one in spec.all_reasons],
        "problems": [_sentence(one) for one in spec.all_problems],
        "duties": [{"kind": one.kind, "short": one.short, "told": _sentence(one.told)} for one in spec.duties],
        "endings": [_ending(spec, ending) for ending in _endings(spec)],
        "count": _count(spec),
        "columns": len(spec.parts.columns),
        "network": _network(spec),
    }


def _network(spec: GameSpec) -> Json | None:
    """Return the file of the network that a game brings, how large it is, and the game with the options it is for."""
    path, net = net_path(spec), net_of(spec)
    if path is None or net is None:
        return None
    return {"file": path.name, "bytes": path.stat().st_size, "game": net.game}


def _line(one: Line, spec: GameSpec) -> Json:
    """Return a line of a score breakdown; `column`: where it stands among the sums, or among the facts."""
    names = list(spec.score.parts if one.to == "each" else spec.parts.facts)
    return {
        "told": one.told,
        "to": one.to,
        "worth": one.worth,
        "counts": one.counts,
        "column": names.index(one.name),
    }


def _option(option: Number | Choice) -> Json:
    if isinstance(option, Number):
        return {"default": option.default, "low": option.low, "high": option.high, "step": option.step}
    return {"default": option.default, "choices": list(option.choices)}


def _excluded(spec: GameSpec) -> Iterator[Json]:
    """Yield the values of an option with which another one can only be its default."""
    for name, option in spec.options.items():
        for one in option.not_with:
            values, told = list(one.values), one.told
            yield {"option": one.option, "values": values, "other": name, "only": option.default, "key": told}


def _sentence(one: Sentence) -> Json:
    return {"key": one.key, "details": list(one.details.items()), "rule": one.rule}


def _endings(spec: GameSpec) -> tuple[str, ...]:
    """Return what may end a game, by the kernels' codes from 1 on."""
    return (*Termination, *spec.endings)


def _ending(spec: GameSpec, ending: str) -> Json:
    """Return what is said of an ending; `compared`: whether scores were, so that equal ones have to be explained."""
    return {
        "name": str(ending),
        "key": ending_key(spec, ending),
        "rule": spec.ending_rules.get(ending),
        "compared": ending is not Termination.REPETITION,
    }


# Names of moves ------------------------------------------------------------------------------------------------------


def _moves(spec: GameSpec) -> Iterator[Json]:
    """Yield, for each choice of the options, the moves beside the points and the details of a position text."""
    names = [name for name, option in spec.options.items() if isinstance(option, Choice)]
    for values in product(*(spec.options[name].choices for name in names)):  # type: ignore[union-attr]
        adapter = _bare_adapter(spec, dict(zip(names, values, strict=True)))
        texts = adapter.named_moves
        komis = [text.removeprefix(KOMI) for text in texts if text.startswith(KOMI)]
        named = [text for text in texts if not text.startswith(KOMI)]
        yield {
            "when": dict(zip(names, values, strict=True)),
            "named": named,
            "komi": _komi(komis),
            "button": adapter.has_button,
            "details": [
                _detail(one, adapter.detail_names) for one in shown.DETAILS if one.name in adapter.detail_names
            ],
        }


def _detail(one: shown.Detail, names: tuple[str, ...]) -> Json:
    """Return a detail of position texts as a view has it."""
    found = {"name": one.name, "values": list(one.values), "usual": one.usual, "needsStones": one.needs_stones}
    return found | {"unsettled": shown.unsettled(one.name, names)}


def _komi(numbers: list[str]) -> Json | None:
    """Return how the komi that can be named follow each other after all other moves, from 0 on; None: none can be.

    As many as the kernels have moves for. `unknown` says that another one cannot be named.
    """
    if not numbers:
        return None
    step = int(numbers[1])
    return {"step": step, "unknown": "illegal.komi" if step == 1 else "illegal.even-komi"}


def _bare_adapter(spec: GameSpec, choices: Mapping[str, Any], size: int | None = None) -> Adapter:
    """Return the adapter of a game whose record of rules is blank, as names of moves do not depend on it.

    So nothing has to be compiled. Numbers are as usual, but for the size: the smallest, where none is given.
    """
    options = spec.read_options(choices)
    if isinstance(option := spec.options.get("size"), Number):
        options["size"] = option.low if size is None else size
    blank = np.zeros(1, spec.module("rules").RULES)
    adapter: Adapter = spec.module("adapter").make_adapter(spec.name, blank, **options)
    adapter.spec, adapter.symbols = spec, spec.symbols
    return adapter


# Boards --------------------------------------------------------------------------------------------------------------


def _boards(specs: Iterable[GameSpec]) -> Json:
    """Return the boards by shape: their rows, the names of their points, and the steps from a point to its neighbours.

    A row, from the bottom up, is its length and the column of its first point; so a step of (columns, rows) leads to
    the same neighbour wherever it begins. Of a point's name the letter says its row, or its place in the row.
    """
    found: Json = {}
    for spec in specs:
        for size in sizes_of(spec):
            board = _bare_adapter(spec, {}, size).board
            shape = found.setdefault(board.shape, {"letter": _letter(board), "steps": _steps(board), "sizes": {}})
            shape["sizes"].setdefault(str(size), _rows(board))
    return found


def _letter(board: Board) -> str:
    return "row" if board.shape == "hexagon" else "place"


def _steps(board: Board) -> list[list[int]]:
    """Return the steps to the neighbours of a point, those of the board in their order."""
    across = [[1, 0], [0, 1], [-1, 1]] if board.shape == "hexagon" else [[1, 0], [0, 1]]
    return across + [[-column, -row] for column, row in across]


def _rows(board: Board) -> list[list[int]]:
    begins = [max(0, board.size - 1 - row) if board.shape == "hexagon" else 0 for row in range(len(board.row_lengths))]
    return [[length, first] for length, first in zip(board.row_lengths, begins, strict=True)]


# What a score is made of ---------------------------------------------------------------------------------------------


def _count(spec: GameSpec) -> Json:
    """Return what a view counts: which of the sums of each colour, and what of each group, by its column."""
    colours = shown.OF_A_COLOUR if spec.score.kind == "product" else shown.BY_COLOUR
    return {
        "territory": spec.score.territory,
        "sums": {name: spec.parts.colours.index(name) for name in colours if name in spec.parts.colours},
        "areas": len(spec.parts.areas),
        "groups": _groups(spec.parts) if spec.parts.groups else None,
    }


def _groups(style: PartsStyle) -> list[Json]:
    """Return what is told of a group: as what, of which kind, and in which column it stands, None for lists."""
    named = {"colour": "colour", "stones": "points"} | {
        name: "".join(part.capitalize() if place else part for place, part in enumerate(shows.split("_")))
        for name, shows in shown.OF_A_GROUP.items()
    }
    return [
        {
            "name": named[name],
            "kind": kind,
            "column": style.columns.index(name) if name in style.columns else None,
        }
        for name, kind in style.groups.items()
        if name in named
    ]
