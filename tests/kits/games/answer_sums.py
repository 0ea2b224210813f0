"""The sum of an answer, worked out from the figures of its own steps as a reader would."""

from fractions import Fraction
from typing import Any

from firmware.core.vocabulary.panel import Text

Values = dict[str, Any]
ROUNDED_UP, ROUNDED_DOWN = "_up", "_down"


class AnswerSum:
    """Reads the steps in their order; each is held to its own arithmetic."""

    def __init__(self, steps: tuple[Text, ...]) -> None:
        self.returned = self.paid = self.commission = 0
        self.total: int | None = None
        for step in steps:
            name = step.key.removeprefix("answer.").replace(".", "_")
            getattr(self, f"_{name}")(dict(step.values))

    @property
    def amounts(self) -> tuple[int, int, int]:
        return self.returned, self.paid, self.commission

    def _at_odds(self, values: Values) -> None:
        self.returned, self.paid = values["stake_cents"], values["paid_cents"]
        assert won(values) == self.paid

    def _at_odds_down(self, values: Values) -> None:
        self.returned, self.paid = values["stake_cents"], values["paid_cents"]
        assert 0 < won(values) - self.paid < values["unit_cents"]

    def _at_odds_up(self, values: Values) -> None:
        self.returned, self.paid = values["stake_cents"], values["paid_cents"]
        assert 0 < self.paid - won(values) < values["unit_cents"]

    def _part_wins(self, values: Values) -> None:
        self.returned, self.paid = values["returned_cents"], values["paid_cents"]
        assert abs(self.returned - Fraction(values["stake_cents"], values["parts"])) < 100
        assert abs(self.paid - won(values) / values["parts"]) < 100

    def _table_line(self, values: Values) -> None:
        assert values["odds"]

    def _total(self, values: Values) -> None:
        assert values["total_cents"] == self.returned + self.paid - self.commission

    def _push(self, values: Values) -> None:
        self.returned = values["stake_cents"]

    _withdrawn = _push

    def _lost(self, values: Values) -> None:
        assert values["stake_cents"] > 0

    _surrendered = _lost

    def _half_lost(self, values: Values) -> None:
        self.returned = values["returned_cents"]
        assert abs(2 * self.returned - values["stake_cents"]) < 200

    _half_surrendered = _half_lost

    def _part_lost(self, values: Values) -> None:
        self.returned = values["returned_cents"]
        assert self.returned < values["stake_cents"]

    def _first_stake_lost(self, values: Values) -> None:
        self.returned = values["stake_cents"] - values["first_cents"]
        assert self.returned == values["returned_cents"]

    def _prize(self, values: Values) -> None:
        self.paid = values["prize_cents"]

    _prize_line = _prize

    def _share(self, values: Values) -> None:
        self.paid = values["jackpot_cents"] * values["percent"] // 100
        assert self.paid == values["prize_cents"]

    def _share_reduced(self, values: Values) -> None:
        self.paid = values["prize_cents"]
        part = Fraction(values["jackpot_cents"] * values["percent"], values["sum"])
        assert abs(self.paid - part) < 10

    def _jackpot_left(self, values: Values) -> None:
        assert values["left_cents"] >= values["reset_cents"]

    def _ticket(self, values: Values) -> None:
        self.paid = values["prize_cents"]
        assert 0 <= values["hits"] <= values["picks"]

    def _ticket_reduced(self, values: Values) -> None:
        assert values["prize_cents"] == self.paid * values["most_cents"] // values["sum_cents"]
        self.paid = values["prize_cents"]

    def _cap_bet(self, values: Values) -> None:
        self.paid = min(self.paid, values["most_cents"] - values["before_cents"])
        assert self.paid == values["rest_cents"]

    _cap_hand = _cap_round = _cap_bet

    def _commission_base(self, values: Values) -> None:
        assert 0 <= won(values) - values["base_cents"] < 1

    def _commission_counted_up(self, values: Values) -> None:
        assert 0 < values["counted_cents"] - values["base_cents"] < values["step_cents"]
        assert values["counted_cents"] % values["step_cents"] == 0

    def _commission_counted_down(self, values: Values) -> None:
        assert 0 < values["base_cents"] - values["counted_cents"] < values["step_cents"]

    def _commission_counted_nearest(self, values: Values) -> None:
        distance = abs(values["base_cents"] - values["counted_cents"])
        assert 2 * distance <= values["step_cents"]

    def _commission_share(self, values: Values) -> None:
        self.commission = values["commission_cents"]
        assert share(values) == self.commission

    def _commission_share_up(self, values: Values) -> None:
        self.commission = values["commission_cents"]
        assert 0 < self.commission - share(values) < values["unit_cents"]

    def _commission_share_down(self, values: Values) -> None:
        self.commission = values["commission_cents"]
        assert 0 < share(values) - self.commission < values["unit_cents"]

    def _commission_at_most(self, values: Values) -> None:
        self.commission = values["commission_cents"]
        assert self.commission == self.paid

    def _commission_prepaid(self, _values: Values) -> None:
        assert self.commission > 0

    _commission_marked = _commission_prepaid


def won(values: Values) -> Fraction:
    win, stake = values["odds"].split(":")
    return Fraction(values["stake_cents"] * int(win), int(stake))


def share(values: Values) -> Fraction:
    percent = values["percent"]
    if isinstance(percent, Text):
        percent = f"{percent.values['whole']}.{percent.values['decimals']}"
    return values["counted_cents"] * Fraction(percent) / 100
