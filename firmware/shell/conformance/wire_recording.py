"""Writes down a wire as its part uses it."""

from typing import Final

from firmware.shell.conformance.capture_writer import CaptureWriter
from hal.ports import Clock, Millis

BURST_PAUSE: Final = Millis(20)
"""Octets that a unit sends without such a pause are one line."""
LONGEST_BURST: Final = 2048


class WireRecording:
    """Implements `firmware.shell.parts.metering.WireRecorder`, of one unit."""

    is_open = True

    def __init__(self, writer: CaptureWriter, clock: Clock) -> None:
        self._writer, self._clock = writer, clock
        self._burst = b""
        self._burst_began_at = self._last_octet_at = clock.now()

    def record_transfer(
        self,
        part_name: str,  # noqa: ARG002 - it has one unit
        sent: bytes = b"",
        received: bytes = b"",
        address: int | None = None,
        failure: str = "",
    ) -> None:
        """Write what went to the unit and what came from it; a failed transfer is a comment."""
        now = self._clock.now()
        if failure:
            self._writer.write_comment(now, f"0x{address or 0:02X} {failure}")
            return
        if sent:
            self.flush()
            self._writer.write(now, "out", sent, address)
        if received and address is not None:
            self._writer.write(now, "in", received, address)
        elif received:
            self._add_to_burst(received, now)

    def flush(self) -> None:
        """Write what has come since the last pause."""
        burst, self._burst = self._burst, b""
        if burst:
            self._writer.write(self._burst_began_at, "in", burst)

    def _add_to_burst(self, octets: bytes, now: Millis) -> None:
        if now - self._last_octet_at > BURST_PAUSE or len(self._burst) >= LONGEST_BURST:
            self.flush()
        if not self._burst:
            self._burst_began_at = now
        self._burst += octets
        self._last_octet_at = now
