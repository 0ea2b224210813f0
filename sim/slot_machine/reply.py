"""A reply of a simulated machine, and its digits and check octets."""

from collections.abc import Callable
from typing import NamedTuple

from sim.slot_machine.crc16 import crc16
from sim.slot_machine.machine import SimSlotMachine


class SlotReply(NamedTuple):
    """A reply, and the effect of its acknowledgement by the host."""

    octets: bytes
    on_acknowledged: Callable[[], None] = lambda: None


def bcd_digits(number: int, octets: int) -> bytes:
    """Return the last digits of a number as packed BCD."""
    return bytes.fromhex(str(number).zfill(2 * octets)[-2 * octets :])


def sealed_reply(machine: SimSlotMachine, command: int, payload: bytes) -> SlotReply:
    octets = bytes([machine.cabinet.address, command]) + payload
    return SlotReply(octets + crc16(octets))


def acknowledgement(machine: SimSlotMachine) -> SlotReply:
    return SlotReply(bytes([machine.cabinet.address]))


def refusal(machine: SimSlotMachine) -> SlotReply:
    return SlotReply(bytes([0x80 | machine.cabinet.address]))
