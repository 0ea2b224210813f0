"""The rules and prizes of a tournament, to be published a week before it (125); those of a charity
in New Brunswick are given out with the entries (004 9).
"""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Final

from firmware.core.games import slot_machine
from firmware.core.poker_room.engine.terms import HOLDEM_TOURNAMENT, POKER_ROOM
from firmware.core.tournament.prizes import prize_table
from firmware.core.tournament.terms import (
    ANY_GAME,
    MAXIMUM_PLAYERS,
    TournamentTerms,
    seconds_of_day,
)
from firmware.core.vocabulary.labels import game_label
from firmware.core.vocabulary.panel import Text
from firmware.shell.rules.poker_structure import tournament_structure
from firmware.shell.rules.rule_book import book_sentences
from firmware.shell.words.day_text import day_text
from firmware.tournament.config import TournamentConfig
from firmware.tournament.ruling_text import duration_text
from firmware.tournament.sheets.sheet import (
    BLANK_LINE,
    Amount,
    Sheet,
    SheetCell,
    SheetRow,
    SheetTable,
    column_heads,
    sheet_text,
)

EXAMPLE_ENTRIES: Final = (20, 50, 100, 200)
"""Numbers of entries for which example prizes are shown."""

BLANK_FIELDS: Final = (
    ("hall.sheet.blank.licence", "004 9, 14"),
    ("hall.sheet.blank.director", "004 11"),
    ("hall.sheet.blank.cause", "004 7"),
    ("hall.sheet.blank.bet_limit", "004 1"),
    ("hall.sheet.blank.language", "004 1"),
    ("hall.sheet.blank.too_few", "004 9"),
)
"""Blanks to fill in by hand where the file has no value: 004 demands them."""


def rules_sheet(config: TournamentConfig, day: date, language: str) -> Sheet:
    """Return the sheet of a tournament on that day, with the sentences of its rules in a language
    of the book.
    """
    terms = config.terms
    sheet_tables = [
        SheetTable(
            sheet_text("hall.sheet.facts"),
            column_heads("what", "value", "article"),
            (*_fact_rows(terms, day),),
        ),
        SheetTable(sheet_text("hall.sheet.prizes_by_entries"), _prize_heads(), _prize_rows(terms)),
        _level_table(terms),
        SheetTable(
            sheet_text("hall.sheet.rules"),
            column_heads("rule", "article"),
            tuple(_rule_rows(config, language)),
        ),
    ]
    if terms.holdem:
        sheet_tables.append(
            SheetTable(
                sheet_text("hall.sheet.fill_in"),
                column_heads("what", "value", "article"),
                _blank_rows(config),
            )
        )
    return Sheet(
        sheet_text("hall.sheet.rules_title", name=config.heading),
        _heading_lines(terms, day),
        tuple(sheet_tables),
    )


def publication_deadline(terms: TournamentTerms, day: date) -> date | None:
    """Return the last day on which the rules can be posted (125); None where 004 sets none."""
    return None if terms.holdem else day - timedelta(days=terms.published_days)


def _heading_lines(terms: TournamentTerms, day: date) -> tuple[Text, ...]:
    deadline = publication_deadline(terms, day)
    if deadline is None:
        return (sheet_text("hall.sheet.give_out"),)
    return (Text("hall.sheet.publish", {"day": day_text(deadline)}),)


def _fact_rows(terms: TournamentTerms, day: date) -> Iterator[SheetRow]:
    is_holdem = terms.holdem
    yield sheet_text("hall.sheet.day"), day_text(day), "004 9" if is_holdem else "125"
    hours_text = sheet_text("hall.sheet.hours", begins=terms.begins, ends=terms.ends)
    yield sheet_text("hall.sheet.licensed_hours"), hours_text, "004 9" if is_holdem else "125"
    yield sheet_text("hall.sheet.game"), _game_name(terms), "004 1" if is_holdem else "123"
    yield sheet_text("hall.sheet.entry"), Amount(terms.entry_cents), "004 9" if is_holdem else "124"
    yield sheet_text("hall.sheet.entry_chips"), terms.chips, "004 12" if is_holdem else "125"
    yield from _rebuy_rows(terms)
    if is_holdem:
        yield sheet_text("hall.sheet.most_players"), MAXIMUM_PLAYERS, "004 9"
        yield sheet_text("hall.sheet.managers"), terms.managers, "004 11"
        yield sheet_text("hall.sheet.expenses"), Amount(terms.expenses_cents), "004 8"
    elif terms.bonus_cents is not None:
        yield sheet_text("hall.sheet.bonus"), Amount(terms.bonus_cents), "124"
    yield sheet_text("hall.sheet.seats"), terms.seats, "004 10" if is_holdem else "125"
    yield (
        sheet_text("hall.sheet.share"),
        sheet_text("hall.sheet.percent", percent=terms.prize_percent),
        _share_article(terms),
    )


def _game_name(terms: TournamentTerms) -> Text:
    if terms.holdem or terms.of is None:
        return Text("posted.poker.holdem")
    return sheet_text("hall.sheet.slots") if terms.of == slot_machine.GAME else game_label(terms.of)


def _share_article(terms: TournamentTerms) -> str:
    return "004 7" if terms.holdem else "127"


def _rebuy_rows(terms: TournamentTerms) -> Iterator[SheetRow]:
    rebuy_terms, article = terms.rebuy, "004 9" if terms.holdem else "125"
    if rebuy_terms is None:
        yield sheet_text("hall.sheet.rebuy"), sheet_text("hall.sheet.none"), article
        return
    yield sheet_text("hall.sheet.rebuy"), Amount(rebuy_terms.cents), article
    yield sheet_text("hall.sheet.rebuy_chips"), rebuy_terms.chips, article
    until_level = rebuy_terms.until_level
    until_text = (
        sheet_text("hall.sheet.to_the_end")
        if until_level is None
        else sheet_text("hall.sheet.through", level=until_level)
    )
    yield sheet_text("hall.sheet.rebuy_until"), until_text, article


def _prize_heads() -> tuple[Text, ...]:
    example_heads = (
        sheet_text("hall.sheet.with_entries", count=entries) for entries in EXAMPLE_ENTRIES
    )
    return (*column_heads("place", "part"), *example_heads)


def _prize_rows(terms: TournamentTerms) -> tuple[SheetRow, ...]:
    """Return each place's percentage and its prize by the entries sold, then the units used."""
    examples = [
        prize_table(terms, entries * terms.entry_cents, entries) for entries in EXAMPLE_ENTRIES
    ]
    place_rows = tuple(
        (
            place,
            sheet_text("hall.sheet.percent", percent=percent),
            *(_prize_cell(prizes.amounts, place) for prizes in examples),
        )
        for place, percent in enumerate(terms.prizes, start=1)
    )
    units = (Amount(prizes.unit) for prizes in examples)
    return (*place_rows, (sheet_text("hall.sheet.unit"), "", *units))


def _prize_cell(amounts: Sequence[int], place: int) -> SheetCell:
    """Return the prize of a place; empty if there are fewer players, or it is under a cent."""
    cents = amounts[place - 1] if place <= len(amounts) else 0
    return Amount(cents) if cents else ""


LEVEL_HEADS: Final = ("level", "from", "minutes")
BLIND_HEADS: Final = ("small", "big", "ante")


def _level_table(terms: TournamentTerms) -> SheetTable:
    """Return the levels, with blinds and antes if the game has any."""
    blind_heads = BLIND_HEADS if terms.holdem or terms.of == POKER_ROOM else ()
    columns = column_heads(*LEVEL_HEADS, *blind_heads)
    return SheetTable(
        sheet_text("hall.sheet.levels"),
        columns,
        tuple(row[: len(columns)] for row in _level_rows(terms)),
    )


def _level_rows(terms: TournamentTerms) -> Iterator[SheetRow]:
    """Yield each level and break, with the time of day at which it begins without pauses."""
    number, elapsed_s = 0, 0
    for period in terms.levels:
        start_time = (
            _time_of_day(seconds_of_day(terms.begins) + elapsed_s)
            if elapsed_s < terms.duration_s
            else ""
        )
        small_blind, big_blind = period.blinds or ("", "")
        number += not period.rest
        level_name: SheetCell = sheet_text("hall.sheet.break") if period.rest else number
        ante: SheetCell = "" if period.rest else period.ante
        yield level_name, start_time, duration_text(period.seconds), small_blind, big_blind, ante
        elapsed_s += period.seconds


def _time_of_day(seconds: int) -> str:
    return f"{seconds // 3600 % 24:02}:{seconds // 60 % 60:02}"


def _rule_rows(config: TournamentConfig, language: str) -> Iterator[SheetRow]:
    """Yield the rules for players, with the section that contains or demands each."""
    game = HOLDEM_TOURNAMENT if config.terms.holdem else ANY_GAME
    structure = tournament_structure(config.terms)
    for sentence in book_sentences(config.rule_pack, game):
        if sentence.part != "device" and sentence.holds(structure):
            yield sentence.words(language), ", ".join(sentence.articles)


def _blank_rows(config: TournamentConfig) -> tuple[SheetRow, ...]:
    known_values = {
        "hall.sheet.blank.licence": config.licence,
        "hall.sheet.blank.too_few": config.too_few,
    }
    return tuple(
        (Text(field_key), known_values.get(field_key) or BLANK_LINE, article)
        for field_key, article in BLANK_FIELDS
    )
