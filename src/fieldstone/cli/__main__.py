"""``python -m fieldstone.cli`` is ``fieldstone``."""

from fieldstone.cli import main

main()
