"""The pool: fair turns, an end at any time, bounded waiting and engine time."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from fieldstone.server.allowances import Allowances
from fieldstone.server.engine.pool import EnginePool, JobHandle, Kind, PoolLimits
from fieldstone.server.problems import ProblemError

PATIENCE = 20.0


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a test on an event loop of its own."""

    async def limited() -> None:
        async with asyncio.timeout(PATIENCE):
            await work()

    asyncio.run(limited())


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that other tasks and threads do."""
    while not condition():
        await asyncio.sleep(0.005)


class Jobs:
    """Jobs that wait for being let go, and a list of those that have begun."""

    def __init__(self, pool: EnginePool) -> None:
        self.pool = pool
        self.begun: list[str] = []
        self.stopped: list[str] = []
        self.gates: dict[str, threading.Event] = {}
        self.ahead: dict[str, list[int]] = {}

    def add(self, client: str, name: str, kind: Kind = Kind.ANALYSIS) -> asyncio.Task[str]:
        gate = self.gates[name] = threading.Event()
        told: list[int] = self.ahead.setdefault(name, [])

        def work(turn: JobHandle) -> str:
            self.begun.append(name)
            while not gate.wait(0.005):
                if turn():
                    self.stopped.append(name)
                    break
            return name

        return asyncio.create_task(self.pool.run(client, work, kind, told.append))

    async def next(self) -> str:
        """Let the job that began last end, and return the one that begins then."""
        count = len(self.begun)
        self.gates[self.begun[-1]].set()
        await until(lambda: len(self.begun) > count)
        return self.begun[-1]


def test_result_and_error_come_back() -> None:
    async def work() -> None:
        pool = EnginePool(1)
        assert await pool.run("a", lambda turn: 7) == 7
        with pytest.raises(ZeroDivisionError):
            await pool.run("a", lambda turn: 1 // 0)
        assert pool.running == pool.waiting == 0
        await pool.close()

    run(work)


def test_size_is_bounded_and_positive() -> None:
    with pytest.raises(ValueError, match="at least 1, not 0"):
        EnginePool(0)

    async def work() -> None:
        pool = EnginePool(2)
        jobs = Jobs(pool)
        tasks = [jobs.add(f"client{number}", str(number)) for number in range(5)]
        await until(lambda: len(jobs.begun) == 2)
        assert (pool.running, pool.waiting) == (2, 3)
        for gate in jobs.gates.values():
            gate.set()
        assert await asyncio.gather(*tasks) == ["0", "1", "2", "3", "4"]

    run(work)


def test_clients_take_turns_whoever_asked_most() -> None:
    async def work() -> None:
        pool = EnginePool(1)
        jobs = Jobs(pool)
        tasks = [jobs.add("greedy", f"g{number}") for number in range(4)]
        await until(lambda: bool(jobs.begun))
        tasks += [jobs.add("second", f"s{number}") for number in range(2)]
        tasks.append(jobs.add("third", "t0"))
        await until(lambda: pool.waiting == 6)
        while len(jobs.begun) < len(tasks):
            await jobs.next()
        assert jobs.begun == ["g0", "s0", "t0", "g1", "s1", "g2", "g3"]
        jobs.gates["g3"].set()
        await asyncio.gather(*tasks)

    run(work)


def test_the_queue_is_reported() -> None:
    async def work() -> None:
        pool = EnginePool(1)
        jobs = Jobs(pool)
        tasks = [jobs.add("a", "a0"), jobs.add("a", "a1"), jobs.add("a", "a2"), jobs.add("b", "b0")]
        await until(lambda: pool.waiting == 3)
        assert await jobs.next() == "b0"
        assert await jobs.next() == "a1"
        # a2 is second, then overtaken by another client, then moves up.
        assert jobs.ahead == {"a0": [], "a1": [0, 1, 0], "a2": [1, 2, 1, 0], "b0": [0]}
        assert await jobs.next() == "a2"
        jobs.gates["a2"].set()
        await asyncio.gather(*tasks)

    run(work)


def test_moves_go_before_analyses_and_have_a_place_of_their_own() -> None:
    async def work() -> None:
        pool = EnginePool(1)
        jobs = Jobs(pool)
        tasks = [jobs.add("a", "analysis"), jobs.add("a", "another")]
        await until(lambda: jobs.begun == ["analysis"])
        tasks.append(jobs.add("game", "move", Kind.MOVE))
        await until(lambda: jobs.begun == ["analysis", "move"])
        tasks.append(jobs.add("game", "move2", Kind.MOVE))
        jobs.gates["analysis"].set()  # its place goes to the move, though the other analysis has waited longer
        await until(lambda: len(jobs.begun) == 3)
        assert jobs.begun[2] == "move2"
        jobs.gates["move"].set()
        await until(lambda: len(jobs.begun) == 4)
        for gate in jobs.gates.values():
            gate.set()
        await asyncio.gather(*tasks)

    run(work)


def test_a_cancelled_job_vanishes_from_the_queue() -> None:
    async def work() -> None:
        pool = EnginePool(1)
        jobs = Jobs(pool)
        first, second, third = jobs.add("a", "first"), jobs.add("b", "second"), jobs.add("c", "third")
        await until(lambda: pool.waiting == 2)
        second.cancel()
        await until(lambda: pool.waiting == 1)
        assert await jobs.next() == "third"
        jobs.gates["third"].set()
        await asyncio.gather(first, third)
        assert second.cancelled()
        assert "second" not in jobs.begun

    run(work)


def test_a_cancelled_job_is_stopped_and_its_place_given_on() -> None:
    async def work() -> None:
        pool = EnginePool(1)
        jobs = Jobs(pool)
        first, second = jobs.add("a", "first"), jobs.add("b", "second")
        await until(lambda: pool.waiting == 1)
        first.cancel()
        await until(lambda: jobs.begun == ["first", "second"])
        assert jobs.stopped == ["first"]
        assert first.cancelled()
        second.cancel()
        await until(lambda: pool.running == 0)

    run(work)


def test_a_long_job_gives_way_and_comes_back() -> None:
    async def work() -> None:
        pool = EnginePool(1)
        order: list[str] = []

        def long(turn: JobHandle) -> None:
            order.append("first half")
            while not pool.waiting:
                time.sleep(0.005)
            turn.give_way()
            order.append("second half")
            turn.give_way()  # nobody waits
            order.append("end")

        task = asyncio.create_task(pool.run("a", long, Kind.ANALYSIS))
        await until(lambda: bool(order))
        await pool.run("b", lambda turn: order.append("other"), Kind.ANALYSIS)
        await task
        assert order == ["first half", "other", "second half", "end"]

    run(work)


def test_a_job_that_has_given_way_can_be_cancelled() -> None:
    async def work() -> None:
        pool = EnginePool(1)
        jobs = Jobs(pool)
        seen: list[bool] = []

        def long(turn: JobHandle) -> None:
            while not pool.waiting:
                time.sleep(0.005)
            turn.give_way()
            seen.append(turn())

        task = asyncio.create_task(pool.run("a", long, Kind.ANALYSIS))
        await until(lambda: pool.running == 1)
        other = jobs.add("b", "other")
        await until(lambda: jobs.begun == ["other"])
        task.cancel()
        await until(lambda: seen == [True])
        assert pool.waiting == 0
        jobs.gates["other"].set()
        assert await other == "other"
        assert pool.running == 0

    run(work)


def test_waiting_is_bounded_for_each_and_for_all() -> None:
    async def work() -> None:
        pool = EnginePool(1, PoolLimits(waiting=4, waiting_each=2))
        jobs = Jobs(pool)
        tasks = [jobs.add("a", f"a{number}") for number in range(3)]
        await until(lambda: pool.waiting == 2)
        with pytest.raises(ProblemError) as refused:
            await jobs.add("a", "a3")
        assert (refused.value.status, refused.value.name) == (429, "engine-busy")
        tasks += [jobs.add("b", f"b{number}") for number in range(2)]
        await until(lambda: pool.waiting == 4)
        with pytest.raises(ProblemError):
            await jobs.add("c", "c0")
        move = jobs.add("c", "move", Kind.MOVE)  # moves are never refused
        await until(lambda: "move" in jobs.begun)
        await pool.close()
        await asyncio.gather(*tasks, move, return_exceptions=True)

    run(work)


def test_engine_time_is_used_up_and_comes_back() -> None:
    async def work() -> None:
        pool = EnginePool(1, PoolLimits(seconds=0.05))

        def think(turn: JobHandle) -> None:
            time.sleep(0.3)

        await pool.run("a", think, Kind.ANALYSIS)
        with pytest.raises(ProblemError) as refused:
            await pool.run("a", think, Kind.ANALYSIS)
        assert (refused.value.status, refused.value.name) == (429, "engine-time")
        assert "second" in refused.value.sentence("en")
        await pool.run("b", think, Kind.ANALYSIS)  # another client has its own
        await pool.run("a", think, Kind.MOVE)  # and a move of a game is never refused

        def long(turn: JobHandle) -> None:
            turn.give_way()
            time.sleep(0.1)
            turn.give_way()

        with pytest.raises(ProblemError):  # a long job ends at its next pause
            await pool.run("c", long, Kind.ANALYSIS)
        await asyncio.sleep(0.7)
        await pool.run("a", think, Kind.ANALYSIS)

    run(work)


def test_close_ends_everything_and_takes_nothing_more() -> None:
    async def work() -> None:
        pool = EnginePool(1)
        jobs = Jobs(pool)
        tasks = [jobs.add("a", "running"), jobs.add("a", "waiting")]
        await until(lambda: pool.waiting == 1)
        await pool.close()
        assert jobs.stopped == ["running"]
        assert (pool.running, pool.waiting) == (0, 0)
        ends = await asyncio.gather(*tasks, jobs.add("a", "late"), return_exceptions=True)
        assert all(isinstance(end, asyncio.CancelledError) for end in ends)
        assert jobs.begun == ["running"]

    run(work)


def test_close_does_not_wait_for_what_does_not_listen() -> None:
    gate = threading.Event()

    async def work() -> None:
        pool = EnginePool(1)
        task = asyncio.create_task(pool.run("a", lambda turn: gate.wait(5 * PATIENCE)))
        await until(lambda: pool.running == 1)
        await pool.close()
        with pytest.raises(asyncio.CancelledError):
            await task

    try:
        run(work)  # which gives up after PATIENCE
    finally:
        gate.set()


def test_allowances_fill_up_again() -> None:
    now = 100.0
    allowances = Allowances(2.0, 0.5, lambda: now)
    assert [allowances.take("a") for _ in range(3)] == [True, True, False]
    assert allowances.take("b")
    assert allowances.wait("a") == 0.0
    allowances.spend("a", 1.0)
    assert allowances.wait("a") == 2.0
    now += 4.0
    assert allowances.left("a") == 1.0
    now += 1000.0
    assert allowances.left("a") == 2.0


def test_allowances_forget_who_is_gone() -> None:
    now = 0.0
    allowances = Allowances(1.0, 1.0, lambda: now)
    for client in range(5000):
        now += 0.01
        allowances.spend(client, 0.5)
    assert len(allowances._left) < 1100
    assert allowances.left(4999) == 0.5
