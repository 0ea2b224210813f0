"""A table's settled rounds and their money, which can't be undone any more.

Handle and win are the advances of the table's own meters. The house's expectation is computed as in
`croupier meters --theory`, from the settled bets and the exact edge of each.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from firmware.core.vocabulary.meters import Meters, reading_advance
from firmware.core.vocabulary.rulings import BetSettled
from firmware.floor.projection.fact import MS_PER_HOUR, EpochMs, TableFact
from firmware.floor.projection.table_alarms import Alarm
from firmware.floor.projection.takings_sums import HourClass, TakingsSums
from firmware.odds.drift import Cusum
from firmware.odds.edges import EdgeTable
from firmware.odds.expected_hold import ExpectedHold, Wager, round_wagers

SHOWN_ROUNDS: Final = 10
"""How many of a table's rounds are shown."""
MAX_ADVANCE: Final = 1 << 40
"""More than a meter of cents or of rounds advances by in one round."""
MAX_CLASS_LENGTH: Final = 100
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


class HourAdvance(NamedTuple):
    """The sums that a settled round adds to a class of bets; `rounds` counts the bets there."""

    key: HourClass
    sums: TakingsSums


def _drift_detectors() -> tuple[Cusum, Cusum]:
    return Cusum(is_excess=False), Cusum(is_excess=True)


class TakingsState(msgspec.Struct):
    """All that the money of later facts depends on."""

    edge_setting: dict[str, Any] | None = None
    """The part of the table's start by which its edges are found."""
    is_tournament: bool = False
    """Whether the table's chips have no value, so that there is no money to count."""
    last_meters: Meters | None = None
    round_facts: list[TableFact] = []
    corrected_cents: int = 0
    """The corrections of earlier rounds since the last meters."""
    round_ends: list[EpochMs] = []
    """Of the last rounds, from which the pace follows."""
    drift_detectors: tuple[Cusum, Cusum] = msgspec.field(default_factory=_drift_detectors)


class TableTakings:
    """The money of a journal, whose facts are applied in order. Advances and alarms are gathered
    until they are written.
    """

    def __init__(
        self,
        find_edges: FindEdges,
        state: TakingsState,
        settled_rounds: Iterable[SettledRound] = (),
    ) -> None:
        self.state = state
        self.settled_rounds = deque(settled_rounds, maxlen=SHOWN_ROUNDS)
        self.hour_advances: list[HourAdvance] = []
        self.has_new_rounds = False
        self.alarms: list[Alarm] = []
        self._find_edges = find_edges
        self._table_edges = find_edges(state.edge_setting) if state.edge_setting else None

    def apply_fact(self, table_fact: TableFact) -> None:
        """Take the next fact."""
        match table_fact.fact_name:
            case "started":
                is_tournament = table_fact.payload.get("table", {}).get("tournament", False)
                self._begin(_edge_setting(table_fact.payload), is_tournament=is_tournament)
            case "MetersBegan":
                self.state.last_meters = Meters()
            case "TestClosed":
                self.state.round_facts = []
            case "RoundCorrected":
                self._correct_round(table_fact.payload["round"], table_fact.payload["cents"])
            case "meters":
                self._settle(table_fact)
            case fact_name if fact_name in ROUND_FACTS:
                check_round_fact(table_fact)
                self.state.round_facts.append(table_fact)

    def take_advances(self) -> list[HourAdvance]:
        """Return the advances since the last call."""
        advances, self.hour_advances = self.hour_advances, []
        return advances

    def _begin(self, edge_setting: dict[str, Any], *, is_tournament: bool) -> None:
        self._table_edges = self._find_edges(edge_setting)
        self.state.edge_setting, self.state.is_tournament = edge_setting, is_tournament

    def _settle(self, table_fact: TableFact) -> None:
        new_meters = msgspec.convert(table_fact.payload["meters"], Meters)
        old_meters, self.state.last_meters = self.state.last_meters, new_meters
        round_facts, self.state.round_facts = self.state.round_facts, []
        # the first meters may count rounds from before the journal, and a tournament's chips
        # have no value
        if old_meters is None or old_meters == new_meters or self.state.is_tournament:
            return
        advance, sums_by_class = meter_advance(old_meters, new_meters)
        _check_advance({**sums_by_class, "": advance})
        settled_bets = tuple(
            msgspec.convert(round_fact.payload, BetSettled)
            for round_fact in round_facts
            if round_fact.fact_name == SETTLED_BET_FACT
        )
        round_number = table_fact.payload["round"] - 1
        priced_wagers = self._priced_wagers(settled_bets, advance)
        self._add_hour(table_fact.time_ms // MS_PER_HOUR, advance, sums_by_class, priced_wagers)
        self._detect_drift(table_fact, round_number, priced_wagers)
        self.state.round_ends = [*self.state.round_ends, table_fact.time_ms][-PACE_ROUNDS:]
        corrected_cents, self.state.corrected_cents = self.state.corrected_cents, 0
        own_advance = advance._replace(held=advance.held + corrected_cents)
        self.has_new_rounds = True
        self.settled_rounds.append(
            _settled_round(round_number, table_fact.time_ms, own_advance, round_facts, settled_bets)
        )

    def _correct_round(self, round_number: int, cents: int) -> None:
        """Correct the money that a round has held, which the next meters have in their advance."""
        self.state.corrected_cents += cents
        self.has_new_rounds = True
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
        self.hour_advances.append(HourAdvance(HourClass(hour, ""), hour_sums))
        for bet_class, sums in sums_by_class.items():
            class_wagers = [
                wager for wager in priced_wagers if _is_of_class(wager.bet_name, bet_class)
            ]
            class_sums = sums._replace(
                theory=ExpectedHold().add_round(class_wagers) if class_wagers else ExpectedHold()
            )
            self.hour_advances.append(HourAdvance(HourClass(hour, bet_class), class_sums))

    def _detect_drift(
        self, table_fact: TableFact, round_number: int, priced_wagers: list[Wager]
    ) -> None:
        for drift_detector in self.state.drift_detectors:
            if priced_wagers and (drift := drift_detector.add_round(round_number, priced_wagers)):
                alarm_kind = "held_more" if drift.is_excess else "held_less"
                values = {"since": drift.first_round, "round": drift.note_round}
                self.alarms.append(
                    Alarm(
                        f"{table_fact.fact_id}.{alarm_kind}",
                        alarm_kind,
                        "",
                        table_fact.time_ms,
                        table_fact.time_ms,
                        values,
                    )
                )


EDGE_FIELDS: Final = ("pack", "game", "options")


def _edge_setting(table_setting: Mapping[str, Any]) -> dict[str, Any]:
    return {name: table_setting[name] for name in EDGE_FIELDS if name in table_setting}


def _check_advance(sums_by_class: Mapping[str, TakingsSums]) -> None:
    """Raise ValueError if the meters advance by more than a round has, or a row could hold."""
    for bet_class, sums in sums_by_class.items():
        if max(map(abs, sums[:5])) >= MAX_ADVANCE:
            raise ValueError(sums)
        if len(bet_class) > MAX_CLASS_LENGTH or not bet_class.isprintable():
            raise ValueError(bet_class)


def pace(round_ends: Sequence[EpochMs]) -> float | None:
    """Return the rounds an hour, given the times of the last ones; None if there are too few."""
    if len(round_ends) < 2 or round_ends[0] >= round_ends[-1]:
        return None
    return (len(round_ends) - 1) * MS_PER_HOUR / (round_ends[-1] - round_ends[0])


SETTLED_BET_FACT: Final = "BetSettled"


class RoundFields(msgspec.Struct, frozen=True):
    """The shown fields of a result or of a decision."""

    symbols: tuple[str, ...] = ()


ROUND_FACTS: Final = (SETTLED_BET_FACT, "ResultSeen", "Decided")
"""The facts that a settled round consists of."""


def check_round_fact(table_fact: TableFact) -> None:
    """Raise msgspec.ValidationError if a fact is none that a settled round consists of."""
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
