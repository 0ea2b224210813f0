"""ESC/POS: a printer of tickets on a serial line."""

from drivers.escpos.printer import TicketPrinter

__all__ = ["TicketPrinter"]
