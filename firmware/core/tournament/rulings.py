"""What the room of a tournament rules, besides refusals and announcements."""

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Announced, Refused, Ruling

At = tuple[int, int]
"""A table and a spot."""


class Seated(Ruling, frozen=True):
    """A player's seat, as it was drawn."""

    player: str
    table: int
    spot: int


class LevelBegan(Ruling, frozen=True):
    """A level of the clock; breaks have no number."""

    number: int
    blinds: tuple[int, int]
    ante: int
    seconds: int


class BreakBegan(Ruling, frozen=True):
    """A break of the clock."""

    seconds: int


class Placed(Ruling, frozen=True):
    """A player's place."""

    player: str
    place: int


class TableBroken(Ruling, frozen=True):
    """A table is broken; its players move."""

    table: int


class Moved(Ruling, frozen=True):
    """A player takes his chips to another seat."""

    player: str
    origin: At
    to: At


class HandForHand(Ruling, frozen=True):
    """All tables begin their games together, or no longer."""

    on: bool


class Coloured(Ruling, frozen=True):
    """A player gets so many new chips; the odd old ones are raced for."""

    player: str
    gets: int
    odd: int


class Raced(Ruling, frozen=True):
    """How many new chips are raced for."""

    chips: int


class PaidBack(Ruling, frozen=True):
    """A player's entry and rebuy go back."""

    player: str
    cents: int


class PrizeWon(Ruling, frozen=True):
    """What a player gets."""

    player: str
    place: int
    cents: int


class ProceedsTold(Ruling, frozen=True):
    """The account of the tournament, in cents."""

    gross: int
    prizes: int
    expenses: int
    net: int


class ProceedsShort(Ruling, frozen=True):
    """The charity gets less than its part (004 7)."""


class TakenBack(Ruling, frozen=True):
    """An act is as if it had not been done; what follows says what people have to do."""

    what: Text


AnyHallRuling = (
    Seated
    | LevelBegan
    | BreakBegan
    | Placed
    | TableBroken
    | Moved
    | HandForHand
    | Coloured
    | Raced
    | PaidBack
    | PrizeWon
    | ProceedsTold
    | ProceedsShort
    | TakenBack
    | Announced
    | Refused
)
