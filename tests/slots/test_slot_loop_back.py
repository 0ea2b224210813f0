"""The loop-back test says in words whether an adapter can send the ninth bit."""

import pytest

from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words
from firmware.slots.loopback import TEST_MESSAGE, send_test_message
from hal.ninth_bit import Octet, encode_message, encode_octet
from hal.ports import Millis, SerialPort
from sim.world.virtual_clock import VirtualClock


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
    return b"".join(encode_octet(Octet(one)) for one in octets)


GOOD = encode_message(TEST_MESSAGE)
CASES = {
    "good": ([GOOD], 1),
    "nothing": ([], 1),
    "spoilt": ([GOOD[:-1] + b"\0"], 1),
    "no_mark": ([plain(TEST_MESSAGE)], 1),
    "other_marks": (
        [b"".join(encode_octet(Octet(one, is_marked=True)) for one in TEST_MESSAGE)],
        1,
    ),
    "slow": ([GOOD[:3], GOOD[3:]], 12),
}


@pytest.mark.parametrize("found", CASES)
def test_each_adapter_failure_has_its_message(found: str) -> None:
    clock = VirtualClock()
    portions, gap_ms = CASES[found]
    sends: SerialPort = Crossed("/dev/ttyA", [], clock, 1)  # type: ignore[assignment]
    hears: SerialPort = Crossed("/dev/ttyB", [*portions], clock, gap_ms)  # type: ignore[assignment]
    good, said = send_test_message(sends, hears, clock)
    assert (good, said.key) == (found == "good", f"slots.loop_back.{found}")
    assert sends.sent == TEST_MESSAGE
    assert all(Words.load(language).render(said) for language in languages_with("slots"))
