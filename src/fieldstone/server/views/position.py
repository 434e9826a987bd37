"""Positions as the page draws them. What is legal and what moves do is asked of the rules; nothing is decided here."""

from collections.abc import Iterator
from typing import Any, Literal

import numpy as np

from fieldstone.core.outcome import Colour
from fieldstone.core.record import NAMING_KOMI, PLAYING
from fieldstone.diagram.boards_file import from_the_top
from fieldstone.games.adapter import Duty, Preview
from fieldstone.messages import say
from fieldstone.play.colours import Holding, exchange, holding, settles
from fieldstone.play.game import Game
from fieldstone.play.shown import DETAILS, HOLDERS, ONLY_PASS, PASS, SETUPS, unsettled
from fieldstone.play.state import State
from fieldstone.play.wording import ending_sentences, komi_range, score_sentence, score_texts, sentences
from fieldstone.records.record import Record
from fieldstone.records.replaying import walk
from fieldstone.server import schema
from fieldstone.server.language import speaker
from fieldstone.server.schema import colour_name, seat_number
from fieldstone.server.views.score import count_of, signs
from fieldstone.server.views.styles import score_of


def view_of(state: State, language: str, outcome: schema.Outcome | None = None) -> schema.View:
    """Return all that is drawn of the present position.

    `outcome` ends a game by other means than its rules: then nothing is legal any more.
    """
    outcome = outcome or outcome_of(state, language)
    return schema.View(
        **_of_game(state.game, language),
        **_of_players(state),
        **_of_turn(state, language, outcome),
        **_of_scores(state, language, outcome),
        position=state.to_text(),
        line=state.to_text(history=True),
        ply=len(state.history),
        rows=state.rows(),
        details=list(_details(state)),
        last=next(played_moves(state, len(state.history) - 1), None),
        outcome=outcome,
    )


def _of_game(game: Game, language: str) -> dict[str, Any]:
    """Return what is the same in all positions of a game."""
    return {
        "game_text": str(game),
        "game": game.name,
        "options": dict(game.options),
        "shape": game.board.shape,
        "board": schema.BoardStyle.model_validate(game.spec.board),
        "score": score_of(game.spec, language),
        "size": game.board.size,
        "points": [game.board.names[point] for point in from_the_top(game.board)],
        "named_moves": [word for word in game.adapter.named_moves if not word.startswith("komi ")],
        "brushes": [symbol for symbol in game.adapter.symbols if symbol != "."],
    }


def _of_players(state: State) -> dict[str, Any]:
    """Return who holds what, and what has been settled and taken."""
    black, white = (seat_number(state.seat_of(colour)) for colour in (Colour.BLACK, Colour.WHITE))
    held = holding(state)
    return {
        "seats": schema.ByColour(black=black, white=white),
        "colours": schema.BySeat(first=_held(held, 1), second=_held(held, 2)),
        "setup": SETUPS[int(state.record.setup)],
        "komi": _komi(state),
        "passes": int(state.record.passes),
        "button": _button(state),
    }


def _of_turn(state: State, language: str, outcome: schema.Outcome | None) -> dict[str, Any]:
    """Return who is to move, and what may and must be done; nothing where the game is over."""
    if outcome is not None:
        return {
            "to_move": None,
            "seat": None,
            "stones_left": None,
            "turn_open": False,
            "legal": schema.Legal(points=[], named_moves=[], komi=None),
            "exchange": exchange(state, []),
            "offered": [],
            "obliged": None,
            "duty": None,
            "effects": {},
        }
    legal, duty = _legal(state), _duty(state)
    return {
        "to_move": state.to_move.value,
        "seat": seat_number(state.seat),
        "stones_left": state.game.adapter.stones_left(state.record),
        "turn_open": state.turn_open,
        "legal": legal,
        "exchange": exchange(state, legal.named_moves),
        "offered": _offered(state, legal.named_moves),
        "obliged": duty and duty.kind,
        "duty": duty and say(duty.short, language, **duty.details),
        "effects": _all_effects(state),
    }


def _of_scores(state: State, language: str, outcome: schema.Outcome | None) -> dict[str, Any]:
    """Return the scores as the rules count them and as people read them, and what they are made of."""
    game, scores = state.game, state.scores()
    if not game.spec.score.counts:
        scores = dict.fromkeys(scores)  # they mean nothing
    texts = {one: signs(text) for one, text in score_texts(state, speaker(language)).items()}
    tells = state.outcome is not None or state.record.setup != PLAYING or game.adapter.score_tells(state.record)
    return {
        "scores": schema.ByColour(black=scores["B"], white=scores["W"]),
        "score_text": schema.ByColour(black=texts["B"], white=texts["W"]),
        "score_tells": tells,
        "count": count_of(state, language),
    }


def outcome_of(state: State, language: str) -> schema.Outcome | None:
    """Return how the game ended by its rules, or None while it goes on."""
    outcome = state.outcome
    if outcome is None:
        return None
    say = speaker(language)
    winner = "" if outcome.winner is None else say(f"colour.{outcome.winner.value}")
    parts = ending_sentences(state, outcome, say, winner)
    if state.game.spec.score.counts:
        parts.insert(2, signs(score_sentence(state, say)))
    return schema.Outcome(
        winner=None if outcome.winner is None else outcome.winner.value,
        winner_seat=None if outcome.winner is None else seat_number(state.seat_of(outcome.winner)),
        termination=str(outcome.termination),
        sentence=sentences(parts, say),
    )


def played_moves(state: State, first: int = 0) -> Iterator[schema.PlayedMove]:
    """Yield the moves from ply `first` on with what each of them did."""
    past = State(state.game, np.frombuffer(bytearray(state.start), dtype=state.game.adapter.dtype))
    turn = 0
    for ply, move in enumerate(state.history):
        effects = effects_of(past.game, past.preview(move)) if ply >= first else schema.Effects()
        seat, colour, before = seat_number(past.seat), colour_name(past.to_move), holding(past)
        past.play(move)
        if ply >= first:
            yield schema.PlayedMove(
                ply=ply,
                move=move.text,
                seat=seat,
                colour=colour,
                settles=settles(before, holding(past)),
                turn=turn,
                effects=effects,
            )
        turn += not past.turn_open


def tree_of(record: Record) -> schema.Tree:
    """Return the tree of a sound record."""
    record = record.in_order()
    movers: dict[int, tuple[schema.SeatNumber, schema.ColourName, int]] = {}
    held: dict[int, Holding] = {}
    turns = {0: 0}
    for number, state in walk(record):
        if number:
            turns[number] = turns[record.nodes[number - 1].after] + (not state.turn_open)
        movers[number] = seat_number(state.seat), colour_name(state.to_move), turns[number]
        held[number] = holding(state)
    nodes = []
    for number, node in enumerate(record.nodes, start=1):
        seat, colour, turn = movers[node.after]
        nodes.append(
            schema.TreeNode(
                after=node.after,
                move=node.move,
                seat=seat,
                colour=colour,
                settles=settles(held[node.after], held[number]),
                turn=turn,
                comment=node.comment,
            )
        )
    return schema.Tree(comment=record.comment, nodes=nodes)


def effects_of(game: Game, done: Preview) -> schema.Effects:
    """Return what a move does, as the page has it."""
    index, neighbours = game.board.index, game.board.neighbours
    return schema.Effects(
        placed=list(done.placed),
        removed=list(done.removed),
        flipped=list(done.flipped),
        captured=list(done.captured),
        released=list(done.released),
        pushed=[
            # K4: a stone moves to an adjacent point, or over the edge.
            schema.Push(start=start, end=end, wraps=index[end] not in neighbours[index[start]])
            for start, end in done.pushed
        ],
        returned=list(done.returned),
        faces=dict(done.faces),
    )


def _details(state: State) -> Iterator[schema.Detail]:
    """Yield the details that a position text of this game may have."""
    names = state.game.adapter.detail_names
    for detail in DETAILS:
        if detail.name in names:
            yield schema.Detail.model_validate(detail._asdict() | {"unsettled": unsettled(detail.name, names)})


def _held(held: Holding, seat: int) -> schema.ColourName | None:
    colour = held.of(seat)
    return None if colour is None else colour_name(colour)


def _offered(state: State, legal: list[str]) -> list[str]:
    """Return what stands beside the board: the legal named moves, and a pass once the button is taken (V8)."""
    if state.record.setup != PLAYING:
        return []
    passes = _button(state) != "-"
    return [word for word in state.game.adapter.named_moves if word in legal or (word == PASS and passes)]


def _komi(state: State) -> int | None:
    """Return komi where the game has one and it is settled or named."""
    known = "komi" in state.game.options and state.record.setup != NAMING_KOMI
    return int(state.record.komi) if known else None


def _button(state: State) -> Literal["B", "W", "-"] | None:
    """V8: return who has taken the button."""
    if not state.game.adapter.has_button:
        return None
    return HOLDERS[int(state.record.button)]


def _legal(state: State) -> schema.Legal:
    points = state.game.points
    moves = state.legal_moves()
    komi = None
    if state.record.setup == NAMING_KOMI:
        high, step = komi_range(state)
        komi = schema.KomiRange(low=0, high=high, step=step)
        moves = []
    return schema.Legal(
        points=[move.text for move in moves if move.action < points],
        named_moves=[move.text for move in moves if move.action >= points],
        komi=komi,
    )


def _duty(state: State) -> Duty | None:
    """Return what the side to move must do: what the rules ask of it (I5), or pass as nothing else is legal."""
    only_pass = [move.text for move in state.legal_moves()] == [PASS]
    return state.game.adapter.duty(state.record) or (ONLY_PASS if only_pass else None)


def _all_effects(state: State) -> dict[str, schema.Effects]:
    """Return what each legal point does, where that is more than to set a stone."""
    found = {}
    if state.record.setup == PLAYING:
        for move in state.legal_moves():
            if move.action < state.game.points:
                done = state.preview(move)
                if done != Preview(move.text, placed=(move.text,)):
                    found[move.text] = effects_of(state.game, done)
    return found
