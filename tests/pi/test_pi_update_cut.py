"""The power goes at each step of an update: the table opens with the old release or the new one."""

from pathlib import Path
from typing import Final

import pytest

from tests.kits.kernel.guest_table import faults
from tests.kits.pi.built import make_stick
from tests.kits.pi.machine import SECOND_PORT
from tests.kits.pi.pi_table import PiTable
from tests.kits.pi.releases import newer_releases

CARD_IS_PREPARED: Final = True
VERSIONS, STATE = "/opt/croupier/versions", "/var/lib/croupier"
RELEASES: Final = ["0.1.1", "0.1.2", "0.1.3", "0.1.4"]
LABEL: Final = "/dev/disk/by-label/releases"
UPDATE: Final = "croupier update /run/releases/{}.croupier"
RESTART: Final = " && systemctl restart --no-block croupier"
STEPS: Final = {
    "unpacking": ("0.1.1", f"[ -e {VERSIONS}/0.1.1.new/firmware ]", ""),
    "unpacked": ("0.1.1", f"[ -e {VERSIONS}/0.1.1 ]", ""),
    "on_trial": ("0.1.2", f"[ -e {STATE}/version.trial ]", ""),
    "tried": ("0.1.3", f"[ -e {STATE}/version.tried ]", RESTART),
    "accepted": ("0.1.4", f"grep -qs 0.1.4 {STATE}/version.accepted", RESTART),
}
"""A release, the condition at which the power goes, and the command after the update."""


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A stick with newer releases."""
    folder = tmp_path_factory.mktemp("releases")
    newer_releases(folder, RELEASES)
    return make_stick(folder.with_name("stick"), folder, label="releases")


@pytest.mark.parametrize("step", STEPS)
def test_cut_update_leaves_the_old_release_or_the_new(
    table: PiTable, releases: Path, step: str
) -> None:
    version, condition, more = STEPS[step]
    if not table.machine.is_on:
        table.power_on()
    before = table.until_well()
    table.machine.plug("releases", releases, SECOND_PORT)
    table.sh(f"udevadm wait {LABEL} && mount --mkdir -o ro {LABEL} /run/releases")
    table.machine.cut_when(condition, UPDATE.format(version) + more)
    after = table.power_on()
    assert after.version in {before.version, version}
    assert faults(table.until_well()) == set()
    assert table.sh(f"cat {STATE}/version.accepted").strip() == after.version
    table.sh("croupier manifest")
