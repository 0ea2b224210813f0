"""The campaign of faults that come together, small; and that it can fail."""

from collections.abc import Callable
from itertools import count

import msgspec
import pytest

from drivers.angel_eye.interpreter import Interpreter
from firmware.core.table.fault_state import Trouble
from firmware.core.vocabulary.cards import FULL_PACK
from firmware.core.vocabulary.events import CardRead, Event, ServiceEnded
from firmware.core.vocabulary.money import Cents, Odds
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.journal.archive import Archive
from firmware.shell.service import loop
from tests.campaigns.faults import faults_service
from tests.campaigns.faults.faults import AT_ONE_TABLE, TABLES, Table, play_table
from tests.campaigns.faults.faults_starts import change_configuration, others, replace_copy
from tests.campaigns.kill.history import Difference

BACCARAT, SIC_BO = TABLES.index("baccarat"), TABLES.index("sic-bo")
CASES = 4
THIRD = 3


@pytest.mark.clause("Practice broken parts")
@pytest.mark.parametrize("seed", [BACCARAT, SIC_BO])
def test_table_recovers_and_pays(seed: int) -> None:
    report = play_table(seed, CASES)
    assert report.failures == ()
    assert report.counts["ways back"] == report.cases == CASES < AT_ONE_TABLE
    assert report.counts["rounds as reckoned"] > CASES
    assert report.pairs.total() >= CASES


@pytest.fixture
def table() -> Table:
    return Table(BACCARAT)


Plant = Callable[[Table, pytest.MonkeyPatch], object]


def a_cent_too_much(_table: Table, patch: pytest.MonkeyPatch) -> None:
    pay = Odds.payment_on
    patch.setattr(Odds, "payment_on", lambda odds, cents: Cents(pay(odds, cents) + 1))


def open_lights(table: Table, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(table.service.sim.lamps, "duty", lambda _channel: 4096)


def other_figures(table: Table, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(table.service.sim.displays.figures, "text", lambda: "   12.34")


def stakes_that_nobody_laid(table: Table, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(table.service.sim.felt, "_note", lambda _place: None)
    table.service.sim.watch(table.service.clock.now)


def other_cards(table: Table, patch: pytest.MonkeyPatch) -> None:
    cards = table.croupier.cards
    assert cards is not None
    patch.setattr(cards, "gather", lambda: None)


def a_lost_record(table: Table, _patch: pytest.MonkeyPatch) -> None:
    table.service.acknowledged.append(ServiceEnded())
    table.service.restart()


def another_card_once(_table: Table, patch: pytest.MonkeyPatch) -> None:
    said, cards = Interpreter.events, count(1)

    def misread(event: Event) -> Event:
        if not isinstance(event, CardRead) or next(cards) != THIRD:
            return event
        return msgspec.structs.replace(
            event, card=next(c for c in FULL_PACK if c is not event.card)
        )

    patch.setattr(
        Interpreter, "events", lambda shoe, item, now: map(misread, said(shoe, item, now))
    )


def a_stuck_shoe(_table: Table, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Interpreter, "events", lambda _shoe, _item, _now: ())


PLANTED = {
    a_cent_too_much: "reckoned",
    open_lights: "after the close",
    other_figures: "is shown, owed is",
    stakes_that_nobody_laid: "there lay",
    other_cards: "reckoned",
    a_lost_record: "not in the journal",
    another_card_once: "never dealt",
    a_stuck_shoe: "the shoe tells of no card",
}


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
def test_planted_difference_is_found(
    table: Table, monkeypatch: pytest.MonkeyPatch, plant: Plant
) -> None:
    with pytest.raises(Difference, match=PLANTED[plant]):
        _some_rounds(table, lambda: plant(table, monkeypatch))


def _some_rounds(table: Table, planted: Callable[[], object]) -> None:
    planted()
    for _ in range(CASES):
        table._play_round()


def reports_nothing(_table: Table, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(faults_service, "finding_fault", lambda _finding: None)


def half_a_copy(table: Table, patch: pytest.MonkeyPatch) -> None:
    disk = table.service.disks[1]
    patch.setattr(Archive, "scan", lambda *_: disk.replace(disk.older))


def one_person_clears(_table: Table, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Trouble, "clearable", property(lambda trouble: list(trouble.faults)))


def another_disk(table: Table, *, blank: bool) -> None:
    disk = table.service.disks[1]
    replace_copy(table.service, disk, {} if blank else disk.older)
    table.service.run_for(1)
    table._play_round()


@pytest.mark.parametrize("blank", [True, False])
def test_new_disk_needs_two_persons(table: Table, *, blank: bool) -> None:
    another_disk(table, blank=blank)
    assert table.service.counts["copies replaced, told of and made whole"] == 1
    assert table.service.look().faults == ()


EXCHANGED = {
    reports_nothing: "nothing is said",
    half_a_copy: "not made whole",
    one_person_clears: "one person",
}


@pytest.mark.parametrize("plant", EXCHANGED, ids=lambda plant: plant.__name__)
def test_wrong_disk_exchange_is_found(
    table: Table, monkeypatch: pytest.MonkeyPatch, plant: Plant
) -> None:
    plant(table, monkeypatch)
    with pytest.raises(Difference, match=EXCHANGED[plant]):
        another_disk(table, blank=False)


def left(table: Table, *, bare: bool) -> None:
    """Play on until the table is between rounds, or isn't."""
    while table.service.core.state.between_rounds is not bare:
        table.croupier.step()


def other_configurations(table: Table) -> None:
    for what, config in others(table.service.config):
        change_configuration(table.service, table.witness, what, config)
        table.service.run_for(1)


@pytest.mark.parametrize(("bare", "said"), [(True, "served"), (False, "refused")])
def test_configured_between_rounds(table: Table, *, bare: bool, said: str) -> None:
    left(table, bare=bare)
    other_configurations(table)
    counts = table.service.counts
    assert [counts[f"other {what}: {said}"] for what in ("limits", "spots")] == [1, 1]
    table._play_round()


def refused(*_: object) -> None:
    raise RequestFailed(Text("takeover.game", {"game": "keno", "other": "craps"}))


@pytest.mark.parametrize(("bare", "check"), [(True, refused), (False, lambda *_: None)])
def test_wrong_configuration_change_found(
    table: Table, monkeypatch: pytest.MonkeyPatch, *, bare: bool, check: Callable[..., None]
) -> None:
    left(table, bare=bare)
    monkeypatch.setattr(loop, "check_takeover", check)
    with pytest.raises(Difference, match="other limits, "):
        other_configurations(table)


def test_failure_says_how_to_repeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Odds, "payment_on", lambda _odds, _cents: Cents(1))
    (failure,) = play_table(BACCARAT, 1).failures
    assert failure.startswith("baccarat: Difference: settled")
    assert "\n  again: --seed 0 --case " in failure
