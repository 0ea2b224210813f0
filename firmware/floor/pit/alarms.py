"""The alarms of a table, by its facts: each begins with one, and most end with another."""

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, TypedDict

import msgspec
from msgspec.structs import replace

from firmware.floor.pit.fact import EpochMs, PitFact


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


PIT_ALARM_KEYS: Final[Mapping[str, str]] = {
    "bank_silent": "pit.alarm.bank_silent",
    "hall_silent": "pit.alarm.hall_silent",
    "no_bank": "pit.alarm.no_bank",
    "unread": "pit.alarm.unread",
    "fault": "pit.alarm.fault",
    "override": "pit.alarm.override",
    "late_bet": "pit.alarm.late_bet",
    "payment_unseen": "pit.alarm.payment_unseen",
    "door": "pit.alarm.door",
    "key": "pit.alarm.key",
    "power": "pit.alarm.power",
    "void": "pit.alarm.void",
    "corrected": "pit.alarm.corrected",
    "lot_called": "pit.alarm.lot_called",
    "clock": "pit.alarm.clock",
    "held_more": "pit.alarm.held_more",
    "held_less": "pit.alarm.held_less",
    "reserve": "pit.alarm.reserve",
    "tray": "pit.alarm.tray",
    "no_closer": "pit.alarm.no_closer",
    "form_missing": "pit.alarm.form_missing",
    "form_differs": "pit.alarm.form_differs",
    "chain_altered": "pit.alarm.chain_altered",
    "chain_cut": "pit.alarm.chain_cut",
    "unread_heartbeat": "pit.alarm.unread_heartbeat",
    "silent": "pit.alarm.silent",
    "no_answer": "pit.alarm.no_answer",
    "behind": "pit.alarm.behind",
    "skew": "pit.alarm.skew",
    "certificate": "pit.alarm.certificate",
    "locked": "pit.alarm.locked",
    "lot_silent": "pit.alarm.lot_silent",
    "lot_history": "pit.alarm.lot_history",
}
"""By kind of alarm: the key of its message. The ledger's own kinds are in `ledger_alarms`; those of
a bank or a tournament bring their text along.
"""
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
    "LotCalled": ("lot_called", ("round",)),
    "ClearAllowed": ("override", ("part", "code")),
    "PaymentUnseen": ("payment_unseen", ("round", "place", "due_cents", "lies_cents")),
    "ClockStepped": ("clock", ("seconds",)),
}
"""By fact: the alarm that is over as it begins."""
GRAVE_KINDS: Final = frozenset(
    {
        *("fault", "late_bet", "lot_called", "power", "altered", "chain_broken", "fact_differs"),
        *("in_doubt", "ledger_altered", "floods", "rejected"),
        *("two_journals", "cut", "tray", "unread", "unread_heartbeat"),
        *("form_missing", "form_differs", "chain_altered", "chain_cut"),
        *("jackpot_refused", "jackpot_altered"),
        *("silent", "no_answer", "behind", "locked", "lot_history"),
        *("bank_silent", "no_bank", "hall_silent", "hall.alarm.came_back"),
        *("slots.alarm.wire", "slots.alarm.lost", "slots.alarm.deaf", "slots.alarm.differs"),
        *("slots.alarm.under_83", "slots.alarm.defective", "slots.alarm.defective_unknown"),
        *("slots.alarm.lot_won", "slots.alarm.lot_credited", "slots.alarm.lot_twice"),
        *("slots.alarm.lot_amount", "slots.alarm.ran_back", "slots.alarm.jumped"),
        *("slots.alarm.reset", "slots.alarm.replaced"),
    }
)
"""Kinds of alarm that come first. An alarm of a bank is listed by its message key alone, without
its machine or code.
"""
TOLERATED_STEP_S: Final = 2
"""By how much a table's clock may be set without an alarm."""
TOLERATED_DURATION_MS: Final[Mapping[str, EpochMs]] = {
    "key": 300_000,
    "lot_silent": 30_000,
    "slots.alarm.doubtful": 30_000,
    "slots.alarm.deaf": 30_000,
}
"""How long a cause may last before it is an alarm: a machine's link usually recovers by itself."""


def alarms_after_fact(
    alarms: tuple[Alarm, ...], pit_fact: PitFact, table_name: str
) -> tuple[Alarm, ...]:
    """Return a table's alarms after its next fact."""
    cleared_kinds = CLEARED_BY_FACT.get(pit_fact.fact_name, ())
    alarms = tuple(
        _end_alarm(alarm, pit_fact.time_ms) if alarm.alarm_kind in cleared_kinds else alarm
        for alarm in alarms
    )
    if pit_fact.fact_name in MOMENTARY_ALARMS:
        return _with_momentary(alarms, pit_fact, table_name)
    if pit_fact.fact_name in ALARM_STARTS and pit_fact.payload.get(
        SWITCH_FIELDS.get(pit_fact.fact_name, ""), True
    ):
        return _with_started(alarms, pit_fact, table_name)
    if pit_fact.fact_name in ALARM_ENDS:
        return _with_ended(alarms, pit_fact, ALARM_ENDS[pit_fact.fact_name])
    return alarms


def past_tolerance(alarms: Iterable[Alarm], now_ms: EpochMs) -> list[Alarm]:
    """Return the alarms whose cause lasts, or has lasted, for longer than is tolerated."""
    return [
        alarm
        for alarm in alarms
        if (alarm.over or now_ms) - alarm.since
        >= TOLERATED_DURATION_MS.get(_kind_prefix(alarm.alarm_kind), 0)
    ]


def is_grave(alarm_kind: str) -> bool:
    return _kind_prefix(alarm_kind) in GRAVE_KINDS


@lru_cache(maxsize=1024)
def _kind_prefix(alarm_kind: str) -> str:
    """Return a kind without the machine or code after its colon."""
    return alarm_kind.partition(":")[0]


def _with_started(
    alarms: tuple[Alarm, ...], pit_fact: PitFact, table_name: str
) -> tuple[Alarm, ...]:
    """Begin an alarm, unless the same one lasts already."""
    alarm_kind, field_names = ALARM_STARTS[pit_fact.fact_name]
    new_alarm = Alarm(
        pit_fact.fact_id,
        alarm_kind,
        table_name,
        pit_fact.time_ms,
        None,
        _alarm_values(pit_fact, field_names),
    )
    identity = (new_alarm.alarm_kind, new_alarm.values, new_alarm.over)
    known = ((alarm.alarm_kind, alarm.values, alarm.over) for alarm in alarms)
    return alarms if identity in known else (*alarms, new_alarm)


def _with_momentary(
    alarms: tuple[Alarm, ...], pit_fact: PitFact, table_name: str
) -> tuple[Alarm, ...]:
    alarm_kind, field_names = MOMENTARY_ALARMS[pit_fact.fact_name]
    if alarm_kind == "clock" and abs(pit_fact.payload["seconds"]) <= TOLERATED_STEP_S:
        return alarms
    began_and_over = pit_fact.time_ms, pit_fact.time_ms
    values = _alarm_values(pit_fact, field_names)
    return (*alarms, Alarm(pit_fact.fact_id, alarm_kind, table_name, *began_and_over, values))


def _with_ended(alarms: tuple[Alarm, ...], pit_fact: PitFact, alarm_kind: str) -> tuple[Alarm, ...]:
    """End the alarms of that kind with the same values."""
    # the fact that ends an alarm has the same fields as the one that began it
    started_fields = dict(ALARM_STARTS.values())
    about_values = _alarm_values(pit_fact, started_fields[alarm_kind])
    return tuple(
        _end_alarm(alarm, pit_fact.time_ms)
        if (alarm.alarm_kind, alarm.values) == (alarm_kind, about_values)
        else alarm
        for alarm in alarms
    )


def _end_alarm(alarm: Alarm, ended_ms: EpochMs) -> Alarm:
    return alarm if alarm.over is not None else replace(alarm, over=ended_ms)


def _alarm_values(pit_fact: PitFact, field_names: tuple[str, ...]) -> dict[str, Any]:
    values = {
        field_name: pit_fact.payload[field_name]
        for field_name in field_names
        if field_name in pit_fact.payload
    }
    msgspec.convert(values, AlarmFields)
    if "place" in values:
        values["spot"], values["on"] = values.pop("place")
    return values
