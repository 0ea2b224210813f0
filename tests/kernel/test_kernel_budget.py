"""Everything on one I2C bus, and amounts that are keyed, on a real kernel."""

from typing import Final

from tests.kits.kernel.guest_table import faults
from tests.kits.kernel.kernel_table import KernelTable

EXAMPLE: Final = "budget"


def test_two_rounds_are_played(table: KernelTable) -> None:
    before = table.look().round
    status = table.play(2)
    assert status.round == before + 2
    assert faults(status) == set()
