import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.escpos.status import (
    PRINTED_REQUEST,
    STATUS_REQUEST,
    Condition,
    condition,
    is_printed,
    is_status,
)
from drivers.escpos.ticket import compose
from sim.machines.escpos import SimTicketPrinter
from tests.kits.offenders import each

BEGIN = b"\0\0\x1b@\x1bt\x10"
CUT = b"\x1bd\x06\x1dV\0"
HEAD = b"\x1b!\0\x1b!\0\x1b!\x10\x1bE\x01\x1ba\x01"
BODY = b"\x1b!\0\x1b!\0\x1b!\0\x1bE\0\x1ba\0"


def test_ticket_has_literal_bytes() -> None:
    assert b"".join(compose(["KENO", "À 2,00\u00a0$", "œuf"], 42)) == (
        BEGIN + HEAD + b"KENO\n" + BODY + b"\xc0 2,00\xa0$\n" + b"\x9cuf\n" + CUT
    )


def test_copy_is_marked_and_fed_apart() -> None:
    assert b"".join(compose(["KENO", "1"], 42, copy_mark="COPY", has_hanging_piece=True)) == (
        BEGIN + CUT + HEAD + b"COPY\n" + b"KENO\n" + BODY + b"1\n" + CUT
    )


def test_enquiries_have_literal_bytes() -> None:
    assert bytes.fromhex("10 04 01 10 04 02 10 04 03 10 04 04") == STATUS_REQUEST
    assert bytes.fromhex("1D 72 01") == PRINTED_REQUEST


def test_long_lines_break_at_words() -> None:
    portions = list(compose(["KENO", "un deux trois quatre " * 5], 16))
    assert all(portion.count(b"\n") <= 1 for portion in portions)
    assert portions[3:5] == [b"quatre un deux\n", b"trois quatre un\n"]


@each("letter", ["♥", "\x1b", "\n", "\x10", "\0", "\u202e", "中", "\x81"])
def test_unprintable_is_replaced(letter: str) -> None:
    assert b"a?b\n" in b"".join(compose(["KENO", f"a{letter}b"], 42))


@given(st.lists(st.text(max_size=60), min_size=1, max_size=8), st.none() | st.just("COPY"))
def test_text_is_never_a_command(lines: list[str], mark: str | None) -> None:
    far = SimTicketPrinter()
    for portion in compose(lines, 42, copy_mark=mark):
        far.receive(portion)
    assert far.unknown_commands == []
    assert far.uncut_rows == []
    assert len(far.cut_tickets) == 1
    assert far.transmit() == b""


def test_french_prints_as_written() -> None:
    french = "ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ àâæçéèêëîïôœùûüÿ «€»"
    far = SimTicketPrinter()
    far.receive(b"".join(compose(["KENO", french], 42)))
    assert far.ticket_texts == [["KENO", french]]
    assert far.cut_tickets[0][0].is_bold
    assert far.cut_tickets[0][0].is_tall
    assert far.cut_tickets[0][0].is_centred
    assert not far.cut_tickets[0][1].is_bold
    assert not far.cut_tickets[0][1].is_tall


@each(
    "offline, roll, said",
    [
        (0x12, 0x12, Condition()),
        (0x12, 0x1E, Condition(paper_low=True)),
        (0x12, 0x16, Condition(paper_low=True)),
        (0x12, 0x52, Condition()),
        (0x12, 0x32, Condition(paper_out=True)),
        (0x1A, 0x12, Condition()),
        (0x32, 0x12, Condition(paper_out=True)),
        (0x12, 0x72, Condition(paper_out=True)),
        (0x32, 0x7E, Condition(paper_out=True)),
        (0x16, 0x12, Condition(trouble_code="CO")),
        (0x52, 0x12, Condition(trouble_code="ER")),
        (0x56, 0x12, Condition(trouble_code="CO")),
        (0x76, 0x7E, Condition(paper_out=True, trouble_code="CO")),
    ],
)
def test_meaning_of_status_bits(offline: int, roll: int, said: Condition) -> None:
    assert condition({2: offline, 4: roll}) == said


@each(
    "printer, offline, error, said",
    [
        (0x12, 0x52, 0x12, Condition(trouble_code="ER")),
        (0x1A, 0x52, 0x1A, Condition(trouble_code="CU", idle_code="OF")),
        (0x1A, 0x52, 0x16, Condition(trouble_code="ME", idle_code="OF")),
        (0x1A, 0x52, 0x7E, Condition(trouble_code="UN", idle_code="OF")),
        (0x1A, 0x52, 0x52, Condition(trouble_code="HT", idle_code="OF")),
        (0x12, 0x12, 0x7E, Condition()),
        (0x1A, 0x12, 0x12, Condition(idle_code="OF")),
        (0x3A, 0x12, 0x12, Condition(idle_code="FD")),
        (0x5A, 0x1A, 0x12, Condition()),
        (0x16, 0x12, 0x12, Condition()),
    ],
)
def test_meaning_of_all_kinds_of_status(
    printer: int, offline: int, error: int, said: Condition
) -> None:
    assert condition({1: printer, 2: offline, 3: error, 4: 0x12}) == said


def test_no_byte_answers_both_enquiries() -> None:
    assert not [byte for byte in range(256) if is_status(byte) and is_printed(byte)]
    assert not any(is_status(byte) or is_printed(byte) for byte in (0x11, 0x13, 0xFF))
    assert is_printed(0x00)
    assert is_printed(0x0F)


@pytest.mark.clause("AGCO 11.1.2(8)")
@each("bit", range(8))
def test_flipped_status_bit_never_means_printed(bit: int) -> None:
    statuses = [byte for byte in range(256) if is_status(byte)]
    assert not [byte for byte in statuses if is_printed(byte ^ 1 << bit)]
