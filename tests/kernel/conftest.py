"""Tables on a real kernel: `make kernel`."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.kits.kernel.guest_world import Made
from tests.kits.kernel.kernel_table import KernelTable
from tests.kits.paths import ROOT

CACHE: Final = ROOT / ".kernel"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test here, and say why it can't be run where it can't."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker("kernel")
            if why := _missing():
                item.add_marker(pytest.mark.skip(why))


@pytest.fixture(scope="session")
def made() -> Made:
    """What `make kernel` has made."""
    kernel, image = _newest("linux-*"), _newest("root-*.img")
    assert kernel
    assert image
    return Made(kernel, image, image.with_suffix(".stick"))


@pytest.fixture(scope="module")
def table(made: Made, request: pytest.FixtureRequest) -> Iterator[KernelTable]:
    """The table of the module's EXAMPLE, started."""
    table = KernelTable(request.module.EXAMPLE, made)
    table.start()
    yield table
    table.close()


def _missing() -> str | None:
    if os.geteuid():
        return "a guest's disk is made as root"
    if not (_newest("linux-*") and _newest("root-*.img")):
        return "there is no guest: make kernel makes it"
    return None


def _newest(pattern: str) -> Path | None:
    found = sorted(CACHE.glob(pattern), key=lambda path: path.stat().st_mtime)
    return found[-1] if found else None
