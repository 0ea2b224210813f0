"""The messages of the pit's alarms."""

from collections.abc import Mapping
from typing import Any, Final

WON_KIND: Final = "lot_called"
"""A linked jackpot is won."""
PAID_KEY: Final = "pit.alarm.lot_paid"
SHOWN_KEY: Final = "pit.alarm.lot_shown"
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
    WON_KIND: "pit.alarm.lot_called",
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
    "engine_lost": "pit.alarm.engine_lost",
    "day_late": "pit.alarm.day_late",
    "day_forms": "pit.alarm.day_forms",
    "day_altered": "pit.alarm.day_altered",
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


def alarm_key(alarm_kind: str, values: Mapping[str, Any]) -> str | None:
    """Return the key of a kind's message, None of an unknown kind; a jackpot that is won is named
    with the amount that was paid, or with that which was shown as long as it is not counted.
    """
    if alarm_kind == WON_KIND and "paid_cents" in values:
        return PAID_KEY
    if alarm_kind == WON_KIND and "cents" in values:
        return SHOWN_KEY
    return PIT_ALARM_KEYS.get(alarm_kind)
