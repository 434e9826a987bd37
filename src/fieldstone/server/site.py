"""The data of the static edition: what the page asks a server for elsewhere, as files for any web server.

``python -m fieldstone.server.site FOLDER`` writes them under a name that changes with what is in them, and prints that
name. The page is built around it (`make site`).
"""

import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from fieldstone.diagram.raster import svg_to_png
from fieldstone.games import GAMES
from fieldstone.messages import LANGUAGES, catalogue, language_of_user
from fieldstone.play.game import example_line
from fieldstone.records.errors import titles_of_games
from fieldstone.records.schema import schema
from fieldstone.server.http.facts import facts_of
from fieldstone.server.http.guides import GuideText, RuleText, ShortText, read_guide, read_rules, read_short
from fieldstone.server.pictures import ICON
from fieldstone.server.schema import LONGEST_LINE, LONGEST_MOVE
from fieldstone.targets.fresh import StaleModuleError
from fieldstone.targets.specs import engine_files, sentences_data, sentences_name
from fieldstone.version import __version__

# What the page says of games, besides what it says of positions; a server says the same elsewhere.
SENTENCES = (
    *("who.seat", "problem.no-game", "problem.unreadable", "problem.over", "problem.stale", "problem.busy"),
    *("problem.not-your-turn", "problem.not-the-computers-turn", "problem.no-undo", "problem.computer-resigns"),
    *(
        "problem.no-such-game",
        "problem.other-game",
        "problem.level",
        "problem.record",
        "record.strange-here",
        "problem.message",
        "problem.unexpected",
    ),
    *("problem.title-404", "problem.title-409", "problem.title-422", "problem.title-500", "problem.title-503"),
)
DIGITS = 12  # of a hash: enough to tell two builds apart
ICONS = (192, 512)  # pixels: as browsers want them of what can be installed


def data_files() -> Iterator[tuple[str, bytes]]:
    """Yield all files, each with its name."""
    written = {sentences_name(language): _json(sentences(language)) for language in LANGUAGES}
    for name, content in engine_files():
        yield name, written.get(name, content)
    for language in LANGUAGES:
        facts = [one.model_dump(mode="json", by_alias=True) for one in facts_of(language)]
        yield f"facts.{language}.json", _json(facts)
        for game in GAMES:
            yield (
                f"guide-{game}.{language}.json",
                _json(_guide(game, read_guide(game, language), read_short(game, language), read_rules(game, language))),
            )
    yield "limits.json", _json(limits())
    picture = ICON.read_text(encoding="utf-8")
    for size in ICONS:
        yield f"icon-{size}.png", svg_to_png(picture, size)
    # To be cut into any form: a ground without round corners of its own.
    yield "icon-whole.png", svg_to_png(re.sub(r' rx="[^"]*"', "", picture, count=1), ICONS[-1])


def write(folder: Path) -> str:
    """Write the files into a new folder in `folder` and return its name. Raises FileExistsError if that has files."""
    if folder.is_dir() and any(folder.iterdir()):
        raise FileExistsError(f"{folder} is not empty")
    files = dict(data_files())
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(name.encode() + b"\0" + hashlib.sha256(files[name]).digest())
    place = folder / f"data-{digest.hexdigest()[:DIGITS]}"
    place.mkdir(parents=True)
    for name, content in files.items():
        (place / name).write_bytes(content)
    return place.name


def sentences(language: str) -> dict[str, Any]:
    """Return what is said of positions, games and records in a language."""
    data = sentences_data(language)
    texts = catalogue(language)
    # What may be wrong with a record is said in many ways, and most of them are short.
    keys = {*SENTENCES, *(key for key in texts if key.startswith(("record.", "sgf.")))}
    said = {key: texts[key] for key in keys} | {"titles-of-games": titles_of_games(language)}
    return data | {"texts": dict(sorted({**data["texts"], **said}.items()))}


def _guide(game: str, text: GuideText, short: Iterable[ShortText], rules: Iterable[RuleText]) -> dict[str, Any]:
    """Return a guide as the server tells it, but with the texts of its positions: the page draws them by itself."""
    steps = [
        {
            "title": step.title,
            "html": step.html,
            "position": step.example and step.example.position,
            "moves": step.example.moves if step.example else [],
            "illegal": step.example.illegal if step.example else [],
            "count": step.example is not None and step.example.count,
        }
        for step in text.steps
    ]
    return {
        "game": game,
        "title": text.title,
        "credit": text.credit,
        "introduction": text.introduction,
        "steps": steps,
        "short": [asdict(brief) for brief in short],
        "rules": [asdict(rule) for rule in rules],
    }


def limits() -> Mapping[str, Any]:
    """Return how long a text may be, and what a record looks like."""
    return {
        "line": LONGEST_LINE,
        "move": LONGEST_MOVE,
        "example": example_line(),
        "version": __version__,
        "titles": {spec.title(): spec.name for spec in GAMES.values()},
        "options": {spec.name: list(spec.options) for spec in GAMES.values()},
        "record": schema(),
    }


def _json(data: object) -> bytes:
    return (json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def main() -> int:
    """Write the files into the folder that is named; returns the exit status."""
    if len(sys.argv) != 2:
        sys.stderr.write("usage: python -m fieldstone.server.site FOLDER\n")
        return 2
    try:
        sys.stdout.write(f"{write(Path(sys.argv[1]))}\n")
    except StaleModuleError as error:
        sys.stderr.write(f"{error.sentence(language_of_user())}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
