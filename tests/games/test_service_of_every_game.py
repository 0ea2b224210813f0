"""A test at a table of any game moves no meter, and leaves it as it was; the journal agrees."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import cycle, product
from random import Random

from msgspec.structs import replace

from firmware.core.display.panel import table_panel
from firmware.core.table.amounts import Amounts
from firmware.core.table.checkpoint import Checkpoint
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import Event, TestBegun, TestEnded
from firmware.core.vocabulary.meters import Meters
from firmware.core.vocabulary.money import NO_CENTS
from firmware.core.vocabulary.panel import PanelSound
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import RoundOpened, TestClosed
from firmware.shell.history.journal_entries import Checked, Entry, Ruled, decode, encode
from firmware.shell.history.recount import MeterRecount
from tests.kits.core.table_kit import Croupier, refusals
from tests.kits.examples import examples
from tests.kits.games.any_chance import Chance
from tests.kits.games.any_table import a_new_table
from tests.kits.games.any_throw import ThrownChance
from tests.kits.games.journaled import Journaled, check_recount, journaled
from tests.kits.offenders import each
from tests.kits.quebec import games_in_pack

AMOUNTS: tuple[Amounts, ...] = (Amounts.READ, Amounts.KEYED, Amounts.UNSEEN)
STEPS = examples(240, 600)
PLAYED = examples(
    list(zip(games_in_pack(), cycle(AMOUNTS))), list(product(games_in_pack(), AMOUNTS))
)
"""Here each game has one kind of amounts, in turn."""
TURNS = 0.08
"""How often a technician tries to begin a test, or to end it."""


class Serviced:
    """A table at which chance plays, and at which tests begin and end meanwhile."""

    def __init__(self, game: str, amounts: Amounts, seed: int) -> None:
        self._rng = Random(f"{game} {amounts} {seed}")
        self._new = a_new_table(game, self._rng, amounts)
        self.table: Journaled = journaled(self._new())
        self.croupier = Croupier(self.table, opened=False)
        self.count: Counter[str] = Counter()
        kind = ThrownChance if self.table.state.game.INSTRUMENT else Chance
        self._chance = kind(self._rng, game, self.croupier, 0.03)
        for _ in range(STEPS):
            for event in self._turn() if self._rng.random() < TURNS else [self._chance.next()]:
                self._tell(event)

    def _turn(self) -> Iterator[Event]:
        """Begin a test, or end it, with the felt swept first while bets are open."""
        state = self.table.state
        for stack in list(state.felt.stacks) if state.running_phase is Phase.OPEN else ():
            yield from self._chance._put(stack, NO_CENTS)
        yield TestEnded() if state.testing else TestBegun()

    def _tell(self, event: Event) -> None:
        state = self.table.state
        tested, meters, before = state.testing, state.meters, state.table_set_aside
        rulings = self.croupier.tell(event)
        if tested:
            assert state.meters == meters
            self.count["rounds"] += any(isinstance(r, RoundOpened) for r in rulings)
        if isinstance(event, TestEnded) and not refusals(rulings):
            assert rulings == (TestClosed(),)
            assert before is not None
            self.count["tests"] += 1
            self._is_as_it_was(before)

    def _is_as_it_was(self, before: Checkpoint) -> None:
        after, again = self.table.checkpoint(), self._new()
        felt = replace(before.felt, covered=after.felt.covered)
        was = replace(before, device=after.device, felt=felt)
        assert after == was
        again.resume_from(was)
        assert shown(again) == shown(self.table)


def shown(table: Table) -> object:
    return replace(table_panel(table), sound=PanelSound())


@cache
def serviced(game: str, amounts: Amounts) -> Serviced:
    """Return an evening on which a test was begun and ended."""
    evenings = (Serviced(game, amounts, seed) for seed in range(9))
    return next(evening for evening in evenings if evening.count["tests"])


@each("game, amounts", PLAYED)
def test_test_leaves_tables_unchanged(game: str, amounts: Amounts) -> None:
    played = serviced(game, amounts)
    assert check_recount(decode(encode(entry)) for entry in played.table.entries) > 3


def test_evenings_have_rounds_in_tests() -> None:
    counts = [serviced(game, amounts).count for game, amounts in PLAYED]
    assert sum(count["rounds"] > 2 for count in counts) > len(counts) / 2


def differences(entries: list[Entry]) -> list[tuple[Meters, Meters]]:
    recount = MeterRecount()
    found = [recount.take(entry) for entry in entries]
    return [(one.recorded, one.recounted) for one in found if one]


@each("game", ["baccarat", "blackjack", "craps", "keno", "pai-gow", "roulette"])
def test_meter_moved_in_a_test_is_found(game: str) -> None:
    entries = list(serviced(game, Amounts.READ).table.entries)
    at = max(n for n, e in enumerate(entries) if isinstance(e, Checked) and e.table.aside)
    assert differences(entries) == []
    for later in range(at, len(entries)):
        entry = entries[later]
        if isinstance(entry, Checked):
            moved = replace(entry.table.meters, voids=entry.table.meters.voids + 1)
            table = replace(entry.table, meters=moved)
            entries[later] = replace(entry, table=table)
    ((recorded, recounted),) = differences(entries)
    assert recorded.voids == recounted.voids + 1


def test_removed_border_is_detected() -> None:
    """Were it not known where tests begin and end, their rounds would count."""
    entries = list(serviced("baccarat", Amounts.READ).table.entries)
    borders = [
        at
        for at, entry in enumerate(entries)
        if isinstance(entry, Ruled) and "Test" in type(entry.rulings[0]).__name__
    ]
    assert len(borders) > 1
    without = [e for at, e in enumerate(entries) if at not in borders]
    checked = [
        replace(e, table=replace(e.table, aside=None)) if isinstance(e, Checked) else e
        for e in without
    ]
    assert differences(checked) != []
