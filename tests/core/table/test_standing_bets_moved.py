"""Carried-over bets at craps: changed against the rules, and moved without a chip reader."""

from firmware.core.table.amounts import Amounts
from firmware.core.vocabulary.events import PresenceSeen
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import LateBet
from tests.kits.core.results_kit import Felt
from tests.kits.offenders import each


@each(
    "on, cents, change",
    [("pass", 0, "removed"), ("pass", 400, "removed"), ("dont_pass", 1500, "added")],
)
def test_illegal_change_is_late_at_throw(on: str, cents: int, change: str) -> None:
    felt = Felt("craps")
    felt.bet(1, on, 1000)
    felt.key(2, 2)
    felt.bet(1, on, cents)
    late = [ruling for ruling in felt.key(3, 4) if isinstance(ruling, LateBet)]
    reported = [(bet.place, bet.cents, bet.change) for bet in late]
    assert reported == [(Place(1, on), abs(1000 - cents), change)]


def test_unread_come_bet_is_at_its_number_after_throw() -> None:
    felt = Felt("craps", amounts=Amounts.UNSEEN, sensed=True)
    felt.tell(PresenceSeen(Place(0, "pass"), covered=True))
    felt.key(2, 2)
    felt.tell(PresenceSeen(Place(0, "come"), covered=True))
    felt.key(3, 3)
    felt.press(Key.CONFIRM)
    assert felt.refused == []
    assert sorted(place.on for place, _ in felt.table.state.felt.stacks) == ["come:6", "pass"]
