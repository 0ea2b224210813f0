"""The poll scheduler of one SAS wire: which message is sent next, and when.

All machines share the wire, and only one message or response may be on it. At each free moment the
scheduler takes the first that applies:

    1. retry      the last poll failed: the same poll again, before any other message
    2. broadcast  once a second: the jackpot's amount to all machines (or a synchronization poll)
    3. machine    the machine whose next poll has been possible for longest, from its `PollQueue`

1. The next message of the host acknowledges the response before it (B). After a missing or bad
   response any other message would make the machine drop what it has reported, so the same poll
   goes out again, MAX_ATTEMPTS times at most. Then the poll is given up, and the wire stays quiet
   for GIVE_UP_QUIET_MS: a late response must not be taken for the next machine's.
2. A machine that sees no amount for 5 s reports exception 53 (A); at 1 s several may be lost.
3. A machine is polled no faster than every 200 ms, or 2 s if it is lost, and no slower than every 5
   s (B). If one has waited close to that (`_retry_limit_ms`), retries are skipped until all
   machines have been served. MAX_MACHINES (config) keeps the 5 s even if every machine is silent.

A machine's queue alternates: a general poll for its exceptions, then one long poll if any is due
(identity, meters, jackpot wins; `poll_queue`). Two equal general polls in a row would look like a
repetition to the machine, so a synchronization poll is sent between them.
"""

from collections.abc import Callable, Mapping
from typing import Final

from drivers.sas import polls
from drivers.sas.exchange import transmission_ms
from drivers.sas.polls import Poll
from firmware.slots.machine_state import LinkState
from firmware.slots.poll_state import MIN_POLL_INTERVAL_MS, PollState
from hal.ports import Millis

MAX_ATTEMPTS: Final = 3
BROADCAST_INTERVAL_MS: Final = 1000
"""A machine reports exception 53 after 5 s without the jackpot's amount (A)."""
MAX_POLL_INTERVAL_MS: Final = 5000
"""No machine is polled slower than this (B)."""
GIVE_UP_QUIET_MS: Final = 20
"""Quiet after a poll that was given up, so that a late response is not taken for another machine's.
"""
SILENT_POLL_MS: Final = 40 + GIVE_UP_QUIET_MS
"""The longest time that a poll without a response takes."""


class PollScheduler:
    """Retries first, then the one-second jackpot broadcast, then the machine that is
    longest due.
    """

    def __init__(self, poll_states: Mapping[int, PollState], now: Millis) -> None:
        self._poll_states = poll_states
        self._retry_limit_ms = (
            MAX_POLL_INTERVAL_MS
            - SILENT_POLL_MS * (len(poll_states) + MAX_ATTEMPTS)
            - MIN_POLL_INTERVAL_MS
        )
        """If any machine has waited this long, a failed poll is not repeated."""
        self._retry_poll: Poll | None = None
        self._last_message = b""
        self._wire_free_at = self._broadcast_due_at = now

    @property
    def due_at(self) -> Millis:
        """When the next message may be sent, if no response is awaited."""
        if self._retry_poll is not None:
            return self._poll_states[self._retry_poll.address].pollable_at
        earliest_at: Millis = self._next_machine.pollable_at
        return max(self._wire_free_at, min(self._broadcast_due_at, earliest_at))

    def next_message(self, make_broadcast: Callable[[], Poll], now: Millis) -> Poll:
        """Return the next message; `make_broadcast` makes the broadcast when its second is over."""
        retry_poll, self._retry_poll = self._retry_poll, None
        if retry_poll is not None:
            return retry_poll
        if now >= self._broadcast_due_at:
            self._broadcast_due_at = Millis(now + BROADCAST_INTERVAL_MS)
            return make_broadcast()
        poll_state = self._next_machine
        if self._last_message == polls.general_poll(poll_state.address).octets:
            return polls.SYNCHRONIZATION_POLL  # to the machine it would be the same poll again
        return poll_state.next_poll(now)

    def poll_sent(self, poll: Poll, now: Millis, link_state: LinkState) -> None:
        """Record that a message leaves now; `link_state` is its machine's."""
        self._last_message = poll.octets
        # 1 ms more, since the clock has whole milliseconds
        self._wire_free_at = Millis(now + transmission_ms(len(poll.octets)) + 1)
        if poll.is_answered:
            self._poll_states[poll.address].note_polled(now, link_state)

    def begin_with(self, poll: Poll) -> None:
        """Send this poll before any other message."""
        self._retry_poll = poll

    def retry(self, poll: Poll, now: Millis) -> bool:
        """Schedule the failed poll again, or give it up after MAX_ATTEMPTS or if another machine
        has waited too long. Return whether it is sent again.
        """
        self._wire_free_at = Millis(now + GIVE_UP_QUIET_MS)
        waited_ms = now - min(poll_state.polled_at for poll_state in self._poll_states.values())
        if (
            self._poll_states[poll.address].failed_attempts < MAX_ATTEMPTS
            and waited_ms < self._retry_limit_ms
        ):
            self._retry_poll = poll
        return self._retry_poll is not None

    @property
    def _next_machine(self) -> PollState:
        return min(self._poll_states.values(), key=lambda poll_state: poll_state.pollable_at)
