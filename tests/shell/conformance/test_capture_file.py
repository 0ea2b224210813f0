"""A capture is read in any of its forms, however it was cut, doubled or timed."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.shell.conformance.capture_file import LONGEST_LINE, CaptureUnfit, read_capture
from firmware.shell.conformance.capture_times import LONGEST_GAP
from firmware.shell.conformance.captured_line import CapturedLine
from firmware.shell.conformance.notices import Notices
from tests.kits.offenders import each

OWN = '# croupier 1\n0 out "*O\\r\\n"\n35 in 02 4F\n'
LOGS = {
    "plain": (b"*X;1\r\n*X;2\r\n", [None, None]),
    "clock": (b"[12:00:00.000] *X;1\n[12:00:00.250] *X;2\n", [0, 250]),
    "date": (b"2026-05-01 23:59:59 *X;1\n2026-05-02 00:00:00 *X;2\n", [0, 1000]),
    "iso": (b"2026-05-01T12:00:00.5Z *X;1\n2026-05-01T12:00:01.5Z *X;2\n", [0, 1000]),
    "seconds": (b"[  12.345] *X;1\n[  12.400] *X;2\n", [0, 55]),
    "unix": (b"1714567890.000 *X;1\n1714567890.100 *X;2\n", [0, 100]),
}


def read(folder: Path, content: bytes) -> tuple[list[CapturedLine], list[tuple[str, object]]]:
    path = folder / "capture"
    path.write_bytes(content)
    notices = Notices()
    lines = list(read_capture(path, notices))
    return lines, [(text.key, text.values["line"]) for text in notices.texts()]


def test_own_form_is_read_with_its_times(tmp_path: Path) -> None:
    lines, notices = read(tmp_path, OWN.encode())
    assert [tuple(line) for line in lines] == [
        (2, 0, "out", b"*O\r\n", None),
        (3, 35, "in", b"\x02O", None),
    ]
    assert notices == []


@each("form", LOGS)
def test_log_of_a_terminal_is_read(form: str, tmp_path: Path) -> None:
    content, times = LOGS[form]
    lines, _ = read(tmp_path, content)
    assert [(line.direction, line.octets) for line in lines] == [
        ("in", b"*X;1\r\n"),
        ("in", b"*X;2\r\n"),
    ]
    assert [line.at_ms for line in lines] == times


def test_carriage_return_ends_a_line(tmp_path: Path) -> None:
    lines, _ = read(tmp_path, b"*X;1\r*X;2\r")
    assert [line.octets for line in lines] == [b"*X;1\r", b"*X;2\r"]


def test_log_of_hexadecimal_octets_is_read(tmp_path: Path) -> None:
    lines, _ = read(tmp_path, b"12:00:00 02 4F 0D\n12:00:01 02 50\n")
    assert [line.octets for line in lines] == [b"\x02O\r", b"\x02P"]


def test_raw_octets_are_read_all(tmp_path: Path) -> None:
    content = bytes(range(256)) * 3
    lines, _ = read(tmp_path, content)
    assert b"".join(line.octets or b"" for line in lines) == content


def test_byte_order_mark_is_no_line(tmp_path: Path) -> None:
    lines, notices = read(tmp_path, b"\xef\xbb\xbf" + OWN.encode())
    assert (len(lines), notices) == (2, [])


@each("cut", range(1, len(OWN)))
def test_cut_anywhere_is_said_at_most(cut: int, tmp_path: Path) -> None:
    for content in (OWN[:cut], OWN[cut:]):
        with suppress(CaptureUnfit):
            lines, notices = read(tmp_path, content.encode())
            assert len(lines) <= 2
            assert {key for key, _ in notices} <= {"capture.notice.cut"}


def test_wrong_line_in_the_middle_is_refused_with_its_number(tmp_path: Path) -> None:
    with pytest.raises(CaptureUnfit) as unfit:
        read(tmp_path, b"0 in 41\n1 in 4\n2 in 42\n")
    assert (unfit.value.why.key, unfit.value.why.values["line"]) == ("capture.at_line", "2")


@each("content", (b"", b"\n \n", b"# nothing\n# came\n"))
def test_nothing_is_refused(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(CaptureUnfit) as unfit:
        read(tmp_path, content)
    assert unfit.value.why.key == "capture.empty"


def test_doubled_line_counts_twice(tmp_path: Path) -> None:
    lines, _ = read(tmp_path, b"0 in 41\n0 in 41\n")
    assert [line.octets for line in lines] == [b"A", b"A"]


def test_clock_that_jumps_is_set_right_and_said(tmp_path: Path) -> None:
    lines, notices = read(tmp_path, b"100 in 41\n50 in 42\n60 in 43\n99999999 in 44\n")
    assert [line.at_ms for line in lines] == [100, 100, 110, 110 + LONGEST_GAP]
    assert notices == [("capture.notice.time_back", "2"), ("capture.notice.time_forward", "4")]


def test_recording_may_count_from_another_moment(tmp_path: Path) -> None:
    lines, notices = read(tmp_path, b"1714567890000 in 41\n1714567890100 in 42\n")
    assert ([line.at_ms for line in lines], notices) == ([0, 100], [])


def test_masked_line_is_said(tmp_path: Path) -> None:
    lines, notices = read(tmp_path, "0 in ··\n1 in 41\n".encode())
    assert [line.octets for line in lines] == [None, b"A"]
    assert notices == [("capture.notice.masked", "1")]


def test_line_without_end_is_read_in_pieces(tmp_path: Path) -> None:
    lines, _ = read(tmp_path, b"x" * (3 * LONGEST_LINE))
    assert max(len(line.octets or b"") for line in lines) <= LONGEST_LINE


@given(st.binary(min_size=1, max_size=300))
def test_any_file_is_read_or_refused_in_words(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    try:
        lines, _ = read(tmp_path_factory.getbasetemp(), content)
    except CaptureUnfit:
        return
    times = [line.at_ms for line in lines if line.at_ms is not None]
    assert times == sorted(times)
