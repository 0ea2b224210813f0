"""Replies to the polls that read or switch a machine's settings, and to that for its hand pay."""

from collections.abc import Callable
from typing import Final

from sim.slot_machine.hand_pays import HandPayReporting
from sim.slot_machine.machine import SimSlotMachine
from sim.slot_machine.reply import (
    SlotReply,
    acknowledgement,
    bcd_digits,
    refusal,
    sealed_reply,
)
from sim.slot_machine.settings import NOT_LOCKED

CANCEL_LOCK: Final = 0x80
HAND_PAY_RESERVED: Final = bytes(10)


def _sound_reply(machine: SimSlotMachine, _message: bytes) -> SlotReply:
    machine.settings.sound_off = False
    return acknowledgement(machine)


def _bills_reply(machine: SimSlotMachine, _message: bytes) -> SlotReply:
    machine.settings.bills_off = False
    return acknowledgement(machine)


def _maintenance_reply(machine: SimSlotMachine, _message: bytes) -> SlotReply:
    machine.settings.in_maintenance = False
    return acknowledgement(machine)


def _real_time_reply(machine: SimSlotMachine, message: bytes) -> SlotReply:
    machine.settings.real_time = bool(message[2])
    return acknowledgement(machine)


def _auto_rebet_reply(machine: SimSlotMachine, message: bytes) -> SlotReply:
    machine.settings.auto_rebet = bool(message[2])
    return acknowledgement(machine)


def _reset_method_reply(machine: SimSlotMachine, message: bytes) -> SlotReply:
    if not machine.hand_pays.pending:
        return sealed_reply(machine, message[1], b"\x02")
    machine.settings.resets_to_credits = bool(message[2])
    return sealed_reply(machine, message[1], b"\x00")


def _hand_pay_reply(machine: SimSlotMachine, message: bytes) -> SlotReply:
    hand_pays = machine.hand_pays
    if hand_pays.reporting is HandPayReporting.LEGACY_SILENT:
        return SlotReply(b"")
    if hand_pays.reporting is HandPayReporting.LEGACY_REFUSING:
        return refusal(machine)
    hand_pay = hand_pays.reported()
    payload = (
        bytes([hand_pay.group, hand_pay.level])
        + bcd_digits(hand_pay.amount, 5)
        + bcd_digits(hand_pay.partial_pay, 2)
        + bytes([hand_pay.reset_methods])
        if hand_pay
        else bytes(10)
    )
    octets = sealed_reply(machine, message[1], payload + HAND_PAY_RESERVED).octets
    return SlotReply(octets, lambda: hand_pays.report_acknowledged(hand_pay))


def _enabled_games_reply(machine: SimSlotMachine, message: bytes) -> SlotReply:
    games = [
        number
        for number in range(1, len(machine.cabinet.games) + 1)
        if number not in machine.settings.games_off
    ]
    payload = bytes([len(games)]) + b"".join(bcd_digits(number, 2) for number in games)
    return sealed_reply(machine, message[1], bytes([len(payload)]) + payload)


def _features_reply(machine: SimSlotMachine, message: bytes) -> SlotReply:
    validation, transfers_and_meters = bytes([0x10]), bytes([0x48])
    payload = message[2:4] + validation + transfers_and_meters + bytes(4)
    return sealed_reply(machine, message[1], payload)


def _lock_reply(machine: SimSlotMachine, message: bytes) -> SlotReply:
    settings = machine.settings
    if message[2] == CANCEL_LOCK:
        settings.transfer_lock = NOT_LOCKED
    status = (0x88 if settings.is_registered else 0x80) & 0xFF
    payload = (
        bytes(4)
        + bytes([settings.transfer_lock, 0, 3 if settings.cashes_out_to_host else 1, status, 0x7F])
        + bytes(26)
    )
    return sealed_reply(machine, message[1], bytes([len(payload)]) + payload)


def _validation_reply(machine: SimSlotMachine, message: bytes) -> SlotReply:
    bits = machine.settings.ticket_bits.to_bytes(2, "little")
    payload = bytes(4) + bits + bytes(4)
    return sealed_reply(machine, message[1], bytes([len(payload)]) + payload)


SETTING_REPLIES: Final[dict[int, Callable[[SimSlotMachine, bytes], SlotReply]]] = {
    0x04: _sound_reply,
    0x06: _bills_reply,
    0x0B: _maintenance_reply,
    0x0E: _real_time_reply,
    0x1B: _hand_pay_reply,
    0x56: _enabled_games_reply,
    0x74: _lock_reply,
    0x7B: _validation_reply,
    0xA0: _features_reply,
    0xA8: _reset_method_reply,
    0xAA: _auto_rebet_reply,
}
