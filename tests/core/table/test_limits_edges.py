"""Articles 9 and 10 at their edges: the least, the most, and by which article more is refused."""

from typing import NamedTuple

from firmware.core.game.limits import BetRefusal, HouseTerms, LateEntry, limit_refusal
from firmware.core.table.felt import Felt
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Bettor, Stack
from tests.kits.core.table_kit import limits, place
from tests.kits.offenders import each

OWN, OTHERS = (place(2, "player"), "B"), (place(2, "player"), "A")
HELD = limits(500, 2000)


class Chips(NamedTuple):
    """One bettor's, at a place."""

    stack: Stack
    cents: Cents
    step_cents: Cents
    is_shared: bool
    earlier_cents: Cents


def house(late_entry: LateEntry = "allow", **present: frozenset[Bettor]) -> HouseTerms:
    return HouseTerms(
        HELD,
        late_entry,
        None,
        "16",
        "9",
        "10",
        **{"every_round_bettors": None, "first_round_bettors": None, **present},
    )


def judged(cents: int, house: HouseTerms, before: int = 0, step: int = 1) -> BetRefusal | None:
    """Return why a bet is refused, where another laid `before` there first."""
    felt = Felt(7, ("player", "banker", "tie"), sensed=False)
    felt.set_amount(OTHERS, Cents(before))
    felt.set_amount(OWN, Cents(cents))
    chips = Chips(
        OWN,
        felt.amount(OWN),
        Cents(step),
        felt.is_shared(OWN),
        felt.earlier_bettors_total(OWN),
    )
    return limit_refusal(chips, house)


def refused(
    cents: int, house: HouseTerms, before: int = 0, step: int = 1
) -> tuple[str, str] | None:
    """Return why a bet is refused and by which article, where another laid `before` there first."""
    found = judged(cents, house, before, step)
    return found and (found.why.key, found.article)


LOW, HIGH = ("why.limit_low", "9"), ("why.limit_high", "9")
TOGETHER, NEWCOMER = ("why.limit_together", "16"), ("why.newcomer", "10")


@each("cents, why", [(499, LOW), (500, None), (2000, None), (2001, HIGH)])
def test_9_minimum_and_maximum_allowed(cents: int, why: tuple[str, str] | None) -> None:
    assert refused(cents, house()) == why


@each("before, cents, why", [(1500, 500, None), (1500, 501, TOGETHER), (2000, 500, TOGETHER)])
def test_16_maximum_covers_one_place(before: int, cents: int, why: tuple[str, str] | None) -> None:
    assert refused(cents, house(), before) == why


@each("cents, why", [(499, LOW), (500, None), (501, NEWCOMER), (2001, NEWCOMER)])
def test_10_latecomer_may_be_limited_to_minimum(cents: int, why: tuple[str, str] | None) -> None:
    assert refused(cents, house("minimum", first_round_bettors=frozenset({(1, None)}))) == why


@each("late_entry", ["allow", "minimum"])
def test_10_first_game_player_is_free(late_entry: LateEntry) -> None:
    at_the_table = house(
        late_entry, first_round_bettors=frozenset({(2, "B")}), every_round_bettors=frozenset()
    )
    assert [refused(cents, at_the_table) for cents in (499, 2000, 2001)] == [LOW, None, HIGH]


def test_10_none_if_all_may_come_late() -> None:
    assert (
        refused(
            2000, house("allow", first_round_bettors=frozenset(), every_round_bettors=frozenset())
        )
        is None
    )


@each("cents, limit", [(300, 600), (2100, 1800)])
def test_9_refusal_names_limit_rounded_to_step(cents: int, limit: int) -> None:
    """Limits of 5 and 20 dollars, by 3 dollars."""
    refusal = judged(cents, house(), step=300)
    assert refusal
    assert refusal.why.values["limit_cents"] == limit


@each("cents, why", [(600, None), (900, NEWCOMER)])
def test_10_latecomer_may_bet_least_multiple_of_step(
    cents: int, why: tuple[str, str] | None
) -> None:
    terms = house("minimum", first_round_bettors=frozenset({(1, None)}))
    assert refused(cents, terms, step=300) == why
