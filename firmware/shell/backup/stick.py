"""A stick, as a device finds it that may go on with its journal."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.backup.backup import (
    BACKUP_FILE,
    BackupUnusable,
    TableBackup,
    read_backup,
)
from firmware.shell.backup.journal_summary import JournalSummary, read_journal
from firmware.shell.config.config import load_config, parse_config
from firmware.shell.config.settings import Config
from firmware.shell.journal import NoJournal


@dataclass(frozen=True)
class Stick:
    """A stick that is mounted at `folder`; `config` is that of its backup, else the device's."""

    folder: Path
    copy: Path
    """The directory of the journal's copy."""
    journal: JournalSummary
    config: Config
    backup: TableBackup | None
    backup_problem: Text | None
    """Why the stick's backup is not used, if it has one that is not."""

    @property
    def table_name(self) -> str:
        return self.config.table.name

    @property
    def is_simulated(self) -> bool:
        return self.journal.stamp.board == "sim"


def read_stick(
    folder: Path,
    config_path: Path,
    on_record: Callable[[int], None] = lambda _number: None,
    segment_count: int | None = None,
) -> Stick:
    """Read a stick to its end, and verify it: as `read_journal` does. Nothing is written.

    Raises RequestFailed: ConfigError, JournalForeign, JournalDamaged, and RequestFailed itself if
    there is no journal, or neither a backup nor a configuration at `config_path`.
    """
    backup, problem = _usable_backup(folder)
    config = _config_of(backup, config_path, folder)
    copy = folder / config.journal.copies[-1].name
    try:
        journal = read_journal(copy, on_record, segment_count)
    except NoJournal:
        raise RequestFailed(Text("adopt.no_stick", {"path": str(copy)})) from None
    if backup is not None and not _is_of(backup, journal):
        raise RequestFailed(Text("adopt.other_backup", {"path": str(folder / BACKUP_FILE)}))
    return Stick(folder, copy, journal, config, backup, problem)


def _usable_backup(folder: Path) -> tuple[TableBackup | None, Text | None]:
    try:
        return read_backup(folder / BACKUP_FILE), None
    except BackupUnusable as unusable:
        return None, unusable.why


def _config_of(backup: TableBackup | None, config_path: Path, folder: Path) -> Config:
    if backup is not None:
        text, config_folder = backup.files[backup.config].decode(), Path(backup.config).parent
        return parse_config(text, config_folder, backup.read_file)
    if config_path.exists():
        return load_config(config_path)
    if not any(folder.glob("*/*.seg")):
        raise RequestFailed(Text("adopt.no_stick", {"path": str(folder)}))
    raise RequestFailed(Text("adopt.no_config", {"path": str(folder), "config": str(config_path)}))


def _is_of(backup: TableBackup, journal: JournalSummary) -> bool:
    """Return whether a device that wrote the journal has signed the backup, for this journal."""
    return backup.journal == journal.identity and backup.device in journal.devices
