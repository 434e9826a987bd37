"""Garbage for every reader and every protocol: what is tried, by whom, and what must hold.

A target takes bytes. Hypothesis gives it some in the tests, atheris (`python -m tests.fuzz`) looks for more, guided by
the branches that they reach.
"""
