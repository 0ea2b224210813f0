"""The wheel of a simulated table, whichever it is, and the hands that spin it."""

from collections.abc import Callable, Mapping
from typing import Final, Protocol

from drivers.fortune_wheel.kind import FortuneSensors
from drivers.mercury.kind import Mercury
from drivers.slingshot.kind import SlingShot
from drivers.wiring import PartWiring
from firmware.core.games.roulette.layout import numbers_of
from firmware.core.vocabulary.instruments import Symbols
from hal.ports import InputLine
from sim.machines.fortune_wheel import SimFortuneWheel
from sim.machines.mercury import SimMercury
from sim.machines.slingshot import SimSlingShot
from sim.wires.far_end import FarEnd

TURNS: Final = 4
"""How often a wheel of fortune goes round where nothing is said."""


class WheelSource(Protocol):
    """A wheel from the croupier's side."""

    counts: bool
    """Whether it is seen how often it goes round."""

    @property
    def far_ends(self) -> Mapping[str, FarEnd]:
        """What stands at the end of its serial wire."""
        ...

    @property
    def lines(self) -> Mapping[int, InputLine]:
        """What is wired to the pins."""
        ...

    def spin(self, symbol: str, revolutions: int | None) -> None:
        """Spin it, so that it comes to this."""
        ...

    def rest(self) -> None:
        """Make it ready for the next spin."""
        ...

    @property
    def turning(self) -> bool:
        """Whether a spin is under way."""
        ...

    def halt(self) -> None:
        """Break a spin off, as if there had been none."""
        ...

    def quicken(self, times: float) -> None:
        """Have it spin so many times faster than by itself, as far as it can be followed."""
        ...


class RouletteWheel:
    """A wheel with a ball on a serial wire; nothing counts the ball's revolutions."""

    counts = False
    lines: Mapping[int, InputLine] = {}

    def __init__(self, far_end: SimSlingShot | SimMercury, *, quickest: float) -> None:
        self.far_end = far_end
        self._quickest = quickest
        self._times = 1.0
        self.far_ends = {"wheel": far_end}

    def spin(self, symbol: str, revolutions: int | None) -> None:  # noqa: ARG002
        """Have the ball fall there."""
        self.far_end.spin(symbol)

    def rest(self) -> None:
        """Open it for bets."""
        self.far_end.place_bets()

    @property
    def turning(self) -> bool:
        """Whether a spin is under way."""
        return self.far_end.in_play

    def halt(self) -> None:
        """Break a spin off."""
        self.rest()

    def quicken(self, times: float) -> None:
        """Say two lines at least in each state."""
        followed = min(times, self._quickest)
        self.far_end.quicken(followed / self._times)
        self._times = followed


class FortuneWheelSource:
    """A wheel of fortune with its sensors."""

    counts = True
    far_ends: Mapping[str, FarEnd] = {}
    least_ms = 8000
    """How long a spin takes at least."""
    peg_ms = 14
    """No hand turns it faster than from peg to peg in so long."""

    def __init__(self, wiring: FortuneSensors, now: Callable[[], int]) -> None:
        self.far_end = SimFortuneWheel(now, wiring.order)
        self._parts = len(wiring.order)
        self.lines = {wiring.index: self.far_end.index, wiring.peg: self.far_end.peg}

    def spin(self, symbol: str, revolutions: int | None) -> None:
        """Turn it on to that part; it slows down evenly, so it is twice as quick at first."""
        turns = TURNS if revolutions is None else revolutions
        self.far_end.lasts_ms = max(self.least_ms, 2 * self.peg_ms * (turns + 1) * self._parts)
        self.far_end.spin(symbol, turns)

    def rest(self) -> None:
        """It is at rest already."""

    @property
    def turning(self) -> bool:
        """Whether a spin is under way."""
        return self.far_end.in_play

    def halt(self) -> None:
        """Break a spin off."""
        self.far_end.halt()

    def quicken(self, times: float) -> None:
        """Take less time, but for what the pegs need to be seen."""
        self.least_ms = round(FortuneWheelSource.least_ms / times)


def sim_wheel(wiring: PartWiring | None, now: Callable[[], int]) -> WheelSource | None:
    """Return the far end of a table's wheel, which turns in the time of `now`."""
    match wiring:
        case SlingShot():
            return RouletteWheel(SimSlingShot(now, numbers=wiring.numbers), quickest=3.5)
        case Mercury():
            mercury = SimMercury(now, numbers=wiring.numbers, protocol=wiring.protocol)
            return RouletteWheel(mercury, quickest=2)
        case FortuneSensors():
            return FortuneWheelSource(wiring, now)
    return None


def symbols_of(wiring: PartWiring | None) -> Symbols:
    """Return what a wheel has round its rim."""
    match wiring:
        case FortuneSensors():
            return tuple(wiring.order)
        case SlingShot() | Mercury():
            return numbers_of(wiring.numbers)
    return ()
