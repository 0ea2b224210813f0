"""The far end of a SlingShot 2's wire: a wheel that turns, throws its ball and says so."""

import threading
from collections import deque
from collections.abc import Callable
from typing import Final, Literal

from drivers.slingshot.kind import SlingShot
from sim.machines.mounted import Around, Mounted
from sim.machines.slingshot_games import CLOSED, Games
from sim.machines.slingshot_mechanics import Pace
from sim.machines.wheel_source import RouletteWheel, WheelSource

AUTO_STATUS: Final = 128

_BYTES_A_MS: Final = 0.96


class SimSlingShot:
    """Implements `sim.wires.far_end.FarEnd`; the other methods are acts of hands and faults.

    Its time is `now`. It waits in state 2 for `spin` or, if its mode says so, for `*u 1`; after
    `go_on` it plays game after game by itself. `mangle` damages each line. Not modelled: the
    rotor's other speed after no more bets, its slowing down and reversal, the bonus, the two pauses
    after a number, the effects of `*K`, `*F`, `*T` and `*q`. Guesses: `*R` leads back to state 1,
    the duration of a failed launch, the answer to a refused command, and the form of the double
    zero.
    """

    def __init__(
        self,
        now: Callable[[], int],
        *,
        numbers: Literal[37, 38] = 37,
        mangle: Callable[[bytes], bytes] | None = None,
    ) -> None:
        self.mangle = mangle
        self.silent = False
        """Whether it neither hears nor says anything."""
        self.pace = Pace()
        pockets = [str(number) for number in range(37)] + (["00"] if numbers == 38 else [])
        self.games = Games(self.pace, pockets)
        self._clock = now
        self._at = self._status_at = now()
        """Up to when everything has happened, and when the next status is due."""
        self._line = _Line(self._at)
        self._heard = bytearray()
        self._boots_until = 0
        self._lock = threading.RLock()
        self.games.enter(2, self._at)

    @property
    def state(self) -> int:
        """The wheel's state, 1 to 6."""
        with self._lock:
            self._run()
            return self.games.state

    @property
    def about_to_throw(self) -> bool:
        """Whether the next game has begun, and its ball is not thrown yet."""
        return self.state == 2 and self.games.ends is not None

    @property
    def at_rest(self) -> bool:
        """Whether no ball is in play, nor about to be."""
        return self.state in (1, 2, CLOSED) and not self.about_to_throw

    @property
    def in_play(self) -> bool:
        """Whether a game is under way that has shown no number yet."""
        return self.state in (3, 4) or self.about_to_throw

    # hands

    def spin(self, number: str) -> None:
        """Let the ball fall into that pocket in the next game, and start it if possible."""
        with self._lock:
            self._run()
            self.games.spin(number, self._at)

    def go_on(self) -> None:
        """Play game after game, as in an arcade."""
        with self._lock:
            self._run()
            self.games.go_on(self._at)

    def stop(self) -> None:
        """Wait for `spin` before the next game."""
        self.games.arcade = False

    def place_bets(self) -> None:
        """Open the wheel for bets; with a number that it shows the game is over."""
        with self._lock:
            self._run()
            self.games.place_bets(self._at)

    def close_table(self) -> None:
        """Close the wheel, whatever it does."""
        with self._lock:
            self._run()
            self.games.enter(CLOSED, self._at)

    def quicken(self, factor: float) -> None:
        """Have all but the line go faster."""
        with self._lock:
            self._run()
            self.pace.quicken(factor)

    # mishaps

    def same_direction(self) -> None:
        """Throw the next ball the way that the rotor goes."""
        self.games.mechanics.goes_along = True

    def fail_launch(self) -> None:
        """Fail to throw the next ball, once."""
        self.games.mechanics.launch_fails = True

    def keep_direction(self) -> None:
        """Fail to turn the other way in the next game."""
        self.games.mechanics.keeps_direction = True

    def remove_ball(self) -> None:
        """Take the ball out."""
        with self._lock:
            self._run()
            self.games.mechanics.has_ball = False

    def return_ball(self) -> None:
        """Put the ball back."""
        with self._lock:
            self._run()
            self.games.mechanics.has_ball = True

    def turn_at(self, speed: int) -> None:
        """Have the rotor turn at so many tenths of a revolution a minute."""
        self.games.mechanics.speed = speed

    @property
    def has_ball(self) -> bool:
        return self.games.mechanics.has_ball

    @property
    def speed(self) -> int:
        """How fast the rotor turns, in tenths of a revolution a minute."""
        return self.games.mechanics.speed

    @property
    def motor_failed(self) -> bool:
        return self.games.mechanics.motor_failed

    def motor_fault(self) -> None:
        """Break the motor: the wheel warns, and stops."""
        with self._lock:
            self._run()
            self.games.fail_motor(self._at)

    def mend(self) -> None:
        """Mend the motor; the wheel stays as it is."""
        with self._lock:
            self._run()
            self.games.mechanics.motor_failed = False

    def void(self) -> None:
        """Let the wheel void the game by itself, and prepare another."""
        with self._lock:
            self._run()
            self.games.enter(1, self._at)

    def power_cycle(self) -> None:
        """Switch it off and on: it is silent for a while, and comes up closed."""
        with self._lock:
            self._run()
            self.games.power_up()
            self._line = _Line(self._at)
            self._status_at = self._at
            self._boots_until = self._at + self.pace.boots_for

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
        """Return the bytes sent by now, at 9600 baud."""
        with self._lock:
            self._run()
            return self._line.gone(self._clock())

    def say(self, line: str) -> None:
        """Send an unsolicited line."""
        with self._lock:
            self._run()
            self._say(line)

    def _say(self, line: str) -> None:
        if self.silent or self._at < self._boots_until:
            return
        text = line.encode("ascii") + b"\r\n"
        self._line.send(self.mangle(text) if self.mangle else text, self._at)

    def _say_status(self) -> None:
        games, game, mechanics = self.games, self.games.game, self.games.mechanics
        speed = 0 if games.state == CLOSED else mechanics.speed
        said = f"{games.state};{game.number:03};{game.winner};{mechanics.warnings(games.state):X}"
        self._say(f"*X;{said};{speed:03};{games.direction}")

    # time

    def _run(self) -> None:
        """Let everything happen that was due by now."""
        now, games = self._clock(), self.games
        while (due := self._due()) <= now:
            self._at = max(self._at, due)
            if due == games.bare_at:
                self._say(games.say_number())
            elif due == games.ends:
                games.proceed(self._at)
            else:
                self._status_at = due + self.pace.status_every
                self._say_status()
        self._at = max(self._at, now)

    def _due(self) -> int:
        games = self.games
        auto = [self._status_at] if games.mode & AUTO_STATUS else []
        return min(t for t in (*auto, games.bare_at, games.ends, 1 << 62) if t is not None)

    # commands

    def _obey(self, command: bytes) -> None:
        games = self.games
        match command.decode("ascii", "replace").lstrip("*").split():
            case ["X"]:
                self._say_status()
            case ["o", mode] if mode.isdigit():
                self._say(f"*o {mode}" if games.set_mode(int(mode)) else "*o BUSY")
            case ["P", "0" | "1" as on]:
                self._say("*P OK" if games.open(self._at, opened=on == "1") else "*P NO")
            case ["u", "1"]:
                self._say("*u OK" if games.start(self._at) else "*u NO")
            case ["R"]:
                games.reset(self._at)
                self._say("*R OK")
            case [letter, *_]:
                self._say_about(letter)

    def _say_about(self, letter: str) -> None:
        answers = {
            "S": "V2.50",
            "V": "V2.50 simulated SlingShot 2",
            "O": f"{self.games.state} 1 60 {self.games.mode}",
            "F": "0" if self.games.state == CLOSED else "BUSY",
            **dict.fromkeys("KATq", "OK"),
        }
        if letter in answers:
            self._say(f"*{letter} {answers[letter]}")


class _Line:
    """The wheel's output queue, at 9600 baud."""

    def __init__(self, at: int) -> None:
        self._under_way: deque[tuple[float, bytes]] = deque()
        """Each line, or the rest of it, and when it begins to leave."""
        self._free_at = float(at)

    def send(self, text: bytes, at: int) -> None:
        """Send a line once the ones before it have left."""
        start = max(float(at), self._free_at)
        self._under_way.append((start, text))
        self._free_at = start + len(text) / _BYTES_A_MS

    def gone(self, now: int) -> bytes:
        """Return the bytes sent by now."""
        said = bytearray()
        while self._under_way:
            start, line = self._under_way[0]
            gone = max(0, int((now - start) * _BYTES_A_MS))
            said += line[:gone]
            if gone < len(line):
                self._under_way[0] = start + gone / _BYTES_A_MS, line[gone:]
                break
            self._under_way.popleft()
        return bytes(said)


def far_end(wiring: SlingShot, around: Around) -> Mounted[WheelSource]:
    wheel = SimSlingShot(around.now, numbers=wiring.numbers)
    return Mounted(RouletteWheel(wheel, quickest=3.5), wire=wheel)
