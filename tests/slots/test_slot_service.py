"""The service moves octets between a port and the host; a port that is lost comes back."""

import shutil
import threading
from pathlib import Path

import pytest

from firmware.core.vocabulary.panel import Text
from firmware.shell.journal import DirectoryCopy, JournalLost
from firmware.slots import service as services
from firmware.slots.service import BankService
from hal.errors import PortLost
from hal.ninth_bit import encode_message
from hal.ports import Millis
from sim.wires.memory_port import MemoryPort
from sim.world.virtual_clock import VirtualClock
from tests.kits.slots.bank_world import BankWorld, terms


class BankPort(MemoryPort):
    """A port at the machines' wire; waiting lets the world's time pass."""

    def __init__(self, world: BankWorld, clock: VirtualClock) -> None:
        super().__init__(world.wire, "/dev/ttyUSB0")
        self._world, self._clock = world, clock

    def write(self, data: bytes) -> None:
        super().write(encode_message(data))

    def wait(self, most: Millis) -> None:
        self._clock.advance(1 if self.readable() else most)
        self._world.clock.advance_to(self._clock.now())


class Served:
    def __init__(self, world: BankWorld | None = None) -> None:
        self.world, self.said = world or BankWorld(terms(2)), list[Text]()
        clock = VirtualClock()
        self.port = BankPort(self.world, clock)
        bank, alone = self.world.bank, threading.Lock()
        self.service = BankService(self.port, clock, bank, alone, self.said.append)

    def turns(self, count: int) -> None:
        for _ in range(count):
            self.service.run_once()


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Served:
    monkeypatch.setattr(services.time, "sleep", lambda _: None)
    return Served()


def test_bank_is_read_through_its_port(served: Served) -> None:
    served.turns(150)
    served.world.machines[1].begin_game(3)
    served.turns(150)
    assert served.world.machine().meter_total(0) == 3
    assert served.said == []


def test_alarm_is_reported_once_per_occurrence(served: Served) -> None:
    machine = served.world.machines[1]
    for act in (machine.open_door, machine.close_door, machine.open_door):
        act()
        served.turns(200)
    assert [said.key for said in served.said] == ["slots.alarm.open"] * 2


def test_lost_port_reported_and_reopened(served: Served) -> None:
    served.turns(100)
    served.port.unplug()
    served.turns(3)
    assert [said.key for said in served.said] == [f"hardware.{PortLost.__name__}"]
    assert served.service.failures
    served.port.plug()
    served.turns(100)
    assert not served.service.failures


def test_removed_copy_is_reported_and_both_stop_it(tmp_path: Path) -> None:
    world = BankWorld(terms(2))
    world.copies = DirectoryCopy(tmp_path / "a"), DirectoryCopy(tmp_path / "b")
    world.start()
    served = Served(world)
    served.turns(100)
    shutil.rmtree(tmp_path / "a")
    served.turns(100)
    assert [said.key for said in served.said] == ["slots.alarm.copy_lost"]
    shutil.rmtree(tmp_path / "b")
    with pytest.raises(JournalLost):
        served.turns(100)
