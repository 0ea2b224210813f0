from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from drivers.angel_eye.framer import (
    MAX_FRAME_BYTES,
    AngelEyeFrame,
    AngelEyeFramer,
    ShoeAnswer,
    UnsoundMessage,
)
from tests.kits.drivers.angel_eye_line import frame
from tests.kits.offenders import each

START = bytes.fromhex("05 30 53 03 36 30")
EIGHT_OF_SPADES = bytes.fromhex("05 31 44 81 B8 03 34 46")
PLAYER_AND_PAIR = bytes.fromhex("05 32 47 91 03 45 37")
CUT_CARD = bytes.fromhex("05 33 43 03 37 33")
UNREADABLE = bytes.fromhex("05 34 45 C1 03 42 33")

VECTORS = [
    (START, AngelEyeFrame("0", "S", b"")),
    (EIGHT_OF_SPADES, AngelEyeFrame("1", "D", b"\x81\xb8")),
    (PLAYER_AND_PAIR, AngelEyeFrame("2", "G", b"\x91")),
    (CUT_CARD, AngelEyeFrame("3", "C", b"")),
    (UNREADABLE, AngelEyeFrame("4", "E", b"\xc1")),
    (b"\x06", ShoeAnswer(None)),
    (b"\x1521", ShoeAnswer("21")),
    (b"\x15FF", ShoeAnswer("FF")),
    *(
        (bytes([0x15, code]), ShoeAnswer(f"{code:02X}"))
        for code in (1, 2, 3, 0x11, 0x12, 0x13, 0x14, 0x21, 0x22, 0xFF)
    ),
    (b"\x1599", ShoeAnswer("99")),
    (b"\x15\x7f", ShoeAnswer("7F")),
    (b"\x15\x80", ShoeAnswer("80")),
]


@each("wire, item", VECTORS)
def test_each_literal_vector_is_read(wire: bytes, item: object) -> None:
    framer = AngelEyeFramer()
    assert framer.feed(wire) == [item]
    assert framer.health["dropped_bytes"] == 0


@each("wire, item", VECTORS[:5])
def test_test_frames_match_vectors(wire: bytes, item: AngelEyeFrame) -> None:
    assert frame(*item) == wire


@each("wire, item", VECTORS)
def test_octets_are_those_that_came(wire: bytes, item: object) -> None:
    (received,) = AngelEyeFramer().feed(wire)
    assert received.octets == wire


@each("control", [0x05, 0x06, 0x15])
def test_control_byte_after_a_nak_begins_a_frame(control: int) -> None:
    framer = AngelEyeFramer()
    assert framer.feed(bytes([0x15, control])) == []
    assert framer.feed(CUT_CARD) in ([AngelEyeFrame("3", "C")],)


@given(st.lists(st.integers(1, 9)))
def test_any_chunking_gives_the_same(sizes: list[int]) -> None:
    stream = b"".join(wire for wire, _ in VECTORS)
    framer, items = AngelEyeFramer(), []
    for size in sizes:
        items += framer.feed(stream[:size])
        stream = stream[size:]
    assert items + framer.feed(stream) == [item for _, item in VECTORS]


@each("cut", range(1, len(EIGHT_OF_SPADES)))
def test_truncated_frame_costs_itself(cut: int) -> None:
    framer = AngelEyeFramer()
    assert framer.feed(EIGHT_OF_SPADES[:cut] + CUT_CARD) == [AngelEyeFrame("3", "C")]
    assert framer.health == {"frames": 1, "resyncs": 1, "dropped_bytes": cut}


@each("control", [0x05, 0x02, 0x06, 0x15])
@each("at", range(2, len(EIGHT_OF_SPADES)))
def test_control_byte_restarts_frame(control: int, at: int) -> None:
    torn = EIGHT_OF_SPADES[:at] + bytes([control]) + EIGHT_OF_SPADES[at:]
    framer = AngelEyeFramer()
    assert framer.feed(torn + CUT_CARD) == [AngelEyeFrame("3", "C")]
    assert framer.health["resyncs"] >= 1


@each(
    "wire, why",
    [
        (b"\x05\x31\x44\x81\xb8\x0300", "bad_bcc"),
        (b"\x05\x31\x44\x81\xb8\x034f", "bad_bcc"),
        (b"\x05\x0303", "malformed"),
        (b"\x05S\x0350", "malformed"),
        (b"\x05\x7fS\x032F", "malformed"),
        (b"\x05\xb0S\x03E0", "malformed"),
        (b"\x05" + b"x" * MAX_FRAME_BYTES, "overlong"),
        (b"\x1512"[:2] + b"\x80", "malformed"),
        (b"\x150D", "malformed"),
        (b"x", "noise"),
        (b"\x03", "noise"),
        (b"\x02", "noise"),
    ],
)
def test_drops_are_counted_by_reason(wire: bytes, why: str) -> None:
    framer = AngelEyeFramer()
    assert framer.feed(wire) == []
    assert framer.health == {why: 1, "dropped_bytes": len(wire)}
    assert framer.feed(CUT_CARD) == [AngelEyeFrame("3", "C")]


@given(st.binary(max_size=400))
def test_garbage_is_bounded_and_accounted_for(data: bytes) -> None:
    framer, taken = AngelEyeFramer(), 0
    for byte in data:
        for item in framer.feed(bytes([byte])):
            framer.health["taken"] += 1
            if isinstance(item, UnsoundMessage):
                continue
            if isinstance(item, AngelEyeFrame):
                taken += 5 + len(item.payload) + 1
            else:
                taken += len(item.octets)
        assert len(framer._pending_bytes) <= MAX_FRAME_BYTES + 3
    assert taken + framer.health["dropped_bytes"] + len(framer._pending_bytes) == len(data)


def test_dropped_beginning_spares_the_next_frame() -> None:
    framer = AngelEyeFramer()
    framer.feed(EIGHT_OF_SPADES[:5])
    framer.discard_partial()
    assert framer.feed(b"\x06") == [ShoeAnswer(None)]


def flipped(wire: bytes, *bits: int) -> bytes:
    return (int.from_bytes(wire) ^ sum(1 << bit for bit in bits)).to_bytes(len(wire))


def test_no_single_bit_flip_passes() -> None:
    for bit in range(8 * len(EIGHT_OF_SPADES)):
        assert AngelEyeFramer().feed(flipped(EIGHT_OF_SPADES, bit)) == []


def test_no_two_double_flips_pass_as_one_frame() -> None:
    """Why one copy is not enough, and two are: the second must be hit on the very same bits."""
    pairs = list(combinations(range(8 * len(EIGHT_OF_SPADES)), 2))
    items = [
        item for pair in pairs for item in AngelEyeFramer().feed(flipped(EIGHT_OF_SPADES, *pair))
    ]
    passed = [item for item in items if isinstance(item, AngelEyeFrame)]
    assert (len(pairs), len(passed)) == (2016, 55)
    assert len(set(passed)) == len(passed)
    assert AngelEyeFrame("1", "D", b"\x81\xb8") not in passed
