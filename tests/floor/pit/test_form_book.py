"""The pit's book of forms: the new ones alone are read, and it says the same as all of them."""

from random import Random

import msgspec
import pytest
from sqlalchemy import Engine as Store

from firmware.floor.pit.form_balance import FORM_KINDS, balance_forms, missing_alarms
from firmware.floor.pit.form_book import BOOK_DAYS, DAY_MS, FormBook
from firmware.floor.pit.form_store import FORM_TABLE, FormStore
from firmware.floor.pit.forms import (
    AnyForm,
    ChipsReceived,
    ChipsRequested,
    ChipsSent,
    DropCounted,
    FormCorrected,
    FormVoided,
    TrayCounted,
)
from firmware.floor.pit.monitor import FloorMonitor
from tests.kits.floor.pit_kit import acknowledge

NOW = 100 * DAY_MS
CHIPS = ((100, 9),)


def put(store: Store, number: int, form: AnyForm, table: str = "table-7", at: int = NOW) -> None:
    row = {
        "number": number,
        "table_name": table,
        "body": msgspec.json.encode(form).decode(),
        "filed_by": "Anne",
        "filed_ms": at,
        "second_by": "Marc",
    }
    with store.begin() as connection:
        connection.execute(FORM_TABLE.insert(), [row])


def any_form(rng: Random, number: int) -> AnyForm:
    chips, of = ((100, rng.randrange(5)),), rng.randrange(number + 1)
    return rng.choice(
        [
            *(TrayCounted("opener", chips), TrayCounted("closer", chips), DropCounted(of, 500)),
            *(
                ChipsRequested("fill", chips),
                ChipsSent(of),
                ChipsReceived(of),
                FormVoided(of, "slip"),
            ),
            FormCorrected(of, "slip", chips=chips),
        ]
    )


def assert_equal(book: FormBook, store: Store) -> None:
    """Hold the book against all forms."""
    forms = FormStore(store)
    filed, highest = forms.filed_forms(), forms.highest_number()
    assert book.forms == filed
    assert book.balance == balance_forms(filed)
    assert book.alarms == [*book.balance.alarms, *missing_alarms(filed, highest)]


@pytest.mark.parametrize("seed", range(5))
def test_book_says_as_all_forms(seed: int, store: Store) -> None:
    rng, book = Random(seed), FormBook(store)
    for number in range(1, 60):
        form = any_form(rng, number)
        if isinstance(form, FormCorrected) and not fits(store, form):
            continue
        put(store, number, form, rng.choice(["table-7", "table-8"]))
        if rng.random() < 0.7:
            book.read_new(NOW)
            assert_equal(book, store)
    book.read_new(NOW)
    assert_equal(book, store)


def fits(store: Store, correction: FormCorrected) -> bool:
    """Return whether a correction is of a form with chips: no other is filed."""
    filed = {form.number: form.form for form in FormStore(store).filed_forms()}
    return isinstance(filed.get(correction.of), TrayCounted | ChipsRequested)


def test_deleted_form_is_missing_at_once(store: Store) -> None:
    book = FormBook(store)
    for number in range(1, 6):
        put(store, number, ChipsRequested("fill", ((100, 1),)))
        book.read_new(NOW)
    assert book.alarms == []
    with store.begin() as connection:
        connection.execute(FORM_TABLE.delete().where(FORM_TABLE.c.number == 3))
    book.read_new(NOW)
    (alarm,) = book.alarms
    assert (alarm.alarm_kind, alarm.values) == ("form_missing", {"first": 3, "last": 3})


def test_old_forms_are_not_read(store: Store) -> None:
    old, book = NOW - (BOOK_DAYS + 2) * DAY_MS, FormBook(store)
    for number in range(1, 4):
        put(store, number, ChipsRequested("fill", ((100, 1),)), at=old)
    put(store, 4, TrayCounted("opener", ((100, 9),)))
    book.read_new(NOW)
    assert [form.number for form in book.forms] == [4]
    assert (book.before_first, book.alarms, len(book.balance.sittings)) == (3, [], 1)
    book.read_new(NOW + (BOOK_DAYS + 1) * DAY_MS)
    assert (book.forms, book.before_first, book.alarms) == ([], 4, [])


class Pit:
    """A pit that looks at the forms of a store, at times of the test's own."""

    def __init__(self, store: Store) -> None:
        self.now = NOW
        self._forms, self._monitor = FormStore(store), FloorMonitor(store, (6,), lambda: self.now)

    def form_alarms(self, at: int) -> list[tuple[str, str]]:
        """Look at a time, and return the ids and kinds of the alarms on the screen."""
        self.now = at
        self._monitor.refresh()
        screen = self._monitor.screen
        assert screen is not None
        found = [(shown.alarm.id, shown.alarm.alarm_kind) for shown in screen.alarms]
        assert len(found) == len({*found})
        return [each for each in found if each[1] in FORM_KINDS]


def put_differing_trays(store: Store) -> None:
    """Have a tray that opens otherwise than it closed, and a sitting without a closer."""
    put(store, 1, TrayCounted("opener", CHIPS))
    put(store, 2, TrayCounted("closer", CHIPS))
    put(store, 3, TrayCounted("opener", ((100, 8),)))
    put(store, 4, TrayCounted("opener", CHIPS))


@pytest.mark.parametrize("is_new_pit", [False, True])
def test_alarm_stays_until_acknowledged(store: Store, is_new_pit: bool) -> None:
    put_differing_trays(store)
    pit = Pit(store)
    before = pit.form_alarms(NOW)
    assert [kind for _, kind in before] == ["tray", "no_closer"]
    later_pit = Pit(store) if is_new_pit else pit
    for days in (BOOK_DAYS - 1, BOOK_DAYS + 1, 400):
        assert sorted(later_pit.form_alarms(NOW + days * DAY_MS)) == sorted(before)
    (tray, _), rest = before
    acknowledge(store, tray, "anne", "counted again")
    assert later_pit.form_alarms(NOW + 401 * DAY_MS) == [rest]


def test_corrected_tray_is_no_alarm_later(store: Store) -> None:
    put_differing_trays(store)
    pit = Pit(store)
    assert len(pit.form_alarms(NOW)) == 2
    put(store, 5, FormCorrected(3, "miscounted", chips=CHIPS))
    (rest,) = pit.form_alarms(NOW)
    assert rest[1] == "no_closer"
    assert pit.form_alarms(NOW + 9 * DAY_MS) == [rest]
