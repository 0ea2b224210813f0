"""The far end of a SlingShot 2's wire: a wheel that turns, throws its ball and reports it."""

import threading
from collections import deque
from collections.abc import Callable
from typing import Final, Literal

from drivers.slingshot.kind import SlingShotWiring
from sim.machines.installation import FarEndContext, Installation
from sim.machines.slingshot_answers import SlingshotAnswers, WheelFirmware
from sim.machines.slingshot_games import ARCADE, CLOSED, HOST_STARTED, SlingshotGames
from sim.machines.slingshot_mechanics import SlingshotPace
from sim.machines.wheel_source import RouletteWheel, WheelSource

AUTO_STATUS: Final = 128

_BYTES_A_MS: Final = 0.96


class SimSlingShot:
    """Implements `sim.wires.far_end.FarEnd`; the other methods are acts of hands and faults.

    Its time is `now`. It is open at first, in the mode of a table that starts it or of an arcade.
    It waits in state 2 for `spin` or, if started, for `*u 1`; after `play_continuously` game
    follows game. `damage`, if any, alters each line. Not modelled: the rotor's other speed after
    no more bets, its slowing down and reversal, the bonus, the two pauses after a number, the
    effects of `*K`, `*F`, `*T` and `*q`. Guesses: the duration of a failed launch, and the answer
    to a refused command.
    """

    def __init__(
        self,
        now: Callable[[], int],
        *,
        numbers: Literal[37, 38] = 37,
        host_started: bool = False,
        damage: Callable[[bytes], bytes] | None = None,
    ) -> None:
        self.damage = damage
        self.is_silent = False
        """Whether it neither receives nor sends."""
        self.pace = SlingshotPace()
        pockets = [str(number) for number in range(37)] + (["00"] if numbers == 38 else [])
        self.slingshot_games = SlingshotGames(self.pace, pockets)
        self.slingshot_games.mode = HOST_STARTED if host_started else ARCADE
        self.firmware = WheelFirmware(pockets=numbers)
        self._answers = SlingshotAnswers(self.slingshot_games, self.firmware, self._send_status)
        self._now_ms = now
        self._played_until = self._status_at = now()
        """Up to when everything has happened, and when the next status is due."""
        self._output_queue = _OutputQueue(self._played_until)
        self._command_bytes = bytearray()
        self._boots_until = 0
        self._lock = threading.RLock()
        self.slingshot_games.enter_state(2, self._played_until)

    @property
    def state(self) -> int:
        """The wheel's state, 1 to 6."""
        with self._lock:
            self._catch_up()
            return self.slingshot_games.state

    @property
    def about_to_throw(self) -> bool:
        """Whether the next game has begun, and its ball is not thrown yet."""
        return self.state == 2 and self.slingshot_games.state_ends_at is not None

    @property
    def is_at_rest(self) -> bool:
        """Whether no ball is in play, nor about to be."""
        return self.state in (1, 2, CLOSED) and not self.about_to_throw

    @property
    def is_closed(self) -> bool:
        return self.state == CLOSED

    @property
    def in_play(self) -> bool:
        """Whether a game is under way that has shown no number yet."""
        return self.state in (3, 4) or self.about_to_throw

    # hands

    def spin(self, number: str) -> None:
        """Let the ball fall into that pocket in the next game, and start it if possible."""
        with self._lock:
            self._catch_up()
            self.slingshot_games.spin(number, self._played_until)

    def play_continuously(self) -> None:
        """Play game after game, as in an arcade."""
        with self._lock:
            self._catch_up()
            self.slingshot_games.play_continuously(self._played_until)

    def stop_after_game(self) -> None:
        """Wait for `spin` before the next game."""
        self.slingshot_games.is_continuous = False

    def place_bets(self) -> None:
        """Open the wheel for bets; with a number that it shows the game is over."""
        with self._lock:
            self._catch_up()
            self.slingshot_games.place_bets(self._played_until)

    def close_table(self) -> None:
        """Close the wheel in any state."""
        with self._lock:
            self._catch_up()
            self.slingshot_games.enter_state(CLOSED, self._played_until)

    def speed_up(self, speed_factor: float) -> None:
        """Have all but the line go faster."""
        with self._lock:
            self._catch_up()
            self.pace.speed_up(speed_factor)

    # mishaps

    def same_direction(self) -> None:
        """Throw the next ball the way that the rotor goes."""
        self.slingshot_games.mechanics.ball_with_rotor = True

    def fail_launch(self) -> None:
        """Fail to throw the next ball, once."""
        self.slingshot_games.mechanics.launch_fails = True

    def jam_launcher(self) -> None:
        """Fail to throw any ball: the wheel tries again and again, and closes in the end."""
        self.slingshot_games.mechanics.launcher_jammed = True

    def free_launcher(self) -> None:
        """Let the launcher throw again."""
        with self._lock:
            self._catch_up()
            self.slingshot_games.free_launcher()

    def warn_of(self, warnings: int) -> None:
        """Warn of these too, in any state."""
        self.slingshot_games.mechanics.forced_warnings = warnings

    def show_state(self, state: str | None) -> None:
        """Show a state of a newer program instead of its own; None ends it."""
        self.firmware.state_shown = state

    def use_mode(self, mode: int) -> None:
        """Be in another mode, as if somebody had set it at a terminal."""
        with self._lock:
            self._catch_up()
            self.slingshot_games.mode = mode

    def fail_reversal(self) -> None:
        """Fail to turn the other way in the next game."""
        self.slingshot_games.mechanics.keeps_rotor_direction = True

    def remove_ball(self) -> None:
        """Take the ball out."""
        with self._lock:
            self._catch_up()
            self.slingshot_games.lose_ball(self._played_until)

    def return_ball(self) -> None:
        """Put the ball back."""
        with self._lock:
            self._catch_up()
            self.slingshot_games.return_ball()

    def set_rotor_speed(self, rotor_speed: int) -> None:
        """Have the rotor turn at so many tenths of a revolution a minute."""
        self.slingshot_games.mechanics.rotor_speed = rotor_speed

    @property
    def has_ball(self) -> bool:
        return self.slingshot_games.mechanics.has_ball

    @property
    def rotor_speed(self) -> int:
        """How fast the rotor turns, in tenths of a revolution a minute."""
        return self.slingshot_games.mechanics.rotor_speed

    @property
    def launcher_jammed(self) -> bool:
        return self.slingshot_games.mechanics.launcher_jammed

    @property
    def motor_failed(self) -> bool:
        return self.slingshot_games.mechanics.motor_failed

    def motor_fault(self) -> None:
        """Break the motor: the wheel warns, and stops."""
        with self._lock:
            self._catch_up()
            self.slingshot_games.fail_motor(self._played_until)

    def repair_motor(self) -> None:
        """Mend the motor; the wheel stays as it is."""
        with self._lock:
            self._catch_up()
            self.slingshot_games.mechanics.motor_failed = False

    def void_game(self) -> None:
        """Let the wheel void the game by itself, and prepare another."""
        with self._lock:
            self._catch_up()
            self.slingshot_games.enter_state(1, self._played_until)

    def power_cycle(self) -> None:
        """Switch it off and on: it is silent for a while, and comes up closed."""
        with self._lock:
            self._catch_up()
            self.slingshot_games.power_up()
            self._output_queue = _OutputQueue(self._played_until)
            self._status_at = self._played_until
            self._boots_until = self._played_until + self.pace.boot_ms

    # the wire

    def receive(self, data: bytes) -> None:
        """Take commands, in pieces or several at once."""
        with self._lock:
            self._catch_up()
            for byte in data:
                self._command_bytes.append(byte)
                if byte == ord("\n"):
                    command = bytes(self._command_bytes).strip()
                    self._command_bytes.clear()
                    for answer in self._answers.answers(command, self._played_until):
                        self._send_line(answer)

    def transmit(self) -> bytes:
        """Return the bytes sent by now, at 9600 baud."""
        with self._lock:
            self._catch_up()
            return self._output_queue.sent_by(self._now_ms())

    def send_unsolicited(self, line: str) -> None:
        """Send an unsolicited line."""
        with self._lock:
            self._catch_up()
            self._send_line(line)

    def _send_line(self, line: str) -> None:
        if self.is_silent or self._played_until < self._boots_until:
            return
        text = line.encode("ascii") + b"\r\n"
        self._output_queue.queue_bytes(
            self.damage(text) if self.damage else text, self._played_until
        )

    def _send_status(self) -> None:
        slingshot_games, slingshot_game, mechanics = (
            self.slingshot_games,
            self.slingshot_games.slingshot_game,
            self.slingshot_games.mechanics,
        )
        # A closed wheel stops its rotor.
        rotor_speed = 0 if slingshot_games.state == CLOSED else mechanics.rotor_speed
        state, warnings = slingshot_games.state, mechanics.warnings(slingshot_games.state)
        game_fields = f"{slingshot_game.number:03};{slingshot_game.winner};{warnings:X}"
        fields = f"{game_fields};{rotor_speed:03};{slingshot_games.direction}"
        self._send_line(self.firmware.status_line(state, fields))

    # time

    def _catch_up(self) -> None:
        """Let everything happen that was due by now."""
        now, slingshot_games = self._now_ms(), self.slingshot_games
        while (due_time := self._next_due()) <= now:
            # Time never runs back, also after a pause in which several steps were due.
            self._played_until = max(self._played_until, due_time)
            if due_time == slingshot_games.bare_number_at:
                self._send_line(slingshot_games.take_bare_number())
            elif due_time == slingshot_games.closes_at:
                slingshot_games.enter_state(CLOSED, self._played_until)
            elif due_time == slingshot_games.state_ends_at:
                slingshot_games.proceed(self._played_until)
            else:
                self._status_at = due_time + self.pace.status_every
                self._send_status()
        self._played_until = max(self._played_until, now)

    def _next_due(self) -> int:
        slingshot_games = self.slingshot_games
        auto_status = [self._status_at] if slingshot_games.mode & AUTO_STATUS else []
        return min(
            due_time
            for due_time in (
                *auto_status,
                slingshot_games.bare_number_at,
                slingshot_games.closes_at,
                slingshot_games.state_ends_at,
                1 << 62,
            )
            if due_time is not None
        )


class _OutputQueue:
    """The wheel's output queue, at 9600 baud."""

    def __init__(self, at_ms: int) -> None:
        self._in_flight: deque[tuple[float, bytes]] = deque()
        """Each line, or its rest, and when it begins to leave."""
        self._line_free_at = float(at_ms)

    def queue_bytes(self, text: bytes, at_ms: int) -> None:
        """Send a line once the ones before it have left."""
        line_start = max(float(at_ms), self._line_free_at)
        self._in_flight.append((line_start, text))
        self._line_free_at = line_start + len(text) / _BYTES_A_MS

    def sent_by(self, now: int) -> bytes:
        """Return the bytes sent by now."""
        sent_bytes = bytearray()
        while self._in_flight:
            line_start, line = self._in_flight[0]
            # A line leaves octet by octet: the host may read the first half now.
            sent_count = max(0, int((now - line_start) * _BYTES_A_MS))
            sent_bytes += line[:sent_count]
            if sent_count < len(line):
                self._in_flight[0] = line_start + sent_count / _BYTES_A_MS, line[sent_count:]
                break
            self._in_flight.popleft()
        return bytes(sent_bytes)


def far_end(wiring: SlingShotWiring, context: FarEndContext) -> Installation[WheelSource]:
    wheel = SimSlingShot(context.now, numbers=wiring.numbers, host_started=wiring.host_started)
    return Installation(RouletteWheel(wheel, max_speed_factor=3.5), serial_end=wheel)
