"""Compiling on first use, shown as a bar."""

import sys
from collections.abc import Sequence

from fieldstone.cli.errors import FailureError
from fieldstone.cli.terminal import Screen


def warm(names: Sequence[str], screen: Screen, to_play: bool = False) -> bool:
    """Compile what the games need and do not have yet, showing how far it is; returns whether there was any.

    With `to_play`, only what is needed to play them, for then somebody waits.
    """
    from fieldstone.warm import ALL, TO_PLAY, is_warm, warm_up

    parts = TO_PLAY if to_play else ALL
    cold = [name for name in names if not is_warm(name, parts)]
    if not cold:
        return False
    titles = screen.join(screen.say(f"title.{name}") for name in cold)
    line = screen.say("start.compiling", title=titles)
    try:
        if screen.console.is_terminal:
            screen.write(line)
            _with_bar(cold, parts, screen)
        else:
            sys.stderr.write(f"{line}\n")
            sys.stderr.flush()
            warm_up(cold, parts=parts)
    except RuntimeError as error:
        raise FailureError(str(error)) from None
    return True


def _with_bar(names: Sequence[str], parts: Sequence[str], screen: Screen) -> None:
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    from fieldstone.warm import warm_up

    columns = (BarColumn(), TaskProgressColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=screen.console, transient=True) as progress:
        task = progress.add_task("", total=None)

        def on_step(name: str, done: int, total: int) -> None:
            progress.update(task, completed=done, total=total, description=screen.say(f"title.{name}"))

        warm_up(names, on_step, parts=parts)
