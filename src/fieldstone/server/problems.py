"""Everything that goes wrong, as application/problem+json (RFC 9457) with a sentence in the language asked for."""

import logging
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import Match

from fieldstone.messages import say
from fieldstone.server import schema
from fieldstone.server.language import language_of

TYPE = "urn:fieldstone:problem:"
LONGEST_VALUE = 60
WITHOUT_CONTROLS = r"^[^\u0000"  # begins the patterns that control characters do not match
TITLES = (400, 403, 404, 405, 408, 409, 413, 421, 422, 429, 500, 503, 507)

log = logging.getLogger(__name__)


class ProblemError(Exception):
    """What cannot be done, and why.

    Attributes
    ----------
    status : of the HTTP answer
    name : of the problem; its type is made of it, and its sentence is "problem.<name>" of the catalogues
    details : what the sentence speaks of; one may itself be a sentence: a function from a language to a text
    """

    def __init__(self, status: int, name: str, **details: object) -> None:
        super().__init__(name)
        self.status = status
        self.name = name
        self._details = details

    def sentence(self, language: str) -> str:
        """Return what people read."""
        said = {name: value(language) if callable(value) else value for name, value in self._details.items()}
        return say(f"problem.{self.name}", language, **said)


class LaterError(ProblemError):
    """What can be done later, after some seconds: the answer says so in Retry-After (RFC 9110)."""

    def __init__(self, status: int, name: str, seconds: int) -> None:
        super().__init__(status, name, seconds=seconds)
        self.seconds = seconds


class IllegalError(ProblemError):
    """A move that the rules refuse; they say why."""

    def __init__(self, why: Callable[[str], str]) -> None:
        super().__init__(422, "illegal-move")
        self._why = why

    def sentence(self, language: str) -> str:
        """Return the reason, citing the rule."""
        return self._why(language)


def problem_of(error: ProblemError, language: str) -> schema.Problem:
    """Return a problem as it goes over the wire."""
    status = error.status if error.status in TITLES else 500
    return schema.Problem(
        type=f"{TYPE}{error.name}",
        title=say(f"problem.title-{status}", language),
        status=error.status,
        detail=error.sentence(language),
    )


def answer(error: ProblemError, language: str, headers: Mapping[str, str] | None = None) -> Response:
    """Return the HTTP answer to a problem."""
    content = problem_of(error, language).model_dump(by_alias=True)
    if isinstance(error, LaterError):
        headers = {**(headers or {}), "Retry-After": str(error.seconds)}
    return JSONResponse(content, error.status, headers, media_type="application/problem+json")


def install(app: FastAPI) -> None:
    """Let the application answer all errors so."""

    @app.exception_handler(ProblemError)
    async def known(request: Request, error: ProblemError) -> Response:
        return answer(error, language_of(request))

    @app.exception_handler(RequestValidationError)
    async def wrong_input(request: Request, error: RequestValidationError) -> Response:
        return answer(invalid(error.errors()), language_of(request))

    @app.exception_handler(HTTPException)
    async def by_status(request: Request, error: HTTPException) -> Response:
        names = {404: "no-address", 405: "no-method"}
        headers = dict(error.headers or {})
        if error.status_code in names:
            problem = ProblemError(error.status_code, names[error.status_code], path=request.url.path[:LONGEST_VALUE])
            if error.status_code == 405:
                headers["Allow"] = ", ".join(sorted(_methods(request)))
        elif error.status_code == 400:  # bytes that are no text, for example
            problem = ProblemError(422, "no-json", problem=error.detail)
        else:
            problem = ProblemError(error.status_code, "request", problem=HTTPStatus(error.status_code).phrase)
        return answer(problem, language_of(request), headers)

    @app.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> Response:
        route = request.scope.get("route")  # without the ids in the address: who has one may watch
        log.error("%s %s failed", request.method, getattr(route, "path", "?"), exc_info=error)
        return answer(ProblemError(500, "unexpected"), language_of(request))


def _methods(request: Request) -> set[str]:
    """Return the methods that an address knows: the router tells those of the first route that has it."""
    found: set[str] = set()
    for route in request.app.routes:
        if route.matches(request.scope)[0] is not Match.NONE:
            found |= set(getattr(route, "methods", None) or ())
    return found


def invalid(errors: Any) -> ProblemError:
    """Return the first thing that is wrong with a request: where, and what would be allowed."""
    first = errors[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body") or "body"
    where = where.encode("utf-8", "backslashreplace").decode()  # a key may be half of a surrogate pair
    if first["type"] == "json_invalid":
        return ProblemError(422, "no-json", problem=first.get("ctx", {}).get("error", ""))
    if first["type"] == "missing":
        return ProblemError(422, "missing", where=where[:LONGEST_VALUE])
    if first["type"] == "string_pattern_mismatch" and first["ctx"]["pattern"].startswith(WITHOUT_CONTROLS):
        return ProblemError(422, "control", where=where[:LONGEST_VALUE])
    value = repr(first.get("input"))
    shown = value if len(value) <= LONGEST_VALUE else f"{value[:LONGEST_VALUE]}…"
    return ProblemError(422, "invalid", where=where[:LONGEST_VALUE], problem=first["msg"], value=shown)
