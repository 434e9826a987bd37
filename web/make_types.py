"""What the server says, as TypeScript: `python web/make_types.py` writes src/lib/types.ts from its OpenAPI description.

With `--check` it writes nothing, and fails if the file is not what it would write.
"""

import json
import sys
import textwrap
from pathlib import Path
from typing import Any

from fieldstone.server.app import create_app
from fieldstone.server.settings import Settings

FILE = Path(__file__).parent / "src" / "lib" / "types.ts"
HEAD = "/** What the server says, as JSON: made by `python web/make_types.py` from the server's own description. */"
WIDTH = 110
LONGEST = 120
# What JSON Schema has no name for: values, and objects that have one thing for each of them.
NAMED = {("B", "W"): "Colour", (1, 2): "Seat"}
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}

Schema = dict[str, Any]


class Writer:
    """Writes schemas, which refer to each other by name."""

    def __init__(self, schemas: dict[str, Schema]) -> None:
        self.schemas = schemas

    def file(self) -> str:
        """Return the whole file."""
        parts = [HEAD]
        parts += [f"export type {name} = {literals(values)};" for values, name in NAMED.items()]
        parts += [self.declaration(name, one) for name, one in sorted(self.schemas.items()) if not by_each(one)]
        return "\n\n".join(parts) + "\n"

    def declaration(self, name: str, schema: Schema) -> str:
        """Return the type or interface of a name."""
        before = comment(schema.get("description", ""), "")
        if "properties" not in schema and schema.get("type") != "object":
            kinds = self.kinds(schema)
            whole = f"export type {name} = {' | '.join(kinds)};"
            if len(whole) > WIDTH:
                whole = f"export type {name} =\n" + "\n".join(f"    | {kind}" for kind in kinds) + ";"
            return before + whole
        needed = set(schema.get("required", ()))
        lines = []
        for key, one in schema.get("properties", {}).items():
            optional = "" if key in needed else "?"
            whole = f"    {key}{optional}: {self.type(one)};"
            if len(whole) > LONGEST:  # as it is formatted
                whole = whole.replace(": ", ":\n        ", 1)
            if max(map(len, whole.split("\n"))) > LONGEST:
                choices = "".join(f"\n        | {choice}" for choice in self.type(one).split(" | "))
                whole = f"    {key}{optional}:{choices};"
            lines.append(comment(said_of(one), "    ") + whole)
        body = "{\n" + "\n".join(lines) + "\n}" if lines else "{}"
        return f"{before}export interface {name} {body}"

    def type(self, schema: Schema) -> str:
        """Return the type of a value."""
        return " | ".join(self.kinds(schema))

    def kinds(self, schema: Schema) -> list[str]:
        """Return the types that a value may have."""
        for union in ("anyOf", "oneOf"):
            if union in schema:
                return list(dict.fromkeys(kind for one in schema[union] for kind in self.kinds(one)))
        return [self.kind(schema)]

    def kind(self, schema: Schema) -> str:
        """Return the type of a value that has only one."""
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            target = self.schemas[name]
            each = by_each(target)
            return f"Record<{each}, {self.type(next(iter(target['properties'].values())))}>" if each else name
        if "const" in schema:
            return json.dumps(schema["const"])
        if "enum" in schema:
            return NAMED.get(tuple(schema["enum"])) or literals(schema["enum"])
        if "prefixItems" in schema:
            return f"[{', '.join(self.type(one) for one in schema['prefixItems'])}]"
        if schema.get("type") == "array":
            items = self.type(schema.get("items", {}))
            return f"({items})[]" if " | " in items else f"{items}[]"
        if schema.get("type") == "object":
            values = schema.get("additionalProperties")
            return f"Record<string, {self.type(values) if isinstance(values, dict) else 'unknown'}>"
        return SIMPLE[schema["type"]] if "type" in schema else "unknown"


def by_each(schema: Schema) -> str | None:
    """Return the name of the keys of an object that has one thing for each colour or seat; None for other objects."""
    keys = tuple(schema.get("properties", ()))
    return {tuple(map(str, values)): name for values, name in NAMED.items()}.get(keys)


def literals(values: Any) -> str:
    """Return the type of some values."""
    return " | ".join(json.dumps(value, ensure_ascii=False) for value in values)


def said_of(schema: Schema) -> str:
    """Return what is said of a value, its limits too."""
    parts = [schema.get("description", "")]
    for one in [schema, *schema.get("anyOf", ())]:
        if "maximum" in one:
            parts.append(f"{one.get('minimum', 0):g} to {one['maximum']:g}.")
        if "maxLength" in one:
            parts.append(f"At most {one['maxLength']} characters.")
    return " ".join(filter(None, parts))


def comment(text: str, indent: str) -> str:
    """Return a comment, with the end of its line; nothing for no text."""
    text = text.replace("*/", "* /")
    if not text:
        return ""
    if "\n" not in text and len(indent) + len(text) + 7 <= WIDTH:
        return f"{indent}/** {text} */\n"
    lines = [line for part in text.split("\n\n") for line in [*textwrap.wrap(part, WIDTH - len(indent) - 3), ""]][:-1]
    return "\n".join([f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]) + "\n"


def make() -> str:
    """Return what the file shall be."""
    return Writer(create_app(Settings(warm=False, online=True)).openapi()["components"]["schemas"]).file()


if __name__ == "__main__":
    text = make()
    if "--check" not in sys.argv:
        FILE.write_text(text, encoding="utf-8")
    elif FILE.read_text(encoding="utf-8") != text:
        sys.exit(f"{FILE} does not say what the server says: python web/make_types.py writes it anew")
