"""A table that is wired and can be served, with its directories."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from drivers.kind import Registries
from firmware.cli.args.errors import CannotServe
from firmware.cli.serving.assembly import journal_setting
from firmware.core.table.table import Table
from firmware.core.vocabulary.panel import Text
from firmware.shell.backup.adoption import AdoptingDevice
from firmware.shell.backup.backup import is_backup_of
from firmware.shell.backup.refresh import refresh_backup
from firmware.shell.backup.unadopted import require_adopted
from firmware.shell.config.settings import Config
from firmware.shell.device.directories import journal_directories, runtime_directory
from firmware.shell.device.log_ring import LogRing
from firmware.shell.history.journal_entries import Setting
from firmware.shell.journal import (
    DeadlineCopy,
    DirectoryCopy,
    Journal,
    JournalStamp,
    RetentionPolicy,
)
from firmware.shell.trust.keys import DeviceKey, fingerprint
from firmware.shell.trust.trust_errors import TrustRefused
from firmware.shell.words.words import Words
from hal.ports import Board

if TYPE_CHECKING:  # a table's release has no simulation
    from firmware.cli.serving.simulation import Simulation


@dataclass(frozen=True)
class WiredTable:
    """A table that is wired and can be served."""

    config: Config
    board: Board
    table: Table
    registries: Registries
    words: Words
    plain_lines: bool
    round_limit: int | None
    config_path: Path | None
    """The configuration's file, where it has one."""
    unservable_reason: Callable[[], Text | None]
    """Returns why a restart with the file's present text would fail, None if it would not."""
    log_ring: LogRing
    state_path: Path
    """The state directory."""
    simulation: "Simulation | None" = None

    @property
    def copy_directories(self) -> tuple[Path, Path]:
        """The directories of the journal's two copies."""
        return journal_directories(
            self.config.journal.copies, self.state_path, simulated=self.board.simulated
        )

    @property
    def control_socket(self) -> Path:
        """The control socket; the other sockets are in its directory."""
        socket_path = self.config.control
        return runtime_directory(self.state_path) / (
            socket_path.name if self.board.simulated else socket_path
        )

    @cached_property
    def device(self) -> DeviceKey | None:
        """The device's key, None without a valid one: only a start that plays makes one."""
        try:
            return DeviceKey.load(self.state_path)
        except (OSError, TrustRefused):
            return None

    @property
    def journal_setting(self) -> Setting:
        """The program, rules and options by which the table decides, for the journal."""
        device_fingerprint = fingerprint(self.device.public_key) if self.device else ""
        return journal_setting(self.config, self.table, device_fingerprint)

    @property
    def journal_stamp(self) -> JournalStamp:
        """The header of a journal that is begun here."""
        current_setting = self.journal_setting
        return JournalStamp(
            board="sim" if self.board.simulated else "pi",
            version=current_setting.version,
            program=current_setting.program,
            rules=current_setting.rules,
            game=current_setting.game,
            device=current_setting.device,
        )

    @cached_property
    def journal_copies(self) -> tuple[DeadlineCopy, DeadlineCopy]:
        """The two copies: the same ones at every try, so that a slow disk holds up one thread."""
        first_copy, second_copy = self.copy_directories
        return DeadlineCopy(DirectoryCopy(first_copy)), DeadlineCopy(DirectoryCopy(second_copy))

    def refresh_backup(self) -> None:
        """Bring the backup on the stick up to date, if the table has a configuration's file."""
        if self.config_path is not None:
            refresh_backup(self.config_path, self.state_path, self.copy_directories)

    def require_adopted(self) -> None:
        """Raise StickUnadopted if the stick is of another card, whose files this one lacks."""
        if self.config_path is not None:
            require_adopted(
                self.copy_directories, AdoptingDevice(self.config_path, self.state_path)
            )

    def is_own_former(self, copy: Path) -> bool:
        """Return whether a journal that another device has begun is of this very table."""
        return is_backup_of(self.config.table.name, self.config.table.game, copy.parent)

    def open_journal(self, *, may_begin: bool = True) -> Journal:
        """Open both copies. Raises any JournalError; JournalMissing if there is none, and none may
        be begun; CannotServe on the journal of another game.
        """
        first_copy, second_copy = self.journal_copies
        journal_config = self.config.journal
        retention_policy = RetentionPolicy(
            journal_config.segment_bytes, journal_config.keep_bytes, may_begin
        )
        journal = Journal.open((first_copy, second_copy), self.journal_stamp, retention_policy)
        if journal.stamp.game != self.journal_stamp.game:
            journal.close()
            placeholders = {"game": self.journal_stamp.game, "other": journal.stamp.game}
            raise CannotServe(Text("takeover.game", dict(placeholders)))
        return journal
