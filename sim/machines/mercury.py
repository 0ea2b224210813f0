"""The far end of a Mercury 360's wire: a wheel that hands spin, and that says how it goes."""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from drivers.mercury.kind import Mercury
from drivers.mercury.words import Numbers, Protocol
from sim.machines.mounted import Around, Mounted
from sim.machines.wheel_source import RouletteWheel, WheelSource

LINE_MS: Final = 500
BARE_MS: Final = 200
"""How long before the first line of state 5 the bare number comes, as a SlingShot's does."""
BYTE_MS: Final = 10 / 9.6
"""Start and stop bit included, at 9600 baud."""

_BEFORE, _PLACE, _ROLLING, _FALLING, _RESULT, _CLOSED, _LOCKED = range(1, 8)
_NEXT: Final = {_ROLLING: _FALLING, _FALLING: _RESULT, _RESULT: _BEFORE, _BEFORE: _PLACE}
_SLOW, _WRONG_WAY, _RIM, _VOID = 1, 2, 4, 8


@dataclass(frozen=True)
class Pace:
    """How long everything takes, in milliseconds."""

    rolling: int = 4000
    falling: int = 12000
    showing: int = 5500
    before: int = 2000
    booting: int = 3000

    def of(self, state: int) -> int | None:
        """Return how long a state lasts; None until somebody ends it."""
        return {
            _ROLLING: self.rolling,
            _FALLING: self.falling,
            _RESULT: self.showing,
            _BEFORE: self.before,
        }.get(state)


@dataclass
class _Game:
    """The game's data in the lines."""

    number: int = 0
    winner: str = "  "
    """The pocket of the last game that came to its end."""
    pocket: str = "  "
    """Where the ball of this one falls."""
    direction: int = 0
    """Of the ball; every throw goes the other way."""


class SimMercury:
    """Implements `far_end.FarEnd`; its time is `now`, in milliseconds, advanced at each call.

    It waits in state 2 until a ball is spun. `mangle` damages each line, `silent` drops the output.
    Not modelled: the rotor's slowing down, ten minutes without a spin (use `stop`). Guesses: the
    count moves on with the ball, `*S` comes with state 2, a lock ends the game, a voided game goes
    back to state 1, and the values of Extended's fields (the direction alternates, the time is in
    milliseconds, the pocket is the number).
    """

    def __init__(
        self,
        now: Callable[[], int],
        *,
        numbers: Numbers = 37,
        protocol: Protocol = "advanced",
        mangle: Callable[[bytes], bytes] | None = None,
    ) -> None:
        self.mangle = mangle
        self.silent = False
        self.pace = Pace()
        self._now = now
        self._pockets = {*map(str, range(37)), *(["00"] if numbers == 38 else [])}
        self._protocol = protocol
        self._lock = threading.RLock()
        self._wire = _Wire(now())
        self._line_at = now()
        self._leaves_at: int | None = None
        self._bare_at: int | None = None
        self._state = _PLACE
        self._flags = 0
        self._rpm = 180
        self._game = _Game()

    def quicken(self, factor: float) -> None:
        """Let a game go so many times faster; a line still comes every 500 ms."""
        spans = {name: round(span / factor) for name, span in vars(self.pace).items()}
        self.pace = Pace(**spans)

    # hands

    def spin(self, number: str) -> None:
        """Spin the ball, which will fall into that pocket; also again, after the wrong way."""
        if number not in self._pockets:
            raise ValueError(f"no pocket of this wheel: {number}")
        with self._lock:
            self._turn()
            self._game.pocket = number.rjust(2)
            self._game.direction ^= 1
            self._flags &= _SLOW | _RIM
            self._enter(_ROLLING, self._now())

    def same_direction(self) -> None:
        """Spin the ball the way of the rotor: it stays in state 3 until it is spun again."""
        with self._lock:
            self._turn()
            self._flags |= _WRONG_WAY
            self._enter(_ROLLING, self._now())

    def place_bets(self) -> None:
        """Turn the rotor for a new game."""
        with self._lock:
            self._turn()
            self._enter(_PLACE, self._now())

    def slow_rotor(self, *, slow: bool = True) -> None:
        """Let the rotor turn at 5 rpm, or at 18 again."""
        with self._lock:
            self._turn()
            self._rpm = 50 if slow else 180
            self._set(_SLOW, on=slow)

    def rim_sensor(self, *, fault: bool) -> None:
        """Break a sensor of the rim, or mend it."""
        with self._lock:
            self._turn()
            self._set(_RIM, on=fault)

    @property
    def in_play(self) -> bool:
        """Whether a ball rolls that has shown no number yet."""
        with self._lock:
            self._turn()
            return self._state in (_ROLLING, _FALLING)

    @property
    def slow(self) -> bool:
        """Whether the rotor turns too slowly."""
        return bool(self._flags & _SLOW)

    @property
    def rim_faulty(self) -> bool:
        """Whether a sensor of the rim is broken."""
        return bool(self._flags & _RIM)

    def void(self) -> None:
        """Void the game under way."""
        with self._lock:
            self._turn()
            self._flags |= _VOID
            self._bare_at = None
            if self._state in _NEXT:
                self._leaves_at = self._now() + self.pace.before

    def dealer_lock(self, *, locked: bool = True) -> None:
        """Lock the wheel as the dealer, or unlock it for a new game."""
        with self._lock:
            self._turn()
            self._enter(_LOCKED if locked else _PLACE, self._now())

    def stop(self) -> None:
        """Stand still for so long that the wheel closes."""
        with self._lock:
            self._turn()
            self._game.number, self._game.winner = 0, "  "
            self._enter(_CLOSED, self._now())

    def power_cycle(self) -> None:
        """Go off and on: closed, with nothing remembered, and silent at first."""
        with self._lock:
            self.stop()
            self._flags = 0
            self._wire = _Wire(self._now())
            self._line_at = self._now() + self.pace.booting

    # the wire

    def receive(self, data: bytes) -> None:
        """Hear nothing."""

    def transmit(self) -> bytes:
        """Return the bytes sent by now."""
        with self._lock:
            self._turn()
            return self._wire.arrived(self._now())

    # the wheel

    def _turn(self) -> None:
        """Run the due steps, in order."""
        while (at := self._soonest()) <= self._now():
            if at == self._bare_at:
                self._bare_at = None
                self._say(self._game.pocket, at)
            elif at == self._leaves_at:
                self._leave(at)
            else:
                self._line_at = at + LINE_MS
                if self._protocol != "basic":
                    self._say(self._status(), at)

    def _soonest(self) -> int:
        return min(at for at in (self._line_at, self._leaves_at, self._bare_at) if at is not None)

    def _leave(self, at: int) -> None:
        is_void = self._flags & _VOID and self._state is not _BEFORE
        self._enter(_BEFORE if is_void else _NEXT[self._state], at)

    def _enter(self, state: int, at: int) -> None:
        self._state = state
        self._bare_at = None
        lasts = self._lasts()
        self._leaves_at = None if lasts is None else at + lasts
        match state:
            case 2:
                self._flags &= _SLOW | _RIM
            case 3:
                self._game.number = (self._game.number + 1) % 256
            case 4 if self._protocol != "basic":
                self._bare_at = at + self.pace.falling - BARE_MS
            case 5:
                self._game.winner = self._game.pocket
        if self._protocol == "basic":
            self._say_basic(at)

    def _lasts(self) -> int | None:
        if self._state == _ROLLING and self._flags & _WRONG_WAY:
            return None
        return self.pace.of(self._state)

    def _set(self, flag: int, *, on: bool) -> None:
        self._flags = self._flags | flag if on else self._flags & ~flag

    # its words

    def _status(self) -> str:
        said = f"*X;{self._state};{self._game.number:03};{self._game.winner}"
        said += f";{self._flags:X};{self._rpm:03};0"
        return said + self._more() if self._protocol == "extended" else said

    def _more(self) -> str:
        game = self._game
        said = f";0000;{game.number:02X}"
        if self._state not in (_ROLLING, _FALLING, _RESULT):
            return said + ";?;?????;??"
        if self._state != _RESULT:
            return f"{said};{game.direction};?????;??"
        return f"{said};{game.direction};{self.pace.falling:05X};{game.winner}"

    def _say_basic(self, at: int) -> None:
        words = {_PLACE: "*S", _FALLING: "*N", _RESULT: f"*W {self._game.winner}"}
        if self._state in words:
            self._say(words[self._state], at)

    def _say(self, text: str, at: int) -> None:
        line = f"{text}\r\n".encode("ascii")
        if not self.silent:
            self._wire.send(self.mangle(line) if self.mangle else line, at)


class _Wire:
    """Bytes under way at 9600 baud."""

    def __init__(self, now: int) -> None:
        self._free_at = float(now)
        self._under_way: deque[tuple[float, int]] = deque()

    def send(self, data: bytes, at: int) -> None:
        """Send `data` once the wire is free."""
        self._free_at = max(self._free_at, at)
        for byte in data:
            self._free_at += BYTE_MS
            self._under_way.append((self._free_at, byte))

    def arrived(self, now: int) -> bytes:
        """Return the bytes that have arrived by now."""
        arrived = bytearray()
        while self._under_way and self._under_way[0][0] <= now:
            arrived.append(self._under_way.popleft()[1])
        return bytes(arrived)


def far_end(wiring: Mercury, around: Around) -> Mounted[WheelSource]:
    wheel = SimMercury(around.now, numbers=wiring.numbers, protocol=wiring.protocol)
    return Mounted(RouletteWheel(wheel, quickest=2), wire=wheel)
