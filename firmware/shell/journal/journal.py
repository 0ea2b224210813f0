"""The journal as the shell uses it: append, commit, then act."""

from collections.abc import Iterator
from itertools import islice

from firmware.shell.journal.copies import Copies
from firmware.shell.journal.errors import JournalDamaged, JournalError
from firmware.shell.journal.files import JournalFile
from firmware.shell.journal.findings import Finding
from firmware.shell.journal.header import BLOCK, SLOTS, Stamp, anchor
from firmware.shell.journal.opening import History, open_copies
from firmware.shell.journal.records import Head, chain, encode


class Journal:
    """Append-only, in two copies. Made by `open`; used by one thread."""

    def __init__(self, copies: Copies, history: History) -> None:
        self._copies = copies
        self._header = history.header
        self._head = self._tip = history.head
        self._end = history.end
        self._pending: list[bytes] = []
        self._turn = 0

    @classmethod
    def open(cls, copies: tuple[JournalFile, JournalFile], stamp: Stamp) -> "Journal":
        """Open and mend, or begin where neither file exists. Raises any JournalError."""
        pair = Copies(*copies)
        try:
            return cls(pair, open_copies(pair, stamp))
        except JournalError:
            pair.close()
            raise

    @property
    def stamp(self) -> Stamp:
        """Who founded this journal."""
        return self._header.stamp()

    @property
    def head(self) -> Head:
        """How many records are durable, and the hash of the last."""
        return self._head

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found and mended at opening, and every copy lost since; oldest first."""
        return tuple(self._copies.findings)

    @property
    def in_use(self) -> tuple[str, ...]:
        """The names of the copies that are still written."""
        return tuple(copy.name for copy in self._copies.live)

    def records(self) -> Iterator[bytes]:
        """Every durable payload in order, read anew. JournalDamaged where the disks lost one."""
        images = [image for image in self._copies.read().values() if image]
        head, durable = self._header.genesis, self._head
        for link in islice(chain(images, BLOCK, head), durable.records):
            head = link.head
            yield link.record.payload
        if head != durable:
            raise JournalDamaged(
                head.records,
                f"the journal in {self._copies.names} can't be read back: lock the table and "
                "keep both files for the inquiry",
            )

    def append(self, payload: bytes) -> None:
        """Add one record to the next commit. ValueError: empty, or longer than `LONGEST`."""
        record, self._tip = encode(payload, self._tip, len(self._pending))
        self._pending.append(record)

    def commit(self) -> None:
        """Return when what was appended is durable, and anchored; raise JournalLost if it can't be.

        The copies are synced one after the other, so what reaches the second is already durable
        in the first: the second takes the anchor of this very commit. They take turns.
        """
        if not self._pending:
            return
        batch = b"".join(self._pending)
        self._pending.clear()
        self._turn += 1
        slot, seal = SLOTS[(self._turn // 2 + 1) % 2], anchor(self._tip)
        copies, kept = self._copies, False
        for copy in copies.live[:: 1 if self._turn % 2 else -1]:
            try:
                copy.write(self._end, batch)
                if kept:
                    copy.write(slot, seal)
                copy.sync()
                kept = True
            except OSError as error:
                copies.drop(copy, error)
        if len(copies.live) == 1:
            copies.attempt(_seal, copies.live[0], slot, seal)
        copies.check()
        self._head = self._tip
        self._end += len(batch)

    def close(self) -> None:
        """Let go of the files; what was not committed is gone."""
        self._copies.close()


def _seal(copy: JournalFile, slot: int, seal: bytes) -> None:
    copy.write(slot, seal)
    copy.sync()
