"""A shoe at a serial server: its cards arrive, its loss is reported as that of a pulled cable."""

from collections.abc import Iterator

import pytest

from drivers.bee_tek import BeeTekShoe
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead, Event, FaultEnded, FaultRaised
from firmware.shell.parts.attached_part import AttachedPart
from hal.pi.server_port import ServerPort
from hal.ports import Millis
from tests.kits.drivers.bee_tek_line import REPEAT_MS, word
from tests.kits.hal.serial_server import SerialServer

TURNS = 40
"""More turns than any event here takes; each ends with an octet or is over at once."""


class Spoken:
    """A shoe that says what a test lets it say."""

    def __init__(self) -> None:
        self.said = b""

    def receive(self, data: bytes) -> None:
        """It takes no orders."""

    def transmit(self) -> bytes:
        said, self.said = self.said, b""
        return said


class Bench:
    def __init__(self) -> None:
        self.shoe = Spoken()
        self.server = SerialServer(self.shoe)
        self.port = ServerPort(self.server.path)
        self.part = AttachedPart(BeeTekShoe(self.port, REPEAT_MS))
        self.now = Millis(0)

    def first(self, kind: type[Event]) -> Event | None:
        """Take turns until an event of this kind comes."""
        for _ in range(TURNS):
            self.now = Millis(self.now + REPEAT_MS)
            for event in self.part.poll(self.now, wire_active=True):
                if isinstance(event, kind):
                    return event
            self.port.wait(Millis(REPEAT_MS // 10))
        return None


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.port.close()
    made.server.unplug()


def test_cards_arrive_and_a_loss_is_a_fault(bench: Bench) -> None:
    bench.part.poll(bench.now)
    bench.shoe.said = word("4S") * 2
    assert bench.first(CardRead) == CardRead(parse_card("4S"))
    bench.server.unplug()
    assert bench.first(FaultRaised) == FaultRaised("shoe", "lost")
    bench.server.plug()
    assert bench.first(FaultEnded) == FaultEnded("shoe", "lost")
    bench.shoe.said = word("KH") * 2
    assert bench.first(CardRead) == CardRead(parse_card("KH"))


def test_second_program_is_the_fault(bench: Bench) -> None:
    other = ServerPort(bench.server.path)
    other.reopen()
    assert bench.first(FaultRaised) == FaultRaised("shoe", "port_taken")
    other.close()
    assert bench.first(FaultEnded) == FaultEnded("shoe", "port_taken")
