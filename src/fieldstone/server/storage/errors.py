"""What the errors of the databases mean: that another was quicker, or that the line to the database is cut."""

import errno

from sqlalchemy.exc import DBAPIError, IntegrityError

from fieldstone.server.problems import ProblemError

# Of PostgreSQL, by its SQLSTATE.
LOST_RACES = ("40001", "40P01")  # two transactions that could not both be: serialization, deadlock
CUT = ("57P01", "57P02", "57P03")  # the server ends, has crashed, or is just starting
BUSY = ("55P03", "57014", "53300")  # something was waited for too long, or too many are connected
FULL, READ_ONLY, NO_CONNECTION = "53100", "25006", "08"


def is_lost_race(error: Exception | None) -> bool:
    """Say whether another process has written what this one wanted to write, or something that excludes it."""
    return isinstance(error, IntegrityError) or _state(error) in LOST_RACES


def is_cut(error: Exception) -> bool:
    """Say whether there was no line to the database, or it broke: what was being committed may be there, or not."""
    state = _state(error)
    is_off = isinstance(error, DBAPIError) and error.connection_invalidated
    return is_off or state in CUT or state.startswith(NO_CONNECTION) or _is_unreached(error)


def problem_of(error: Exception) -> ProblemError:
    """Return what people are told when the database refuses: nothing has changed then."""
    if not isinstance(error, DBAPIError):
        return ProblemError(500, "unexpected")
    code, state = getattr(error.orig, "sqlite_errorname", ""), _state(error)
    if code == "SQLITE_FULL" or state == FULL or getattr(error.orig, "errno", None) == errno.ENOSPC:
        return ProblemError(507, "disk-full")
    if code.startswith("SQLITE_READONLY") or state == READ_ONLY:
        return ProblemError(503, "read-only")
    if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")) or state in BUSY or is_lost_race(error):
        return ProblemError(503, "busy")
    if is_cut(error):  # whose text would tell where the database is
        return ProblemError(503, "unwell")
    return ProblemError(503, "not-stored", problem=str(error.orig)[:200])


def _state(error: Exception | None) -> str:
    """Return the SQLSTATE of an error, empty where it has none."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) or ""


def _is_unreached(error: Exception) -> bool:
    """Say whether PostgreSQL could not even be asked: then its library raises an error without a state."""
    orig = getattr(error, "orig", None)
    return type(orig).__module__.startswith("psycopg") and not _state(error) and "Operational" in type(orig).__name__
