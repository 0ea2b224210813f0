"""The final report of a tournament: sales, winners, account and incidents (004 13).

A tournament that was cancelled has no prizes; its report has what is paid back.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from firmware.core.tournament import prizes
from firmware.core.tournament.terms import CHARITY_PERCENT
from firmware.core.tournament.tournament import Room, Stage
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.tournament.sheets.paper import Amount, Paper, Part, Row, heads, text
from firmware.tournament.state import Hall

LEAST_RETURNED: Final = 30
"""Per cent of the gross (127)."""


def report_sheet(hall: Hall, title: str) -> Paper:
    """Return the report. Raises CannotBeDone if the tournament is not over."""
    room = hall.room
    if room.stage is not Stage.OVER:
        raise CannotBeDone(text("not_over"))
    account = _paid_back(room) if room.cancelled else _account(room)
    parts = [Part(text("account"), heads("what", "number", "amount", "article"), (*account,))]
    if not room.cancelled:
        columns = heads("place", "player", "amount", "article")
        parts.append(Part(text("places"), columns, (*_places(room),)))
    parts.append(Part(text("incidents"), heads("time", "what"), (*_incidents(hall),)))
    lines = (*_lines(room), *_kept(hall))
    return Paper(text("report_title", name=title), lines, tuple(parts))


def _account(room: Room) -> Iterator[Row]:
    holdem = room.terms.holdem
    told = prizes.proceeds(room.terms, room.paid)
    yield from _sold(room)
    yield text("gross"), "", Amount(told.gross), "004 1" if holdem else "127"
    paid = sum(1 for _ in prizes.won_in(room.terms, room.paid, room.places))
    yield text("given"), paid, Amount(told.prizes), _of_prizes(room)
    if left := prizes.total(room.terms, told.gross) - told.prizes:
        yield text("left_over"), "", Amount(left), "004 9"
    yield text("expenses"), "", Amount(told.expenses), "004 8" if holdem else ""
    yield text("net"), "", Amount(told.net), "004 1" if holdem else ""
    if holdem:
        yield text("charity_least"), "", Amount(_part_up(told.gross, CHARITY_PERCENT)), "004 7"
    else:
        yield text("returned_least"), "", Amount(_part_up(told.gross, LEAST_RETURNED)), "127"


def _sold(room: Room) -> Iterator[Row]:
    """Yield the entries and the rebuys."""
    entries = len(room.paid) * room.terms.entry_cents
    again = sum(room.paid.values()) - entries
    article = "004 9" if room.terms.holdem else "124"
    yield text("entries"), len(room.paid), Amount(entries), article
    yield text("rebuys"), room.rebuys, Amount(again), article


def _paid_back(room: Room) -> Iterator[Row]:
    yield from _sold(room)
    article = "004 9" if room.terms.holdem else ""
    yield text("paid_back"), len(room.paid), Amount(sum(room.paid.values())), article


def _places(room: Room) -> Iterator[Row]:
    """Yield all places, with the prizes of those that have one."""
    won = {one.player: one.cents for one in prizes.won_in(room.terms, room.paid, room.places)}
    for place, player in [(one.place, one.player) for one in prizes.told(room.places)]:
        amount = Amount(won[player]) if player in won else ""
        yield place, player, amount, _of_prizes(room)


def _of_prizes(room: Room) -> str:
    return "004 9, 12" if room.terms.holdem else "127"


def _incidents(hall: Hall) -> Iterator[Row]:
    for incident in hall.incidents:
        yield incident.local, incident.what
    if not hall.incidents:
        yield "", text("no_incident")


def _lines(room: Room) -> Iterator[Text]:
    """Yield whether the tournament gave what it had to."""
    told = prizes.proceeds(room.terms, room.paid)
    if room.cancelled:
        yield text("cancelled")
    elif room.terms.holdem:
        met = "missed" if prizes.falls_short(room.terms, told) else "met"
        yield text(f"charity_{met}", percent=CHARITY_PERCENT, net_cents=Cents(told.net))
    else:
        yield text("returned_met", percent=LEAST_RETURNED, given_cents=Cents(told.prizes))


def _kept(hall: Hall) -> Iterator[Text]:
    """Yield the duties that remain, with the report and the money."""
    if hall.room.terms.holdem:
        yield text("keep", day=_local(hall.wall).date().isoformat())
        yield text("deposit")
        yield text("report_incidents")


def _local(wall: str) -> datetime:
    return datetime.fromisoformat(wall).astimezone()


def _part_up(cents: int, percent: int) -> int:
    """Return so many per cent, rounded up to a cent: it is the least."""
    return -(-cents * percent // 100)
