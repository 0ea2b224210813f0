"""Whether an adapter sends the ninth bit: a second port listens at the other end of a cable."""

from typing import Final

from firmware.core.vocabulary.panel import Text
from hal.ninth_bit import Octet, Unmarker
from hal.ports import Clock, Millis, SerialPort

SENT: Final = bytes.fromhex("01 54 00 FF 81 55 AA")
"""The first octet is marked; the others have even and odd numbers of bits."""
WITHIN_MS: Final = Millis(500)
GAP_MS: Final = 5
"""The longest time that a machine waits for the next octet (B)."""


def send_across(sends: SerialPort, hears: SerialPort, clock: Clock) -> tuple[bool, Text]:
    """Send a message from one port to the other; return whether it came as it must, in words.

    Raises HardwareError.
    """
    for port in (sends, hears):
        port.reopen()
    sends.write(SENT)
    heard, gap_ms = _heard(hears, clock)
    found = _found(heard, gap_ms)
    values: dict[str, str | int | Text] = {"sends": sends.path, "hears": hears.path, "ms": gap_ms}
    return found == "good", Text(f"slots.loop_back.{found}", values)


def _heard(port: SerialPort, clock: Clock) -> tuple[list[Octet], int]:
    """Return the octets, and the longest time between two readings of them."""
    unmarker, octets, end, gap_ms = Unmarker(), list[Octet](), clock.now() + WITHIN_MS, 0
    last = None
    while len(octets) < len(SENT) and clock.now() < end:
        port.wait(Millis(end - clock.now()))
        found = list(unmarker.take(port.read()))
        if found:
            gap_ms = max(gap_ms, clock.now() - last) if last is not None else 0
            last = clock.now()
        octets += found
    return octets, gap_ms


def _found(heard: list[Octet], gap_ms: int) -> str:
    if not heard:
        return "nothing"
    if bytes(octet.value for octet in heard) != SENT:
        return "spoilt"
    marks = [octet.marked for octet in heard]
    if not any(marks):
        return "no_mark"
    if marks != [True] + [False] * (len(SENT) - 1):
        return "other_marks"
    return "slow" if gap_ms > GAP_MS else "good"
