"""The grammar of SGF, FF[4]: text to nodes and back. What the properties mean stands elsewhere.

A tree is a flat list of nodes, each with the number of the one that it follows, so that nothing descends into it.
"""

import codecs
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from encodings import normalize_encoding
from encodings.aliases import aliases

from fieldstone.core.errors import shortened
from fieldstone.records.errors import RecordError
from fieldstone.records.limits import LARGEST, MOST_NODES

# Names that SGF programs write and Python has not, or not in every version.
_NAMES = {**aliases, "windows_31j": "cp932", "x_sjis": "shift_jis", "windows_874": "cp874", "koi8_u": "koi8_u"}
_CHARSETS = frozenset(_NAMES.values())  # other modules there do strange things (punycode), and are not tried
_PROBE = b"(;CA[x]B[aa])"
_WIDE = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_TOKEN = re.compile(r"\s*+(?:(?P<sign>[();])|(?P<name>[A-Za-z]++)|\[(?P<value>(?:[^\]\\]++|\\.)*+)\])", re.DOTALL)
_BREAK = re.compile(r"\r\n|\n\r|\r|\n")


@dataclass
class SgfNode:
    """A node: the number of the one that it follows (-1: it is the first), and its values, still escaped, by name."""

    after: int
    values: dict[str, list[str]] = field(default_factory=dict)


def decode(content: bytes) -> str:
    """Return the text of an SGF file in the charset that it names; without a name that is Latin-1, as FF[4] says.

    Raises RecordError when it is too large, the charset is not known or the bytes are none of it.
    """
    if len(content) > LARGEST:
        raise RecordError("record.too-large", limit=LARGEST)
    charset = marked_charset(content)
    named = charset or "latin-1"
    if charset is None:
        found = re.search(rb"\bCA\s*\[([^\]]*+)\]", content[:4096])
        named = found[1].decode("latin-1").strip() if found else named
        charset = _charset(named)
    try:
        if charset is not None:
            return content.decode(charset)
    except UnicodeError:
        pass
    raise RecordError("sgf.charset", charset=shortened(named))


def marked_charset(content: bytes) -> str | None:
    """Return the charset that a byte order mark at the beginning gives away; None where there is no mark."""
    return next((charset for mark, charset in _WIDE if content.startswith(mark)), None)


def _charset(name: str) -> str | None:
    """Return the codec of a charset by any of its names; None unless it writes brackets as ASCII does, as `CA` is."""
    known = normalize_encoding(name).lower()
    charset = _NAMES.get(known) or _NAMES.get(known.replace(".", "_"), known)
    if charset not in _CHARSETS:
        return None
    try:
        return charset if _PROBE.decode(charset) == _PROBE.decode("ascii") else None
    except (UnicodeError, LookupError):  # codecs that make bytes of bytes are no charsets
        return None


def parse(text: str) -> list[SgfNode]:
    """Return the nodes of the one game in a text, each after a smaller number. Raises RecordError naming the place."""
    start = re.search(r"\(\s*;", text)
    if start is None:
        raise RecordError("sgf.no-sgf")
    nodes: list[SgfNode] = []
    branches: list[int] = []
    last, name = -1, ""
    place = start.start()
    for match in _tokens(text, place):
        place = match.end()
        sign = match["sign"]
        if match["value"] is None and name and not nodes[-1].values[name]:
            raise _broken(text, match.start())  # a property without a value
        if sign == "(":
            branches.append(last)
        elif sign == ")" and branches:
            last = branches.pop()
            if not branches:
                break
        elif sign == ";":
            if len(nodes) > MOST_NODES:
                raise RecordError("record.too-long", where="SGF", allowed=MOST_NODES)
            nodes.append(SgfNode(last))
            last = len(nodes) - 1
        elif match["name"] is not None:
            name = "".join(letter for letter in match["name"] if letter.isupper())  # FF[3] wrote "Comment" for "C"
            if not name or name in nodes[-1].values:
                raise _broken(text, match.start())
            nodes[-1].values[name] = []
        elif match["value"] is not None and name and name in nodes[-1].values:
            nodes[-1].values[name].append(match["value"])
        else:
            raise _broken(text, match.start())
        name = name if sign is None else ""
    if branches or not nodes:
        raise RecordError("sgf.cut-off")
    if re.search(r"\(\s*;", text[place:]):
        raise RecordError("sgf.several")
    if text[place:].strip():
        raise _broken(text, len(text) - len(text[place:].lstrip()), "sgf.rest")
    return nodes


def _tokens(text: str, place: int) -> Iterator["re.Match[str]"]:
    """Yield the tokens from a place on. Raises RecordError where there is none."""
    while match := _TOKEN.match(text, place):
        place = match.end()
        yield match
    if text[place:].strip():
        raise _broken(text, place)


def _broken(text: str, place: int, key: str = "sgf.broken") -> RecordError:
    line = text.count("\n", 0, place) + 1
    column = place - text.rfind("\n", 0, place)
    return RecordError(key, line=line, column=column, text=shortened(text[place : place + 30], 20))


def serialise(nodes: Sequence[SgfNode], children: Mapping[int, Sequence[int]]) -> str:
    """Return nodes as the text of one game; `children` of each number are the nodes after it, the main line first."""
    parts = ["("]
    waiting: list[int | str] = [0]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            parts.append(one)
            continue
        node = nodes[one]
        parts.append(";" + "".join(f"{name}[{']['.join(values)}]" for name, values in node.values.items()) + "\n")
        following = children.get(one, ())
        if len(following) == 1:
            waiting.append(following[0])
        else:
            for number in reversed(following):
                waiting.extend((")\n", number, "("))
    return "".join([*parts, ")\n"])


def escape(text: str) -> str:
    """Return a text as the value of a property."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def unescape(value: str, simple: bool = False) -> str:
    """Return the text of a property's value; a `simple` one has no line breaks."""
    value = _BREAK.sub("\n", value)
    value = re.sub(r"\\(?:\n|(.))", r"\1", value)  # a line break after a backslash is none
    value = re.sub(r"[\t\v\f]", " ", value)
    return value.replace("\n", " ") if simple else value
