"""Each row of the RR3036's table is provoked at the far end, and becomes what the row says."""

import pytest

from drivers.message_log import MessageRow, Outcome
from drivers.rr3036.message_table import COMMANDS, ERROR_CODES, REFUSALS, ROWS, UNASKED
from drivers.rr3036.protocol import InventoryStatus
from drivers.rr3036.reader import MAX_ATTEMPTS, SeatReader
from drivers.tags.deck_registry import DeckRegistry
from drivers.trace import BLANK_OCTETS
from firmware.core.vocabulary.events import Event, FaultRaised, StackRead
from hal.errors import HardwareError, PortLost, WrongAnswers
from hal.ports import Millis
from tests.kits.drivers.rr3036_bench import ANTENNAS, Bench, uid
from tests.kits.offenders import each

OPCODES = dict(
    zip(
        COMMANDS,
        [(0x00, 0x02), (0x00, 0x06), (0x00, 0x00), (0x08, 0xF0), (0x01, 0x06)],
        strict=True,
    )
)
FORMS = {
    "": b"",
    "information": bytes(8),
    "tags": b"\x00" + uid(0)[::-1],
    "a UID twice": (b"\x00" + uid(0)[::-1]) * 2,
    "a UID without E0": b"\x00" + bytes.fromhex("0807060504030201"),
}
DEFINED = {0x00, *REFUSALS, *InventoryStatus, *ERROR_CODES}


def reply_of(name: str) -> tuple[str, int, bytes]:
    """Return the command, the status and the data that a row is named for."""
    command, _, rest = name.partition(" status ")
    status, comma, form = rest.partition(", ")
    status, _, code = status.partition(" code ")
    return command, int(status, 16), FORMS[form] if comma else bytes.fromhex(code)


def run_provoked(name: str) -> tuple[Bench, list[Event], HardwareError | None]:
    bench = Bench()
    command, status, data = reply_of(name)
    bench.start()
    if status == 0 and command not in ("Inventory", UNASKED):
        pass  # what it answers anyhow
    elif command in OPCODES:
        bench.far.forced_replies[OPCODES[command]] = status, data
        bench.start()
    else:
        bench.polls(5)
        bench.far.speak(status, data)
    events: list[Event] = []
    try:
        for _ in range(120):
            bench.now += 2
            events += bench.reader.poll(Millis(bench.now))
    except HardwareError as error:
        return bench, events, error
    return bench, events, None


@each("row", ROWS)
def test_row_becomes_what_it_says(row: MessageRow) -> None:
    bench, events, error = run_provoked(row.name)
    assert bench.reader.messages is not None
    assert bench.reader.messages.counts[row.name] > 0
    assert bench.reader.health["unknown"] == 0
    codes = {event.code for event in events if isinstance(event, FaultRaised)}
    match row.outcome, row.result:
        case Outcome.EVENT, "StackRead":
            assert any(isinstance(event, StackRead) for event in events)
        case Outcome.FAULT, "wrong_answers":
            assert isinstance(error, WrongAnswers)
        case Outcome.FAULT, code:
            assert code in codes
        case Outcome.COUNTED, _:
            assert not codes
            assert error is None


def test_row_names_are_distinct() -> None:
    assert len({row.name for row in ROWS}) == len(ROWS)


@each("status", [status for status in range(256) if status not in DEFINED])
def test_status_that_the_manual_lacks_is_unknown(status: int) -> None:
    bench = Bench()
    bench.far.refusal = status
    bench.start()
    with pytest.raises(WrongAnswers, match=f"refused: {status:02X}"):
        bench.until_lost()
    assert bench.reader.messages.unknown[-1].octets == f"{status:02X}"
    assert bench.reader.health["unknown"] == MAX_ATTEMPTS


@each("length", [1, 5, 10, 17, 100, 250])
def test_reply_of_another_length_is_no_silence(length: int) -> None:
    bench = Bench()
    bench.far.forced_replies[OPCODES["Inventory"]] = 0x00, bytes(length)
    bench.start()
    with pytest.raises(WrongAnswers, match="no answer to Inventory"):
        bench.until_lost(5000)
    assert bench.reader.health["unknown"] > 0


def test_reader_of_another_address_is_no_silence() -> None:
    bench = Bench()
    bench.start()
    bench.sweeps()
    bench.far.address = 0x05
    with pytest.raises(WrongAnswers):
        bench.until_lost()
    assert bench.reader.messages.unknown[-1].description == "address 05"
    bench.far.address = 0x00
    bench.start()
    bench.sweeps()


def test_refusal_before_two_silences_is_no_silence() -> None:
    bench = Bench()
    bench.start()
    bench.sweeps()
    bench.far.statuses.append(0x05)
    while not bench.reader.health["refused"]:
        bench.poll()
    bench.far.receive = lambda data: None  # type: ignore[method-assign]
    with pytest.raises(WrongAnswers):
        bench.until_lost()


def test_silent_reader_is_silent() -> None:
    bench = Bench()
    bench.start()
    bench.sweeps()
    bench.far.receive = lambda data: None  # type: ignore[method-assign]
    with pytest.raises(PortLost, match="silent"):
        bench.until_lost()


def test_reader_in_another_mode_is_set_up_again() -> None:
    bench = Bench()
    bench.start()
    bench.far.put_tag(1, uid(0))
    bench.sweeps()
    bench.far.statuses.append(0x1F)
    assert bench.sweeps(2) == []
    assert bench.reader.messages.counts["Inventory status 1F"] == 1
    assert bench.losses == 0


def test_tags_of_cards_leave_no_octet() -> None:
    bench = Bench()
    seats = SeatReader(bench.port, ANTENNAS, DeckRegistry({}), "2026-11")
    bench.far.forced_replies[OPCODES["Inventory"]] = 0x00, bytes(10)
    seats.start(Millis(0))
    for now in range(1, 40):
        seats.poll(Millis(now))
    assert {message.octets for message in seats.messages.unknown} == {BLANK_OCTETS}
