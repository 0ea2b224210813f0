"""Cards with tags, a chip reader and a shuffler, on a real kernel."""

from typing import Final

import pytest

from tests.kits.kernel.guest_table import faults
from tests.kits.kernel.kernel_table import KernelTable

EXAMPLE: Final = "rfid"


def test_two_rounds_are_played(table: KernelTable) -> None:
    before = table.look().round
    status = table.play(2)
    assert status.round == before + 2
    assert faults(status) == set()


@pytest.mark.parametrize(("part", "code"), [("shoe", "lost"), ("shuffler", "dark")])
def test_pulled_cable_named_and_comes_back(table: KernelTable, part: str, code: str) -> None:
    table.unplug(part)
    table.until_fault(part, code)
    table.plug(part)
    table.until_well()
    table.open()
