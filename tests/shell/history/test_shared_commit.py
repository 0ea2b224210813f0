"""Readings that decide nothing share a commit; whatever somebody waits for commits at once.

The table of kinds is literal and complete: a new event must decide here whether it may wait.
"""

from collections.abc import Sequence
from typing import get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.core.display.panel import table_panel
from firmware.core.table.state import State
from firmware.core.vocabulary.events import (
    AnyEvent,
    ChipsSwept,
    ClockStepped,
    Event,
    FaultEnded,
    FaultRaised,
    HeadTaken,
    PartAnswered,
    PresenceSeen,
    StackRead,
)
from firmware.core.vocabulary.faults import FAULT_KINDS
from firmware.core.vocabulary.jackpot import AnyJackpotEvent
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Panel
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Ruling
from firmware.core.vocabulary.tournament import AnyTournamentEvent
from firmware.shell.history.journal_entries import Happened, decode
from firmware.shell.history.ledger import Ledger
from firmware.shell.history.shared_commit import SHARED_COMMIT_MS, WAITING_EVENTS, may_wait
from firmware.shell.journal import Journal, MemoryCopy
from firmware.shell.service.loop import TableLoop
from hal.ports import NEVER, Millis
from tests.kits.examples import examples
from tests.kits.offenders import each
from tests.kits.shell.loop_kit import CLOSE, CONFIRM, SETTING, STAMP, UNDO, bet, cards, table

WAITS = {"ClockStepped", "FaultEnded", "PartAnswered"}
WAITS_UNLESS_BETS_ARE_AT_STAKE = {"ChipsSwept", "PresenceSeen", "StackRead"}
WAITS_IF_PLAY_GOES_ON = {"FaultRaised"}
AT_ONCE = {
    *("CardRead", "HandCompared", "DeckDoubted", "CutCardSeen", "ShoeResult", "ShoeRestarted"),
    *("ShuffleEnded", "NoMoreBetsSeen", "ResultSeen", "NoResultSeen", "NumberDrawn"),
    *("WheelOrdered", "WheelRefused", "TicketOrdered", "TicketClaimed"),
    *("KeyPressed", "KeySwitchTurned", "DoorMoved", "PartAwaited", "ClearAllowed"),
    *("CorrectionMade", "TestBegun", "TestEnded", "MetersReset", "HeadTaken", "TimeUp"),
    *("PowerLost", "PowerReturned", "ServiceEnded"),
    *("JackpotGrantReceived", "JackpotLeaseExpired", "JackpotTermsReceived"),
    *("JackpotUpdateReceived", "LevelSeen", "TournamentLapsed"),
}
PLACE = Place(1, "tie")
READINGS: list[Event] = [
    StackRead(PLACE, Cents(500)),
    PresenceSeen(PLACE, covered=True),
    ChipsSwept(),
]


class CountedCopy(MemoryCopy):
    syncs = 0

    def sync(self, segment: int) -> None:
        self.syncs += 1
        super().sync(segment)


class Watched:
    """A table in its loop; each listener's event must be durable when it is reported."""

    def __init__(self) -> None:
        self.copy = CountedCopy("a")
        self._journal = Journal.open((self.copy, MemoryCopy("b")), STAMP)
        self.loop = TableLoop(table(), Ledger(self._journal, SETTING), [self._record_event])
        self.loop.begin(Millis(0))

    def receive(self, event: Event, now: int) -> None:
        self.loop.receive([event], Millis(now))
        self.loop.follow_up(Millis(now))

    def durable(self) -> list[Happened]:
        entries = map(decode, self._journal.live_records())
        return [entry for entry in entries if isinstance(entry, Happened)]

    def durable_events(self) -> list[Event]:
        return [happened.event for happened in self.durable()]

    def _record_event(self, event: Event, _rulings: tuple[Ruling, ...]) -> None:
        assert event in self.durable_events()


def state_in(phase: Phase, *, settled: bool = False) -> State:
    state = table().state
    state.phase, state.round.bets.settled = phase, settled
    return state


# the rule, for every kind of event


def kinds() -> dict[str, type[Event]]:
    unions = (AnyEvent, AnyJackpotEvent, AnyTournamentEvent)
    return {kind.__name__: kind for union in unions for kind in get_args(union)}


def test_every_kind_of_event_has_decided() -> None:
    decided = [*WAITS, *WAITS_UNLESS_BETS_ARE_AT_STAKE, *WAITS_IF_PLAY_GOES_ON, *AT_ONCE]
    assert sorted(decided) == sorted(kinds()), "may it wait for others? decide it here"
    waiting = {kind.__name__ for kind in WAITING_EVENTS}
    assert waiting == set(decided) - AT_ONCE


@each("settled", [False, True])
@each("phase", list(Phase))
def test_readings_wait_unless_bets_are_at_stake(phase: Phase, settled: bool) -> None:
    at_stake = phase is Phase.ROUND and not settled
    for reading in READINGS:
        assert may_wait(reading, state_in(phase, settled=settled)) is not at_stake


@each("phase", list(Phase))
def test_recoveries_and_clock_wait_anywhere(phase: Phase) -> None:
    for event in (FaultEnded("shoe", "lost"), PartAnswered("shoe"), ClockStepped(3)):
        assert may_wait(event, state_in(phase))


@each("code", sorted(FAULT_KINDS))
def test_fault_that_stops_the_deal_never_waits(code: str) -> None:
    part = min(FAULT_KINDS[code].part_names)
    waits = may_wait(FaultRaised(part, code), state_in(Phase.OPEN))
    assert waits is not FAULT_KINDS[code].stops_deal


# a shared commit


def test_waiting_readings_share_one_commit() -> None:
    watched = Watched()
    watched.receive(CONFIRM, 1)
    syncs = watched.copy.syncs
    readings = [StackRead(Place(spot, "tie"), Cents(500)) for spot in (1, 2, 3)]
    for at, reading in enumerate(readings):
        watched.receive(reading, 10 + at)
    assert watched.loop.commit_due == 10 + SHARED_COMMIT_MS
    assert not watched.loop.receive([], Millis(9 + SHARED_COMMIT_MS))
    assert watched.copy.syncs == syncs
    assert watched.loop.receive([], Millis(10 + SHARED_COMMIT_MS))
    assert watched.copy.syncs == syncs + 1
    assert watched.durable_events()[-3:] == readings
    assert watched.loop.commit_due == NEVER


@each("act", [CLOSE, UNDO, *cards("4S"), FaultRaised("shoe", "lost")])
def test_act_commits_at_once_with_all_that_waits(act: Event) -> None:
    watched = Watched()
    watched.receive(CONFIRM, 1)
    syncs = watched.copy.syncs
    laid = bet(1, "tie", 500)
    for reading in laid:
        watched.receive(reading, 2)
    assert watched.copy.syncs == syncs
    watched.receive(act, 3)
    assert watched.durable_events()[-3:] == [*laid, act]
    assert watched.copy.syncs == syncs + 1


def test_bet_that_waits_is_locked_by_the_key_after_it() -> None:
    watched = Watched()
    for event in (CONFIRM, *bet(1, "tie", 500), CLOSE):
        watched.receive(event, 1)
    assert watched.loop.table.state.round.bets.stake((PLACE, None)) == Cents(500)


def test_chips_after_the_lock_are_late_at_once() -> None:
    watched = Watched()
    for event in (CONFIRM, *bet(2, "player", 500), CLOSE, *bet(1, "tie", 500)):
        watched.receive(event, 1)
    assert watched.loop.table.state.round.bets.late_stacks


def test_chips_of_a_settled_round_share_one_commit() -> None:
    watched = Watched()
    laid = [*bet(1, "tie", 500), *bet(2, "tie", 500)]
    for event in (CONFIRM, *laid, CLOSE, *cards("9S 2H 9D 4C")):
        watched.receive(event, 1)
    assert watched.loop.table.state.round.bets.settled
    syncs, cleared = watched.copy.syncs, [*bet(1, "tie", 0), *bet(2, "tie", 0)]
    for reading in cleared:
        watched.receive(reading, 2)
    assert watched.copy.syncs == syncs
    watched.receive(CONFIRM, 3)
    assert watched.durable_events()[-5:] == [*cleared, CONFIRM]
    assert watched.copy.syncs == syncs + 1


def test_end_of_service_records_what_waits() -> None:
    watched = Watched()
    watched.receive(CONFIRM, 1)
    watched.receive(StackRead(PLACE, Cents(500)), 2)
    watched.loop.end_service(Millis(3))
    assert StackRead(PLACE, Cents(500)) in watched.durable_events()


# any order of readings and acts

ANYTHING: list[Event] = [
    *(CONFIRM, CLOSE, UNDO),
    *cards("4S KD 2H 7C 9S"),
    *(FaultRaised("shoe", "lost"), FaultEnded("shoe", "lost")),
    *(FaultRaised("host", "disk_low"), FaultEnded("host", "disk_low")),
    *(PartAnswered("chips"), ClockStepped(3), ChipsSwept()),
    *(reading for spot in (1, 2) for cents in (0, 500) for reading in bet(spot, "tie", cents)),
]


class Replica:
    """A table that handles what is durable, and nothing else."""

    def __init__(self) -> None:
        self._table = table()
        self._handled = 0

    def follow(self, durable: Sequence[Happened]) -> Panel:
        for happened in durable[self._handled :]:
            self._table.handle(happened.event, happened.at)
        self._handled = len(durable)
        return table_panel(self._table)


@settings(max_examples=examples(20, 400), deadline=None)
@given(st.lists(st.tuples(st.sampled_from(ANYTHING), st.integers(0, 80)), max_size=25))
def test_nothing_is_shown_before_it_is_durable(steps: list[tuple[Event, int]]) -> None:
    watched, replica, now = Watched(), Replica(), 0
    came: list[tuple[Event, int]] = []
    for event, pause_ms in steps:
        now += pause_ms
        if watched.loop.commit_due < now:
            watched.loop.receive([], watched.loop.commit_due)
        came.append((event, now))
        watched.receive(event, now)
        durable = watched.durable()
        assert watched.loop.panel == replica.follow(durable)
        own = [happened.event for happened in durable if not isinstance(happened.event, HeadTaken)]
        assert own == [event for event, _ in came[: len(own)]]
        assert all(now - at < SHARED_COMMIT_MS for _, at in came[len(own) :])
