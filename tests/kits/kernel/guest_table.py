"""A table whose service is in a guest, with its people: what a scenario is written with."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from firmware.core.vocabulary.status import Status
from firmware.shell.sockets.line_client import ControlError
from sim.people.actor import Actor
from sim.people.by_chance.croupier import Croupier
from sim.people.deal import DealtCards
from sim.people.layout import layout_of
from sim.people.person import Person
from sim.web.bench.bench import Bench
from sim.web.bench.table_dir import Seating
from sim.web.hands.fault_injector import FaultInjector
from tests.kits.kernel.guest import IN_MEMORY, Failed

QUICKER: Final = 20.0
PATIENCE_S: Final = 300.0
"""The end of every wait: long, as another program may have the machine."""
LOOKS_S: Final = 0.05
LAST_LOGGED: Final = 6000
"""Characters of the service's log that a scenario shows that has waited in vain."""

Faults = set[tuple[str, str]]


@contextmanager
def in_memory(_seating: Seating) -> Iterator[Path]:
    """Give a room in memory: a guest syncs its disks at each event of the table."""
    with TemporaryDirectory(prefix="croupier-", dir=IN_MEMORY, ignore_cleanup_errors=True) as path:
        yield Path(path)


class GuestTable:
    """A bench whose service is in a guest, in which `shell` runs commands.

    Its people make no mistakes.
    """

    patience_s = PATIENCE_S

    def __init__(self, bench: Bench, shell: Callable[[str], str]) -> None:
        self.bench = bench
        self._shell = shell
        self.fault_injector = FaultInjector(bench)
        self.croupier = self._croupier(Random(1))

    def start(self) -> None:
        """Switch everything on; returns once the service is ready."""
        try:
            self.bench.open()
        except Failed as failed:
            raise AssertionError(self._in_vain(failed)) from failed

    # eyes

    def look(self) -> Status:
        return self.until(lambda _: True)

    def until(self, seen: Callable[[Status], bool]) -> Status:
        """Return the first status that is as wanted. Raises AssertionError where none is."""
        end, said = time.monotonic() + self.patience_s, ""
        while time.monotonic() < end:
            try:
                status = self.bench.read_status()
            except ControlError as error:
                said = str(error)
            else:
                if seen(status):
                    return status
                said = str(status)
            time.sleep(LOOKS_S)
        raise AssertionError(self._in_vain(said))

    def until_fault(self, part: str, code: str) -> Status:
        return self.until(lambda now: (part, code) in faults(now))

    def until_well(self) -> Status:
        return self.until(lambda now: not now.faults)

    # acts

    def play(self, rounds: int) -> Status:
        """Play so many rounds to their end, and what is asked before."""
        first = self.look().round
        end = time.monotonic() + rounds * self.patience_s
        while (seen := self.look()).round < first + rounds or seen.phase != "open":
            assert time.monotonic() < end, self._in_vain(seen)
            self.croupier.step()
        return seen

    def open(self) -> Status:
        """Do what is asked until bets are taken, or the round goes on."""
        end = time.monotonic() + self.patience_s
        while (seen := self.look()).stopped or seen.phase == "closed":
            assert time.monotonic() < end, self._in_vain(seen)
            self.croupier.step()
        return seen

    def unplug(self, part: str) -> None:
        self.fault_injector.set_fault(part, "unplug", active=True)

    def plug(self, part: str) -> None:
        self.fault_injector.set_fault(part, "unplug", active=False)

    def sh(self, command: str) -> str:
        """Run a command as root and return what it prints. Raises Failed."""
        return self._shell(command)

    def unit(self, name: str) -> str:
        """Return a property of the service's unit."""
        return self.sh(f"systemctl show --value --property {name} croupier").strip()

    def starts(self) -> int:
        """Return how often systemd has started the service again."""
        return int(self.unit("NRestarts"))

    def log(self) -> str:
        """Return what the service has logged since the boot."""
        return self.sh("journalctl --boot --unit croupier --output cat --no-pager")

    def _in_vain(self, seen: object) -> str:
        return f"{seen}\n{self.log()[-LAST_LOGGED:]}"

    def _croupier(self, chance: Random) -> Croupier:
        bench = self.bench
        deal = DealtCards(bench.game, chance) if bench.game.decks else None
        body, layout = Actor(bench.hands, self.look, QUICKER), layout_of(bench.config)
        person = Person(body, layout, chance, rack=bench.rack, dealt_cards=deal)
        return Croupier(person, chance, mishap_rate=0)


def faults(status: Status) -> Faults:
    return {(fault.part, fault.code) for fault in status.faults}
