"""The sources of a floor's alarms: the tables' facts, the ledger, the forms, the pit's chain,
another room, the engine, and the causes that last now: of heartbeats and of jackpots' reserves.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from firmware.floor.pit.alarm_store import AlarmStore
from firmware.floor.pit.chain_watch import ChainWatch
from firmware.floor.pit.engine_watch import EngineWatch
from firmware.floor.pit.form_balance import FORM_KINDS
from firmware.floor.pit.form_book import FormBook
from firmware.floor.pit.heartbeats import AlarmCauses, Heartbeats
from firmware.floor.pit.jackpots import PitJackpot
from firmware.floor.pit.table_reader import TableReader, present_tables, unread_alarms
from firmware.floor.projection.fact import EpochMs
from firmware.floor.projection.table_alarms import Alarm

AlarmSource = Callable[[], list[Alarm]]
"""Returns the present alarms of another room. Raises SQLAlchemyError."""
NO_CAUSES: Final[AlarmCauses] = {}


class AlarmSources:
    """All alarms of a floor, before they are sorted. Thread-bound to its monitor; every method
    raises SQLAlchemyError.
    """

    def __init__(
        self,
        heartbeats: Heartbeats,
        table_reader: TableReader,
        form_book: FormBook,
        alarm_store: AlarmStore,
        chain_watch: ChainWatch | None,
        other_room: AlarmSource | None,
    ) -> None:
        self._heartbeats, self._table_reader = heartbeats, table_reader
        self._form_book, self._alarm_store = form_book, alarm_store
        self._chain_watch, self._other_room = chain_watch, other_room
        self._engine_watch = EngineWatch()
        self._stored_form_alarms: list[Alarm] | None = None

    def update_causes(self, jackpots: Sequence[PitJackpot], now_ms: EpochMs) -> None:
        """Begin and end the stored alarms by the causes that last now, and store those of forms."""
        self._alarm_store.update(self._present_causes(jackpots), now_ms)
        form_alarms = self._form_book.alarms
        if form_alarms is not self._stored_form_alarms:  # each change of the forms makes a new list
            of_sittings = [alarm for alarm in form_alarms if alarm.alarm_kind in FORM_KINDS]
            self._alarm_store.store_form_alarms(of_sittings, self._form_book.before_first)
            self._stored_form_alarms = form_alarms

    def stored_alarms(self, jackpots: Sequence[PitJackpot]) -> list[Alarm]:
        """Return the unfinished alarms of causes, those that last with their present values, and of
        forms that are no longer in the book.
        """
        reserves = _reserve_causes(jackpots)
        in_book = {alarm.id for alarm in self._form_book.alarms}
        return [
            self._with_present_values(alarm, reserves.get(alarm.table_name, NO_CAUSES))
            for alarm in self._alarm_store.unfinished_alarms()
            if alarm.id not in in_book
        ]

    def other_alarms(self, now_ms: EpochMs) -> list[Alarm]:
        """Return the alarms that their sources keep themselves."""
        return [
            *self._fact_alarms(),
            *self._table_reader.ledger_alarms(),
            *self._form_book.alarms,
            *(self._chain_watch.alarms() if self._chain_watch else ()),
            *(self._other_room() if self._other_room else ()),
            *self._engine_watch.alarms(
                is_connected=self._heartbeats.connected_since is not None, now_ms=now_ms
            ),
        ]

    def _present_causes(self, jackpots: Sequence[PitJackpot]) -> dict[str, AlarmCauses]:
        """Return the alarm causes of each table, bank, tournament and jackpot whose state is
        known.
        """
        heartbeats = self._heartbeats
        all_causes = {
            source_name: heartbeats.source_causes(source_name)
            for source_name in [*heartbeats.sources]
        }
        all_causes |= {
            table.table_name: heartbeats.table_causes(table.table_name, table.play.phase)
            for table in present_tables(self._table_reader.tables())
        }
        all_causes |= heartbeats.unread_causes(all_causes.keys()) | _reserve_causes(jackpots)
        return {
            table_name: table_causes
            for table_name, table_causes in all_causes.items()
            if table_causes is not None
        }

    def _with_present_values(self, alarm: Alarm, reserve_causes: AlarmCauses) -> Alarm:
        """Return an alarm with the reserve as it is now, or with the text that its bank or
        tournament has for it now.
        """
        present_values = reserve_causes.get(alarm.alarm_kind)
        source = self._heartbeats.sources.get(alarm.table_name)
        if not present_values and source and alarm.over is None:
            present_values = source.alarm_causes.get(alarm.alarm_kind)
        return replace(alarm, values=present_values) if present_values else alarm

    def _fact_alarms(self) -> Iterator[Alarm]:
        """Yield the alarms of the tables' facts; once another journal has replaced one, all of its
        alarms are over.
        """
        tables = self._table_reader.tables()
        newest = present_tables(tables)
        yield from unread_alarms(newest)
        present = {table.journal_identity for table in newest}
        alarms_by_journal = self._table_reader.fact_alarms()
        for table in tables:
            alarms = alarms_by_journal.get(table.journal_identity, [])
            is_present, last_ms = table.journal_identity in present, table.play.last
            for alarm in alarms:
                is_left = not is_present and alarm.over is None
                yield replace(alarm, over=max(last_ms, alarm.since)) if is_left else alarm


def _reserve_causes(jackpots: Sequence[PitJackpot]) -> dict[str, AlarmCauses]:
    """Return the alarm cause of each jackpot, by a name that no table can have; none of one whose
    reserve is not below nothing.
    """
    return {
        f"jackpot {jackpot.jackpot}": {
            "reserve": {"table": jackpot.jackpot, "cents": jackpot.reserve}
        }
        if jackpot.reserve < 0
        else {}
        for jackpot in jackpots
    }
