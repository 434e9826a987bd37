"""The version of the program: the one place where it is written by hand. Nothing is imported here."""

__version__ = "0.1.0"
