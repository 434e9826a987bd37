"""Compiling on first use, shown as a bar."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fieldstone.cli.terminal.errors import FailureError
from fieldstone.cli.terminal.screen import Screen
from fieldstone.games import GAMES

if TYPE_CHECKING:
    from fieldstone.warm import WarmUp


def warm(names: Sequence[str], screen: Screen, rules_only: bool = False, to_play: bool = False) -> bool:
    """Compile what the games need and do not have yet, showing how far it is; returns whether there was any.

    With `rules_only`, only what is needed for a board and for people's moves; with `to_play`, for the computer's too.
    """
    from fieldstone.warm import ALL, RULES, TO_PLAY, WarmUp, is_warm

    parts = RULES if rules_only else TO_PLAY if to_play else ALL
    cold = [name for name in names if not is_warm(name, parts)]
    if not cold:
        return False
    families = {GAMES[name].family: name for name in reversed(cold)}  # a variant is compiled with its base game
    if len(families) > 1:
        titles = screen.join(screen.say(f"title.{name}") for name in reversed(families.values()))
        line = screen.say("start.several", titles=titles)
    else:
        # The rules may have been compiled just before, to read a position.
        key = "start.search" if all(is_warm(name, RULES) for name in cold) else "start.compiling"
        line = screen.say(key, title=screen.say(f"title.{cold[0]}"))
    _wait(WarmUp(cold, parts=parts), line, screen)
    return True


def ready_to_analyse(name: str, screen: Screen) -> None:
    """Compile what an analysis of a game needs, and load it: afterwards its time is spent on nothing but searching."""
    from fieldstone.warm import load_analysis

    warm([name], screen)
    load_analysis(name)


class Preparation:
    """What the computer needs to think, compiled while a person looks at the board."""

    def __init__(self, name: str, screen: Screen) -> None:
        """Begin, if anything of it is missing."""
        from fieldstone.warm import TO_PLAY, WarmUp, is_warm

        self.screen = screen
        self._warm_up = None if is_warm(name, TO_PLAY) else WarmUp([name], parts=TO_PLAY)

    def finish(self) -> None:
        """Wait for the rest, showing how far it is. Raises FailureError."""
        going, self._warm_up = self._warm_up, None
        if going is not None:
            _wait(going, self.screen.say("start.preparing"), self.screen)

    def stop(self) -> None:
        """Leave the rest for another time."""
        if self._warm_up is not None:
            self._warm_up.stop()


def _wait(going: "WarmUp", line: str, screen: Screen) -> None:
    """Wait for the end, with a bar where there is a terminal. Raises FailureError."""
    try:
        if going.ready:
            going.wait()
        elif screen.console.is_terminal:
            screen.write(line)
            _show_bar(going, screen)
        else:
            sys.stderr.write(f"{line}\n")
            sys.stderr.flush()
            going.wait()
    except RuntimeError as error:
        raise FailureError(str(error)) from None


def _show_bar(going: "WarmUp", screen: Screen) -> None:
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), TaskProgressColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=screen.console, transient=True) as progress:
        task = progress.add_task("", total=None)

        def on_step(name: str, done: int, total: int) -> None:
            progress.update(task, completed=done, total=total, description=screen.say(f"title.{name}"))

        going.wait(on_step)
