"""The host's talk with one machine. Nothing of it outlives the process."""

from typing import Final

from drivers.sas import polls
from drivers.sas.polls import Poll
from firmware.slots.poll_queue import Wishes
from firmware.slots.state import Link
from hal.ports import Millis

APART_MS: Final = 201
"""No machine is polled faster than each 200 ms (B), and a clock in whole ones may be one off."""
LOST_APART_MS: Final = 2000
"""A lost machine is polled at times; none slower than each 5 s (B)."""


class Talk:
    """When a machine was polled and heard, and its next poll."""

    def __init__(self, address: int, wishes: Wishes, now: Millis) -> None:
        self.address, self.wishes = address, wishes
        self.asked_at = self.free_at = now
        """When it was polled last, and when it may be polled again."""
        self.heard_at = now
        self.read_at: dict[int, Millis] = {}
        """When the meters of each game were last read in this run."""
        self.tries = 0
        """How often the last poll was sent without a sound answer."""
        self.silent = False
        """Whether nothing came at all."""

    def asked(self, now: Millis, link: Link) -> None:
        """Note that it is polled now."""
        self.asked_at = now
        self.free_at = Millis(now + (LOST_APART_MS if link == "lost" else APART_MS))

    def heard(self, now: Millis) -> None:
        """Note that it has answered."""
        self.heard_at, self.tries, self.silent = now, 0, False

    def in_vain(self, now: Millis, *, silent: bool) -> None:
        """Note that its answer was missing, or spoilt."""
        self.tries, self.silent = self.tries + 1, silent
        if not silent:
            self.heard_at = now

    def next_poll(self, now: Millis) -> Poll:
        """Return the next poll, which is sent now. A machine that does not answer is asked for its
        meters alone: an exception, which it gives only once, it might take for heard, and forget.
        """
        if self.silent:
            return polls.ask(self.address, polls.METERS)
        self.tries = 0
        return self.wishes.next(now)
