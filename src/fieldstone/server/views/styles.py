"""How a game looks and is told, as it goes over the wire."""

from fieldstone.games import GAMES
from fieldstone.games.spec import BoardStyle, GameSpec
from fieldstone.messages import say
from fieldstone.play.shown import without_formats
from fieldstone.server import schema
from fieldstone.server.schema import Shape


def board_of(name: str, shape: Shape) -> schema.BoardStyle:
    """Return what the board of a game looks like; one that is not installed any more has a plain board."""
    return schema.BoardStyle.model_validate(GAMES[name].board if name in GAMES else BoardStyle(shape))


def score_of(spec: GameSpec, language: str) -> schema.ScoreStyle:
    """Return how the score of a game is told, in a language."""
    style = spec.score
    return schema.ScoreStyle(
        kind=style.kind,
        unit=style.unit if style.counts else None,
        territory=style.territory,
        legend=say(style.legend, language),
        glyphs=[schema.GlyphText(glyph=glyph, text=say(key, language)) for glyph, key in style.glyphs.items()],
        expected=style.expected and without_formats(style.expected),
        expected_told=style.expected_told and say(style.expected_told, language, black="{black}", white="{white}"),
    )
