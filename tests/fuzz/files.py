"""Readers of files and texts. Whatever is accepted comes back the same after having been written."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import numpy as np

import fieldstone
from fieldstone import OptionError, PositionError, parse_position
from fieldstone.analysis.errors import AnalysisError
from fieldstone.analysis.review import review_as_data
from fieldstone.analysis.reviewing import review
from fieldstone.arena.errors import ArenaError
from fieldstone.arena.match import Match, Task
from fieldstone.arena.players import LONGEST_NAME, named, read_spec
from fieldstone.arena.playing import play_game
from fieldstone.arena.report import final_report
from fieldstone.arena.results import open_results
from fieldstone.messages import LANGUAGES
from fieldstone.records.abstractplay import record_from_abstractplay, record_to_abstractplay
from fieldstone.records.errors import RecordError
from fieldstone.records.formats import FORMATS, read_any
from fieldstone.records.reading import record_from_bytes
from fieldstone.records.record import Record
from fieldstone.records.sgf import record_from_sgf, record_to_sgf
from fieldstone.records.sgf_viewer import record_to_viewer_sgf
from fieldstone.records.shaping import record_to_data
from fieldstone.records.writing import record_to_bytes
from fieldstone.search.limit import Limit
from fieldstone.search.net.file import Net, blank_weights, net_from, sizes_for
from tests.fuzz.target import Target
from tests.records.conftest import SPECS, random_record

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
NAMES = ("vacu", "convacu", "kaomi", "squared", "iago", "iago-free", "vadus")
MOVES = ("a1", "b2", "c3", "pass", "swap", "button", "komi 4", "black", "white", ",")


@cache
def records() -> tuple[Record, ...]:
    """Small records of all games, with variations and comments."""
    made = (random_record(name, options, 3, limit=12) for name, options in SPECS)
    return tuple(replace(record, result=None, final_hash=None) for record in made)


@cache
def finished() -> tuple[Record, ...]:
    """Records of finished games on small boards."""
    return tuple(random_record(name, options, 5, lines=1) for name, options in SPECS if not name.startswith("iago"))


def _read(read: Callable[[bytes], Record], content: bytes) -> Record | None:
    """The record that bytes hold; None where they are refused, for a reason that can be said in every language."""
    try:
        return read(content)
    except RecordError as error:
        for language in LANGUAGES:
            error.sentence(language)
        return None


# Records ---------------------------------------------------------------------------------------------------------


def record(content: bytes) -> bool:
    found = _read(record_from_bytes, content)
    if found is not None:
        assert record_from_bytes(record_to_bytes(found)) == found
    return found is not None


def record_as_sgf(content: bytes) -> bool:
    """A record, whatever its unknown keys hold, comes back from both forms of SGF."""
    found = _read(record_from_bytes, content)
    if found is None:
        return False
    _check_sgf(found)
    return True


def _check_sgf(found: Record) -> None:
    for write in (record_to_sgf, record_to_viewer_sgf) if found.game.board.shape == "square" else (record_to_sgf,):
        written = write(found)
        again = record_from_sgf(written)
        assert again == found.in_order()
        assert write(again) == written


def any_file(content: bytes) -> bool:
    found = _read(read_any, content)
    if found is not None:
        assert record_from_bytes(record_to_bytes(found)) == found
    return found is not None


def sgf(content: bytes) -> bool:
    found = _read(record_from_sgf, content)
    if found is None:
        return False
    _check_sgf(found)
    return True


def abstractplay(content: bytes) -> bool:
    found = _read(record_from_abstractplay, content)
    if found is None:
        return False
    written = record_to_abstractplay(found, NOON)
    again = record_from_abstractplay(written)
    assert again.final_hash == found.final_hash
    assert again.nodes == found.nodes
    assert again.result == found.result
    assert [seat.name or "Player" for seat in again.seats] == [
        seat.name or f"Player {number}" for number, seat in enumerate(found.seats, start=1)
    ]
    return True


def moves(content: bytes) -> bool:
    kind = FORMATS["moves"]
    assert kind.read is not None
    found = _read(kind.read, content)
    if found is not None:
        assert kind.read(kind.write(found)) == found
    return found is not None


def position(content: bytes) -> bool:
    try:
        state = parse_position(content.decode("utf-8", "replace"))
    except (PositionError, OptionError):
        return False
    again = parse_position(state.to_text(history=True))
    assert (again.key, again.history, again.outcome) == (state.key, state.history, state.outcome)
    assert bool(state.legal_moves()) == (state.outcome is None)
    return True


# Settings --------------------------------------------------------------------------------------------------------


def network(content: bytes) -> bool:
    """A small network: refused, or what is read is written the same way again, and can be asked."""
    try:
        net = net_from(content)
    except ValueError:
        return False
    assert net_from(net.to_bytes()).to_bytes() == net.to_bytes()
    assert all(np.isfinite(array).all() for array in net.weights)
    return True


def _networks() -> list[bytes]:
    game = fieldstone.load("kaomi", size=2)
    net = Net(str(game), blank_weights(sizes_for(game, 2, 1)), made={"seed": 1})
    return [net.to_bytes(), net.having(exploration=1.0).to_bytes()]


def player(content: bytes) -> bool:
    """A player as text, which may be the path of a file."""
    return _player(content.decode("utf-8", "replace"))


def settings_file(content: bytes) -> bool:
    """A player as a TOML file."""
    with _file(content, "one.toml") as path:
        accepted = _player(str(path))
        assert path.read_bytes() == content
    return accepted


def _player(text: str) -> bool:
    try:
        spec = read_spec(text, seconds=0.5)
    except ArenaError:
        return False
    except OSError:
        assert text.strip().endswith(".toml")
        return False
    assert read_spec(str(spec)) == spec
    three = named([spec, spec, replace(spec, name="plain (2)")])
    assert len({one.label for one in three}) == 3
    assert all(len(one.name or "") <= LONGEST_NAME for one in three)
    assert [read_spec(str(one)) for one in three] == three
    return True


# Files that are gone on with ---------------------------------------------------------------------------------------

MATCH = Match("kaomi(size=2,pie=false)", ("random", "random,name=other"))
GAME = "kaomi(size=3) moves b2,swap,a1,c3"


@contextmanager
def _file(content: bytes, name: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        yield path


def results(content: bytes) -> bool:
    """A results file of the arena: refused and left as it was, or what it says makes a report."""
    with _file(content, "games.jsonl") as path:
        try:
            with open_results(path, MATCH) as file:
                games = dict(file.games)
        except ArenaError:
            assert path.read_bytes() == content
            return False
        report = final_report(MATCH, 2, games.values(), None)
        json.dumps(report.to_data(), allow_nan=False)
        with open_results(path, MATCH) as file:
            assert (dict(file.games), file.cut) == (games, 0)
    return bool(games)


def reviews(content: bytes) -> bool:
    """A file of a review: refused and left as it was, or what it says is a review."""
    with _file(content, "game.review.jsonl") as path:
        try:
            found = review(parse_position(GAME), Limit(simulations=4), stop=lambda: True, path=path)
        except AnalysisError:
            assert path.read_bytes() == content
            return False
        json.dumps([review_as_data(found, by) for by in ("chance", "points")], allow_nan=False)
    return bool(found.chances)


def _review_file() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.review.jsonl"
        review(parse_position(GAME), Limit(simulations=4), path=path)
        return path.read_bytes()


def _results_file() -> bytes:
    games = [play_game(MATCH, Task(number, (number % 2, 1 - number % 2), ())) for number in range(2)]
    return b"".join(json.dumps(game, separators=(",", ":")).encode() + b"\n" for game in games)


def _hostile_seeds() -> list[bytes]:
    """Records whose key `sgf` holds what would be believed, or would break the file, if it were written as it is."""
    held: tuple[object, ...] = (
        {"TR": ["aa];W[ca"], "LB": ["aa:x"]}, {"TR": ["aa\\"], "C": ["x"]}, {"TR": []}, {"RE": ["B+R"], "TM": ["600"]},
        {"BL": ["3"], "N": ["x"], "CR": ["aa"], "PL": ["W"]}, 5, None,
    )  # fmt: skip
    data = [record_to_data(one) | {"sgf": what} for one in records()[:2] for what in held]
    for one, what in zip(data, (*held, *held), strict=True):
        one["moves"][0]["sgf"] = what
    return [json.dumps(one).encode() for one in data]


def _sgf_seeds() -> list[bytes]:
    shown = [record_to_viewer_sgf(one) for one in records() if one.game.board.shape == "square"]
    return [
        *map(record_to_sgf, records()),
        *shown,
        b"(;FF[4]RU[vacu]SZ[3]KM[2]AB[aa]AW[cc]PL[W];W[bb](;B[])(;B[ba]C[x]))",
        b"(;GM[1]RU[vacu]SZ[3]TM[60]OT[3x20 byo-yomi]RE[?]DT[2026-11];LB[aa:A];B[bb]N[hi]CR[cc]BL[3];TR[aa])",
    ]


def _texts() -> list[bytes]:
    return [record.state().to_text(history=True).encode() for record in (*records(), *finished())]


PLAYERS = (
    "5", "max", "random,name=other", "plain,simulations=9", "search,seconds=0.1,exploration=0.4,name=a b",
    "engine:fieldstone engine --threads 1,level=5,timeout=9", 'gtp:run "a,level=3",name=x',
)  # fmt: skip
SETTINGS = (
    'player = "search"\nsimulations = 1000\nexploration = 0.4\n',
    "level = 3\nname = 'three'\n",
    "player = 'engine'\ncommand = 'run a, b'\nlevel = 'max'\ntimeout = 1e1\n",
)
KEYS = (
    *("player", "level", "name", "seconds", "simulations", "exploration", "command", "timeout", "megabytes"),
    *("engine:", "gtp:", ".toml", "true", "1_0", "inf", "0x1f", '"""', "'", ",name="),
)
JSON = ('"', "{", "}", "[", "]", "null", "true", "1e400", "-1", "0.5", "\\ud800", "\\u0000", '"after":')

TARGETS = {
    "record": Target(
        record,
        lambda: list(map(record_to_bytes, records())),
        (*NAMES, *MOVES, *JSON, "fieldstone-record", "version", "options", "size", "seats", "moves", "comment", "clock",
         "evaluation", "result", "winner", "reason", "finalHash", "start", "started", "2026-11-21", "rulesVersion"),
        8192,
    ),
    "sgf": Target(
        sgf, _sgf_seeds,
        (*NAMES, *MOVES, "(;", ")", "[", "]", "\\", "FF[4]", "CA[UTF-8]", "CA[shift_jis]", "RU[", "SZ[", "KM[", "BL[",
         "PB[", "AB[", "AW[", "PL[", "C[", ";B[", ";W[", "FSMOVE[", "FSNODE[{}]", "FSRECORD[{}]", "tt", "RE[B+R]",
         "TM[600]", "OT[5 fischer]", "DT[2026]", "N[x]", "CR[aa]", "LB[aa:x]", "aa:bb"),
    ),
    "record-as-sgf": Target(
        record_as_sgf, _hostile_seeds,
        (*NAMES, *MOVES, *JSON, '"sgf":', "TR", "aa];W[ca", "RE", "B+R", "TM", "BL", "FSMOVE", "\\\\", "\\t", "\\r\\n"),
        8192,
    ),
    "abstractplay": Target(
        abstractplay, lambda: [record_to_abstractplay(one, NOON) for one in finished()],
        (*NAMES, *MOVES, *JSON, "header", "game", "variants", "size-3", "players", "result", "pied", "event",
         "startingPosition", "play-second", "play-first", "setup-auction", "moves", "sequence", "round"),
    ),
    "moves": Target(moves, _texts, (*NAMES, *MOVES, " moves ", "(size=3)", "setup=auction")),
    "position": Target(
        position, lambda: [one.state().to_text().encode() for one in (*records(), *finished())],
        (*NAMES, *MOVES, " moves ", "(size=3)", "...", " B ", " W ", "passes=1", "button=B", "left=1", "seats=WB",
         "setup=side", "komi=4", "over=two-passes", "over=repetition"),
        1024,
    ),
    "any-file": Target(
        any_file, lambda: [*_sgf_seeds(), *_texts(), *map(record_to_bytes, records())], (*NAMES, *MOVES)
    ),
    "network": Target(
        network, _networks,
        (*JSON, "Fieldstone network 1\n", "game", "sizes", "walk", "sha256", "made", "inputs", "hidden", "narrow",
         "actions", "points", "exploration", "reduction", "lead_part", "lead_scale", "playout_part",
         "\n"),
    ),
    "player": Target(player, lambda: [text.encode() for text in PLAYERS], KEYS, 256),
    "settings-file": Target(settings_file, lambda: [text.encode() for text in SETTINGS], KEYS, 1024),
    "results": Target(
        results, lambda: [_results_file(), _results_file()[:-40]],
        (*JSON, "format", "match", "pair", "seats", "winner", "seconds", "own_moves", "simulations", "problem"),
    ),
    "reviews": Target(
        reviews, lambda: [_review_file(), _review_file()[:-40], b""],
        (*JSON, *MOVES, "format", "review", "slot", "rounds", "chance", "error", "margin", "drift",
         "proven", "next", "best", "line"),
    ),
}  # fmt: skip
