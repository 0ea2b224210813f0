from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.shell.journal.header import (
    HEADER_OCTETS,
    UNCONFIRMED,
    Anchor,
    SegmentHeader,
    SegmentPlace,
    packed_anchor,
    sealed_head,
    sound_anchors,
)
from firmware.shell.journal.records import (
    LONGEST_PAYLOAD,
    RECORD_OVERHEAD,
    ChainHead,
    chained_records,
    decode_record,
    encode_record,
    sound_records,
)
from tests.kits.offenders import each
from tests.kits.shell.journal_copies import STAMP

GENESIS = ChainHead(0, bytes(range(32)))
PAYLOAD = b'{"n":1}'
# mark, CRC-32, length 7, place 2, number 0, hash before, payload
RECORD = bytes.fromhex(
    "c7524543 aec5a3ad 00000007 00000002 0000000000000000"
    "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f 7b226e223a317d"
)


def run(payloads: list[bytes], head: ChainHead = GENESIS) -> bytes:
    image = b""
    for payload in payloads:
        raw, head = encode_record(payload, head, 0)
        image += raw
    return image


def test_record_has_the_documented_layout() -> None:
    raw, head = encode_record(PAYLOAD, GENESIS, 2)
    assert raw == RECORD
    assert head == ChainHead(1, sha256(RECORD).digest())


@given(st.lists(st.binary(min_size=1, max_size=200), max_size=8), st.binary(max_size=40))
def test_records_read_back_as_written(payloads: list[bytes], ahead: bytes) -> None:
    links = list(chained_records([ahead + run(payloads) + bytes(100)], len(ahead), GENESIS))
    assert [link.record.payload for link in links] == payloads
    assert [link.record.number for link in links] == list(range(len(payloads)))


@pytest.mark.clause("ANZ 1.15.3")
def test_record_bit_flips_are_noticed() -> None:
    for bit in range(len(RECORD) * 8):
        flipped = bytearray(RECORD)
        flipped[bit // 8] ^= 1 << bit % 8
        assert decode_record(bytes(flipped) + bytes(LONGEST_PAYLOAD), 0) is None
    assert decode_record(RECORD, 0) is not None


@each("length", range(len(RECORD)))
def test_short_record_is_no_record(length: int) -> None:
    assert decode_record(RECORD[:length], 0) is None


@pytest.mark.clause("ANZ 1.15.3")
def test_chain_stops_at_another_chain() -> None:
    ours, theirs = run([b"a", b"b"]), run([b"a", b"b"], ChainHead(0, bytes(32)))
    size = RECORD_OVERHEAD + 1
    assert len(list(chained_records([ours[:size] + theirs[size:]], 0, GENESIS))) == 1


def test_chain_stops_at_another_number() -> None:
    raw, _ = encode_record(b"a", ChainHead(1, GENESIS.digest), 0)
    assert list(chained_records([raw], 0, GENESIS)) == []


def test_sound_records_found_anywhere() -> None:
    image = b"\xc7REC" + run([b"a"]) + b"x" + run([b"b", b"c"])[RECORD_OVERHEAD + 1 :]
    assert [record.payload for record in sound_records(image, 0)] == [b"a", b"c"]
    assert [record.payload for record in sound_records(image, 5)] == [b"c"]


@pytest.mark.parametrize("payload", [b"", bytes(LONGEST_PAYLOAD + 1)])
def test_payload_is_not_empty_or_endless(payload: bytes) -> None:
    with pytest.raises(ValueError, match="octets"):
        encode_record(payload, GENESIS, 0)


def test_longest_payload_is_accepted() -> None:
    raw, _ = encode_record(bytes(LONGEST_PAYLOAD), GENESIS, 0)
    assert decode_record(raw, 0) is not None


HEADER = SegmentHeader.for_new_journal(
    STAMP, bytes(range(16)), SegmentPlace(7, 3, ChainHead(1234, bytes(32)))
)


def test_header_has_the_documented_layout() -> None:
    raw = HEADER.raw
    assert (raw[:8], len(raw)) == (b"CROUPIER", int.from_bytes(raw[14:16], "big"))
    assert raw[12:14] == b"\0\4"
    assert raw[16:32] == bytes(range(16))
    places = [int.from_bytes(raw[at : at + 8], "big") for at in (32, 40, 48)]
    assert places == [7, 3, 1234]
    assert raw[56:88] == bytes(32)
    assert raw[88:].startswith(b'{"board":"sim"')
    assert HEADER.genesis_head == ChainHead(1234, sha256(raw).digest())


def test_next_header_has_the_chain_head() -> None:
    began = ChainHead(5000, b"\1" * 32)
    after = HEADER.for_next_segment(began, 4)
    assert after.place == SegmentPlace(8, 4, began)
    assert (after.identity, after.decoded_stamp()) == (HEADER.identity, HEADER.decoded_stamp())
    assert SegmentHeader.parse(after.header_block()) == after


def test_header_bit_flips_are_noticed() -> None:
    raw = HEADER.raw
    assert SegmentHeader.parse(raw + bytes(4096)) == HEADER
    for bit in range(len(raw) * 8):
        flipped = bytearray(raw)
        flipped[bit // 8] ^= 1 << bit % 8
        assert SegmentHeader.parse(bytes(flipped) + bytes(65536)) is None


def test_stamp_reads_back_and_must_fit() -> None:
    assert SegmentHeader.for_new_journal(STAMP, bytes(16)).decoded_stamp() == STAMP
    with pytest.raises(ValueError, match="does not fit"):
        SegmentHeader.for_new_journal(type(STAMP)("pi", "1", "a" * 2500, "b", "c"), bytes(16))


def test_header_block_has_seal_and_anchors() -> None:
    ended, proof = ChainHead(9, b"\2" * 32), ChainHead(8, b"\3" * 32)
    block = HEADER.header_block(seal_head=ended, first_anchor=Anchor(proof, UNCONFIRMED))
    assert (len(block), sealed_head(block), sound_anchors(block)) == (
        HEADER_OCTETS,
        ended,
        [(proof, UNCONFIRMED)] * 2,
    )
    assert (sealed_head(HEADER.header_block()), sound_anchors(HEADER.header_block())) == (None, [])


def test_anchor_bit_flips_are_noticed() -> None:
    head, sure = ChainHead(7, bytes(range(32))), ChainHead(5, bytes(range(1, 33)))
    block = bytes(3072) + packed_anchor(head, sure)
    assert sound_anchors(block) == [(head, sure)]
    for bit in range(len(packed_anchor(head, sure)) * 8):
        flipped = bytearray(block)
        flipped[3072 + bit // 8] ^= 1 << bit % 8
        assert sound_anchors(bytes(flipped)) == []
