"""Records to try things with."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import fieldstone
from fieldstone.records.record import ClockRules, Evaluation, Node, NodeClock, Record, Seat
from fieldstone.records.replaying import checked
from tests.brought import with_brought

SPECS: list[tuple[str, dict[str, Any]]] = with_brought(
    [
        ("vacu", {"size": 4, "komi": 3}),
        ("vacu", {"size": 3, "setup": "auction"}),
        ("convacu", {"size": 4}),
        ("kaomi", {"size": 4}),
        ("kaomi", {"size": 3, "pie": False}),
        ("squared", {"size": 3, "setup": "auction"}),
        ("iago", {}),
        ("iago-free", {}),
        ("vadus", {"size": 3}),
    ]
)
COMMENTS = ["", "", "good", "two\nlines", "]:;\\[()", "한국어 日本語 ½", ' "quoted" ', "[TODO] {x}"]


def random_record(name: str, options: dict[str, Any], seed: int, lines: int = 4, limit: int = 400) -> Record:
    """A record with variations, comments, clocks and evaluations; its main line is played to the end."""
    rng = random.Random(seed)
    game = fieldstone.load(name, **options)
    nodes: list[Node] = []
    for line in range(lines):
        number = rng.randrange(len(nodes) + 1) if line else 0
        state = Record(game, tuple(nodes)).state(number)
        length = limit if line == 0 else rng.randrange(1, 8)
        for _ in range(length):
            if state.outcome is not None:
                break
            move = rng.choice(state.legal_moves())
            state.play(move)
            known = [n for n, node in enumerate(nodes, 1) if (node.after, node.move) == (number, move.text)]
            number = known[0] if known else _add(nodes, Node(move.text, number), rng)
    seats = (Seat("Ana", "human"), Seat("Fieldstone (ø)", "computer", level=1 + seed % 10))
    record = Record(
        game, tuple(nodes), seats, clock=ClockRules("increment", 600, 5), started="2026-11-21T09:30:00Z",
        event="Test [1]", place="Seoul: 서울", comment="the whole\ngame", evaluation=Evaluation(0.5, visits=10),
    )  # fmt: skip
    return checked(record)


def _add(nodes: list[Node], node: Node, rng: random.Random) -> int:
    clock = NodeClock(spent=1.5, left=rng.randrange(600)) if rng.random() < 0.3 else None
    evaluation = Evaluation(rng.random(), -1.5, 100, engine="x") if rng.random() < 0.3 else None
    nodes.append(replace(node, comment=rng.choice(COMMENTS), clock=clock, evaluation=evaluation))
    return len(nodes)
