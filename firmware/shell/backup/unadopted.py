"""A stick of another card, in a card without a journal that is not set up as that one was."""

from collections.abc import Sequence
from pathlib import Path

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.backup.adoption import AdoptingDevice, restored_places
from firmware.shell.backup.backup import BACKUP_FILE, BackupUnusable, TableBackup, read_backup
from firmware.shell.backup.journal_summary import LIVE_SEGMENTS
from firmware.shell.backup.restored_files import has_content
from firmware.shell.backup.stick import Stick, read_stick
from firmware.shell.journal import JournalError
from firmware.shell.trust.keys import DeviceKey
from firmware.shell.trust.trust_errors import TrustRefused


class StickUnadopted(JournalError):
    """The table would go on with a journal by other files than those that it was written by."""

    def __init__(self, stick: Stick) -> None:
        super().__init__(
            Text("adopt.unadopted", {"copy": str(stick.copy), "table": stick.table_name})
        )
        self.table = stick.table_name


def require_adopted(copies: Sequence[Path], device: AdoptingDevice) -> None:
    """Raise StickUnadopted if this card has no journal, and its stick the backup of another card,
    of whose files this one has not got all: a person decides whether it uses them.
    """
    own_copy, stick_copy = copies
    if any(own_copy.glob("*.seg")) or not (stick_copy.parent / BACKUP_FILE).exists():
        return
    try:
        stick = read_stick(stick_copy.parent, device.config_path, segment_count=LIVE_SEGMENTS)
        must_adopt = (
            stick.backup is not None
            and not _is_from(stick.backup, device)
            and not _has_files(stick, stick.backup, device)
        )
    # what the opening of the journal says of such a stick
    except (OSError, RequestFailed):
        return
    if must_adopt:
        raise StickUnadopted(stick)


def is_stick_in(copies: Sequence[Path]) -> bool:
    """Return whether there still is a stick with a backup."""
    try:
        return read_backup(copies[-1].parent / BACKUP_FILE) is not None
    except (OSError, BackupUnusable):
        return False


def _is_from(backup: TableBackup, device: AdoptingDevice) -> bool:
    try:
        return DeviceKey.load(device.state_directory).public_key == backup.device_key
    except (OSError, TrustRefused):
        return False


def _has_files(stick: Stick, backup: TableBackup, device: AdoptingDevice) -> bool:
    places = restored_places(stick, device)
    return all(has_content(place, backup.files[path]) for path, place in places.items())
