"""A table that keeps the entries of its journal as the loop writes them, and a third count."""

import json
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

from firmware.core.table.checkpoint import INITIAL_CHECKPOINT, Checkpoint
from firmware.core.table.meters import Meters
from firmware.core.table.table import Table
from firmware.core.table.taking_back import Rewind
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import (
    BetSettled,
    BetsLocked,
    Decided,
    RoundOpened,
    RoundVoided,
    Ruling,
)
from firmware.shell.history.journal_entries import Checked, Entry, Happened, Ruled
from firmware.shell.history.recount import MeterRecount
from tests.kits.games.bare_table import seat


class Journaled(Table):
    """Each event is handled alone; each opening is kept once no undo leads behind it."""

    def resume_from(self, checkpoint: Checkpoint) -> None:
        """Begin a journal."""
        super().resume_from(checkpoint)
        self._replaying = False
        self._stored = self.history.opening_checkpoint
        self.entries: list[Entry] = [Checked(self._stored, 0)]

    def handle(self, event: Event, now: int) -> tuple[Ruling, ...]:
        rulings = super().handle(event, now)
        if self._replaying:
            return rulings
        self.entries.append(Happened(now, "", event))
        if rulings:
            self.entries.append(Ruled(rulings))
        opening, events_since = self.final_opening
        if opening is not self._stored:
            self._stored = opening
            self.entries.append(Checked(opening, events_since))
        return rulings

    def replay(self, happened: Happened) -> None:
        """Handle an event of the journal again."""
        before, self._replaying = self._replaying, True
        super().handle(happened.event, happened.at)
        self._replaying = before

    def continue_journal(self, other: "Journaled") -> None:
        """Write on where another table has stopped."""
        self.entries, self._stored = other.entries, other._stored

    def _return(self, key: Key, rewind: Rewind) -> None:
        before, self._replaying = self._replaying, True
        try:
            super()._return(key, rewind)
        finally:
            self._replaying = before


def journaled(table: Table) -> Journaled:
    """Return a new table of the same game and rules that keeps its entries."""
    again = Journaled(table.state.game, table.state.rules)
    again.resume_from(INITIAL_CHECKPOINT)
    return again


def restored(spare: Journaled, cut: Journaled) -> Journaled:
    """Return a spare table as the journal of another restores it, to go on with that journal."""
    entries = cut.entries
    at = max(n for n, entry in enumerate(entries) if isinstance(entry, Checked))
    checked = entries[at]
    events = [entry for entry in entries if isinstance(entry, Happened)]
    before = sum(isinstance(entry, Happened) for entry in entries[:at])
    assert isinstance(checked, Checked)
    spare.resume_from(checked.table)
    for happened in events[before - checked.since :]:
        spare.replay(happened)
    spare.continue_journal(cut)
    return spare


@cache
def _seat(said: str) -> Journaled:
    return journaled(seat(json.loads(said)))


def journaled_seat(script: dict[str, Any]) -> Journaled:
    """Return the table that a script is played at, the same for all that have its rules."""
    return _seat(json.dumps({name: script[name] for name in script.keys() - {"id", "steps"}}))


def check_recount(entries: Iterable[Entry]) -> int:
    """Hold the meters of every opening against the recount; return how many were held."""
    recount, held = MeterRecount(), -1
    for entry in entries:
        assert recount.take(entry) is None
        held += isinstance(entry, Checked)
    return held


class Cashier:
    """Adds up what was ruled, where nothing of it is undone: no names, no turning over."""

    def __init__(self) -> None:
        self.sums: Counter[str] = Counter()
        self.bets = self.squares = 0
        """Bets, and the squares of their stakes, as long as no player is the bank."""
        self._lines: list[BetSettled] = []
        self._locked: set[Stack] | None = None

    def count_rulings(self, rulings: Iterable[Ruling]) -> None:
        for ruling in rulings:
            self._count(ruling)

    def _count(self, ruling: Ruling) -> None:
        match ruling:
            case BetsLocked(bets=bets):
                self._locked = {(bet.place, bet.bettor) for bet in bets}
            case Decided(spot=spot, laid=laid, bettor=bettor) if self._locked is not None:
                self._locked |= {((spot, on), bettor) for on in laid}  # type: ignore[misc]
            case BetSettled(bet=bet):
                of_round = bet.place.on.startswith("ticket")
                of_round |= (bet.place, bet.bettor) in (self._locked or ())
                if of_round and self._locked is not None:
                    self._lines.append(ruling)
                else:
                    self.sums["commission"] += max(ruling.commission, 0)
            case RoundVoided():
                self._lines, self._locked = [], None
            case RoundOpened():
                self._end()

    def _end(self) -> None:
        stakes = Counter[Stack]()
        for line in self._lines:
            if line.bet.cents >= 0 and line.paid >= 0:
                self.sums["handle"] += line.bet.cents
                self.sums["returned"] += line.returned
                self.sums["paid"] += line.paid
                self.sums["commission"] += line.commission
                stakes[line.bet.stack] += line.bet.cents
        self.bets += sum(stake > 0 for stake in stakes.values())
        self.squares += sum(stake**2 for stake in stakes.values())
        self._lines, self._locked = [], None


def sums(meters: Meters) -> Counter[str]:
    """Return what all bets together have on each meter of money that only grows, a bank's too."""
    found: Counter[str] = Counter()
    for bet in (*meters.bets.values(), meters.banked):
        found["handle"] += bet.handle
        found["returned"] += bet.returned
        found["paid"] += bet.paid
        found["commission"] += bet.commission
    return found
