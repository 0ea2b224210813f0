"""One message from its copies: the shoe sends each three times with one SEQ.

    first copy ──another alike──> agreed ──> leaves, once all before it have left
        │
        └── 500 ms without ──> given up: a fault takes its place in the order

Two equal copies of three make a message, since a damaged frame passes its checksum once in a few
hundred and does not do so twice alike. Three things can go wrong besides, and each has its window:

- a copy comes late. For a second an equal frame still is a copy and no new message, or one card
  would be dealt twice;
- a whole message is missing. SEQ runs through an alphabet that no document names; `follows` knows
  the ones that were seen, and a gap is a fault, since the card in it has left the shoe. A shoe
  that starts again (`S`) may begin with any SEQ, and what follows must follow that;
- the SEQ itself is damaged. Two frames of one SEQ can't both be: the one that agrees first wins.

Messages leave in the order of their first copies, so that a card is never dealt before an earlier
one that has not settled yet.
"""

from collections import deque
from collections.abc import Mapping
from itertools import chain
from typing import Final

from drivers.angel_eye.framer import Frame
from drivers.angel_eye.messages import SHOE
from firmware.core.vocabulary.events import FaultRaised
from hal.ports import NEVER, Millis

AGREE_WITHIN: Final = 500
"""Milliseconds after a first copy within which enough equal copies must come."""
LATE_WITHIN: Final = 1000
"""Milliseconds after a first copy within which an equal frame counts as a copy of it."""
REMEMBERED: Final = 4
"""Messages whose late copies are recognised: fewer than the shortest SEQ alphabet has."""

_WRAPS: Final[Mapping[str, str]] = {"9": "0A:", "F": "0G", "Z": "0A[", "~": "0 !"}


def follows(last: str, seq: str) -> bool:
    """Return whether `seq` may follow `last` in any known SEQ alphabet."""
    return seq in _WRAPS.get(last, chr(ord(last) + 1))


class _Message:
    """The equal copies so far of one frame."""

    def __init__(self, frame: Frame, first: Millis) -> None:
        self.frame = frame
        self.first = first
        self.copies = 0
        self.agreed = False


class Copies:
    """Accepts a message once `needed` equal copies have come, and reports missing ones.

    Messages leave in the order of their first copies, either as a frame or as a fault; one that is
    not settled holds back those behind it. If another frame with its SEQ is accepted, a frame is
    dropped as a damaged copy.
    """

    def __init__(self, needed: int) -> None:
        self._needed = needed
        self._last: str | None = None
        self._open: list[_Message] = []
        self._recent: deque[_Message] = deque(maxlen=REMEMBERED)
        self._out: list[Frame | FaultRaised] = []

    @property
    def due(self) -> Millis:
        """When the oldest unsettled message is given up."""
        return Millis(self._open[0].first + AGREE_WITHIN) if self._open else NEVER

    def add(self, frame: Frame, now: Millis) -> bool:
        """Take a copy; return False if its message was accepted before."""
        message = self._message(frame, now)
        if message.agreed:
            return False
        message.copies += 1
        if message.copies == self._needed:
            message.agreed = True
            self._drop_rivals(frame.seq)
            self._release_agreed()
        return True

    def settled(self, now: Millis) -> list[Frame | FaultRaised]:
        """Return the messages and faults settled by now, each once."""
        while self._open and now - self._open[0].first >= AGREE_WITHIN:
            self._give_up_first()
        settled, self._out = self._out, []
        return settled

    def restart(self) -> None:
        """Accept no more copies of earlier messages. Settled ones are kept, and the last SEQ too:
        it shows whether the shoe has spoken while nobody could hear it.
        """
        while self._open:
            self._give_up_first()
        self._recent.clear()

    def _message(self, frame: Frame, now: Millis) -> _Message:
        for message in chain(self._recent, self._open):
            if message.frame == frame and now - message.first < LATE_WITHIN:
                return message
        message = _Message(frame, now)
        self._open.append(message)
        return message

    def _drop_rivals(self, seq: str) -> int:
        before = len(self._open)
        self._open = [m for m in self._open if m.agreed or m.frame.seq != seq]
        return before - len(self._open)

    def _release_agreed(self) -> None:
        while self._open and self._open[0].agreed:
            self._accept(self._open.pop(0))

    def _accept(self, message: _Message) -> None:
        frame = message.frame
        if frame.code == "S":
            self._recent.clear()
        elif self._last is not None and not follows(self._last, frame.seq):
            self._out.append(FaultRaised(SHOE, "missed"))
        self._last = frame.seq
        self._out.append(frame)
        self._recent.append(message)

    def _give_up_first(self) -> None:
        """Give the first message up as a fault: too few equal copies have come."""
        seq = self._open[0].frame.seq
        frames = self._drop_rivals(seq)
        self._out.append(FaultRaised(SHOE, "missed" if frames == 1 else "disagreement"))
        if self._last is not None and follows(self._last, seq):
            self._last = seq
        self._release_agreed()
