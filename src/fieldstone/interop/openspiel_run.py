"""Runs a program of OpenSpiel, unchanged, with our games registered.

``python -m fieldstone.interop.openspiel_run open_spiel.python.examples.mcts --game=fieldstone_iago``: a module and its
arguments. Processes that the program starts know the games too, because they import this module before anything else.
"""

import runpy
import sys

import fieldstone.interop.openspiel  # noqa: F401


def main() -> None:
    """Run the module that the first argument names as the main program, with the other arguments."""
    if len(sys.argv) < 2:
        sys.exit("usage: python -m fieldstone.interop.openspiel_run MODULE [ARGUMENT ...]")
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main()
