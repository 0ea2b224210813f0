"""Thirty-two machines on a pseudo-terminal in real time: is each polled in SAS's times here?"""

import threading
import time
from collections import defaultdict
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from firmware.shell.journal import DeadlineCopy, DirectoryCopy, Journal
from firmware.slots.alarms import bank_alarms
from firmware.slots.config import BankConfig
from firmware.slots.journaled_bank import JournaledBank
from firmware.slots.service import BankService
from hal.clock import MonotonicClock
from sim.play.virtual_bank import STAMP
from sim.slot_machine.cable import TEN_BIT_BAUD_RATE, MarkedPort, PlayedSlotWire, slot_machine_cable
from sim.slot_machine.machine import Cabinet, SimSlotMachine
from tests.kits.slots.bank_world import terms

LEAST_MS, MOST_MS = 200, 5000


class WatchedPort(MarkedPort):
    """Notes when each message was sent, and how long the first octet of its answer took."""

    def __init__(self, path: str) -> None:
        super().__init__(path, TEN_BIT_BAUD_RATE)
        self.sent: dict[int, list[float]] = defaultdict(list)
        self.answered: list[float] = []
        self._asked: float | None = None

    def write(self, data: bytes) -> None:
        now = time.monotonic() * 1000
        if address := data[0] & 0x7F:
            self.sent[address].append(now)
            self._asked = now
        super().write(data)

    def read(self) -> bytes:
        data = super().read()
        if data and self._asked is not None:
            self.answered.append(time.monotonic() * 1000 - self._asked)
            self._asked = None
        return data


class Figures(NamedTuple):
    """All times in milliseconds."""

    machines: int
    polls: int
    interval_least: float
    interval_median: float
    interval_worst: float
    answer_median: float
    answer_worst: float
    alarms: list[str]
    processor: float
    """The share of a processor that all took, machines and players too."""

    @property
    def is_in_time(self) -> bool:
        return self.interval_least >= LEAST_MS - 1 and self.interval_worst <= MOST_MS

    def __str__(self) -> str:
        return (
            f"{self.machines} machines, {self.polls} polls; a machine is polled each"
            f" {self.interval_median:.0f} ms (least {self.interval_least:.0f}, worst"
            f" {self.interval_worst:.0f}); an answer is read after {self.answer_median:.1f} ms"
            f" (worst {self.answer_worst:.1f}); {self.processor:.0%} of a processor"
            f"; alarms: {', '.join(self.alarms) or 'none'}"
        )


def measured(machines: int, seconds: float, folder: Path) -> Figures:
    """Serve a bank for so long; its journal is in two folders on this disk."""
    bank = terms(machines)
    wire = PlayedSlotWire([SimSlotMachine(Cabinet(at)) for at in bank.machine], Random(1), 2000)
    journal = Journal.open(tuple(DeadlineCopy(DirectoryCopy(folder / one)) for one in "ab"), STAMP)
    end, before = time.monotonic() + seconds, time.process_time()
    with (
        closing(journal),
        closing(slot_machine_cable(wire)) as line,
        closing(WatchedPort(line.path)) as port,
    ):
        journaled_bank = JournaledBank(BankConfig(bank), journal)
        service = BankService(
            port, MonotonicClock(), journaled_bank, threading.Lock(), lambda said: None
        )
        while time.monotonic() < end:
            service.run_once()
    intervals = [later - at for times in port.sent.values() for at, later in pairwise(times)]
    return Figures(
        len(port.sent),
        sum(map(len, port.sent.values())),
        min(intervals),
        median(intervals),
        max(intervals),
        median(port.answered),
        max(port.answered),
        [alarm.key for alarm in bank_alarms(journaled_bank.state)],
        (time.process_time() - before) / seconds,
    )
