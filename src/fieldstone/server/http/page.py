"""The built page: its files, and its first document for every other address, for the page finds its way itself."""

import html
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.convertors import PathConvertor, register_url_convertor
from starlette.responses import FileResponse, HTMLResponse, Response

from fieldstone.messages import say
from fieldstone.server.language import language_of
from fieldstone.server.problems import LONGEST_VALUE, ProblemError, answer

FOREVER = "public, max-age=31536000, immutable"  # the names of the files in assets/ change with what is in them
LINK_PICTURE = "link.png"
MISSING = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>Fieldstone</title></head>
<body><h1>Fieldstone</h1><p>{text}</p></body></html>
"""


class Elsewhere(PathConvertor):
    """All addresses but those of the interface and of the games' modules, which answer for themselves."""

    regex = r"(?!(?:api|engine)(?:/|$)).*"


register_url_convertor("elsewhere", Elsewhere())


def page_router(folder: Path) -> APIRouter:
    """Return what answers all addresses that nobody else does with the page in a folder."""
    router = APIRouter(include_in_schema=False)
    root = folder.resolve()

    @router.api_route("/{path:elsewhere}", methods=["GET", "HEAD"])
    def page(path: str, request: Request) -> Response:
        file = _file(root, path)
        if file is not None:
            cached = FOREVER if path.startswith("assets/") else "no-cache"
            return FileResponse(file, headers={"Cache-Control": cached})
        if path.startswith("assets/"):
            raise ProblemError(404, "no-address", path=f"/{path[:LONGEST_VALUE]}")
        index = root / "index.html"
        if not index.is_file():
            return _not_built(request)
        return HTMLResponse(_at(request, index.read_text(encoding="utf-8")), headers={"Cache-Control": "no-cache"})

    return router


def _file(root: Path, path: str) -> Path | None:
    """Return a file of the page, None if there is none. Raises ProblemError where no file could be of this name."""
    try:
        file = (root / path).resolve() if "\0" not in path else root
        return file if file.is_relative_to(root) and file.is_file() else None
    except OSError:  # a name that is too long for the disk, which no address of the page is
        raise ProblemError(404, "no-address", path=f"/{path[:LONGEST_VALUE]}…") from None


def _at(request: Request, document: str) -> str:
    """Return the document with the whole address of its picture, without which nobody shows it beside a link."""
    whole = html.escape(f"{request.base_url}{LINK_PICTURE}")
    return document.replace(f'"og:image" content="/{LINK_PICTURE}"', f'"og:image" content="{whole}"')


def _not_built(request: Request) -> Response:
    """Say what to do where the page has not been built."""
    language = language_of(request)
    if "text/html" in request.headers.get("accept", ""):
        return HTMLResponse(MISSING.format(language=language, text=say("problem.no-page", language)), 503)
    return answer(ProblemError(503, "no-page"), language)
