"""The forms: numbered without gaps, each by two people, and held against each other."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from sqlalchemy import Engine

from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.pit.form_store import FormStore
from firmware.floor.pit.forms import (
    AnyForm,
    ChipsReceived,
    ChipsRequested,
    ChipsSent,
    DropCounted,
    FormVoided,
    TrayCounted,
    balance_forms,
)
from firmware.floor.pit.screen import Acknowledgement
from tests.kits.examples import examples
from tests.kits.offenders import each

TABLE = "table-7"
SENT = {"cage": "Cléo", "runner": "Rémi"}
TAKEN = {"dealer": "Dora", "supervisor": "Simon"}


def tray(at: str, dollars: int, second: str = "Bruno") -> TrayCounted:
    return TrayCounted("opener" if at == "opener" else "closer", ((100, dollars),), second)


def filed(store: Engine, *forms: AnyForm) -> FormStore:
    kept = FormStore(store)
    for at, form in enumerate(forms):
        kept.file_form(TABLE, form, "anne", at)
    return kept


def why_not(store: Engine, form: AnyForm, table: str = TABLE) -> str:
    with pytest.raises(RequestFailed) as refused:
        FormStore(store).file_form(table, form, "anne", 0)
    return refused.value.why.key.removeprefix("pit.form.why.")


def test_forms_that_are_filed_at_once_have_numbers_without_gaps(store: Engine) -> None:
    def file(nth: int) -> int:
        return FormStore(store).file_form(f"table-{nth % 3}", tray("opener", nth), "anne", nth)

    with ThreadPoolExecutor(4) as people:
        numbers = list(people.map(file, range(24)))
    assert sorted(numbers) == list(range(1, 25))
    assert [one.number for one in FormStore(store).filed_forms()] == list(range(1, 25))


def test_a_void_has_a_number_and_what_it_voids_keeps_its_own(store: Engine) -> None:
    kept = filed(store, tray("opener", 500), FormVoided(1, "counted twice"), tray("opener", 400))
    assert [(one.number, one.voided) for one in kept.filed_forms()] == [
        (1, 2),
        (2, None),
        (3, None),
    ]
    assert [one.opener for one in balance_forms(kept.filed_forms()).sittings] == [3]


def test_a_tray_that_opens_with_other_chips_than_it_closed_with_is_an_alarm(store: Engine) -> None:
    kept = filed(store, tray("opener", 500), tray("closer", 450), tray("opener", 440))
    (alarm,) = balance_forms(kept.filed_forms()).alarms
    assert (alarm.id, alarm.alarm_kind, alarm.table_name) == ("form.3", "tray", TABLE)
    assert alarm.values == {"number": 3, "cents": 44_000, "before_cents": 45_000}


def test_a_tray_that_opens_as_it_closed_is_none(store: Engine) -> None:
    kept = filed(store, tray("opener", 500), tray("closer", 450), tray("opener", 450))
    assert balance_forms(kept.filed_forms()).alarms == []


def test_a_tray_that_opens_without_having_been_closed_is_an_alarm(store: Engine) -> None:
    kept = filed(store, tray("opener", 500), tray("opener", 500))
    assert [alarm.alarm_kind for alarm in balance_forms(kept.filed_forms()).alarms] == ["no_closer"]


def test_the_win_is_closer_credits_and_drop_less_opener_and_fills(store: Engine) -> None:
    for seed in range(examples(4, 20)):
        rng = Random(seed)
        opener, closer, drop, *moved = (rng.randrange(1, 1000) for _ in range(8))
        kept = FormStore(store)
        first = kept.file_form(TABLE, tray("opener", opener), "anne", 0)
        filled = given = 0
        for dollars in moved:
            way = rng.choice(("fill", "credit"))
            asked = kept.file_form(TABLE, ChipsRequested(way, ((100, dollars),)), "anne", 0)  # type: ignore[arg-type]
            filled += dollars if way == "fill" else 0
            given += dollars if way == "credit" else 0
            kept.file_form(TABLE, ChipsSent(asked, **SENT), "anne", 0)
            kept.file_form(TABLE, ChipsReceived(asked, **TAKEN), "anne", 0)
        kept.file_form(TABLE, tray("closer", closer), "anne", 0)
        kept.file_form(TABLE, DropCounted(first, drop * 100, "Bruno"), "anne", 0)
        sitting = balance_forms(kept.filed_forms()).sittings[-1]
        assert sitting.win == 100 * (closer + given + drop - opener - filled)


def test_chips_count_only_once_they_are_taken(store: Engine) -> None:
    kept = filed(store, tray("opener", 500), ChipsRequested("fill", ((100, 50),)))
    kept.file_form(TABLE, ChipsSent(2, **SENT), "anne", 0)
    books = balance_forms(kept.filed_forms())
    assert (books.sittings[0].fills, [one.number for one in books.open_requests]) == (0, [2])
    kept.file_form(TABLE, ChipsReceived(2, **TAKEN), "anne", 0)
    books = balance_forms(kept.filed_forms())
    assert (books.sittings[0].fills, books.open_requests) == (5000, [])


@each(
    "form, why",
    [
        (tray("opener", 5, "Anne"), "second"),
        (ChipsSent(1, **SENT), "of"),
        (ChipsSent(9, **SENT), "of"),
        (DropCounted(2, 100, "Bruno"), "of"),
        (ChipsReceived(2, **TAKEN), "not_sent"),
        (ChipsSent(3, **SENT), "of"),
        (FormVoided(4, "again"), "of"),
        (FormVoided(3, "again"), "of"),
    ],
)
def test_a_form_that_does_not_follow_is_refused_and_takes_no_number(
    form: AnyForm, why: str, store: Engine
) -> None:
    kept = FormStore(store)
    if not kept.filed_forms():
        chips = ChipsRequested("fill", ((100, 50),))
        filed(store, tray("opener", 500), chips, chips, FormVoided(3, "not needed"))
    assert why_not(store, form) == why
    assert len(kept.filed_forms()) == 4


def test_what_is_done_is_not_done_twice_and_not_at_another_table(store: Engine) -> None:
    filed(store, ChipsRequested("credit", ((100, 50),)), ChipsSent(1, **SENT))
    assert why_not(store, ChipsSent(1, **SENT)) == "done"
    assert why_not(store, ChipsReceived(1, **TAKEN), "table-8") == "of"


def test_the_first_to_acknowledge_stays(store: Engine) -> None:
    kept = FormStore(store)
    kept.acknowledge("a", Acknowledgement("anne", 1, "looked"))
    kept.acknowledge("a", Acknowledgement("bruno", 2, "me too"))
    assert kept.acknowledgements() == {"a": Acknowledgement("anne", 1, "looked")}
