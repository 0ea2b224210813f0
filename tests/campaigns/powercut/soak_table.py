"""A table that plays for a year on virtual time, and a third account of its settlements."""

import os
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final

from firmware.core.table.checkpoint import INITIAL_CHECKPOINT
from firmware.core.table.meters import METER_MODULO, Meters
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import Door, DoorMoved, Event, FaultRaised, TicketClaimed
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import (
    BetsLocked,
    FaultShown,
    LateBet,
    RoundOpened,
    RoundVoided,
    Ruling,
    Undone,
)
from firmware.shell.history.journal_entries import Checked, decode
from firmware.shell.history.recount import MeterRecount
from firmware.shell.journal import DirectoryCopy, Journal, JournalReader, RetentionPolicy
from firmware.shell.journal.header import HEADER_OCTETS, without_tail
from firmware.shell.service.loop import TableLoop
from hal.ports import Millis
from tests.campaigns.powercut.observed_ledger import ObservedLedger
from tests.campaigns.powercut.powercut_table import (
    NOISE,
    STAMP,
    AtThrows,
    Player,
    changed_by_power,
    seat,
)
from tests.kits.games.journaled import Cashier, sums

YEAR_MS: Final = 365 * 24 * 3600 * 1000
TURN_MS: Final = 200
POLICY: Final = RetentionPolicy(segment_bytes=1 << 20, keep_bytes=8 << 20)
RESTARTS: Final = 1 / 10_000
"""How often the service is started again after a turn: half of them in order, half after a cut."""
TORN: Final = 0.5
"""How often a cut also tears half of the records off one copy's live segment."""
STALLED: Final = 20_000
"""Turns in which a round must be settled."""


class Wrong(AssertionError):
    """The table came to something that it must not come to."""


class CountedCopy(DirectoryCopy):
    """A directory that notes what is written to it, and whose syncs are not waited for."""

    def __init__(self, path: Path, counts: Counter[str]) -> None:
        super().__init__(path)
        self.path = path
        self._counts = counts

    def create(self, segment: int, image: bytes) -> None:
        self._counts["segments made"] += segment not in self.segments()
        self._counts["octets written"] += len(image)
        self._counts["octets of records"] += len(image) - HEADER_OCTETS
        super().create(segment, image)

    def write(self, segment: int, at: int, data: bytes) -> None:
        self._counts["octets written"] += len(data)
        self._counts["octets of records"] += len(data) * (at >= HEADER_OCTETS)
        super().write(segment, at, data)

    def sync(self, segment: int) -> None:
        self._counts["syncs"] += 1

    def remove(self, segment: int) -> None:
        self._counts["segments retired"] += 1
        super().remove(segment)

    def fsync_descriptor(self, fd: int) -> None:
        self._counts["flushes"] += 1


class AtTickets(AtThrows):
    """Chance at a Keno, where the holders of winning tickets come before anything else."""

    def _open(self) -> list[Event]:
        winning = (
            sold.ticket.control for sold in self._table.state.game.sold_tickets.values() if sold.won
        )
        return [TicketClaimed(control, day=1) for control in winning] or super()._open()


class Till:
    """Adds up what was ruled and never undone, event by event, by no names."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter(rounds=0, late_bets=0, voids=0)
        self._cashier = Cashier()
        self._locked = False
        self._standing: list[tuple] = [()]
        """What stands after each event that may still be undone: the rest, and its last."""

    @property
    def sums(self) -> Counter[str]:
        """Money and counts, turned over as meters are."""
        return Counter({k: n % METER_MODULO for k, n in (self._cashier.sums | self.counts).items()})

    def count_rulings(self, rulings: tuple[Ruling, ...]) -> None:
        """Take what was ruled on one event."""
        undone = next((ruling.back for ruling in rulings if isinstance(ruling, Undone)), 0)
        # what stands of the undone events is ruled again after `Undone`
        self._standing.append((self._standing[-1 - undone], rulings))

    def count(self) -> None:
        """Count what stands: nothing of it can be undone any more."""
        for rulings in reversed(list(_unchained(self._standing[-1]))):
            self._cashier.count_rulings(rulings)
            for ruling in rulings:
                self._note(ruling)
        self._standing = [()]

    def _note(self, ruling: Ruling) -> None:
        match ruling:
            case BetsLocked():
                self._locked = True
            case LateBet():
                self.counts["late_bets"] += 1
            case RoundVoided():
                self.counts["voids"] += 1
                self._locked = False
            case RoundOpened():
                self.counts["rounds"] += self._locked
                self._locked = False


def _unchained(chain: tuple) -> Iterator[tuple[Ruling, ...]]:
    while chain:
        chain, rulings = chain
        yield rulings


def accounted(meters: Meters) -> Counter[str]:
    """Return of the meters what a till adds up."""
    counts = {name: getattr(meters, name) for name in ("rounds", "late_bets", "voids")}
    return Counter({name: n % METER_MODULO for name, n in (sums(meters) | Counter(counts)).items()})


class SoakTable:
    """One game's table with its journal, parts left out: chance tells what they would report."""

    def __init__(
        self, game: str, seed: str, rounds: int, room: Path, kind: type[CountedCopy]
    ) -> None:
        self.game = game
        self.counts: Counter[str] = Counter()
        self.till = Till()
        self._chance = Random(f"{game} {seed}")
        self._seat = seat(game, self._chance)
        self._player = Player(self._chance, game, self.table)
        if hasattr(self.table.state.game, "sold"):
            self._player._at = AtTickets(self._chance, game, self._player, NOISE)  # type: ignore[arg-type]
        self._paths = [room / game / name for name in "ab"]
        self._kind = kind
        self._pause_ms = YEAR_MS // rounds
        self._now = 0
        self._start()

    @property
    def table(self) -> Table:
        return self._seat.table

    def play(self, rounds: int) -> None:
        """Go on until so many rounds were settled since the beginning. Raises Wrong."""
        idle = 0
        while self.table.state.meters.rounds < rounds:
            settled = self.table.state.meters.rounds
            self._now += TURN_MS
            self._player.act(self.loop, self._now)
            if self._chance.random() < RESTARTS:
                self._restart()
            idle = 0 if self.table.state.meters.rounds > settled else idle + 1
            if idle > STALLED:
                raise Wrong(
                    f"{self.game}: no round settled in {idle} turns: "
                    f"{self.table.state.running_phase}"
                )

    def finish(self) -> None:
        """End in order as a round opens, and hold the journal to what was settled. Raises Wrong."""
        while self.table.state.running_phase is not Phase.OPEN or self.table.history.since_opening:
            self._now += TURN_MS
            self._player.act(self.loop, self._now)
        # a physical event: the last CONFIRM is not undone any more
        shut = DoorMoved(Door.SHOE, open=False)
        self.loop.handle_and_follow([shut], Millis(self._now))
        # a throw might yet be taken back, and will not be
        self.till.count()
        self._hold_to_till()
        found = self.journal.archive.scan(lambda _: None, lambda: False)
        if found:
            raise Wrong(f"{self.game}: the scan found {found}")
        self._stop(in_order=True)
        self._recount()

    def _recount(self) -> None:
        recount, held = MeterRecount(), 0
        for record in JournalReader(self._paths).records():
            entry = decode(record.payload)
            held += isinstance(entry, Checked)
            difference = recount.take(entry)
            if difference is not None:
                raise Wrong(f"{self.game}: {difference}")
        # a throw that might yet be taken back is in no checkpoint
        final = self.table.final_opening[0].meters
        if recount.meters != final:
            raise Wrong(f"{self.game}: the journal has {recount.meters}, not {final}")
        self.counts["openings recounted"] += held

    def _start(self) -> None:
        copies = tuple(self._kind(path, self.counts) for path in self._paths)
        self.journal = Journal.open(copies, STAMP, POLICY)  # type: ignore[arg-type]
        self.ledger = ObservedLedger(
            self.journal, self._seat.setting, self._wall, self._take_rulings
        )
        self.loop = TableLoop(self.table, self.ledger)
        self.loop.begin(Millis(self._now))

    def _stop(self, *, in_order: bool) -> None:
        if in_order:
            self.loop.end_service(Millis(self._now))
            self.ledger.close()
        for finding in self.journal.findings:
            self.counts[type(finding).__name__] += 1
        self.journal.close()

    def _restart(self) -> None:
        """Start again on what the journal has; the table must come back as it was."""
        in_order = self._chance.random() < 0.5
        if in_order:
            self.loop.handle((), Millis(self._now))  # what waits is recorded, and lost in a cut
        before = self.table.checkpoint()
        self._stop(in_order=in_order)
        self.counts["restarts" if in_order else "power cuts"] += 1
        if not in_order and self._chance.random() < TORN:
            self._tear(self._chance.choice(self._paths))
        self.table.resume_from(INITIAL_CHECKPOINT)
        self._start()
        changed = changed_by_power(before, self.table)
        if changed:
            raise Wrong(f"{self.game}: {changed}")

    def _tear(self, path: Path) -> None:
        self.counts["copies torn"] += 1
        live = max(path.glob("*.seg"))
        written = len(without_tail(live.read_bytes()).rstrip(b"\0"))
        os.truncate(live, (HEADER_OCTETS + written) // 2)

    def _take_rulings(self, event: Event, rulings: tuple[Ruling, ...]) -> None:
        self.counts["events"] += 1
        for ruling in rulings:
            self.counts[type(ruling).__name__] += 1
        _refuse_own_alarm(self.game, event, rulings)
        self.till.count_rulings(rulings)
        state = self.table.state
        history = self.table.history
        # in a round, or at a card that stops the deal, a reading may yet be taken back;
        # a key may be undone in any phase
        may_go_back = (
            state.phase is Phase.ROUND
            or state.device.trouble.needs_void
            or history.undo_point is not None
        )
        is_final = self.table.final_opening[0] is history.opening_checkpoint
        if is_final and not may_go_back:
            self.till.count()
            if state.running_phase is Phase.OPEN:
                self._hold_to_till()
        if any(isinstance(ruling, RoundOpened) for ruling in rulings):
            self._now += self._pause_ms

    def _hold_to_till(self) -> None:
        settled, metered = self.till.sums, accounted(self.table.state.meters)
        if settled != metered:
            raise Wrong(f"{self.game}: settled {dict(settled)}, on the meters {dict(metered)}")

    def _wall(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(milliseconds=self._now)


def _refuse_own_alarm(game: str, event: Event, rulings: tuple[Ruling, ...]) -> None:
    """Chance raises every fault; these the table and the loop raise by themselves."""
    shown = {ruling.code for ruling in rulings if isinstance(ruling, FaultShown)}
    if isinstance(event, FaultRaised):
        shown = {event.code} if event.part == "meters" else set()
    alarms = shown & {"accounts_wrong", "implausible", "meters_differ"}
    if alarms:
        raise Wrong(f"{game}: the table says {', '.join(sorted(alarms))}")
