"""The journal that a command reads: a given one, or that of a real or simulated table."""

from dataclasses import dataclass
from pathlib import Path

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.signature import mutually_exclusive
from firmware.cli.args.types import FolderPath
from firmware.cli.commands.journal_content import content_of, require_table_content
from firmware.cli.commands.status import CONFIG_FILE, print_which_table
from firmware.cli.serving.simulations import FoundSimulation, usual_simulation
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.config import load_config
from firmware.shell.device.directories import (
    journal_directories,
    runtime_directory,
    simulation_name,
    state_directory,
    systemd_directory,
    user_directory,
)
from firmware.shell.evidence.pack_archive import read_archives
from firmware.shell.journal import JournalReader
from firmware.shell.words.words import Words

STATE_DIRECTORY = Path("/var/lib/croupier")
"""The unit's StateDirectory, of a real table."""
INDEX_FILE = "rounds.index"
FOREIGN_INDEX_FILE = "carried.index"
"""The index of the journal that was named last."""


@mutually_exclusive("config", "journal")
@dataclass(frozen=True, kw_only=True)
class JournalSources:
    """The source on the command line: copies of a journal, a configured table, or neither."""

    config: Path | None = None
    journal: tuple[FolderPath, ...] = ()

    @property
    def is_named(self) -> bool:
        """Whether a source is given, so that no running table is queried."""
        return bool(self.journal or self.config)

    def copy_directories(self) -> tuple[Path, ...]:
        """Return the directories of the journal's copies.

        They are the given ones, else the configured table's, else those of the device's real table,
        else the usual simulated one's. Raises ConfigError; CannotServe without any table.
        """
        return self.journal or self._real_copies() or self._simulated_copies()

    def control_socket(self) -> Path:
        """Return the control socket of that table. Raises ConfigError or CannotServe."""
        socket_path = load_config(self.config or CONFIG_FILE).control
        return runtime_directory(self.state_path()) / (
            socket_path if self._real_copies() else socket_path.name
        )

    def state_path(self) -> Path:
        """Return the state directory of that table. Raises ConfigError, CannotServe."""
        given_path = systemd_directory()
        if given_path or self._real_copies() or (self.journal and STATE_DIRECTORY.is_dir()):
            return given_path or STATE_DIRECTORY
        if self.config is not None:
            return state_directory(simulation_name(self.config, None))
        return _require_simulation().state_path

    def open_reader(self) -> JournalReader:
        """Return a reader of a table's copies. Raises ConfigError, CannotServe or JournalError;
        RequestFailed if the journal is a tournament's or a bank's.
        """
        read_archives(self.copy_directories())
        journal_reader = JournalReader(self.copy_directories())
        require_table_content(content_of(journal_reader))
        return journal_reader

    def index_path(self) -> Path:
        """Return the path of the index of rounds. Raises ConfigError, CannotServe or OSError."""
        # never next to a given journal, which may be evidence or read-only
        if self.journal:
            index_folder = systemd_directory() or user_directory()
            index_folder.mkdir(parents=True, exist_ok=True)
            return index_folder / FOREIGN_INDEX_FILE
        return self.copy_directories()[0].parent / INDEX_FILE

    def print_which_table(self, command_name: str, words: Words) -> None:
        """Print the table that is read, if none is named and it is a simulated one."""
        if not (self.is_named or self._real_copies()):
            print_which_table(command_name, words)

    def _real_copies(self) -> tuple[Path, ...]:
        config_file = self.config or (CONFIG_FILE if CONFIG_FILE.exists() else None)
        if self.journal or config_file is None:
            return ()
        copies_name = load_config(config_file).journal.copies
        real_directories = journal_directories(
            copies_name, systemd_directory() or STATE_DIRECTORY, simulated=False
        )
        return (
            real_directories
            if any(copy_directory.is_dir() for copy_directory in real_directories)
            else ()
        )

    def _simulated_copies(self) -> tuple[Path, ...]:
        if self.config is None:
            return _require_simulation().copy_directories
        copies_name = load_config(self.config).journal.copies
        return journal_directories(copies_name, self.state_path(), simulated=True)


def _require_simulation() -> FoundSimulation:
    usual_table = usual_simulation()
    if usual_table is None:
        raise CannotServe(Text("simulations.none"))
    return usual_table
