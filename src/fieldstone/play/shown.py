"""What is shown of positions of all games, as data: the server reads it, and whatever else runs the kernels."""

import re
from collections.abc import Collection, Mapping
from typing import Literal, NamedTuple

from fieldstone.core.record import CHOOSING_SIDE, NAMING_KOMI, PLAYING
from fieldstone.games.adapter import TURNED, Duty
from fieldstone.games.spec import EFFECTS, UNSETTLED

DetailName = Literal["setup", "komi", "seats", "passes", "button", "left"]


class Detail(NamedTuple):
    """A detail of a position text beside board and side.

    Attributes
    ----------
    name : its name there
    values : what may stand there; none: any number
    usual : which of them is left out
    needs_stones : it cannot be said of an empty board
    """

    name: DetailName
    values: tuple[str, ...] = ()
    usual: str = ""
    needs_stones: bool = False


# In their order in the text.
DETAILS = (
    Detail("setup", ("komi", "side", "-"), "-"),
    Detail("komi"),
    Detail("seats", ("BW", "WB"), "BW"),
    Detail("passes", ("0", "1", "2"), "0"),
    Detail("button", ("-", "B", "W"), "-"),
    Detail("left", ("2", "1"), "2", needs_stones=True),  # but for the first turn (W2)
)

FACES = tuple(EFFECTS[kind] for kind in TURNED)  # effects that turn a stone over

SETUPS: Mapping[int, Literal["komi", "side"] | None] = {PLAYING: None, NAMING_KOMI: "komi", CHOOSING_SIDE: "side"}

HOLDERS: tuple[Literal["-", "B", "W"], ...] = ("-", "B", "W")  # who has taken the button, by its number

PASS = "pass"
ONLY_PASS = Duty("pass", "duty.pass", "duty.pass", {})  # nothing but `PASS` is legal

# What is shown of the parts of a position, see `fieldstone.games.adapter.Adapter.parts`: what stands there by colour,
# what stands there under each colour, and of groups, which call some of it otherwise.
BY_COLOUR = ("territory", "stones", "squares")
OF_A_COLOUR = ("inner", "outer", "captives")
OF_A_GROUP: Mapping[str, str] = {
    "cancelled_by": "cancelled_by",
    "connection": "connection",
    "deciding": "deciding",
    "ends": "ends",
    "square": "value",
    "surplus_stones": "surplus",
    "value": "value",
}


def unsettled(name: str, names: Collection[str]) -> list[str]:
    """Return the stages of the setup at which a detail cannot be said (S1), among all `names` that a game has."""
    return [stage for stage, unsaid in UNSETTLED.items() if name in unsaid and "setup" in names]


def without_formats(text: str) -> str:
    """Return a format with the bare names in its braces."""
    return re.sub(r":[^}]*", "", text)
