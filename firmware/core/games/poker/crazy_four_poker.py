"""Fou du poker, articles 67.75 to 67.87: the best four of five cards; the dealer must open."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from firmware.core.game.card_game import CardGame
from firmware.core.game.course import DEALER, Choice, Course, Decision, Stake, an_answer
from firmware.core.game.wagers import Misfits
from firmware.core.games.poker.by_table import made
from firmware.core.ranks import Combination, Rank, best_four
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text

TO_OPEN: Final = "KA"
"""Article 67.82: with no combination the dealer opens on one of these."""

PAIRS: Final[Mapping[str, str]] = {
    "A": "pair_of_aces",
    "K": "pair_of_kings",
    "Q": "pair_of_queens",
}
"""Article 67.87: the pairs that have a line."""


class CrazyFourPoker(CardGame):
    """One table's game of Fou du poker, round after round."""

    BETS = ("ante", "super_bonus", "raise", "queens_up")
    SIDE_BETS = ("queens_up",)
    IN_PLAY = ("raise",)
    ONE_BETTOR_A_SPOT = "67.78"
    DECKS_IN_TURN = "67.75"
    FREE_AMOUNTS = True
    DECISIONS = (Key.RAISE, Key.FOLD)
    PAYS = ("ante", "raise", "not_open")
    TABLES = MappingProxyType(
        {
            "super_bonus": (
                *("four_aces", "four_of_a_kind", "straight_flush", "three_of_a_kind"),
                *("flush", "straight"),
            ),
            "queens_up": (
                *("four_of_a_kind", "straight_flush", "three_of_a_kind", "flush", "straight"),
                *("two_pairs", *PAIRS.values()),
            ),
        }
    )

    def misfits(self, laid: Mapping[str, Cents]) -> Misfits:
        """Articles 67.79 and 67.87: an ante, as much on the super bonus; the pairs besides them."""
        mains = [laid[on] for on in ("ante", "super_bonus") if on in laid]
        if mains[1:] and mains[0] == mains[1]:
            return {}
        why = ("why.not_equal" if mains[1:] else "why.other_missing"), "67.79"
        return {on: ("why.main_missing", "67.87") if on == "queens_up" else why for on in laid}

    def play(self) -> Course:
        """Deal (67.80), take the raises (67.81), compare (67.82 to 67.86), pay pairs (67.87)."""
        spots = self.spots("ante")
        yield from self.deal(*spots, DEALER, cards=5)
        for spot in spots:
            yield from self._raises_or_folds(spot)
        self.shown = {DEALER, *self.spots("raise", "queens_up")}
        for spot in self.spots("raise", "queens_up"):
            self._settle(spot)

    def _raises_or_folds(self, spot: int) -> Course:
        """Article 67.81: the ante is matched, or up to three times, or both bets are lost."""
        ante, bonus = self.bet(spot, "ante"), self.bet(spot, "super_bonus")
        stake = Stake("raise", ante.cents, Cents(3 * ante.cents))
        more = Choice(spot, Key.RAISE, (stake,), check=self._above_the_ante)
        answer = yield from an_answer(more, Choice(spot, Key.FOLD))
        if answer.do is Key.FOLD:
            self.lose(ante, "67.81")
            self.lose(bonus, "67.81")

    def _above_the_ante(self, decision: Decision) -> Text | None:
        """Article 67.81: more than the ante needs a pair of aces, or better."""
        spot = decision.spot
        if decision.chips("raise") <= self.laid(spot, "ante") or self._has_aces_or_better(spot):
            return None
        return Text("why.aces_only", {"spot": spot})

    def _has_aces_or_better(self, spot: int) -> bool:
        rank = self._rank(spot)
        if rank.combination is Combination.PAIR:
            return rank.high == "A"
        return rank.combination is not Combination.HIGH_CARD

    def _settle(self, spot: int) -> None:
        """Article 67.83: the hands are turned up spot by spot."""
        if self.laid(spot, "raise"):
            self._compare(spot)
            self._settle_super_bonus(spot)
        if self.laid(spot, "queens_up"):
            self._settle_queens_up(spot)

    def _rank(self, spot: int) -> Rank:
        return best_four(self.hands[spot])

    def _opens(self) -> bool:
        """Article 67.82."""
        dealers = self._rank(DEALER)
        return dealers.combination is not Combination.HIGH_CARD or dealers.high in TO_OPEN

    def _compare(self, spot: int) -> None:
        """Articles 67.82, 67.83, 67.84."""
        ante, more = self.bet(spot, "ante"), self.bet(spot, "raise")
        hand, dealers = self._rank(spot), self._rank(DEALER)
        if not self._opens():
            self.push(ante, "67.82")
            self.pay(more, "not_open")
        elif hand > dealers:
            self.pay(ante, "ante")
            self.pay(more, "raise")
        elif hand == dealers:
            self.push(ante, "67.83")
            self.push(more, "67.83")
        else:
            self.lose(ante, "67.84")
            self.lose(more, "67.84")

    def _settle_super_bonus(self, spot: int) -> None:
        """Article 67.85 pays it for any hand of the dealer's; else 67.82 or 67.86 decides."""
        bet, hand = self.bet(spot, "super_bonus"), self._rank(spot)
        aces = hand.combination is Combination.FOUR_OF_A_KIND and hand.high == "A"
        line = "four_aces" if aces else hand.combination
        if self.rules.tables["super_bonus"].pays(line):
            self.pay_by_table(bet, "super_bonus", line)
        elif not self._opens():
            self.push(bet, "67.82")
        elif hand >= self._rank(DEALER):
            self.push(bet, "67.86")
        else:
            self.lose(bet, "67.86")

    def _settle_queens_up(self, spot: int) -> None:
        """Article 67.87."""
        rank = self._rank(spot)
        pair = rank.combination is Combination.PAIR
        line = PAIRS.get(rank.high, Combination.PAIR) if pair else rank.combination
        self.pay_by_table(self.bet(spot, "queens_up"), "queens_up", line)

    def score(self, hand: str) -> Text:
        """Return what a player's cards make."""
        return made(self._rank(int(hand)), 4)

    def result(self) -> Text:
        """Return the dealer's best four cards, if he opens (67.82)."""
        if not self._opens():
            return Text("result.not_open")
        return Text("result.dealer_hand", {"hand": made(self._rank(DEALER), 4)})


GAME = CrazyFourPoker
