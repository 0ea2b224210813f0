"""Forms by gaming day: a sitting is of the day in which it began; what waits is always shown."""

from pathlib import Path

import pytest
from sqlalchemy import Engine

from firmware.floor.gaming_day import HourRange
from firmware.floor.pit.form_days import FormsOfDay, forms_of_day, forms_shown
from firmware.floor.pit.forms import (
    ChipsRequested,
    DropCounted,
    FormCorrected,
    FormVoided,
    TrayCounted,
)
from firmware.floor.projection.fact import MS_PER_HOUR
from tests.kits.floor.pit_people import Filer

FIRST = HourRange(498_774, 498_798)
SECOND = HourRange(498_798, 498_822)
CHIPS = ((100, 50),)


@pytest.fixture
def filer(store: Engine, tmp_path: Path) -> Filer:
    return Filer(store, tmp_path)


def at_hour(filer: Filer, hour: int) -> Filer:
    filer.now = hour * MS_PER_HOUR
    return filer


def numbers(of_day: FormsOfDay) -> list[int]:
    return [form.number for form in of_day.forms]


def test_sitting_is_of_the_day_it_began(filer: Filer) -> None:
    at_hour(filer, FIRST.first).file(TrayCounted("opener", CHIPS), "anne", "dora")
    at_hour(filer, SECOND.first).file(TrayCounted("closer", CHIPS), "anne", "dora")
    at_hour(filer, SECOND.first + 2).file(DropCounted(1, 500), "cleo", "anne")
    filer.file(FormCorrected(3, "a note", cents=600), "anne", "cleo")
    forms = filer.store.filed_forms()
    assert numbers(forms_of_day(forms, FIRST, {"table-7"})) == [1, 2, 3, 4]
    assert numbers(forms_of_day(forms, SECOND, {"table-7"})) == []
    assert numbers(forms_of_day(forms, FIRST, {"table-8"})) == []


def test_form_without_sitting_is_of_its_hour(filer: Filer) -> None:
    at_hour(filer, FIRST.end - 1).file(ChipsRequested("fill", CHIPS), "anne")
    at_hour(filer, SECOND.first).file(FormVoided(1, "not needed"), "anne", "simon")
    forms = filer.store.filed_forms()
    assert numbers(forms_of_day(forms, FIRST, {"table-7"})) == [1, 2]
    assert numbers(forms_of_day(forms, SECOND, {"table-7"})) == []


def test_waiting_forms_are_shown_on_later_days(filer: Filer) -> None:
    at_hour(filer, FIRST.first).file(TrayCounted("opener", CHIPS), "anne", "dora")
    filer.file(ChipsRequested("fill", CHIPS), "anne")
    filer.file(TrayCounted("closer", CHIPS), "anne", "dora")
    shown = forms_shown(filer.store.filed_forms(), SECOND)
    assert numbers(shown) == [1, 2, 3]
    assert [request.number for request in shown.open_requests] == [2]
    at_hour(filer, SECOND.first).file(DropCounted(1, 500), "cleo", "anne")
    filer.file(FormVoided(2, "not needed"), "anne", "simon")
    assert numbers(forms_shown(filer.store.filed_forms(), SECOND)) == []
