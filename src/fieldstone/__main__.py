"""``python -m fieldstone`` is ``fieldstone``."""

from fieldstone.cli import main

if __name__ == "__main__":
    main()
