"""What a page runs the games by itself with: their modules, and what it has to know of them, as files."""

import hashlib

from fastapi import APIRouter, Request
from starlette.responses import Response

from fieldstone.server.problems import LONGEST_VALUE, ProblemError
from fieldstone.targets.fresh import StaleModuleError
from fieldstone.targets.specs import engine_file

KINDS = {"json": "application/json", "wasm": "application/wasm", "net": "application/octet-stream"}

router = APIRouter(prefix="/engine", include_in_schema=False)


@router.api_route("/{name}", methods=["GET", "HEAD"])
def file(name: str, request: Request) -> Response:
    """Return one of the files; a browser that has it asks whether it is still the same."""
    try:
        content = engine_file(name)
    except StaleModuleError as error:
        raise ProblemError(500, "stale-kernels", game=error.spec.title) from None
    if content is None:
        raise ProblemError(404, "no-address", path=f"/engine/{name[:LONGEST_VALUE]}")
    headers = {"ETag": f'"{hashlib.sha256(content).hexdigest()[:32]}"', "Cache-Control": "no-cache"}
    if headers["ETag"] in _known(request):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=KINDS[name.rpartition(".")[2]], headers=headers)


def _known(request: Request) -> list[str]:
    """Return the editions of a file that a browser has; on its way one may have been marked as compressed."""
    return [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
