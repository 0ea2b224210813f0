"""The journal in a bundle as rounds are recalled from it, segment by segment."""

from collections.abc import Iterator

from firmware.core.vocabulary.panel import Text
from firmware.shell.evidence.bundle import EvidenceBundle
from firmware.shell.evidence.links import BundleLink, bundle_links
from firmware.shell.journal import JournalDamaged, NumberedRecord
from firmware.shell.journal.header import SegmentHeader
from firmware.shell.journal.records import JournalRecord
from firmware.shell.recall import RecalledRound
from firmware.shell.recall.recent_rounds import recall_from


def bundle_round(bundle: EvidenceBundle, number: int) -> RecalledRound | None:
    """Return a round of a bundle, None if it does not have it. Raises JournalError, and
    msgspec.DecodeError on a record of another program.
    """
    source = _BundleSource(bundle)
    segments = source.segments()
    rounds = recall_from(source, segments[0], number, number).rounds if segments else ()
    return rounds[0] if rounds else None


class _BundleSource:
    """A source of records: the links of a bundle."""

    def __init__(self, bundle: EvidenceBundle) -> None:
        self._bundle = bundle

    def segments(self) -> list[int]:
        """Return the segments, the oldest first."""
        headers = (link.decoded for link in self._links())
        return [header.segment for header in headers if isinstance(header, SegmentHeader)]

    def segment_records(self, number: int) -> Iterator[NumberedRecord]:
        """Return the records of one segment. Raises JournalDamaged where links are broken."""
        segment, next_record = 0, 0
        for link in self._links():
            match link.decoded:
                case SegmentHeader() as header:
                    segment = header.segment
                case JournalRecord() as record if segment == number:
                    next_record = record.number + 1
                    yield NumberedRecord(record.number, record.payload)
                case None if segment == number:
                    raise JournalDamaged(
                        next_record, Text("recall.damaged", {"number": next_record})
                    )

    def _links(self) -> Iterator[BundleLink]:
        return bundle_links(self._bundle.data, *self._bundle.journal_range)
