"""`croupier replay`: a recorded game decided again, up to the first decision that differs."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.exits import UNWELL
from firmware.cli.commands.contents import bundled, content_of
from firmware.cli.commands.progress import Progress
from firmware.core.game.options import OptionRefused
from firmware.core.vocabulary.events import to_plain
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.rulings import Ruling
from firmware.shell.device.program import program_digest
from firmware.shell.evidence.bundle import Bundle, NoBundle
from firmware.shell.evidence.content import Content
from firmware.shell.evidence.links import records as records_of
from firmware.shell.history.records import HallDid, Setting, decode
from firmware.shell.history.replay import Difference, Replay, Rulings
from firmware.shell.journal import JournalDamaged, JournalForeign, JournalReader, Numbered
from firmware.shell.rules.rules import RulesError, rules_digest
from firmware.shell.words.decode_words import decode_reason
from firmware.shell.words.templates import WordsError
from firmware.shell.words.words import Words

SHORT = 12


def replay(words: Words, journal: Path) -> int:
    """Replay a journal; return 1 if a decision differs, 2 if it is none, 3 if unreadable or
    damaged.
    """
    damage: list[JournalDamaged] = []
    try:
        content, found = _records(journal)
    except (NoBundle, JournalForeign, FileNotFoundError):
        raise CannotBeDone(Text("replay.not_journal", {"path": str(journal)})) from None
    records = _until_damage(found, damage)
    status = (_bank if content.name == "bank" else _first_difference)(records, words)
    for damaged in damage:
        values: Values = {"path": str(journal), "number": damaged.number}
        raise CannotServe(Text("replay.damaged", values)) from None
    return status


def _until_damage(records: Iterable[Numbered], damage: list[JournalDamaged]) -> Iterator[Numbered]:
    """Yield the records before the damage, which is put into the list."""
    try:
        yield from records
    except JournalDamaged as damaged:
        damage.append(damaged)


def _records(path: Path) -> tuple[Content, Iterable[Numbered]]:
    """Return the records of a bundle, or of a copy of the journal, and what they are of."""
    if path.is_file():
        bundle = Bundle.open(path)
        return bundled(bundle), records_of(bundle)
    reader = JournalReader([path])
    if not path.is_dir() or not any(path.glob("*.seg")):
        raise NoBundle(path)
    return content_of(reader), reader.records()


def _bank(records: Iterable[Numbered], words: Words) -> int:
    from firmware.slots.evidence import replayed

    account = replayed(records)
    _print(*map(words.say, account.wrong or account.told))
    return UNWELL if account.wrong else 0


def _first_difference(records: Iterable[Numbered], words: Words) -> int:
    replay, said = Replay(), None
    with Progress(words.say(Text("replay.progress"))) as progress:
        for number, payload in records:
            try:
                found = replay.take(number, decode(payload))
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                said_of: Values = {"number": number, "why": decode_reason(error)}
                raise CannotServe(Text("replay.no_record", said_of)) from None
            except (RulesError, OptionRefused) as error:
                values: Values = {"number": number, "why": error.why}
                raise CannotServe(Text("replay.unplayable", values)) from None
            if replay.follower.setting is not said:
                said = replay.follower.setting
                _print(*map(words.say, _strangeness(said)))
            if found is not None:
                _print(*_told(found, words))
                return UNWELL
            progress.at(number)
    _print(words.say(Text("replay.same", {"events": replay.events})))
    return 0


def _strangeness(setting: Setting | None) -> Iterator[Text]:
    """Yield the differences of the recorded program or rules from the present ones."""
    if setting is None:
        return
    program, rules = program_digest(), rules_digest()
    if setting.program != program:
        values = {"version": setting.version, **_digests(setting.program, program)}
        yield Text("replay.other_program", values)
    if setting.rules != rules:
        yield Text("replay.other_rules", {"pack": setting.pack, **_digests(setting.rules, rules)})


def _digests(recorded: str, present: str) -> dict[str, str]:
    return {"recorded": recorded[:SHORT], "present": present[:SHORT]}


def _told(found: Difference, words: Words) -> Iterator[str]:
    if found.parts:
        values: Values = {"number": found.number, "parts": ", ".join(found.parts)}
        yield words.say(Text("replay.table", values))
        return
    event: str | Text = Text("replay.unknown_event")
    if found.happened:
        done = found.happened
        event = _plain(done.act if isinstance(done, HallDid) else done.event)
    yield words.say(Text("replay.differs", {"number": found.number, "event": event}))
    for key, rulings in (("recorded", found.recorded), ("decided", found.decided)):
        for said in _said(rulings, words):
            yield f"  {words.say(Text(f'replay.{key}', {'words': said}))}"


def _said(rulings: Rulings, words: Words) -> Iterator[str]:
    """Yield rulings in words and as JSON, since the words may leave the difference out."""
    if not rulings:
        yield words.say(Text("replay.nothing"))
    for ruling in rulings:
        yield f"{_in_words(ruling, words)}  {_plain(ruling)}"


def _in_words(ruling: Ruling, words: Words) -> str:
    from firmware.shell.words.ruling_words import ruling_told

    try:
        return "; ".join(map(words.say, ruling_told(ruling)))
    except WordsError:
        return ""


def _plain(value: msgspec.Struct) -> str:
    return msgspec.json.encode(value, enc_hook=to_plain).decode()


def _print(*lines: str) -> None:
    for line in lines:
        print(line)
