"""The alarms that are on the screen: those that last, or wait for an acknowledgement.

One whose end is enough goes by itself; it stays in the history.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from firmware.core.vocabulary.faults import FAULT_WORDS, PART_WORDS
from firmware.floor.ledger.ledger_alarms import ALARM_KEYS as LEDGER_ALARM_KEYS
from firmware.floor.pit.alarm_policy import AlarmRank, alarm_policy, rises_at
from firmware.floor.pit.alarm_rules import rule_message
from firmware.floor.pit.alarms import PIT_ALARM_KEYS, WON_KIND, alarm_key
from firmware.floor.projection.fact import EpochMs
from firmware.floor.projection.table_alarms import Alarm

ALARM_KEYS: Final[Mapping[str, str]] = {**LEDGER_ALARM_KEYS, **PIT_ALARM_KEYS}
PART_UNIT: Final = re.compile("[-.]")
"""Separates a part's name from the number of its unit, as in `chips-2`."""


class Acknowledgement(msgspec.Struct, frozen=True):
    """Who has acknowledged an alarm, when, and his note."""

    by: str
    at: EpochMs
    words: str = ""


class AlarmMessageKeys(msgspec.Struct, frozen=True):
    """The keys of an alarm's message, and of the fault and the part that it names, if any."""

    alarm: str
    fault: str | None = None
    part: str | None = None
    rule: str | None = None
    """The message by which the rules of every table explain it."""


class ShownAlarm(msgspec.Struct, frozen=True):
    """An alarm, its message, and who has acknowledged it."""

    alarm: Alarm
    rank: AlarmRank
    """One higher once it has risen."""
    seen: Acknowledgement | None
    keys: AlarmMessageKeys
    risen: EpochMs | None = None
    """Since when it has waited for too long for somebody to acknowledge it."""

    @property
    def is_grave(self) -> bool:
        return self.rank <= AlarmRank.HIGH


def past_tolerance(alarms: Iterable[Alarm], now_ms: EpochMs) -> list[Alarm]:
    """Return the alarms whose cause lasts, or has lasted, for longer than is tolerated."""
    return [
        alarm
        for alarm in alarms
        if (alarm.over or now_ms) - alarm.since >= alarm_policy(alarm).tolerated_ms
    ]


def open_alarms(
    alarms: Iterable[Alarm],
    acknowledgements: Mapping[str, Acknowledgement],
    now_ms: EpochMs,
    shown_before: Mapping[str, ShownAlarm] = MappingProxyType({}),
) -> tuple[ShownAlarm, ...]:
    """Return the alarms that last, or that wait for an acknowledgement: unacknowledged ones first,
    of these a jackpot that is won, then the risen ones, then by rank, then those whose cause lasts,
    then the oldest. Those of `shown_before`, by id, are taken as they are if nothing of them has
    changed.
    """
    shown_alarms = [
        _shown_alarm(alarm, acknowledgements.get(alarm.id), now_ms, shown_before.get(alarm.id))
        for alarm in past_tolerance(alarms, now_ms)
        if is_open(alarm, is_acknowledged=alarm.id in acknowledgements)
    ]
    return tuple(sorted(shown_alarms, key=urgency))


def is_open(alarm: Alarm, *, is_acknowledged: bool) -> bool:
    """Return whether an alarm still asks something of somebody."""
    policy = alarm_policy(alarm)
    if policy.rank is AlarmRank.NOTE:
        return False
    return alarm.over is None or not (is_acknowledged or policy.resolves)


def closable_ids(alarms: Iterable[Alarm], acknowledged_ids: Collection[str]) -> set[str]:
    """Return the ids of the alarms that are over and need nobody any more."""
    return {
        alarm.id
        for alarm in alarms
        if alarm.over is not None
        and not (
            is_open(alarm, is_acknowledged=alarm.id in acknowledged_ids)
            and past_tolerance([alarm], alarm.over)
        )
    }


def urgency(shown_alarm: ShownAlarm) -> tuple[bool, bool, bool, int, bool, EpochMs, str]:
    """Return a key that sorts the most urgent alarm to the front, a won jackpot before all."""
    alarm = shown_alarm.alarm
    is_over, is_seen = alarm.over is not None, shown_alarm.seen is not None
    is_risen = shown_alarm.risen is not None
    is_win = alarm.alarm_kind == WON_KIND
    return is_seen, not is_win, not is_risen, shown_alarm.rank, is_over, alarm.since, alarm.id


def _shown_alarm(
    alarm: Alarm, seen: Acknowledgement | None, now_ms: EpochMs, before: ShownAlarm | None
) -> ShownAlarm:
    rises_ms = rises_at(alarm)
    risen = rises_ms if seen is None and now_ms >= rises_ms else None
    if before is not None and (before.alarm is alarm, before.seen, before.risen) == (
        True,
        seen,
        risen,
    ):
        return before
    rank = alarm_policy(alarm).rank
    shown_rank = AlarmRank(max(rank - 1, AlarmRank.URGENT)) if risen else rank
    return ShownAlarm(alarm, shown_rank, seen, message_keys(alarm), risen)


def message_keys(alarm: Alarm) -> AlarmMessageKeys:
    if "said" in alarm.values:  # the text of a bank or a tournament
        return AlarmMessageKeys("pit.alarm.fault")
    code, part = alarm.values.get("code"), alarm.values.get("part")
    # a newer program may know kinds, faults and parts that this one does not
    fault_keys = FAULT_WORDS.get(code) if code is not None else None
    part_key = PART_WORDS.get(PART_UNIT.split(part)[0]) if part is not None else None
    key = alarm_key(alarm.alarm_kind, alarm.values) or LEDGER_ALARM_KEYS.get(alarm.alarm_kind)
    fault_key = fault_keys[0] if fault_keys else None
    rule = rule_message(alarm.alarm_kind, fault_key)
    return AlarmMessageKeys(key or alarm.alarm_kind, fault_key, part_key, rule)
