"""Simulated parts at a stock kernel, by USB: `make campaign NAME=lab`."""

import os
from pathlib import Path
from typing import Final

import pytest

from tests.kits.lab.guest import QEMU, newest

HANGS_S: Final = 3600


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test here, and say why it can't be run where it can't."""
    here = set(Path(__file__).parent.iterdir())
    for item in items:
        if item.path in here:
            item.add_marker("lab")
            item.add_marker(pytest.mark.timeout(HANGS_S))
            if why := _missing():
                item.add_marker(pytest.mark.skip(why))


def _missing() -> str | None:
    if os.geteuid():
        return "a guest's disk is made as root"
    if newest() is None or not Path(QEMU).exists():
        return "there is no guest: make campaign NAME=lab makes it"
    return None
