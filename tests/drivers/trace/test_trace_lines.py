"""Lines without secrets are traced octet by octet, dropped bytes with the reason."""

from collections.abc import Callable

from drivers.ball_blower.trace import ball_blower
from drivers.escpos.trace import escpos
from drivers.mercury.trace import mercury
from drivers.rr3036.trace import rr3036
from drivers.slingshot.trace import slingshot
from drivers.trace import Tracer
from tests.kits.drivers.trace_kit import FrameText, TracedLine
from tests.kits.offenders import each

STATUS = "2A 58 3B 34 3B 30 30 32 3B 33 31 3B 30 3B 31 37 32 3B 30 0D 0A"
"""`*X;4;002;31;0;172;0`, as it is published."""
INVENTORY = "05 00 01 06 98 11"
NO_TAG = "04 00 0E 2C B3"


def upper(octets: bytes) -> str:
    return octets.hex(" ").upper()


def advanced() -> Tracer:
    return mercury("advanced", 37)


def basic() -> Tracer:
    return mercury("basic", 37)


SAID = [
    (slingshot, STATUS, "*X NO_MORE_BETS GAME 2 WIN 31 WARN 0 RPM 17.2 DIR 0"),
    (slingshot, "20 39 0D 0A", "WIN 9"),
    (slingshot, "2A 52 20 4F 4B 0D 0A", "*R OK"),
    (slingshot, upper(b"*X;9;002;31;0;172;0\r\n"), "? 9 *X;9;002;31;0;172;0"),
    (advanced, STATUS, "*X FALLING GAME 2 WIN 31 FLAGS 0"),
    (basic, "2A 57 20 33 36 0D 0A", "*W 36"),
    (basic, "2A 4E 0D 0A", "*N"),
    (ball_blower, upper(b"B 0006 01 17 811A2701\r\n"), "B 0006 01 17"),
]


@each("tracer, octets, said", SAID)
@each("one_by_one", [False, True])
def test_frame_is_shown_with_octets(
    tracer: Callable[[], Tracer], octets: str, said: str, one_by_one: bool
) -> None:
    trace = TracedLine(tracer()).back(octets, one_by_one=one_by_one)
    assert trace.frames == [("in", octets, said)]


DROPPED = [
    (slingshot, b"*X;4;14*X;4;146; 9;0;158;0\r\n", 7, "merged", "GAME 146"),
    (slingshot, b"\xff\x01\r\n", 4, "malformed", ""),
    (slingshot, b"z" * 256, 256, "too_long", ""),
    (advanced, b"*X;4;14*X;4;146; 9;0;158;0\r\n", 7, "merged", "GAME 146"),
    (ball_blower, b"B 0006 01 18 811A2701\r\n", 23, "bad_checksum", ""),
    (ball_blower, b"Keno\r\n", 6, "malformed", ""),
]


@each("tracer, sent, count, why, then", DROPPED)
def test_drop_is_shown_with_reason(
    tracer: Callable[[], Tracer], sent: bytes, count: int, why: str, then: str
) -> None:
    reported = TracedLine(tracer()).back(sent).frames
    assert reported[0] == ("dropped", upper(sent[:count]), why)
    assert all(then in said for _, _, said in reported[1:])
    assert len(reported) == 1 + bool(then)


def test_restarted_line_drops_buffer() -> None:
    trace = TracedLine(slingshot()).back("2A 58 3B").reopened().back(STATUS)
    assert trace.frames[0] == ("dropped", "2A 58 3B", "broken_off")
    assert trace.frames[1][1] == STATUS


def test_spare_end_of_line_is_no_frame() -> None:
    trace = TracedLine(advanced()).back("0D 0A").back(STATUS)
    assert [octets for _, octets, _ in trace.frames] == [STATUS]


# RR3036


def test_chip_reader_reply_has_its_command_s_name() -> None:
    trace = TracedLine(rr3036()).out(INVENTORY).back(NO_TAG)
    assert trace.frames == [
        ("out", INVENTORY, "Inventory"),
        ("in", NO_TAG, "Inventory = NO_TAG"),
    ]
    trace = TracedLine(rr3036()).out("05 00 00 02 64 4E").back("04 00 00 52 5A")
    assert trace.words() == ["Open RF", "Open RF = OK"]


def test_wrong_checksum_is_dropped_when_abandoned() -> None:
    assert TracedLine(rr3036()).back("04 00 0E 2C B4").out(INVENTORY).frames[:2] == [
        ("dropped", "04 00", "bad_checksum"),
        ("dropped", "0E 2C B4", "broken_off"),
    ]


def test_query_drops_partial_reply() -> None:
    reported: list[FrameText] = TracedLine(rr3036()).back("04 00 0E").out(INVENTORY).frames
    assert reported == [("dropped", "04 00 0E", "broken_off"), ("out", INVENTORY, "Inventory")]


# ESC/POS


def test_printer_answer_is_paired_with_its_query() -> None:
    trace = TracedLine(escpos()).out("10 04 02 10 04 04").back("12 12").back("00 FF")
    assert trace.frames == [
        ("out", "10 04 02", "DLE EOT 2"),
        ("out", "10 04 04", "DLE EOT 4"),
        ("in", "12", "DLE EOT 2 = 12"),
        ("in", "12", "DLE EOT 4 = 12"),
        ("in", "00", "GS r = 00"),
        ("dropped", "FF", "noise"),
    ]


def test_ticket_is_shown_by_command() -> None:
    trace = TracedLine(escpos()).out("00 00 1B 40 1B 74 10 4B E9 6E 6F 0A 1D 56 00 1D 72 01")
    assert trace.words() == [
        *("NUL", "NUL", "ESC @", "ESC t 16", "“Kéno”", "LF", "GS V 0", "GS r 1"),
    ]
