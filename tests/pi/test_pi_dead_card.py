"""A table's card is dead, its stick is whole: a card from an image goes on, at the console alone.

The house has changed a limit since that image was made: the new card has not got it.
"""

from pathlib import Path
from typing import Final

from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.status import Status
from tests.kits.kernel.guest_table import faults
from tests.kits.pi.pi_table import PiTable
from tools.pi.house import write_house

CARD_IS_PREPARED: Final = True
LIMIT: Final = "sed -n '/limits.tie/,/min_cents/p' /etc/croupier/table.toml"
NEW_CARD: Final = {("configuration", "device_changed"), ("journal", "copy_replaced")}
TABLE: Final = "Baccara 1"


def two_cards_are_dealt(status: Status) -> bool:
    return status.ask.do is Act.DEAL_CARD and sum(map(len, status.cards.values())) == 2


def test_round_is_open_by_a_limit_of_the_house(table: PiTable, tmp_path: Path) -> None:
    write_house(tmp_path)
    config = tmp_path / "table.toml"
    text = config.read_text()
    config.write_text(
        text.replace("[limits.tie]\nmin_cents = 500\n", "[limits.tie]\nmin_cents = 1000\n")
    )
    table.machine.house = tmp_path
    table.power_on()
    table.until_well()
    assert table.sh(LIMIT).endswith("1000\n")
    table.enrol("lea")
    table.deal_until(two_cards_are_dealt)
    table.cut_power()


def test_new_card_is_locked_and_names_the_stick(table: PiTable) -> None:
    table.replace_card()
    locked = table.power_on()
    assert locked.locked is not None
    (fault,) = (fault for fault in locked.faults if fault.code == "journal_unadopted")
    assert TABLE in fault.words
    assert "adopt" in fault.remedy
    assert TABLE in table.say("", "adopt")


def test_code_on_the_display_adopts_it_through_a_cut(table: PiTable) -> None:
    assert "lea" in table.adopt(TABLE)
    table.cut_power()
    table.power_on()
    assert faults(table.until(lambda now: faults(now) >= NEW_CARD)) == NEW_CARD
    assert table.sh(LIMIT).endswith("1000\n")


def test_round_goes_on_once_two_persons_have_cleared(table: PiTable) -> None:
    before = table.look()
    assert sum(map(len, before.cards.values())) == 2
    table.log_in("lea")
    table.say("clear", "EFFACER")
    table.clear()
    assert table.play(1).round == before.round + 1
    assert faults(table.look()) == set()
    table.sh("croupier replay /var/lib/croupier/journal")
