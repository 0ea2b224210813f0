"""Whether a later bundle continues an earlier one, or contains a head that was written down."""

from collections.abc import Iterator
from itertools import count
from typing import Literal, NamedTuple

from firmware.core.vocabulary.panel import Text, TextValues
from firmware.shell.evidence.bundle import DIGESTS_PART, JOURNAL_PART, EvidenceBundle
from firmware.shell.evidence.links import SignedLinks, bundle_records
from firmware.shell.history.journal_entries import named_setting
from firmware.shell.journal import ChainHead
from firmware.shell.journal.header import HEADER_OCTETS, SegmentHeader
from firmware.shell.trust.keys import fingerprint


class SuccessionVerdict(NamedTuple):
    """A comparison: proven, contradicted, or left open because the records needed are absent."""

    outcome: Literal["proven", "contradicted", "open"]
    verdict_text: Text


class NotedHead(NamedTuple):
    """A head as it was shown at a closing: a record's number, first hex digits of its digest."""

    number: int
    digest_digits: str


def compare_bundles(earlier: EvidenceBundle, later: EvidenceBundle) -> SuccessionVerdict:
    """Compare two verified bundles: the later one must contain the last record of the earlier."""
    old_records, new_records = _BundleRecords(earlier), _BundleRecords(later)
    old_device, new_device = (
        fingerprint(records.statement.public_key) for records in (old_records, new_records)
    )
    if old_device != new_device and not _names_device(later, new_device):
        return SuccessionVerdict("contradicted", Text("evidence.other_devices"))
    first_common = max(old_records.first_record, new_records.first_record)
    differing = _first_difference(old_records, new_records, first_common)
    if differing is not None:
        return SuccessionVerdict("contradicted", Text("evidence.differs", {"number": differing}))
    last_old = old_records.end_record - 1
    # not contradicted: the records between may exist in another bundle
    if new_records.first_record > old_records.end_record:
        return SuccessionVerdict(
            "open", Text("evidence.gap", {"number": new_records.first_record, "last": last_old})
        )
    if new_records.end_record < old_records.end_record:
        return SuccessionVerdict(
            "open", Text("evidence.short", {"number": new_records.end_record - 1, "last": last_old})
        )
    if old_device != new_device:
        values: TextValues = {"number": last_old, "fingerprint": new_device}
        return SuccessionVerdict("proven", Text("evidence.adopted", values))
    return SuccessionVerdict("proven", Text("evidence.continues", {"number": last_old}))


def _names_device(bundle: EvidenceBundle, device: str) -> bool:
    """Return whether a table's journal says that this device continues it."""
    return any(
        setting is not None and setting.device == device
        for setting in (named_setting(payload) for _, payload in bundle_records(bundle))
    )


def _first_difference(
    old_records: "_BundleRecords", new_records: "_BundleRecords", first_common: int
) -> int | None:
    digest_pairs = zip(
        count(first_common),
        old_records.digests_from(first_common),
        new_records.digests_from(first_common),
        strict=False,
    )
    differs = next(
        (number for number, old_digest, new_digest in digest_pairs if old_digest != new_digest),
        None,
    )
    if (
        differs is None
        and new_records.first_record == old_records.end_record
        and not new_records.continues(old_records)
    ):
        return old_records.end_record - 1
    return differs


def contains_head(bundle: EvidenceBundle, noted_head: NotedHead) -> SuccessionVerdict:
    """Compare a verified bundle with a head that was written down."""
    history = _BundleRecords(bundle)
    if not history.first_record <= noted_head.number < history.end_record:
        return SuccessionVerdict("open", Text("evidence.no_record", {"number": noted_head.number}))
    digest = next(history.digests_from(noted_head.number)).hex()
    values: TextValues = {"number": noted_head.number, "digits": noted_head.digest_digits}
    if digest.startswith(noted_head.digest_digits):
        return SuccessionVerdict("proven", Text("evidence.as_noted", values))
    return SuccessionVerdict("contradicted", Text("evidence.not_as_noted", values))


class _BundleRecords:
    """The records of a bundle by their numbers: from `first_record` on, before `end_record`."""

    def __init__(self, bundle: EvidenceBundle) -> None:
        self.statement = bundle.valid_statement
        self.first_record = self.statement.first
        self.end_record = self.statement.first + self.statement.records
        self._evidence_bundle = bundle
        self._signed_links = SignedLinks(
            bundle.part_octets(DIGESTS_PART), self.first_record, self.statement.segments
        )

    def digests_from(self, first_number: int) -> Iterator[bytes]:
        """Yield the digests of the records, from that one on."""
        link_indices = range(len(self._signed_links))
        return (
            self._signed_links[link_index]
            for link_index in link_indices
            if not self._signed_links.is_header(link_index)
            and self._signed_links.record_number(link_index) >= first_number
        )

    def continues(self, old_records: "_BundleRecords") -> bool:
        """Return whether its first header continues from the last record of `old_records`."""
        start, _ = self._evidence_bundle.part_range(JOURNAL_PART)
        header = SegmentHeader.parse(self._evidence_bundle.data[start : start + HEADER_OCTETS])
        last_digest = bytes.fromhex(old_records.statement.head)
        return header is not None and header.place.starting_head == ChainHead(
            old_records.end_record, last_digest
        )
