"""A guest that does not boot, as the far ends beside it see it."""

import threading
from pathlib import Path

import pytest

from tests.kits.kernel import guest
from tests.kits.kernel.kernel_table import KernelTable
from tests.kits.kernel.made import Made


def test_failed_boot_leaves_no_threads(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest, "BOOT_S", 0.1)
    no_kernel = made._replace(kernel=Path("/bin/false"))
    with pytest.raises(guest.Failed):
        KernelTable("baccarat", no_kernel)
    left = {thread.name for thread in threading.enumerate()}
    assert not left & {"i2c-0", "i2c-1", "gpio"}
