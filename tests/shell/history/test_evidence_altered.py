"""Whatever is done to a bundle of evidence is noticed and named."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from firmware.shell.evidence.bundle import (
    BUNDLE_MAGIC,
    DIGESTS_PART,
    JOURNAL_PART,
    METERS_PART,
    RULES_PART,
    BundlePart,
    BundleStatement,
    EvidenceBundle,
    NotABundle,
    statement_octets,
)
from firmware.shell.evidence.export import export_bundle
from firmware.shell.evidence.links import BundleLink, bundle_links
from firmware.shell.evidence.verify import bundle_problems
from firmware.shell.journal import ChainHead
from firmware.shell.journal.header import SegmentHeader
from firmware.shell.journal.records import JournalRecord, encode_record
from firmware.shell.trust.keys import DeviceKey
from tests.kits.evidence.short_evening import MADE, copies, leave, play
from tests.kits.offenders import each
from tests.kits.shell.bits import bits_of
from tests.kits.shell.loop_kit import STAMP


@pytest.fixture(scope="module")
def whole(device: DeviceKey, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return a bundle of three rounds in several segments."""
    place = tmp_path_factory.mktemp("whole")
    leave(play(place, 3))
    export_bundle(copies(place), place / "bundle", device, MADE)
    return (place / "bundle").read_bytes()


def wrong(data: bytes) -> list[tuple[str, Any]]:
    """Return what is found of a bundle: the last word of each key, and the record, if any."""
    found = bundle_problems(EvidenceBundle.parse(data))
    return [(text.key.partition(".")[2], text.values.get("number")) for text in found]


def split(data: bytes) -> tuple[bytes, list[BundleLink], BundleStatement]:
    """Return what stands before the journal, its links, and the statement."""
    bundle = EvidenceBundle.parse(data)
    assert bundle.statement is not None
    start, end = bundle.part_range(JOURNAL_PART)
    return data[:start], list(bundle_links(data, start, end)), bundle.statement


def number(at: int, all_links: list[BundleLink]) -> int:
    """Return the number of a link: of a header, that of the record behind it."""
    return next(
        link.decoded.number for link in all_links[at:] if isinstance(link.decoded, JournalRecord)
    )


def named(how: str, at: int, all_links: list[BundleLink]) -> list[tuple[str, Any]]:
    header = "header_" if isinstance(all_links[at].decoded, SegmentHeader) else ""
    return [(f"{header}{how}", number(at, all_links))]


def touched(data: bytes) -> list[tuple[str, Any]]:
    """Return what is said of the journal alone."""
    return [found for found in wrong(data) if found[0] not in ("truncated", "extended")]


def joined(before: bytes, raws: list[bytes]) -> bytes:
    return before + b"".join(raws)


@pytest.mark.clause("AGCO 15.1 chain")
def test_changed_record_is_named(whole: bytes) -> None:
    before, all_links, _ = split(whole)
    for at, link in enumerate(all_links):
        raws = [one.raw for one in all_links]
        raws[at] = link.raw[:-1] + bytes([link.raw[-1] ^ 1])
        assert wrong(joined(before, raws)) == named("changed", at, all_links)


@pytest.mark.clause("AGCO 15.1 chain")
def test_cut_record_is_named(whole: bytes) -> None:
    before, all_links, _ = split(whole)
    for at in range(len(all_links)):
        raws = [one.raw for one in all_links]
        del raws[at]
        assert touched(joined(before, raws)) == named("cut", at, all_links)


@pytest.mark.clause("AGCO 15.1 chain")
def test_inserted_record_is_named(whole: bytes) -> None:
    before, all_links, _ = split(whole)
    for at in range(len(all_links)):
        raws = [one.raw for one in all_links]
        raws.insert(at, all_links[(at * 7 + 3) % len(all_links)].raw[:-1] + b"!")
        assert touched(joined(before, raws)) == named("inserted", at, all_links)


@pytest.mark.clause("AGCO 15.1 chain")
def test_reordered_records_are_named(whole: bytes) -> None:
    before, all_links, _ = split(whole)
    for at in range(len(all_links) - 1):
        raws = [one.raw for one in all_links]
        raws[at], raws[at + 1] = raws[at + 1], raws[at]
        assert wrong(joined(before, raws)) == named("moved", at, all_links)


def rechained(raws: list[bytes]) -> list[bytes]:
    """Return the links as a forger without the key would chain them again."""
    head, chained = ChainHead(0, b""), []
    for raw in raws:
        (link,) = bundle_links(raw, 0, len(raw))
        if isinstance(link.decoded, JournalRecord):
            raw, head = encode_record(link.decoded.payload, head, link.decoded.commit_index)
        elif isinstance(link.decoded, SegmentHeader):
            header = link.decoded
            if chained:
                header = replace_place(header, head)
            raw, head = header.raw, header.genesis_head
        chained.append(raw)
    return chained


def replace_place(header: SegmentHeader, head: ChainHead) -> SegmentHeader:
    before = SegmentHeader.for_new_journal(
        STAMP, header.identity, header.place._replace(starting_head=head)
    )
    assert before.segment == header.segment
    return before


def records_at(all_links: list[BundleLink]) -> Iterator[int]:
    """Yield where there are two records in a row."""
    for at, link in enumerate(all_links[:-1]):
        if isinstance(link.decoded, JournalRecord) and isinstance(
            all_links[at + 1].decoded, JournalRecord
        ):
            yield at


def test_rechained_forgery_named_by_its_kind(whole: bytes) -> None:
    before, all_links, _ = split(whole)
    for at in records_at(all_links):
        raws = [one.raw for one in all_links]
        altered = encode_record(all_links[at].decoded.payload + b" ", ChainHead(0, b"\0" * 32), 0)[
            0
        ]  # type: ignore[union-attr]
        changed = [*raws[:at], altered, *raws[at + 1 :]]
        cut = [*raws[:at], *raws[at + 1 :]]
        inserted = [*raws[:at], altered, *raws[at:]]
        moved = [*raws[:at], raws[at + 1], raws[at], *raws[at + 2 :]]
        for how, done in (
            ("changed", changed),
            ("cut", cut),
            ("inserted", inserted),
            ("moved", moved),
        ):
            forged = joined(before, rechained(done))
            assert touched(forged) == named(how, at, all_links), (at, how)


def test_altered_list_or_statement_found(whole: bytes) -> None:
    before, all_links, _ = split(whole)
    start, _ = EvidenceBundle.parse(whole).part_range(DIGESTS_PART)
    raws = [one.raw for one in all_links]
    at = next(records_at(all_links)) + 2
    raws[at] = raws[at][:-1] + b"!"
    listed = bytearray(before)
    listed[start + 40] ^= 1
    assert wrong(joined(bytes(listed), raws)) == [("list", None), ("chain", number(at, all_links))]
    stated = bytearray(before)
    stated[len(BUNDLE_MAGIC) + 60] ^= 1
    found = wrong(joined(bytes(stated), raws))
    assert found[0][0] in ("signature", "statement")
    assert found[1:] == [("chain", number(at, all_links))]


def test_statement_of_another_signer_named(whole: bytes, tmp_path: Path) -> None:
    other = DeviceKey.enrol(tmp_path)
    bundle = EvidenceBundle.parse(whole)
    assert bundle.statement is not None
    mine = statement_octets(bundle.statement, other.sign_octets(bundle.statement.canonical_text()))
    assert wrong(mine + whole[bundle.parts_offset :]) == [("signature", None)]
    claimed = replace(bundle.statement, device=other.public_key.hex())
    taken = EvidenceBundle.parse(
        statement_octets(claimed, other.sign_octets(claimed.canonical_text()))
        + whole[bundle.parts_offset :]
    )
    assert list(bundle_problems(taken)) == []
    assert taken.statement is not None
    assert taken.statement.public_key == other.public_key


def small(whole: bytes, device: DeviceKey) -> bytes:
    """Return a sound bundle with few records and a pack of one octet."""
    _, all_links, stated = split(whole)
    bundle = EvidenceBundle.parse(whole)
    links = all_links[:4]
    parts = {
        METERS_PART: msgspec.json.encode({"round": 0, "meters": {}}),
        RULES_PART: b"#",
        DIGESTS_PART: b"".join(link.digest for link in links),
        JOURNAL_PART: b"".join(link.raw for link in links),
    }
    named = tuple(BundlePart(n, len(data), sha256(data).hexdigest()) for n, data in parts.items())
    assert bundle.statement is not None
    statement = replace(stated, records=3, segments=(0,), head=links[-1].digest.hex(), parts=named)
    return statement_octets(statement, device.sign_octets(statement.canonical_text())) + b"".join(
        parts.values()
    )


@each("states", ({"records": 2}, {"records": 4}, {"head": "00" * 32}))
def test_statement_of_another_end_noticed(
    states: dict[str, Any], whole: bytes, device: DeviceKey
) -> None:
    bundle = EvidenceBundle.parse(small(whole, device))
    assert bundle.statement is not None
    stated = replace(bundle.statement, **states)
    forged = statement_octets(stated, device.sign_octets(stated.canonical_text())) + bytes(
        bundle.data[bundle.parts_offset :]
    )
    assert ("head", None) in wrong(forged)


@pytest.mark.clause("AGCO 15.1 chain")
def test_every_bit_counts(whole: bytes, device: DeviceKey) -> None:
    data = small(whole, device)
    assert wrong(data) == []
    unnoticed = [
        (at, bit)
        for at in range(len(data))
        for bit in bits_of(at)
        if is_sound(data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :])
    ]
    assert unnoticed == []


def is_sound(data: bytes) -> bool:
    try:
        return next(bundle_problems(EvidenceBundle.parse(data)), None) is None
    except NotABundle:
        return False


def test_cut_or_extended_bundle_noticed(whole: bytes, device: DeviceKey) -> None:
    data = small(whole, device)
    assert not any(is_sound(data[:length]) for length in range(len(data)))
    assert not is_sound(data + b"\0")
    assert not is_sound(data + data[-100:])


def test_first_missing_record_is_named(
    whole: bytes,
) -> None:
    _, all_links, _ = split(whole)
    for at in records_at(all_links):
        for left in (0, 1, len(all_links[at].raw) - 1):
            found = wrong(whole[: all_links[at].start + left])
            assert found == [("truncated", None), ("cut", number(at, all_links))]


@pytest.mark.parametrize("data", [b"", b"\0", b"PK\3\4", BUNDLE_MAGIC[:-1], b"x" * 10_000])
def test_other_file_is_refused(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "bundle").write_bytes(data)
    with pytest.raises(NotABundle):
        EvidenceBundle.open(tmp_path / "bundle")


def test_lengths_beyond_the_file_are_unsound(whole: bytes, device: DeviceKey) -> None:
    assert not is_sound(BUNDLE_MAGIC + b"\xff\xff\xff\xff" + whole[len(BUNDLE_MAGIC) + 4 :])
    assert not is_sound(BUNDLE_MAGIC + b"\0\0\0\0")
    _, _, stated = split(whole)
    for size in (-1, 1 << 62):
        part = replace(stated.parts[0], size=size)
        more = replace(stated, parts=(part, *stated.parts[1:]))
        assert not is_sound(
            statement_octets(more, device.sign_octets(more.canonical_text())) + whole[-1000:]
        )
