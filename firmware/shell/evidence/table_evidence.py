"""The evidence of a table: bounded by rounds and by the shoe in play, its meters recounted."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from firmware.core.table.meters import Meters, is_balanced
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.evidence.bundle import METERS_PART, BundleEnding, EvidenceBundle, MetersAtRound
from firmware.shell.evidence.content import (
    NO_METERS,
    BundleEnd,
    ContentAccount,
    JournalContent,
    LinkPosition,
    RoundRange,
    unreadable_account,
)
from firmware.shell.evidence.links import bundle_founder, bundle_records
from firmware.shell.history.journal_entries import (
    Carried,
    Checked,
    decode,
    written_table_entries,
)
from firmware.shell.history.recount import MeterRecount
from firmware.shell.history.shoes import ShoeTracker
from firmware.shell.journal import JournalFormatUnknown
from firmware.shell.journal.segments import Segments


class _RoundMark(NamedTuple):
    position: LinkPosition = LinkPosition()
    meters: MetersAtRound = NO_METERS


class RoundsExtent:
    """A range of rounds; while a service deals, without the present shoe: its cards are secret."""

    def __init__(self, round_range: RoundRange) -> None:
        self._round_range = round_range
        self._first_round = 0
        self._meters = NO_METERS
        self._shoe_tracker = ShoeTracker[_RoundMark]()
        self._stop_mark: _RoundMark | None = None

    def first_segment(self, segments: Segments) -> int:
        """Return the last segment that begins before the first wanted round."""
        first = self._round_range.first
        for number in reversed(segments.numbers[1:]) if first is not None else ():
            entry = decode(next(segments.payloads(number)))
            if isinstance(entry, Carried) and entry.table.real.round < (first or 0):
                return number
        return segments.numbers[0]

    def take_record(self, payload: bytes, position: LinkPosition) -> bool:
        entry = decode(payload)
        self._shoe_tracker.take(entry, _RoundMark(position, self._meters))
        match entry:
            case Checked(table=table):
                opening_mark, round_number = self._shoe_tracker.opening, table.real.round
                if opening_mark and round_number > (self._round_range.last or round_number):
                    self._stop_mark = opening_mark
                self._note_round(round_number, table.meters)
            case Carried(table=table) if not position.record_count:
                self._note_round(table.real.round, table.meters)
        return self._stop_mark is None

    def bundle_end(self, last: LinkPosition, *, in_use: bool) -> BundleEnd:
        mark = self._stop_mark or _RoundMark(last, self._meters)
        shoe_start = self._shoe_tracker.shoe_start
        # a bundle is public: the order of cards not yet dealt, or not shown, must not be in it
        hides_shoe = in_use and (
            shoe_start is None or shoe_start.position.octets < mark.position.octets
        )
        if hides_shoe:
            mark = shoe_start or _RoundMark()
        if not mark.position.record_count:
            raise RequestFailed(Text("evidence.nothing"))
        first = self._round_range.first
        if first is not None and first > mark.meters.round:
            raise RequestFailed(Text("evidence.no_round", {"number": first}))
        ending: BundleEnding = "shoe" if hides_shoe else "round" if self._stop_mark else "whole"
        return BundleEnd(mark.position, ending, (self._first_round, mark.meters.round), mark.meters)

    def _note_round(self, number: int, meters: Meters) -> None:
        self._first_round = self._first_round or number
        self._meters = MetersAtRound(number, meters)


def _table_account(bundle: EvidenceBundle) -> ContentAccount:
    recount, account = MeterRecount(), ContentAccount()
    entries = written_table_entries(bundle_records(bundle), bundle_founder(bundle))
    try:
        for _, entry, _ in entries:
            difference = recount.take(entry)
            # sums of recorded amounts, which every program reckons alike
            if difference is not None:
                problem = Text("evidence.meters", {"number": difference.round})
                account = account.joined(ContentAccount((problem,)))
    except JournalFormatUnknown as error:
        return account.joined(unreadable_account(error))
    return account.joined(ContentAccount(tuple(_meters_problems(bundle, recount.meters))))


def _meters_problems(bundle: EvidenceBundle, last_meters: Meters | None) -> Iterator[Text]:
    final_meters = _stated_meters(bundle)
    if final_meters is None or last_meters not in (None, final_meters.meters):
        yield Text("evidence.meters_part")
    elif not is_balanced(final_meters.meters):
        yield Text("evidence.unbalanced")


def _stated_meters(bundle: EvidenceBundle) -> MetersAtRound | None:
    try:
        return msgspec.json.decode(bundle.part_octets(METERS_PART), type=MetersAtRound)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


TABLE_CONTENT: Final = JournalContent("table", RoundsExtent, _table_account)
