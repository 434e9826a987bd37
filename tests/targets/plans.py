"""What Python plays, searches and solves, for the kernels of other platforms: `web/proof/prove.ts` reads it.

A plan is a list of jobs. Positions are compared as whole records, by checksums, so that every field of every ply is;
trees by the memory of all their nodes.
"""

from __future__ import annotations

import base64
import json
import random
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import fieldstone
from fieldstone import State, parse_position
from fieldstone.analysis.analysing import analyse
from fieldstone.analysis.data import analysis_as_data
from fieldstone.analysis.review import review_as_data
from fieldstone.analysis.reviewing import Reviewer
from fieldstone.core import entries
from fieldstone.core.entries import ILLEGAL, PLAYED, REPEATED, advance, fill_masks, see_many
from fieldstone.core.positions import DETAILS
from fieldstone.core.record import ONGOING, PLAYING
from fieldstone.core.telling import room
from fieldstone.games.spec import Number
from fieldstone.games.tuning import PLAIN, Level, Settings, tuning_of
from fieldstone.play.game import Game, read_game
from fieldstone.play.observation import sight_of
from fieldstone.play.perft import perft
from fieldstone.search.engine import Search
from fieldstone.search.levels import LevelPlayer
from fieldstone.search.limit import Limit
from fieldstone.search.memory import Memory
from fieldstone.search.net.evaluator import NetEvaluator, settings_with_net
from fieldstone.search.net.file import Net
from fieldstone.search.net.own import own_net
from fieldstone.search.result import SearchResult
from fieldstone.search.solver.solve import By, Solver
from fieldstone.search.steps.state import ANALYSE, CHOOSE, THINK
from fieldstone.targets.places import families, module_files, module_path
from fieldstone.targets.specs import module_name
from tests.brought import names_with_brought
from tests.search.golden.regenerate import GAMES as SMALL
from tests.search.golden.regenerate import MANY, SIMULATIONS, by_lot, read_lines

Job = dict[str, Any]
CONFORMANCE = Path(__file__).parents[1] / "conformance" / "data"
TRIED = 0.15  # of the plies: first a move that is drawn from all numbers, and from some that are none
LEFT = (3, 8, 30)  # empty points at which positions are drawn
SOON = 5_000  # positions that the solver may look at
DEEPEST, MOST_COUNTED = 4, 20_000  # plies of perft, and turns
FEW = 150  # simulations of a strong level
KINDS = {"THINK": THINK, "CHOOSE": CHOOSE, "ANALYSE": ANALYSE}


def checksum(array: Any) -> int:
    """Return the checksum of an array's memory."""
    return zlib.crc32(np.ascontiguousarray(array).tobytes())


def begin(kind: str, state: State) -> Job:
    """Return what every job says: the game, its options as numbers, its moves, and the position, a record."""
    game = state.game
    return {
        "kind": kind,
        "family": game.spec.family,
        "name": game.name,
        "options": game.spec.numbers(game.options),
        "texts": [move.text for move in game.moves],
        "start": base64.b64encode(state.record.tobytes()).decode(),
    }


class _Table:
    """A game under way, by the checked entry alone: what a platform answers to a move has to be the same."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.states = np.array([game.new_state().record], dtype=game.adapter.dtype)
        self.keys = np.zeros(4096, dtype=np.uint64)
        self.keys[0] = self.states["key"][0]
        self.known = 1
        self.mask = np.zeros((1, game.num_actions), dtype=np.bool_)
        shape = sight_of(game).shape
        self.planes = np.zeros((1, shape[0], shape[1] * shape[2]), dtype=np.float32)

    def sizes(self) -> Job:
        """Return the dimensions of what a network sees, and the columns of the game's groups."""
        return {"planes": list(self.planes.shape[1:]), "columns": len(self.game.spec.parts.columns)}

    def ply(self, action: int) -> Job:
        """Try a move; returns what there is to see then."""
        rules, before = self.game.adapter.rules, self.states.copy()
        answer = int(advance(rules, self.states, self.keys, self.known, action))
        self.known += answer in (PLAYED, REPEATED)
        state = checksum(self.states)  # before others write to its scratch fields
        fill_masks(rules, self.states, self.mask, 0, 1)
        legal = np.flatnonzero(self.mask[0]).astype(np.int32)
        colours = self.states["to_move"].astype(np.int8)
        known = np.array([self.known], dtype=np.int64)
        see_many(rules, self.states, colours, self.keys[np.newaxis], known, self.planes)
        return {
            "action": action,
            "answer": answer,
            "state": state,
            "legal": checksum(legal),
            "mask": checksum(self.mask),
            "planes": checksum(self.planes),
            "told": self.told(before, action, answer),
        }

    def told(self, before: Any, action: int, answer: int) -> int:
        """Return the checksum of all that is told: of the position, of what the move did, or why it could not."""
        game, rules, states = self.game, self.game.adapter.rules, self.states.copy()
        places = int(room(game.points))
        codes, numbers = np.zeros(game.points, dtype=np.int8), np.zeros(places, dtype=np.int64)
        values, lengths = np.zeros((2, places)), np.zeros(2, dtype=np.int64)
        points = np.zeros((game.points, 3), dtype=np.int64)
        groups = np.zeros((places, len(game.spec.parts.columns)), dtype=np.int64)
        facts, sums, effects = np.zeros(places, dtype=np.int64), np.zeros((2, 4)), np.zeros((places, 3), dtype=np.int64)
        entries.codes_of(rules, states, codes)
        entries.scores_of(rules, states, values, lengths)
        found = [int(entries.score_tells_of(rules, states)), int(entries.turn_open_of(rules, states))]
        found.append(int(entries.stones_left_of(rules, states)))
        if states["setup"][0] == PLAYING:
            found.append(int(entries.parts_of(rules, states, points, groups, facts, sums)))
            if states["over"][0] == ONGOING:
                found.append(int(entries.duty_of(rules, states, numbers)))
        if answer == ILLEGAL:
            found.append(int(entries.reason_of(rules, states, action, numbers)))
            found.append(int(entries.turn_reason_of(rules, states, numbers)))
        elif answer in (PLAYED, REPEATED) and action < game.points and before["setup"][0] == PLAYING:
            found.append(int(entries.list_effects(rules, before, states, action, effects)))
        details, endings = np.zeros(DETAILS, dtype=np.int64), np.zeros(places, dtype=np.int64)
        entries.details_of(rules, states, details)
        found.append(int(entries.endings_of(rules, states, endings)))
        if states["over"][0] != ONGOING:
            found.append(int(entries.winner_of(rules, states, int(states["over"][0]))))
        wrong = np.zeros(places, dtype=np.int64)
        for to_move in (int(states["to_move"][0]), 3 - int(states["to_move"][0])):  # the second mostly cannot be
            fresh = np.zeros(1, dtype=states.dtype)
            found.append(int(entries.set_up(rules, fresh, codes, to_move, details, wrong)))
            found.append(checksum(fresh))
        listed: list[Any] = [
            codes,
            values,
            lengths,
            points,
            groups,
            facts,
            sums,
            effects,
            numbers,
            details,
            endings,
            wrong,
        ]
        listed.append(np.array(found, dtype=np.int64))
        return zlib.crc32(b"".join(array.tobytes() for array in listed))


def play_job(game: Game, actions: Sequence[int]) -> Job:
    """Return a game of given moves, some of which may be none."""
    table = _Table(game)
    return begin("play", game.new_state()) | table.sizes() | {"plies": [table.ply(action) for action in actions]}


def conformance_jobs(name: str) -> list[Job]:
    """Return all stored games of one game."""
    jobs = []
    for file in CONFORMANCE.glob(f"{name}.jsonl"):
        for line in file.read_text(encoding="utf-8").splitlines():
            stored = json.loads(line)
            game = fieldstone.load(stored["game"], **stored["options"])
            moves = [part for ply in stored["plies"] for part in ply["move"].split(",")]
            jobs.append(play_job(game, [game.move(text).action for text in moves]))
    return jobs


def random_job(game: Game, chance: random.Random, plies: int) -> Job:
    """Return a random game of so many tries at most, illegal ones and numbers of no moves among them."""
    table = _Table(game)
    rows: list[Job] = []
    while len(rows) < plies and table.states["over"][0] == 0:
        if not rows or chance.random() < TRIED:
            rows.append(table.ply(chance.randrange(-2, game.num_actions + 2)))
        else:
            rows.append(table.ply(int(chance.choice(np.flatnonzero(table.mask[0])))))
    rows.append(table.ply(chance.randrange(game.num_actions)))  # no move is legal any more
    return begin("play", game.new_state()) | table.sizes() | {"plies": rows}


def random_jobs(name: str, seed: int, plies: int) -> list[Job]:
    """Return random games on boards of all sizes, so many plies together."""
    chance, jobs = random.Random(f"{seed} {name}"), []
    size = fieldstone.games()[name].options.get("size")
    while plies > 0:
        options: dict[str, Any] = {}
        if isinstance(size, Number):
            options["size"] = chance.randrange(size.low, size.high + 1, size.step)
        setup = fieldstone.games()[name].options.get("setup")
        if setup is not None and chance.random() < 0.3:
            options["setup"] = "auction"
        jobs.append(random_job(fieldstone.load(name, **options), chance, plies))
        plies -= len(jobs[-1]["plies"])
    return jobs


def perft_jobs(name: str, most: int) -> list[Job]:
    """Return the stored counts of turns of a game, up to so many."""
    jobs = []
    for row in json.loads((CONFORMANCE / "perft.json").read_text(encoding="utf-8")):
        if row["game"] != name:
            continue
        state = fieldstone.load(row["game"], **row["options"]).new_state()
        for depth, count in enumerate(row["counts"], start=1):
            if count <= most:
                assert perft(state, depth) == count
                jobs.append(begin("perft", state) | {"depth": depth, "count": count})
    return jobs


def found_of(result: SearchResult) -> Job:
    """Return what a search has found as the page has it."""
    return {
        "moves": [
            {
                "action": one.move.action,
                "visits": one.visits,
                "chance": one.chance,
                "margin": one.margin,
                "proven": one.proven,
                "distance": one.distance,
                "line": [move.action for move in one.line],
            }
            for one in result.moves
        ],
        "choice": None if result.choice is None else result.choice.action,
        "thought": result.thought,
        "chance": result.chance,
        "error": result.error,
        "proven": result.proven,
        "exact": result.exact,
        "simulations": result.simulations,
        "complete": result.complete,
    }


def in_text(net: Net) -> str:
    """Return the file of a network as text."""
    return base64.b64encode(net.to_bytes()).decode()


def judged(job: Job, state: State) -> Job:
    """Return a job with the network that judges the positions of its game, where that brings one for the board."""
    net = own_net(state.game)
    return job if net is None else job | {"net": in_text(net)}


def search_job(
    state: State,
    kind: str,
    simulations: int,
    *,
    seed: int = 7,
    megabytes: float = 16.0,
    settings: Settings | None = None,
    exact: bool = True,
    hurried: bool = False,
    again: int = 0,
    net: Net | None = None,
) -> Job:
    """Return a search of a position; then, with the tree that is kept, `again` more, each after two moves."""
    job = begin("search", state) | {"megabytes": megabytes, "seed": seed, "exact": exact, "searches": []}
    memory, evaluator = Memory(seed, 1, megabytes, exact), None
    used = tuning_of(state.game.name).settings if settings is None else settings
    if net is not None:
        evaluator, used = NetEvaluator(net), settings_with_net(state.game, net)
        job["net"] = in_text(net)
    # Their history would be another one on the other side, where a job begins with its position.
    state = State(state.game, np.array([state.record], dtype=state.game.adapter.dtype))
    moves: list[int] = []
    for _ in range(1 + again):
        limit = Limit(simulations=simulations)
        one = Search(state, limit, used, kind=KINDS[kind], memory=memory, hurried=hurried, evaluator=evaluator)
        one.run()
        found = one.result(None)
        tree = checksum(memory.trees[0].nodes) if memory.trees else 0
        request = {"kind": kind, "simulations": simulations, "hurried": hurried}
        job["searches"].append(
            {
                "moves": moves,
                "request": request,
                "settings": list(used.values().values()),
                "found": found_of(found),
                "tree": tree,
            }
        )
        moves = []
        for _ in range(2):
            if state.outcome is None:
                move = found.choice if found.choice in state.legal_moves() else state.legal_moves()[0]
                moves.append(move.action)
                state.play(move)
        if state.outcome is not None:
            break
    return job


def level_job(state: State, level: Level, *, seed: int, plies: int, megabytes: float | None = 16.0) -> Job:
    """Return the moves that a level makes from a position on, for both sides, with what it keeps from move to move.

    Without `megabytes` it has what a level usually has, here and in the page.
    """
    state = State(state.game, np.array([state.record], dtype=state.game.adapter.dtype))
    player = LevelPlayer(level, seed, megabytes=megabytes)
    moves: list[int] = []
    chances: list[float | None] = []
    job = begin("level", state) | {"megabytes": megabytes, "seed": seed, "level": level._asdict()}
    if level.net:
        job = judged(job, state)
    while state.outcome is None and len(moves) < plies:
        move = player.choose(state)
        moves.append(move.action)
        chances.append(player.thought_chance())
        state.play(move)
    return job | {"moves": moves, "chances": chances}


def analysis_job(
    state: State, simulations: int, *, seed: int, shown: int | None = None, owners: bool = True, megabytes: float = 16.0
) -> Job:
    """Return an analysis as it goes over the wire, without what a view of the position says."""
    state = State(state.game, np.array([state.record], dtype=state.game.adapter.dtype))
    memory = Memory(seed, 1, megabytes)
    found = analyse(state, Limit(simulations=simulations), seed=seed, owners=owners, memory=memory)
    data = analysis_as_data(found, shown)
    for name in ("id", "game", "position", "turnNumber", "parts"):
        del data[name]
    request = {"simulations": simulations, "moves": shown, "owners": owners}
    job = begin("analysis", state) | {"megabytes": megabytes, "seed": seed, "request": request, "data": data}
    return judged(job, state)


def pair_job(state: State, simulations: int, *, seed: int, megabytes: float = 64.0) -> Job:
    """Return an analysis by two threads, as two workers of the page make it; lines are of one worker there."""
    state = State(state.game, np.array([state.record], dtype=state.game.adapter.dtype))
    memory = Memory(seed, 2, megabytes)
    found = analyse(state, Limit(simulations=simulations), seed=seed, memory=memory)
    told = {"infos": [], "rootInfo": analysis_as_data(found)["rootInfo"]}
    for one in analysis_as_data(found)["moveInfos"]:
        del one["pv"]
        told["infos"].append(one)
    return begin("pair", state) | {"megabytes": megabytes, "seed": seed, "simulations": simulations} | told


def review_job(state: State, simulations: int, *, seed: int, megabytes: float = 16.0) -> Job:
    """Return a review of a game: what is kept of it, look by look, and what it says in the end."""
    start = state.copy()
    while start.history:
        start.undo()
    reviewer = Reviewer(state, Limit(simulations=simulations), seed, None, megabytes, own_net(state.game))
    kept = []
    while (entry := reviewer.step()) is not None:
        kept.append(entry)
    data = review_as_data(reviewer.result())
    for name in ("game", "record", "limit", "seed", "by", "worst"):
        del data[name]
    moves = [move.action for move in state.history]
    said = {"megabytes": megabytes, "seed": seed, "simulations": simulations, "moves": moves}
    return judged(begin("review", start) | said | {"entries": kept, "data": data}, state)


def solve_job(state: State, by: By, every: bool, megabytes: float = 32.0) -> Job:
    """Return what the solver finds of a position."""
    state = State(state.game, np.array([state.record], dtype=state.game.adapter.dtype))
    # A search gives its solver an eighth of the memory, and so does the driver on the other side.
    solver = Solver(megabytes / 8)
    found = solver.solve(state, by, every=every)
    space = solver._space
    assert space is not None
    solving = space.solving[0]
    return begin("solve", state) | {
        "megabytes": megabytes,
        "by_margin": by == "margin",
        "every": every,
        "low": found.low,
        "high": found.high,
        "line": [move.action for move in found.line],
        "lead": found.lead,
        "kept": checksum(space.kept),
        "spent": int(solving.spent),
    }


def golden_jobs(name: str) -> list[Job]:
    """Return the recorded trees, and what is recorded of the solver."""
    jobs = []
    if name in SMALL:
        state = parse_position(SMALL[name])
        jobs += [search_job(state, "THINK", SIMULATIONS, settings=one, exact=False) for one in (PLAIN, None)]
    begins = (f"{name} ", f"{name}(")
    for line in read_lines("large.jsonl"):
        if line["position"].startswith(begins):
            jobs.append(search_job(parse_position(line["position"]), "THINK", MANY, exact=False))
    for line in read_lines("solved.jsonl"):
        if line["position"].startswith(begins) and line["value"] is not None:
            jobs.append(solve_job(parse_position(line["position"]), line["by"], line["every"]))
    return jobs


def drawn_jobs(name: str, seed: int) -> list[Job]:
    """Return counts of turns, trees and values of positions that are drawn by lot: for games of which none are stored.

    A tree is compared node for node, a value with what the solver's table holds.
    """
    start, jobs = read_game(name).new_state(), []
    for depth in range(1, DEEPEST + 1):
        count = perft(start, depth)
        if depth > 1 and count > MOST_COUNTED:
            break
        jobs.append(begin("perft", start) | {"depth": depth, "count": count})
    late = [by_lot(name, left, seed) for left in LEFT]
    for state in (start, *late):
        jobs += [search_job(state, "THINK", SIMULATIONS, seed=seed, settings=one, exact=False) for one in (PLAIN, None)]
    ways: list[By] = ["result", "margin"] if start.game.spec.score.counts else ["result"]
    for state in late:
        jobs += [solve_job(state, by, every=False) for by in ways if is_soon_solved(state, by)]
    return jobs


def is_soon_solved(state: State, by: By) -> bool:
    """Say whether the solver knows a position's value soon; where positions come back it may never (V9)."""
    return Solver(4.0).solve(state, by, nodes=SOON).value is not None


def thinking_jobs(name: str, seed: int) -> list[Job]:
    """Return choices with the tree that is kept from move to move, and analyses, from the start to the end."""
    start = read_game(name).new_state()
    jobs = [
        search_job(start, "CHOOSE", 400, seed=seed, hurried=True, again=4),
        search_job(start, "ANALYSE", 2000, seed=seed),
    ]
    for left in (3, 8, 12):
        late = by_lot(name, left, seed)
        jobs.append(search_job(late, "CHOOSE", 1000, seed=seed, again=2))
        jobs.append(search_job(late, "ANALYSE", 1000, seed=seed))
    if "setup" in start.game.options:
        auction = fieldstone.load(name, size=5, setup="auction").new_state()
        jobs.append(search_job(auction, "CHOOSE", 100, seed=seed, megabytes=64.0, again=1))
    return jobs


def level_jobs(name: str, seed: int) -> list[Job]:
    """Return games of every weak level, and of the strong ones with few simulations, from the start and later on."""
    start, jobs = read_game(name).new_state(), []
    for place, level in enumerate(tuning_of(name).levels):
        count = min(level.simulations or FEW, FEW + place)
        few = level if level.weak else level._replace(simulations=count, net_simulations=count if level.net else None)
        for state in (start, by_lot(name, LEFT[place % len(LEFT)], seed)):
            jobs.append(level_job(state, few, seed=seed + place, plies=6))
    sharp = tuning_of(name).levels[0]._replace(slack=0.49, temperature=0.7, prior_temperature=0.0)
    jobs.append(level_job(start, sharp, seed=seed, plies=20))
    jobs.append(level_job(start, sharp._replace(prior_temperature=0.03), seed=seed, plies=20))
    if "setup" in start.game.options:
        auction = fieldstone.load(name, size=5, setup="auction").new_state()
        jobs.append(level_job(auction, sharp, seed=seed, plies=6, megabytes=64.0))
    return jobs


def strong_jobs(name: str, seed: int) -> list[Job]:
    """Return moves of the two strongest levels as they are, in their usual memory: some trees fill it, and are cut.

    Those that go by a network do so without one, too.
    """
    start, jobs = read_game(name).new_state(), []
    for number, level in enumerate(tuning_of(name).levels[-2:]):
        without = level._replace(net=False, net_simulations=None)
        for one in dict.fromkeys((without, level)):
            jobs.append(level_job(start, one, seed=seed + number, plies=3, megabytes=None))
            jobs.append(level_job(by_lot(name, LEFT[-1], seed), one, seed=seed + number, plies=3, megabytes=None))
    return jobs


def net_jobs(name: str, seed: int) -> list[Job]:
    """Return searches by the network that a game brings, and the highest level with so many simulations for a time."""
    start = read_game(name).new_state()
    net = own_net(start.game)
    assert net is not None
    jobs = [
        search_job(start, "CHOOSE", 700, seed=seed, hurried=True, again=4, net=net),
        search_job(start, "ANALYSE", 2000, seed=seed, net=net),
        search_job(start, "THINK", 40_000, seed=seed, megabytes=4.0, exact=False, net=net),
    ]
    highest = tuning_of(name).highest._replace(simulations=500)
    assert highest.net
    for left in LEFT:
        late = by_lot(name, left, seed)
        jobs.append(search_job(late, "CHOOSE", 1000, seed=seed, again=2, net=net))
        jobs.append(level_job(late, highest, seed=seed, plies=10))
    jobs.append(level_job(start, highest._replace(simulations=20_000), seed=seed, plies=4, megabytes=None))
    return jobs


def large_jobs(name: str, seed: int) -> list[Job]:
    """Return the first moves of a level on the largest boards, with an auction where there is one."""
    spec = fieldstone.games()[name]
    options: dict[str, Any] = {}
    size = spec.options.get("size")
    if isinstance(size, Number):
        options["size"] = size.high
    if "setup" in spec.options:
        options["setup"] = "auction"
    state = fieldstone.load(name, **options).new_state()
    return [level_job(state, tuning_of(name).levels[0], seed=seed, plies=2, megabytes=None)]


def pair_jobs(name: str, seed: int) -> list[Job]:
    """Return analyses by two, from the start to near the end. One that ends by a proof ends at a moment by chance."""
    states = [read_game(name).new_state(), *(by_lot(name, left, seed) for left in (30, 20))]
    jobs = [pair_job(state, count, seed=seed) for state, count in zip(states, (3001, 1000, 500), strict=True)]
    return [job for job in jobs if job["rootInfo"]["proven"] is None]


def analysis_jobs(name: str, seed: int) -> list[Job]:
    """Return analyses from the start to the end, with owners and without, of all moves and of some."""
    start = read_game(name).new_state()
    jobs = [analysis_job(start, 600, seed=seed), analysis_job(start, 50, seed=seed, owners=False)]
    for left in LEFT:
        late = by_lot(name, left, seed)
        jobs.append(analysis_job(late, 300, seed=seed))
        jobs.append(analysis_job(late, 40, seed=seed, shown=3))
    if "setup" in start.game.options:
        auction = fieldstone.load(name, size=5, setup="auction").new_state()
        jobs.append(analysis_job(auction, 100, seed=seed))
    return jobs


def review_jobs(name: str, seed: int) -> list[Job]:
    """Return reviews of games from the start and of their ends, some with an auction, and one by a network."""
    options: dict[str, Any] = {}
    size = fieldstone.games()[name].options.get("size")
    if isinstance(size, Number):
        options["size"] = size.low + size.step
    if "setup" in fieldstone.games()[name].options:
        options["setup"] = "auction"
    chance, jobs = random.Random(f"{seed} {name}"), []
    begun = fieldstone.load(name, **options).new_state()
    ended = by_lot(name, 5, seed)
    ended = State(ended.game, np.array([ended.record], dtype=ended.game.adapter.dtype))
    games = [(begun, 8, 60), (ended, 40, 80)]
    if own_net(read_game(name)) is not None:
        games.append((read_game(name).new_state(), 8, 60))
    for state, plies, simulations in games:
        while state.outcome is None and len(state.history) < plies:
            state.play(chance.choice(state.legal_moves()))
        if state.history:
            jobs.append(review_job(state, simulations, seed=seed))
    return jobs


def write_plan(path: Path, jobs: Sequence[Job]) -> None:
    """Write a plan: first where the modules lie, then a job a line."""
    modules = {
        module_name(spec, file).removesuffix(".wasm"): str(module_path(spec, file))
        for spec in families()
        for file in module_files(spec)
    }
    lines = [json.dumps(modules), *(json.dumps(job, allow_nan=False) for job in jobs)]
    path.write_text("\n".join(lines) + "\n")


def main() -> None:
    """Write a plan for a browser: `python -m tests.targets.plans FILE SEED PLIES`, so many plies of each game.

    Of games that packages bring alone with FIELDSTONE_TEST_GAMES=brought.
    """
    path, seed, plies = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    jobs: list[Job] = []
    for name in names_with_brought(fieldstone.games()):
        jobs += conformance_jobs(name) + perft_jobs(name, 10_000) + random_jobs(name, seed, plies)
        jobs += golden_jobs(name) + drawn_jobs(name, seed) + thinking_jobs(name, seed)
        jobs += net_jobs(name, seed) if fieldstone.games()[name].network else []
        jobs += level_jobs(name, seed) + analysis_jobs(name, seed) + pair_jobs(name, seed) + review_jobs(name, seed)
    write_plan(path, jobs)


if __name__ == "__main__":
    main()
