"""Compares a killed and restarted table with its far ends, and with the cards really dealt."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from firmware.core.display.panel import table_panel
from firmware.core.vocabulary.events import PowerReturned
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import BetSettled, LateBet
from firmware.core.vocabulary.status import Status
from sim.bench.sim_table import SimTable
from tests.campaigns.kill.dealer import Dealer
from tests.campaigns.kill.history import (
    Lost,
    Moment,
    Replica,
    Segment,
    StatusPart,
    WrongAmount,
    plain,
)
from tests.campaigns.kill.lit import Look, Renderer, State, as_it_is, explained, lit
from tests.campaigns.kill.truth import Line

COLOURS: Final = {
    "awaiting": {"red green blue"},
    "placed": {"blue"},
    "none": {""},
    "locked": {"green blue"},
    "win": {"green"},
    "lose": {"red"},
    "push": {"red green"},
    "late": {"red blue", ""},
    "fault": {"red", ""},
}
"""What is on in a spot's light; late and fault blink."""


class Judge:
    """Sees every kill and every return; raises a Difference at the first thing that is not so."""

    def __init__(self, table: SimTable, renderer: Renderer, replica: Replica) -> None:
        self.counts: Counter[str] = Counter()
        self.replica = replica
        self._table = table
        self._renderer = renderer
        self._before = as_it_is(lit(table))
        self._expected: StatusPart | None = None
        self._moved: set[tuple[int, Place]] = set()
        self._awaited: set[Place] = set()
        self._compared: set[int] = set()

    def expect_late(self, number: int, place: Place, cents: int) -> None:
        """Chips were moved at a locked place while nobody looked, and `cents` lie there now.

        That must come out, unless it is again what the table saw last.
        """
        self._moved.add((number, place))
        if cents == self.replica.table.state.felt.amount((place, None)):
            self._awaited.discard(place)
        else:
            self._awaited.add(place)

    # after a kill

    def kill(self, found: Sequence[Segment], status: Status | None, dealer: Dealer) -> list[Moment]:
        """Take a dead service's journal and the last that it reported; return what had happened."""
        states, blank = [self._before], not self.replica.events
        first = [self._renderer.state(table_panel(self.replica.table))] if blank else []
        moments = self.replica.follow(found)
        if moments or first:
            states += [self._renderer.dark, *first]
            states += [self._renderer.state(moment.panel) for moment in moments]
        seen = lit(self._table)
        self._hold_to_lit(seen, states)
        if status is not None:
            self._check_status(status, moments, blank=blank)
        self._hold_to_late(moments)
        self._hold_to_money(dealer)
        restarted = self.replica.restarted(found)
        restarted.handle(PowerReturned(), restarted.state.now)
        self._expected = self.replica.status_of(restarted) if self.replica.read else None
        self._before = as_it_is(seen)
        return moments

    def _hold_to_lit(self, seen: Look, states: list[State]) -> None:
        where = explained(seen, states)
        if where is None:
            exact = {p: [i for i, s in enumerate(states) if seen[p] in s[p]][-3:] for p in seen}
            raise Lost(
                f"what is lit is no state of the journal; of {len(states)} states the last that "
                f"each part shows whole: {exact}"
            )
        self.counts[
            f"lit: between two states, at the {where.torn}" if where.torn else "lit: one state"
        ] += 1
        self.counts["lit: the journal's last state not yet"] += where.newer < len(states) - 1

    def _check_status(self, status: Status, moments: list[Moment], *, blank: bool) -> None:
        if blank and status.phase == "closed":
            return
        last = plain(StatusPart.of(status))
        if all(plain(moment.status) != last for moment in reversed(moments)):
            raise Lost(f"the journal was never in the state that was told: {status}")
        self.counts["told last: a state of the journal"] += 1

    def _hold_to_late(self, moments: list[Moment]) -> None:
        for moment in moments:
            for late in (r for r in moment.rulings if isinstance(r, LateBet)):
                self._awaited.discard(late.place)
                if (moment.status.round, late.place) not in self._moved:
                    raise Lost(f"a late bet that nobody has made: {late}")
            if moment.ended is not None and self._awaited:
                raise Lost(f"round {moment.ended} ended, chips moved unseen: {self._awaited}")

    def _hold_to_money(self, dealer: Dealer) -> None:
        for number in dealer.archive.keys() - self._compared:
            really, ended = dealer.archive[number], self.replica.finished.get(number)
            if ended is None:
                raise Lost(f"round {number} is over, but not in the journal")
            lines = sorted(map(_line, ended.lines))
            if (ended.cards, lines) != (really.cards, really.lines()):
                raise WrongAmount(
                    f"round {number}: {ended.cards} {lines}\nreally {really.cards} {really.lines()}"
                )
            self._compared.add(number)
            self.counts["rounds as reckoned"] += 1

    # after a restart

    def back(self, first: Status) -> None:
        """Hold the first word of a restarted table to the journal's last state."""
        expected, restored = self._expected, StatusPart.of(first)
        if expected is None:
            return
        for name in ("round", "phase", "cards", "stopped", "room"):
            was, came = getattr(expected, name), getattr(restored, name)
            if plain(was) != plain(came):
                raise Lost(f"{name} was {was} and came back as {came}")
        if expected.phase == "round" and plain(_bets(expected)) != plain(_bets(restored)):
            raise WrongAmount(f"locked were {_bets(expected)}, came back {_bets(restored)}")
        if set(expected.late) - set(restored.late):
            raise Lost(f"late bets were {expected.late}, came back {restored.late}")
        self.counts["back in the journal's last state"] += 1
        self.counts["back locked"] += restored.stopped

    def reads(self, status: Status) -> bool:
        """Say whether the dealer's display reads as is reported."""
        return lit(self._table)["dealer_display"] in self._renderer.glass(status.dealer)

    def disagreement(self, status: Status) -> str:
        """Return in what the far ends don't show what is reported, "" if in nothing."""
        for spot, spot_status in status.spots.items():
            duties = zip(("red", "green", "blue"), self._table.spot_colour(spot), strict=True)
            colour = " ".join(name for name, duty in duties if duty)
            if colour not in COLOURS[spot_status.light]:
                return f"spot {spot} is lit {colour!r}, told {spot_status.light}"
        seen = lit(self._table)
        for name, lines in (("dealer_display", status.dealer), ("payout_display", status.players)):
            if seen[name] not in self._renderer.glass(lines):
                return f"the {name} does not read {lines}"
        due = "" if status.figures is None else f"{status.figures / 100:.2f}"
        figures = self._table.displays.figures.text().strip()
        return "" if figures == due else f"the figures are {figures!r}, not {due!r}"

    def phase(self) -> str:
        """Name the moment at which the service was killed."""
        table = self.replica.table
        stopped = "stopped, " if table.state.stopped else ""
        bets = table.state.round.bets
        if table.state.phase is not Phase.ROUND:
            return stopped + table.state.phase.name.lower().replace("_", " ")
        if bets.late_stacks:
            return stopped + "late bet"
        if table.state.key_entry.entering is not None:
            return stopped + "card by hand"
        if not bets.settled:
            return stopped + ("dealing" if table.state.game.cards["player"] else "bets closed")
        return stopped + ("paying" if bets.next_payment else "taking")


def _bets(reported: StatusPart) -> dict[int, object]:
    """Return the bets of each spot, without what lies there next.

    The people may have taken chips while the service was away, and the first sweep sees it.
    """
    return {
        spot: [msgspec.structs.replace(bet, due=None) for bet in state.bets]
        for spot, state in reported.spots.items()
    }


def _line(settled: BetSettled) -> Line:
    bet = settled.bet
    money = (settled.returned, settled.paid, settled.commission)
    return Line(bet.place.spot, bet.place.on, bet.cents, settled.outcome, *money)
