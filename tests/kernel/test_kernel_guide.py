"""The technician's guide from the second disk to the first start, by its own commands."""

import os
import re
from collections.abc import Iterator
from contextlib import closing
from typing import Final

import pytest

from tests.kits.kernel.guest_table import faults
from tests.kits.kernel.kernel_table import KernelTable
from tests.kits.kernel.made import newest
from tests.kits.paths import ROOT

GUIDE: Final = ROOT / "docs" / "en" / "technician.md"
BLOCK: Final = re.compile(r"(?ms)^```sh\n(.*?)^```")
STICK_MADE: Final = (
    "mkfs.ext4 -L croupier-two -E root_owner=$(id -u croupier):$(id -g croupier) /dev/ubdb"
)
"""What `croupier disk prepare` runs; itself it refuses the guest's disk, which is no USB stick."""
EDITED: Final = r"""
cd /etc/croupier && sed -i -e 's#/dev/serial/by-id/\S*SHOE\S*"#/etc/croupier/shoe"#' \
    -e 's#/dev/serial/by-id/\S*CHIP\S*"#/etc/croupier/chips"#' \
    -e 's#/dev/croupier-console#/dev/ttyS6#' table.toml
"""
"""What a technician changes in the editor: the names of his adapters."""


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def bare(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[KernelTable]:
    made = newest(request.param)
    assert made
    blank_stick = tmp_path_factory.mktemp("disk") / "blank.stick"
    blank_stick.touch()
    os.truncate(blank_stick, made.stick.stat().st_size)
    with closing(KernelTable("baccarat", made._replace(stick=blank_stick))) as table:
        table.sh("rm /etc/croupier/table.toml /etc/croupier/chips.csv")
        yield table


def block(word: str) -> str:
    """Return the guide's commands of the block in which a word occurs."""
    (found,) = (text for text in BLOCK.findall(GUIDE.read_text()) if word in text)
    return found


def test_guide_leads_to_a_served_table(bare: KernelTable) -> None:
    bare.sh(STICK_MADE)
    for command in block("/usr/share/croupier/tables").splitlines():
        bare.sh(EDITED if " nano " in command else command)
    bare.start()
    status = bare.until_well()
    assert (status.phase, status.board, faults(status)) == ("closed", "pi", set())
    assert bare.unit("ActiveState") == "active"
    assert bare.sh("findmnt --noheadings --output SOURCE /media/croupier").strip() == "/dev/ubdb"
    for command in ("croupier manifest", "croupier status", "croupier test"):
        bare.sh(command)
