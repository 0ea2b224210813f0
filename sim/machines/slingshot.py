"""The far end of a SlingShot 2's wire: a wheel that turns, throws its ball and says so."""

import threading
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Final, Literal

SHOWS: Final = 5
CLOSED: Final = 6
STOPPED_MS: Final = 75_000
"""After so long in play the wheel gives a game up and stops."""
REVERSES: Final = 1
WAITS: Final = 2
NO_BARE_NUMBER: Final = 16
AUTO_STATUS: Final = 128
ARCADE: Final = 1157

_BYTES_A_MS: Final = 0.96
_GAMES: Final = 256
TURNING: Final = 160
"""How fast the rotor turns, in tenths of a revolution a minute."""


class SimSlingShot:
    """Implements `sim.wires.far_end.FarEnd`; its other calls are hands and mishaps.

    It turns in the time of `now`, whatever that is. It waits in state 2 for `spin`, or, where its
    mode says so, for `*u 1`; after `go_on` it plays game after game by itself. `mangle` befalls
    each line. Not modelled: the rotor's other speed after no more bets, how it slows down and turns
    round, the bonus, the two pauses after a number, what `*K`, `*F`, `*T` and `*q` do. That `*R`
    leads back to state 1, how long a launch fails, what a refused command is answered, and the form
    of the double zero are guesses.
    """

    def __init__(
        self,
        now: Callable[[], int],
        *,
        numbers: Literal[37, 38] = 37,
        mangle: Callable[[bytes], bytes] | None = None,
    ) -> None:
        self.mangle = mangle
        self.mode = ARCADE
        self.silent = False
        """Whether it neither hears nor says anything."""
        self.lasts = {1: 9000, 2: 9000, 3: 4000, 4: 26_500, 5: 5500}
        """Milliseconds in each state; the medians of what was recorded."""
        self.status_every = 500
        self.boots_for = 3000
        self.launch_fails_for = 6000
        self.fails_for = 3000
        """How long the wheel still turns after its motor has failed."""
        self.starts = 0
        """`*u 1` obeyed."""
        self.fallen: list[str] = []
        """The numbers of the games that came to state 5."""
        self._clock = now
        self._numbers = numbers
        self._chance = Random(37)  # noqa: S311 - a simulated ball
        self._heard = bytearray()
        self._lines: deque[tuple[float, bytes]] = deque()
        self._lock = threading.RLock()
        self._idle = True
        self._direction = 0
        self._next: str | None = None
        self._bare_at: int | None = None
        self._ends: int | None = None
        self._boots_until = 0
        self._free_at = 0.0
        self._power_up(self._clock())
        self._enter(2)

    @property
    def state(self) -> int:
        """What the wheel does, 1 to 6."""
        with self._lock:
            self._run()
            return self._state

    @property
    def about_to_throw(self) -> bool:
        """Whether the next game has begun, and its ball is not thrown yet."""
        return self.state == 2 and self._ends is not None

    @property
    def at_rest(self) -> bool:
        """Whether no ball is in play, nor about to be."""
        return self.state in (1, 2, CLOSED) and not self.about_to_throw

    @property
    def in_play(self) -> bool:
        """Whether a game is under way that has shown no number yet."""
        return self.state in (3, 4) or self.about_to_throw

    @property
    def game(self) -> int:
        """The number of the game."""
        return self._game

    # hands

    def spin(self, number: str) -> None:
        """Have the ball fall into that pocket in the next game, and begin it where it may."""
        with self._lock:
            self._run()
            self._next = number
            if self._state == 2 and not self.mode & WAITS:
                self._throw()

    def go_on(self) -> None:
        """Play game after game, as in an arcade."""
        with self._lock:
            self._run()
            self._idle = False
            if self._state == 2 and not self.mode & WAITS:
                self._throw()

    def stop(self) -> None:
        """Wait for `spin` before the next game."""
        self._idle = True

    def place_bets(self) -> None:
        """Open the wheel for bets; with a number that it shows the game is over."""
        with self._lock:
            self._run()
            if self._state == SHOWS:
                self._end_game()
            else:
                self._enter(2)

    def close_table(self) -> None:
        """Close the wheel, whatever it does."""
        with self._lock:
            self._run()
            self._enter(CLOSED)

    def quicken(self, factor: float) -> None:
        """Have all but the line go faster."""
        with self._lock:
            self._run()
            self.lasts = {state: round(span / factor) for state, span in self.lasts.items()}
            self.launch_fails_for = round(self.launch_fails_for / factor)

    # mishaps

    def same_direction(self) -> None:
        """Throw the next ball the way that the rotor goes."""
        self._goes_along = True

    def fail_launch(self) -> None:
        """Fail to throw the next ball, once."""
        self._launch_fails = True

    def keep_direction(self) -> None:
        """Fail to turn the other way in the next game."""
        self._keeps_direction = True

    def remove_ball(self) -> None:
        """Take the ball out."""
        with self._lock:
            self._run()
            self._ball = False

    def return_ball(self) -> None:
        """Put the ball back."""
        with self._lock:
            self._run()
            self._ball = True

    def turn_at(self, speed: int) -> None:
        """Have the rotor turn at so many tenths of a revolution a minute."""
        self._speed = speed

    @property
    def has_ball(self) -> bool:
        """Whether the ball is in it."""
        return self._ball

    @property
    def speed(self) -> int:
        """How fast the rotor turns, in tenths of a revolution a minute."""
        return self._speed

    @property
    def motor_failed(self) -> bool:
        """Whether the motor is broken."""
        return self._broken

    def motor_fault(self) -> None:
        """Break the motor: the wheel warns, and stops."""
        with self._lock:
            self._run()
            self._broken = True
            self._ends = self._at + self.fails_for

    def mend(self) -> None:
        """Mend the motor; the wheel stays as it is."""
        with self._lock:
            self._run()
            self._broken = False

    def void(self) -> None:
        """Have the wheel void the game by itself, and make ready for another."""
        with self._lock:
            self._run()
            self._enter(1)

    def power_cycle(self) -> None:
        """Switch it off and on: it is silent for a while, and comes up closed."""
        with self._lock:
            self._run()
            self._lines.clear()
            self._power_up(self._at)
            self._boots_until = self._at + self.boots_for

    # the wire

    def receive(self, data: bytes) -> None:
        """Take commands, in pieces or several at once."""
        with self._lock:
            self._run()
            for byte in data:
                self._heard.append(byte)
                if byte == ord("\n"):
                    self._obey(bytes(self._heard).strip())
                    self._heard.clear()

    def transmit(self) -> bytes:
        """Give what has left the wheel by now, at 9600 baud."""
        with self._lock:
            self._run()
            now, said = self._clock(), bytearray()
            while self._lines:
                start, line = self._lines[0]
                gone = max(0, int((now - start) * _BYTES_A_MS))
                said += line[:gone]
                if gone < len(line):
                    self._lines[0] = start + gone / _BYTES_A_MS, line[gone:]
                    break
                self._lines.popleft()
            return bytes(said)

    def say(self, line: str) -> None:
        """Send a line that nobody asked for."""
        with self._lock:
            self._run()
            self._say(line)

    def _say(self, line: str) -> None:
        if self.silent or self._at < self._boots_until:
            return
        text = line.encode("ascii") + b"\r\n"
        text = self.mangle(text) if self.mangle else text
        self._lines.append((max(float(self._at), self._free_at), text))
        self._free_at = self._lines[-1][0] + len(text) / _BYTES_A_MS

    # time

    def _power_up(self, at: int) -> None:
        self._at = self._status_at = at
        self._free_at = float(at)
        self._state = CLOSED
        self._game, self._winner = 1, "  "
        self._next = self._bare_at = self._ends = None
        self._ball, self._broken, self._speed = True, False, TURNING
        self._goes_along = self._launch_fails = self._keeps_direction = False

    def _run(self) -> None:
        """Let everything happen that was due by now."""
        now = self._clock()
        while (due := self._due()) <= now:
            self._at = max(self._at, due)
            if due == self._bare_at:
                self._bare_at = None
                self._say(self._winner_to_come())
            elif due == self._ends:
                self._ends = None
                self._proceed()
            else:
                self._status_at = due + self.status_every
                self._say_status()
        self._at = max(self._at, now)

    def _due(self) -> int:
        auto = [self._status_at] if self.mode & AUTO_STATUS else []
        return min(t for t in (*auto, self._bare_at, self._ends, 1 << 62) if t is not None)

    def _enter(self, state: int) -> None:
        self._state, self._bare_at = state, None
        self._ends = self._at + self.lasts[state] if state != CLOSED else None
        if state == 2 and (self._idle or self.mode & WAITS):
            self._ends = None
        if state == CLOSED:
            self._goes_along = self._launch_fails = False

    def _throw(self) -> None:
        """Begin to turn the other way; the ball goes when the rotor has its speed."""
        if self._next is None:
            self._next = self._pocket()
        self._ends = self._at + self.lasts[2]

    def _proceed(self) -> None:
        if self._broken:
            self._enter(CLOSED)
            return
        match self._state:
            case 2:
                self._launch()
            case 3 if self._launch_fails:
                self._launch_fails = False
                self._enter(3)
            case 3:
                self._fall()
            case 4 if self._ball:
                self._land()
            case 5:
                self._end_game()
            case 1:
                self._enter(2)
            case _:
                self._enter(CLOSED)

    def _launch(self) -> None:
        if self._next is None:
            self._next = self._pocket()
        if self.mode & REVERSES and not self._keeps_direction:
            self._direction ^= 1
        self._keeps_direction = False
        self._enter(3)
        if self._goes_along:
            self._ends = self._at + STOPPED_MS
        elif self._launch_fails:
            self._ends = self._at + self.launch_fails_for

    def _fall(self) -> None:
        if self._goes_along:
            self._enter(CLOSED)
            return
        self._enter(4)
        if not self.mode & NO_BARE_NUMBER and self._ends is not None:
            self._bare_at = self._ends - 200

    def _land(self) -> None:
        self._winner, self._next = self._winner_to_come(), None
        self.fallen.append(self._winner.strip())
        self._enter(5)

    def _end_game(self) -> None:
        self._game = self._game % _GAMES + 1
        self._enter(2)

    def _winner_to_come(self) -> str:
        return f"{self._next:>2}"

    def _pocket(self) -> str:
        names = [str(number) for number in range(37)] + (["00"] if self._numbers == 38 else [])
        return self._chance.choice(names)

    # what it says

    def _say_status(self) -> None:
        in_rim = self._state == 3
        warned = (not self._ball) + 2 * (self._goes_along and in_rim)
        warned += 4 * self._broken + 8 * (self._launch_fails and in_rim)
        speed = 0 if self._state == CLOSED else self._speed
        said = f"{self._state};{self._game:03};{self._winner};{warned:X}"
        self._say(f"*X;{said};{speed:03};{self._direction}")

    def _obey(self, command: bytes) -> None:
        match command.decode("ascii", "replace").lstrip("*").split():
            case ["X"]:
                self._say_status()
            case ["o", mode] if mode.isdigit():
                self._set_mode(int(mode))
            case ["P", "0" | "1" as on]:
                self._open(opened=on == "1")
            case ["u", "1"]:
                self._start()
            case ["R"]:
                self._reset()
            case [letter, *_]:
                self._say_about(letter)

    def _say_about(self, letter: str) -> None:
        answers = {
            "S": "V2.50",
            "V": "V2.50 simulated SlingShot 2",
            "O": f"{self._state} 1 60 {self.mode}",
            "F": "0" if self._state == CLOSED else "BUSY",
            **dict.fromkeys("KATq", "OK"),
        }
        if letter in answers:
            self._say(f"*{letter} {answers[letter]}")

    def _set_mode(self, mode: int) -> None:
        may = self._state == CLOSED or (self._state == 2 and self._ends is None)
        self._say(f"*o {mode}" if may else "*o BUSY")
        if may:
            self.mode = mode

    def _open(self, *, opened: bool) -> None:
        may = opened == (self._state == CLOSED)
        self._say("*P OK" if may else "*P NO")
        if may:
            self._enter(1 if opened else CLOSED)

    def _start(self) -> None:
        may = self._state in (1, 2) and self._ends is None and bool(self.mode & WAITS)
        self._say("*u OK" if may else "*u NO")
        if may:
            self.starts += 1
            self._throw()

    def _reset(self) -> None:
        self._say("*R OK")
        self._goes_along = self._launch_fails = False
        if self._state in (3, 4):
            self._enter(1)
