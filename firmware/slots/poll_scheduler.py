"""Whose turn it is on the wire."""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Final

from drivers.sas import polls
from drivers.sas.exchange import line_ms
from drivers.sas.polls import Poll
from firmware.slots.poll_state import APART_MS, Talk
from firmware.slots.state import Link
from hal.ports import Millis

TRIES: Final = 3
SHOWN_MS: Final = 1000
"""The lot is told to the machines each second: they miss it after 5 s (A)."""
SLOWEST_MS: Final = 5000
"""No machine is polled slower (B)."""
QUIET_MS: Final = 20
"""After a poll that was given up: an answer that is late must not seem another machine's."""
SILENT_MS: Final = 40 + QUIET_MS
"""The longest that a poll without an answer takes."""
_FREE: Final = attrgetter("free_at")


class Turns:
    """The machine that is free first comes first; before all of them comes a poll that is asked
    again, then what all are told each second.
    """

    def __init__(self, talks: Mapping[int, Talk], now: Millis) -> None:
        self._talks = talks
        self._patience_ms = SLOWEST_MS - SILENT_MS * (len(talks) + TRIES) - APART_MS
        """If a machine has waited for so long, no answer is asked for again: all come first."""
        self._again: Poll | None = None
        self._last = b""
        self._free_at = self._shown_at = now

    @property
    def due(self) -> Millis:
        """When the next message may be sent, if no answer is awaited."""
        if self._again is not None:
            return self._talks[self._again.address].free_at
        first: Millis = self._first.free_at
        return max(self._free_at, min(self._shown_at, first))

    def next(self, shown: Callable[[], Poll], now: Millis) -> Poll:
        """Return the next message; `shown` returns what all machines are told."""
        again, self._again = self._again, None
        if again is not None:
            return again
        if now >= self._shown_at:
            self._shown_at = Millis(now + SHOWN_MS)
            return shown()
        talk = self._first
        if self._last == polls.general(talk.address).octets:
            return polls.IN_STEP  # to the machine it would be the same poll again
        return talk.next_poll(now)

    def sent(self, poll: Poll, now: Millis, link: Link) -> None:
        """Note that a message leaves now; `link` is the one to its machine."""
        self._last = poll.octets
        self._free_at = Millis(now + line_ms(len(poll.octets)) + 1)
        if poll.is_answered:
            self._talks[poll.address].asked(now, link)

    def again(self, poll: Poll, now: Millis) -> bool:
        """Ask the same again, since any other message would acknowledge the answer (B), or give it
        up: if it was asked often, or others wait too long. Return whether it is asked.
        """
        self._free_at = Millis(now + QUIET_MS)
        waited_ms = now - min(talk.asked_at for talk in self._talks.values())
        if self._talks[poll.address].tries < TRIES and waited_ms < self._patience_ms:
            self._again = poll
        return self._again is not None

    @property
    def _first(self) -> Talk:
        return min(self._talks.values(), key=_FREE)
