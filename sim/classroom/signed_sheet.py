"""A trainee's sheet, signed with the key of his table: its lines with the journal's records.

Each line has the records of the table's journal from the exercise's first to its last one. Each
record has the digest of the one before, and the line has that of the last one, so that no record
can be changed, left out or put in; and the whole is signed. A file has one such sheet a line.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.journal import DirectoryCopy, JournalError
from firmware.shell.journal.records import ChainHead, decode_record
from firmware.shell.journal.segments import readable_segments
from firmware.shell.trust.keys import DeviceKey, is_signed_by
from firmware.shell.words.decode_words import decode_reason
from firmware.shell.words.os_words import os_failure
from sim.web.bench.table_dir import STATE_FOLDER
from sim.web.school.sheet import SheetLine

SHEET_KIND: Final = "croupier school sheet 1"
JOURNAL_COPY: Final = Path(STATE_FOLDER) / "journal" / "first"
KEY_OCTETS: Final = 32


class SignedLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line, and the raw records of the table's journal that it was seen in."""

    line: SheetLine
    records: tuple[bytes, ...] = ()


class SignedSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The signature covers the text without itself."""

    kind: str
    device: str
    """The table's public key, hex."""
    trainee: str
    made: str
    lines: tuple[SignedLine, ...]
    signature: bytes = b""

    def canonical_text(self) -> bytes:
        """Return the one text that this sheet has."""
        return msgspec.json.encode(self, order="sorted")

    def unsigned_text(self) -> bytes:
        """Return the signed text."""
        return msgspec.structs.replace(self, signature=b"").canonical_text()


def sign_sheet(
    trainee: str, lines: Iterable[SheetLine], folder: Path, device: DeviceKey, made_at: str
) -> SignedSheet:
    """Return the signed sheet of a trainee whose table has its journals in `folder`."""
    signed_lines = tuple(SignedLine(line, seen_records(folder, line)) for line in lines)
    sheet = SignedSheet(SHEET_KIND, device.public_key.hex(), trainee, made_at, signed_lines)
    return msgspec.structs.replace(sheet, signature=device.sign_octets(sheet.unsigned_text()))


def seen_records(folder: Path, line: SheetLine) -> tuple[bytes, ...]:
    """Return the records of a line, from the journal that has them; none if no table saw it."""
    if line.first_record is None or line.last_record is None:
        return ()
    for journal in sorted(folder.glob(f"*/{JOURNAL_COPY}"), reverse=True):
        records = _journal_records(journal)[line.first_record : line.last_record + 1]
        if records and sha256(records[-1]).hexdigest() == line.digest:
            return records
    return ()


def _journal_records(journal: Path) -> tuple[bytes, ...]:
    try:
        segments = readable_segments([DirectoryCopy(journal)])
        return tuple(
            record for number in segments.numbers for record in segments.read(number)[1].raw_records
        )
    except (JournalError, OSError):
        return ()


# verification


def read_sheets(path: Path) -> list[SignedSheet]:
    """Return the sheets of a file. Raises RequestFailed, with the line, on anything else."""
    try:
        rows = path.read_bytes().splitlines()
    except OSError as error:
        raise RequestFailed(os_failure(error, str(path))) from None
    if not rows:
        raise RequestFailed(Text("class.verify.empty", {"path": str(path)}))
    return [_decoded_sheet(f"{path}:{number}", row) for number, row in enumerate(rows, start=1)]


def _decoded_sheet(place: str, row: bytes) -> SignedSheet:
    try:
        return msgspec.json.decode(row, type=SignedSheet)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        reason = Text("class.verify.no_sheet", {"why": decode_reason(error)})
        raise RequestFailed(Text("registry.at", {"place": place, "what": reason})) from None


def sheet_findings(sheet: SignedSheet) -> Iterator[Text]:
    """Yield why a sheet does not hold; nothing if it does."""
    try:
        public_key = bytes.fromhex(sheet.device)
    except ValueError:
        public_key = b""
    is_known = sheet.kind == SHEET_KIND and len(public_key) == KEY_OCTETS
    if not is_known or not is_signed_by(public_key, sheet.unsigned_text(), sheet.signature):
        yield Text("class.verify.forged", {"name": sheet.trainee})
        return
    for number, signed_line in enumerate(sheet.lines, start=1):
        if not _is_chained(signed_line):
            yield Text("class.verify.unchained", {"name": sheet.trainee, "number": number})


def _is_chained(signed_line: SignedLine) -> bool:
    """Return whether the records are those of the line, without a gap."""
    line, head = signed_line.line, None
    if line.first_record is None:
        return not signed_line.records  # a drill, which no table saw
    for number, raw in enumerate(signed_line.records, start=line.first_record):
        record = decode_record(raw, 0)
        if record is None or record.raw != raw or record.number != number:
            return False
        if head is not None and not record.follows(head):
            return False
        head = ChainHead(number + 1, sha256(raw).digest())
    last_head = None if line.last_record is None else line.last_record + 1
    return head is not None and (head.records, head.digest.hex()) == (last_head, line.digest)
