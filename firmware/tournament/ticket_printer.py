"""The ticket printer at a tournament's desk: each ticket of an entry is printed as it is sold.

A ticket is printed once. One that was cut off, or may have been when the service was stopped, is
printed again as a copy; `croupier tournament sheet tickets` prints any of them at any time.
"""

import asyncio
import time
from typing import Final

from drivers.escpos import TicketPrinter
from drivers.escpos.ticket_queue import Tickets
from firmware.core.vocabulary.panel import Panel, Text
from firmware.floor.log import WriteLog
from firmware.shell.words.words import Words
from firmware.tournament.journaled_tournament import JournaledTournament
from firmware.tournament.service import TournamentService
from firmware.tournament.sheets.tickets import printed_tickets, ticket_lines
from firmware.tournament.state import SoldTicket
from hal.errors import PortLost
from hal.ports import Millis, SerialPort

POLL_INTERVAL_S: Final = 0.05
RETRY_INTERVAL_S: Final = 1.0
BLANK_PANEL: Final = Panel({})
"""A tournament's desk has no table; the printer takes its tickets from the tournament."""


class TicketDesk:
    """The tickets that should have been printed by now."""

    def __init__(self, service: TournamentService, words: Words) -> None:
        self._service = service
        self._words = words
        self._sold: dict[str, SoldTicket] = {}
        self._tickets: Tickets = ()

    def tickets(self, _panel: Panel) -> Tickets:
        """Return the tickets, the oldest first; composed again only after a sale or an undo."""
        return self._service.read_exclusively(self._composed)

    def _composed(self, journaled: JournaledTournament) -> Tickets:
        sold = journaled.state.tickets
        if sold != self._sold:
            self._sold = dict(sold)
            self._tickets = tuple(
                (str(ticket.number), tuple(ticket_lines(ticket, self._words)))
                for ticket in printed_tickets(sold, [*sold], journaled.config)
            )
        return self._tickets


async def run_ticket_printer(
    service: TournamentService, port: SerialPort, words: Words, announce: WriteLog
) -> None:
    """Print tickets until cancelled. A printer that is lost is tried again, and announced once.

    Raises JournalError.
    """
    desk = TicketDesk(service, words)
    printer = TicketPrinter(port, desk.tickets, words.render(Text("ticket.copy")))
    is_lost = False
    while True:
        try:
            await asyncio.to_thread(printer.start, _now())
            while True:
                await asyncio.to_thread(_turn, printer, announce)
                is_lost = is_lost and not printer.answered
                await asyncio.sleep(POLL_INTERVAL_S)
        except PortLost:
            if not is_lost:
                announce(Text("hall.printer_lost", {"path": port.path}))
            is_lost = True
            await asyncio.sleep(RETRY_INTERVAL_S)


def _turn(printer: TicketPrinter, announce: WriteLog) -> None:
    """Print what is due; announce what the printer reports of itself. Raises PortLost."""
    printer.show(BLANK_PANEL, _now())
    for event in printer.poll(_now()):
        announce(event.text())


def _now() -> Millis:
    return Millis(time.monotonic_ns() // 1_000_000)
