from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from drivers.line_watch import LOSS_TIMEOUT
from drivers.part import SelfTestProof
from firmware.core.vocabulary.events import Event
from hal.errors import PortLost
from sim.machines.escpos import SimTicketPrinter
from sim.wires.impairments import DelayedWire, FlippedWire, LossyWire, MergedWire, RepeatedWire
from tests.kits.drivers.ticket_bench import COPY, NO_PAPER, PAPER, STEP, WELL, Bench, fault, rows
from tests.kits.offenders import each

Hand = Callable[[SimTicketPrinter], None]


def running() -> Bench:
    """A printer that is known to be well."""
    bench = Bench()
    assert bench.run(1500) == []
    return bench


def assert_sold(bench: Bench, *numbers: int) -> None:
    """Hold that each ticket was printed whole and as the original once, and else marked."""
    pages = bench.far.ticket_texts
    for number in numbers:
        assert pages.count(rows(number)) <= 1
        assert rows(number) in pages or rows(number, COPY) in pages
        assert all(COPY in page for page in pages if page[-5:] == rows(number)) or (
            pages.count(rows(number)) == 1
        )


# --- each ticket once


def test_tickets_print_and_cut_once_oldest_first() -> None:
    bench = running()
    bench.sell(1, 2)
    bench.run(5000)
    bench.sell(3)
    assert bench.run(20_000) == []
    assert bench.far.ticket_texts == [rows(1), rows(2), rows(3)]
    assert bench.far.uncut_rows == []
    assert bench.far.unknown_commands == []
    assert bench.part.health == {"tickets": 3, "copies": 0, "interrupted": 0, "strays": 0}


def test_repeated_panel_prints_nothing() -> None:
    bench = running()
    bench.sell(1)
    for _ in range(50):
        bench.run(100)
        bench.show()
    assert bench.far.ticket_texts == [rows(1)]


def test_returning_control_number_is_not_reprinted() -> None:
    bench = running()
    bench.sell(1)
    bench.run()
    bench.tickets = ()
    bench.show()
    bench.sell(1)
    bench.run()
    assert bench.far.ticket_texts == [rows(1)]


def test_ticket_gone_from_panel_is_not_printed() -> None:
    bench = running()
    bench.sell(1, 2)
    bench.run(300)
    bench.tickets = bench.tickets[:1]
    bench.show()
    bench.run()
    assert bench.far.ticket_texts == [rows(1)]


def test_printer_must_be_ready_twice() -> None:
    bench = Bench()
    bench.sell(1)
    bench.run(500)
    assert not bench.far.uncut_rows
    bench.run()
    assert bench.far.cut_tickets


# --- what a service that comes up again can't know


def test_first_panel_prints_newest_ticket_as_copy() -> None:
    bench = Bench()
    bench.sell(1, 2, 3)
    bench.restart()
    bench.run(5000)
    assert bench.far.ticket_texts == [rows(3, COPY)]
    bench.sell(4)
    bench.run()
    assert bench.far.ticket_texts == [rows(3, COPY), rows(4)]


@each("after", range(0, 1500, STEP))
def test_any_shutdown_leaves_no_unmarked_duplicate(
    after: int,
) -> None:
    bench = running()
    bench.sell(1)
    bench.run(after)
    bench.restart()
    bench.run(5000)
    assert_sold(bench, 1)


# --- cable, power, paper


@each("away", [100, 3000])
@each("after", range(0, 1500, STEP))
def test_cable_loss_reprints_as_copy(after: int, away: int) -> None:
    bench = running()
    bench.sell(1, 2)
    bench.run(after)
    bench.port.unplug()
    bench.run(away)
    bench.port.plug()
    bench.run(8000)
    assert_sold(bench, 1, 2)
    assert bench.far.unknown_commands == []
    assert rows(2) in bench.far.ticket_texts or rows(2, COPY) in bench.far.ticket_texts


@each("off", [1600, 8000])
@each("after", range(0, 1500, STEP))
def test_power_loss_reprints_as_copy(after: int, off: int) -> None:
    bench = running()
    bench.sell(1, 2)
    bench.run(after)
    bench.far.power_off()
    bench.run(off)
    bench.far.power_on()
    bench.run(8000)
    assert_sold(bench, 1, 2)


@each("left", range(6))
def test_paper_end_reprints_as_copy(left: int) -> None:
    bench = running()
    bench.far.limit_paper(left)
    bench.sell(1)
    assert bench.run() == [NO_PAPER]
    bench.far.load_paper()
    assert bench.run(6000) == [PAPER]
    assert bench.far.ticket_texts[-1] == rows(1, COPY)
    assert_sold(bench, 1)


def test_cut_off_command_swallows_none_of_the_copy() -> None:
    """The cable is pulled at each byte that goes to the printer."""
    bench = running()
    sent = bytearray()
    receive = bench.far.receive
    bench.far.receive = lambda data: (sent.extend(data), receive(data))[1]  # type: ignore[method-assign]
    bench.sell(1)
    bench.run()
    for at in range(len(sent)):
        far = SimTicketPrinter()
        far.receive(bytes(sent[:at]))
        again = Bench()
        again.far, again.port._far_end = far, far
        again.sell(1)
        again.restart()
        again.run()
        assert far.ticket_texts[-1] == rows(1, COPY)
        assert len(far.ticket_texts) <= 2


def test_interrupted_ticket_is_a_copy_even_later() -> None:
    bench = running()
    bench.sell(1)
    bench.run(300)
    bench.far.power_off()
    bench.tickets = ()
    bench.sell(2)
    bench.run(2000)
    bench.far.power_on()
    bench.run(5000)
    bench.sell(1)
    bench.run()
    assert bench.far.ticket_texts[-2:] == [rows(2), rows(1, COPY)]


# --- faults


@pytest.mark.parametrize(
    ("befall", "mend", "raised", "ended"),
    [
        (SimTicketPrinter.limit_paper, SimTicketPrinter.load_paper, NO_PAPER, PAPER),
        (SimTicketPrinter.open_cover, SimTicketPrinter.shut_cover, fault("CO"), WELL),
        (SimTicketPrinter.jam_cutter, SimTicketPrinter.clear_error, fault("CU"), WELL),
    ],
)
def test_fault_is_reported_once_and_blocks_sending(
    befall: Hand, mend: Hand, raised: Event, ended: Event
) -> None:
    bench = running()
    befall(bench.far)
    assert bench.run() == [raised]
    bench.sell(1)
    assert bench.run(10_000) == []
    mend(bench.far)
    assert bench.run() == [ended]
    assert bench.far.ticket_texts == [rows(1)]


def test_successive_faults_are_reported_once_each() -> None:
    bench = running()
    bench.far.jam_cutter()
    bench.far.open_cover()
    assert bench.run() == [fault("CO")]
    bench.far.shut_cover()
    assert bench.run() == [fault("CU")]
    bench.far.clear_error()
    assert bench.run() == [WELL]


def test_fault_ended_during_cable_loss_ends_afterwards() -> None:
    bench = running()
    bench.far.limit_paper()
    assert bench.run() == [NO_PAPER]
    bench.port.unplug()
    bench.far.load_paper()
    bench.run(500)
    bench.port.plug()
    assert bench.run() == [PAPER]


def test_silent_printer_is_lost_after_five_seconds() -> None:
    bench = running()
    bench.far.is_silent = True
    bench.run(LOSS_TIMEOUT - 1000)
    assert bench.losses == 0
    with pytest.raises(PortLost):
        bench.part.test(bench.now)
    bench.run(2000)
    assert bench.losses == 1
    bench.far.is_silent = False
    bench.run(1500)
    assert bench.part.test(bench.now) is SelfTestProof.ANSWERS


def test_missing_print_confirmation_is_a_fault() -> None:
    bench = running()
    bench.far.damage = lambda answer: b"" if answer == b"\0" else answer
    bench.sell(1, 2)
    assert bench.run(30_000) == [fault("GS")]
    assert bench.far.ticket_texts == [rows(1)]
    bench.far.power_off()
    bench.run(2000)
    bench.far.damage = None
    bench.far.power_on()
    assert bench.run(6000) == [WELL]
    assert bench.far.ticket_texts == [rows(1), rows(1, COPY), rows(2)]


def test_break_of_pulled_cable_is_no_confirmation() -> None:
    bench = running()
    bench.far.damage = lambda answer: b"" if answer == b"\0" else answer
    bench.sell(1)
    bench.run(1000)
    bench.far.is_silent = True
    bench.far._unsent_bytes += b"\0"
    bench.run(2000)
    bench.far.is_silent, bench.far.damage = False, None
    bench.run(5000)
    assert bench.far.ticket_texts == [rows(1), rows(1, COPY)]


def test_late_answer_does_not_confirm_the_copy() -> None:
    bench = running()
    bench.far.limit_paper(len(rows(1)))
    bench.sell(1)
    assert bench.run() == [NO_PAPER]
    bench.far.damage = lambda answer: b"" if answer == b"\0" else answer
    bench.far.load_paper()
    bench.run()
    bench.far._unsent_bytes += b"\0"
    bench.run(1000)
    bench.far.power_off()
    bench.run(2000)
    bench.far.damage = None
    bench.far.power_on()
    bench.run()
    assert bench.far.ticket_texts == [rows(1), rows(1, COPY), rows(1, COPY)]


# --- the wire


MANNERS = {
    "merged": lambda seed: MergedWire(2),
    "delayed": lambda seed: DelayedWire(3 + seed),
    "lossy": lambda seed: LossyWire(seed, 20),
    "flipped": lambda seed: FlippedWire(seed, 20),
    "repeated": lambda seed: RepeatedWire(seed, 20),
}


@each("seed", range(4))
@each("manner", MANNERS)
def test_any_wire_prints_no_unmarked_duplicate(manner: str, seed: int) -> None:
    bench, chance = Bench(manner=MANNERS[manner](seed)), Random(seed)
    for number in range(1, 8):
        bench.sell(number)
        bench.run(chance.randrange(100, 9000))
    bench.run(30_000)
    originals = Counter(page[1] for page in bench.far.ticket_texts if COPY not in page)
    assert set(originals.values()) == {1}


@each("bit", range(8))
def test_one_flipped_bit_is_no_fault(bit: int) -> None:
    bench = running()
    flips = iter([0, 0, 1 << bit])
    bench.far.damage = lambda answer: bytes(byte ^ next(flips, 0) for byte in answer)
    assert bench.run() == []
    bench.sell(1)
    assert bench.run() == []
    assert bench.far.ticket_texts == [rows(1)]
