"""A kind of I2C chip: its addresses, straps, terminals and the trace of its wire.

Theory of operation of the parts on the bus. A transfer either succeeds, acknowledged octet by
octet, or raises a HardwareError; it is never repeated by the driver:

    driver ── show, poll ──> transfer ── acknowledged ──> the chip has it: remembered
       ^                        │
       │                     DeviceSilent, BusStuck, BadReply
       │                        │
       └── `start`, again <── the part is lost, retried with pauses
                                 (`firmware.shell.parts.attached_part`)

- Before a transfer the driver forgets the state that it changes, after it notes the new one. So an
  error in between leaves "unknown", and the next `show` sends everything that could be wrong.
- `start` sets a chip up from any state, dark or at rest, and reads its settings back if it can
  (BadReply if they differ). It does not assume that the chip was powered off.
- A chip may be reset without an error, by a short break of its own power. Chips that can be read
  are checked every second; displays that can't are refreshed (`drivers.displays.upkeep`).
- BusStuck is no chip's fault: the bus is recovered by clock pulses (`hal.pi.recovery`), and every
  part on it is started again.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from drivers.trace import Tracer

LOW_HIGH = ("0", "1")


@dataclass(frozen=True)
class I2cChip:
    """`word` names it in the configuration, and the modules of its driver and of its far end.

    The driver's module has it as `CHIP`; the far end is `far_end` of `sim.chips.<word>`.
    """

    word: str
    addresses: Sequence[int]
    """Every address that the straps can set, lowest first."""
    trace: Callable[..., Tracer]
    terminals: Sequence[str] = ()
    """Its inputs or outputs, in the order in which the configuration numbers them."""
    strap_pins: tuple[str, ...] = ()
    """The pins that set its address, highest first."""
    strap_levels: tuple[str, ...] = LOW_HIGH
    """The levels of a strap, in the order of the addresses."""

    def strap_description(self, address: int) -> str:
        """Return the straps for an address: A2 A1 A0 = 0 0 1."""
        if not self.strap_pins:
            return ""
        strap_value = address - self.addresses[0]
        strap_levels: list[str] = []
        for _ in self.strap_pins:
            strap_value, strap_level = divmod(strap_value, len(self.strap_levels))
            # The address counts up by the last strap first, as a number does by its last digit.
            strap_levels.insert(0, self.strap_levels[strap_level])
        return f"{' '.join(self.strap_pins)} = {' '.join(strap_levels)}"


def chips_of(package: str, words: Iterable[str]) -> tuple[Any, ...]:
    """Return `CHIP` of the modules `words` of a package."""
    return tuple(import_module(f"{package}.{word}").CHIP for word in words)
