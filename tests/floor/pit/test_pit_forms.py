"""The forms: numbered without gaps, each signed by its people, and held against each other."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Engine

from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.pit.acts import (
    PIT_ACTS,
    READING_ACTS,
    SIGNERS_BY_ACT,
    PitAct,
    check_signers,
)
from firmware.floor.pit.form_balance import balance_forms, missing_alarms
from firmware.floor.pit.form_store import FORM_TABLE
from firmware.floor.pit.forms import (
    MAX_COUNT_CENTS,
    MAX_TRANSFER_CENTS,
    AnyForm,
    ChipsReceived,
    ChipsRequested,
    ChipsSent,
    DropCounted,
    FormCorrected,
    FormVoided,
    TrayCounted,
    form_act,
)
from tests.kits.examples import examples
from tests.kits.floor.pit_people import PEOPLE, Filer, person
from tests.kits.floor.stores import empty_store
from tests.kits.offenders import each

TABLE = "table-7"
FILL = ChipsRequested("fill", ((100, 50),))
CREDIT = ChipsRequested("credit", ((100, 50),))


@pytest.fixture
def filer(store: Engine, tmp_path: Path) -> Filer:
    return Filer(store, tmp_path)


def tray(at: str, dollars: int) -> TrayCounted:
    return TrayCounted("opener" if at == "opener" else "closer", ((100, dollars),))


def test_simultaneous_forms_have_no_gaps(store: Engine, tmp_path: Path) -> None:
    pits = [Filer(store, tmp_path / name) for name in ("one", "two")]

    def file(nth: int) -> int:
        return pits[nth % 2].file(tray("opener", nth), "anne", "dora", f"table-{nth % 3}")

    with ThreadPoolExecutor(4) as people:
        numbers = list(people.map(file, range(24)))
    assert sorted(numbers) == list(range(1, 25))
    assert [one.number for one in pits[0].store.filed_forms()] == list(range(1, 25))


def test_void_has_its_own_number(filer: Filer) -> None:
    filer.file(tray("opener", 500), "anne", "dora")
    filer.file(FormVoided(1, "counted twice"), "anne", "simon")
    filer.file(tray("opener", 400), "anne", "dora")
    forms = filer.store.filed_forms()
    assert [(one.number, one.voided) for one in forms] == [(1, 2), (2, None), (3, None)]
    assert [one.opener for one in balance_forms(forms).sittings] == [3]


def test_correction_leaves_time_and_place(filer: Filer) -> None:
    filer.file(tray("opener", 500), "anne", "dora")
    filer.file(tray("closer", 450), "anne", "dora")
    filer.file(DropCounted(1, 20_000), "cleo", "anne")
    before = balance_forms(filer.store.filed_forms()).sittings[0]
    filer.file(FormCorrected(1, "miscounted", ((100, 510),)), "anne", "simon")
    (sitting,) = balance_forms(filer.store.filed_forms()).sittings
    assert (sitting.opener, sitting.began, sitting.closer, sitting.drop) == (
        1,
        before.began,
        2,
        20_000,
    )
    assert (before.win, sitting.win) == (15_000, 14_000)
    filer.file(FormVoided(4, "it was right"), "anne", "simon")
    assert balance_forms(filer.store.filed_forms()).sittings == [before]


def test_last_correction_counts(filer: Filer) -> None:
    filer.file(tray("opener", 500), "anne", "dora")
    filer.file(DropCounted(1, 100), "cleo", "anne")
    filer.file(FormCorrected(2, "a note", cents=200), "anne", "cleo")
    filer.file(FormCorrected(2, "another note", cents=300), "anne", "cleo")
    assert balance_forms(filer.store.filed_forms()).sittings[0].drop == 300
    for form in (FormCorrected(2, "chips?", ((100, 1),)), FormCorrected(1, "cents?", cents=5)):
        assert filer.refusal(form, "anne", "cleo") == "not_corrected"


def test_form_others_rest_on_not_voided(filer: Filer) -> None:
    filer.file(tray("opener", 500), "anne", "dora")
    filer.file(FILL, "anne")
    filer.file(ChipsSent(2), "cleo", "remi")
    assert filer.refusal(FormVoided(2, "no"), "anne", "simon") == "rests"
    filer.file(ChipsReceived(2), "dora", "simon")
    assert filer.refusal(FormVoided(1, "no"), "anne", "simon") == "rests"
    assert filer.refusal(FormVoided(3, "no"), "anne", "simon") == "rests"
    filer.file(FormVoided(4, "the chips went back"), "anne", "simon")
    filer.file(FormVoided(3, "the chips went back"), "anne", "simon")
    filer.file(FormVoided(2, "not needed"), "anne", "simon")
    filer.file(FormVoided(1, "another table"), "anne", "simon")


def test_opening_with_other_chips_is_alarm(filer: Filer) -> None:
    for at, dollars in (("opener", 500), ("closer", 450), ("opener", 440)):
        filer.file(tray(at, dollars), "anne", "dora")
    (alarm,) = balance_forms(filer.store.filed_forms()).alarms
    assert (alarm.alarm_kind, alarm.table_name) == ("tray", TABLE)
    sums = {"cents": 44_000, "before_cents": 45_000}
    assert alarm.values == {"number": 3, **sums, "rests_on": 1}
    filer.file(FormCorrected(3, "miscounted", ((100, 430),)), "anne", "simon")
    (another,) = balance_forms(filer.store.filed_forms()).alarms
    assert another.id != alarm.id
    filer.file(FormCorrected(3, "miscounted", ((100, 450),)), "anne", "simon")
    assert balance_forms(filer.store.filed_forms()).alarms == []


def test_opening_without_closer_is_alarm(filer: Filer) -> None:
    for _ in range(2):
        filer.file(tray("opener", 500), "anne", "dora")
    alarms = balance_forms(filer.store.filed_forms()).alarms
    assert [alarm.alarm_kind for alarm in alarms] == ["no_closer"]


def transfer(filer: Filer, form: ChipsRequested) -> None:
    asked = filer.file(form, "anne")
    cage, pit = ("cleo", "remi"), ("simon", "dora")
    sender, taker = (cage, pit) if form.direction == "fill" else (pit, cage)
    filer.file(ChipsSent(asked), *sender)
    filer.file(ChipsReceived(asked), *taker)


def test_win_is_closer_credits_drop_less_opener(filer: Filer) -> None:
    for seed in range(examples(4, 20)):
        rng = Random(seed)
        opener, closer, drop, *moved = (rng.randrange(1, 1000) for _ in range(8))
        first = filer.file(tray("opener", opener), "anne", "dora")
        filled = given = 0
        for dollars in moved:
            way = rng.choice(("fill", "credit"))
            transfer(filer, ChipsRequested(way, ((100, dollars),)))  # type: ignore[arg-type]
            filled += dollars if way == "fill" else 0
            given += dollars if way == "credit" else 0
        filer.file(tray("closer", closer), "anne", "dora")
        filer.file(DropCounted(first, drop * 100), "cleo", "anne")
        sitting = balance_forms(filer.store.filed_forms()).sittings[-1]
        assert sitting.win == 100 * (closer + given + drop - opener - filled)


def test_chips_count_once_received(filer: Filer) -> None:
    filer.file(tray("opener", 500), "anne", "dora")
    filer.file(FILL, "anne")
    filer.file(ChipsSent(2), "cleo", "remi")
    books = balance_forms(filer.store.filed_forms())
    assert (books.sittings[0].fills, [one.number for one in books.open_requests]) == (0, [2])
    filer.file(ChipsReceived(2), "dora", "anne")
    books = balance_forms(filer.store.filed_forms())
    assert (books.sittings[0].fills, books.open_requests) == (5000, [])


@each(
    "form, signers, why",
    [
        (ChipsSent(1), ("cleo", "remi"), "of"),
        (ChipsSent(9), ("cleo", "remi"), "of"),
        (DropCounted(2, 100), ("cleo", "anne"), "of"),
        (ChipsReceived(2), ("dora", "anne"), "not_sent"),
        (ChipsSent(3), ("cleo", "remi"), "of"),
        (FormVoided(4, "again"), ("anne", "simon"), "of"),
        (FormVoided(3, "again"), ("anne", "simon"), "of"),
    ],
)
def test_form_out_of_order_takes_no_number(
    form: AnyForm, signers: tuple[str, str], why: str, filer: Filer
) -> None:
    if not filer.store.filed_forms():
        filer.file(tray("opener", 500), "anne", "dora")
        filer.file(FILL, "anne")
        filer.file(FILL, "anne")
        filer.file(FormVoided(3, "not needed"), "anne", "simon")
    assert filer.refusal(form, *signers) == why
    assert len(filer.store.filed_forms()) == 4


def test_step_is_not_repeated_or_moved(filer: Filer) -> None:
    filer.file(CREDIT, "anne")
    filer.file(ChipsSent(1), "simon", "dora")
    assert filer.refusal(ChipsSent(1), "simon", "dora") == "done"
    assert filer.refusal(ChipsReceived(1), "cleo", "remi", "table-8") == "of"


def test_nobody_signs_both_sides_of_transfer(filer: Filer) -> None:
    filer.file(CREDIT, "anne")
    assert filer.refusal(ChipsSent(1), "anne", "dora") == "same_person"
    assert filer.refusal(ChipsSent(1), "dora", "anne") == "same_person"
    filer.file(ChipsSent(1), "simon", "dora")
    filer.file(ChipsReceived(1), "cleo", "remi")


STEPS: dict[PitAct, AnyForm] = {
    "count": tray("opener", 5),
    "request": FILL,
    "send_fill": ChipsSent(2),
    "take_fill": ChipsReceived(3),
    "send_credit": ChipsSent(4),
    "take_credit": ChipsReceived(5),
    "drop": DropCounted(1, 100),
    "correct": FormCorrected(1, "miscounted", ((100, 1),)),
    "correct_transfer": FormCorrected(2, "miscounted", ((100, 1),)),
    "void": FormVoided(8, "not needed"),
}
"""By act: a form that may follow those of `prepared`."""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Filer:
    folder = tmp_path_factory.mktemp("prepared")
    store = empty_store(folder / "ledger.db")
    filer = Filer(store, folder)
    filer.file(tray("opener", 500), "anne", "dora")
    for form in (FILL, FILL, CREDIT, CREDIT):
        filer.file(form, "anne")
    filer.file(ChipsSent(3), "cleo", "remi")
    filer.file(ChipsSent(5), "simon", "dora")
    filer.file(FILL, "anne")
    return filer


@each("pit_act", STEPS)
def test_act_signed_by_its_roles_only(pit_act: PitAct, prepared: Filer) -> None:
    forms = {one.number: one for one in prepared.store.filed_forms()}
    assert form_act(STEPS[pit_act], forms) == pit_act
    for first in PEOPLE:
        for second in ("", *PEOPLE):
            roles = (PEOPLE[first], PEOPLE[second] if second else None)
            may = roles in SIGNERS_BY_ACT[pit_act] and first != second
            assert is_signed(pit_act, first, second) is may, (first, second)


def is_signed(pit_act: PitAct, first: str, second: str) -> bool:
    try:
        check_signers(pit_act, person(first), person(second) if second else None)
    except RequestFailed:
        return False
    return True


def test_every_act_is_covered() -> None:
    of_days = {"close_day", "amend_day"}
    assert {*STEPS, *READING_ACTS, *of_days, "acknowledge", "shelve"} == {*PIT_ACTS}


@each(
    "form, signers",
    [
        (ChipsRequested("fill", ((10**9, 10),)), ("anne", "")),
        (ChipsRequested("fill", ((100, MAX_TRANSFER_CENTS // 100 + 1),)), ("anne", "")),
        (TrayCounted("opener", ((50_000_00, MAX_COUNT_CENTS // 50_000_00 + 1),)), ("anne", "dora")),
        (DropCounted(1, MAX_COUNT_CENTS + 1), ("cleo", "anne")),
        (FormCorrected(1, "more", ((50_000_00, 1000),)), ("anne", "simon")),
    ],
)
def test_excessive_amount_is_refused(form: AnyForm, signers: tuple[str, str], filer: Filer) -> None:
    filer.file(tray("opener", 500), "anne", "dora")
    assert filer.refusal(form, *signers) == "amount"
    assert filer.refusal(ChipsRequested("credit", ((100, 0),)), "anne") == "nothing"


def test_missing_form_is_an_alarm(store: Engine, filer: Filer) -> None:
    for _ in range(4):
        filer.file(FILL, "anne")
    with store.begin() as connection:
        connection.execute(FORM_TABLE.delete().where(FORM_TABLE.c.number.in_((2, 4))))
    assert filer.file(FILL, "anne") == 5
    forms, highest = filer.store.filed_forms(), filer.store.highest_number()
    missing = [alarm.values for alarm in missing_alarms(forms, highest)]
    assert missing == [{"first": 2, "last": 2}, {"first": 4, "last": 4}]


def test_number_of_deleted_form_not_reused(store: Engine, filer: Filer) -> None:
    for _ in range(2):
        filer.file(FILL, "anne")
    with store.begin() as connection:
        connection.execute(FORM_TABLE.delete().where(FORM_TABLE.c.number == 2))
    (alarm,) = missing_alarms(filer.store.filed_forms(), filer.store.highest_number())
    assert alarm.values == {"first": 2, "last": 2}
    assert filer.file(FILL, "anne") == 3


def test_unreadable_form_counts_as_missing(store: Engine, filer: Filer) -> None:
    filer.file(FILL, "anne")
    with store.begin() as connection:
        connection.execute(FORM_TABLE.update().values(body="{"))
    assert filer.store.filed_forms() == []
    assert filer.file(FILL, "anne") == 2
