"""A line of a capture is read as it was written, or refused in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.core.vocabulary.refusal import InvalidValue
from firmware.shell.conformance.captured_line import (
    CapturedLine,
    is_captured_line,
    parse_line,
    render_line,
)
from hal.ports import Millis
from tests.kits.offenders import each

READ = [
    (r'0 in "*X;2;003; 9;8;150;0\r\n"', (0, "in", b"*X;2;003; 9;8;150;0\r\n", None)),
    ("in 02 4f", (None, "in", b"\x02O", None)),
    ("- out 0x24 00 FF", (None, "out", b"\x00\xff", 0x24)),
    ("12 in 0x20", (12, "in", b"", 0x20)),
    ("7 in ··  # a card", (7, "in", None, None)),
    (r'1 in "a\xffb\\\"\t" # and a "comment"', (1, "in", b'a\xffb\\"\t', None)),
    ('3 in "a # b"', (3, "in", b"a # b", None)),
    ("  5   out\t41 42  ", (5, "out", b"AB", None)),
]
COMMENTS = ("", "   ", "# a comment", "  # 12 in 41")
UNFIT = (
    "hello",
    "12 in 4",
    "12 in 0",
    "12 in GG",
    '12 in "open',
    r'12 in "\q"',
    '12 in "€"',
    "12 sideways 41",
    "-1 in 41",
    "1.5 in 41",
    "12 in 41 \x00",
)


@each("written, line", READ)
def test_line_is_read(written: str, line: tuple[object, ...]) -> None:
    assert parse_line(written, 9) == (9, *line)
    assert is_captured_line(written)


@each("written", COMMENTS)
def test_comment_is_no_line(written: str) -> None:
    assert parse_line(written, 1) is None


@each("written", UNFIT)
def test_what_is_no_line_is_refused_in_words(written: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        parse_line(written, 1)
    assert refused.value.why.key == "capture.unfit_line"


@given(
    st.none() | st.integers(0, 10**12),
    st.sampled_from(("in", "out")),
    st.none() | st.binary(min_size=1, max_size=80),
    st.none() | st.integers(0x08, 0x77),
)
def test_written_line_is_read_again(
    at: int | None, direction: str, octets: bytes | None, address: int | None
) -> None:
    at_ms = None if at is None else Millis(at)
    line = CapturedLine(4, at_ms, direction, octets, address)  # type: ignore[arg-type]
    assert parse_line(render_line(line, 'said "so" # twice'), 4) == line


@given(st.text())
def test_any_text_is_a_line_a_comment_or_refused(written: str) -> None:
    try:
        line = parse_line(written, 1)
    except InvalidValue:
        return
    assert line is None or line.direction in ("in", "out")


@each("filler", (" ", "\t", "41 ", "#", '"', "\\", '\\"'))
def test_long_line_without_its_end_is_judged(filler: str) -> None:
    assert is_captured_line("in " + filler * 30_000 + "x") is ('"' not in filler)
    assert not is_captured_line('in "' + filler * 30_000)
