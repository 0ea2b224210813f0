"""A ball blower on a wire, run as its bus would run it."""

from drivers.ball_blower import BallBlower
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised, ResultSeen
from firmware.core.vocabulary.panel import Panel
from sim.machines.blower import SimBallBlower
from sim.wires.far_end import FarEnd
from sim.wires.memory_port import Impairment, MemoryPort
from tests.kits.drivers.wired_bench import WiredBench

BALLS = (17, 4, 80, 1, 22, 33, 44, 55, 66, 77, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18)
OTHERS = tuple(range(61, 81))
UNKNOWN = FaultRaised("balls", "spin_unknown")
STEP = 20


def drawn_result(balls: tuple[int, ...]) -> ResultSeen:
    return ResultSeen(tuple(str(ball) for ball in balls))


def fault(code: str, kind: str = "wheel_fault") -> FaultRaised:
    return FaultRaised("balls", kind, {"code": code})


def well(kind: str = "wheel_fault") -> FaultEnded:
    return FaultEnded("balls", kind)


class Bench(WiredBench):
    every = STEP

    def __init__(self, far: FarEnd | None = None, manner: Impairment | None = None) -> None:
        super().__init__()
        self.far = SimBallBlower(lambda: self.now, first_ms=100, every_ms=40)
        self.port = MemoryPort(far or self.far, impairment=manner)
        self.number = 0
        self.restart()

    def restart(self) -> None:
        """Restart the service, on the same wire."""
        self.part = BallBlower(self.port)
        self.start()

    def panel(self) -> Panel:
        return Panel({}, spin=self.number)

    def run(self, millis: int = 2000) -> list[Event]:
        return super().run(millis)

    def order(self) -> None:
        """The dealer presses SPIN."""
        self.number += 1
        self.show()

    def orders(self) -> list[bytes]:
        return [line for line in self.far.received_lines if line.startswith(b"D")]
