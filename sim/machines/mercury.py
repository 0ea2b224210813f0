"""The far end of a Mercury 360's wire: a wheel spun by hand that reports its state."""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from drivers.mercury.kind import MercuryWiring
from drivers.mercury.messages import Numbers, Protocol
from sim.machines.installation import FarEndContext, Installation
from sim.machines.wheel_source import RouletteWheel, WheelSource

STATUS_INTERVAL_MS: Final = 500
BARE_NUMBER_LEAD_MS: Final = 200
"""How long before the first line of state 5 the bare number comes, as a SlingShot's does."""
BYTE_MS: Final = 10 / 9.6
"""Start and stop bit included, at 9600 baud."""

_BEFORE, _PLACE_BETS, _ROLLING, _FALLING, _RESULT, _CLOSED, _LOCKED = range(1, 8)
_NEXT_STATE: Final = {_ROLLING: _FALLING, _FALLING: _RESULT, _RESULT: _BEFORE, _BEFORE: _PLACE_BETS}
_SLOW_ROTOR, _SAME_DIRECTION, _RIM_SENSOR, _VOID_GAME = 1, 2, 4, 8


@dataclass(frozen=True)
class MercuryPace:
    """How long everything takes, in milliseconds."""

    rolling_ms: int = 4000
    falling_ms: int = 12000
    showing_ms: int = 5500
    before_ms: int = 2000
    booting_ms: int = 3000

    def duration_of(self, state: int) -> int | None:
        """Return how long a state lasts; None until somebody ends it."""
        return {
            _ROLLING: self.rolling_ms,
            _FALLING: self.falling_ms,
            _RESULT: self.showing_ms,
            _BEFORE: self.before_ms,
        }.get(state)


@dataclass
class _MercuryGame:
    """The game's data in the lines."""

    number: int = 0
    winner: str = "  "
    """The pocket of the last game that came to its end."""
    pocket: str = "  "
    """Where the ball of this one falls."""
    direction: int = 0
    """Of the ball; every throw goes the other way."""


class SimMercury:
    """Implements `sim.wires.far_end.FarEnd`; each call advances it to `now`, in milliseconds.

    It waits in state 2 until a ball is spun. `damage`, if any, alters each line, `is_silent` drops
    the output. Not modelled: the rotor's slowing down, ten minutes without a spin (use
    `close_wheel`). Guesses: the count moves on with the ball, `*S` comes with state 2, a lock ends
    the game, a voided game goes back to state 1, and the values of Extended's fields (the direction
    alternates, the time is in milliseconds, the pocket is the number).
    """

    def __init__(
        self,
        now: Callable[[], int],
        *,
        numbers: Numbers = 37,
        protocol: Protocol = "advanced",
        damage: Callable[[bytes], bytes] | None = None,
    ) -> None:
        self.damage = damage
        self.is_silent = False
        self.pace = MercuryPace()
        self._now = now
        self._pockets = {*map(str, range(37)), *(["00"] if numbers == 38 else [])}
        self._protocol = self._first_protocol = protocol
        self._lock = threading.RLock()
        self._serial_line = _SerialLine(now())
        self._next_line_at = now()
        self._state_ends_at: int | None = None
        self._bare_number_at: int | None = None
        self._wheel_state = _PLACE_BETS
        self._flag_bits = 0
        self._rpm = 180
        self._mercury_game = _MercuryGame()
        self._shown_fields: dict[str, str] = {}

    def speed_up(self, speed_factor: float) -> None:
        """Let a game go so many times faster; a line still comes every 500 ms."""
        durations = {
            name: round(duration / speed_factor) for name, duration in vars(self.pace).items()
        }
        self.pace = MercuryPace(**durations)

    # hands

    def spin(self, number: str) -> None:
        """Spin the ball, which will fall into that pocket; also again, after the wrong way."""
        if number not in self._pockets:
            raise ValueError(f"no pocket of this wheel: {number}")
        with self._lock:
            self._catch_up()
            self._mercury_game.pocket = number.rjust(2)
            self._mercury_game.direction ^= 1
            self._flag_bits &= _SLOW_ROTOR | _RIM_SENSOR
            self._enter_state(_ROLLING, self._now())

    def same_direction(self) -> None:
        """Spin the ball the way of the rotor: it stays in state 3 until it is spun again."""
        with self._lock:
            self._catch_up()
            self._flag_bits |= _SAME_DIRECTION
            self._enter_state(_ROLLING, self._now())

    def place_bets(self) -> None:
        """Turn the rotor for a new game."""
        with self._lock:
            self._catch_up()
            self._enter_state(_PLACE_BETS, self._now())

    def set_rotor_slow(self, *, is_slow: bool = True) -> None:
        """Let the rotor turn at 5 rpm, or at 18 again."""
        with self._lock:
            self._catch_up()
            self._rpm = 50 if is_slow else 180
            self._set_flag(_SLOW_ROTOR, on=is_slow)

    def rim_sensor(self, *, is_faulty: bool) -> None:
        """Break a sensor of the rim, or mend it."""
        with self._lock:
            self._catch_up()
            self._set_flag(_RIM_SENSOR, on=is_faulty)

    @property
    def is_closed(self) -> bool:
        """False: a hand that spins it opens it."""
        return False

    @property
    def in_play(self) -> bool:
        """Whether a ball rolls that has shown no number yet."""
        with self._lock:
            self._catch_up()
            return self._wheel_state in (_ROLLING, _FALLING)

    @property
    def is_slow(self) -> bool:
        """Whether the rotor turns too slowly."""
        return bool(self._flag_bits & _SLOW_ROTOR)

    @property
    def rim_faulty(self) -> bool:
        """Whether a sensor of the rim is broken."""
        return bool(self._flag_bits & _RIM_SENSOR)

    def void_game(self) -> None:
        """Void the game under way."""
        with self._lock:
            self._catch_up()
            self._flag_bits |= _VOID_GAME
            self._bare_number_at = None
            if self._wheel_state in _NEXT_STATE:
                self._state_ends_at = self._now() + self.pace.before_ms

    def dealer_lock(self, *, locked: bool = True) -> None:
        """Lock the wheel as the dealer, or unlock it for a new game."""
        with self._lock:
            self._catch_up()
            self._enter_state(_LOCKED if locked else _PLACE_BETS, self._now())

    def close_wheel(self) -> None:
        """Stand still for so long that the wheel closes."""
        with self._lock:
            self._catch_up()
            self._mercury_game.number, self._mercury_game.winner = 0, "  "
            self._enter_state(_CLOSED, self._now())

    def set_protocol(self, protocol: Protocol | None = None) -> None:
        """Set the port to another protocol, in whatever state; None is the first one."""
        with self._lock:
            self._catch_up()
            self._protocol = protocol or self._first_protocol

    def show_fields(self, **fields: str) -> None:
        """Show these fields of a status otherwise, as newer firmware does; `more` follows them."""
        with self._lock:
            self._catch_up()
            self._shown_fields = fields

    @property
    def state(self) -> int:
        """The state, 1 to 7."""
        with self._lock:
            self._catch_up()
            return self._wheel_state

    @property
    def is_set_otherwise(self) -> bool:
        """Whether its port is set to another protocol than at first."""
        return self._protocol != self._first_protocol

    @property
    def shows_otherwise(self) -> bool:
        """Whether it shows fields as newer firmware does."""
        return bool(self._shown_fields)

    def power_cycle(self) -> None:
        """Go off and on: closed, with nothing remembered, and silent at first."""
        with self._lock:
            self.close_wheel()
            self._flag_bits = 0
            self._serial_line = _SerialLine(self._now())
            self._next_line_at = self._now() + self.pace.booting_ms

    # the wire

    def receive(self, data: bytes) -> None:
        """Ignore the host: the wheel only sends."""

    def transmit(self) -> bytes:
        """Return the bytes sent by now."""
        with self._lock:
            self._catch_up()
            return self._serial_line.arrived_bytes(self._now())

    # the wheel

    def _catch_up(self) -> None:
        """Run the due steps, in order."""
        # Steps that fall between two calls happen in their order and at their own times.
        while (at_ms := self._next_event_at()) <= self._now():
            if at_ms == self._bare_number_at:
                self._bare_number_at = None
                self._send_line(self._mercury_game.pocket, at_ms)
            elif at_ms == self._state_ends_at:
                self._leave_state(at_ms)
            else:
                self._next_line_at = at_ms + STATUS_INTERVAL_MS
                if self._protocol != "basic":
                    self._send_line(self._status_line(), at_ms)

    def _next_event_at(self) -> int:
        return min(
            at_ms
            for at_ms in (self._next_line_at, self._state_ends_at, self._bare_number_at)
            if at_ms is not None
        )

    def _leave_state(self, at_ms: int) -> None:
        # A voided game skips its result and begins again before the game.
        is_void = self._flag_bits & _VOID_GAME and self._wheel_state is not _BEFORE
        self._enter_state(_BEFORE if is_void else _NEXT_STATE[self._wheel_state], at_ms)

    def _enter_state(self, state: int, at_ms: int) -> None:
        self._wheel_state = state
        self._bare_number_at = None
        state_duration = self._state_duration()
        self._state_ends_at = None if state_duration is None else at_ms + state_duration
        match state:
            case 2:
                self._flag_bits &= _SLOW_ROTOR | _RIM_SENSOR
            case 3:
                self._mercury_game.number = (self._mercury_game.number + 1) % 256
            case 4 if self._protocol != "basic":
                # Basic sends no bare number.
                self._bare_number_at = at_ms + self.pace.falling_ms - BARE_NUMBER_LEAD_MS
            case 5:
                self._mercury_game.winner = self._mercury_game.pocket
        if self._protocol == "basic":
            self._send_basic(at_ms)

    def _state_duration(self) -> int | None:
        if self._wheel_state == _ROLLING and self._flag_bits & _SAME_DIRECTION:
            return None
        return self.pace.duration_of(self._wheel_state)

    def _set_flag(self, flag_bit: int, *, on: bool) -> None:
        self._flag_bits = self._flag_bits | flag_bit if on else self._flag_bits & ~flag_bit

    # its words

    def _status_line(self) -> str:
        fields = {
            "state": f"{self._wheel_state}",
            "game": f"{self._mercury_game.number:03}",
            "number": self._mercury_game.winner,
            "flags": f"{self._flag_bits:X}",
            "rpm": f"{self._rpm:03}",
            "direction": "0",
            "more": self._extended_fields() if self._protocol == "extended" else "",
            **self._shown_fields,
        }
        more = fields.pop("more")
        return ";".join(("*X", *fields.values())) + more

    def _extended_fields(self) -> str:
        mercury_game = self._mercury_game
        status_line = f";0000;{mercury_game.number:02X}"
        if self._wheel_state not in (_ROLLING, _FALLING, _RESULT):
            return status_line + ";?;?????;??"
        if self._wheel_state != _RESULT:
            return f"{status_line};{mercury_game.direction};?????;??"
        direction, winner = mercury_game.direction, mercury_game.winner
        return f"{status_line};{direction};{self.pace.falling_ms:05X};{winner}"

    def _send_basic(self, at_ms: int) -> None:
        words = {_PLACE_BETS: "*S", _FALLING: "*N", _RESULT: f"*W {self._mercury_game.winner}"}
        if self._wheel_state in words:
            self._send_line(words[self._wheel_state], at_ms)

    def _send_line(self, text: str, at_ms: int) -> None:
        line = f"{text}\r\n".encode("ascii")
        if not self.is_silent:
            self._serial_line.queue_bytes(self.damage(line) if self.damage else line, at_ms)


class _SerialLine:
    """Bytes under way at 9600 baud."""

    def __init__(self, now: int) -> None:
        self._line_free_at = float(now)
        self._in_flight: deque[tuple[float, int]] = deque()

    def queue_bytes(self, data: bytes, at_ms: int) -> None:
        """Send `data` once the wire is free."""
        self._line_free_at = max(self._line_free_at, at_ms)
        for byte in data:
            self._line_free_at += BYTE_MS
            self._in_flight.append((self._line_free_at, byte))

    def arrived_bytes(self, now: int) -> bytes:
        """Return the bytes that have arrived by now."""
        received_bytes = bytearray()
        while self._in_flight and self._in_flight[0][0] <= now:
            received_bytes.append(self._in_flight.popleft()[1])
        return bytes(received_bytes)


def far_end(wiring: MercuryWiring, context: FarEndContext) -> Installation[WheelSource]:
    wheel = SimMercury(context.now, numbers=wiring.numbers, protocol=wiring.protocol)
    return Installation(RouletteWheel(wheel, max_speed_factor=2), serial_end=wheel)
