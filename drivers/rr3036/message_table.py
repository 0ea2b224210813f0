"""Every reply of an RR3036, to each command that is sent, and what becomes of it.

The statuses are those of the maker's manual as the public driver github.com/545ch4/RR3036 quotes
them (`lib/RR3036/connection.rb`); the manual itself could not be had.
"""

from collections.abc import Iterator
from itertools import chain, product
from typing import Final

from drivers.message_log import Basis, MessageRow, Outcome
from drivers.rr3036.protocol import InventoryStatus, Rr3036Reply

OPEN_RF: Final = "Open RF"
TO_ISO15693: Final = "Change to ISO15693"
INFORMATION: Final = "Get Reader Information"
SELECT_ANTENNA: Final = "Select antenna"
INVENTORY: Final = "Inventory"
COMMANDS: Final = (OPEN_RF, TO_ISO15693, INFORMATION, SELECT_ANTENNA, INVENTORY)
UNASKED: Final = "unasked"

REFUSALS: Final = {
    0x01: "operand length",
    0x02: "command not supported",
    0x03: "operand out of range",
    0x04: "operation not available",
    0x05: "field closed",
    0x06: "EEPROM",
    0x1F: "another protocol is set",
}
ERROR_CODES: Final = {
    0x0F: (0x01, 0x02, 0x03, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14),
    0x10: (0x10, *range(0x20, 0x2F), 0x30, 0x31, 0x32, 0x33),
    0x1B: (0x34, 0x35, 0x36, 0x37, 0x38),
}
"""By the status of an error of ISO 15693, 14443A and 14443B: the codes that may come with it."""
OTHER_PROTOCOLS: Final = (0x10, 0x1B)
_TAG_STATUSES: Final = tuple(
    status for status in InventoryStatus if status and status not in ERROR_CODES
)
_MANUAL: Final = "RR3036 manual, quoted by github.com/545ch4/RR3036"
_ASSUMED: Final = "driver of a long-range reader of the same family"
ISO15693_BYTE: Final = 0xE0
"""The first octet of every UID (ISO/IEC 15693-3)."""


def name_reply(command: str, reply: Rr3036Reply) -> str:
    """Return the row's name of a reply; one that the manual lacks has a name without a row."""
    name = f"{command} status {reply.status:02X}"
    if reply.status == InventoryStatus.OK:
        return f"{name}{_form_of(reply)}"
    if reply.status in ERROR_CODES and len(reply.data) == 1:
        return f"{name} code {reply.data[0]:02X}"
    return f"{name} of another length" if reply.data else name


def _form_of(reply: Rr3036Reply) -> str:
    """Name what comes with a status of 00; its length says which command it may answer."""
    if reply.is_done:
        return ""
    if reply.is_information:
        return ", information"
    if not reply.is_inventory:
        return " of another length"
    if reply.tag_uids is None:
        return ", a UID twice"
    is_standard = all(uid[0] == ISO15693_BYTE for uid in reply.tag_uids)
    return ", tags" if is_standard else ", a UID without E0"


def _rows() -> Iterator[MessageRow]:
    for command, status in product(COMMANDS, REFUSALS):
        yield _refusal(f"{command} status {status:02X}")
    for command, status in product(COMMANDS, OTHER_PROTOCOLS):
        for name in _with_codes(command, status):
            yield _refusal(name)
    for name in _with_codes(INVENTORY, InventoryStatus.TAG_ERROR):
        yield _unread(name)
    for status in (InventoryStatus.NOT_ALL_IN_TIME, InventoryStatus.TAG_GARBLED):
        yield _unread(f"{INVENTORY} status {status:02X}")
    for status in (InventoryStatus.NO_TAG, InventoryStatus.NONE_IN_TIME):
        name = f"{INVENTORY} status {status:02X}"
        yield MessageRow(name, Outcome.EVENT, "StackRead", *_basis_of(name))
    for command in (OPEN_RF, TO_ISO15693, SELECT_ANTENNA):
        yield _counted(f"{command} status 00", "the next command follows")
    yield _counted(f"{INFORMATION} status 00, information", "the set-up goes on")
    yield from _inventory_rows()
    yield from _unsolicited_rows()


def _with_codes(command: str, status: int) -> Iterator[str]:
    """Yield the name of a status without a code, and with each of its codes."""
    name = f"{command} status {status:02X}"
    yield name
    for code in ERROR_CODES[status]:
        yield f"{name} code {code:02X}"


def _basis_of(name: str) -> tuple[Basis, str]:
    if name.startswith(SELECT_ANTENNA):
        return Basis.UNCONFIRMED, _ASSUMED
    # that 0A is an empty field, and the order of a UID's octets, are our own assumptions
    if name in (f"{INVENTORY} status 0A", f"{INVENTORY} status 00, tags"):
        return Basis.UNCONFIRMED, _MANUAL
    return Basis.STATED, _MANUAL


def _counted(name: str, reason: str) -> MessageRow:
    return MessageRow(name, Outcome.COUNTED, reason, *_basis_of(name))


def _refusal(name: str) -> MessageRow:
    """Return the row of what sets the reader up again, and is a fault at the third in a row."""
    return MessageRow(name, Outcome.FAULT, "wrong_answers", *_basis_of(name))


def _unread(name: str) -> MessageRow:
    return MessageRow(name, Outcome.FAULT, "chips_unread", *_basis_of(name))


def _inventory_rows() -> Iterator[MessageRow]:
    name = f"{INVENTORY} status 00"
    yield MessageRow(f"{name}, tags", Outcome.EVENT, "StackRead", *_basis_of(name))
    yield _unread(f"{name}, a UID twice")
    yield MessageRow(f"{name}, a UID without E0", Outcome.FAULT, "unknown_chip", *_basis_of(name))


def _unsolicited_rows() -> Iterator[MessageRow]:
    """Yield the rows of replies that fit no command in flight: one that was given up is late."""
    for form in ("", ", information", ", tags", ", a UID twice", ", a UID without E0"):
        yield _counted(f"{UNASKED} status 00{form}", "late, or of no command")
    names = (f"{UNASKED} status {status:02X}" for status in (*REFUSALS, *_TAG_STATUSES))
    for name in chain(names, *(_with_codes(UNASKED, status) for status in ERROR_CODES)):
        yield _counted(name, "late, or of no command")


ROWS: Final[tuple[MessageRow, ...]] = tuple(_rows())
