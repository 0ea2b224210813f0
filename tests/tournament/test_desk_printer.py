"""The ticket printer of a tournament's desk, on a real serial line with a simulated far end."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware.core.tournament import acts
from firmware.shell.config.faults import ConfigError
from firmware.shell.words.words import Words
from firmware.tournament.config import load_config
from firmware.tournament.service import TournamentService
from firmware.tournament.ticket_printer import run_ticket_printer
from hal.pi.serial_port import PyserialPort
from sim.machines.escpos import SimTicketPrinter
from sim.wires.pty import PtyWire
from tests.kits.tournament.hall_machine import ENTRY, ROOM_TOML, Machine, config_of

ENGLISH = Words.load("en")
LONGEST_S = 60
LOOK_S = 0.01
PRINTER = """
[printer]
part = "escpos"
port = "/dev/ttyUSB0"
baud = 9600
"""


Step = tuple[Callable[[], object], Callable[[], bool]]
"""An act of people, and what comes of it."""


class AskedPrinter(SimTicketPrinter):
    """A printer that knows whether the desk has asked it anything."""

    is_asked = False

    def receive(self, data: bytes) -> None:
        self.is_asked = True
        super().receive(data)


class Desk:
    """A tournament and its printer, which have the same wire over every restart."""

    def __init__(self) -> None:
        self.machine = Machine()
        self.machine.config = config_of(self.machine.config.terms, "lions", licence="NB-0123")
        self.service = TournamentService(self.machine.start())
        self.far = AskedPrinter()
        self.wire = PtyWire(self.far, 9600)
        self.announced: list[str] = []

    def sell(self, *players: str) -> None:
        self.service.journaled.handle_acts(*(acts.Register(who, ENTRY, 40) for who in players))

    def serve(self, *steps: Step) -> None:
        """Serve the printer, from its first answer, during these steps."""
        self.far.is_asked = False
        asyncio.run(self._serve((lambda: None, lambda: self.far.is_asked), *steps))

    async def _serve(self, *steps: Step) -> None:
        port = PyserialPort(self.wire.path, 9600)
        serving = asyncio.create_task(
            run_ticket_printer(
                self.service, port, ENGLISH, lambda text: self.announced.append(text.key)
            )
        )
        async with asyncio.timeout(LONGEST_S):
            for act, is_there in steps:
                act()
                while not is_there():
                    assert not serving.done()
                    await asyncio.sleep(LOOK_S)
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
        port.close()

    def printed(self) -> list[str]:
        """Return the number of each printed ticket, with a mark if it is a copy."""
        pages = self.far.ticket_texts
        return ["COPY " + page[2] if page[0] == "COPY" else page[1] for page in pages]

    def has_printed(self, *tickets: str) -> Callable[[], bool]:
        return lambda: self.printed() == [*tickets]


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.wire.close()


def test_004_9_one_ticket_per_sale(desk: Desk) -> None:
    desk.serve(
        (lambda: desk.sell("Anne"), desk.has_printed("Ticket 1")),
        (lambda: desk.sell("Zoé", "Luc"), desk.has_printed("Ticket 1", "Ticket 2", "Ticket 3")),
    )
    first = desk.far.ticket_texts[0]
    assert first[0] == "lions"
    assert "Player: Anne" in first
    assert "Licence: NB-0123" in first
    assert desk.far.unknown_commands == []


def test_sale_undone_before_its_turn_is_not_printed(desk: Desk) -> None:
    desk.far.limit_paper()
    desk.serve(
        (lambda: desk.sell("Anne", "Zoé"), lambda: "fault.no_paper" in desk.announced),
        (desk.service.journaled.undo_last_act, lambda: True),
        (desk.far.load_paper, desk.has_printed("Ticket 1")),
        (lambda: desk.sell("Luc"), desk.has_printed("Ticket 1", "Ticket 3")),
    )


def test_restart_reprints_only_last_ticket_as_copy(desk: Desk) -> None:
    desk.serve((lambda: desk.sell("Anne", "Zoé"), desk.has_printed("Ticket 1", "Ticket 2")))
    desk.serve(
        (lambda: None, desk.has_printed("Ticket 1", "Ticket 2", "COPY Ticket 2")),
        (
            lambda: desk.sell("Luc"),
            desk.has_printed("Ticket 1", "Ticket 2", "COPY Ticket 2", "Ticket 3"),
        ),
    )


def test_absent_printer_is_reported_once_and_waits(desk: Desk) -> None:
    desk.serve(
        (desk.wire.unplug, lambda: "hall.printer_lost" in desk.announced),
    )
    assert desk.announced.count("hall.printer_lost") == 1


def test_printer_is_read_from_tournament_file(tmp_path: Path) -> None:
    path = tmp_path / "room.toml"
    path.write_text(ROOM_TOML + PRINTER)
    config = load_config(path)
    assert config.printer is not None
    assert (config.printer.port, config.printer.baud) == ("/dev/ttyUSB0", 9600)


def test_invalid_setting_is_named(tmp_path: Path) -> None:
    path = tmp_path / "room.toml"
    path.write_text(ROOM_TOML + PRINTER.replace("9600", "9601").replace("/dev/", ""))
    with pytest.raises(ConfigError) as found:
        load_config(path)
    lines = "\n".join(found.value.rendered_lines(ENGLISH))
    assert "printer.port" in lines
    assert "printer.baud" in lines
