"""What goes wrong for people: one clear line, and an exit status."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from fieldstone.cli.terminal.streams import lost_output, not_written
from fieldstone.core.errors import (
    CompilerMissingError,
    IllegalMoveError,
    InvalidMoveError,
    OptionError,
    PositionError,
)
from fieldstone.messages import language_of_user

WRONG_INPUT, FAILED = 2, 1


class UnusableError(ValueError):
    """Input that cannot be used: the text names it and what would be allowed."""


class FailureError(Exception):
    """Something outside the input went wrong: the text says what."""


def complain(text: str, status: int = WRONG_INPUT) -> typer.Exit:
    """Write one line to the standard error; return what ends the program when raised."""
    line = f"fieldstone: {' '.join(text.split())}\n"
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    sys.stderr.write(line.encode(encoding, "backslashreplace").decode(encoding))
    sys.stderr.flush()
    return typer.Exit(status)


def check_output() -> None:
    """End the program with a line on the standard error if something that it has printed was not written."""
    problem = lost_output()
    if problem is not None:
        raise SystemExit(complain(problem, FAILED).exit_code)


@contextmanager
def clear_errors() -> Iterator[None]:
    """Turn the errors that people can cause into one line on the standard error and exit status 2."""
    try:
        yield
    except BrokenPipeError:
        raise  # somebody has read enough; Typer ends quietly
    except (UnusableError, OptionError, PositionError, InvalidMoveError, IllegalMoveError) as error:
        raise complain(str(error)) from None
    except OSError as error:
        if not error.filename:  # nothing that was named: what is printed, or a file that is open already
            raise complain(not_written(error), FAILED) from None
        raise complain(f"{error.filename}: {error.strerror or error}") from None
    except FailureError as error:
        raise complain(str(error), FAILED) from None
    except CompilerMissingError as error:
        raise complain(error.sentence(language_of_user()), FAILED) from None
