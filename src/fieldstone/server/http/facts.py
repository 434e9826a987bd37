"""What there is to play."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter

from fieldstone.games import GAMES
from fieldstone.games.spec import Choice, GameSpec, Number
from fieldstone.games.tuning import tuning_of
from fieldstone.server import schema
from fieldstone.server.language import Language
from fieldstone.server.views.styles import score_of

router = APIRouter(prefix="/api/facts", tags=["facts"])


@router.get("")
async def facts(language: Language) -> list[schema.GameFacts]:
    """Return all games, variants after their base games."""
    return facts_of(language)


def facts_of(language: str) -> list[schema.GameFacts]:
    """Return what is known of all games before they are played, in a language; variants after their base games."""
    return [_facts(spec, language) for spec in GAMES.values()]


def _facts(game: GameSpec, language: str) -> schema.GameFacts:
    tuning = tuning_of(game.name)
    return schema.GameFacts(
        name=game.name,
        title=game.title(language),
        base=game.base,
        designers=list(game.designers),
        year=game.year,
        tagline=game.tagline(language),
        shape=game.board.shape,
        board=schema.BoardStyle.model_validate(game.board),
        score=score_of(game, language),
        options={
            name: _number(option, game.options) if isinstance(option, Number) else _choice(option)
            for name, option in game.options.items()
        },
        fixed_size=game.fixed_size or None,
        usual_sizes=list(game.usual_sizes),
        levels=len(tuning.levels),
        # Leads are counted in half points.
        turn_length=game.turn_length,
        blunder_points=tuning.settings.leads.lead_scale / 2 if game.score.counts else None,
    )


def _number(option: Number, options: Mapping[str, Number | Choice]) -> schema.NumberOption:
    size = options.get("size")
    sizes = range(size.low, size.high + 1) if option.power and isinstance(size, Number) else ()
    return schema.NumberOption(
        default=option.default,
        low=option.low,
        high=option.high,
        step=option.step,
        not_with=_not_with(option),
        high_by_size={one: option.sensible(one * one) for one in sizes},  # S4: komi is of square boards
    )


def _choice(option: Choice) -> schema.ChoiceOption:
    return schema.ChoiceOption.model_validate(
        {"default": option.default, "choices": list(option.choices), "not_with": _not_with(option)}
    )


def _not_with(option: Number | Choice) -> dict[str, Any]:
    return {excluded.option: list(excluded.values) for excluded in option.not_with}
