"""The elements of a felt's picture. Lengths are units of its own, WIDTH by HEIGHT in all."""

from collections.abc import Callable, Mapping
from typing import Final, Literal, TypedDict

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import base_name, bet_name

WIDTH: Final = 1600
HEIGHT: Final = 940
GAP: Final = 8
"""Between two places."""

Shape = Literal["circle", "box", "hexagon"]
Kind = Literal["main", "side", "in_play"]
Colour = Literal["red", "black", "green", "felt"]
Said = Mapping[str, str]
"""Words, by language."""
Say = Callable[[Text], Said]
"""Renders a text; nothing if there are no words for it."""


class Box(msgspec.Struct, frozen=True):
    """A rectangle by its middle."""

    x: float
    y: float
    w: float
    h: float

    @property
    def left(self) -> float:
        return self.x - self.w / 2

    @property
    def top(self) -> float:
        """Its upper edge."""
        return self.y - self.h / 2

    @property
    def right(self) -> float:
        return self.x + self.w / 2

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.h / 2


def from_edges(left: float, top: float, right: float, bottom: float) -> Box:
    """Return the rectangle between these edges."""
    return Box((left + right) / 2, (top + bottom) / 2, right - left, bottom - top)


class PlacePlan(msgspec.Struct, frozen=True, kw_only=True):
    """A place for chips. `on` is the bet's name; `spot` is 0 on a layout that all share."""

    spot: int
    on: str
    box: Box
    shape: Shape
    kind: Kind
    colour: Colour = "felt"
    on_line: bool = False
    """Whether it is a mere point among the boxes of other places."""
    beside: Box | None = None
    """The room for amounts beside it; without one they are written in the place itself."""
    arm: Box | None = None
    """Its second part, which ends at the foot of the first one, to its left."""
    dice: tuple[int, ...] = ()
    """The faces that it is about."""
    argument: str = ""
    """The bet's argument, if its name has one."""
    said: Said
    base: Said
    """Its words without the argument."""
    sign: Said
    """A sign of two or three letters, if there is no room for words."""
    cloth: Said
    """What is printed there, if that is not its name."""


class PrintPlan(msgspec.Struct, frozen=True):
    """What is printed on a cloth and is no place: a number, or `off`."""

    name: str
    box: Box


class TitlePlan(msgspec.Struct, frozen=True):
    """The name of the game, along a bow whose middle is at `y`, and a line of small print below."""

    y: float
    line: Said


class SpotPlan(msgspec.Struct, frozen=True):
    """A spot: the place of its light, and of its cards, if it has any."""

    spot: int
    light: Box
    hand: Box | None


class HandPlan(msgspec.Struct, frozen=True):
    """A hand that is of no spot: the dealer's, or those of Baccara."""

    name: str
    box: Box


class BallPlan(msgspec.Struct, frozen=True):
    """A number that may be drawn."""

    number: int
    box: Box


class FeltPlan(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is printed on a felt or has its place on it."""

    width: int = WIDTH
    height: int = HEIGHT
    shared: bool
    """Whether all players bet on one layout."""
    edge: str
    """The outline of the table, as the path of an SVG."""
    behind: tuple[str, ...] = ()
    """Who may bet at a spot besides the player who is seated there."""
    spots: tuple[SpotPlan, ...]
    places: tuple[PlacePlan, ...]
    hands: tuple[HandPlan, ...] = ()
    prints: tuple[PrintPlan, ...] = ()
    title: TitlePlan | None = None
    balls: tuple[BallPlan, ...] = ()
    shoe: Box | None = None
    discards: Box | None = None
    lot: Box | None = None
    """The place of the progressive lot, if the table offers a bet on it."""
    instrument: Box | None = None
    told: Box | None = None
    """The place of values that are always shown: a point, a draw."""
    results: Box
    track: Box | None = None
    """The place of a wheel's numbers in their order."""


class Names(TypedDict):
    """The fields of a place that hold its words."""

    argument: str
    said: Said
    base: Said
    sign: Said
    cloth: Said


def named(on: str, say: Say) -> Names:
    """Return the words of a bet."""
    base, _, argument = on.partition(":")
    return {
        "argument": argument,
        "said": say(bet_name(on)),
        "base": say(Text(f"bet.{base_name(on)}")),
        "sign": say(Text(f"view.sign.{base}")),
        "cloth": say(Text(f"web.cloth.{on.replace(':', '_')}")) or say(Text(f"web.cloth.{base}")),
    }
