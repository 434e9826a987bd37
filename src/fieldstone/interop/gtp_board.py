"""The game that a GTP client plays: moves to and from its vertices, the score, the board as text."""

from string import ascii_lowercase

from fieldstone.core.errors import IllegalMoveError, InvalidMoveError, OptionError, PositionError
from fieldstone.core.outcome import Colour
from fieldstone.core.record import PLAYING
from fieldstone.games import GAMES
from fieldstone.interop.gtp_syntax import COLUMNS, GtpError, from_vertex, to_vertex
from fieldstone.play.game import Game, load
from fieldstone.play.parse import parse_position
from fieldstone.play.parts import parts_of
from fieldstone.play.ruleset import Move
from fieldstone.play.state import State

WORDS = ("button", "swap", "black", "white", "komi")


class GtpBoard:
    """A game on a square board as GTP sees it.

    Attributes
    ----------
    state : the game being played
    plain : whether points and moves are written as the rules have them, columns with i, instead of as GTP has them
    idle : passes after its end, which clients that do not know the rules may make; they change nothing
    """

    def __init__(self, game: Game, plain: bool = False) -> None:
        """Begin a game. Raises OptionError when it has no square board."""
        self.state = check_square(game).new_state()
        self.plain = plain
        self.idle = 0

    def begin(self, state: State) -> None:
        """Go on from a state. Raises OptionError when it has no square board."""
        check_square(state.game)
        self.state, self.idle = state, 0

    def resize(self, size: int) -> None:
        """Begin a game of another size; raises GtpError."""
        try:
            self.begin(load(self.state.game.name, **{**self.state.game.options, "size": size}).new_state())
        except OptionError as error:
            raise GtpError(f"unacceptable size: {error}") from None

    def set_komi(self, komi: float) -> None:
        """Go on with another komi; raises GtpError."""
        game = self.state.game
        if "komi" not in game.options:
            if komi != 0:
                raise GtpError(f"unacceptable komi: {game.name} has none, so that it can only be 0")
            return
        try:
            other = load(game.name, **{**game.options, "komi": int(komi) if komi == int(komi) else komi})
            text = self.state.to_text(history=True)
            self.state = parse_position(str(other) + text.removeprefix(str(game)))
        except (OptionError, PositionError) as error:
            raise GtpError(f"unacceptable komi: {error}") from None

    # -- moves ----------------------------------------------------------------------------------------------------

    def play(self, colour: Colour | None, text: str) -> None:
        """Play a vertex, or a move in our words; None for the colour whose turn it is. Raises GtpError."""
        state = self.state
        if state.outcome is not None and text.lower() == "pass":
            self.idle += 1
            return
        if colour is not None and colour is not state.to_move:
            raise GtpError(f"illegal move: it is {self.to_move}'s turn")
        move = self._read(text)
        try:
            state.play(move)
        except (InvalidMoveError, IllegalMoveError):
            raise GtpError(f"illegal move: {state.why_illegal(move)}") from None

    def _read(self, text: str) -> str:
        """Return a move in our words; a pass means the button as long as nobody has it: nobody may pass before (V8)."""
        word = text.lower()
        if self.plain:
            return word
        if word == "pass":
            legal = [move.text for move in self.state.legal_moves()]
            return "button" if "button" in legal else "pass"
        if word.partition(" ")[0] in WORDS:
            return word
        point = from_vertex(self.state.game.board, word)
        if point is None:
            raise GtpError(f"syntax error: {text[:20]} is no vertex of this board")
        return point

    def say(self, move: Move) -> str | None:
        """Return a move as a vertex or a pass; None if GTP has no word for it."""
        if self.plain:
            return move.text
        if move.action < self.state.game.points:
            return to_vertex(move.text)
        return "pass" if move.text in ("pass", "button") else None

    def say_exactly(self, move: Move) -> str:
        """Return a move as a vertex, or in our words."""
        return self.vertex(move.text) if move.action < self.state.game.points else move.text

    def vertex(self, point: str) -> str:
        """Return a point as the client has it."""
        return point if self.plain else to_vertex(point)

    def undo(self) -> None:
        """Take back a move; raises GtpError."""
        if self.idle:
            self.idle -= 1
        elif self.state.history:
            self.state.undo()
        else:
            raise GtpError("cannot undo")

    @property
    def to_move(self) -> str:
        """The colour to move, as GTP calls it."""
        return "black" if self.state.to_move is Colour.BLACK else "white"

    @property
    def settling(self) -> bool:
        """Whether komi or sides are not settled yet (S1)."""
        return bool(self.state.record.setup != PLAYING)

    # -- looking --------------------------------------------------------------------------------------------------

    def score(self) -> str:
        """Return the score as if the game ended here: "B+3.5" or "0". Raises GtpError where nothing is counted."""
        state = self.state
        kind = state.game.spec.score.kind
        if kind == "none":
            if state.outcome is None:
                raise GtpError(f"cannot score: {state.game.name} is not won by points ({state.game.spec.score.rule})")
            return self._won(1.0)
        scores = state.scores()
        if kind == "groups":
            black, white = (max(scores[colour], default=0) for colour in "BW")
            if state.outcome is not None:  # the last to place loses when nothing is left (K9)
                return self._won(max(black, white, 1))
            return "0" if black == white else f"{'B' if black > white else 'W'}+{max(black, white)}"
        lead = scores["B"] - scores["W"]
        return "0" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{abs(lead):g}"

    def _won(self, by: float) -> str:
        outcome = self.state.outcome
        assert outcome is not None
        return "0" if outcome.winner is None else f"{outcome.winner.value}+{by:g}"

    def status(self, kind: str) -> str:
        """Return the vertices of a status at the end: every stone that stands counts, so that none is dead."""
        board, codes = self.state.game.board, self.state.game.adapter.codes(self.state.record)
        if kind == "alive":
            points = [name for name, code in zip(board.names, codes, strict=True) if code]
        elif kind in ("dead", "seki"):
            points = []
        elif kind in ("black_territory", "white_territory"):
            points = parts_of(self.state).get("territory", {}).get(kind[0].upper(), [])
        else:
            raise GtpError("syntax error: alive, dead, seki, black_territory and white_territory are known")
        return "\n".join(map(self.vertex, points))

    def draw(self) -> str:
        """Return the board as text, with GTP's coordinates, and the facts that State shows below it."""
        rows = self.state.rows()
        letters = " ".join((ascii_lowercase if self.plain else COLUMNS.upper())[: len(rows)])
        board = [f"{len(rows) - place:2} {' '.join(row)} {len(rows) - place}" for place, row in enumerate(rows)]
        facts = str(self.state).splitlines()[len(rows) + 1 :]
        return "\n".join([str(self.state.game), f"   {letters}", *board, f"   {letters}", *facts])


def check_square(game: Game) -> Game:
    """Return a game if its board is square; raises OptionError."""
    if game.board.shape != "square":
        square = ", ".join(spec.name for spec in GAMES.values() if spec.board.shape == "square")
        raise OptionError("gtp.game", game=game.name, games=square)
    return game
