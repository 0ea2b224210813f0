"""The most that Blackjack brings where pairs are split again (26.1) to a player who plays each hand
by its own cards, six packs and no other option: campaign `odds-blackjack-resplit`, ARGS="UPCARD…".

Each half of a pair may be split three times, whatever is done with the other, so there may be more
than five hands; and upon a Blackjack of the dealer's no more than one stake is lost, whatever is
busted. Both can only help, so this is a bound from above. The sums are of floats.
"""

import argparse
import sys
from collections.abc import Sequence
from functools import cache
from typing import Final

from firmware.odds.shoe import CARD_VALUE_NAMES
from tests.campaigns.odds.odds_of_21 import BEST, COMPLETING, Against
from tests.campaigns.odds.odds_worths import ACE, HELD, NO_CARD, PACK, with_card

DECKS: Final = 6
AGAIN: Final = 3
"""How often a half is split again at most: five hands are three more than two."""


class Again(Against):
    """Hands that may be split again."""

    def _split(self, at: int, value: int, brings: float) -> float:
        _, shown = self._known
        lost = float(self._blackjack[at])
        return max(brings, 2 * half(shown, value, again=0) - lost)


class Half(Against):
    """The hands of one half of a pair; a Blackjack of the dealer's counts for nothing."""

    def __init__(self, shown: int, pair: int, again: int) -> None:
        super().__init__(DECKS, shown, *[pair] * (again + 1))
        self._pair, self._again = pair, again

    def most(self) -> float:
        """Return what it brings, its second card and all that follow."""
        return float(self._each(BEST)[self._at[with_card(NO_CARD, self._pair)]])

    def _decided(self, at: int, play: str, drawn: float) -> float:
        stood = self._compared(at)
        if self._pair == ACE:
            return stood
        brings = max(stood, drawn)
        if self._hands[at][self._pair] == sum(self._hands[at]) == HELD and self._again < AGAIN:
            shown = self._known[1]
            return max(brings, 2 * half(shown, self._pair, again=self._again + 1))
        return brings

    def _busted_by(self, at: int, value: int) -> float:
        completing = COMPLETING.get(self._known[1])
        if completing is None:
            return -1.0
        left = self._left[at][completing] - (value == completing)
        return float(max(left, 0) / (self._cards[at] - 1)) - 1


@cache
def half(shown: int, pair: int, again: int) -> float:
    return Half(shown, pair, again).most()


def main(arguments: Sequence[str]) -> int:
    """Print the bound for each card of the dealer's, and for all."""
    parser = argparse.ArgumentParser(prog="odds-blackjack-resplit", description=__doc__)
    parser.add_argument("upcards", nargs="*", choices=[[], *CARD_VALUE_NAMES], metavar="UPCARD")
    found = 0.0
    upcards = parser.parse_args(arguments).upcards or CARD_VALUE_NAMES
    for upcard in upcards:
        shown = CARD_VALUE_NAMES.index(upcard)
        most = Again(DECKS, shown).brings(BEST)
        found += most * PACK[shown] / sum(PACK)
        sys.stdout.write(f"{upcard}: {most:+.10f}\n")
        sys.stdout.flush()
    if len(upcards) == len(CARD_VALUE_NAMES):
        sys.stdout.write(f"all: {found:+.10f}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
