"""Long work: one thing after the other, in a thread of its own, and no more than an address is allowed."""

from __future__ import annotations

import asyncio
import sys
import threading
import time

import pytest

from fieldstone.messages import LANGUAGES
from fieldstone.server.long_work import FOR_ONE, SWITCH, LongLimits, LongWork, asker
from fieldstone.server.problems import LaterError

COST = 0.05  # seconds


def busy() -> str:
    end = time.thread_time() + COST
    while time.thread_time() < end:
        pass
    return threading.current_thread().name


async def by(address: str, long: LongWork) -> str:
    asker.set(address)
    return await long.run(busy)


def test_what_it_costs_is_counted() -> None:
    async def look() -> None:
        now = 0.0
        long = LongWork(LongLimits(seconds=COST / 2, refill=COST / 20), lambda: now)
        assert (await by("a", long)).startswith("long-work")
        with pytest.raises(LaterError, match="long-often") as refused:
            await by("a", long)
        assert refused.value.status == 429
        wait = refused.value.seconds
        assert wait >= 10  # for half of what it cost
        assert all(str(wait) in refused.value.sentence(language) for language in LANGUAGES)
        await by("b", long)
        now = wait - 5.0
        with pytest.raises(LaterError, match="long-often") as refused:
            await by("a", long)
        assert refused.value.seconds >= 5
        now = wait + 1.0
        await by("a", long)
        long.close()

    asyncio.run(look())


def test_others_get_a_turn_soon() -> None:
    async def look() -> None:
        usual = sys.getswitchinterval()
        long = LongWork()
        assert await long.run(sys.getswitchinterval) == pytest.approx(SWITCH)
        assert sys.getswitchinterval() == usual
        long.close()

    asyncio.run(look())


def test_the_queue_is_short() -> None:
    async def look() -> None:
        long = LongWork(LongLimits(waiting=3, waiting_each=2, seconds=60.0))
        tasks = [asyncio.create_task(by(one, long)) for one in "aaabbc"]
        found = await asyncio.gather(*tasks, return_exceptions=True)
        said = [(one.status, one.name) if isinstance(one, LaterError) else "done" for one in found]
        assert said == ["done", "done", (429, "long-each"), "done", (503, "long-queue"), (503, "long-queue")]
        await by("c", long)  # there is room again
        long.close()

    asyncio.run(look())


def test_what_fails_costs_too() -> None:
    def fail() -> None:
        busy()
        raise ValueError("no record")

    async def look() -> None:
        long = LongWork(LongLimits(seconds=COST, refill=0.001))
        with pytest.raises(ValueError, match="no record"):
            await long.run(fail)
        with pytest.raises(LaterError):
            await long.run(busy)
        long.close()

    asyncio.run(look())


def test_who_is_alone_owes_nothing() -> None:
    async def look() -> None:
        long = LongWork(FOR_ONE)
        await asyncio.gather(*(by("a", long) for _ in range(6)))
        long.close()

    asyncio.run(look())
