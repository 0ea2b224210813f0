"""Tables in an emulated Raspberry Pi: `make pi`."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from tests.kits.pi import built
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
def table() -> Iterator[PiTable]:
    """A table with a new card and stick, off, which the tests of a module share in their order."""
    with closing(PiTable()) as table:
        yield table
