"""Play the matches that docs/strength.md and docs/levels.md tell of, and write their tables.

    python bench/matches.py strength            # plays what is missing; after Ctrl-C the same command continues
    python bench/matches.py levels --only ^kaomi
    python bench/matches.py strength --write    # plays nothing: counts what has been played, and writes the table

Every match is a command `fieldstone arena …`, printed before it runs. Its games are saved, each as soon as it is over,
in bench/matches/<table>/, which git ignores. What they come to is one line of bench/results/<table>.jsonl, and the
tables are made of these lines, and so is what the cards of networks tell of their matches: docs/arena.md describes
them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RUNNING = ROOT / "bench" / "matches"
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
# What finds openings fair where that is asked for: matches from those that playouts alone found fair count no more.
FAIR = {"balanced_by": ["playouts", "network"]}
# A chance at which slow games end: `python bench/adjudication.py vacu 7` says how often that is wrong.
DECIDED = {"vacu": 0.95, "vadus": 0.95}


@dataclass(frozen=True)
class Contest:
    """One match: `players` in the words of the arena, the first of whom is expected to win.

    Attributes
    ----------
    label : what the match is called, whatever its players are set to
    settings : what they are set to, without what is at its default: a new setting that is not used makes no new player
    """

    label: str
    settings: dict[str, Any]
    game: str
    players: tuple[str, str]
    games: int
    wanted: str = ""
    workers: int | None = None
    adjudicate: float = 0.0
    opening_plies: int = 2
    balanced: bool = False

    @property
    def name(self) -> str:
        """The label and six digits that change with the settings: a player that has changed plays into another file."""
        meant = json.dumps([self.settings, self.adjudicate], sort_keys=True)
        return f"{self.label}-{hashlib.sha256(meant.encode()).hexdigest()[:6]}"

    def file(self, table: str) -> Path:
        """Where its games are, while it is played and afterwards."""
        return RUNNING / table / f"{self.name}.jsonl"

    def command(self, file: Path) -> list[str]:
        """Return the arguments of `fieldstone`."""
        workers = [] if self.workers is None else ["--workers", str(self.workers)]
        end = ["--adjudicate", str(self.adjudicate)] if self.adjudicate else []
        begin = [] if self.opening_plies == 2 else ["--opening-plies", str(self.opening_plies)]
        begin += ["--balanced"] if self.balanced else []
        where = ["--out", file.relative_to(ROOT).as_posix()]
        return ["arena", *self.players, "--game", self.game, "--games", str(self.games), *begin, *end, *workers, *where]


def _used(meant: Any) -> dict[str, Any]:
    """Return the fields of a NamedTuple that are not at their default; groups of fields are flattened."""
    found = {}
    for name, value in meant._asdict().items():
        if hasattr(value, "_asdict"):
            found |= _used(value)
        elif name not in meant._field_defaults or value != meant._field_defaults[name]:
            found[name] = value
    return found


def _settings(game: str, *levels: Any) -> dict[str, Any]:
    """Return what the search is set to in a game, with the levels that play, as data."""
    from fieldstone.games.tuning import tuning_of

    tuned = tuning_of(game.split("(")[0])
    found: dict[str, Any] = {"search": _used(tuned.settings), "solving": _used(tuned.solving)}
    if levels:
        found["levels"] = [_used(level) for level in levels]
        # It counts only where time is the limit. The games of `max` in Vadus are from before there was one.
        found["search"].pop("pass_margin", None)
    if any(level.net for level in levels):
        found["network"] = _network(game)
    return found


def _network(name: str) -> str | None:
    """Return 16 digits that the network of a game is known by, and how it is used; None where it cannot be read."""
    from fieldstone.play.game import load
    from fieldstone.search.net.file import LATER
    from fieldstone.search.net.own import own_net

    net = own_net(load(name))
    if net is None:
        return None
    # What is as before it could be chosen is not named, so that the lines of then still count.
    walk = {name: value for name, value in net.walk._asdict().items() if LATER.get(name) != value}
    said = ", ".join(f"{name}={value}" for name, value in walk.items())
    return hashlib.sha256(f"{net.digest} Walk({said})".encode()).hexdigest()[:16]


def _against_plain(game: str, seconds: float, games: int, wanted: str) -> Contest:
    label = f"{game.split('(')[0]}-plain-{seconds:g}s"
    players = (f"search,seconds={seconds:g}", f"plain,seconds={seconds:g}")
    return Contest(label, _settings(game), game, players, games, wanted)


def _threads(game: str) -> Contest:
    label = f"{game.split('(')[0]}-threads"
    players = ("search,threads=2,seconds=0.1", "search,threads=1,seconds=0.1")
    return Contest(label, _settings(game), game, players, 100, "≥ 50%", 1)


def _networks() -> list[Contest]:
    """Return the matches of the networks that games bring: against the player of 0.1, plain UCT, and with more time."""
    from fieldstone.games import GAMES
    from fieldstone.play.game import load

    rows = (
        ("0.05s", "net,seconds=0.05", "search,seconds=0.05"),
        ("10plain", "net,seconds=0.05", "plain,seconds=0.5"),
        ("10times", "net,seconds=0.5", "net,name=net at 0.05 s,seconds=0.05"),
    )
    kaomi, iago = ("≥ 65%, 85%", "≥ 80%, 95%", "≥ 75%"), ("≥ 65%, 80%", "≥ 75%, 95%", "≥ 75%")
    convacu = ("≥ 60%, 80%", "≥ 90%, 95%", "≥ 75%")
    # The least, and what is hoped for.
    goals = {"convacu": convacu, "kaomi": kaomi, "squared": kaomi, "iago": iago, "iago-free": iago}
    contests = []
    for name in (name for name, spec in GAMES.items() if spec.network):
        game = load(name)
        settings = _settings(name) | {"network": _network(name)} | FAIR
        for (label, one, other), wanted in zip(rows, goals[name], strict=True):
            contest = Contest(f"{name}-net-{label}", settings, str(game), (one, other), 200, wanted)
            contests.append(replace(contest, opening_plies=4, balanced=True))
    return contests


def _ten_times() -> list[Contest]:
    """Return what the matches of networks measure, for games that bring none: there the player is that of 0.1.

    In Vadus it is another one, which passes where the player of 0.1 did not; so it is measured against that one too.
    """
    games = (("vacu(size=9)", 200, "≥ 90%, 95%"), *((f"vadus(size={size})", 40, "≥ 90%, 99%") for size in (7, 9)))
    mine = "search,seconds=0.05"
    contests = []
    for game, count, wanted in games:
        name = game.split("(")[0] + ("-9" if game == "vadus(size=9)" else "")
        settings = _settings(name.split("-")[0])
        plain, longer = (mine, "plain,seconds=0.5"), ("search,seconds=0.5", "search,name=search at 0.05 s,seconds=0.05")
        rows = [("10plain", plain, wanted), ("10times", longer, "≥ 75%")]
        if name.startswith("vadus"):
            rows.append(("0.05s", (mine, "search,name=the player of 0.1,pass_margin=1,seconds=0.05"), "≥ 60%, 75%"))
        for label, players, goal in rows:
            contest = Contest(f"{name}-{label}", settings, game, players, count, goal)
            contests.append(replace(contest, opening_plies=4, balanced=True))
    return contests


def _strength() -> list[Contest]:
    five = ("vacu(size=9)", "convacu(size=9)", "kaomi(size=7)", "iago", "vadus(size=7)")
    return [
        *(_against_plain(game, 0.1, 40 if game.startswith("vadus") else 200, "≥ 75%") for game in five),
        *(_against_plain(game, 1.0, 40, "") for game in ("kaomi(size=7)", "iago")),
        *(_threads(game) for game in ("vacu(size=9)", "kaomi(size=7)", "iago")),
        *_networks(),
        *_ten_times(),
    ]


def _levels() -> list[Contest]:
    from fieldstone.games.tuning import tuning_of

    contests = []
    for game in NAMES:
        tuned = tuning_of(game)
        levels = {str(number): level for number, level in enumerate(tuned.levels, start=1)} | {"max": tuned.highest}
        for low, high in pairwise(levels):
            fast = (levels[high].net_simulations or levels[high].simulations or 10**9) <= FAST[game]
            games, decided = (FAST_GAMES, 0.0) if fast else (SLOW_GAMES, DECIDED.get(game, 0.0))
            settings = _settings(game, levels[high], levels[low])
            players = (high, low)
            label = f"{game}-{high}-{low}"
            contest = Contest(label, settings, game, players, games, "65 to 85%", adjudicate=decided)
            if levels[high].net:  # where both play so well, who wins from two random moves is decided by these
                contest = replace(contest, settings=settings | FAIR, opening_plies=4, balanced=True)
            contests.append(contest)
    return contests


# Playing ---------------------------------------------------------------------------------------


def _commit() -> str:
    """Return what is checked out, with a plus where the program has been edited since."""
    said = [["git", "rev-parse", "--short=12", "HEAD"], ["git", "status", "--porcelain", "--", "src"]]
    head, edits = (subprocess.run(one, cwd=ROOT, capture_output=True, text=True, check=True).stdout for one in said)
    return head.strip() + ("+" if edits else "")


def _commits(file: Path, now: str = "") -> list[str]:
    """Return by which commits the games of a file were played, after `now` has been noted."""
    notes = file.with_suffix(".commits")
    found = notes.read_text(encoding="utf-8").split() if notes.exists() else []
    if now and now not in found:
        found.append(now)
        notes.write_text("".join(f"{one}\n" for one in found), encoding="utf-8")
    return found


def _run(contest: Contest, table: str) -> None:
    """Play what is missing of a match."""
    file = contest.file(table)
    file.parent.mkdir(parents=True, exist_ok=True)
    command = contest.command(file)
    print("$ fieldstone", shlex.join(command), flush=True)
    _commits(file, _commit())
    done = subprocess.run([sys.executable, "-m", "fieldstone.cli", *command], cwd=ROOT, check=False)
    if done.returncode:
        sys.exit(done.returncode)


# What it came to -------------------------------------------------------------------------------


def summary(contest: Contest, table: str) -> dict[str, Any] | None:
    """Return the line of a match, from the games that are in its file; None before the first pair is complete."""
    from fieldstone import __version__
    from fieldstone.arena.match import Match
    from fieldstone.arena.report import Standings
    from fieldstone.arena.results import open_results

    file = contest.file(table)
    first = file.read_bytes().partition(b"\n")[0] if file.exists() else b""
    if not first:
        return None
    match = Match.from_data(json.loads(first)["match"])
    with open_results(file, match) as results:
        games = results.games
    pairs = [_pair(games, number) for number in range(contest.games // 2)]
    if not any("." not in pair for pair in pairs):
        return None
    while pairs[-1] == "..":
        pairs.pop()
    data = Standings(match, contest.games // 2, games.values()).report().to_data()
    couple, players = data["couples"][0], data["players"]
    return {
        "label": contest.label,
        "game": match.game,
        "players": list(match.players),
        "settings": contest.settings,
        "opening_plies": match.opening_plies,
        "seed": match.seed,
        "clock": match.clock,
        "adjudicate": match.adjudicate,
        **({"balanced": True} if match.balanced else {}),
        "games": sum(couple[name] for name in ("wins", "draws", "losses")),
        **{name: couple[name] for name in ("wins", "draws", "losses", "score", "score_interval", "elo")},
        **{name: [player[name] for player in players] for name in ("seconds_per_move", "simulations_per_move")},
        "version": __version__,
        "commits": _commits(file),
        "pairs": " ".join(pairs),
        "command": shlex.join(["fieldstone", *contest.command(file)]),
    }


def _pair(games: dict[tuple[int, int, int], dict[str, Any]], number: int) -> str:
    """Return what the first player got in the two games of a pair, as seat 1 and as seat 2: 2 a win, 1 a draw."""
    signs = []
    for seats in ((0, 1), (1, 0)):
        game = games.get((number, *seats))
        signs.append("." if game is None else "1" if game["winner"] is None else "20"[game["winner"]])
    return "".join(signs)


def read_lines(table: str) -> list[dict[str, Any]]:
    """Return the lines of a table that are in git's tree."""
    file = RESULTS / f"{table}.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [json.loads(line) for line in lines]


def line_of(contest: Contest, lines: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the line of a match, None if it has not been played as its players are set now."""
    meant = (contest.label, contest.settings, contest.adjudicate)
    found = (line for line in lines if (line["label"], line["settings"], line["adjudicate"]) == meant)
    return next(found, None)


def _keep(contests: Sequence[Contest], table: str) -> list[dict[str, Any]]:
    """Write what has been played into the lines of a table; lines of players that have changed leave it.

    Where this machine has fewer games of a match than the line tells of, the line stays.
    """
    old, new = read_lines(table), []
    for contest in contests:
        known, played = line_of(contest, old), summary(contest, table)
        if played is not None and (known is None or played["games"] >= known["games"]):
            new.append(played)
        elif known is not None:
            new.append(known)
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in new)
    (RESULTS / f"{table}.jsonl").write_text(text, encoding="utf-8")
    return new


def _row(contest: Contest, line: dict[str, Any] | None) -> str:
    first, second = contest.players
    if line is None:
        return f"| {contest.game} | `{first}` | `{second}` | – | of {contest.games} | – | – | – | {contest.wanted} |"
    low, high = line["score_interval"]
    elo = f"{line['elo']:+.0f}" if line["elo"] is not None else "–"
    times = " / ".join(f"{1000 * seconds:.0f}" for seconds in line["seconds_per_move"])
    share = f"{100 * line['score']:.1f}% ({100 * low:.0f} to {100 * high:.0f})"
    record = f"{line['wins']} – {line['losses']}" + (f", {line['draws']} drawn" if line["draws"] else "")
    missing = "" if line["games"] >= contest.games else f" of {contest.games}"
    return (
        f"| {contest.game} | `{first}` | `{second}` | {record} | {line['games']}{missing} | {share} | {elo} | {times} "
        f"| {contest.wanted} |"
    )


def table_of(contests: Sequence[Contest], lines: Sequence[dict[str, Any]]) -> str:
    """Return the table of all matches of a page."""
    rows = [
        "| game | player | opponent | won – lost | games | score, 95% interval | Elo | ms a move | wanted |",
        "|---|---|---|---|--:|---|--:|--:|---|",
        *(_row(contest, line_of(contest, lines)) for contest in contests),
    ]
    return "\n".join(rows)


def on_card(line: dict[str, Any]) -> dict[str, Any]:
    """Return what the card of a network tells of a match."""
    player, opponent = line["players"]
    counts = {name: line[name] for name in ("games", "wins", "draws", "losses") if name != "draws" or line[name]}
    interval = [round(bound, 3) for bound in line["score_interval"]]
    strength = {
        "score": round(line["score"], 3),
        "interval": interval,
        "elo": None if line["elo"] is None else round(line["elo"]),
    }
    begins = {"opening_plies": line["opening_plies"], "balanced_by": line["settings"]["balanced_by"]}
    return {"game": line["game"], "player": player, "opponent": opponent, **begins, **counts, **strength}


def cards(lines: Sequence[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Return the matches that the cards of the networks tell of which games bring, by the game's name."""
    known = [(contest, line_of(contest, lines)) for contest in _networks()]
    found: dict[str, list[dict[str, Any]]] = {}
    for contest, line in known:
        if line is not None:
            found.setdefault(contest.label.rpartition("-net-")[0], []).append(on_card(line))
    return found


def _write_cards(lines: Sequence[dict[str, Any]]) -> None:
    """Let the cards of the networks that games bring tell of the matches as the table does."""
    from fieldstone.games import GAMES
    from fieldstone.search.net.file import read_net, write_net
    from fieldstone.search.net.own import net_path

    for name, told in cards(lines).items():
        path = net_path(GAMES[name])
        assert path is not None
        net = read_net(path)
        if net.made.get("matches") != told:
            write_net(replace(net, made=net.made | {"matches": told}), path)
            print(f"Written: the card of {path.relative_to(ROOT)}")


def _write(table: str, rows: str) -> None:
    """Put a table between the marks of its page."""
    page = ROOT / "docs" / f"{table}.md"
    text = page.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    page.write_text(before + BEGIN + "\n" + rows + "\n" + END + after, encoding="utf-8")
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
    if asked.write:
        lines = _keep(contests, asked.table)
        _write(asked.table, table_of(contests, lines))
        if asked.table == "strength":
            _write_cards(lines)
        return
    known = read_lines(asked.table)
    for contest in contests:
        line = line_of(contest, known)
        if re.search(asked.only, contest.name) and (line is None or line["games"] < contest.games):
            workers = contest.workers if contest.workers is not None else asked.workers
            _run(replace(contest, workers=workers), asked.table)
            _keep(contests, asked.table)


if __name__ == "__main__":
    main()
