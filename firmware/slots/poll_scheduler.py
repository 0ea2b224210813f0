"""Whose turn it is on the wire."""

from collections.abc import Callable, Mapping
from typing import Final

from drivers.sas import polls
from drivers.sas.exchange import transmission_ms
from drivers.sas.polls import Poll
from firmware.slots.poll_state import MIN_POLL_INTERVAL_MS, PollState
from firmware.slots.state import LinkState
from hal.ports import Millis

MAX_ATTEMPTS: Final = 3
BROADCAST_INTERVAL_MS: Final = 1000
"""The lot is told to the machines each second: they miss it after 5 s (A)."""
MAX_POLL_INTERVAL_MS: Final = 5000
"""No machine is polled slower (B)."""
GIVE_UP_QUIET_MS: Final = 20
"""After a poll that was given up: an answer that is late must not seem another machine's."""
SILENT_POLL_MS: Final = 40 + GIVE_UP_QUIET_MS
"""The longest that a poll without an answer takes."""


class PollScheduler:
    """The machine that is free first comes first; before all of them comes a poll that is asked
    again, then what all are told each second.
    """

    def __init__(self, poll_states: Mapping[int, PollState], now: Millis) -> None:
        self._poll_states = poll_states
        self._retry_limit_ms = (
            MAX_POLL_INTERVAL_MS
            - SILENT_POLL_MS * (len(poll_states) + MAX_ATTEMPTS)
            - MIN_POLL_INTERVAL_MS
        )
        """If a machine has waited for so long, no answer is asked for again: all come first."""
        self._retry_poll: Poll | None = None
        self._last_message = b""
        self._wire_free_at = self._broadcast_due_at = now

    @property
    def due_at(self) -> Millis:
        """When the next message may be sent, if no answer is awaited."""
        if self._retry_poll is not None:
            return self._poll_states[self._retry_poll.address].pollable_at
        earliest_at: Millis = self._next_machine.pollable_at
        return max(self._wire_free_at, min(self._broadcast_due_at, earliest_at))

    def next_message(self, make_broadcast: Callable[[], Poll], now: Millis) -> Poll:
        """Return the next message; `shown` returns what all machines are told."""
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
        """Note that a message leaves now; `link` is the one to its machine."""
        self._last_message = poll.octets
        self._wire_free_at = Millis(now + transmission_ms(len(poll.octets)) + 1)
        if poll.is_answered:
            self._poll_states[poll.address].note_polled(now, link_state)

    def retry(self, poll: Poll, now: Millis) -> bool:
        """Ask the same again, since any other message would acknowledge the answer (B), or give it
        up: if it was asked often, or others wait too long. Return whether it is asked.
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
