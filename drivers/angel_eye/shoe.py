"""The Angel Eye II-EX baccarat shoe on its serial line, 4800 8N1."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from drivers.angel_eye.commands import QUERY_FRAMES, Commands
from drivers.angel_eye.copies import CopyMatcher
from drivers.angel_eye.framer import AngelEyeFrame, AngelEyeFramer
from drivers.angel_eye.messages import SHOE, LockReported, PresetChanged, decode
from drivers.part import Part
from firmware.core.vocabulary.events import Event, FaultRaised, ShoeRestarted
from firmware.core.vocabulary.panel import Panel
from hal.errors import BadReply
from hal.ports import Millis, SerialPort

IDLE_POLL_MS: Final = 250
"""Milliseconds between two reads of a silent wire, which notice its loss."""


class AngelEyeShoe(Part):
    """Reads the cards as they leave the shoe, locks it and clears its errors.

    A message counts once `copies_needed` (1 to 3) of its three copies agree. With `commands` off
    nothing is ever sent. Untried on real hardware: the range of SEQ, the spacing of copies, the BCC
    and the meaning of `R` rest on two field programs.
    """

    name = SHOE

    def __init__(self, port: SerialPort, *, copies_needed: int = 2, commands: bool = True) -> None:
        if not 1 <= copies_needed <= 3:
            raise ValueError(f"the shoe sends three copies; {copies_needed} can't be asked for")
        self.is_locked: bool | None = None
        """The lock as the shoe last reported it."""
        self.preset: str | None = None
        """The setting as the shoe last reported it."""
        self.messages_by_code: Counter[str] = Counter()
        """Accepted messages by their CODE."""
        self._serial_port = port
        self._framer = AngelEyeFramer()
        self.health: Counter[str] = self._framer.health
        """Counts of messages, drops and their reasons; see also `AngelEyeFramer`."""
        self._copy_matcher = CopyMatcher(copies_needed)
        self._commands = Commands(port, self.health)
        self._commands_enabled = commands
        self.panel_fields = ("shoe_locked", "shoe_clears") if commands else ()
        self.frames: Mapping[str, bytes] = QUERY_FRAMES if commands else {}

    @property
    def answered(self) -> bool:  # type: ignore[override]
        """Whether it has answered its first command, the lock; true if commands are off."""
        return self._commands.has_answered or not self._commands_enabled

    def start(self, now: Millis) -> None:
        """Reopen the port; cards that were certain before are still reported."""
        self._serial_port.reopen()
        self._framer.discard_partial()
        self._copy_matcher.restart()
        self._commands.forget_commands()
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return the shoe's events, in wire order."""
        # Frames before commands: an answer in this read frees the command in flight.
        for received in self._framer.feed(self._serial_port.read()):
            if not isinstance(received, AngelEyeFrame):
                self._commands.handle_answer(received)
            elif not self._copy_matcher.add(received, now):
                self.health["late_copies"] += 1
        self._commands.send_due(now)
        events = [
            event
            for received in self._copy_matcher.settled_messages(now)
            for event in self._message_events(received)
        ]
        self._set_due(now)
        return events

    def show(self, panel: Panel, now: Millis) -> None:
        """Lock or unlock the shoe, and clear an error that the supervisor cleared."""
        if self._commands_enabled:
            self._commands.request(lock=panel.shoe_locked, cleared_fault=panel.shoe_clears, now=now)
            self._set_due(now)

    def send(self, name: str, now: Millis) -> None:
        """Send a command to the shoe, if commands are on."""
        self._commands.queue_frame(name)
        self._commands.send_due(now)
        self._set_due(now)

    def _set_due(self, now: Millis) -> None:
        """Set `due` to the next time-out; bytes on the wire wake the bus earlier."""
        self.due = min(Millis(now + IDLE_POLL_MS), self._copy_matcher.due, self._commands.due)

    def _message_events(self, received: AngelEyeFrame | FaultRaised) -> Sequence[Event]:
        if isinstance(received, FaultRaised):
            return (received,)
        self.messages_by_code[received.code] += 1
        try:
            message = decode(received.code, received.payload)
        except BadReply:
            self.health["rejected"] += 1
            # It may have been a card: the dealer must compare the table with the felt.
            return (FaultRaised(SHOE, "missed"),)
        if isinstance(message, ShoeRestarted):
            self._commands.note_restart()
        if isinstance(message, Event):
            return (message,)
        self._note_shoe_state(message)
        return ()

    def _note_shoe_state(self, message: object) -> None:
        match message:
            case LockReported(is_locked):
                self.is_locked = is_locked
            case PresetChanged(text):
                self.preset = text
