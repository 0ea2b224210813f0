"""Prizes of any tournament: the whole share, to every place, none above half (004 9, 12, 14)."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from firmware.core.tournament.prizes import PrizeTable, prize_table
from firmware.core.tournament.terms import TournamentTerms

UNITS = (5000, 2500, 1000, 500, 100, 25, 5, 1)


@st.composite
def percentages(draw: st.DrawFn, most: int) -> tuple[int, ...]:
    """Draw percentages that make 100, none above `most`, the best place first."""
    parts, left = list[int](), 100
    while left:
        parts.append(draw(st.integers(1, min(most, left))))
        left -= parts[-1]
    return tuple(sorted(parts, reverse=True))


def given_terms(*, holdem: bool) -> st.SearchStrategy[TournamentTerms]:
    return st.builds(
        TournamentTerms,
        entry_cents=st.integers(1, 10_000),
        levels=st.just(()),
        prize_percent=st.integers(30, 85),
        prizes=percentages(50 if holdem else 100),
        prize_unit=st.one_of(st.sampled_from(UNITS), st.integers(1, 100_000)),
        holdem=st.just(holdem),
    )


def prizes(terms: TournamentTerms, entries: int) -> tuple[Fraction, PrizeTable]:
    """Return the announced share of the gross, and the prizes."""
    gross_cents = entries * terms.entry_cents
    return Fraction(gross_cents * terms.prize_percent, 100), prize_table(
        terms, gross_cents, entries
    )


@given(given_terms(holdem=True), st.integers(2, 400))
def test_004_14_exact_share_and_none_above_half(terms: TournamentTerms, entries: int) -> None:
    share, (amounts, _) = prizes(terms, entries)
    total = sum(amounts)
    assert total == int(share)
    # an odd cent that is half above and half below goes to the first
    assert max(amounts) <= -(-total // 2)
    assert max(amounts[1:], default=0) <= total // 2


@given(given_terms(holdem=False), st.integers(2, 400))
def test_127_exact_share_and_better_places_get_more(terms: TournamentTerms, entries: int) -> None:
    share, (amounts, _) = prizes(terms, entries)
    assert share <= sum(amounts) < share + 1
    assert amounts == sorted(amounts, reverse=True)


@given(st.booleans().flatmap(lambda holdem: given_terms(holdem=holdem)), st.integers(2, 400))
def test_004_14_largest_unit_leaves_nine_tenths_to_each(
    terms: TournamentTerms, entries: int
) -> None:
    _, (amounts, unit) = prizes(terms, entries)
    shares = [sum(amounts) * percent // 100 for percent in terms.prizes[: len(amounts)]]
    for share, cents in zip(shares, amounts, strict=True):
        assert cents >= Fraction(9 * share, 10)
        assert cents > 0 or share == 0
    assert unit == terms.prize_unit or unit in UNITS
    for larger in (one for one in UNITS if unit < one < terms.prize_unit):
        assert any(share // larger * larger < Fraction(9 * share, 10) for share in shares)
