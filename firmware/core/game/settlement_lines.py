"""Settlement lines: one for each bet, or for each rule that pays it."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from firmware.core.game.articles import ArticleKind, Citations
from firmware.core.game.pack_terms import HAND, ROUND, TOTALS
from firmware.core.vocabulary.bets import Bet, base_bet_name
from firmware.core.vocabulary.money import EVEN_ODDS, NO_CENTS, Cents, Commission, Odds, Rounding
from firmware.core.vocabulary.rulings import BetSettled

CITED_BY_OUTCOME: Final[Mapping[str, ArticleKind]] = {
    "win": "wins",
    "lose": "loses",
    "push": "push",
    "surrender": "surrenders",
}


class SettlementLines:
    """The lines of one round; they only grow."""

    def __init__(
        self,
        commissions: Mapping[str, Commission],
        payment_caps: Mapping[str, Cents],
        rounding: Rounding,
        cited: Citations,
    ) -> None:
        self.rounding = rounding
        self.cited = cited
        """The articles of the house."""
        self.commissions = commissions
        """The house's commission, by bet."""
        self.payment_caps = payment_caps
        """The maximum payment of a bet, by its name (67.8, 67.20); of a hand and of a round."""
        self.counted_totals: Collection[str] = TOTALS
        """Those of several bets that are counted; none if the stakes are nominal."""
        self.lines: list[BetSettled] = []

    def commission(self, bet: Bet) -> Cents:
        """Return the commission on a bet: a percentage of its stake or payment (31, 95.17)."""
        share = self.commissions.get(base_bet_name(bet.place.on))
        if share is None:
            return NO_CENTS
        taken_on = self.commission_base(bet.place.on).payment_on(bet.cents)
        return share.commission_on(taken_on, self.rounding)

    def commission_base(self, on: str) -> Odds:  # noqa: ARG002
        """Return what a commission is taken on: the stake, or the stake at these odds."""
        return EVEN_ODDS

    def is_commission_prepaid(self, bet: Bet) -> bool:  # noqa: ARG002
        """Return whether a bet's commission was taken with it; one owed by a winner is at most
        what he is paid.
        """
        return False

    def win(self, bet: Bet, odds: Odds, article: str, **line_fields: Any) -> None:  # noqa: ANN401
        """The stake, or `returned` of it, goes back and the house pays; more fields as given."""
        returned = line_fields.pop("returned", bet.cents)
        paid = self.payment(bet, odds)
        self._line(bet, "win", returned, paid, str(odds), article, **line_fields)

    def bonus(self, bet: Bet, odds: Odds, article: str, **line_fields: Any) -> None:  # noqa: ANN401
        """The house pays a bet by a second rule."""
        paid = self.payment(bet, odds)
        second_payment = Bet(bet.place, NO_CENTS, bet.bettor)
        self._line(
            second_payment, "win", NO_CENTS, paid, str(odds), article, bonus=True, **line_fields
        )

    def prize(self, bet: Bet, cents: Cents, article: str) -> None:
        """The house takes the stake and pays a fixed prize or a share of a jackpot."""
        self._line(bet, "win", NO_CENTS, cents, None, article)

    def lose(
        self,
        bet: Bet,
        article: str,
        *,
        returned: Cents = NO_CENTS,
        **line_fields: Any,  # noqa: ANN401
    ) -> None:
        """The house takes the stake, except for `returned`."""
        self._line(bet, "lose", returned, NO_CENTS, None, article, **line_fields)

    def push(self, bet: Bet, article: str, **line_fields: Any) -> None:  # noqa: ANN401
        """The stake goes back."""
        self._line(bet, "push", bet.cents, NO_CENTS, None, article, **line_fields)

    def surrender(self, bet: Bet, returned: Cents, article: str, **line_fields: Any) -> None:  # noqa: ANN401
        """The player surrenders the stake, except for `returned`."""
        self._line(bet, "surrender", returned, NO_CENTS, None, article, **line_fields)

    def payment(self, bet: Bet, odds: Odds) -> Cents:
        """Return what the house pays a winning bet at these odds."""
        return self.rounding.payment(bet.cents * odds.win, odds.stake)

    def is_jackpot_bet(self, on: str) -> bool:  # noqa: ARG002
        """Return whether a bet is on the jackpot, of which no maximum holds."""
        return False

    def _capped_payment(self, bet: Bet, paid: Cents, *, by_bet: bool) -> Cents:
        """Return a payment within the maximum of its bet, its hand and the round."""
        if not self.payment_caps or self.is_jackpot_bet(bet.place.on):
            return paid
        lines = [line for line in self.lines if not self.is_jackpot_bet(line.bet.place.on)]
        player = (bet.place.spot, bet.bettor)
        of_hand = [line for line in lines if (line.bet.place.spot, line.bet.bettor) == player]
        paid_before = {HAND: _paid(of_hand), ROUND: _paid(lines)}
        names = [base_bet_name(bet.place.on)] if by_bet else []
        rests = [
            self.rounding.payment(max(0, self.payment_caps[name] - paid_before.get(name, 0)))
            for name in (*names, *self.counted_totals)
            if name in self.payment_caps
        ]
        return min(paid, *rests) if rests else paid

    def _line(
        self,
        bet: Bet,
        outcome: Any,  # noqa: ANN401
        returned: Cents,
        paid: Cents,
        odds: str | None,
        article: str,
        **line_fields: Any,  # noqa: ANN401
    ) -> None:
        cited = self.cited.cite(CITED_BY_OUTCOME[outcome], article)
        # a second payment by another rule, and a prize, are no payment at the odds of the bet
        by_bet = odds is not None and not line_fields.get("bonus", False)
        allowed = self._capped_payment(bet, paid, by_bet=by_bet)
        if allowed < paid:
            line_fields["capped"] = True
            if not self.is_commission_prepaid(bet):
                line_fields["commission"] = min(line_fields.get("commission", NO_CENTS), allowed)
        self.lines.append(
            BetSettled(bet, outcome, returned, allowed, odds=odds, article=cited, **line_fields)
        )


def _paid(lines: Iterable[BetSettled]) -> int:
    return sum(line.paid for line in lines)
