"""What the pit makes of alarms: their messages, their weight, and how long a cause is tolerated."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from firmware.floor.projection.fact import EpochMs
from firmware.floor.projection.table_alarms import Alarm

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
TOLERATED_DURATION_MS: Final[Mapping[str, EpochMs]] = {
    "key": 300_000,
    "lot_silent": 30_000,
    "slots.alarm.doubtful": 30_000,
    "slots.alarm.deaf": 30_000,
}
"""How long a cause may last before it is an alarm: a machine's link usually recovers by itself."""


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
