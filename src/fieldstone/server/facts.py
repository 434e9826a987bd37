"""What there is to play."""

from fastapi import APIRouter

from fieldstone.games import GAMES
from fieldstone.games.facts import Choice, GameFacts, Number
from fieldstone.search.levels import LEVELS
from fieldstone.server import schema
from fieldstone.server.language import Language, speaker

router = APIRouter(prefix="/api/facts", tags=["facts"])

HEXAGONAL = ("iago", "vadus")  # the boards themselves come with the compiled rules: too much to load for this
# V11, K1, W1: what the rules call usual or recommend.
USUAL_SIZES = {"vacu": [9, 13, 19], "kaomi": [5, 6, 7, 8, 9], "vadus": [7, 9, 11]}
ORDER = ("vacu", "convacu", "kaomi", "squared", "iago", "iago-free", "vadus")


@router.get("")
async def facts(language: Language) -> list[schema.GameFacts]:
    """Return all games, variants after their base games."""
    names = sorted(GAMES, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))
    return [_facts(GAMES[name], language) for name in names]


def _facts(game: GameFacts, language: str) -> schema.GameFacts:
    say = speaker(language)
    return schema.GameFacts(
        name=game.name,
        title=say(f"title.{game.name}"),
        base=game.base,
        designers=list(game.designers),
        year=game.year,
        tagline=say(f"tagline.{game.name}"),
        shape="hexagon" if game.folder in HEXAGONAL else "square",
        options={
            name: schema.NumberOption(default=option.default, low=option.low, high=option.high, step=option.step)
            if isinstance(option, Number)
            else _choice(option)
            for name, option in game.options.items()
        },
        usual_sizes=USUAL_SIZES.get(game.folder, []),
        levels=len(LEVELS[game.name]),
    )


def _choice(option: Choice) -> schema.ChoiceOption:
    return schema.ChoiceOption.model_validate({"default": option.default, "choices": list(option.choices)})
