"""Bataille (casino war), articles 67.33 to 67.40: one card each; after a tie a player may go to
war.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from firmware.core.game.card_game import CardGame
from firmware.core.game.course import (
    DEALER,
    Choice,
    Course,
    CourseSteps,
    DecisionStake,
    SpotCard,
    next_card,
    next_decision,
)
from firmware.core.game.traits import card_names
from firmware.core.game.wagers import BetClashes
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import EVEN_ODDS, Cents
from firmware.core.vocabulary.panel import Text

CARD_VALUES: Final[Mapping[str, int]] = {
    card_rank: card_value for card_value, card_rank in enumerate("23456789TJQKA")
}
"""Article 67.34: the ace is the highest."""

BURNT_CARDS: Final = 3
"""Article 67.39: cards burnt before each card of a war."""


class CasinoWar(CardGame):
    """One table's game of Bataille, round after round."""

    BETS = ("main", "tie", "war")
    SIDE_BETS = ("tie",)
    CARD_NAMES = ALWAYS_DEALT = card_names(spot=1, dealer=1)
    DECISION_PLACES = ("war",)
    CLOSES_ON_FIRST_CARD = True
    """Article 67.36: bets are made before the first card."""
    SOLE_BETTOR_ARTICLE = "67.35"
    DECISIONS = (Key.GO_TO_WAR, Key.SURRENDER)
    BETS_WITH_ODDS = ("main", "war", "tie")
    PAYMENT_TERMS = MappingProxyType({"war": "sheet.odds_if_drawn"})
    HALF_GIVEN_UP = MappingProxyType({"main": "67.38"})
    STAKES_BY_MAIN = MappingProxyType({"main": {"war": EVEN_ODDS}})
    """Article 67.38 (3): the war bet equals the first."""

    def clashing_bets(self, laid_amounts: Mapping[str, Cents]) -> BetClashes:
        """Article 67.40: the side bet needs a main bet."""
        return (
            {}
            if "main" in laid_amounts
            else dict.fromkeys(laid_amounts, ("why.main_missing", "67.40"))
        )

    def play_round(self) -> Course:
        """Deal (67.37), compare (67.38), settle the side bet (67.40), wage the wars (67.39)."""
        bettor_spots = self.spots("main")
        self.face_up_spots = {DEALER, *bettor_spots}
        yield from self.deal(*bettor_spots, DEALER, cards=1)
        for spot in bettor_spots:
            self._settle_tie(spot)
        # every spot is settled or tied before the first is asked about a war
        tied_spots = [spot for spot in bettor_spots if not self._compare(spot)]
        spots_at_war = []
        for spot in tied_spots:
            if (yield from self._decides_on_war(spot)):
                spots_at_war.append(spot)
        if spots_at_war:
            yield from self._wage_wars(spots_at_war)

    def _lead_over_dealer(self, spot: int) -> int:
        """Return by how many ranks a spot's last card is above the dealer's."""
        return CARD_VALUES[self.hands[spot][-1].rank] - CARD_VALUES[self.hands[DEALER][-1].rank]

    def _settle_tie(self, spot: int) -> None:
        """Article 67.40."""
        if not self.laid_amount(spot, "tie"):
            return
        bet = self.bet(spot, "tie")
        if self._lead_over_dealer(spot):
            self.lose(bet, "67.40")
        else:
            self.pay(bet, "tie")

    def _compare(self, spot: int) -> bool:
        """Article 67.38; return whether that settles the bet."""
        rank_lead, bet = self._lead_over_dealer(spot), self.bet(spot, "main")
        if rank_lead > 0:
            self.pay(bet, "main")
        elif rank_lead < 0:
            self.lose(bet, "67.38")
        return rank_lead != 0

    def _decides_on_war(self, spot: int) -> CourseSteps[bool]:
        """Article 67.38 (3): half of the stake is lost, or an equal war bet is laid."""
        bet = self.bet(spot, "main")
        war_choice = Choice(
            spot, Key.GO_TO_WAR, (DecisionStake.exactly("war", self.stake_by(bet, "war")),)
        )
        decision = yield from next_decision(war_choice, Choice(spot, Key.SURRENDER))
        if decision.do is Key.SURRENDER:
            self.give_up_half(bet)
        return decision.do is Key.GO_TO_WAR

    def _wage_wars(self, bettor_spots: list[int]) -> Course:
        """Article 67.39: burn three cards, then deal one to each; one card serves the dealer for
        all.
        """
        for spot in (*bettor_spots, DEALER):
            for burnt_count in range(BURNT_CARDS):
                yield from next_card(SpotCard(DEALER, burnt_count + 1, is_burnt=True))
            yield from self.deal_card_to(spot)
        for spot in bettor_spots:
            self._settle_war(spot)

    def _settle_war(self, spot: int) -> None:
        """Article 67.39: after a win the war bet is returned; after a tie both bets are paid."""
        rank_lead, main_bet, war_bet = (
            self._lead_over_dealer(spot),
            self.bet(spot, "main"),
            self.bet(spot, "war"),
        )
        if rank_lead < 0:
            self.lose(main_bet, "67.39")
            self.lose(war_bet, "67.39")
            return
        # not `pay`: its article would be 67.38, that of a win without a war
        self.win(main_bet, self.rules.pays["main"].odds, "67.39")
        if rank_lead:
            self.push(war_bet, "67.39")
        else:
            self.pay(war_bet, "war")

    def result(self) -> Text:
        """Return the dealer's card."""
        return Text("result.dealer_card", {"card": self.hands[DEALER][-1].name})


GAME = CasinoWar
