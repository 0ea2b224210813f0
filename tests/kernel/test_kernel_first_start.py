"""The first start of a new table: interrupted, and without the second disk."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.kits.kernel.guest_table import faults
from tests.kits.kernel.kernel_table import KernelTable
from tests.kits.kernel.made import Made

STATE = "/var/lib/croupier"


@pytest.fixture(scope="module")
def new(made: Made) -> Iterator[KernelTable]:
    with closing(KernelTable("baccarat", made)) as table:
        yield table


def test_missing_stick_is_named(new: KernelTable) -> None:
    new.sh("systemctl mask --runtime --now media-croupier.mount; systemctl start croupier")
    new.until(lambda now: now.locked is not None)
    assert "/media/croupier)" in new.log()
    new.sh("systemctl stop croupier; systemctl unmask --runtime media-croupier.mount")


def test_interrupted_first_start_retried(new: KernelTable) -> None:
    new.sh(f"systemctl stop croupier; cd {STATE}; rm -rf journal version.accepted version.tried")
    new.sh(f"ls /opt/croupier/versions >{STATE}/version.trial")
    new.sh("systemctl start --no-block croupier")
    new.sh(f"until [ -e {STATE}/version.tried ]; do sleep 0.1; done; systemctl restart croupier")
    assert faults(new.until_well()) == set()
    new.sh(f"test -e {STATE}/version.accepted")
