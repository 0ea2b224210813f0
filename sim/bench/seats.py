"""The cards before the seats of a poker table, over the antennas that read them."""

from typing import Final

from drivers.tags.deck_registry import TaggedCard
from drivers.wiring import SeatWiring
from firmware.core.vocabulary.cards import FULL_PACK, Card
from sim.machines.rr3036 import SimRr3036

NXP_PREFIX: Final = bytes((0xE0, 0x04))
"""The first bytes of the UIDs of NXP's ISO 15693 tags."""


class SimSeats:
    """Hands of cards; without a reader they are not read.

    Not modelled: cards next to their antenna.
    """

    def __init__(self, reader: SimRr3036 | None, wiring: SeatWiring | None) -> None:
        self.reader = reader
        antennas = wiring.antennas if wiring else {}
        self._antenna_numbers = {place.spot: number for number, place in antennas.items()}

    def lay_card(self, spot: int, card: Card) -> None:
        """Put a card before a seat."""
        if self.reader:
            self.reader.put_tag(self._antenna_numbers[spot], card_tag_uid(card))

    def clear_cards(self, spot: int | None = None) -> None:
        """Take all cards from a seat, or from all seats."""
        if self.reader is None:
            return
        for antenna in (
            self._antenna_numbers.values() if spot is None else (self._antenna_numbers[spot],)
        ):
            for tag_uid in self.reader.tags_on_antenna(antenna):
                self.reader.remove_tag(antenna, tag_uid)


def card_tag_uid(card: Card) -> bytes:
    """Return the UID of a card's tag, always the same one."""
    return NXP_PREFIX + bytes((1, FULL_PACK.index(card), 0x5C, 0x2A, 0x63, 0x80))


def seat_tags(wiring: SeatWiring | None) -> dict[bytes, TaggedCard]:
    """Return the tags of a deck, if a table reads hands."""
    if wiring is None:
        return {}
    # One deck: a poker table plays with one.
    return {card_tag_uid(card): TaggedCard(card, "seats-1", wiring.batch) for card in FULL_PACK}
