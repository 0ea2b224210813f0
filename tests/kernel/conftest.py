"""Tables on a real kernel: `make campaign NAME=kernel`."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from tests.kits.kernel.kernel_table import KernelTable
from tests.kits.kernel.made import Made, newest

SUITES: Final = ("bookworm", "trixie")
HANGS_S: Final = 1800


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test here, and say why it can't be run where it can't."""
    here = set(Path(__file__).parent.iterdir())
    for item in items:
        if item.path in here:
            item.add_marker("kernel")
            item.add_marker(pytest.mark.timeout(HANGS_S))
            if why := _missing():
                item.add_marker(pytest.mark.skip(why))


@pytest.fixture(scope="module")
def made(request: pytest.FixtureRequest) -> Made:
    """What the campaign `kernel` has made, of the Debian that the module names as its SUITE."""
    made = newest(getattr(request.module, "SUITE", SUITES[0]))
    assert made
    return made


@pytest.fixture(scope="module")
def table(made: Made, request: pytest.FixtureRequest) -> Iterator[KernelTable]:
    """The table of the module's EXAMPLE, started."""
    with closing(KernelTable(request.module.EXAMPLE, made)) as table:
        table.start()
        yield table


def _missing() -> str | None:
    if os.geteuid():
        return "a guest's disk is made as root"
    if not all(map(newest, SUITES)):
        return "there is no guest: make campaign NAME=kernel makes it"
    return None
