"""The OpenAPI description of the server."""

from typing import Any

from fastapi import FastAPI

from fieldstone.server.schema import Problem

PROBLEMS: dict[int | str, dict[str, Any]] = {
    404: {"model": Problem, "description": "There is no such thing."},
    409: {"model": Problem, "description": "Not as things stand."},
    422: {"model": Problem, "description": "The request is wrong, or the rules do not allow it."},
}
OPERATIONS = ("get", "post", "put", "patch", "delete")


def describe(app: FastAPI) -> None:
    """Let an application describe its problems as what they are: FastAPI believes that all answers are plain JSON."""
    made = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            for path in made()["paths"].values():
                for operation in OPERATIONS:
                    _mend(path.get(operation, {}).get("responses", {}))
        return made()

    app.openapi = openapi  # type: ignore[method-assign]


def _mend(answers: dict[str, Any]) -> None:
    for status, answer in answers.items():
        if status.startswith(("4", "5")) and "application/json" in answer.get("content", {}):
            answer["content"] = {"application/problem+json": answer["content"]["application/json"]}
