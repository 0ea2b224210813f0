"""The heartbeats of tables, banks and tournaments, and the alarms that follow from them.

Heartbeats are not stored anywhere: after a missed one the next comes within five seconds.
"""

import time
from collections import deque
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

import msgspec

from firmware.floor.heartbeat import (
    HostFigures,
    PitTableView,
    TableHeartbeat,
    decode_heartbeat,
)
from firmware.floor.pit.sources import Source, certificate_causes
from firmware.floor.projection.fact import EpochMs, check_displayable, parse_iso_ms
from firmware.floor.projection.play import PlayPhase

SILENT_AFTER_MS: Final = 15_000
"""A table is silent after three missed heartbeats."""
LAG_ALARM_S: Final = 60
SKEW_ALARM_MS: Final = 2_000
SKEW_SAMPLES: Final = 5
"""The heartbeats by which a clock is judged: the fastest of them counts, so that one slow delivery
is no skew.
"""
MAX_TABLES: Final = 4_000
"""The most tables that are followed."""

AlarmCauses = Mapping[str, dict[str, Any]]
"""The kinds of alarm whose cause lasts now, with their values."""
LeaseState = Literal["open", "closed", "unseen"]


def monotonic_ms() -> EpochMs:
    return time.monotonic_ns() // 1_000_000


class Heartbeat(NamedTuple):
    """The last heartbeat of a table; `received_ms` is monotonic. `skew_ms` is by how much the
    table's clock is behind this machine's.
    """

    received_ms: EpochMs
    view: PitTableView | None
    behind_s: int = 0
    skew_ms: int = 0
    certificate_ends: str | None = None
    written_gib: tuple[int, ...] = ()
    version: str = ""
    host: HostFigures | None = None
    records: int | None = None


@dataclass
class Heartbeats:
    """The last heartbeats of all tables, banks and tournaments; messages may come from any thread.
    `connected_since` is when the engine was reached, None without a connection; monotonic, as
    silence is.
    """

    wall_clock: Callable[[], EpochMs]
    monotonic_clock: Callable[[], EpochMs] = monotonic_ms
    connected_since: EpochMs | None = None
    sources: dict[str, Source] = field(default_factory=dict)
    """The banks and tournaments that have sent heartbeats."""
    _heartbeats: dict[str, Heartbeat] = field(default_factory=dict)
    _delays: dict[str, deque[int]] = field(default_factory=dict)
    _unread: dict[str, EpochMs] = field(default_factory=dict)
    """By sender: when a heartbeat of his was last set aside; monotonic."""

    def set_connected(self, *, is_connected: bool) -> None:
        """Note whether the engine is connected now."""
        if is_connected != (self.connected_since is not None):
            self.connected_since = self.monotonic_clock() if is_connected else None

    def receive(self, source_name: str, payload: bytes) -> None:
        """Take a heartbeat of a table, a bank or a tournament; one that can't be read or shown is
        set aside, and an alarm of its sender.
        """
        try:
            heartbeat = decode_heartbeat(payload)
            check_displayable(msgspec.to_builtins(heartbeat))
        except Exception:  # noqa: BLE001 - a message from outside may fail in any way, and ends nothing
            self._set_aside(source_name)
            return
        sent_ms = parse_iso_ms(heartbeat.at)
        # bounded, since the names come from the network
        if sent_ms is None or (source_name not in self._delays and len(self._delays) >= MAX_TABLES):
            return
        delays = self._delays.setdefault(source_name, deque(maxlen=SKEW_SAMPLES))
        # a delay is clock skew and transit: the least of the last ones is nearest to the skew
        delays.append(self.wall_clock() - sent_ms)
        if isinstance(heartbeat, TableHeartbeat):
            self._heartbeats[source_name] = Heartbeat(
                self.monotonic_clock(),
                heartbeat.view,
                heartbeat.behind_s,
                min(delays),
                heartbeat.certificate_ends,
                heartbeat.written_gib,
                heartbeat.version,
                heartbeat.host,
                heartbeat.records,
            )
        else:
            self.sources[source_name] = Source(self.monotonic_clock(), heartbeat, min(delays))

    def unread_causes(self, known_names: Collection[str]) -> dict[str, AlarmCauses]:
        """Return the alarm causes of the senders of a heartbeat that was set aside lately, except
        of those whose other causes are known, who get it with them.
        """
        return {
            name: self._unread_cause(name) for name in [*self._unread] if name not in known_names
        }

    def _unread_cause(self, source_name: str) -> dict[str, dict[str, Any]]:
        unread_ms = self._unread.get(source_name)
        is_recent = unread_ms is not None and self.monotonic_clock() - unread_ms <= SILENT_AFTER_MS
        return {"unread_heartbeat": {}} if is_recent else {}

    def _set_aside(self, source_name: str) -> None:
        if source_name in self._unread or len(self._unread) < MAX_TABLES:
            self._unread[source_name] = self.monotonic_clock()

    def last_heartbeats(self) -> dict[str, Heartbeat]:
        """Return the last heartbeat of each table, those of silent tables too."""
        return self._heartbeats.copy()

    def table_heartbeat(self, table_name: str) -> Heartbeat | None:
        """Return the last heartbeat of a table; None if it is silent."""
        heartbeat = self._heartbeats.get(table_name)
        return None if heartbeat is None or self.is_silent(heartbeat) else heartbeat

    def nothing_waits(self, table_name: str) -> bool:
        """Return whether a table sends heartbeats, and the ledger has all that it has released."""
        heartbeat = self.table_heartbeat(table_name)
        return heartbeat is not None and heartbeat.view is not None and heartbeat.behind_s == 0

    def is_unknown(self, table_name: str, phase: PlayPhase) -> bool:
        """Return whether the present state of a table in service is not known: it was seen before,
        or should be seen, and is not.
        """
        heartbeat = self._heartbeats.get(table_name)
        is_seen = self.connected_since is not None and self.table_heartbeat(table_name) is not None
        return phase != "away" and not is_seen and (heartbeat is not None or self._is_settled())

    def _is_settled(self) -> bool:
        """Return whether each table that is there has had the time to be seen."""
        since = self.connected_since
        return since is not None and self.monotonic_clock() - since > SILENT_AFTER_MS

    def is_silent(self, received: Heartbeat | Source) -> bool:
        return self.monotonic_clock() - received.received_ms > SILENT_AFTER_MS

    def table_causes(self, table_name: str, phase: PlayPhase) -> AlarmCauses | None:
        """Return the alarm causes in a table's last heartbeat; None while they are not known."""
        connected_since = self.connected_since
        if connected_since is None:
            return None
        heartbeat, unread_cause = self.table_heartbeat(table_name), self._unread_cause(table_name)
        if heartbeat is not None:
            return heartbeat_causes(heartbeat, phase) | unread_cause
        if not self._is_settled():
            return None
        # a table out of service may be switched off
        return unread_cause if phase == "away" else {"silent": {}, **unread_cause}

    def source_causes(self, source_name: str) -> AlarmCauses | None:
        """Return the alarm causes of a bank or a tournament; None while they are not known."""
        connected_since, source = self.connected_since, self.sources[source_name]
        if connected_since is None:
            return None
        if not self.is_silent(source):
            skew_causes = _skew_causes(source.skew_ms)
            return {**source.alarm_causes, **skew_causes, **self._unread_cause(source_name)}
        if not self._is_settled():
            return None
        return {} if source.may_be_silent else {f"{source.source_kind}_silent": {}}


def _skew_causes(skew_ms: int) -> AlarmCauses:
    return {"skew": {"seconds": round(-skew_ms / 1000)}} if abs(skew_ms) > SKEW_ALARM_MS else {}


def heartbeat_causes(heartbeat: Heartbeat, phase: PlayPhase) -> dict[str, dict[str, Any]]:
    """Return the alarm causes in a heartbeat; a table out of service need not answer."""
    table_view = heartbeat.view
    found_causes: dict[str, dict[str, Any]] = {
        **_skew_causes(heartbeat.skew_ms),
        **certificate_causes(heartbeat.certificate_ends),
    }
    if heartbeat.behind_s >= LAG_ALARM_S:
        found_causes["behind"] = {}
    if table_view is None:
        return found_causes if phase == "away" else found_causes | {"no_answer": {}}
    if table_view.locked:
        found_causes["locked"] = {}
    if table_view.jackpot_closed in JACKPOT_CLOSED_ALARMS:
        found_causes[JACKPOT_CLOSED_ALARMS[table_view.jackpot_closed]] = {}
    return found_causes


JACKPOT_CLOSED_ALARMS: Final = {"why.lot_silent": "lot_silent", "why.lot_history": "lot_history"}
"""By the table's reason: the alarm. A jackpot won at the table itself is counted within seconds,
and is no alarm.
"""


def lease_state(heartbeat: Heartbeat | None) -> LeaseState:
    """Return whether a table takes bets on its linked jackpot now, by its heartbeat."""
    if heartbeat is None or heartbeat.view is None or heartbeat.view.jackpot is None:
        return "unseen"
    return "open" if heartbeat.view.jackpot_closed is None else "closed"
