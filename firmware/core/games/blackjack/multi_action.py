"""Blackjack Multi-Action, articles 26.2 to 26.7: one hand against three hands of the dealer."""

from collections.abc import Mapping
from types import MappingProxyType

from firmware.core.game.wagers import BetClashes
from firmware.core.games.blackjack.blackjack import Blackjack
from firmware.core.vocabulary.money import HALF, Cents


class BlackjackMultiAction(Blackjack):
    """One table's game of Blackjack Multi-Action: all else is Blackjack's (26.2)."""

    MAIN_BETS = ("main:1", "main:2", "main:3")
    BETS = (*MAIN_BETS, *Blackjack.BETS[1:])
    OWN_OPTIONS = MappingProxyType({**Blackjack.OWN_OPTIONS, "hands": (2, 3)})
    """Article 26.4: how many bets are required."""
    STAKES_BY_MAIN = MappingProxyType({MAIN_BETS[0]: {"insurance": HALF}})
    """Article 26.2: insurance is half of the first bet."""

    def clashing_bets(self, laid_amounts: Mapping[str, Cents]) -> BetClashes:
        """Articles 26.4 and 26.5: two bets or three, by the table's option."""
        if len(laid_amounts.keys() & set(self.MAIN_BETS)) < self.options["hands"]:
            return dict.fromkeys(laid_amounts, ("why.other_missing", "26.4"))
        return super().clashing_bets(laid_amounts)

    @property
    def settles_now(self) -> bool:
        """Article 26.7: each of the dealer's hands is paid before he completes the next."""
        return self.finished or bool(self.results)


GAME = BlackjackMultiAction
