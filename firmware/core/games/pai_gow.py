"""Pai Gow, articles 100 to 116: four tiles, set as two hands of two."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from firmware.core.game.course import DEALER, Course
from firmware.core.game.pack import GameRules
from firmware.core.games.two_hands import TwoHands
from firmware.core.games.two_tiles import TileRank, two_tiles
from firmware.core.vocabulary.cards import TILE_SET, Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text

POSITIONS: Final = (1, 2, 3, 4, 5, 6, 7, DEALER)
"""Article 112: every spot is dealt to, bet or none."""


class PaiGow(TwoHands[TileRank]):
    """One table's game of Pai Gow. Its tiles are cards."""

    BETS = ("main",)
    ONE_BETTOR_A_SPOT = "106"
    BANK_ARTICLE = "116"
    BY_HAND = True
    REDEALS = True
    DECISIONS = (Key.SET, Key.SURRENDER, Key.BANK)
    PAYS = ("main",)
    LOST, WRONG, DRAWN, GIVEN_UP = "108", "113", "109", "115"

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        super().__init__(rules, options)
        self.pack = TILE_SET

    def play(self) -> Course:
        """Deal (112), set the hands (113 to 115), compare them (108 to 110)."""
        yield from self.deal(*POSITIONS, cards=4)
        yield from self.set_and_compare()

    def redeal(self) -> None:
        """Gather up tiles that can't be of one set, and deal again; the bets stay."""
        self.hands = {}
        self._course = self.play()
        self._go_on(None)

    def rank(self, low: Sequence[Card], high: Sequence[Card]) -> tuple[TileRank, TileRank] | None:
        """Article 113: the high hand is at least equal to the low one."""
        hands = two_tiles(low), two_tiles(high)
        return None if hands[0] > hands[1] else hands

    def wins(
        self, own: tuple[TileRank, TileRank], bank: tuple[TileRank, TileRank]
    ) -> tuple[bool, bool]:
        """Article 109: a low hand of no value is never won."""
        low, high = super().wins(own, bank)
        return low and own[0].worth > 0, high

    def hand_words(self, high: TileRank) -> Text:
        """Return the name of a high hand."""
        return Text(f"tiles.{high.makes}", {"count": high.worth})


GAME = PaiGow
