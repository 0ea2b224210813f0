"""The pairs in the shoe's own result, compared with the cards that it has sent."""

from typing import Final

from drivers.angel_eye.messages import SHOE
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import CardRead, DrawnFor, FaultRaised

PAIRS_DIFFER: Final = FaultRaised(SHOE, "disagreement")

_HANDS: Final = (DrawnFor.PLAYER, DrawnFor.BANKER)


class PairCheck:
    """Knows the first two cards of each hand of the shoe's game.

    A pair is two cards of one rank. Nothing is compared of a hand of which a card is missing. A
    shoe that has never reported a pair may be set not to: then only the ones it reports count.
    """

    def __init__(self) -> None:
        self._first_cards: dict[DrawnFor, dict[int, Card]] = {}
        self._reports_pairs = False
        self.forget_game()

    def forget_game(self) -> None:
        """Begin with empty hands."""
        self._first_cards = {hand: {} for hand in _HANDS}

    def note_card(self, read: CardRead) -> None:
        """Take a card of the game."""
        if read.drawn in _HANDS and read.index in (1, 2):
            self._first_cards[read.drawn][read.index] = read.card

    def differs(self, pairs: frozenset[DrawnFor]) -> bool:
        """Return whether the reported pairs contradict the cards, at the end of a game."""
        self._reports_pairs |= bool(pairs)
        differs = any(self._hand_differs(hand, is_reported=hand in pairs) for hand in _HANDS)
        self.forget_game()
        return differs

    def _hand_differs(self, hand: DrawnFor, *, is_reported: bool) -> bool:
        cards = [*self._first_cards[hand].values()]
        if len(cards) != 2:
            return False
        is_pair = cards[0].rank == cards[1].rank
        return is_reported != is_pair and (is_reported or self._reports_pairs)
