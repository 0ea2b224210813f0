"""The host's talk with one machine. Nothing of it outlives the process."""

from typing import Final

from drivers.sas import polls
from drivers.sas.polls import Poll
from firmware.slots.poll_queue import PollQueue
from firmware.slots.state import LinkState
from hal.ports import Millis

MIN_POLL_INTERVAL_MS: Final = 201
"""No machine is polled faster than each 200 ms (B), and a clock in whole ones may be one off."""
LOST_POLL_INTERVAL_MS: Final = 2000
"""A lost machine is polled at times; none slower than each 5 s (B)."""


class PollState:
    """When a machine was polled and heard, and its next poll."""

    def __init__(self, address: int, poll_queue: PollQueue, now: Millis) -> None:
        self.address, self.poll_queue = address, poll_queue
        self.polled_at = self.pollable_at = now
        """When it was polled last, and when it may be polled again."""
        self.answered_at = now
        self.meters_read_at: dict[int, Millis] = {}
        """When the meters of each game were last read in this run."""
        self.failed_attempts = 0
        """How often the last poll was sent without a sound answer."""
        self.is_silent = False
        """Whether nothing came at all."""

    def note_polled(self, now: Millis, link_state: LinkState) -> None:
        """Note that it is polled now."""
        self.polled_at = now
        self.pollable_at = Millis(
            now + (LOST_POLL_INTERVAL_MS if link_state == "lost" else MIN_POLL_INTERVAL_MS)
        )

    def note_answered(self, now: Millis) -> None:
        """Note that it has answered."""
        self.answered_at, self.failed_attempts, self.is_silent = now, 0, False

    def note_failed(self, now: Millis, *, is_silent: bool) -> None:
        """Note that its answer was missing, or spoilt."""
        self.failed_attempts, self.is_silent = self.failed_attempts + 1, is_silent
        if not is_silent:
            self.answered_at = now

    def next_poll(self, now: Millis) -> Poll:
        """Return the next poll, which is sent now. A machine that does not answer is asked for its
        meters alone: an exception, which it gives only once, it might take for heard, and forget.
        """
        if self.is_silent:
            return polls.read_poll(self.address, polls.BASIC_METERS)
        self.failed_attempts = 0
        return self.poll_queue.next_poll(now)
