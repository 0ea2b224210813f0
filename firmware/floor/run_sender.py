"""The messages of a process that has no journal: a count within a run, which no run repeats."""

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from itertools import count
from typing import Final, NamedTuple

from nats.aio.msg import Msg

from firmware.floor.envelope import MessageRejected, OpenedMessage, Sender, Stamp, open_envelope
from firmware.floor.facts import LanePosition
from firmware.floor.roster.roster import Roster

RUN_BYTES: Final = 16
MAX_RUNS: Final = 4096
"""The most runs of a sender, each with its subjects, that are remembered: the oldest is forgotten
first, and no sender has others' forgotten.
"""
SILENT_RUN_S: Final = 15.0
"""After three missed heartbeats."""


class RunSender:
    """Seals the messages of one run of a process."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender
        self._run = secrets.token_hex(RUN_BYTES)
        self._numbers = count()

    @property
    def name(self) -> str:
        return self._sender.name

    @property
    def run(self) -> str:
        """The identity of the run, which the stamps of its messages have for a journal's."""
        return self._run

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


class _LastRun(NamedTuple):
    """The last run of a sender on a subject, by its clock and by ours."""

    run: str
    sent_ms: int
    noted_at_s: float


class RunSuccession:
    """Holds senders of which one process runs at a time: an earlier run's message is not taken
    while a later one lasts. Earlier is by the sender's own clock, which may be wrong, so that a
    run which has been silent for some time is succeeded by any.
    """

    def __init__(self, monotonic_clock: Callable[[], float] = time.monotonic) -> None:
        self._monotonic_clock = monotonic_clock
        self._last_runs: dict[tuple[str, str], _LastRun] = {}

    def check(self, stamp: Stamp) -> None:
        """Note a message of a run. Raises MessageRejected if its run has been succeeded."""
        now_s, source = self._monotonic_clock(), (stamp.sender, stamp.subject)
        last = self._last_runs.get(source)
        if (
            last is not None
            and stamp.journal != last.run
            and stamp.sent_ms < last.sent_ms
            and now_s - last.noted_at_s < SILENT_RUN_S
        ):
            raise MessageRejected("repeated", stamp.sender)
        self._last_runs[source] = _LastRun(stamp.journal, stamp.sent_ms, now_s)


class RunReceiver:
    """Opens the messages of places, of each of which one process runs: each message proven by a
    roster, and in its order.
    """

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self._run_order, self._run_succession = RunOrder(), RunSuccession()

    def open(self, message: Msg) -> OpenedMessage:
        """Raises MessageRejected."""
        opened = open_envelope(message.data, message.subject, self._roster)
        self._run_succession.check(opened.stamp)
        self._run_order.check(opened.stamp)
        return opened
