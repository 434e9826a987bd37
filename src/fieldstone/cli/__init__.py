"""The terminal program. Nothing heavy is imported before a command needs it."""


def main() -> None:
    """Run the program ``fieldstone`` with the arguments of this process."""
    from fieldstone.cli.terminal.streams import open_missing_streams, shorten_warnings

    open_missing_streams()
    shorten_warnings()
    try:
        from fieldstone.cli.app import app

        try:
            app()
        finally:
            from fieldstone.cli.terminal.errors import check_output

            check_output()
    except KeyboardInterrupt:  # while the program was still being read
        raise SystemExit(130) from None
