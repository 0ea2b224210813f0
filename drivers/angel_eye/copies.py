"""One message from its copies: the shoe sends each three times with one SEQ.

    first copy ──another alike──> agreed ──> leaves, once all before it have left
        │
        └── 500 ms without ──> given up: a fault takes its place in the order

Two equal copies of three make a message, since a damaged frame passes its checksum once in a few
hundred and does not do so twice alike. Three more things can go wrong, and each has its window:

- a copy comes late. For a second an equal frame still is a copy and no new message, or one card
  would be dealt twice;
- a whole message is missing. SEQ runs through an alphabet that no document names; `may_follow`
  knows the ones that were seen, and a gap is a fault, since the card in it has left the shoe. A
  shoe that starts again (`S`) may begin with any SEQ; the next message must follow that one;
- the SEQ itself is damaged. Two frames of one SEQ can't both be: the one that agrees first wins.

Messages leave in the order of their first copies, so that a card is never dealt before an earlier
one that has not settled yet.
"""

from collections import deque
from collections.abc import Mapping
from itertools import chain
from typing import Final

from drivers.angel_eye.framer import AngelEyeFrame
from drivers.angel_eye.messages import SHOE
from firmware.core.vocabulary.events import FaultRaised
from hal.ports import NEVER, Millis

AGREE_TIMEOUT_MS: Final = 500
"""Milliseconds after a first copy within which enough equal copies must come."""
LATE_COPY_MS: Final = 1000
"""Milliseconds after a first copy within which an equal frame counts as its copy."""
REMEMBERED: Final = 4
"""Messages whose late copies are recognised: fewer than the shortest SEQ alphabet has."""

# Decimal, hexadecimal, alphanumeric and printable alphabets end at these characters.
# Several followers are allowed where an end is also inside a longer alphabet.
_SEQUENCE_WRAPS: Final[Mapping[str, str]] = {"9": "0A:", "F": "0G", "Z": "0A[", "~": "0 !"}


def may_follow(previous_char: str, sequence_char: str) -> bool:
    """Return whether `sequence_char` may follow `previous_char` in any known SEQ alphabet."""
    return sequence_char in _SEQUENCE_WRAPS.get(previous_char, chr(ord(previous_char) + 1))


class _PendingMessage:
    """The equal copies so far of one frame."""

    def __init__(self, frame: AngelEyeFrame, first_copy_at: Millis) -> None:
        self.frame = frame
        self.first_copy_at = first_copy_at
        self.copy_count = 0
        self.has_agreed = False


class CopyMatcher:
    """Accepts a message once `copies_needed` equal copies have come, and reports missing ones.

    Messages leave in the order of their first copies, either as a frame or as a fault; one that is
    not settled holds back those behind it. If another frame with its SEQ is accepted, a frame is
    dropped as a damaged copy.
    """

    def __init__(self, copies_needed: int) -> None:
        self._copies_needed = copies_needed
        self._last_sequence_char: str | None = None
        self._unsettled: list[_PendingMessage] = []
        self._recent_messages: deque[_PendingMessage] = deque(maxlen=REMEMBERED)
        self._settled: list[AngelEyeFrame | FaultRaised] = []

    @property
    def due(self) -> Millis:
        """When the oldest unsettled message is given up."""
        return (
            Millis(self._unsettled[0].first_copy_at + AGREE_TIMEOUT_MS)
            if self._unsettled
            else NEVER
        )

    def add(self, frame: AngelEyeFrame, now: Millis) -> bool:
        """Take a copy; return False if its message was accepted before."""
        message = self._matching_message(frame, now)
        if message.has_agreed:
            return False
        message.copy_count += 1
        if message.copy_count == self._copies_needed:
            message.has_agreed = True
            self._drop_rivals(frame.sequence_char)
            self._release_agreed()
        return True

    def settled_messages(self, now: Millis) -> list[AngelEyeFrame | FaultRaised]:
        """Return the messages and faults settled by now, each once."""
        while self._unsettled and now - self._unsettled[0].first_copy_at >= AGREE_TIMEOUT_MS:
            self._give_up_first()
        settled_messages, self._settled = self._settled, []
        return settled_messages

    def restart(self) -> None:
        """Accept no more copies of earlier messages. Settled messages stay, and so does the last
        SEQ: a gap after it shows a message that was sent while the port was lost.
        """
        while self._unsettled:
            self._give_up_first()
        self._recent_messages.clear()

    def _matching_message(self, frame: AngelEyeFrame, now: Millis) -> _PendingMessage:
        for message in chain(self._recent_messages, self._unsettled):
            if message.frame == frame and now - message.first_copy_at < LATE_COPY_MS:
                return message
        message = _PendingMessage(frame, now)
        self._unsettled.append(message)
        return message

    def _drop_rivals(self, sequence_char: str) -> int:
        previous_count = len(self._unsettled)
        self._unsettled = [
            message
            for message in self._unsettled
            # Two frames of one SEQ cannot both be: a rival of an agreed frame is a damaged copy.
            if message.has_agreed or message.frame.sequence_char != sequence_char
        ]
        return previous_count - len(self._unsettled)

    def _release_agreed(self) -> None:
        while self._unsettled and self._unsettled[0].has_agreed:
            self._accept_message(self._unsettled.pop(0))

    def _accept_message(self, message: _PendingMessage) -> None:
        frame = message.frame
        # A shoe that starts again may repeat SEQs of before: their late copies must not match.
        if frame.code == "S":
            self._recent_messages.clear()
        elif self._last_sequence_char is not None and not may_follow(
            self._last_sequence_char, frame.sequence_char
        ):
            self._settled.append(FaultRaised(SHOE, "missed"))
        self._last_sequence_char = frame.sequence_char
        self._settled.append(frame)
        self._recent_messages.append(message)

    def _give_up_first(self) -> None:
        """Give the first message up as a fault: too few equal copies have come."""
        sequence_char = self._unsettled[0].frame.sequence_char
        frames = self._drop_rivals(sequence_char)
        self._settled.append(FaultRaised(SHOE, "missed" if frames == 1 else "disagreement"))
        # Its SEQ is in order: without this step the next message would be a second gap.
        if self._last_sequence_char is not None and may_follow(
            self._last_sequence_char, sequence_char
        ):
            self._last_sequence_char = sequence_char
        self._release_agreed()
