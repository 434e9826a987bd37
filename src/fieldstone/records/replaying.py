"""Playing a record through the rules: every move of the tree once, whatever its form."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from fieldstone.core.errors import IllegalMoveError, InvalidMoveError, OptionError, PositionError, shortened
from fieldstone.core.outcome import Termination
from fieldstone.play.game import Game, load
from fieldstone.play.state import State
from fieldstone.records.errors import RecordError
from fieldstone.records.limits import MOST_NODES, MOST_REPEATED
from fieldstone.records.record import (
    AGREEMENT,
    CLAIMED,
    RULES_VERSION,
    Evaluation,
    Node,
    Record,
    Result,
    position_hash,
    result_of,
)


def load_game(name: str, options: dict[str, Any]) -> Game:
    """Return the game of a record. Raises RecordError naming what would be allowed."""
    try:
        return load(name, **options)
    except OptionError as error:
        raise RecordError("record.game", problem=error.sentence) from None


def checked(record: Record) -> Record:
    """Play every move of a record, and return it with moves in their usual spelling, its result and its hash.

    Raises
    ------
    RecordError
        A move is illegal or no move, stands after none, or stands there twice; a line of an evaluation cannot be
        played; the result or the hash is not that of the main line. It names the move, the position and the rule.
    """
    _check_form(record)
    record = replace(record, nodes=tuple(_spelled(record.game, n, node) for n, node in enumerate(record.nodes, 1)))
    last = len(record.main_line) and record.main_line[-1]
    end: State | None = None
    for number, state in walk(record):
        evaluation = record.nodes[number - 1].evaluation if number else record.evaluation
        if evaluation is not None and evaluation.line:
            _check_line(number, state, evaluation)
        if number == last:
            end = state.copy()
    assert end is not None  # the walk goes through all nodes
    found = position_hash(end)
    if record.final_hash not in (None, found):
        raise RecordError("record.hash", given=record.final_hash, found=found, position=end.to_text())
    return replace(record, result=_result(record, end), final_hash=found)


def _check_form(record: Record) -> None:
    """Check what can be checked without playing: versions, numbers, that no move stands twice."""
    if record.rules_version > RULES_VERSION:
        raise RecordError("record.rules-version", version=record.rules_version, known=RULES_VERSION)
    if len(record.nodes) > MOST_NODES:
        raise RecordError("record.too-long", where="moves", allowed=MOST_NODES)
    seen: dict[tuple[int, str], int] = {}
    for number, node in enumerate(record.nodes, start=1):
        if not 0 <= node.after < number:
            raise RecordError("record.after", number=number, move=shortened(node.move), after=node.after)
        twin = seen.setdefault((node.after, " ".join(node.move.lower().split())), number)
        if twin != number:
            raise RecordError("record.twice", number=number, move=shortened(node.move), twin=twin, after=node.after)


def _spelled(game: Game, number: int, node: Node) -> Node:
    """Return a node with its move as the game spells it."""
    if "," in node.move:
        raise RecordError("record.turn", number=number, move=shortened(node.move))
    try:
        text = game.move(node.move).text
    except InvalidMoveError:
        start = game.new_state()
        raise RecordError(
            "record.no-move", number=number, why=lambda language: start.why_illegal(node.move, language) or ""
        ) from None
    return node if text == node.move else replace(node, move=text)


def _illegal(number: int, move: str, state: State, key: str = "record.illegal") -> RecordError:
    """Return the error that names the move, the position and, in any language, the rule."""
    here = state.copy()
    return RecordError(
        key,
        number=number,
        move=shortened(move),
        position=here.to_text(),
        why=lambda language: here.why_illegal(move, language) or "",
    )


def walk(record: Record) -> Iterator[tuple[int, State]]:
    """Yield every node with its state, the start position (0) first; a state is only good until the next one comes.

    Of several moves after a node the one with the most moves below it comes last, and goes on with its state; the
    others get copies. So there are never more states at a time than the tree could be halved, however it branches.
    Raises RecordError where a move cannot be played.
    """
    try:
        start = record.new_state()
    except (PositionError, OptionError) as error:
        raise RecordError("record.start", problem=error.sentence) from None
    if start.game != record.game:
        raise RecordError("record.start-game", start=str(start.game), game=str(record.game))
    if start.history:
        raise RecordError("record.start-moves")
    yield 0, start
    sizes = _sizes(record)
    waiting: list[tuple[int, State, bool]] = []
    _put(waiting, record.children[0], sizes, start)
    repeated = 0
    while waiting:
        number, state, shared = waiting.pop()
        if shared:
            state = state.copy()
        move = record.nodes[number - 1].move
        try:
            state.play(move)
        except (IllegalMoveError, InvalidMoveError):
            raise _illegal(number, move, state) from None
        if state.outcome is not None and state.outcome.termination is Termination.REPETITION:
            repeated += len(state.history)
            if repeated > MOST_REPEATED:
                raise RecordError("record.repetitions", limit=MOST_REPEATED)
        yield number, state
        _put(waiting, record.children[number], sizes, state)


def _put(waiting: list[tuple[int, State, bool]], numbers: tuple[int, ...], sizes: list[int], state: State) -> None:
    """Put the nodes after a state on the stack; the biggest, taken last, has the state to itself."""
    for place, number in enumerate(sorted(numbers, key=lambda one: -sizes[one])):
        waiting.append((number, state, place > 0))


def _sizes(record: Record) -> list[int]:
    """Return how many nodes each one has below it, itself counted; a node stands after the one that it follows."""
    sizes = [1] * (len(record.nodes) + 1)
    for number in range(len(record.nodes), 0, -1):
        sizes[record.nodes[number - 1].after] += sizes[number]
    return sizes


def _check_line(number: int, state: State, evaluation: Evaluation) -> None:
    """Check that the moves that an engine expects can be played."""
    trial = state.copy()
    for move in evaluation.line:
        try:
            trial.play(trial.game.move(move))
        except (InvalidMoveError, IllegalMoveError):
            raise _illegal(number, move, trial, "record.illegal-line") from None


def _result(record: Record, end: State) -> Result | None:
    """Return the result of a record whose main line ends in a state: as given, or as the rules say."""
    given, ruled = record.result, result_of(end)
    if given is None:
        return ruled
    if ruled is None:
        if given.reason not in CLAIMED:
            raise RecordError("record.goes-on", given=given.reason, moves=len(record.main_line), position=end.to_text())
        if (given.winner is None) != (given.reason == AGREEMENT):
            raise RecordError("record.claim", given=given.reason, winner=given.winner or "null")
        return given
    if given.reason != ruled.reason:
        raise RecordError("record.reason", found=ruled.reason, given=given.reason, position=end.to_text())
    if given.winner != ruled.winner:
        winners = {"found": ruled.winner or "null", "winner": given.winner or "null"}
        raise RecordError("record.winner", **winners, position=end.to_text())
    return given
