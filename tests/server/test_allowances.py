"""Allowances: what is used up comes back with time."""

from __future__ import annotations

import pytest
from starlette.datastructures import Address

from fieldstone.server.allowances import Allowances, source_of


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


@pytest.mark.parametrize(
    ("host", "source"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::1", "::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_network_of_ipv6_is_one_client(host: str, source: str) -> None:
    assert source_of(Address(host, 1)) == source


def test_a_client_without_an_address() -> None:
    assert source_of(None) == "?"
