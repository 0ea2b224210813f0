"""A Mercury 360: every status, field and word of its three protocols, and of firmware to come."""

from random import Random
from typing import ClassVar, Final, get_args

from drivers.mercury import MercuryWheel
from drivers.mercury.messages import Numbers, Protocol
from firmware.core.vocabulary.events import Event, ResultSeen
from sim.wires.memory_port import Impairment, MemoryPort
from tests.campaigns.fuzz.drivers.unusual_unit import UnusualUnit
from tests.kits.drivers.far_ends import Silent

_GAME_ORDER: Final = (2, 2, 3, 3, 4, 4, 5, 5, 1)
_ODD_STATES: Final = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "A", "")
_ODD_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "game": ("000", "001", "255", "256", "999", "0000", "", "  2"),
    "number": ("  ", " 0", "00", "07", "36", "37", "38", "99", "0", "117"),
    "flags": (*"0123456789ABCDEF", "10", "FF", "a", ""),
    "rpm": ("000", "100", "300", "999", "1000", "-10"),
    "direction": ("0", "1", "2", "?"),
    "own_flags": ("0000", "0001", "FFFF", "00"),
    "spins": ("00", "FF", "100"),
    "ball": ("?", "0", "1", "2"),
    "time": ("?????", "00000", "FFFFF", "012FC"),
    "pocket": ("??", " 0", "25", "FF"),
}
_ODD_LINES: Final = (
    "*S",
    "*N",
    "*W 17",
    "*W 00",
    "*W 38",
    "*F BUSY",
    "*V 2.50",
    "*Y;1;017",
    "*",
    "",
)
_CHANCE_ODD: Final = 0.04


class UnusualMercury:
    """Implements `UnusualUnit`: games in their order, and odd values among them."""

    SPAN_MS: ClassVar[int] = 20

    def __init__(self, chance: Random, wire: Impairment) -> None:
        self._chance = chance
        self._protocol: Protocol = chance.choice(get_args(Protocol))
        self._numbers: Numbers = chance.choice((37, 38))
        self._far_end = Silent()
        port = MemoryPort(self._far_end, impairment=wire)
        self.part = MercuryWheel(port, numbers=self._numbers, protocol=self._protocol)
        self.sent_messages = 0
        self._step = self._game = 0
        self._pocket = "17"
        self._winners: set[str] = set()
        self._silent_spans = 0

    def speak(self) -> None:
        """Send the next line, or nothing for some time."""
        self._silent_spans -= 1
        if self._silent_spans > 0:
            self._far_end.says = b""
            return
        if self._chance.random() < 1e-4:
            self._silent_spans = self._chance.randrange(400)
        line = self._next_line()
        self.sent_messages += 1
        self._far_end.says = line.encode("ascii") + b"\r\n"

    def is_invented(self, event: Event) -> bool:
        """Return whether a number was not sent as a winner since the ball was in play."""
        return isinstance(event, ResultSeen) and event.symbols[0] not in self._winners

    def _next_line(self) -> str:
        if self._is_odd():
            line = self._chance.choice((*_ODD_LINES, f"{self._chance.randrange(100):2}"))
            self._note_winner(line.removeprefix("*W "))
            return line
        self._advance()
        state = _GAME_ORDER[self._step]
        return self._basic_line(state) if self._protocol == "basic" else self._status_line(state)

    def _advance(self) -> None:
        self._step = (self._step + 1) % len(_GAME_ORDER)
        if self._is_odd():
            self._step = self._chance.randrange(len(_GAME_ORDER))
        if self._step == 0:
            self._game = (self._game + 1) % 256
            self._winners.clear()
            pockets = [f"{number:2}" for number in range(37)]
            self._pocket = self._chance.choice([*pockets, *(["00"] if self._numbers == 38 else [])])

    def _basic_line(self, state: int) -> str:
        if state == 5:
            self._note_winner(self._pocket)
        return {2: "*S", 4: "*N", 5: f"*W {self._pocket}"}.get(state, "*S")

    def _status_line(self, state: int) -> str:
        fields = {
            "state": str(state),
            "game": f"{self._game:03}",
            "number": self._pocket if state == 5 else "31",
            "flags": "0",
            "rpm": f"{self._chance.randrange(1000):03}",
            "direction": "0",
        }
        if self._protocol == "extended":
            fields |= {"own_flags": "0000", "spins": "2A", "ball": "?", "time": "?????"}
            fields["pocket"] = "??"
        self._make_odd(fields)
        if fields["state"] == "5":
            self._note_winner(fields["number"])
        return ";".join(("*X", *fields.values())) + (";1" if self._is_odd() else "")

    def _make_odd(self, fields: dict[str, str]) -> None:
        if self._is_odd():
            fields["state"] = self._chance.choice(_ODD_STATES)
        for name in fields.keys() & _ODD_FIELDS.keys():
            if self._is_odd():
                fields[name] = self._chance.choice(_ODD_FIELDS[name])

    def _note_winner(self, digits: str) -> None:
        if digits.strip().isdigit():
            self._winners.add("00" if digits == "00" and self._numbers == 38 else str(int(digits)))

    def _is_odd(self) -> bool:
        return self._chance.random() < _CHANCE_ODD


def open_unit(chance: Random, wire: Impairment) -> UnusualUnit:
    return UnusualMercury(chance, wire)
