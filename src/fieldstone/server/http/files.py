"""Games as files in every format, and pictures of their positions."""

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.responses import Response

from fieldstone.core.errors import DiagramError
from fieldstone.diagram.drawing import draw
from fieldstone.diagram.raster import svg_to_png
from fieldstone.records.errors import RecordError
from fieldstone.records.formats import FORMATS
from fieldstone.records.limits import MOST_NODES
from fieldstone.records.record import Record
from fieldstone.server.problems import ProblemError
from fieldstone.server.services import Context
from fieldstone.server.sessions.records import Import, UnreadableError, named_in, read_wanted

router = APIRouter(prefix="/api", tags=["files"])

# What each format is called on the way. The names of the formats are those of `fieldstone record convert --to`.
KINDS = {
    "record": "application/json",
    "sgf": "application/x-go-sgf",
    "viewer": "application/x-go-sgf",
    "abstractplay": "application/json",
    "moves": "text/plain; charset=utf-8",
    "position": "text/plain; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
}
ENDINGS = {name: one.endings[0] for name, one in FORMATS.items() if one.endings}
ENDINGS |= {"position": ".position.txt", "svg": ".svg", "png": ".png"}
FILES: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The file.",
        "content": {kind: {"schema": {}} for kind in sorted({kind.partition(";")[0] for kind in KINDS.values()})},
    }
}

FormatName = Annotated[
    str, Query(alias="format", description="Of the file.", json_schema_extra={"enum": list(KINDS)}, max_length=40)
]
Ply = Annotated[
    int | None,
    Query(ge=0, le=MOST_NODES, description="Only for images: the position after this many moves (default: the last)."),
]


@dataclass(frozen=True)
class File:
    """A file to be sent."""

    name: str
    kind: str
    content: bytes

    def answer(self) -> Response:
        """Return the answer with which a browser keeps the file."""
        headers = {"Content-Disposition": f'attachment; filename="{self.name}"'}
        return Response(self.content, media_type=self.kind, headers=headers)


def check_format(name: str) -> None:
    """Raise ProblemError, 422, naming the formats, unless there is one of this name."""
    if name not in KINDS:
        raise ProblemError(422, "no-format", format=name[:40], formats=", ".join(KINDS))


def file_of(record: Record, format_name: str, name: str, ply: int | None = None) -> File:
    """Return a record as a file, or its position after `ply` moves as a picture; `name` begins that of the file.

    Raises ProblemError, 422: the format cannot hold this game, or the game has fewer moves.
    """
    check_format(format_name)
    try:
        if format_name in FORMATS:
            content = FORMATS[format_name].write(record)
        else:
            svg, plies = _picture(record, ply)
            content = svg.encode() if format_name == "svg" else svg_to_png(svg)
            name = f"{name}-{plies}"
    except (RecordError, DiagramError) as error:
        raise UnreadableError(error) from None
    return File(f"{name}{ENDINGS[format_name]}", KINDS[format_name], content)


def _picture(record: Record, ply: int | None) -> tuple[str, int]:
    """Return a position of the main line as SVG, and its ply."""
    line = record.main_line
    at = len(line) if ply is None else ply
    if at > len(line):
        raise ProblemError(422, "no-ply", ply=at, plies=len(line))
    return draw(record.state(line[at - 1] if at else 0)), at


@router.post("/export", response_class=Response, responses=FILES)
async def export(wanted: Import, context: Context, format_name: FormatName, ply: Ply = None) -> Response:
    """Return a record, or the text of another file, in a format."""
    check_format(format_name)

    def look() -> File:
        record = read_wanted(wanted)
        return file_of(record, format_name, record.game.name, ply)

    file = await context.work_long(named_in(wanted), look)
    return file.answer()
