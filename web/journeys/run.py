"""Run the journeys through the page: finds a Chromium, installs one where that is possible, starts Playwright.

Arguments go to Playwright: `python web/journeys/run.py whole-games -g Kaomi`. Without a Chromium that can be found or
installed the journeys are skipped, which is said; with CI set that is a failure.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent.parent
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    """Return the path of a Chromium, or None."""
    given = os.environ.get("FIELDSTONE_CHROMIUM")
    return given or next((path for path in map(shutil.which, NAMES) if path), None)


def install() -> None:
    """Try to install Debian's Chromium; what fails is seen by its absence."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return
    print("Installing Chromium for the journeys ...", flush=True)
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update", "-qq"], ["install", "-qq", "-y", "--no-install-recommends", "chromium"]):
        subprocess.run(["apt-get", *command], env=quietly, stdout=subprocess.DEVNULL, check=False)


def main() -> int:
    """Run the journeys; returns Playwright's exit status."""
    if find() is None:
        install()
    browser = find()
    if browser is None:
        print("SKIPPED: all journeys through the page. They need Chromium: install the package chromium of your")
        print("system, or name a Chrome or Chromium in the environment variable FIELDSTONE_CHROMIUM.")
        return 1 if os.environ.get("CI") else 0
    environment = {**os.environ, "FIELDSTONE_CHROMIUM": browser, "FIELDSTONE_PYTHON": sys.executable}
    command = ["npx", "playwright", "test", *sys.argv[1:]]
    return subprocess.run(command, cwd=WEB, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
