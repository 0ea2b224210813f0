"""`croupier meters`: the meters as the last round opened, or as the whole journal has them."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Final

import msgspec

from firmware.cli.args.errors import CannotServe, complain
from firmware.cli.args.exits import UNWELL
from firmware.cli.args.signature import How, apart
from firmware.cli.args.types import Grouping
from firmware.cli.commands.progress import Progress
from firmware.cli.commands.sources import Sources
from firmware.core.table.meters import Meters, balanced, rows
from firmware.core.table.state import Checkpoint
from firmware.core.vocabulary.panel import Text
from firmware.shell.history.records import Carried, Checked, Entry, Started, decode
from firmware.shell.history.recount import Difference, Recount
from firmware.shell.journal import JournalDamaged, JournalReader
from firmware.shell.words.screens import WITHOUT_VALUE
from firmware.shell.words.words import Words

VALUES: Final = {"hourly": "count", "pot": "cents", "commission": "cents", "drop": "cents"}
"""What each figure of a poker table counts."""


class _Told(msgspec.Struct, frozen=True):
    """The meters as a round opened, and the number of the record that has them."""

    round: int
    meters: Meters
    record: int
    poker: dict[str, int] | None = None
    """The figures of a poker table."""


@apart("recount", "theory")
def meters(
    words: Words,
    *,
    json: bool = False,
    recount: bool = False,
    theory: Annotated[Grouping | None, How(alone="bet")] = None,
    sources: Sources,
) -> int:
    """Print the meters; return 1 if a recount differs, if they don't balance, if the journal is
    damaged behind them, or if the table has drifted.
    """
    sources.say_which("meters", words)
    if theory is not None:
        from firmware.cli.commands.theory import show_theory  # the odds, for this alone

        return show_theory(sources.reader(), words, theory, as_json=json)
    act, reader = _recounted if recount else _meters, sources.reader()
    if _counts_chips(reader):
        words = Words.load(words.language, chips=True)
        print(words.say(WITHOUT_VALUE), file=sys.stderr)
    return act(reader, words, as_json=json)


def _counts_chips(reader: JournalReader) -> bool:
    """Return whether the journal is of a tournament: one has chips alone, or money alone."""
    with suppress(JournalDamaged):
        for _, payload in reader.segment_records(reader.segments()[-1]):
            match decode(payload):
                case Started(setting=setting) | Carried(setting=setting):
                    return setting.table.tournament
            return False
    return False


def _meters(reader: JournalReader, words: Words, *, as_json: bool) -> int:
    damage: JournalDamaged | None = None
    for segment in reversed(reader.segments()):
        last = None
        try:
            for number, payload in reader.segment_records(segment):
                last = _told(decode(payload), number) or last
        except JournalDamaged as error:
            damage = error
        if last is not None:
            return _show(last, words, damage, as_json=as_json)
    raise damage or CannotServe(Text("recount.none"))


def _recounted(reader: JournalReader, words: Words, *, as_json: bool) -> int:
    count, last, first = Recount(), None, None
    damage: JournalDamaged | None = None
    with Progress(words.say(Text("replay.progress"))) as progress:
        try:
            for number, payload in reader.records():
                entry = decode(payload)
                first = count.take(entry) or first
                last = _told(entry, number) or last
                progress.at(number)
                if first:
                    break
        except JournalDamaged as error:
            damage = error
    if first:
        return _show_difference(first, words)
    if last is None:
        raise damage or CannotServe(Text("recount.none"))
    status = _show(last, words, damage, as_json=as_json)
    if not as_json:
        print(words.say(Text("recount.agree")))
    return status


def _told(entry: Entry, number: int) -> _Told | None:
    if not isinstance(entry, Checked | Carried):
        return None
    table = entry.table.real
    return _Told(table.round, table.meters, number, _of_poker(table))


def _of_poker(table: Checkpoint) -> dict[str, int] | None:
    """Return the figures of a poker table, whose room its checkpoint has; None at any other."""
    if "room" not in table.game:
        return None
    from firmware.core.poker_room.engine.game import room_in  # at its table alone
    from firmware.core.poker_room.table.metering import figures

    room = room_in(table.game)
    return None if room is None else msgspec.structs.asdict(figures(table.meters, room))


def _show(told: _Told, words: Words, damage: JournalDamaged | None, *, as_json: bool) -> int:
    if as_json:
        print(msgspec.json.encode(told).decode())
    else:
        print(words.say(Text("recount.of", {"number": told.round, "record": told.record})))
        for name, digits in rows(told.meters):
            print(f"  {digits}  {words.say(name)}")
        for figure, value in (told.poker or {}).items():
            print("  " + words.say(Text(f"meter.poker.{figure}", {VALUES[figure]: value})))
    if damage:
        return complain("meters", UNWELL, words.say(Text("recount.damaged")), str(damage))
    if not balanced(told.meters):
        return complain("meters", UNWELL, words.say(Text("recount.unbalanced")))
    return 0


def _show_difference(found: Difference, words: Words) -> int:
    print(words.say(Text("recount.differ", {"number": found.round})))
    recounted = dict(_said(found.recounted, words))
    recorded = dict(_said(found.recorded, words))
    for name in {**recorded, **recounted}:
        one, other = recorded.get(name, "–"), recounted.get(name, "–")
        if one != other:
            values = {"name": name, "recorded": one, "recounted": other}
            print("  " + words.say(Text("recount.row", values)))
    return UNWELL


def _said(found: Meters, words: Words) -> Iterator[tuple[str, str]]:
    return ((words.say(name), digits) for name, digits in rows(found))
