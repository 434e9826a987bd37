"""What analyses, records and batches say of themselves in a session and in a notebook: short, on one line."""

from __future__ import annotations

import re

import fieldstone
from fieldstone.records.record import Seat


def test_a_batch() -> None:
    batch = fieldstone.load("kaomi", size=3).new_batch(1000, threads=1)
    assert repr(batch) == "<Batch of 1000 × kaomi(size=3,pie=true): 0 over, plies 0 to 0>"
    batch.random_playouts(seed=1)
    assert "1000 over, plies 9 to" in repr(batch)


def test_an_analysis() -> None:
    state = fieldstone.parse_position("vacu(size=3,komi=1) moves b2")
    found = fieldstone.analyse(state, fieldstone.Limit(simulations=60), seed=1)
    assert re.fullmatch(
        r"<Analysis of vacu\(size=3,komi=1,setup=fixed\) \.\.\./\.B\./\.\.\. W: White to move, "
        r"(chance [01]\.\d{3} ± \d\.\d{3}|proven \w+), margin [+-][\d.]+, 60 simulations; best \w+, \w+, \w+>",
        repr(found),
    )
    table = found._repr_html_()
    assert table.count("<tr>") == min(10, len(found.moves)) + 1
    assert f"<td>{found.moves[0].move}</td>" in table
    assert "<p>vacu(size=3" in table


def test_a_record() -> None:
    state = fieldstone.parse_position("vacu(size=3,komi=1) moves b2")
    record = fieldstone.Record.from_state(state, seats=(Seat("Ann"), Seat()))
    assert repr(record) == "<Record of vacu(size=3,komi=1,setup=fixed): 1 moves, Ann against player 2>"
    assert record._repr_svg_() == record.state()._repr_svg_()
    done = fieldstone.parse_position("vacu(size=3) moves b2,button,pass,pass")
    assert repr(fieldstone.Record.from_state(done)).endswith("player 1 won (two-passes)>")
    own = fieldstone.Record.from_state(fieldstone.parse_position("vacu(size=3) .B./.../... W"))
    assert "from a position of its own" in repr(own)
