"""The terminal program. Nothing heavy is imported before a command needs it."""


def main() -> None:
    """Run the program ``fieldstone`` with the arguments of this process."""
    try:
        from fieldstone.cli.app import app

        app()
    except KeyboardInterrupt:  # while the program was still being read
        raise SystemExit(130) from None
