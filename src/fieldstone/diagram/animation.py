"""A game that plays itself, as SVG: each stone has the plies from which and up to which it is there."""

from collections.abc import Iterator
from dataclasses import replace

from fieldstone.core.errors import DiagramError
from fieldstone.diagram.drawing import Drawing, Style
from fieldstone.diagram.svg import number, tag
from fieldstone.play.state import State

MOST_PLIES = 1000
SECONDS, LAST = 0.8, 3.0  # a ply, and the last one before all begins anew
FASTEST, SLOWEST = 0.05, 60.0

Span = tuple[str, int, int | None]  # an element, the ply from which on it is shown, and that up to which, if any


def states_of(state: State) -> Iterator[State]:
    """Yield the states of a game from its start to `state`; each is only good until the next one.

    Raises DiagramError when there are too many for a moving picture.
    """
    moves = state.history
    if len(moves) > MOST_PLIES:
        raise DiagramError("diagram.too-long", limit=MOST_PLIES, plies=len(moves))
    past = state.begin()
    yield past
    for move in moves:
        past.play(move)
        yield past


def check_seconds(seconds: float) -> None:
    """Raise DiagramError unless a ply can be shown for this many seconds."""
    if not FASTEST <= seconds <= SLOWEST:
        raise DiagramError("diagram.seconds", seconds=f"{seconds:g}", low=FASTEST, high=f"{SLOWEST:g}")


def animate_svg(state: State, style: Style | None = None, seconds: float = SECONDS) -> str:
    """Return the game that led to a state as an SVG that plays itself, `seconds` a ply, again and again.

    For people who want no motion, and in programs that know none, it shows the last position. Raises DiagramError.
    """
    check_seconds(seconds)
    style = replace(style or Style(), caption=False, territory=False)
    spans: list[Span] = []
    faces: set[str] = set()
    open_spans: dict[int, tuple[str, int]] = {}
    marks: list[tuple[str, int]] = []
    drawing = None
    for ply, past in enumerate(states_of(state)):
        drawing = Drawing(past, style)
        faces.update(drawing.faces)
        for point, face in enumerate(drawing.faces):
            known, since = open_spans.get(point, (".", 0))
            if face != known:
                if known != ".":
                    spans.append((drawing.stone(point, known), since, ply))
                open_spans[point] = face, ply
        marks.append(("".join(drawing.marks()), ply))
    assert drawing is not None  # there is a start
    spans += [(drawing.stone(point, face), since, None) for point, (face, since) in open_spans.items() if face != "."]
    last = len(marks) - 1
    spans += [(mark, ply, None if ply == last else ply + 1) for mark, ply in marks if mark]
    return _film(drawing, spans, faces, last, seconds)


def _film(drawing: Drawing, spans: list[Span], faces: set[str], last: int, seconds: float) -> str:
    """Return the picture of parts, each shown from a ply up to another one, or to the end."""
    total = last * seconds + LAST
    rules: dict[tuple[int, int | None], str] = {}
    parts = []
    for part, since, until in spans:
        name = rules.setdefault((since, until), f"t{len(rules)}")
        parts.append(tag("g", part, class_=name, opacity="0" if until is not None else None))
    style = [f"g{{animation:{number(total)}s step-end infinite}}"]
    for (since, until), name in rules.items():
        steps = [(0.0, 0)] if since else []
        steps += [(since * seconds / total, 1)] + ([(until * seconds / total, 0)] if until is not None else [])
        frames = "".join(f"{100 * at:.3f}%{{opacity:{shown}}}" for at, shown in steps)
        style.append(f"@keyframes {name}{{{frames}}}.{name}{{animation-name:{name}}}")
    style.append("@media(prefers-reduced-motion:reduce){g{animation:none}}")
    return drawing.svg(parts, faces, "".join(style))
