"""The rulings of a poker table, beyond refusals, alarms and announcements.

`gc=False`: no ruling is ever part of a reference cycle, so the garbage collector may skip them.
"""

from typing import ClassVar, Literal

from firmware.core.poker_room.engine.alarms import PokerAlarm
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.disclosure import settled
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Announced, RoundCorrected, RoundVoided, Ruling


class BlindsPosted(Ruling, frozen=True, gc=False):
    """A game is open; `small` is None if the small blind is dead."""

    button: int
    small: int | None
    big: int


class PlayerDecided(Ruling, frozen=True, gc=False, tag="Spoke"):
    """A player has acted; `cents` is the whole bet of this round."""

    spot: int
    do: str
    cents: Cents


class Mucked(Ruling, frozen=True, gc=False):
    """A hand was mucked by its player, or taken away."""

    spot: int


class HandShown(Ruling, frozen=True, gc=False, tag="Shown"):
    """A hand was shown."""

    spot: int
    cards: tuple[Card, ...]


class DealtDown(Ruling, frozen=True, gc=False):
    """The number of cards dealt face down."""

    count: int


class CardBurned(Ruling, frozen=True, gc=False, tag="Burned"):
    """A card was burned."""


class DealtAgain(Ruling, frozen=True, gc=False):
    """All cards were taken back, to be dealt again."""


class PotReported(Ruling, frozen=True, gc=False, tag="PotIs"):
    """A pot after a round of bets, and the spots that can win it."""

    number: int
    cents: Cents
    spots: tuple[int, ...]


class ChipsReturned(Ruling, frozen=True, gc=False, tag="GaveBack"):
    """An amount returned to a player: uncalled (67.103 (2)), or of a voided game (67.110)."""

    spot: int
    cents: Cents
    article: str


class PotClosed(Ruling, frozen=True, gc=False):
    """A final pot, before the commission, and the spots that can win it."""

    FACT: ClassVar = settled("number", "cents", "commission", "spots")

    number: int
    cents: Cents
    commission: Cents
    spots: tuple[int, ...]


class JackpotDropped(Ruling, frozen=True, gc=False):
    """What a pot gives to a jackpot of the house, beside its commission."""

    FACT: ClassVar = settled("number", "cents")

    number: int
    cents: Cents


class PotWon(Ruling, frozen=True, gc=False):
    """A share of a pot. `hand` is None if it was not shown."""

    FACT: ClassVar = settled("pot", "spot", "cents", "half")

    pot: int
    spot: int
    cents: Cents
    hand: str | None
    cards: tuple[Card, ...] | None
    article: str
    half: Literal["high", "low"] | None = None


class OddChipRemoved(Ruling, frozen=True, gc=False, tag="Removed"):
    """An odd chip of a tournament is taken out of play (004 12)."""

    cents: Cents


class StackReported(Ruling, frozen=True, gc=False, tag="StackIs"):
    """A player's stack."""

    spot: int
    cents: Cents


class PlayerEliminated(Ruling, frozen=True, gc=False, tag="Lost"):
    """A player of a tournament is out; `stack` is the stack when the game was posted."""

    spot: int
    stack: Cents


class StackCorrected(Ruling, frozen=True, gc=False):
    """A stack was corrected; the difference went to the pots, or came from them (67.110)."""

    spot: int
    before: Cents
    cents: Cents


class HandRevived(Ruling, frozen=True, gc=False, tag="Revived"):
    """A hand that was taken away by mistake is live again (67.110)."""

    spot: int


class PlayerLeft(Ruling, frozen=True, gc=False, tag="Left"):
    """A player left with the whole stack."""

    spot: int
    cents: Cents


class TimeCharged(Ruling, frozen=True, gc=False, tag="Charged"):
    """A player's time was charged (67.108)."""

    FACT: ClassVar = settled("spot", "cents")

    spot: int
    cents: Cents


class KeyUndone(Ruling, frozen=True, gc=False, tag="TakenBack"):
    """The act of event number `step` was undone or taken back.

    The rulings since then no longer count, nor those since `first_step`: the burn of cards that
    were taken back.
    """

    step: int
    first_step: int | None = None


class FlopScrambled(Ruling, frozen=True, gc=False):
    """One card of a flop of four is the burn of the turn; the other three are the flop."""

    burn: Card
    board: tuple[Card, ...]


class AlarmRaised(Ruling, frozen=True, gc=False):
    """An alarm stops the game."""

    alarm: PokerAlarm
    why: Text

    @property
    def code(self) -> str:
        """The alarm's code in scripts."""
        return self.alarm.code


class AlarmResolved(Ruling, frozen=True, gc=False, tag="AlarmOver"):
    """An alarm was resolved."""

    alarm: PokerAlarm


AnyPokerRuling = (
    BlindsPosted
    | PlayerDecided
    | Mucked
    | HandShown
    | DealtDown
    | CardBurned
    | DealtAgain
    | PotReported
    | ChipsReturned
    | PotClosed
    | JackpotDropped
    | PotWon
    | OddChipRemoved
    | StackReported
    | StackCorrected
    | HandRevived
    | PlayerEliminated
    | PlayerLeft
    | TimeCharged
    | KeyUndone
    | FlopScrambled
    | AlarmRaised
    | AlarmResolved
    | Announced
    | RoundVoided
    | RoundCorrected
)
