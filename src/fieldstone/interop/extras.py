"""What to say when a library of an extra is missing."""


def advice(library: str, extra: str = "research") -> str:
    """Return a sentence that says which library is missing and how it is installed."""
    return f"{library} is not installed; it comes with the extra {extra!r}: pip install 'fieldstone[{extra}]'"
