"""The hand that passes tagged cards over a simulated reader, while a deck is enrolled."""

from typing import Final

from drivers.pn532 import I2cLink, TagReader
from firmware.shell.parts.enrolment import Enrolment
from hal.ports import Clock, Millis
from sim.chips.i2c import SimI2CBus
from sim.machines.pn532 import SimPn532
from sim.machines.pn532_i2c import SimPn532I2c

CARD_MS: Final = 400
"""How long the hand takes between two cards."""


class PassingHand:
    """Passes one tagged card after the other."""

    def __init__(self, chip: SimPn532, deck: str, clock: Clock) -> None:
        self._chip = chip
        self._clock = clock
        self._deck = sum(deck.encode()) & 0xFF
        self._lying: bytes | None = None
        self._moves_at = clock.now()

    def pass_next(self, enrolment: Enrolment) -> None:
        """Lay the next card, and take it away once it was enrolled."""
        now = self._clock.now()
        if now < self._moves_at:
            return
        self._moves_at = Millis(now + CARD_MS // 2)
        if self._lying is None:
            number = len(enrolment.deck.cards)
            self._lying = bytes((0x04, self._deck, number, 0x5C, 0x2A, 0x63, 0x80))
            self._chip.put(self._lying)
        elif self._lying in enrolment.deck.cards:
            self._chip.take(self._lying)
            self._lying = None


def simulated_reader(deck: str, clock: Clock) -> tuple[TagReader, PassingHand]:
    """Return a reader, and the hand that passes the cards of `deck` over it."""
    chip = SimPn532()
    return TagReader(I2cLink(SimI2CBus(SimPn532I2c(chip)))), PassingHand(chip, deck, clock)
