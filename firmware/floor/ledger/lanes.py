"""How far each lane of a journal has come with nothing missing, whatever order messages come in."""

from typing import Final

from sqlalchemy import ColumnElement, Connection, and_, delete, select, tuple_, update

from firmware.floor.facts import START, Place
from firmware.floor.store import KEPT, LINK, insert_new
from firmware.floor.wire import Top

LANES: Final = ("fact", "record", "checked")


class Lanes:
    """The lanes of one journal, which one transaction after the other may have."""

    def __init__(self, connection: Connection, table: str, journal: str) -> None:
        self._connection = connection
        self._of = {"table_name": table, "journal": journal}

    def hold(self) -> None:
        """Wait until no other transaction has the lanes, and have them."""
        begin = START._asdict()
        insert_new(self._connection, KEPT, [{**self._of, "lane": lane, **begin} for lane in LANES])
        mine = and_(*(KEPT.c[name] == value for name, value in self._of.items()))
        self._connection.execute(select(KEPT).where(mine).order_by(KEPT.c.lane).with_for_update())

    def kept(self, lane: str) -> Place:
        """Return the last place before which nothing is missing."""
        found = select(KEPT.c.shoe, KEPT.c.number).where(self._is(lane))
        return Place(*self._connection.execute(found).one())

    def keep(self, lane: str, place: Place) -> None:
        """Note that nothing is missing up to a place."""
        self._connection.execute(update(KEPT).where(self._is(lane)).values(place._asdict()))

    def link(self, top: Top) -> Place:
        """Join a message to what is kept, and those that have waited for it; return the end."""
        row = {"lane": top.lane, "after_shoe": top.after.shoe, "after_number": top.after.number}
        ends = {"shoe": top.last.shoe, "number": top.last.number}
        insert_new(self._connection, LINK, [{**self._of, **row, **ends}])
        before = place = self.kept(top.lane)
        while further := self._further(top.lane, place):
            place = further
        if place > before:
            self.keep(top.lane, place)
        done = tuple_(LINK.c.shoe, LINK.c.number) <= tuple_(*place)
        self._connection.execute(delete(LINK).where(self._links(top.lane), done))
        return place

    def _further(self, lane: str, place: Place) -> Place | None:
        """Return the end of a message that follows a place, or holds it."""
        begins = tuple_(LINK.c.after_shoe, LINK.c.after_number) <= tuple_(*place)
        ends = tuple_(LINK.c.shoe, LINK.c.number) > tuple_(*place)
        found = self._connection.execute(
            select(LINK.c.shoe, LINK.c.number)
            .where(self._links(lane), begins, ends)
            .order_by(LINK.c.shoe.desc(), LINK.c.number.desc())
            .limit(1)
        ).first()
        return Place(*found) if found else None

    def _is(self, lane: str) -> ColumnElement[bool]:
        return and_(*(KEPT.c[n] == value for n, value in self._of.items()), KEPT.c.lane == lane)

    def _links(self, lane: str) -> ColumnElement[bool]:
        return and_(*(LINK.c[n] == value for n, value in self._of.items()), LINK.c.lane == lane)
