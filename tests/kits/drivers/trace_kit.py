"""The trace that a tracer makes of octets, whole or one by one."""

from drivers.trace import Tracer, Transfer
from hal.ports import Millis

FrameText = tuple[str, str, str]
"""Way, octets, words."""


class TracedLine:
    """A tracer, and its trace so far."""

    def __init__(self, tracer: Tracer) -> None:
        self.tracer = tracer
        self.now = 1000
        self.frames: list[FrameText] = []

    def out(self, octets: str) -> "TracedLine":
        return self._carried(out=bytes.fromhex(octets))

    def back(self, octets: str | bytes, *, one_by_one: bool = False) -> "TracedLine":
        data = octets if isinstance(octets, bytes) else bytes.fromhex(octets)
        for piece in [data[at : at + 1] for at in range(len(data))] if one_by_one else [data]:
            self._carried(back=piece)
        return self

    def reopened(self) -> "TracedLine":
        return self._carried()

    def wait(self, millis: int) -> "TracedLine":
        self.now += millis
        self.frames += [tuple(one[1:4]) for one in self.tracer.flush(Millis(self.now))]
        return self

    def transfer(self, address: int, out: str = "", back: str = "") -> "TracedLine":
        return self._carried(out=bytes.fromhex(out), back=bytes.fromhex(back), address=address)

    def words(self) -> list[str]:
        return [said for _, _, said in self.frames]

    def _carried(
        self, out: bytes = b"", back: bytes = b"", address: int | None = None
    ) -> "TracedLine":
        carried = Transfer(Millis(self.now), out, back, address)
        self.frames += [tuple(one[1:4]) for one in self.tracer.trace(carried)]
        return self
