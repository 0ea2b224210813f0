"""Replays a capture to the driver of a serial part, in the capture's own time.

What the unit sent by itself arrives at its recorded time. A reply waits for its request: it arrives
as long after the driver's request as it did after the recorded one, but

- of a unit that also speaks unasked, not before its recorded time, and REQUEST_PATIENCE after it
  even without the request, which is then another host's;
- of a unit that speaks only when asked, at once, so that the driver sets the pace; a reply that it
  does not ask for within QUERY_PATIENCE is not delivered.

A capture that has the unit's side only, without times, answers any request with its next line.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final, Protocol

from firmware.shell.conformance.captured_line import CapturedLine
from firmware.shell.conformance.exchanges import Exchange
from firmware.shell.conformance.line_result import Fate, LineResult, Reaction
from firmware.shell.conformance.replay_clock import START_AT, ReplayClock
from firmware.shell.conformance.replay_port import ReplayPort
from hal.ports import Millis

REQUEST_PATIENCE: Final = Millis(1000)
QUERY_PATIENCE: Final = Millis(5000)
UNTIMED_GAP: Final = Millis(1000)
"""Between two lines without a time, if no request comes before."""
UNTIMED_DELAY: Final = Millis(10)
"""Between a request and a reply without a time."""
LAST_MS: Final = Millis(1000)
"""How long the replay goes on after the last line, if no request comes: nothing answers it."""
WINDOW: Final = 64
"""The exchanges among which the answer to a request is sought."""


MOST_TURNS: Final = 100
"""Turns for one delivery: a driver that never empties its port is no reason to stop here."""


class ReplayedUnit(Protocol):
    """What speaks to the port: a driver as its bus runs it, or a host that polls."""

    def due_at(self) -> Millis:
        """Return when it wants its next turn."""
        ...

    def turn(self, now: Millis, *, wire_active: bool) -> bool:
        """Let it have a turn; return whether anything happened."""
        ...

    def reaction(self) -> Reaction:
        """Return what it did since the last call."""
        ...


class SerialReplay:
    """One replay; `unanswered` counts the driver's requests that the capture does not answer."""

    def __init__(
        self,
        part: ReplayedUnit,
        port: ReplayPort,
        clock: ReplayClock,
        exchanges: Iterator[Exchange],
        *,
        is_queried: bool,
        idle_reply: Callable[[bytes], bytes] | None = None,
    ) -> None:
        """`idle_reply` returns what the unit says to a request that the capture does not answer.

        Then a request of one octet, which asks for whatever is next, keeps to the capture's order.
        """
        self.unanswered: Counter[bytes] = Counter()
        self._part, self._port, self._clock = part, port, clock
        self._exchanges = exchanges
        self._is_queried = is_queried
        self._idle_reply = idle_reply
        self._window: deque[Exchange] = deque()
        self._requests: dict[bytes, Millis] = {}
        """The driver's requests that nothing answered so far, and when."""
        self._shift = START_AT
        """From the times of the capture to those of the clock."""
        self._went_on_at = START_AT
        """When the last line was replayed."""
        self._has_requests = False
        """Whether the capture has the host's side too."""

    def results(self) -> Iterator[LineResult]:
        """Replay, and yield what became of each line."""
        self._turn()
        while self._fill_window():
            self._take_requests()
            while (exchange := self._next_exchange()) is None:
                yield from self._pass_time(self._next_deadline())
            yield from self._replay(exchange)
        self._requests.clear()
        end = Millis(self._clock.now() + LAST_MS)
        while self._clock.now() < end and not self._requests:
            yield from self._pass_time(end)
        yield from self._reaction_result(None, Fate.PASSED)

    def _fill_window(self) -> bool:
        self._window += islice(self._exchanges, WINDOW - len(self._window))
        self._has_requests |= any(exchange.request for exchange in self._window)
        return bool(self._window)

    # which exchange is next

    def _next_exchange(self) -> Exchange | None:
        """Take the exchange that goes on now, if there is one."""
        head = self._window[0]
        requested = self._requested_exchange()
        if requested is not None:
            self._window.remove(requested)
            return requested
        if self._clock.now() >= self._deadline(head) or (
            self._requests and self._answers_any(head)
        ):
            return self._window.popleft()
        return None

    def _requested_exchange(self) -> Exchange | None:
        candidates = self._window if self._is_queried else islice(self._window, 1)
        return next(
            (
                exchange
                for exchange in candidates
                if (self._is_queried or self._recorded_time(exchange.at_ms) <= self._clock.now())
                and self._matching_request(exchange) is not None
            ),
            None,
        )

    def _matching_request(self, exchange: Exchange) -> bytes | None:
        return next(filter(exchange.is_requested_by, self._requests), None)

    def _answers_any(self, exchange: Exchange) -> bool:
        """Return whether a line of the unit is taken for the answer to any request."""
        if exchange.request is not None or self._has_requests:
            return False
        return exchange.at_ms is None or self._is_queried

    def _deadline(self, exchange: Exchange) -> Millis:
        """Return when an exchange goes on even if it was not asked for."""
        recorded_time = self._recorded_time(exchange.at_ms)
        if exchange.request is None:
            return recorded_time
        if self._is_queried:
            return Millis(self._went_on_at + QUERY_PATIENCE)
        return Millis(recorded_time + REQUEST_PATIENCE)

    def _next_deadline(self) -> Millis:
        head = self._window[0]
        recorded_time, now = self._recorded_time(head.at_ms), self._clock.now()
        return recorded_time if recorded_time > now else self._deadline(head)

    def _recorded_time(self, at_ms: Millis | None) -> Millis:
        if at_ms is None:
            gap = UNTIMED_DELAY if self._has_requests else UNTIMED_GAP
            return Millis(self._went_on_at + gap)
        return Millis(self._shift + at_ms)

    # an exchange

    def _replay(self, exchange: Exchange) -> Iterator[LineResult]:
        sent_at = self._claim_request(exchange)
        if exchange.request is not None:
            fate = Fate.NOT_SENT if sent_at is None else Fate.SENT
            yield self._result(exchange.request, fate)
        self._went_on_at = self._clock.now()
        previous = exchange.request
        for reply in exchange.replies:
            if self._is_queried and exchange.request is not None and sent_at is None:
                yield self._result(reply, Fate.UNREAD)
                continue
            yield from self._await_reply(reply, previous)
            yield from self._deliver(reply)
            previous = reply

    def _claim_request(self, exchange: Exchange) -> Millis | None:
        """Return when the driver sent an exchange's request, and forget that."""
        if exchange.request is None:
            if self._answers_any(exchange):
                self._requests.clear()
            return None
        matching = self._matching_request(exchange)
        if matching is None:
            return None
        sent_at = self._requests.pop(matching)
        self.unanswered[matching] -= 1
        if self._is_queried and exchange.request.at_ms is not None:
            self._shift = Millis(sent_at - exchange.request.at_ms)
        return sent_at

    def _await_reply(
        self, reply: CapturedLine, previous: CapturedLine | None
    ) -> Iterator[LineResult]:
        if previous is None:
            return
        delay = UNTIMED_DELAY
        if reply.at_ms is not None and previous.at_ms is not None:
            delay = Millis(max(reply.at_ms - previous.at_ms, 0))
        reply_at = Millis(self._went_on_at + delay)
        while self._clock.now() < reply_at:
            yield from self._pass_time(reply_at)

    def _deliver(self, reply: CapturedLine) -> Iterator[LineResult]:
        self._went_on_at = self._clock.now()
        if reply.octets is None:
            yield self._result(reply, Fate.MASKED)
            return
        yield from self._reaction_result(None, Fate.PASSED)
        self._port.deliver(reply.octets)
        self._turn()
        reaction = self._part.reaction()
        self._take_requests()
        yield LineResult(reply, self._since_start(), Fate.DELIVERED, reaction)

    # time

    def _pass_time(self, until: Millis) -> Iterator[LineResult]:
        """Let the time pass to a moment, or until the driver has sent a request."""
        has_request = False
        while not has_request and (now := self._clock.now()) < until:
            self._clock.advance_to(Millis(min(max(self._part.due_at(), now + 1), until)))
            if self._turn():
                yield from self._reaction_result(None, Fate.PASSED)
            has_request = self._take_requests()

    def _turn(self) -> bool:
        """Let the driver have turns until it has read all; return whether it had events."""
        has_news = False
        for _ in range(MOST_TURNS):
            has_news |= self._part.turn(self._clock.now(), wire_active=self._port.readable())
            if not self._port.readable() and self._part.due_at() > self._clock.now():
                break
        return has_news

    def _take_requests(self) -> bool:
        """Note what the driver has sent; return whether it has sent anything."""
        has_request = False
        while self._port.requests:
            has_request = True
            self._note_request(*self._port.requests.popleft())
        return has_request

    def _note_request(self, at_ms: Millis, written: bytes) -> None:
        if self._idle_reply and not self._is_answered(written):
            self._port.deliver(self._idle_reply(written))
            self._turn()
            # no line of the capture has had this effect
            self._part.reaction()
            return
        self._requests[written] = at_ms
        if self._has_requests and self._window:
            self.unanswered[written] += 1

    def _is_answered(self, written: bytes) -> bool:
        may_overtake = len(written) > 1
        candidates = islice(self._window, WINDOW if may_overtake else 1)
        return any(exchange.is_requested_by(written) for exchange in candidates)

    def _since_start(self) -> Millis:
        return Millis(self._clock.now() - START_AT)

    def _result(self, line: CapturedLine, fate: Fate) -> LineResult:
        return LineResult(line, self._since_start(), fate)

    def _reaction_result(self, line: CapturedLine | None, fate: Fate) -> Iterator[LineResult]:
        if reaction := self._part.reaction():
            yield LineResult(line, self._since_start(), fate, reaction)
