"""Both ends of a Mercury's line, and the time that passes for them."""

from collections.abc import Callable, Iterable
from contextlib import suppress

from drivers.mercury import MercuryWheel
from drivers.mercury.messages import Numbers, Protocol
from firmware.core.vocabulary.events import (
    Event,
    FaultEnded,
    FaultRaised,
    NoMoreBetsSeen,
    NoResultSeen,
    ResultSeen,
)
from hal.errors import HardwareError
from hal.ports import Millis
from sim.machines.mercury import SimMercury
from sim.wires.far_end import FarEnd
from sim.wires.memory_port import Impairment, MemoryPort
from sim.world.virtual_clock import VirtualClock
from tests.kits.drivers.far_ends import Silent

NO_MORE_BETS = NoMoreBetsSeen()
UNKNOWN = FaultRaised("wheel", "spin_unknown")
SAME_DIRECTION = NoResultSeen("same_direction")
VOID = NoResultSeen("wheel_void")
AT_FAULT = FaultRaised("wheel", "wheel_fault", {"code": "4"})
WELL = FaultEnded("wheel", "wheel_fault")
RESTING = FaultRaised("wheel", "wheel_resting")
TURNED = FaultEnded("wheel", "wheel_resting")
LOCKED = FaultRaised("wheel", "wheel_locked")
UNLOCKED = FaultEnded("wheel", "wheel_locked")
STATE_KNOWN = FaultEnded("wheel", "unknown_state")
EVERY = 500


def won(number: str) -> ResultSeen:
    return ResultSeen((number,))


def unknown_state(code: str) -> FaultRaised:
    return FaultRaised("wheel", "unknown_state", {"code": code})


def status(state: int, number: str = "31", flags: int = 0, game: int = 2, more: str = "") -> str:
    return f"*X;{state};{game:03};{number:>2};{flags:X};172;0{more}"


def twice(*lines: str) -> list[str]:
    return [line for line in lines for _ in range(2)]


WAY: dict[int, list[str]] = {
    1: twice(status(1)),
    2: twice(status(2)),
    3: twice(status(2), status(3)),
    4: twice(status(2), status(3), status(4)),
    5: twice(status(2), status(3), status(4), status(5, "17")),
    6: twice(status(6, "")),
    7: twice(status(2), status(7)),
}
"""The messages of a whole game up to each state; the ball falls into 17."""


class WheelOnLine:
    """A driver that gets lines, one every half second."""

    def __init__(self, numbers: Numbers = 37, protocol: Protocol = "advanced") -> None:
        self.far = Silent()
        self.port = MemoryPort(self.far)
        self.wheel = MercuryWheel(self.port, numbers=numbers, protocol=protocol)
        self.now = Millis(1000)
        self.wheel.start(self.now)

    def raw(self, data: bytes) -> list[Event]:
        self.far.says = data
        self.now = Millis(self.now + EVERY)
        return list(self.wheel.poll(self.now))

    def receive(self, lines: Iterable[str]) -> list[Event]:
        return [event for line in lines for event in self.raw(f"{line}\r\n".encode())]

    def pull(self) -> None:
        self.port.unplug()
        self.port.plug()
        self.wheel.start(self.now)


def events_of(*lines: str, numbers: Numbers = 37, protocol: Protocol = "advanced") -> list[Event]:
    return WheelOnLine(numbers, protocol).receive(lines)


class Table:
    """A simulated wheel on its wire, polled as its bus would."""

    def __init__(
        self,
        protocol: Protocol = "advanced",
        manner: Impairment | None = None,
        through: Callable[[FarEnd], FarEnd] = lambda far: far,
    ) -> None:
        self.clock = VirtualClock(1000)
        self.far = SimMercury(self.clock.now, protocol=protocol)
        self.port = MemoryPort(through(self.far), impairment=manner)
        self.wheel = MercuryWheel(self.port, numbers=37, protocol=protocol)
        self.losses = 0
        self.wheel.start(self.clock.now())

    def run(self, millis: int, step: int = 5) -> list[Event]:
        """Poll every `step` ms; a part that was lost is started again, as its bus does."""
        events: list[Event] = []
        until = self.clock.now() + millis
        while self.clock.now() < until:
            try:
                events += self.wheel.poll(self.clock.now())
            except HardwareError:
                self.losses += 1
                with suppress(HardwareError):
                    self.wheel.start(self.clock.now())
            self.clock.advance(step)
        return events
