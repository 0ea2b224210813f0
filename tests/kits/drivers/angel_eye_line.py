"""Both ends of the shoe's line; the framer's tests hold `frame` to the literal vectors."""

from functools import reduce

from drivers.angel_eye import AngelEyeShoe
from firmware.core.events import Event
from firmware.core.panel import Panel
from hal.ports import Millis
from sim.far_end import FarEnd
from sim.wire import Manner, MemoryPort


def frame(seq: str, code: str, payload: bytes = b"") -> bytes:
    body = seq.encode() + code.encode() + payload + b"\x03"
    return b"\x05" + body + f"{reduce(lambda a, b: a ^ b, body):02X}".encode()


def thrice(seq: str, code: str, payload: bytes = b"") -> bytes:
    return frame(seq, code, payload) * 3


class Silent:
    """A far end that says what the test gives it and remembers what it was told."""

    def __init__(self) -> None:
        self.says = b""
        self.told: list[bytes] = []

    def receive(self, data: bytes) -> None:
        self.told.append(data)

    def transmit(self) -> bytes:
        says, self.says = self.says, b""
        return says


class Line:
    """A far end, its wire and the driver, and the time that passes for them."""

    def __init__(self, far: FarEnd, manner: Manner | None = None, **how: int) -> None:
        self.port = MemoryPort(far, manner=manner)
        self.shoe = AngelEyeShoe(self.port, **how)  # type: ignore[arg-type]
        self.now = Millis(1000)
        self.shoe.start(self.now)

    def pass_time(self, millis: int) -> list[Event]:
        """Poll whenever the shoe is due, until `millis` have passed."""
        events: list[Event] = []
        until = self.now + millis
        while self.now < until:
            events += self.shoe.poll(self.now)
            self.now = self.shoe.due
        return events

    def show(self, *, locked: bool = False, clears: str | None = None) -> None:
        self.shoe.show(Panel({}, shoe_locked=locked, shoe_clears=clears), self.now)
