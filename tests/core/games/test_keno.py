"""Keno, articles 75 to 85: tickets, draws and prizes."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.core.game.options import OptionRefused
from firmware.core.games.keno.keno import Keno
from firmware.core.games.keno.prizes import returns_by_picks, share_prizes
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import (
    ResultSeen,
    TicketClaimed,
)
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Ticket
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import TicketIssued
from tests.kits.core.keno_desk import HIGH, LOW, PAYTABLE, RULES, Desk
from tests.kits.core.table_kit import refusals, settled
from tests.kits.offenders import each

# 75: the draw


def test_75_sale_reopens_after_draw() -> None:
    desk = Desk()
    desk.draw()
    assert (desk.phase, desk.game.draw_number) == (Phase.OPEN, 2)
    assert desk.draw() == {}


# 76 to 82: the tickets


def test_77_and_82_ticket_has_required_entries() -> None:
    (issued,) = Desk(claim_days=30).ask([5, 3, 80], 250, 4, day=20_000)
    assert issued == TicketIssued(
        Ticket("A", (5, 3, 80), Cents(250), 1, 4, True, Cents(7500), 20_030)
    )


def test_77_and_82_ticket_prints_maximum_per_draw() -> None:
    (issued,) = Desk(max_draw=50_000).ask([1], 100)
    assert issued.ticket.most_cents == 50_000


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=50), st.integers(1, 10**10))
def test_77_excess_prizes_are_prorated(prizes: list[int], most: int) -> None:
    paid = share_prizes([Cents(won) for won in prizes], Cents(most))
    assert sum(paid) <= most or not sum(prizes) > most
    if sum(prizes) <= most:
        assert paid == prizes
    else:
        assert most - sum(paid) < len(prizes)
        for won, share in zip(prizes, paid, strict=True):
            assert 0 <= Fraction(won * most, sum(prizes)) - share < 1


def test_77_and_86_ticket_gets_its_share_of_draw() -> None:
    desk = Desk(max_draw=3000)
    desk.ask([1, 2, 3], 100, draws=2)
    desk.ask([4, 5, 6], 100)
    assert desk.draw() == {"ticket:1": ("win", 1500, 3), "ticket:2": ("win", 1500, 3)}
    assert [line.capped for line in settled(desk.rulings)] == [True, True]
    assert desk.draw() == {"ticket:1": ("win", 3000, 3)}
    assert (desk.claim("A"), desk.claim("B")) == (4500, 1500)


def test_claim_equals_settlement_if_rounded_up() -> None:
    desk = Desk(smallest_chip=500, rounding="player")
    (issued,) = desk.ask([1, 2, 3], 115)
    assert desk.draw() == {"ticket:1": ("win", 3500, 3)}
    assert (issued.ticket.most_cents, desk.claim("A")) == (3500, 3500)


def test_price_fits_the_smallest_chip() -> None:
    desk = Desk(smallest_chip=500)
    assert refusals(desk.ask([1, 2, 3], 115)) == ["why.ticket_step"]
    assert refusals(desk.ask([1, 2, 3], 1000)) == []


def test_ticket_of_an_absent_spot_is_refused() -> None:
    assert refusals(Desk().ask([1], spot=99)) == ["why.ticket_spot"]


@each(
    "ticket, why",
    [
        ({"numbers": []}, "why.ticket_empty"),
        ({"numbers": [7, 7]}, "why.ticket_twice"),
        ({"numbers": [0]}, "why.ticket_numbers"),
        ({"numbers": [81]}, "why.ticket_numbers"),
        ({"numbers": range(1, 12)}, "why.ticket_too_many"),
        ({"numbers": range(1, 5)}, "why.ticket_not_offered"),
        ({"numbers": [1], "cents": 0}, "why.ticket_stake"),
        ({"numbers": [1], "cents": -100}, "why.ticket_stake"),
        ({"numbers": [1], "draws": 0}, "why.ticket_draws"),
    ],
)
def test_78_to_80_unplayable_ticket_is_refused(ticket: dict[str, Any], why: str) -> None:
    desk = Desk()
    assert refusals(desk.ask(**ticket)) == [why]
    assert desk.draw() == {}


def test_82_control_numbers_are_unique() -> None:
    desk = Desk()
    desk.ask([1], control="X")
    assert refusals(desk.ask([2], control="X")) == ["why.ticket_control"]
    desk.draw(HIGH)
    assert refusals(desk.ask([2], control="X")) == ["why.ticket_control"]


# 83: void tickets


def test_83_ticket_unpaid_before_draw_is_void() -> None:
    desk = Desk()
    desk.ask([1], draws=2, paid=False)
    desk.ask([2])
    assert desk.game.at_stake[0].place.on == "ticket:2"
    game = desk.game
    game.close(())
    game.take_result(ResultSeen(LOW))
    assert [why.key for why in game.refusals] == ["why.ticket_unpaid"]
    assert [line.bet.place.on for line in game.lines] == ["ticket:2"]
    game.open()
    assert (game.refusals, game.carried) == ([], {})
    with pytest.raises(Forbidden, match=r"why\.ticket_void"):
        game.claim_ticket(TicketClaimed("A"))


def test_voided_draw_counts_for_ticket() -> None:
    desk = Desk()
    desk.ask([1], draws=2)
    desk.ask([2])
    assert [(bet.place, bet.cents) for bet in desk.game.at_stake] == [
        (Place(1, "ticket:1"), 100),
        (Place(1, "ticket:2"), 100),
    ]
    desk.game.void()
    assert desk.draw() == {"ticket:1": ("win", 300, 1)}
    assert desk.claim("B") == "why.ticket_not_won"


# 85: the return


def test_85_return_covers_all_draws() -> None:
    for picked, back in returns_by_picks(PAYTABLE).items():
        line = PAYTABLE[str(picked)]
        drawn = sum(
            comb(20, hits) * comb(60, picked - hits) * line.get(str(hits), 0)
            for hits in range(picked + 1)
        )
        assert back == Fraction(drawn, comb(80, picked))
    assert returns_by_picks({"1": {"1": 3}}) == {1: Fraction(3, 4)}
    assert returns_by_picks({"80": {"20": 1}}) == {80: 1}


def refusal(paytable: object, **options: object) -> OptionRefused:
    with pytest.raises(OptionRefused) as refused:
        Keno(RULES, {"paytable": paytable, **options})
    return refused.value


def test_85_every_pick_count_returns_65_per_cent() -> None:
    why = refusal({"1": {"1": 3}, "2": {"2": 10}}).why
    assert why.values["what"].values == {"count": 2}
    assert why.values["back_ratio"] == "95/158"
    assert why.values["article"] == "85"
    at_least = {"1": {"0": 1, "1": 0}, "2": {"2": 11}}
    assert min(returns_by_picks(at_least).values()) == Fraction(209, 316) > Fraction(65, 100)
    Keno(RULES, {"paytable": at_least})


@each(
    "paytable",
    [
        *({}, [], {"0": {"0": 1}}, {"81": {"20": 9}}, {"1": 3}, {"01": {"1": 3}}, {1: {"1": 3}}),
        *({"1": {"2": 9}}, {"1": {"1": 3.0}}, {"1": {"1": True}}, {"1": {"0": -1, "1": 9}}),
        *({"21": {"21": 9}}, {"1": {1: 3}}),
    ],
)
def test_76_invalid_pay_table_refused(paytable: object) -> None:
    assert refusal(paytable).why.key == "why.option_paytable"


def test_76_pay_table_is_required() -> None:
    with pytest.raises(OptionRefused):
        Keno(RULES, {})


@each("options", [{"max_spots": 0}, {"max_spots": 81}, {"claim_days": -1}, {"max_draw": -1}])
def test_impossible_option_is_refused(options: Mapping[str, object]) -> None:
    assert refusal(PAYTABLE, **options).why.key == "why.option"
