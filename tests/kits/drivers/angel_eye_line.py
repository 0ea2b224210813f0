"""Both ends of the shoe's line; the framer's tests hold `frame` to the literal vectors."""

from functools import reduce

from drivers.angel_eye import AngelEyeShoe
from firmware.core.vocabulary.panel import Panel
from sim.wires.far_end import FarEnd
from sim.wires.memory_port import Impairment, MemoryPort
from tests.kits.drivers.shoe_line import ShoeLine


def frame(seq: str, code: str, payload: bytes = b"") -> bytes:
    body = seq.encode() + code.encode() + payload + b"\x03"
    return b"\x05" + body + f"{reduce(lambda a, b: a ^ b, body):02X}".encode()


def thrice(seq: str, code: str, payload: bytes = b"") -> bytes:
    return frame(seq, code, payload) * 3


class Line(ShoeLine[AngelEyeShoe]):
    def __init__(self, far: FarEnd, manner: Impairment | None = None, **options: int) -> None:
        port = MemoryPort(far, impairment=manner)
        super().__init__(port, AngelEyeShoe(port, **options))  # type: ignore[arg-type]

    def show(self, *, locked: bool = False, clears: str | None = None) -> None:
        self.shoe.show(Panel({}, shoe_locked=locked, shoe_clears=clears), self.now)
