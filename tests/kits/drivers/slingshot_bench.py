"""A SlingShot wheel on a wire, run as its bus runs it."""

from collections.abc import Mapping, Sequence

from drivers.slingshot import SlingShotWheel
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised, NoResultSeen, ResultSeen
from firmware.core.vocabulary.panel import Panel, WheelOrder
from firmware.core.vocabulary.wheel_acts import WheelAct
from firmware.shell.parts.attached_part import AttachedPart
from hal.ports import Millis
from sim.machines.slingshot import SimSlingShot
from sim.wires.far_end import FarEnd
from sim.wires.memory_port import Impairment, MemoryPort
from tests.kits.drivers.far_ends import Silent

UNKNOWN = FaultRaised("wheel", "spin_unknown")
LOST = FaultRaised("wheel", "lost")
BACK = FaultEnded("wheel", "lost")
VOID = NoResultSeen("wheel_void")
CLOSED = FaultRaised("wheel", "wheel_closed")
OPENED = FaultEnded("wheel", "wheel_closed")
V250 = "V2.50 Cammegh / Syoptic - SlingShot 2 Roulette Wheel (c) 03/12/18"
"""As a real wheel answered `*V`."""
WHY = (FaultRaised, NoResultSeen)
"""The events that give the reason for a missing number."""


def line(
    state: int,
    game: int = 12,
    winner: str = "31",
    warned: int = 0,
    speed: int = 172,
    direction: int = 0,
) -> bytes:
    return f"*X;{state};{game:03};{winner:>2};{warned:X};{speed:03};{direction}\r\n".encode()


def numbers_of(events: Sequence[Event]) -> list[str]:
    return [event.symbols[0] for event in events if isinstance(event, ResultSeen)]


class Bench:
    """A far end, its wire and the driver, and the time that passes for them."""

    def __init__(
        self,
        far: FarEnd | None = None,
        manner: Impairment | None = None,
        numbers: int = 37,
        host_started: bool = False,
    ) -> None:
        self.far = Silent()
        self.port = MemoryPort(far or self.far, impairment=manner)
        self.wheel = SlingShotWheel(
            self.port,
            numbers=numbers,  # type: ignore[arg-type]
            host_started=host_started,
        )
        self.bus = AttachedPart(self.wheel)
        self.now = Millis(1000)
        self.presses = 0
        self.wheel_order = WheelOrder()
        self.commands: list[bytes] = []
        """What was sent during `answer`, but for queries of the status."""
        self.bus.poll(self.now)

    def run(self, millis: int, step: int = 5) -> list[Event]:
        """Poll, and show the panel, until `millis` have passed."""
        events: list[Event] = []
        until = self.now + millis
        while self.now < until:
            events += self.bus.poll(self.now, wire_active=self.port.readable())
            self.bus.show(Panel({}, spin=self.presses, wheel_order=self.wheel_order), self.now)
            self.now = Millis(self.now + step)
        return events

    def order(self, act: WheelAct) -> None:
        """Let the panel order an act."""
        self.wheel_order = WheelOrder(self.wheel_order.number + 1, act)

    def answer(self, answers: Mapping[bytes, bytes], status: bytes, seconds: float) -> list[Event]:
        """Let a wheel of this status answer these commands, to the tenth of a second."""
        events: list[Event] = []
        for tenth in range(int(seconds * 10)):
            self.far.says += status if tenth % 5 == 0 else b""
            asked, self.far.orders = self.far.orders, []
            self.far.says += b"".join(answers.get(command.strip(), b"") for command in asked)
            self.commands += [command.strip() for command in asked if command != b"*X\r\n"]
            events += self.run(100, step=20)
        return events

    def receive(self, *lines: bytes, each: int = 500) -> list[Event]:
        """Let the wheel send the lines, one every half second."""
        events: list[Event] = []
        for said in lines:
            self.far.says += said
            events += self.bus.poll(self.now, wire_active=self.port.readable())
            self.now = Millis(self.now + each)
        return events

    def be(self, state: int, **what: int | str) -> list[Event]:
        """Let the wheel send a status twice."""
        return self.receive(*[line(state, **what)] * 2)  # type: ignore[arg-type]

    def follow(self, *states: int, **what: int | str) -> list[Event]:
        """Let the wheel go through the states."""
        return [event for state in states for event in self.be(state, **what)]


class Pit:
    """A simulated wheel with its driver; compares the reported number with the ball's."""

    def __init__(
        self, manner: Impairment | None = None, numbers: int = 37, host_started: bool = False
    ) -> None:
        self.sim = SimSlingShot(
            lambda: self.bench.now if hasattr(self, "bench") else 1000,
            numbers=numbers,  # type: ignore[arg-type]
            host_started=host_started,
        )
        self.sim.speed_up(4)
        self.bench = Bench(self.sim, manner, numbers, host_started)
        self.host_started = host_started
        self.lost = False
        self.spins = self.reported = self.unreported = 0

    def settle(self) -> None:
        """Let the wheel be known, and be in its mode."""
        self.run(4000)

    def run(self, millis: int) -> list[Event]:
        events = self.bench.run(millis)
        for event in events:
            self.lost = event == LOST or (self.lost and event != BACK)
        return events

    def spin(self, number: str) -> list[Event]:
        """Spin once, to the next rest, and check the events."""
        before, was_lost = len(self.sim.slingshot_games.fallen_numbers), self.lost
        if self.host_started:
            self.bench.presses += 1
        self.sim.spin(number)
        events = self.run(2500)
        for _ in range(200):
            if self.sim.state in (1, 2, 6):
                break
            events += self.run(500)
        events += self.run(1500)
        self.hold(events, self.sim.slingshot_games.fallen_numbers[before:], was_lost)
        return events

    def hold(self, events: Sequence[Event], fallen: Sequence[str], was_lost: bool = False) -> None:
        """No number but the one that fell, once; and if none, an event that says why."""
        found = numbers_of(events)
        assert found in ([], list(fallen)), f"{fallen} fell and {found} was told"
        why = was_lost or any(isinstance(event, WHY) for event in events)
        assert found or why or not fallen, f"{fallen} fell and nothing was told"
        self.spins += 1
        self.reported += bool(found)
        self.unreported += bool(fallen) and not found
