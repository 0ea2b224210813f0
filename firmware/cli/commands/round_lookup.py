"""One past round for a command: of a journal, by its index, or of an evidence bundle."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware.cli.args.errors import print_error
from firmware.cli.commands.journal_content import bundle_content, require_table_content
from firmware.cli.commands.journal_sources import JournalSources
from firmware.cli.commands.progress import RecordProgress
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.evidence.bundle import EvidenceBundle, NotABundle
from firmware.shell.evidence.bundle_rounds import bundle_round
from firmware.shell.evidence.links import require_readable
from firmware.shell.recall import RecalledRound
from firmware.shell.recall.lookup import RoundLookup
from firmware.shell.words.os_words import os_reason
from firmware.shell.words.words import Words


def round_of_journal(
    sources: JournalSources, number: int, command: str, words: Words
) -> RecalledRound:
    """Return a round. Raises RequestFailed if the journal does not have it."""
    with open_lookup(sources, command, words) as lookup:
        return _required(lookup.by_number(number), number)


def round_of_bundle(path: Path, number: int) -> RecalledRound:
    """Return a round. Raises OSError; RequestFailed if the file is no table's bundle, or does not
    have it.
    """
    try:
        bundle = EvidenceBundle.open(path)
    except NotABundle:
        raise RequestFailed(Text("evidence.not_bundle", {"path": str(path)})) from None
    require_readable(bundle, str(path))
    require_table_content(bundle_content(bundle))
    return _required(bundle_round(bundle, number), number)


def _required(recalled_round: RecalledRound | None, number: int) -> RecalledRound:
    if recalled_round is None:
        raise RequestFailed(Text("evidence.no_round", {"number": number}))
    return recalled_round


@contextmanager
def open_lookup(sources: JournalSources, command: str, words: Words) -> Iterator[RoundLookup]:
    """Open the index of a journal; notes about it are printed in the name of the command."""

    def print_note(text: Text) -> None:
        print_error(command, 0, words.render(text))

    journal_reader = sources.open_reader()
    with RecordProgress(words.render(Text("index.progress"))) as progress:
        try:
            path = sources.index_path()
        except OSError as error:
            # without an index the same answer is found, by reading the journal through
            print_note(Text("index.without", {"why": os_reason(error)}))
            path = None
        yield RoundLookup(journal_reader, path, progress.record_read, print_note)
