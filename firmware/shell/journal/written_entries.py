"""The entries of a journal's records, each with the program that wrote it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

import msgspec

from firmware.core.vocabulary.panel import Text, TextValues
from firmware.shell.journal.journal_errors import JournalFormatUnknown
from firmware.shell.journal.journal_reader import NumberedRecord
from firmware.shell.journal.program_version import ProgramVersion
from firmware.shell.words.decode_words import decode_reason

Entry = TypeVar("Entry")


class WrittenEntry(NamedTuple, Generic[Entry]):
    """An entry, the number of its record, and the program that wrote it."""

    number: int
    entry: Entry
    writer: ProgramVersion


def written_entries(
    records: Iterable[NumberedRecord],
    founder: ProgramVersion,
    decode: Callable[[bytes], Entry],
    named_writer: Callable[[Entry], ProgramVersion | None],
) -> Iterator[WrittenEntry[Entry]]:
    """Yield the entries of records in order; `named_writer` returns the program that writes from an
    entry on, if that names it. The first entries are by `founder`, unless they name another.

    Raises JournalFormatUnknown at a record that this program can't read.
    """
    writer = founder
    for number, payload in records:
        try:
            entry = decode(payload)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            values: TextValues = {"why": decode_reason(error), "version": writer.number}
            text = Text("journal.why.other_record", {"number": str(number), **values})
            raise JournalFormatUnknown(text, writer) from None
        writer = named_writer(entry) or writer
        yield WrittenEntry(number, entry, writer)
