"""A croupier who passes over a payment: the whole table says so, and the supervisor ends it."""

from dataclasses import replace

from firmware.core.table.rules import PaymentRule
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.rulings import PaymentUnseen
from firmware.shell.config.defaults import default_table
from tests.kits.offenders import each
from tests.kits.sim.played_table import PlayedTable, play

AT_ONCE = 1000.0


def passed_over(rule: PaymentRule) -> PlayedTable:
    """Return a table whose croupier has pressed NEXT over every payment of a round."""
    config = default_table("baccarat")
    config = replace(config, table=replace(config.table, payments=rule))
    table = PlayedTable(config=config, speed=AT_ONCE, language="en")
    play(table, lambda seen: seen.ask.do is Act.PAY_BET, 10)
    while table.look().ask.do is Act.PAY_BET:
        table.hands.press_key(Key.NEXT_PAYMENT)
    return table


def unseen(table: PlayedTable) -> list[PaymentUnseen]:
    return [ruling for ruling in table.rulings if isinstance(ruling, PaymentUnseen)]


@each("rule, asked", [("noted", "dealer"), ("seen", "supervisor")])
def test_responsible_person_confirms(rule: PaymentRule, asked: str) -> None:
    table = passed_over(rule)
    status = table.look()
    assert (status.ask.do, status.ask.of) == (Act.CONFIRM_UNSEEN, asked)
    assert "payment not seen" in status.dealer[1]
    number = status.round
    table.croupier.step()
    assert table.look().round == number + 1
    assert {payment.round for payment in unseen(table)} == {number}
    assert table.core.state.meters.unseen_payments == len(unseen(table)) > 0
    assert not table.look().key_switch


def test_late_payment_is_seen() -> None:
    table = passed_over("seen")
    chips = table.croupier.person.player_chips
    for stack in table.core.state.round.bets.unseen_payments(table.core.state.felt):
        chips.set_amount(stack[0], table.core.state.round.bets.owed_cents(stack), stack[1])
    table.hands.await_chip_read()
    assert table.look().ask.do is Act.CONFIRM_PAID
    table.croupier.step()
    assert unseen(table) == []
