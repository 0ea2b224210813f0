"""Every octet that a printer may answer, and what no row of the table defines."""

from itertools import product

import pytest

from drivers.escpos.answers import (
    Answer,
    AnswerFramer,
    AutomaticStatus,
    FlowControl,
    PrintedAnswer,
    PrinterId,
    StatusAnswer,
    UnknownOctets,
)
from drivers.escpos.message_table import ROWS, status_name
from drivers.escpos.status import STATUS_KINDS, is_printed, is_status
from drivers.message_log import Outcome
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised
from hal.ports import Millis
from sim.machines.ticket_mechanics import PrinterError
from tests.kits.drivers.ticket_bench import PAPER_LOW, WELL, Bench, fault, rows
from tests.kits.offenders import each

STATUSES = [octet for octet in range(256) if is_status(octet)]
PRINTED = [octet for octet in range(256) if is_printed(octet)]
STATE_KNOWN = FaultEnded("printer", "unknown_state")


class FixedPrinter:
    """Answers each `DLE EOT n` with the same octet, and nothing else."""

    def __init__(self, **octets: int) -> None:
        self.octets = {1: 0x12, 2: 0x12, 3: 0x12, 4: 0x12}
        self.octets |= {int(name[1:]): octet for name, octet in octets.items()}
        self.unsent = bytearray()

    def receive(self, data: bytes) -> None:
        self.unsent += bytes(
            self.octets[data[place + 2]]
            for place in range(len(data) - 2)
            if data[place : place + 2] == b"\x10\x04"
        )

    def transmit(self) -> bytes:
        unsent, self.unsent = bytes(self.unsent), bytearray()
        return unsent


def faults(events: list[Event]) -> list[str]:
    return [event.code for event in events if isinstance(event, FaultRaised)]


@pytest.mark.clause("AGCO 11.1.2(8)")
@each("kind, octet", [*product(STATUS_KINDS, STATUSES)])
def test_each_status_becomes_what_its_row_says(kind: int, octet: int) -> None:
    bench = Bench(FixedPrinter(**{f"n{kind}": octet}))
    raised = faults(bench.run(1500))
    name = status_name(kind, octet)
    row = bench.part.messages.rows[name]
    assert bench.part.messages.counts[name] >= 2
    assert [row.result] == raised[:1] if row.outcome is Outcome.FAULT else raised == []


@each("octet", range(256))
def test_any_answer_is_a_row_or_an_unknown_state_and_no_silence(octet: int) -> None:
    far = FixedPrinter(n1=octet, n2=octet, n3=octet, n4=octet)
    bench = Bench(far)
    raised = faults(bench.run(8000))
    assert bench.losses == 0
    assert ("unknown_state" in raised) == (octet not in STATUSES)
    far.octets = FixedPrinter().octets
    events = bench.run(3000)
    assert (STATE_KNOWN in events) == ("unknown_state" in raised)
    bench.far.sends_automatic_status = False


def test_table_has_each_octet_that_the_fixed_bits_allow() -> None:
    # 4 kinds of 16 statuses, 32 of `GS r`, 16 + 3 x 64 of an automatic status, XON, XOFF, GS I
    assert len({row.name for row in ROWS}) == len(ROWS) == 64 + 32 + 208 + 3
    assert all(row.source and row.result for row in ROWS)


# --- octets into answers


@each(
    "octets, answers",
    [
        ("12 1A", [StatusAnswer(0x12), StatusAnswer(0x1A)]),
        ("00", [PrintedAnswer(0)]),
        ("18 00 00 0F", [AutomaticStatus(b"\x18\0\0\x0f")]),
        ("14 00 13 03 0F", [FlowControl(True), AutomaticStatus(b"\x14\0\3\x0f")]),
        ("11 13", [FlowControl(False), FlowControl(True)]),
        ("5F 45 50 53 4F 4E 00", [PrinterId(b"_EPSON\0")]),
        ("18 00 12", [UnknownOctets(b"\x18\0"), StatusAnswer(0x12)]),
        ("5F 45 12", [UnknownOctets(b"_E"), StatusAnswer(0x12)]),
        ("92 FF 01", [UnknownOctets(b"\x92\xff\x01")]),
    ],
)
def test_octets_are_told_apart_by_their_fixed_bits(octets: str, answers: list[Answer]) -> None:
    assert [*AnswerFramer().feed(bytes.fromhex(octets), Millis(1000))] == answers


def test_answer_broken_off_swallows_nothing_later() -> None:
    framer = AnswerFramer()
    assert [*framer.feed(b"\x10\0", Millis(1000))] == []
    later = [*framer.feed(b"\0", Millis(1200))]
    assert later == [UnknownOctets(b"\x10\0"), PrintedAnswer(0)]


# --- a ticket among such answers


@each("octets", ["10 00 00 00", "18 00 0F 00", "10 03 03 03", "30 00 00 00"])
def test_automatic_status_confirms_no_ticket(octets: str) -> None:
    bench = Bench()
    bench.run(1500)
    bench.far.damage = lambda answer: b"" if answer == b"\0" else answer
    bench.sell(1)
    events = []
    for _ in range(300):
        bench.far._unsent_bytes += bytes.fromhex(octets)
        events += bench.run(50)
    assert events == [fault("GS")]
    assert bench.part.health["tickets"] == 0
    assert bench.far.ticket_texts == [rows(1)]


def test_automatic_status_in_mid_ticket_costs_nothing() -> None:
    bench = Bench()
    bench.far.receive(b"\x1da\xff")
    bench.run(1500)
    bench.sell(1, 2)
    for step in range(60):
        bench.far.change(drawer_open=bool(step % 2))
        assert bench.run(100) == []
    assert bench.far.ticket_texts == [rows(1), rows(2)]
    assert bench.part.health["tickets"] == 2
    assert bench.part.messages.counts["ASB 1 = 14"] == 30


@pytest.mark.clause("AGCO 11.1.2(8)")
@each("octet", PRINTED)
def test_confirmation_without_paper_is_none(octet: int) -> None:
    bench = Bench()
    bench.run(1500)
    bench.far.damage = lambda answer: bytes((octet,)) if answer == b"\0" else answer
    bench.sell(1)
    bench.run()
    assert bench.part.health["tickets"] == (not octet & 0x0C)
    assert bench.part.messages.counts[f"GS r 1 = {octet:02X}"] == 1


def test_printer_that_lacks_kinds_of_status_prints() -> None:
    bench = Bench()
    bench.far.answered_kinds = frozenset({2, 4})
    bench.sell(1)
    bench.run(10_000)
    bench.sell(2)
    assert bench.run() == []
    assert rows(2) in bench.far.ticket_texts
    bench.far.limit_paper()
    assert faults(bench.run()) == ["no_paper"]


@each("kinds", [(), (1,), (1, 2, 3), (4,)])
def test_printer_without_a_required_status_is_unknown_or_silent(kinds: tuple[int, ...]) -> None:
    bench = Bench()
    bench.far.answered_kinds = frozenset(kinds)
    bench.sell(1)
    assert faults(bench.run(12_000)) == (["unknown_state"] if kinds else [])
    assert bool(bench.losses) == (not kinds)
    assert bench.far.uncut_rows == []


def test_full_buffer_holds_the_ticket_back() -> None:
    bench = Bench()
    bench.run(1500)
    bench.sell(1)
    bench.run(200)
    bench.far._send_answer(b"\x13")
    bench.run(100)
    printed = len(bench.far.uncut_rows)
    bench.run(3000)
    assert len(bench.far.uncut_rows) == printed
    bench.far._send_answer(b"\x11")
    assert bench.run() == []
    assert bench.far.ticket_texts == [rows(1)]


def test_cover_opened_in_mid_ticket_loses_no_octet() -> None:
    bench = Bench()
    bench.far.buffer_size = 64
    bench.run(1500)
    bench.sell(1)
    bench.run(200)
    bench.far.open_cover()
    assert bench.run() == [fault("CO")]
    assert bench.part.messages.counts["XOFF"] == 1
    bench.far.shut_cover()
    assert bench.run(6000) == [WELL]
    assert bench.far.ticket_texts[-1] == rows(1, "DUPLICATA / COPY")


def test_lost_xon_holds_five_seconds_at_most() -> None:
    bench = Bench()
    bench.run(1500)
    bench.far._send_answer(b"\x13")
    bench.sell(1)
    bench.run(4500)
    assert bench.far.uncut_rows == []
    bench.run()
    assert bench.far.ticket_texts == [rows(1)]


# --- states of the printer


@pytest.mark.clause("AGCO 11.1.2(8)")
@each(
    "error, code",
    [
        (PrinterError.MECHANICAL, "ME"),
        (PrinterError.CUTTER, "CU"),
        (PrinterError.UNRECOVERABLE, "UN"),
        (PrinterError.OVERHEATED, "HT"),
    ],
)
def test_error_is_named(error: PrinterError, code: str) -> None:
    bench = Bench()
    bench.run(1500)
    bench.far.change(error=error)
    assert bench.run() == [fault(code)]
    bench.far.clear_error()
    assert bench.run() == [WELL]


@pytest.mark.parametrize(("state", "code"), [("awaits_feed", "FD"), ("is_deselected", "OF")])
def test_unconfirmed_ticket_names_why(state: str, code: str) -> None:
    bench = Bench()
    bench.far.change(**{state: True})
    assert bench.run() == []
    bench.sell(1)
    assert bench.run(15_000) == [fault(code)]
    bench.far.change(**{state: False})
    assert bench.run() == [WELL]
    assert bench.far.ticket_texts == [rows(1)]


def test_feed_key_and_drawer_are_no_fault() -> None:
    bench = Bench()
    bench.run(1500)
    bench.sell(1)
    bench.run(200)
    bench.far.change(feeds_paper=True, drawer_open=True)
    bench.run(1000)
    bench.far.change(feeds_paper=False)
    assert bench.run() == []
    assert bench.far.ticket_texts == [rows(1)]


def test_near_end_is_told_and_prints_on() -> None:
    bench = Bench()
    bench.run(1500)
    bench.far.change(is_near_end=True)
    bench.sell(1)
    assert bench.run() == [PAPER_LOW]
    assert bench.far.ticket_texts == [rows(1)]
    bench.far.limit_paper()
    assert faults(bench.run()) == ["no_paper"]
    bench.far.load_paper()
    assert faults(bench.run()) == []


def test_identity_is_no_confirmation() -> None:
    bench = Bench()
    bench.run(1500)
    bench.far.receive(b"\x1dI\x42")
    bench.run(500)
    assert bench.part.messages.counts["GS I = 5F …"] == 1


def test_other_maker_s_printer_in_the_place_of_ours() -> None:
    bench = Bench()
    bench.sell(1)
    bench.run(300)
    bench.far.other_bits = 0x90
    assert faults(bench.run(9000)) == ["unknown_state"]
    assert bench.losses == 0
    bench.far.other_bits = 0
    assert STATE_KNOWN in bench.run(6000)
    pages = bench.far.ticket_texts
    assert pages.count(rows(1)) <= 1
    assert rows(1) in pages or rows(1, "DUPLICATA / COPY") in pages
