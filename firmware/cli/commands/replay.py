"""`croupier replay`: a recorded game decided again, up to the first decision that differs."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.exits import EXIT_FINDINGS, EXIT_UNPROVEN
from firmware.cli.commands.journal_content import (
    bundle_content,
    content_of,
    require_table_content,
)
from firmware.cli.commands.progress import RecordProgress
from firmware.core.game.options import OptionRefused
from firmware.core.vocabulary.events import encode_plain
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.rulings import Ruling
from firmware.shell.device.program import present_program, program_digest
from firmware.shell.evidence.bundle import BundleFormatUnknown, EvidenceBundle, NotABundle
from firmware.shell.evidence.content import JournalContent
from firmware.shell.evidence.links import bundle_founder, require_readable
from firmware.shell.evidence.links import bundle_records as records_of
from firmware.shell.evidence.pack_archive import read_archives
from firmware.shell.history.journal_entries import (
    Setting,
    TournamentActed,
    written_table_entries,
)
from firmware.shell.history.replay import Difference, Replay, Rulings
from firmware.shell.journal import (
    JournalDamaged,
    JournalForeign,
    JournalFormatUnknown,
    JournalReader,
    NumberedRecord,
    ProgramVersion,
)
from firmware.shell.rules.pack_files import recorded_pack
from firmware.shell.rules.rule_pack import RulesError
from firmware.shell.words.templates import WordsError
from firmware.shell.words.words import Words

DIGEST_DIGITS = 12


def replay(words: Words, journal: Path) -> int:
    """Replay a journal; return 1 if a decision differs, 2 if it is none, 3 if unreadable or
    damaged, 4 if one differs that another program has made.
    """
    damage: list[JournalDamaged] = []
    try:
        journal_content, all_records, founder = _open_records(journal)
    except (JournalFormatUnknown, BundleFormatUnknown):
        raise
    except (NotABundle, JournalForeign, FileNotFoundError):
        raise RequestFailed(Text("replay.not_journal", {"path": str(journal)})) from None
    if journal_content.name == "pit":  # people's acts: there is no rule that decides them
        require_table_content(journal_content)
    sound_records = _until_damage(all_records, damage)
    exit_status = (_replay_bank if journal_content.name == "bank" else _replay_table)(
        sound_records, founder, words
    )
    for journal_damage in damage:
        placeholders: TextValues = {"path": str(journal), "number": journal_damage.number}
        raise CannotServe(Text("replay.damaged", placeholders)) from None
    return exit_status


def _until_damage(
    records: Iterable[NumberedRecord], damage: list[JournalDamaged]
) -> Iterator[NumberedRecord]:
    """Yield the records before the damage; the damage is appended to the list."""
    try:
        yield from records
    except JournalDamaged as journal_damage:
        damage.append(journal_damage)


class _OpenedRecords(NamedTuple):
    """The records of a bundle, or of a copy of the journal, of what kind and by which program."""

    content: JournalContent
    records: Iterable[NumberedRecord]
    founder: ProgramVersion


def _open_records(journal_path: Path) -> _OpenedRecords:
    if journal_path.is_file():
        bundle = EvidenceBundle.open(journal_path)
        require_readable(bundle, str(journal_path))
        return _OpenedRecords(bundle_content(bundle), records_of(bundle), bundle_founder(bundle))
    read_archives([journal_path])
    journal_reader = JournalReader([journal_path])
    if not journal_path.is_dir() or not any(journal_path.glob("*.seg")):
        raise NotABundle(journal_path)
    return _OpenedRecords(
        content_of(journal_reader), journal_reader.records(), journal_reader.stamp.founder
    )


def _replay_bank(records: Iterable[NumberedRecord], founder: ProgramVersion, words: Words) -> int:
    from firmware.slots.evidence import replay_entries

    bank_account = replay_entries(records, founder)
    unjudged = (bank_account.unjudged,) if bank_account.unjudged else ()
    _print_lines(*map(words.render, bank_account.problems or unjudged or bank_account.statements))
    return EXIT_FINDINGS if bank_account.problems else EXIT_UNPROVEN if unjudged else 0


def _replay_table(records: Iterable[NumberedRecord], founder: ProgramVersion, words: Words) -> int:
    replaying, announced_setting = Replay(), None
    with RecordProgress(words.render(Text("replay.progress"))) as progress:
        for record_number, entry, writer in written_table_entries(records, founder):
            try:
                first_difference = replaying.take(record_number, entry)
            except (RulesError, OptionRefused) as error:
                placeholders: TextValues = {"why": error.why, "version": writer.number}
                unplayable = Text("replay.unplayable", {"number": record_number, **placeholders})
                raise CannotServe(unplayable) from None
            if replaying.follower.setting is not announced_setting:
                announced_setting = replaying.follower.setting
                _print_lines(*map(words.render, _version_notes(announced_setting)))
            if first_difference is not None:
                _print_lines(*_difference_lines(first_difference, words))
                return _judge_difference(writer, words)
            progress.record_read(record_number)
    _print_lines(words.render(Text("replay.same", {"events": replaying.event_count})))
    return 0


def _judge_difference(writer: ProgramVersion, words: Words) -> int:
    """Return the exit status; print which program can judge a record that this one did not make."""
    if writer == present_program():
        return EXIT_FINDINGS
    placeholders = {"version": writer.number, "digits": writer.digest[:DIGEST_DIGITS]}
    _print_lines(words.render(Text("replay.unjudged", dict(placeholders))))
    return EXIT_UNPROVEN


def _version_notes(setting: Setting | None) -> Iterator[Text]:
    """Yield notes if program or rules differ from those that recorded the journal."""
    if setting is None:
        return
    present_program = program_digest()
    present_rules = recorded_pack(setting.pack, setting.rules).digest
    if setting.program != present_program:
        placeholders = {
            "version": setting.version,
            **_digest_placeholders(setting.program, present_program),
        }
        yield Text("replay.other_program", placeholders)
    if setting.rules != present_rules:
        yield Text(
            "replay.other_rules",
            {"pack": setting.pack, **_digest_placeholders(setting.rules, present_rules)},
        )


def _digest_placeholders(recorded_digest: str, present_digest: str) -> dict[str, str]:
    return {"recorded": recorded_digest[:DIGEST_DIGITS], "present": present_digest[:DIGEST_DIGITS]}


def _difference_lines(first_difference: Difference, words: Words) -> Iterator[str]:
    if first_difference.parts:
        placeholders: TextValues = {
            "number": first_difference.record_number,
            "parts": ", ".join(first_difference.parts),
        }
        yield words.render(Text("replay.table", placeholders))
        return
    event_text: str | Text = Text("replay.unknown_event")
    if first_difference.happened:
        happened_record = first_difference.happened
        event_text = _as_json(
            happened_record.act
            if isinstance(happened_record, TournamentActed)
            else happened_record.event
        )
    yield words.render(
        Text("replay.differs", {"number": first_difference.record_number, "event": event_text})
    )
    for rulings_key, rulings in (
        ("replay.recorded", first_difference.recorded),
        ("replay.decided", first_difference.decided),
    ):
        for ruling_line in _ruling_lines(rulings, words):
            yield f"  {words.render(Text(rulings_key, {'words': ruling_line}))}"


def _ruling_lines(rulings: Rulings, words: Words) -> Iterator[str]:
    """Yield rulings in words and as JSON, since their words may be the same."""
    if not rulings:
        yield words.render(Text("replay.nothing"))
    for ruling in rulings:
        yield f"{_ruling_text(ruling, words)}  {_as_json(ruling)}"


def _ruling_text(ruling: Ruling, words: Words) -> str:
    from firmware.shell.words.ruling_words import ruling_texts

    try:
        return "; ".join(map(words.render, ruling_texts(ruling)))
    except WordsError:
        return ""


def _as_json(encoded_struct: msgspec.Struct) -> str:
    return msgspec.json.encode(encoded_struct, enc_hook=encode_plain).decode()


def _print_lines(*printed_lines: str) -> None:
    for printed_line in printed_lines:
        print(printed_line)
