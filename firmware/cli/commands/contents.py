"""What a journal, or a bundle of one, is of: a table, a tournament's hall, a bank of machines."""

from collections.abc import Iterator

import msgspec

from firmware.core.games import slot_bank
from firmware.core.tournament.terms import GAMES as TOURNAMENTS
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.evidence.bundle import Bundle
from firmware.shell.evidence.content import Content
from firmware.shell.evidence.links import records
from firmware.shell.evidence.table import TABLE
from firmware.shell.history.records import HallBegan, decode
from firmware.shell.journal import JournalReader, Numbered


def content_of(reader: JournalReader) -> Content:
    """Return what a journal is of. Raises JournalError."""
    return _content(reader.stamp.game, reader.records())


def bundled(bundle: Bundle) -> Content:
    """Return what a bundle is of, signed or not; that of a table if it can't be read."""
    return _content(bundle.statement.game if bundle.statement else "", records(bundle))


def hold_table(content: Content) -> None:
    """Raise CannotBeDone unless it is that of a table."""
    if content is not TABLE:
        raise CannotBeDone(Text(f"evidence.no_table.{content.name}"))


def _content(game: str, found: Iterator[Numbered]) -> Content:
    if game == slot_bank.GAME:
        from firmware.slots.evidence import BANK

        return BANK
    if game in TOURNAMENTS:  # a table of the tournament has the name of its hall's game
        from firmware.tournament.evidence import HALL

        return HALL if _begins_a_hall(found) else TABLE
    return TABLE


def _begins_a_hall(found: Iterator[Numbered]) -> bool:
    first = next(found, None)
    try:
        return first is not None and isinstance(decode(first.payload), HallBegan)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return False
