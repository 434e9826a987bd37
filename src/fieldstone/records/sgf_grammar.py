"""The grammar of SGF, FF[4]: text to nodes and back. What the properties mean stands elsewhere.

A tree is a flat list of nodes, each with the number of the one that it follows, so that nothing descends into it.
"""

import codecs
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from fieldstone.records.errors import RecordError, shortened
from fieldstone.records.limits import LARGEST, MOST_NODES

# Programs write these; others (there are codecs that do strange things) are not tried.
CHARSETS = re.compile(
    r"utf-?8|us-ascii|ascii|latin-?1|iso-?8859-?\d{1,2}|(windows-|cp)125\d|shift[_-]jis|euc[_-](jp|kr)|cp9(32|49)"
    r"|gb2312|gbk|gb18030|big5",
    re.IGNORECASE | re.ASCII,
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
    if content.startswith(codecs.BOM_UTF8):
        charset = "utf-8-sig"
    else:
        found = re.search(rb"\bCA\s*\[([^\]]{0,40})\]", content[:4096])
        charset = found[1].decode("latin-1").strip() if found else "latin-1"
        if not CHARSETS.fullmatch(charset):
            raise RecordError("sgf.charset", charset=shortened(charset))
    try:
        return content.decode(charset)
    except (UnicodeDecodeError, LookupError):
        raise RecordError("sgf.charset", charset=shortened(charset)) from None


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
