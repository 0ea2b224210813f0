"""The messages of a process that has no journal: a count within a run, which no run repeats."""

import secrets
from collections import OrderedDict
from itertools import count
from typing import Final

from firmware.floor.envelope import MessageRejected, Sender, Stamp
from firmware.floor.facts import LanePosition

RUN_BYTES: Final = 16
MAX_RUNS: Final = 4096
"""The most runs of a sender, each with its subjects, that are remembered: the oldest is forgotten
first, and no sender has others' forgotten.
"""


class RunSender:
    """Seals the messages of one run of a process."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender
        self._run = secrets.token_hex(RUN_BYTES)
        self._numbers = count()

    @property
    def name(self) -> str:
        return self._sender.name

    def seal(self, subject: str, payload: bytes) -> bytes:
        return self._sender.seal(subject, self._run, LanePosition(0, next(self._numbers)), payload)


class RunOrder:
    """Holds the messages of runs in their order: none is taken twice, late or out of order."""

    def __init__(self) -> None:
        self._last_numbers: dict[str, OrderedDict[tuple[str, str], int]] = {}
        """By sender, by run and subject."""

    def check(self, stamp: Stamp) -> None:
        """Note the next message of a run. Raises MessageRejected if a later one was noted."""
        last_numbers = self._last_numbers.setdefault(stamp.sender, OrderedDict())
        run = stamp.journal, stamp.subject
        if stamp.position.number <= last_numbers.get(run, -1):
            raise MessageRejected("repeated", stamp.sender)
        last_numbers[run] = stamp.position.number
        last_numbers.move_to_end(run)
        if len(last_numbers) > MAX_RUNS:
            last_numbers.popitem(last=False)
