"""The answers of a slot machine to whole messages of the host's, and what it then forgets."""

from collections.abc import Callable
from typing import NamedTuple

from sim.slot_machine.crc16 import crc16
from sim.slot_machine.machine import (
    COIN_IN,
    COIN_OUT,
    DROP,
    JACKPOT,
    PLAYED,
    SimSlotMachine,
)

EXTENDED_OCTETS = 5


class Reply(NamedTuple):
    """An answer, and what happens once the host has taken it."""

    octets: bytes
    taken: Callable[[], None] = lambda: None


def reply(machine: SimSlotMachine, message: bytes) -> Reply:
    """Answer a message to this machine; one that it does not know, or that is spoilt, by nothing.

    Raises nothing.
    """
    if len(message) == 1:
        code = machine.exceptions.next
        return Reply(bytes([code]), lambda: machine.exceptions.drop(code))
    answer = ANSWERS.get(message[1])
    if answer is None or (len(message) > 2 and crc16(message[:-2]) != message[-2:]):
        return Reply(b"")
    return answer(machine, message)


def digits(number: int, octets: int) -> bytes:
    """Return the last digits of a number, two in each octet."""
    return bytes.fromhex(str(number).zfill(2 * octets)[-2 * octets :])


def _said(machine: SimSlotMachine, command: int, data: bytes) -> Reply:
    octets = bytes([machine.cabinet.address, command]) + data
    return Reply(octets + crc16(octets))


def _meters(machine: SimSlotMachine, message: bytes) -> Reply:
    order = (COIN_IN, COIN_OUT, DROP, JACKPOT, PLAYED)
    return _said(machine, message[1], b"".join(digits(machine.meters[0][m], 4) for m in order))


def _extended(machine: SimSlotMachine, message: bytes) -> Reply:
    game = int(message[3:5].hex())
    data = message[3:5]
    for at in range(5, len(message) - 2, 2):
        counted = digits(machine.meters[game][message[at]], EXTENDED_OCTETS)
        data += message[at : at + 2] + bytes([EXTENDED_OCTETS]) + counted
    return _said(machine, message[1], bytes([len(data)]) + data)


def _identity(machine: SimSlotMachine, message: bytes) -> Reply:
    cabinet = machine.cabinet
    return _said(machine, message[1], _named(machine, cabinet.pay_table, cabinet.base))


def _game(machine: SimSlotMachine, message: bytes) -> Reply:
    pay_table, base = machine.cabinet.games[int(message[2:4].hex()) - 1]
    return _said(machine, message[1], message[2:4] + _named(machine, pay_table, base))


def _named(machine: SimSlotMachine, pay_table: str, base: int) -> bytes:
    cabinet = machine.cabinet
    head = b"SI000" + bytes([cabinet.code, cabinet.coins, cabinet.group, 0, 0])
    return head + pay_table.encode().ljust(6) + b"%04d" % base


def _games(machine: SimSlotMachine, message: bytes) -> Reply:
    return _said(machine, message[1], digits(len(machine.cabinet.games), 2))


def _version(machine: SimSlotMachine, message: bytes) -> Reply:
    data = b"602" + machine.cabinet.serial.encode()
    return _said(machine, message[1], bytes([len(data)]) + data)


def _lot_won(machine: SimSlotMachine, message: bytes) -> Reply:
    won, lot = machine.lot.won, machine.lot
    group = bytes([machine.cabinet.group, 1]) if won else bytes(2)
    octets = _said(machine, message[1], group + digits(won, 5)).octets
    return Reply(octets, lambda: setattr(lot, "won", 0) if lot.won == won else None)


def _no_lot_won(machine: SimSlotMachine, message: bytes) -> Reply:
    return _said(machine, message[1], bytes(7))


def _shut(machine: SimSlotMachine, message: bytes) -> Reply:
    machine.shut_down = message[1] == 0x01
    return Reply(bytes([machine.cabinet.address]))


ANSWERS: dict[int, Callable[[SimSlotMachine, bytes], Reply]] = {
    0x01: _shut,
    0x02: _shut,
    0x19: _meters,
    0x1F: _identity,
    0x51: _games,
    0x53: _game,
    0x54: _version,
    0x6F: _extended,
    0x84: _no_lot_won,
    0x85: _lot_won,
}
