"""A table whose reader has a phone on it: the round goes on, and two foreign cards stop it."""

from collections.abc import Iterator

import pytest

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.status import Status
from sim.web.bench.table_dir import Seating
from sim.web.messages.messages_in import DrawCard, LayChips, PressKey
from tests.kits.paths import EXAMPLES
from tests.kits.sim.web.seated_table import SeatedTable

LAY = LayChips(spot=1, bet_name="banker", cents=2500)


@pytest.fixture
def table() -> Iterator[SeatedTable]:
    with SeatedTable(Seating(config=EXAMPLES / "rfid.toml", language="en")) as seated:
        seated.until(asks(Act.OPEN_TABLE))
        seated.do(PressKey(key=Key.CONFIRM))
        seated.until(asks(Act.PLACE_BETS))
        yield seated


def asks(*acts: Act) -> object:
    return lambda status: status.ask is not None and status.ask.do in acts


def codes(status: Status) -> list[str]:
    return [fault.code for fault in status.faults]


def test_round_goes_on_beside_a_phone(table: SeatedTable) -> None:
    table.breaking.set_fault("shoe", "phone", active=True)
    table.until(lambda status: codes(status) == ["foreign_card"])
    table.do(LAY, PressKey(key=Key.NO_MORE_BETS))
    status = table.until(asks(Act.DEAL_CARD))
    while status.ask.do is Act.DEAL_CARD:
        asked = status.dealer
        table.do(DrawCard())
        status = table.until(lambda status, asked=asked: status.dealer != asked)
        assert codes(status) == ["foreign_card"]
    assert status.ask.do is not Act.MEND_FAULT
    table.breaking.set_fault("shoe", "foreign_card", active=True)
    status = table.until(asks(Act.MEND_FAULT))
    assert status.dealer[0] == "Shoe: too many foreign cards"
    for name in ("phone", "foreign_card"):
        table.breaking.set_fault("shoe", name, active=False)
    table.until(lambda status: codes(status) == [])


def test_reader_that_refuses_is_not_called_silent(table: SeatedTable) -> None:
    for part in ("shoe", "chips"):
        table.breaking.set_fault(part, "refuses", active=True)
        assert codes(table.until(asks(Act.MEND_FAULT))) == ["wrong_answers"]
        table.breaking.set_fault(part, "refuses", active=False)
        table.until(asks(Act.CONFIRM_FELT, Act.PLACE_BETS))
