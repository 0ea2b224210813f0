"""How far each lane of some journals has come with nothing missing, whatever order messages come
in.
"""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, delete, select, tuple_, update

from firmware.floor.facts import START, Place
from firmware.floor.store import KEPT, LINK, insert_new
from firmware.floor.wire import Top

LANES: Final = ("fact", "record", "checked")


class Series(NamedTuple):
    """A table, and the identity of one of its journals."""

    table_name: str
    journal: str


class _Lane(NamedTuple):
    table_name: str
    journal: str
    lane: str


class _Link(NamedTuple):
    """A message's lane, the place that it follows, and its end."""

    lane: _Lane
    after: Place
    last: Place


class Lanes:
    """The lanes of some journals, which one transaction after the other may have."""

    def __init__(self, connection: Connection, series: Iterable[Series]) -> None:
        """Wait until no other transaction has the lanes, and have them."""
        self._connection = connection
        self._series = sorted(series)
        self._tables = [each.table_name for each in self._series]
        self._kept = self._hold()
        self._before = self._kept.copy()

    def kept(self, series: Series, lane: str) -> Place:
        """Return the last place before which nothing is missing."""
        return self._kept[_Lane(*series, lane)]

    def keep(self, series: Series, lane: str, place: Place) -> None:
        """Nothing is missing up to a place."""
        self._kept[_Lane(*series, lane)] = place

    def link(self, tops: Iterable[Top]) -> None:
        """Join messages to what is kept, and those that have waited for them."""
        waited = self._waiting()
        links = {*waited, *map(_link, tops)}
        for lane, after, last in sorted(links):
            if after <= self._kept[lane]:
                self._kept[lane] = max(self._kept[lane], last)
        waiting = {link for link in links if link.last > self._kept[link.lane]}
        insert_new(self._connection, LINK, [_row(link) for link in waiting - waited])
        if done := waited - waiting:
            keys = [(*lane, *after) for lane, after, _ in done]
            self._connection.execute(delete(LINK).where(tuple_(*LINK.primary_key).in_(keys)))

    def save(self) -> None:
        """Write how far the lanes have come."""
        moved = [
            {f"of_{name}": value for name, value in lane._asdict().items()} | place._asdict()
            for lane, place in self._kept.items()
            if place != self._before[lane]
        ]
        same = [KEPT.c[name] == bindparam(f"of_{name}") for name in _Lane._fields]
        if moved:
            self._connection.execute(update(KEPT).where(*same), moved)

    def _hold(self) -> dict[_Lane, Place]:
        """Insert the lanes that are new, then lock all, both in one order and nothing before: so
        two transactions never wait for each other.
        """
        chosen = select(KEPT).where(KEPT.c.table_name.in_(self._tables), KEPT.c.lane.in_(LANES))
        known = {_Lane(*row[:3]) for row in self._connection.execute(chosen)}
        lanes = [_Lane(*series, lane) for series in self._series for lane in LANES]
        new = [lane._asdict() | START._asdict() for lane in lanes if lane not in known]
        insert_new(self._connection, KEPT, new)
        locked = self._connection.execute(chosen.order_by(*KEPT.primary_key).with_for_update())
        return {_Lane(*row[:3]): Place(*row[3:]) for row in locked}

    def _waiting(self) -> set[_Link]:
        found = self._connection.execute(select(LINK).where(LINK.c.table_name.in_(self._tables)))
        return {_Link(_Lane(*row[:3]), Place(*row[3:5]), Place(*row[5:])) for row in found}


def _link(top: Top) -> _Link:
    return _Link(_Lane(top.table, top.journal, top.lane), top.after, top.last)


def _row(link: _Link) -> dict[str, Any]:
    after = {"after_shoe": link.after.shoe, "after_number": link.after.number}
    return {**link.lane._asdict(), **after, **link.last._asdict()}
