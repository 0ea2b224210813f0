"""A pot as it was closed and won, from the rulings of its hand."""

from collections.abc import Sequence
from dataclasses import dataclass

from firmware.core.poker_room.engine.rulings import (
    JackpotDropped,
    OddChipRemoved,
    PotClosed,
    PotWon,
)
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.rulings import Ruling


@dataclass(frozen=True)
class ClosedPot:
    """A pot as it was closed, and the items that say where its chips went."""

    closed: PotClosed
    before: tuple[PotClosed, ...]
    """The pots of the hand before it."""
    jackpot_drop: Cents
    won: tuple[PotWon, ...]
    removed: Cents
    """Odd chips that a tournament takes out of play, of all pots of the hand."""
    lost: int
    """The chips of all pots of the hand that nobody has won, and that were not removed."""

    @property
    def net(self) -> Cents:
        return Cents(self.closed.cents - self.closed.commission - self.jackpot_drop)

    @property
    def adds_up(self) -> bool:
        """Return whether the winners have it all, but for odd chips that were removed."""
        left = self.net - sum(share.cents for share in self.won)
        return not self.lost and 0 <= left <= self.removed


def closed_pot(rulings: Sequence[Ruling | None], number: int) -> ClosedPot | None:
    """Return a pot; None if the story has no end of it."""
    closed: PotClosed | None = None
    before: list[PotClosed] = []
    won: list[PotWon] = []
    drop = removed = NO_CENTS
    for ruling in rulings:
        if isinstance(ruling, PotClosed) and ruling.number == number:
            closed = ruling
        elif isinstance(ruling, PotClosed) and ruling.number < number:
            before.append(ruling)
        elif isinstance(ruling, PotWon) and ruling.pot == number:
            won.append(ruling)
        elif isinstance(ruling, JackpotDropped) and ruling.number == number:
            drop = ruling.cents
        elif isinstance(ruling, OddChipRemoved):
            removed = Cents(removed + ruling.cents)
    if closed is None:
        return None
    lost = sum(map(_moved, rulings))
    return ClosedPot(closed, tuple(before), drop, tuple(won), removed, lost)


def _moved(ruling: object) -> int:
    """Return the chips that a ruling puts into the pots of a hand; negative if it takes out."""
    match ruling:
        case PotClosed(cents=cents, commission=commission):
            return cents - commission
        case PotWon(cents=cents) | JackpotDropped(cents=cents) | OddChipRemoved(cents=cents):
            return -cents
    return 0
