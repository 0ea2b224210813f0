"""The square wave of a tone: its pitch, its edges, and a line that fails."""

from threading import Semaphore

import pytest

from hal.errors import HardwareError
from hal.pi import square_wave
from hal.pi.square_wave import HIGHEST_HZ, SquareWave
from tests.kits.hal.rushed_time import WAITS, RushedTime

WITHIN_S = 60.0


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> RushedTime:
    time = RushedTime()
    monkeypatch.setattr(square_wave, "Event", time.event)
    monkeypatch.setattr(square_wave, "monotonic", time.monotonic)
    return time


class Line:
    """An output whose every change takes `slow` seconds."""

    def __init__(self, time: RushedTime, slow: float = 0) -> None:
        self.edges: list[tuple[float, bool]] = []
        self._time, self._slow = time, slow

    def put(self, *, high: bool) -> None:
        self.edges.append((round(self._time.now, 9), high))
        self._time.now += self._slow


@pytest.mark.parametrize("hz", [1, 440, 880, HIGHEST_HZ])
@pytest.mark.parametrize("slow", [0, 0.3])
def test_half_period_is_high_despite_slow_edges(time: RushedTime, hz: int, slow: float) -> None:
    line = Line(time, slow / hz)
    wave = SquareWave(line, hz)
    assert time.runs()
    wave.stop()
    assert line.edges == [(round(n * 0.5 / hz, 9), n % 2 == 0) for n in range(WAITS)]


def test_late_edge_is_not_compensated(time: RushedTime) -> None:
    line = Line(time, slow=2.0)
    wave = SquareWave(line, 1)
    assert time.runs()
    wave.stop()
    assert [at for at, _ in line.edges] == [2.0 * n for n in range(WAITS)]


class Broken:
    def __init__(self) -> None:
        self.asked = Semaphore(0)

    def put(self, *, high: bool) -> None:
        self.asked.release()
        raise HardwareError("GPIO 18: gone")


def test_failed_line_ends_it_and_stop_reports() -> None:
    line = Broken()
    wave = SquareWave(line, 440)
    assert line.asked.acquire(timeout=WITHIN_S)
    with pytest.raises(HardwareError, match="gone"):
        wave.stop()


class Watched:
    def __init__(self) -> None:
        self.edges = Semaphore(0)
        self.high = False

    def put(self, *, high: bool) -> None:
        assert high is not self.high
        self.high = high
        self.edges.release()


def test_sounds_by_true_clock_until_stop() -> None:
    line = Watched()
    wave = SquareWave(line, 1000)
    for _ in range(10):
        assert line.edges.acquire(timeout=WITHIN_S)
    wave.stop()
