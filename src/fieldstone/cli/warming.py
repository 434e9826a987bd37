"""Compiling on first use, shown as a bar."""

import sys
from collections.abc import Sequence

from fieldstone.cli.errors import FailureError
from fieldstone.cli.terminal import Screen


def warm(names: Sequence[str], screen: Screen) -> bool:
    """Compile what the games need and do not have yet, showing how far it is; returns whether there was any."""
    from fieldstone.warm import is_warm, warm_up

    cold = [name for name in names if not is_warm(name)]
    if not cold:
        return False
    titles = screen.join(screen.say(f"title.{name}") for name in cold)
    line = screen.say("start.compiling", title=titles)
    try:
        if screen.console.is_terminal:
            screen.write(line)
            _with_bar(cold, screen)
        else:
            sys.stderr.write(f"{line}\n")
            sys.stderr.flush()
            warm_up(cold)
    except RuntimeError as error:
        raise FailureError(str(error)) from None
    return True


def _with_bar(names: Sequence[str], screen: Screen) -> None:
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    from fieldstone.warm import warm_up

    columns = (BarColumn(), TaskProgressColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=screen.console, transient=True) as progress:
        task = progress.add_task("", total=None)

        def on_step(name: str, done: int, total: int) -> None:
            progress.update(task, completed=done, total=total, description=screen.say(f"title.{name}"))

        warm_up(names, on_step)
