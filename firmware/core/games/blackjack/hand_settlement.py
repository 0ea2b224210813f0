"""The settlement of the hands of Blackjack against the dealer's (18 to 20)."""

from firmware.core.games.blackjack.hand import MAX_TOTAL, BlackjackHand
from firmware.core.games.blackjack.insurance import Insurance
from firmware.core.games.blackjack.side_bets import SPECIAL
from firmware.core.games.blackjack.switches import ALL_BETS, LATE, NO_HOLE_CARD, SURRENDER
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place


class Comparison(Insurance):
    """Settles each hand: busted when its spot is played out, or by comparison with the dealer's."""

    def _settle_busted(self, spot: int) -> None:
        """Article 18; only when the spot is played out, since the hands of a split share a
        place.
        """
        for hand in self.hands_by_spot[spot]:
            if hand.is_busted:
                for bet_name, bettor in hand.stakes:
                    self.lose(_hand_bet(spot, hand, bet_name, bettor), "18", hand=hand.hand_number)

    def _settle_hands(self, bet_name: str) -> None:
        for spot, spot_hands in self.hands_by_spot.items():
            for hand in spot_hands:
                for main_name, bettor in hand.stakes:
                    if main_name == bet_name and not hand.is_busted:
                        self._compare(_hand_bet(spot, hand, bet_name, bettor), hand)

    def _compare(self, bet: Bet, hand: BlackjackHand) -> None:
        """Articles 18, 18.1 and 19, as 21 pays."""
        dealer_hand, special_line = self.dealer_hand, self._special_line(hand)
        if hand.surrendered:
            self._settle_surrendered(bet, hand)
        elif special_line is not None:
            pay_table = self.rules.tables["main"]
            odds = pay_table.odds[special_line]
            self.win(bet, odds, pay_table.article, hand=hand.hand_number)
        elif dealer_hand.is_blackjack and not hand.is_blackjack:
            self._lose_to_blackjack(bet, hand)
        elif dealer_hand.is_busted or hand.total > dealer_hand.total:
            payment = self.rules.pays["main"]
            self.win(bet, payment.odds, payment.article, hand=hand.hand_number)
        elif hand.total == dealer_hand.total:
            self.push(bet, "19", hand=hand.hand_number)
        else:
            self.lose(bet, "18", hand=hand.hand_number)

    def _settle_surrendered(self, bet: Bet, hand: BlackjackHand) -> None:
        """Half of the bet is lost; all of it to a dealer's Blackjack, if the surrender is late."""
        if self.options[SURRENDER] == LATE and self.dealer_hand.is_blackjack:
            self.lose(bet, self.HALF_GIVEN_UP[bet.place.on], hand=hand.hand_number)
        else:
            self.give_up_half(bet, hand=hand.hand_number)

    def _special_line(self, hand: BlackjackHand) -> str | None:
        """Return the pay table line of a hand that wins without comparison: a Blackjack (21) or
        18.1.
        """
        if hand.is_blackjack:
            has_line = self.rules.tables["main"].pays("blackjack")
            return "blackjack" if has_line and not self.dealer_hand.is_blackjack else None
        if hand.split or not self.options["special_hands"]:
            return None
        reachable_lines = (
            table_line
            for table_line in SPECIAL
            if table_line.card_count == len(hand.cards)
            and self.rules.tables["main"].pays(table_line.name)
        )
        return next(
            (table_line.name for table_line in reachable_lines if table_line.may_reach(hand.cards)),
            None,
        )

    def _lose_to_blackjack(self, bet: Bet, hand: BlackjackHand) -> None:
        """Article 20: one first stake is lost in total, unless other hands have lost it already;
        at a house that has it so, every stake.
        """
        if self.options[NO_HOLE_CARD] == ALL_BETS:
            article = self.rules.switches[NO_HOLE_CARD].article
            self.lose(bet, article, hand=hand.hand_number)
            return
        bet_stack = bet.place, bet.bettor
        lost_stacks = (
            (settled_line.bet.place, settled_line.bet.bettor)
            for settled_line in self.lines
            if settled_line.outcome == "lose"
        )
        if bet_stack in lost_stacks:
            self.push(bet, "20", hand=hand.hand_number)
            return
        # doubling and splitting have added to it
        first_stake = self._first_stakes[bet_stack]
        article = "20" if self.bets[bet_stack] > first_stake or hand.total == MAX_TOTAL else "18"
        self.lose(bet, article, returned=Cents(bet.cents - first_stake), hand=hand.hand_number)


def _hand_bet(spot: int, hand: BlackjackHand, bet_name: str, bettor: str | None) -> Bet:
    return Bet(Place(spot, bet_name), hand.stakes[bet_name, bettor], bettor)
