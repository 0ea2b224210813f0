"""The streets: which cards are due next."""

from msgspec.structs import replace

from firmware.core.poker_room.engine.state import BETTING, DEALING, PokerGame
from firmware.core.poker_room.engine.variants import Street, Variant
from firmware.core.vocabulary.cards import FULL_PACK


def due_street(variant: Variant, game: PokerGame) -> Street | None:
    """Return the first street not completely dealt; None after the last, or at the showdown."""
    if game.stage not in (DEALING, BETTING) or game.streets_complete == len(variant.streets):
        return None
    street = variant.streets[game.streets_complete]
    if street.up or not is_common_card(variant, game):
        return street
    # the last card of the pack is dealt, not burned
    return replace(street, down=0, up=1, board=True, burn=_cards_left(game) > 1)


def is_common_card(variant: Variant, game: PokerGame) -> bool:
    """Return whether one common card replaces the seventh cards, as the pack has too few."""
    is_last_street = variant.stud and game.streets_complete == len(variant.streets) - 1
    return is_last_street and not game.dealt_down and _cards_left(game) <= len(game.live_spots)


def _cards_left(game: PokerGame) -> int:
    """Return how many cards are left in the pack in stud, before the burn of the seventh street."""
    hands = game.hands.values()
    # no card is burned before the first street
    burned_count = game.streets_complete - 1
    return len(FULL_PACK) - burned_count - sum(hand.down + len(hand.up) for hand in hands)


def is_street_complete(variant: Variant, game: PokerGame) -> bool:
    """Return whether all cards of the current street are dealt."""
    street = variant.streets[game.streets_complete]
    if street.down and not (game.dealt_down or game.board):
        return False
    if street.board:
        return game.cards_faced == street.up
    return not (street.up and next_without_up_card(game))


def next_without_up_card(game: PokerGame) -> int | None:
    """Return the next hand in stud without an up card of this street; None if all have one."""
    complete = game.streets_complete
    for spot, hand in game.hands.items():
        if not hand.folded and len(hand.up) <= complete:
            return spot
    return None
