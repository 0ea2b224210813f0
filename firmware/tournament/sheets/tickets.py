"""The tickets of entries, for the entrance (004 9): as HTML, or as text for a receipt printer."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import Final, NamedTuple

from firmware.core.tournament.terms import TournamentTerms
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.pages.printed.document import printed_document
from firmware.shell.words.day_text import day_text
from firmware.shell.words.words import Words
from firmware.tournament.config import TournamentConfig
from firmware.tournament.sheets.sheet import BLANK_LINE, sheet_text
from firmware.tournament.state import SoldTicket

STYLESHEET: Final = Path(__file__).with_name("tickets.css")
RECEIPT_COLUMNS: Final = 42
"""Characters in a line of a receipt printer."""
TEAR_OFF: Final = "- " * (RECEIPT_COLUMNS // 2)


class PrintedTicket(NamedTuple):
    """A ticket before translation."""

    heading: str
    """The tournament's name."""
    number: int
    lines: tuple[Text, ...]


def printed_tickets(
    sold_tickets: Mapping[str, SoldTicket], players: Sequence[str], config: TournamentConfig
) -> Iterator[PrintedTicket]:
    """Yield the tickets of these players."""
    for player in players:
        ticket = sold_tickets[player]
        lines = (*_sale_lines(player, ticket, config.terms), *_licence_lines(config))
        yield PrintedTicket(config.heading, ticket.number, lines)


def tickets_html(tickets: Sequence[PrintedTicket], words: Words) -> str:
    """Return a self-contained HTML document, several tickets a page."""
    heading = tickets[0].heading if tickets else ""
    title = words.render(sheet_text("hall.sheet.ticket.title", name=heading))
    style = STYLESHEET.read_text(encoding="utf-8")
    sections = "".join(_html_ticket(ticket, words) for ticket in tickets)
    return printed_document(words.language, title, sections, style)


def tickets_text(tickets: Sequence[PrintedTicket], words: Words) -> str:
    """Return the tickets as plain text, one below the other."""
    return "".join(f"{line}\n" for ticket in tickets for line in _text_lines(ticket, words))


def _sale_lines(player: str, ticket: SoldTicket, terms: TournamentTerms) -> Iterator[Text]:
    sold_at = datetime.fromisoformat(ticket.wall_time).astimezone()
    yield sheet_text("hall.sheet.ticket.player", who=player)
    yield Text("hall.sheet.ticket.entry", {"cents": terms.entry_cents, "chips": terms.chips})
    sold_values: TextValues = {"day": day_text(sold_at.date()), "time": sold_at.strftime("%H:%M")}
    yield Text("hall.sheet.ticket.sold", sold_values)
    yield sheet_text("hall.sheet.ticket.begins", time=terms.begins)


def _licence_lines(config: TournamentConfig) -> Iterator[Text]:
    """Yield what 004 9 demands of a ticket; a blank to fill in where the file does not have it."""
    is_holdem = config.terms.holdem
    if is_holdem or config.licence:
        yield sheet_text("hall.sheet.ticket.licence", licence=config.licence or BLANK_LINE)
    if is_holdem or config.too_few:
        yield sheet_text("hall.sheet.ticket.too_few", measures=config.too_few or BLANK_LINE)
    if is_holdem:
        yield sheet_text("hall.sheet.ticket.entrance")


def _number_text(ticket: PrintedTicket, words: Words) -> str:
    return words.render(sheet_text("hall.sheet.ticket.ticket", number=ticket.number))


def _html_ticket(ticket: PrintedTicket, words: Words) -> str:
    lines = "".join(f"<p>{escape(words.render(line))}</p>\n" for line in ticket.lines)
    heading, number = escape(ticket.heading), escape(_number_text(ticket, words))
    return f"<section>\n<h1>{heading}</h1>\n<h2>{number}</h2>\n{lines}</section>\n"


def ticket_lines(ticket: PrintedTicket, words: Words) -> Iterator[str]:
    """Yield the lines of a ticket; they are not wrapped."""
    yield ticket.heading
    yield _number_text(ticket, words)
    yield from map(words.render, ticket.lines)


def _text_lines(ticket: PrintedTicket, words: Words) -> Iterator[str]:
    for line in ticket_lines(ticket, words):
        yield from wrap(line, RECEIPT_COLUMNS)
    yield ""
    yield TEAR_OFF.rstrip()
    yield ""
