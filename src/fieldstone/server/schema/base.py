"""What all that goes over the wire is made of: names of colours and seats, limits, kinds of JSON objects."""

from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    SerializerFunctionWrapHandler,
    StrictBool,
    StrictInt,
    StrictStr,
    model_serializer,
)
from pydantic.alias_generators import to_camel

from fieldstone.core.outcome import Colour
from fieldstone.games.tuning import HIGHEST_LEVEL

T = TypeVar("T")

ColourName = Literal["B", "W"]
SeatNumber = Literal[1, 2]
Shape = Literal["square", "hexagon"]
OptionValue = StrictBool | StrictInt | StrictStr
LevelName = Annotated[StrictInt, Field(ge=1, le=HIGHEST_LEVEL)] | Literal["max"]

LONGEST_LINE = 20_000  # characters of a position or a move list
LONGEST_MOVE = 80
LONGEST_NAME = 40
DAY = 86_400.0
PRINTED = r"^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$"  # no control characters, no ends of lines


def colour_name(colour: Colour) -> ColourName:
    """Return a colour as it goes over the wire."""
    return "B" if colour is Colour.BLACK else "W"


def seat_number(seat: int) -> SeatNumber:
    """Return a seat as it goes over the wire."""
    return 1 if seat == 1 else 2


class Model(BaseModel):
    """A JSON object whose keys are in camelCase."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        json_schema_serialization_defaults_required=True,  # what has a default is there all the same
        use_attribute_docstrings=True,
    )


class Input(Model):
    """A JSON object from outside: nothing unknown may stand in it."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


def missing() -> Any:
    """Return the default of a key that need not be there."""
    return Field(default=None)


class Sparse(Model):
    """A JSON object without the keys that nobody has set."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=False)

    @model_serializer(mode="wrap")
    def _only_what_is_set(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        names = {to_camel(name) for name in self.model_fields_set} | self.model_fields_set
        return {key: value for key, value in handler(self).items() if key in names}

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: Any, handler: GetJsonSchemaHandler) -> Any:
        """Describe the keys that there may be: pydantic sees a serializer, and no further."""
        return handler({key: value for key, value in core_schema.items() if key != "serialization"})


class ByColour(Model, Generic[T]):
    """Something for each colour."""

    black: T = Field(validation_alias="B", serialization_alias="B")
    white: T = Field(validation_alias="W", serialization_alias="W")


class BySeat(Input, Generic[T]):
    """Something for each player."""

    first: T = Field(validation_alias="1", serialization_alias="1")
    second: T = Field(validation_alias="2", serialization_alias="2")

    def of(self, seat: int) -> T:
        """Return that of player 1 or 2."""
        return self.first if seat == 1 else self.second


class Problem(Model):
    """What went wrong: application/problem+json (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    """A sentence for people, in the language asked for."""
