"""Write what the rules say into docs/rules.md: ``python docs/rules.py`` takes every paragraph from the catalogues.

What stands there beside them, headings and words between them, is left as it is. With ``--check`` nothing is written,
and it fails if the page is not what it would write.
"""

import re
import sys
import textwrap
from pathlib import Path

import fieldstone.games  # noqa: F401  (their texts are part of the catalogues)
from fieldstone.messages import catalogue

PAGE = Path(__file__).parent / "rules.md"
WIDTH = 120
PARAGRAPH = re.compile(r"^### (\S+)\n\n.+?(?=\n\n|\n\Z)", re.MULTILINE | re.DOTALL)
CITED = re.compile(r"(?<![`.\w])([A-Z]\d+)\b")


def paragraph(number: str) -> str:
    """Return a rule under its heading; the numbers of others in it are links."""
    linked = CITED.sub(lambda found: f"[{found[1]}](#{found[1].lower()})", str(catalogue("en")[f"rule.{number}"]))
    wrapped = textwrap.fill(linked, WIDTH, break_long_words=False, break_on_hyphens=False)
    return f"### {number}\n\n{wrapped}"


def written() -> str:
    """Return the page as it has to be."""
    return PARAGRAPH.sub(lambda found: paragraph(found[1]), PAGE.read_text(encoding="utf-8"))


def main() -> int:
    """Write the page, or check it; returns the exit status."""
    if sys.argv[1:] == ["--check"]:
        return int(written() != PAGE.read_text(encoding="utf-8"))
    PAGE.write_text(written(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
