"""The alarms of one look at the floor: the list, its groups, and the shelf."""

from collections.abc import Iterable, Mapping

import msgspec
from sqlalchemy import Engine

from firmware.floor.pit.alarm_groups import AlarmGroup, alarm_groups
from firmware.floor.pit.shelved import AlarmShelf, ShelvedAlarm, sort_shelved
from firmware.floor.pit.shown_alarms import Acknowledgement, ShownAlarm, open_alarms
from firmware.floor.pit.tile_order import TablePlace
from firmware.floor.projection.fact import EpochMs
from firmware.floor.projection.table_alarms import Alarm


class WorkedAlarms(msgspec.Struct, frozen=True):
    """The alarms of a screen."""

    listed: tuple[ShownAlarm, ...] = ()
    groups: tuple[AlarmGroup, ...] = ()
    shelved: tuple[ShelvedAlarm, ...] = ()

    def chosen(self, target: str, newest: EpochMs | None) -> list[ShownAlarm]:
        """Return the alarm of that id, or those of the group of that id that began up to `newest`;
        empty if there is neither.
        """
        group_ids = next((group.alarms for group in self.groups if group.id == target), ())
        return [
            shown
            for shown in self.listed
            if shown.alarm.id == target
            or (shown.alarm.id in group_ids and (newest is None or shown.alarm.since <= newest))
        ]


class AlarmBoard:
    """Sorts the alarms of a floor for its screens. Thread-bound to its monitor."""

    def __init__(self, database: Engine) -> None:
        self._shelf = AlarmShelf(database)
        self._shown_before: dict[str, ShownAlarm] = {}

    def sorted_alarms(
        self,
        alarms: Iterable[Alarm],
        acknowledgements: Mapping[str, Acknowledgement],
        places: Mapping[str, TablePlace],
        now_ms: EpochMs,
    ) -> WorkedAlarms:
        """Raises SQLAlchemyError."""
        shown_alarms = open_alarms(alarms, acknowledgements, now_ms, self._shown_before)
        self._shown_before = {shown.alarm.id: shown for shown in shown_alarms}
        listed, shelved = sort_shelved(shown_alarms, self._shelf.present(now_ms))
        return WorkedAlarms(listed, alarm_groups(listed, places), shelved)
