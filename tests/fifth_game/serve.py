"""Serve the page with the fifth game installed, for a journey: ``python -m tests.fifth_game.serve FOLDER``.

The game is installed and compiled in the folder, where the server's address is written to ``address`` when it answers.
"""

import os
import subprocess
import sys
from pathlib import Path

from tests.fifth_game.test_installed import environment, install


def serve(folder: Path) -> None:
    """Install, compile, and become a server that compiles nothing but what it is asked for."""
    site = folder / "site"
    install(site, folder / "source")
    env = environment(site)
    for arguments in (["fieldstone.targets"], ["fieldstone.cli", "warmup", "--to-play", "atari-go"]):
        command = [sys.executable, "-m", *arguments]
        subprocess.run(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    os.execve(sys.executable, [sys.executable, "-m", "tests.fifth_game.serve", "--installed", str(folder)], env)


def listen(folder: Path) -> None:
    """Be the server."""
    from fieldstone.server.settings import Settings, sqlite_address
    from tests.server.conftest import InProcess

    server = InProcess(Settings(sqlite_address(folder / "games.sqlite"), warm=False))
    unfinished = folder / "address.new"
    unfinished.write_text(str(server.client.base_url).rstrip("/"), encoding="utf-8")
    unfinished.replace(folder / "address")
    server.thread.join()


if __name__ == "__main__":
    listen(Path(sys.argv[2])) if sys.argv[1] == "--installed" else serve(Path(sys.argv[1]))
