"""Serve the static edition as any web server would: files of a folder under a path, with the policy of docs/hosting.md.

``python static.py FOLDER PORT PATH``: only this machine reaches it.
"""

import re
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HOSTING = Path(__file__).resolve().parents[2] / "docs" / "hosting.md"
# As nginx puts it together.
PARTS = re.findall(r'^set \$policy "(?:\$\{policy\})?(.*)";$', HOSTING.read_text(encoding="utf-8"), re.MULTILINE)
POLICY = "".join(PARTS)


class UnderPath(SimpleHTTPRequestHandler):
    """The files of a folder, but only under `prefix`."""

    prefix = "/"

    def translate_path(self, path: str) -> str:
        """Return the file of an address; outside of the path there is none."""
        if not path.startswith(self.prefix):
            return super().translate_path("/no such file")
        return super().translate_path("/" + path.removeprefix(self.prefix))

    def end_headers(self) -> None:
        """Send the policy with every file: a worker obeys that of its own."""
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *said: object) -> None:
        """Say nothing: whoever tests the page sees what it got."""


def main() -> None:
    """Serve until it is ended."""
    folder, port, UnderPath.prefix = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    ThreadingHTTPServer(("127.0.0.1", port), partial(UnderPath, directory=folder)).serve_forever()


if __name__ == "__main__":
    main()
