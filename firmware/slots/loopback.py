"""Whether an adapter sends the ninth bit: a second port listens at the other end of a cable."""

from typing import Final

from firmware.core.vocabulary.panel import Text
from hal.ninth_bit import Octet, Unmarker
from hal.ports import Clock, Millis, SerialPort

TEST_MESSAGE: Final = bytes.fromhex("01 54 00 FF 81 55 AA")
"""The first octet is marked; the others have even and odd numbers of bits."""
RECEIVE_TIMEOUT_MS: Final = Millis(500)
MAX_GAP_MS: Final = 5
"""The longest time that a machine waits for the next octet (B)."""


def send_test_message(
    sending_port: SerialPort, listening_port: SerialPort, clock: Clock
) -> tuple[bool, Text]:
    """Send a message from one port to the other; return whether it came as it must, in words.

    Raises HardwareError.
    """
    for serial_port in (sending_port, listening_port):
        serial_port.reopen()
    sending_port.write(TEST_MESSAGE)
    received_octets, gap_ms = _receive_octets(listening_port, clock)
    verdict = _loopback_verdict(received_octets, gap_ms)
    text_values: dict[str, str | int | Text] = {
        "sends": sending_port.path,
        "hears": listening_port.path,
        "ms": gap_ms,
    }
    return verdict == "good", Text(f"slots.loop_back.{verdict}", text_values)


def _receive_octets(serial_port: SerialPort, clock: Clock) -> tuple[list[Octet], int]:
    """Return the octets, and the longest time between two readings of them."""
    unmarker, received_octets, deadline, gap_ms = (
        Unmarker(),
        list[Octet](),
        clock.now() + RECEIVE_TIMEOUT_MS,
        0,
    )
    last_read_at = None
    while len(received_octets) < len(TEST_MESSAGE) and clock.now() < deadline:
        serial_port.wait(Millis(deadline - clock.now()))
        new_octets = list(unmarker.decode_octets(serial_port.read()))
        if new_octets:
            gap_ms = max(gap_ms, clock.now() - last_read_at) if last_read_at is not None else 0
            last_read_at = clock.now()
        received_octets += new_octets
    return received_octets, gap_ms


def _loopback_verdict(received_octets: list[Octet], gap_ms: int) -> str:
    if not received_octets:
        return "nothing"
    if bytes(octet.value for octet in received_octets) != TEST_MESSAGE:
        return "spoilt"
    ninth_bits = [octet.is_marked for octet in received_octets]
    if not any(ninth_bits):
        return "no_mark"
    if ninth_bits != [True] + [False] * (len(TEST_MESSAGE) - 1):
        return "other_marks"
    return "slow" if gap_ms > MAX_GAP_MS else "good"
