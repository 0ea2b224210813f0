"""The loop-back test says in words whether an adapter can send the ninth bit."""

import pytest

from firmware.shell.words.words import LANGUAGES, Words
from firmware.slots.loop_back import SENT, send_across
from hal.ninth_bit import Octet, message, written
from hal.ports import Millis, SerialPort
from sim.world.clock import VirtualClock


class Crossed:
    """A port at whose other end the test is; what it reads comes in portions, 1 ms apart."""

    def __init__(self, path: str, portions: list[bytes], clock: VirtualClock, gap_ms: int) -> None:
        self.path, self._portions, self._clock = path, portions, clock
        self._gap_ms = gap_ms
        self.sent = b""

    def reopen(self) -> None:
        self.sent = b""

    def write(self, data: bytes) -> None:
        self.sent += data

    def read(self) -> bytes:
        return self._portions.pop(0) if self._portions else b""

    def wait(self, most: Millis) -> None:
        self._clock.advance(self._gap_ms if self._portions else most)


def plain(octets: bytes) -> bytes:
    return b"".join(written(Octet(one)) for one in octets)


GOOD = message(SENT)
CASES = {
    "good": ([GOOD], 1),
    "nothing": ([], 1),
    "spoilt": ([GOOD[:-1] + b"\0"], 1),
    "no_mark": ([plain(SENT)], 1),
    "other_marks": ([b"".join(written(Octet(one, marked=True)) for one in SENT)], 1),
    "slow": ([GOOD[:3], GOOD[3:]], 12),
}


@pytest.mark.parametrize("found", CASES)
def test_each_way_that_an_adapter_fails_has_words(found: str) -> None:
    clock = VirtualClock()
    portions, gap_ms = CASES[found]
    sends: SerialPort = Crossed("/dev/ttyA", [], clock, 1)  # type: ignore[assignment]
    hears: SerialPort = Crossed("/dev/ttyB", [*portions], clock, gap_ms)  # type: ignore[assignment]
    good, said = send_across(sends, hears, clock)
    assert (good, said.key) == (found == "good", f"slots.loop_back.{found}")
    assert sends.sent == SENT
    assert all(Words.load(language).say(said) for language in LANGUAGES)
