"""The PN532's frames to the byte, and the handling of damaged ones."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.pn532.frames import (
    ACK,
    MAX_BODY_BYTES,
    CommandAcknowledged,
    CommandRefused,
    Pn532Frame,
    Pn532Framer,
    Pn532Reply,
    announced_bytes,
    encode,
)
from tests.kits.offenders import each

VERSION_REPLY = bytes.fromhex("0000FF06FAD50332010607E800")
TAG = "01 0004 08 07 04A1B2C3D4E5F6"
FOUR = "01 0004 08 04 DEADBEEF"


def frames(data: bytes) -> tuple[list[Pn532Frame], Counter[str]]:
    health: Counter[str] = Counter()
    return Pn532Framer(health).feed(data), health


@pytest.mark.parametrize(
    ("command", "data", "frame"),
    [
        (0x02, "", "0000FF02FED4022A00"),
        (0x14, "011401", "0000FF05FBD41401140102 00"),
        (0x4A, "0100", "0000FF04FCD44A0100E100"),
        (0x32, "05FF0101", "0000FF06FAD43205FF0101F400"),
    ],
)
def test_commands_match_the_manual(command: int, data: str, frame: str) -> None:
    assert encode(command, bytes.fromhex(data)) == bytes.fromhex(frame)


def test_oversize_command_is_refused() -> None:
    assert len(encode(0x40, bytes(253))) == 262
    with pytest.raises(ValueError, match="254"):
        encode(0x40, bytes(254))


@each(
    "data, frame",
    [
        ("0000FF00FF00", CommandAcknowledged()),
        ("0000FFFF0000", CommandRefused("NACK")),
        ("0000FF01FF7F8100", CommandRefused("syntax error")),
        (VERSION_REPLY.hex(), Pn532Reply(0x02, bytes.fromhex("32010607"))),
        ("0000FF02FED515 1600", Pn532Reply(0x14, b"")),
        ("0000FFFFFF0002FED5151600", Pn532Reply(0x14, b"")),
        ("555500" + VERSION_REPLY.hex(), Pn532Reply(0x02, bytes.fromhex("32010607"))),
    ],
)
def test_frame_kinds_are_distinguished(data: str, frame: Pn532Frame) -> None:
    assert frames(bytes.fromhex(data))[0] == [frame]


def test_noise_is_dropped_save_possible_starts() -> None:
    _, health = frames(b"\x55" * 300 + b"\x00")
    assert health["dropped_bytes"] == 300


@each(
    "data, why",
    [
        ("0000FF06FBD50332010607E800", "bad_lcs"),
        ("0000FF06FAD50332010607E900", "bad_dcs"),
        ("0000FF06FAD40332010607E900", "foreign"),
        ("0000FF01FFD52B00", "foreign"),
        ("0000FFFFFF0300FD", "overlong"),
        ("0000FFFFFF0002FF", "bad_lcs"),
        ("0000FF0000", "bad_lcs"),
    ],
)
def test_damaged_frame_is_dropped_next_one_read(data: str, why: str) -> None:
    found, health = frames(bytes.fromhex(data) + VERSION_REPLY)
    assert found == [Pn532Reply(0x02, bytes.fromhex("32010607"))]
    assert health[why] == 1


@each("length", [2, 255, 256, MAX_BODY_BYTES])
def test_extended_length_has_two_octets(length: int) -> None:
    said = bytes(length - 2)
    header = bytes((length >> 8, length & 0xFF, -(length // 256 + length % 256) & 0xFF))
    data = bytes.fromhex("0000FFFFFF") + header + b"\xd5\x15" + said + b"\x16\x00"
    assert frames(data + VERSION_REPLY) == (
        [Pn532Reply(0x14, said), Pn532Reply(0x02, bytes.fromhex("32010607"))],
        Counter(frames=2, dropped_bytes=0),
    )


def test_every_whole_frame_is_counted() -> None:
    found, health = frames(ACK + VERSION_REPLY + bytes.fromhex("0000FF01FF7F8100"))
    assert (len(found), health["frames"]) == (3, 3)


@given(st.lists(st.sampled_from([ACK, VERSION_REPLY, b"\x00\x00", b"\x55\x55"]), max_size=6))
def test_any_chunking_gives_the_same(parts: list[bytes]) -> None:
    data = b"".join(parts)
    framer = Pn532Framer(Counter())
    piecemeal = [frame for byte in data for frame in framer.feed(bytes((byte,)))]
    assert piecemeal == frames(data)[0]
    assert len(piecemeal) == sum(part in (ACK, VERSION_REPLY) for part in parts)


@given(st.binary(max_size=4000))
def test_any_input_is_bounded(data: bytes) -> None:
    framer = Pn532Framer(Counter())
    framer.feed(data)
    assert len(framer._pending_bytes) <= MAX_BODY_BYTES + 8


@given(st.integers(0, len(VERSION_REPLY) - 1), st.integers(1, 255))
def test_byte_damage_alters_no_frame(at: int, flip: int) -> None:
    damaged = bytearray(VERSION_REPLY)
    damaged[at] ^= flip
    for frame in frames(bytes(damaged))[0]:
        assert frame in (
            Pn532Reply(0x02, bytes.fromhex("32010607")),
            CommandAcknowledged(),
            CommandRefused("NACK"),
        )


@each(
    "data, size",
    [
        (VERSION_REPLY.hex(), 13),
        (VERSION_REPLY.hex()[:10], 13),
        ("55" + VERSION_REPLY.hex(), 14),
        ("0000FFFFFF0100FF", 8 + 256 + 2),
        ("0000FFFFFF0300FD", 0),
        (ACK.hex(), 0),
        ("0000FF06", 0),
        ("5555", 0),
    ],
)
def test_header_says_how_long_a_frame_is(data: str, size: int) -> None:
    assert announced_bytes(bytes.fromhex(data)) == size
