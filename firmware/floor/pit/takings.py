"""A table's rounds that are over, and their money: none of it can be taken back any more.

Handle and win are what the table's own meters have advanced by. What the house could expect is
reckoned as `croupier meters --theory` does, from the settled bets and the exact edge of each.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from operator import add
from typing import Any, Final, NamedTuple

import msgspec

from firmware.core.vocabulary.counters import MODULO, Meters
from firmware.core.vocabulary.rulings import BetSettled
from firmware.floor.pit.alarms import Alarm
from firmware.floor.pit.fact import HOUR_MS, Moment, Told
from firmware.odds.drift import Watch
from firmware.odds.edges import Edges
from firmware.odds.expected import Expected, Wager, wagers

SHOWN: Final = 10
"""The rounds of a table that are shown."""
PACED: Final = 20
"""The rounds over which the pace is reckoned."""

FindEdges = Callable[[Mapping[str, Any]], Edges | None]
"""Returns the edges at a table of some setting, as its fact `started` has it."""


class Sums(NamedTuple):
    """Sums over rounds, of a table or of one class of its bets; money in cents."""

    rounds: int = 0
    handle: int = 0
    held: int = 0
    voids: int = 0
    late_bets: int = 0
    theory: Expected = Expected()

    def and_more(self, more: "Sums") -> "Sums":
        return Sums(
            self.rounds + more.rounds,
            self.handle + more.handle,
            self.held + more.held,
            self.voids + more.voids,
            self.late_bets + more.late_bets,
            Expected(*map(add, self.theory, more.theory)),
        )


class RoundOver(msgspec.Struct, frozen=True):
    """A round that is over. `result` is of an instrument, `lines` are of its bets, `cards` are the
    public ones by hand: none before the records of its shoe are released.
    """

    number: int
    ended: Moment
    held: int
    voided: bool
    result: tuple[str, ...]
    decisions: tuple[dict[str, Any], ...]
    lines: tuple[BetSettled, ...]
    cards: dict[str, tuple[str, ...]] = {}


@dataclass
class Takings:
    """The money of a journal, whose facts are taken in their order."""

    table: str
    find_edges: FindEdges
    hours: dict[int, Sums] = field(default_factory=dict)
    """By hour since 1970."""
    bets: dict[tuple[int, str], Sums] = field(default_factory=dict)
    """By hour and class of bet; `rounds` are bets there."""
    rounds: deque[RoundOver] = field(default_factory=lambda: deque(maxlen=SHOWN))
    ends: deque[Moment] = field(default_factory=lambda: deque(maxlen=PACED))
    alarms: list[Alarm] = field(default_factory=list)
    _chips: bool = False
    """Whether the table's chips have no value, so that nothing of it is money."""
    _edges: Edges | None = None
    _meters: Meters | None = None
    _since: list[Told] = field(default_factory=list)
    _watches: tuple[Watch, ...] = field(
        default_factory=lambda: (Watch(more=False), Watch(more=True))
    )

    def take(self, told: Told) -> None:
        """Take the next fact."""
        match told.name:
            case "started":
                self._edges = self.find_edges(told.what)
                self._chips = told.what.get("table", {}).get("tournament", False)
            case "MetersBegan":
                self._meters = Meters()
            case "TestClosed":
                self._since = []
            case "meters":
                self._close(told)
            case name if name in PARTS:
                self._since.append(told)

    @property
    def pace(self) -> float | None:
        """Return the rounds an hour over the last ones; None if there are too few."""
        if len(self.ends) < 2 or self.ends[0] >= self.ends[-1]:
            return None
        return (len(self.ends) - 1) * HOUR_MS / (self.ends[-1] - self.ends[0])

    def between(self, begin: int, end: int) -> Sums:
        """Return the sums of the hours from `begin` on, before `end`."""
        return total(sums for hour, sums in self.hours.items() if begin <= hour < end)

    def by_bet(self, begin: int, end: int) -> dict[str, Sums]:
        """Return the sums of these hours by class of bet."""
        found: dict[str, Sums] = {}
        for (hour, name), sums in self.bets.items():
            if begin <= hour < end:
                found[name] = found.get(name, Sums()).and_more(sums)
        return found

    def _close(self, told: Told) -> None:
        meters = msgspec.convert(told.what["meters"], Meters)
        before, self._meters = self._meters, meters
        since, self._since = self._since, []
        if before is None or before == meters or self._chips:
            return
        advanced, by_class = _advanced(before, meters)
        lines = tuple(msgspec.convert(one.what, BetSettled) for one in since if one.name == LINE)
        number = told.what["round"] - 1
        bets = self._priced(lines, advanced)
        self._add(told.at // HOUR_MS, advanced, by_class, bets)
        self._watch(told, number, bets)
        self.ends.append(told.at)
        self.rounds.append(_over(number, told.at, advanced, since, lines))

    def _priced(self, lines: Iterable[BetSettled], advanced: Sums) -> list[Wager]:
        """Return the bets with an edge; none unless the lines are those that the meters counted."""
        if self._edges is None:
            return []
        settled = [bet for bet in wagers(lines, self._edges) if bet.stake > 0]
        if sum(bet.stake for bet in settled) != advanced.handle:
            return []
        return [bet for bet in settled if bet.edge]

    def _add(
        self, hour: int, advanced: Sums, by_class: Mapping[str, Sums], bets: list[Wager]
    ) -> None:
        theory = Expected().and_round(bets) if bets else Expected()
        whole = advanced._replace(theory=theory)
        self.hours[hour] = self.hours.get(hour, Sums()).and_more(whole)
        for name, sums in by_class.items():
            own = [bet for bet in bets if _is_of(bet.on, name)]
            more = sums._replace(theory=Expected().and_round(own) if own else Expected())
            self.bets[hour, name] = self.bets.get((hour, name), Sums()).and_more(more)

    def _watch(self, told: Told, number: int, bets: list[Wager]) -> None:
        for watch in self._watches:
            if bets and (drift := watch.take(number, bets)):
                kind = "held_more" if drift.more else "held_less"
                values = {"since": drift.since, "round": drift.round}
                self.alarms.append(
                    Alarm(f"{told.id}.{kind}", kind, self.table, told.at, told.at, values)
                )


LINE: Final = "BetSettled"
PARTS: Final = (LINE, "ResultSeen", "Decided")
"""The facts that a round which is over consists of."""


def total(some: Iterable[Sums]) -> Sums:
    found = Sums()
    for sums in some:
        found = found.and_more(sums)
    return found


def _over(
    number: int, at: Moment, advanced: Sums, since: list[Told], lines: tuple[BetSettled, ...]
) -> RoundOver:
    results = [one.what["symbols"] for one in since if one.name == "ResultSeen"]
    decisions = tuple(one.what for one in since if one.name == "Decided")
    result = tuple(results[-1]) if results else ()
    voided = bool(advanced.voids)
    return RoundOver(number, at, advanced.held, voided, result, decisions, lines)


def _advanced(before: Meters, after: Meters) -> tuple[Sums, dict[str, Sums]]:
    """Return by how much the meters have advanced, in all and by class of bet."""
    by_class = {}
    for name, bet in after.bets.items():
        was = before.bets.get(name, type(bet)())
        if bet != was:
            count = bet.bets - was.bets
            by_class[name] = Sums(count, _more(was.handle, bet.handle), _more(was.held, bet.held))
    rounds, voids = after.rounds - before.rounds, after.voids - before.voids
    late = after.late_bets - before.late_bets
    handle = sum(sums.handle for sums in by_class.values())
    held = sum(sums.held for sums in by_class.values())
    return Sums(rounds, handle, held, voids, late), by_class


def _more(was: int, now: int) -> int:
    """Return by how much a meter has advanced, which may be less than nothing."""
    more = (now - was) % MODULO
    return more - MODULO if more > MODULO // 2 else more


def _is_of(on: str, name: str) -> bool:
    """Return whether a bet is of a class."""
    return name in (on, on.partition(":")[0])
