"""Adoption: this device continues the journal of a stick, whose own device is dead.

Nothing is written on the stick. Each step is atomic, is passed over where it is done already, and
leaves the stick another table's disk until the last one: after a cut the same command goes on.

    registries, keys ─> configuration ─> seal ─> the device's own, empty journal set aside
                                                 └─> the next start fills copy 1 from the stick

The start then finds another key than the one that the journal names: two persons clear it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.backup.backup import TableBackup
from firmware.shell.backup.journal_summary import JournalSummary, read_journal
from firmware.shell.backup.refresh import FORMER_KEYS
from firmware.shell.backup.rehearsal import RehearsalCopy, rehearse_opening
from firmware.shell.backup.restored_files import restore_file, set_folder_aside
from firmware.shell.backup.stick import Stick
from firmware.shell.device.directories import journal_directories
from firmware.shell.journal import DirectoryCopy, JournalError, JournalReader, MemoryCopy, NoJournal
from firmware.shell.trust.keys import (
    DEVICE_KEY_FILE,
    DeviceKey,
    fingerprint,
    write_public_key,
)
from firmware.shell.trust.seal import check_seal, seal_config

KEYS_SUFFIX: Final = ".pub"


@dataclass(frozen=True)
class AdoptingDevice:
    """Where a device has its configuration and its state."""

    config_path: Path
    state_directory: Path

    def own_copy(self, stick: Stick) -> Path:
        """Return the directory of the copy on the device's own card."""
        return journal_directories(
            stick.config.journal.copies, self.state_directory, simulated=stick.is_simulated
        )[0]


def check_adoption(stick: Stick, device: AdoptingDevice) -> JournalSummary | None:
    """Return the device's own journal if it is another one, without a round: it is set aside.

    Raises JournalError if a start would refuse the stick's journal, RequestFailed if the device's
    own journal must not be left, or its program is another maker's.
    """
    own_copy = device.own_copy(stick)
    own_journal = _other_journal(own_copy, stick.journal.identity)
    _check_maker(stick)
    if own_journal is None:
        rehearse_opening(RehearsalCopy(own_copy), stick.copy, stick.journal.stamp)
        return None
    rehearse_opening(MemoryCopy(str(own_copy)), stick.copy, stick.journal.stamp)
    if own_journal.has_rounds:
        raise RequestFailed(_two_histories(own_copy, own_journal, stick))
    return own_journal


def _other_journal(own_copy: Path, identity: str) -> JournalSummary | None:
    """Return the journal on the device's own card, None if it is the stick's, or if there is none.

    Raises RequestFailed on another one that is damaged.
    """
    try:
        if JournalReader([own_copy]).identity == identity:
            return None
        own_journal = read_journal(own_copy)
        damage: JournalError | None = own_journal.damage
    except NoJournal:
        return None
    except JournalError as error:
        damage = error
    if damage is not None:
        values: TextValues = {"copy": str(own_copy), "why": damage.why}
        raise RequestFailed(Text("adopt.own_unreadable", values))
    return own_journal


def adopt(stick: Stick, device: AdoptingDevice) -> Iterator[Text]:
    """Go on with the journal of a stick that `check_adoption` has passed; yield each step done.

    Raises OSError, RequestFailed, and JournalInUse if a service has a copy open.
    """
    own_copy = device.own_copy(stick)
    held_copies = [DirectoryCopy(copy) for copy in (own_copy, stick.copy) if copy.is_dir()]
    try:
        for copy in held_copies:
            copy.hold()
        if stick.backup is not None:
            yield from _restore_files(stick.backup, stick, device)
        yield from _seal_again(device, stick)
        if check_adoption(stick, device) is not None:
            yield Text("adopt.set_aside", {"path": str(set_folder_aside(own_copy))})
    finally:
        for copy in held_copies:
            copy.close()


def restored_places(stick: Stick, device: AdoptingDevice) -> dict[str, Path]:
    """Return where each file of the backup goes, the configuration last: with it a table starts."""
    if stick.backup is None:
        return {}
    registries = {
        path: Path(path)
        for path in stick.backup.files
        if path != stick.backup.config and Path(path) != stick.config.trust
    }
    return {**registries, stick.backup.config: device.config_path}


def _restore_files(backup: TableBackup, stick: Stick, device: AdoptingDevice) -> Iterator[Text]:
    for public_key in (*backup.former_keys, backup.device_key):
        _save_former_key(public_key, device.state_directory / FORMER_KEYS)
    for path, place in restored_places(stick, device).items():
        if place.parent == device.state_directory:  # keys and versions are there
            raise RequestFailed(Text("adopt.bad_place", {"path": path}))
        if restore_file(place, backup.files[path]):
            yield Text("adopt.restored", {"path": str(place)})


def _save_former_key(public_key: bytes, folder: Path) -> None:
    path = folder / f"{fingerprint(public_key).replace(' ', '')}{KEYS_SUFFIX}"
    folder.mkdir(exist_ok=True)
    if not path.exists():
        write_public_key(path, public_key)


def _seal_again(device: AdoptingDevice, stick: Stick) -> Iterator[Text]:
    """Seal with the device's key, if it has one: else its first start makes one, and seals."""
    state, config = device.state_directory, stick.config
    if config.trust is None or not (state / DEVICE_KEY_FILE).exists():
        return
    key = DeviceKey.load(state)
    if check_seal(device.config_path, config, key.public_key, state):
        seal_config(device.config_path, config, key, state)
        yield Text("trust.sealed")


def _check_maker(stick: Stick) -> None:
    """Raise RequestFailed unless this device's program is of the maker that the table trusts."""
    maker_path = stick.config.trust
    if maker_path is None or stick.backup is None:
        return
    saved_key = stick.backup.files.get(str(maker_path.absolute()))
    if not maker_path.exists() or maker_path.read_bytes() != saved_key:
        raise RequestFailed(Text("adopt.other_maker", {"path": str(maker_path)}))


def _two_histories(own_copy: Path, own_journal: JournalSummary, stick: Stick) -> Text:
    values: TextValues = {
        "copy": str(own_copy),
        "round": own_journal.table.state.round.number,
        "wall": own_journal.last_wall,
        "stick": str(stick.copy),
        "stick_round": stick.journal.table.state.round.number,
        "stick_wall": stick.journal.last_wall,
    }
    return Text("adopt.two_histories", values)
