"""The next exchanges of a capture, and which of them is continued now.

What the unit sent by itself comes at its recorded time. A reply waits for its request:

- of a unit that also speaks unasked, until the request, but not before its recorded time, and
  REQUEST_PATIENCE longer than that even without it: it is then another host's;
- of a unit that speaks only when asked, until the request, which may come before it is due, and
  before others: the driver sets the pace. After QUERY_PATIENCE it is passed over.

A capture that has the unit's side only, without times, answers any request with its next line.
"""

from collections import Counter, deque
from collections.abc import Iterator
from itertools import islice
from typing import Final

from firmware.shell.conformance.exchanges import LONGEST_ANSWER, Exchange
from firmware.shell.conformance.replay_clock import START_AT
from hal.ports import Millis

REQUEST_PATIENCE: Final = Millis(1000)
QUERY_PATIENCE: Final = Millis(5000)
UNTIMED_GAP: Final = Millis(1000)
"""Between two lines without a time, if no request comes before."""
UNTIMED_DELAY: Final = Millis(10)
"""Between a request and a reply without a time."""
WINDOW: Final = 64
"""The exchanges among which the answer to a request is sought."""


class ExchangeWindow:
    """The exchanges to come, and the requests of the driver that nothing answered so far."""

    def __init__(self, exchanges: Iterator[Exchange], *, is_queried: bool) -> None:
        self.unanswered: Counter[bytes] = Counter()
        """The requests that the capture did not answer, and how often each."""
        self.is_queried = is_queried
        """Whether the unit speaks only when it is asked."""
        self._exchanges = exchanges
        self._window: deque[Exchange] = deque()
        self._requests: dict[bytes, Millis] = {}
        self._shift = START_AT
        """From the times of the capture to those of the clock."""
        self._went_on_at = START_AT
        """When the last line was replayed."""
        self._has_requests = False
        """Whether the capture has the host's side too."""

    def fill(self) -> bool:
        """Read on; return whether anything is left."""
        self._window += islice(self._exchanges, WINDOW - len(self._window))
        self._has_requests |= any(exchange.request for exchange in self._window)
        return bool(self._window)

    def note_request(self, written: bytes, now: Millis) -> None:
        """Note what the driver has sent."""
        if self.is_queried:
            # it has given up what it sent long ago
            self._requests = {
                earlier: sent_at
                for earlier, sent_at in self._requests.items()
                if now - sent_at <= LONGEST_ANSWER
            }
        self._requests[written] = now
        if self._has_requests and self._window:
            self.unanswered[written] += 1

    def note_line(self, now: Millis) -> None:
        """Note that a line was replayed."""
        self._went_on_at = now

    def has_answer(self, written: bytes, *, ahead: bool) -> bool:
        """Return whether a request is that of the next exchange, or with `ahead` of a later one."""
        candidates = islice(self._window, WINDOW if ahead else 1)
        return any(exchange.is_requested_by(written) for exchange in candidates)

    def take_next(self, now: Millis) -> tuple[Exchange, Millis | None] | None:
        """Take the exchange that is continued now, if there is one, and when it was asked for."""
        head = self._window[0]
        requested = self._requested_exchange(now)
        if requested is not None:
            self._window.remove(requested)
            return requested, self._claim_request(requested)
        is_any_answer = bool(self._requests) and self._answers_any(head)
        if not is_any_answer and now < self._deadline(head):
            return None
        if self._answers_any(head):
            self._requests.clear()
        return self._window.popleft(), None

    def next_deadline(self, now: Millis) -> Millis:
        """Return when it is to be looked again, if the driver sends nothing before."""
        head = self._window[0]
        recorded_time = self._recorded_time(head)
        return recorded_time if recorded_time > now else self._deadline(head)

    def _requested_exchange(self, now: Millis) -> Exchange | None:
        if self.is_queried:
            return next((each for each in self._window if self._matching_request(each)), None)
        head = self._window[0]
        is_due = self._recorded_time(head) <= now
        return head if is_due and self._matching_request(head) else None

    def _matching_request(self, exchange: Exchange) -> bytes | None:
        return next(filter(exchange.is_requested_by, self._requests), None)

    def _claim_request(self, exchange: Exchange) -> Millis | None:
        matching = self._matching_request(exchange)
        if matching is None:
            return None
        sent_at = self._requests.pop(matching)
        self.unanswered[matching] -= 1
        if self.is_queried and exchange.at_ms is not None:
            self._shift = Millis(sent_at - exchange.at_ms)
        return sent_at

    def _answers_any(self, exchange: Exchange) -> bool:
        """Return whether a line of the unit is taken for the answer to any request."""
        if exchange.request is not None or self._has_requests:
            return False
        return exchange.at_ms is None or self.is_queried

    def _deadline(self, exchange: Exchange) -> Millis:
        """Return when an exchange goes on even if it was not asked for."""
        recorded_time = self._recorded_time(exchange)
        if exchange.request is None:
            return recorded_time
        if self.is_queried:
            return Millis(self._went_on_at + QUERY_PATIENCE)
        return Millis(recorded_time + REQUEST_PATIENCE)

    def _recorded_time(self, exchange: Exchange) -> Millis:
        if exchange.at_ms is None:
            gap = UNTIMED_DELAY if self._has_requests else UNTIMED_GAP
            return Millis(self._went_on_at + gap)
        return Millis(self._shift + exchange.at_ms)
