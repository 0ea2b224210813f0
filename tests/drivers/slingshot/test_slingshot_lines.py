from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.slingshot.lines import (
    MAX_FRAME_BYTES,
    MAX_ODDITY,
    NumberLine,
    SlingshotFramer,
    SlingshotLine,
    SlingshotState,
    SlingshotStatus,
    UnknownLine,
    WheelAnswer,
    WheelWarnings,
)
from tests.kits.offenders import each

RUNNING = b"*X;4;002;31;0;172;0\r\n"
"""As a wheel was recorded to say."""
MERGED = b"*X;4;14*X;*X;4;146; 9;0;158;0\r\n"
"""As it was received once."""
VECTORS: list[tuple[bytes, SlingshotLine]] = [
    (RUNNING, SlingshotStatus(SlingshotState(4), 2, "31", WheelWarnings(0), 172, 0)),
    (
        b"*X;2;001;  ;0;174;0\r\n",
        SlingshotStatus(SlingshotState(2), 1, "  ", WheelWarnings(0), 174, 0),
    ),
    (
        b"*X;5;016; 0;0;149;1\r\n",
        SlingshotStatus(SlingshotState(5), 16, " 0", WheelWarnings(0), 149, 1),
    ),
    (
        b"*X;6;256; 9;F;000;1\r\n",
        SlingshotStatus(SlingshotState(6), 256, " 9", WheelWarnings(15), 0, 1),
    ),
    (b" 9\r\n", NumberLine(" 9")),
    (b"28\r\n", NumberLine("28")),
    (b"00\r\n", NumberLine("00")),
    (b"*u OK\r\n", WheelAnswer("u", "OK")),
    (b"*u\r\n", WheelAnswer("u", "")),
    (b"*o1159\r\n", WheelAnswer("o", "1159")),
    (b"*T z 37\r\n", WheelAnswer("T", "z 37")),
    (b"*Y;3;120\r\n", WheelAnswer("Y", ";3;120")),
    (
        b"*X;3;003; 9;0A;1720;1\r\n",
        SlingshotStatus(SlingshotState(3), 3, " 9", WheelWarnings(10), 1720, 1),
    ),
    (b"*R OK\r\n", WheelAnswer("R", "OK")),
    (b"*P NO\r\n", WheelAnswer("P", "NO")),
    (b"*o BUSY\r\n", WheelAnswer("o", "BUSY")),
    (b"*o 1158\r\n", WheelAnswer("o", "1158")),
    (b"*O 6 1 60 1158\r\n", WheelAnswer("O", "6 1 60 1158")),
    (b"*S V2.50\r\n", WheelAnswer("S", "V2.50")),
    (b"*T s 16.0 18.0\r\n", WheelAnswer("T", "s 16.0 18.0")),
    (
        b"*V V2.50 Cammegh / Syoptic - SlingShot 2 Roulette Wheel (c) 03/12/18\r\n",
        WheelAnswer("V", "V2.50 Cammegh / Syoptic - SlingShot 2 Roulette Wheel (c) 03/12/18"),
    ),
]


class Wire:
    def __init__(self) -> None:
        self.health: Counter[str] = Counter()
        self.framer = SlingshotFramer(self.health)

    def feed(self, data: bytes) -> list[SlingshotLine]:
        return list(self.framer.feed(data))


@each("wire, said", VECTORS)
def test_lines_match_recorded_or_published_meaning(wire: bytes, said: SlingshotLine) -> None:
    assert Wire().feed(wire) == [said]


@given(st.integers(1, 40))
def test_any_chunking_gives_the_same(size: int) -> None:
    stream = b"".join(wire for wire, _ in VECTORS)
    wire = Wire()
    said = [one for at in range(0, len(stream), size) for one in wire.feed(stream[at : at + size])]
    assert said == [one for _, one in VECTORS]
    assert wire.health == {"lines": len(VECTORS)}


def test_merged_line_uses_last_star() -> None:
    wire = Wire()
    assert wire.feed(MERGED) == [
        SlingshotStatus(SlingshotState(4), 146, " 9", WheelWarnings(0), 158, 0)
    ]
    assert wire.health == {"lines": 1, "merged": 1, "dropped_bytes": 10}


@each("cut", range(1, len(RUNNING) + 1))
def test_cut_line_costs_only_itself(cut: int) -> None:
    assert Wire().feed(RUNNING[:cut] + RUNNING)[-1:] == [VECTORS[0][1]]
    assert len(Wire().feed(RUNNING[:cut] + RUNNING)) == 1 + (cut == len(RUNNING))


@each(
    "wire, oddity",
    [
        (b"*X;0;002;31;0;172;0", "0"),
        (b"*X;7;002;31;0;172;0", "7"),
        (b"*X;A;002;31;0;172;0", "A"),
        (b"*X;12;002;31;0;172;0", "12"),
        (b"*X;;002;31;0;172;0", "-"),
        (b"*X;4;02;31;0;172;0", "G 02"),
        (b"*X;4;0002;31;0;172;0", "G 0002"),
        (b"*X;4;002;3;0;172;0", "W 3"),
        (b"*X;4;002;3a;0;172;0", "W 3a"),
        (b"*X;4;002;--;0;172;0", "W --"),
        (b"*X;4;002;31;G;172;0", "W G"),
        (b"*X;4;002;31;10;172;0", "W 10"),
        (b"*X;4;002;31;0;72;0", "S 72"),
        (b"*X;4;002;31;0;172;2", "D 2"),
        (b"*X;4;002;31;0;172;0 ", "D 0 "),
        (b"*X;4;002;31;0;172", "5 fields"),
        (b"*X;4;002;31;0;172;0;99", "7 fields"),
        (b"*X", "0 fields"),
        (b"X;4;002;31;0;172;0", ""),
        (b"9", ""),
        (b"9 ", ""),
        (b"  ", ""),
        (b"128", ""),
        (b";0", ""),
    ],
)
def test_sound_line_that_no_guide_defines_is_unknown(wire: bytes, oddity: str) -> None:
    line = Wire()
    assert line.feed(wire + b"\r\n") == [UnknownLine(wire, oddity)]
    assert line.health == {"lines": 1}
    assert line.feed(RUNNING) == [VECTORS[0][1]]


@each("oddity", ["7" * 40, "\\x;" * 30])
def test_oddity_fits_a_display(oddity: str) -> None:
    (line,) = Wire().feed(f"*X;{oddity};002;31;0;172;0\r\n".encode())
    assert isinstance(line, UnknownLine)
    assert len(line.oddity) <= MAX_ODDITY


@each("wire", [b"*X;4;002;31;0;172;0\n", b"\r\n", b"*X;4;\x0002;31;0;172;0\r\n", b"\xff 9\r\n"])
def test_unsound_line_is_none(wire: bytes) -> None:
    line = Wire()
    assert line.feed(wire) == []
    assert line.health == {"malformed": 1, "dropped_bytes": len(wire)}
    assert line.feed(RUNNING) == [VECTORS[0][1]]


@pytest.mark.clause("AGCO 11.1.2(3)")
@each("byte", [b"x", b"*", b"\r", b"\x00", b"\xff"])
def test_endless_stream_is_bounded(byte: bytes) -> None:
    line = Wire()
    assert line.feed(byte * 10 * MAX_FRAME_BYTES) == []
    assert line.health == {"overlong": 10, "dropped_bytes": 10 * MAX_FRAME_BYTES}


@given(st.binary(max_size=300))
def test_any_bytes_are_lines_or_counted_drops(noise: bytes) -> None:
    line = Wire()
    said = line.feed(noise)
    line.framer.restart()
    assert line.health["lines"] == len(said)
    assert line.health["dropped_bytes"] <= len(noise)
    assert line.health["dropped_bytes"] or said or not noise
