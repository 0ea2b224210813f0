"""The SlingShot 2 wheel on its serial line, 9600 8N1 without flow control."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType
from typing import Final, Literal

from drivers.part import Part, SelfTestProof
from drivers.slingshot.commands import (
    ARCADE_MODE,
    HOST_STARTED_MODE,
    MAX_ATTEMPTS,
    REVERSES_ROTOR,
    START_COMMAND,
    VOID_COMMAND,
    SetupSequence,
    StartSequence,
)
from drivers.slingshot.exchange import SlingshotExchange
from drivers.slingshot.lines import (
    NumberLine,
    SlingshotFramer,
    SlingshotLine,
    SlingshotState,
    SlingshotStatus,
    WheelAnswer,
)
from drivers.slingshot.spins import PLAY_STATES, SAME_DIRECTION, WHEEL, SpinTracker
from drivers.slingshot.statuses import STATUS_MAX_AGE, Statuses
from drivers.slingshot.wheel_warnings import WarningTracker
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.panel import Panel
from hal.errors import PortLost
from hal.ports import Millis, SerialPort

POLL_INTERVAL: Final = Millis(20)
"""Twenty characters at 9600 baud, about a line; a byte on the port wakes the bus earlier."""
LOSS_TIMEOUT: Final = Millis(5000)
"""Longer than the wheel is silent after it was switched on."""


class SlingShotWheel(Part):
    """Reports each spin: no more bets, then the number or the reason for none.

    A status counts once two lines in a row agree in all but the rotor's speed; after a new one the
    wheel is asked again at once. So no damaged line becomes a number, and a change is reported a
    tenth of a second late. The wheel is set to reverse its rotor in each game, and to start by
    itself or, if `host_started`, once for a new number of the panel's `spin`.

    A spin is `spin_unknown` if the wheel was silent with the ball in play, if its beginning or end
    was missed, if its number is not on the wheel or contradicts the bare number, or if the wheel
    warned of a fault of its own. A spin under way at the program's start is not reported.

    Untried on real hardware. Raises PortLost when no status has come for 5 s.
    """

    name = WHEEL
    panel_fields = ("spin",)
    frames = MappingProxyType({"X": b"*X\r\n"})

    def __init__(self, port: SerialPort, *, numbers: Literal[37, 38], host_started: bool) -> None:
        self.health: Counter[str] = Counter()
        """`presses_in_vain`, `refused` starts, `mode_busy`, `stray_numbers`, and the counts of
        `SlingshotFramer`, `SlingshotExchange` and `Statuses`.
        """
        self._serial_port = port
        self._host_started = host_started
        self._framer = SlingshotFramer(self.health)
        self._exchange = SlingshotExchange(port, self.health)
        self._spin_tracker = SpinTracker(numbers, self.health)
        self._warning_tracker = WarningTracker()
        self._setup_sequence = SetupSequence(
            HOST_STARTED_MODE if host_started else ARCADE_MODE, self.health
        )
        self._start_sequence = StartSequence(self.health)
        self._statuses = Statuses(self.health)
        self._voids_left = 0
        """How many times the command to void the spin may still be sent."""

    @property
    def state(self) -> SlingshotState | None:
        """The wheel's state; None before its first status, and while the last line is in doubt."""
        return self._statuses.state

    def start(self, now: Millis) -> None:
        """Open the port; a spin under way is unknown."""
        self._serial_port.reopen()
        self.answered = False
        self._framer.restart()
        self._exchange.restart(now)
        self._spin_tracker.restart()
        self._setup_sequence.restart(now)
        self._start_sequence.restart()
        self._statuses.restart(now)
        self._voids_left = 0
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Read the wheel's lines, else send the next command: a lost port costs no event."""
        events = list(self._handle_lines(self._framer.feed(self._serial_port.read()), now))
        self.due = Millis(now + POLL_INTERVAL)
        if not events:
            self._check_silence(now)
            self._send_next(now)
        return events

    def show(self, panel: Panel, now: Millis) -> None:
        """Start the wheel once for a new number of the panel."""
        if self._host_started:
            self._start_sequence.note_presses(panel.spin, self._spin_tracker.state, now)

    def test(self, now: Millis) -> SelfTestProof:
        """Return that it answers. Raises PortLost if it has been silent for STATUS_MAX_AGE."""
        if self._statuses.silence_ms(now) >= STATUS_MAX_AGE:
            raise PortLost(f"{self._serial_port.path}: the wheel is silent")
        return SelfTestProof.ANSWERS

    def send(self, name: str, now: Millis) -> None:  # noqa: ARG002
        """Request a status line as soon as the wheel may be polled again."""
        self._statuses.is_requested, self.due = True, now

    # hearing

    def _handle_lines(self, lines: Iterable[SlingshotLine], now: Millis) -> Iterator[Event]:
        for line in lines:
            match line:
                case SlingshotStatus():
                    yield from self._handle_status(line, now)
                case NumberLine():
                    yield from self._spin_tracker.note_bare_number(line)
                case WheelAnswer():
                    self._handle_answer(line, now)

    def _handle_status(self, status: SlingshotStatus, now: Millis) -> Iterator[Event]:
        self.answered = True
        if not self._statuses.note_status(status, now):
            return
        self._start_sequence.note_state(status.state)
        events = list(self._spin_tracker.note_status(status, now))
        if status.state not in PLAY_STATES:
            self._voids_left = 0
        # Void the throw; without an answer a few times more.
        elif SAME_DIRECTION in events:
            self._voids_left = MAX_ATTEMPTS
        yield from events
        yield from self._warning_tracker.note_status(status, self._spin_tracker.unsensed_ms(now))

    def _handle_answer(self, answer: WheelAnswer, now: Millis) -> None:
        command = self._exchange.match_answer(answer)
        if answer.command_letter == START_COMMAND[0]:
            self._start_sequence.handle_answer(answer)
        elif command == VOID_COMMAND:
            self._voids_left = 0
        elif command is not None:
            self._setup_sequence.handle_answer(answer, now)
            self._note_settings()

    def _note_settings(self) -> None:
        self.identity = self._setup_sequence.identity
        mode = self._setup_sequence.mode
        self._spin_tracker.alternates = mode is not None and bool(mode & REVERSES_ROTOR)

    # sending

    def _check_silence(self, now: Millis) -> None:
        silence_ms = self._statuses.silence_ms(now)
        if silence_ms >= LOSS_TIMEOUT:
            raise PortLost(f"{self._serial_port.path}: the wheel is silent")
        if silence_ms >= STATUS_MAX_AGE:
            self._statuses.count_silence()

    def _send_next(self, now: Millis) -> None:
        unanswered_command = self._exchange.take_unanswered(now)
        # Start and void have counts of their own; only the set-up must learn of it.
        if unanswered_command is not None and unanswered_command not in (
            START_COMMAND,
            VOID_COMMAND,
        ):
            self._setup_sequence.note_unanswered(unanswered_command)
        if not self._exchange.may_send(now):
            return
        if self._statuses.due(now):
            self._request_status(now)
        elif self._exchange.may_send_command(now) and (command := self._next_command(now)):
            self._send_command(command, now)
        elif self._statuses.is_requested:
            self._request_status(now)

    def _request_status(self, now: Millis) -> None:
        self._statuses.note_request(now)
        self._exchange.request_status(now)

    def _send_command(self, command: str, now: Millis) -> None:
        if command == START_COMMAND:
            self._start_sequence.note_sent(now)
        elif command == VOID_COMMAND:
            self._voids_left -= 1
        self._exchange.send_command(command, now)

    def _next_command(self, now: Millis) -> str | None:
        state = self._spin_tracker.state
        if self._voids_left:
            return VOID_COMMAND
        return self._start_sequence.next_command(state, now) or self._setup_sequence.next_command(
            state, now
        )
