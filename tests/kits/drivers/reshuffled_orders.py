"""A shuffler that is given orders, and a far end that answers by a script."""

from drivers.reshuffled.framer import encode
from tests.kits.drivers.reshuffled_bench import Bench


def running() -> Bench:
    """A shuffler that is ready, with 52 cards in it."""
    bench = Bench().start()
    assert bench.run() == []
    bench.far.received_data.clear()
    return bench


def orders(bench: Bench) -> int:
    return bench.far.received_data.count(b"SH")


class Scripted:
    """Answers each word as instructed, and a word that it does not know with nothing."""

    def __init__(self, answers: dict[bytes, bytes]) -> None:
        self.answers = answers
        self.order_codes: list[bytes] = []
        self.out = b""

    def receive(self, data: bytes) -> None:
        self.order_codes.append(data[1:3])
        if data[1:3] in self.answers:
            self.out += encode(self.answers[data[1:3]])

    def transmit(self) -> bytes:
        out, self.out = self.out, b""
        return out


def scripted(**answers: str) -> tuple[Scripted, Bench]:
    """A unit that is ready and then answers as instructed."""
    far = Scripted({b"ST": b"SR", b"IN": b"OK"})
    bench = Bench(far).start()
    assert bench.run() == []
    far.answers |= {ask.encode(): answer.encode() for ask, answer in answers.items()}
    far.order_codes.clear()
    bench.order()
    return far, bench
