"""Reads the ledger's store: the facts of every journal, as far as none is missing."""

from sqlalchemy import Engine, select, tuple_

from firmware.floor.facts import START, Place
from firmware.floor.ledger.alarms import alarms
from firmware.floor.pit.alarms import Alarm
from firmware.floor.pit.fact import moment
from firmware.floor.pit.projection import Fold
from firmware.floor.pit.takings import FindEdges
from firmware.floor.store import FACT, KEPT, SERIES

AT_ONCE = 2000
"""Facts that are read in one transaction."""


class Reading:
    """The journals of a store; each `look` reads what has come since. Raises SQLAlchemyError."""

    def __init__(self, store: Engine, find_edges: FindEdges) -> None:
        self._store = store
        self._find_edges = find_edges
        self._folds: dict[tuple[str, str], Fold] = {}

    def look(self) -> None:
        for fold in self.folds():
            while self._read(fold) == AT_ONCE:
                pass

    def folds(self) -> list[Fold]:
        """Return the journals in the order of their beginning."""
        with self._store.connect() as connection:
            chosen = select(SERIES.c.table_name, SERIES.c.journal).order_by(SERIES.c.began)
            keys = connection.execute(chosen).all()
        for table, journal in keys:
            if (table, journal) not in self._folds:
                self._folds[table, journal] = Fold(table, journal, self._find_edges)
        return list(self._folds.values())

    def found(self) -> list[Alarm]:
        """Return what the ledger has found amiss."""
        with self._store.connect() as connection:
            rows = alarms(connection)
        return [
            Alarm(
                f"ledger.{row['id']}",
                row["kind"],
                row["table_name"],
                moment(row["at"]) or 0,
                moment(row["at"]) or 0,
                {"journal": row["journal"][:8], "place": row["place"]},
            )
            for row in rows
        ]

    def _read(self, fold: Fold) -> int:
        """Read the next facts of a journal; return how many they were."""
        own = FACT.c.table_name == fold.table, FACT.c.journal == fold.journal
        place = tuple_(FACT.c.shoe, FACT.c.number)
        chosen = select(FACT.c.shoe, FACT.c.number, FACT.c.body, FACT.c.received)
        with self._store.connect() as connection:
            until = connection.execute(
                select(KEPT.c.shoe, KEPT.c.number).where(
                    KEPT.c.table_name == fold.table,
                    KEPT.c.journal == fold.journal,
                    KEPT.c.lane == "fact",
                )
            ).first()
            rows = connection.execute(
                chosen.where(*own, place > tuple_(*fold.last))
                .where(place <= tuple_(*(until or START)))
                .order_by(FACT.c.shoe, FACT.c.number)
                .limit(AT_ONCE)
            ).all()
        for shoe, number, body, received in rows:
            fold.take(Place(shoe, number), body, received)
        return len(rows)
