"""Simulated slot machines behind a real pseudo-terminal, with the ninth bit encoded in its
octets.
"""

import time
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Final

from hal.ninth_bit import encode_message
from hal.pi.serial_port import PyserialPort
from sim.slot_machine.machine import SimSlotMachine
from sim.slot_machine.players import SimPlayer
from sim.slot_machine.wire import SimSlotWire
from sim.wires.pty import PtyWire

TEN_BIT_BAUD_RATE: Final = 19_200 * 10 // 11
"""A `PtyWire` counts ten bits an octet; SAS has eleven."""


class MarkedPort(PyserialPort):
    """The host's end: `write` sends one message in the encoding of `hal.ninth_bit`, since a
    pseudo-terminal has no parity.
    """

    def write(self, message_octets: bytes) -> None:
        """Send a message. Raises PortLost."""
        super().write(encode_message(message_octets))


class PlayedSlotWire(SimSlotWire):
    """A wire whose machines are played by simulated players in real time."""

    def __init__(
        self, machines: Iterable[SimSlotMachine], random: Random, jackpot_odds: int
    ) -> None:
        machines = list(machines)
        super().__init__(machines, _monotonic_ms)
        self._players = [SimPlayer(machine, random, jackpot_odds) for machine in machines]
        for player in self._players:
            # players count from 0, the wire from the computer's start
            player.next_action_at += _monotonic_ms()

    def transmit(self) -> bytes:
        """Let the players act; return the machines' octets."""
        for player in self._players:
            player.perform_due_action(_monotonic_ms())
        return super().transmit()


def slot_machine_cable(wire: SimSlotWire, link_path: Path | None = None) -> PtyWire:
    """Return the cable; a `MarkedPort` opens its `path`."""
    return PtyWire(wire, TEN_BIT_BAUD_RATE, link_path)


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000
