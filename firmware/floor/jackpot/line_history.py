"""A jackpot's lines in the store and in the stream: one history, whichever of them is behind.

The order of writing is: signed, in the stream, in the store, shown. So every line that was shown
is in both, and a keeper that ends between two of them leaves the stream ahead, never behind.

- The stream is ahead (a keeper ended, a database was restored or failed over to a standby that was
  behind): its lines are taken back into the store, in their order.
- The store is ahead (the stream was lost): its lines are appended again.
- Both have another line of one version, or a line does not follow from the one before and its
  message: nothing is signed any more, until people have looked (`croupier jackpot recover`).
"""

from typing import Final, NamedTuple

import msgspec

from firmware.core.vocabulary.jackpot import JackpotTerms, JackpotUpdate
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.jackpot.jackpot_store import JackpotStore, StoredLine, StoreMoved
from firmware.floor.jackpot.ledger_line import line_digest
from firmware.floor.jackpot.line_stream import NO_SEQUENCE, LineStream, StreamedLine, lines_after
from firmware.floor.jackpot.signed_line import SignedLine, encode_line, follows, is_sound

NO_VERSION: Final = 0


class LineAltered(RequestFailed):
    """A stored line is not as the keeper has signed it, or does not follow from the one before."""

    def __init__(self, jackpot_name: str, version: int) -> None:
        super().__init__(Text("linked.line.altered", {"name": jackpot_name, "number": version}))
        self.version = version


class Reconciled(NamedTuple):
    """How many lines were taken back from the stream, and appended to it again."""

    taken_back: int = 0
    appended: int = 0


class LineHistory:
    """The lines of one jackpot, as its keeper verifies them."""

    def __init__(
        self, jackpot_store: JackpotStore, stream: LineStream, keeper_public: bytes
    ) -> None:
        self._store = jackpot_store
        self._stream = stream
        self._keeper_public = keeper_public
        self._sequence = NO_SEQUENCE
        """Of the last message of the stream that was read."""
        self.version = NO_VERSION
        """Of the newest line, once stream and store both have it; NO_VERSION while they may
        differ.
        """

    def newest(self, all_terms: list[JackpotTerms]) -> SignedLine | None:
        """Return the newest line after verifying its signature, and recomputing it from the line
        before. Raises LineAltered.
        """
        stored = self._store.newest
        if stored is None:
            return None
        signed_line = self._sound_line(stored)
        previous = self._store.line(stored.version - 1)
        before = self._sound_line(previous) if previous else None
        if (before is None and stored.version > 1) or not follows(before, signed_line, all_terms):
            raise self._altered(stored.version)
        return signed_line

    def sound_line(self, version: int) -> SignedLine | None:
        """Return a line after verifying its signature. Raises LineAltered."""
        stored = self._store.line(version)
        return None if stored is None else self._sound_line(stored)

    def check_proof(self, update: JackpotUpdate) -> None:
        """Raise LineAltered if a table has an update of another line than the stored one."""
        signed_line = self.sound_line(update.version)
        if update.digest and signed_line and line_digest(signed_line.line) != update.digest:
            raise self._altered(update.version)

    def append(self, signed_line: SignedLine) -> None:
        """Append a line to the stream, then insert it. Raises StreamAhead if another keeper was
        faster, StreamAway; StoreMoved, before or after the stream has the line; LineAltered if the
        store has another line of this version.
        """
        version, self.version = signed_line.line.version, NO_VERSION
        newest = self._store.newest
        if version != (newest.version if newest else NO_VERSION) + 1:
            raise StoreMoved
        self._sequence = self._stream.append(signed_line, self._sequence)
        if not self._store.insert(signed_line, self._sequence):
            raise self._altered(version)
        self.version = version

    def compare_again(self) -> None:
        """Have stream and store compared before the next line is made."""
        self.version = NO_VERSION

    def reconcile(self, all_terms: list[JackpotTerms]) -> Reconciled:
        """Make stream and store one again. Raises StreamAway, StreamAhead, StoreMoved,
        LineAltered.
        """
        self.version, newest = NO_VERSION, self._store.newest
        begin = self._known_sequence(newest)
        taken_back, streamed_version = 0, newest.version if newest and begin else NO_VERSION
        self._sequence = begin
        for streamed in lines_after(self._stream, begin):
            self._sequence = streamed.sequence
            signed_line = self._next_of_stream(streamed, streamed_version)
            if signed_line is not None:
                taken_back += self._take_back(signed_line, streamed.sequence, all_terms)
                streamed_version = signed_line.line.version
        appended = self._append_missing(streamed_version, all_terms)
        self.version = streamed_version + appended
        return Reconciled(taken_back, appended)

    def _known_sequence(self, newest: StoredLine | None) -> int:
        """Return the sequence of the newest stored line, if the stream has that line there; else
        the stream was made again, and is read from its beginning.
        """
        if newest is None or newest.sequence == NO_SEQUENCE:
            return NO_SEQUENCE
        streamed = self._stream.read(newest.sequence)
        is_there = streamed is not None and streamed.sequence == newest.sequence
        has_line = is_there and streamed is not None and streamed.signed_line is not None
        if has_line and encode_line(streamed.signed_line) == newest.octets:  # type: ignore[union-attr, arg-type]
            return newest.sequence
        return NO_SEQUENCE

    def _next_of_stream(self, streamed: StreamedLine, version: int) -> SignedLine | None:
        """Return the line of a message, None if it is not the keeper's next one."""
        signed_line = streamed.signed_line
        if signed_line is None or not is_sound(signed_line, self._keeper_public):
            return None
        is_next = signed_line.line.version == version + 1
        return signed_line if is_next else None

    def _take_back(
        self, signed_line: SignedLine, sequence: int, all_terms: list[JackpotTerms]
    ) -> int:
        """Insert a line of the stream, if the store hasn't it; return how many were inserted."""
        version = signed_line.line.version
        stored = self._store.line(version)
        if stored is not None:
            if stored.octets != encode_line(signed_line):
                raise self._altered(version)
            return 0
        before = self.sound_line(version - 1)
        if (before is None and version > 1) or not follows(before, signed_line, all_terms):
            raise self._altered(version)
        self._store.insert(signed_line, sequence)
        return 1

    def _append_missing(self, streamed_version: int, all_terms: list[JackpotTerms]) -> int:
        """Append the stored lines that the stream has lost."""
        appended = 0
        before = self.sound_line(streamed_version)
        for stored in self._store.lines_after(streamed_version):
            signed_line = self._sound_line(stored)
            if not follows(before, signed_line, all_terms):
                raise self._altered(stored.version)
            self._sequence = self._stream.append(signed_line, self._sequence)
            before, appended = signed_line, appended + 1
        return appended

    def _sound_line(self, stored: StoredLine) -> SignedLine:
        try:
            signed_line = stored.signed_line
        except msgspec.DecodeError:
            raise self._altered(stored.version) from None
        is_own = signed_line.line.version == stored.version
        if not is_own or not is_sound(signed_line, self._keeper_public):
            raise self._altered(stored.version)
        return signed_line

    def _altered(self, version: int) -> LineAltered:
        return LineAltered(self._store.jackpot_name, version)
