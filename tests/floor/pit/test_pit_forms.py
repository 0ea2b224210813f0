"""The forms: numbered without gaps, each by two people, and held against each other."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from sqlalchemy import Engine

from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.floor.pit.form_store import Kept
from firmware.floor.pit.forms import (
    AnyForm,
    ChipsAsked,
    ChipsSent,
    ChipsTaken,
    DropCounted,
    TrayCounted,
    Voided,
    balance,
)
from firmware.floor.pit.screen import Acknowledged
from tests.kits.examples import examples
from tests.kits.offenders import each

TABLE = "table-7"
SENT = {"cage": "Cléo", "runner": "Rémi"}
TAKEN = {"dealer": "Dora", "supervisor": "Simon"}


def tray(at: str, dollars: int, second: str = "Bruno") -> TrayCounted:
    return TrayCounted("opener" if at == "opener" else "closer", ((100, dollars),), second)


def filed(store: Engine, *forms: AnyForm) -> Kept:
    kept = Kept(store)
    for at, form in enumerate(forms):
        kept.file(TABLE, form, "anne", at)
    return kept


def why_not(store: Engine, form: AnyForm, table: str = TABLE) -> str:
    with pytest.raises(CannotBeDone) as refused:
        Kept(store).file(table, form, "anne", 0)
    return refused.value.why.key.removeprefix("pit.form.why.")


def test_forms_that_are_filed_at_once_have_numbers_without_gaps(store: Engine) -> None:
    def file(nth: int) -> int:
        return Kept(store).file(f"table-{nth % 3}", tray("opener", nth), "anne", nth)

    with ThreadPoolExecutor(4) as people:
        numbers = list(people.map(file, range(24)))
    assert sorted(numbers) == list(range(1, 25))
    assert [one.number for one in Kept(store).forms()] == list(range(1, 25))


def test_a_void_has_a_number_and_what_it_voids_keeps_its_own(store: Engine) -> None:
    kept = filed(store, tray("opener", 500), Voided(1, "counted twice"), tray("opener", 400))
    assert [(one.number, one.voided) for one in kept.forms()] == [(1, 2), (2, None), (3, None)]
    assert [one.opener for one in balance(kept.forms()).sittings] == [3]


def test_a_tray_that_opens_with_other_chips_than_it_closed_with_is_an_alarm(store: Engine) -> None:
    kept = filed(store, tray("opener", 500), tray("closer", 450), tray("opener", 440))
    (alarm,) = balance(kept.forms()).alarms
    assert (alarm.id, alarm.kind, alarm.table) == ("form.3", "tray", TABLE)
    assert alarm.values == {"number": 3, "cents": 44_000, "before_cents": 45_000}


def test_a_tray_that_opens_as_it_closed_is_none(store: Engine) -> None:
    kept = filed(store, tray("opener", 500), tray("closer", 450), tray("opener", 450))
    assert balance(kept.forms()).alarms == []


def test_a_tray_that_opens_without_having_been_closed_is_an_alarm(store: Engine) -> None:
    kept = filed(store, tray("opener", 500), tray("opener", 500))
    assert [alarm.kind for alarm in balance(kept.forms()).alarms] == ["no_closer"]


def test_the_win_is_closer_credits_and_drop_less_opener_and_fills(store: Engine) -> None:
    for seed in range(examples(4, 20)):
        rng = Random(seed)
        opener, closer, drop, *moved = (rng.randrange(1, 1000) for _ in range(8))
        kept = Kept(store)
        first = kept.file(TABLE, tray("opener", opener), "anne", 0)
        filled = given = 0
        for dollars in moved:
            way = rng.choice(("fill", "credit"))
            asked = kept.file(TABLE, ChipsAsked(way, ((100, dollars),)), "anne", 0)  # type: ignore[arg-type]
            filled += dollars if way == "fill" else 0
            given += dollars if way == "credit" else 0
            kept.file(TABLE, ChipsSent(asked, **SENT), "anne", 0)
            kept.file(TABLE, ChipsTaken(asked, **TAKEN), "anne", 0)
        kept.file(TABLE, tray("closer", closer), "anne", 0)
        kept.file(TABLE, DropCounted(first, drop * 100, "Bruno"), "anne", 0)
        sitting = balance(kept.forms()).sittings[-1]
        assert sitting.win == 100 * (closer + given + drop - opener - filled)


def test_chips_count_only_once_they_are_taken(store: Engine) -> None:
    kept = filed(store, tray("opener", 500), ChipsAsked("fill", ((100, 50),)))
    kept.file(TABLE, ChipsSent(2, **SENT), "anne", 0)
    books = balance(kept.forms())
    assert (books.sittings[0].fills, [one.number for one in books.waiting]) == (0, [2])
    kept.file(TABLE, ChipsTaken(2, **TAKEN), "anne", 0)
    books = balance(kept.forms())
    assert (books.sittings[0].fills, books.waiting) == (5000, [])


@each(
    "form, why",
    [
        (tray("opener", 5, "Anne"), "second"),
        (ChipsSent(1, **SENT), "of"),
        (ChipsSent(9, **SENT), "of"),
        (DropCounted(2, 100, "Bruno"), "of"),
        (ChipsTaken(2, **TAKEN), "not_sent"),
        (ChipsSent(3, **SENT), "of"),
        (Voided(4, "again"), "of"),
        (Voided(3, "again"), "of"),
    ],
)
def test_a_form_that_does_not_follow_is_refused_and_takes_no_number(
    form: AnyForm, why: str, store: Engine
) -> None:
    kept = Kept(store)
    if not kept.forms():
        chips = ChipsAsked("fill", ((100, 50),))
        filed(store, tray("opener", 500), chips, chips, Voided(3, "not needed"))
    assert why_not(store, form) == why
    assert len(kept.forms()) == 4


def test_what_is_done_is_not_done_twice_and_not_at_another_table(store: Engine) -> None:
    filed(store, ChipsAsked("credit", ((100, 50),)), ChipsSent(1, **SENT))
    assert why_not(store, ChipsSent(1, **SENT)) == "done"
    assert why_not(store, ChipsTaken(1, **TAKEN), "table-8") == "of"


def test_the_first_to_acknowledge_stays(store: Engine) -> None:
    kept = Kept(store)
    kept.acknowledge("a", Acknowledged("anne", 1, "looked"))
    kept.acknowledge("a", Acknowledged("bruno", 2, "me too"))
    assert kept.acknowledged() == {"a": Acknowledged("anne", 1, "looked")}
