"""Which cards are due: the street that is dealt, or the one after the round of bets."""

from msgspec.structs import replace

from firmware.core.poker_room.engine.state import BETTING, DEALING, Game
from firmware.core.poker_room.engine.variants import Street, Variant
from firmware.core.vocabulary.cards import PACK


def next_street(variant: Variant, game: Game) -> Street | None:
    """Return the street that is not complete yet; None if none is left, or the bets are over."""
    if game.stage not in (DEALING, BETTING) or game.complete == len(variant.streets):
        return None
    street = variant.streets[game.complete]
    if street.up or not is_shared(variant, game):
        return street
    return replace(street, down=0, up=1, board=True, burn=_left(game) > 1)


def is_shared(variant: Variant, game: Game) -> bool:
    """Return whether one common card replaces the seventh cards of stud: the pack holds too few."""
    last = variant.stud and game.complete == len(variant.streets) - 1
    return last and not game.dealt_down and _left(game) <= len(game.live)


def _left(game: Game) -> int:
    """Return how many cards of the pack are left in stud, before the burn of the seventh."""
    hands = game.hands.values()
    burned = game.complete - 1
    return len(PACK) - burned - sum(hand.down + len(hand.up) for hand in hands)


def is_complete(variant: Variant, game: Game) -> bool:
    """Return whether all cards of the street that is being dealt lie there."""
    street = variant.streets[game.complete]
    if street.down and not (game.dealt_down or game.board):
        return False
    if street.board:
        return game.faced == street.up
    return not (street.up and lacks_up(game))


def lacks_up(game: Game) -> int | None:
    """Return the next hand in stud without a card face up of this street; None if all have one."""
    complete = game.complete
    for spot, hand in game.hands.items():
        if not hand.folded and len(hand.up) <= complete:
            return spot
    return None
