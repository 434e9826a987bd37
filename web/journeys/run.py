"""Run the journeys through the page: finds the browsers, installs them where that is possible, starts Playwright.

Arguments go to Playwright: `python web/journeys/run.py whole-games -g Kaomi`. With `--static` the journeys go through
the static edition in `site/` instead of a server's page; with `--drawn` what both editions can do is done on one of
them, drawn by FIELDSTONE_SEED: run with both, everything is done once. With `--pictures` one of every page is kept in
`web/test-results/screens/`. Without a Chromium that can be found or installed they are skipped, and without a Firefox
those in Firefox; that is said, and with CI set it is a failure.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

STATIC, DRAWN, PICTURES = "--static", "--drawn", "--pictures"
WEB = Path(__file__).resolve().parent.parent


class Browser(NamedTuple):
    """A browser: its name, how its program may be called, Debian's package, and the variable that names another one."""

    name: str
    programs: tuple[str, ...]
    package: str
    variable: str

    def find(self) -> str | None:
        """Return the path of the program, or None."""
        return os.environ.get(self.variable) or next((path for path in map(shutil.which, self.programs) if path), None)


CHROMIUM = Browser(
    "Chromium",
    ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    "chromium",
    "FIELDSTONE_CHROMIUM",
)
FIREFOX = Browser("Firefox", ("firefox-esr", "firefox"), "firefox-esr", "FIELDSTONE_FIREFOX")


def install(browsers: list[Browser]) -> None:
    """Try to install Debian's packages; what fails is seen by the absence of a browser."""
    if not browsers or shutil.which("apt-get") is None or os.geteuid() != 0:
        return
    print(f"Installing {' and '.join(one.name for one in browsers)} for the journeys ...", flush=True)
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    packages = [one.package for one in browsers]
    for command in (["update", "-qq"], ["install", "-qq", "-y", "--no-install-recommends", *packages]):
        subprocess.run(["apt-get", *command], env=quietly, stdout=subprocess.DEVNULL, check=False)


def main() -> int:
    """Run the journeys; returns Playwright's exit status, or 1 if a browser is missing although CI is set."""
    install([one for one in (CHROMIUM, FIREFOX) if one.find() is None])
    environment = {**os.environ, "FIELDSTONE_PYTHON": sys.executable}
    asked = [one for one in sys.argv[1:] if one not in (STATIC, DRAWN, PICTURES)]
    if PICTURES in sys.argv:
        environment["FIELDSTONE_PICTURES"] = "1"
    if DRAWN in sys.argv:
        lot = environment.get("FIELDSTONE_SEED")
        if lot is None:
            print("--drawn: set FIELDSTONE_SEED to a number, the same one for both editions.")
            return 1
        environment["FIELDSTONE_LOT"] = lot
        print(f"drawn by lot with FIELDSTONE_SEED={lot}", flush=True)
    if STATIC in sys.argv:
        environment["FIELDSTONE_EDITION"] = "static"
        if not (WEB.parent / "site" / "index.html").is_file():
            print("There is no static edition to go through: `make site` builds it.")
            return 1
    missing = 1 if os.environ.get("CI") else 0
    status = 0
    for browser, journeys in ((CHROMIUM, "all journeys through the page"), (FIREFOX, "the journeys in Firefox")):
        program = browser.find()
        if program is not None:
            environment[browser.variable] = program
            continue
        print(f"SKIPPED: {journeys}. They need {browser.name}: install the package {browser.package} of your")
        print(f"system, or name the program in the environment variable {browser.variable}.", flush=True)
        if browser is CHROMIUM:
            return missing
        status = missing
    command = ["npx", "playwright", "test", *asked]
    return subprocess.run(command, cwd=WEB, env=environment, check=False).returncode or status


if __name__ == "__main__":
    sys.exit(main())
