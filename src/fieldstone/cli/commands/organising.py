"""The commands for whoever runs a server where people play: ``organise reports``, ``annul`` and ``settle``."""

from typing import Annotated

import typer

from fieldstone.cli.options import LanguageOption, make_screen
from fieldstone.cli.terminal.errors import clear_errors

organise_app = typer.Typer(
    help="See what players report, and annul games, on a server where people play.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
GameId = Annotated[str, typer.Argument(metavar="GAME", help="The id of a game, which stands in its address.")]
Server = Annotated[str, typer.Option(metavar="ADDRESS", help="Where the server is.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
HERE = "http://127.0.0.1:8000"


@organise_app.callback()
def _organise() -> None:
    """See what players report, and annul games, on a server where people play.

    The server and these commands need the same token, in FIELDSTONE_ORGANISER_TOKEN.
    """


@organise_app.command()
def reports(server: Server = HERE, json: Json = False, language: LanguageOption = None) -> None:
    """List the reports that wait, the oldest first."""
    with clear_errors():
        from fieldstone.cli.commands.organiser import Organiser, as_json

        screen = make_screen(language)
        organiser = Organiser(server, screen)
        if json:
            print(as_json(organiser.reports()))
        else:
            organiser.show_reports()


@organise_app.command()
def annul(game: GameId, server: Server = HERE, language: LanguageOption = None) -> None:
    """Let a game not count: it is called off if it goes on, and ratings that it has changed are restored."""
    with clear_errors():
        from fieldstone.cli.commands.organiser import Organiser

        Organiser(server, make_screen(language)).annul(game)


@organise_app.command()
def settle(game: GameId, server: Server = HERE, language: LanguageOption = None) -> None:
    """Note that the reports of a game were dealt with."""
    with clear_errors():
        from fieldstone.cli.commands.organiser import Organiser

        Organiser(server, make_screen(language)).settle(game)
