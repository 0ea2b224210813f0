"""A house's chips serve every seat: one that is idle at a seat is laid at another in the end."""

import pytest

from drivers.tags.chip_registry import RegisteredChip
from firmware.core.vocabulary.money import Cents
from firmware.shell.config.config import load_config
from sim.people.rack import NoSuchChip, Rack
from tests.kits.paths import EXAMPLES
from tests.kits.sim.played_table import PlayedTable

CHIP = Cents(100)
STOCK = {bytes([number]): RegisteredChip(CHIP, None, None) for number in (1, 2)}


@pytest.fixture
def rack() -> Rack:
    table = PlayedTable(config=load_config(EXAMPLES / "poker.toml"))
    return Rack(table.hands, (CHIP,), STOCK)


def test_idle_chip_serves_another_seat(rack: Rack) -> None:
    fetched = rack.fetch_chips(1, Cents(200), None)
    rack.return_chip(fetched[0])
    assert rack.fetch_chips(2, CHIP, None) == fetched[:1]
    rack.return_chip(fetched[0])
    assert rack.fetch_chips(2, CHIP, None) == fetched[:1]


def test_new_chip_before_one_idle_elsewhere(rack: Rack) -> None:
    (first,) = rack.fetch_chips(1, CHIP, None)
    rack.return_chip(first)
    assert rack.fetch_chips(2, CHIP, None) != [first]


def test_no_chip_left(rack: Rack) -> None:
    rack.fetch_chips(1, Cents(200), None)
    with pytest.raises(NoSuchChip):
        rack.fetch_chips(2, CHIP, None)
