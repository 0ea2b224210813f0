"""A card begun again meets its table's own stick: nobody plays, and `adopt` goes on with that."""

import shutil
from pathlib import Path

import pytest

from firmware import __version__
from firmware.core.vocabulary.status import Status
from firmware.shell.backup.backup import BACKUP_FILE
from firmware.shell.journal import JournalReader
from firmware.shell.trust.versions import TRIED_FILE, accepted_version
from tests.kits.cli.here import here
from tests.kits.paths import EXAMPLES
from tests.kits.processes import croupier, ended, home, status

pytestmark = pytest.mark.live


def served(state: Path, config: Path, text: str) -> Status:
    """Serve the table until it has said that; return its status then."""
    options = ("--config", config, "--idle", "--plain", "--lang", "en")
    with croupier("run", *options, env=home(config.parent)) as service:
        service.says(text)
        return status(state / "control.sock")


def test_former_stick_stops_the_deal_until_it_is_adopted(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_bytes((EXAMPLES / "baccarat.toml").read_bytes())
    run = ended("run", "--config", config, "--rounds", "1", "--speed", "200", env=home(tmp_path))
    assert run.status == 0, run.account()
    (state,) = tmp_path.glob("state/croupier/simulation/*")
    stick = state / "media" / "croupier"
    assert (stick / BACKUP_FILE).exists()
    identity = JournalReader([stick / "journal"]).identity
    former = shutil.move(stick, tmp_path / "former")
    for lost in ("device.key", "device.pub", "accounts-backup"):
        (state / lost).unlink()
    shutil.rmtree(state / "var")
    served(state, config, "Device enrolled")
    shutil.rmtree(stick)
    shutil.move(former, stick)

    stopped = served(state, config, "this table's former one in slot 2")
    assert stopped.stopped
    assert ("journal", "journal_former") in {(fault.part, fault.code) for fault in stopped.faults}
    assert JournalReader([stick / "journal"]).identity == identity

    places = ("--stick", stick, "--config", config, "--state", state, "--lang", "en")
    done = here(tmp_path, "adopt", stopped.table, *places, "--accounts", tmp_path / "accounts")
    assert done.status == 0, done.err
    assert (state / "var/lib/croupier/journal.before-adopt-1").is_dir()

    # the program of a new card has never been accepted, and finds the table open
    (state / TRIED_FILE).write_text(f"{__version__}\n")
    resumed = served(state, config, "New device key on an old journal")
    assert (resumed.phase, resumed.round) == ("open", 2)
    assert {fault.code for fault in resumed.faults} == {"device_changed", "copy_replaced"}
    assert accepted_version(state) == __version__
