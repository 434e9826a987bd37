"""Play the matches that docs/strength.md and docs/levels.md tell of, and write their tables.

    python bench/matches.py strength            # plays what is missing; Ctrl-C and the same command go on
    python bench/matches.py levels --only ^kaomi
    python bench/matches.py strength --write    # plays nothing, writes the table of what has been played

Every match is a command `fieldstone arena …`, printed before it runs, and each game is kept in
bench/results/<table>/ as soon as it is over.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results"
NAMES = ("vacu", "convacu", "kaomi", "squared", "iago", "iago-free", "vadus")
BEGIN, END = "<!-- matches: begin -->", "<!-- matches: end -->"
FAST_GAMES, SLOW_GAMES = 200, 60  # of levels, where a move takes less than 50 ms, and more
# Simulations a move that take about 50 ms of one core, on the machine of docs/benchmarks.md.
FAST = {
    "vacu": 6_000,
    "convacu": 4_000,
    "kaomi": 11_000,
    "squared": 11_000,
    "iago": 20_000,
    "iago-free": 8_000,
    "vadus": 1_300,
}
# A chance at which slow games end: `python bench/adjudication.py vacu 7` says how often that is wrong.
DECIDED = {"vacu": 0.95, "vadus": 0.95}


@dataclass(frozen=True)
class Contest:
    """One match: `players` in the words of the arena, the first of whom is expected to win."""

    name: str
    game: str
    players: tuple[str, str]
    games: int
    wanted: str = ""
    workers: int | None = None
    adjudicate: float = 0.0

    def command(self, file: Path) -> list[str]:
        """Return the arguments of `fieldstone`."""
        workers = [] if self.workers is None else ["--workers", str(self.workers)]
        end = ["--adjudicate", str(self.adjudicate)] if self.adjudicate else []
        where = ["--out", str(file.relative_to(ROOT))]
        return ["arena", *self.players, "--game", self.game, "--games", str(self.games), *end, *workers, *where]


def _digest(*meant: Any) -> str:
    """Return six digits that change with what is meant: games of a player that has changed belong to another file.

    What is at its default is left out, so that a new setting that is not used makes no new player.
    """
    used = [{name: value for name, value in one._asdict().items() if value != one._field_defaults.get(name)}
            if isinstance(one, tuple) else one for one in meant]  # fmt: skip
    return hashlib.sha256(repr(used).encode()).hexdigest()[:6]


def _named(game: str, what: str) -> str:
    """Return the name of a match between players at full strength."""
    from fieldstone.search.tuning import TUNED

    name = game.split("(")[0]
    return f"{name}-{what}-{_digest(TUNED[name].settings, TUNED[name].solving)}"


def _against_plain(game: str, seconds: float, games: int, wanted: str) -> Contest:
    name = _named(game, f"plain-{seconds:g}s")
    players = (f"search,seconds={seconds:g}", f"plain,seconds={seconds:g}")
    return Contest(name, game, players, games, wanted)


def _threads(game: str) -> Contest:
    players = ("search,threads=2,seconds=0.1", "search,threads=1,seconds=0.1")
    return Contest(_named(game, "threads"), game, players, 100, "≥ 50 %", 1)


def _strength() -> list[Contest]:
    five = ("vacu(size=9)", "convacu(size=9)", "kaomi(size=7)", "iago", "vadus(size=7)")
    return [
        *(_against_plain(game, 0.1, 200, "≥ 75 %") for game in five),
        *(_against_plain(game, 1.0, 40, "") for game in ("kaomi(size=7)", "iago")),
        *(_threads(game) for game in ("vacu(size=9)", "kaomi(size=7)", "iago")),
    ]


def _levels() -> list[Contest]:
    from fieldstone.search.levels import MAX
    from fieldstone.search.tuning import TUNED

    contests = []
    for game in NAMES:
        tuned = TUNED[game]
        levels = {str(number): level for number, level in enumerate(tuned.levels, start=1)} | {"max": MAX}
        for low, high in pairwise(levels):
            fast = (levels[high].simulations or 10**9) <= FAST[game]
            games, decided = (FAST_GAMES, 0.0) if fast else (SLOW_GAMES, DECIDED.get(game, 0.0))
            digest = _digest(tuned.settings, tuned.solving, levels[low], levels[high], decided)
            name = f"{game}-{high}-{low}-{digest}"
            contests.append(Contest(name, game, (high, low), games, "65 to 85 %", adjudicate=decided))
    return contests


def _run(contest: Contest, file: Path) -> None:
    """Play what is missing of a match."""
    file.parent.mkdir(parents=True, exist_ok=True)
    command = contest.command(file)
    print("$ fieldstone", shlex.join(command), flush=True)
    done = subprocess.run([sys.executable, "-m", "fieldstone.cli", *command], cwd=ROOT, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def _report(contest: Contest, file: Path) -> dict[str, Any] | None:
    """Return the arena's report of the games that have been played, without playing any; None before the first pair."""
    played = len(file.read_text().splitlines()) if file.exists() else 0
    if played < 2:
        return None
    shorter = Contest(**{**vars(contest), "games": min(contest.games, played // 2 * 2)})
    command = [sys.executable, "-m", "fieldstone.cli", *shorter.command(file), "--json"]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _row(contest: Contest, report: dict[str, Any] | None) -> str:
    first, second = contest.players
    if report is None:
        return f"| {contest.game} | `{first}` | `{second}` | – | of {contest.games} | – | – | – | {contest.wanted} |"
    couple = report["couples"][0]
    games = couple["wins"] + couple["draws"] + couple["losses"]
    low, high = couple["score_interval"]
    elo = f"{couple['elo']:+.0f}" if couple["elo"] is not None else "–"
    times = " / ".join(f"{1000 * player['seconds_per_move']:.0f}" for player in report["players"])
    share = f"{100 * couple['score']:.1f} % ({100 * low:.0f} to {100 * high:.0f})"
    record = f"{couple['wins']} – {couple['losses']}" + (f", {couple['draws']} drawn" if couple["draws"] else "")
    missing = "" if games >= contest.games else f" of {contest.games}"
    return (
        f"| {contest.game} | `{first}` | `{second}` | {record} | {games}{missing} | {share} | {elo} | {times} "
        f"| {contest.wanted} |"
    )


def _write(table: str, contests: list[Contest], folder: Path) -> None:
    """Write the table of all matches of a page between its marks."""
    lines = [
        "| game | player | opponent | won – lost | games | score, 95 % interval | Elo | ms a move | wanted |",
        "|---|---|---|---|--:|---|--:|--:|---|",
        *(_row(contest, _report(contest, folder / f"{contest.name}.jsonl")) for contest in contests),
    ]
    page = ROOT / "docs" / f"{table}.md"
    text = page.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    page.write_text(before + BEGIN + "\n" + "\n".join(lines) + "\n" + END + after, encoding="utf-8")
    print(f"Written: {page.relative_to(ROOT)}")


def main() -> None:
    """Read the command line and do as it says."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("table", choices=("strength", "levels"))
    reader.add_argument("--only", default="", help="a regular expression on the names of the matches to play")
    reader.add_argument("--workers", type=int, help="games at the same time")
    reader.add_argument("--write", action="store_true", help="play nothing, write the table")
    asked = reader.parse_args()
    contests = _strength() if asked.table == "strength" else _levels()
    folder = RESULTS / asked.table
    if asked.write:
        _write(asked.table, contests, folder)
        return
    for contest in contests:
        if re.search(asked.only, contest.name):
            if asked.workers and contest.workers is None:
                contest = Contest(**{**vars(contest), "workers": asked.workers})
            _run(contest, folder / f"{contest.name}.jsonl")


if __name__ == "__main__":
    main()
