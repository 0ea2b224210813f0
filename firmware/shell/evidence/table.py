"""The evidence of a table: bounded by rounds and by the shoe in play, its meters recounted."""

from typing import Final, NamedTuple

import msgspec

from firmware.core.table.meters import Meters, balanced
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.evidence.bundle import METERS, Bundle, Ending, MetersAt
from firmware.shell.evidence.content import NO_METERS, Account, Content, End, Place, Wanted
from firmware.shell.evidence.links import records
from firmware.shell.history.records import Carried, Checked, decode
from firmware.shell.history.recount import Recount
from firmware.shell.history.shoes import Shoes
from firmware.shell.journal.segments import Segments


class _Mark(NamedTuple):
    place: Place = Place()
    meters: MetersAt = NO_METERS


class Rounds:
    """The wanted rounds; while a service deals, none of the present shoe, whose cards nobody may
    know yet.
    """

    def __init__(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self._first = 0
        self._meters = NO_METERS
        self._shoes = Shoes[_Mark]()
        self._stopped: _Mark | None = None

    def begins(self, found: Segments) -> int:
        """Return the last segment that begins before the first wanted round."""
        first = self._wanted.first
        for number in reversed(found.numbers[1:]) if first is not None else ():
            entry = decode(next(found.payloads(number)))
            if isinstance(entry, Carried) and entry.table.real.round < (first or 0):
                return number
        return found.numbers[0]

    def take(self, payload: bytes, here: Place) -> bool:
        entry = decode(payload)
        self._shoes.take(entry, _Mark(here, self._meters))
        match entry:
            case Checked(table=table):
                opened, number = self._shoes.opening, table.real.round
                if opened and number > (self._wanted.last or number):
                    self._stopped = opened
                self._count(number, table.meters)
            case Carried(table=table) if not here.records:
                self._count(table.real.round, table.meters)
        return self._stopped is None

    def end(self, last: Place, *, in_use: bool) -> End:
        mark = self._stopped or _Mark(last, self._meters)
        began = self._shoes.began
        dealing = in_use and (began is None or began.place.octets < mark.place.octets)
        if dealing:
            mark = began or _Mark()
        if not mark.place.records:
            raise CannotBeDone(Text("evidence.nothing"))
        first = self._wanted.first
        if first is not None and first > mark.meters.round:
            raise CannotBeDone(Text("evidence.no_round", {"number": first}))
        why: Ending = "shoe" if dealing else "round" if self._stopped else "whole"
        return End(mark.place, why, (self._first, mark.meters.round), mark.meters)

    def _count(self, number: int, meters: Meters) -> None:
        self._first = self._first or number
        self._meters = MetersAt(number, meters)


def _account(bundle: Bundle) -> Account:
    recount, differ = Recount(), list[Text]()
    for number, payload in records(bundle):
        try:
            entry = decode(payload)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return Account((*differ, Text("evidence.unreadable", {"number": number})))
        differs = recount.take(entry)
        if differs is not None:
            differ.append(Text("evidence.meters", {"number": differs.round}))
    at_end = _meters(bundle)
    if at_end is None or recount.meters not in (None, at_end.meters):
        differ.append(Text("evidence.meters_part"))
    elif not balanced(at_end.meters):
        differ.append(Text("evidence.unbalanced"))
    return Account(tuple(differ))


def _meters(bundle: Bundle) -> MetersAt | None:
    try:
        return msgspec.json.decode(bundle.part(METERS), type=MetersAt)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


TABLE: Final = Content("table", Rounds, _account)
