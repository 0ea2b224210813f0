"""The Angel Eye II-EX baccarat shoe on its serial line, 4800 8N1."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from drivers.angel_eye.commands import QUERY_FRAMES, Commands
from drivers.angel_eye.copies import CopyMatcher
from drivers.angel_eye.framer import (
    AngelEyeFrame,
    AngelEyeFramer,
    Received,
    ShoeAnswer,
    UnsoundMessage,
)
from drivers.angel_eye.interpreter import Interpreter
from drivers.angel_eye.message_table import ROWS, answer_row
from drivers.angel_eye.messages import SHOE
from drivers.line_watch import LineWatch
from drivers.message_log import MessageLog
from drivers.part import Part
from firmware.core.vocabulary.events import Event, FaultRaised, ShoeRestarted
from firmware.core.vocabulary.panel import Panel
from hal.ports import Millis, SerialPort

IDLE_POLL_MS: Final = 250
"""Milliseconds between two reads of a silent wire, which notice its loss."""


class AngelEyeShoe(Part):
    """Reads the cards as they leave the shoe, locks it and clears its errors.

    A message counts once `copies_needed` (1 to 3) of its three copies agree. With `commands` off
    nothing is ever sent. A message that its table lacks stops the deal under its letter, unless it
    is about the shoe's own lock or settings; so do octets of which no message comes for seconds,
    as those of another speed. Untried on real hardware: the range of SEQ, the spacing of copies and
    the meaning of `R` rest on two field programs.
    """

    name = SHOE

    def __init__(self, port: SerialPort, *, copies_needed: int = 2, commands: bool = True) -> None:
        if not 1 <= copies_needed <= 3:
            raise ValueError(f"the shoe sends three copies; {copies_needed} can't be asked for")
        self._serial_port = port
        self._framer = AngelEyeFramer()
        self.health: Counter[str] = self._framer.health
        """Counts of messages, drops and their reasons; see also `AngelEyeFramer`."""
        self.messages: MessageLog = MessageLog(ROWS, self.health)
        self._copy_matcher = CopyMatcher(copies_needed)
        self._commands = Commands(port, self.health)
        self._commands_enabled = commands
        self._interpreter = Interpreter(self.messages, self.health)
        self._line_watch = LineWatch(SHOE, self.messages, is_secret=True)
        self._has_spoken = False
        self.panel_fields = ("shoe_locked", "shoe_clears") if commands else ()
        self.frames: Mapping[str, bytes] = QUERY_FRAMES if commands else {}

    @property
    def is_locked(self) -> bool | None:
        """The lock as the shoe last reported it."""
        return self._interpreter.is_locked

    @property
    def preset(self) -> str | None:
        """The setting as the shoe last reported it."""
        return self._interpreter.preset

    @property
    def answered(self) -> bool:  # type: ignore[override]
        """Whether it has answered its first command, the lock, or sent a message; true if commands
        are off.
        """
        return self._commands.has_answered or self._has_spoken or not self._commands_enabled

    def start(self, now: Millis) -> None:
        """Reopen the port; cards that were certain before are still reported."""
        self._serial_port.reopen()
        self._framer.discard_partial()
        self._copy_matcher.restart()
        self._commands.forget_commands()
        self._line_watch.restart(now)
        self._has_spoken = False
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return the shoe's events, in wire order."""
        data = self._serial_port.read()
        if data:
            self._commands.note_octets(now)
            self._line_watch.receive(data, now)
        # Frames before commands: an answer in this read frees the command in flight.
        unsound = [event for item in self._framer.feed(data) for event in self._take(item, now)]
        self._commands.send_due(now)
        events = [
            event
            for settled in self._copy_matcher.settled_messages(now)
            for event in self._interpreter.events(settled, now)
        ]
        if any(isinstance(event, ShoeRestarted) for event in events):
            self._commands.note_restart()
        self._set_due(now)
        return [*unsound, *events, *self._line_watch.check_garbage(now)]

    def show(self, panel: Panel, now: Millis) -> None:
        """Lock or unlock the shoe, and clear an error that the supervisor cleared."""
        if self._commands_enabled:
            cleared_fault = panel.shoe_clears
            self._commands.request(
                lock=panel.shoe_locked,
                cleared_fault=cleared_fault,
                error_numbers=self._interpreter.errors.numbers(cleared_fault or ""),
                now=now,
            )
            self._set_due(now)

    def send(self, name: str, now: Millis) -> None:
        """Send a command to the shoe, if commands are on."""
        self._commands.queue_frame(name)
        self._commands.send_due(now)
        self._set_due(now)

    def _set_due(self, now: Millis) -> None:
        """Set `due` to the next time-out; bytes on the wire wake the bus earlier."""
        self.due = min(Millis(now + IDLE_POLL_MS), self._copy_matcher.due, self._commands.due)

    def _take(self, received: Received, now: Millis) -> Iterator[Event]:
        """Sort what the framer gives: copies to the matcher, answers to the commands."""
        match received:
            case AngelEyeFrame():
                self._has_spoken = True
                yield from self._line_watch.note_known()
                if not self._copy_matcher.add(received, now):
                    self.health["late_copies"] += 1
            case ShoeAnswer():
                self._note_answer(received, now)
                if self._commands.handle_answer(received):
                    self._line_watch.note_sound()
            case UnsoundMessage(octets):
                self.messages.note_unknown(octets, "wrong checksum", now, is_secret=True)
                yield FaultRaised(SHOE, "unknown_message", {"code": "BCC"})

    def _note_answer(self, answer: ShoeAnswer, now: Millis) -> None:
        if name := answer_row(answer):
            self.messages.note(name)
        else:
            self.messages.note_unknown(answer.octets, f"NAK {answer.refusal}", now)
