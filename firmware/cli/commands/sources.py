"""Where the commands that read a journal find it."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from firmware.cli.commands.exits import BAD_INPUT, INTERRUPTED, UNFIT
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.config import Config, ConfigError, default_table, load
from firmware.shell.device.directories import journal_directories, state_directory
from firmware.shell.evidence.export import NothingToExport
from firmware.shell.journal import JournalError, JournalReader
from firmware.shell.trust.errors import TrustError
from firmware.shell.words.words import Words

USUAL = "baccarat"
"""The table that `croupier run` serves where nothing else is asked for."""
INDEX = "rounds.index"
CARRIED = "carried.index"
"""Of whichever journal was named last."""


@dataclass(frozen=True)
class Sources:
    """What the command line names: copies of a journal, a table that has one, or nothing."""

    journal: Sequence[Path] = ()
    config: Path | None = None
    socket: Path | None = None

    @property
    def named(self) -> bool:
        """Whether a journal is named, so that no running table is to be asked."""
        return bool(self.journal or self.config)

    def copies(self) -> tuple[Path, ...]:
        """Return the directories of the copies: of a configured table the real one's, if it is.

        Raises ConfigError.
        """
        if self.journal:
            return tuple(self.journal)
        if self.config is None:
            return journal_directories(default_table(USUAL), simulated=True)
        return _of_table(load(self.config))

    def reader(self) -> JournalReader:
        """Return a reader of the copies. Raises ConfigError."""
        return JournalReader(self.copies())

    def index(self) -> Path:
        """Return where the index of rounds is: beside the first copy, but nothing is written
        beside one that was named. Raises ConfigError, OSError.
        """
        if self.journal:
            return state_directory(simulated=True) / CARRIED
        return self.copies()[0].parent / INDEX


def _of_table(config: Config) -> tuple[Path, ...]:
    real = journal_directories(config, simulated=False)
    if any(path.is_dir() for path in real):
        return real
    return journal_directories(config, simulated=True)


def guarded(command: str, words: Words, act: Callable[[], int]) -> int:
    """Do what a command asks; say in a line what is in its way, and return its exit status."""
    try:
        return act()
    except ConfigError as error:
        return complain(command, BAD_INPUT, *error.lines(words))
    except NothingToExport as nothing:
        return complain(command, BAD_INPUT, words.say(nothing.why))
    except TrustError as error:
        return complain(command, UNFIT, words.say(error.why))
    except FileExistsError as error:
        text = Text("evidence.exists", {"path": str(error.filename2 or error.filename)})
        return complain(command, BAD_INPUT, words.say(text))
    except OSError as error:
        return complain(command, UNFIT, ": ".join(filter(None, (error.filename, error.strerror))))
    except (JournalError, msgspec.DecodeError, UnicodeDecodeError) as error:
        return complain(command, UNFIT, str(error))
    except KeyboardInterrupt:
        return INTERRUPTED


def complain(command: str, status: int, *lines: str) -> int:
    """Say what is wrong; return the exit status."""
    for line in lines:
        print(f"croupier {command}: {line}", file=sys.stderr)  # noqa: T201
    return status
