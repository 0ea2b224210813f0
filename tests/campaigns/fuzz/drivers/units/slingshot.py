"""A SlingShot 2: every status, warning, answer and bare number, and those of firmware to come."""

from random import Random
from typing import ClassVar, Final

from drivers.slingshot import SlingShotWheel
from firmware.core.vocabulary.events import Event, ResultSeen
from firmware.core.vocabulary.panel import Panel, WheelOrder
from firmware.core.vocabulary.wheel_acts import WheelAct
from hal.ports import Millis
from sim.wires.memory_port import Impairment, MemoryPort
from tests.campaigns.fuzz.drivers.unusual_unit import UnusualUnit

_GAME_ORDER: Final = (2, 2, 3, 3, 4, 4, 5, 5, 1)
_ODD_STATES: Final = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "A", "")
_ODD_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "game": ("000", "001", "256", "257", "999", "0000", "12", ""),
    "winner": ("  ", " 0", "00", "07", "36", "37", "38", "99", "0", "117", "--"),
    "warnings": (*"0123456789ABCDEF", "0A", "10", "FF", "a", "G", ""),
    "speed": ("000", "099", "100", "300", "301", "999", "1000", "99999", "72", "-10"),
    "direction": ("0", "1", "2", "?", ""),
}
_ODD_LINES: Final = (
    *("*u OK", "*u NO", "*u BUSY", "*P OK", "*P NO", "*P BUSY", "*R OK", "*o 1159", "*o1157"),
    *("*o BUSY", "*O BUSY", "*O", "*O 6 1 60 1159", "*O 2 1 60 1157", "*O 1 2 3 4 99999", "*O x"),
    *("*T z 37", "*T z 38", "*T z 0", "*T z 999", "*T OK", "*T s 16.0 18.0", "*F 100", "*F 99"),
    *("*V V2.50", f"*V V9.99 {'x' * 200}", "*S V2.50", "*Y;1;120", "*Y;7;120", "*b 1", "*", ""),
    *("*X", "*X;", "*X OK", "x", "123", "0", "*W 17", "*N", "y" * 300),
)
_ANSWERS: Final[dict[bytes, tuple[str, ...]]] = {
    b"*V": ("*V V2.50 SlingShot 2",) * 8 + ("*V V2.60", "*V BUSY", ""),
    b"*O": ("*O 2 1 60 1157", "*O 2 1 60 1159") * 4 + ("*O BUSY", "*O 2 1 60 0", ""),
    b"*T Z": ("*T z 37", "*T z 38") * 4 + ("*T OK", "*T BUSY", ""),
    b"*u 1": ("*u OK",) * 4 + ("*u NO", "*u BUSY", ""),
    b"*R": ("*R OK", "*R NO", ""),
    b"*P 0": ("*P OK", "*P NO", "*P BUSY", ""),
    b"*P 1": ("*P OK", "*P NO", "*P BUSY", ""),
    b"*o 1157": ("*o 1157", "*o BUSY", ""),
    b"*o 1159": ("*o 1159", "*o BUSY", ""),
}
_CHANCE_ODD: Final = 0.04


class _FarEnd:
    """Implements `sim.wires.far_end.FarEnd`; answers each command as it pleases."""

    def __init__(self, chance: Random) -> None:
        self.says = b""
        self.answered = 0
        self._chance = chance

    def receive(self, data: bytes) -> None:
        for command in data.split(b"\r\n"):
            answer = self._chance.choice(_ANSWERS.get(command, ("",)))
            if answer:
                self.answered += 1
                self.says += answer.encode("ascii") + b"\r\n"

    def transmit(self) -> bytes:
        sent, self.says = self.says, b""
        return sent


class UnusualSlingShot:
    """Implements `UnusualUnit`: games in their order, odd values among them, and a dealer."""

    SPAN_MS: ClassVar[int] = 20

    def __init__(self, chance: Random, wire: Impairment) -> None:
        self._chance = chance
        self._numbers = chance.choice((37, 38))
        self._far_end = _FarEnd(chance)
        port = MemoryPort(self._far_end, impairment=wire)
        self.part = SlingShotWheel(
            port, numbers=self._numbers, host_started=bool(chance.randrange(2))
        )
        self._lines = self._step = self._game = self._spins = 0
        self._order = WheelOrder()
        self._pocket = "17"
        self._winners: set[str] = set()
        self._silent_spans = 0

    @property
    def sent_messages(self) -> int:
        return self._lines + self._far_end.answered

    def speak(self) -> None:
        """Send the next line, or nothing for some time; now and then the dealer does something."""
        self._act()
        self._silent_spans -= 1
        if self._silent_spans > 0:
            return
        if self._chance.random() < 1e-4:
            self._silent_spans = self._chance.randrange(400)
        self._lines += 1
        self._far_end.says += self._next_line().encode("ascii") + b"\r\n"

    def is_invented(self, event: Event) -> bool:
        """Return whether a number was not sent as a winner since the ball was in play."""
        return isinstance(event, ResultSeen) and event.symbols[0] not in self._winners

    def _act(self) -> None:
        if self._chance.random() < 0.01:
            self._spins += self._chance.randrange(2)
            act = self._chance.choice(list(WheelAct))
            self._order = WheelOrder(self._order.number + self._chance.randrange(2), act)
            self.part.show(Panel({}, spin=self._spins, wheel_order=self._order), Millis(0))

    def _next_line(self) -> str:
        if self._is_odd():
            return self._chance.choice((*_ODD_LINES, f"{self._chance.randrange(100):2}"))
        self._step = (self._step + 1) % len(_GAME_ORDER)
        if self._is_odd():
            self._step = self._chance.randrange(len(_GAME_ORDER))
        if self._step == 0:
            self._begin_game()
        return self._status_line(_GAME_ORDER[self._step])

    def _begin_game(self) -> None:
        self._game = self._game % 256 + 1
        self._winners.clear()
        pockets = [f"{number:2}" for number in range(37)]
        self._pocket = self._chance.choice([*pockets, *(["00"] if self._numbers == 38 else [])])

    def _status_line(self, state: int) -> str:
        fields = {
            "state": str(state),
            "game": f"{self._game:03}",
            "winner": self._pocket if state == 5 else "31",
            "warnings": "0",
            "speed": f"{self._chance.randrange(100, 300):03}",
            "direction": str(self._game % 2),
        }
        if self._is_odd():
            fields["state"] = self._chance.choice(_ODD_STATES)
        for name, odd_values in _ODD_FIELDS.items():
            if self._is_odd():
                fields[name] = self._chance.choice(odd_values)
        if fields["state"] == "5":
            self._note_winner(fields["winner"])
        return ";".join(("*X", *fields.values())) + (";1" if self._is_odd() else "")

    def _note_winner(self, digits: str) -> None:
        if digits.strip().isdigit():
            self._winners.add("00" if digits == "00" else str(int(digits)))

    def _is_odd(self) -> bool:
        return self._chance.random() < _CHANCE_ODD


def open_unit(chance: Random, wire: Impairment) -> UnusualUnit:
    return UnusualSlingShot(chance, wire)
