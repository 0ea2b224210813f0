"""Replays a capture to the driver of a serial part, in the capture's own time.

`exchange_window` decides when a line comes; a reply comes as long after its request, or after the
reply before it, as it did in the recording.
"""

from collections.abc import Callable, Iterator
from typing import Final, Protocol

from firmware.shell.conformance.captured_line import CapturedLine
from firmware.shell.conformance.exchange_window import UNTIMED_DELAY, ExchangeWindow
from firmware.shell.conformance.exchanges import Exchange
from firmware.shell.conformance.line_result import Fate, LineResult, Reaction
from firmware.shell.conformance.replay_clock import START_AT, ReplayClock
from firmware.shell.conformance.replay_port import ReplayPort
from hal.ports import Millis

LAST_MS: Final = Millis(1000)
"""How long the replay goes on after the last line, if no request comes: nothing answers it."""
MOST_TURNS: Final = 100
"""Turns for one delivery: a driver that never empties its port is no reason to stop here."""


class ObservedUnit(Protocol):
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
    """One replay of the exchanges in a window."""

    def __init__(
        self,
        part: ObservedUnit,
        port: ReplayPort,
        clock: ReplayClock,
        window: ExchangeWindow,
        idle_reply: Callable[[bytes], bytes] | None = None,
    ) -> None:
        """`idle_reply` returns what the unit says to a request that the capture does not answer.

        Then a request of one octet, which asks for whatever is next, keeps to the capture's order.
        """
        self._part, self._port, self._clock = part, port, clock
        self._window = window
        self._idle_reply = idle_reply

    def results(self) -> Iterator[LineResult]:
        """Replay, and yield what became of each line."""
        self._turn()
        while self._window.fill():
            self._take_requests()
            while (taken := self._window.take_next(self._clock.now())) is None:
                yield from self._pass_time(self._window.next_deadline(self._clock.now()))
            yield from self._replay(*taken)
        yield from self._pass_time(Millis(self._clock.now() + LAST_MS))
        yield from self._passed_time()

    def _replay(self, exchange: Exchange, sent_at: Millis | None) -> Iterator[LineResult]:
        request = exchange.request
        if request is not None:
            yield self._result(request, Fate.NOT_SENT if sent_at is None else Fate.SENT)
        self._window.note_line(self._clock.now())
        is_unread = self._window.is_queried and request is not None and sent_at is None
        previous = request
        for reply in exchange.replies:
            if is_unread:
                yield self._result(reply, Fate.UNREAD)
                continue
            if previous is not None:
                yield from self._await_reply(reply, previous)
            yield from self._deliver(reply)
            previous = reply

    def _await_reply(self, reply: CapturedLine, previous: CapturedLine) -> Iterator[LineResult]:
        delay = UNTIMED_DELAY
        if reply.at_ms is not None and previous.at_ms is not None:
            delay = Millis(max(reply.at_ms - previous.at_ms, 0))
        reply_at = Millis(self._clock.now() + delay)
        while self._clock.now() < reply_at:
            yield from self._pass_time(reply_at)

    def _deliver(self, reply: CapturedLine) -> Iterator[LineResult]:
        self._window.note_line(self._clock.now())
        if reply.octets is None:
            yield self._result(reply, Fate.MASKED)
            return
        yield from self._passed_time()
        self._port.deliver(reply.octets)
        self._turn()
        reaction = self._part.reaction()
        self._take_requests()
        yield self._result(reply, Fate.DELIVERED)._replace(reaction=reaction)

    # time

    def _pass_time(self, until: Millis) -> Iterator[LineResult]:
        """Let the time pass to a moment, or until the driver has sent a request."""
        has_request = False
        while not has_request and (now := self._clock.now()) < until:
            self._clock.advance_to(Millis(min(max(self._part.due_at(), now + 1), until)))
            if self._turn():
                yield from self._passed_time()
            has_request = self._take_requests()

    def _turn(self) -> bool:
        """Let the driver have turns until it has read all; return whether it had events."""
        has_news, now = False, self._clock.now()
        for _ in range(MOST_TURNS):
            has_news |= self._part.turn(now, wire_active=self._port.readable())
            if not self._port.readable() and self._part.due_at() > now:
                break
        return has_news

    def _take_requests(self) -> bool:
        """Note what the driver has sent; return whether it has sent anything."""
        has_request = False
        while self._port.requests:
            has_request = True
            self._take_request(*self._port.requests.popleft())
        return has_request

    def _take_request(self, at: Millis, written: bytes) -> None:
        if self._idle_reply is None or self._window.has_answer(written, ahead=len(written) > 1):
            self._window.note_request(written, at)
            return
        self._port.deliver(self._idle_reply(written))
        self._turn()
        # no line of the capture has had this effect
        self._part.reaction()

    def _passed_time(self) -> Iterator[LineResult]:
        if reaction := self._part.reaction():
            at = Millis(self._clock.now() - START_AT)
            yield LineResult(None, at, Fate.PASSED, reaction)

    def _result(self, line: CapturedLine, fate: Fate) -> LineResult:
        return LineResult(line, Millis(self._clock.now() - START_AT), fate)
