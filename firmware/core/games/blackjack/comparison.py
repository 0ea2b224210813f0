"""The settlement of the hands of Blackjack against the dealer's (18 to 20)."""

from firmware.core.games.blackjack.hand import MOST, Hand
from firmware.core.games.blackjack.insurance import Insurance
from firmware.core.games.blackjack.side_bets import SPECIAL
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet


class Comparison(Insurance):
    """Each hand is lost as soon as its spot is played out, or compared with the dealer's."""

    def _settle_busted(self, spot: int) -> None:
        """Article 18; when the spot is played out, since the hands of a split share a place."""
        for hand in self.played[spot]:
            if hand.is_busted:
                for on, who in hand.stakes:
                    self.lose(_bet(spot, hand, on, who), "18", hand=hand.number)

    def _settle(self, on: str) -> None:
        for spot, hands in self.played.items():
            for hand in hands:
                for main, who in hand.stakes:
                    if main == on and not hand.is_busted:
                        self._compare(_bet(spot, hand, on, who), hand)

    def _compare(self, bet: Bet, hand: Hand) -> None:
        """Articles 18, 18.1 and 19, as 21 pays."""
        dealer, by_itself = self.dealer, self._wins_by_itself(hand)
        if by_itself is not None:
            table = self.rules.tables["main"]
            self.win(bet, table.odds[by_itself], table.article, hand=hand.number)
        elif dealer.is_blackjack and not hand.is_blackjack:
            self._lose_to_blackjack(bet, hand)
        elif dealer.is_busted or hand.total > dealer.total:
            pays = self.rules.pays["main"]
            self.win(bet, pays.odds, pays.article, hand=hand.number)
        elif hand.total == dealer.total:
            self.push(bet, "19", hand=hand.number)
        else:
            self.lose(bet, "18", hand=hand.number)

    def _wins_by_itself(self, hand: Hand) -> str | None:
        """Return the line of article 21 for a Blackjack that wins, or for a hand of 18.1."""
        if hand.is_blackjack:
            return None if self.dealer.is_blackjack else "blackjack"
        if hand.split or not self.options["special_hands"]:
            return None
        reached = (line for line in SPECIAL if line.size == len(hand.cards))
        return next((line.name for line in reached if line.fits(hand.cards)), None)

    def _lose_to_blackjack(self, bet: Bet, hand: Hand) -> None:
        """Article 20: one first stake is lost in all, unless other hands have lost it already."""
        stack = bet.place, bet.bettor
        lost = ((line.bet.place, line.bet.bettor) for line in self.lines if line.outcome == "lose")
        if stack in lost:
            self.push(bet, "20", hand=hand.number)
            return
        first = self._first_stakes[stack]
        article = "20" if self.bets[stack] > first or hand.total == MOST else "18"
        self.lose(bet, article, returned=Cents(bet.cents - first), hand=hand.number)


def _bet(spot: int, hand: Hand, on: str, bettor: str | None) -> Bet:
    return Bet(Place(spot, on), hand.stakes[on, bettor], bettor)
