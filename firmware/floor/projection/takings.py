"""A table's settled rounds and their money, which can't be undone any more.

Handle and win are the advances of the table's own meters. The house's expectation is computed as in
`croupier meters --theory`, from the settled bets and the exact edge of each.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from firmware.core.vocabulary.meters import Meters, reading_advance
from firmware.core.vocabulary.rulings import BetSettled
from firmware.floor.projection.fact import MS_PER_HOUR, EpochMs, TableFact
from firmware.floor.projection.table_alarms import Alarm
from firmware.floor.projection.takings_sums import TakingsSums, total_sums
from firmware.odds.drift import Cusum
from firmware.odds.edges import EdgeTable
from firmware.odds.expected_hold import ExpectedHold, Wager, round_wagers

SHOWN_ROUNDS: Final = 10
"""How many of a table's rounds are shown."""
PACE_ROUNDS: Final = 20
"""The rounds over which the pace is computed."""

FindEdges = Callable[[Mapping[str, Any]], EdgeTable | None]
"""Returns the edges at a table of some setting, as its fact `started` has it."""


class SettledRound(
    msgspec.Struct, frozen=True, rename={"round_number": "number", "settled_bets": "lines"}
):
    """A settled round. `result` is an instrument's, `lines` are its bets, `cards` are the public
    cards by hand: none before the records of its shoe are released.
    """

    round_number: int
    ended: EpochMs
    held: int
    voided: bool
    result: tuple[str, ...]
    decisions: tuple[dict[str, Any], ...]
    settled_bets: tuple[BetSettled, ...]
    cards: dict[str, tuple[str, ...]] = {}


@dataclass
class TableTakings:
    """The money of a journal, whose facts are applied in order."""

    table_name: str
    find_edges: FindEdges
    sums_by_hour: dict[int, TakingsSums] = field(default_factory=dict)
    """By hour since 1970."""
    sums_by_hour_and_bet: dict[tuple[int, str], TakingsSums] = field(default_factory=dict)
    """By hour and class of bet; `rounds` counts bets there."""
    settled_rounds: deque[SettledRound] = field(default_factory=lambda: deque(maxlen=SHOWN_ROUNDS))
    round_ends: deque[EpochMs] = field(default_factory=lambda: deque(maxlen=PACE_ROUNDS))
    alarms: list[Alarm] = field(default_factory=list)
    _is_tournament: bool = False
    """Whether the table's chips have no value, so that there is no money to count."""
    _table_edges: EdgeTable | None = None
    _last_meters: Meters | None = None
    _round_facts: list[TableFact] = field(default_factory=list)
    _corrected_cents: int = 0
    """What was corrected since the last meters, in earlier rounds."""
    _drift_detectors: tuple[Cusum, ...] = field(
        default_factory=lambda: (Cusum(is_excess=False), Cusum(is_excess=True))
    )

    def apply_fact(self, table_fact: TableFact) -> None:
        """Take the next fact."""
        match table_fact.fact_name:
            case "started":
                self._table_edges = self.find_edges(table_fact.payload)
                self._is_tournament = table_fact.payload.get("table", {}).get("tournament", False)
            case "MetersBegan":
                self._last_meters = Meters()
            case "TestClosed":
                self._round_facts = []
            case "RoundCorrected":
                self._correct_round(table_fact.payload["round"], table_fact.payload["cents"])
            case "meters":
                self._settle(table_fact)
            case fact_name if fact_name in ROUND_FACTS:
                check_round_fact(table_fact)
                self._round_facts.append(table_fact)

    @property
    def rounds_per_hour(self) -> float | None:
        """The rounds an hour over the last ones; None if there are too few."""
        if len(self.round_ends) < 2 or self.round_ends[0] >= self.round_ends[-1]:
            return None
        return (len(self.round_ends) - 1) * MS_PER_HOUR / (self.round_ends[-1] - self.round_ends[0])

    def sums_between(self, first_hour: int, end_hour: int) -> TakingsSums:
        """Return the sums from `first_hour` to before `end_hour`."""
        return total_sums(
            sums for hour, sums in self.sums_by_hour.items() if first_hour <= hour < end_hour
        )

    def sums_by_bet(self, first_hour: int, end_hour: int) -> dict[str, TakingsSums]:
        """Return the sums of these hours by class of bet."""
        sums_so_far: dict[str, TakingsSums] = {}
        for (hour, bet_class), sums in self.sums_by_hour_and_bet.items():
            if first_hour <= hour < end_hour:
                sums_so_far[bet_class] = sums_so_far.get(bet_class, TakingsSums()).plus(sums)
        return sums_so_far

    def _settle(self, table_fact: TableFact) -> None:
        new_meters = msgspec.convert(table_fact.payload["meters"], Meters)
        old_meters, self._last_meters = self._last_meters, new_meters
        round_facts, self._round_facts = self._round_facts, []
        # the first meters may count rounds from before the journal, and a tournament's chips
        # have no value
        if old_meters is None or old_meters == new_meters or self._is_tournament:
            return
        advance, sums_by_class = meter_advance(old_meters, new_meters)
        settled_bets = tuple(
            msgspec.convert(round_fact.payload, BetSettled)
            for round_fact in round_facts
            if round_fact.fact_name == SETTLED_BET_FACT
        )
        round_number = table_fact.payload["round"] - 1
        priced_wagers = self._priced_wagers(settled_bets, advance)
        self._add_hour(table_fact.time_ms // MS_PER_HOUR, advance, sums_by_class, priced_wagers)
        self._detect_drift(table_fact, round_number, priced_wagers)
        self.round_ends.append(table_fact.time_ms)
        corrected_cents, self._corrected_cents = self._corrected_cents, 0
        own_advance = advance._replace(held=advance.held + corrected_cents)
        self.settled_rounds.append(
            _settled_round(round_number, table_fact.time_ms, own_advance, round_facts, settled_bets)
        )

    def _correct_round(self, round_number: int, cents: int) -> None:
        """Correct the money that a round has held, which the next meters have in their advance."""
        self._corrected_cents += cents
        for index, settled_round in enumerate(self.settled_rounds):
            if settled_round.round_number == round_number:
                self.settled_rounds[index] = msgspec.structs.replace(
                    settled_round, held=settled_round.held - cents
                )

    def _priced_wagers(
        self, settled_bets: Iterable[BetSettled], advance: TakingsSums
    ) -> list[Wager]:
        """Return the bets with an edge; none unless the settled bets add up to the meters."""
        if self._table_edges is None:
            return []
        played_bets = _played_bets(settled_bets, advance.handle)
        staked_wagers = [
            wager for wager in round_wagers(played_bets, self._table_edges) if wager.stake > 0
        ]
        # a bet that is missing here would bias the expectation, and the drift alarm with it
        if sum(wager.stake for wager in staked_wagers) != advance.handle:
            return []
        return [wager for wager in staked_wagers if wager.edge]

    def _add_hour(
        self,
        hour: int,
        advance: TakingsSums,
        sums_by_class: Mapping[str, TakingsSums],
        priced_wagers: list[Wager],
    ) -> None:
        expected_sums = ExpectedHold().add_round(priced_wagers) if priced_wagers else ExpectedHold()
        hour_sums = advance._replace(theory=expected_sums)
        self.sums_by_hour[hour] = self.sums_by_hour.get(hour, TakingsSums()).plus(hour_sums)
        for bet_class, sums in sums_by_class.items():
            class_wagers = [
                wager for wager in priced_wagers if _is_of_class(wager.bet_name, bet_class)
            ]
            class_sums = sums._replace(
                theory=ExpectedHold().add_round(class_wagers) if class_wagers else ExpectedHold()
            )
            self.sums_by_hour_and_bet[hour, bet_class] = self.sums_by_hour_and_bet.get(
                (hour, bet_class), TakingsSums()
            ).plus(class_sums)

    def _detect_drift(
        self, table_fact: TableFact, round_number: int, priced_wagers: list[Wager]
    ) -> None:
        for drift_detector in self._drift_detectors:
            if priced_wagers and (drift := drift_detector.add_round(round_number, priced_wagers)):
                alarm_kind = "held_more" if drift.is_excess else "held_less"
                values = {"since": drift.first_round, "round": drift.note_round}
                self.alarms.append(
                    Alarm(
                        f"{table_fact.fact_id}.{alarm_kind}",
                        alarm_kind,
                        self.table_name,
                        table_fact.time_ms,
                        table_fact.time_ms,
                        values,
                    )
                )


SETTLED_BET_FACT: Final = "BetSettled"


class RoundFields(msgspec.Struct, frozen=True):
    """The shown fields of a result or of a decision."""

    symbols: tuple[str, ...] = ()


ROUND_FACTS: Final = (SETTLED_BET_FACT, "ResultSeen", "Decided")
"""The facts that a settled round consists of."""


def check_round_fact(table_fact: TableFact) -> None:
    """Raise msgspec.ValidationError if a fact is not what a settled round consists of."""
    if table_fact.fact_name == SETTLED_BET_FACT:
        msgspec.convert(table_fact.payload, BetSettled)
    else:
        msgspec.convert(table_fact.payload, RoundFields)


def _played_bets(settled_bets: Iterable[BetSettled], handle: int) -> Sequence[BetSettled]:
    """Return the bets that are in the meters. Chips given back before they were in play have no
    article; those that the close has refused come before all others, since it rules on them first.
    """
    played_bets = [settled for settled in settled_bets if settled.article is not None]
    surplus = sum(settled.bet.cents for settled in played_bets) - handle
    refused_count = 0
    while surplus > 0 and refused_count < len(played_bets):
        surplus -= played_bets[refused_count].bet.cents
        refused_count += 1
    is_refused = all(_is_given_back(settled) for settled in played_bets[:refused_count])
    return played_bets[refused_count:] if is_refused else played_bets


def _is_given_back(settled: BetSettled) -> bool:
    return settled.outcome == "push" and settled.returned == settled.bet.cents


def _settled_round(
    round_number: int,
    ended_ms: EpochMs,
    advance: TakingsSums,
    round_facts: list[TableFact],
    settled_bets: tuple[BetSettled, ...],
) -> SettledRound:
    drawn_results = [
        round_fact.payload["symbols"]
        for round_fact in round_facts
        if round_fact.fact_name == "ResultSeen"
    ]
    decisions = tuple(
        round_fact.payload for round_fact in round_facts if round_fact.fact_name == "Decided"
    )
    last_result = tuple(drawn_results[-1]) if drawn_results else ()
    is_voided = bool(advance.voids)
    return SettledRound(
        round_number, ended_ms, advance.held, is_voided, last_result, decisions, settled_bets
    )


def meter_advance(
    old_meters: Meters, new_meters: Meters
) -> tuple[TakingsSums, dict[str, TakingsSums]]:
    """Return the meters' advance, in total and by class of bet."""
    sums_by_class = {}
    for bet_class, bet_meters in new_meters.bets.items():
        old_bet_meters = old_meters.bets.get(bet_class, type(bet_meters)())
        if bet_meters != old_bet_meters:
            bet_count = bet_meters.bets - old_bet_meters.bets
            sums_by_class[bet_class] = TakingsSums(
                bet_count,
                reading_advance(old_bet_meters.handle, bet_meters.handle),
                reading_advance(old_bet_meters.held, bet_meters.held),
            )
    round_count, void_count = (
        new_meters.rounds - old_meters.rounds,
        new_meters.voids - old_meters.voids,
    )
    late_count = new_meters.late_bets - old_meters.late_bets
    total_handle = sum(sums.handle for sums in sums_by_class.values())
    total_held = sum(sums.held for sums in sums_by_class.values())
    return TakingsSums(round_count, total_handle, total_held, void_count, late_count), sums_by_class


def _is_of_class(bet_name: str, bet_class: str) -> bool:
    """Return whether a bet is of a class."""
    return bet_class in (bet_name, bet_name.partition(":")[0])
