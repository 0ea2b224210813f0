"""Too much was paid: RESOLVE takes the place as it was before, or with the amount that is due."""

import pytest

from firmware.core.vocabulary.keys import Key
from tests.kits.core.table_kit import BANK_WINS, Croupier, refusals

STAKE, PART, DUE = 2500, 3500, 5000


def overpaid() -> Croupier:
    """Return a table where 25 were bet, 10 were paid, and then 25 more."""
    croupier = Croupier()
    croupier.bet_and_close(cents=STAKE)
    croupier.cards(BANK_WINS)
    croupier.chips(1, "banker", PART)
    croupier.chips(1, "banker", DUE + 1000)
    croupier.key_switch(on=True)
    return croupier


def prompt(croupier: Croupier) -> list[tuple[str, object]]:
    return [(text.key, text.values["cents"]) for text in croupier.panel.dealer]


def test_both_amounts_are_displayed() -> None:
    croupier = overpaid()
    assert prompt(croupier) == [("prompt.resolve_late", PART), ("prompt.or_paid", DUE)]
    assert refusals(croupier.press(Key.RESOLVE_LATE)) == ["why.put_right_or_pay"]


def test_amount_due_counts_as_paid() -> None:
    croupier = overpaid()
    croupier.chips(1, "banker", DUE)
    assert refusals(croupier.press(Key.RESOLVE_LATE)) == []
    assert croupier.table.state.round.bets.next_payment is None
    croupier.chips(1, "banker", 0)
    assert refusals(croupier.press(Key.CONFIRM)) == []


def test_prior_amount_is_still_due() -> None:
    croupier = overpaid()
    croupier.chips(1, "banker", PART)
    assert refusals(croupier.press(Key.RESOLVE_LATE)) == []
    assert refusals(croupier.press(Key.CONFIRM)) == ["why.pay_first"]


@pytest.mark.parametrize("cents", [STAKE, DUE + 500])
def test_other_amount_is_refused(cents: int) -> None:
    croupier = overpaid()
    croupier.chips(1, "banker", cents)
    assert refusals(croupier.press(Key.RESOLVE_LATE)) == ["why.put_right_or_pay"]


def test_cleared_place_is_not_repaid() -> None:
    croupier = Croupier()
    croupier.bet_and_close(cents=STAKE)
    croupier.cards(BANK_WINS)
    for cents in (DUE, 0, DUE):
        croupier.chips(1, "banker", cents)
    croupier.key_switch(on=True)
    assert refusals(croupier.press(Key.RESOLVE_LATE)) == ["why.put_right_first"]
