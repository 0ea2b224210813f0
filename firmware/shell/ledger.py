"""What the journal holds for this table: events with what was ruled on them, and checkpoints."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final, NamedTuple, Protocol

import msgspec

from firmware.core.checkpoint import Checkpoint
from firmware.core.events import AnyEvent, Event, from_plain, to_plain
from firmware.core.rulings import AnyRuling, Ruling

COPIES: Final = 2


class Log(Protocol):
    """What the ledger is written to: `firmware.shell.journal.Journal`."""

    @property
    def in_use(self) -> tuple[str, ...]:
        """The names of the copies that are still written."""
        ...

    def append(self, payload: bytes) -> None:
        """Take one record."""
        ...

    def commit(self) -> None:
        """Return when all that was taken is durable."""
        ...

    def records(self) -> Iterator[bytes]:
        """Return what is durable."""
        ...


class Happened(msgspec.Struct, frozen=True, tag=True):
    """An event, with the board's milliseconds and the wall clock's time."""

    at: int
    wall: str
    event: AnyEvent


class Ruled(msgspec.Struct, frozen=True, tag=True):
    """What was decided on the event before."""

    rulings: tuple[AnyRuling, ...]


class Checked(msgspec.Struct, frozen=True, tag=True):
    """The whole table as a round opened, which was `since` events ago."""

    table: Checkpoint
    since: int


class Past(NamedTuple):
    """Where a table resumes: the last checkpoint and what has happened since."""

    checkpoint: Checkpoint
    since: list[Happened]


_encoder = msgspec.json.Encoder(enc_hook=to_plain)
_decoder = msgspec.json.Decoder(Happened | Ruled | Checked, dec_hook=from_plain)


class Ledger:
    """Writes what happens before it has any effect, and reads back where the table stood."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def happened(self, events: list[Event], now: int) -> None:
        """Return when the events are durable."""
        wall = datetime.now(UTC).isoformat(timespec="milliseconds")
        for event in events:
            self._log.append(_encoder.encode(Happened(now, wall, event)))  # type: ignore[arg-type]
        self._log.commit()

    def ruled(self, rulings: tuple[Ruling, ...]) -> None:
        """Keep what was decided; it becomes durable with the next event."""
        if rulings:
            self._log.append(_encoder.encode(Ruled(rulings)))  # type: ignore[arg-type]

    def opened(self, checkpoint: Checkpoint, since: int) -> None:
        """Keep the table as it was `since` events ago; the next start goes on from there."""
        self._log.append(_encoder.encode(Checked(checkpoint, since)))

    @property
    def alone(self) -> bool:
        """Whether only one copy of the journal is left."""
        return len(self._log.in_use) < COPIES

    def close(self) -> None:
        """Make durable what is still held back."""
        self._log.commit()

    def past(self) -> Past | None:
        """Return where the table stood, None for one that never stood."""
        checkpoint: Checkpoint | None = None
        since: list[Happened] = []
        for record in map(_decoder.decode, self._log.records()):
            if isinstance(record, Checked):
                checkpoint = record.table
                since = since[len(since) - record.since :]
            elif isinstance(record, Happened):
                since.append(record)
        return Past(checkpoint, since) if checkpoint is not None else None
