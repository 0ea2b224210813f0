"""Decks of cards with a tag in each, as a simulated house has them."""

from collections.abc import Sequence
from typing import Final

from drivers.pn532.kind import Pn532
from drivers.tags.decks import Tagged
from drivers.wiring import PartWiring
from firmware.core.game.game import Game
from firmware.core.vocabulary.cards import PACK, TILE_SET, Card

MAKER: Final = 0x04
"""The first byte of the UIDs of NXP's tags."""


def tags_of(shoe: PartWiring | None, game: Game) -> dict[bytes, Tagged]:
    """Return the tags of a game's decks, where its shoe reads tags.

    A deck is enrolled whole: also the cards that are taken out of it for this game.
    """
    if not isinstance(shoe, Pn532):
        return {}
    taken_out = () if TILE_SET[0] in game.pack else set(PACK).difference(game.pack)
    pack = (*game.pack, *sorted(taken_out, key=PACK.index))
    return tagged_decks(game.decks, pack, shoe.batch)


def tagged_decks(decks: int, pack: Sequence[Card], batch: str) -> dict[bytes, Tagged]:
    """Return the tags of so many decks and of one cut card, always the same ones."""
    tags = {
        _uid(deck, number): Tagged(card, f"deck-{deck}", batch)
        for deck in range(1, decks + 1)
        for number, card in enumerate(pack)
    }
    return {**tags, _uid(0, 0): Tagged(None, "cut", batch)}


def _uid(deck: int, number: int) -> bytes:
    return bytes((MAKER, deck, number, 0x5C, 0x2A, 0x63, 0x80))
