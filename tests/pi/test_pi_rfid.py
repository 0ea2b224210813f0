"""A table of another house: tagged cards under a PN532, a shuffler, keys on an expander."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.kits.kernel.guest_table import faults
from tests.kits.paths import EXAMPLES
from tests.kits.pi.pi_table import PiTable


@pytest.fixture(scope="module")
def table() -> Iterator[PiTable]:
    with closing(PiTable(EXAMPLES / "rfid.toml", prepared=True)) as table:
        yield table


def test_every_part_is_there(table: PiTable) -> None:
    assert table.power_on().table == "Baccara 2"
    status = table.until_well()
    assert {part.name for part in status.parts if part.up} == {part.name for part in status.parts}
    assert {"shoe", "shuffler", "chips", "keys"} <= {part.name for part in status.parts}


def test_round_of_tagged_cards_is_dealt_and_paid(table: PiTable) -> None:
    before = table.open().round
    status = table.play(1)
    assert (status.round, faults(status)) == (before + 1, set())
    assert len(status.results) == 1
