"""The views that tables, banks and halls send of themselves, and the alarms that follow from them.

Nothing keeps these messages: who has not heard one will hear the next within five seconds.
"""

import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

import msgspec

from firmware.floor.heartbeat import Seen, View, seen_in
from firmware.floor.pit.banks_and_halls import Other
from firmware.floor.pit.fact import Moment, moment
from firmware.floor.pit.play import Phase

SILENT_MS: Final = 15_000
"""After three views that did not come a table is silent."""
BEHIND_S: Final = 60
SKEWED_MS: Final = 2_000
LATEST: Final = 5
"""The views by which a clock is judged: one that was long on its way makes it no worse."""
MOST: Final = 1_000
"""Tables that are followed at most."""

Causes = Mapping[str, dict[str, Any]]
"""The kinds of alarm whose cause lasts now, with their values."""
Lease = Literal["open", "closed", "unseen"]


def passed_ms() -> Moment:
    return time.monotonic_ns() // 1_000_000


class Sight(NamedTuple):
    """A table as it was heard last, by a clock that nobody sets. `skew_ms` is by how much the
    table's time of day is behind this machine's.
    """

    heard: Moment
    view: View | None
    behind_s: int = 0
    skew_ms: int = 0


@dataclass
class Sights:
    """The tables and others that are heard; messages may come from any thread. `heard_since` is
    when the engine was reached, None while it is not; like silence, by a clock that nobody sets.
    """

    wall: Callable[[], Moment]
    passed: Callable[[], Moment] = passed_ms
    heard_since: Moment | None = None
    others: dict[str, Other] = field(default_factory=dict)
    """The banks and halls that were heard."""
    _of: dict[str, Sight] = field(default_factory=dict)
    _late: dict[str, deque[int]] = field(default_factory=dict)

    def reached(self, *, now: bool) -> None:
        """Note whether the engine is reached now."""
        if now != (self.heard_since is not None):
            self.heard_since = self.passed() if now else None

    def hear(self, table: str, octets: bytes) -> None:
        """Take a message of a table, a bank or a hall; what is none counts for nothing."""
        try:
            seen = seen_in(octets)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return
        at = moment(seen.at)
        if at is None or (table not in self._late and len(self._late) >= MOST):
            return
        late = self._late.setdefault(table, deque(maxlen=LATEST))
        late.append(self.wall() - at)
        if isinstance(seen, Seen):
            self._of[table] = Sight(self.passed(), seen.view, seen.behind_s, min(late))
        else:
            self.others[table] = Other(self.passed(), seen, min(late))

    def of(self, table: str) -> Sight | None:
        """Return a table as it is heard now; None if it is silent."""
        sight = self._of.get(table)
        return None if sight is None or self.is_silent(sight) else sight

    def is_silent(self, one: Sight | Other) -> bool:
        return self.passed() - one.heard > SILENT_MS

    def causes(self, table: str, phase: Phase) -> Causes | None:
        """Return what is amiss at a table by what it shows; None as long as that is not known."""
        since = self.heard_since
        if since is None:
            return None
        sight = self.of(table)
        if sight is not None:
            return causes(sight, phase)
        if self.passed() - since <= SILENT_MS:
            return None
        return {} if phase == "away" else {"silent": {}}

    def other_causes(self, name: str) -> Causes | None:
        """Return what is amiss at a bank or a hall; None as long as that is not known."""
        since, other = self.heard_since, self.others[name]
        if since is None:
            return None
        if not self.is_silent(other):
            return {**other.causes, **_skewed(other.skew_ms)}
        if self.passed() - since <= SILENT_MS:
            return None
        return {} if other.may_be_silent else {f"{other.of}_silent": {}}


def _skewed(skew_ms: int) -> Causes:
    return {"skew": {"seconds": round(-skew_ms / 1000)}} if abs(skew_ms) > SKEWED_MS else {}


def causes(sight: Sight, phase: Phase) -> Causes:
    """Return what is amiss at a table that is heard; one out of service need not answer."""
    view = sight.view
    found: dict[str, dict[str, Any]] = {**_skewed(sight.skew_ms)}
    if sight.behind_s >= BEHIND_S:
        found["behind"] = {}
    if view is None:
        return found if phase == "away" else found | {"no_answer": {}}
    if view.locked:
        found["locked"] = {}
    if view.lot_closed in LOT_CLOSED:
        found[LOT_CLOSED[view.lot_closed]] = {}
    return found


LOT_CLOSED: Final = {"why.lot_silent": "lot_silent", "why.lot_history": "lot_history"}
"""By the table's reason: the alarm. A lot that was won here is counted within seconds."""


def lease(sight: Sight | None) -> Lease:
    """Return whether a table takes bets on its linked lot now, as far as it is seen."""
    if sight is None or sight.view is None or sight.view.lot is None:
        return "unseen"
    return "open" if sight.view.lot_closed is None else "closed"
