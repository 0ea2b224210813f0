"""Each row of the PN532's table is provoked at the far end, and becomes what the row says."""

import pytest

from drivers.message_log import MessageRow, Outcome
from drivers.pn532.cards import UNREADABLE
from drivers.pn532.frames import ACK, NACK, Pn532Reply, encode_frame
from drivers.pn532.message_table import COMMAND_NAMES, ERRORS, ROWS, name_message
from drivers.pn532.reader import MAX_ATTEMPTS
from drivers.pn532.targets import TargetForm
from drivers.trace import BLANK_OCTETS
from firmware.core.vocabulary.events import CardRead, Event, FaultEnded, FaultRaised
from hal.errors import HardwareError, PortLost, WrongAnswers
from tests.kits.drivers.pn532_bench import HSU, I2C, NAMES, Bench
from tests.kits.offenders import each

SEVEN, OTHER_SEVEN = NAMES["AS1"].hex(), NAMES["KD1"].hex()
TARGETS = {
    TargetForm.TAG: (f"0004 08 07 {SEVEN}", f"0004 08 07 {OTHER_SEVEN}"),
    TargetForm.SMART_CARD: ("0004 20 04 5A1B2C3D 02 78", "0004 28 04 5A1B2C3E"),
    TargetForm.RANDOM_UID: ("0004 20 04 08112233 05 78807002", "0004 20 04 08445566"),
    TargetForm.TRIPLE_UID: ("0084 00 0A 04010203040506070809", "0084 00 0A 0401020304050607080A"),
    TargetForm.OTHER_UID: ("0004 08 05 0102030405", "0004 08 06 010203040506"),
    TargetForm.FELICA: ("12 01 0101050186040202 03004B024F498A8A",) * 2,
    TargetForm.TYPE_B: ("50 11223344 55667788 99AABB 01 00",) * 2,
    TargetForm.JEWEL: ("0C00 11223344",),
}
COMMANDS = {name: code for code, name in COMMAND_NAMES.items()}


def look_of(name: str) -> bytes:
    forms = [TargetForm(form) for form in name.partition(": ")[2].split(" and ") if form]
    targets = [f"{n:02X} {TARGETS[form][n - 1]}" for n, form in enumerate(forms, start=1)]
    return bytes.fromhex(f"{len(forms):02X}" + "".join(targets))


def provoke(bench: Bench, name: str) -> None:
    """Have the chip say what the row is named for."""
    command, _, rest = name.partition(" ")
    match command, rest.split():
        case _, ["unasked"]:
            send_unsolicited(bench, COMMANDS[command.removesuffix(",")] + 1)
        case "InListPassiveTarget", _:
            bench.chip.raw_look = look_of(name)
        case "InRelease", ["status", code]:
            bench.chip.error = int(code, 16)
        case "GetGeneralStatus", ["Err", code, "Field", field]:
            bench.chip.error, bench.chip.field_octet = int(code, 16), int(field, 16)
            bench.part.send("GetGeneralStatus", bench.now)
        case "GetFirmwareVersion", words:
            bench.chip.firmware = bytes.fromhex(
                "0402" if "PN531" in words else f"{rest[-2:]}010607"
            )
            bench.part.start(bench.now)
        case (("syntax" | "NACK"), _):
            bench.chip.refuses = True
            bench.chip.refusal = NACK if name == "NACK" else bench.chip.refusal


def send_unsolicited(bench: Bench, code: int) -> None:
    # a card lies there, so that the chip does not wait for one
    bench.put(NAMES["5H1"])
    bench.chip.speak(encode_frame(bytes((0xD5, code))))


def run_provoked(name: str) -> tuple[Bench, list[Event], HardwareError | None]:
    bench = Bench(HSU).start()
    bench.run(100)
    try:
        provoke(bench, name)
        return bench, list(bench.run(700)), None
    except HardwareError as error:
        return bench, bench.events, error


@each("row", ROWS)
def test_row_becomes_what_it_says(row: MessageRow) -> None:
    bench, events, error = run_provoked(row.name)
    assert bench.part.messages.counts[row.name] > 0
    match row.outcome, row.result:
        case Outcome.EVENT, "CardRead":
            assert any(isinstance(event, CardRead) for event in events)
        case Outcome.FAULT, "wrong_answers":
            assert isinstance(error, WrongAnswers)
        case Outcome.FAULT, code:
            assert code in {event.code for event in events if isinstance(event, FaultRaised)}
        case Outcome.COUNTED, _:
            assert (events, error) == ([], None)
    assert bench.part.health["unknown"] == 0


def test_row_names_are_distinct() -> None:
    assert len({row.name for row in ROWS}) == len(ROWS)


@each("code", [code for code in range(0x40) if code not in ERRORS])
def test_status_that_the_manual_lacks_is_unknown(code: int) -> None:
    bench = Bench().start()
    bench.chip.error = code
    assert bench.put(NAMES["AS1"]) != []
    assert bench.part.messages.unknown[-1].octets == f"53 {code:02X}"
    assert bench.part.health["unknown"] > 0


@each("data", ["", "03", "00 00", "01 02 0004 08 04 DEADBEEF", "01 01 0004 08 07 04A1B2", "FF"])
def test_looks_in_no_form_stop_the_deal_and_lose_nothing(data: str) -> None:
    bench = Bench().start()
    bench.chip.raw_look = bytes.fromhex(data)
    assert bench.run(500) == [UNREADABLE]
    bench.chip.raw_look = None
    assert bench.run(200) == [FaultEnded("shoe", "unknown_state")]
    message = bench.part.messages.unknown[-1]
    assert (message.octets, message.description) == (BLANK_OCTETS, "InListPassiveTarget in no form")


def test_hot_reader_stops_the_deal_until_it_is_cool() -> None:
    bench = Bench().start()
    bench.chip.error = 0x0D
    assert bench.run(1500) == [FaultRaised("shoe", "reader_fault", {"code": "0D"})]
    bench.chip.error = 0
    assert bench.run(1500) == [FaultEnded("shoe", "reader_fault")]


@pytest.mark.parametrize("wire", [HSU, I2C])
def test_chip_that_refuses_is_not_silent(wire: str) -> None:
    bench = Bench(wire).start()
    bench.chip.refuses = True
    with pytest.raises(WrongAnswers, match="syntax error"):
        bench.run(5000)
    assert bench.part.health["syntax error"] == MAX_ATTEMPTS


def test_chip_that_acknowledges_and_never_replies_is_not_silent() -> None:
    bench = Bench().start()
    bench.chip.receive_frame = lambda frame: bench.chip.speak(ACK)  # type: ignore[method-assign]
    with pytest.raises(WrongAnswers, match="no answer to SAMConfiguration"):
        bench.run(5000)


def test_acknowledgements_without_end_are_no_answer() -> None:
    bench = Bench().start()
    bench.chip.receive_frame = lambda frame: None  # type: ignore[method-assign]
    with pytest.raises(WrongAnswers, match="no answer"):
        acknowledge(bench, 2000)


def acknowledge(bench: Bench, times: int) -> None:
    for _ in range(times):
        bench.chip.speak(ACK)
        bench.run(5)


def test_silent_chip_is_silent() -> None:
    bench = Bench().start()
    bench.chip.is_deaf = True
    with pytest.raises(PortLost):
        bench.run(5000)


def test_another_firmware_in_mid_round_is_another_unit() -> None:
    bench = Bench().start()
    bench.chip.firmware = bytes.fromhex("32010507")
    bench.chip.reset()
    bench.run(1500)
    assert bench.part.identity == "PN532 1.5"


@each("body, octets", [("D402", "D4 02"), ("AA0011", BLANK_OCTETS), ("D5", BLANK_OCTETS)])
def test_frame_that_is_no_reply_is_unknown(body: str, octets: str) -> None:
    bench = Bench().start()
    bench.chip.speak(encode_frame(bytes.fromhex(body)))
    assert bench.run(300) == []
    assert bench.part.messages.unknown[-1].octets == octets


def test_unknown_reply_is_kept_without_octets() -> None:
    bench = Bench().start()
    bench.chip.speak(encode_frame(bytes.fromhex("D5F3 04A1B2C3D4E5F6")))
    bench.run(300)
    message = bench.part.messages.unknown[-1]
    assert (message.octets, message.description) == (BLANK_OCTETS, "D5 F3, unasked")


def test_spoken_card_is_no_card() -> None:
    bench = Bench().start()
    bench.chip.speak(encode_frame(bytes.fromhex(f"D54B 01 01 0004 08 07 {SEVEN}")))
    assert bench.run(1000) == []


def test_no_row_names_a_card() -> None:
    names = {name_message_of(uid) for uid in NAMES.values()}
    assert names == {"InListPassiveTarget NbTg 1: type A, tag"}


def name_message_of(uid: bytes) -> str:
    data = bytes.fromhex("01 01 0004 08") + bytes((len(uid),)) + uid
    return name_message(Pn532Reply(0x4A, data), is_answer=True)
