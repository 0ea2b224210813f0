"""Loop-back test of an adapter's ninth bit: a second port listens at the other end of a cable."""

from typing import Final

from firmware.core.vocabulary.panel import Text
from hal.ninth_bit import Octet, Unmarker
from hal.ports import Clock, Millis, SerialPort

TEST_MESSAGE: Final = bytes.fromhex("01 54 00 FF 81 55 AA")
"""The first octet is sent with the ninth bit. The others have even and odd parity, so a port that
sends real parity instead of mark and space is noticed.
"""
RECEIVE_TIMEOUT_MS: Final = Millis(500)
MAX_GAP_MS: Final = 5
"""A machine gives a message up after this gap between its octets (B)."""

GOOD_KEY: Final = "slots.loop_back.good"


def send_test_message(
    sending_port: SerialPort, listening_port: SerialPort, clock: Clock
) -> tuple[bool, Text]:
    """Send a message from one port to the other; return whether it arrived intact, and the verdict.

    Raises HardwareError.
    """
    for serial_port in (sending_port, listening_port):
        serial_port.reopen()
    sending_port.write(TEST_MESSAGE)
    received_octets, gap_ms = _receive_octets(listening_port, clock)
    verdict_key = _loopback_verdict(received_octets, gap_ms)
    text_values: dict[str, str | int | Text] = {
        "sends": sending_port.path,
        "hears": listening_port.path,
        "ms": gap_ms,
    }
    return verdict_key == GOOD_KEY, Text(verdict_key, text_values)


def _receive_octets(serial_port: SerialPort, clock: Clock) -> tuple[list[Octet], int]:
    """Return the received octets, and the longest gap between two reads in ms."""
    unmarker, received_octets = Unmarker(), list[Octet]()
    deadline, gap_ms, last_read_at = clock.now() + RECEIVE_TIMEOUT_MS, 0, None
    while len(received_octets) < len(TEST_MESSAGE) and clock.now() < deadline:
        serial_port.wait(Millis(deadline - clock.now()))
        new_octets = list(unmarker.decode_octets(serial_port.read()))
        if new_octets:
            gap_ms = max(gap_ms, clock.now() - last_read_at) if last_read_at is not None else 0
            last_read_at = clock.now()
        received_octets += new_octets
    return received_octets, gap_ms


def _loopback_verdict(received_octets: list[Octet], gap_ms: int) -> str:
    """Return the message key of the verdict."""
    if not received_octets:
        return "slots.loop_back.nothing"
    if bytes(octet.value for octet in received_octets) != TEST_MESSAGE:
        return "slots.loop_back.spoilt"
    ninth_bits = [octet.is_marked for octet in received_octets]
    if not any(ninth_bits):
        return "slots.loop_back.no_mark"
    if ninth_bits != [True] + [False] * (len(TEST_MESSAGE) - 1):
        return "slots.loop_back.other_marks"
    return "slots.loop_back.slow" if gap_ms > MAX_GAP_MS else GOOD_KEY
