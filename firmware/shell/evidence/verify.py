"""Verification of a bundle on another machine: the alterations, and the first altered record."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.shell.evidence.bundle import (
    DIGESTS_PART,
    JOURNAL_PART,
    BundleStatement,
    EvidenceBundle,
)
from firmware.shell.evidence.links import (
    Alteration,
    AlterationKind,
    SignedLinks,
    first_alteration,
    first_broken_record,
)
from firmware.shell.evidence.table_evidence import TABLE_CONTENT

RECORD_KEYS: Final[Mapping[AlterationKind, str]] = {
    "changed": "evidence.changed",
    "cut": "evidence.cut",
    "inserted": "evidence.inserted",
    "moved": "evidence.moved",
}
HEADER_KEYS: Final[Mapping[AlterationKind, str]] = {
    "changed": "evidence.header_changed",
    "cut": "evidence.header_cut",
    "inserted": "evidence.header_inserted",
    "moved": "evidence.header_moved",
}


def bundle_problems(bundle: EvidenceBundle) -> Iterator[Text]:
    """Yield every problem of a table's bundle, in words; none if it is as its device signed it."""
    is_unaltered = True
    for text in alterations(bundle):
        is_unaltered = False
        yield text
    if is_unaltered:
        yield from TABLE_CONTENT.account(bundle).problems


def alterations(bundle: EvidenceBundle) -> Iterator[Text]:
    """Yield the differences of a bundle from the one that its device signed.

    If its signature is invalid, only the chain of its records is checked.
    """
    statement = bundle.statement
    if statement is None or not bundle.is_signed:
        yield Text("evidence.signature" if statement else "evidence.statement")
        yield from _chain_problems(bundle)
        return
    yield from _size_problems(bundle)
    yield from _part_problems(bundle, statement)
    yield from _record_problems(bundle, statement)


def _chain_problems(bundle: EvidenceBundle) -> Iterator[Text]:
    broken_record = first_broken_record(bundle.data, *bundle.journal_range)
    if broken_record is not None:
        yield Text("evidence.chain", {"number": broken_record})


def _size_problems(bundle: EvidenceBundle) -> Iterator[Text]:
    actual_size, signed_size = len(bundle.data), bundle.stated_size
    if actual_size != signed_size:
        key = "evidence.truncated" if actual_size < signed_size else "evidence.extended"
        yield Text(key, {"found": actual_size, "signed": signed_size})


def _part_problems(bundle: EvidenceBundle, statement: BundleStatement) -> Iterator[Text]:
    for part in statement.parts:
        is_wrong = sha256(bundle.part_octets(part.name)).hexdigest() != part.sha256
        if is_wrong and part.name not in (DIGESTS_PART, JOURNAL_PART):
            yield Text("evidence.part", {"name": part.name})


def _record_problems(bundle: EvidenceBundle, statement: BundleStatement) -> Iterator[Text]:
    digests = bundle.part_octets(DIGESTS_PART)
    listed_digests = {part.name: part.sha256 for part in statement.parts}
    if sha256(digests).hexdigest() != listed_digests.get(DIGESTS_PART):
        yield Text("evidence.list")
        yield from _chain_problems(bundle)
        return
    signed_links = SignedLinks(digests, statement.first, statement.segments)
    alteration = first_alteration(bundle.data, *bundle.journal_range, signed_links)
    if alteration is not None:
        yield _alteration_text(alteration, signed_links)
        return
    yield from _chain_problems(bundle)
    if not _ends_as_stated(signed_links, statement):
        yield Text("evidence.head")


def _ends_as_stated(signed_links: SignedLinks, statement: BundleStatement) -> bool:
    """Return whether the list has the statement's number of records, and ends with its head."""
    if len(signed_links) != statement.records + len(statement.segments):
        return False
    return len(signed_links) > 0 and signed_links[len(signed_links) - 1].hex() == statement.head


def _alteration_text(alteration: Alteration, signed_links: SignedLinks) -> Text:
    is_header = signed_links.is_header(alteration.link_index)
    key = (HEADER_KEYS if is_header else RECORD_KEYS)[alteration.kind]
    return Text(key, {"number": signed_links.record_number(alteration.link_index)})
