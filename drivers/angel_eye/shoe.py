"""The Angel Eye II-EX baccarat shoe on its serial line, 4800 8N1."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from drivers.angel_eye.commands import FRAMES, Commands
from drivers.angel_eye.copies import Copies
from drivers.angel_eye.framer import Frame, Framer
from drivers.angel_eye.messages import SHOE, LockReported, PresetChanged, decode
from drivers.part import Part
from firmware.core.vocabulary.events import Event, FaultRaised, ShoeRestarted
from firmware.core.vocabulary.panel import Panel
from hal.errors import BadReply
from hal.ports import Millis, SerialPort

LOOK_EVERY: Final = 250
"""Milliseconds between two reads of a silent wire, which notice its loss."""


class AngelEyeShoe(Part):
    """Reads the cards as they leave the shoe, locks it and clears its errors.

    A message counts once `copies` (1 to 3) of its three copies agree. With `commands` off nothing
    is ever sent. Untried on real hardware: the range of SEQ, the spacing of copies, the BCC and the
    meaning of `R` rest on two field programs.
    """

    name = SHOE

    def __init__(self, port: SerialPort, *, copies: int = 2, commands: bool = True) -> None:
        if not 1 <= copies <= 3:
            raise ValueError(f"the shoe sends three copies; {copies} can't be asked for")
        self.locked: bool | None = None
        """The lock as the shoe last reported it."""
        self.preset: str | None = None
        """The setting as the shoe last reported it."""
        self.heard: Counter[str] = Counter()
        """Accepted messages by their CODE."""
        self._port = port
        self._framer = Framer()
        self.health: Counter[str] = self._framer.health
        """Counts of messages, drops and their reasons; see also `Framer`."""
        self._copies = Copies(copies)
        self._commands = Commands(port, self.health)
        self._commanding = commands
        self.shows = ("shoe_locked", "shoe_clears") if commands else ()
        self.frames: Mapping[str, bytes] = FRAMES if commands else {}

    @property
    def answered(self) -> bool:  # type: ignore[override]
        """Whether it has answered its first command, the lock; true if commands are off."""
        return self._commands.heard or not self._commanding

    def start(self, now: Millis) -> None:
        """Reopen the port; cards that were certain before are still reported."""
        self._port.reopen()
        self._framer.reset()
        self._copies.restart()
        self._commands.forget()
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return the shoe's events, in wire order."""
        for item in self._framer.feed(self._port.read()):
            if not isinstance(item, Frame):
                self._commands.answered(item)
            elif not self._copies.add(item, now):
                self.health["late_copies"] += 1
        self._commands.step(now)
        events = [event for item in self._copies.settled(now) for event in self._events(item)]
        self._wait(now)
        return events

    def show(self, panel: Panel, now: Millis) -> None:
        """Lock or unlock the shoe, and clear an error that the supervisor cleared."""
        if self._commanding:
            self._commands.want(lock=panel.shoe_locked, clears=panel.shoe_clears, now=now)
            self._wait(now)

    def send(self, name: str, now: Millis) -> None:
        """Send a command to the shoe, if commands are on."""
        self._commands.say(name)
        self._commands.step(now)
        self._wait(now)

    def _wait(self, now: Millis) -> None:
        """Set `due` to the next time-out; bytes on the wire wake the bus earlier."""
        self.due = min(Millis(now + LOOK_EVERY), self._copies.due, self._commands.due)

    def _events(self, item: Frame | FaultRaised) -> Sequence[Event]:
        if isinstance(item, FaultRaised):
            return (item,)
        self.heard[item.code] += 1
        try:
            message = decode(item.code, item.payload)
        except BadReply:
            self.health["rejected"] += 1
            return (FaultRaised(SHOE, "missed"),)
        if isinstance(message, ShoeRestarted):
            self._commands.shoe_restarted()
        if isinstance(message, Event):
            return (message,)
        self._note(message)
        return ()

    def _note(self, message: object) -> None:
        match message:
            case LockReported(locked):
                self.locked = locked
            case PresetChanged(text):
                self.preset = text
