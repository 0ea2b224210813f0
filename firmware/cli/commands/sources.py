"""Where the commands that read a journal find it."""

from dataclasses import dataclass
from pathlib import Path

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.signature import apart
from firmware.cli.args.types import Folder
from firmware.cli.commands.contents import content_of, hold_table
from firmware.cli.commands.status import say_which
from firmware.cli.serving.simulations import Found, usual
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.config import load
from firmware.shell.device.directories import (
    given_directory,
    journal_directories,
    own_directory,
    runtime_directory,
    simulation_of,
    state_directory,
)
from firmware.shell.journal import JournalReader
from firmware.shell.words.words import Words

CONFIG = Path("/etc/croupier/table.toml")
"""That of the real table of a device."""
STATE = Path("/var/lib/croupier")
"""Where systemd keeps the state of a real table."""
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
        """Return the directories of the copies: of a configured table the real one's, if it is;
        without a source those of the device's real table, or else of the usual simulated one.

        Raises ConfigError, and CannotServe if there is no table at all.
        """
        return self.journal or self._real() or self._simulated()

    def socket(self) -> Path:
        """Return the control socket of that table; the others are beside it. Raises ConfigError,
        CannotServe.
        """
        control = load(self.config or CONFIG).control
        return runtime_directory(self.state()) / (control if self._real() else control.name)

    def state(self) -> Path:
        """Return the state directory of that table. Raises ConfigError, CannotServe."""
        given = given_directory()
        if given or self._real() or (self.journal and STATE.is_dir()):
            return given or STATE
        if self.config is not None:
            return state_directory(simulation_of(self.config, None))
        return _usual().state

    def reader(self) -> JournalReader:
        """Return a reader of a table's copies. Raises ConfigError, CannotServe, JournalError;
        CannotBeDone if they are the journal of something else.
        """
        reader = JournalReader(self.copies())
        hold_table(content_of(reader))
        return reader

    def index(self) -> Path:
        """Return the path of the index of rounds: beside the first copy, but nothing is written
        beside a given one. Raises ConfigError, CannotServe, OSError.
        """
        if self.journal:
            folder = given_directory() or own_directory()
            folder.mkdir(parents=True, exist_ok=True)
            return folder / CARRIED
        return self.copies()[0].parent / INDEX

    def say_which(self, command: str, words: Words) -> None:
        """Say which table is meant, if none is named and it is a simulated one."""
        if not (self.named or self._real()):
            say_which(command, words)

    def _real(self) -> tuple[Path, ...]:
        config = self.config or (CONFIG if CONFIG.exists() else None)
        if self.journal or config is None:
            return ()
        copies = load(config).journal.copies
        real = journal_directories(copies, given_directory() or STATE, simulated=False)
        return real if any(path.is_dir() for path in real) else ()

    def _simulated(self) -> tuple[Path, ...]:
        if self.config is None:
            return _usual().copies
        copies = load(self.config).journal.copies
        return journal_directories(copies, self.state(), simulated=True)


def _usual() -> Found:
    found = usual()
    if found is None:
        raise CannotServe(Text("simulations.none"))
    return found
