"""Simulated people mark commissions until the shoe ends, or their player leaves."""

from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.rulings import CommissionCollected
from firmware.shell.config.defaults import default_table
from tests.kits.rule_packs import pack_of
from tests.kits.sim.played_table import PlayedTable, play, play_rounds

HOUSE = pack_of("""
[baccarat.switches]
commission_due = { allowed = ["shoe"], usual = "shoe", article = "5324.21" }
""")


def a_table(mishaps: float) -> PlayedTable:
    return PlayedTable(speed=1000.0, mishaps=mishaps, config=default_table("baccarat", HOUSE))


def collected(table: PlayedTable) -> int:
    return sum(ruling.cents for ruling in table.rulings if isinstance(ruling, CommissionCollected))


def metered(table: PlayedTable) -> int:
    return sum(bet.commission for bet in table.core.state.meters.bets.values())


def test_all_that_is_marked_is_collected_as_the_shoe_ends() -> None:
    table = a_table(mishaps=0)
    play_rounds(table, 6)
    shown = sum(cents for _, cents, _ in table.look().lammers)
    assert shown == metered(table) > 0
    table.hands.cut_card()
    play(table, lambda seen: seen.shoe.cut and seen.phase == "shoe_change", 2)
    assert table.look().ask.do is Act.COLLECT_COMMISSION
    play(table, lambda seen: seen.phase == "open" and not seen.shoe.cut, 2)
    assert (table.look().lammers, collected(table)) == ((), metered(table))


def test_players_who_leave_pay_at_once() -> None:
    table = a_table(mishaps=0.2)
    play_rounds(table, 12)
    marked = sum(table.core.state.commission_marks.values())
    assert collected(table) > 0
    assert collected(table) + marked == metered(table)
