"""The final report of a tournament: sales, winners, account and incidents (004 13).

A cancelled tournament has no prizes; its report has the refunds.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from firmware.core.tournament import prizes
from firmware.core.tournament.terms import CHARITY_PERCENT
from firmware.core.tournament.tournament import Tournament, TournamentStage
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.words.day_text import day_text
from firmware.tournament.config import TournamentConfig
from firmware.tournament.sheets.sheet import (
    Amount,
    Sheet,
    SheetRow,
    SheetTable,
    column_heads,
    sheet_text,
)
from firmware.tournament.state import TournamentState

MIN_RETURNED_PERCENT: Final = 30
"""Per cent of the gross (127)."""


def report_sheet(state: TournamentState, config: TournamentConfig) -> Sheet:
    """Return the report. Raises RequestFailed if the tournament is not over."""
    tournament = state.tournament
    if tournament.stage is not TournamentStage.OVER:
        raise RequestFailed(sheet_text("hall.sheet.not_over"))
    proceeds = _refund_rows(tournament) if tournament.is_cancelled else _account_rows(tournament)
    sheet_tables = [
        SheetTable(
            sheet_text("hall.sheet.account"),
            column_heads("what", "number", "amount", "article"),
            (*proceeds,),
        )
    ]
    if not tournament.is_cancelled:
        columns = column_heads("place", "player", "amount", "article")
        sheet_tables.append(
            SheetTable(sheet_text("hall.sheet.places"), columns, (*_place_rows(tournament),))
        )
    sheet_tables.append(
        SheetTable(
            sheet_text("hall.sheet.incidents"),
            column_heads("time", "what"),
            (*_incident_rows(state),),
        )
    )
    lines = (*_heading_lines(tournament), *_remaining_duties(state))
    return Sheet(
        sheet_text("hall.sheet.report_title", name=config.heading), lines, tuple(sheet_tables)
    )


def _account_rows(tournament: Tournament) -> Iterator[SheetRow]:
    is_holdem = tournament.terms.holdem
    proceeds = prizes.proceeds_account(tournament.terms, tournament.payments)
    yield from _sales_rows(tournament)
    yield (
        sheet_text("hall.sheet.gross"),
        "",
        Amount(proceeds.gross),
        "004 1" if is_holdem else "127",
    )
    prize_winners = sum(
        1
        for _ in prizes.tournament_prizes(tournament.terms, tournament.payments, tournament.places)
    )
    yield (
        sheet_text("hall.sheet.given"),
        prize_winners,
        Amount(proceeds.prizes),
        _prize_article(tournament),
    )
    yield (
        sheet_text("hall.sheet.expenses"),
        "",
        Amount(proceeds.expenses),
        "004 8" if is_holdem else "",
    )
    yield sheet_text("hall.sheet.net"), "", Amount(proceeds.net), "004 1" if is_holdem else ""
    label, percent, article = (
        (sheet_text("hall.sheet.charity_least"), CHARITY_PERCENT, "004 7")
        if is_holdem
        else (sheet_text("hall.sheet.returned_least"), MIN_RETURNED_PERCENT, "127")
    )
    yield label, "", Amount(_part_up(proceeds.gross, percent)), article


def _sales_rows(tournament: Tournament) -> Iterator[SheetRow]:
    """Yield the entries and the rebuys."""
    entries = len(tournament.payments) * tournament.terms.entry_cents
    rebuy_cents = sum(tournament.payments.values()) - entries
    article = "004 9" if tournament.terms.holdem else "124"
    yield sheet_text("hall.sheet.entries"), len(tournament.payments), Amount(entries), article
    yield sheet_text("hall.sheet.rebuys"), tournament.rebuy_count, Amount(rebuy_cents), article


def _refund_rows(tournament: Tournament) -> Iterator[SheetRow]:
    yield from _sales_rows(tournament)
    article = "004 9" if tournament.terms.holdem else ""
    yield (
        sheet_text("hall.sheet.paid_back"),
        len(tournament.payments),
        Amount(sum(tournament.payments.values())),
        article,
    )


def _place_rows(tournament: Tournament) -> Iterator[SheetRow]:
    """Yield all places, with their prizes."""
    prizes_won = {
        placing.player: placing.cents
        for placing in prizes.tournament_prizes(
            tournament.terms, tournament.payments, tournament.places
        )
    }
    for place, player in [
        (placing.place, placing.player) for placing in prizes.placings(tournament.places)
    ]:
        amount = Amount(prizes_won[player]) if player in prizes_won else ""
        yield place, player, amount, _prize_article(tournament)


def _prize_article(tournament: Tournament) -> str:
    return "004 9, 12" if tournament.terms.holdem else "127"


def _incident_rows(state: TournamentState) -> Iterator[SheetRow]:
    for incident in state.incidents:
        yield incident.local_time, incident.description
    if not state.incidents:
        yield "", sheet_text("hall.sheet.no_incident")


def _heading_lines(tournament: Tournament) -> Iterator[Text]:
    """Yield whether the required share was given."""
    proceeds = prizes.proceeds_account(tournament.terms, tournament.payments)
    if tournament.is_cancelled:
        yield sheet_text("hall.sheet.cancelled")
    elif tournament.terms.holdem:
        is_missed = prizes.is_charity_short(tournament.terms, proceeds)
        yield sheet_text(
            "hall.sheet.charity_missed" if is_missed else "hall.sheet.charity_met",
            percent=CHARITY_PERCENT,
            net_cents=Cents(proceeds.net),
        )
    else:
        yield sheet_text(
            "hall.sheet.returned_met",
            percent=MIN_RETURNED_PERCENT,
            given_cents=Cents(proceeds.prizes),
        )


def _remaining_duties(state: TournamentState) -> Iterator[Text]:
    """Yield the duties that remain after the tournament."""
    if state.tournament.terms.holdem:
        last_day = _local_time(state.last_wall_time).date()
        yield Text("hall.sheet.keep", {"day": day_text(last_day)})
        yield sheet_text("hall.sheet.deposit")
        yield sheet_text("hall.sheet.report_incidents")


def _local_time(wall_time: str) -> datetime:
    return datetime.fromisoformat(wall_time).astimezone()


def _part_up(cents: int, percent: int) -> int:
    """Return a percentage of cents, rounded up: it is a minimum."""
    return -(-cents * percent // 100)
