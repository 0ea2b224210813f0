import binascii
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from drivers.rr3036 import protocol
from drivers.rr3036.protocol import Rr3036Framer, Rr3036Reply
from hal.ports import Millis
from tests.kits.offenders import each

DONE = bytes.fromhex("04 00 00 52 5A")
NO_TAG = bytes.fromhex("04 00 0E 2C B3")
TAG = bytes.fromhex("00 01 56 34 12 50 01 04 E0")
UID = bytes.fromhex("E004015012345601")


def mirrored(number: int, bits: int) -> int:
    return int(f"{number:0{bits}b}"[::-1], 2)


def framed(body: str) -> bytes:
    """Close a frame with the library's CRC of the same polynomial, its bits the other way round."""
    data = bytes.fromhex(body)
    crc = binascii.crc_hqx(bytes(mirrored(byte, 8) for byte in data), 0xFFFF)
    return data + mirrored(crc, 16).to_bytes(2, "little")


def feed(data: bytes, now: int = 0, framer: Rr3036Framer | None = None) -> list[Rr3036Reply]:
    return (framer or Rr3036Framer()).feed(data, Millis(now))


def test_crc_has_catalogue_check_value() -> None:
    assert protocol.crc16_mcrf4xx(b"123456789") == 0x6F91


@each(
    "command, sent",
    [
        (protocol.INVENTORY, "05 00 01 06 98 11"),
        (protocol.OPEN_FIELD, "05 00 00 02 64 4E"),
        (protocol.TO_ISO15693, "05 00 00 06 40 08"),
        (protocol.INFORMATION, "05 00 00 00 76 6D"),
        (protocol.select_antenna(1), "06 00 08 F0 01 53 A0"),
        (protocol.select_antenna(21), "06 00 08 F0 15 F6 F6"),
    ],
)
def test_commands(command: bytes, sent: str) -> None:
    assert command == bytes.fromhex(sent)


def test_literal_replies() -> None:
    assert feed(DONE + NO_TAG) == [Rr3036Reply(0x00), Rr3036Reply(0x0E)]


def test_tag_is_dsfid_then_uid_low_first() -> None:
    [reply] = feed(framed("0D 00 00" + TAG.hex()))
    assert reply.tag_uids == {UID}
    assert reply.is_inventory
    assert not reply.is_done


@each("count", range(1, 28))
def test_many_tags_in_one_reply(count: int) -> None:
    tags = [bytes([0, n, *TAG[2:]]) for n in range(count)]
    [reply] = feed(framed(bytes((4 + 9 * count, 0, 0)).hex() + b"".join(tags).hex()))
    assert reply.tag_uids == {UID[:7] + bytes([n]) for n in range(count)}


def test_repeated_uid_in_a_reply_is_uncertain() -> None:
    assert feed(framed("16 00 00" + (TAG + TAG).hex()))[0].tag_uids is None


@each("status", range(256))
def test_status_is_tags_doubt_or_refusal(status: int) -> None:
    reply = Rr3036Reply(status, b"")
    none_there = {0x0A, 0x0E}
    uncertain = {0x0B, 0x0C, 0x0F}
    assert reply.is_inventory == (status in none_there | uncertain)
    assert reply.is_refusal == (status not in {0x00} | none_there | uncertain)
    if reply.is_inventory:
        assert reply.tag_uids == (frozenset() if status in none_there else None)


@each("length", range(252))
def test_answer_length_identifies_its_command(length: int) -> None:
    reply = Rr3036Reply(0, bytes(length))
    kinds = (reply.is_done, reply.is_information, reply.is_inventory)
    assert kinds == (length == 0, length == 8, length > 0 and length % 9 == 0)


@each("bit", range(14 * 8))
def test_one_flipped_bit_is_no_reply(bit: int) -> None:
    flipped = bytearray(framed("0D 00 00" + TAG.hex()))
    flipped[bit // 8] ^= 1 << bit % 8
    assert feed(bytes(flipped)) == []


def test_reply_from_another_address_is_dropped() -> None:
    framer = Rr3036Framer()
    assert feed(framed("04 01 00"), 0, framer) == []
    assert feed(b"", 21, framer) == []
    assert feed(DONE, 21, framer) == [Rr3036Reply(0)]
    assert framer.dropped_bytes == 5


def test_reply_behind_noise_is_found() -> None:
    assert feed(b"\x00\x03\x07\xff\x01" + DONE * 60)[-1] == Rr3036Reply(0)


def test_pausing_frame_is_dropped() -> None:
    framer = Rr3036Framer()
    assert feed(DONE[:3], 0, framer) == []
    assert feed(b"", 21, framer) == []
    assert feed(DONE[3:], 21, framer) == []
    assert feed(b"", 42, framer) == []
    assert feed(DONE, 42, framer) == [Rr3036Reply(0)]


def test_frame_completed_between_polls_is_whole() -> None:
    framer = Rr3036Framer()
    assert feed(DONE[:3], 0, framer) == []
    assert feed(b"", 20, framer) == []
    assert feed(DONE[3:], 60, framer) == [Rr3036Reply(0)]


def test_frame_with_pauses_is_whole() -> None:
    framer = Rr3036Framer()
    replies = [feed(DONE[n : n + 1], 20 * n, framer) for n in range(5)]
    assert replies == [[], [], [], [], [Rr3036Reply(0)]]
    assert framer.dropped_bytes == 0


@given(st.lists(st.binary(max_size=40), max_size=20))
def test_non_reply_is_counted_and_buffer_bounded(chunks: list[bytes]) -> None:
    framer = Rr3036Framer()
    taken = sum(len(r.data) + 5 for chunk in chunks for r in feed(chunk, 0, framer))
    assert len(framer._pending_bytes) < 256
    assert taken + framer.dropped_bytes + len(framer._pending_bytes) == sum(map(len, chunks))


def test_garbage_flood_is_bounded_and_yields_none() -> None:
    framer, noise = Rr3036Framer(), Random(7)
    for now in range(40):
        assert feed(noise.randbytes(500), now, framer) == []
        assert len(framer._pending_bytes) < 256
    assert feed(b"", 100, framer) == []
    assert feed(DONE, 100, framer) == [Rr3036Reply(0)]


@given(st.lists(st.sampled_from([DONE, NO_TAG]), max_size=8), st.data())
def test_replies_in_any_pieces(frames: list[bytes], data: st.DataObject) -> None:
    stream, framer, found = b"".join(frames), Rr3036Framer(), []
    while stream:
        cut = data.draw(st.integers(1, len(stream)))
        found += feed(stream[:cut], 0, framer)
        stream = stream[cut:]
    assert found == [Rr3036Reply(frame[2]) for frame in frames]
