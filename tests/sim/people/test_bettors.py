"""Two bettors share a place: what is done with the chips of one leaves the other's alone."""

import pytest

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.shell.script import BetPosition
from sim.people.by_script.script_bets import ScriptBets
from sim.people.by_script.script_results import ScriptResults
from sim.people.person import Person
from tests.kits.sim.played_table import PlayedTable, play

RED = Place(1, "red")


@pytest.fixture
def table() -> PlayedTable:
    """A roulette where two have bet on red."""
    table = PlayedTable(game="roulette", speed=1000.0)
    play(table, lambda seen: seen.phase == "open", 1)
    for bettor, cents in ((None, 1000), ("B", 500)):
        table.croupier.person.player_chips.bet(RED, Cents(cents), bettor)
    return table


def red(person: Person) -> dict[str | None, int]:
    return {bettor: cents for (_, bettor), cents in person.player_chips.amounts_on_felt().items()}


def test_script_moves_chips_of_named_bettor(table: PlayedTable) -> None:
    person = table.croupier.person
    ScriptBets(person).take_bet(BetPosition(spot=1, on="red", bettor="B"))
    assert red(person) == {None: 1000}


def test_each_bettor_paid_his_own_bet(table: PlayedTable) -> None:
    person = table.croupier.person
    person.panel_keys.press_key(Key.NO_MORE_BETS)
    ScriptResults(person).bring_number("1")
    person.payer.pay_without_key(table.look())
    assert red(person) == {"B": 500}
    person.payer.lay_payment(table.look())
    assert red(person) == {"B": 1000}
    assert person.payer.tray_gain == -1500
