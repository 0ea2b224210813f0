"""Whatever is played in a test, and wherever the power goes, the table is what it was."""

from random import Random

import pytest
from msgspec.structs import replace

from firmware.core.display.panel import table_panel
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import (
    ClearAllowed,
    DoorMoved,
    Event,
    PartAnswered,
    PowerReturned,
    PresenceSeen,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Panel
from tests.kits.core.table_kit import (
    Croupier,
    a_table,
    faults,
    limits,
    refusals,
)
from tests.kits.core.tested_table import (
    BEGUN,
    ENDED,
    is_real,
    one_round,
    through_the_journal,
)
from tests.kits.examples import examples
from tests.kits.games.any_chance import Chance
from tests.kits.offenders import each

RULES = {"limits": limits(500, 100_000), "spots": 3, "denominations": (2500, 500, 100)}
SEEDS = range(examples(6, 40))


def lasting(shown: Panel) -> Panel:
    """Return what a panel shows, but for the last sound."""
    return replace(shown, sound=Panel({}).sound, shuffle=0)


# whatever is played


def chance_table(seed: int) -> Table:
    late_entry = ("allow", "refuse", "minimum")[seed % 3]
    return a_table(**RULES, late_entry=late_entry, sensed=seed % 2 == 0)


def any_events(croupier: Croupier, rng: Random) -> Chance:
    return Chance(rng, "baccarat", croupier, noise=0.3)


def play(croupier: Croupier, rng: Random, steps: int) -> None:
    chance = any_events(croupier, rng)
    for _ in range(steps):
        croupier.tell(chance.next())


def brought_to_rest(croupier: Croupier) -> None:
    """Bring what is open to its end, as a technician and a supervisor would."""
    for door in sorted(croupier.table.state.device.doors_open):
        croupier.tell(DoorMoved(door, open=False))
    for part in croupier.table.state.device.trouble.awaited:
        croupier.tell(PartAnswered(part))
    for part, code in faults(croupier):
        croupier.mend(part, code)
        croupier.tell(ClearAllowed(part, code))
    croupier.supervise(Key.VOID_ROUND, Key.CLEAR_FAULTS)
    croupier.press(Key.CONFIRM)
    croupier.press(Key.CARDS_SHUFFLED)
    for place, who in list(croupier.table.state.felt.stacks):
        croupier.chips(place.spot, place.on, 0, who)
    for place in sorted(croupier.table.state.felt.covered):
        croupier.tell(PresenceSeen(place, covered=False))


def begun_by_chance(seed: int) -> tuple[Croupier, Random]:
    """Return a table in service mode after any play."""
    rng, croupier = Random(seed), Croupier(chance_table(seed), opened=False)
    play(croupier, rng, 100)
    turn(croupier, BEGUN)
    return croupier, rng


def turn(croupier: Croupier, event: Event) -> None:
    """Begin a test, or end it, as soon as that is allowed."""
    for _ in range(9):
        brought_to_rest(croupier)
        if not refusals(croupier.tell(event)):
            return
    pytest.fail(f"refused: {croupier.table.state.last_refusal}")


@pytest.mark.clause("ANZ NZ3.7")
@each("seed", SEEDS)
def test_random_test_changes_nothing(seed: int) -> None:
    croupier, rng = begun_by_chance(seed)
    before = croupier.table.state.table_set_aside
    assert before is not None
    again = chance_table(seed)
    again.resume_from(before)
    play(croupier, rng, 150)
    assert croupier.table.state.meters == before.meters
    turn(croupier, ENDED)
    after = croupier.table.checkpoint()
    assert is_real(after) == is_real(before)
    felt = replace(before.felt, covered=after.felt.covered)
    again.resume_from(replace(before, device=after.device, felt=felt))
    assert lasting(table_panel(again)) == lasting(croupier.panel)


@each("seed", SEEDS)
def test_checkpoint_and_later_events_rebuild_the_table(seed: int) -> None:
    croupier, rng = begun_by_chance(seed)
    chance = any_events(croupier, rng)
    for _ in range(10):
        for _ in range(12):
            croupier.tell(chance.next())
        checkpoint, events_since = croupier.table.final_opening
        assert checkpoint.aside is not None
        again = chance_table(seed)
        again.resume_from(through_the_journal(checkpoint))
        for event, now in croupier.log[len(croupier.log) - events_since :]:
            again.handle(event, now)
        assert again.checkpoint() == croupier.table.checkpoint()
        assert table_panel(again) == croupier.panel


def evening() -> list[Event]:
    croupier = Croupier()
    one_round(croupier)
    croupier.tell(BEGUN)
    croupier.press(Key.CONFIRM)
    one_round(croupier)
    croupier.press(Key.UNDO)
    croupier.press(Key.CONFIRM)
    croupier.tell(PowerReturned())
    croupier.press(Key.CONFIRM)
    croupier.tell(ENDED)
    one_round(croupier)
    return [event for event, _ in croupier.log]


EVENING = evening()


@pytest.mark.clause("ANZ NZ3.7")
@each("cut", range(0, len(EVENING) + 1, examples(4, 1)))
def test_power_cut_anywhere_restores_in_or_out_of_test(cut: int) -> None:
    whole, left = Croupier(opened=False), Croupier(opened=False)
    for croupier in (whole, left):
        for event in EVENING[:cut]:
            croupier.tell(event)
    opening, known = left.table.history.opening_checkpoint, cut - left.table.history.since_opening
    again = Croupier(opened=False)
    again.table.resume_from(through_the_journal(opening))
    for event, now in left.log[known:]:
        again.table.handle(event, now)
    assert again.table.checkpoint() == whole.table.checkpoint()
    for croupier in (whole, again):
        croupier.table.handle(PowerReturned(), 10**6)
    assert again.table.state.testing is whole.table.state.testing
    assert again.panel == whole.panel
