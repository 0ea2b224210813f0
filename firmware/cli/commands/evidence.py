"""`croupier export`: the journal as one signed file."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.signature import Option
from firmware.cli.args.types import FolderPath, parse_count
from firmware.cli.commands.journal_content import content_of
from firmware.cli.commands.journal_sources import JournalSources
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.evidence.bundle import BundleStatement
from firmware.shell.evidence.content import JournalContent, RoundRange
from firmware.shell.evidence.export import export_bundle as write_bundle
from firmware.shell.evidence.table_evidence import TABLE_CONTENT
from firmware.shell.journal import DirectoryCopy, JournalReader
from firmware.shell.trust.keys import DeviceKey, fingerprint
from firmware.shell.words.words import Words

WRITTEN_KEYS: Final = {"hall": "evidence.written.hall", "bank": "evidence.written.bank"}
"""The words of a written bundle, by the kind of its journal; a table's count its rounds."""

RoundNumber = Annotated[
    int | None,
    Option(parse=parse_count, expected_key="command.wanted.count", value_key="command.value.round"),
]


def export(
    words: Words,
    *,
    out: Annotated[Path | None, Option(short_flag="o")] = None,
    from_: RoundNumber = None,
    to: RoundNumber = None,
    state: FolderPath | None = None,
    sources: JournalSources,
) -> int:
    """Write a bundle; return 2 if there is nothing to write, 3 if it can't be done."""
    device = _load_device(state or sources.state_path())
    if state is None:
        sources.print_which_table("export", words)
    made_at = datetime.now(UTC)
    out = out or Path(f"croupier-{made_at:%Y%m%d-%H%M%S}.evidence")
    journal_copies = [DirectoryCopy(directory) for directory in sources.copy_directories()]
    content = content_of(JournalReader.over_copies(journal_copies))
    made_text = made_at.isoformat(timespec="seconds")
    try:
        statement = write_bundle(
            journal_copies, out, device, made_text, RoundRange(from_, to), content
        )
    except FileExistsError as error:
        existing_path = str(error.filename2 or error.filename)
        raise RequestFailed(Text("evidence.exists", {"path": existing_path})) from None
    print(words.render(_written_text(statement, content, out)))
    if statement.ending in ("shoe", "damaged"):
        print(words.render(statement.ending_text))
    print(words.render(statement.end_text))
    print(words.render(fingerprint_text(statement)))
    return 0


def fingerprint_text(statement: BundleStatement) -> Text:
    """Return the fingerprint of the key that signed a bundle, in words."""
    return Text("evidence.fingerprint", {"fingerprint": fingerprint(statement.public_key)})


def _written_text(statement: BundleStatement, content: JournalContent, bundle_path: Path) -> Text:
    if content is TABLE_CONTENT:
        return statement.written_text(str(bundle_path))
    return Text(WRITTEN_KEYS[content.name], {"path": str(bundle_path), "count": statement.records})


def _load_device(state_path: Path) -> DeviceKey:
    try:
        return DeviceKey.load(state_path)
    except OSError as error:
        missing_path = str(error.filename or state_path)
        raise CannotServe(Text("evidence.no_key", {"path": missing_path})) from None
