"""Banks of machines and tournaments: the pit knows their heartbeats, and has no facts of them."""

from typing import Any, Final, Literal, NamedTuple

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.floor.heartbeat import BankHeartbeat, TournamentHeartbeat
from firmware.floor.projection.fact import EpochMs

SILENT_STAGES: Final = ("SALE", "OVER")
"""The stages in which a tournament may end its service."""
DISTINGUISHING_VALUES: Final = ("machine", "code")
"""The values that distinguish alarms of a bank with the same message key."""


def certificate_causes(last_day: str | None) -> dict[str, dict[str, Any]]:
    """Return the alarm cause of a certificate that runs out."""
    return {"certificate": {"day": last_day}} if last_day else {}


class Source(NamedTuple):
    """The last heartbeat of a bank or a tournament."""

    received_ms: EpochMs
    heartbeat: BankHeartbeat | TournamentHeartbeat
    skew_ms: int

    @property
    def source_kind(self) -> Literal["bank", "hall"]:
        return "bank" if isinstance(self.heartbeat, BankHeartbeat) else "hall"

    @property
    def may_be_silent(self) -> bool:
        return (
            isinstance(self.heartbeat, TournamentHeartbeat)
            and self.heartbeat.view.stage in SILENT_STAGES
        )

    @property
    def alarm_causes(self) -> dict[str, dict[str, Any]]:
        """The alarms of its last heartbeat, by message key and distinguishing values."""
        own_causes = certificate_causes(self.heartbeat.certificate_ends)
        if self.heartbeat.view is None:
            return {"no_bank": {}, **own_causes}
        source_alarms = self.heartbeat.view.alarms
        return own_causes | {
            _alarm_kind(alarm_text): {"said": msgspec.to_builtins(alarm_text)}
            for alarm_text in source_alarms
        }


def _alarm_kind(alarm_text: Text) -> str:
    distinguishing = (
        str(alarm_text.values[value_name])
        for value_name in DISTINGUISHING_VALUES
        if value_name in alarm_text.values
    )
    return ":".join((alarm_text.key, *distinguishing))
