"""Whether a unit's line is silent, or brings only what the table of its protocol lacks.

Theory of operation. Silence is no octet at all for LOSS_TIMEOUT: a loss. While octets come, the
cable and the power are good, so the fault is another one, `unknown_state`:

- a sound message without a row; where there is no checksum, two in a row with the same code;
- octets that make no sound message for LOSS_TIMEOUT, such as those of another speed. Their code is
  the first of them, in hexadecimal.

It ends with the next known message.
"""

from collections.abc import Iterator
from typing import Final

from drivers.fault_tracker import FaultTracker
from drivers.message_log import MessageLog
from drivers.trace import hex_octets
from firmware.core.vocabulary.events import Event, FaultRaised
from hal.ports import Millis

LOSS_TIMEOUT: Final = Millis(5000)
CODE_OCTETS: Final = 4
"""So many octets fit into a fault's code."""
HIDDEN_CODE: Final = "?"
UNKNOWN_STATE: Final = "unknown_state"


class LineWatch:
    """Watches the line of one unit."""

    def __init__(self, part: str, messages: MessageLog, *, is_secret: bool = False) -> None:
        """`is_secret`: octets may name a card, and are never shown."""
        self._part = part
        self._is_secret = is_secret
        self._messages = messages
        self._fault_tracker = FaultTracker()
        self._garbage = b""
        """The last octets of no sound message."""
        self._raised_code = ""
        self.has_spoken = False
        """Whether anything that can be named has come since `restart`: the unit is there."""
        self.restart(Millis(0))

    def restart(self, now: Millis) -> None:
        """Forget the octets of before; a fault ends with the next known message."""
        self._last_octet_at = self._garbage_since = now
        self.has_spoken = False
        self._last_code = ""
        self._garbage = b""

    def receive(self, data: bytes, now: Millis) -> None:
        """Note octets, whatever they mean."""
        if not data:
            return
        if not self._garbage:
            self._garbage_since = now
        self._last_octet_at, self._garbage = now, data

    def is_silent(self, now: Millis) -> bool:
        """Return whether nothing at all has come for LOSS_TIMEOUT."""
        return now - self._last_octet_at >= LOSS_TIMEOUT

    def note_sound(self) -> None:
        """Note a message that says nothing of the unit's state: the octets so far were no noise."""
        self._garbage = b""
        self.has_spoken = True

    def note_known(self) -> Iterator[Event]:
        """Note a message that has a row: an unknown state is over."""
        self.note_sound()
        self._last_code = ""
        yield from self._switch("", active=False)

    def note_unknown(
        self, octets: bytes, code: str, now: Millis, *, is_checked: bool = False
    ) -> Iterator[Event]:
        """Keep a message without a row, and yield the fault once it can't be damage.

        `is_checked`: a checksum, or its form, rules damage out.
        """
        self._messages.note_unknown(octets, code, now)
        is_repeated, self._last_code = code == self._last_code, code
        self.note_sound()
        if is_checked or is_repeated:
            yield from self._switch(code, active=True)

    def check_garbage(self, now: Millis) -> Iterator[Event]:
        """Yield the fault if octets come, and no sound message of them for LOSS_TIMEOUT."""
        if not self._garbage or now - self._garbage_since < LOSS_TIMEOUT or self.is_silent(now):
            return
        # Noise has many octets: the first ones stay its code.
        shown = HIDDEN_CODE if self._is_secret else hex_octets(self._garbage[:CODE_OCTETS])
        code = self._raised_code or shown
        self._messages.note_unknown(self._garbage, "no message", now, is_secret=self._is_secret)
        self.note_sound()
        yield from self._switch(code, active=True)

    def _switch(self, code: str, *, active: bool) -> Iterator[Event]:
        self._raised_code = code
        fault = FaultRaised(self._part, UNKNOWN_STATE, {"code": code})
        yield from self._fault_tracker.switch_fault(fault, active=active)
