"""Article 72: limits on all that one player has inside, and outside."""

from itertools import product

import pytest

from firmware.core.display.player_lines import player_lines
from firmware.core.game.options import OptionRefused
from firmware.core.table.amounts import Amounts
from firmware.core.table.legality import sorted_bets
from firmware.core.vocabulary.events import StackRead
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from tests.kits.core.results_kit import Felt
from tests.kits.offenders import each
from tests.kits.quebec import open_game

TOTALS = {"inside": [500, 2000], "outside": [1000, 3000]}
INSIDE = ("straight:17", "split:17,20", "street:16,17,18", "corner:16,17,19,20", "top_line")
OUTSIDE = ("red", "dozen:2", "column:1", "low", "even")


def table(*laid: tuple[str, int], **rules: object) -> Felt:
    felt = Felt("roulette", {"totals": TOTALS}, **rules)
    for on, cents in laid:
        felt.tell(StackRead(Place(3, on), Cents(cents)))
    return felt


def wrong(felt: Felt) -> dict[str, str]:
    _, found = sorted_bets(felt.table.state)
    return {place.on: refusal.why.key for (place, _), refusal in found.items()}


@each("first, second", list(product((100, 499, 500, 1500, 1999, 2000, 2001), (1, 501, 2000))))
def test_72_two_inside_bets_between_both_limits_are_legal(first: int, second: int) -> None:
    total, late = first + second, {}
    if first > 2000:
        late = dict.fromkeys(INSIDE[:2], "why.total_high")
    elif total > 2000:
        late = {INSIDE[1]: "why.total_high"}
        late |= {INSIDE[0]: "why.total_low"} if first < 500 else {}
    elif total < 500:
        late = dict.fromkeys(INSIDE[:2], "why.total_low")
    assert wrong(table((INSIDE[0], first), (INSIDE[1], second))) == late


@each("group, least", [(INSIDE, 500), (OUTSIDE, 1000)])
def test_72_total_is_its_group_s(group: tuple[str, ...], least: int) -> None:
    one = least // len(group)
    assert wrong(table(*((on, one) for on in group))) == {}
    assert wrong(table(*((on, one) for on in group[1:]))) == dict.fromkeys(
        group[1:], "why.total_low"
    )


def test_72_bet_over_maximum_is_refused_naming_total() -> None:
    felt = table(("straight:17", 1500), ("split:17,20", 501))
    assert felt.refused == ["why.total_high"]
    ((_, refusal),) = sorted_bets(felt.table.state)[1].items()
    assert refusal.why.values["total"].key == "total.inside"
    assert (refusal.why.values["cents"], refusal.why.values["limit_cents"]) == (2001, 2000)
    felt.tell(StackRead(Place(3, "split:17,20"), Cents(500)))
    assert wrong(felt) == {}


def test_72_minimum_reached_bet_by_bet() -> None:
    assert table(("straight:17", 100), ("split:17,20", 400)).refused == []


def test_72_unseen_amounts_lack_total() -> None:
    assert wrong(table(("straight:17", 1), amounts=Amounts.UNSEEN)) == {}


def test_72_display_shows_both_limits() -> None:
    shown = [text.values["on"] for text in player_lines(table().table.state) if "on" in text.values]
    assert [on.key for on in shown][-2:] == ["total.inside", "total.outside"]


WRONG = ([500], [500, 400], [0, 400], [-5, 400], [500, 400.0], [True, 400], "500", None)


@each("ends", WRONG)
def test_72_total_is_min_and_max(ends: object) -> None:
    with pytest.raises(OptionRefused):
        open_game("roulette", {"totals": {"inside": ends}})
