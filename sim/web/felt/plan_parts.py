"""The elements of a felt's picture. Lengths are units of its own, WIDTH by HEIGHT in all."""

from collections.abc import Callable, Mapping
from typing import Final, Literal, TypedDict

import msgspec

from firmware.core.vocabulary.bets import bet_words
from firmware.core.vocabulary.labels import BET_SIGNS
from firmware.core.vocabulary.panel import Text
from sim.web.felt.cloth_words import CLOTH_WORDS

FELT_WIDTH: Final = 1600
FELT_HEIGHT: Final = 940
PLACE_GAP: Final = 8
"""Between two places."""

PlaceShape = Literal["circle", "box", "hexagon"]
PlaceKind = Literal["main", "side", "in_play"]
PlaceColour = Literal["red", "black", "green", "felt"]
WordsByLanguage = Mapping[str, str]
"""Words, by language."""
RenderText = Callable[[Text], WordsByLanguage]
"""Renders a text; nothing if there are no words for it."""


class Rectangle(msgspec.Struct, frozen=True):
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


def from_edges(left: float, top: float, right: float, bottom: float) -> Rectangle:
    """Return the rectangle between these edges."""
    return Rectangle((left + right) / 2, (top + bottom) / 2, right - left, bottom - top)


class PlacePlan(msgspec.Struct, frozen=True, kw_only=True):
    """A place for chips. `on` is the bet's name; `spot` is 0 on a layout that all share."""

    spot: int
    on: str
    box: Rectangle
    shape: PlaceShape
    kind: PlaceKind
    colour: PlaceColour = "felt"
    on_line: bool = False
    """Whether it is a mere point among the boxes of other places."""
    beside: Rectangle | None = None
    """The box for amounts at its side; without one they are written in the place itself."""
    arm: Rectangle | None = None
    """Its second part, which ends at the foot of the first one, to its left."""
    dice: tuple[int, ...] = ()
    """The faces that it is about."""
    argument: str = ""
    """The bet's argument, if its name has one."""
    said: WordsByLanguage
    base: WordsByLanguage
    """Its words without the argument."""
    sign: WordsByLanguage
    """A sign of two or three letters, if there is no room for words."""
    cloth: WordsByLanguage
    """The print on the cloth, if it is not the bet's name."""
    odds: WordsByLanguage = {}
    """What it pays, where that is printed instead of the bet's kind."""


class PrintPlan(msgspec.Struct, frozen=True):
    """A print on a cloth that is no place for bets: a number, `off`, or a card's place, `board`."""

    name: str
    box: Rectangle


class TitlePlan(msgspec.Struct, frozen=True):
    """The name of the game, along a bow whose middle is at `y`, and a line of small print below."""

    y: float
    line: WordsByLanguage


class SpotPlan(msgspec.Struct, frozen=True):
    """A spot: the place of its light, and of its cards, if it has any."""

    spot: int
    light: Rectangle
    hand: Rectangle | None


class SeatPlan(msgspec.Struct, frozen=True):
    """The middles of a poker player's bet and of the button or blind beside his cards."""

    spot: int
    bet: Rectangle
    disc: Rectangle


class HandPlan(msgspec.Struct, frozen=True):
    """A hand that is of no spot: the dealer's, or those of Baccara."""

    name: str
    box: Rectangle


class BallPlan(msgspec.Struct, frozen=True):
    """A number that may be drawn."""

    number: int
    box: Rectangle


class FeltPlan(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is printed on a felt or has its place on it."""

    width: int = FELT_WIDTH
    height: int = FELT_HEIGHT
    shared: bool
    """Whether all players bet on one layout."""
    edge: str
    """The outline of the table, as the path of an SVG."""
    behind: tuple[str, ...] = ()
    """Bettors at a spot in addition to the seated player."""
    spots: tuple[SpotPlan, ...]
    seats: tuple[SeatPlan, ...] = ()
    """At a poker table what lies before each of its spots."""
    places: tuple[PlacePlan, ...]
    hands: tuple[HandPlan, ...] = ()
    prints: tuple[PrintPlan, ...] = ()
    title: TitlePlan | None = None
    balls: tuple[BallPlan, ...] = ()
    shoe: Rectangle | None = None
    discards: Rectangle | None = None
    lot: Rectangle | None = None
    """The place of the jackpot, if the table offers a bet on it."""
    instrument: Rectangle | None = None
    values: Rectangle | None = None
    """The place of values that are always shown: a point, a draw."""
    pots: Rectangle | None = None
    """The place of the pots at a poker table."""
    results: Rectangle
    track: Rectangle | None = None
    """The place of a wheel's numbers in their order."""


class PlaceNames(TypedDict):
    """The fields of a place that hold its words."""

    argument: str
    said: WordsByLanguage
    base: WordsByLanguage
    sign: WordsByLanguage
    cloth: WordsByLanguage


def _render_if_any(key: str | None, render: RenderText) -> WordsByLanguage:
    return {} if key is None else render(Text(key))


def place_names(bet: str, render: RenderText) -> PlaceNames:
    """Return the words of a bet."""
    base_bet, _, argument = bet.partition(":")
    return {
        "argument": argument,
        "said": render(bet_words(bet)),
        "base": render(bet_words(base_bet)),
        "sign": _render_if_any(BET_SIGNS.get(base_bet), render),
        "cloth": _render_if_any(CLOTH_WORDS.get(bet) or CLOTH_WORDS.get(base_bet), render),
    }
