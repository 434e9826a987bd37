"""Positions, moves and endings in the words of the message catalogues."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from fieldstone.cli.terminal.board import glyphs
from fieldstone.cli.terminal.screen import Screen
from fieldstone.core.outcome import Colour, Outcome
from fieldstone.core.record import NAMING_KOMI, PLAYING
from fieldstone.games.adapter import Preview
from fieldstone.play.game import Game
from fieldstone.play.parts import Parts, score_lines
from fieldstone.play.state import State
from fieldstone.play.turns import Event
from fieldstone.play.wording import deciding_sentence, ending_sentences, halves, komi_range, score_sentence, sentences


class Narrator:
    """Says what there is to say about a game; `players` are the names of the people and programs by seat, if known."""

    def __init__(self, screen: Screen, players: Mapping[int, str] | None = None) -> None:
        self.screen = screen
        self.players = dict(players or {})
        self.say = screen.say

    # -- names --------------------------------------------------------------------------------------------------

    def label(self, game: Game) -> str:
        """Return a game with its options, for people."""
        options = game.options
        title = self.say(f"title.{game.name}")
        parts = [title]
        if "size" in options:
            parts.append(self.say(f"label.{game.board.shape}", size=options["size"]))
        if options.get("setup") == "auction":
            parts.append(self.say("label.auction"))
        elif "komi" in options:
            parts.append(self.say("label.komi", komi=options["komi"]))
        if options.get("pie") is False:
            parts.append(self.say("label.no-swap"))
        return self.screen.join(parts)

    def who(self, seat: int, colour: Colour | None) -> str:
        """Return a player: the colour and the name, or the seat while colours are open."""
        player = self.players.get(seat)
        if colour is None:
            shown = self.say("who.seat", seat=seat)
            is_seat = player is None or player == shown
        else:
            shown = self.say(f"colour.{colour.value}")
            is_seat = player is None
        return shown if is_seat else self.say("who.named", who=shown, player=player)

    def on_move(self, state: State) -> str:
        """Return who is on move."""
        return self.who(state.seat, state.to_move if state.record.setup == PLAYING else None)

    def holder(self, state: State, colour: Colour) -> str:
        """Return who holds a colour."""
        return self.who(state.seat_of(colour), colour)

    # -- moves --------------------------------------------------------------------------------------------------

    def move(self, text: str) -> str:
        """Return a move for people."""
        if text.startswith("komi "):
            return self.say("move.komi", komi=text.removeprefix("komi "))
        if text in ("black", "white"):
            return self.say("move.side", colour="B" if text == "black" else "W")
        if text in ("pass", "button", "swap"):
            return self.say(f"move.{text}")
        return text

    def effects(self, done: Preview) -> list[str]:
        """Return what a move did beside setting a stone, one phrase each."""
        arrow = glyphs(self.screen.plain).arrow
        listed = {
            "removed": done.removed,
            "flipped": done.flipped,
            "captured": done.captured,
            "released": done.released,
            "pushed": tuple(f"{start}{arrow}{end}" for start, end in done.pushed),
            "returned": done.returned,
        }
        return [
            self.say(f"effect.{name}", points=self.screen.join(points)) for name, points in listed.items() if points
        ]

    def event(self, event: Event) -> str:
        """Return what a player did."""
        said = self.say("event.move", who=self.who(event.seat, event.colour), move=self.move(event.move))
        seen = replace(event.preview, returned=())  # what has not moved is of interest before a move, not after it
        return self.say("list.semicolon").join([said, *self.effects(seen)])

    def events(self, events: Sequence[Event]) -> Iterator[str]:
        """Yield what was done, a line for each turn: the two stones of one turn stand on one."""
        for _, turn in groupby(events, lambda event: (event.seat, event.colour)):
            first, *others = turn
            moves = ",".join([first.move, *(event.move for event in others)])
            yield self.event(replace(first, move=moves))

    # -- the position -------------------------------------------------------------------------------------------

    def score(self, state: State) -> str:
        """Return what the game counts, as if it ended here."""
        return score_sentence(state, self.say)

    def breakdown(self, state: State, parts: Parts) -> Iterator[str]:
        """Yield what the score of a position that is made of `parts` adds up from, and which group decides."""
        for told, amounts, counts_as in score_lines(state, parts):
            counted = amounts if counts_as is None else counts_as
            black, white = (self._amount(amounts[one], counted[one]) for one in "BW")
            yield self.say("score.line", line=self.say(told), black=black, white=white)
        if decided := deciding_sentence(state, parts.get("groups", ()), self.say):
            yield decided

    def _amount(self, amount: float | None, counted: float | None) -> str:
        """Return how much there is of something, and what of it is in the score where that is something else."""
        if amount is None or counted is None:
            return self.say("list.none")
        if amount == counted:
            return halves(amount)
        return self.say("score.counts-as", amount=halves(amount), score=halves(counted))

    def facts(self, state: State) -> Iterator[str]:
        """Yield what a player must know besides the board."""
        record = state.record
        if record.setup != PLAYING:
            return
        yield self.score(state)
        if state.game.adapter.has_button:
            colours = (None, Colour.BLACK, Colour.WHITE)
            holder = colours[int(record.button)]
            if holder is None:
                yield self.say("fact.button-free")
            else:
                yield self.say("fact.button-taken", who=self.holder(state, holder))
        if state.outcome is not None:
            return
        if record.passes == 1:
            yield self.say("fact.one-pass")
        yield from self._duties(state)

    def _duties(self, state: State) -> Iterator[str]:
        """Yield what the side to move must do, or may do only now."""
        duty, left = state.game.adapter.duty(state.record), state.game.adapter.stones_left(state.record)
        legal = state.legal_moves()
        if len(legal) == 1 and legal[0].text == "pass":
            yield self.say("fact.only-pass")
        elif left is not None:
            yield self.say("fact.two-stones" if left == 2 else "fact.one-stone")
        elif duty is not None:
            yield self.say(duty.key, points=self.screen.join(move.text for move in legal), **duty.details)
        elif any(move.text == "swap" for move in legal):
            yield self.say("fact.swap-open")

    def turn(self, state: State) -> str:
        """Return what is to be done, and by whom."""
        who = self.on_move(state)
        if state.record.setup == PLAYING:
            return self.say("turn.to-move", who=who)
        if state.record.setup == NAMING_KOMI:
            high, step = komi_range(state)
            return self.say("setup.even-komi" if step == 2 else "setup.komi", who=who, high=high)
        return self.say("setup.side", who=who, komi=int(state.record.komi))

    def prompt(self, state: State) -> str:
        """Return what stands before the ``>``."""
        if state.record.setup != PLAYING:
            return self.say("who.seat", seat=state.seat)
        return self.say(f"colour.{state.to_move.value}")

    # -- the end ------------------------------------------------------------------------------------------------

    def ending(self, state: State, outcome: Outcome) -> str:
        """Return who won, and by what."""
        winner = "" if outcome.winner is None else self.holder(state, outcome.winner)
        return sentences(ending_sentences(state, outcome, self.say, winner), self.say)

    def resignation(self, state: State, seat: int) -> str:
        """Return who gave up, and who wins thereby."""
        setup = state.record.setup != PLAYING
        black = state.seat_of(Colour.BLACK)
        colours = {one: None if setup else (Colour.BLACK if one == black else Colour.WHITE) for one in (1, 2)}
        said = self.say("end.resigned", who=self.who(seat, colours[seat]))
        won = self.say("end.win", who=self.who(3 - seat, colours[3 - seat]))
        return self.say("list.sentence").join([won, said])
