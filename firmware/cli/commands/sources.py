"""Where the commands that read a journal find it."""

from dataclasses import dataclass
from pathlib import Path

from firmware.cli.line.kinds import Folder
from firmware.cli.line.signature import apart
from firmware.shell.config.config import Config, default_table, load
from firmware.shell.device.directories import journal_directories, state_directory
from firmware.shell.journal import JournalReader

USUAL = "baccarat"
"""The default game of `croupier run`."""
INDEX = "rounds.index"
CARRIED = "carried.index"
"""Of whichever journal was named last."""


@apart("config", "journal")
@dataclass(frozen=True, kw_only=True)
class Sources:
    """The source given on the command line: copies of a journal, a table that has one, or none."""

    config: Path | None = None
    journal: tuple[Folder, ...] = ()

    @property
    def named(self) -> bool:
        """Whether a journal is given, so that no running table is queried."""
        return bool(self.journal or self.config)

    def copies(self) -> tuple[Path, ...]:
        """Return the directories of the copies: of a configured table the real one's, if it is.

        Raises ConfigError.
        """
        if self.journal:
            return self.journal
        if self.config is None:
            return journal_directories(default_table(USUAL), simulated=True)
        return _of_table(load(self.config))

    def reader(self) -> JournalReader:
        """Return a reader of the copies. Raises ConfigError."""
        return JournalReader(self.copies())

    def index(self) -> Path:
        """Return the path of the index of rounds: beside the first copy, but nothing is written
        beside a given one. Raises ConfigError, OSError.
        """
        if self.journal:
            return state_directory(simulated=True) / CARRIED
        return self.copies()[0].parent / INDEX


def _of_table(config: Config) -> tuple[Path, ...]:
    real = journal_directories(config, simulated=False)
    if any(path.is_dir() for path in real):
        return real
    return journal_directories(config, simulated=True)
