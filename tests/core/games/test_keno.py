"""Keno, articles 75 to 86: tickets, draws, prizes and claims."""

import itertools
import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.core.game.options import OptionRefused
from firmware.core.game.pack import GameRules, Seats
from firmware.core.games.keno import keno
from firmware.core.games.keno.keno import RECALLED, Keno
from firmware.core.games.keno.prizes import returns, shared
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import (
    FaultRaised,
    KeySwitchTurned,
    ResultSeen,
    TestBegun,
    TestEnded,
    TicketAsked,
    TicketClaimed,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Ticket
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import FaultShown, TicketIssued, TicketPaid
from firmware.shell.words.screens import Screens
from firmware.shell.words.words import Words
from tests.kits.core.table_kit import Croupier, kinds, refusals, settled
from tests.kits.offenders import each

RULES = GameRules(seats=Seats(14, "81"))
PAYTABLE = {
    "1": {"1": 3},
    "2": {"2": 12},
    "3": {"0": 1, "2": 1, "3": 30},
    "10": {"0": 2, "5": 2, "6": 20, "7": 130, "8": 1000, "9": 5000, "10": 100000},
}
LOW = tuple(map(str, range(1, 21)))
"""The draw 1 to 20."""
HIGH = tuple(map(str, range(61, 81)))


class Desk(Croupier):
    """A desk at which tickets are asked for; their control numbers are A, B, C and so on."""

    def __init__(self, **options: object) -> None:
        game = Keno(RULES, {"paytable": PAYTABLE, **options})
        super().__init__(Table(game, TableRules(sensed=False)))
        self.controls = itertools.count(ord("A"))

    @property
    def game(self) -> Keno:
        return self.table.state.game

    def ask(self, numbers: Iterable[int], cents: int = 100, draws: int = 1, **how: Any) -> Any:
        how = {"spot": 1, "control": chr(next(self.controls)), **how}
        asked = TicketAsked(numbers=tuple(numbers), cents=Cents(cents), draws=draws, **how)
        return self.tell(asked)

    def draw(self, balls: tuple[str, ...] = LOW) -> dict[str, tuple[Any, ...]]:
        """Return what each ticket of the draw comes to."""
        lines = settled(self.tell(ResultSeen(balls)))
        return {line.bet.place.on: (line.outcome, line.paid, line.hits) for line in lines}

    def claim(self, control: str, day: int = 0) -> Any:
        """Return what is paid, or why nothing is."""
        said = self.tell(TicketClaimed(control, day))
        (paid,) = said
        return paid.cents if isinstance(paid, TicketPaid) else paid.why.key

    @property
    def standing(self) -> dict[str, int]:
        return {place.on: cents for (place, _), cents in self.game.carried.items()}


# 75: the draw


@each("balls", [LOW[:19], (*LOW, "21"), (*LOW[:19], "19"), (*LOW[:19], "81"), (*LOW[:19], "0"), ()])
def test_75_a_draw_is_twenty_different_numbers_of_eighty(balls: tuple[str, ...]) -> None:
    desk = Desk()
    desk.ask([1])
    (shown,) = desk.tell(ResultSeen(balls))
    assert isinstance(shown, FaultShown)
    assert (shown.code, desk.phase, desk.game.draw) == ("impossible_result", Phase.OPEN, 1)
    assert desk.draw() == {"ticket:1": ("win", 300, 1)}


def test_75_the_sale_is_open_again_after_the_draw() -> None:
    desk = Desk()
    desk.draw()
    assert (desk.phase, desk.game.draw) == (Phase.OPEN, 2)
    assert desk.draw() == {}


# 76 to 82: the tickets


def test_76_every_number_of_hits_is_paid_by_the_table() -> None:
    for picked, line in PAYTABLE.items():
        for hits in range(int(picked) + 1):
            numbers = [*range(1, hits + 1), *range(21, 21 + int(picked) - hits)]
            desk = Desk()
            desk.ask(numbers, 250)
            paid = line.get(str(hits), 0) * 250
            assert desk.draw() == {"ticket:1": ("win" if paid else "lose", paid, hits)}
            (bet_line,) = settled(desk.rulings)
            assert (bet_line.returned, bet_line.odds, bet_line.article) == (0, None, "76")


def test_77_and_82_a_ticket_says_what_the_article_asks_for() -> None:
    (issued,) = Desk(claim_days=30).ask([5, 3, 80], 250, 4, day=20_000)
    assert issued == TicketIssued(
        Ticket("A", (5, 3, 80), Cents(250), 1, 4, True, Cents(7500), 20_030)
    )


def test_77_and_82_a_ticket_says_the_most_that_is_payable_a_draw() -> None:
    (issued,) = Desk(max_draw=50_000).ask([1], 100)
    assert issued.ticket.most_cents == 50_000


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=50), st.integers(1, 10**10))
def test_77_prizes_above_the_maximum_are_cut_in_proportion(prizes: list[int], most: int) -> None:
    paid = shared([Cents(won) for won in prizes], Cents(most))
    assert sum(paid) <= most or not sum(prizes) > most
    if sum(prizes) <= most:
        assert paid == prizes
    else:
        assert most - sum(paid) < len(prizes)
        for won, share in zip(prizes, paid, strict=True):
            assert 0 <= Fraction(won * most, sum(prizes)) - share < 1


def test_77_and_86_a_ticket_is_paid_its_share_of_the_draw() -> None:
    desk = Desk(max_draw=3000)
    desk.ask([1, 2, 3], 100, draws=2)
    desk.ask([4, 5, 6], 100)
    assert desk.draw() == {"ticket:1": ("win", 1500, 3), "ticket:2": ("win", 1500, 3)}
    assert [line.capped for line in settled(desk.rulings)] == [True, True]
    assert desk.draw() == {"ticket:1": ("win", 3000, 3)}
    assert (desk.claim("A"), desk.claim("B")) == (4500, 1500)


def test_77_a_ticket_that_could_win_more_by_itself_is_not_sold() -> None:
    desk = Desk(max_draw=3000)
    assert refusals(desk.ask([1, 2, 3], 101)) == ["why.ticket_above_most"]
    assert refusals(desk.ask([1, 2, 3], 100)) == []


def test_what_is_claimed_is_what_was_settled_if_payments_are_rounded_to_a_chip() -> None:
    desk = Desk(smallest_chip=500)
    (issued,) = desk.ask([1, 2, 3], 115)
    assert desk.draw() == {"ticket:1": ("win", 3000, 3)}
    assert (issued.ticket.most_cents, desk.claim("A")) == (3000, 3000)


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
def test_78_to_80_what_can_not_be_played_is_refused(ticket: dict[str, Any], why: str) -> None:
    desk = Desk()
    assert refusals(desk.ask(**ticket)) == [why]
    assert desk.draw() == {}


def test_81_tickets_are_numbered_as_they_are_asked_for_refused_ones_too() -> None:
    desk = Desk()
    desk.ask([1])
    desk.ask([])
    desk.ask([30])
    assert desk.draw() == {"ticket:1": ("win", 300, 1), "ticket:3": ("lose", 0, 0)}
    desk.ask([2])
    assert list(desk.draw()) == ["ticket:4"]


def test_82_no_control_number_is_given_twice() -> None:
    desk = Desk()
    desk.ask([1], control="X")
    assert refusals(desk.ask([2], control="X")) == ["why.ticket_control"]
    desk.draw(HIGH)
    assert refusals(desk.ask([2], control="X")) == ["why.ticket_control"]


def test_80_a_ticket_plays_in_as_many_draws_as_were_asked_for() -> None:
    desk = Desk()
    desk.ask([1], draws=3)
    desk.ask([61], 500, 2)
    assert desk.draw() == {"ticket:1": ("win", 300, 1), "ticket:2": ("lose", 0, 0)}
    assert desk.standing == {"ticket:1": 100, "ticket:2": 500}
    assert desk.draw(HIGH) == {"ticket:1": ("lose", 0, 0), "ticket:2": ("win", 1500, 1)}
    assert desk.standing == {"ticket:1": 100}
    assert desk.draw() == {"ticket:1": ("win", 300, 1)}
    assert desk.standing == {}
    assert desk.draw() == {}


# 83: void tickets


def test_83_a_ticket_that_is_not_paid_for_before_the_draw_is_void() -> None:
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
        game.claim(TicketClaimed("A"))


def test_a_voided_draw_counts_among_those_of_a_ticket() -> None:
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


def test_85_the_return_is_what_all_draws_pay() -> None:
    for picked, back in returns(PAYTABLE).items():
        line = PAYTABLE[str(picked)]
        drawn = sum(
            comb(20, hits) * comb(60, picked - hits) * line.get(str(hits), 0)
            for hits in range(picked + 1)
        )
        assert back == Fraction(drawn, comb(80, picked))
    assert returns({"1": {"1": 3}}) == {1: Fraction(3, 4)}
    assert returns({"80": {"20": 1}}) == {80: 1}


def refusal(paytable: object, **options: object) -> OptionRefused:
    with pytest.raises(OptionRefused) as refused:
        Keno(RULES, {"paytable": paytable, **options})
    return refused.value


def test_85_no_number_of_picks_returns_less_than_65_per_cent() -> None:
    why = refusal({"1": {"1": 3}, "2": {"2": 10}}).why
    assert why.values["what"].values == {"count": 2}
    assert why.values["back_ratio"] == "95/158"
    assert why.values["article"] == "85"
    at_least = {"1": {"0": 1, "1": 0}, "2": {"2": 11}}
    assert min(returns(at_least).values()) == Fraction(209, 316) > Fraction(65, 100)
    Keno(RULES, {"paytable": at_least})


@each(
    "paytable",
    [
        *({}, [], {"0": {"0": 1}}, {"81": {"20": 9}}, {"1": 3}, {"01": {"1": 3}}, {1: {"1": 3}}),
        *({"1": {"2": 9}}, {"1": {"1": 3.0}}, {"1": {"1": True}}, {"1": {"0": -1, "1": 9}}),
        *({"21": {"21": 9}}, {"1": {1: 3}}),
    ],
)
def test_76_what_is_no_pay_table_is_refused(paytable: object) -> None:
    assert refusal(paytable).why.key == "why.option_paytable"


def test_76_a_pay_table_is_required() -> None:
    with pytest.raises(OptionRefused):
        Keno(RULES, {})


@each("options", [{"max_spots": 0}, {"max_spots": 81}, {"claim_days": -1}, {"max_draw": -1}])
def test_other_options_are_numbers_that_can_be(options: Mapping[str, object]) -> None:
    assert refusal(PAYTABLE, **options).why.key == "why.option"


# 84 and 86: claims


def test_86_a_winning_ticket_is_paid_once() -> None:
    desk = Desk()
    desk.ask([1])
    desk.ask([30])
    assert desk.claim("A") == "why.ticket_not_won"
    desk.draw()
    assert desk.claim("A") == 300
    assert desk.claim("A") == "why.ticket_paid"
    assert desk.claim("B") == "why.ticket_not_won"


def test_86_a_ticket_that_plays_on_is_paid_what_it_has_won_so_far() -> None:
    desk = Desk()
    desk.ask([1, 2, 3], draws=3)
    desk.draw()
    assert desk.claim("A") == 3000
    assert desk.claim("A") == "why.ticket_paid"
    desk.draw(HIGH)
    desk.draw(HIGH)
    assert desk.claim("A") == 200
    assert desk.claim("A") == "why.ticket_paid"


def test_84_what_is_registered_prevails() -> None:
    desk = Desk()
    assert desk.claim("FORGED") == "why.ticket_unknown"
    desk.ask([], control="REFUSED")
    desk.draw()
    assert desk.claim("REFUSED") == "why.ticket_unknown"


def test_86_a_claim_ends_with_its_last_day() -> None:
    for day, told in ((10, 300), (11, "why.ticket_expired")):
        desk = Desk(claim_days=10)
        desk.ask([1])
        desk.draw()
        assert desk.claim("A", day) == told
    desk.ask([1], day=11)
    assert desk.claim("A", 11) == "why.ticket_expired"
    assert list(desk.game.sold) == ["B"]


def test_tickets_that_are_done_with_are_forgotten_in_the_end_and_no_others() -> None:
    desk = Desk()
    desk.ask([1], control="won")
    for number in range(RECALLED + 10):
        desk.ask([30], control=f"lost {number}")
    desk.draw()
    assert len(desk.game.done) == RECALLED
    assert desk.claim("lost 0") == "why.ticket_unknown"
    assert desk.claim("won") == 300


# money, memory


@each("seed", range(20))
def test_what_is_claimed_is_what_was_won_whatever_happens_between(seed: int) -> None:
    """Every draw the table is put away and taken out again, as by a power cut."""
    chance, desk = Random(seed), Desk()
    controls, won, paid = [], {}, 0
    for _ in range(12):
        for _ in range(chance.randrange(4)):
            picks = chance.sample(range(1, 81), chance.choice([1, 2, 3, 10]))
            said = desk.ask(picks, chance.randrange(1, 500), chance.randrange(1, 4))
            controls += [ruling.ticket.control for ruling in said]
        balls = tuple(map(str, chance.sample(range(1, 81), 20)))
        for on, (_, cents, _) in desk.draw(balls).items():
            won[on] = won.get(on, 0) + cents
        memory = json.loads(json.dumps(desk.game.memory))
        before = desk.game.memory, desk.game.carried
        desk.table.resume_from(desk.table.checkpoint())
        desk.game.remember(memory)
        assert (desk.game.memory, desk.game.carried) == before
        if controls and chance.random() < 0.5:
            cents = desk.claim(chance.choice(controls))
            paid += cents if isinstance(cents, int) else 0
    for control in controls:
        cents = desk.claim(control)
        paid += cents if isinstance(cents, int) else 0
    assert paid == sum(won.values())


def test_the_balls_may_be_keyed_and_taken_back() -> None:
    desk = Desk()
    desk.ask([1])
    for ball in LOW:
        for digit in ball:
            desk.press(Key[f"DIGIT_{digit}"])
        desk.press(Key.RESULT)
    assert desk.game.draw == 2
    desk.press(Key.UNDO)
    assert (desk.game.draw, desk.claim("A")) == (1, "why.ticket_not_won")
    assert desk.draw(HIGH) == {"ticket:1": ("lose", 0, 0)}


def test_no_more_tickets_are_sold_than_every_checkpoint_can_keep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(keno, "MOST_TICKETS", 3)
    desk = Desk()
    for _ in range(3):
        assert refusals(desk.ask([1])) == []
    assert refusals(desk.ask([2])) == ["why.ticket_full"]
    desk.draw(HIGH)
    assert refusals(desk.ask([2])) == []


# in a test


def test_a_ticket_of_a_test_says_so_and_is_worth_nothing_after_it() -> None:
    desk = Desk()
    desk.ask([1])
    desk.tell(TestBegun())
    desk.press(Key.CONFIRM)
    (issued,) = desk.ask([1])
    assert issued.ticket.test
    assert desk.draw() == {"ticket:1": ("win", 300, 1)}
    assert kinds(desk.tell(TicketClaimed("B"))) == ["TicketPaid"]
    assert refusals(desk.tell(TicketClaimed("A"))) == ["why.claim_later"]
    assert not refusals(desk.tell(TestEnded()))
    assert refusals(desk.tell(TicketClaimed("B"))) == ["why.ticket_unknown"]
    assert desk.draw() == {"ticket:1": ("win", 300, 1)}
    assert [ticket.test for ticket in desk.table.state.device.tickets] == [False, True]
    assert "ESSAI" in Screens(Words.load("fr")).tickets(desk.panel)[1][1][0]


@pytest.mark.parametrize("code", ["clock_back", "clock_forward"])
def test_86_no_claim_lapses_while_the_clock_is_in_doubt(code: str) -> None:
    desk = Desk()
    desk.ask([1])
    desk.draw()
    (ticket,) = desk.game.sold
    late = desk.game.sold[ticket].ticket.claim_until + 1
    desk.tell(FaultRaised("host", code, {"seconds": "315360000"}))
    assert desk.claim(ticket, late) == "why.stopped"
    desk.tell(KeySwitchTurned(on=True))
    desk.press(Key.CLEAR)
    assert desk.claim(ticket, late - 1) == 300
