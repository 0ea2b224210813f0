"""What the journal of a dead service says, and what was told of it while it lived."""

import hashlib
import shutil
from collections import deque
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import msgspec

from firmware.cli.assembly import seat_table
from firmware.core.events import Event, PowerReturned
from firmware.core.panel import Panel
from firmware.core.phase import Phase
from firmware.core.rulings import BetSettled, Ruling
from firmware.core.show import panel
from firmware.core.table import Table
from firmware.shell.config import Config
from firmware.shell.journal import Journal, JournalError, OsFile, Stamp
from firmware.shell.ledger import Happened, Ledger, Ruled, _decoder
from firmware.shell.status import Reporter, Status
from firmware.shell.words import Words


class Difference(AssertionError):
    """The recovered table is not what the far ends showed."""


def records(copies: Iterable[Path], scratch: Path) -> list[bytes]:
    """Read a dead service's journal from copies of its files, which stay as they are."""
    files = []
    for number, path in enumerate(copies):
        aside = scratch / f"aside-{number}"
        aside.unlink(missing_ok=True)
        if path.exists():
            shutil.copyfile(path, aside)
        files.append(OsFile(aside))
    try:
        with closing(Journal.open((files[0], files[1]), Stamp("sim", "", "", "", ""))) as journal:
            return list(journal.records())
    except JournalError as error:
        raise Difference(f"the journal can't be read: {error}") from error


class Told(NamedTuple):
    """What a status says of the table's own state."""

    phase: str
    stopped: bool
    round: int
    act: str
    spots: object
    cards: object
    shoe: object
    dealer: tuple[str, ...]
    players: tuple[str, ...]
    figures: int | None
    keys: tuple[str, ...]
    late: object

    @classmethod
    def of(cls, status: Status) -> "Told":
        return cls(*(getattr(status, name) for name in cls._fields))


class Moment(NamedTuple):
    """The table after one event of the journal."""

    event: Event
    rulings: tuple[Ruling, ...]
    panel: Panel
    told: Told
    ended: int | None
    """The number of the round that the event ended."""


class Finished(NamedTuple):
    """How a round ended, by the journal."""

    cards: dict[str, list[str]]
    lines: tuple[BetSettled, ...]


class _List:
    def __init__(self, found: list[bytes]) -> None:
        self._found = found

    def records(self) -> Iterable[bytes]:
        return iter(self._found)


class Replica:
    """A table that goes through the whole journal, record by record, and is never restarted."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._reporter = Reporter(config.table.name, config.table.game, Words.load(config.language))
        self.table = seat_table(config, simulated=True)
        self.finished: dict[int, Finished] = {}
        self.events = 0
        self._read = 0
        self._digest = hashlib.sha256()
        self._unheard: deque[tuple[Ruling, ...]] = deque()

    def told(self, table: Table) -> Told:
        """Return what a service would tell of that table."""
        return Told.of(self._reporter.status(table, panel(table), ()))

    def follow(self, found: list[bytes]) -> list[Moment]:
        """Go on through what is new; all that was read before must still be there."""
        before = hashlib.sha256(b"".join(found[: self._read]))
        if len(found) < self._read or before.digest() != self._digest.digest():
            raise Difference("the journal has changed in what was read before")
        fresh = found[self._read :]
        self._read = len(found)
        self._digest = hashlib.sha256(b"".join(found))
        moments = []
        for record in map(_decoder.decode, fresh):
            if isinstance(record, Happened):
                moments.append(self._handle(record))
            elif isinstance(record, Ruled):
                self._hear(record)
        return moments

    def _handle(self, record: Happened) -> Moment:
        if isinstance(record.event, PowerReturned):
            self._unheard.clear()
        table = self.table
        number, under, lines = table.round, table.under, table.bets.lines
        cards = {hand: [c.name for c in dealt] for hand, dealt in table.game.cards.items()}
        rulings = table.handle(record.event, record.at)
        self.events += 1
        if rulings:
            self._unheard.append(rulings)
        left = table.under is not Phase.ROUND and under is Phase.ROUND
        ended = number if left and lines is not None else None
        if ended is not None:
            self.finished[number] = Finished(cards, lines or ())
        return Moment(record.event, rulings, panel(table), self.told(table), ended)

    def _hear(self, record: Ruled) -> None:
        replayed = self._unheard.popleft() if self._unheard else None
        if replayed != record.rulings:
            raise Difference(f"ruled was {record.rulings}, the replay rules {replayed}")

    def restarted(self, found: list[bytes]) -> Table:
        """Return the table as a service makes it from the last checkpoint of the journal."""
        table = seat_table(self._config, simulated=True)
        past = Ledger(_List(found)).past()  # type: ignore[arg-type]
        if past is None:
            return table
        table.resume_from(past.checkpoint)
        for happened in past.since:
            table.handle(happened.event, happened.at)
        if self.told(table) != self.told(self.table):
            raise Difference(
                f"from the checkpoint: {self.told(table)}\nfrom the start: {self.told(self.table)}"
            )
        return table


def plain(value: object) -> str:
    """Return a value in a form in which what was decoded equals what was encoded."""
    return msgspec.json.encode(value, enc_hook=str).decode()
