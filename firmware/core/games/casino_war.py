"""Bataille (casino war), articles 67.33 to 67.40: one card each; who ties may go to war."""

from collections.abc import Mapping
from typing import Final

from firmware.core.game.card_game import CardGame
from firmware.core.game.course import DEALER, Choice, Course, Stake, Steps, To, a_card, an_answer
from firmware.core.game.wagers import Misfits
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text

VALUES: Final[Mapping[str, int]] = {rank: worth for worth, rank in enumerate("23456789TJQKA")}
"""Article 67.34: the ace is the highest."""

BURNT: Final = 3
"""Article 67.39: cards taken out before each card of a war."""


class CasinoWar(CardGame):
    """One table's game of Bataille, round after round."""

    BETS = ("main", "tie", "war")
    SIDE_BETS = ("tie",)
    IN_PLAY = ("war",)
    CLOSES_ON_FIRST_CARD = True
    """Article 67.36: bets are made before the first card."""
    ONE_BETTOR_A_SPOT = "67.35"
    DECISIONS = (Key.WAR, Key.SURRENDER)
    PAYS = ("main", "war", "tie")

    def misfits(self, laid: Mapping[str, Cents]) -> Misfits:
        """Article 67.40: the side bet is made besides the first one."""
        return {} if "main" in laid else dict.fromkeys(laid, ("why.main_missing", "67.40"))

    def play(self) -> Course:
        """Deal (67.37), compare (67.38), settle the side bet (67.40), wage the wars (67.39)."""
        spots = self.spots("main")
        self.shown = {DEALER, *spots}
        yield from self.deal(*spots, DEALER, cards=1)
        for spot in spots:
            self._settle_tie(spot)
        tied = [spot for spot in spots if not self._compare(spot)]
        at_war = []
        for spot in tied:
            if (yield from self._goes_to_war(spot)):
                at_war.append(spot)
        if at_war:
            yield from self._war(at_war)

    def _lead(self, spot: int) -> int:
        """Return how far a spot's last card is above the dealer's."""
        return VALUES[self.hands[spot][-1].rank] - VALUES[self.hands[DEALER][-1].rank]

    def _settle_tie(self, spot: int) -> None:
        """Article 67.40."""
        if not self.laid(spot, "tie"):
            return
        bet = self.bet(spot, "tie")
        if self._lead(spot):
            self.lose(bet, "67.40")
        else:
            self.pay(bet, "tie")

    def _compare(self, spot: int) -> bool:
        """Article 67.38; return whether that settles the bet."""
        lead, bet = self._lead(spot), self.bet(spot, "main")
        if lead > 0:
            self.pay(bet, "main")
        elif lead < 0:
            self.lose(bet, "67.38")
        return lead != 0

    def _goes_to_war(self, spot: int) -> Steps[bool]:
        """Article 67.38 (3): half of the stake is lost, or as much again is laid for a war."""
        bet = self.bet(spot, "main")
        war = Choice(spot, Key.WAR, (Stake.just("war", bet.cents),))
        answer = yield from an_answer(war, Choice(spot, Key.SURRENDER))
        if answer.do is Key.SURRENDER:
            self.surrender(bet, Cents(bet.cents // 2), "67.38")
        return answer.do is Key.WAR

    def _war(self, spots: list[int]) -> Course:
        """Article 67.39: three cards are burnt, then one to each; one serves the dealer for all."""
        for spot in (*spots, DEALER):
            for nth in range(BURNT):
                yield from a_card(To(DEALER, nth + 1, burnt=True))
            yield from self.deal_one(spot)
        for spot in spots:
            self._settle_war(spot)

    def _settle_war(self, spot: int) -> None:
        """Article 67.39: won, the war bet goes back; drawn, both are paid."""
        lead, main, war = self._lead(spot), self.bet(spot, "main"), self.bet(spot, "war")
        if lead < 0:
            self.lose(main, "67.39")
            self.lose(war, "67.39")
            return
        self.win(main, self.rules.pays["main"].odds, "67.39")
        if lead:
            self.push(war, "67.39")
        else:
            self.pay(war, "war")

    def result(self) -> Text:
        """Return the dealer's card."""
        return Text("result.dealer_card", {"card": self.hands[DEALER][-1].name})


GAME = CasinoWar
