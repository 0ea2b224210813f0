"""For any events at a table: no exception, no lost money or card, an exact replay."""

from collections import Counter
from copy import deepcopy
from random import Random

import msgspec
import pytest

from firmware.core.display.panel import table_panel
from firmware.core.table.state import Checkpoint
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead, Event, KeyPressed, decode_plain, encode_plain
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Panel
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import (
    Bet,
    BetSettled,
    BetsLocked,
    Refused,
    RoundOpened,
    RoundVoided,
    Ruling,
    Undone,
)
from tests.kits.core.table_chance import happening
from tests.kits.core.table_kit import PHASES, Croupier, a_table, limits, refusals
from tests.kits.examples import examples
from tests.kits.offenders import each

RULES = {
    "limits": limits(500, 100_000),
    "spots": 3,
    "denominations": (2500, 500, 100),
}
SEEDS = range(examples(12, 50))
STEPS = 200


def chance_table(seed: int) -> Table:
    late_entry = ("allow", "refuse", "minimum")[seed % 3]
    return a_table(**RULES, late_entry=late_entry, sensed=seed % 2 == 0)


def run(seed: int, steps: int = STEPS) -> Croupier:
    rng = Random(seed)
    croupier = Croupier(chance_table(seed), opened=False)
    for _ in range(steps):
        croupier.tell(happening(rng, croupier))
    return croupier


def worth(on: str, stake: int, table: Table) -> tuple[int, int, int]:
    """Return what is given back, paid and owed on a bet, worked out from the bare cards."""
    totals = [
        sum({"A": 1}.get(c.rank, 0) or (int(c.rank) if c.rank.isdigit() else 0) for c in hand) % 10
        for hand in (table.state.game.cards["player"], table.state.game.cards["banker"])
    ]
    leads = {"player": totals[0] - totals[1], "banker": totals[1] - totals[0]}
    lead = leads.get(on)
    if lead is None:
        return (stake, 8 * stake, 0) if totals[0] == totals[1] else (0, 0, 0)
    if lead < 0:
        return 0, 0, 0
    tens = len(range(0, stake, 1000))
    return stake, stake * (lead > 0), 50 * tens * (on == "banker" and lead > 0)


class Cage:
    """Keeps account of one table's bets from its rulings alone, an undone key taken back."""

    def __init__(self) -> None:
        self.locked: Counter[Bet] | None = None
        self.lines: Counter[Bet] = Counter()
        self._before: list[dict[str, object]] = []

    def count(self, event: Event, rulings: tuple[Ruling, ...], table: Table) -> None:
        before = deepcopy({"locked": self.locked, "lines": self.lines})
        if any(isinstance(ruling, Undone) for ruling in rulings):
            self.__dict__.update(self._before.pop())
            return
        if isinstance(event, KeyPressed) and table.undoable and not refusals(rulings):
            self._before.append(before)
        for ruling in rulings:
            self._take(ruling, table)

    def _take(self, ruling: Ruling, table: Table) -> None:
        match ruling:
            case BetsLocked(bets=bets):
                assert self.locked is None
                self.locked, self.lines = Counter(bets), Counter()
            case RoundVoided():
                self.lines = Counter()
            case RoundOpened():
                self._close()
            case BetSettled(bet=bet) if self.locked is not None and bet in self.locked:
                self._line(ruling, table)
            case _:
                pass

    def _line(self, line: BetSettled, table: Table) -> None:
        self.lines[line.bet] += 1
        if line.odds is None and line.outcome == "push":
            assert (line.returned, line.paid, line.commission) == (line.bet.cents, 0, 0)
        if table.state.round.bets.settled:
            found = line.returned, line.paid, line.commission
            assert found == worth(line.bet.place.on, line.bet.cents, table)

    def _close(self) -> None:
        if self.locked is not None:
            assert self.lines == self.locked
        self.locked = None


@each("seed", SEEDS)
def test_every_locked_bet_is_settled_once_or_voided(seed: int) -> None:
    rng, cage = Random(seed), Cage()
    croupier = Croupier(chance_table(seed), opened=False)
    for _ in range(STEPS):
        event = happening(rng, croupier)
        rulings = croupier.tell(event)
        cage.count(event, rulings, croupier.table)


@each("seed", SEEDS)
def test_every_card_is_accounted_for(seed: int) -> None:
    rng = Random(seed)
    croupier = Croupier(chance_table(seed), opened=False)
    shoe = croupier.table.state.shoe
    for _ in range(STEPS):
        event, before = happening(rng, croupier), croupier.table.state.shoe.cards_left
        rulings = croupier.tell(event)
        shoe = croupier.table.state.shoe
        assert shoe.cards_left + sum(shoe.memory.gone.values()) == 416
        if isinstance(event, CardRead):
            assert shoe.cards_left == before - 1
        elif event == KeyPressed(Key.CARDS_SHUFFLED) and not refusals(rulings):
            assert shoe.cards_left == 416
        elif event == KeyPressed(Key.ENTER_CARD):
            assert before - 1 <= shoe.cards_left <= before
        else:
            assert shoe.cards_left == before


@each("seed", SEEDS)
def test_the_same_events_give_the_same_table(seed: int) -> None:
    croupier = run(seed)
    again = chance_table(seed)
    said = [ruling for event, now in croupier.log for ruling in again.handle(event, now)]
    assert said == croupier.rulings
    assert again.checkpoint() == croupier.table.checkpoint()
    assert again.state.running_phase is croupier.phase
    assert table_panel(again) == croupier.panel


def through_the_journal(checkpoint: Checkpoint) -> Checkpoint:
    written = msgspec.json.encode(checkpoint, enc_hook=encode_plain)
    return msgspec.json.decode(written, type=Checkpoint, dec_hook=decode_plain)


def kept_as_the_loop_keeps(seed: int) -> tuple[Croupier, Checkpoint, int]:
    """Return a run, the last opening that no undo leads behind, and how many events it knew."""
    rng = Random(seed)
    croupier = Croupier(chance_table(seed), opened=False)
    kept, known = croupier.table.history.opening_checkpoint, 0
    for _ in range(STEPS):
        croupier.tell(happening(rng, croupier))
        kept, events_since = croupier.table.final_opening
        known = len(croupier.log) - events_since
    return croupier, kept, known


@each("seed", SEEDS)
def test_the_last_opening_and_what_came_since_give_the_same_table(seed: int) -> None:
    croupier, kept, known = kept_as_the_loop_keeps(seed)
    again = chance_table(seed)
    again.resume_from(through_the_journal(kept))
    for event, now in croupier.log[known:]:
        again.handle(event, now)
    assert again.state.running_phase is croupier.phase
    assert table_panel(again) == croupier.panel
    assert again.checkpoint() == croupier.table.checkpoint()


@each("seed", range(examples(12, 120)))
def test_a_lit_key_is_never_refused(seed: int) -> None:
    """The one exception: ENTER on a card that the shoe can no longer hold."""
    croupier = run(seed, steps=40 + seed % 60)
    for key in croupier.panel.keys:
        again = chance_table(seed)
        for event, now in croupier.log:
            again.handle(event, now)
        entering = again.state.key_entry.entering
        refused = [r for r in again.handle(KeyPressed(key), 10**6) if isinstance(r, Refused)]
        if (
            key is Key.ENTER_CARD
            and entering is not None
            and not again.state.shoe.can_hold(entering.card)
        ):
            continue
        if key is Key.CONFIRM and croupier.phase is Phase.OPEN:
            continue  # stakes kept on the felt after a void may be refused as bets, one by one
        assert refused == [], (key, refused)


def test_the_runs_reach_every_phase_and_settle_and_void_and_undo() -> None:
    seen: Counter[object] = Counter()
    for seed in SEEDS:
        rng, croupier = Random(seed), Croupier(chance_table(seed), opened=False)
        for _ in range(STEPS):
            seen.update(type(r).__name__ for r in croupier.tell(happening(rng, croupier)))
            seen[croupier.phase] += 1
    assert set(PHASES) <= set(seen)
    rulings = {"BetsLocked", "BetSettled", "LateBet", "LateResolved", "RoundVoided", "Undone"}
    assert rulings <= set(seen)
    assert seen["BetsLocked"] > 2 * len(SEEDS)


def test_the_cage_can_fail() -> None:
    cage, table = Cage(), a_table()
    bet = Bet(place=(1, "tie"), cents=500)
    cage.count(CardRead(parse_card("AS")), (BetsLocked(1, (bet,)),), table)
    with pytest.raises(AssertionError):
        cage.count(CardRead(parse_card("AS")), (RoundOpened(2),), table)


def test_panels_that_differ_are_not_equal() -> None:
    croupier = Croupier()
    first: Panel = croupier.panel
    croupier.chips(1, "tie", 500)
    assert croupier.panel != first
