"""A wheel of fortune: edges of its two sensors in any order and at any pace."""

from collections import Counter
from random import Random
from typing import ClassVar, Final

from drivers.fortune_wheel import FortuneWheel
from firmware.core.vocabulary.events import Event, ResultSeen
from sim.wires.lines import SimInput
from sim.wires.memory_port import Impairment
from tests.campaigns.fuzz.drivers.unusual_unit import UnusualUnit

PARTS: Final = 9
_Edge = tuple[str, bool, int]
"""A sensor, or both; whether it is covered now; and for how many milliseconds nothing follows."""
_FORWARDS: Final = (("index", True), ("peg", True), ("index", False), ("peg", False))
_BACKWARDS: Final = (("peg", True), ("index", True), ("peg", False), ("index", False))
_PEG: Final = (("peg", True), ("peg", False))
_ROCKING: Final = (("index", True), ("index", False))
_TOGETHER: Final = (("both", True), ("both", False))
_STUCK: Final = (("peg", True), ("index", True))
_TURN: Final = (*_FORWARDS, *_PEG * (PARTS - 1))
_MOVEMENTS: Final = (_PEG, _TURN, _TURN * 3, _BACKWARDS, _ROCKING, _TOGETHER, _STUCK)
_PACES_MS: Final = (1, 2, 3, 4, 5, 8, 20)
_REST_MS: Final = 2500


class UnusualFortuneWheel:
    """Implements `UnusualUnit`: an edge is a message. A damaging wire bounces and loses edges.

    A result is invented if fewer edges of pegs came since the last result than a turn has.
    """

    SPAN_MS: ClassVar[int] = 1

    def __init__(self, chance: Random, wire: Impairment) -> None:
        self._chance = chance
        self._wire = wire
        self._lines = {"index": SimInput(), "peg": SimInput()}
        self.part = FortuneWheel(
            self._lines["index"], self._lines["peg"], [str(part) for part in range(PARTS)]
        )
        self.sent_messages = 0
        self._edges: list[_Edge] = []
        self._left_ms = 1
        self._seen = Counter[str]()

    def speak(self) -> None:
        """Let a millisecond pass, and show the next edge if it is due."""
        self._left_ms -= 1
        if self._left_ms > 0:
            return
        if not self._edges:
            self._edges = self._spin() if self._chance.random() < 0.1 else self._movement()
        name, is_covered, self._left_ms = self._edges.pop(0)
        self.sent_messages += 1
        for line in ("index", "peg") if name == "both" else (name,):
            self._show(line, is_covered=is_covered)

    def is_invented(self, event: Event) -> bool:
        """Return whether a part is reported for which no turn of pegs has passed."""
        if not isinstance(event, ResultSeen):
            return False
        is_invented = self._seen["peg"] < PARTS or not self._seen["index"]
        self._seen.clear()
        return is_invented

    def _movement(self) -> list[_Edge]:
        """Return a few pegs, turns, a hand that rocks the wheel, or a sensor that sticks."""
        pace_ms = self._chance.choice(_PACES_MS)
        edges = self._chance.choices(_MOVEMENTS, (4, 6, 4, 1, 1, 1, 1))[0]
        return [(name, is_covered, pace_ms) for name, is_covered in edges]

    def _spin(self) -> list[_Edge]:
        """Return turns forwards, ever slower, and a rest."""
        edges = [*_TURN * self._chance.randrange(2, 4), *_PEG * self._chance.randrange(PARTS)]
        slowness = self._chance.choice((1.0, 1.05, 1.08))
        paced = [(*edge, round(4 * slowness**place)) for place, edge in enumerate(edges)]
        last_name, is_covered, _ = paced[-1]
        return [*paced[:-1], (last_name, is_covered, _REST_MS)]

    def _show(self, line: str, *, is_covered: bool) -> None:
        # A harmed octet is an edge that is lost.
        if self._wire.carry(b"\x01") != b"\x01":
            return
        self._lines[line].is_high = not is_covered
        self._seen[line] += is_covered


def open_unit(chance: Random, wire: Impairment) -> UnusualUnit:
    return UnusualFortuneWheel(chance, wire)
