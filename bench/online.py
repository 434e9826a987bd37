"""Games between people: what a move costs the server, what is told of it and how soon, and what many people cost.

    python bench/online.py                              # measure and print, some four minutes
    python bench/online.py --only 19x19                 # the rows whose names match
    python bench/online.py --peer FOLDER                # boardgame.io beside it, which is installed there
    python bench/online.py --write docs/benchmarks.md   # and replace the table there

The server is `fieldstone serve`, on the loopback with SQLite and full sync; its processor time and its memory are those
of its process. For FOLDER: `npm install boardgame.io@0.50.2 koa-compose@4.1.0 node-persist@3
socket.io-client@4` in an empty one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from subprocess import PIPE
from typing import Any, NamedTuple

import boardgame
import people
import report
from page import chromium
from people import Client, Served, Table, all_connected, connected, in_processes, line_of, served, set_up
from turns import Job, measure_all

DAY = 86_400_000
FEW = 20  # games of a row that is about one move
LENGTH = 60  # moves of each
RATE = 50.0  # moves a second, of all games together
LONG = 300  # moves that have been played in a long game
BACK = 5  # times that each player comes back
MANY, MANY_RATE, MANY_SECONDS = 1000, 200.0, 30.0
SOCKETS, IDLE_SECONDS = 10_000, 10.0
WATCHERS, WATCHED = 200, 30
SWEPT, SWEEP_SECONDS, FIRST, EXPIRES = 100_000, 20.0, 15_000, 860  # one deadline in so many milliseconds: a day for all
Ready = Callable[[], Awaitable[None]]


class Played(NamedTuple):
    """What a process of clients has seen: the seconds until the other player heard of a move, and the bytes told."""

    delays: list[float]
    told: list[int]
    behind: float  # the longest that a move came later than it should
    ended: float


class Pair:
    """Two players at a table, who play the moves of a line, each at its moment."""

    def __init__(self, table: Table, moves: list[str], first: int) -> None:
        self.table, self.moves, self.first = table, moves, first
        self.clients: list[Client] = []
        self.delays: list[float] = []
        self.told: list[int] = []
        self.seq, self.sent, self.behind, self.made = 0, 0.0, 0.0, 0
        self.heard_by = 0
        self.refused = b""
        self.done: asyncio.Event = asyncio.Event()

    async def connect(self, at: tuple[str, int], number: int) -> None:
        for seat, token in enumerate(self.table.tokens):
            hello = {"games": [{"id": self.table.game, "token": token}]}
            self.clients.append(await connected(at, 2 * number + seat, hello, self.hear))

    def hear(self, client: Client, payload: bytes) -> None:
        if payload.startswith(b'{"type":"welcome"'):
            self.seq = max([event["seq"] for event in json.loads(payload)["games"][0]["events"]], default=0)
        elif payload.startswith(b'{"type":"event"'):
            self.told.append(len(payload))
            if client is not self.clients[(self.first + self.made) % 2]:
                self.delays.append(time.perf_counter() - self.sent)
            self.heard_by += 1
            if self.heard_by == 2:
                self.heard_by, self.made, self.seq = 0, self.made + 1, self.seq + 1
                self.done.set()
        elif payload.startswith(b'{"type":"refused"'):
            self.refused = payload
            self.done.set()

    async def play(self, begun: float, wait: float, every: float) -> None:
        for number in range(len(self.moves)):
            due = begun + wait + number * every
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            self.behind = max(self.behind, time.perf_counter() - due)
            await self.move()

    async def move(self) -> None:
        """Make the next move, and wait until both have heard of it."""
        self.done.clear()
        self.sent = time.perf_counter()
        command = {"nonce": f"b{self.made}", "seq": self.seq, "what": "move", "move": self.moves[self.made]}
        self.clients[(self.first + self.made) % 2].say(type="do", game=self.table.game, **command)
        await asyncio.wait_for(self.done.wait(), people.PATIENCE)
        if self.refused:
            raise AssertionError(self.refused)


async def play(
    at: tuple[str, int], tables: list[Table], first: int, moves: list[str], skip: int, rate: float, ready: Ready
) -> Played:
    """Play at some tables at the same time, at a rate of all of them together, after `skip` moves of the line."""
    pairs = [Pair(table, moves, skip) for table in tables]
    await all_connected(list(enumerate(pairs)), lambda one: one[1].connect(at, first + one[0]))
    await ready()
    begun = time.perf_counter()
    await asyncio.gather(*(pair.play(begun, n / rate, len(pairs) / rate) for n, pair in enumerate(pairs)))
    ended = time.perf_counter()
    for client in (client for pair in pairs for client in pair.clients):
        client.close()
    delays, told = ([one for pair in pairs for one in getattr(pair, name)] for name in ("delays", "told"))
    return Played(delays, told, max(pair.behind for pair in pairs), ended)


def played(one: Served, tables: list[Table], moves: list[str], skip: int, rate: float) -> dict[str, float]:
    """Let clients play, in processes of their own; return what it was like, and what it has cost the server."""
    share = len(tables) // people.WORKERS
    parts = [
        ((one.host, one.port), tables[n * share : (n + 1) * share], n * share, moves, skip, rate / people.WORKERS)
        for n in range(people.WORKERS)
    ]
    found, (begun, used) = in_processes(play, parts, lambda: (time.perf_counter(), one.processor_seconds()))
    used, seconds = one.processor_seconds() - used, max(part.ended for part in found) - begun
    delays, made = sorted(delay for part in found for delay in part.delays), len(tables) * len(moves)
    return {
        "processor": 1000 * used / made,
        "bytes": statistics.mean(told for part in found for told in part.told),
        "median": 1000 * statistics.median(delays),
        "p99": 1000 * delays[int(0.99 * len(delays))],
        "rate": made / seconds,
        "behind": 1000 * max(part.behind for part in found),
        "megabytes": one.megabytes(),
    }


async def backs(at: tuple[str, int], tables: list[Table], events: int) -> list[float]:
    """Return in how many seconds players have all that they have missed, each beginning with a new connection."""
    times: list[float] = []
    for number, table in enumerate(tables * BACK):
        missed: list[int] = []

        def hear(client: Client, payload: bytes, missed: list[int] = missed) -> None:
            if payload.startswith(b'{"type":"welcome"'):
                missed.append(len(json.loads(payload)["games"][0]["events"]))

        begun = time.perf_counter()
        hello = {"games": [{"id": table.game, "token": table.tokens[0], "seq": events - LENGTH}]}
        client = await connected(at, number, hello, hear)
        times.append(time.perf_counter() - begun)
        assert missed == [LENGTH]
        client.close()
    return sorted(times)


def value(work: str, unit: str, wanted: float | None = None) -> report.Row:
    """Return a row of which less is better."""
    return report.Row(work, unit, judged="value", wanted=wanted, at_most=True)


# -- the rows ----------------------------------------------------------------------------------------------------------


def rules_of(kind: str) -> Any:
    """Return the clocks of a game with days, or of a live one."""
    from fieldstone.server.online.clocks import Rules

    return Rules("days", DAY) if kind == "days" else Rules("fischer", 3_600_000, increment=5_000)


def fill_moves(row: report.Row, folder: Path, size: int, skip: int, peer: Path | None) -> list[report.Row]:
    """Measure one move."""
    line, where = line_of(size, skip + LENGTH), row.work.partition(",")[2].strip()
    assert len(line) == skip + LENGTH
    database = database_in(folder)
    tables = set_up(database, FEW, size, rules_of("days"), line[:skip])
    with served(database) as one:
        asyncio.run(backs_of_nobody(one, tables))
        found = played(one, tables, line[skip:], skip, RATE)
        times = asyncio.run(backs((one.host, one.port), tables, skip + LENGTH))
    row.ours = [found["processor"]]
    row.note = f"{number(found['rate'])} moves/s of {FEW} games"
    told = value(f"bytes told, a move and person, {where}", "bytes", 300)
    told.ours = [found["bytes"]]
    soon = value(f"until the other player is told, 99 %, {where}", "ms")
    soon.ours, soon.note = [found["p99"]], f"median {number(found['median'])} ms"
    back = value(f"back with {LENGTH} events that were missed, 99 %, {where}", "ms", 300)
    back.ours, back.note = [1000 * times[int(0.99 * len(times))]], f"median {number(1000 * times[len(times) // 2])} ms"
    if peer is not None and not skip and size == 9:
        theirs = boardgame.played(peer, FEW, LENGTH, RATE)
        beside((row, "processor"), (told, "bytes"), (soon, "p99"), found=theirs)
    return [told, soon, back]


async def backs_of_nobody(one: Served, tables: list[Table]) -> None:
    """Let the server read the games, which is no part of what a move costs."""
    for number, table in enumerate(tables):
        client = await connected((one.host, one.port), number, {"games": [{"id": table.game}]})
        client.close()


def beside(*rows: tuple[report.Row, str], found: dict[str, float] | str) -> None:
    """Put boardgame.io beside our rows, or say why it is not there."""
    for row, name in rows:
        if isinstance(found, str):
            row.note = "; ".join(part for part in (row.note, f"boardgame.io: {found}") if part)
        else:
            row.theirs, row.peer = [found[name]], "boardgame.io, files"


def fill_many(row: report.Row, folder: Path, peer: Path | None) -> list[report.Row]:
    """Measure many live games at the same time."""
    line = line_of(9, 2 + int(MANY_SECONDS * MANY_RATE / MANY))
    database = database_in(folder)
    tables = set_up(database, MANY, 9, rules_of("live"), line[:2])  # after the first turns, which have a time limit
    with served(database) as one:
        found = played(one, tables, line[2:], 2, MANY_RATE)
    row.ours = [found["p99"]]
    row.note = f"median {number(found['median'])} ms, {number(found['rate'])} moves/s"
    memory = value(f"memory of the server with {MANY:,} live games", "MB", 400)
    memory.ours = [found["megabytes"]]
    cost = value(f"processor time a move, {MANY:,} live games, pings with it", "ms")
    cost.ours = [found["processor"]]
    if peer is not None:
        theirs = boardgame.played(peer, MANY, len(line) - 2, MANY_RATE)
        beside((row, "p99"), (memory, "megabytes"), (cost, "processor"), found=theirs)
    return [memory, cost]


async def catch_up(at: tuple[str, int], table: Table, line: list[str], page: subprocess.Popen[str]) -> list[float]:
    """Play a game at which a page is that misses some moves each time; return in how many milliseconds it has them."""
    assert page.stdin is not None
    assert page.stdout is not None
    said = partial(asyncio.to_thread, page.stdout.readline)
    pair, times = Pair(table, line[LENGTH:], LENGTH), []
    await pair.connect(at, 0)
    assert await said() == "ready\n"
    for _ in range(BACK):
        print("go", file=page.stdin, flush=True)
        assert await said() == "away\n"
        for _ in range(LENGTH):
            await pair.move()
        print(LENGTH + pair.made, file=page.stdin, flush=True)
        times.append(float(await said()))
    for client in pair.clients:
        client.close()
    return times


def fill_page(row: report.Row, folder: Path, size: int) -> list[report.Row]:
    """Measure a page that is back after its network was away."""
    line, database = line_of(size, (1 + BACK) * LENGTH), database_in(folder)
    [table] = set_up(database, 1, size, rules_of("days"), line[:LENGTH])
    with served(database) as one:
        address = f"http://{one.host}:{one.port}/meet/{table.game}#seat={table.tokens[0]}"
        command = ["node", str(Path(__file__).with_name("back.mjs")), address, str(LENGTH)]
        around = {**os.environ, "FIELDSTONE_CHROMIUM": chromium()}
        with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, text=True, env=around) as page:
            times = sorted(asyncio.run(catch_up((one.host, one.port), table, line, page)))
    row.ours = [times[-1]]
    row.note = f"the slowest of {len(times)} times; median {number(statistics.median(times))} ms"
    return []


async def idle(at: tuple[str, int], first: int, count: int, game: str, ready: Ready) -> int:
    """Hold sockets open, of people who watch and do nothing; return how many are left in the end."""
    hello = {"games": [], "lobby": True} if game == "" else {"games": [{"id": game}]}
    clients = await all_connected(range(first, first + count), lambda n: connected(at, n, hello))
    await ready()
    await asyncio.sleep(IDLE_SECONDS)
    left = sum(not client.lost for client in clients)
    for client in clients:
        client.close()
    return left


def fill_sockets(row: report.Row, folder: Path) -> list[report.Row]:
    """Measure open sockets of which nobody says anything."""
    possible = people.raise_files() - 500
    count = min(SOCKETS, possible)
    workers = 2 * people.WORKERS
    database = database_in(folder)
    with served(database) as one:
        bare, begun = one.megabytes(), time.perf_counter()
        share = count // workers
        parts = [((one.host, one.port), n * share, share, "") for n in range(workers)]
        left, (opened, used) = in_processes(idle, parts, lambda: (time.perf_counter(), one.processor_seconds()))
        row.ours = [one.megabytes()]
        used = one.processor_seconds() - used
    assert sum(left) == share * workers, f"{share * workers - sum(left)} sockets were lost"
    row.note = f"{number(bare)} MB without; opened in {number(opened - begun)} s"
    if count < SOCKETS:
        row.note += f"; {count:,} of them, as this machine allows no more"
    cost = value(f"processor time a second, {count:,} open sockets", "ms")
    cost.ours = [1000 * used / IDLE_SECONDS]
    return [cost]


async def watch(at: tuple[str, int], table: Table, first: int, count: int, ready: Ready) -> list[float]:
    """Watch a game; return when the last of these watchers has heard each of its moves."""
    last: dict[int, float] = {}

    def hear(client: Client, payload: bytes) -> None:
        if payload.startswith(b'{"type":"event"'):
            last[json.loads(payload)["seq"]] = time.perf_counter()

    games = {"games": [{"id": table.game}]}
    clients = await all_connected(range(first, first + count), lambda n: connected(at, n, games, hear))
    await ready()
    while len(last) < WATCHED:
        await asyncio.sleep(0.05)
    await asyncio.sleep(1.0)  # the last of them hear of the last move
    for client in clients:
        client.close()
    return [last[seq] for seq in sorted(last)]


async def show(at: tuple[str, int], table: Table, moves: list[str]) -> list[float]:
    """Play a game that others watch; return when each move was sent."""
    pair, sent = Pair(table, moves, 0), []
    await pair.connect(at, 0)
    for _ in moves:
        await asyncio.sleep(0.1)
        await pair.move()
        sent.append(pair.sent)
    return sent


def fill_watchers(row: report.Row, folder: Path) -> list[report.Row]:
    """Measure when the last of many watchers is told."""
    line, database = line_of(19, WATCHED), database_in(folder)
    table = set_up(database, 1, 19, rules_of("days"))[0]
    with served(database) as one:
        at, share = (one.host, one.port), WATCHERS // people.WORKERS
        parts = [(at, table, 100 + n * share, share) for n in range(people.WORKERS)]
        heard, sent = in_processes(watch, parts, lambda: asyncio.run(show(at, table, line)))
    lasts = sorted(1000 * (max(times) - begun) for begun, *times in zip(sent, *heard, strict=True))
    row.ours = [lasts[-1]]
    row.note = f"the slowest of {len(lasts)} moves; median {number(statistics.median(lasts))} ms"
    return []


def fill_sweep(row: report.Row, folder: Path) -> list[report.Row]:
    """Measure what games with days cost that nobody is at, of which one ends now and then."""
    database = database_in(folder)
    ends = SWEPT - int(2000 * SWEEP_SECONDS / EXPIRES)  # these end from when on the clocks run again
    deadline = lambda n, now: now + DAY * 30 if n < ends else now - FIRST + (n - ends) * EXPIRES  # noqa: E731
    set_up(database, SWEPT, 9, rules_of("days"), deadline=deadline)
    with served(database) as one:
        time.sleep(3.0)
        before, begun, over = one.processor_seconds(), time.perf_counter(), ended(database)
        time.sleep(SWEEP_SECONDS)
        seconds, used = time.perf_counter() - begun, one.processor_seconds() - before
        over = ended(database) - over
    assert over > SWEEP_SECONDS / 2, f"only {over} games have ended"
    row.ours, row.note = [1000 * used / seconds], f"{over} games ended meanwhile"
    return []


def ended(database: str) -> int:
    """Return how many games are over."""
    from sqlalchemy import create_engine, text

    engine = create_engine(database)
    with engine.begin() as connection:
        found = connection.execute(text("SELECT count(*) FROM online_games WHERE phase = 'over'")).scalar_one()
    engine.dispose()
    return int(found)


def number(value: float) -> str:
    """Write a number as the tables do."""
    return report.number(value)


def database_in(folder: Path) -> str:
    """Return the address of a new database."""
    from fieldstone.server.settings import sqlite_address

    return sqlite_address(Path(tempfile.mkdtemp(dir=folder)) / "games.sqlite")


def jobs(folder: Path, peer: Path | None) -> Iterator[Job]:
    """Give all rows, and what fills them."""
    for size in (9, 19):
        row = value(f"processor time a move, {size}x{size}", "ms", 2)
        yield row, partial(fill_moves, row, folder, size, 0, peer)
    row = value(f"processor time a move, 19x19, after {LONG} moves", "ms", 2)
    yield row, partial(fill_moves, row, folder, 19, LONG, None)
    row = value(f"a page back with {LENGTH} moves that were missed, 19x19: until one can play on", "ms", 300)
    yield row, partial(fill_page, row, folder, 19)
    row = value(f"{MANY:,} live games, {MANY_RATE:.0f} moves/s: until the other player is told, 99 %", "ms", 100)
    yield row, partial(fill_many, row, folder, peer)
    row = value(f"memory of the server with {SOCKETS:,} open sockets", "MB", 1000)
    yield row, partial(fill_sockets, row, folder)
    row = value(f"{WATCHERS} watchers of a game, 19x19: until the last one is told", "ms", 200)
    yield row, partial(fill_watchers, row, folder)
    row = value(f"processor time a second, {SWEPT:,} games with days", "ms", 20)
    yield row, partial(fill_sweep, row, folder)


def main() -> int:
    """Measure what was asked for; returns 1 if a row could not be measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="a regular expression on the rows to measure")
    parser.add_argument("--peer", type=Path, help="a folder in which boardgame.io is installed")
    parser.add_argument("--write", type=Path, help="a Markdown file whose table is replaced")
    parser.add_argument("--results", type=Path, default=Path(__file__).parent / "results")
    options = parser.parse_args()
    if options.write and options.only:
        parser.error("--write wants the whole table, not the rows of --only")
    people.end_tidily()
    around = report.surroundings()
    with tempfile.TemporaryDirectory(prefix="fieldstone-online-") as folder:
        rows = measure_all(jobs(Path(folder), options.peer), options.only)
    report.print_table(rows, around)
    report.append_json(rows, around, options.results)
    if options.write:
        report.replace_table(options.write, "online", report.markdown(rows, around))
    return int(any(row.verdict == "not measured" for row in rows))


if __name__ == "__main__":
    sys.exit(main())
