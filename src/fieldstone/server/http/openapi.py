"""The OpenAPI description of the server, with what goes over the WebSocket, which OpenAPI itself does not know."""

from typing import Any

from fastapi import FastAPI
from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from fieldstone.server.live.messages import ToServer
from fieldstone.server.live.replies import FromServer
from fieldstone.server.online.schema import FromOnline, ToOnline
from fieldstone.server.schema import Problem

# Of the interface, apart from Fieldstone's: it grows when a program that was written against it may have to change, and
# docs/http.md says what did. Version 1 was that of Fieldstone 0.1.
VERSION = "2"
PROBLEMS: dict[int | str, dict[str, Any]] = {
    403: {"model": Problem, "description": "Whoever asks may not do that."},
    404: {"model": Problem, "description": "There is no such thing."},
    409: {"model": Problem, "description": "Not possible now: the game or the request has changed since."},
    422: {"model": Problem, "description": "The request is wrong, or the rules do not allow it."},
}
OPERATIONS = ("get", "post", "put", "patch", "delete")


def describe(app: FastAPI) -> None:
    """Let an application describe its problems as what they are, and its messages.

    FastAPI believes that all answers are plain JSON, and that nothing else comes or goes.
    """
    made = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            described = made()
            for path in described["paths"].values():
                for operation in OPERATIONS:
                    _mend(path.get(operation, {}).get("responses", {}))
            schemas = described["components"]["schemas"]
            for name, more in _messages().items():
                schemas.setdefault(name, more)
        return made()

    app.openapi = openapi  # type: ignore[method-assign]


def _mend(answers: dict[str, Any]) -> None:
    for status, answer in answers.items():
        if status.startswith(("4", "5")) and "application/json" in answer.get("content", {}):
            answer["content"] = {"application/problem+json": answer["content"]["application/json"]}


def _messages() -> dict[str, Any]:
    """Return the schemas of all that goes over the WebSocket, by name."""
    kinds: list[tuple[Any, JsonSchemaMode]] = [
        (ToServer, "validation"),
        (FromServer, "serialization"),
        (ToOnline, "validation"),
        (FromOnline, "serialization"),
    ]
    inputs = [(name, mode, TypeAdapter(name)) for name, mode in kinds]
    _, found = TypeAdapter.json_schemas(inputs, ref_template="#/components/schemas/{model}")
    schemas: dict[str, Any] = found["$defs"]
    return schemas
