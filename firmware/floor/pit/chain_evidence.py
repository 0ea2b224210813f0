"""The evidence of a pit's chain: each entry is signed for its place by the key of the bundle."""

from collections.abc import Iterator
from typing import Final

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.floor.pit.chain_entries import (
    AnyEntry,
    EntriesMissing,
    FormFiled,
    decode_entry,
    is_signed_entry,
)
from firmware.shell.evidence.bundle import EvidenceBundle
from firmware.shell.evidence.content import ContentAccount, JournalContent, WholeJournal
from firmware.shell.evidence.links import bundle_links
from firmware.shell.journal.header import SegmentHeader
from firmware.shell.journal.records import JournalRecord


def _chain_account(bundle: EvidenceBundle) -> ContentAccount:
    problems, entries = list[Text](), list[AnyEntry]()
    for record, is_signed in _judged_records(bundle):
        if not is_signed:
            problems.append(Text("pit.chain.forged", {"number": record.number}))
            continue
        try:
            entries.append(decode_entry(record.payload))
        except (msgspec.MsgspecError, UnicodeDecodeError):
            problems.append(Text("pit.chain.unreadable", {"number": record.number}))
    problems += [
        Text("pit.chain.missing", {"number": entry.last})
        for entry in entries
        if isinstance(entry, EntriesMissing)
    ]
    return ContentAccount(tuple(problems), _summary(entries))


def _judged_records(bundle: EvidenceBundle) -> Iterator[tuple[JournalRecord, bool]]:
    identity, public_key = b"", bundle.valid_statement.public_key
    for link in bundle_links(bundle.data, *bundle.journal_range):
        if isinstance(link.decoded, SegmentHeader):
            identity = link.decoded.identity
        elif isinstance(link.decoded, JournalRecord):
            yield link.decoded, is_signed_entry(link.decoded, identity, public_key)


def _summary(entries: list[AnyEntry]) -> tuple[Text, ...]:
    forms = [entry.number for entry in entries if isinstance(entry, FormFiled)]
    if not forms:
        return (Text("pit.chain.entries", {"count": len(entries)}),)
    values = {"count": len(entries), "first": min(forms), "last": max(forms)}
    return (Text("pit.chain.entries_and_forms", dict(values)),)


PIT_CONTENT: Final = JournalContent("pit", WholeJournal, _chain_account)
