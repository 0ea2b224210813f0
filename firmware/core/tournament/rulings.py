"""What the room of a tournament rules, besides refusals and announcements."""

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Announced, Refused, Ruling

TableSpot = tuple[int, int]
"""A table and a spot."""


class SeatDrawn(Ruling, frozen=True, tag="Seated"):
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


class PlayerPlaced(Ruling, frozen=True, tag="Placed"):
    """A player's place."""

    player: str
    place: int


class TableBroken(Ruling, frozen=True):
    """A table is broken; its players move."""

    table: int


class PlayerMoved(Ruling, frozen=True, tag="Moved"):
    """A player takes his chips to another seat."""

    player: str
    origin: TableSpot
    to: TableSpot


class HandForHandChanged(Ruling, frozen=True, tag="HandForHand"):
    """All tables begin their games together, or no longer."""

    on: bool


class ChipsExchanged(Ruling, frozen=True, tag="Coloured"):
    """A player gets so many new chips; the odd old ones are raced for."""

    player: str
    gets: int
    odd: int


class OddChipsRaced(Ruling, frozen=True, tag="Raced"):
    """How many new chips are raced for."""

    chips: int


class PaymentRefunded(Ruling, frozen=True, tag="PaidBack"):
    """A player's entry and rebuy go back."""

    player: str
    cents: int


class PrizeWon(Ruling, frozen=True):
    """What a player gets."""

    player: str
    place: int
    cents: int


class ProceedsReported(Ruling, frozen=True, tag="ProceedsTold"):
    """The account of the tournament, in cents."""

    gross: int
    prizes: int
    expenses: int
    net: int


class CharityShort(Ruling, frozen=True, tag="ProceedsShort"):
    """The charity gets less than its part (004 7)."""


class ActUndone(Ruling, frozen=True, tag="TakenBack"):
    """An act is as if it had not been done; what follows says what people have to do."""

    what: Text


AnyTournamentRuling = (
    SeatDrawn
    | LevelBegan
    | BreakBegan
    | PlayerPlaced
    | TableBroken
    | PlayerMoved
    | HandForHandChanged
    | ChipsExchanged
    | OddChipsRaced
    | PaymentRefunded
    | PrizeWon
    | ProceedsReported
    | CharityShort
    | ActUndone
    | Announced
    | Refused
)
