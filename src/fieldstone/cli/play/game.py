"""A game at the terminal, from the first board to the last word."""

from collections.abc import Callable
from pathlib import Path

from fieldstone.cli.play.helping import show_help
from fieldstone.cli.play.players import Players, read_level
from fieldstone.cli.play.saves import write_save
from fieldstone.cli.play.turns import marks_of
from fieldstone.cli.terminal.board import Drawing, glyphs
from fieldstone.cli.terminal.guides import show_guide
from fieldstone.cli.terminal.narrator import Narrator
from fieldstone.cli.terminal.screen import Screen, narrow, program
from fieldstone.cli.terminal.warming import Preparation
from fieldstone.core.errors import IllegalMoveError, InvalidMoveError
from fieldstone.core.outcome import Colour
from fieldstone.core.record import CHOOSING_SIDE, NAMING_KOMI, PLAYING
from fieldstone.games.tuning import highest_level_of
from fieldstone.play.state import State
from fieldstone.play.turns import Event, latest_events
from fieldstone.play.wording import komi_range

LONGEST_MOVE = 80


class Match:
    """One game between two players.

    Attributes
    ----------
    state : the position now
    resigned : the seat that gave up, or None
    saved : how many moves the last file holds, or the game began with
    """

    def __init__(self, screen: Screen, state: State, players: Players, preparation: Preparation | None = None) -> None:
        """Seat the players before a position; `preparation` is finished before the computer moves."""
        self.screen = screen
        self.state = state
        self.players = players
        self.preparation = preparation
        self.narrator = Narrator(screen, players.names(screen))
        self.resigned: int | None = None
        self.saved = len(state.history)
        self.leaving = False
        self.again = False

    @property
    def over(self) -> bool:
        """Whether the game has ended, or somebody has given up."""
        return self.resigned is not None or self.state.outcome is not None

    def run(self) -> bool:
        """Play until the game is over and nobody wants more of it; returns whether another one is wanted."""
        self._begin()
        self.show()
        while not self.leaving:
            if self.over:
                self._after_the_end()
            elif self.players.is_human(self.state.seat):
                self._ask(self.narrator.prompt(self.state))
            else:
                self._let_program_move()
        return self.again

    def _begin(self) -> None:
        screen, state = self.screen, self.state
        screen.write()
        screen.write(self.narrator.label(state.game))
        names = self.players.names_and_levels(screen)
        if state.record.setup == PLAYING:
            black, white = names[state.seat_of(Colour.BLACK)], names[state.seat_of(Colour.WHITE)]
            shapes = glyphs(screen.plain)
            screen.tell("start.colours", black=black, white=white, black_glyph=shapes.black, white_glyph=shapes.white)
        elif not self.players.all_human:
            screen.tell("start.seats", first=names[1], second=names[2])
        if self.players.any_human:
            screen.tell("start.help", example=self._example())

    def _example(self) -> str:
        """Return a move that could be typed now."""
        if self.state.record.setup == NAMING_KOMI:
            return "komi 6"
        if self.state.record.setup == CHOOSING_SIDE:
            return "black"
        moves = [move for move in self.state.legal_moves() if move.action < self.state.game.points]
        return moves[len(moves) // 3].text if moves else "pass"

    # -- showing ------------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Write what happened last, the board, and how things stand."""
        screen, state, narrator = self.screen, self.state, self.narrator
        screen.write()
        events = self._tell_events()
        drawing = Drawing(state.game.spec.board, state.rows(), marks_of(state, events), screen.plain)
        screen.draw(drawing.lines())
        for fact in narrator.facts(state):
            screen.write(fact)
        if self.resigned is not None:
            screen.write(narrator.resignation(state, self.resigned))
        elif state.outcome is not None:
            screen.write(narrator.ending(state, state.outcome))
        elif self.players.is_human(state.seat):
            screen.write(narrator.turn(state))

    def _tell_events(self) -> list[Event]:
        """Write what the last turn did; returns it."""
        events = latest_events(self.state)
        for line in self.narrator.events(events):
            self.screen.write(line)
        return events

    # -- moves --------------------------------------------------------------------------------------------------

    def _let_program_move(self) -> None:
        if self.preparation is not None:
            self.preparation.finish()
        state = self.state
        who = self.narrator.on_move(state)
        with self.screen.thinking(self.screen.say("turn.thinking", who=who)) as on_progress:
            program = self.players.program(state.seat)
            move = program.choose(state, on_progress)
        if program.interrupted:
            raise KeyboardInterrupt
        state.play(move)
        if not state.turn_open or self.over:
            self.show()

    def _after_the_end(self) -> None:
        """Offer another game where a person can answer; else read on, since a last command may follow."""
        if self.screen.interactive:
            self._ask(self.screen.say("end.again"), over=True)
        elif self.players.any_human:
            self._ask("", over=True)
        else:
            self.leaving = True

    def _ask(self, prompt: str, over: bool = False) -> None:
        line = self.screen.ask(prompt)
        if line is None:
            self._quit("")
        elif over and narrow(line).lower() in ("y", "yes"):
            self.leaving = self.again = True
        elif over and narrow(line).lower() in ("", "n", "no"):
            self.leaving = True
        elif line:
            self.answer(line)

    def answer(self, line: str) -> None:
        """Do what a line says: a command, or a move."""
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "help": lambda rest: show_help(self.screen, self.state.game),
            "?": lambda rest: show_help(self.screen, self.state.game),
            "moves": self._moves,
            "why": self._why,
            "undo": self._undo,
            "save": lambda rest: self._save(rest, overwrite=False),
            "save!": lambda rest: self._save(rest, overwrite=True),
            "level": self._level,
            "rules": lambda rest: show_guide(self.state.game.name, self.screen),
            "board": lambda rest: self.show(),
            "resign": self._resign,
            "quit": self._quit,
            "exit": self._quit,
        }
        command = commands.get(narrow(word).lower())
        if command is not None:
            command(rest.strip())
        else:
            self._move(self._normal(line))

    def _normal(self, line: str) -> str:
        """Return a typed move in the notation of the rules: a bare komi, or two points with a blank between them."""
        line = narrow(line)
        if self.state.record.setup == NAMING_KOMI and line.isascii() and line.isdigit():
            return f"komi {line}"
        if self.state.game.spec.turn_length > 1:
            return ",".join(line.replace(",", " ").split())
        return line

    def _move(self, text: str) -> None:
        why = self._why_illegal(text)
        if why is not None:
            self.screen.write(why)
            return
        try:
            self.state.play(text)
        except (InvalidMoveError, IllegalMoveError) as error:
            self.screen.write(str(error))
        else:
            if self.over or self.state.turn_open or self.players.is_human(self.state.seat):
                self.show()
            else:
                self._tell_events()

    def _why_illegal(self, text: str) -> str | None:
        if self.resigned is not None:
            return self.screen.say("end.already")
        if len(text) > LONGEST_MOVE:
            names = self.state.game.board.names
            rule = self.state.game.spec.turn_rule
            unknown = self.screen.say(
                "illegal.unknown", text=f"{text[:40]}…", first=names[0], last=names[-1], rule=rule
            )
            return self.screen.say("illegal.unknown-help", why=unknown)
        why = self.state.why_illegal(text, self.screen.language)
        if why is not None and self.state.record.setup == NAMING_KOMI:
            high, step = komi_range(self.state)  # whatever was typed, this is what is wanted
            return self.screen.say("illegal.name-even-komi" if step == 2 else "illegal.name-komi", high=high)
        if why is not None and not self._is_move(text):
            return self.screen.say("illegal.unknown-help", why=why)
        return why

    def _is_move(self, text: str) -> bool:
        """Say whether a text is one or more moves of this game, legal or not."""
        try:
            return all(self.state.game.move(part) for part in text.split(","))
        except InvalidMoveError:
            return False

    # -- commands -----------------------------------------------------------------------------------------------

    def _moves(self, rest: str) -> None:
        moves = [] if self.over else [move.text for move in self.state.legal_moves()]
        points = set(self.state.game.board.names)
        shown = sorted((text for text in moves if text in points), key=lambda text: (text[0], int(text[1:])))
        shown += [text for text in moves if text not in points and not text.startswith("komi ")]
        if self.state.record.setup == NAMING_KOMI and moves:
            high, step = komi_range(self.state)
            shown.append(self.screen.say("moves.even-komi" if step == 2 else "moves.komi", high=high))
        listed = self.screen.join(shown) if shown else self.screen.say("list.none")
        self.screen.tell("moves.list", count=len(moves), moves=listed)

    def _why(self, rest: str) -> None:
        if not rest:
            self.screen.tell("why.usage", example=self._example())
            return
        text = self._normal(rest)
        why = self._why_illegal(text)
        if why is not None:
            self.screen.write(why)
            return
        effects = [] if "," in text else self.narrator.effects(self.state.preview(text))
        if effects:
            joined = self.screen.say("list.semicolon").join(effects)
            self.screen.tell("why.legal-effects", move=self.narrator.move(text), effects=joined)
        else:
            self.screen.tell("why.legal", move=self.narrator.move(text))

    def _undo(self, rest: str) -> None:
        """Take back to the last decision of a person; a resignation alone, if there was one."""
        if self.resigned is not None:
            self.resigned = None
            self.show()
            return
        past = self.state.copy()
        taken = []
        while past.history:
            taken.append(past.undo())
            if self.players.is_human(past.seat):
                break
        if not taken or not self.players.is_human(past.seat):
            self.screen.tell("undo.none")
            return
        self.state = past
        self.screen.tell("undo.done", moves=self.screen.join(self.narrator.move(move.text) for move in reversed(taken)))
        self.show()

    def _save(self, rest: str, overwrite: bool) -> None:
        if not rest:
            self.screen.tell("save.usage")
            return
        path = Path(rest)
        try:
            path = path.expanduser()
            write_save(path, self.state, self.players, overwrite)
        except FileExistsError:
            self.screen.tell("save.exists", file=path)
        except (OSError, ValueError, RuntimeError) as error:
            problem = getattr(error, "strerror", None) or error
            self.screen.tell("save.failed", file=path, problem=problem)
        else:
            self.saved = len(self.state.history)
            self.screen.tell("save.done", file=path, program=program())

    def _level(self, rest: str) -> None:
        """Change the level of the computer, or say how strong it plays."""
        players, name = self.players, self.state.game.name
        if not players.any_computer:
            self.screen.tell("level.nobody")
            return
        highest = highest_level_of(name)
        if rest:
            level = read_level(rest, name)
            if level is None:
                self.screen.tell("menu.level-unknown", highest=highest)
                return
            players.set_level(level)
        strength = players.strength
        if strength.seconds is None:
            self.screen.tell("level.now", level=strength.level)
        else:
            self.screen.tell("level.seconds", seconds=f"{strength.seconds:g}")
        if not rest:
            self.screen.tell("level.usage", highest=highest)

    def _resign(self, rest: str) -> None:
        if self.over:
            self.screen.tell("end.already")
            return
        self.resigned = self.state.seat
        self.show()

    def _quit(self, rest: str) -> None:
        self.leaving = True
        unfinished = not self.over and len(self.state.history) != self.saved
        if unfinished:
            self.screen.tell("leave.unfinished", program=program())
        else:
            self.screen.tell("leave.goodbye")
