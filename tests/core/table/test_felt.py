"""The felt."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.core.table.felt import Felt
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Stack
from tests.kits.core.table_kit import place

BETS = ("player", "banker", "tie")
STACKS = st.tuples(
    st.builds(place, st.integers(1, 7), st.sampled_from(BETS)), st.sampled_from([None, "B"])
)


def a_felt(*, sensed: bool = True) -> Felt:
    return Felt(7, BETS, sensed=sensed)


def test_places_go_from_dealer_s_left() -> None:
    places = list(a_felt().places())
    assert len(places) == 21
    assert places[:4] == [place(1, on) for on in BETS] + [place(2, "player")]


@given(st.lists(st.tuples(STACKS, st.integers(0, 5000))))
def test_stack_is_its_last_reading(reads: list[tuple[Stack, int]]) -> None:
    felt, last = a_felt(), {}
    for stack, cents in reads:
        assert felt.set_amount(stack, Cents(cents)) == last.get(stack, 0)
        last[stack] = cents
    lying = {stack: cents for stack, cents in last.items() if cents}
    assert felt.stacks == lying
    assert {(b.place, b.bettor): b.cents for b in felt.bets()} == lying
    turns = [(b.place.spot, BETS.index(b.place.on)) for b in felt.bets()]
    assert turns == sorted(turns)


def test_first_bettor_owns_spot_until_chips_are_gone() -> None:
    felt = a_felt()
    felt.set_amount((place(1, "tie"), "B"), Cents(500))
    felt.set_amount((place(1, "player"), None), Cents(500))
    assert felt.is_shared((place(1, "player"), None))
    assert not felt.is_shared((place(1, "tie"), "B"))
    assert felt.is_shared((place(1, "banker"), None))
    assert not felt.is_shared((place(2, "banker"), None))
    felt.set_amount((place(1, "tie"), "B"), Cents(0))
    assert not felt.is_shared((place(1, "player"), None))


@pytest.mark.parametrize(("covered", "read"), [(True, False), (False, True)])
def test_disagreeing_sensor_and_reader_are_unread(covered: bool, read: bool) -> None:
    felt = a_felt()
    felt.set_covered(place(3, "tie"), covered=covered)
    felt.set_amount((place(3, "tie"), None), Cents(500 * read))
    assert felt.unread_places() == [place(3, "tie")]
    blind = a_felt(sensed=False)
    blind.stacks, blind.covered = felt.stacks, felt.covered
    assert blind.unread_places() == []


@pytest.mark.parametrize("both", [True, False])
def test_agreeing_sensor_and_reader_read(both: bool) -> None:
    felt = a_felt()
    felt.set_covered(place(3, "tie"), covered=both)
    felt.set_amount((place(3, "tie"), "B"), Cents(500 * both))
    assert felt.unread_places() == []
