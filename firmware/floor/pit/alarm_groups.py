"""The alarms as people work through them: one group a cause, and otherwise one a table.

A dead ledger, engine or network is one group with its tables, and never one a table.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

import msgspec

from firmware.floor.pit.alarm_policy import AlarmRank, alarm_policy
from firmware.floor.pit.alarms import WON_KIND
from firmware.floor.pit.shown_alarms import ShownAlarm, urgency
from firmware.floor.pit.tile_order import NO_PLACE, TablePlace, in_order
from firmware.floor.projection.fact import EpochMs

SHARED_FROM: Final = 3
"""So many tables of a pit with one kind of alarm have it from one cause."""

PitName = tuple[str, str]
"""The property and the pit."""
CAUSE_KEYS: Final[Mapping[str, str]] = {
    "silent": "pit.group.silent",
    "no_answer": "pit.group.no_answer",
    "power": "pit.group.power",
    "behind": "pit.group.behind",
    "lot_silent": "pit.group.lot_silent",
    "unread_heartbeat": "pit.group.unread_heartbeat",
    "unread": "pit.group.unread",
    "in_doubt": "pit.group.in_doubt",
    "rejected": "pit.group.rejected",
    "skew": "pit.group.skew",
    "certificate": "pit.group.certificate",
    "new_journal": "pit.group.new_journal",
    "clock": "pit.group.clock",
}
"""By kind of a shared cause: the key of its message."""


class AlarmGroup(msgspec.Struct, frozen=True):
    """Alarms that are acknowledged and shelved together, the most urgent first."""

    id: str
    of: Literal["cause", "table"]
    key: str | None
    """Of the message of a cause."""
    rank: AlarmRank
    tables: tuple[str, ...]
    """In the floor's order."""
    pits: tuple[str, ...]
    """The pits of a cause."""
    alarms: tuple[str, ...]
    """Their ids."""
    since: EpochMs
    newest: EpochMs
    """When the newest one began: an acknowledgement is of those that began up to then."""
    risen: EpochMs | None
    seen: bool
    """Whether somebody has acknowledged all of them."""
    shelvable: bool


def alarm_groups(
    shown_alarms: Iterable[ShownAlarm], places: Mapping[str, TablePlace]
) -> tuple[AlarmGroup, ...]:
    """Return the groups, the most urgent first."""
    all_alarms = sorted(shown_alarms, key=urgency)
    causes = _shared_causes(all_alarms, places)
    alarms_by_group: defaultdict[str, list[ShownAlarm]] = defaultdict(list)
    for shown_alarm in all_alarms:
        alarms_by_group[causes.get(shown_alarm.alarm.id) or _own_group(shown_alarm)].append(
            shown_alarm
        )
    # the first alarm of each is its most urgent one, so that they are in their order
    return tuple(
        _group(group_id, group_alarms, places) for group_id, group_alarms in alarms_by_group.items()
    )


def _own_group(shown_alarm: ShownAlarm) -> str:
    """Return the group of an alarm that has no shared cause: that of its table; a jackpot that is
    won has one of its own, which names its amount.
    """
    alarm = shown_alarm.alarm
    is_alone = not alarm.table_name or alarm.alarm_kind == WON_KIND
    return f"alarm {alarm.id}" if is_alone else f"table {alarm.table_name}"


def _shared_causes(
    shown_alarms: Sequence[ShownAlarm], places: Mapping[str, TablePlace]
) -> dict[str, str]:
    """Return the group of each alarm that many tables have from one cause, by the alarm's id."""
    by_pit: defaultdict[str, defaultdict[PitName, list[ShownAlarm]]]
    by_pit = defaultdict(lambda: defaultdict(list))
    for shown_alarm in shown_alarms:
        alarm = shown_alarm.alarm
        if alarm.table_name and alarm_policy(alarm).is_shared:
            place = places.get(alarm.table_name, NO_PLACE)
            by_pit[alarm.alarm_kind][(place.property_name, place.pit)].append(shown_alarm)
    return {
        shown_alarm.alarm.id: group_id
        for alarm_kind, alarms_by_pit in by_pit.items()
        for group_id, cause_alarms in _causes_of_kind(alarm_kind, alarms_by_pit)
        for shown_alarm in cause_alarms
    }


def _causes_of_kind(
    alarm_kind: str, alarms_by_pit: Mapping[PitName, list[ShownAlarm]]
) -> list[tuple[str, list[ShownAlarm]]]:
    """Return the causes of a kind: that of one pit, or one for the house if several pits have it,
    with the lone tables of others too.
    """
    hit_pits = {
        pit: pit_alarms
        for pit, pit_alarms in alarms_by_pit.items()
        if len({shown.alarm.table_name for shown in pit_alarms}) >= SHARED_FROM
    }
    if len(hit_pits) > 1:
        every_alarm = [shown for pit_alarms in alarms_by_pit.values() for shown in pit_alarms]
        return [(f"cause {alarm_kind}", every_alarm)]
    return [
        (f"cause {alarm_kind} {'.'.join(pit)}", pit_alarms) for pit, pit_alarms in hit_pits.items()
    ]


def _group(
    group_id: str, group_alarms: Sequence[ShownAlarm], places: Mapping[str, TablePlace]
) -> AlarmGroup:
    first = group_alarms[0]
    is_cause = group_id.startswith("cause ")
    table_names = in_order({shown.alarm.table_name for shown in group_alarms}, places)
    pit_names = (places.get(table_name, NO_PLACE).pit for table_name in table_names)
    return AlarmGroup(
        group_id,
        "cause" if is_cause else "table",
        CAUSE_KEYS[first.alarm.alarm_kind] if is_cause else None,
        first.rank,
        tuple(filter(None, table_names)),
        tuple(filter(None, dict.fromkeys(pit_names))) if is_cause else (),
        tuple(shown.alarm.id for shown in group_alarms),
        min(shown.alarm.since for shown in group_alarms),
        max(shown.alarm.since for shown in group_alarms),
        min((shown.risen for shown in group_alarms if shown.risen is not None), default=None),
        all(shown.seen is not None for shown in group_alarms),
        all(alarm_policy(shown.alarm).is_shelvable for shown in group_alarms),
    )
