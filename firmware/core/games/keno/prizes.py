"""The prizes of a Keno ticket, and its return in the long run (76, 85)."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from firmware.core.vocabulary.money import Cents

NUMBERS: Final = range(1, 81)
DRAWN_COUNT: Final = 20

Paytable = Mapping[str, Mapping[str, int]]
"""The payment for 1, by the numbers picked and the hits among them."""


def is_paytable(paytable_value: object) -> bool:
    """Return whether this is a pay table, and pays for no more hits than there can be."""
    if not isinstance(paytable_value, dict) or not paytable_value:
        return False
    return all(
        _is_written_number(NUMBERS, picked_count)
        and _is_line(int(picked_count), paytable_value[picked_count])
        for picked_count in paytable_value
    )


def _is_line(picked_count: int, table_line: object) -> bool:
    if not isinstance(table_line, dict):
        return False
    possible_hits = range(min(picked_count, DRAWN_COUNT) + 1)
    return all(
        _is_written_number(possible_hits, hit_text) and type(payment) is int and payment >= 0
        for hit_text, payment in table_line.items()
    )


def _is_written_number(allowed_numbers: Iterable[int], written_number: object) -> bool:
    return written_number in [str(number) for number in allowed_numbers]


def ticket_prize(
    paytable: Paytable, picked_count: int, hit_count: int, stake_cents: Cents
) -> Cents:
    """Return the prize of a ticket, its stake included."""
    return Cents(paytable[str(picked_count)].get(str(hit_count), 0) * stake_cents)


def highest_prize(paytable: Paytable, picked_count: int, stake_cents: Cents) -> Cents:
    """Return the highest prize of a ticket in a draw, nothing if the table has no such tickets."""
    return Cents(max(paytable.get(str(picked_count), {}).values(), default=0) * stake_cents)


def share_prizes(full_prizes: Sequence[Cents], max_cents: Cents) -> list[Cents]:
    """Return the prizes of a draw; reduced in proportion, rounded down, if they exceed `most`."""
    prize_total = sum(full_prizes)
    return (
        [Cents(prize_cents * max_cents // prize_total) for prize_cents in full_prizes]
        if prize_total > max_cents
        else list(full_prizes)
    )


def returns_by_picks(paytable: Paytable) -> dict[int, Fraction]:
    """Return the share of its stake that a ticket returns in the long run, by count of picks."""
    chances_by_bet = (
        (picked_count, chances(paytable, picked_count)) for picked_count in map(int, paytable)
    )
    return {
        picked_count: sum(
            (chance * return_share for return_share, chance in return_chances.items()), Fraction(0)
        )
        for picked_count, return_chances in chances_by_bet
    }


def chances(paytable: Paytable, picked_count: int) -> dict[Fraction, Fraction]:
    """Return how probable each prize for 1 is, given the count of numbers picked."""
    chances_by_return: dict[Fraction, Fraction] = {}
    for hit_count in range(min(picked_count, DRAWN_COUNT) + 1):
        return_share = Fraction(ticket_prize(paytable, picked_count, hit_count, Cents(1)))
        chance = Fraction(_hit_draws(picked_count, hit_count), _choices(len(NUMBERS), DRAWN_COUNT))
        chances_by_return[return_share] = chances_by_return.get(return_share, Fraction(0)) + chance
    return chances_by_return


def _hit_draws(picked_count: int, hit_count: int) -> int:
    """Return the number of draws with so many hits."""
    return _choices(picked_count, hit_count) * _choices(
        len(NUMBERS) - picked_count, DRAWN_COUNT - hit_count
    )


def _choices(pool_size: int, chosen_count: int) -> int:
    """Return the binomial coefficient."""
    # whole at each step: a product of k successive numbers is divisible by k!
    draw_count = 1
    for factor_index in range(chosen_count):
        draw_count = draw_count * (pool_size - factor_index) // (factor_index + 1)
    return draw_count
