"""Settlement lines: one for each bet, or for each rule that pays it."""

from collections.abc import Mapping
from typing import Any

from firmware.core.vocabulary.money import NOTHING, Cents, Commission, Odds, Rounding
from firmware.core.vocabulary.rulings import Bet, BetSettled, base_name


class Settling:
    """The lines of one round; they only grow."""

    def __init__(
        self,
        commissions: Mapping[str, Commission],
        caps: Mapping[str, Cents],
        rounding: Rounding,
    ) -> None:
        self.rounding = rounding
        self.commissions = commissions
        """The house's commission, by bet."""
        self.caps = caps
        """The maximum payment of one bet, by its name (67.8, 67.20)."""
        self.lines: list[BetSettled] = []

    def commission(self, bet: Bet) -> Cents:
        """Return the commission on a winning bet: a share of the stake, rounded up (31)."""
        share = self.commissions.get(base_name(bet.place.on))
        return self.rounding.taken(share.on(bet.cents)) if share else NOTHING

    def win(self, bet: Bet, odds: Odds, article: str, **more: Any) -> None:  # noqa: ANN401
        """The stake goes back and the house pays; `commission`, `hand`, `returned` as they are."""
        returned = more.pop("returned", bet.cents)
        due = odds.pay(bet.cents)
        paid = self._most(bet, due)
        self._line(bet, "win", returned, paid, str(odds), article, capped=paid < due, **more)

    def bonus(self, bet: Bet, odds: Odds, article: str, **more: Any) -> None:  # noqa: ANN401
        """The house pays a bet by a second rule."""
        paid = odds.pay(bet.cents)
        rest = Bet(bet.place, NOTHING, bet.bettor)
        self._line(rest, "win", NOTHING, paid, str(odds), article, bonus=True, **more)

    def prize(self, bet: Bet, cents: Cents, article: str) -> None:
        """The house keeps the stake and pays a fixed prize or a share of a lot."""
        self._line(bet, "win", NOTHING, cents, None, article)

    def lose(self, bet: Bet, article: str, *, returned: Cents = NOTHING, **more: Any) -> None:  # noqa: ANN401
        """The house takes the stake, except for `returned`."""
        self._line(bet, "lose", returned, NOTHING, None, article, **more)

    def push(self, bet: Bet, article: str, **more: Any) -> None:  # noqa: ANN401
        """The stake goes back."""
        self._line(bet, "push", bet.cents, NOTHING, None, article, **more)

    def surrender(self, bet: Bet, returned: Cents, article: str, **more: Any) -> None:  # noqa: ANN401
        """The player surrenders the stake, except for `returned`."""
        self._line(bet, "surrender", returned, NOTHING, None, article, **more)

    def _most(self, bet: Bet, paid: Cents) -> Cents:
        cap = self.caps.get(base_name(bet.place.on))
        return paid if cap is None else Cents(min(paid, cap))

    def _line(
        self,
        bet: Bet,
        outcome: Any,  # noqa: ANN401
        returned: Cents,
        paid: Cents,
        odds: str | None,
        article: str,
        **more: Any,  # noqa: ANN401
    ) -> None:
        back = returned if returned == bet.cents else self.rounding.given(returned)
        won = self.rounding.given(paid)
        self.lines.append(BetSettled(bet, outcome, back, won, odds=odds, article=article, **more))
