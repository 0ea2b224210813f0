from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.shell.journal.header import (
    BLOCK,
    UNSURE,
    Anchor,
    Header,
    Place,
    anchor,
    anchors,
    seal,
)
from firmware.shell.journal.records import (
    LONGEST,
    OVERHEAD,
    Head,
    chain,
    decode,
    encode,
    sound_after,
)
from tests.kits.offenders import each
from tests.kits.shell.journal_copies import STAMP

GENESIS = Head(0, bytes(range(32)))
PAYLOAD = b'{"n":1}'
# mark, CRC-32, length 7, place 2, number 0, hash before, payload
RECORD = bytes.fromhex(
    "c7524543 aec5a3ad 00000007 00000002 0000000000000000"
    "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f 7b226e223a317d"
)


def run(payloads: list[bytes], head: Head = GENESIS) -> bytes:
    image = b""
    for payload in payloads:
        raw, head = encode(payload, head, 0)
        image += raw
    return image


def test_a_record_has_the_layout_that_is_documented() -> None:
    raw, head = encode(PAYLOAD, GENESIS, 2)
    assert raw == RECORD
    assert head == Head(1, sha256(RECORD).digest())


@given(st.lists(st.binary(min_size=1, max_size=200), max_size=8), st.binary(max_size=40))
def test_a_run_of_records_reads_back_as_it_was_written(payloads: list[bytes], ahead: bytes) -> None:
    links = list(chain([ahead + run(payloads) + bytes(100)], len(ahead), GENESIS))
    assert [link.record.payload for link in links] == payloads
    assert [link.record.number for link in links] == list(range(len(payloads)))


def test_every_flipped_bit_of_a_record_is_seen() -> None:
    for bit in range(len(RECORD) * 8):
        flipped = bytearray(RECORD)
        flipped[bit // 8] ^= 1 << bit % 8
        assert decode(bytes(flipped) + bytes(LONGEST), 0) is None
    assert decode(RECORD, 0) is not None


@each("length", range(len(RECORD)))
def test_a_record_cut_short_is_no_record(length: int) -> None:
    assert decode(RECORD[:length], 0) is None


def test_the_chain_stops_at_a_record_of_another_chain() -> None:
    ours, theirs = run([b"a", b"b"]), run([b"a", b"b"], Head(0, bytes(32)))
    size = OVERHEAD + 1
    assert len(list(chain([ours[:size] + theirs[size:]], 0, GENESIS))) == 1


def test_the_chain_stops_at_a_record_of_another_number() -> None:
    raw, _ = encode(b"a", Head(1, GENESIS.digest), 0)
    assert list(chain([raw], 0, GENESIS)) == []


def test_sound_records_are_found_wherever_they_stand() -> None:
    image = b"\xc7REC" + run([b"a"]) + b"x" + run([b"b", b"c"])[OVERHEAD + 1 :]
    assert [record.payload for record in sound_after(image, 0)] == [b"a", b"c"]
    assert [record.payload for record in sound_after(image, 5)] == [b"c"]


@pytest.mark.parametrize("payload", [b"", bytes(LONGEST + 1)])
def test_a_payload_is_neither_empty_nor_endless(payload: bytes) -> None:
    with pytest.raises(ValueError, match="octets"):
        encode(payload, GENESIS, 0)


def test_the_longest_payload_is_taken() -> None:
    raw, _ = encode(bytes(LONGEST), GENESIS, 0)
    assert decode(raw, 0) is not None


HEADER = Header.found(STAMP, bytes(range(16)), Place(7, 3, Head(1234, bytes(32))))


def test_a_header_has_the_layout_that_is_documented() -> None:
    raw = HEADER.raw
    assert (raw[:8], len(raw)) == (b"CROUPIER", int.from_bytes(raw[14:16], "big"))
    assert raw[12:14] == b"\0\3"
    assert raw[16:32] == bytes(range(16))
    places = [int.from_bytes(raw[at : at + 8], "big") for at in (32, 40, 48)]
    assert places == [7, 3, 1234]
    assert raw[56:88] == bytes(32)
    assert raw[88:].startswith(b'{"board":"sim"')
    assert HEADER.genesis == Head(1234, sha256(raw).digest())


def test_the_header_after_another_says_where_the_chain_stood() -> None:
    began = Head(5000, b"\1" * 32)
    after = HEADER.next(began, 4)
    assert after.place == Place(8, 4, began)
    assert (after.identity, after.stamp()) == (HEADER.identity, HEADER.stamp())
    assert Header.read(after.block()) == after


def test_every_flipped_bit_of_a_header_is_seen() -> None:
    raw = HEADER.raw
    assert Header.read(raw + bytes(4096)) == HEADER
    for bit in range(len(raw) * 8):
        flipped = bytearray(raw)
        flipped[bit // 8] ^= 1 << bit % 8
        assert Header.read(bytes(flipped) + bytes(65536)) is None


def test_a_stamp_reads_back_and_must_fit() -> None:
    assert Header.found(STAMP, bytes(16)).stamp() == STAMP
    with pytest.raises(ValueError, match="does not fit"):
        Header.found(type(STAMP)("pi", "1", "a" * 2500, "b", "c"), bytes(16))


def test_a_header_block_holds_a_seal_and_an_anchor_each_in_its_place() -> None:
    ended, proof = Head(9, b"\2" * 32), Head(8, b"\3" * 32)
    block = HEADER.block(seal=ended, proof=Anchor(proof, UNSURE))
    assert (len(block), seal(block), anchors(block)) == (BLOCK, ended, [(proof, UNSURE)] * 2)
    assert (seal(HEADER.block()), anchors(HEADER.block())) == (None, [])


def test_every_flipped_bit_of_an_anchor_is_seen() -> None:
    head, sure = Head(7, bytes(range(32))), Head(5, bytes(range(1, 33)))
    block = bytes(3072) + anchor(head, sure)
    assert anchors(block) == [(head, sure)]
    for bit in range(len(anchor(head, sure)) * 8):
        flipped = bytearray(block)
        flipped[3072 + bit // 8] ^= 1 << bit % 8
        assert anchors(bytes(flipped)) == []
