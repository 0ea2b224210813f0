"""The SlingShot 2 wheel on its serial line, 9600 8N1 without flow control."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType
from typing import Final, Literal

from drivers.message_log import MessageLog
from drivers.part import Part, SelfTestProof
from drivers.slingshot.acts import ACT_COMMANDS, ActSequence
from drivers.slingshot.commands import (
    ARCADE_MODE,
    HOST_STARTED_MODE,
    MAX_ATTEMPTS,
    REST_STATES,
    REVERSES_ROTOR,
    START_COMMAND,
    VOID_COMMAND,
    StartSequence,
)
from drivers.slingshot.exchange import SlingshotExchange
from drivers.slingshot.lines import (
    NumberLine,
    SlingshotFramer,
    SlingshotLine,
    SlingshotState,
    SlingshotStatus,
    UnknownLine,
    WheelAnswer,
)
from drivers.slingshot.message_table import (
    ROWS,
    answer_row_name,
    number_row_name,
    status_row_name,
)
from drivers.slingshot.settings import SetupSequence
from drivers.slingshot.spins import PLAY_STATES, SAME_DIRECTION, WHEEL, SpinTracker
from drivers.slingshot.statuses import STATUS_MAX_AGE, Statuses
from drivers.slingshot.wheel_faults import WHEEL_MODE, WHEEL_POCKETS, WheelFaults
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.panel import Panel
from hal.errors import PortLost
from hal.ports import Millis, SerialPort

POLL_INTERVAL: Final = Millis(20)
"""Twenty characters at 9600 baud, about a line; a byte on the port wakes the bus earlier."""
LOSS_TIMEOUT: Final = Millis(5000)
"""Longer than the wheel is silent after it was switched on."""
NO_STATUS_TIMEOUT: Final = Millis(LOSS_TIMEOUT + 1000)
"""After so long octets without a status are those of another unit: a line that begins as the wheel
is nearly lost has the time to end."""
NO_STATUS: Final = "?"
"""The code of the unknown state of a unit that sends octets, and no status."""


class SlingShotWheel(Part):
    """Reports each spin: no more bets, then the number or the reason for none.

    A status counts once two lines in a row agree in all but the rotor's speed; after a new one the
    wheel is asked again at once. So no damaged line becomes a number, and a change is reported a
    tenth of a second late. The wheel is asked for its firmware, mode and pockets, and again each
    minute; it starts by itself or, if `host_started`, once for a new number of the panel's `spin`.
    It opens, closes and takes the table's mode once for each new order of the panel's.

    A spin is `spin_unknown` if the wheel was silent with the ball in play, if its beginning or end
    was missed, if its number is not on the wheel or contradicts the bare number, if the wheel
    warned of a fault of its own or was in a state that the guides don't define. A spin under way at
    the program's start is not reported.

    Untried on real hardware. Raises PortLost when nothing at all has come for 5 s; a unit that
    sends octets and no status is in an unknown state.
    """

    name = WHEEL
    panel_fields = ("spin", "wheel_order")
    frames = MappingProxyType({"X": b"*X\r\n"})

    def __init__(self, port: SerialPort, *, numbers: Literal[37, 38], host_started: bool) -> None:
        self.health: Counter[str] = Counter()
        """`presses_in_vain`, `refused` starts, `mode_busy`, `pockets_unknown`, `stray_numbers`,
        `unordered_throws`, `unknown` lines, and the counts of `SlingshotFramer`,
        `SlingshotExchange` and `Statuses`.
        """
        self.messages = self._message_log = MessageLog(ROWS, self.health)
        mode = HOST_STARTED_MODE if host_started else ARCADE_MODE
        self._serial_port = port
        self._host_started = host_started
        self._framer = SlingshotFramer(self.health)
        self._exchange = SlingshotExchange(port, self.health)
        self._spin_tracker = SpinTracker(numbers, self.health)
        self._wheel_faults = WheelFaults()
        self._setup_sequence = SetupSequence(mode, numbers, self.health)
        self._start_sequence = StartSequence(self.health)
        self._act_sequence = ActSequence(mode)
        self._statuses = Statuses(self.health)
        self._octets_at = Millis(0)
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
        self._act_sequence.restart()
        self._statuses.restart(now)
        self._octets_at = now
        self._voids_left = 0
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Read the wheel's lines, else send the next command: a lost port costs no event."""
        octets = self._serial_port.read()
        if octets:
            self._octets_at = now
        events = list(self._handle_lines(self._framer.feed(octets), now))
        self.due = Millis(now + POLL_INTERVAL)
        if not events:
            events += self._check_silence(octets, now)
            events += self._advance_act(now)
            self._send_next(now)
        return events

    def show(self, panel: Panel, now: Millis) -> None:
        """Start the wheel once for a new number of the panel; do its new order once."""
        if self._host_started:
            self._start_sequence.note_presses(panel.spin, self._spin_tracker.state, now)
        self._act_sequence.note_order(panel.wheel_order, now)

    def test(self, now: Millis) -> SelfTestProof:
        """Return that it answers. Raises PortLost if it has been silent for STATUS_MAX_AGE."""
        if self._silence_ms(now) >= STATUS_MAX_AGE:
            raise PortLost(f"{self._serial_port.path}: the wheel is silent")
        return SelfTestProof.ANSWERS

    def send(self, name: str, now: Millis) -> None:  # noqa: ARG002
        """Request a status line as soon as the wheel may be polled again."""
        self._statuses.is_requested, self.due = True, now

    # observed_ledger

    def _handle_lines(self, lines: Iterable[SlingshotLine], now: Millis) -> Iterator[Event]:
        for line in lines:
            match line:
                case SlingshotStatus():
                    yield from self._handle_status(line, now)
                case NumberLine():
                    self._message_log.note(number_row_name(self._spin_tracker.state))
                    yield from self._spin_tracker.note_bare_number(line)
                case WheelAnswer():
                    yield from self._handle_answer(line, now)
                case UnknownLine():
                    yield from self._handle_unknown(line, now)

    def _handle_status(self, status: SlingshotStatus, now: Millis) -> Iterator[Event]:
        self.answered = True
        self._message_log.note(status_row_name(status.state, status.warnings))
        if not self._statuses.note_status(status, now):
            return
        self._check_contradiction(status.state, now)
        self._start_sequence.note_state(status.state)
        events = list(self._spin_tracker.note_status(status, now))
        if status.state not in PLAY_STATES:
            self._voids_left = 0
        # Void the throw; without an answer a few times more.
        elif SAME_DIRECTION in events:
            self._voids_left = MAX_ATTEMPTS
        yield from events
        yield from self._wheel_faults.note_status(status, self._spin_tracker.unsensed_ms(now), now)

    def _check_contradiction(self, state: SlingshotState, now: Millis) -> None:
        """Ask the wheel again what it is, if it was closed or throws by itself."""
        previous = self._spin_tracker.state
        if previous in (None, state):
            return
        is_unordered = (
            self._host_started
            and state is SlingshotState.BALL_IN_RIM
            and previous in REST_STATES
            and not self._start_sequence.is_pending
        )
        if is_unordered:
            self.health["unordered_throws"] += 1
        if is_unordered or SlingshotState.CLOSED in (state, previous):
            self._setup_sequence.ask_again(now)

    def _handle_unknown(self, line: UnknownLine, now: Millis) -> Iterator[Event]:
        """Bets may depend on a status that the guides don't define, not on another line."""
        self._message_log.note_unknown(line.octets, line.oddity or "line", now)
        if line.oddity and self._statuses.note_unknown(line, now):
            yield from self._enter_unknown(line.oddity)

    def _enter_unknown(self, oddity: str) -> Iterator[Event]:
        self.answered = True
        yield from self._spin_tracker.note_unknown()
        yield from self._wheel_faults.note_unknown(oddity)

    def _handle_answer(self, answer: WheelAnswer, now: Millis) -> Iterator[Event]:
        is_expected = self._setup_sequence.is_expected(answer)
        row_name = answer_row_name(answer, is_expected=is_expected)
        if row_name is None:
            octets = f"*{answer.command_letter} {answer.text}".encode("ascii")
            self._message_log.note_unknown(octets, "answer", now)
        else:
            self._message_log.note(row_name)
        command = self._exchange.match_answer(answer)
        if answer.command_letter == START_COMMAND[0]:
            self._start_sequence.handle_answer(answer)
        elif command == VOID_COMMAND:
            self._voids_left = 0
        elif command in ACT_COMMANDS:
            yield from self._act_sequence.handle_answer(command, answer)
        else:
            if command is None:
                self._setup_sequence.handle_stray(answer)
            else:
                self._setup_sequence.handle_answer(command, answer, now)
            yield from self._note_settings()

    def _note_settings(self) -> Iterator[Event]:
        setup = self._setup_sequence
        self.identity = setup.identity
        self._spin_tracker.alternates = setup.mode is not None and bool(setup.mode & REVERSES_ROTOR)
        for fault, wrong in (
            (WHEEL_MODE, setup.wrong_mode),
            (WHEEL_POCKETS, setup.wrong_pockets),
        ):
            if wrong is not None:
                yield from self._wheel_faults.switch_fault(fault, wrong, active=bool(wrong))

    # sending

    def _silence_ms(self, now: Millis) -> int:
        return min(self._statuses.silence_ms(now), now - self._octets_at)

    def _check_silence(self, octets: bytes, now: Millis) -> Iterator[Event]:
        if self._silence_ms(now) >= LOSS_TIMEOUT:
            raise PortLost(f"{self._serial_port.path}: the wheel is silent")
        status_age = self._statuses.silence_ms(now)
        if status_age >= STATUS_MAX_AGE:
            self._statuses.count_silence()
        if status_age >= NO_STATUS_TIMEOUT and octets:
            self._message_log.note_unknown(octets, "no status", now)
            self._statuses.restart(now)
            yield from self._enter_unknown(NO_STATUS)

    def _advance_act(self, now: Millis) -> Iterator[Event]:
        return self._act_sequence.advance(
            self.state,
            self._setup_sequence.wrong_mode,
            now,
            is_starting=self._start_sequence.is_pending,
        )

    def _send_next(self, now: Millis) -> None:
        unanswered_command = self._exchange.take_unanswered(now)
        # Start, void and the acts have counts of their own; only the set-up must learn of it.
        if unanswered_command is not None and unanswered_command not in (
            START_COMMAND,
            VOID_COMMAND,
            *ACT_COMMANDS,
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
        elif command == self._act_sequence.next_command(now):
            self._act_sequence.note_sent(now)
        self._exchange.send_command(command, now)

    def _next_command(self, now: Millis) -> str | None:
        state = self._spin_tracker.state
        if self._voids_left:
            return VOID_COMMAND
        return (
            self._start_sequence.next_command(state, now)
            or self._act_sequence.next_command(now)
            or self._setup_sequence.next_command(state, now)
        )
