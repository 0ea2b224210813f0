"""The kind of a journal or of a bundle: a table's, a tournament's, a bank of slot machines', a
pit's chain.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from firmware.core.games import slot_machine
from firmware.core.tournament.terms import TOURNAMENT_GAMES as TOURNAMENTS
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.pit.acts import PIT_GAME
from firmware.shell.evidence.bundle import EvidenceBundle
from firmware.shell.evidence.content import JournalContent
from firmware.shell.evidence.links import bundle_records
from firmware.shell.evidence.table_evidence import TABLE_CONTENT
from firmware.shell.history.journal_entries import TournamentBegan, decode
from firmware.shell.journal import JournalReader, NumberedRecord

NO_TABLE_KEYS: Final = {
    "hall": "evidence.no_table.hall",
    "bank": "evidence.no_table.bank",
    "pit": "evidence.no_table.pit",
}
"""The refusal of a journal that is not a table's, by the journal's kind."""


def content_of(reader: JournalReader) -> JournalContent:
    """Return the kind of a journal. Raises JournalError."""
    return _journal_content(reader.stamp.game, reader.records())


def bundle_content(bundle: EvidenceBundle) -> JournalContent:
    """Return the kind of a bundle, signed or not; a table's if its statement can't be read."""
    return _journal_content(
        bundle.statement.game if bundle.statement else "", bundle_records(bundle)
    )


def require_table_content(content: JournalContent) -> None:
    """Raise RequestFailed unless the journal is a table's."""
    if content is not TABLE_CONTENT:
        raise RequestFailed(Text(NO_TABLE_KEYS[content.name]))


def _journal_content(
    stamped_game: str, journal_records: Iterator[NumberedRecord]
) -> JournalContent:
    if stamped_game == slot_machine.GAME:
        from firmware.slots.evidence import BANK_CONTENT

        return BANK_CONTENT
    if stamped_game == PIT_GAME:
        from firmware.floor.pit.chain_evidence import PIT_CONTENT

        return PIT_CONTENT
    if stamped_game in TOURNAMENTS:  # its tables have the same game in their stamps
        from firmware.tournament.evidence import TOURNAMENT_CONTENT

        return TOURNAMENT_CONTENT if _begins_tournament(journal_records) else TABLE_CONTENT
    return TABLE_CONTENT


def _begins_tournament(journal_records: Iterator[NumberedRecord]) -> bool:
    first_record = next(journal_records, None)
    try:
        return first_record is not None and isinstance(
            decode(first_record.payload), TournamentBegan
        )
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return False
