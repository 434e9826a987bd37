"""What can be asked of positions, without a game being kept."""

from fastapi import APIRouter

from fieldstone.server.language import Language
from fieldstone.server.lines import play, read_line
from fieldstone.server.schema import Line, LineAndMove, Moves, View, Why
from fieldstone.server.services import Context
from fieldstone.server.views.position import played_moves, view_of

router = APIRouter(prefix="/api/positions", tags=["positions"])


@router.post("")
async def view(asked: Line, language: Language, context: Context) -> View:
    """Return the last position of a line."""
    return await context.work(asked.line, lambda: view_of(read_line(asked.line), language))


@router.post("/play")
async def view_after(asked: LineAndMove, language: Language, context: Context) -> View:
    """Return the position after a move, or a whole turn, from the last position of a line."""

    def look() -> View:
        state = read_line(asked.line)
        play(state, asked.move)
        return view_of(state, language)

    return await context.work(asked.line, look)


@router.post("/moves")
async def moves(asked: Line, context: Context) -> Moves:
    """Return the moves of a line with what each of them did."""
    return await context.work(asked.line, lambda: Moves(moves=list(played_moves(read_line(asked.line)))))


@router.post("/why")
async def why(asked: LineAndMove, language: Language, context: Context) -> Why:
    """Return why a move or a whole turn is illegal in the last position of a line."""
    return await context.work(asked.line, lambda: Why(reason=read_line(asked.line).why_illegal(asked.move, language)))
