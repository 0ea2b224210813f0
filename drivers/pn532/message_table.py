"""Every frame of a PN532, and what becomes of it (NXP UM0701-02, 6.2.1 and 7)."""

from collections.abc import Iterator
from itertools import product
from types import MappingProxyType
from typing import Final

from drivers.message_log import Basis, MessageRow, Outcome
from drivers.pn532.frames import CommandAcknowledged, CommandRefused, Pn532Frame, Pn532Reply
from drivers.pn532.targets import IN_LIST_PASSIVE_TARGET, TargetForm, Targets, read_targets

GET_FIRMWARE_VERSION: Final = 0x02
GET_GENERAL_STATUS: Final = 0x04
SAM_CONFIGURATION: Final = 0x14
RF_CONFIGURATION: Final = 0x32
IN_RELEASE: Final = 0x52
PN532_IC: Final = 0x32

SENT_COMMANDS: Final = MappingProxyType(
    {
        GET_FIRMWARE_VERSION: "GetFirmwareVersion",
        GET_GENERAL_STATUS: "GetGeneralStatus",
        SAM_CONFIGURATION: "SAMConfiguration",
        RF_CONFIGURATION: "RFConfiguration",
        IN_LIST_PASSIVE_TARGET: "InListPassiveTarget",
        IN_RELEASE: "InRelease",
    }
)
UNSECRET_COMMANDS: Final = frozenset(SENT_COMMANDS) - {IN_LIST_PASSIVE_TARGET}
"""Replies that do not depend on a tag."""
_OTHER_COMMANDS: Final = {
    0x00: "Diagnose",
    0x06: "ReadRegister",
    0x08: "WriteRegister",
    0x0C: "ReadGPIO",
    0x0E: "WriteGPIO",
    0x10: "SetSerialBaudRate",
    0x12: "SetParameters",
    0x16: "PowerDown",
    0x40: "InDataExchange",
    0x42: "InCommunicateThru",
    0x44: "InDeselect",
    0x46: "InJumpForPSL",
    0x4E: "InPSL",
    0x50: "InATR",
    0x54: "InSelect",
    0x56: "InJumpForDEP",
    0x58: "RFRegulationTest",
    0x60: "InAutoPoll",
    0x86: "TgGetData",
    0x88: "TgGetInitiatorCommand",
    0x8A: "TgGetTargetStatus",
    0x8C: "TgInitAsTarget",
    0x8E: "TgSetData",
    0x90: "TgResponseToInitiator",
    0x92: "TgSetGeneralBytes",
    0x94: "TgSetMetaData",
}
COMMAND_NAMES: Final = MappingProxyType({**SENT_COMMANDS, **_OTHER_COMMANDS})

ERRORS: Final = MappingProxyType(
    {
        0x00: "no error",
        0x01: "time-out, the target has not answered",
        0x02: "CRC error",
        0x03: "parity error",
        0x04: "wrong bit count in an anticollision",
        0x05: "framing error",
        0x06: "abnormal bit collision",
        0x07: "communication buffer too small",
        0x09: "RF buffer overflow",
        0x0A: "RF field of the counterpart not on in time",
        0x0B: "RF protocol error",
        0x0D: "overheating, the antenna drivers are off",
        0x0E: "internal buffer overflow",
        0x10: "invalid parameter",
        0x12: "DEP command not supported as a target",
        0x13: "data format does not match",
        0x14: "Mifare authentication error",
        0x23: "wrong check byte of a UID",
        0x25: "invalid state of the device",
        0x26: "operation not allowed in this configuration",
        0x27: "command not acceptable in this context",
        0x29: "released by the initiator, as a target",
        0x2A: "the card was exchanged for another",
        0x2B: "the card has disappeared",
        0x2C: "NFCID3 of initiator and target differ",
        0x2D: "over-current",
        0x2E: "NAD missing in a DEP frame",
    }
)
"""The error codes of a status octet (7.1, table 15)."""
ANTENNA_OFF: Final = frozenset({0x0D, 0x2D})
"""The errors with which no card is read any more."""
ERROR_BITS: Final = 0x3F
"""Of a status octet; the other two bits say more of data that we never exchange."""

_MANUAL: Final = "UM0701-02"
_NEXT_LOOK: Final = "the next look says what is in the field"


def name_message(frame: Pn532Frame, *, is_answer: bool) -> str:
    """Return the row's name of a frame; one that the manual lacks has a name without a row."""
    match frame:
        case CommandAcknowledged():
            return "ACK"
        case CommandRefused(reason):
            return reason
        case Pn532Reply(command, data):
            name = COMMAND_NAMES.get(command, f"D5 {command + 1:02X}")
            return f"{name}{_name_reply(command, data)}" if is_answer else f"{name}, unasked"


def _name_reply(command: int, data: bytes) -> str:
    match command, list(data):
        case (0x4A, _):
            return _name_look(read_targets(data))
        case (0x52, [status]):
            return f" status {status & ERROR_BITS:02X}"
        case (0x04, [error, field, targets, *others]) if len(others) == 4 * targets + 1:
            return f" Err {error & ERROR_BITS:02X} Field {field:02X}"
        case (0x02, [ic, _, _, _]):
            return f" IC {ic:02X}"
        case (0x02, [_, _]):
            return " of a PN531"
        case (0x14 | 0x32, []):
            return ""
    return " of another length"


def _name_look(targets: Targets | None) -> str:
    if targets is None:
        return " in no form"
    forms = " and ".join(target.form for target in targets)
    return f" NbTg {len(targets)}" + (f": {forms}" if forms else "")


def _rows() -> Iterator[MessageRow]:
    yield MessageRow(
        "ACK", Outcome.COUNTED, "the reply follows", Basis.STATED, f"{_MANUAL}, 6.2.1.3"
    )
    yield _refusal("syntax error", Basis.STATED, f"{_MANUAL}, 6.2.1.5")
    # the manual has it from the host alone
    yield _refusal("NACK", Basis.UNCONFIRMED, f"{_MANUAL}, 6.2.1.4")
    for name in COMMAND_NAMES.values():
        reason = "no reply to the command in flight"
        yield MessageRow(f"{name}, unasked", Outcome.COUNTED, reason, Basis.STATED, f"{_MANUAL}, 7")
    for name, section in (("SAMConfiguration", "7.2.10"), ("RFConfiguration", "7.3.1")):
        source = f"{_MANUAL}, {section}"
        yield MessageRow(name, Outcome.COUNTED, "the set-up goes on", Basis.STATED, source)
    yield from _version_rows()
    yield from _status_rows()
    yield from _look_rows()


def _refusal(name: str, basis: Basis, source: str) -> MessageRow:
    """Return the row of what sets the chip up again, and is a fault at the third time in a row."""
    return MessageRow(name, Outcome.FAULT, "wrong_answers", basis, source)


def _version_rows() -> Iterator[MessageRow]:
    name, source = "GetFirmwareVersion", f"{_MANUAL}, 7.2.2"
    reason = "the unit's identity, whose change is the fault swapped"
    yield MessageRow(f"{name} IC {PN532_IC:02X}", Outcome.COUNTED, reason, Basis.STATED, source)
    libnfc = "libnfc, libnfc/chips/pn53x.c"
    yield _refusal(f"{name} IC 33", Basis.UNCONFIRMED, libnfc)
    yield _refusal(f"{name} of a PN531", Basis.UNCONFIRMED, libnfc)


def _status_rows() -> Iterator[MessageRow]:
    for code, meaning in ERRORS.items():
        row = _status_row(f"InRelease status {code:02X}", code, meaning)
        yield row._replace(source=f"{_MANUAL}, 7.1 and 7.3.11")
    for (code, meaning), field in product(ERRORS.items(), (0, 1)):
        row = _status_row(f"GetGeneralStatus Err {code:02X} Field {field:02X}", code, meaning)
        yield row._replace(source=f"{_MANUAL}, 7.1 and 7.2.3")


def _status_row(name: str, code: int, meaning: str) -> MessageRow:
    if code in ANTENNA_OFF:
        return MessageRow(name, Outcome.FAULT, "reader_fault", Basis.STATED, "")
    return MessageRow(name, Outcome.COUNTED, f"{meaning}: {_NEXT_LOOK}", Basis.STATED, "")


def _look_rows() -> Iterator[MessageRow]:
    name = SENT_COMMANDS[IN_LIST_PASSIVE_TARGET]
    source = f"{_MANUAL}, 7.3.5"
    empty = "nothing is in the field"
    yield MessageRow(f"{name} NbTg 0", Outcome.COUNTED, empty, Basis.STATED, source)
    for form in TargetForm:
        outcome, result = (
            (Outcome.EVENT, "CardRead")
            if form is TargetForm.TAG
            else (Outcome.FAULT, "foreign_card")
        )
        yield MessageRow(f"{name} NbTg 1: {form}", outcome, result, Basis.STATED, source)
    for forms in _pairs():
        outcome, result = _result_of_pair(*forms)
        pair = f"{name} NbTg 2: {' and '.join(forms)}"
        yield MessageRow(pair, outcome, result, Basis.STATED, source)


def _pairs() -> Iterator[tuple[TargetForm, TargetForm]]:
    """Yield the forms of two targets: both are of one modulation, and a Jewel is alone."""
    yield from product((form for form in TargetForm if form.startswith("type A")), repeat=2)
    yield TargetForm.FELICA, TargetForm.FELICA
    yield TargetForm.TYPE_B, TargetForm.TYPE_B


def _result_of_pair(first: TargetForm, second: TargetForm) -> tuple[Outcome, str]:
    match (first, second).count(TargetForm.TAG):
        case 2:
            return Outcome.FAULT, "two_cards"
        case 1:
            return Outcome.EVENT, "CardRead"
        case _:
            return Outcome.FAULT, "field_full"


ROWS: Final[tuple[MessageRow, ...]] = tuple(_rows())
