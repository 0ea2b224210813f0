"""The cards before the seats of a poker table, over the antennas that read them."""

from typing import Final

from drivers.tags.decks import Tagged
from drivers.wiring import SeatWiring
from firmware.core.vocabulary.cards import PACK, Card
from sim.machines.rr3036 import SimRr3036

MAKER: Final = bytes((0xE0, 0x04))
"""The first bytes of the UIDs of NXP's ISO 15693 tags."""


class SimSeats:
    """Hands of cards; without a reader nobody reads them.

    Not modelled: cards that lie beside their antenna.
    """

    def __init__(self, reader: SimRr3036 | None, wiring: SeatWiring | None) -> None:
        self.reader = reader
        antennas = wiring.antennas if wiring else {}
        self._antenna = {place.spot: number for number, place in antennas.items()}

    def lay(self, spot: int, card: Card) -> None:
        """Lay a card before a seat."""
        if self.reader:
            self.reader.put(self._antenna[spot], tag_of(card))

    def clear(self, spot: int | None = None) -> None:
        """Take all cards from a seat, or from all seats."""
        if self.reader is None:
            return
        for antenna in self._antenna.values() if spot is None else (self._antenna[spot],):
            for tag in self.reader.lying(antenna):
                self.reader.take(antenna, tag)


def tag_of(card: Card) -> bytes:
    """Return the UID of a card's tag, always the same one."""
    return MAKER + bytes((1, PACK.index(card), 0x5C, 0x2A, 0x63, 0x80))


def seat_tags(wiring: SeatWiring | None) -> dict[bytes, Tagged]:
    """Return the tags of a deck, if a table reads hands."""
    if wiring is None:
        return {}
    return {tag_of(card): Tagged(card, "seats-1", wiring.batch) for card in PACK}
