"""What a journal is of: a tournament's table and its hall have games of the same name."""

from dataclasses import replace

from firmware.cli.commands.journal_content import content_of
from firmware.core.vocabulary.panel import Text
from firmware.shell.evidence.table_evidence import TABLE_CONTENT
from firmware.shell.history.journal_entries import Noted, encode
from firmware.shell.journal import Journal, JournalReader, MemoryCopy
from firmware.tournament.evidence import TOURNAMENT_CONTENT
from firmware.tournament.journaled_tournament import JournaledTournament
from tests.kits.shell.loop_kit import STAMP
from tests.kits.tournament.hall_machine import config_of

TOURNAMENT = replace(STAMP, game="holdem-tournament")


def pair() -> tuple[MemoryCopy, MemoryCopy]:
    return MemoryCopy("a"), MemoryCopy("b")


def test_tournament_table_is_a_table() -> None:
    copies = pair()
    journal = Journal.open(copies, TOURNAMENT)
    journal.append(encode(Noted(0, "2026-11-27T20:00:00.000+00:00", Text("journal.begun"))))
    journal.commit()
    assert content_of(JournalReader.over_copies(copies)) is TABLE_CONTENT


def test_tournament_hall_is_a_hall() -> None:
    copies = pair()
    JournaledTournament(config_of(of="gala"), Journal.open(copies, TOURNAMENT))
    assert content_of(JournalReader.over_copies(copies)) is TOURNAMENT_CONTENT


def test_empty_journal_is_a_table() -> None:
    copies = pair()
    Journal.open(copies, TOURNAMENT)
    assert content_of(JournalReader.over_copies(copies)) is TABLE_CONTENT
