"""The alarms of a table, by its facts: each begins with one, and most end with another."""

import hashlib
from collections.abc import Mapping
from typing import Any, Final, TypedDict

import msgspec
from msgspec.structs import replace

from firmware.floor.projection.fact import EpochMs, TableFact


class Alarm(msgspec.Struct, frozen=True, rename={"alarm_kind": "kind", "table_name": "table"}):
    """A condition that a person must see. `over` is None as long as its cause lasts."""

    id: str
    alarm_kind: str
    table_name: str
    since: EpochMs
    over: EpochMs | None = None
    values: dict[str, Any] = {}


class AlarmFields(TypedDict, total=False):
    """The fields of facts that are shown in alarms."""

    part: str
    code: str
    place: tuple[int, str]
    door: str
    round: int
    cents: int
    due_cents: int
    lies_cents: int
    seconds: float


def bound_id(prefix: str, *sources: object) -> str:
    """Return the id of an alarm: a digest of its sources, so that it can't be known before."""
    source_text = "\0".join(map(str, sources))
    return f"{prefix}.{hashlib.blake2b(source_text.encode(), digest_size=12).hexdigest()}"


ALARM_STARTS: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "FaultShown": ("fault", ("part", "code")),
    "LateBet": ("late_bet", ("place",)),
    "DoorMoved": ("door", ("door",)),
    "KeySwitchTurned": ("key", ()),
    "PowerLost": ("power", ()),
}
"""By fact: the alarm that it begins, and the fields that distinguish one such alarm
from another.
"""
ALARM_ENDS: Final[Mapping[str, str]] = {
    "FaultCleared": "fault",
    "LateResolved": "late_bet",
    "DoorMoved": "door",
    "KeySwitchTurned": "key",
    "PowerReturned": "power",
}
SWITCH_FIELDS: Final = {"DoorMoved": "open", "KeySwitchTurned": "on"}
"""Facts that begin an alarm if a field is true, and otherwise end it."""
CLEARED_BY_FACT: Final[Mapping[str, tuple[str, ...]]] = {
    "RoundOpened": ("late_bet",),
    "started": ("power", "door", "key"),
}
"""By fact: the kinds of alarm that can't last beyond it."""
MOMENTARY_ALARMS: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "RoundVoided": ("void", ("round",)),
    "RoundCorrected": ("corrected", ("round", "place", "cents")),
    "LotCalled": ("lot_called", ("round", "cents")),
    "ClearAllowed": ("override", ("part", "code")),
    "PaymentUnseen": ("payment_unseen", ("round", "place", "due_cents", "lies_cents")),
    "ClockStepped": ("clock", ("seconds",)),
}
"""By fact: the alarm that is over as it begins."""
ALARM_FACTS: Final = ALARM_STARTS.keys() | ALARM_ENDS.keys() | MOMENTARY_ALARMS.keys()
RESOLVED_BY_TABLE: Final = frozenset(
    {"fault", "late_bet", "door", "key", "void", "corrected", "override"}
)
"""The kinds whose end is enough: nobody need acknowledge them."""
TOLERATED_STEP_S: Final = 2
"""By how much a table's clock may be set without an alarm."""


def alarms_after_fact(
    alarms: tuple[Alarm, ...], table_fact: TableFact, table_name: str
) -> tuple[Alarm, ...]:
    """Return a table's alarms after its next fact."""
    cleared_kinds = CLEARED_BY_FACT.get(table_fact.fact_name, ())
    alarms = tuple(
        _end_alarm(alarm, table_fact.time_ms) if alarm.alarm_kind in cleared_kinds else alarm
        for alarm in alarms
    )
    if table_fact.fact_name in MOMENTARY_ALARMS:
        return _with_momentary(alarms, table_fact, table_name)
    if table_fact.fact_name in ALARM_STARTS and table_fact.payload.get(
        SWITCH_FIELDS.get(table_fact.fact_name, ""), True
    ):
        return _with_started(alarms, table_fact, table_name)
    if table_fact.fact_name in ALARM_ENDS:
        return _with_ended(alarms, table_fact, ALARM_ENDS[table_fact.fact_name])
    return alarms


def _with_started(
    alarms: tuple[Alarm, ...], table_fact: TableFact, table_name: str
) -> tuple[Alarm, ...]:
    """Begin an alarm, unless the same one lasts already."""
    alarm_kind, field_names = ALARM_STARTS[table_fact.fact_name]
    new_alarm = Alarm(
        table_fact.fact_id,
        alarm_kind,
        table_name,
        table_fact.time_ms,
        None,
        _alarm_values(table_fact, field_names),
    )
    identity = (new_alarm.alarm_kind, new_alarm.values, new_alarm.over)
    known = ((alarm.alarm_kind, alarm.values, alarm.over) for alarm in alarms)
    return alarms if identity in known else (*alarms, new_alarm)


def _with_momentary(
    alarms: tuple[Alarm, ...], table_fact: TableFact, table_name: str
) -> tuple[Alarm, ...]:
    alarm_kind, field_names = MOMENTARY_ALARMS[table_fact.fact_name]
    if alarm_kind == "clock" and abs(table_fact.payload["seconds"]) <= TOLERATED_STEP_S:
        return alarms
    began_and_over = table_fact.time_ms, table_fact.time_ms
    values = _alarm_values(table_fact, field_names)
    return (*alarms, Alarm(table_fact.fact_id, alarm_kind, table_name, *began_and_over, values))


def _with_ended(
    alarms: tuple[Alarm, ...], table_fact: TableFact, alarm_kind: str
) -> tuple[Alarm, ...]:
    """End the alarms of that kind with the same values."""
    # the fact that ends an alarm has the same fields as the one that began it
    started_fields = dict(ALARM_STARTS.values())
    about_values = _alarm_values(table_fact, started_fields[alarm_kind])
    return tuple(
        _end_alarm(alarm, table_fact.time_ms)
        if (alarm.alarm_kind, alarm.values) == (alarm_kind, about_values)
        else alarm
        for alarm in alarms
    )


def _end_alarm(alarm: Alarm, ended_ms: EpochMs) -> Alarm:
    return alarm if alarm.over is not None else replace(alarm, over=ended_ms)


def _alarm_values(table_fact: TableFact, field_names: tuple[str, ...]) -> dict[str, Any]:
    values = {
        field_name: table_fact.payload[field_name]
        for field_name in field_names
        if field_name in table_fact.payload
    }
    msgspec.convert(values, AlarmFields)
    if "place" in values:
        values["spot"], values["on"] = values.pop("place")
    return values
