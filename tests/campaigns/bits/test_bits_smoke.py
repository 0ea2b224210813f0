"""The campaign of flipped bits, small; and that it can fail."""

from zlib import crc32

import pytest

from firmware.shell.journal import Archive, records
from firmware.shell.trust import manifest
from tests.campaigns.bits.bits import Case, run
from tests.campaigns.bits.bits_files import MANIFEST_FILE, SIGNATURE_FILE, SMALL, TreeCase
from tests.campaigns.bits.bits_journal import (
    HEADER_OCTETS,
    JournalCase,
    Where,
    region,
    small_journal,
)
from tests.campaigns.bits.bits_large import LargeCase, large_journal


@pytest.mark.clause("Practice flipped bits")
def test_flipped_bits_noticed_or_unread() -> None:
    report = run(flips=60, seed=1, processes=1, large=300_000, every=4999)
    assert [found.examples for found in report.found if found.examples] == []
    assert report.unnoticed == 0
    assert all(found.noticed for found in report.found)
    assert report.flips > 200


def has_unnoticed(case: Case, bits: range) -> bool:
    return any(verdict.startswith("unnoticed:") for verdict in case.verdicts(bits))


def kinds(case: Case, bits: range) -> set[str]:
    return {verdict.partition(":")[0] for verdict in case.verdicts(bits)}


class Blind:
    """A hash that is the same of everything."""

    def __init__(self, _: bytes) -> None: ...
    def digest(self) -> bytes:
        return bytes(32)


def trusting(image: bytes, at: int) -> records.JournalRecord | None:
    """Decode a record whatever its checksum says."""
    raw = bytearray(image[at:])
    length = int.from_bytes(raw[8:12], "big")
    raw[4:8] = crc32(raw[8 : records.RECORD_OVERHEAD + length]).to_bytes(4, "big")
    return decode(bytes(raw), 0)


decode = records.decode_record


@pytest.mark.parametrize("where", ["the first copy", "both copies"])
def test_reader_without_checksums_found(where: Where, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "decode_record", trusting)
    monkeypatch.setattr(records, "sha256", Blind)
    case = JournalCase(small_journal(1), where)
    assert has_unnoticed(case, range(0, case.bits, 1499))


def test_blind_scan_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Archive, "repair_segment", lambda *_: [])
    case = LargeCase(large_journal(300_000, 1), 1, 50)
    assert has_unnoticed(case, range(1, 50))


def test_unverified_manifest_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    case = TreeCase("", SMALL, (SIGNATURE_FILE, MANIFEST_FILE))
    assert kinds(case, range(64)) == {"noticed"}
    monkeypatch.setattr(manifest, "is_signed_by", lambda *_: True)
    assert kinds(case, range(64)) == {"unnoticed"}


def test_regions_of_a_segment_are_named() -> None:
    image = small_journal(1)[0][1]
    named = list(dict.fromkeys(region(image, at) for at in range(0, len(image), 4)))
    assert named[:8] == [
        *("header", "header's padding", "seal", "seal's padding", "first anchor"),
        *("first anchor's padding", "second anchor", "second anchor's padding"),
    ]
    assert named[8] == region(image, HEADER_OCTETS) == "records"
