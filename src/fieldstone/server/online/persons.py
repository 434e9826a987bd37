"""People with accounts: what may be a name, when two are alike, and how somebody gets an account."""

import re
import unicodedata

from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError

from fieldstone.server.online.rights import fresh_secret
from fieldstone.server.problems import ProblemError
from fieldstone.server.storage import people as storage
from fieldstone.server.storage.people import Person

SHORTEST, LONGEST = 2, 20
ID_LENGTH = 16
ALPHABETS = frozenset(("LATIN", "GREEK", "CYRILLIC", "ARMENIAN"))  # which have letters that look alike
_UNSEEN = frozenset("\u115f\u1160")  # fillers of Hangul: letters that take no room
_ALLOWED = re.compile(r"[^\W_][\w-]*")  # letters and digits of any script, and after the first one "_" and "-"


def checked_name(name: str | None) -> str:
    """Return a name as it is kept. Raises ProblemError where it may not be one."""
    kept = unicodedata.normalize("NFKC", (name or "").strip())
    if not SHORTEST <= len(kept) <= LONGEST or not _ALLOWED.fullmatch(kept) or not _UNSEEN.isdisjoint(kept):
        raise ProblemError(422, "name-wrong", shortest=SHORTEST, longest=LONGEST)
    return kept


def new_name(name: str | None) -> str:
    """Return a name that somebody wants from now on, as it is kept. Raises ProblemError where it may not be one."""
    kept = checked_name(name)
    if len(ALPHABETS.intersection(unicodedata.name(letter, "").split(" ", 1)[0] for letter in kept)) > 1:
        raise ProblemError(422, "name-mixed")  # it would look like another
    return kept


def known_form(name: str) -> str:
    """Return the form of a name in which no two may be alike, however they are written."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def add_person(engine: Engine, name: str | None, mail: str | None, now: int) -> str:
    """Make an account; returns its id. Raises ProblemError where the name may not be one or is somebody else's."""
    person = Person(fresh_secret()[:ID_LENGTH], new_name(name), mail, now)
    try:
        storage.add_person(engine, person, known_form(person.name or ""))
    except IntegrityError:
        raise ProblemError(409, "name-taken", taken=person.name) from None
    return person.id
