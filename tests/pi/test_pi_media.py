"""Sticks that are not as they should be: each is named, nothing is lost, and it is mended."""

import hashlib
from pathlib import Path
from typing import Final

import pytest

from tests.kits.kernel.guest_table import faults
from tests.kits.pi.machine import SECOND_PORT
from tests.kits.pi.other_stick import other_stick
from tests.kits.pi.pi_table import PiTable

CARD_IS_PREPARED: Final = True
STICK: Final = "/media/croupier"
FILL: Final = f"set -- $(stat -f -c '%a %S' {STICK}); fallocate -l $(($1 * $2)) {STICK}/fill"
"""Takes all that is left to whoever is not root."""
NOTE: Final = "croupier clear; true"
"""Is recorded in the journal, refused or not."""
DIGESTS: Final = f"sha256sum {STICK}/journal/*"
DYING: Final = [{"event": "pwritev", "iotype": "write", "errno": 5, "once": False}]
"""Every write to the media fails with EIO."""


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return other_stick(tmp_path_factory.mktemp("other") / "stick")


def pull(table: PiTable) -> None:
    """Pull the stick out; the next record can't be written to it, which stops nothing."""
    before = table.look().stopped
    table.machine.pull_stick()
    table.sh(NOTE)
    assert table.until_fault("journal", "copy_lost").stopped == before


def mended(table: PiTable) -> None:
    """The service is started again, and both copies are whole and alike."""
    table.restart()
    assert faults(table.until_well()) == set()
    table.sh("croupier replay /var/lib/croupier/journal && croupier replay /media/croupier/journal")


def digest(stick: Path) -> bytes:
    with stick.open("rb") as octets:
        return hashlib.file_digest(octets, "sha256").digest()


def test_full_stick_is_named_and_freed(table: PiTable) -> None:
    table.power_on()
    table.until_well()
    table.sh(FILL)
    status = table.until_fault("host", "disk_full")
    assert STICK in str(status.faults)
    table.sh(f"rm {STICK}/fill; sync -f {STICK}")
    assert faults(table.until_well()) == set()


def test_write_protected_stick_is_named(table: PiTable) -> None:
    """A stick whose switch is on: play goes on with the card's copy."""
    stick = table.machine.stick
    pull(table)
    table.machine.plug("protected", stick, **{"read-only": True})
    table.restart()
    table.sh(NOTE)
    assert not table.until_fault("journal", "copy_lost").stopped
    table.machine.unplug("protected")
    table.machine.plug_stick()
    mended(table)


def test_dying_stick_is_named_and_play_goes_on(table: PiTable) -> None:
    stick = table.machine.stick
    pull(table)
    dying = {"driver": "blkdebug", "image": {"driver": "file", "filename": str(stick)}}
    table.machine.plug("dying", stick, file={**dying, "inject-error": DYING})
    table.restart()
    table.sh(NOTE)
    table.until_fault("journal", "copy_lost")
    before = table.look().round
    assert table.play(1).round == before + 1
    table.machine.unplug("dying")
    table.machine.plug_stick()
    mended(table)


def test_stick_of_another_table_is_named_and_left(table: PiTable, others: Path) -> None:
    pull(table)
    table.machine.plug("other", others)
    table.restart()
    before = table.sh(DIGESTS)
    status = table.until_fault("journal", "journal_foreign")
    assert table.play(1).round == status.round + 1
    assert table.sh(DIGESTS) == before
    table.machine.unplug("other")
    table.machine.plug_stick()
    mended(table)


def test_second_stick_changes_neither(table: PiTable, others: Path) -> None:
    octets = digest(others)
    table.machine.plug("other", others, SECOND_PORT)
    before = table.look().round
    table.restart()
    status = table.until(lambda now: now.phase != "")
    assert faults(status) <= {("journal", "journal_foreign")}
    assert table.play(1).round == before + 1
    table.machine.unplug("other")
    assert digest(others) == octets
    mended(table)
