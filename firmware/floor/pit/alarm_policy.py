"""The policy of each kind of alarm: its rank, its delay, and whether it ends by itself.

The ranks are priorities as ANSI/ISA-18.2 means them: how soon somebody must act, by the loss if
he does not. A condition that needs no act is no alarm: it is in the history alone (`NOTE`).
"""

from collections.abc import Mapping
from enum import IntEnum
from functools import lru_cache
from typing import Any, Final, NamedTuple

from firmware.core.vocabulary.events import Door
from firmware.floor.projection.fact import EpochMs
from firmware.floor.projection.table_alarms import Alarm

SECOND_MS: Final = 1_000
MINUTE_MS: Final = 60_000


class AlarmRank(IntEnum):
    """How soon somebody must act; the first comes first."""

    URGENT = 1
    """Play stops, or money is lost now."""
    HIGH = 2
    """Evidence or money is at risk."""
    MEDIUM = 3
    NOTE = 4
    """No act is needed: people at the table have signed it."""


RISES_AFTER_MS: Final[Mapping[AlarmRank, EpochMs]] = {
    AlarmRank.URGENT: 2 * MINUTE_MS,
    AlarmRank.HIGH: 10 * MINUTE_MS,
    AlarmRank.MEDIUM: 60 * MINUTE_MS,
}
"""How long an alarm may go unacknowledged before it rises."""


class AlarmPolicy(NamedTuple):
    """How alarms of a kind are shown."""

    rank: AlarmRank
    tolerated_ms: EpochMs = 0
    """How long its cause may last before it is an alarm."""
    resolves: bool = False
    """Whether its end is enough: it then needs no acknowledgement."""
    is_shared: bool = False
    """Whether many tables usually have it from one cause: a ledger, a network, a feed."""
    is_shelvable: bool = True


def _policies(
    rank: AlarmRank,
    kinds: str,
    **options: Any,  # noqa: ANN401 - the other fields of a policy
) -> dict[str, AlarmPolicy]:
    return dict.fromkeys(kinds.split(), AlarmPolicy(rank)._replace(**options))


USUAL_POLICY: Final = AlarmPolicy(AlarmRank.MEDIUM)
"""Of a kind that this program does not know."""
SOURCE_PREFIXES: Final = ("slots.alarm.", "hall.alarm.")
"""Begin the alarms of banks and tournaments, which end once people have done their part there."""
SHOE_DOOR: Final = "door of the shoe"
"""Not a kind of its own: this door is opened for each shuffle, and the table watches it in play."""
POLICY_BY_KIND: Final[Mapping[str, AlarmPolicy]] = {
    **_policies(AlarmRank.URGENT, "silent no_answer", resolves=True, is_shared=True),
    **_policies(AlarmRank.URGENT, "engine_lost bank_silent no_bank hall_silent", resolves=True),
    **_policies(AlarmRank.URGENT, "fault", tolerated_ms=20 * SECOND_MS, resolves=True),
    **_policies(AlarmRank.URGENT, "late_bet", tolerated_ms=30 * SECOND_MS, resolves=True),
    **_policies(AlarmRank.URGENT, "power", is_shared=True),
    **_policies(AlarmRank.URGENT, "locked lot_history"),
    **_policies(AlarmRank.URGENT, "lot_called", is_shelvable=False),
    **_policies(AlarmRank.URGENT, "slots.alarm.lot_won hall.alarm.came_back", resolves=True),
    **_policies(AlarmRank.HIGH, "behind", resolves=True, is_shared=True),
    **_policies(
        AlarmRank.HIGH, "lot_silent", tolerated_ms=30 * SECOND_MS, resolves=True, is_shared=True
    ),
    **_policies(AlarmRank.HIGH, "unread_heartbeat", resolves=True, is_shared=True),
    **_policies(AlarmRank.HIGH, "unread in_doubt rejected", is_shared=True),
    **_policies(AlarmRank.HIGH, "cut floods two_journals jackpot_refused tray unforeseen_day"),
    **_policies(
        AlarmRank.HIGH,
        "altered chain_broken fact_differs ledger_altered jackpot_altered"
        " form_missing form_differs chain_altered chain_cut day_late day_altered",
        is_shelvable=False,
    ),
    **_policies(
        AlarmRank.HIGH,
        "slots.alarm.wire slots.alarm.lost slots.alarm.differs slots.alarm.under_83"
        " slots.alarm.defective slots.alarm.defective_unknown slots.alarm.lot_credited"
        " slots.alarm.lot_twice slots.alarm.lot_amount slots.alarm.ran_back slots.alarm.jumped"
        " slots.alarm.reset slots.alarm.replaced",
        resolves=True,
    ),
    **_policies(AlarmRank.HIGH, "slots.alarm.deaf", tolerated_ms=30 * SECOND_MS, resolves=True),
    **_policies(
        AlarmRank.MEDIUM, "slots.alarm.doubtful", tolerated_ms=30 * SECOND_MS, resolves=True
    ),
    **_policies(AlarmRank.HIGH, "door", resolves=True),
    SHOE_DOOR: AlarmPolicy(AlarmRank.MEDIUM, 3 * MINUTE_MS, resolves=True),
    **_policies(AlarmRank.MEDIUM, "key", tolerated_ms=5 * MINUTE_MS, resolves=True),
    **_policies(AlarmRank.MEDIUM, "skew certificate", resolves=True, is_shared=True),
    **_policies(AlarmRank.MEDIUM, "new_journal clock", is_shared=True),
    **_policies(AlarmRank.MEDIUM, "payment_unseen held_more held_less reserve no_closer day_forms"),
    **_policies(AlarmRank.MEDIUM, "nearly_full unreadable other_house other_table"),
    **_policies(AlarmRank.NOTE, "void corrected override", resolves=True),
}
"""By kind of alarm; of a bank or a tournament by the key of its message alone."""
RESOLVING_KINDS: Final = frozenset(
    alarm_kind for alarm_kind, policy in POLICY_BY_KIND.items() if policy.resolves
)
"""The kinds that need no acknowledgement once they are over."""


def alarm_policy(alarm: Alarm) -> AlarmPolicy:
    """Return the policy of an alarm, whose kind may have a machine or a code after a colon."""
    if alarm.alarm_kind == "door" and alarm.values.get("door") == Door.SHOE:
        return POLICY_BY_KIND[SHOE_DOOR]
    return _policy_of_kind(alarm.alarm_kind)


@lru_cache(maxsize=1024)
def _policy_of_kind(alarm_kind: str) -> AlarmPolicy:
    plain_kind = alarm_kind.partition(":")[0]
    usual = USUAL_POLICY._replace(resolves=plain_kind.startswith(SOURCE_PREFIXES))
    return POLICY_BY_KIND.get(plain_kind, usual)


def rises_at(alarm: Alarm) -> EpochMs:
    """Return when an alarm rises if nobody acknowledges it."""
    policy = alarm_policy(alarm)
    usual = RISES_AFTER_MS[AlarmRank.MEDIUM]
    return alarm.since + policy.tolerated_ms + RISES_AFTER_MS.get(policy.rank, usual)
