"""Blackjack Multi-Action, articles 26.2 to 26.7: one hand against three hands of the dealer's."""

from collections.abc import Mapping
from types import MappingProxyType

from firmware.core.game.wagers import Misfits
from firmware.core.games.blackjack.blackjack import Blackjack
from firmware.core.vocabulary.money import Cents


class BlackjackMultiAction(Blackjack):
    """One table's game of Blackjack Multi-Action: all else is Blackjack's (26.2)."""

    MAINS = ("main:1", "main:2", "main:3")
    BETS = (*MAINS, *Blackjack.BETS[1:])
    OPTIONS = MappingProxyType({**Blackjack.OPTIONS, "hands": (2, 3)})
    """Article 26.4: how many bets are required."""

    def misfits(self, laid: Mapping[str, Cents]) -> Misfits:
        """Articles 26.4 and 26.5: two bets or three, by the table's option."""
        if len(laid.keys() & set(self.MAINS)) < self.options["hands"]:
            return dict.fromkeys(laid, ("why.other_missing", "26.4"))
        return super().misfits(laid)

    @property
    def settles_now(self) -> bool:
        """Article 26.7: each of the dealer's hands is paid before he completes the next."""
        return self.finished or bool(self.results)


GAME = BlackjackMultiAction
