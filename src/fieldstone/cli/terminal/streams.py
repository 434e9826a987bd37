"""The standard streams where something is wrong with them: closed, full, or nobody there to read."""

import os
import sys
import warnings

from fieldstone.messages import language_of_user, say


def open_missing_streams() -> None:
    """Put nothing in the place of the standard streams that were closed before the program began.

    Whoever closes one wants to hear nothing; and the next file to be opened must not get its number.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(number)
        except OSError:
            found = os.open(os.devnull, os.O_RDWR)
            if found != number:
                os.dup2(found, number)
                os.close(found)
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, mode, encoding="utf-8", errors="replace", closefd=False))  # noqa: SIM115


def lost_output() -> str | None:
    """Return why what was printed cannot be written, None if it could; what is left of it is dropped.

    A reader who has read enough is no problem.
    """
    try:
        sys.stdout.flush()
    except OSError as error:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())  # else the interpreter complains again when it ends
        os.close(nowhere)
        if not isinstance(error, BrokenPipeError):
            return not_written(error)
    return None


def not_written(error: OSError) -> str:
    """Return the sentence that says why something cannot be written."""
    return say("error.output", language_of_user(), problem=error.strerror or str(error))


def shorten_warnings() -> None:
    """Let warnings that are meant for people be one line, in their language, without a place in the sources."""
    usual = warnings.formatwarning

    def formatted(
        message: Warning | str, category: type[Warning], filename: str, lineno: int, line: str | None = None
    ) -> str:
        sentence = getattr(message, "sentence", None)
        if sentence is None:
            return usual(message, category, filename, lineno, line)
        return f"fieldstone: {sentence(language_of_user())}\n"

    warnings.formatwarning = formatted
