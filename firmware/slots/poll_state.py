"""The polling state of one machine: times, retries, queue. It does not outlive the process."""

from collections import Counter
from typing import Final

from drivers.message_log import MessageLog
from drivers.sas import polls
from drivers.sas.exchange import PollOutcome
from drivers.sas.message_table import ROWS, is_unknown, outcome_row_name
from drivers.sas.polls import Poll
from firmware.slots.machine_state import LinkState
from firmware.slots.poll_queue import PollQueue
from hal.ports import Millis

MIN_POLL_INTERVAL_MS: Final = 201
"""No machine is polled faster than every 200 ms (B); 1 ms more, since the clock has whole ones."""
LOST_POLL_INTERVAL_MS: Final = 2000
"""A lost machine is polled rarely, but never slower than every 5 s (B)."""


class PollState:
    """When a machine was polled and last responded, its failed attempts, and its poll queue."""

    def __init__(self, address: int, poll_queue: PollQueue, now: Millis) -> None:
        self.address, self.poll_queue = address, poll_queue
        self.polled_at = self.pollable_at = now
        """When it was last polled, and the earliest time of its next poll."""
        self.answered_at = now
        self.meters_read_at: dict[int, Millis] = {}
        """When the meters of each game were read in this run."""
        self.failed_attempts = 0
        """How often the last poll was sent without a valid response."""
        self.is_silent = False
        """Whether the last poll had no response at all."""
        self.is_start_up_due = False
        """Whether the machine was met, and may be shut down by a former host."""
        self.put_back_at: dict[Poll, Millis] = {}
        """When a setting that the machine shows to be on was last switched off, by the poll."""
        self.unanswered_rounds: Counter[int] = Counter()
        """How often each command was given up or refused since it was answered."""
        self.messages = MessageLog(ROWS, Counter())

    def note_polled(self, now: Millis, link_state: LinkState) -> None:
        """Record a poll; the next one is possible after the interval of this link."""
        self.polled_at = now
        self.pollable_at = Millis(
            now + (LOST_POLL_INTERVAL_MS if link_state == "lost" else MIN_POLL_INTERVAL_MS)
        )

    def note_answered(self, now: Millis) -> None:
        """Record a response."""
        self.answered_at, self.failed_attempts, self.is_silent = now, 0, False

    def note_failed(self, now: Millis, *, is_silent: bool) -> None:
        """Count a failed poll: no response, or a bad one."""
        self.failed_attempts, self.is_silent = self.failed_attempts + 1, is_silent
        # a spoilt response proves that the machine is still there
        if not is_silent:
            self.answered_at = now

    def note_message(self, poll: Poll, outcome: PollOutcome, now: Millis) -> None:
        """Count the machine's message, by the table of its protocol."""
        if (row_name := outcome_row_name(poll, outcome)) is not None:
            self.messages.note(row_name)
        elif is_unknown(outcome):
            self.messages.note_unknown(outcome.response, str(outcome.error or "exception"), now)

    def next_poll(self, now: Millis) -> Poll:
        """Return the next poll, to be sent now.

        A silent machine is polled for its meters only: it reports an exception once, and would take
        the next general poll as its acknowledgement although the response was lost.
        """
        if self.is_silent:
            return polls.read_poll(self.address, polls.BASIC_METERS)
        self.failed_attempts = 0
        return self.poll_queue.next_poll(now)
