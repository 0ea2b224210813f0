"""How busy the wires of a table are."""

from collections.abc import Iterable
from typing import Final

from drivers.wiring import Wiring
from firmware.core.vocabulary.health import PartStatus
from firmware.shell.parts.wires import I2C_WIRE

I2C_HZ: Final = 400_000
"""The clock of the bus, fast mode (NXP UM10204)."""
I2C_BITS: Final = 9
"""An octet and its acknowledgement; each transfer has one octet more, the address."""
SERIAL_BITS: Final = 10
"""An octet with its start and stop bits."""
AVERAGING_S: Final = 1.0
"""The shortest averaging time: a shorter one would measure the polls, not the wires."""


class WireLoad:
    """Computes each wire's load, its share of busy time, from the wire trace.

    The second address of a combined I2C transfer isn't counted; a serial wire counts its busier
    direction. The load of a shoe is never published.
    """

    def __init__(self, wiring: Wiring) -> None:
        self._baud_rates = {section: part.baud for section, part in wiring.serial_parts().items()}
        self._measured_at_s: float | None = None
        self._busy_s: dict[str, float] = {}
        self._busy_shares: dict[str, float] = {}

    def busy_shares(self, parts: Iterable[PartStatus], now_s: float) -> dict[str, float]:
        """Return the last share by wire that is known; 0 if a service was started since."""
        passed_s = now_s - self._measured_at_s if self._measured_at_s is not None else 0.0
        if self._measured_at_s is None or passed_s >= AVERAGING_S:
            busy_before, self._busy_s, self._measured_at_s = (
                self._busy_s,
                self._busy_seconds(parts),
                now_s,
            )
            if passed_s:
                self._busy_shares = {
                    wire: min(1.0, max(0.0, (busy_s - busy_before[wire]) / passed_s))
                    for wire, busy_s in self._busy_s.items()
                }
        return self._busy_shares

    def restart(self) -> None:
        """Restart the measurement."""
        self._measured_at_s, self._busy_shares = None, {}

    def _busy_seconds(self, parts: Iterable[PartStatus]) -> dict[str, float]:
        """Return for how long each wire was busy since the service was started."""
        busy_s = dict.fromkeys((I2C_WIRE, *self._baud_rates), 0.0)
        for part in parts:
            sent_bytes, received_bytes = part.bytes_out, part.bytes_in or 0
            if baud := self._baud_rates.get(part.name):
                busy_s[part.name] = max(sent_bytes, received_bytes) * SERIAL_BITS / baud
            else:
                busy_s[I2C_WIRE] += (
                    (sent_bytes + received_bytes + part.transfers) * I2C_BITS / I2C_HZ
                )
        return busy_s
