"""A croupier who pays too much: the supervisor has the place put back to what lay there before."""

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.places import Stack
from sim.people.status_queries import stack_to_pay
from tests.kits.offenders import each
from tests.kits.sim.played_table import PlayedTable, play

AT_ONCE = 1000.0
CHIP = Cents(500)


def about_to_pay() -> tuple[PlayedTable, Stack]:
    """Return a table that asks for a payment, and of which stack."""
    table = PlayedTable(speed=AT_ONCE, language="en")
    play(table, lambda seen: seen.ask.do is Act.PAY_BET, 10)
    stack = stack_to_pay(table.look())
    assert stack is not None
    return table, stack


def lay(table: PlayedTable, stack: Stack, cents: int) -> None:
    table.croupier.person.player_chips.set_amount(stack[0], Cents(cents), stack[1])
    table.hands.await_chip_read()


@each("part", [0, CHIP])
def test_overpayment_is_removed(part: int) -> None:
    table, stack = about_to_pay()
    bets = table.core.state.round.bets
    if part:
        lay(table, stack, bets.stake(stack) + part)
    lay(table, stack, bets.owed_cents(stack) + CHIP)
    assert table.look().ask.do is Act.RESOLVE_LATE
    table.croupier.step()
    assert table.look().late == ()
    assert table.core.state.felt.amount(stack) == bets.stake(stack) + part
    number = table.look().round
    play(table, lambda seen: seen.round > number, 30)
    assert table.core.state.meters.unseen_payments == 0
