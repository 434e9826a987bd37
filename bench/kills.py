"""Kill a server with `kill -9` while people play, again and again, and see whether anything is missing.

    python bench/kills.py                                  # 200 times, SQLite; some fifteen minutes
    python bench/kills.py --kills 5 --seed 7               # the same moments again, as far as the machine allows
    python bench/kills.py --postgres --servers 4           # several processes at one PostgreSQL, killed in turn

Pairs play over WebSockets as the page does: what has had no answer is said again, what was missed is asked for. At a
moment by lot a server is killed, and started again at once. Then all that anybody had been told before must be there,
every pair must go on, and no move may be there twice. After half of the kills of several processes, for half a minute
none of them hears what the others have written. `kill -9` ends the process and not the machine: what the system has
taken is written, so that this says nothing of a power cut. Ctrl-C ends it and keeps what has been found.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import secrets
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import people
import report
from people import Client, Served
from sqlalchemy import create_engine, make_url

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fieldstone.server.storage.sharing import with_driver
from tests.server.postgres import SAFE, postgres

RESULTS = Path(__file__).resolve().parent / "results" / "kills.jsonl"
SIZE = 9
LENGTH = 40  # moves of a game, which is then resigned
THINKING = 0.15  # seconds at most
RESENT = 2.5  # seconds, as in the page
WAITS = (0.0, 0.2, 0.5, 1.0, 2.0)  # seconds before a server is asked, and asked again
MANY = 1000  # numbers of clients, which come from twenty addresses
STUCK = 30.0  # seconds after a start in which every pair must have moved
CLOCKS = ({"kind": "days", "days": 1}, {"kind": "fischer", "main": 600, "increment": 5})
CUT = 30.0  # seconds for which several processes do not hear of each other
LISTENERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'fieldstone listener'"
AROUND = ("type", "game", "clock", "now", "nonce")  # of a message that tells an event


class Findings:
    """What has gone wrong, and how much has gone well."""

    def __init__(self) -> None:
        self.kills, self.moves, self.games, self.cut = 0, 0, 0, 0.0
        self.lost: list[str] = []
        self.stuck: list[str] = []
        self.doubled: list[str] = []
        self.refused: list[str] = []

    def sentence(self) -> str:
        """Say it."""
        bad = ", ".join(f"{len(getattr(self, name))} {name}" for name in ("lost", "stuck", "doubled", "refused"))
        moves = f"{self.moves:,} moves of " if self.moves else ""  # which are counted in the end
        return f"{self.kills} kills, {moves}{self.games} games: {bad}"

    def is_good(self) -> bool:
        """Say whether nothing has gone wrong."""
        return not (self.lost or self.stuck or self.doubled or self.refused)


class Park:
    """The servers, of which one is down now and then."""

    def __init__(self, database: str, count: int, more: list[str]) -> None:
        self.database = database
        self._arguments = (database, "--invitations", "100000", *more)
        self.servers = [Served(*self._arguments) for _ in range(count)]

    def any(self) -> tuple[str, int]:
        """Return where one of them listens."""
        one = random.choice(self.servers)
        return one.host, one.port

    async def kill(self, number: int) -> None:
        """Kill one, and start it again at the same place."""
        one = self.servers[number]
        one.kill()
        starting = asyncio.create_task(asyncio.to_thread(Served, *self._arguments, port=one.port))
        try:
            self.servers[number] = await asyncio.shield(starting)
        except asyncio.CancelledError:  # by Ctrl-C: what was told is compared all the same
            self.servers[number] = await starting
            raise

    def stop(self) -> None:
        """Stop them all."""
        for one in self.servers:
            one.stop()


class Person:
    """A player at one game, who comes back whenever the line is lost."""

    def __init__(self, pair: Pair, game: str, seat: int, token: str) -> None:
        self.park, self.line, self.found = pair.park, pair.line, pair.found
        self.game, self.seat, self.token = game, seat, token
        self.begins = "join" if pair.clock["kind"] == "days" else "start"
        self.events: list[Any] = []
        self.answers: dict[str, int] = {}
        self.waiting: dict[str, Any] | None = None
        self.client: Client | None = None
        self._said = self._due = 0.0

    @property
    def plies(self) -> int:
        """How many moves this player knows of."""
        return sum(event["kind"] == "move" for event in self.events)

    @property
    def over(self) -> bool:
        """Whether this player knows that the game is over."""
        return bool(self.events) and self.events[-1]["kind"] == "end"

    async def live(self) -> None:
        """Be there, until cancelled."""
        try:
            while True:
                if self.client is None or self.client.lost:
                    await self._connect()
                self._play()
                await asyncio.sleep(0.02)
        finally:
            if self.client is not None:
                self.client.close()

    async def _connect(self) -> None:
        hello = {"games": [{"id": self.game, "token": self.token, "seq": len(self.events)}]}
        try:
            self.client = await people.connected(self.park.any(), random.randrange(MANY), hello, self._hear)
            self._said = 0.0  # what has had no answer is said at once
        except OSError:
            await asyncio.sleep(random.uniform(0.05, 0.3))

    def _play(self) -> None:
        """Do what is due: a move, the end, or to say something again."""
        now = time.monotonic()
        if self.client is None or self.client.lost:
            return
        if self.waiting is not None:
            if now - self._said > RESENT:
                self._said = now
                self.client.say(**self.waiting)
            return
        begun = any(event["kind"] == self.begins for event in self.events)
        if not begun or self.over or self.plies % 2 != self.seat - 1 or now < self._due:
            return
        if self.plies == len(self.line):
            what = {"nonce": "end", "what": "resign"}
        else:
            what = {"nonce": f"m{self.plies}", "what": "move", "move": self.line[self.plies]}
        self.waiting = {"type": "do", "game": self.game, "seq": len(self.events), **what}
        self._said = 0.0

    def _hear(self, client: Client, payload: bytes) -> None:
        message = json.loads(payload)
        match message["type"]:
            case "welcome":
                for event in message["games"][0].get("events", ()):
                    self._take(event)
            case "event":
                self._take({name: message[name] for name in message if name not in AROUND})
                if "nonce" in message:
                    self._answered(message)
            case "done":
                self._answered(message)
                if message["seq"] > len(self.events):
                    self._hello()
            case "refused":
                self.found.refused.append(f"{self.game} {message['nonce']} {message['problem']['type']}")
                self.waiting = None
            case "again":
                self._hello()

    def _answered(self, message: Any) -> None:
        if self.answers.setdefault(message["nonce"], message["seq"]) != message["seq"]:
            self.found.doubled.append(f"{self.game} {message['nonce']}: {self.answers[message['nonce']]}, {message}")
        if self.waiting is not None and self.waiting["nonce"] == message["nonce"]:
            self.waiting, self._due = None, time.monotonic() + random.uniform(0, THINKING)

    def _take(self, event: Any) -> None:
        if event["seq"] == len(self.events) + 1:
            self.events.append(event)
        elif event["seq"] > len(self.events):
            self._hello()
        elif self.events[event["seq"] - 1] != event:
            self.found.lost.append(f"{self.game}: told {self.events[event['seq'] - 1]}, then {event}")

    def _hello(self) -> None:
        assert self.client is not None
        games = [{"id": self.game, "token": self.token, "seq": len(self.events)}]
        self.client.say(type="hello", protocol=people.PROTOCOL, games=games)


class Pair:
    """Two who play one game after the other."""

    def __init__(self, park: Park, clock: dict[str, Any], line: list[str], found: Findings) -> None:
        self.park, self.clock, self.line, self.found = park, clock, line, found
        self.games: list[tuple[Person, Person]] = []

    async def live(self) -> None:
        """Play, until cancelled."""
        while True:
            both = await self._sit_down()
            self.games.append(both)
            self.found.games += 1
            tasks = [asyncio.create_task(one.live()) for one in both]
            try:
                while not all(one.over for one in both):
                    await asyncio.sleep(0.1)
                    for task in tasks:
                        if task.done():
                            task.result()
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _sit_down(self) -> tuple[Person, Person]:
        tokens, invitation = (secrets.token_urlsafe(18), secrets.token_urlsafe(18)), secrets.token_urlsafe(18)
        wanted = {"game": "vacu", "options": {"size": SIZE}, "clock": self.clock, "seat": 1}
        game = (await self._post("games", {**wanted, "token": tokens[0], "invitation": invitation}))["id"]
        await self._post(f"games/{game}/join", {"token": tokens[1], "invitation": invitation})
        first, second = (Person(self, game, n, token) for n, token in enumerate(tokens, start=1))
        return first, second

    async def _post(self, path: str, body: Any) -> Any:
        """Ask for something until there is an answer: the same token gets the same game."""
        while True:
            try:
                return await ask(self.park, "POST", path, body)
            except httpx.TransportError:
                await asyncio.sleep(0.2)

    def standing(self) -> str:
        """Say what both wait for."""
        told = []
        for one in self.games[-1] if self.games else ():
            line = "no line" if one.client is None or one.client.lost else "a line"
            told.append(f"seat {one.seat}: {line}, {len(one.events)} events, waits for {one.waiting}")
        return "; ".join(told)

    def progress(self) -> tuple[int, int]:
        """Return how far both have come."""
        return len(self.games), min(len(one.events) for one in self.games[-1]) if self.games else 0


async def ask(park: Park, method: str, path: str, body: Any = None) -> Any:
    """Ask one of the servers something. Raises httpx.HTTPError."""
    host, port = park.any()
    async with httpx.AsyncClient(base_url=f"http://{host}:{port}/api/online/", timeout=30) as client:
        return (await client.request(method, path, json=body)).raise_for_status().json()


async def check(park: Park, both: tuple[Person, Person], found: Findings) -> int:
    """Compare what two have been told with what is there; returns how many moves there are.

    One of several servers may hear a little later of what another one has written: it is asked again.
    """
    game, missing = both[0].game, ["it cannot be read"]
    moves: list[str] = []
    for wait in WAITS:
        await asyncio.sleep(wait)
        told = [(one.seat, list(one.events), dict(one.answers)) for one in both]
        try:
            there = (await ask(park, "GET", f"games/{game}/events"))["events"]
        except httpx.TransportError:
            continue
        moves = [event["move"] for event in there if event["kind"] == "move"]
        missing = [what for seat in told for what in compared(there, *seat)]
        if not missing:
            break
    found.lost += [f"{game}: {what}" for what in missing]
    if moves != both[0].line[: len(moves)]:
        found.doubled.append(f"{game}: {','.join(moves)}")
    return len(moves)


def compared(there: list[Any], seat: int, events: list[Any], answers: dict[str, int]) -> list[str]:
    """Return what somebody has been told that is not there."""
    missing = [] if [event["seq"] for event in there] == list(range(1, len(there) + 1)) else ["a number is left out"]
    missing += [f"seat {seat} was told {event}" for event in events if event not in there]
    for nonce, seq in answers.items():
        if seq > len(there) or there[seq - 1].get("seat") != seat:
            missing.append(f"{nonce} of seat {seat} was to be {seq}")
    return missing


async def kill_often(park: Park, pairs: list[Pair], asked: argparse.Namespace, found: Findings) -> None:
    """Kill, start again, compare, and wait until everybody goes on."""
    lot = random.Random(asked.seed)
    tasks = [asyncio.create_task(pair.live()) for pair in pairs]
    try:
        await going_on(pairs, [pair.progress() for pair in pairs], found)
        for number in range(asked.kills):
            if len(park.servers) > 1 and number == asked.kills // 2:
                found.cut = await asyncio.to_thread(cut_listeners, park.database)
            await asyncio.sleep(lot.uniform(0.1, asked.every))
            await park.kill(number % len(park.servers))
            found.kills += 1
            for pair in pairs:
                if pair.games:
                    await check(park, pair.games[-1], found)
            await going_on(pairs, [pair.progress() for pair in pairs], found)
            print(f"\r{found.sentence()}   ", end="", file=sys.stderr, flush=True)
            for task in tasks:
                if task.done():
                    task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        found.moves = sum([await check(park, both, found) for pair in pairs for both in pair.games])


def cut_listeners(database: str) -> float:
    """Cut, again and again, the lines by which the processes hear of each other; returns for how many seconds."""
    engine, begun = create_engine(with_driver(make_url(database)), isolation_level="AUTOCOMMIT"), time.monotonic()
    with contextlib.closing(engine.connect()) as connection:
        while (so_far := time.monotonic() - begun) < CUT:
            connection.exec_driver_sql(LISTENERS)
            time.sleep(0.05)
    engine.dispose()
    return so_far


async def going_on(pairs: list[Pair], before: list[tuple[int, int]], found: Findings) -> None:
    """Wait until every pair has come further than it was; those that have not in time are stuck."""
    end = time.monotonic() + STUCK
    late = list(zip(pairs, before, strict=True))
    while late and time.monotonic() < end:
        await asyncio.sleep(0.05)
        late = [(pair, then) for pair, then in late if pair.progress() <= then]
    for pair, then in late:
        found.stuck.append(f"{pair.games[-1][0].game if pair.games else 'a pair'} after {then}: {pair.standing()}")


def main() -> int:
    """Read the command line, kill, and write down what came of it; returns the exit status."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--kills", type=int, default=200)
    reader.add_argument("--every", type=float, default=2.0, help="seconds at most from one to the next (2)")
    reader.add_argument("--pairs", type=int, default=8, help="that play at the same time (8)")
    reader.add_argument("--seed", type=int, default=random.randrange(10**6), help="of the moments")
    reader.add_argument("--postgres", action="store_true", help="a new PostgreSQL; else a new SQLite file")
    reader.add_argument("--servers", type=int, default=1, help="processes at that database, killed in turn (1)")
    reader.add_argument("--results", type=Path, default=RESULTS, help="the file to which a line is added")
    reader.add_argument("more", nargs="*", help="after --: further arguments of `fieldstone serve`")
    asked = reader.parse_args()
    if asked.servers > 1 and not asked.postgres:
        reader.error("several servers need --postgres: a SQLite file has one")
    people.end_tidily()
    around, found, begun = report.surroundings(), Findings(), time.monotonic()
    print(f"the seed is {asked.seed}", file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix="fieldstone-kills-") as folder, contextlib.ExitStack() as ending:
        database = f"sqlite:///{folder}/games.sqlite"
        if asked.postgres:
            server = ending.enter_context(postgres(SAFE))
            database = server.address(server.new())
        line = people.line_of(SIZE, LENGTH)
        park = Park(database, asked.servers, asked.more)
        ending.callback(park.stop)
        pairs = [Pair(park, CLOCKS[number % len(CLOCKS)], line, found) for number in range(asked.pairs)]
        ended = ""
        try:
            asyncio.run(kill_often(park, pairs, asked, found))
        except KeyboardInterrupt:
            ended = "stopped"
        except Exception as error:  # what has been found until then is kept
            ended = f"{type(error).__name__}: {error}"
    print(f"\r{found.sentence()}  {ended}", file=sys.stderr)
    for name in ("lost", "stuck", "doubled", "refused"):
        for one in getattr(found, name)[:20]:
            print(f"{name}: {one}")
    line_told = {
        **around,
        "storage": database.partition(":")[0], "servers": asked.servers, "pairs": asked.pairs, "seed": asked.seed,
        "seconds": round(time.monotonic() - begun), "kills": found.kills, "moves": found.moves, "games": found.games,
        "lost": len(found.lost), "cut": round(found.cut), "stuck": len(found.stuck), "doubled": len(found.doubled),
        "refused": len(found.refused), "ended": ended,
    }  # fmt: skip
    with asked.results.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line_told, ensure_ascii=False) + "\n")
    print(found.sentence())
    return 0 if found.is_good() and found.kills and ended in ("", "stopped") else 1


if __name__ == "__main__":
    sys.exit(main())
