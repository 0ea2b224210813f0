"""Keeps the backup on the stick as the table's files are."""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.backup.accounts_folder import accounts_folder, make_accounts_folder
from firmware.shell.backup.backup import BACKUP_FILE, BACKUP_KIND, TableBackup
from firmware.shell.backup.port_rules import present_rules
from firmware.shell.config.config import load_config
from firmware.shell.device.atomic_file import write_atomically
from firmware.shell.journal import JournalReader
from firmware.shell.trust.keys import DeviceKey, read_public_key
from firmware.shell.trust.seal import sealed_paths

FORMER_KEYS: Final = "former-keys"
"""In the state directory: the public keys of the devices that had the journal before."""
OWNER_ONLY_MODE: Final = 0o600

log = logging.getLogger(__name__)


def refresh_backup(config_path: Path, state_directory: Path, copies: Sequence[Path]) -> None:
    """Write the backup beside the journal's last copy, unless it is there already.

    It is nobody's fault if it can't be: a missing, full or read-only disk is reported by the
    journal, which is on it too.
    """
    stick = copies[-1].parent
    try:
        identities = {JournalReader([copy]).identity for copy in copies}
        # nothing is written on another table's disk, nor beside one that is not repaired yet
        if len(identities) == 1:
            (identity,) = identities
            make_accounts_folder(accounts_folder(stick, identity), state_directory)
            backup = present_backup(config_path, state_directory, identity)
            _write_changed(stick / BACKUP_FILE, backup.canonical_text())
    except (OSError, RequestFailed) as error:
        log.warning("%s: %s", stick / BACKUP_FILE, error)


def present_backup(config_path: Path, state_directory: Path, identity: str) -> TableBackup:
    """Return the backup of the files as they are now. Raises OSError, RequestFailed."""
    config = load_config(config_path)
    device = DeviceKey.load(state_directory)
    former_keys = sorted((state_directory / FORMER_KEYS).glob("*.pub"))
    return TableBackup(
        BACKUP_KIND,
        config.table.name,
        config.table.game,
        identity,
        str(config_path.absolute()),
        # a simulated table has no registries
        {
            str(path): path.read_bytes()
            for path in sealed_paths(config_path, config)
            if path.exists()
        },
        device.public_key,
        tuple(map(read_public_key, former_keys)),
        present_rules(),
    ).signed_by(device)


def _write_changed(path: Path, content: bytes) -> None:
    if not path.exists() or path.read_bytes() != content:
        write_atomically(path, content, OWNER_ONLY_MODE)
