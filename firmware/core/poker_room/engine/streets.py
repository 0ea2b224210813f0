"""The streets: which cards are due next."""

from typing import Final

from msgspec.structs import replace

from firmware.core.poker_room.engine.state import BETTING, DEALING, OVER, PokerGame
from firmware.core.poker_room.engine.variants import Street, Variant
from firmware.core.vocabulary.cards import FULL_PACK, Card
from firmware.core.vocabulary.errors import Forbidden

FLOP_CARDS: Final = 3


def due_street(variant: Variant, game: PokerGame) -> Street | None:
    """Return the first street not completely dealt; None after the last, or at the showdown."""
    if game.stage is OVER or game.streets_complete == len(variant.streets):
        return None
    street = variant.streets[game.streets_complete]
    if street.up or not is_common_card(variant, game):
        return street
    # the last card of the pack is dealt, not burned
    return replace(street, down=0, up=1, board=True, burn=_cards_left(game) > 1)


def due_down_count(variant: Variant, game: PokerGame) -> int:
    """Return how many face-down cards are due, to all hands together."""
    street = due_street(variant, game)
    return street.down * len(game.live_spots) if street else 0


def is_common_card(variant: Variant, game: PokerGame) -> bool:
    """Return whether one common card replaces the seventh cards, as the pack has too few."""
    is_last_street = variant.stud and game.streets_complete == len(variant.streets) - 1
    return is_last_street and not game.dealt_down and _cards_left(game) <= len(game.live_spots)


def _cards_left(game: PokerGame) -> int:
    """Return how many cards are left in the pack in stud, before the burn of the seventh street."""
    hands = game.hands.values()
    # no card is burned before the first street
    burned_count = game.streets_complete - 1
    return len(FULL_PACK) - burned_count - sum([hand.down + len(hand.up) for hand in hands])


def cards_gone(variant: Variant, game: PokerGame) -> int:
    """Return how many cards have left the pack: dealt, exposed or burned."""
    in_hands = sum(hand.down + len(hand.up) for hand in game.hands.values())
    burned = sum(street.burn for street in variant.streets[: game.streets_complete])
    face_up = len(game.board) + len(game.exposed) + (game.fourth_card is not None)
    return in_hands + burned + game.is_burned + face_up


def is_street_complete(variant: Variant, game: PokerGame) -> bool:
    """Return whether all cards of the current street are dealt."""
    complete = game.streets_complete
    street = variant.streets[complete]
    if street.down and not (game.dealt_down or game.board):
        return False
    if street.board:
        return game.cards_faced == street.up
    if street.up:
        # backwards: the last hand gets its card last
        for hand in reversed(game.hands.values()):
            if len(hand.up) <= complete and not hand.folded:
                return False
    return True


def next_without_up_card(game: PokerGame) -> int | None:
    """Return the next hand in stud without an up card of this street; None if all have one."""
    complete = game.streets_complete
    for spot, hand in game.hands.items():
        if len(hand.up) <= complete and not hand.folded:
            return spot
    return None


def is_fourth_of_flop(variant: Variant, game: PokerGame) -> bool:
    """Return whether the next card face up is one too many of the flop: no decision followed it."""
    if variant.stud or len(game.board) != FLOP_CARDS or game.open_burn is not None:
        return False
    if game.decided_street == game.streets_complete:
        return False
    if game.stage is DEALING:  # all are all in: after its burn, it is the turn
        return not (game.is_burned or game.is_burn_optional)
    return game.stage is BETTING


def redeal_flop(game: PokerGame) -> None:
    """Take the cards of the flop back: they are due again, and a burn is optional."""
    game.board, game.fourth_card = (), None
    game.stage, game.streets_complete, game.to_act = DEALING, 1, None
    game.is_burned, game.is_burn_optional = False, True
    game.clock_ends_s = None


def scramble_flop(game: PokerGame, burn: Card) -> None:
    """Make one of the four cards of the flop the burn of the turn. Raises Forbidden."""
    four_cards = (*game.board, game.fourth_card)
    if burn not in four_cards:
        raise Forbidden("room.not_of_flop")
    game.board = tuple(card for card in four_cards if card not in (burn, None))
    game.open_burn, game.fourth_card, game.is_burned = burn, None, True
