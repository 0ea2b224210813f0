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
"""A sensor, or both; whether it is covered now; and for how many spans nothing follows."""
_FORWARDS: Final = (("index", True), ("peg", True), ("index", False), ("peg", False))
_BACKWARDS: Final = (("peg", True), ("index", True), ("peg", False), ("index", False))
_PEG: Final = (("peg", True), ("peg", False))
_ROCKING: Final = (("index", True), ("index", False))
_TOGETHER: Final = (("both", True), ("both", False))
_STUCK: Final = (("peg", True), ("index", True))
_TURN: Final = (*_FORWARDS, *_PEG * (PARTS - 1))
_MOVEMENTS: Final = (_PEG, _TURN, _TURN * 3, _BACKWARDS, _ROCKING, _TOGETHER, _STUCK)
_PACES: Final = (1, 1, 1, 2, 2, 3, 5)
_REST: Final = 500
"""In spans."""


class UnusualFortuneWheel:
    """Implements `UnusualUnit`: an edge is a message. A damaging wire bounces and loses edges.

    A result is invented if fewer edges of pegs came since the last result than a turn has.
    """

    SPAN_MS: ClassVar[int] = 5

    def __init__(self, chance: Random, wire: Impairment) -> None:
        self._chance = chance
        self._wire = wire
        self._lines = {"index": SimInput(), "peg": SimInput()}
        self.part = FortuneWheel(
            self._lines["index"], self._lines["peg"], [str(part) for part in range(PARTS)]
        )
        self.sent_messages = 0
        self._edges: list[_Edge] = []
        self._left_spans = 1
        self._seen = Counter[str]()

    def speak(self) -> None:
        """Show the next edge if it is due."""
        self._left_spans -= 1
        if self._left_spans > 0:
            return
        if not self._edges:
            self._edges = self._spin() if self._chance.random() < 0.1 else self._movement()
        name, is_covered, self._left_spans = self._edges.pop(0)
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
        pace = self._chance.choice(_PACES)
        edges = self._chance.choices(_MOVEMENTS, (4, 6, 4, 1, 1, 1, 1))[0]
        return [(name, is_covered, pace) for name, is_covered in edges]

    def _spin(self) -> list[_Edge]:
        """Return turns forwards from rest to rest, slower at their end, or stopped by a hand."""
        turns, pegs = self._chance.randrange(1, 4), self._chance.randrange(PARTS)
        edges = [*_TURN * turns, *_FORWARDS, *_PEG * pegs]
        slowness, slow_edges = self._chance.choice((1.0, 1.1, 1.15, 1.3)), 12
        paces = [
            round(3 * slowness ** max(0, place - len(edges) + slow_edges))
            for place in range(len(edges) - 1)
        ]
        spin = [(*edge, pace) for edge, pace in zip(edges, [*paces, _REST], strict=True)]
        return [("both", False, _REST), *spin]

    def _show(self, line: str, *, is_covered: bool) -> None:
        # A harmed octet is an edge that is lost.
        if self._wire.carry(b"\x01") != b"\x01":
            return
        self._lines[line].is_high = not is_covered
        self._seen[line] += is_covered


def open_unit(chance: Random, wire: Impairment) -> UnusualUnit:
    return UnusualFortuneWheel(chance, wire)
