"""Simulated slot machines behind a real pseudo-terminal, with the ninth bit in its octets."""

import time
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Final

from hal.ninth_bit import message
from hal.pi.serial_port import PyserialPort
from sim.slot_machine.machine import SimSlotMachine
from sim.slot_machine.players import SimPlayer
from sim.slot_machine.wire import SimSlotWire
from sim.wires.pty import PtyWire

BAUD: Final = 19_200 * 10 // 11
"""A `PtyWire` reckons with ten bits an octet, and these have eleven."""


class MarkedPort(PyserialPort):
    """The host's end: `write` sends one message, written as `hal.ninth_bit` does. A pseudo-terminal
    has no parity.
    """

    def write(self, data: bytes) -> None:
        """Send a message. Raises PortLost."""
        super().write(message(data))


class PlayedWire(SimSlotWire):
    """A wire at whose machines people play in real time."""

    def __init__(self, machines: Iterable[SimSlotMachine], chance: Random, odds: int) -> None:
        machines = list(machines)
        super().__init__(machines, _now_ms)
        self._players = [SimPlayer(one, chance, odds) for one in machines]
        for player in self._players:
            player.acts_at += _now_ms()

    def transmit(self) -> bytes:
        """Let the people act; give what the machines say."""
        for player in self._players:
            player.act(_now_ms())
        return super().transmit()


def cable(wire: SimSlotWire, link: Path | None = None) -> PtyWire:
    """Return the cable, whose `path` a `MarkedPort` opens."""
    return PtyWire(wire, BAUD, link)


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000
