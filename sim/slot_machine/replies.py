"""Replies of a slot machine to complete messages, and their effect when the host
acknowledges them.
"""

from collections.abc import Callable

from sim.slot_machine.crc16 import crc16
from sim.slot_machine.machine import (
    COIN_IN_METER,
    COIN_OUT_METER,
    DROP_METER,
    GAMES_PLAYED_METER,
    JACKPOT_METER,
    SimSlotMachine,
)
from sim.slot_machine.reply import SlotReply, bcd_digits, refusal, sealed_reply
from sim.slot_machine.setting_replies import SETTING_REPLIES

EXTENDED_METER_SIZE = 5
EVENT_DATA_SIZES = {0x4F: 6, 0x7C: 10, 0x7E: 8, 0x7F: 4, 0x88: 2, 0x8A: 4, 0x8B: 1, 0x8C: 2}
"""Octets behind the code of a real-time event."""


def reply_to_message(machine: SimSlotMachine, message: bytes) -> SlotReply:
    """Return the reply to a message for this machine; an empty one to an unknown or corrupt
    message.

    Raises nothing.
    """
    if unasked := _unsolicited_reply(machine):
        return unasked
    if len(message) == 1:
        return _exception_reply(machine)
    make_reply = REPLY_HANDLERS.get(message[1])
    if make_reply is None or (len(message) > 2 and crc16(message[:-2]) != message[-2:]):
        return SlotReply(b"")
    if message[1] in machine.settings.ignored_commands:
        return SlotReply(b"")
    if message[1] in machine.settings.refused_commands:
        return refusal(machine)
    return make_reply(machine, message)


def _exception_reply(machine: SimSlotMachine) -> SlotReply:
    exception_code = machine.exceptions.next_exception
    return SlotReply(
        bytes([exception_code]) if exception_code else machine.settings.present_idle_reply,
        lambda: machine.exceptions.drop_exception(exception_code),
    )


def _unsolicited_reply(machine: SimSlotMachine) -> SlotReply | None:
    """Return the reply in place of any answer: the signature of the ROM, or an event."""
    if machine.settings.rom_signature:
        signature = sealed_reply(machine, 0x21, machine.settings.rom_signature)
        return SlotReply(signature.octets, lambda: setattr(machine.settings, "rom_signature", b""))
    exception_code = machine.exceptions.next_exception
    if not (machine.settings.real_time and exception_code):
        return None
    data = bytes([exception_code]) + bytes(EVENT_DATA_SIZES.get(exception_code, 0))
    return SlotReply(
        sealed_reply(machine, 0xFF, data).octets,
        lambda: machine.exceptions.drop_exception(exception_code),
    )


def _meters_reply(machine: SimSlotMachine, message: bytes) -> SlotReply:
    meter_order = (COIN_IN_METER, COIN_OUT_METER, DROP_METER, JACKPOT_METER, GAMES_PLAYED_METER)
    return sealed_reply(
        machine,
        message[1],
        b"".join(bcd_digits(machine.meters[0][meter], 4) for meter in meter_order),
    )


def _extended_meters_reply(machine: SimSlotMachine, message: bytes) -> SlotReply:
    game_number = int(message[3:5].hex())
    payload = message[3:5]
    for code_offset in range(5, len(message) - 2, 2):
        meter_octets = bcd_digits(
            machine.meters[game_number][message[code_offset]], EXTENDED_METER_SIZE
        )
        payload += (
            message[code_offset : code_offset + 2] + bytes([EXTENDED_METER_SIZE]) + meter_octets
        )
    return sealed_reply(machine, message[1], bytes([len(payload)]) + payload)


def _identity_reply(machine: SimSlotMachine, message: bytes) -> SlotReply:
    cabinet = machine.cabinet
    return sealed_reply(
        machine, message[1], _game_description(machine, cabinet.pay_table, cabinet.base_return)
    )


def _game_reply(machine: SimSlotMachine, message: bytes) -> SlotReply:
    pay_table, base_return = machine.cabinet.games[int(message[2:4].hex()) - 1]
    return sealed_reply(
        machine, message[1], message[2:4] + _game_description(machine, pay_table, base_return)
    )


def _game_description(machine: SimSlotMachine, pay_table: str, base_return: int) -> bytes:
    cabinet = machine.cabinet
    machine_description = b"SI000" + bytes(
        [
            cabinet.denomination_code,
            min(cabinet.max_credits, 255),
            cabinet.progressive_group,
            0,
            0,
        ]
    )
    return machine_description + pay_table.encode().ljust(6) + b"%04d" % min(base_return, 9999)


def _game_count_reply(machine: SimSlotMachine, message: bytes) -> SlotReply:
    return sealed_reply(machine, message[1], bcd_digits(len(machine.cabinet.games), 2))


def _version_reply(machine: SimSlotMachine, message: bytes) -> SlotReply:
    payload = b"602" + machine.cabinet.serial_number.encode()
    return sealed_reply(machine, message[1], bytes([len(payload)]) + payload)


def _jackpot_won_reply(machine: SimSlotMachine, message: bytes) -> SlotReply:
    won_cents = machine.jackpot.won_cents
    progressive_group = bytes([machine.cabinet.progressive_group, 1]) if won_cents else bytes(2)
    octets = sealed_reply(machine, message[1], progressive_group + bcd_digits(won_cents, 5)).octets
    return SlotReply(octets, lambda: machine.jackpot.acknowledge_win(won_cents))


def _no_jackpot_reply(machine: SimSlotMachine, message: bytes) -> SlotReply:
    return sealed_reply(machine, message[1], bytes(7))


def _shutdown_reply(machine: SimSlotMachine, message: bytes) -> SlotReply:
    machine.shut_down = message[1] == 0x01
    return SlotReply(bytes([machine.cabinet.address]))


REPLY_HANDLERS: dict[int, Callable[[SimSlotMachine, bytes], SlotReply]] = {
    0x01: _shutdown_reply,
    0x02: _shutdown_reply,
    0x19: _meters_reply,
    0x1F: _identity_reply,
    0x51: _game_count_reply,
    0x53: _game_reply,
    0x54: _version_reply,
    0x6F: _extended_meters_reply,
    0x84: _no_jackpot_reply,
    0x85: _jackpot_won_reply,
    **SETTING_REPLIES,
}
