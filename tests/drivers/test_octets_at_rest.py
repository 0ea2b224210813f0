"""What the I2C bus of a table at rest carries."""

import pytest

from tests.kits.shell.part_bench import PartBench

POLLED = 1158
"""Octets a second, addresses included, when every chip was read and mended at a fixed rate."""


@pytest.mark.parametrize("example", ["baccarat", "rfid"])
def test_resting_table_moves_a_seventh_of_polling(example: str) -> None:
    bench = PartBench(example).run(5000)
    before = bench.sim.i2c.bytes_moved
    bench.run(10_000)
    assert 0 < (bench.sim.i2c.bytes_moved - before) / 10 < POLLED / 7
