"""The journal as the shell uses it: append, commit, then act."""

from collections.abc import Iterator
from dataclasses import dataclass

from firmware.core.vocabulary.panel import Text
from firmware.shell.journal.copies import Copies
from firmware.shell.journal.errors import JournalDamaged, JournalError
from firmware.shell.journal.files import JournalCopy
from firmware.shell.journal.findings import Finding, SegmentsRetired
from firmware.shell.journal.header import (
    BLOCK,
    SEAL,
    SLOTS,
    UNSURE,
    Anchor,
    Header,
    Stamp,
    anchor,
    end,
)
from firmware.shell.journal.mending import create_segment
from firmware.shell.journal.opening import Opened, open_copies
from firmware.shell.journal.records import Head, encode
from firmware.shell.journal.survey import survey


@dataclass(frozen=True, slots=True)
class Policy:
    """When the live segment is full, and how much of the sealed ones is kept, in each copy; whether
    a journal is begun if there is none.
    """

    segment_bytes: int = 1 << 20
    keep_bytes: int = 4 << 30
    begins: bool = True


class Journal:
    """Append-only, in two copies. Made by `open`; used by one thread, but for `archive.scan`."""

    def __init__(self, copies: Copies, opened: Opened, policy: Policy) -> None:
        self._copies = copies
        self._policy = policy
        self._segments, self.archive = opened.segments, opened.archive
        self._head = self._tip = opened.head
        self._end = opened.end
        self._pending: list[bytes] = []
        self._turn = 0
        self._slots: dict[JournalCopy, int] = {}

    @classmethod
    def open(
        cls,
        copies: tuple[JournalCopy, JournalCopy],
        stamp: Stamp,
        policy: Policy = Policy(),
    ) -> "Journal":
        """Open and repair, or begin if neither copy exists. Raises any JournalError; JournalGone
        if none may be begun.
        """
        pair = Copies(*copies)
        try:
            return cls(pair, open_copies(pair, stamp, begins=policy.begins), policy)
        except JournalError:
            pair.close()
            raise

    @property
    def stamp(self) -> Stamp:
        """Who founded this journal."""
        return self._live.stamp()

    @property
    def identity(self) -> str:
        """What this journal alone has, hex."""
        return self._live.identity.hex()

    @property
    def head(self) -> Head:
        """How many records are durable, and the hash of the last."""
        return self._head

    @property
    def taken(self) -> int:
        """The number of records, those of the next commit included."""
        return self._tip.records

    @property
    def kept_from(self) -> int:
        """The number of the live segment's first record."""
        return self._live.place.began.records

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings and repairs of the opening, and every copy lost since; oldest first.

        Without the findings of `archive.scan`, which returns them itself.
        """
        return tuple(self._copies.findings)

    @property
    def in_use(self) -> tuple[str, ...]:
        """The names of the copies that are still written."""
        return tuple(copy.name for copy in self._copies.live)

    @property
    def full(self) -> bool:
        """Whether it is time to rotate."""
        return self._end >= self._policy.segment_bytes

    @property
    def incomplete(self) -> bool:
        """Whether the archive's header blocks show that a copy lacks something: then scan it."""
        return self.archive.incomplete

    def records(self) -> Iterator[bytes]:
        """Yield every kept payload in order, reading one segment at a time from disk.

        Raises JournalDamaged if the disks lost one.
        """
        for number in self._segments.sealed:
            yield from self._segments.payloads(number)
        yield from self.live_records()

    def live_records(self) -> Iterator[bytes]:
        """Yield the durable payloads of the live segment. Raises JournalDamaged
        if the disks lost one.
        """
        images = self._copies.read(self._live.segment).values()
        history = survey(self._live, [image or b"" for image in images], self._head)
        yield from history.payloads()
        if history.broken:
            raise JournalDamaged(
                history.broken.number,
                Text("journal.why.not_read_back", {"copies": self._copies.names}),
            )

    def append(self, payload: bytes) -> None:
        """Add one record to the next commit. ValueError: empty, or longer than `LONGEST`."""
        record, self._tip = encode(payload, self._tip, len(self._pending))
        self._pending.append(record)

    def commit(self) -> None:
        """Return when the appended records are durable, and anchored. Raises JournalLost.

        The copies are synced one after the other, so the records are already durable in the first
        when the second is written, which takes the anchor of this very commit. They take turns.
        """
        if not self._pending:
            return
        batch = b"".join(self._pending)
        self._pending.clear()
        self._turn += 1
        segment, proof = self._live.segment, self._tip
        copies, kept = self._copies, False
        for copy in self._in_turn():
            try:
                copy.write(segment, self._end, batch)
                if kept:
                    copy.write(segment, self._slot(copy), anchor(proof, self._head))
                copy.sync(segment)
                kept = True
            except OSError as error:
                copies.drop(copy, error)
        self._prove(segment, proof)
        self._head = self._tip
        self._end += len(batch)

    def rotate(self, first: bytes) -> None:
        """Commit, seal the live segment and go on in a new one, whose first record is `first`.

        Raises as `append` and `commit` do. Removes the oldest segments if the policy says so.
        """
        self.commit()
        oldest = self._oldest_to_keep()
        header = self._live.next(self._head, oldest)
        record, head = encode(first, header.genesis, 0)
        self._begin(header, record, head)
        sealed = self._live.place
        for copy in tuple(self._copies.live):
            self._copies.attempt(_set, copy, sealed.segment, SEAL, end(self._head))
        self._copies.check()
        self._copies.leave(header.identity, self._head)
        self._segments.live = header
        self._head = self._tip = head
        self._end = BLOCK + len(record)
        self._copies.mark()
        self.archive.retire()
        if oldest > sealed.oldest:
            self._copies.findings.append(SegmentsRetired(sealed.oldest, oldest - 1))

    def close(self) -> None:
        """Release the copies; uncommitted records are lost."""
        self._copies.close()

    @property
    def _live(self) -> Header:
        return self._segments.live

    def _in_turn(self) -> list[JournalCopy]:
        return self._copies.live[:: 1 if self._turn % 2 else -1]

    def _begin(self, header: Header, record: bytes, head: Head) -> None:
        """Anchor as in a commit: the first copy made does not know whether another follows. Every
        earlier record is durable in both.
        """
        copies, proof = self._copies, header.genesis
        sure = header.genesis if len(copies.live) == 2 else UNSURE
        for copy in self._in_turn():
            if copies.attempt(create_segment, copy, header, Anchor(proof, sure), record):
                proof = head
        self._prove(header.segment, head)

    def _prove(self, segment: int, proof: Head) -> None:
        """With one copy left: first mark the other one as stale, then anchor."""
        copies = self._copies
        if len(copies.live) == 1:
            copies.leave(self._live.identity, self._head)
            alone = copies.live[0]
            copies.attempt(_set, alone, segment, self._slot(alone), anchor(proof, UNSURE))
        copies.check()

    def _slot(self, copy: JournalCopy) -> int:
        """The slot that the copy's last anchor is not in: a write torn in it leaves that one."""
        turn = self._slots[copy] = 1 - self._slots.get(copy, 0)
        return SLOTS[turn]

    def _oldest_to_keep(self) -> int:
        """Neither the live segment nor the one before it ever goes."""
        sizes: dict[int, int] = {}
        for copy in tuple(self._copies.live):
            self._copies.attempt(lambda one: sizes.update(one.segments()), copy)
        oldest, live = self._live.place.oldest, self._live.segment
        kept = sum(sizes.get(number, 0) for number in range(oldest, live + 1))
        while kept > self._policy.keep_bytes and oldest < live:
            kept -= sizes.get(oldest, 0)
            oldest += 1
        return oldest


def _set(copy: JournalCopy, segment: int, slot: int, octets: bytes) -> None:
    copy.write(segment, slot, octets)
    copy.sync(segment)
