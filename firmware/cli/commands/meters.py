"""`croupier meters`: the meters after the last record, or recounted from the whole journal."""

import sys
from collections.abc import Iterator, Sequence
from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from firmware.cli.args.errors import CannotServe, print_error
from firmware.cli.args.exits import EXIT_FINDINGS
from firmware.cli.args.signature import Option, mutually_exclusive
from firmware.cli.args.types import WagerGrouping
from firmware.cli.commands.journal_sources import JournalSources
from firmware.cli.commands.progress import RecordProgress
from firmware.cli.rule_packs import RulesFile, pack_of_file
from firmware.core.table.checkpoint import Checkpoint
from firmware.core.table.meters import Meters, is_balanced, meter_rows
from firmware.core.vocabulary.panel import Text
from firmware.shell.history.journal_entries import Carried, Checked, Entry, decode
from firmware.shell.history.recount import MeterDifference, MeterRecount
from firmware.shell.history.setting_words import last_words
from firmware.shell.journal import JournalDamaged, JournalReader
from firmware.shell.words.screens import WITHOUT_VALUE
from firmware.shell.words.words import Words

POKER_FIGURES: Final = {
    "hourly": ("meter.poker.hourly", "count"),
    "pot": ("meter.poker.pot", "cents"),
    "commission": ("meter.poker.commission", "cents"),
    "drop": ("meter.poker.drop", "cents"),
    "jackpot_drop": ("meter.poker.jackpot_drop", "cents"),
}
"""The words of each poker figure, and the placeholder of its value there."""


class _RecordedMeters(msgspec.Struct, frozen=True):
    """The last meters, and the last opening with its record."""

    round: int
    meters: Meters
    record: int
    poker: dict[str, int] | None = None
    """The figures of a poker table, in cents, and the number of hourly charges."""


class _ReadMeters(NamedTuple):
    """The meters in some segments, None without any, and the damage at which reading ended."""

    recorded: _RecordedMeters | None = None
    damage: JournalDamaged | None = None
    is_last: bool = False
    """Whether the segments before have no later ones."""


@mutually_exclusive("recount", "theory")
def meters(
    words: Words,
    *,
    json: bool = False,
    recount: bool = False,
    theory: Annotated[WagerGrouping | None, Option(bare_value="bet")] = None,
    rules: RulesFile | None = None,
    sources: JournalSources,
) -> int:
    """Print the meters; return 1 if a recount differs, if they don't balance, if the journal is
    damaged behind them, or if the table has drifted. `rules` is a pack that the records name, if
    it is not beside the journal.
    """
    pack_of_file(rules)
    sources.print_which_table("meters", words)
    if theory is not None:
        from firmware.cli.commands.theory import print_theory  # the odds, for this alone

        return print_theory(sources.open_reader(), words, theory, as_json=json)
    print_meters, journal_reader = (
        _print_recount if recount else _print_last_meters,
        sources.open_reader(),
    )
    words = last_words(journal_reader, words)
    if words.chips:
        print(words.render(WITHOUT_VALUE), file=sys.stderr)
    return print_meters(journal_reader, words, as_json=json)


def _print_last_meters(journal_reader: JournalReader, words: Words, *, as_json: bool) -> int:
    segments, last_read = journal_reader.segments(), _ReadMeters()
    # backwards: to the last segment with an opening, and all that came after it
    for first in reversed(range(len(segments))):
        read = _read_meters(journal_reader, segments[first:])
        if last_read.recorded and read.damage and not last_read.damage:
            break  # what came before can't be read: the opening that the last segment carries
        last_read = read
        if read.is_last:
            break
    if last_read.recorded is None:
        raise last_read.damage or CannotServe(Text("recount.none"))
    return _print_recorded(last_read.recorded, words, last_read.damage, as_json=as_json)


def _read_meters(journal_reader: JournalReader, segments: Sequence[int]) -> _ReadMeters:
    recounting, recorded, damage = MeterRecount(), None, None
    try:
        for segment in segments:
            for record_number, payload in journal_reader.segment_records(segment):
                journal_entry = decode(payload)
                recounting.take(journal_entry)
                recorded = _recorded_meters(journal_entry, record_number) or recorded
    except JournalDamaged as error:
        damage = error
    if damage or recorded is None:
        return _ReadMeters(recorded, damage, is_last=recorded is not None)
    is_counted = recounting.current_meters is not None
    return _ReadMeters(_with_current(recorded, recounting), is_last=is_counted)


def _with_current(recorded: _RecordedMeters, recounting: MeterRecount) -> _RecordedMeters:
    """Return the meters with what was counted since the opening, as far as that is known."""
    current_meters = recounting.current_meters
    return recorded if current_meters is None else replace(recorded, meters=current_meters)


def _print_recount(journal_reader: JournalReader, words: Words, *, as_json: bool) -> int:
    recounting, last_meters, first_difference = MeterRecount(), None, None
    damage: JournalDamaged | None = None
    with RecordProgress(words.render(Text("replay.progress"))) as progress:
        try:
            for record_number, payload in journal_reader.records():
                journal_entry = decode(payload)
                first_difference = recounting.take(journal_entry) or first_difference
                last_meters = _recorded_meters(journal_entry, record_number) or last_meters
                progress.record_read(record_number)
                # all meters after a difference differ too
                if first_difference:
                    break
        except JournalDamaged as error:
            damage = error
    if first_difference:
        return _print_difference(first_difference, words)
    if last_meters is None:
        raise damage or CannotServe(Text("recount.none"))
    if not damage:
        last_meters = _with_current(last_meters, recounting)
    exit_status = _print_recorded(last_meters, words, damage, as_json=as_json)
    if not as_json:
        print(words.render(Text("recount.agree")))
    return exit_status


def _recorded_meters(journal_entry: Entry, record_number: int) -> _RecordedMeters | None:
    if not isinstance(journal_entry, Checked | Carried):
        return None
    table_checkpoint = journal_entry.table.real
    return _RecordedMeters(
        table_checkpoint.round,
        table_checkpoint.meters,
        record_number,
        _poker_figures(table_checkpoint),
    )


def _poker_figures(table_checkpoint: Checkpoint) -> dict[str, int] | None:
    """Return the figures of a poker table from its checkpoint; None at any other table."""
    if "room" not in table_checkpoint.game:
        return None
    from firmware.core.poker_room.engine.game import remembered_state  # at its table alone
    from firmware.core.poker_room.table.metering import table_figures

    poker_record = remembered_state(table_checkpoint.game)
    return (
        None
        if poker_record is None
        else msgspec.to_builtins(table_figures(table_checkpoint.meters, poker_record))
    )


def _print_recorded(
    recorded_meters: _RecordedMeters, words: Words, damage: JournalDamaged | None, *, as_json: bool
) -> int:
    if as_json:
        print(msgspec.json.encode(recorded_meters).decode())
    else:
        placeholders = {"number": recorded_meters.round, "record": recorded_meters.record}
        heading_key = "recount.of" if damage else "recount.current"
        print(words.render(Text(heading_key, dict(placeholders))))
        for meter_name, digits in meter_rows(recorded_meters.meters):
            print(f"  {digits}  {words.render(meter_name)}")
        for figure_name, figure_value in (recorded_meters.poker or {}).items():
            figure_key, placeholder = POKER_FIGURES[figure_name]
            print("  " + words.render(Text(figure_key, {placeholder: figure_value})))
    if damage:
        return print_error(
            "meters", EXIT_FINDINGS, words.render(Text("recount.damaged")), str(damage)
        )
    if not is_balanced(recorded_meters.meters):
        return print_error("meters", EXIT_FINDINGS, words.render(Text("recount.unbalanced")))
    return 0


def _print_difference(meter_difference: MeterDifference, words: Words) -> int:
    print(words.render(Text("recount.differ", {"number": meter_difference.round})))
    recounted = dict(_named_digits(meter_difference.recounted, words))
    recorded = dict(_named_digits(meter_difference.recorded, words))
    for meter_name in {**recorded, **recounted}:
        recorded_digits, recounted_digits = (
            recorded.get(meter_name, "–"),
            recounted.get(meter_name, "–"),
        )
        if recorded_digits != recounted_digits:
            placeholders = {
                "name": meter_name,
                "recorded": recorded_digits,
                "recounted": recounted_digits,
            }
            print("  " + words.render(Text("recount.row", placeholders)))
    return EXIT_FINDINGS


def _named_digits(meter_values: Meters, words: Words) -> Iterator[tuple[str, str]]:
    return ((words.render(meter_name), digits) for meter_name, digits in meter_rows(meter_values))
