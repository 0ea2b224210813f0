"""The hand that passes tagged cards over a simulated reader, while a deck is enrolled."""

from typing import Final

from drivers.pn532 import I2cLink, TagReader
from firmware.shell.parts.enrolment import DeckEnrolment
from hal.ports import Clock, Millis
from sim.chips.i2c_bus import SimI2CBus
from sim.machines.pn532 import SimPn532
from sim.machines.pn532_i2c import SimPn532I2c

CARD_PAUSE_MS: Final = 400
"""How long the hand takes between two cards."""


class EnrolmentHand:
    """Passes one tagged card after the other."""

    def __init__(self, reader_chip: SimPn532, deck_name: str, clock: Clock) -> None:
        self._reader_chip = reader_chip
        self._clock = clock
        # Decks of different names rarely have equal tags.
        self._deck_octet = sum(deck_name.encode()) & 0xFF
        self._tag_on_reader: bytes | None = None
        self._next_move_at = clock.now()

    def pass_card(self, enrolment: DeckEnrolment) -> None:
        """Put down the next card, and remove it once it is enrolled."""
        now_ms = self._clock.now()
        if now_ms < self._next_move_at:
            return
        # Each card takes two moves: down and up.
        self._next_move_at = Millis(now_ms + CARD_PAUSE_MS // 2)
        if self._tag_on_reader is None:
            card_number = len(enrolment.deck.cards)
            # A UID of seven octets, of which 04 is NXP as the maker.
            self._tag_on_reader = bytes(
                (0x04, self._deck_octet, card_number, 0x5C, 0x2A, 0x63, 0x80)
            )
            self._reader_chip.put_tag(self._tag_on_reader)
        elif self._tag_on_reader in enrolment.deck.cards:
            self._reader_chip.remove_tag(self._tag_on_reader)
            self._tag_on_reader = None


def simulated_reader(deck_name: str, clock: Clock) -> tuple[TagReader, EnrolmentHand]:
    """Return a reader, and the hand that passes the cards of `deck` over it."""
    reader_chip = SimPn532()
    return TagReader(I2cLink(SimI2CBus(SimPn532I2c(reader_chip)))), EnrolmentHand(
        reader_chip, deck_name, clock
    )
