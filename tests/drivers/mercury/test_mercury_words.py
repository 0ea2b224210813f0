from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.mercury.framer import MAX_FRAME_BYTES, MAX_GAP_MS, MercuryFramer
from drivers.mercury.messages import (
    BareNumber,
    DamagedLine,
    MercuryFlags,
    MercuryMessage,
    MercuryState,
    MercuryStatus,
    NoMoreBets,
    Started,
    UnknownLine,
    WinningNumber,
    line_parser,
    pocket_symbol,
)
from hal.ports import Millis
from tests.kits.offenders import each

MERGED = b"*X;4;14*X;*X;4;146; 9;0;158;0\r\n"
MERGED_WORD = MercuryStatus(MercuryState.FALLING, 146, "9", MercuryFlags(0))
EXTENDED = b"*X;5;002; 9;0;172;1;0010;2A;1;012FC;31\r\n"


class Line:
    def __init__(self, protocol: str = "advanced", numbers: int = 37) -> None:
        self.health: Counter[str] = Counter()
        self.framer = MercuryFramer(line_parser(protocol, numbers), self.health)  # type: ignore[arg-type]

    def feed(self, data: bytes, now: int = 1000) -> list[MercuryMessage]:
        return self.framer.feed(data, Millis(now))


@each(
    "line, word",
    [
        (b"*X;4;002;31;0;172;0\r\n", MercuryStatus(MercuryState.FALLING, 2, "31", MercuryFlags(0))),
        (b"*X;1;000;  ;0;000;1\r\n", MercuryStatus(MercuryState.BEFORE, 0, "", MercuryFlags(0))),
        (
            b"*X;6;000;  ;C;000;0\r\n",
            MercuryStatus(MercuryState.CLOSED, 0, "", MercuryFlags.RIM_SENSOR | MercuryFlags.VOID),
        ),
        (
            b"*X;3;255; 0;A;100;0\r\n",
            MercuryStatus(MercuryState.ROLLING, 255, "0", MercuryFlags(10)),
        ),
        (b" 9\r\n", BareNumber("9")),
        (b"28\r\n", BareNumber("28")),
    ],
)
def test_advanced_line_as_in_the_guide(line: bytes, word: MercuryMessage) -> None:
    assert Line().feed(line) == [word]


def test_extended_line_has_direction_and_count() -> None:
    word = MercuryStatus(
        MercuryState.RESULT,
        2,
        "9",
        MercuryFlags(0),
        ball_direction="1",
        spin_counter="2A",
        has_own_flags=True,
    )
    assert Line("extended").feed(EXTENDED) == [word]
    unknown = b"*X;2;002; 9;0;172;1;0000;2A;?;?????;??\r\n"
    assert Line("extended").feed(unknown)[0].ball_direction == "?"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("line", "word"),
    [(b"*S\r\n", Started()), (b"*N\r\n", NoMoreBets()), (b"*W 09\r\n", WinningNumber("9"))],
)
def test_basic_line_is_one_of_three(line: bytes, word: MercuryMessage) -> None:
    assert Line("basic").feed(line) == [word]


def test_another_protocol_is_named() -> None:
    lines = {
        "basic": b"*W 17\r\n",
        "advanced": b"*X;4;002;31;0;172;0\r\n",
        "extended": EXTENDED,
    }
    for protocol in lines:
        for other, line in lines.items():
            unknown = UnknownLine(line.removesuffix(b"\r\n"), other)
            assert (Line(protocol).feed(line) == [unknown]) == (other != protocol)


@each(
    "line, code",
    [
        (b"*X;0;002;31;0;172;0", "state 0"),
        (b"*X;8;002;31;0;172;0", "state 8"),
        (b"*X;10;002;31;0;172;0", "state 10"),
        (b"*X;4;256;31;0;172;0", "game 256"),
        (b"*X;4;02;31;0;172;0", "game 02"),
        (b"*X;4;002;3 ;0;172;0", "number 3 "),
        (b"*X;4;002;37;0;172;0", "number 37"),
        (b"*X;4;002;00;0;172;0", "number 00"),
        (b"*X;4;002;31;G;172;0", "flags G"),
        (b"*X;4;002;31;10;172;0", "flags 10"),
        (b"*X;4;002;31;a;172;0", "flags a"),
        (b"*X;4;002;31;0;72;0", "rpm 72"),
        (b"*X;4;002;31;0;172;2", "direction 2"),
        (b"*X;4;002;31;0;172", "5 fields"),
        (b"*X;4;002;31;0;172;0;1", "7 fields"),
        (b"*W 17", "basic"),
        (b"*S", "basic"),
        (EXTENDED.strip(), "extended"),
        (b"37", "number 37"),
        (b"*Y;1;017", "*Y;1;017"),
        (b"*F BUSY and much more", "*F BUSY and "),
    ],
)
def test_unknown_line_is_named_by_its_field(line: bytes, code: str) -> None:
    assert Line().feed(line + b"\r\n") == [UnknownLine(line, code)]


@each("line", [b"9", b"  ", b"017", b"*", b"X;4;002;31;0;172;0", b"*X;4\x00", b"*X;4\xff", b"\xe6"])
def test_no_sound_line_is_damaged(line: bytes) -> None:
    assert Line().feed(line + b"\r\n") == [DamagedLine()]


@pytest.mark.parametrize("numbers", [37, 38])
def test_just_the_pockets_have_symbols(numbers: int) -> None:
    for value in range(100):
        for digits in {f"{value:02}", f"{value:2}"}:
            said = pocket_symbol(digits.encode(), numbers)  # type: ignore[arg-type]
            if digits == "00" and numbers == 38:
                assert said == "00"
            else:
                assert said == (str(value) if value <= 36 else "")
    assert pocket_symbol(b"  ", 37) == ""


def test_merged_lines_use_last_status() -> None:
    line = Line()
    assert line.feed(MERGED) == [DamagedLine(), MERGED_WORD]
    assert line.health == {"lines": 1, "merged": 1, "dropped_bytes": 10}


@given(st.integers(1, len(MERGED)))
def test_any_chunking_gives_the_same(size: int) -> None:
    line = Line()
    words = [
        word for at in range(0, len(MERGED), size) for word in line.feed(MERGED[at : at + size])
    ]
    assert words == [DamagedLine(), MERGED_WORD]


@each("cut", range(1, 20))
def test_pausing_line_is_dropped(cut: int) -> None:
    line, text = Line(), b"*X;4;002;31;0;172;0\r\n"
    assert line.feed(text[:cut], 1000) == []
    assert line.feed(text[cut:], 1001 + MAX_GAP_MS)[0] == DamagedLine()
    assert line.health["lines"] == 0


def test_line_needs_both_end_characters() -> None:
    assert Line().feed(b"28\n") == [DamagedLine()]
    assert Line().feed(b"28\r") == []
    assert Line().feed(b"\r\n") == []


@given(st.lists(st.binary(max_size=60), max_size=20))
def test_noise_is_bounded(noise: list[bytes]) -> None:
    line = Line()
    for burst in noise:
        line.feed(burst)
        assert len(line.framer._pending_bytes) < MAX_FRAME_BYTES
