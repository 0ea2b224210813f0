"""A part that falls silent at an open port is lost once, and back once it has answered."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from drivers.angel_eye import AngelEyeShoe
from drivers.ball_blower import BallBlower
from drivers.bee_tek import BeeTekShoe
from drivers.escpos import TicketPrinter
from drivers.mercury import MercuryWheel
from drivers.part import Part
from drivers.pn532 import CardReader, HsuLink
from drivers.reshuffled import ReShuffledShuffler
from drivers.rr3036.reader import ChipReader
from drivers.slingshot import SlingShotWheel
from drivers.tags.chip_registry import ChipRegistry
from drivers.tags.deck_registry import DeckRegistry
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Panel
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.shell.parts.attached_part import AttachedPart
from hal.ports import Clock, Millis
from sim.machines.angel_eye import SimAngelEye
from sim.machines.blower import SimBallBlower
from sim.machines.escpos import SimTicketPrinter
from sim.machines.mercury import SimMercury
from sim.machines.pn532 import SimPn532
from sim.machines.pn532_hsu import SimPn532Hsu
from sim.machines.reshuffled import SimReShuffled
from sim.machines.rr3036 import SimRr3036
from sim.machines.slingshot import SimSlingShot
from sim.wires.far_end import FarEnd
from sim.wires.memory_port import MemoryPort, PerfectWire
from sim.world.virtual_clock import VirtualClock
from tests.kits.core.table_kit import STOPPED
from tests.kits.drivers.far_ends import Silent
from tests.kits.faults.lasting_table import LastingTable
from tests.kits.faults.part_faults import Mute
from tests.kits.offenders import each

WELL_MS = 3000
SILENT_MS = 60_000
MENDED_MS = 15_000
"""Longer than the longest back-off and a start."""
STEP_MS = 5
ANTENNAS = {1: Place(1, "banker"), 2: Place(1, "player")}


class Ends(NamedTuple):
    """A part, and what is at the far end of its wire."""

    far: Callable[[Clock], FarEnd]
    part: Callable[[MemoryPort], Part]


ASKED = {
    "rr3036": Ends(
        lambda _: SimRr3036(ANTENNAS), lambda port: ChipReader(port, ANTENNAS, ChipRegistry({}))
    ),
    "pn532": Ends(
        lambda _: SimPn532Hsu(SimPn532()),
        lambda port: CardReader(HsuLink(port), DeckRegistry({}), "2026-11"),
    ),
    "slingshot": Ends(
        lambda clock: SimSlingShot(clock.now),
        lambda port: SlingShotWheel(port, numbers=37, host_started=False),
    ),
    "mercury": Ends(
        lambda clock: SimMercury(clock.now),
        lambda port: MercuryWheel(port, numbers=37, protocol="advanced"),
    ),
    "reshuffled": Ends(lambda _: SimReShuffled(), ReShuffledShuffler),
    "blower": Ends(lambda clock: SimBallBlower(clock.now), BallBlower),
    "escpos": Ends(
        lambda _: SimTicketPrinter(), lambda port: TicketPrinter(port, lambda _: (), "COPY")
    ),
}
"""What answers, or speaks, without being given a reason."""
UNASKED: dict[str, Callable[[MemoryPort], Part]] = {
    "angel-eye without commands": lambda port: AngelEyeShoe(port, commands=False),
    "bee-tek": lambda port: BeeTekShoe(port, 800),
    "mercury in Basic": lambda port: MercuryWheel(port, numbers=37, protocol="basic"),
}


class Wired:
    """A part on its wire, run as its bus runs it."""

    def __init__(self, far: Callable[[Clock], FarEnd], part: Callable[[MemoryPort], Part]) -> None:
        self._clock = VirtualClock(1000)
        self.port = MemoryPort(far(self._clock))
        self.attached = AttachedPart(part(self.port))
        self.panel = Panel({})

    def run(self, millis: int) -> list[Event]:
        events: list[Event] = []
        until = self._clock.now() + millis
        while (now := self._clock.now()) < until:
            events += self.attached.show(self.panel, now)
            events += self.attached.poll(now, wire_active=self.port.readable())
            self._clock.advance_to(Millis(now + STEP_MS))
        return events


def ends_of_losses(events: list[Event]) -> list[str]:
    """Return "raised" and "ended" for each loss and each return."""
    gone = [event for event in events if isinstance(event, FaultRaised | FaultEnded)]
    said = {FaultRaised: "raised", FaultEnded: "ended"}
    return [said[type(event)] for event in gone if event.code in ("lost", "dark")]


@pytest.mark.clause("AGCO 11.1.4")
@each("kind", ASKED)
def test_silent_part_is_lost_once(kind: str) -> None:
    table = Wired(*ASKED[kind])
    said = [ends_of_losses(table.run(WELL_MS))]
    table.port.impairment = Mute()
    said.append(ends_of_losses(table.run(SILENT_MS)))
    table.port.impairment = PerfectWire()
    said.append(ends_of_losses(table.run(MENDED_MS)))
    assert (kind, said) == (kind, [[], ["raised"], ["ended"]])


def test_disobedient_shoe_is_lost_once() -> None:
    table = Wired(lambda _: SimAngelEye(), AngelEyeShoe)
    assert ends_of_losses(table.run(WELL_MS)) == []
    table.port.impairment, table.panel = Mute(), Panel({}, shoe_locked=True)
    assert ends_of_losses(table.run(SILENT_MS)) == ["raised"]
    table.port.impairment = PerfectWire()
    assert ends_of_losses(table.run(MENDED_MS)) == ["ended"]


@each("kind", UNASKED)
def test_unpolled_part_follows_its_port(kind: str) -> None:
    table = Wired(lambda _: Silent(), UNASKED[kind])
    assert table.run(SILENT_MS) == []
    table.port.unplug()
    assert ends_of_losses(table.run(WELL_MS)) == ["raised"]
    table.port.plug()
    assert ends_of_losses(table.run(MENDED_MS)) == ["ended"]


@pytest.mark.clause("Practice silence")
@pytest.mark.parametrize("silent_ms", [1000, 7000, 30_000])
def test_silent_chip_reader_stops_table(silent_ms: int) -> None:
    table = LastingTable("en")
    table.start()
    table.run_for(WELL_MS)
    table.hands.press_key(Key.CONFIRM)
    assert table.core.state.running_phase is Phase.OPEN
    table.ports["chips"].impairment = Mute()
    table.run_for(silent_ms)
    for _ in range(20):
        table.hands.press_key(Key.CONFIRM)
    assert table.core.state.running_phase is STOPPED
    assert table.faults() == [("chips", "lost")]
    assert table.prompt() == "Chip reader: no answer"
    table.ports["chips"].impairment = PerfectWire()
    table.run_for(MENDED_MS)
    table.hands.press_key(Key.CONFIRM)
    assert (table.core.state.running_phase, table.faults()) == (Phase.OPEN, [("chips", "lost")])
