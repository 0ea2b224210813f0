"""Decks of cards with a tag in each, as a simulated house has them."""

from collections.abc import Sequence
from typing import Final

from drivers.pn532.kind import Pn532Wiring
from drivers.tags.deck_registry import TaggedCard
from drivers.wiring import PartWiring
from firmware.core.game.game import Game
from firmware.core.vocabulary.cards import FULL_PACK, TILE_SET, Card

NXP_BYTE: Final = 0x04
"""The first byte of the UIDs of NXP's tags."""


def game_tags(shoe: PartWiring | None, game: Game) -> dict[bytes, TaggedCard]:
    """Return the tags of a game's decks, where its shoe reads tags.

    A deck is enrolled whole: also the cards that this game does not use.
    """
    if not isinstance(shoe, Pn532Wiring):
        return {}
    taken_out = () if TILE_SET[0] in game.pack else set(FULL_PACK).difference(game.pack)
    cards_in_order = (*game.pack, *sorted(taken_out, key=FULL_PACK.index))
    return tagged_decks(game.decks, cards_in_order, shoe.batch)


def tagged_decks(decks: int, cards_in_order: Sequence[Card], batch: str) -> dict[bytes, TaggedCard]:
    """Return the tags of so many decks and of one cut card, always the same ones."""
    tags = {
        _tag_uid(deck, number): TaggedCard(card, f"deck-{deck}", batch)
        for deck in range(1, decks + 1)
        for number, card in enumerate(cards_in_order)
    }
    return {**tags, _tag_uid(0, 0): TaggedCard(None, "cut", batch)}


def _tag_uid(deck: int, number: int) -> bytes:
    return bytes((NXP_BYTE, deck, number, 0x5C, 0x2A, 0x63, 0x80))
