"""Pai Gow, articles 100 to 116: four tiles, set as two hands of two."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from firmware.core.game.course import DEALER, Course
from firmware.core.game.pack import GameRules
from firmware.core.games.low_and_high_hands import LowAndHighHands
from firmware.core.games.tile_ranks import TILE_KEYS, TileRank, two_tiles
from firmware.core.vocabulary.cards import TILE_SET, Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text

POSITIONS: Final = (1, 2, 3, 4, 5, 6, 7, DEALER)
"""Article 112: every spot is dealt to, bet or none."""


class PaiGow(LowAndHighHands[TileRank]):
    """One table's game of Pai Gow. Its tiles are cards."""

    BETS = ("main",)
    MOST_SEATS = len(POSITIONS) - 1
    SOLE_BETTOR_ARTICLE = "106"
    BANK_ARTICLE = "116"
    HAND_SHUFFLED = True
    REDEALS_IMPOSSIBLE = True
    DECISIONS = (Key.SET_LOW_HAND, Key.SURRENDER, Key.TAKE_BANK)
    BETS_WITH_ODDS = ("main",)
    LOST_ARTICLE, WRONG_SET_ARTICLE, TIE_ARTICLE, SURRENDER_ARTICLE = "108", "113", "109", "115"

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        super().__init__(rules, options)
        self.pack = TILE_SET

    def play_round(self) -> Course:
        """Deal (112), set the hands (113 to 115), compare them (108 to 110)."""
        yield from self.deal(*POSITIONS, cards=4)
        yield from self.set_and_compare()

    def redeal(self) -> None:
        """Collect tiles that cannot be of one set, and deal again; the bets stay."""
        # a new course from the deal on: the bets are taken already
        self.hands = {}
        self._course = self.play_round()
        self._advance_course(None)

    def rank(
        self, low_hand: Sequence[Card], high_hand: Sequence[Card]
    ) -> tuple[TileRank, TileRank] | None:
        """Article 113: the high hand is at least equal to the low one."""
        low_and_high = two_tiles(low_hand), two_tiles(high_hand)
        return None if low_and_high[0] > low_and_high[1] else low_and_high

    def beats(
        self, own_hands: tuple[TileRank, TileRank], bank_hands: tuple[TileRank, TileRank]
    ) -> tuple[bool, bool]:
        """Article 109: a low hand of no value is never won."""
        wins_low, wins_high = super().beats(own_hands, bank_hands)
        return wins_low and own_hands[0].hand_value > 0, wins_high

    def hand_text(self, high_hand: TileRank) -> Text:
        """Return the name of a high hand."""
        return Text(TILE_KEYS[high_hand.combination], {"count": high_hand.hand_value})


GAME = PaiGow
