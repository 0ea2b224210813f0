"""The backup: what a table needs besides its journal, in one file beside the second copy.

The configuration, the registries and the public keys, as the device's seal covers them, with the
device's signature. No secret is in it: the device's own key never leaves its card.
"""

import errno
import os
from pathlib import Path
from typing import Final

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.trust.keys import DeviceKey, fingerprint, is_signed_by

BACKUP_FILE: Final = "backup.json"
BACKUP_KIND: Final = "croupier backup 1"
LARGEST_OCTETS: Final = 32 << 20
"""More than the registries of any table take: a stick is read by who does not know it yet."""


class BackupUnusable(RequestFailed):
    """A backup that is damaged, or not as its device signed it; `why` in words."""


class TableBackup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The files of a table; the signature covers the text without itself."""

    kind: str
    table: str
    game: str
    journal: str
    """The identity of the journal beside it, hex."""
    config: str
    """The path of the configuration among the files."""
    files: dict[str, bytes]
    """The content of each file, by its path."""
    device_key: bytes
    """The device's public key, 32 octets."""
    former_keys: tuple[bytes, ...] = ()
    """The public keys of the devices that had the journal before."""
    port_rules: bytes = b""
    """The device rules that name the table's serial ports."""
    signature: bytes = b""

    @property
    def device(self) -> str:
        """The fingerprint of the device."""
        return fingerprint(self.device_key)

    def read_file(self, path: Path) -> bytes:
        """Return the content of a file. Raises FileNotFoundError."""
        name = os.path.abspath(path)
        if name not in self.files:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)
        return self.files[name]

    def canonical_text(self) -> bytes:
        """Return the one text that this backup has."""
        return msgspec.json.encode(self, order="sorted") + b"\n"

    def unsigned_text(self) -> bytes:
        """Return the signed text."""
        return msgspec.structs.replace(self, signature=b"").canonical_text()

    def signed_by(self, device: DeviceKey) -> "TableBackup":
        """Return it with the device's signature."""
        return msgspec.structs.replace(self, signature=device.sign_octets(self.unsigned_text()))


def read_backup(path: Path) -> TableBackup | None:
    """Return the backup once its signature is proven, None if there is none.

    Raises OSError, BackupUnusable.
    """
    try:
        text = path.read_bytes() if path.stat().st_size <= LARGEST_OCTETS else b""
    except FileNotFoundError:
        return None
    try:
        backup = msgspec.json.decode(text, type=TableBackup)
        is_sound = (
            backup.kind == BACKUP_KIND
            and backup.config in backup.files
            and backup.canonical_text() == text
            and is_signed_by(backup.device_key, backup.unsigned_text(), backup.signature)
        )
    # not a backup at all, or a key that is none
    except ValueError:
        is_sound = False
    if not is_sound:
        raise BackupUnusable(Text("adopt.bad_backup", {"path": str(path)}))
    return backup


def is_backup_of(table: str, game: str, folder: Path) -> bool:
    """Return whether the backup in a folder is of a table with this name and game."""
    try:
        backup = read_backup(folder / BACKUP_FILE)
    except (OSError, BackupUnusable):
        return False
    return backup is not None and (backup.table, backup.game) == (table, game)
