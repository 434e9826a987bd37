"""Two players over lines that lose, double, hold up, reorder and break, at a server that dies.

The test turns the clock and decides when something is on the disk. Whatever it does, what a client has been told is on
the disk and nothing else; a command has one answer and at most one effect; and when the lines are good again both have
all that has happened, each command has its answer, and the game in memory is the one that is read back.
"""

import dataclasses
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from fieldstone import load
from fieldstone.server.engine.kernels import Kernels
from fieldstone.server.online import clocks
from fieldstone.server.online.clocks import Rules
from fieldstone.server.online.game import OnlineGame, event_of, game_of
from fieldstone.server.online.rights import Who
from fieldstone.server.online.room import Wanted
from fieldstone.server.settings import sqlite_address
from fieldstone.server.storage import online as storage
from fieldstone.server.storage.store import Store
from tests.server.online.pipe import Client, World

GAME = load("vacu", size=3)
TIMES = (
    Rules("fischer", 60_000, increment=2_000, cap=61_000),
    Rules("byoyomi", 5_000, periods=3, period=10_000),
    Rules("delay", 30_000, delay=3_000),
    Rules("days", clocks.DAY),
)
OFFERS = ("takeback", "draw", "pause", "rematch")
PLAYER = st.sampled_from((0, 1))
PICK = st.integers(0, 9)


class Pipes(RuleBasedStateMachine):
    """Two clients at one game."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self._store = Store(sqlite_address(Path(self._folder.name) / "games.sqlite"))
        self.world = World(self._store.engine, Kernels())
        self.clients: list[Client] = []
        self.nonces = 0
        self.restarted = False

    @initialize(rules=st.sampled_from(TIMES))
    def begin(self, rules: Rules) -> None:
        tokens = ["a" * 22, "b" * 22]
        world = self.world
        room = world.do(world.games.create(Wanted(GAME.new_state(), rules, 1, Who(tokens[0]), "i" * 22)))
        self.id, self.times = room.game.id, rules
        world.do(world.games.join(self.id, "i" * 22, Who(tokens[1])))
        self.clients = [Client(self.id, token) for token in tokens]
        world.settle(*(lambda one=one: one.open(world.games) for one in self.clients))
        self.flow()

    # -- what the players want ----------------------------------------------------------------------------------------

    def act(self, player: int, **command: Any) -> None:
        self.nonces += 1
        self.world.settle(lambda: self.clients[player].act(f"n{self.nonces}", **command))

    @rule(player=PLAYER, pick=PICK, used=st.sampled_from((None, 0, 100, 10**9)))
    def move(self, player: int, pick: int, used: int | None) -> None:
        """Play something that is legal in the position as the player knows it."""
        legal = self.position(self.clients[player].events).legal_moves()
        if legal:
            self.act(player, what="move", move=legal[pick % len(legal)].text, used=used)

    @rule(player=PLAYER, what=st.sampled_from(("offer", "accept", "decline")), offer=st.sampled_from(OFFERS))
    def talk(self, player: int, what: str, offer: str) -> None:
        self.act(player, what=what, offer=offer)

    @rule(player=PLAYER, phrase=st.sampled_from(("hello", "bye")))
    def say(self, player: int, phrase: str) -> None:
        self.act(player, what="say", phrase=phrase)

    @rule(player=PLAYER, what=st.sampled_from(("resume", "more-time", "claim")))
    def want(self, player: int, what: str) -> None:
        self.act(player, what=what)

    @rule(player=PLAYER, what=st.sampled_from(("resign", "abort")), pick=PICK)
    def leave_off(self, player: int, what: str, pick: int) -> None:
        if pick == 0:  # else hardly a game would get anywhere
            self.act(player, what=what)

    # -- what the lines do --------------------------------------------------------------------------------------------

    @rule(player=PLAYER, up=st.booleans(), pick=PICK, twice=st.booleans())
    def deliver(self, player: int, up: bool, pick: int, twice: bool) -> None:
        """Deliver one of the messages that are on their way, whichever; or a copy of it, and it comes once more."""
        self.one(player, up, pick, keep=twice)

    def one(self, player: int, up: bool, pick: int, keep: bool = False) -> None:
        client = self.clients[player]
        line = client.line
        on_its_way = [] if line is None else line.up if up else line.down
        if line is not None and on_its_way:
            at = pick % len(on_its_way)
            text = on_its_way[at] if keep else on_its_way.pop(at)
            self.world.settle(lambda: line.arrive(text) if up else client.hear(text))

    @rule(player=PLAYER, up=st.booleans(), pick=PICK)
    def drop(self, player: int, up: bool, pick: int) -> None:
        line = self.clients[player].line
        on_its_way = [] if line is None else line.up if up else line.down
        if on_its_way:
            on_its_way.pop(pick % len(on_its_way))

    @rule(player=PLAYER)
    def cut(self, player: int) -> None:
        self.world.settle(self.clients[player].hang_up)

    @rule()
    def flow(self) -> None:
        """Let everything arrive that is on its way, and what follows from it; it is written too."""
        for _ in range(200):
            self.world.writer.write_some(len(self.world.writer.held))
            self.world.settle()
            lines = [(player, up) for player in (0, 1) for up in (True, False) if self.on_its_way(player, up)]
            if not lines and not self.world.writer.held:
                return
            for player, up in lines:
                self.one(player, up, 0)
        raise AssertionError("it never ends")

    def on_its_way(self, player: int, up: bool) -> list[str]:
        line = self.clients[player].line
        return [] if line is None else line.up if up else line.down

    # -- time, disk, server -------------------------------------------------------------------------------------------

    @rule(seconds=st.sampled_from((0.001, 0.3, 1.0, 3.0, 7.0, 20.0, 61.0, 15 * 86400.0)))
    def wait(self, seconds: float) -> None:
        self.world.wait(seconds)
        self.world.settle(*(lambda one=one: one.tick(self.world.games) for one in self.clients))

    @rule(count=st.integers(1, 4))
    def write(self, count: int) -> None:
        self.world.writer.write_some(count)
        self.world.settle()

    @precondition(lambda self: self.world.writer.held)
    @rule(pick=PICK)
    def fill_the_disk(self, pick: int) -> None:
        if pick == 0:
            self.world.settle(self.world.writer.fail)

    @rule(pick=PICK)
    def kill(self, pick: int) -> None:
        if pick == 0:
            self.restarted = True
            self.world.settle(*(one.hang_up for one in self.clients))
            self.world.crash()

    # -- what holds always --------------------------------------------------------------------------------------------

    def stored(self) -> storage.StoredOnlineGame:
        stored = storage.read(self.world.engine, self.id)
        assert stored is not None
        return stored

    def position(self, events: list[Any]) -> Any:
        state = GAME.new_state()
        for event in events:
            if event["kind"] == "move":
                state.play(event["move"])
            elif event["kind"] == "takeback":
                while len(state.history) > event["ply"]:
                    state.undo()
        return state

    @invariant()
    def only_what_is_on_the_disk_is_told(self) -> None:
        if not self.clients:
            return
        rows = self.stored().events
        events = [event_of(row) for row in rows]
        assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
        by_nonce = {(row["seat"], row["nonce"]): row["seq"] for row in rows if row["nonce"] is not None}
        for seat, client in enumerate(self.clients, start=1):
            assert client.events == events[: client.seq]
            for nonce, answer in client.answers.items():
                assert by_nonce.get((seat, nonce)) == answer.get("seq")  # None: what was refused has not been done

    @invariant()
    def clocks_are_as_the_events_say(self) -> None:
        if self.clients and not self.restarted:  # a restart moves the beginning of a turn, which no event tells
            stored = self.stored()
            clock = clocks.clock_of(stored.game["clock"], stored.game["running"], stored.game["since"])
            assert (clock.left, clock.periods) == by_hand(self.times, [event_of(row) for row in stored.events])

    def teardown(self) -> None:
        try:
            if self.clients:
                self.heal()
        finally:
            self.world.close()
            self._store.close()
            self._folder.cleanup()

    def heal(self) -> None:
        """Everything works again: after a while everybody knows everything."""
        world = self.world
        self.flow()
        world.settle(*(lambda one=one: one.open(world.games) for one in self.clients))
        self.flow()
        events = [event_of(row) for row in self.stored().events]
        for client in self.clients:
            assert client.events == events
            assert not client.waiting
        memory = world.do(world.games.room(self.id)).game
        read = shape(game_of(self.stored()))
        differing = {name: (one, read[name]) for name, one in shape(memory).items() if one != read[name]}
        assert not differing, differing
        self.only_what_is_on_the_disk_is_told()


def shape(game: OnlineGame) -> dict[str, Any]:
    """What a game is, but for what is measured anew after a restart."""
    fields = {one.name: getattr(game, one.name) for one in dataclasses.fields(game) if one.name not in ("state", "lag")}
    return {**fields, "state": game.state.to_text(), "moves": [str(move) for move in game.state.history]}


def by_hand(rules: Rules, events: list[Any]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Both clocks, reckoned from the events alone."""
    left, periods, turns = [rules.main] * 2, [rules.periods] * 2, [0, 0]
    running, since, held, moves = None, 0, None, 0

    def charge(used: int) -> None:
        assert running is not None
        if rules.kind == "days" or not turns[running]:
            return
        rest = max(0, used - rules.delay)
        from_main = min(left[running], rest)
        left[running] -= from_main
        if rules.period:
            periods[running] = max(0, periods[running] - (rest - from_main) // rules.period)

    for event in events:
        now = event["at"]
        match event["kind"]:
            case "join" if rules.kind == "days":
                running, since = 0, now
            case "start":
                running, since = 0, now
            case "move":
                assert running == event["seat"] - 1 == moves % 2
                assert event["used"] + event["compensated"] == max(0, now - since)
                assert 0 <= event["compensated"] <= clocks.MOST_QUOTA
                charge(event["used"])
                if turns[running] and rules.increment and not over(events, event):
                    left[running] = max(left[running], min(rules.cap, left[running] + rules.increment))
                turns[running] += 1
                moves += 1
                running, since = 1 - running, now
            case "takeback":
                charge(now - since)
                moves = event["ply"]
                running, since = moves % 2, now
            case "pause":
                held = now - since
            case "resume":
                since, held = now - held, None
            case "time":
                left[2 - event["seat"]] += event["given"]
            case "end" if running is not None and event["how"] != "expired":
                charge(held if held is not None else now - since)
                running = None
    return tuple(left), tuple(periods)


def over(events: list[Any], move: Any) -> bool:
    """Say whether a move has ended the game."""
    state = GAME.new_state()
    for event in events[: move["seq"]]:
        if event["kind"] == "move":
            state.play(event["move"])
        elif event["kind"] == "takeback":
            while len(state.history) > event["ply"]:
                state.undo()
    return state.outcome is not None


TestPipes = Pipes.TestCase
TestPipes.settings = settings(
    max_examples=40,
    stateful_step_count=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
