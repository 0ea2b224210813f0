"""Tables in an emulated Raspberry Pi: `make pi`."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from tests.kits.pi import built
from tests.kits.pi.machine import Machine
from tests.kits.pi.pi_table import PiTable

HANGS_S: Final = 3600


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test here, and say why it can't be run where it can't."""
    here = set(Path(__file__).parent.iterdir())
    for item in items:
        if item.path in here:
            item.add_marker("pi")
            item.add_marker(pytest.mark.timeout(HANGS_S))
            if not built.is_complete():
                item.add_marker(pytest.mark.skip("there is no emulated Pi: make pi makes it"))


def pytest_report_header() -> str | None:
    return built.emulator_version() if built.is_complete() else None


@pytest.fixture(scope="module")
def table(request: pytest.FixtureRequest) -> Iterator[PiTable]:
    """A table with a new card and stick, off, which the tests of a module share in their order.

    A module that needs no blank card says so: CARD_IS_PREPARED.
    """
    prepared = getattr(request.module, "CARD_IS_PREPARED", False)
    with closing(PiTable(prepared=prepared)) as table:
        yield table


@pytest.fixture(autouse=True)
def _cost(request: pytest.FixtureRequest) -> Iterator[None]:
    """Print what a scenario cost the emulator, and how much else the host did."""
    if "table" not in request.fixturenames:
        yield
        return
    machine: Machine = request.getfixturevalue("table").machine
    before = machine.processor_seconds
    yield
    spent, (load, *_) = machine.processor_seconds - before, os.getloadavg()
    print(f"emulator: {spent:.0f} s of a processor; the host's load: {load:.0f}")  # noqa: T201
