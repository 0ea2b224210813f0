"""Writing a bundle: the journal is read and never touched, and the file is there whole or not."""

import fcntl
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from hashlib import file_digest, sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Final

import msgspec

from firmware import __version__
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.device.atomic_file import sync_directory
from firmware.shell.device.program import PROGRAM_ROOT
from firmware.shell.evidence.bundle import (
    BUNDLE_KIND,
    DIGESTS_PART,
    JOURNAL_PART,
    METERS_PART,
    PACK_PARTS,
    RULES_PART,
    BundlePart,
    BundleStatement,
    MetersAtRound,
    statement_octets,
)
from firmware.shell.evidence.content import (
    ALL_ROUNDS,
    BundleEnd,
    BundleExtent,
    JournalContent,
    LinkPosition,
    RoundRange,
)
from firmware.shell.evidence.links import DIGEST_OCTETS
from firmware.shell.evidence.pack_archive import archived_contents, encoded_lineage
from firmware.shell.evidence.table_evidence import TABLE_CONTENT
from firmware.shell.journal import DirectoryCopy, JournalCopy
from firmware.shell.journal.records import RECORD_OVERHEAD
from firmware.shell.journal.segments import Segments, readable_segments
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.trust.keys import DeviceKey
from firmware.shell.trust.manifest import SIGNED_FILES


def export_bundle(
    copies: Sequence[JournalCopy],
    output_path: Path,
    device: DeviceKey,
    made_at: str,
    round_range: RoundRange = ALL_ROUNDS,
    content: JournalContent = TABLE_CONTENT,
) -> BundleStatement:
    """Write a bundle and return its statement. Raises OSError, JournalError; RequestFailed if there
    is nothing to write, or the copies are of two journals.

    If a service has the journal of a table open, the bundle ends before the present shoe.
    """
    segments, extent = readable_segments(copies), content.extent(round_range)
    if len(segments.identities) > 1:
        raise RequestFailed(Text("evidence.two_journals", {"copies": segments.copy_names}))
    with ExitStack() as stack:
        spool_files = [stack.enter_context(_temporary_beside(output_path)) for _ in range(2)]
        bundle_end = _LinkCopier(*spool_files).copy_bundle(segments, extent, copies)
        parts = [
            *_small_parts(bundle_end.meters, copies),
            *zip((DIGESTS_PART, JOURNAL_PART), spool_files, strict=True),
        ]
        statement = BundleStatement(
            kind=BUNDLE_KIND,
            device=device.public_key.hex(),
            made=made_at,
            version=__version__,
            game=segments.live_header.decoded_stamp().game,
            first=bundle_end.position.segments[0],
            records=bundle_end.position.record_count,
            segments=bundle_end.position.segments,
            rounds=bundle_end.rounds,
            head=_last_digest(spool_files[0]).hex(),
            ending=bundle_end.reason,
            parts=tuple(_described_part(name, file) for name, file in parts),
        )
        leading_octets = statement_octets(statement, device.sign_octets(statement.canonical_text()))
        _write_bundle(output_path, [BytesIO(leading_octets), *(file for _, file in parts)])
    return statement


def _temporary_beside(output_path: Path) -> IO[bytes]:
    try:
        return TemporaryFile(dir=output_path.parent)
    except OSError as error:
        error.filename = str(output_path)  # the temporary file has a name that nobody has typed
        raise


def _is_open_elsewhere(copy: JournalCopy) -> bool:
    """Return whether a service has a copy open, without taking it."""
    if not isinstance(copy, DirectoryCopy):
        return False
    try:
        lock_descriptor = os.open(copy.name, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return False
    try:
        # shared and at once released: it never keeps a service from its journal
        fcntl.flock(lock_descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(lock_descriptor)
    return False


class _LinkCopier:
    """Copies the links of a journal and their digests, up to `position`."""

    def __init__(self, digest_file: IO[bytes], journal_file: IO[bytes]) -> None:
        self.position = LinkPosition()
        self._digest_file = digest_file
        self._journal_file = journal_file

    def copy_bundle(
        self, segments: Segments, extent: BundleExtent, copies: Sequence[JournalCopy]
    ) -> BundleEnd:
        """Copy the links of a bundle; return its end. Raises JournalDamaged; CannotBeDone if
        nothing is left.
        """
        is_whole = self.copy_links(segments, extent)
        # looked at after copying: a service may have begun meanwhile
        in_use = any(map(_is_open_elsewhere, copies))
        bundle_end = extent.bundle_end(self.position, in_use=in_use)
        self.truncate_to(bundle_end.position)
        is_damaged = bundle_end.reason == "whole" and not is_whole
        return bundle_end._replace(reason="damaged") if is_damaged else bundle_end

    def copy_links(self, segments: Segments, extent: BundleExtent) -> bool:
        """Copy the links of the extent; return False if the journal is damaged before its end.
        Raises JournalDamaged if not even a header can be read.
        """
        for number in range(extent.first_segment(segments), segments.live_header.segment + 1):
            _, history = segments.read(number)
            starting_record = history.header.place.starting_head.records
            self._add_link(history.header.raw)
            self.position = self.position._replace(
                segments=(*self.position.segments, starting_record)
            )
            for raw_record in history.raw_records:
                if not extent.take_record(raw_record[RECORD_OVERHEAD:], self.position):
                    return True
                self._add_link(raw_record)
                self.position = self.position._replace(record_count=self.position.record_count + 1)
            if history.chain_break:
                return False
        return True

    def truncate_to(self, end_position: LinkPosition) -> None:
        """Truncate the copied links at a position."""
        self._digest_file.truncate(end_position.link_count * DIGEST_OCTETS)
        self._journal_file.truncate(end_position.octets)

    def _add_link(self, raw_record: bytes) -> None:
        self._journal_file.write(raw_record)
        self._digest_file.write(sha256(raw_record).digest())
        position = self.position
        self.position = position._replace(
            octets=position.octets + len(raw_record), link_count=position.link_count + 1
        )


def _small_parts(
    meters: MetersAtRound, copies: Sequence[JournalCopy]
) -> Iterator[tuple[str, IO[bytes]]]:
    yield METERS_PART, BytesIO(msgspec.json.encode(meters))
    yield RULES_PART, BytesIO(default_pack().source)
    yield from _rule_parts(copies)
    for name in SIGNED_FILES:
        if (PROGRAM_ROOT / name).exists():
            yield name, BytesIO((PROGRAM_ROOT / name).read_bytes())


def _rule_parts(copies: Sequence[JournalCopy]) -> Iterator[tuple[str, IO[bytes]]]:
    """Yield every rule pack by which the table has played, and the program's own."""
    directories = [Path(copy.name) for copy in copies if isinstance(copy, DirectoryCopy)]
    packs = archived_contents(directories) | encoded_lineage(default_pack())
    for digest in sorted(packs):
        yield f"{PACK_PARTS}{digest}", BytesIO(packs[digest])


def _described_part(name: str, file: IO[bytes]) -> BundlePart:
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    return BundlePart(name, size, file_digest(file, "sha256").hexdigest())  # type: ignore[arg-type]


def _last_digest(digest_file: IO[bytes]) -> bytes:
    digest_file.seek(-DIGEST_OCTETS, os.SEEK_END)
    return digest_file.read()


TEMPORARY_SUFFIX: Final = ".half"


def _write_bundle(output_path: Path, pieces: Sequence[IO[bytes]]) -> None:
    """Write to a new file. Raises FileExistsError if `output_path` exists."""
    temporary_path = output_path.with_name(output_path.name + TEMPORARY_SUFFIX)
    temporary_path.unlink(missing_ok=True)
    try:
        with open(temporary_path, "xb", opener=_open_owner_only) as file:
            for piece in pieces:
                piece.seek(0)
                shutil.copyfileobj(piece, file)
            file.flush()
            os.fsync(file.fileno())
        os.link(temporary_path, output_path)
    finally:
        temporary_path.unlink(missing_ok=True)
    sync_directory(output_path.parent)


def _open_owner_only(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
