"""The rulings of the tournament engine, beyond refusals and announcements."""

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Announced, Refused, Ruling

TableSpot = tuple[int, int]
"""The number of a table, and a spot at it."""


class SeatDrawn(Ruling, frozen=True, tag="Seated"):
    """The seat drawn for a player."""

    player: str
    table: int
    spot: int


class LevelBegan(Ruling, frozen=True):
    """A level begins. Breaks are not numbered."""

    number: int
    blinds: tuple[int, int]
    ante: int
    seconds: int


class BreakBegan(Ruling, frozen=True):
    """A break begins."""

    seconds: int


class PlayerPlaced(Ruling, frozen=True, tag="Placed"):
    """The place of a player who is out, or whose stack was counted at the end."""

    player: str
    place: int


class TableBroken(Ruling, frozen=True):
    """A table is broken: each of its players gets a seat at another table."""

    table: int


class PlayerMoved(Ruling, frozen=True, tag="Moved"):
    """A player must take the chips from one seat to another."""

    player: str
    origin: TableSpot
    to: TableSpot


class HandForHandChanged(Ruling, frozen=True, tag="HandForHand"):
    """Hand for hand begins or ends: while `on`, all tables begin their games together."""

    on: bool


class ChipsExchanged(Ruling, frozen=True, tag="Coloured"):
    """New chips that a player gets in a colour-up; `odd` old ones are left for the race."""

    player: str
    gets: int
    odd: int


class OddChipsRaced(Ruling, frozen=True, tag="Raced"):
    """The number of new chips that are raced for."""

    chips: int


class PaymentRefunded(Ruling, frozen=True, tag="PaidBack"):
    """An amount to pay back to a player: after a cancellation, or the undo of a sale."""

    player: str
    cents: int


class PrizeWon(Ruling, frozen=True):
    """A prize."""

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
    """The charity gets less than its share of the gross (004 7)."""


class ActUndone(Ruling, frozen=True, tag="TakenBack", rename={"description": "what"}):
    """An act was undone; the rulings after it are the corrections to make."""

    description: Text


class ActCorrected(Ruling, frozen=True):
    """An earlier act was corrected by two persons; the rulings after it are instructions."""

    number: int
    description: Text
    """The act as it was until now."""
    persons: tuple[str, str]
    reason: str
    corrected: Text | None = None
    """The act as it should have been; None if it is withdrawn."""


class PlayerRenamed(Ruling, frozen=True):
    """An entry was sold under a wrong name; all acts since are of `to`."""

    player: str
    to: str


class PaymentDue(Ruling, frozen=True):
    """An amount to collect from a player, by a correction."""

    player: str
    cents: int


class ChipsCorrected(Ruling, frozen=True):
    """Chips to give to a player, by a correction; to take away if negative."""

    player: str
    chips: int


class PrizeCorrected(Ruling, frozen=True):
    """The difference of a prize that was given: to pay, or to take back if negative."""

    player: str
    cents: int


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
    | ActCorrected
    | PlayerRenamed
    | PaymentDue
    | ChipsCorrected
    | PrizeCorrected
    | Announced
    | Refused
)
