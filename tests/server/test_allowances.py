"""Allowances: what is used up comes back with time."""

from __future__ import annotations

from fieldstone.server.allowances import Allowances


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
